/** The rights there are as options of a list, pure. In: the catalogue. Out: each subject and action with what it is called. */
import type { PermissionCatalogue } from '../../access/permissions.ts';
import { actionColumns, isReport, reportColumn } from './rules.ts';

export interface RuleOption {
  readonly value: string;
  readonly label: string;
}

const collator = new Intl.Collator('pt-BR');

/** By title; the one of everything first, that of the reports last. */
export const subjectOptions = (
  { subjects }: PermissionCatalogue,
  words: { readonly everything: string; readonly reports: string },
): readonly RuleOption[] => {
  const place = (name: string): number => (name === 'all' ? 0 : name === 'report' ? 2 : 1);
  const titleOf = (name: string, titles: readonly string[]): string =>
    name === 'all' ? words.everything : name === 'report' ? words.reports : titles.join(', ');
  return subjects
    .map(({ name, titles }) => ({ value: name, label: `${titleOf(name, titles)} (${name})` }))
    .sort((a, b) => place(a.value) - place(b.value) || collator.compare(a.label, b.label));
};

/** The most used first; the codes of reports last. */
export const actionOptions = (
  catalogue: PermissionCatalogue,
  titleOf: (action: string) => string,
  report: string,
): readonly RuleOption[] => [
  ...actionColumns(catalogue)
    .filter((action) => action !== reportColumn)
    .map((action) => ({ value: action, label: `${titleOf(action)} (${action})` })),
  ...catalogue.actions.filter(isReport).map((code) => ({ value: code, label: `${report} ${code}` })),
];

/** And the one that is stored, where it is none of them. */
export const withStored = (
  options: readonly RuleOption[],
  value: string | undefined,
  labelOf: (name: string) => string,
): readonly RuleOption[] =>
  value === undefined || options.some((option) => option.value === value)
    ? options
    : [{ value, label: labelOf(value) }, ...options];
