/** What the records of an entity keep apart (`noOverlap`), and the rule that a range begins before it ends. */
import { nearest } from '../../core/nearest.ts';
import { phrases } from '../../core/words.ts';
import type { Vocabulary } from '../../expressions/check.ts';
import { check } from '../../expressions/check.ts';
import type { Tree } from '../../expressions/types.ts';
import type { DraftEntity } from '../draft.ts';
import type { Report } from '../report.ts';
import type { Field, FieldTypeName, NoOverlap, Rule } from '../types.ts';

const temporal: ReadonlySet<FieldTypeName> = new Set(['date', 'date-time', 'time', 'month', 'year']);
const numeric: ReadonlySet<FieldTypeName> = new Set(['integer', 'decimal', 'money', 'percent']);
const isRanged = ({ type }: Field): boolean => temporal.has(type) || numeric.has(type);

/** What has no fixed form in an index, or none at all. */
const unsuitedKeys: ReadonlySet<FieldTypeName> = new Set(['long-text', 'attachment', 'date-time']);

/** Names that are no fields, or not such as the place takes, are reported and left out. */
export const compileNoOverlap = (draft: DraftEntity, report: Report): readonly NoOverlap[] => {
  const { registry, owner } = draft.screen;
  const said = registry.value.noOverlap ?? [];
  const fieldAt = (name: string, pointer: string, problem: (field: Field) => string | undefined): Field | undefined => {
    const field = draft.byName.get(name);
    const place = { entity: draft.name, field: name };
    if (field === undefined) {
      report('MODEL_FIELD_MISSING', registry.origin(pointer), place, nearest(name, draft.byName.keys()));
      return undefined;
    }
    const reason = field.writeOnly ? phrases.secret : problem(field);
    if (reason === undefined) return field;
    report('MODEL_NO_OVERLAP', registry.origin(pointer), { ...place, reason });
    return undefined;
  };
  // Rows are held against those of their own record alone.
  const ofOwner = owner === undefined ? undefined : draft.byName.get(owner.entity);
  return said.flatMap(({ key = [], ranges }, index): NoOverlap[] => {
    const at = `/noOverlap/${index}`;
    const keys = key.map((name, place) =>
      fieldAt(name, `${at}/key/${place}`, ({ type }) => (unsuitedKeys.has(type) ? phrases.noKey : undefined)),
    );
    const pairs = ranges.map((pair, place) => {
      const [first, last] = pair.map((name, end) =>
        fieldAt(name, `${at}/ranges/${place}/${end}`, (field) => (isRanged(field) ? undefined : phrases.noRange)),
      );
      if (first === undefined || last === undefined) return undefined;
      if (first.type === last.type && first !== last) return { first: first.column, last: last.column };
      report('MODEL_NO_OVERLAP', registry.origin(`${at}/ranges/${place}/1`), {
        entity: draft.name,
        field: last.name,
        reason: first === last ? phrases.rangeOfOne : phrases.rangeOfTwoTypes(first.name),
      });
      return undefined;
    });
    if (keys.includes(undefined) || pairs.includes(undefined)) return [];
    const columns = [ofOwner, ...keys].flatMap((field) => field?.column ?? []);
    return [{ key: columns, ranges: pairs.flatMap((pair) => pair ?? []) }];
  });
};

const isField = (tree: Tree | undefined, column: string): boolean => tree?.[0] === 'field' && tree[1] === column;

/** Whether a rule that must hold says that `first` does not come after `last`, whatever else it says. */
const says = (tree: Tree, first: string, last: string): boolean => {
  if (tree[0] !== 'call') return false;
  const [, name, [a, b]] = tree;
  if (name === '&&') return tree[2].some((side) => says(side, first, last));
  if (name === '<=' || name === '<') return isField(a, first) && isField(b, last);
  return (name === '>=' || name === '>') && isField(a, last) && isField(b, first);
};

/** For each range that no rule of the record's own speaks of, the rule that it begins before it ends; told at its end. */
export const orderRules = (
  draft: DraftEntity,
  noOverlap: readonly NoOverlap[],
  vocabulary: Vocabulary,
  own: readonly Rule[],
): readonly Rule[] => {
  const ranges = new Map(
    noOverlap.flatMap((one) => one.ranges).map((range) => [`${range.first} ${range.last}`, range]),
  );
  return [...ranges.values()].flatMap(({ first, last }): Rule[] => {
    if (own.some(({ must }) => says(must.tree, first, last))) return [];
    const [from, until] = [first, last].map((column) => draft.fields.find((field) => field.column === column));
    const result = from && until && check(`${from.name} <= ${until.name}`, vocabulary, 'boolean');
    if (result === undefined || !('expression' in result)) return [];
    const message = (temporal.has(from?.type ?? 'date') ? phrases.notBefore : phrases.notLess)(
      until?.title ?? '',
      from?.title ?? '',
    );
    return [{ must: result.expression, message, keys: [last, first] }];
  });
};
