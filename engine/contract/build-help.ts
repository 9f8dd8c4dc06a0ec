/**
 * The help pages, from what the files say. In: model, access, the words of the field types. Out: the screens by module,
 * and each module's records with fields, rows, rules and relations. What the caller may not read is not in it.
 */
import type { Access } from '../access/access.ts';
import { keeps } from '../access/keeps.ts';
import { reachOf, readableChildren, readableFields, withFields, writableEntity } from '../access/visible-entity.ts';
import { writableChildren, writableFields } from '../fields/record-schema.ts';
import type { RegistryScreen, Screen } from '../model/screen-types.ts';
import type { Child, Entity, Field, Model } from '../model/types.ts';
import { formFills } from './build-fills.ts';
import type { HelpEntity, HelpField, HelpIndex, HelpModule } from './calls/help-calls.ts';
import { cutExpressions } from './cut-expressions.ts';
import { operandTitles } from './operand-titles.ts';
import { seenBeginnings } from './seen-begins.ts';
import { seenTargetRules } from './seen-rules.ts';
import { Sight } from './sight.ts';

/** What a person calls the values of a field. */
export type CallField = (field: Field) => string;

/** Longest list of values that is told whole. */
const mostValues = 30;

/** Examples of a field that are told. */
const mostExamples = 3;

const said = <Key extends string>(key: Key, value: string | undefined): Partial<Record<Key, string>> =>
  value === undefined ? {} : ({ [key]: value } as Record<Key, string>);

const titled = ({ client }: Model, title: string): string => title.replaceAll('{cliente}', client?.title ?? '');

const isOpen =
  (access: Access) =>
  (screen: Screen): screen is RegistryScreen =>
    screen.kind === 'registry' && access.can(screen.permission.action, screen.permission.subject);

const describeScreen = (model: Model, { entity, path, title, icon, description }: RegistryScreen) => ({
  entity,
  path,
  title: titled(model, title),
  icon,
  ...said('description', description),
});

/** Of a module: the title of its first group in the menu, else its name. */
const titleOf = (model: Model, module: string): string => {
  const group = model.screens.find((screen) => screen.kind === 'group' && screen.module === module);
  return titled(model, group?.title ?? `${module.charAt(0).toUpperCase()}${module.slice(1)}`);
};

/** The other end of a relation; undefined where the caller may know nothing of it. */
const describeEnd = (model: Model, access: Access, name: string) => {
  const entity = model.entities[name];
  if (entity === undefined || reachOf(model, access, entity) === 'none') return undefined;
  const screen = model.screens.find((one) => isOpen(access)(one) && one.entity === name);
  return { entity: name, title: entity.title, module: entity.module, ...said('path', screen?.path) };
};

const describeField = (
  model: Model,
  access: Access,
  callField: CallField,
  field: Field,
  filledFrom: string | undefined,
): HelpField => {
  const { name, title, required, readOnly, unique, description, help, examples, mask, codeList, codes, relation } =
    field;
  const target = relation && describeEnd(model, access, relation.entity);
  const options = model.codeLists[codeList ?? '']?.options.filter(({ value }) => codes?.includes(value));
  return {
    name,
    title,
    kind: callField(field),
    ...said('description', description),
    ...said('help', help),
    required,
    readOnly,
    unique,
    ...(options && options.length <= mostValues ? { values: options.map(({ label }) => label) } : {}),
    ...(examples === undefined || mask !== undefined ? {} : { examples: examples.slice(0, mostExamples) }),
    ...(target === undefined ? {} : { target }),
    ...said('filledFrom', filledFrom),
  };
};

/** By wire name, what a field is filled from, as far as the caller reads it: `Guia › Beneficiário`. */
const filledTitles = (
  model: Model,
  access: Access,
  entity: Entity,
  writable: Entity | undefined,
): ReadonlyMap<string, string> =>
  new Map(
    (writable === undefined ? [] : formFills(new Sight(model, access, entity), writable)).flatMap((fill) => {
      const relation = entity.fields.find(({ column }) => column === fill.relation)?.relation;
      const there = model.entities[relation?.entity ?? '']?.fields ?? [];
      return fill.fields.map(({ column, from }): [string, string] => [
        column,
        `${fill.title} › ${there.find((one) => one.column === from)?.title ?? ''}`,
      ]);
    }),
  );

const listed = new Intl.ListFormat('pt-BR', { type: 'conjunction' });

