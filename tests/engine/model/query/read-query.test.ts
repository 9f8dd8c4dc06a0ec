/** What each column of a SELECT is made from, what chooses its rows, and what a SELECT may not say. */
import { beforeAll, describe, expect, it } from 'vitest';
import { queryWords } from '../../../../engine/core/query-words.ts';
import { openSqlParser, parseQuery } from '../../../../engine/metadata/parse-query.ts';
import type { QueryProblem, QueryTable } from '../../../../engine/model/query/read-query.ts';
import { readQuery } from '../../../../engine/model/query/read-query.ts';

const table = (name: string, fields: readonly string[], rows: readonly string[] = []): [string, QueryTable] => [
  name,
  {
    columns: new Map(
      ['id', ...fields].map((field) => {
        const same = `${name}.${field}`;
        return [field, { same, named: new Set([same]), sources: new Set(field === 'id' ? [] : [same]) }];
      }),
    ),
    rows: new Set(rows),
  },
];
const tables = new Map([
  table('guia', ['numero', 'valor', 'fase', 'dia', 'clinica_id']),
  table('clinica', ['nome', 'cidade']),
  table('guia_itens', ['guia_id', 'nome', 'preco'], ['guia.itens']),
]);

beforeAll(openSqlParser);

const read = (sql: string) => {
  const problems: (QueryProblem & { readonly at: string })[] = [];
  const { query, issues } = parseQuery('query.sql', sql);
  expect(issues).toEqual([]);
  const { columns, rows } = readQuery(query.select ?? {}, {
    names: tables.keys(),
    table: (name) => (name === 'acesso' ? queryWords.notTable(name) : tables.get(name)),
    report: (problem, offset) => {
      const { line, column } = query.origin(offset);
      problems.push({ ...problem, at: `${line}:${column}` });
    },
  });
  return { columns, rows: [...rows].sort(), problems };
};

describe('a column comes from', () => {
  it.each([
    ['the column itself', 'select g.valor as v from guia g', ['guia.valor'], []],
    [
      'all that an expression names',
      'select g.valor * 2 + length(g.numero) as v from guia g',
      ['guia.numero', 'guia.valor'],
      [],
    ],
    [
      'each way of a CASE',
      "select case when g.fase = 'X' then g.valor end as v from guia g",
      ['guia.fase', 'guia.valor'],
      [],
    ],
    [
      'a condition of an aggregate',
      "select sum(g.valor) filter (where g.fase = 'X') as v from guia g",
      ['guia.fase', 'guia.valor'],
      [],
    ],
    [
      'the order of an aggregate',
      "select string_agg(g.numero, ',' order by g.dia) as v from guia g",
      ['guia.dia', 'guia.numero'],
      [],
    ],
    [
      'a window',
      'select rank() over (partition by g.fase order by g.valor) as v from guia g',
      ['guia.fase', 'guia.valor'],
      [],
    ],
    [
      'an inner SELECT, its rows and what chooses them',
      "select (select max(i.preco) from guia_itens i where i.guia_id = g.id and i.nome = 'x') as v from guia g",
      ['guia.itens', 'guia_itens.guia_id', 'guia_itens.nome', 'guia_itens.preco'],
      [],
    ],
    [
      'what an inner SELECT reads of the outer one',
      'select exists (select 1 from clinica c where c.nome = g.numero) as v from guia g',
      ['clinica.nome', 'guia.numero'],
      [],
    ],
    [
      'a column of a SELECT in FROM',
      'select x.w as v from (select upper(c.nome) as w from clinica c) x',
      ['clinica.nome'],
      [],
    ],
    [
      'a column of WITH',
      "with caras as (select g.id, g.valor from guia g where g.fase = 'X') select valor as v from caras",
      ['guia.valor'],
      ['guia.fase'],
    ],
    [
      'both sides of a UNION',
      'select numero as v from guia union all select nome from clinica',
      ['clinica.nome', 'guia.numero'],
      [],
    ],
    ['nothing, where it is a constant', "select 'a' as v from guia", [], []],
    ['nothing, where it is an id', 'select g.id * 2 as v from guia g', [], []],
  ] as const)('%s', (_what, sql, sources, rows) => {
    const found = read(sql);
    expect([[...(found.columns.get('v')?.sources ?? [])].sort(), found.rows, found.problems]).toEqual([
      sources,
      rows,
      [],
    ]);
  });
});

describe('rows are chosen by', () => {
  it.each([
    ['WHERE', "select id from guia where fase = 'X'", ['guia.fase']],
    [
      'a join',
      'select g.id from guia g left join clinica c on c.id = g.clinica_id and c.cidade is null',
      ['clinica.cidade', 'guia.clinica_id'],
    ],
    ['the rows of an array', 'select id from guia_itens', ['guia.itens']],
    [
      'EXISTS',
      'select g.id from guia g where exists (select 1 from guia_itens i where i.guia_id = g.id)',
      ['guia.itens', 'guia_itens.guia_id'],
    ],
    [
      'GROUP BY and HAVING',
      'select min(id) as id, fase from guia group by fase having max(valor) > 1',
      ['guia.fase', 'guia.valor'],
    ],
    [
      'GROUP BY a number or a name',
      'select min(id) as id, upper(fase) as f, dia from guia group by 2, dia',
      ['guia.dia', 'guia.fase'],
    ],
    ['DISTINCT', 'select distinct fase from guia', ['guia.fase']],
    [
      'DISTINCT ON with an order',
      'select x.id from (select distinct on (fase) id, fase from guia order by fase, dia) x',
      ['guia.dia', 'guia.fase'],
    ],
    [
      'LATERAL with a page',
      'select g.id from guia g, lateral (select c.nome from clinica c where c.id = g.clinica_id order by c.cidade limit 1) x',
      ['clinica.cidade', 'guia.clinica_id'],
    ],
    [
      'UNION, by all columns',
      'select numero from guia union select nome from clinica',
      ['clinica.nome', 'guia.numero'],
    ],
    ['EXCEPT', 'select numero from guia except all select nome from clinica', ['clinica.nome', 'guia.numero']],
  ] as const)('%s', (_what, sql, rows) => {
    const found = read(sql);
    expect([found.rows, found.problems]).toEqual([rows, []]);
  });
});

