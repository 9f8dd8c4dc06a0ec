/** Differences as text, Markdown, JSON, and as what GitHub and GitLab show at the lines of a change. */
import { createHash } from 'node:crypto';
import { workflowText, workflowValue } from '../core/workflow-text.ts';
import type { Difference, SchemaClass } from './change.ts';
import { effects } from './change.ts';
import type { Gathered, Summary } from './summarize.ts';
import {
  clientWords,
  effectWords,
  gather,
  headingOf,
  isGrave,
  isWarning,
  placeOf,
  schemaWords,
  sentenceOf,
  summarize,
  writePlace,
} from './summarize.ts';

/** What was compared, for the first line. */
export interface Compared {
  readonly from: string;
  readonly to: string;
  /** Errors in the files of the first: only what holds without them is compared. */
  readonly errors: number;
  readonly differences: readonly Difference[];
}

const mostConsequences = 6;

const schemaText = (schema: SchemaClass | undefined): string | undefined =>
  schema === undefined ? undefined : `banco de dados: ${schemaWords[schema]} (${schema})`;

const summaryText = ({ differences, effects: counts, schema }: Summary): string => {
  if (differences === 0) return 'nada muda para quem usa';
  const parts = effects.toReversed().flatMap((effect) => {
    const number = counts[effect];
    return number === undefined ? [] : [`${number} ${effectWords[effect][number === 1 ? 0 : 1]}`];
  });
  const tables = Object.entries(schema).map(([name, number]) => `${name} ${number}`);
  return `${parts.join(', ')}${tables.length > 0 ? `; banco de dados: ${tables.join(', ')}` : ''}`;
};

const baseNote = (errors: number): string =>
  `Atenção: os arquivos de partida têm ${errors === 1 ? 'um erro' : `${errors} erros`}; só o que vale sem eles foi comparado.`;

const consequenceText = (consequences: readonly Difference[]): readonly string[] => {
  if (consequences.length === 0) return [];
  const more = consequences.length - mostConsequences;
  const told = consequences
    .toSorted((a, b) => effects.indexOf(b.effect) - effects.indexOf(a.effect))
    .slice(0, mostConsequences);
  return [
    ...told.map((one) => `por isso (${effectWords[one.effect][0]}): ${sentenceOf(one, 0)}`),
    ...(more > 0 ? [`e mais ${more} ${more === 1 ? 'consequência' : 'consequências'}`] : []),
  ];
};

const asLines = ({ difference, consequences }: Gathered): readonly string[] => [
  `  ${effectWords[difference.effect][0].padEnd(15)} ${sentenceOf(difference)}`,
  ...[
    [clientWords(difference), difference.screens.join(' '), schemaText(difference.schema)].filter(Boolean).join('; '),
    ...consequenceText(consequences),
    writePlace(placeOf(difference)),
  ].map((line) => `${' '.repeat(18)}${line}`),
];

const byHeading = (gathered: readonly Gathered[]): ReadonlyMap<string, readonly Gathered[]> =>
  Map.groupBy(gathered, ({ difference }) => headingOf(difference));

export const printText = ({ from, to, errors, differences }: Compared): string =>
  [
    `De ${from} para ${to}: ${summaryText(summarize(differences))}`,
    ...(errors > 0 ? [baseNote(errors)] : []),
    ...byHeading(gather(differences))
      .entries()
      .flatMap(([heading, gathered]) => ['', heading, ...gathered.flatMap(asLines)]),
  ].join('\n');

/** Text within a cell, where nothing of it is read as Markdown or HTML. */
const cell = (text: string): string =>
  text
    .replace(/[\\`*_{}[\]<>|#~]/g, (sign) => `\\${sign}`)
    .replaceAll('\\<', '&lt;')
    .replaceAll('\\>', '&gt;')
    .replace(/\r?\n/g, ' ');

const code = (text: string): string => (text === '' ? '' : `\`${text.replaceAll('`', "'").replaceAll('|', '\\|')}\``);

const asRow = ({ difference, consequences }: Gathered): string => {
  const cells = [
    `**${effectWords[difference.effect][0]}**`,
    [sentenceOf(difference), ...consequenceText(consequences)].map(cell).join('<br>'),
    cell(clientWords(difference)),
    code(difference.screens.join(' ')),
    difference.schema === undefined ? '' : `${code(difference.schema)} ${schemaWords[difference.schema]}`,
    code(writePlace(placeOf(difference))),
  ];
  return `| ${cells.join(' | ')} |`;
};

/** For a comment of a pull request. */
export const printMarkdown = ({ from, to, errors, differences }: Compared): string =>
  [
    '## O que muda para quem usa',
    '',
    `De ${code(from)} para ${code(to)}: ${summaryText(summarize(differences))}.`,
    ...(errors > 0 ? ['', `> ${baseNote(errors)}`] : []),
    ...byHeading(gather(differences))
      .entries()
      .flatMap(([heading, gathered]) => [
        '',
        `### ${cell(heading)}`,
        '',
        '| | mudança | clientes | telas | banco de dados | onde |',
        '| --- | --- | --- | --- | --- | --- |',
        ...gathered.map(asRow),
      ]),
  ].join('\n');

/** `path` with a JSON Pointer's slashes; all differences, also those that follow from others. */
export const printJson = ({ from, to, errors, differences }: Compared): string =>
  JSON.stringify(
    {
      from,
      to,
      errors,
      summary: summarize(differences),
      differences: differences.map(({ path, ...rest }) => ({ path: path.join('/'), ...rest })),
    },
    null,
    2,
  );

const fullSentence = ({ difference, consequences }: Gathered): string =>
  [
    `${effectWords[difference.effect][0]}: ${sentenceOf(difference, 0)} (${clientWords(difference)})`,
    schemaText(difference.schema),
    ...consequenceText(consequences),
  ]
    .filter((part) => part !== undefined)
    .join('. ');

const levels = { github: ['error', 'warning', 'notice'], gitlab: ['major', 'minor', 'info'] } as const;
const levelOf = <L extends keyof typeof levels>(
  kind: L,
  { difference, consequences }: Gathered,
): (typeof levels)[L][number] => {
  const [grave, warning, plain] = levels[kind];
  const all = [difference, ...consequences];
  return all.some(isGrave) ? grave : all.some(isWarning) ? warning : plain;
};

/** Workflow commands of GitHub: a line each, shown at the line of the file. */
export const printGithub = ({ differences }: Compared): string =>
  gather(differences)
    .map((one) => {
      const { file, line, column } = placeOf(one.difference) ?? { file: '', line: 1, column: 1 };
      const at = `file=${workflowValue(file)},line=${line},col=${column},title=${workflowValue(headingOf(one.difference))}`;
      return `::${levelOf('github', one)} ${at}::${workflowText(fullSentence(one))}`;
    })
    .join('\n');

/** A Code Quality report of GitLab. */
export const printGitlab = ({ differences }: Compared): string =>
  JSON.stringify(
    gather(differences).map((one) => {
      const { difference } = one;
      const { file, line } = placeOf(difference) ?? { file: '', line: 1 };
      return {
        description: fullSentence(one),
        check_name: `fichario-diff-${difference.effect}`,
        fingerprint: createHash('sha256')
          .update(JSON.stringify([difference.path, difference.words, difference.clients]))
          .digest('hex'),
        severity: levelOf('gitlab', one),
        location: { path: file, lines: { begin: line } },
      };
    }),
    null,
    2,
  );
