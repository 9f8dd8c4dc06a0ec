/**
 * The language written out for editors and readers. In: the definitions of the kinds. Out: the JSON Schemas of
 * `schemas/language/` and its reference page. Generated, committed, and compared by a test.
 */
import type { Shape } from './example-values.ts';
import { filesOf, withExamples } from './example-values.ts';
import type { Kind } from './kinds.ts';
import { kinds } from './kinds.ts';
import { MessagesFile } from './messages-file.ts';
import { referencePage } from './reference-page.ts';

const folder = 'schemas/language';
const dialect = 'https://json-schema.org/draft/2020-12/schema';

const schemaText = (schema: Shape): string => `${JSON.stringify({ $schema: dialect, ...schema }, null, 2)}\n`;

/** Every generated file, by path below the project root. */
export const languageFiles = (): ReadonlyMap<string, string> =>
  new Map([
    ...(Object.keys(kinds) as Kind[]).map((kind): [string, string] => [
      `${folder}/${kind}.schema.json`,
      schemaText(withExamples(kinds[kind].schema as Shape, filesOf(kind))),
    ]),
    [`${folder}/messages.schema.json`, schemaText(MessagesFile as Shape)],
    [`${folder}/README.md`, referencePage()],
  ]);
