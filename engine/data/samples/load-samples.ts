/**
 * Demonstration data into the tables: each entity after what it points at, in steps of one transaction each, so that it
 * can be stopped anywhere and goes on where it was. In: tables as the model has them, recipes. Out: rows that the API
 * would have taken, with their history.
 */
import { dayInZone } from '../../core/day-in-zone.ts';
import { Refusal } from '../../core/errors.ts';
import { writeNumber } from '../../core/sequence.ts';
import { fieldTypes } from '../../fields/index.ts';
import type { Child, Entity, Field, Model } from '../../model/types.ts';
import type { Database, Queryable } from '../database.ts';
import { quoteIdentifier, quoteLiteral } from '../ddl/quote.ts';
import { readState, writeState } from '../ddl/state.ts';
import type { Row } from '../given-rows.ts';
import { isRow } from '../given-rows.ts';
import { Validators } from '../validators.ts';
import type { DrawTools } from './draw-record.ts';
import { drawRows, Taken, wholeRows } from './draw-rows.ts';
import type { SampleRecipes, SampleSize } from './recipe.ts';
import { sampleOrder } from './sample-order.ts';

export interface SampleOptions {
  readonly size: SampleSize;
  readonly seed: number;
  readonly timeZone: string;
  /** Records of one transaction. */
  readonly step: number;
  /** Called after each step; false ends the load there. */
  readonly goOn?: () => Promise<boolean>;
  /** Called after each entity. */
  readonly tell?: (entity: string, count: number) => void;
}

/** Records of an entity without a recipe, where its files bring none. */
const usualCount = 8;

/** Records of one entity that others are drawn from, where their recipe does not say what is kept of all of them. */
const maximumKnown = 20_000;

/** Records that are written as they are, in one transaction: few enough for the time that a statement has. */
const wholeStep = 20_000;

const stateKey = (entity: Entity): string => `samples.${entity.name}`;

const storedFields = (entity: Entity): readonly Field[] =>
  entity.fields.filter(({ type, writeOnly }) => type !== 'attachment' && !writeOnly);

/** The records there are, by wire names, without the rows they own. */
const readKnown = async (database: Queryable, entity: Entity, kept: readonly string[] | undefined): Promise<Row[]> => {
  const names = kept ?? storedFields(entity).map(({ column }) => column);
  const columns = ['id', ...names].map(quoteIdentifier).join(', ');
  const { rows } = await database.query<{ body: string }>({
    text: `select coalesce(json_agg(row_to_json(t) order by t.id), '[]')::text as body
      from (select ${columns} from public.${quoteIdentifier(entity.name)} order by id${kept ? '' : ` limit ${maximumKnown}`}) t`,
    values: [],
  });
  const found: unknown = JSON.parse(rows[0]?.body ?? '[]');
  return Array.isArray(found) ? found.filter(isRow) : [];
};

/** Ids that nobody else will get. */
const takeIds = async (transaction: Queryable, entity: Entity, count: number): Promise<readonly number[]> => {
  const sequence = quoteLiteral(`public.${quoteIdentifier(entity.name)}`);
  const { rows } = await transaction.query<{ ids: string }>({
    text: `select json_agg(nextval(pg_get_serial_sequence(${sequence}, 'id')))::text as ids from generate_series(1, $1::text::integer)`,
    values: [String(count)],
  });
  return JSON.parse(rows[0]?.ids ?? '[]') as readonly number[];
};

/** A value as the text format of COPY has it. */
const copied = (value: unknown): string => {
  if (value === null || value === undefined) return '\\N';
  if (typeof value !== 'string') return String(value);
  return /[\\\n\r\t]/.test(value)
    ? value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t')
    : value;
};

/** Lines of many rows each: a line of its own for each row would be a packet of its own. */
function* copyLines(rows: readonly Row[], columns: readonly string[]): Generator<string> {
  const together = 500;
  for (let first = 0; first < rows.length; first += together) {
    let text = '';
    for (const row of rows.slice(first, first + together)) {
      for (const [place, column] of columns.entries()) text += `${place === 0 ? '' : '\t'}${copied(row[column])}`;
      text += '\n';
    }
    yield text;
  }
}

const insert = async (transaction: Queryable, entity: Entity, rows: readonly Row[]): Promise<void> => {
  if (rows.length === 0) return;
  const named = new Set<string>();
  for (const row of rows) for (const name of Object.keys(row)) named.add(name);
  const fields = entity.fields.filter(({ column }) => named.has(column));
  const columns = [...(named.has('id') ? ['id'] : []), ...fields.map(({ column }) => column)];
  const names = columns.map(quoteIdentifier);
  if (transaction.copy) {
    const statement = `copy public.${quoteIdentifier(entity.name)} (${names.join(', ')}) from stdin`;
    await transaction.copy(statement, copyLines(rows, columns));
    return;
  }
  const types = [
    ...(named.has('id') ? ['id bigint'] : []),
    ...fields.map(({ column, type }) => `${quoteIdentifier(column)} ${fieldTypes[type].castType}`),
  ];
  await transaction.query({
    text: `insert into public.${quoteIdentifier(entity.name)} (${names.join(', ')}) overriding system value
      select ${names.join(', ')} from json_to_recordset($1::text::json) as r(${types.join(', ')})`,
    values: [JSON.stringify(rows)],
  });
};

