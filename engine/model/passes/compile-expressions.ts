/** What conditions, computed values and rules of an entity say, checked, and what rests on what. */
import { expressionWords as words } from '../../core/expression-words.ts';
import { toPointer } from '../../core/json.ts';
import { nearest } from '../../core/nearest.ts';
import type { Origin } from '../../core/origin.ts';
import type { Expected, Vocabulary } from '../../expressions/check.ts';
import { check } from '../../expressions/check.ts';
import { ownKey } from '../../expressions/keys-in.ts';
import { expressionOf } from '../../expressions/targets-in.ts';
import type { Expression, ReadableName, ScalarKind, Tree, ValueType } from '../../expressions/types.ts';
import { positionField } from '../../metadata/owned-rows.ts';
import type { Property } from '../../metadata/property.ts';
import { codeListNamed } from '../code-list-named.ts';
import type { Catalogues } from '../contracts.ts';
import type { DraftChild, DraftEntity, FindEntity } from '../draft.ts';
import type { Report } from '../report.ts';
import type { Condition, EntityExpressions, Field, Model, NoOverlap, Rule } from '../types.ts';
import { closedBy } from './compile-lock.ts';
import { compileLockedWith } from './compile-locked-with.ts';
import { orderRules } from './compile-no-overlap.ts';
import { isTargetRule, ruleVocabulary } from './compile-target-rules.ts';
import { compileValues } from './compile-values.ts';
import { conditionProblems } from './condition-problems.ts';
import { warnComputedShown } from './warn-computed-shown.ts';

export interface Subject {
  readonly draft: DraftEntity;
  readonly find: FindEntity;
  readonly codeLists: Model['codeLists'];
  readonly catalogues: Catalogues;
  readonly report: Report;
  /** Of what somebody asks for, transitions and new records: the entity of the logins. */
  readonly users?: string | undefined;
}

const textFormats: Readonly<Record<string, ScalarKind>> = {
  date: 'date',
  month: 'month',
  time: 'time',
  'date-time': 'moment',
};

/** What a field is to an expression, from the JSON Schema of its values. */
export const typeOf = (field: Field, { catalogues, codeLists }: Subject): ValueType => {
  if (field.relation !== undefined) return { kind: 'relation', entity: field.relation.entity };
  const { type, format } = catalogues.fieldTypes[field.type].valueSchema(field);
  if (type === 'integer' || type === 'boolean') return { kind: type };
  if (type === 'number') return { kind: 'decimal' };
  if (type !== 'string') return { kind: 'opaque' };
  const kind = textFormats[String(format)];
  if (kind === 'date' || kind === 'month' || kind === 'time' || kind === 'moment') return { kind };
  // The whole list: a client that narrows it has not made the words of the base wrong.
  const list = codeListNamed(codeLists, field.codeList);
  return list === undefined ? { kind: 'text' } : { kind: 'text', codes: list.options.map(({ value }) => value) };
};

const isOwn = ({ screen }: DraftEntity, { name }: Field): boolean =>
  screen.owner !== undefined && (name === screen.owner.entity || name === positionField);

export const fieldNames = (draft: DraftEntity, subject: Subject): readonly [string, ReadableName][] =>
  draft.fields
    .filter((field) => !field.writeOnly && !isOwn(draft, field))
    .map((field) => [field.name, { key: field.column, type: typeOf(field, subject) }]);

export const vocabularyOf = (subject: Subject): Vocabulary => {
  const { draft, find } = subject;
  const rows = draft.children.flatMap((child): [string, ReadableName][] => {
    const owned = find(child.entity);
    if (owned === undefined) return [];
    const type: ValueType = { kind: 'list', of: { kind: 'row', names: new Map(fieldNames(owned, subject)) } };
    return [[child.name, { key: child.name, type }]];
  });
  const owner = draft.screen.owner === undefined ? undefined : find(draft.screen.owner.entity);
  return {
    names: new Map([...fieldNames(draft, subject), ...rows]),
    parent: owner && new Map(fieldNames(owner, subject)),
    secrets: new Set(draft.fields.filter((field) => field.writeOnly).map(({ name }) => name)),
  };
};

/** Characters that a text takes inside the quotes of JSON. */
const writtenLength = (text: string): number => JSON.stringify(text).length - 2;

