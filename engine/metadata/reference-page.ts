/** The reference of every key: what `schemas/language/README.md` says, and the page of the workbench shows. */
import type { TSchema } from 'typebox';
import type { SourceFiles } from './documents.ts';
import type { Shape } from './example-values.ts';
import { exampleOf, filesOf, heldIn, listedIn, under } from './example-values.ts';
import { examples, viewExample } from './examples.ts';
import { expressionSection } from './expression-page.ts';
import type { Kind } from './kinds.ts';
import { kinds } from './kinds.ts';
import { functions, types } from './query-grammar.ts';
import type { ReferenceKey, ReferenceSection } from './reference.ts';
import { sectionText } from './reference.ts';

const code = (value: unknown): string => `\`${plain(value)}\``;
const plain = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const typeText = (shape: Shape): string => {
  if (shape.enum) return shape.enum.map(code).join(', ');
  if (shape.const !== undefined) return code(shape.const);
  if (shape.anyOf) return [...new Set(shape.anyOf.map(typeText))].join(' or ');
  if (shape.type === 'array') return `list of ${shape.items ? typeText(shape.items) : 'values'}`;
  const inner = Object.values(shape.patternProperties ?? {})[0];
  if (inner) return `object by name of ${typeText(inner)}`;
  const { minimum, maximum } = shape;
  const range = minimum === undefined && maximum === undefined ? '' : ` ${minimum ?? ''}..${maximum ?? ''}`;
  return `${shape.type ?? 'any'}${range}`;
};

const defaultWords = / ?Default: (.+?)\.(?= |$)/;

/** What a key means, and apart from it what holds without the key where that is no fixed value. */
const cutDefault = (description: string): readonly [meaning: string, derived: string | undefined] => {
  const derived = defaultWords.exec(description)?.[1];
  return [description.replace(defaultWords, ''), derived];
};

/** Keys of a shape and, behind each by its path, of what lies in it. `values`: what files hold there. */
const keysOf = (shape: Shape, prefix: string, values: readonly unknown[]): ReferenceKey[] =>
  Object.entries(shape.properties ?? {}).flatMap(([key, value]) => {
    const name = `${prefix}${key}`;
    const found = under(values, key);
    const [description, derived] = cutDefault(value.description ?? '');
    const meaning = [description, value.pattern === undefined ? '' : `Pattern ${code(value.pattern)}.`];
    const example = exampleOf(key, found);
    const row: ReferenceKey = {
      key: name,
      value: typeText(value),
      required: shape.required?.includes(key) === true,
      ...(value.default !== undefined && { fallback: plain(value.default) }),
      ...(derived !== undefined && { derived }),
      meaning: meaning.join(' ').trim(),
      ...(example !== undefined && { example }),
    };
    return [row, ...innerKeys(value, name, found)];
  });

const innerKeys = (shape: Shape, name: string, values: readonly unknown[]): ReferenceKey[] => {
  const items = shape.items === undefined ? [] : [shape.items, ...(shape.items.anyOf ?? [])];
  const named = Object.values(shape.patternProperties ?? {});
  const listed = listedIn(values);
  const held = heldIn(values);
  return [
    ...(shape.properties ? keysOf(shape, `${name}.`, values) : []),
    ...items.flatMap((item) => (item.properties ? keysOf(item, `${name}[].`, listed) : [])),
    ...named.flatMap((item) => (item.anyOf ?? [item]).flatMap((branch) => namedKeys(branch, `${name}.*`, held))),
  ];
};

/** What lies under a name that the file chooses; of several shapes, each with a title is told apart by it. */
const namedKeys = (shape: Shape, name: string, values: readonly unknown[]): ReferenceKey[] => {
  const own = shape.title === undefined ? name : `${name} (${shape.title})`;
  return shape.properties ? keysOf(shape, `${own}.`, values) : innerKeys(shape, own, values);
};

/** A pattern for the files of a kind, from where they live: `schemas/<module>/menu.json`. */
const isOf = (where: string): RegExp => new RegExp(`^${where.replaceAll('.', '\\.').replace(/<[^>]+>/g, '[^/]+')}$`);

/** Keys of a shared definition that are refused where rows are described, or where there is no row. */
const refused: Readonly<Partial<Record<Kind, RegExp>>> = {
  record: /\.items\.properties\.\*\.x-(attachment|sequence)(\.|$)/,
  part: /^properties\.\*\.x-(attachment|sequence)(\.|$)/,
  registry: /^buttons\[\]\.when$/,
};

const kindSection = (kind: Kind, sources: SourceFiles): ReferenceSection => {
  const { schema, where } = kinds[kind] as { schema: TSchema & Shape; where: string };
  const [path, text] = [...examples].find(([file]) => isOf(where).test(file)) ?? ['', ''];
  return {
    name: kind,
    title: where,
    isPath: true,
    texts: [schema.description ?? ''],
    keys: keysOf(schema, '', filesOf(kind, sources)).filter(({ key }) => refused[kind]?.test(key) !== true),
    tables: [],
    examples: [{ path, form: 'json', text }],
  };
};

