import { toPointer } from '../../core/json.ts';
import { phrases } from '../../core/words.ts';
import { ownedEntity } from '../../metadata/owned-rows.ts';
import { arraysIn, defaultMaxItems } from '../../metadata/property.ts';
import type { Declaration } from '../../overlay/base-index.ts';
import type { DraftChild } from '../draft.ts';
import { isAssigned } from '../draft.ts';
import type { Report } from '../report.ts';
import type { Field } from '../types.ts';
import { reservedNames } from '../types.ts';
import { checkUnwritable } from './check-unwritable.ts';

const checkChild = (
  screen: Declaration,
  child: DraftChild,
  minItems: number | undefined,
  fields: readonly Field[],
  report: Report,
): void => {
  const { record, registry } = screen;
  const { entity } = registry.value;
  const { name } = child;
  const at = (...rest: string[]) => record.origin(toPointer(['properties', name, ...rest]), true);
  if (reservedNames.has(name)) report('MODEL_FIELD_RESERVED', at(), { field: name });
  if (fields.some((field) => field.column === name)) report('MODEL_FIELD_DUPLICATE', at(), { entity, column: name });
  const required = record.value.required?.includes(name) ?? false;
  // A client that does without the rows takes the limit away with them.
  const optional = minItems !== undefined && !required && !isAssigned(record, '/required', name);
  const reversed = minItems !== undefined && minItems > child.maxItems;
  if (optional) report('MODEL_LIMITS', at('minItems'), { entity, field: name, problem: phrases.minItemsOptional });
  if (reversed)
    report('MODEL_LIMITS', at('minItems'), {
      entity,
      field: name,
      problem: phrases.minItemsOverMaxItems(minItems, child.maxItems),
    });
  checkUnwritable(screen, { ...child, required, default: undefined }, report);
};

/** The arrays of owned rows of one entity, in order. */
export const compileChildren = (screen: Declaration, fields: readonly Field[], report: Report): readonly DraftChild[] =>
  arraysIn(screen.record.value).map(([name, property]) => {
    const required = screen.record.value.required?.includes(name) ?? false;
    const child: DraftChild = {
      name,
      title: property.title,
      description: property.description,
      help: property['x-help'],
      visible: property['x-visible'] ?? true,
      readOnly: property.readOnly ?? false,
      minItems: required ? (property.minItems ?? 1) : 0,
      maxItems: property.maxItems ?? defaultMaxItems,
      entity: ownedEntity(screen.registry.value.entity, name),
    };
    checkChild(screen, child, property.minItems, fields, report);
    return child;
  });
