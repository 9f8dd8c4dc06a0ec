/**
 * Relations of a file: names of records turned into their ids, many at a time and with the caller's rights. In: texts as
 * people write them. Out: for each text its record, or that it is of none or of several.
 */
import type { Access } from '../../access/access.ts';
import { comparableFields } from '../../access/visible-entity.ts';
import { namingFields } from '../../contract/term-filter.ts';
import { writeLabel } from '../../contract/write-label.ts';
import { fieldTypes } from '../../fields/index.ts';
import { shownText, storedText } from '../../fields/stored-text.ts';
import type { Entity, Field, LabelPart, Model } from '../../model/types.ts';
import { bind, prepare } from '../bind.ts';
import type { Queryable } from '../database.ts';
import type { PlanContext } from '../plan/context.ts';
import { Scope } from '../plan/refs.ts';
import { scopeConditions } from '../plan/row-scope.ts';
import type { Condition, Output } from '../plan/types.ts';
import { printRead } from '../sql/read.ts';

type Row = Readonly<Record<string, unknown>> & { readonly id: number };

/** `several`: more records than one are called so. */
export type Named = number | 'several' | undefined;

const isText = ({ type }: Field): boolean => type === 'text' || type === 'code';

/** The fields that a label of the relation may be made of, or that tell one record from another. */
const namingOf = (model: Model, access: Access, { relation }: Field): readonly Field[] => {
  const entity = relation && model.entities[relation.entity];
  if (entity === undefined) return [];
  const names = new Set(namingFields(entity));
  for (const part of relation?.label ?? []) if ('field' in part) names.add(part.field);
  return comparableFields(model, access, entity).filter(
    (field) =>
      (isText(field) || field.type === 'integer') && !field.writeOnly && (names.has(field.name) || field.unique),
  );
};

/** A code of a list is of many records. */
const isAlone = ({ type, unique }: Field): boolean => type !== 'code' || unique;

/** By which fields the records of a relation's target may be known. */
export const fieldsByName = (model: Model, access: Access, field: Field): readonly Field[] =>
  namingOf(model, access, field).filter(isAlone);

const escapeText = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The parts of `341 - Itaú` by the label `{codigo} - {nome}`; undefined where the text is not so made. */
const partsOf = (label: readonly LabelPart[], text: string): ReadonlyMap<string, string> | undefined => {
  const names = label.flatMap((part) => ('field' in part ? [part.field] : []));
  if (names.length < 2) return undefined;
  const form = label.map((part) => ('text' in part ? escapeText(part.text) : '(.+?)')).join('');
  const found = new RegExp(`^${form}$`, 's').exec(text);
  return found ? new Map(names.map((name, index) => [name, found[index + 1] ?? ''])) : undefined;
};

const same = (text: string): string => text.trim().toLocaleLowerCase('pt-BR');

/** Values of one field that may be meant, in the order of the texts. */
const candidates = (field: Field, label: readonly LabelPart[], texts: readonly string[]): readonly string[] => {
  const values = texts.flatMap((text) => {
    const part = partsOf(label, text)?.get(field.name);
    return [text, ...(part === undefined ? [] : [part])].flatMap((one) => {
      const value = fieldTypes[field.type].parse(isText(field) ? storedText(field, one) : one, field);
      return value === undefined ? [] : [value];
    });
  });
  return [...new Set(values)];
};

/** With whose rights the records are looked for. */
type Asker = Pick<PlanContext, 'model' | 'access' | 'timeZone'>;

/** Texts that one statement asks about. */
const atOnce = 2000;

/** Records that have one of the values, with what they are called by. */
const readNamed = async (
  queryable: Queryable,
  { access, timeZone }: Asker,
  scope: Scope,
  field: Field,
  naming: readonly Field[],
  values: readonly string[],
): Promise<readonly Row[]> => {
  const output: Output[] = [
    { kind: 'column', key: 'id', ref: scope.id },
    ...naming.map((one): Output => ({ kind: 'column', key: one.name, ref: scope.own(one.name) })),
  ];
  const among: Condition = {
    kind: 'compare',
    ref: scope.own(field.name),
    operator: 'in',
    negated: false,
    value: { kind: 'request', slot: 0 },
  };
  const rows: Row[] = [];
  for (let from = 0; from < values.length; from += atOnce) {
    const printed = printRead({
      root: scope.table,
      joins: [],
      output,
      where: [among, ...scopeConditions(access, scope)],
      narrow: [],
      order: [{ ref: scope.id, descending: false, nullsFirst: false }],
      limit: atOnce * 5,
      offset: 0,
      cursor: undefined,
      volatile: false,
    });
    const statement = bind(prepare(printed, false), {
      request: [values.slice(from, from + atOnce)],
      words: [],
      cursor: [],
      access,
      timeZone,
      inputs: {},
    });
    rows.push(...(JSON.parse((await queryable.query<{ body: string }>(statement)).rows[0]?.body ?? '[]') as Row[]));
  }
  return rows;
};

/** Fields of the labels, and those whose value alone names a record. */
interface Naming {
  readonly naming: readonly Field[];
  readonly alone: readonly Field[];
}

/** The one record of each text; a text that is the label of one and a part of the name of others means the first. */
const meant = (entity: Entity, label: readonly LabelPart[], { naming, alone }: Naming, rows: readonly Row[]) => {
  const ranks = [new Map<string, Set<number>>(), new Map<string, Set<number>>()] as const;
  const add = (rank: 0 | 1, text: string, id: number): void => {
    if (text === '') return;
    const key = same(text);
    const ids = ranks[rank].get(key) ?? new Set();
    ids.add(id);
    ranks[rank].set(key, ids);
  };
  for (const row of rows) {
    for (const one of [label, entity.label]) add(0, writeLabel(one, row, naming), row.id);
    for (const field of alone) {
      const value = row[field.name];
      if (value === null || value === undefined) continue;
      add(1, String(value), row.id);
      if (isText(field)) add(1, shownText(field, String(value)), row.id);
    }
  }
  return (text: string): Named => {
    for (const rank of ranks) {
      const ids = rank.get(same(text));
      if (ids !== undefined) return ids.size === 1 ? [...ids][0] : 'several';
    }
    return undefined;
  };
};

/**
 * The records that the texts name; `by`: the wire name of the field that they are values of, undefined: they are labels, or
 * anything else that names a record. Nothing is found by what the caller may not ask about.
 */
export const resolveNames = async (
  queryable: Queryable,
  context: Asker,
  field: Field,
  by: string | undefined,
  texts: readonly string[],
): Promise<ReadonlyMap<string, Named>> => {
  const { model, access } = context;
  const { relation } = field;
  const entity = relation && model.entities[relation.entity];
  if (relation === undefined || entity === undefined || texts.length === 0) return new Map();
  const scope = new Scope(model, access, entity, 't');
  if (scope.reach === 'none') return new Map();
  const naming = namingOf(model, access, field).filter(({ column }) => by === undefined || column === by);
  const alone = naming.filter(isAlone);
  const found = new Map<number, Row>();
  for (const one of alone)
    for (const row of await readNamed(queryable, context, scope, one, naming, candidates(one, relation.label, texts)))
      found.set(row.id, row);
  const of = meant(entity, relation.label, { naming, alone }, [...found.values()]);
  return new Map(texts.map((text) => [text, of(text)]));
};