/** The rows of an array with the columns that only the engine writes. */
const ownedRows = ({ name, entity }: Child, owners: readonly Row[]): readonly Row[] => {
  const column = (field: string | undefined): string => entity.fields.find((one) => one.name === field)?.column ?? '';
  const [owner, position] = [column(entity.owner?.relation), column(entity.owner?.position)];
  return owners.flatMap((record) => {
    const rows = record[name];
    return Array.isArray(rows)
      ? rows.filter(isRow).map((row, index) => ({ ...row, [owner]: record['id'], [position]: index }))
      : [];
  });
};

/** The counters of the day go on after the numbers that were drawn. */
const passNumbers = async (transaction: Queryable, entity: Entity, today: string, count: number): Promise<void> => {
  for (const { name, sequence } of entity.fields)
    if (sequence !== undefined)
      await transaction.query({
        text: `insert into fichario.sequence as s (key, period, last) values ($1::text, $2::text, $3::text::bigint)
          on conflict on constraint sequence_pkey do update set last = greatest(s.last, excluded.last)`,
        values: [`${entity.name}.${name}`, writeNumber(sequence, today, count).period, String(count)],
      });
};

const begunKey = 'demo.begun';

/** Nobody's own records are mixed with invented ones: only where nothing was typed yet do they begin. */
const begin = async (database: Database, order: readonly Entity[]): Promise<void> => {
  if ((await readState(database, begunKey)) !== undefined) return;
  const typed = order.filter(({ login, log }) => login === undefined && log === undefined);
  const { rows } = await database.query<{ name: string }>({
    text: typed
      .map(
        ({ name }) =>
          `select ${quoteLiteral(name)} as name where exists (select from public.${quoteIdentifier(name)} where criado_por is not null)`,
      )
      .join(' union all '),
    values: [],
  });
  const found = typed.find(({ name }) => name === rows[0]?.name);
  if (found !== undefined) throw new Refusal('SAMPLES_ROWS_PRESENT', { title: found.title });
  await writeState(database, begunKey, 'true');
};

/** Raises SAMPLES_ROWS_PRESENT. Gives the number of records made, by entity. Stopped and started again with the same seed, it makes the same ones. */
export const loadSamples = async (
  database: Database,
  model: Model,
  recipes: SampleRecipes,
  { size, seed, timeZone, step, goOn = async () => true, tell }: SampleOptions,
): Promise<Readonly<Record<string, number>>> => {
  // Of what is all there already, not even the records that others are drawn from are read.
  const order = sampleOrder(model);
  const wantedOf = ({ name, initialRows, login }: Entity): number =>
    login === undefined ? (recipes.entities[name]?.count[size] ?? (initialRows ? 0 : usualCount)) : 0;
  const ended = `demo.${size}`;
  const whatAll = `${order.length}/${order.reduce((sum, entity) => sum + wantedOf(entity), 0)}`;
  if ((await readState(database, ended)) === whatAll) return {};
  await begin(database, order);
  const today = dayInZone(timeZone);
  const tools: DrawTools = { validators: new Validators(), recipes, moment: { today, now: Date.now() } };
  const known = new Map<string, Row[]>();
  const rowsOf = (entity: string): readonly Row[] => known.get(entity) ?? [];
  const pointedAt = new Set(
    Object.values(model.entities).flatMap(({ fields }) => fields.map(({ relation }) => relation?.entity)),
  );
  const made: Record<string, number> = {};
  for (const entity of order) {
    const recipe = recipes.entities[entity.name];
    const wanted = wantedOf(entity);
    const kept = size === 'small' ? undefined : recipe?.kept;
    const own = await readKnown(database, entity, kept);
    known.set(entity.name, own);
    const done = Number((await readState(database, stateKey(entity))) ?? 0);
    const whole = recipe?.whole === true && size !== 'small';
    const taken = new Taken(entity, whole ? [] : own);
    const together = whole ? wholeStep : step;
    for (let first = done; first < wanted; first += together) {
      const count = Math.min(together, wanted - first);
      const drawn = await database.transaction(async (transaction) => {
        const ids = await takeIds(transaction, entity, count);
        let given = 0;
        const keep = (row: Row): Row => {
          const record: Row = { ...row, id: ids[given] };
          given += 1;
          if (kept === undefined && own.length < maximumKnown) own.push(record);
          if (kept !== undefined) own.push(Object.fromEntries(['id', ...kept].map((key) => [key, record[key]])));
          return record;
        };
        const asked = { seed, first, count, today, rows: rowsOf, keep };
        const rows = whole ? wholeRows(tools, entity, asked) : drawRows(tools, entity, taken, asked);
        await insert(transaction, entity, rows);
        for (const child of entity.children) await insert(transaction, child.entity, ownedRows(child, rows));
        await passNumbers(transaction, entity, today, first + count);
        await writeState(transaction, stateKey(entity), String(first + count));
        return rows.length;
      });
      made[entity.name] = (made[entity.name] ?? 0) + drawn;
      if (!(await goOn())) return made;
    }
    if (made[entity.name] !== undefined) tell?.(entity.name, made[entity.name] ?? 0);
    for (const child of entity.children)
      if (pointedAt.has(child.entity.name))
        known.set(child.entity.name, await readKnown(database, child.entity, undefined));
  }
  await writeState(database, ended, whatAll);
  return made;
};
