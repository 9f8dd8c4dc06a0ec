/**
 * A SELECT taken apart. In: the tree of the statement, and the tables that it may name. Out: of each column the fields
 * that it is made from, the fields that decide which rows there are, and what the statement may not say. Where it cannot
 * be told, more is named rather than less: an inner SELECT counts whole for the value or the rows that rest on it.
 */
import type { Json, JsonObject } from '../../core/json.ts';
import { isJsonObject } from '../../core/json.ts';
import { nearest } from '../../core/nearest.ts';
import { queryWords } from '../../core/query-words.ts';
import { currents, expressions, functions, selectKeys, types } from '../../metadata/query-grammar.ts';

/** 'entity.part': fields and arrays of entities. */
export type Sources = ReadonlySet<string>;

export interface QueryColumn {
  readonly sources: Sources;
  /** 'entity.column' where the value is that column itself, and nothing is made of it. */
  readonly same: string | undefined;
  /** The columns 'entity.column' that it names, ids among them. */
  readonly named: ReadonlySet<string>;
  /** There is no such column, which has been reported: nothing more is said of it. */
  readonly unknown?: true;
}

export interface QueryTable {
  readonly columns: ReadonlyMap<string, QueryColumn>;
  /** What decides which rows it has. */
  readonly rows: Sources;
  /** There is no such table, which has been reported: any column may be in it. */
  readonly unknown?: true;
}

export interface ReadSelect {
  readonly columns: ReadonlyMap<string, QueryColumn & { readonly offset: number | undefined }>;
  readonly rows: Sources;
  /** What it gives cannot be told, which has been reported. */
  readonly unknown?: true;
}

export type QueryProblem =
  | { readonly kind: 'refused'; readonly problem: string }
  | { readonly kind: 'table'; readonly table: string; readonly suggestion: string | undefined }
  | {
      readonly kind: 'column';
      readonly column: string;
      readonly table: string | undefined;
      readonly suggestion: string | undefined;
    };

export interface Catalogue {
  /** The table of that name; a text: why there is none to read. */
  readonly table: (name: string) => QueryTable | string | undefined;
  readonly names: Iterable<string>;
  readonly report: (problem: QueryProblem, offset: number | undefined) => void;
  /** Told of each column that is read, as it stands in its table. */
  readonly resolved?: (column: QueryColumn, offset: number | undefined) => void;
}

const none: Sources = new Set();
const union = (...all: readonly Iterable<string>[]): Sources => new Set(all.flatMap((one) => [...one]));

interface Around {
  /** By the name that the SELECT gives them. */
  readonly tables: Map<string, QueryTable>;
  readonly shared: ReadonlyMap<string, QueryTable>;
  readonly outer: Around | undefined;
}

/** What an expression is made of, and what it names. */
interface Value {
  readonly sources: Sources;
  readonly named: ReadonlySet<string>;
}
const nothing: Value = { sources: none, named: none };
/** What stands for a table that is none, or is named in a way that is refused. */
const anyTable: QueryTable = { columns: new Map(), rows: none, unknown: true };
const together = (values: readonly Value[]): Value => ({
  sources: union(...values.map(({ sources }) => sources)),
  named: union(...values.map(({ named }) => named)),
});

const listOf = (value: Json | undefined): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter(isJsonObject) : isJsonObject(value) ? [value] : [];
const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
const offsetOf = (node: JsonObject | undefined): number | undefined => {
  const location = node?.['location'];
  return typeof location === 'number' ? location : undefined;
};
/** A node `{Kind: {...}}` as its kind and content. */
const opened = (node: JsonObject): { readonly kind: string; readonly content: JsonObject } => {
  const [[kind, content] = ['', {}]] = Object.entries(node);
  return { kind, content: isJsonObject(content) ? content : {} };
};
/** Texts of a list of names; of `*` an empty one. */
const namesIn = (value: Json | undefined): readonly string[] =>
  listOf(value).map((node) => textOf(opened(node).content['sval']));

const integerOf = (node: JsonObject): number | undefined => {
  const { kind, content } = opened(node);
  const value = kind === 'A_Const' && isJsonObject(content['ival']) ? content['ival']['ival'] : undefined;
  return typeof value === 'number' ? value : undefined;
};

