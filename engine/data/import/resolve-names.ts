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
import type { Field, LabelPart, Model } from '../../model/types.ts';
import { bindOnce } from '../bind.ts';
import type { Queryable } from '../database.ts';
import type { PlanContext } from '../plan/context.ts';
import type { ColumnRef } from '../plan/refs.ts';
import { Scope } from '../plan/refs.ts';
import { scopeConditions } from '../plan/row-scope.ts';
import type { NamedAmong } from '../sql/named.ts';
import { printNamed } from '../sql/named.ts';

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

/** Values of a field that a text may mean: all of it, and what it says of the field where it is written as the label is. */
interface Meant {
  readonly whole: string | undefined;
  readonly part: string | undefined;
}

const meantBy = (field: Field, label: readonly LabelPart[], text: string): Meant => {
  const read = (one: string | undefined): string | undefined =>
    one === undefined ? undefined : fieldTypes[field.type].parse(isText(field) ? storedText(field, one) : one, field);
  return { whole: read(text), part: read(partsOf(label, text)?.get(field.name)) };
};

/** With whose rights the records are looked for. */
type Asker = Pick<PlanContext, 'model' | 'access' | 'timeZone'>;

/** Values that one statement asks about. */
const atOnce = 2000;

/** What the records of a relation's target are told by. */
interface Naming {
  readonly scope: Scope;
  readonly labels: readonly (readonly LabelPart[])[];
  readonly naming: readonly Field[];
}

/** The fields of a label that it can be written with here. */
const fieldsOf = (label: readonly LabelPart[], naming: readonly Field[]): readonly Field[] =>
  naming.filter(({ name }) => label.some((part) => 'field' in part && part.field === name));

/**
 * Of each value as many of its records as tell which one is meant, or that several are: bounded by value, for a bound over
 * all of them would hide the second of one name behind the many of another.
 */
const readNamed = async (
  queryable: Queryable,
  { access, timeZone }: Asker,
  { scope, naming }: Naming,
  field: Field,
  values: readonly string[],
  among: NamedAmong,
): Promise<readonly Row[]> => {
  const columns = naming.map(({ column }) => scope.column(column));
  const printed = printNamed(scope, columns, scope.column(field.column), scopeConditions(access, scope), among);
  const rows: Row[] = [];
  for (let from = 0; from < values.length; from += atOnce) {
    const request = [values.slice(from, from + atOnce)];
    const statement = bindOnce({ access, timeZone }, printed, { request });
    const [answer] = (await queryable.query<{ body: string }>(statement)).rows;
    for (const row of JSON.parse(answer?.body ?? '[]') as Row[]) rows.push(row);
  }
  return rows;
};

const onlyOne = (ids: ReadonlySet<number>): Named => (ids.size > 1 ? 'several' : [...ids][0]);

/** A record that was found, with its values in the words that it may be called by. */
interface Found {
  readonly id: number;
  readonly labels: readonly string[];
  readonly values: readonly string[];
}

/** Records by their value of a field: those that have one of the values, and those that may say it in their label. */
const readByField = async (
  queryable: Queryable,
  asker: Asker,
  target: Naming,
  field: Field,
  meant: readonly Meant[],
): Promise<ReadonlyMap<string, readonly Found[]>> => {
  const { scope, labels, naming } = target;
  const of = (key: keyof Meant): readonly string[] => [
    ...new Set(meant.flatMap((one) => (one[key] === undefined ? [] : [one[key]]))),
  ];
  const refs = (fields: readonly Field[]): readonly ColumnRef[] => fields.map(({ column }) => scope.column(column));
  const said = labels.map((label) => fieldsOf(label, naming)).filter((fields) => fields.includes(field));
  const wholes = await readNamed(queryable, asker, target, field, of('whole'), {
    alike: refs([field]),
    labels: said.map((fields) => refs(fields.filter((one) => one !== field))),
  });
  // One value is in the labels of many records, which the other values tell apart.
  const parts = await readNamed(queryable, asker, target, field, of('part'), {
    alike: refs([...new Set([field, ...said.flat()])]),
    labels: [],
  });
  const found = new Map<string, Found[]>();
  for (const row of [...wholes, ...parts]) {
    const value = String(row[field.name]);
    const some = found.get(value) ?? [];
    some.push({
      id: row.id,
      labels: labels.map((label) => same(writeLabel(label, row, naming))),
      values: [value, ...(isText(field) ? [shownText(field, value)] : [])].map(same),
    });
    found.set(value, some);
  }
  return found;
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
  const scope = new Scope(model, access, entity, 't', undefined, 'today', 'named');
  if (scope.reach === 'none') return new Map();
  const naming = namingOf(model, access, field).filter(({ column }) => by === undefined || column === by);
  const target: Naming = { scope, labels: [relation.label, entity.label], naming };
  const found = texts.map(() => ({ labelled: new Set<number>(), valued: new Set<number>() }));
  for (const one of naming.filter(isAlone)) {
    const meant = texts.map((text) => meantBy(one, relation.label, text));
    const records = await readByField(queryable, context, target, one, meant);
    for (const [index, { labelled, valued }] of found.entries()) {
      const text = same(texts[index] ?? '');
      const { whole, part } = meant[index] ?? {};
      for (const value of new Set([whole, part]))
        for (const { id, labels, values } of records.get(value ?? '') ?? []) {
          if (labels.includes(text)) labelled.add(id);
          if (values.includes(text)) valued.add(id);
        }
    }
  }
  // A text that is the label of one and a part of the name of others means the first.
  return new Map(
    found.map(({ labelled, valued }, index) => [texts[index] ?? '', onlyOne(labelled.size > 0 ? labelled : valued)]),
  );
};
