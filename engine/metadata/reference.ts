/** The reference of the language, as its page in Markdown and the page in the workbench are both drawn from. */

/** One key of a file. */
export interface ReferenceKey {
  /** From the root of the file: `properties.*.x-relation.entity`. */
  readonly key: string;
  /** What its value may be; names in the language between backticks. */
  readonly value: string;
  readonly required: boolean;
  /** What holds where the key is absent, as it is written in a file. */
  readonly fallback?: string;
  /** The same in words, where it depends on what stands elsewhere. */
  readonly derived?: string;
  readonly meaning: string;
  /** Key and value as a file writes them; absent where the keys within show it. */
  readonly example?: string;
}

export interface ReferenceTable {
  readonly title?: string;
  readonly heads: readonly string[];
  /** Names in the language between backticks. */
  readonly rows: readonly (readonly string[])[];
}

export interface ReferenceExample {
  /** Absent: of no file. */
  readonly path?: string;
  readonly form: 'json' | 'csv' | 'sql';
  readonly text: string;
}

export interface ReferenceSection {
  /** Its name in an address. */
  readonly name: string;
  /** Where the files live, or what it is about. */
  readonly title: string;
  /** The title is a path. */
  readonly isPath: boolean;
  /** Paragraphs: `code`, **weight**. */
  readonly texts: readonly string[];
  readonly keys: readonly ReferenceKey[];
  readonly tables: readonly ReferenceTable[];
  readonly examples: readonly ReferenceExample[];
}

const inCell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

const rule = (heads: readonly string[]): string =>
  `| ${heads.join(' | ')}${heads.at(-1) === '' ? '|' : ' |'}\n|${' --- |'.repeat(heads.length)}`;

const tableText = ({ title, heads, rows }: ReferenceTable): string =>
  [
    ...(title === undefined ? [] : [`### ${title}\n`]),
    [rule(heads), ...rows.map((cells) => `| ${cells.map(inCell).join(' | ')} |`)].join('\n'),
  ].join('\n');

const keyHeads = ['key', 'value', 'required', 'default', 'example', 'meaning'];

const keysText = (keys: readonly ReferenceKey[]): string =>
  tableText({
    heads: keyHeads,
    rows: keys.map(({ key, value, required, fallback, derived, example, meaning }) => [
      `\`${key}\``,
      value,
      required ? 'yes' : '',
      fallback === undefined ? (derived ?? '') : `\`${fallback}\``,
      example === undefined ? '' : `\`${example}\``,
      meaning,
    ]),
  });

const exampleText = ({ path, form, text }: ReferenceExample): string =>
  `Example${path === undefined ? '' : `, \`${path}\``}:\n\n\`\`\`${form}\n${text.trimEnd()}\n\`\`\``;

/** A section in Markdown, under a heading of the given level. */
export const sectionText = (section: ReferenceSection, level = 2): string => {
  const { title, isPath, texts, keys, tables, examples } = section;
  return [
    `${'#'.repeat(level)} ${isPath ? `\`${title}\`` : title}`,
    ...texts,
    ...(keys.length === 0 ? [] : [keysText(keys)]),
    ...tables.map(tableText),
    ...examples.map(exampleText),
  ].join('\n\n');
};
