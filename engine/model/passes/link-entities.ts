import { toPointer } from '../../core/json.ts';
import { nearest } from '../../core/nearest.ts';
import { phrases } from '../../core/words.ts';
import { positionField } from '../../metadata/owned-rows.ts';
import { fieldIn, fieldsIn } from '../../metadata/property.ts';
import type { Catalogues } from '../contracts.ts';
import type { DraftEntity, FindEntity } from '../draft.ts';
import { baseOf } from '../draft.ts';
import { nearestEntity } from '../nearest-entity.ts';
import type { Passed, Report } from '../report.ts';
import { collect } from '../report.ts';
import type { Entity, Field, FieldTypeName, Index, LabelPart, Model } from '../types.ts';
import { ownRecord } from '../types.ts';
import { checkLog } from './check-log.ts';
import { checkView } from './check-view.ts';
import { compileExpressions } from './compile-expressions.ts';
import { isLabelField } from './compile-fields.ts';
import { compileFilled } from './compile-filled.ts';
import { compileKnown } from './compile-known.ts';
import { compileNoOverlap } from './compile-no-overlap.ts';
import { compileBeyondScope, compileReference } from './compile-reference.ts';
import { compileWhere } from './compile-where.ts';
import { isSparing, keepFields } from './parse-label.ts';

/** An entity complete but for its route, which depends on the screens that the client has, and the rows that it owns. */
export interface LinkedEntity {
  readonly draft: DraftEntity;
  readonly entity: Omit<Entity, 'path' | 'children'>;
}

/** The label of a relation: what it says itself, less what the target hides; else the label of the target. */
const relationLabel = (field: Field, draft: DraftEntity, find: FindEntity, report: Report): readonly LabelPart[] => {
  const { relation } = field;
  const { record } = draft.screen;
  const pointer = toPointer(['properties', field.name, 'x-relation']);
  const target = relation === undefined ? undefined : find(relation.entity);
  if (relation === undefined || target === undefined) return [];
  const written = fieldIn(record.value, field.name)?.['x-relation']?.label ?? '';
  const origin = record.origin(`${pointer}/label`);
  if (relation.label.some((part) => 'field' in part) && !isSparing(relation.label))
    report('MODEL_LABEL_SPARE', origin, { label: written });
  for (const part of relation.label) {
    if (!('field' in part)) continue;
    const named = target.byName.get(part.field);
    if (named !== undefined && isLabelField({ ...named, visible: true })) continue;
    const suggestion = nearest(
      part.field,
      target.fields.filter(isLabelField).map((other) => other.name),
    );
    const place = { entity: target.name, field: part.field };
    if (named === undefined) report('MODEL_FIELD_MISSING', origin, place, suggestion);
    else report('MODEL_LABEL_FIELD', origin, { ...place, label: written }, suggestion);
  }
  const kept = keepFields(relation.label, (name) => isLabelField(target.byName.get(name)));
  return kept.some((part) => 'field' in part) ? kept : target.label;
};

/** A relation points at rows of a table: those of a view or a log have no key to hold on to. */
const checkRelationTarget = (field: Field, draft: DraftEntity, find: FindEntity, report: Report): void => {
  const target = find(field.relation?.entity ?? '');
  // Rows of a record that has no table are refused as such.
  if (draft.screen.owner !== undefined && draft.screen.owner.entity === field.name) return;
  if (target === undefined || (target.screen.query ?? target.screen.registry.value.log) === undefined) return;
  const origin = draft.screen.record.origin(toPointer(['properties', field.name, 'x-relation', 'entity']));
  report('MODEL_RELATION_TARGET', origin, { entity: draft.name, field: field.name, target: target.name });
};

/** The day on which what a picker offers must be valid: a date here, and fields there that tell. */
const checkRelationDate = (field: Field, draft: DraftEntity, find: FindEntity, report: Report): void => {
  const name = field.relation?.date;
  if (name === undefined) return;
  const origin = draft.screen.record.origin(toPointer(['properties', field.name, 'x-relation', 'date']));
  const day = draft.byName.get(name);
  const target = find(field.relation?.entity ?? '');
  if (day === undefined)
    report('MODEL_FIELD_MISSING', origin, { entity: draft.name, field: name }, nearest(name, draft.byName.keys()));
  else if (day.type !== 'date')
    report('MODEL_AUTOCOMPLETE', origin, { entity: draft.name, field: name, reason: phrases.notDate });
  else if (target !== undefined && target.screen.registry.value.autocomplete?.validity === undefined)
    report('MODEL_AUTOCOMPLETE', origin, { entity: draft.name, field: name, reason: phrases.noValidity(target.name) });
};

/** By the base: what a client hides is stored as before. */
const validityOf = ({ screen, byName }: DraftEntity): Pick<NonNullable<Field['relation']>, 'valid'> => {
  const { from, until } = baseOf(screen.registry).value.autocomplete?.validity ?? {};
  const areDates = [from, until].every((name) => name !== undefined && byName.get(name)?.type === 'date');
  return areDates && from !== undefined && until !== undefined ? { valid: { from, until } } : {};
};

