/**
 * The rules of one group as a matrix, pure. In: what there is, what the group has, what was changed. Out: rows, columns
 * and cells, and the change to be saved.
 */
import { splitPair } from '../../../engine/access/permission-pair.ts';
import type { PermissionCatalogue } from '../../access/permissions.ts';
import type { Subject } from '../../access/rights-catalogue.ts';
import { bare, wordsOf } from '../../shell/matches-words.ts';
import type { MatrixCell, MatrixRow } from './matrix.ts';

/** Wanted states of pairs that are not what is stored. */
export type RuleChanges = ReadonlyMap<string, boolean>;
export const noChanges: RuleChanges = new Map();

export type Shown = 'all' | 'granted' | 'changed';

export interface RuleFilter {
  readonly text: string;
  readonly module: string | null;
  readonly shown: Shown;
}

/** A subject; of the reports one row for each code, whose one action that is. */
export interface RuleRow extends MatrixRow {
  readonly subject: string;
  readonly module: string | undefined;
  readonly asked: ReadonlySet<string>;
  /** Where the row is about one action alone: that, and the column it stands in. */
  readonly only: { readonly action: string; readonly column: string } | undefined;
  /** What a search finds it by. */
  readonly words: string;
}

/** The one column of all codes of reports. */
export const reportColumn = 'rep';
const firstColumn = 'list';
export const isReport = (action: string): boolean => /^rep\d{3}$/.test(action);

/** The most used first, then one column for all codes of reports, then the others in the order of the specification. */
export const actionColumns = (catalogue: PermissionCatalogue): readonly string[] => {
  const first = ['list', 'view', 'insert', 'update', 'delete', 'audit', 'manage'];
  const others = catalogue.actions.filter((action) => !first.includes(action) && !isReport(action));
  return [...first, reportColumn, ...others];
};

const onlyOf = (action: string, known: boolean): RuleRow['only'] => ({
  action,
  column: isReport(action) ? reportColumn : known ? action : firstColumn,
});

const rowOf = (subject: Subject, title: string, code?: string): RuleRow => ({
  key: code === undefined ? subject.name : `${subject.name}:${code}`,
  subject: subject.name,
  module: subject.module,
  asked: new Set(code === undefined ? subject.actions : [code]),
  only: code === undefined ? undefined : onlyOf(code, true),
  title,
  detail: code ?? subject.name,
  words: bare(
    [subject.name, code ?? '', title, ...(code === undefined ? [...subject.titles, ...subject.paths] : [])].join(' '),
  ),
});

const collator = new Intl.Collator('pt-BR', { numeric: true });
const placeOf = ({ name }: Subject): number => (name === 'all' ? 0 : name === 'report' ? 2 : 1);

/** That of everything first, then by title, the reports last. */
const inOrder = (subjects: readonly Subject[], titleOf: (subject: Subject) => string): readonly Subject[] =>
  subjects.toSorted((a, b) => placeOf(a) - placeOf(b) || collator.compare(titleOf(a), titleOf(b)));

/** Rows of what there is, and before them those of rights on what no longer exists. */
export const ruleRows = (
  catalogue: PermissionCatalogue,
  pairs: readonly string[],
  words: { readonly everything: string; readonly reports: string; readonly gone: string },
): readonly RuleRow[] => {
  const known = new Map(catalogue.subjects.map((subject) => [subject.name, subject]));
  const actions = new Set(catalogue.actions);
  const titleOf = (subject: Subject): string =>
    subject.name === 'all' ? words.everything : subject.name === 'report' ? words.reports : subject.titles.join(', ');
  const gone = pairs.filter((pair) => {
    const { subject, action } = splitPair(pair);
    return !known.has(subject) || !actions.has(action);
  });
  return [
    ...gone.map((pair): RuleRow => {
      const { subject, action } = splitPair(pair);
      return {
        key: `gone ${pair}`,
        subject,
        module: undefined,
        asked: new Set([action]),
        only: onlyOf(action, actions.has(action)),
        title: pair,
        warning: words.gone,
        words: bare(pair),
      };
    }),
    ...inOrder(catalogue.subjects, titleOf).flatMap((subject) => {
      const row = rowOf(subject, titleOf(subject));
      if (subject.name !== 'report') return [row];
      const codes = subject.actions.filter(isReport).sort();
      const called = (code: string): string => {
        const title = catalogue.reports[code];
        return `${titleOf(subject)} ${code.slice(3)}${title === undefined ? '' : `: ${title}`}`;
      };
      return [row, ...codes.map((code) => rowOf(subject, called(code), code))];
    }),
  ];
};

