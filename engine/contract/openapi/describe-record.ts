/**
 * Records as JSON Schema: as one caller reads them (any part, by `select`) and as one writes them. What the caller may
 * not see is in none. In: model and access. Out: schemas, and the related ones that they point at.
 */
import type { Access } from '../../access/access.ts';
import { readsLogins } from '../../access/keeps.ts';
import { writableInMove } from '../../access/may-move.ts';
import type { Known, Reach } from '../../access/visible-entity.ts';
import {
  asRead,
  comparableFields,
  isKnownAlone,
  leadsTo,
  reachOf,
  readableBehind,
  readableChildren,
  readableFields,
  writableEntity,
} from '../../access/visible-entity.ts';
import { sentPattern } from '../../core/mask.ts';
import type { Expression } from '../../expressions/types.ts';
import { fieldTypes } from '../../fields/index.ts';
import { isAsked, recordSchema, writableChildren, writableFields } from '../../fields/record-schema.ts';
import { screenEntity } from '../../model/screen-entity.ts';
import type { RegistryScreen } from '../../model/screen-types.ts';
import type { BegunField, Transition } from '../../model/state-types.ts';
import type { Beginning, Child, CodeOption, Condition, Entity, Field, Model } from '../../model/types.ts';
import { ownerPrefix, personColumns } from '../../model/types.ts';
import { formFills } from '../build-fills.ts';
import { cutExpressions } from '../cut-expressions.ts';
import { seenBeginnings, seenBegins } from '../seen-begins.ts';
import { seenTargetRules } from '../seen-rules.ts';
import { Sight as UserSight } from '../sight.ts';
import { idField, recordOnlyColumns, systemFields } from '../system-fields.ts';
import { formerAnswers, formerProperties, formersOf } from './former-names.ts';
import type { Json } from './json.ts';
import { nullable, ref } from './json.ts';
import { withOffered } from './with-offered.ts';

/** Whose sight the document is written from, and what has been described for it so far. */
export interface Sight {
  readonly model: Model;
  readonly access: Access;
  /** The screen behind each route, as requests find it. */
  readonly screens: readonly RegistryScreen[];
  readonly schemas: Record<string, Json>;
}

/** Resource that the caller may read records of an entity from; undefined where there is none. */
const pathOf = ({ model, access, screens }: Sight, name: string): string | undefined => {
  const entity = model.entities[name];
  return entity && screens.find((one) => one.entity === name && reachOf(model, access, entity, one) !== 'none')?.path;
};

const moment = { type: 'string', format: 'date-time' } as const;
const userId = { type: ['integer', 'null'], format: 'int64' } as const;
const login = {
  type: ['string', 'null'],
  description: 'O login; só quando pedido em `select`.',
  'x-asked': true,
} as const;
const systemTypes: Readonly<Record<string, Json>> = {
  id: { type: 'integer', format: 'int64' },
  versao: { type: 'integer', description: 'Cresce a cada alteração; é o ETag do registro.' },
  criado_em: moment,
  criado_por: userId,
  criado_por_login: login,
  alterado_em: nullable(moment),
  alterado_por: userId,
  alterado_por_login: login,
};

const systemOf = ({ model, access }: Sight, entity: Entity, reach: Reach): Json =>
  Object.fromEntries(
    systemFields
      .filter(({ name }) => (reach === 'record' && entity.view === undefined) || !recordOnlyColumns.has(name))
      .filter(({ name }) => !personColumns.has(name) || readsLogins(model, access))
      .map(({ name, title }) => [name, { title, ...systemTypes[name] }]),
  );

