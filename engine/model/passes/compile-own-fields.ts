import { toPointer } from '../../core/json.ts';
import { nearest } from '../../core/nearest.ts';
import type { Origin } from '../../core/origin.ts';
import { phrases } from '../../core/words.ts';
import { fieldIn } from '../../metadata/property.ts';
import type { ScreenField as SaidField } from '../../metadata/screen-field.ts';
import type { DraftChild } from '../draft.ts';
import { baseOf, isAssigned } from '../draft.ts';
import type { OwnFields } from '../screen-entity.ts';
import { hasPart, ofRows, ownDraft } from '../screen-entity.ts';
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

/** A field or an array, and the entity that has it. */
interface Part {
  readonly use: ScreenUse;
  readonly name: string;
  readonly part: Field | DraftChild;
}

/** A field or array that the entity has, or the rows of one of its arrays: `itens.valor`. A name of none is reported. */
const partOf = (use: ScreenUse, name: string, origin: Origin): Part | undefined => {
  const { entity, find, report } = use;
  const [first = '', ...more] = name.split('.');
  const array = more.length === 0 ? undefined : entity.children.find((child) => child.name === first);
  const rows = array && find(array.entity);
  if (rows !== undefined) return partOf({ ...use, entity: rows }, more.join('.'), origin);
  const part = entity.byName.get(name) ?? entity.children.find((child) => child.name === name);
  if (part !== undefined) return { use, name, part };
  report(
    'MODEL_FIELD_MISSING',
    origin,
    { entity: entity.name, field: name },
    nearest(name, [...entity.byName.keys(), ...entity.children.map((child) => child.name)]),
  );
  return undefined;
};

/** Whether the names say nothing: all that can be seen is among them. */
const isEverything = ({ entity }: ScreenUse, only: readonly string[]): boolean =>
  [...entity.byName.values(), ...entity.children].every(({ name, visible }) => !visible || only.includes(name));

/** Of the names of `only` those of the rows of an array, each with what it has beside: the array whole. */
const saidTwice = (name: string, only: readonly string[]): boolean =>
  name.split('.').some((_, index, segments) => index > 0 && only.includes(segments.slice(0, index).join('.')));

/** The names of `only` that there are. Who hides in the files of the base what a screen has contradicts the screen. */
const compileOnly = (use: ScreenUse): readonly string[] | undefined => {
  const { registry, folder } = use.screen;
  const said = registry.value.only;
  if (said === undefined) return undefined;
  const refuse = (field: string, origin: Origin, reason: string): void =>
    use.report('MODEL_SCREEN_FIELD', origin, { screen: folder, field, reason });
  if (isEverything(use, said)) refuse('only', registry.origin('/only', true), phrases.onlyEverything);
  return said.filter((name, index) => {
    const origin = registry.origin(`/only/${index}`);
    const found = partOf(use, name, origin);
    if (found === undefined) return false;
    const { entity } = found.use;
    const byClient = isAssigned(entity.screen.record, toPointer(['properties', found.name, 'x-visible']));
    if (!found.part.visible && !byClient) refuse(name, origin, phrases.hiddenEverywhere);
    if (saidTwice(name, said)) refuse(name, origin, phrases.onlyWhole);
    return true;
  });
};

/** Whether the screen has it: by its own name, or with the whole of the array that holds it. */
const isInside = (only: readonly string[] | undefined, name: string): boolean =>
  hasPart(only, name) || (only !== undefined && saidTwice(name, only));

