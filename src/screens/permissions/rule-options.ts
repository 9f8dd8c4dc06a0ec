/** The rights there are as options of a list, pure. In: the catalogue. Out: each subject and action with what it is called. */
import type { PermissionCatalogue } from '../../access/permissions.ts';
import { actionColumns, isReport, reportColumn } from './rules.ts';

export interface RuleOption {
  readonly value: string;
  readonly label: string;
}

interface SubjectWords {
  readonly everything: string;
  readonly reports: string;
}

/** How people know what a rule is about. */
export const subjectTitle = ({ name, titles }: PermissionCatalogue['subjects'][number], words: SubjectWords): string =>
  name === 'all' ? words.everything : name === 'report' ? words.reports : titles.join(', ');

const collator = new Intl.Collator('pt-BR');

/** By title; the one of everything first, that of the reports last. */
export const subjectOptions = ({ subjects }: PermissionCatalogue, words: SubjectWords): readonly RuleOption[] => {
  const place = (name: string): number => (name === 'all' ? 0 : name === 'report' ? 2 : 1);
  return subjects
    .map((subject) => ({ value: subject.name, label: `${subjectTitle(subject, words)} (${subject.name})` }))
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
  ...catalogue.actions.filter(isReport).map((code) => {
    const title = catalogue.reports[code];
    return { value: code, label: `${report} ${code}${title === undefined ? '' : `: ${title}`}` };
  }),
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
