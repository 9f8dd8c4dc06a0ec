import { Refusal } from '../../core/errors.ts';
import type { Queryable } from '../database.ts';
import type { ColumnSpec, LooseIndex, TableSpec, TableState } from './table-spec.ts';
import { canonicalType, identity } from './table-spec.ts';
import { heldName, heldSuffix } from './take-parts.ts';

/** What the catalog says of one table of `public`. */
interface CatalogTable {
  readonly entity: string;
  /** Whether it has a history, as every table of the engine does. */
  readonly history: boolean;
  readonly columns: readonly {
    readonly name: string;
    readonly type: string;
    readonly required: boolean;
    readonly generated: 'identity' | 'stored' | '';
  }[];
  readonly constraints: readonly string[];
  readonly indexes: readonly string[];
  readonly state: TableState;
}

/** One row a table, each a JSON text; collations are written as the engine writes them. */
const catalogQuery = `
select json_build_object(
  'entity', t.relname,
  'history', to_regclass('historico.' || quote_ident(t.relname)) is not null,
  'columns', (
    select json_agg(json_build_object(
      'name', a.attname,
      'type', format_type(a.atttypid, a.atttypmod) || case
        when a.attcollation in (0, 'pg_catalog."default"'::regcollation) then ''
        else (
          select ' collate ' || case n.nspname when 'pg_catalog' then '' else quote_ident(n.nspname) || '.' end || quote_ident(c.collname)
          from pg_collation c join pg_namespace n on n.oid = c.collnamespace
          where c.oid = a.attcollation) end,
      'required', a.attnotnull,
      'generated', case when a.attidentity <> '' then 'identity' when a.attgenerated <> '' then 'stored' else '' end) order by a.attnum)
    from pg_attribute a
    where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped),
  'constraints', (select coalesce(json_agg(conname), '[]') from pg_constraint
    where conrelid = t.oid and contype in ('u', 'c', 'f', 'x')),
  'indexes', (select coalesce(json_agg(i.relname), '[]') from pg_index x join pg_class i on i.oid = x.indexrelid
    where x.indrelid = t.oid and x.indisvalid),
  'state', json_build_object(
    'partitioned', t.relkind = 'p',
    'unproven', (select coalesce(json_agg(conname order by conname), '[]') from pg_constraint
      where conrelid = t.oid and contype in ('c', 'f') and not convalidated),
    'held', (select coalesce(json_agg(json_build_object('constraint', c.conname, 'column', a.attname) order by c.conname), '[]')
      from pg_constraint c join pg_attribute a on a.attrelid = t.oid and a.attnum = c.conkey[1]
      where c.conrelid = t.oid and c.contype = 'c' and cardinality(c.conkey) = 1 and c.conname like '%\\_${heldSuffix}'),
    'loose', (select coalesce(json_agg(json_build_object(
        'name', i.relname,
        'valid', x.indisvalid,
        'columns', (select json_agg(a.attname order by k.place)
          from unnest(x.indkey::smallint[]) with ordinality as k (number, place)
          join pg_attribute a on a.attrelid = t.oid and a.attnum = k.number),
        'fits', case when x.indisunique and x.indpred is null and x.indexprs is null
          then 'unique' || case when x.indnullsnotdistinct then ' nulls not distinct' else '' end else '' end) order by i.relname), '[]')
      from pg_index x join pg_class i on i.oid = x.indexrelid
      where x.indrelid = t.oid and (not x.indisvalid or (x.indisunique and not x.indisprimary
        and not exists (select from pg_constraint c where c.conindid = x.indexrelid and c.contype in ('p', 'u', 'x')))))))::text as "table"
from pg_class t
where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and t.relname = any (string_to_array($1, ','))
order by t.relname`;

/**
 * The tables as they are: which tables, columns, types, constraints and indexes exist is the catalog's word; how they
 * were written (defaults, checks, computed columns) that of `recorded`, the tables wanted last time, because PostgreSQL
 * gives expressions back in its own words. What nobody recorded counts as unlike anything wanted. Tables of neither
 * `recorded` nor `wanted` belong to somebody else and are left out; one without a history that has the name of an entity
 * is refused with SCHEMA_TABLE_FOREIGN.
 */
export const readTables = async (
  database: Queryable,
  recorded: readonly TableSpec[],
  wanted: readonly TableSpec[],
): Promise<readonly TableSpec[]> => {
  const names = new Set([...recorded, ...wanted].map((table) => table.entity));
  const { rows } = await database.query<{ table: string }>({ text: catalogQuery, values: [[...names].join(',')] });
  return rows.map(({ table }) => {
    const found = JSON.parse(table) as CatalogTable;
    if (!found.history) throw new Refusal('SCHEMA_TABLE_FOREIGN', { entity: found.entity });
    const sameEntity = (spec: TableSpec): boolean => spec.entity === found.entity;
    return reconcile(found, recorded.find(sameEntity), wanted.find(sameEntity));
  });
};

const reconcile = (found: CatalogTable, recorded: TableSpec | undefined, wanted: TableSpec | undefined): TableSpec => ({
  entity: found.entity,
  owner: recorded?.owner,
  columns: found.columns.map((column): ColumnSpec => {
    const known = recorded?.columns.find((candidate) => candidate.name === column.name);
    return {
      name: column.name,
      field: known?.field,
      type: canonicalType(column.type),
      required: column.required,
      default: known?.default,
      numbered: known?.numbered ?? false,
      generated: { identity, stored: known?.generated ?? unrecorded, '': undefined }[column.generated],
      secret: known?.secret ?? false,
    };
  }),
  constraints: (recorded ?? withoutDefinitions(wanted)).constraints.filter(({ name }) =>
    found.constraints.includes(name),
  ),
  indexes: (recorded ?? withoutDefinitions(wanted)).indexes.filter(({ name }) => found.indexes.includes(name)),
  state: {
    ...found.state,
    held: found.state.held.filter(({ constraint, column }) => constraint === heldName(found.entity, column)),
    loose: found.state.loose.filter(isOwn(recorded, wanted)),
  },
});

/** What nobody asked for by this name is somebody else's; so is an index that is one. */
const isOwn = (...specs: readonly (TableSpec | undefined)[]): ((index: LooseIndex) => boolean) => {
  const [constraints, indexes] = (['constraints', 'indexes'] as const).map(
    (part) => new Set(specs.flatMap((spec) => spec?.[part] ?? []).map(({ name }) => name)),
  );
  return ({ name, valid }) => constraints?.has(name) === true || (!valid && indexes?.has(name) === true);
};

const unrecorded = 'as nobody recorded';

const withoutDefinitions = (wanted: TableSpec | undefined): Pick<TableSpec, 'constraints' | 'indexes'> => ({
  constraints: (wanted?.constraints ?? []).map((constraint) => ({ ...constraint, definition: unrecorded })),
  indexes: (wanted?.indexes ?? []).map((index) => ({ ...index, definition: unrecorded })),
});