/** The action of a cell; undefined where the column says nothing about the row. */
export const actionAt = ({ only }: RuleRow, column: string): string | undefined => {
  if (only !== undefined) return column === only.column ? only.action : undefined;
  return column === reportColumn ? undefined : column;
};

/** What the group will have once the changes are saved. */
export const grantedWith = (pairs: ReadonlySet<string>, changes: RuleChanges): ReadonlySet<string> => {
  const all = new Set(pairs);
  for (const [pair, wanted] of changes)
    if (wanted) all.add(pair);
    else all.delete(pair);
  return all;
};

/** Whether another rule already gives it. */
const isImplied = (granted: ReadonlySet<string>, subject: string, action: string): boolean =>
  (action !== 'manage' && granted.has(`${subject}:manage`)) ||
  (subject !== 'all' && (granted.has(`all:${action}`) || granted.has('all:manage')));

export const ruleCell = (
  granted: ReadonlySet<string>,
  changes: RuleChanges,
  row: RuleRow,
  column: string,
): MatrixCell => {
  const action = actionAt(row, column);
  if (action === undefined) return absent;
  const pair = `${row.subject}:${action}`;
  const state = granted.has(pair) ? 'on' : isImplied(granted, row.subject, action) ? 'implied' : 'off';
  return { state, changed: changes.has(pair), quiet: !row.asked.has(action) };
};
const absent: MatrixCell = { state: 'absent', changed: false };

/** With one pair turned; turned back it is no change. */
export const toggled = (pairs: ReadonlySet<string>, changes: RuleChanges, pair: string): RuleChanges => {
  const next = new Map(changes);
  const wanted = !(changes.get(pair) ?? pairs.has(pair));
  if (wanted === pairs.has(pair)) next.delete(pair);
  else next.set(pair, wanted);
  return next;
};

/** The changes that make the group what another one is. */
export const copied = (pairs: ReadonlySet<string>, other: readonly string[]): RuleChanges => {
  const wanted = new Set(other);
  return new Map([
    ...[...pairs].filter((pair) => !wanted.has(pair)).map((pair) => [pair, false] as const),
    ...other.filter((pair) => !pairs.has(pair)).map((pair) => [pair, true] as const),
  ]);
};

/** Rows that the filter leaves, in their order. */
export const filterRules = (
  rows: readonly RuleRow[],
  granted: ReadonlySet<string>,
  changes: RuleChanges,
  { text, module, shown }: RuleFilter,
): readonly RuleRow[] => {
  const words = wordsOf(text);
  const source = shown === 'granted' ? granted : shown === 'changed' ? new Set(changes.keys()) : undefined;
  const subjects = source && new Set([...source].map((pair) => splitPair(pair).subject));
  const isShown = (row: RuleRow): boolean =>
    source === undefined ||
    subjects === undefined ||
    (row.only === undefined ? subjects.has(row.subject) : source.has(`${row.subject}:${row.only.action}`));
  return rows.filter(
    (row) =>
      (module === null || row.module === module) && words.every((word) => row.words.includes(word)) && isShown(row),
  );
};

export interface RuleDifference {
  readonly grant: readonly string[];
  readonly revoke: readonly string[];
}

export const ruleDifference = (changes: RuleChanges): RuleDifference => ({
  grant: [...changes]
    .filter(([, wanted]) => wanted)
    .map(([pair]) => pair)
    .sort(),
  revoke: [...changes]
    .filter(([, wanted]) => !wanted)
    .map(([pair]) => pair)
    .sort(),
});