/** What an expression must give to be a value of that type; undefined where none gives such. */
export const expectedOf = (type: ValueType): Expected | undefined => {
  if (type.kind === 'relation') return { entity: type.entity };
  const { kind } = type;
  return kind === 'opaque' || kind === 'list' || kind === 'row' || kind === 'null' ? undefined : kind;
};

/** The place inside the text of the file, where it stands on one line. */
const placeWithin = (origin: Origin, source: string, start: number): Origin => ({
  ...origin,
  column: origin.column + 1 + writtenLength(source.slice(0, start)),
});

const pointAt = (source: string, start: number, end: number): string =>
  `  ${source.replace(/\s/g, ' ')}\n  ${' '.repeat(start)}${'^'.repeat(Math.max(1, end - start))}`;

interface Written {
  readonly source: string;
  /** Of the text in its file. */
  readonly place: Origin;
  readonly field: string;
  readonly keyword: string;
  /** Whose field it is, where the expression speaks of another. */
  readonly entity?: string;
}

const isProse = (source: string, { names }: Vocabulary): boolean =>
  /^\p{L}[\p{L}\p{N}_ ,.:/-]*$/u.test(source) &&
  source.split(/[^\p{L}\p{N}_]+/u).every((word) => word !== 'parent' && !names.has(word));

/** Words without quotes, where a text that is always the same was meant: as the file writes it. */
const meantText = (source: string, vocabulary: Vocabulary, expected: Expected): string | undefined =>
  vocabulary.once && expected === 'text' && isProse(source, vocabulary) ? `"'${source}'"` : undefined;

export const checkWritten = (
  { draft, report }: Subject,
  { source, place, field, keyword, entity = draft.name }: Written,
  vocabulary: Vocabulary,
  expected: Expected,
): Expression | undefined => {
  const result = check(source, vocabulary, expected);
  if ('expression' in result) return result.expression;
  const { start, end, problem, suggestion } = result.problem;
  const origin = placeWithin(place, source, start);
  const pointed = pointAt(source, start, end);
  const meant = suggestion ?? meantText(source, vocabulary, expected);
  report('MODEL_EXPRESSION', origin, { entity, field, keyword, problem, pointed }, meant);
  return undefined;
};

const conditionKinds = {
  'x-visible-when': 'visible',
  'x-required-when': 'required',
  'x-read-only-when': 'readOnly',
} as const satisfies Partial<Record<keyof Property, Condition['kind']>>;
type ConditionKeyword = keyof typeof conditionKinds;
const conditionKeywords = Object.keys(conditionKinds) as readonly ConditionKeyword[];

/** A static word stands above a condition that says the same or less: a hidden field has none, a required one is asked for always. */
const isMoot = (part: Field | DraftChild, kind: Condition['kind']): boolean =>
  !part.visible ||
  (kind === 'readOnly' && part.readOnly) ||
  (kind === 'required' && 'required' in part && (part.required || part.readOnly));

const conditionsOf = (subject: Subject, vocabulary: Vocabulary): readonly Condition[] => {
  const { draft } = subject;
  const parts = [...draft.fields, ...draft.children];
  return parts.flatMap((part) => {
    const property = draft.screen.record.value.properties[part.name];
    if (property === undefined) return [];
    return conditionKeywords.flatMap((keyword): Condition[] => {
      const source = sourceOf(property, keyword);
      if (source === undefined) return [];
      const place = draft.screen.record.origin(toPointer(['properties', part.name, keyword]));
      const expression = checkWritten(subject, { source, place, field: part.name, keyword }, vocabulary, 'boolean');
      const kind = conditionKinds[keyword];
      const key = 'column' in part ? part.column : part.name;
      return expression === undefined || isMoot(part, kind) ? [] : [{ key, kind, expression }];
    });
  });
};

/** The lock by the record's own values, and those of what it points at. */
const compileLocks = (subject: Subject, vocabulary: Vocabulary): Pick<EntityExpressions, 'lock' | 'lockedWith'> => {
  const { draft, report } = subject;
  const { record } = draft.screen;
  const lock = record.value['x-locked'];
  if (lock === undefined) return {};
  const written = lock.when !== undefined && {
    source: lock.when,
    place: record.origin('/x-locked/when'),
    field: 'x-locked',
    keyword: 'when',
  };
  const expression = written ? checkWritten(subject, written, vocabulary, 'boolean') : undefined;
  const keys = closedBy(draft, expression, report);
  const lockedWith = compileLockedWith(subject, keys);
  return { ...(expression && { lock: { expression, keys } }), ...(lockedWith.length > 0 && { lockedWith }) };
};

