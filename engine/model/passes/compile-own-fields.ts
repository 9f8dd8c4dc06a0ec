import { toPointer } from '../../core/json.ts';
import { nearest } from '../../core/nearest.ts';
import { phrases } from '../../core/words.ts';
import { fieldIn } from '../../metadata/property.ts';
import type { ScreenField as SaidField } from '../../metadata/screen-field.ts';
import { baseOf, isAssigned } from '../draft.ts';
import type { OwnFields } from '../screen-entity.ts';
import { ownDraft } from '../screen-entity.ts';
import type { ScreenField } from '../screen-types.ts';
import type { Field } from '../types.ts';
import { createValueCheck } from '../value-problem.ts';
import { jsonType } from './compile-filter.ts';
import type { ScreenUse } from './screen-fields.ts';

const jsonTypeOf = (field: Field): string =>
  ['decimal', 'money', 'percent'].includes(field.type) ? 'number' : jsonType(field);

const isComputed = ({ entity }: ScreenUse, name: string): boolean =>
  fieldIn(entity.screen.record.value, name)?.['x-computed'] !== undefined;

const isConditional = ({ entity }: ScreenUse, name: string): boolean =>
  fieldIn(entity.screen.record.value, name)?.['x-visible-when'] !== undefined;

const isState = ({ entity }: ScreenUse, name: string): boolean => entity.screen.registry.value.states?.field === name;

const isFixed = ({ screen }: ScreenUse, name: string): boolean =>
  Object.hasOwn(screen.registry.value.filter ?? {}, name);

/** Why new records cannot begin with the value; undefined where they can. */
const defaultProblem = (use: ScreenUse, field: Field | undefined, value: SaidField['default']): string | undefined => {
  if (value === undefined) return undefined;
  if (field === undefined || field.relation !== undefined || field.attachment !== undefined) return phrases.noDefault;
  if (isComputed(use, field.name)) return phrases.computed;
  if (field.sequence !== undefined || isState(use, field.name)) return phrases.givenByEngine;
  if (isFixed(use, field.name)) return phrases.fixedAsked('fields');
  const { written, expected } = use.catalogues.fieldTypes[field.type];
  return typeof value === jsonTypeOf(field)
    ? createValueCheck(field, use.catalogues)(String(value))
    : phrases.expected(written ?? expected);
};

/** What the base says of the field already: said once more it changes nothing. */
const saidInBase = ({ entity }: ScreenUse, name: string): SaidField => {
  const { properties, required } = baseOf(entity.screen.record).value;
  const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
  const value = property !== undefined && 'default' in property ? property.default : undefined;
  return {
    ...(property?.title !== undefined && { label: property.title }),
    ...(property?.['x-help'] !== undefined && { help: property['x-help'] }),
    ...(property?.readOnly === true && { readOnly: true }),
    ...(required?.includes(name) && { required: true }),
    ...(value !== undefined && { default: value }),
  };
};

const keys = ['label', 'help', 'required', 'readOnly', 'default'] as const satisfies readonly (keyof SaidField)[];

const asSaid = ({ label, help, required, readOnly, default: value }: SaidField): ScreenField => ({
  ...(label !== undefined && { title: label }),
  ...(help !== undefined && { help }),
  ...(required !== undefined && { required }),
  ...(readOnly !== undefined && { readOnly }),
  ...(value !== undefined && { default: value }),
});

/** Reports a name that the entity has not; a field or array that it has. */
const partOf = (use: ScreenUse, name: string, origin: ReturnType<ScreenUse['screen']['registry']['origin']>) => {
  const { entity, report } = use;
  const part = entity.byName.get(name) ?? entity.children.find((child) => child.name === name);
  if (part === undefined)
    report(
      'MODEL_FIELD_MISSING',
      origin,
      { entity: entity.name, field: name },
      nearest(name, [...entity.byName.keys(), ...entity.children.map((child) => child.name)]),
    );
  return part;
};

