/** The explanations of each kind of target, as tables: a property, its place in the files, its value, its rule. */
import type { Json } from '../core/json.ts';
import { toPointer, valueAt } from '../core/json.ts';
import type { Origin } from '../core/origin.ts';
import { ruleWords } from '../core/words.ts';
import type { RawDocument, RawScreen } from '../metadata/documents.ts';
import type { ResolvedFiles } from '../overlay/resolved.ts';
import { becauseOf, isPatched, originOf } from '../overlay/resolved.ts';
import { columnField } from '../overlay/rules.ts';
import type { Child, Condition, Entity, Explanation, Field, LabelPart, Model, RegistryScreen } from './types.ts';

/** One property of a target. `rule` is what gives the value where the file says nothing at `pointer`. */
interface Row {
  readonly name: string;
  readonly pointer: string | undefined;
  readonly value: unknown;
  readonly rule: string;
  readonly member?: string;
}

const contentOf = (document: RawDocument): Json => document.value as unknown as Json;

/** Where the base writes the value; undefined where it does not. */
const placeOf = (document: RawDocument, pointer: string, member: string | undefined): Origin | undefined => {
  const written = valueAt(contentOf(document), pointer);
  if (member === undefined) return written === undefined ? undefined : document.origin(pointer);
  const index = Array.isArray(written) ? written.indexOf(member) : -1;
  return index < 0 ? undefined : document.origin(`${pointer}/${index}`);
};

const explainRow = (target: string, document: RawDocument | undefined, row: Row): Explanation => {
  const { pointer, member, value } = row;
  const full = `${target}.${row.name}`;
  if (document === undefined || pointer === undefined)
    return { target: full, value, origin: undefined, rule: row.rule, lost: [] };
  const said = isPatched(document)
    ? document.assignments.findLast((one) => one.pointer === pointer && one.member === member)
    : undefined;
  const base = isPatched(document) ? document.base : document;
  const place = placeOf(base, pointer, member);
  if (said === undefined)
    return { target: full, value, origin: place, rule: place === undefined ? row.rule : undefined, lost: [] };
  const because = becauseOf(said);
  return {
    target: full,
    value,
    origin: originOf(said),
    rule: undefined,
    ...(because === undefined ? {} : { because }),
    lost:
      said.previous === undefined
        ? []
        : [{ value: said.previous, origin: place, rule: place === undefined ? row.rule : undefined }],
  };
};

const explainRows = (target: string, document: RawDocument | undefined, rows: readonly Row[]): readonly Explanation[] =>
  rows.map((row) => explainRow(target, document, row));

const labelText = (parts: readonly LabelPart[]): string =>
  parts.map((part) => ('field' in part ? `{${part.field}}` : part.text)).join('');

const declarationOf = (files: ResolvedFiles, entity: Entity): RawScreen | undefined =>
  files.screens.find(
    (screen) =>
      screen.module === entity.module &&
      screen.folder === entity.folder &&
      (screen.owner === undefined) === (entity.owner === undefined) &&
      screen.registry.value.entity === entity.name,
  );

/** Of owned rows: within their record. */
const isUnique = ({ owner, indexes }: Entity, field: Field): boolean =>
  owner === undefined
    ? field.unique
    : indexes.some(({ unique, columns }) => unique && columns.length === 2 && columns[1] === field.column);