const sourceOf = (property: Readonly<Record<string, unknown>>, keyword: string): string | undefined => {
  const value = property[keyword];
  return typeof value === 'string' ? value : undefined;
};

/** A field whose value an expression gives. */
export type Computed = EntityExpressions['computed'][number] & { readonly name: string };

export const computedOf = (subject: Subject, vocabulary: Vocabulary): readonly Computed[] =>
  subject.draft.fields.flatMap((field): Computed[] => {
    const property = subject.draft.screen.record.value.properties[field.name];
    const source = property && sourceOf(property, 'x-computed');
    if (source === undefined) return [];
    const keyword = 'x-computed';
    const pointer = toPointer(['properties', field.name, keyword]);
    const { kind } = typeOf(field, subject);
    const refuse = (problem: string): Computed[] => {
      const origin = subject.draft.screen.record.origin(pointer, true);
      subject.report('MODEL_CONDITION', origin, { entity: subject.draft.name, field: field.name, keyword, problem });
      return [];
    };
    if (kind === 'relation' || kind === 'opaque' || kind === 'list' || kind === 'row' || kind === 'null')
      return refuse(words.computedType);
    const place = subject.draft.screen.record.origin(pointer);
    const expression = checkWritten(subject, { source, place, field: field.name, keyword }, vocabulary, kind);
    if (expression === undefined) return [];
    const numbered = subject.draft.fields.find(
      ({ column, sequence }) => sequence !== undefined && expression.reads.includes(column),
    );
    if (numbered !== undefined) return refuse(words.computedNumbered(numbered.name));
    return expression.parentReads.length > 0
      ? refuse(words.computedParent)
      : [{ key: field.column, name: field.name, expression }];
  });

/** Each after those that it reads; of a circle, which is reported once, nothing is worked out. */
export const inOrder = <One extends Computed>({ draft, report }: Subject, computed: readonly One[]): readonly One[] => {
  const byKey = new Map(computed.map((one) => [one.key, one]));
  const done = new Set<One>();
  const broken = new Set<One>();
  const visit = (one: One, way: readonly One[]): void => {
    if (done.has(one) || broken.has(one)) return;
    const at = way.indexOf(one);
    if (at >= 0) {
      const circle = way.slice(at);
      for (const part of circle) broken.add(part);
      const { properties } = draft.screen.record.value;
      const keyword =
        properties[one.name] && sourceOf(properties[one.name] ?? {}, 'x-begins') ? 'x-begins' : 'x-computed';
      const origin = draft.screen.record.origin(toPointer(['properties', one.name, keyword]));
      const cycle = [...circle, one].map(({ name }) => name).join(' → ');
      report('MODEL_EXPRESSION_CYCLE', origin, { entity: draft.name, cycle });
      return;
    }
    for (const key of one.expression.reads) {
      const other = byKey.get(ownKey(key));
      if (other !== undefined) visit(other, [...way, one]);
    }
    if (!broken.has(one)) done.add(one);
  };
  for (const one of computed) visit(one, []);
  return [...done];
};

type WrittenRule = NonNullable<DraftEntity['screen']['record']['value']['x-rules']>[number];

/** Where a rule stands in its file, and what it is called there. */
interface RulePlace {
  readonly name: string;
  readonly origin: (...rest: readonly (string | number)[]) => Origin;
}

