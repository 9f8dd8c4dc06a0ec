/** A query.sql once a field has another name: its columns go by the new one, and what it gives keeps its names. */
import type { Json, JsonObject } from '../../core/json.ts';
import { isJsonObject } from '../../core/json.ts';
import { parseQuery } from '../../metadata/parse-query.ts';
import type { QueryColumn } from '../query/read-query.ts';
import { readQuery } from '../query/read-query.ts';
import type { Entity, Model } from '../types.ts';
import type { Edit } from './edits.ts';

export interface ColumnRenaming {
  readonly entities: ReadonlySet<string>;
  readonly from: string;
  readonly to: string;
}

const plainColumn = (): QueryColumn => ({ sources: new Set(), same: undefined, named: new Set() });

/** Offsets of the columns that a SELECT gives without a name of their own. */
const unnamedTargets = (tree: Json): ReadonlySet<number> => {
  const found = new Set<number>();
  const visit = (node: Json): void => {
    if (Array.isArray(node)) node.forEach(visit);
    if (!isJsonObject(node)) return;
    const target = node['ResTarget'];
    if (isJsonObject(target) && target['name'] === undefined && isJsonObject(target['val'])) {
      const column = target['val']['ColumnRef'];
      if (isJsonObject(column)) found.add(Number(column['location'] ?? 0));
    }
    Object.values(node).forEach(visit);
  };
  visit(tree);
  return found;
};

/** The last name of a column written at the beginning of a text: where it begins and ends. */
const lastName = (text: string): { readonly start: number; readonly end: number } => {
  const [whole = ''] = /^("[^"]+"|\w+)(\s*\.\s*("[^"]+"|\w+))*/.exec(text) ?? [];
  const [name = ''] = /("[^"]+"|\w+)$/.exec(whole) ?? [];
  return { start: whole.length - name.length, end: whole.length };
};

const columnsOf = (entity: Entity): readonly string[] => [
  'id',
  'criado_em',
  'alterado_em',
  ...entity.fields.map(({ column }) => column),
];

/** The places where the query reads the column. */
export const renameInQuery = (
  model: Model,
  file: string,
  source: string,
  { entities, from, to }: ColumnRenaming,
): readonly Edit[] => {
  const select: JsonObject | undefined = parseQuery(file, source).query.select;
  if (select === undefined) return [];
  const targets = new Set<QueryColumn>();
  const bytes = Buffer.from(source);
  const unnamed = unnamedTargets(select);
  const edits: Edit[] = [];
  const tables = new Map(
    Object.values(model.entities).map((entity) => {
      const columns = new Map(columnsOf(entity).map((name) => [name, plainColumn()]));
      const target = entities.has(entity.name) ? columns.get(from) : undefined;
      if (target !== undefined) targets.add(target);
      return [entity.name, { columns, rows: new Set<string>() }];
    }),
  );
  readQuery(select, {
    table: (name) => tables.get(name),
    names: tables.keys(),
    report: () => undefined,
    resolved: (column, offset = 0) => {
      if (!targets.has(column)) return;
      const begin = bytes.subarray(0, offset).toString().length;
      const { start, end } = lastName(source.slice(begin));
      edits.push({
        file,
        start: begin + start,
        end: begin + end,
        text: unnamed.has(offset) ? `${to} as ${from}` : to,
      });
    },
  });
  return edits;
};

/** The name under which the query gives a column; undefined where it cannot be told. */
export const renameOutput = (file: string, source: string, from: string, to: string): readonly Edit[] | undefined => {
  const select = parseQuery(file, source).query.select;
  const list = select?.['targetList'];
  if (!Array.isArray(list)) return undefined;
  const aliases = [...source.matchAll(new RegExp(`(\\bas\\s+)"?${from}"?(?!\\w)`, 'gi'))];
  const [alias] = aliases;
  if (aliases.length === 1 && alias !== undefined) {
    const start = alias.index + (alias[1]?.length ?? 0);
    return [{ file, start, end: alias.index + alias[0].length, text: to }];
  }
  if (aliases.length > 1) return undefined;
  const bytes = Buffer.from(source);
  for (const offset of unnamedTargets(list)) {
    const begin = bytes.subarray(0, offset).toString().length;
    const { start, end } = lastName(source.slice(begin));
    if (source.slice(begin + start, begin + end).replaceAll('"', '') === from)
      return [{ file, start: begin + end, end: begin + end, text: ` as ${to}` }];
  }
  return undefined;
};