const rows = (): ReferenceSection => {
  const [path = '', text = ''] = [...examples].find(([file]) => file.endsWith('data.csv')) ?? [];
  return {
    name: 'data',
    title: 'schemas/<module>/<screen>/data.csv',
    isPath: true,
    texts: [
      'Initial rows: UTF-8, commas, double quotes; the header names fields. Rows match by natural key. At start rows with new keys are inserted, and that is all: a row whose key is already in the database is never changed, whether or not a user touched it, so a correction in the file does not reach it; nothing is deleted. No two rows share what is `x-unique` or a combination of `unique`, or overlap (`noOverlap`): `validate` refuses that among the rows of the file, `plan` and the start where a new row meets a record in use. The rows must fit every client: an overlay that makes a field required, narrows its codes or changes its mask is refused where a row no longer fits. Values are written as the API writes them (dates `AAAA-MM-DD`, decimals with a point and no thousands separator, `200.50`, `true` and `false`); an empty cell is no value; a masked value may be written with or without the literals of its mask. Arrays of rows have no initial rows. A relation holds the natural key of the row it points at, the parts of a key of several fields joined by `|`.',
    ],
    keys: [],
    tables: [],
    examples: [{ path, form: 'csv', text }],
  };
};

const words = (names: Iterable<string>): string => [...names].map(code).join(', ');

const query = (): ReferenceSection => ({
  name: 'query',
  title: 'schemas/<module>/<screen>/query.sql',
  isPath: true,
  texts: [
    'Makes a view of the registry: rows of other entities, read-only. One SELECT in the dialect of PostgreSQL that names entities as tables, arrays of rows as `<entity>_<array>`, and their columns as in the files; a relation `cidade` is the column `cidade_id`, in owned rows the owner is `<owner>_id`, and every entity has `id`, `criado_em` and `alterado_em`. Its columns are `id`, made of the ids of entities alone, which no two rows may share, and each field of `schema.json` by its name (a relation as `<field>_id`), of the type that the field asks for. Secrets and files are not there to be read.',
    'It may use JOIN with ON, WHERE, GROUP BY, HAVING, DISTINCT, UNION, INTERSECT and EXCEPT, WITH, inner SELECTs also with ORDER BY and LIMIT, windows, CASE, COALESCE, NULLIF, GREATEST, LEAST, casts and the operators of PostgreSQL. It may not read views or logs. The outermost SELECT neither sorts nor pages: the list does.',
    `Functions: ${words(functions)}. Types to cast to: ${words(types)}. The day in the zone of the installation: \`(current_timestamp at time zone 'America/Sao_Paulo')::date\`.`,
    'In `schema.json` nothing is required, unique, computed or given by default, and there are no arrays of rows; in `columns.json` there are no `unique`, `noOverlap`, `indexes`, `naturalKey`, `reference`, `referenceBeyondScope`, `referenceForStaff`, `login`, `log`, `states`, `batch` and `inline`. A field is as personal as the strictest of what it is made from; `x-personal-data` may only make it stricter. A field is hidden or covered for a group as any of its sources is; where one that decides which rows there are is, the group sees no rows. An entity with `scope` asks for a `scope` of the view, also where it reads only rows that such an entity owns, of a role that the entity names, by a relation that is the very column which confines the entity. `openTo` opens a view to no role that an entity of it is closed to; of what is of the staff alone a view with a `scope` shows each person the own rows.',
  ],
  keys: [],
  tables: [],
  examples: [...viewExample].map(([path, text]) => ({ path, form: path.endsWith('.sql') ? 'sql' : 'json', text })),
});

/** Of the files: each kind, expressions, rows and queries. What the examples do not show is shown out of `sources`. */
export const languageSections = (sources: SourceFiles = new Map()): readonly ReferenceSection[] => [
  ...(Object.keys(kinds) as Kind[]).map((kind) => kindSection(kind, sources)),
  expressionSection,
  rows(),
  query(),
];

export const referencePage = (): string =>
  `${[
    '# The language',
    'Generated by `npm run -s fichario -- language` from `engine/metadata/`; do not edit. What is not written here is refused. `npm run -s fichario -- validate` checks every file; `npm run -s fichario -- explain <entity>.<field>` tells who set a value, or the rule that derived it and the places that the rule read.',
    'A new registry is a folder with `schema.json` and `columns.json`. Administrators see it at once; for everybody else it is in no menu until a rule of their group allows its `permission`.',
    '`npm run -s fichario -- new <file.csv|file.xlsx> --module <module> --title <Title>` writes such a folder out of a spreadsheet: schema.json, columns.json, search.json, data.csv and new code lists, and says of each type, mask, key, list and relation what speaks for it and how surely. `--dry-run` writes nothing; without a file it asks for the fields. What it writes passes `validate`; titles and what it calls new lists are worth a look.',
    'A `$schema` key pointing at the file of this folder gives completion in editors. Every file may carry `description`, and every folder a `README.md`: that is for people, and nothing reads it.',
    ...languageSections().map((section) => sectionText(section)),
  ].join('\n\n')}\n`;