export const compileRule = (
  subject: Subject,
  vocabulary: Vocabulary,
  rule: WrittenRule,
  { name, origin }: RulePlace,
): Rule | undefined => {
  const { draft, report } = subject;
  const keyOf = new Map<string, string>([
    ...draft.fields
      .filter((field) => !isOwn(draft, field))
      .map((field): [string, string] => [field.name, field.column]),
    ...draft.children.map((child): [string, string] => [child.name, child.name]),
  ]);
  const read = (key: 'when' | 'must', source: string) =>
    checkWritten(subject, { source, place: origin(key), field: name, keyword: key }, vocabulary, 'boolean');
  const must = read('must', rule.must);
  const when = rule.when === undefined ? undefined : read('when', rule.when);
  const named = (rule.fields ?? []).flatMap((field, place) => {
    const key = keyOf.get(field);
    if (key === undefined)
      report(
        'MODEL_FIELD_MISSING',
        origin('fields', place),
        { entity: draft.name, field },
        nearest(field, keyOf.keys()),
      );
    return key ?? [];
  });
  if (must === undefined || (rule.when !== undefined && when === undefined)) return undefined;
  const asked = when === undefined ? must : onlyWhen(when, must, vocabulary);
  return { must: asked, message: rule.message, keys: named.length > 0 ? named : [...new Set(must.reads.map(ownKey))] };
};

const rulesOf = (subject: Subject, vocabulary: Vocabulary): readonly Rule[] => {
  const { record } = subject.draft.screen;
  return (record.value['x-rules'] ?? []).flatMap((rule, index) => {
    const origin: RulePlace['origin'] = (...rest) => record.origin(toPointer(['x-rules', index, ...rest]));
    return compileRule(subject, vocabulary, rule, { name: `x-rules.${index}`, origin }) ?? [];
  });
};

const onlyWhen = (when: Expression, must: Expression, vocabulary: Vocabulary): Expression => {
  const tree: Tree = ['call', '?:', [when.tree, must.tree, ['value', true]]];
  return expressionOf(`${when.source} ? ${must.source} : true`, tree, vocabulary);
};

/** The graph, worked out once: for each field that is read, all that a change of it can move. */
const dependentsOf = (
  computed: EntityExpressions['computed'],
  conditions: readonly Condition[],
  rules: readonly Rule[],
): EntityExpressions['dependents'] => {
  const read = new Set(
    [...computed, ...conditions]
      .flatMap(({ expression }) => expression.reads)
      .concat(rules.flatMap(({ must }) => must.reads)),
  );
  const entries = [...read].map((key) => {
    const moved = new Set([key]);
    // The computed fields stand in order, so that one pass follows every chain.
    for (const one of computed) if (one.expression.reads.some((other) => moved.has(other))) moved.add(one.key);
    const rests = (expression: Expression): boolean => expression.reads.some((other) => moved.has(other));
    const keys = [
      ...computed.filter((one) => moved.has(one.key)),
      ...conditions.filter(({ expression }) => rests(expression)),
    ];
    const touched = rules.flatMap(({ must }, index) => (rests(must) ? [index] : []));
    return [key, { keys: [...new Set(keys.map((one) => one.key))], rules: touched }] as const;
  });
  return Object.fromEntries(entries);
};

/** Undefined where the entity has no expression. */
export const compileExpressions = (
  draft: DraftEntity,
  find: FindEntity,
  codeLists: Model['codeLists'],
  catalogues: Catalogues,
  report: Report,
  noOverlap: readonly NoOverlap[],
  users: () => string | undefined,
): EntityExpressions | undefined => {
  const { record } = draft.screen;
  const { properties } = record.value;
  const says = Object.values(properties).some((property) =>
    ['x-computed', 'x-begins', ...conditionKeywords].some((keyword) => Object.hasOwn(property, keyword)),
  );
  const saysAll = record.value['x-rules'] !== undefined || record.value['x-locked'] !== undefined;
  if (!says && !saysAll && noOverlap.length === 0) return undefined;
  const subject: Subject = { draft, find, codeLists, catalogues, report };
  conditionProblems(draft, report);
  const vocabulary = vocabularyOf(subject);
  const conditions = conditionsOf(subject, vocabulary);
  const locks = compileLocks(subject, vocabulary);
  const { computed, begins } = compileValues(subject, vocabulary, users);
  warnComputedShown(draft, computed, report);
  const written = rulesOf(subject, ruleVocabulary(vocabulary, subject));
  const targetRules = written.filter(isTargetRule);
  const own = written.filter((rule) => !isTargetRule(rule));
  const rules = [...own, ...orderRules(draft, noOverlap, vocabulary, own)];
  const dependents = dependentsOf(computed, conditions, rules);
  return {
    computed,
    ...(begins.length > 0 && { begins }),
    conditions,
    ...locks,
    rules,
    ...(targetRules.length === 0 ? {} : { targetRules }),
    dependents,
  };
};
