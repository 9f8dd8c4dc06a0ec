/** `referenceForStaff`: of which records everybody of the staff reads what names them. */
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
