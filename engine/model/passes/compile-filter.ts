import { toPointer } from '../../core/json.ts';
import { nearest } from '../../core/nearest.ts';
import { phrases } from '../../core/words.ts';
import { fieldIn } from '../../metadata/property.ts';
import type { Catalogues } from '../contracts.ts';
import type { RegistryScreen } from '../screen-types.ts';
import type { Field, FieldTypeName, Scalar } from '../types.ts';
import { createValueCheck } from '../value-problem.ts';
import type { ScreenUse } from './screen-fields.ts';

/** Types of which one value says which records are meant. */
export const suited: ReadonlySet<FieldTypeName> = new Set(['code', 'boolean', 'text', 'integer', 'year']);

/** How a value of such a field is written in the files. */
export const jsonType = (field: Field): string =>
  field.type === 'boolean' ? 'boolean' : field.type === 'integer' || field.type === 'year' ? 'number' : 'string';

/** Why records cannot be told apart by the field at all; undefined where they can. */
const fieldProblem = ({ entity, screen }: ScreenUse, field: Field, many: boolean): string | undefined => {
  const { batch = [], inline = [] } = screen.registry.value;
  if (field.writeOnly) return phrases.secret;
  if (!suited.has(field.type)) return phrases.noFixed;
  if (fieldIn(entity.screen.record.value, field.name)?.['x-computed'] !== undefined) return phrases.computed;
  if (many) return field.type === 'code' ? undefined : phrases.noFixedList;
  const asked = [['batch', batch] as const, ['inline', inline] as const].find(([, names]) =>
    names.includes(field.name),
  );
  return asked && phrases.fixedAsked(asked[0]);
};

/** Those of the values that such a field may hold; of each other `refuse` is told, by its place. */
export const fittingValues = (
  field: Field,
  values: readonly Scalar[],
  catalogues: Catalogues,
  refuse: (index: number, reason: string, suggestion: string | undefined) => void,
): readonly Scalar[] => {
  const check = createValueCheck(field, catalogues);
  const { written, expected } = catalogues.fieldTypes[field.type];
  return values.filter((one, index) => {
    const reason = typeof one === jsonType(field) ? check(String(one)) : phrases.expected(written ?? expected);
    if (reason !== undefined) refuse(index, reason, nearest(String(one), field.codes ?? []));
    return reason === undefined;
  });
};

/** What all records of a screen have; undefined where the screen is of every record. */
export const compileFilter = (use: ScreenUse): RegistryScreen['filter'] => {
  const { screen, entity, report, catalogues } = use;
  const { registry, folder } = screen;
  const said = Object.entries(registry.value.filter ?? {});
  if (said.length === 0) return undefined;
  return said.flatMap(([name, value]) => {
    const at = (...more: number[]) => registry.origin(toPointer(['filter', name, ...more]));
    const field = entity.byName.get(name);
    if (field === undefined) {
      const origin = registry.origin(toPointer(['filter', name]), true);
      report('MODEL_FIELD_MISSING', origin, { entity: entity.name, field: name }, nearest(name, entity.byName.keys()));
      return [];
    }
    const many = Array.isArray(value);
    const values: readonly Scalar[] = many ? value : [value];
    const problem = fieldProblem(use, field, many);
    if (problem !== undefined) {
      report('MODEL_FILTER', registry.origin(toPointer(['filter', name]), true), {
        screen: folder,
        field: name,
        reason: problem,
      });
      return [];
    }
    const fitting = fittingValues(field, values, catalogues, (index, reason, suggestion) =>
      report('MODEL_FILTER', many ? at(index) : at(), { screen: folder, field: name, reason }, suggestion),
    );
    return fitting.length === 0 ? [] : [{ field: name, values: fitting }];
  });
};
