/** Of which records what names them is read by more people than may read them: `referenceForStaff`, `referenceBeyondScope`. */
import { toPointer } from '../../core/json.ts';
import { nearest } from '../../core/nearest.ts';
import { phrases } from '../../core/words.ts';
import type { Catalogues } from '../contracts.ts';
import type { DraftEntity } from '../draft.ts';
import type { Report } from '../report.ts';
import type { Field, FixedValues, Scalar } from '../types.ts';
import { fittingValues, suited } from './compile-filter.ts';

/** Why records cannot be told apart by the field; undefined where they can. */
const fieldProblem = (field: Field, many: boolean): string | undefined => {
  if (field.writeOnly) return phrases.secret;
  // That a record is there would tell of it.
  if (field.personalData === 'sensitive') return phrases.sensitive;
  if (!suited.has(field.type)) return phrases.noFixed;
  return many && field.type !== 'code' ? phrases.noFixedList : undefined;
};

/**
 * What else than the names of records is known beyond the scope that confines them; there must be a scope, and names.
 * Undefined where the files say nothing.
 */
export const compileBeyondScope = (
  { name: entity, screen: { registry }, byName }: DraftEntity,
  report: Report,
): readonly string[] | undefined => {
  const { referenceBeyondScope: said, reference, scope } = registry.value;
  if (said === undefined) return undefined;
  const refuse = (problem: string, pointer = '/referenceBeyondScope'): void =>
    report('MODEL_REFERENCE_BEYOND', registry.origin(pointer, pointer === '/referenceBeyondScope'), {
      entity,
      problem,
    });
  if (reference !== true) refuse(phrases.keyAbsent('reference'));
  if (scope === undefined) refuse(phrases.keyAbsent('scope'));
  if (said === true) return [];
  return said.filter((name, index) => {
    const pointer = toPointer(['referenceBeyondScope', index]);
    const field = byName.get(name);
    if (field === undefined)
      report('MODEL_FIELD_MISSING', registry.origin(pointer), { entity, field: name }, nearest(name, byName.keys()));
    else if (field.writeOnly || field.personalData === 'sensitive')
      refuse(`'${name}': ${field.writeOnly ? phrases.secret : phrases.sensitive}`, pointer);
    return field !== undefined;
  });
};

/** Each condition narrows, also one on a field that the client hides. Undefined where the files say nothing. */
export const compileReference = (
  { name: entity, screen, byName }: DraftEntity,
  catalogues: Catalogues,
  report: Report,
): readonly FixedValues[] | undefined => {
  const { registry } = screen;
  const { reference, referenceForStaff: said } = registry.value;
  if (said === undefined) return undefined;
  return Object.entries(said).flatMap(([name, value]): readonly FixedValues[] => {
    const pointer = (...more: readonly number[]): string => toPointer(['referenceForStaff', name, ...more]);
    const field = byName.get(name);
    if (field === undefined) {
      report(
        'MODEL_FIELD_MISSING',
        registry.origin(pointer(), true),
        { entity, field: name },
        nearest(name, byName.keys()),
      );
      return [];
    }
    const many = Array.isArray(value);
    const values: readonly Scalar[] = many ? value : [value];
    const problem = reference === true ? phrases.referenceOfAll : fieldProblem(field, many);
    if (problem !== undefined) {
      report('MODEL_REFERENCE', registry.origin(pointer(), true), { entity, field: name, reason: problem });
      return [];
    }
    const fitting = fittingValues(field, values, catalogues, (index, reason, suggestion) =>
      report(
        'MODEL_REFERENCE',
        registry.origin(many ? pointer(index) : pointer()),
        { entity, field: name, reason },
        suggestion,
      ),
    );
    return fitting.length === 0 ? [] : [{ field: name, values: fitting }];
  });
};
