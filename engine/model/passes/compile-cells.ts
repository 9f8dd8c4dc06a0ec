import { toPointer } from '../../core/json.ts';
import { phrases } from '../../core/words.ts';
import { isAssigned } from '../draft.ts';
import type { Field } from '../types.ts';
import type { ScreenUse } from './screen-fields.ts';
import { namedField, usableField } from './screen-fields.ts';

type Key = 'totals' | 'inline';

/** Fields of the entity itself that are columns of the list; `unfit` says why another cannot be meant. */
const ownColumns = (use: ScreenUse, key: Key, unfit: (field: Field) => string | undefined): readonly string[] => {
  const { screen } = use;
  const { registry } = screen;
  const shown = registry.value.columns?.map((column) => (typeof column === 'string' ? column : column.field));
  return (registry.value[key] ?? []).flatMap((name, index): string[] => {
    const pointer = `/${key}/${index}`;
    const found = namedField(use, name, pointer);
    if (found === undefined) return [];
    // A client chooses its own columns: what it does not show has no total and no cell.
    const absent = shown !== undefined && !shown.includes(name);
    const ofClient = absent && isAssigned(registry, '/columns');
    const reason =
      found.path.length > 1
        ? phrases.dotted
        : (unfit(found.field) ?? (absent && !ofClient ? phrases.noColumn : undefined));
    if (reason !== undefined) {
      use.report(key === 'totals' ? 'MODEL_TOTAL_FIELD' : 'MODEL_INLINE_FIELD', registry.origin(pointer), {
        screen: screen.folder,
        field: name,
        reason,
      });
      return [];
    }
    return absent || usableField(use, name, pointer, '/columns') === undefined ? [] : [name];
  });
};

const numeric: ReadonlySet<Field['type']> = new Set(['integer', 'decimal', 'money']);

/** The columns that are summed under the list. */
export const compileTotals = (use: ScreenUse): readonly string[] =>
  ownColumns(use, 'totals', (field) => (numeric.has(field.type) ? undefined : phrases.notSummed));

/** The columns that are changed in the list. */
export const compileInline = (use: ScreenUse): readonly string[] => {
  const { record } = use.entity.screen;
  // A client that makes the field read-only takes the cell away; the base contradicts itself.
  const fixed = (field: Field): boolean =>
    field.readOnly && !isAssigned(record, toPointer(['properties', field.name, 'readOnly']));
  return ownColumns(use, 'inline', (field) => {
    if (fixed(field)) return phrases.readOnly;
    return use.catalogues.fieldTypes[field.type].operators.includes('in') ? undefined : phrases.longText;
  }).filter((name) => use.entity.byName.get(name)?.readOnly === false);
};
