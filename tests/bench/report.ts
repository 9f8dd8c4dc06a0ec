/** What the benchmarks found: said line by line as they go, and as Markdown for the README. */
import type { Figure } from './measure.ts';

/** A request to the product and the same to its bare twin, in one run. */
export interface Comparison {
  /** `PostgreSQL, 1,000,000 rows`. */
  readonly subject: string;
  readonly what: string;
  readonly product: Figure;
  readonly bare: Figure;
}

/** Something measured that has a bar; `bar` undefined: a figure to know. */
export interface Finding {
  readonly what: string;
  readonly measured: string;
  readonly bar: string | undefined;
  readonly met: boolean;
}

export interface Report {
  readonly comparisons: Comparison[];
  readonly findings: Finding[];
}

export const number = (value: number, digits = 0): string =>
  value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
export const ms = (value: number): string => `${number(value, value < 10 ? 2 : value < 100 ? 1 : 0)} ms`;
export const times = (value: number): string => `${number(value, 2)}x`;

/** Product's answers per second, of the bare twin's. */
export const share = ({ product, bare }: Pick<Comparison, 'product' | 'bare'>): number => product.rate / bare.rate;

const say = (text: string): void => void process.stdout.write(`${text}\n`);

export const heading = (text: string): void => say(`\n${text}`);

const side = (name: string, { rate, p50, p95, p99, failed }: Figure): string =>
  `    ${name.padEnd(8)} ${number(rate).padStart(7)}/s  p50 ${ms(p50).padStart(9)}  p95 ${ms(p95).padStart(9)}  p99 ${ms(p99).padStart(9)}${failed > 0 ? `  ${failed} FAILED` : ''}`;

export const compare = (report: Report, comparison: Comparison): void => {
  report.comparisons.push(comparison);
  say(`  ${comparison.what}: ${number(share(comparison), 2)} of bare`);
  say(side('product', comparison.product));
  say(side('bare', comparison.bare));
};

export const find = (report: Report, finding: Finding): void => {
  report.findings.push(finding);
  const { what, measured, bar, met } = finding;
  say(`  ${what}: ${measured}${bar === undefined ? '' : ` (bar: ${bar}${met ? '' : '; MISSED'})`}`);
};

const table = (rows: readonly (readonly string[])[], right: number): string => {
  const [head = [], ...body] = rows;
  const rule = head.map((_, index) => (index === 0 || index >= right ? '---' : '---:'));
  return [head, rule, ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
};

const comparisonTable = (subject: string, comparisons: readonly Comparison[]): string =>
  table(
    [
      [subject, 'p50', 'p95', 'per second', 'bare p50', 'bare p95', 'bare per second', 'of bare'],
      ...comparisons.map(({ what, product, bare }) => [
        what,
        ...[product, bare].flatMap(({ p50, p95, rate }) => [ms(p50), ms(p95), number(rate)]),
        number(share({ product, bare }), 2),
      ]),
    ],
    8,
  );

/** `machine` is the line that says what it ran on. */
export const printMarkdown = ({ comparisons, findings }: Report, machine: string): string => {
  const subjects = [...new Set(comparisons.map(({ subject }) => subject))];
  return [
    machine,
    ...subjects.map((subject) =>
      comparisonTable(
        subject,
        comparisons.filter((one) => one.subject === subject),
      ),
    ),
    table(
      [
        ['', 'measured', 'bar', ''],
        ...findings.map(({ what, measured, bar, met }) => [
          what,
          measured,
          bar ?? '',
          bar === undefined ? '' : met ? 'met' : '**missed**',
        ]),
      ],
      1,
    ),
  ].join('\n\n');
};