/** By wire name, the fields by which another begins, as far as the caller reads them: `Emissão e Prazo`. */
const begunTitles = (
  model: Model,
  access: Access,
  entity: Entity,
  writable: Entity | undefined,
  owner: Entity | undefined,
): ReadonlyMap<string, string> => {
  const open = new Set((writable === undefined ? [] : writableFields(writable)).map(({ column }) => column));
  const begins = (entity.expressions?.begins ?? []).filter(({ key }) => open.has(key));
  return new Map(
    seenBeginnings(model, access, entity, begins, owner).flatMap(({ key, value }) => {
      const titles = operandTitles(value, entity, owner);
      return titles.length === 0 ? [] : [[key, listed.format(titles)] as const];
    }),
  );
};

const rowFields = (access: Access, { entity }: Child): readonly Field[] =>
  entity.fields.filter((field) => field.visible && !field.writeOnly && !keeps(access, entity, field));

/** Of the record, and then of the rows that it owns. */
const seenFields = (model: Model, access: Access, entity: Entity): readonly Field[] => [
  ...readableFields(model, access, entity),
  ...readableChildren(model, access, entity).flatMap((child) => rowFields(access, child)),
];

/** Whoever points at the entity, by each field that the caller may read. */
const describeUsers = (model: Model, access: Access, name: string): HelpEntity['usedBy'] =>
  Object.values(model.entities)
    .filter(({ owner }) => owner === undefined)
    .flatMap((entity) => {
      const end = describeEnd(model, access, entity.name);
      if (end === undefined) return [];
      return seenFields(model, access, entity)
        .filter(({ relation }) => relation?.entity === name)
        .map(({ title }) => ({ ...end, field: title }));
    });

const describeEntity = (model: Model, access: Access, callField: CallField, entity: Entity): HelpEntity => {
  const fields = readableFields(model, access, entity);
  const children = readableChildren(model, access, entity);
  const shown = withFields(entity, fields, children);
  const rules = [
    ...(cutExpressions(entity.expressions, shown, undefined)?.rules ?? []),
    ...seenTargetRules(model, access, entity, shown, undefined),
  ];
  const writable = writableEntity(access, entity);
  const describe = (some: readonly Field[], of: Entity, asWritten: Entity | undefined): HelpField[] => {
    const owner = of === entity ? undefined : entity;
    const filled = new Map([
      ...filledTitles(model, access, of, asWritten),
      ...begunTitles(model, access, of, asWritten, owner),
    ]);
    return some.map((field) => describeField(model, access, callField, field, filled.get(field.column)));
  };
  return {
    name: entity.name,
    title: entity.title,
    ...said('description', entity.description),
    screens: model.screens
      .filter(isOpen(access))
      .filter((screen) => screen.entity === entity.name)
      .map((screen) => describeScreen(model, screen)),
    fields: describe(fields, entity, writable),
    rows: children.map((child) => ({
      name: child.name,
      title: child.title,
      ...said('description', child.description),
      fields: describe(
        rowFields(access, child),
        child.entity,
        writableChildren(writable).find(({ name }) => name === child.name)?.entity,
      ),
    })),
    rules: rules.map(({ message }) => message),
    usedBy: describeUsers(model, access, entity.name),
  };
};

/** Titles of the fields, each once, those of owned rows last. */
const fieldTitles = (model: Model, access: Access, name: string): string[] => {
  const entity = model.entities[name];
  if (entity === undefined) return [];
  return [...new Set(seenFields(model, access, entity).map(({ title }) => title))];
};

/** The modules with a screen that the caller may open, in the order of the menu. */
export const buildHelpIndex = (model: Model, access: Access): HelpIndex => {
  const open = model.screens.filter(isOpen(access));
  return {
    modules: [...Map.groupBy(open, ({ module }) => module)].map(([name, screens]) => ({
      name,
      title: titleOf(model, name),
      screens: screens.map((screen) => ({
        ...describeScreen(model, screen),
        fields: fieldTitles(model, access, screen.entity),
      })),
    })),
  };
};

/** undefined where the caller may open nothing of it, or there is none. */
export const buildHelpModule = (
  model: Model,
  access: Access,
  callField: CallField,
  name: string,
): HelpModule | undefined => {
  const entities = Object.values(model.entities).filter(
    (entity) =>
      entity.module === name &&
      entity.owner === undefined &&
      ['record', 'list'].includes(reachOf(model, access, entity)),
  );
  if (entities.length === 0) return undefined;
  return {
    name,
    title: titleOf(model, name),
    entities: entities.map((entity) => describeEntity(model, access, callField, entity)),
  };
};
