/** Small questions about what follows from transitions. */
import type { Expression } from '../expressions/types.ts';
import type {
  BegunField,
  CreateEffect,
  Effect,
  Given,
  GivenField,
  GivenRelation,
  RowsAddition,
  RowsWritten,
  Transition,
} from './state-types.ts';

/** What an effect gives, also to rows. */
export const givenFields = ({ fields, lists = [] }: Effect): readonly GivenField[] => [
  ...fields,
  ...lists.flatMap(({ items }) => items.flat()),
];

export const givenIn = (effect: Effect): readonly Given[] => givenFields(effect).map(({ value }) => value);

/** The relation that a value comes from, or begins with. */
export const relationIn = (value: Given): GivenRelation | undefined =>
  'from' in value ? value.from : 'relation' in value ? value : undefined;

export const isCreating = (effect: Effect): effect is CreateEffect => effect.kind === 'create';

const pointed = ({ effects = [] }: Transition) => effects.filter(isCreating).filter(({ into }) => into !== undefined);

/** The wire names of the relations of the record itself that are to point at what is created. */
export const intoKeys = (transition: Transition): readonly string[] =>
  pointed(transition).flatMap(({ into, rows }) => (into !== undefined && rows === undefined ? [into] : []));

/** The names of the lists whose rows are to point at what is created for them. */
export const intoLists = (transition: Transition): readonly string[] =>
  pointed(transition).flatMap(({ rows }) => rows ?? []);

/** The relation of a record, or of rows of the list `list`, that leads to what an effect moves or creates. */
export const wayOf = (effect: Effect): { readonly list: string | undefined; readonly column: string | undefined } => {
  if (effect.kind === 'create') return { list: effect.rows, column: effect.into };
  return 'each' in effect.by
    ? { list: undefined, column: undefined }
    : { list: effect.by.rows, column: effect.by.through };
};

/** The expressions of a part of a transition that gives values. */
export const partExpressions = ({
  when,
  fields,
}: {
  readonly when: Expression | undefined;
  readonly fields: readonly GivenField[];
}): readonly Expression[] => [
  ...(when ? [when] : []),
  ...fields.flatMap(({ value }) => ('tree' in value ? [value] : [])),
];

const begunExpressions = (begins: readonly BegunField[] = []): readonly Expression[] =>
  begins.map(({ value }) => value);

/** Those of what is added to a list, over the record. */
export const additionExpressions = ({ when, fields, former, begins }: RowsAddition): readonly Expression[] => [
  ...partExpressions({ when, fields: [...fields, ...former] }),
  ...begunExpressions(begins),
];

/** The expressions of an effect, over the record or over the rows through which others are found or created. */
export const effectExpressions = (effect: Effect): readonly Expression[] => [
  ...(effect.when ? [effect.when] : []),
  ...givenIn(effect).flatMap((value) => ('tree' in value ? [value] : [])),
];

/** The expressions by which the record of a transition is judged and filled. */
export const ownExpressions = ({ when, begins, rules = [], set, rows = [] }: Transition): readonly Expression[] => [
  ...(when ? [when] : []),
  ...begunExpressions(begins),
  ...rules.map(({ must }) => must),
  ...set.flatMap(({ value }) => (value !== null && typeof value === 'object' ? [value] : [])),
  ...rows.flatMap(({ add }) => (add === undefined ? [] : additionExpressions(add))),
];

/** Those over its record, of what follows among them; those over rows through which others are found or created are none. */
export const recordExpressions = (transition: Transition): readonly Expression[] => [
  ...ownExpressions(transition),
  ...(transition.effects ?? []).flatMap((effect) =>
    wayOf(effect).list === undefined ? effectExpressions(effect) : [],
  ),
];

/** Wire names that the transition gives to rows that are there. */
export const changedKeys = ({ change }: RowsWritten): readonly string[] =>
  change === undefined ? [] : [...change.emptied, ...change.fields.map(({ key }) => key)];

/** Wire names that it gives to the row that it adds, beside what it asks for. */
export const addedKeys = ({ add }: RowsWritten): readonly string[] =>
  add === undefined ? [] : [...add.fields, ...add.former].map(({ key }) => key);

/** Wire names that it writes to rows at all, beside what it asks for. */
export const rowKeys = (written: RowsWritten): readonly string[] => [...changedKeys(written), ...addedKeys(written)];