/** `path`: the name as the screen says it. */
const checkSaid = ({ use, name }: Part, path: string, said: SaidField, isIn: boolean): void => {
  const { screen, entity, report } = use;
  const { registry, folder } = screen;
  const refuse = (key: string, reason: string): void =>
    report('MODEL_SCREEN_FIELD', registry.origin(toPointer(['fields', path, key]), true), {
      screen: folder,
      field: path,
      reason,
    });
  const field = entity.byName.get(name);
  const base = saidInBase(use, name);
  for (const key of keys)
    if (said[key] === undefined) continue;
    else if (!isIn && key !== 'default') refuse(key, phrases.saidOutside(key));
    else if (path !== name && key === 'default') refuse(key, phrases.rowsDefault);
    else if (said[key] === base[key]) refuse(key, phrases.saidAlready(key));
    else if (key === 'required' && field === undefined) refuse(key, phrases.arrayRequired);
    else if (key === 'required' && isComputed(use, name)) refuse(key, phrases.computed);
    else if (key === 'required' && isConditional(use, name)) refuse(key, phrases.requiredConditional);
  const problem = path === name ? defaultProblem(use, field, said.default) : undefined;
  if (problem !== undefined) refuse('default', problem);
};

/**
 * A record, or a row that it owns, that must have a value which nobody is asked for and nothing gives could never be made
 * through the screen. `array`: how the screen names the rows.
 */
const checkAsked = (use: ScreenUse, own: OwnFields, array = ''): void => {
  const { screen, entity, find, report } = use;
  const { registry, folder } = screen;
  const { fields, children } = ownDraft(entity, own);
  const closed = (part: Pick<Field, 'visible' | 'readOnly'>): boolean => !part.visible || part.readOnly;
  const missing = [
    ...fields.filter(
      (field) =>
        closed(field) &&
        field.required &&
        field.default === undefined &&
        field.sequence === undefined &&
        (field.beginsNow !== true || array !== '') &&
        !isComputed(use, field.name) &&
        !isState(use, field.name) &&
        !isFixed(use, field.name) &&
        // Whose row it is, and where it stands, the engine writes.
        (array === '' || entity.screen.record.value.properties[field.name] !== undefined),
    ),
    ...children.filter((child) => closed(child) && child.minItems > 0),
  ];
  for (const { name } of missing) {
    const path = array + name;
    const pointer = Object.hasOwn(registry.value.fields ?? {}, path) ? toPointer(['fields', path]) : '/only';
    report('MODEL_SCREEN_FIELD', registry.origin(pointer, true), {
      screen: folder,
      field: path,
      reason: phrases.requiredNowhere,
    });
  }
  for (const child of children) {
    const rows = closed(child) ? undefined : find(child.entity);
    const said = ofRows(own, child.name);
    if (rows !== undefined && (said.only !== undefined || said.fields !== undefined))
      checkAsked({ ...use, entity: rows }, said, `${array}${child.name}.`);
  }
};

/** Of a report nothing is written through the screen. */
const readOnlyScreen = ['insert', 'update', 'delete'] as const;

/**
 * What a further screen says of the fields of its entity: `only`, `fields`, and what it withholds. They stand over what a
 * client says of the entity, which stands over schema.json. Names of rows' fields stand behind that of their array.
 */
export const compileOwnFields = (use: ScreenUse): OwnFields => {
  const { registry, record } = use.screen;
  const { only: names, fields: said, report } = registry.value;
  const withheld = report === undefined ? registry.value.withheld : readOnlyScreen;
  // The screen beside schema.json has the entity as it is; keys that say otherwise are reported with the folder.
  if (record !== undefined || (names === undefined && said === undefined && withheld === undefined)) return {};
  const only = compileOnly(use);
  const kept = Object.entries(said ?? {}).filter(([name, one]) => {
    const found = partOf(use, name, registry.origin(toPointer(['fields', name]), true));
    if (found !== undefined) checkSaid(found, name, one, isInside(only, name));
    return found !== undefined;
  });
  const own: OwnFields = {
    ...(only !== undefined && { only }),
    ...(kept.length > 0 && { fields: Object.fromEntries(kept.map(([name, one]) => [name, asSaid(one)])) }),
    ...(withheld !== undefined && { withheld }),
  };
  const none = [...(withheld ?? []), ...(use.entity.screen.registry.value.withheld ?? [])].includes('insert');
  if (!none && use.entity.screen.query === undefined) checkAsked(use, own);
  return own;
};
