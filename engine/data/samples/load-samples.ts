/**
 * Demonstration data into the tables: each entity after what it points at, in steps of one transaction each, so that it
 * can be stopped anywhere and goes on where it was. In: tables as the model has them, recipes. Out: rows that the API
 * would have taken, with their history.
 */
import { dayInZone } from '../../core/day-in-zone.ts';
import { Refusal } from '../../core/errors.ts';
import { narrowedBy } from '../../model/narrow-field.ts';
import type { NarrowedField } from '../../model/state-types.ts';
import type { Entity, Field, Model, RelationCondition } from '../../model/types.ts';
import type { Database, Queryable } from '../database.ts';
import { quoteIdentifier, quoteLiteral } from '../ddl/quote.ts';
import { readState, writeState } from '../ddl/state.ts';
import type { Row } from '../given-rows.ts';
import { isRow } from '../given-rows.ts';
import { Validators } from '../validators.ts';
import type { DrawTools } from './draw-record.ts';
import { IdRuns, readIdRuns } from './id-runs.ts';
import { EntityLoad } from './load-entity.ts';
import type { SampleRecipes, SampleSize } from './recipe.ts';
import { sampleOrder } from './sample-order.ts';
import { readByRules } from './target-failures.ts';

export interface SampleOptions {
  readonly size: SampleSize;
  readonly seed: number;
  readonly timeZone: string;
  /** Records of one transaction. */
  readonly step: number;
  /** Called after each step; false ends the load there. */
  readonly goOn?: () => Promise<boolean>;
  /** The entities that get records; the others may have theirs later. Default: all. */
  readonly only?: ReadonlySet<string>;
  /** Called after each entity. */
  readonly tell?: (entity: string, count: number) => void;
}

/** Records of an entity without a recipe, where its files bring none. */
const usualCount = 8;

/** Records of one entity that others are drawn from, where their recipe does not say what is kept of all of them. */
const maximumKnown = 20_000;

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

/** `own`: all there are, or so many that there may be more. */
const idsOf = async (database: Database, entity: Entity, own: readonly Row[], all: boolean): Promise<IdRuns> => {
  if (!all && own.length >= maximumKnown) return readIdRuns(database, entity);
  const ids = new IdRuns();
  for (const { id } of own) ids.add(Number(id));
  return ids;
};

/** What an entity says of what its relations point at: in its fields, and where its transitions ask for them. */
const choicesIn = ({ fields, children, states }: Entity, target: string): readonly RelationCondition[] => {
  const pointing = (all: readonly Field[], narrowed: readonly NarrowedField[] = []) =>
    all.filter(({ relation }) => relation?.entity === target).flatMap((field) => narrowedBy(narrowed, field));
  return [
    ...fields.flatMap(({ relation }) => (relation?.entity === target ? (relation.where ?? []) : [])),
    ...(states?.transitions ?? []).flatMap(({ narrowed, rows = [] }) => [
      ...pointing(fields, narrowed),
      ...rows.flatMap(({ list, add }) =>
        pointing(children.find(({ name }) => name === list)?.entity.fields ?? [], add?.narrowed),
      ),
    ]),
  ];
};

/** What relations choose the records by, and rules read of them. */
const chosenBy = (model: Model, entity: Entity): readonly string[] => {
  const names = new Set(
    Object.values(model.entities).flatMap((other) => [
      ...choicesIn(other, entity.name).map(({ field }) => field),
      ...other.fields.flatMap(({ relation }) =>
        relation?.entity === entity.name ? Object.values(relation.valid ?? {}) : [],
      ),
    ]),
  );
  const read = new Set(readByRules(model, entity));
  return entity.fields.filter(({ name, column }) => names.has(name) || read.has(column)).map(({ column }) => column);
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

/**
 * Says that this database is one of demonstration data, before anyone can type in it; they come with `loadSamples`. Raises
 * SAMPLES_ROWS_PRESENT.
 */
export const beginSamples = (database: Database, model: Model, recipes: SampleRecipes): Promise<void> =>
  begin(database, sampleOrder(model, recipes.entities));

/** Raises SAMPLES_ROWS_PRESENT. Gives the number of records made, by entity. Stopped and started again with the same seed, it makes the same ones. */
export const loadSamples = async (
  database: Database,
  model: Model,
  recipes: SampleRecipes,
  { size, seed, timeZone, step, only, goOn = async () => true, tell }: SampleOptions,
): Promise<Readonly<Record<string, number>>> => {
  // Of what is all there already, not even the records that others are drawn from are read.
  const order = sampleOrder(model, recipes.entities);
  const wantedOf = ({ name, initialRows, login }: Entity): number =>
    login === undefined && only?.has(name) !== false
      ? (recipes.entities[name]?.count[size] ?? (initialRows ? 0 : usualCount))
      : 0;
  const ended = `demo.${size}`;
  const whatAll = `${order.length}/${order.reduce((sum, entity) => sum + wantedOf(entity), 0)}`;
  if ((await readState(database, ended)) === whatAll) return {};
  await begin(database, order);
  const today = dayInZone(timeZone);
  const tools: DrawTools = { validators: new Validators(), recipes, moment: { today, timeZone, now: Date.now() } };
  const known = new Map<string, Row[]>();
  const allIds = new Map<string, IdRuns>();
  const pointedAt = new Set(
    Object.values(model.entities).flatMap(({ fields }) => fields.map(({ relation }) => relation?.entity)),
  );
  const made: Record<string, number> = {};
  for (const entity of order) {
    const recipe = recipes.entities[entity.name];
    const named = size === 'small' ? undefined : recipe?.kept;
    const kept = named && [...new Set([...named, ...chosenBy(model, entity)])];
    const own = await readKnown(database, entity, kept);
    known.set(entity.name, own);
    const ids = await idsOf(database, entity, own, kept !== undefined);
    allIds.set(entity.name, ids);
    const load = new EntityLoad(tools, entity, {
      seed,
      today,
      wanted: wantedOf(entity),
      whole: recipe?.whole === true && size !== 'small',
      step,
      own,
      keep: kept === undefined ? { most: maximumKnown } : { fields: kept },
      ids,
      rows: (other) => known.get(other) ?? [],
      idAt: (other, place) => allIds.get(other)?.at(place),
      goOn,
    });
    const wentOn = await load.write(database);
    if (load.made > 0) made[entity.name] = load.made;
    if (!wentOn) return made;
    if (made[entity.name] !== undefined) tell?.(entity.name, made[entity.name] ?? 0);
    for (const child of entity.children)
      if (pointedAt.has(child.entity.name))
        known.set(child.entity.name, await readKnown(database, child.entity, undefined));
  }
  if (only === undefined) await writeState(database, ended, whatAll);
  return made;
};