export const readQuery = (statement: JsonObject, catalogue: Catalogue): ReadSelect => {
  const { report } = catalogue;
  const refuse = (problem: string, offset: number | undefined): Value => {
    report({ kind: 'refused', problem }, offset);
    return nothing;
  };

  const readColumn = (content: JsonObject, around: Around): QueryColumn => {
    const offset = offsetOf(content);
    const missing: QueryColumn = { ...nothing, same: undefined, unknown: true };
    const names = namesIn(content['fields']);
    if (names.includes('')) {
      refuse(queryWords.star, offset);
      return missing;
    }
    if (names.length > 2) {
      refuse(queryWords.schema(names.join('.')), offset);
      return missing;
    }
    const [first = '', second] = names;
    const column = second ?? first;
    const table = second === undefined ? undefined : first;
    const known: string[] = [];
    for (let at: Around | undefined = around; at !== undefined; at = at.outer) {
      if (table !== undefined) {
        const found = at.tables.get(table);
        known.push(...at.tables.keys());
        if (found === undefined) continue;
        const own = found.columns.get(column);
        if (own !== undefined) catalogue.resolved?.(own, offset);
        if (own !== undefined || found.unknown) return own ?? missing;
        report({ kind: 'column', column, table, suggestion: nearest(column, found.columns.keys()) }, offset);
        return missing;
      }
      const [found, other] = [...at.tables.values()].flatMap(({ columns }) => columns.get(column) ?? []);
      known.push(...[...at.tables.values()].flatMap(({ columns }) => [...columns.keys()]));
      if (other !== undefined) {
        refuse(queryWords.ambiguous(column), offset);
        return missing;
      }
      if (found !== undefined) catalogue.resolved?.(found, offset);
      if (found !== undefined) return found;
      if ([...at.tables.values()].some(({ unknown }) => unknown)) return missing;
    }
    report({ kind: 'column', column: names.join('.'), table: undefined, suggestion: nearest(first, known) }, offset);
    return missing;
  };

  const readAll = (value: Json | undefined, around: Around): Value =>
    together(listOf(value).map((node) => readValue(node, around)));

  const checkFunction = (content: JsonObject): void => {
    const [schema, ...rest] = namesIn(content['funcname']);
    const name = rest.at(-1) ?? schema ?? '';
    // The parser writes EXTRACT, TRIM and the like with the schema.
    const own = rest.length === 0 || schema === 'pg_catalog';
    if (!own || !functions.has(name)) refuse(queryWords.function([schema, ...rest].join('.')), offsetOf(content));
  };

  const checkType = (type: Json | undefined): void => {
    if (!isJsonObject(type)) return;
    const names = namesIn(type['names']);
    const name = names.at(-1) ?? '';
    const own = names.length === 1 || names[0] === 'pg_catalog';
    if (!own || !types.has(name)) refuse(queryWords.type(name), offsetOf(type));
  };

  /** What stands by itself beside the expressions inside: names of functions, types and operators. */
  const checkNames = (kind: string, content: JsonObject): void => {
    if (kind === 'FuncCall') checkFunction(content);
    if (kind === 'TypeCast') checkType(content['typeName']);
    if (kind === 'A_Expr' && listOf(content['name']).length > 1) refuse(queryWords.operator, offsetOf(content));
    if (kind !== 'SQLValueFunction') return;
    const current = textOf(content['op']);
    if (currents.has(current)) return;
    const words = current === 'SVFOP_CURRENT_DATE' ? queryWords.currentDate : undefined;
    refuse(words ?? queryWords.function(current.replace('SVFOP_', '').toLowerCase()), offsetOf(content));
  };

  const readWindow = (window: Json | undefined, around: Around): Value =>
    isJsonObject(window)
      ? together([readAll(window['partitionClause'], around), readAll(window['orderClause'], around)])
      : nothing;

  const readValue = (node: JsonObject, around: Around): Value => {
    const { kind, content } = opened(node);
    if (kind === 'ColumnRef') return readColumn(content, around);
    if (kind === 'SubLink') {
      const inner = selectIn(content['subselect'], around, true);
      const value = inner === undefined ? nothing : whole(inner);
      return together([readAll(content['testexpr'], around), value]);
    }
    const keys = Object.hasOwn(expressions, kind) ? expressions[kind] : undefined;
    if (keys === undefined) return refuse(queryWords.part(kind), offsetOf(content));
    checkNames(kind, content);
    return together([...keys.map((key) => readAll(content[key], around)), readWindow(content['over'], around)]);
  };

  /** All that an inner SELECT rests on. */
  const whole = ({ columns, rows }: ReadSelect): Value =>
    together([...columns.values(), { sources: rows, named: none }]);

  const selectIn = (node: Json | undefined, outer: Around | undefined, inner: boolean): ReadSelect | undefined => {
    const { kind, content } = isJsonObject(node) ? opened(node) : { kind: '', content: {} };
    if (kind === 'SelectStmt') return readSelect(content, outer, inner);
    refuse(queryWords.writing, undefined);
    return undefined;
  };

  const asTable = ({ columns, rows, unknown }: ReadSelect): QueryTable => ({
    columns,
    rows,
    ...(unknown && { unknown }),
  });

  const shareTables = (clause: Json | undefined, outer: Around | undefined): ReadonlyMap<string, QueryTable> => {
    const shared = new Map(outer?.shared);
    if (!isJsonObject(clause)) return shared;
    if (clause['recursive'] === true) refuse(queryWords.recursive, offsetOf(clause));
    for (const node of listOf(clause['ctes'])) {
      const { content } = opened(node);
      if (content['aliascolnames'] !== undefined) refuse(queryWords.aliasColumns, offsetOf(content));
      const read = selectIn(content['ctequery'], { tables: new Map(), shared: new Map(shared), outer }, true);
      shared.set(textOf(content['ctename']), read === undefined ? anyTable : asTable(read));
    }
    return shared;
  };

  /** Puts the tables of one FROM item among those around, and gives what decides their rows. */
  const readFrom = (node: JsonObject, around: Around): Sources => {
    const { kind, content } = opened(node);
    const offset = offsetOf(content);
    const alias = isJsonObject(content['alias']) ? content['alias'] : undefined;
    const put = (name: string, table: QueryTable): Sources => {
      if (around.tables.has(name)) refuse(queryWords.nameTwice(name), offset);
      around.tables.set(name, table);
      return table.rows;
    };
    const putAny = (name: string, problem: string): Sources => {
      refuse(problem, offset);
      return put(name, anyTable);
    };
    const own = textOf(alias?.['aliasname']);
    if (alias?.['colnames'] !== undefined) return putAny(own, queryWords.aliasColumns);
    if (kind === 'RangeVar') {
      const name = textOf(content['relname']);
      if (content['schemaname'] !== undefined)
        return putAny(own || name, queryWords.schema(`${textOf(content['schemaname'])}.${name}`));
      const found = around.shared.get(name) ?? catalogue.table(name);
      if (typeof found === 'string') return putAny(own || name, found);
      if (found !== undefined) return put(own || name, found);
      const suggestion = nearest(name, [...around.shared.keys(), ...catalogue.names]);
      report({ kind: 'table', table: name, suggestion }, offset);
      return put(own || name, anyTable);
    }
    if (kind === 'RangeSubselect') {
      const outer = content['lateral'] === true ? around : { ...around, tables: new Map<string, QueryTable>() };
      const read = selectIn(content['subquery'], { ...outer, outer: around.outer }, true);
      return put(own, read === undefined ? anyTable : asTable(read));
    }
    if (kind !== 'JoinExpr' || alias !== undefined) return putAny(own, queryWords.from);
    if (content['isNatural'] === true || content['usingClause'] !== undefined) refuse(queryWords.joinColumns, offset);
    const sides = ['larg', 'rarg'].map((side) => {
      const inner = content[side];
      return isJsonObject(inner) ? readFrom(inner, around) : none;
    });
    return union(...sides, readAll(content['quals'], around).sources);
  };

  const readTargets = (list: Json | undefined, around: Around, inner: boolean): ReadSelect['columns'] => {
    const columns = new Map<string, QueryColumn & { offset: number | undefined }>();
    for (const [index, node] of listOf(list).entries()) {
      const { content } = opened(node);
      const offset = offsetOf(content);
      const written = isJsonObject(content['val']) ? content['val'] : {};
      const { kind, content: expression } = opened(written);
      const own = kind === 'ColumnRef' ? namesIn(expression['fields']).at(-1) : undefined;
      const name = textOf(content['name']) || own || undefined;
      // What nobody refers to needs no name: `exists (select 1 ...)`. Of `*` more is said where it is read.
      if (name === undefined && own === undefined && !inner) refuse(queryWords.unnamed, offset);
      if (name !== undefined && columns.has(name)) refuse(queryWords.columnTwice(name), offset);
      const value = kind === 'ColumnRef' ? readColumn(expression, around) : readValue(written, around);
      columns.set(name ?? `?${index}`, { same: undefined, ...value, offset });
    }
    return columns;
  };

  /** Items of GROUP BY, ORDER BY and DISTINCT: also columns of the SELECT itself, by name or by number. */
  const readItems = (list: Json | undefined, around: Around, columns: ReadSelect['columns']): Sources => {
    const byNumber = [...columns.values()];
    return union(
      ...listOf(list).map((node): Sources => {
        const item = opened(node);
        const inner = item.content['node'];
        const written = item.kind === 'SortBy' && isJsonObject(inner) ? inner : node;
        const number = integerOf(written);
        if (number !== undefined) return byNumber[number - 1]?.sources ?? none;
        const { kind, content } = opened(written);
        const [name = '', ...more] = kind === 'ColumnRef' ? namesIn(content['fields']) : [];
        const own = more.length === 0 ? columns.get(name) : undefined;
        const isColumn = [...around.tables.values()].some((table) => table.columns.has(name));
        return union(own?.sources ?? none, own === undefined || isColumn ? readValue(written, around).sources : none);
      }),
    );
  };

  /** UNION and the like: a column is made of those of both sides. */
  const readBoth = (content: JsonObject, outer: Around | undefined): ReadSelect => {
    const [left, right] = ['larg', 'rarg'].map((side): ReadSelect => {
      const inner = content[side];
      return isJsonObject(inner) ? readSelect(inner, outer, true) : { columns: new Map(), rows: none };
    }) as [ReadSelect, ReadSelect];
    const others = [...right.columns.values()];
    if (others.length !== left.columns.size) refuse(queryWords.unequal, undefined);
    const columns = new Map(
      [...left.columns].map(([name, column], index) => {
        const value = together([column, others[index] ?? nothing]);
        return [name, { ...value, same: undefined, offset: column.offset }];
      }),
    );
    const every = [...columns.values()].map(({ sources }) => sources);
    // UNION ALL keeps every row; the others compare them.
    const compared = content['op'] === 'SETOP_UNION' && content['all'] === true ? [] : every;
    return { columns, rows: union(left.rows, right.rows, ...compared) };
  };

  const readSelect = (content: JsonObject, outer: Around | undefined, inner: boolean): ReadSelect => {
    for (const key of Object.keys(content)) {
      if (selectKeys.has(key)) continue;
      const words = { valuesLists: queryWords.values, intoClause: queryWords.into, lockingClause: queryWords.locking };
      refuse(Object.entries(words).find(([one]) => one === key)?.[1] ?? queryWords.part(key), undefined);
    }
    const pages = ['sortClause', 'limitCount', 'limitOffset'].find((key) => content[key] !== undefined);
    if (!inner && pages !== undefined) refuse(queryWords.pages, undefined);
    const shared = shareTables(content['withClause'], outer);
    const around: Around = { tables: new Map(), shared, outer };
    if (content['op'] !== undefined && content['op'] !== 'SETOP_NONE') {
      const both = readBoth(content, { tables: new Map(), shared, outer });
      return { ...both, rows: union(both.rows, readItems(content['sortClause'], around, both.columns)) };
    }
    const from = listOf(content['fromClause']).map((node) => readFrom(node, around));
    const columns = readTargets(content['targetList'], around, inner);
    const every = [...columns.values()].map(({ sources }) => sources);
    const rows = union(
      ...from,
      ...['whereClause', 'havingClause', 'limitCount', 'limitOffset'].map(
        (key) => readAll(content[key], around).sources,
      ),
      ...['groupClause', 'sortClause'].map((key) => readItems(content[key], around, columns)),
      ...listOf(content['windowClause']).map((node) => readWindow(opened(node).content, around).sources),
      ...(content['distinctClause'] === undefined ? [] : every),
      ...listOf(content['distinctClause'])
        .filter((node) => Object.keys(node).length > 0)
        .map((node) => readItems(node, around, columns)),
    );
    const unknown = content['valuesLists'] !== undefined || [...columns.keys()].includes('');
    return { columns, rows, ...(unknown && { unknown }) };
  };

  return readSelect(statement, undefined, false);
};