/** `MG: Minas Gerais; RJ: Rio de Janeiro`, of the values given. */
const meanings = (options: readonly CodeOption[], codes: readonly string[]): string =>
  `${options
    .filter(({ value }) => codes.includes(value))
    .map(({ value, label }) => `\`${value}\`: ${label}`)
    .join('; ')}.`;

/** A list of values, described once for all fields that take all of it. */
const codeList = (sight: Sight, list: string, codes: readonly string[] | undefined): Json => {
  const { title = '', options = [] } = sight.model.codeLists[list] ?? {};
  const all = options.map(({ value }) => value);
  const values = codes ?? all;
  const schema = { title, description: meanings(options, values), type: 'string', enum: values };
  if (values.length < all.length) return schema;
  sight.schemas[`lista.${list}`] = schema;
  return ref('schemas', `lista.${list}`);
};

/** By wire names: the date of the record, and those of the target between which it must be. */
const validOn = (
  open: readonly Field[],
  { relation }: Field,
): { readonly on: string; readonly from: string; readonly until: string } | undefined => {
  const { date: on, valid } = relation ?? {};
  const [from, until] = [valid?.from, valid?.until].map((name) => open.find((one) => one.name === name)?.column);
  return on === undefined || from === undefined || until === undefined ? undefined : { on, from, until };
};

/** `, em que \`ativo\` é \`true\` e \`empresa_id\` é o mesmo deste registro`, as far as the caller may ask for it there. */
const choiceText = ({ model, access }: Sight, field: Field): string => {
  const target = model.entities[field.relation?.entity ?? ''];
  const open = target ? comparableFields(model, access, target) : [];
  const terms = (field.relation?.where ?? []).flatMap((one): string[] => {
    const column = open.find(({ name }) => name === one.field)?.column;
    if (column === undefined) return [];
    const values = 'values' in one ? one.values.map((value) => `\`${value}\``).join(' ou ') : undefined;
    const same =
      'from' in one && one.from.startsWith(ownerPrefix) ? 'o mesmo do registro da linha' : 'o mesmo deste registro';
    return [`\`${column}\` é ${values ?? same}`];
  });
  const valid = validOn(open, field);
  if (valid !== undefined)
    terms.push(`\`${valid.on}\` deste registro fica entre \`${valid.from}\` e \`${valid.until}\``);
  return terms.length === 0 ? '' : `, em que ${terms.join(' e ')}`;
};

/** The same for programs: `x-where`, values that are fixed, by the wire names of the target, and `x-valid`, of a date. */
const fixedChoice = ({ model, access }: Sight, field: Field): Json => {
  const target = model.entities[field.relation?.entity ?? ''];
  const open = target ? comparableFields(model, access, target) : [];
  const fixed = (field.relation?.where ?? []).flatMap((one): [string, readonly unknown[]][] =>
    'values' in one && open.some(({ name }) => name === one.field) ? [[one.field, one.values]] : [],
  );
  const valid = validOn(open, field);
  return {
    ...(fixed.length === 0 ? {} : { 'x-where': Object.fromEntries(fixed) }),
    ...(valid === undefined ? {} : { 'x-valid': valid }),
  };
};

const targetText = (sight: Sight, field: Field): string | undefined => {
  const path = field.relation && pathOf(sight, field.relation.entity);
  return path === undefined ? undefined : `O \`id\` de um registro de \`${path}\`${choiceText(sight, field)}.`;
};

const sentence = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : /[.!?]$/.test(text) ? text : `${text}.`;

/** Of the examples of a field, those that a reader needs to see what is meant. */
const examplesTold = 3;

/** What is told of a field beside its type. */
const annotations = (sight: Sight, field: Field): Json => {
  const description = [sentence(field.description ?? field.help), targetText(sight, field)].filter(
    (part) => part !== undefined,
  );
  const path = field.relation && pathOf(sight, field.relation.entity);
  return {
    title: field.title,
    ...(description.length === 0 ? {} : { description: description.join(' ') }),
    ...(field.examples === undefined ? {} : { examples: field.examples.slice(0, examplesTold) }),
    ...(path === undefined ? {} : { 'x-resource': path, ...fixedChoice(sight, field) }),
  };
};

/** `time` of JSON Schema has an offset; ours has none. */
const formatOf = (schema: Json): Json => (schema['format'] === 'time' ? { format: 'time-local' } : {});