export const explainField = (files: ResolvedFiles, entity: Entity, field: Field): readonly Explanation[] => {
  const keyword = (name: string): string => toPointer(['properties', field.name, name]);
  const plain = (name: string, key: string, value: unknown, rule: string = ruleWords.absent): Row => ({
    name,
    pointer: keyword(key),
    value,
    rule,
  });
  const inRelation = (name: string, value: unknown, rule: string): Row => ({
    name: name === 'label' ? 'relationLabel' : name,
    pointer: toPointer(['properties', field.name, 'x-relation', name]),
    value,
    rule,
  });
  const target = `${entity.name}.${field.name}`;
  const condition = (kind: Condition['kind']) =>
    entity.expressions?.conditions.find((one) => one.key === field.column && one.kind === kind)?.expression.source;
  const computed = entity.expressions?.computed.find(({ key }) => key === field.column)?.expression.source;
  const { relation } = field;
  const holdsState = entity.states?.key === field.column;
  const sources = entity.view?.sources[field.name]?.map((source) => `${source.entity}.${source.part}`);
  return explainRows(target, declarationOf(files, entity)?.record, [
    plain('label', 'title', field.title),
    plain('visible', 'x-visible', field.visible, ruleWords.language),
    plain('readOnly', 'readOnly', field.readOnly, holdsState ? ruleWords.states : ruleWords.language),
    {
      name: 'required',
      pointer: '/required',
      member: field.name,
      value: field.required,
      rule: holdsState ? ruleWords.states : ruleWords.notRequired,
    },
    plain('visibleWhen', 'x-visible-when', condition('visible')),
    plain('requiredWhen', 'x-required-when', condition('required')),
    plain('readOnlyWhen', 'x-read-only-when', condition('readOnly')),
    plain('computed', 'x-computed', computed),
    plain('sequence', 'x-sequence', field.sequence),
    plain('mask', 'x-mask', field.mask),
    plain('default', 'default', field.default, holdsState ? ruleWords.states : ruleWords.absent),
    plain('help', 'x-help', field.help),
    plain('codes', 'x-codes', field.codes, field.codes === undefined ? ruleWords.absent : ruleWords.codes),
    { name: 'type', pointer: undefined, value: field.type, rule: ruleWords.type },
    { name: 'column', pointer: undefined, value: field.column, rule: ruleWords.column },
    plain('description', 'description', field.description),
    plain('format', 'format', field.format),
    plain('unique', 'x-unique', isUnique(entity, field), ruleWords.language),
    plain('writeOnly', 'writeOnly', field.writeOnly, ruleWords.language),
    plain('minLength', 'minLength', field.minLength),
    plain('maxLength', 'maxLength', field.maxLength),
    plain('pattern', 'pattern', field.pattern),
    plain('minimum', 'minimum', field.minimum),
    plain('maximum', 'maximum', field.maximum),
    plain('multipleOf', 'multipleOf', field.multipleOf),
    plain('scale', 'x-scale', field.scale),
    plain('codeList', 'x-code-list', field.codeList),
    plain(
      'personalData',
      'x-personal-data',
      field.personalData,
      sources === undefined ? ruleWords.language : ruleWords.viewClass,
    ),
    ...(sources === undefined
      ? []
      : [{ name: 'sources', pointer: undefined, value: sources, rule: ruleWords.viewSources }]),
    ...(relation === undefined
      ? []
      : [
          inRelation('entity', relation.entity, ruleWords.absent),
          inRelation('label', labelText(relation.label), ruleWords.relationLabel),
          inRelation('onDelete', relation.onDelete, ruleWords.language),
        ]),
  ]);
};

/** An array of owned rows, as a property of its owner. */
export const explainChild = (files: ResolvedFiles, entity: Entity, child: Child): readonly Explanation[] => {
  const keyword = (name: string): string => toPointer(['properties', child.name, name]);
  const row = (name: string, key: string, value: unknown, rule: string = ruleWords.absent): Row => ({
    name,
    pointer: keyword(key),
    value,
    rule,
  });
  return explainRows(`${entity.name}.${child.name}`, declarationOf(files, entity)?.record, [
    row('label', 'title', child.title),
    row('visible', 'x-visible', child.visible, ruleWords.language),
    row('readOnly', 'readOnly', child.readOnly, ruleWords.language),
    {
      name: 'required',
      pointer: '/required',
      member: child.name,
      value: child.minItems > 0,
      rule: ruleWords.notRequired,
    },
    row('help', 'x-help', child.help),
    row('description', 'description', child.description),
    row('minItems', 'minItems', child.minItems, ruleWords.minItems),
    row('maxItems', 'maxItems', child.maxItems, ruleWords.language),
    { name: 'type', pointer: undefined, value: 'array', rule: ruleWords.type },
    { name: 'entity', pointer: undefined, value: child.entity.name, rule: ruleWords.ownedEntity },
  ]);
};

export const explainEntity = (files: ResolvedFiles, entity: Entity): readonly Explanation[] => {
  const screen = declarationOf(files, entity);
  const registry = screen?.registry.value;
  const subject = registry?.subject === undefined && registry?.permission ? '/permission/subject' : '/subject';
  const described = screen?.record?.value.description !== undefined;
  const ofRecord: readonly Row[] = [
    { name: 'title', pointer: '/title', value: entity.title, rule: ruleWords.absent },
    ...(described ? [{ name: 'description', pointer: '/description', value: entity.description, rule: '' }] : []),
    {
      name: 'rules',
      pointer: '/x-rules',
      value: entity.expressions?.rules.map(({ must, message }) => `${must.source}: ${message}`),
      rule: ruleWords.absent,
    },
  ];
  return [
    ...explainRows(entity.name, screen?.record, ofRecord),
    ...explainRows(entity.name, screen?.registry, [
      ...(described
        ? []
        : [{ name: 'description', pointer: '/description', value: entity.description, rule: ruleWords.absent }]),
      { name: 'subject', pointer: subject, value: entity.subject, rule: ruleWords.subject },
      { name: 'recordLabel', pointer: '/label', value: labelText(entity.label), rule: ruleWords.entityLabel },
      { name: 'reference', pointer: '/reference', value: entity.reference, rule: ruleWords.language },
      { name: 'states', pointer: '/states', value: registry?.states, rule: ruleWords.absent },
      { name: 'login', pointer: '/login', value: entity.login, rule: ruleWords.absent },
      { name: 'naturalKey', pointer: '/naturalKey', value: entity.naturalKey, rule: ruleWords.naturalKey },
      { name: 'indexes', pointer: undefined, value: entity.indexes, rule: ruleWords.indexes },
      { name: 'quickSearch', pointer: '/search', value: entity.search, rule: ruleWords.absent },
      { name: 'route', pointer: undefined, value: entity.path, rule: ruleWords.route },
    ]),
  ];
};

