/**
 * The fields whose values expressions give: always (`x-computed`), or in a new record where nobody says them (`x-begins`).
 * Each comes after those that it reads, whichever of the two they are.
 */
import { toPointer } from '../../core/json.ts';
import { phrases } from '../../core/words.ts';
import type { Vocabulary } from '../../expressions/check.ts';
import { keysIn, ownKey } from '../../expressions/keys-in.ts';
import type { Expression } from '../../expressions/types.ts';
import type { Property } from '../../metadata/property.ts';
import { fieldIn, fieldsIn } from '../../metadata/property.ts';
import type { DraftEntity } from '../draft.ts';
import { baseOf, pathOf } from '../draft.ts';
import type { Beginning, EntityExpressions, Field, PersonalDataClass } from '../types.ts';
import { oddCode } from './compile-begins.ts';
import type { Computed, Subject } from './compile-expressions.ts';
import { checkWritten, computedOf, expectedOf, inOrder, typeOf, vocabularyOf } from './compile-expressions.ts';
import { reachingVocabulary } from './compile-target-rules.ts';

const keyword = 'x-begins';

/** Keywords that say themselves what a new record has here. */
const besideBegun = [
  'x-computed',
  'x-sequence',
  'default',
  'x-client-default',
  'x-begins-now',
] as const satisfies readonly (keyof Property)[];

const strictness: Readonly<Record<PersonalDataClass, number>> = { public: 0, personal: 1, sensitive: 2 };

type Refuse = (reason: string) => void;

const refuseOf =
  ({ draft, report }: Subject, field: string): Refuse =>
  (reason) =>
    report('MODEL_BEGINS', draft.screen.record.origin(toPointer(['properties', field, keyword]), true), {
      entity: draft.name,
      field,
      reason,
    });

const propertyOf = ({ screen }: DraftEntity, name: string): Property | undefined =>
  fieldIn(baseOf(screen.record).value, name);

/** What the files of the field itself contradict. */
const ownProblem = (draft: DraftEntity, field: Field): string | undefined => {
  const property = propertyOf(draft, field.name);
  const beside = besideBegun.find((key) => property?.[key] !== undefined && property[key] !== false);
  if (beside !== undefined) return phrases.filledBeside(beside);
  const closing = (['readOnly', 'writeOnly'] as const).find((key) => property?.[key] === true);
  if (closing !== undefined) return phrases.filledClosed(closing);
  if (draft.screen.registry.value.states?.field === field.name) return phrases.begunState;
  if (property?.['x-visible'] === false) return phrases.filledHidden(field.name);
  const filled = fieldsIn(baseOf(draft.screen.record).value).find(
    ([, other]) => pathOf(other['x-filled-from'] ?? '')[0] === field.name,
  );
  return filled && phrases.begunFills(filled[0]);
};

interface Operand {
  readonly of: DraftEntity;
  readonly field: Field;
}

/** Every field that the expression reads: of the record, its rows, its owner, and what relations point at. */
const operandsOf = ({ draft, find }: Subject, { tree, targets = [] }: Expression): readonly Operand[] => {
  const { own, parent, items } = keysIn(tree);
  const inDraft = (of: DraftEntity | undefined, columns: readonly string[]): readonly Operand[] =>
    of === undefined ? [] : of.fields.filter(({ column }) => columns.includes(column)).map((field) => ({ of, field }));
  const owner = draft.screen.owner === undefined ? undefined : find(draft.screen.owner.entity);
  return [
    ...inDraft(draft, own.map(ownKey)),
    ...inDraft(owner, parent.map(ownKey)),
    ...draft.children.flatMap(({ name, entity }) =>
      inDraft(
        find(entity),
        items.filter((item) => item.startsWith(`${name}.`)).map((item) => item.slice(name.length + 1)),
      ),
    ),
    ...targets.flatMap(({ entity, columns }) => inDraft(find(entity), columns)),
  ];
};

/** Why what the expression reads may not come into the field. */
const operandProblem = (field: Field, operands: readonly Operand[]): string | undefined => {
  const numbered = operands.find(({ field: { sequence } }) => sequence !== undefined);
  if (numbered !== undefined) return phrases.begunNumbered(numbered.field.name);
  const hidden = operands.find(({ of, field: { name } }) => propertyOf(of, name)?.['x-visible'] === false);
  if (hidden !== undefined) return phrases.filledHidden(hidden.field.name);
  const stricter = operands.find((one) => strictness[one.field.personalData] > strictness[field.personalData]);
  return stricter && phrases.filledClass(stricter.field.name);
};