const orNull = (schema: Json, required: boolean): Json =>
  required ? ('$ref' in schema ? { allOf: [schema] } : schema) : { anyOf: [schema, { type: 'null' }] };

/** A value that is read: its type alone, for limits may have become narrower than what is stored. */
const readValue = (sight: Sight, field: Field): Json => {
  if (field.codeList !== undefined)
    return { ...annotations(sight, field), ...orNull(codeList(sight, field.codeList, undefined), field.required) };
  const whole = fieldTypes[field.type].valueSchema(field);
  const value = {
    type: whole['type'],
    ...(whole['format'] === undefined ? {} : { format: whole['format'] }),
    ...(whole['items'] === undefined ? {} : { items: whole['items'] }),
    ...formatOf(whole),
  };
  return { ...annotations(sight, field), ...(field.required ? value : nullable(value)) };
};

/** With the literals of its mask or without; its limits are of what is stored. */
const writeMasked = (sight: Sight, field: Field, mask: string, value: Json): Json => {
  const { minLength: _least, maxLength: _most, ...rest } = value;
  const secret = field.writeOnly ? { writeOnly: true } : {};
  return { ...rest, pattern: sentPattern(mask), ...annotations(sight, field), ...secret };
};

/** A value that is written: what validators are compiled from, its list of values described apart. */
const writeValue = (sight: Sight, field: Field, value: Json): Json => {
  const { type: _type, enum: _enum, ...rest } = value;
  if (field.mask !== undefined) return writeMasked(sight, field, field.mask, value);
  const annotated = annotations(sight, field);
  const secret = field.writeOnly ? { writeOnly: true } : {};
  return field.codeList === undefined
    ? { ...value, ...formatOf(value), ...annotated, ...secret }
    : { ...rest, ...annotated, ...secret, ...orNull(codeList(sight, field.codeList, field.codes), field.required) };
};

/** The to-one relations of an entity that `select` may embed, each as its own schema, and theirs. */
const embeds = (sight: Sight, entity: Entity, fields: readonly Field[]): Json =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const known = field.relation?.known;
      const target = field.relation && sight.model.entities[field.relation.entity];
      if (!target || !leadsTo(sight.model, sight.access, target, known)) return [];
      const by = known === undefined ? undefined : { name: `${entity.name}.${field.name}`, known };
      return [
        [
          field.name,
          {
            title: field.title,
            description: `Só quando pedido em \`select\`: \`${field.name}(...)\`.`,
            anyOf: [embeddedSchema(sight, target, by), { type: 'null' }],
            'x-embed': true,
          },
        ],
      ];
    }),
  );

/** A relation that makes more known of what it points at than others do. */
interface KnownBy {
  readonly name: string;
  readonly known: readonly string[];
}

const embeddedSchema = (sight: Sight, entity: Entity, by?: KnownBy): Json => {
  const name = `${by?.name ?? entity.name}.relacao`;
  if (sight.schemas[name] === undefined) {
    // Before its own relations are followed: they may lead back here.
    sight.schemas[name] = {};
    sight.schemas[name] = rowSchema(sight, entity, undefined, by?.known);
  }
  return ref('schemas', name);
};

const childRows = (sight: Sight, entity: Entity, screen: RegistryScreen | undefined): Json =>
  Object.fromEntries(
    readableChildren(sight.model, sight.access, entity, screen).map((child) => [
      child.name,
      {
        title: child.title,
        description: [
          sentence(child.description ?? child.help),
          `Só quando pedido em \`select\`: \`${child.name}(*)\`.`,
        ]
          .filter((part) => part !== undefined)
          .join(' '),
        type: 'array',
        items: embeddedSchema(sight, child.entity),
        'x-embed': true,
      },
    ]),
  );