/** A screen's values as the files write them, also where the client does not have the screen. */
export const explainScreen = (screen: RawScreen, model: Model): readonly Explanation[] => {
  const { value } = screen.registry;
  const shown = model.screens.find(
    (other): other is RegistryScreen => other.kind === 'registry' && other.folder === screen.folder,
  );
  const names = (paths: readonly { readonly path: readonly string[] }[] | undefined) =>
    paths?.map(({ path }) => path.join('.'));
  const row = (name: string, given: unknown, rule: string = ruleWords.absent): Row => ({
    name,
    pointer: `/${name}`,
    value: given,
    rule,
  });
  const sort = shown?.sort.map((key) => `${key.descending ? '-' : ''}${key.path.join('.')}`);
  return [
    ...explainRows(screen.folder, screen.registry, [
      row('path', value.path),
      row('entity', value.entity),
      row('enabled', value.enabled ?? true, ruleWords.language),
      row('title', shown?.title ?? value.title, ruleWords.title),
      row('icon', value.icon ?? shown?.icon, ruleWords.language),
      row('parent', value.parent),
      row('permission', shown?.permission ?? value.permission),
      row('clients', value.clients),
      row('flag', value.flag),
      row('hidden', value.hidden ?? false, ruleWords.language),
      row('order', value.order ?? shown?.order, ruleWords.language),
      row('alternativeOf', value.alternativeOf),
      row('columns', value.columns?.map(columnField) ?? names(shown?.columns), ruleWords.columns),
      row('sort', value.sort ?? sort, ruleWords.sort),
      row('pageSize', value.pageSize ?? shown?.pageSize, ruleWords.language),
      row('batch', value.batch),
      row('detail', value.detail),
      row('actions', value.actions),
      row('buttons', value.buttons),
      row('totals', value.totals),
      row('inline', value.inline),
      row('autocomplete', value.autocomplete),
      row('lookups', value.lookups),
      row('record', value.record),
      row('provider', value.provider),
      row('sections', shown?.sections ?? value.sections, ruleWords.sections),
    ]),
    explainRow(screen.folder, screen.search ?? screen.registry, {
      name: 'search',
      pointer: screen.search === undefined ? undefined : '/fields',
      value: names(shown?.search) ?? value.search,
      rule: ruleWords.search,
    }),
  ];
};

export const explainFlag = (files: ResolvedFiles, model: Model, flag: string): Explanation => {
  const target = `flags.${flag}`;
  const value = model.flags[flag];
  const declared = files.flags;
  const base = declared?.origin(toPointer(['flags', flag, 'default']));
  const said = files.client?.value.flags?.[flag];
  if (said === undefined || files.client === undefined || base === undefined)
    return { target, value, origin: base, rule: undefined, lost: [] };
  const lost = [{ value: declared?.value.flags[flag]?.default, origin: base, rule: undefined }];
  return { target, value, origin: files.client.origin(toPointer(['flags', flag])), rule: undefined, lost };
};

/** A value of the client with its place in the file, whether or not it is written there. */
export interface ClientExplanation {
  readonly pointer: string;
  readonly explanation: Explanation;
}

export const explainClient = (files: ResolvedFiles, model: Model): readonly ClientExplanation[] => {
  const { client } = model;
  if (client === undefined) return [];
  const row = (pointer: string, value: unknown, rule: string): ClientExplanation => {
    const name = pointer.slice(pointer.lastIndexOf('/') + 1);
    return { pointer, explanation: explainRow('client', files.client, { name, pointer, value, rule }) };
  };
  return [
    row('/name', client.name, ruleWords.absent),
    row('/title', client.title, ruleWords.absent),
    row('/theme/accent', client.accent, ruleWords.accent),
    row('/theme/logo', client.logo, ruleWords.logo),
    ...Object.entries(client.defaults).map(([name, value]) => row(`/defaults/${name}`, value, ruleWords.client)),
  ];
};
