import { dialectPage } from '../contract/dialect/dialect-page.ts';
import { languageFiles as metadataFiles } from '../metadata/language.ts';

const page = 'schemas/language/README.md';

/** Every generated file, by path below the project root: the language, and on its reference page the API. */
export const languageFiles = (): ReadonlyMap<string, string> => {
  const files = metadataFiles();
  return new Map([...files, [page, `${files.get(page) ?? ''}\n${dialectPage()}`]]);
};