/** What the files say of the entity, to who reads more than its label and where it names nothing that is kept. */
export const openDescription = (
  { model, access }: Sight,
  entity: Entity,
  screen: RegistryScreen | undefined,
): string | undefined => {
  const reach = reachOf(model, access, entity, screen);
  if (reach !== 'record' && reach !== 'list') return undefined;
  const said = entity.description?.toLowerCase();
  const open = readableFields(model, access, entity, screen);
  const named = entity.fields.some(
    (field) =>
      !open.includes(field) && (said?.includes(field.title.toLowerCase()) || said?.includes(field.name.toLowerCase())),
  );
  return named ? undefined : entity.description;
};

/** The registries whose rows point at this entity, by their routes: `select` embeds them as arrays. */
const pointing = (sight: Sight, entity: Entity): Json => {
  const { model, access, screens } = sight;
  return Object.fromEntries(
    screens.flatMap((screen) => {
      const owner = screenEntity(model, screen);
      const name = screen.path.slice(1);
      // Other names cannot be keys of an answer without an alias.
      if (!owner || !/^[a-z]\w*$/.test(name) || !['list', 'record'].includes(reachOf(model, access, owner, screen)))
        return [];
      const fields = comparableFields(model, access, owner, screen).filter(
        (field) => field.relation?.entity === entity.name,
      );
      if (fields.length === 0) return [];
      const forms =
        fields.length === 1 ? [`\`${name}(...)\``] : fields.map((field) => `\`${name}!${field.name}(...)\``);
      return [
        [
          name,
          {
            title: screen.title,
            description: `Só quando pedido em \`select\`: ${forms.join(' ou ')}; no máximo 1000 por registro.`,
            type: 'array',
            items: ref('schemas', screen.folder),
            'x-embed': true,
          },
        ],
      ];
    }),
  );
};

const rowSchema = (sight: Sight, entity: Entity, screen: RegistryScreen | undefined, known?: Known): Json => {
  const { model, access } = sight;
  const isAlone = known !== undefined && isKnownAlone(model, access, entity);
  const open =
    known === undefined ? readableFields(model, access, entity, screen) : readableBehind(model, access, entity, known);
  const fields = open.map((field) => asRead(access, entity, field));
  const description = openDescription(sight, entity, screen);
  const own = Object.fromEntries(fields.map((field) => [field.column, readValue(sight, field)]));
  const related = embeds(sight, entity, fields) as Properties;
  return {
    title: entity.title,
    ...(description === undefined ? {} : { description }),
    type: 'object',
    properties: {
      ...formerAnswers(formersOf(model, entity, fields), { ...own, ...related }),
      ...(isAlone
        ? { id: { title: idField.title, ...systemTypes['id'] } }
        : systemOf(sight, entity, reachOf(model, access, entity, screen))),
      ...own,
      ...related,
      ...(isAlone ? {} : { ...pointing(sight, entity), ...childRows(sight, entity, screen) }),
    },
  };
};

/** The record as this caller reads it through a screen. */
export const readSchema = (sight: Sight, entity: Entity, screen: RegistryScreen): Json =>
  rowSchema(sight, entity, screen);

type Properties = Readonly<Record<string, Json>>;

/**
 * What validators are compiled from, with what a reader of the document wants to know beside. A field that has a default,
 * or is filled from what a relation points at, need not be sent, though the record that is validated has it. `fills`: whether
 * anything is filled so.
 */
const annotate = (sight: Sight, entity: Entity, schema: Json, owner?: Entity, fills = true): Json => {
  const filled = new Set([
    ...writableFields(entity).flatMap((field) =>
      field.default === undefined && !(fills && field.filledFrom !== undefined) ? [] : [field.column],
    ),
    ...(fills ? begunNew(sight, entity, owner).map(({ key }) => key) : []),
  ]);
  const withoutFilled = (whole: Json): Json => ({
    ...whole,
    required: (whole['required'] as readonly string[]).filter((name) => !filled.has(name)),
  });
  const ofNew = schema['else'] === undefined ? {} : { else: withoutFilled(schema['else'] as Json) };
  const properties = { ...(schema['properties'] as Properties) };
  for (const field of writableFields(entity)) {
    properties[field.column] = writeValue(sight, field, properties[field.column] ?? {});
  }
  for (const child of writableChildren(entity)) properties[child.name] = annotateRows(sight, entity, child, properties);
  Object.assign(properties, formerProperties(formersOf(sight.model, entity, writableFields(entity)), properties));
  return withExpressions(sight, entity, { ...withoutFilled(schema), ...ofNew, properties }, owner);
};