describe('refused', () => {
  it.each([
    ['select * from guia', '1:8', queryWords.star],
    ['select g.* from guia g', '1:8', queryWords.star],
    ['select id from public.guia', '1:16', queryWords.schema('public.guia')],
    ['select public.guia.id from guia', '1:8', queryWords.schema('public.guia.id')],
    ['select id from guia for update', '1:1', queryWords.locking],
    ['select id into nova from guia', '1:1', queryWords.into],
    ['values (1)', '1:1', queryWords.values],
    ['select x.id from (values (1)) x', '1:1', queryWords.values],
    ['with novas as (insert into guia default values returning id) select id from novas', '1:1', queryWords.writing],
    ['with recursive r as (select id from guia) select id from r', '1:1', queryWords.recursive],
    ['select id from guia order by id', '1:1', queryWords.pages],
    ['select id from guia limit 1', '1:1', queryWords.pages],
    ['select id from acesso', '1:16', queryWords.notTable('acesso')],
    ['select id from generate_series(1, 9) id', '1:1', queryWords.from],
    ['select id from guia tablesample system (10)', '1:33', queryWords.from],
    ['select g.id from guia g join clinica using (id)', '1:1', queryWords.joinColumns],
    ['select g.id from guia g natural join clinica', '1:1', queryWords.joinColumns],
    ['select a from guia as g (a)', '1:15', queryWords.aliasColumns],
    ['select id from guia, guia', '1:22', queryWords.nameTwice('guia')],
    ['select id from guia, clinica', '1:8', queryWords.ambiguous('id')],
    ["select pg_read_file('x') as id from guia", '1:8', queryWords.function('pg_read_file')],
    ['select fichario.normalize(numero) as id from guia', '1:8', queryWords.function('fichario.normalize')],
    ['select current_user as id from guia', '1:8', queryWords.function('current_user')],
    ['select dia < current_date as v from guia', '1:14', queryWords.currentDate],
    ["select 'guia'::regclass as v from guia", '1:16', queryWords.type('regclass')],
    ['select id operator(public.+) 1 as v from guia', '1:11', queryWords.operator],
    ['select row(id) as v from guia', '1:8', queryWords.part('RowExpr')],
    ['select valor + 1 from guia', '1:8', queryWords.unnamed],
    ['select id, numero as id from guia', '1:12', queryWords.columnTwice('id')],
    ['select id, numero from guia union select id from clinica', '1:1', queryWords.unequal],
  ] as const)('%s', (sql, at, problem) => {
    expect(read(sql).problems.map((one) => [one.at, 'problem' in one ? one.problem : one])).toEqual([[at, problem]]);
  });

  it.each([
    ['select id from guias', { kind: 'table', table: 'guias', suggestion: 'guia', at: '1:16' }],
    ['select pg_class.oid from pg_class', { kind: 'table', table: 'pg_class', suggestion: undefined, at: '1:26' }],
    ['select g.nmero from guia g', { kind: 'column', column: 'nmero', table: 'g', suggestion: 'numero', at: '1:8' }],
    [
      'select "é", faze as x from guia',
      { kind: 'column', column: 'faze', table: undefined, suggestion: 'fase', at: '1:13' },
    ],
    [
      'select tabela.id from guia g',
      { kind: 'column', column: 'tabela.id', table: undefined, suggestion: undefined, at: '1:8' },
    ],
    [
      'select g.id from guia g, (select g.id) y',
      { kind: 'column', column: 'g.id', table: undefined, suggestion: undefined, at: '1:34' },
    ],
  ] as const)('%s, a name that is none', (sql, problem) => {
    expect(read(sql).problems).toContainEqual(problem);
  });
});

describe('a file', () => {
  it.each([
    ['', '1:1', queryWords.empty],
    ['-- nada\n', '1:1', queryWords.empty],
    ['select id from guia; select 1', '1:22', queryWords.many],
    ['delete from guia', '1:1', queryWords.noSelect],
    ['select id from\nwhere', '2:1', 'syntax error at or near "where"'],
    ["select 'ação', id from\nwhere", '2:1', 'syntax error at or near "where"'],
  ] as const)('%j is no SELECT', (sql, at, problem) => {
    const { query, issues } = parseQuery('query.sql', sql);
    expect([query.select, issues.map((one) => [`${one.origin.line}:${one.origin.column}`, one.params])]).toEqual([
      undefined,
      [[at, { problem }]],
    ]);
  });

  it('is taken without its semicolon and what stands behind', () => {
    const { query } = parseQuery('query.sql', '-- É assim.\nselect id -- aqui\nfrom guia;\n-- fim\n');
    expect(query.sql).toBe('select id -- aqui\nfrom guia');
  });
});