/** The names of `only` that there are. Who hides in the files of the base what a screen has contradicts the screen. */
const compileOnly = (use: ScreenUse): readonly string[] | undefined => {
  const { screen, entity, report } = use;
  const { registry, folder } = screen;
  const said = registry.value.only;
  if (said === undefined) return undefined;
  const parts = [...entity.byName.values(), ...entity.children];
  if (parts.every(({ name, visible }) => !visible || said.includes(name)))
    report('MODEL_SCREEN_FIELD', registry.origin('/only', true), {
      screen: folder,
      field: 'only',
      reason: phrases.onlyEverything,
    });
  return said.filter((name, index) => {
    const origin = registry.origin(`/only/${index}`);
    const part = partOf(use, name, origin);
    if (part === undefined) return false;
    const byClient = isAssigned(entity.screen.record, toPointer(['properties', name, 'x-visible']));
    if (!part.visible && !byClient)
      report('MODEL_SCREEN_FIELD', origin, { screen: folder, field: name, reason: phrases.hiddenEverywhere });
    return true;
  });
};

const checkSaid = (use: ScreenUse, name: string, said: SaidField, isIn: boolean): void => {
  const { screen, entity, report } = use;
  const { registry, folder } = screen;
  const refuse = (key: string, reason: string): void =>
    report('MODEL_SCREEN_FIELD', registry.origin(toPointer(['fields', name, key]), true), {
      screen: folder,
      field: name,
      reason,
    });
  const field = entity.byName.get(name);
  const base = saidInBase(use, name);
  for (const key of keys)
    if (said[key] === undefined) continue;
    else if (!isIn && key !== 'default') refuse(key, phrases.saidOutside(key));
    else if (said[key] === base[key]) refuse(key, phrases.saidAlready(key));
    else if (key === 'required' && field === undefined) refuse(key, phrases.arrayRequired);
    else if (key === 'required' && isComputed(use, name)) refuse(key, phrases.computed);
    else if (key === 'required' && isConditional(use, name)) refuse(key, phrases.requiredConditional);
  const problem = defaultProblem(use, field, said.default);
  if (problem !== undefined) refuse('default', problem);
};

/** A record that must have a value which nobody is asked for and nothing gives could never be made through the screen. */
const checkAsked = (use: ScreenUse, own: OwnFields): void => {
  const { screen, entity, report } = use;
  const { registry, folder } = screen;
  const withheld = [...(own.withheld ?? []), ...(entity.screen.registry.value.withheld ?? [])];
  if (withheld.includes('insert') || entity.screen.query !== undefined) return;
  const { fields, children } = ownDraft(entity, own);
  const closed = (part: Pick<Field, 'visible' | 'readOnly'>): boolean => !part.visible || part.readOnly;
  const missing = [
    ...fields.filter(
      (field) =>
        closed(field) &&
        field.required &&
        field.default === undefined &&
        field.sequence === undefined &&
        field.beginsNow !== true &&
        !isComputed(use, field.name) &&
        !isState(use, field.name) &&
        !isFixed(use, field.name),
    ),
    ...children.filter((child) => closed(child) && child.minItems > 0),
  ];
  for (const { name } of missing) {
    const said = Object.hasOwn(registry.value.fields ?? {}, name);
    const pointer = said ? toPointer(['fields', name]) : '/only';
    report('MODEL_SCREEN_FIELD', registry.origin(pointer, true), {
      screen: folder,
      field: name,
      reason: phrases.requiredNowhere,
    });
  }
};

/**
 * What a further screen says of the fields of its entity: `only`, `fields`, and what it withholds. They stand over what a
 * client says of the entity, which stands over schema.json.
 */
export const compileOwnFields = (use: ScreenUse): OwnFields => {
  const { registry, record } = use.screen;
  const { only: names, fields: said, withheld } = registry.value;
  // The screen beside schema.json has the entity as it is; keys that say otherwise are reported with the folder.
  if (record !== undefined || (names === undefined && said === undefined && withheld === undefined)) return {};
  const only = compileOnly(use);
  const kept = Object.entries(said ?? {}).filter(([name, one]) => {
    const part = partOf(use, name, registry.origin(toPointer(['fields', name]), true));
    if (part !== undefined) checkSaid(use, name, one, only === undefined || only.includes(name));
    return part !== undefined;
  });
  const own: OwnFields = {
    ...(only !== undefined && { only }),
    ...(kept.length > 0 && { fields: Object.fromEntries(kept.map(([name, one]) => [name, asSaid(one)])) }),
    ...(withheld !== undefined && { withheld }),
  };
  checkAsked(use, own);
  return own;
};