/** The expression may be of the caller and of what relations point at, unlike one that is worked out ever again. */
const begunVocabulary = (subject: Subject, vocabulary: Vocabulary): Vocabulary => ({
  ...reachingVocabulary(vocabulary, subject),
  once: true,
  askedBy: { users: subject.users },
});

/** Reports MODEL_EXPRESSION, MODEL_BEGINS. */
const begunOf = (subject: Subject, vocabulary: Vocabulary): readonly Computed[] =>
  subject.draft.fields.flatMap((field): Computed[] => {
    const { draft } = subject;
    const source = fieldIn(draft.screen.record.value, field.name)?.[keyword];
    if (source === undefined || draft.screen.query !== undefined) return [];
    const refuse = refuseOf(subject, field.name);
    const problem = ownProblem(draft, field);
    const expected = expectedOf(typeOf(field, subject));
    if (problem !== undefined || expected === undefined) {
      refuse(problem ?? phrases.begunUntyped);
      return [];
    }
    const place = draft.screen.record.origin(toPointer(['properties', field.name, keyword]));
    const written = { source, place, field: field.name, keyword };
    const expression = checkWritten(subject, written, vocabulary, expected);
    if (expression === undefined) return [];
    const odd = oddCode(subject, field, expression);
    const isConstant = expression.tree[0] === 'value';
    const reason =
      operandProblem(field, operandsOf(subject, expression)) ??
      (odd === undefined ? undefined : phrases.begunCode(odd)) ??
      (isConstant ? phrases.begunConstant : undefined);
    if (reason !== undefined) {
      refuse(reason);
      return [];
    }
    return [{ key: field.column, name: field.name, expression }];
  });

interface Value extends Computed {
  readonly begins: boolean;
}

/** All of an entity, in order, and the keys of those that rest on rows of the record. */
const valuesOf = (
  subject: Subject,
  vocabulary: Vocabulary,
): { readonly values: readonly Value[]; readonly afterRows: ReadonlySet<string> } => {
  const values = inOrder<Value>(subject, [
    ...computedOf(subject, vocabulary).map((one) => ({ ...one, begins: false })),
    ...begunOf(subject, begunVocabulary(subject, vocabulary)).map((one) => ({ ...one, begins: true })),
  ]);
  const afterRows = new Set(subject.draft.children.map(({ name }) => name));
  for (const { key, expression } of values)
    if (expression.reads.map(ownKey).some((one) => afterRows.has(one))) afterRows.add(key);
  return { values, afterRows };
};

/** A row begins before what its owner works out of the rows, and cannot rest on that. */
const checkOwner = (subject: Subject, begun: readonly Value[]): readonly Value[] => {
  const { draft, find } = subject;
  const owner = draft.screen.owner === undefined ? undefined : find(draft.screen.owner.entity);
  if (owner === undefined || begun.every(({ expression }) => expression.parentReads.length === 0)) return begun;
  const above: Subject = { ...subject, draft: owner, report: () => undefined };
  const { afterRows } = valuesOf(above, vocabularyOf(above));
  return begun.filter(({ name, expression }) => {
    const late = expression.parentReads.map(ownKey).find((key) => afterRows.has(key));
    if (late === undefined) return true;
    const field = owner.fields.find(({ column }) => column === late);
    refuseOf(subject, name)(phrases.begunAfterRows(field?.name ?? late));
    return false;
  });
};

/** A client that hides what the expression reads takes it away. */
const readsHidden = (subject: Subject, { expression }: Value): boolean =>
  operandsOf(subject, expression).some(({ field }) => !field.visible);

/** `users`: the entity of the logins; asked for only where something begins. */
export const compileValues = (
  subject: Subject,
  vocabulary: Vocabulary,
  users: () => string | undefined,
): Pick<EntityExpressions, 'computed'> & { readonly begins: readonly Beginning[] } => {
  const asked: Subject = subject.draft.fields.some(({ begins }) => begins !== undefined)
    ? { ...subject, users: users() }
    : subject;
  const { values, afterRows } = valuesOf(asked, vocabulary);
  const open = new Set(subject.draft.fields.flatMap(({ column, begins }) => (begins === undefined ? [] : [column])));
  const begun = checkOwner(
    asked,
    values.filter(({ begins }) => begins),
  );
  return {
    computed: values.flatMap(({ begins, key, expression }) => (begins ? [] : [{ key, expression }])),
    begins: begun.flatMap((one): Beginning[] => {
      const { key, expression } = one;
      if (!open.has(key) || readsHidden(asked, one)) return [];
      return [{ key, value: expression, ...(afterRows.has(key) && { afterRows: true as const }) }];
    }),
  };
};