/** What begins by an expression of which the caller knows all that it reads. */
const begunNew = ({ model, access }: Sight, entity: Entity, owner?: Entity): readonly Beginning[] => {
  const open = new Set(writableFields(entity).map(({ column }) => column));
  const begins = (entity.expressions?.begins ?? []).filter(({ key }) => open.has(key));
  return seenBeginnings(model, access, entity, begins, owner);
};

/** With what a new record begins with where a call says nothing, also in `x-begins`. */
const withBeginnings = (sight: Sight, entity: Entity, schema: Json, owner?: Entity): Json => {
  const properties = { ...(schema['properties'] as Properties) };
  for (const { key, value } of begunNew(sight, entity, owner)) {
    const property = properties[key] ?? {};
    const required = entity.fields.some((field) => field.column === key && field.required);
    // Of what must have a value one is asked for where the expression comes to none.
    const when = required ? `empty(${value.source})` : undefined;
    const said = `Ausente em um registro novo, começa com \`${value.source}\`${required ? '' : '; `null` deixa vazio'}.`;
    const parts = [property['description'], when && conditionTexts.required(when), said];
    properties[key] = {
      ...property,
      description: parts.filter((part) => part !== undefined).join(' '),
      'x-begins': value.source,
      ...(when !== undefined && { 'x-required-when': when }),
    };
  }
  return { ...schema, properties };
};

const conditionTexts: Readonly<Record<Condition['kind'], (source: string) => string>> = {
  visible: (source) => `A tela mostra o campo quando \`${source}\`.`,
  required: (source) => `Obrigatório quando \`${source}\`.`,
  readOnly: (source) => `Não pode ser alterado quando \`${source}\`.`,
};

/**
 * With where a value comes from that a new record does not say, also by wire names in `x-filled-from`. Of what must have one
 * it is asked for all the same where there is no relation for it to come by.
 */
const withFills = ({ model, access }: Sight, entity: Entity, schema: Json): Json => {
  const own = model.entities[entity.name];
  const fills = own === undefined ? [] : formFills(new UserSight(model, access, own), entity);
  if (fills.length === 0) return schema;
  const properties = { ...(schema['properties'] as Properties) };
  for (const { relation, fields } of fills)
    for (const { column, from } of fields) {
      const field = own?.fields.find((one) => one.column === column);
      const when = field?.required === true ? `empty(${field.filledFrom?.relation})` : undefined;
      const empty = when === undefined ? '; `null` deixa vazio' : '';
      const said = `Ausente, vem de \`${from}\` do que \`${relation}\` aponta${empty}.`;
      const property = properties[column] ?? {};
      const description = [property['description'], when && conditionTexts.required(when), said]
        .filter((part) => part !== undefined)
        .join(' ');
      properties[column] = {
        ...property,
        description,
        'x-filled-from': `${relation}.${from}`,
        ...(when !== undefined && { 'x-required-when': when }),
      };
    }
  return { ...schema, properties };
};