const linkField = (
  field: Field,
  draft: DraftEntity,
  find: FindEntity,
  entityNames: Iterable<string>,
  catalogues: Catalogues,
  report: Report,
): Field => {
  if (field.relation === undefined) return field;
  if (find(field.relation.entity) === undefined)
    report(
      'MODEL_ENTITY_MISSING',
      draft.screen.record.origin(toPointer(['properties', field.name, 'x-relation', 'entity'])),
      { entity: field.relation.entity, from: `${draft.name}.${field.name}` },
      nearestEntity(field.relation.entity, entityNames, find),
    );
  checkRelationTarget(field, draft, find, report);
  checkRelationDate(field, draft, find, report);
  const target = find(field.relation.entity);
  const { where: written, known: _known, ...relation } = field.relation;
  const label = relationLabel(field, draft, find, report);
  const known = compileKnown(field, label, draft, target, report);
  const where =
    written === undefined || target === undefined
      ? []
      : compileWhere({
          field,
          written,
          origin: (place, key) =>
            draft.screen.record.origin(toPointer(['properties', field.name, 'x-relation', 'where', ...place]), key),
          draft,
          target,
          find,
          catalogues,
          report,
        });
  return {
    ...field,
    relation: {
      ...relation,
      label,
      ...(relation.date === undefined || target === undefined ? {} : validityOf(target)),
      ...(where.length === 0 ? {} : { where }),
      ...(known === undefined ? {} : { known }),
    },
  };
};

/** Rule `naturalKey`: what `naturalKey` says, else the first unique required field. Identity is the base's alone. */
const naturalKeyOf = (draft: DraftEntity): readonly string[] => {
  const { naturalKey } = draft.screen.registry.value;
  if (naturalKey !== undefined) return naturalKey.filter((field) => draft.byName.has(field));
  const record = baseOf(draft.screen.record).value;
  const first = fieldsIn(record).find(
    ([name, property]) => property['x-unique'] === true && record.required?.includes(name),
  );
  return first === undefined ? [] : [first[0]];
};

/** Rule `indexes`: unique fields, the natural key, unique combinations, `indexes`, then relations that none of these begins with. */
const indexesOf = (draft: DraftEntity, naturalKey: readonly string[]): readonly Index[] => {
  const { unique = [], indexes = [] } = draft.screen.registry.value;
  const columnsOf = (fields: readonly string[]): string[] =>
    fields.flatMap((field) => draft.byName.get(field)?.column ?? []);
  const wanted: Index[] = [
    ...draft.fields.filter((field) => field.unique).map((field) => ({ columns: [field.column], unique: true })),
    ...(naturalKey.length === 0 ? [] : [{ columns: columnsOf(naturalKey), unique: true }]),
    ...unique.map((fields) => ({ columns: columnsOf(fields), unique: true })),
    ...indexes.map((fields) => ({ columns: columnsOf(fields), unique: false })),
  ];
  const result = new Map<string, Index>();
  for (const index of wanted) {
    const key = index.columns.join(',');
    if (index.columns.length > 0 && !result.has(key)) result.set(key, index);
  }
  const begun = new Set([...result.values()].map((index) => index.columns[0]));
  const relations = draft.fields.filter((field) => field.relation !== undefined && !begun.has(field.column));
  return [...result.values(), ...relations.map((field) => ({ columns: [field.column], unique: false }))];
};

/** Names in `login`, `naturalKey`, `unique` and `indexes` that are no fields of the entity. */
const checkIndexFields = (draft: DraftEntity, report: Report): void => {
  const { registry } = draft.screen;
  const { naturalKey = [], unique = [], indexes = [], login } = registry.value;
  const named = [
    ...(login === undefined ? [] : [[login, '/login'] as const]),
    ...naturalKey.map((field, index) => [field, `/naturalKey/${index}`] as const),
    ...unique.flatMap((fields, list) => fields.map((field, index) => [field, `/unique/${list}/${index}`] as const)),
    ...indexes.flatMap((fields, list) => fields.map((field, index) => [field, `/indexes/${list}/${index}`] as const)),
  ];
  for (const [field, pointer] of named)
    if (!draft.byName.has(field))
      report(
        'MODEL_FIELD_MISSING',
        registry.origin(pointer),
        { entity: draft.name, field },
        nearest(field, draft.byName.keys()),
      );
};

const scopeOf = (draft: DraftEntity, report: Report): Entity['scope'] => {
  const { registry } = draft.screen;
  const scope = registry.value.scope ?? [];
  for (const [index, { field }] of scope.entries())
    if (field !== ownRecord && draft.byName.get(field)?.relation === undefined)
      report(
        'MODEL_SCOPE_FIELD',
        registry.origin(`/scope/${index}/field`),
        { screen: draft.screen.folder, field },
        nearest(
          field,
          draft.fields.filter((other) => other.relation !== undefined).map((other) => other.name),
        ),
      );
  return scope;
};

