/**
 * What may stand where somebody types in a file. In: the path, its text, the place in it, the files as they stand. Out:
 * suggestions, of the language by its JSON Schemas and of names by what other files give.
 */
import { getLocation } from 'jsonc-parser';
import type { JSONDocument, JSONSchema, TextDocument as Text } from 'vscode-json-languageservice';
// CommonJS: its names are on the default alone.
import languageService from 'vscode-json-languageservice';
import { toPointer } from '../../engine/core/json.ts';
import type { RawFiles } from '../../engine/metadata/documents.ts';
import { kindOf } from '../../engine/metadata/file-place.ts';
import { languageFiles } from '../../engine/metadata/language.ts';
import { namesAt } from '../../engine/metadata/names-at.ts';
import { namesThereAre } from './names-there-are.ts';
import type { Hint, Suggestion } from './workbench.ts';

const { CompletionItemKind, getLanguageService, TextDocument } = languageService;
const schemaOf = (kind: string): string => `fichario:///schemas/language/${kind}.schema.json`;

const service = getLanguageService({
  // What `$schema` says is one way from each folder; a file is of the kind that its place says.
  workspaceContext: { resolveRelativePath: (_path, resource) => schemaOf(/([\w-]+)\.json$/.exec(resource)?.[1] ?? '') },
});
service.configure({
  validate: false,
  schemas: [...languageFiles()].flatMap(([path, text]) => {
    const kind = /([\w-]+)\.schema\.json$/.exec(path)?.[1];
    return kind === undefined
      ? []
      : [{ uri: schemaOf(kind), fileMatch: [`${kind}.json`], schema: JSON.parse(text) as JSONSchema }];
  }),
});

interface Opened {
  readonly text: Text;
  readonly json: JSONDocument;
}

/** By its kind, whatever it is called. undefined: the file is no JSON of the language. */
const open = (path: string, content: string): Opened | undefined => {
  const kind = kindOf(path);
  if (kind === undefined) return undefined;
  const text = TextDocument.create(`fichario:///${kind}.json`, 'json', 1, content);
  return { text, json: service.parseJSONDocument(text) };
};

/** Places to fill in, as the editor writes them: `$1` is `${1}`, and what was escaped is plain. */
const asTemplate = (text: string): string =>
  text.replaceAll(/\\(.)|\$(\d+)/g, (_whole, plain: string | undefined, number: string | undefined) =>
    number === undefined ? (plain ?? '') : `\${${number}}`,
  );

const plainText = (said: string | { readonly value: string } | undefined): string =>
  said === undefined ? '' : typeof said === 'string' ? said : said.value;

const fits = (pattern: string, segments: readonly (string | number)[]): boolean => {
  const parts = pattern.split('/').slice(1);
  return (
    parts.length === segments.length && parts.every((part, index) => part === '*' || part === String(segments[index]))
  );
};

/** The names of other files that fit where the cursor stands. */
const completeNames = (
  path: string,
  content: string,
  offset: number,
  files: readonly RawFiles[],
): readonly Suggestion[] => {
  const kind = kindOf(path);
  const places = (kind && namesAt[kind]) ?? [];
  const location = getLocation(content, offset);
  const { isAtPropertyKey: atKey, previousNode: node } = location;
  const segments = atKey ? location.path.slice(0, -1) : location.path;
  const place = places.find((one) => (one.keys === true) === atKey && fits(one.at, segments));
  if (place === undefined) return [];
  const within = node !== undefined && node.offset <= offset && offset <= node.offset + node.length;
  const from = within ? node.offset : offset;
  const to = within ? node.offset + node.length : offset;
  const pointer = toPointer(segments.map(String));
  // While somebody types a file may be beyond use: then it counts as it was.
  const names = files.map((some) => namesThereAre(some, place.names, path, pointer)).find((some) => some.length > 0);
  return (names ?? []).map(({ name, title }) => ({
    label: name,
    sort: 'name',
    detail: title,
    info: '',
    insert: `${JSON.stringify(name)}${atKey && !/^\s*:/.test(content.slice(to)) ? ': ' : ''}`,
    from,
    to,
  }));
};

/** `files` as they are typed, and as they were before. */
export const complete = async (
  path: string,
  content: string,
  offset: number,
  files: readonly RawFiles[],
): Promise<readonly Suggestion[]> => {
  const opened = open(path, content);
  if (opened === undefined) return [];
  const { text, json } = opened;
  const found = await service.doComplete(text, text.positionAt(offset), json);
  const ofLanguage = (found?.items ?? []).flatMap(({ label, kind, documentation, textEdit }): Suggestion[] => {
    if (textEdit === undefined || !('range' in textEdit)) return [];
    return [
      {
        label,
        sort: kind === CompletionItemKind.Property ? 'key' : 'value',
        detail: '',
        info: plainText(documentation),
        insert: asTemplate(textEdit.newText),
        from: text.offsetAt(textEdit.range.start),
        to: text.offsetAt(textEdit.range.end),
      },
    ];
  });
  const ofFiles = completeNames(path, content, offset, files);
  // A value that only other files can give: what the schema offers there is an empty text.
  return ofFiles.length > 0 ? ofFiles : ofLanguage;
};

/** What the language says of the key or value at the place. */
export const explainPlace = async (path: string, content: string, offset: number): Promise<Hint | null> => {
  const opened = open(path, content);
  if (opened === undefined) return null;
  const { text, json } = opened;
  const found = await service.doHover(text, text.positionAt(offset), json);
  if (found?.range === undefined || !Array.isArray(found.contents)) return null;
  const said = found.contents.map((part) => plainText(part).replaceAll(/\\(.)/g, '$1'));
  return { text: said.join('\n'), from: text.offsetAt(found.range.start), to: text.offsetAt(found.range.end) };
};