/** With what conditions and rules ask for, as far as the caller may see what they read. */
const withExpressions = ({ model, access }: Sight, entity: Entity, schema: Json, owner: Entity | undefined): Json => {
  const expressions = cutExpressions(entity.expressions, entity, owner);
  if (expressions === undefined) return schema;
  const properties = { ...(schema['properties'] as Properties) };
  for (const { key, kind, expression } of expressions.conditions) {
    const property = properties[key];
    if (property === undefined) continue;
    const said = [property['description'], conditionTexts[kind](expression.source)].filter(
      (part) => part !== undefined,
    );
    const keyword = kind === 'required' ? { 'x-required-when': expression.source } : {};
    properties[key] = { ...property, description: said.join(' '), ...keyword };
  }
  const { lock } = expressions;
  const closed =
    lock &&
    `Fechado a alterações, menos por transições, quando \`${lock.expression.source}\`: ${lock.keys.map((key) => `\`${key}\``).join(', ')}.`;
  const seen = seenTargetRules(model, access, entity, entity, owner);
  const rules = [...expressions.rules, ...seen].map(({ must, message }) => `- ${message} \`${must.source}\``);
  if (rules.length === 0 && closed === undefined) return { ...schema, properties };
  const ruled = rules.length === 0 ? undefined : `Regras do registro:\n${rules.join('\n')}`;
  const description = [schema['description'], closed, ruled].filter((part) => part !== undefined);
  return { ...schema, properties, description: description.join('\n\n') };
};

const annotateRows = (sight: Sight, owner: Entity, child: Child, properties: Properties): Json => {
  const rows = properties[child.name] ?? {};
  const description = [
    sentence(child.description ?? child.help),
    'Ausente, fica como está; presente, é o novo conjunto: a linha com `id` fica, a sem `id` é nova, a que falta sai. Da linha com `id` vai só o que muda; o que ela não cita fica como está.',
  ].filter((part) => part !== undefined);
  // Of the row that a transition asks for all is said.
  const fills = !isAsked(child);
  const items = annotate(sight, child.entity, rows['items'] as Json, owner, fills);
  return {
    ...rows,
    description: description.join(' '),
    items: fills ? withBeginnings(sight, child.entity, withFills(sight, child.entity, items), owner) : items,
  };
};

/** A call bears no person but the one who makes it. */
const begunWith = ({ source, tree }: Expression): string =>
  tree[0] === 'call' && tree[1] === 'caller' ? `quem chama (\`${source}\`)` : `\`${source}\` do registro como está`;

/** With what the fields begin with that a call leaves out, also in `x-begins`. */
const withBegins = (
  { model, access }: Sight,
  entity: Entity,
  begins: readonly BegunField[] | undefined,
  schema: Json,
  when = '',
): Json => {
  const properties = { ...(schema['properties'] as Properties) };
  for (const { key, value } of seenBegins(model, access, entity, begins ?? [])) {
    const property = properties[key];
    if (property === undefined) continue;
    const said = `Deixado de fora${when}, começa com ${begunWith(value)}; \`null\` deixa vazio.`;
    const description = [property['description'], said].filter((part) => part !== undefined).join(' ');
    properties[key] = { ...property, description, 'x-begins': value.source };
  }
  return { ...schema, properties };
};

/** What a transition asks for; what must have a value afterwards may have it already, or begin with one. */
export const transitionSchema = (sight: Sight, entity: Entity, transition: Transition): Json => {
  const { asked } = writableInMove(sight.access, entity, transition);
  const own = annotate(sight, asked, recordSchema(asked, true));
  const schema = withBegins(sight, entity, transition.begins, own, ', onde o registro não tem valor');
  const properties = { ...(schema['properties'] as Properties) };
  for (const { list, add } of transition.rows ?? []) {
    const rows = properties[list];
    if (rows !== undefined && add?.begins !== undefined)
      properties[list] = { ...rows, items: withBegins(sight, entity, add.begins, rows['items'] as Json) };
  }
  return { ...withOffered(asked, { ...schema, properties }, transition), title: transition.title };
};

/** The record as this caller writes it; `partial`: only the fields that change. */
export const writeSchema = (sight: Sight, entity: Entity, partial: boolean): Json => {
  const writable = writableEntity(sight.access, entity);
  const schema = withOffered(writable, annotate(sight, writable, recordSchema(writable, partial)));
  return partial ? schema : withBeginnings(sight, writable, withFills(sight, writable, schema));
};