/** How the quick search finds a record by a value of the type; undefined: it does not. */
export const searchKind = (type: FieldTypeName, { fieldTypes }: Catalogues): 'text' | 'number' | undefined => {
  if (fieldTypes[type].operators.includes('has')) return 'text';
  return fieldTypes[type].castType === 'integer' ? 'number' : undefined;
};

const searchedAs = (draft: DraftEntity, kind: 'text' | 'number', catalogues: Catalogues): readonly string[] =>
  (draft.screen.registry.value.search ?? []).filter((name) => {
    const field = draft.byName.get(name);
    return field?.visible === true && !field.writeOnly && searchKind(field.type, catalogues) === kind;
  });

/** Whether the quick search of a record reads those that the field points at: it must find them by values of their own. */
export const isSearchedThrough = (field: Field | undefined, find: FindEntity, catalogues: Catalogues): boolean => {
  const target = field?.visible === true && !field.writeOnly ? find(field.relation?.entity ?? '') : undefined;
  return (
    target !== undefined &&
    (['text', 'number'] as const).some((kind) => searchedAs(target, kind, catalogues).length > 0)
  );
};

const searchedRelations = (draft: DraftEntity, find: FindEntity, catalogues: Catalogues): readonly string[] =>
  (draft.screen.registry.value.search ?? []).filter((name) =>
    isSearchedThrough(draft.byName.get(name), find, catalogues),
  );

/** Of a beginning that came to nothing, for it is wrong or a client takes it away, no field says that it has one. */
const withoutMoot = (field: Field, expressions: Entity['expressions']): Field => {
  if (field.begins === undefined || expressions?.begins?.some(({ key }) => key === field.column)) return field;
  const { begins: _begins, ...rest } = field;
  return rest;
};

/** One entity complete: relations with their labels, natural key, indexes, quick search. */
export const linkEntity = (
  draft: DraftEntity,
  find: FindEntity,
  entityNames: Iterable<string>,
  catalogues: Catalogues,
  codeLists: Model['codeLists'],
  users: () => string | undefined,
): Passed<LinkedEntity> =>
  collect((report) => {
    const { screen, name } = draft;
    const registry = screen.registry.value;
    const record = screen.record.value;
    const fields = draft.fields.map((field): Field => {
      const filledFrom = compileFilled(draft, field, find, report);
      const linked = linkField(field, draft, find, entityNames, catalogues, report);
      return filledFrom === undefined ? linked : { ...linked, filledFrom };
    });
    checkIndexFields(draft, report);
    checkLog(draft, report);
    checkView(draft, report);
    const naturalKey = naturalKeyOf(draft);
    const noOverlap = compileNoOverlap(draft, report);
    const referenceForStaff = compileReference(draft, catalogues, report);
    const beyondScope = compileBeyondScope(draft, report);
    if (naturalKey.length === 0 && screen.rows !== undefined && registry.naturalKey === undefined)
      report('MODEL_NATURAL_KEY', screen.registry.origin('/entity'), { entity: name });
    const search = searchedAs(draft, 'text', catalogues);
    const searchNumbers = searchedAs(draft, 'number', catalogues);
    const searchThrough = searchedRelations(draft, find, catalogues);
    if (registry.history !== undefined && screen.rows !== undefined)
      report('MODEL_HISTORY_ROWS', screen.registry.origin('/history', true), { entity: name });
    const expressions = compileExpressions(draft, find, codeLists, catalogues, report, noOverlap, users);
    const entity: LinkedEntity['entity'] = {
      name,
      title: record.title,
      description: record.description ?? registry.description,
      subject: registry.subject ?? registry.permission?.subject ?? name,
      module: screen.module,
      folder: screen.folder,
      fields: fields.map((field) => withoutMoot(field, expressions)),
      owner: screen.owner && {
        entity: screen.owner.entity,
        child: screen.owner.array,
        relation: screen.owner.entity,
        position: positionField,
      },
      label: draft.label.length > 0 ? draft.label : [{ text: record.title }],
      reference: registry.reference ?? false,
      ...(beyondScope === undefined ? {} : { referenceBeyondScope: beyondScope }),
      ...(referenceForStaff === undefined ? {} : { referenceForStaff }),
      login: registry.login,
      naturalKey,
      indexes: indexesOf(draft, naturalKey),
      ...(noOverlap.length === 0 ? {} : { noOverlap }),
      search,
      ...(searchNumbers.length === 0 ? {} : { searchNumbers }),
      ...(searchThrough.length === 0 ? {} : { searchThrough }),
      scope: scopeOf(draft, report),
      ...(registry.openTo === undefined ? {} : { openTo: registry.openTo }),
      expressions,
      ...(registry.log === undefined ? {} : { log: registry.log }),
      ...(registry.history === undefined ? {} : { history: registry.history }),
      ...(registry.withheld === undefined ? {} : { withheld: registry.withheld }),
      initialRows: screen.rows === undefined ? undefined : { file: screen.rows.file, digest: screen.rows.digest },
    };
    return { draft, entity };
  });
