/** What the printer writes for representative requests, and what both databases answer to exactly that. */
import { beforeAll, describe, expect, test } from 'vitest';
import { parseRequest } from '../../../../engine/contract/request.ts';
import { bind, prepare } from '../../../../engine/data/bind.ts';
import type { CursorKeys } from '../../../../engine/data/cursor.ts';
import type { Database, Statement } from '../../../../engine/data/database.ts';
import { applySchema } from '../../../../engine/data/ddl/apply-schema.ts';
import type { ListContext } from '../../../../engine/data/plan/context.ts';
import { listContext } from '../../../../engine/data/plan/context.ts';
import { planRead, planWritten } from '../../../../engine/data/plan/plan-read.ts';
import { Scope } from '../../../../engine/data/plan/refs.ts';
import { scopeConditions } from '../../../../engine/data/plan/row-scope.ts';
import { printCount, printEstimate, printRead } from '../../../../engine/data/sql/read.ts';
import type { PrintedSql } from '../../../../engine/data/sql/sql.ts';
import { printDelete, printInsert, printUpdate } from '../../../../engine/data/sql/write.ts';
import { forEachDatabase } from '../../../support/databases.ts';
import { accessOf, context, fill, readingModel } from '../readings.ts';

/** One clause a line, for the eye. */
const lines = (statement: Statement): string =>
  statement.text.replaceAll(
    / (?=(from|left join|where|order by|limit|union all|group by|returning|and t\.id in) ?)/g,
    '\n',
  );

const bound = (
  printed: PrintedSql,
  query: string,
  { cursor = [], using = context, inputs = {} }: { cursor?: CursorKeys; using?: ListContext; inputs?: object } = {},
): Statement => {
  const request = parseRequest(query);
  return bind(prepare(printed, false), {
    request: request.values,
    words: request.words,
    cursor,
    access: using.access,
    timeZone: using.timeZone,
    inputs: { offset: String(request.offset ?? 0), ...inputs },
  });
};

const readStatement = (query: string, cursor?: CursorKeys, using: ListContext = context): Statement => {
  const shape = cursor?.map((key) => (key === null ? ('null' as const) : ('value' as const)));
  const printed = printRead(planRead(using, parseRequest(query), shape));
  return bound(printed, query, { ...(cursor === undefined ? {} : { cursor }), using });
};

const confined = listContext(
  {
    ...readingModel,
    entities: Object.fromEntries(
      Object.entries(readingModel.entities).map(([name, entity]) => [
        name,
        name === 'leitura' ? { ...entity, scope: [{ role: 'prestador', field: 'alvo' }] as const } : entity,
      ]),
    ),
  },
  {
    ...accessOf(['leitura:list', 'alvo:list']),
    unconfined: false,
    own: { prestador: [1], beneficiario: [] },
  },
  { ...context.screen, columns: [{ path: ['texto'], title: 'Texto', width: undefined }] },
  'UTC',
);

interface Case {
  readonly what: string;
  readonly statement: () => Statement;
  readonly rows: unknown;
}

const writing = (using: ListContext, query: string, columns: readonly string[]) => {
  const scope = new Scope(using.model, using.access, using.entity, 't', using.screen);
  const plan = planWritten(using, parseRequest(query));
  return {
    scope,
    refs: columns.map((name) => scope.own(name)),
    returning: { plan, representation: true, check: scopeConditions(using.access, scope) },
  };
};

describe('the printer writes', () => {
  test('a list by its keys, one row more than the page, and the keys of its last row', () => {
    const statement = readStatement('select=id,texto&order=ordem&limit=2');
    expect(lines(statement)).toMatchInlineSnapshot(`
      "select count(*)::integer as n, coalesce(array_to_json((array_agg(p.body))[1:2]), '[]')::text as body, (array_agg(p."o1"::text))[2] as "k1", (array_agg(p."o2"::text))[2] as "k2"
      from (select case when clock_timestamp() is not null then (select row_to_json(o.*)
      from (select t."id" as "id", t."texto" as "texto") o) end as body, t."ordem" as "o1", t."id" as "o2"
      from public."leitura" t
      order by t."ordem", t."id"
      limit 3) p"
    `);
    expect(statement.values).toEqual([]);
  });

  test('the page after a cursor as a comparison of rows, where no key may be empty and all go one way', () => {
    const statement = readStatement('select=id&order=ordem.desc&limit=2', ['2', '7']);
    expect(lines(statement)).toMatchInlineSnapshot(`
      "select count(*)::integer as n, coalesce(array_to_json((array_agg(p.body))[1:2]), '[]')::text as body, (array_agg(p."o1"::text))[2] as "k1", (array_agg(p."o2"::text))[2] as "k2"
      from (select case when clock_timestamp() is not null then (select row_to_json(o.*)
      from (select t."id" as "id") o) end as body, t."ordem" as "o1", t."id" as "o2"
      from public."leitura" t
      where (t."ordem", t."id") < ($1::text::integer, $2::text::bigint)
      order by t."ordem" desc, t."id" desc
      limit 3) p"
    `);
    expect(statement.values).toEqual(['2', '7']);
  });

  test('the page after a cursor as branches, one for each key and one for its empty values', () => {
    const statement = readStatement('select=id&order=texto,ordem.desc&limit=2', ['b', '2', '7']);
    expect(lines(statement)).toMatchInlineSnapshot(`
      "select count(*)::integer as n, coalesce(array_to_json((array_agg(p.body))[1:2]), '[]')::text as body, (array_agg(p."o1"::text))[2] as "k1", (array_agg(p."o2"::text))[2] as "k2", (array_agg(p."o3"::text))[2] as "k3"
      from (select *
      from ((select case when clock_timestamp() is not null then (select row_to_json(o.*)
      from (select t."id" as "id") o) end as body, t."texto" as "o1", t."ordem" as "o2", t."id" as "o3"
      from public."leitura" t
      where t."texto" > $1::text
      order by t."texto", t."ordem" desc, t."id" desc
      limit 3)
      union all (select case when clock_timestamp() is not null then (select row_to_json(o.*)
      from (select t."id" as "id") o) end as body, t."texto" as "o1", t."ordem" as "o2", t."id" as "o3"
      from public."leitura" t
      where t."texto" is null
      order by t."texto", t."ordem" desc, t."id" desc
      limit 3)
      union all (select case when clock_timestamp() is not null then (select row_to_json(o.*)
      from (select t."id" as "id") o) end as body, t."texto" as "o1", t."ordem" as "o2", t."id" as "o3"
      from public."leitura" t
      where t."texto" = $2::text and t."ordem" < $3::text::integer
      order by t."texto", t."ordem" desc, t."id" desc
      limit 3)
      union all (select case when clock_timestamp() is not null then (select row_to_json(o.*)
      from (select t."id" as "id") o) end as body, t."texto" as "o1", t."ordem" as "o2", t."id" as "o3"
      from public."leitura" t
      where t."texto" = $4::text and t."ordem" = $5::text::integer and t."id" < $6::text::bigint
      order by t."texto", t."ordem" desc, t."id" desc
      limit 3)) u
      order by "o1", "o2" desc, "o3" desc
      limit 3) p"
    `);
    expect(statement.values).toEqual(['b', 'b', '2', 'b', '2', '7']);
  });

  test('the page after an empty key without a value for it', () => {
    const statement = readStatement('select=id&order=texto.nullsfirst&limit=2', [null, '7']);
    expect(lines(statement)).toMatchInlineSnapshot(`
      "select count(*)::integer as n, coalesce(array_to_json((array_agg(p.body))[1:2]), '[]')::text as body, (array_agg(p."o1"::text))[2] as "k1", (array_agg(p."o2"::text))[2] as "k2"
      from (select *
      from ((select case when clock_timestamp() is not null then (select row_to_json(o.*)
      from (select t."id" as "id") o) end as body, t."texto" as "o1", t."id" as "o2"
      from public."leitura" t
      where t."texto" is not null
      order by t."texto" nulls first, t."id"
      limit 3)
      union all (select case when clock_timestamp() is not null then (select row_to_json(o.*)
      from (select t."id" as "id") o) end as body, t."texto" as "o1", t."id" as "o2"
      from public."leitura" t
      where t."texto" is null and t."id" > $1::text::bigint
      order by t."texto" nulls first, t."id"
      limit 3)) u
      order by "o1" nulls first, "o2"
      limit 3) p"
    `);
    expect(statement.values).toEqual(['7']);
  });

  test('conditions and groups with every value apart', () => {
    const statement = readStatement(
      'select=id&texto=neq.x&inteiro=in.(1,2)&or=(valor.gte.0.5,not.and(dia.lt.2026-01-01,sim.not.is.true))&longo=ilike.*a*&order=id',
    );
    expect(lines(statement)).toMatchInlineSnapshot(`
      "select count(*)::integer as n, coalesce(array_to_json((array_agg(p.body))[1:50]), '[]')::text as body, (array_agg(p."o1"::text))[50] as "k1"
      from (select case when clock_timestamp() is not null then (select row_to_json(o.*)
      from (select t."id" as "id") o) end as body, t."id" as "o1"
      from public."leitura" t
      where t."texto" <> $1::text and t."inteiro" = any($2::text::integer[]) and (t."valor" >= $3::text::numeric or not (t."dia" < $4::text::date and not (t."sim" is true))) and t."longo" ilike $5::text
      order by t."id"
      limit 51) p"
    `);
    expect(statement.values).toEqual(['x', '{"1","2"}', '0.5', '2026-01-01', '%a%']);
  });

  test('a search in the stored column first, and in the fields left where one is kept from the user', () => {
    const statement = readStatement('select=id&q=ana%20b&texto=has.50%25&order=id');
    expect(lines(statement)).toMatchInlineSnapshot(`
      "with finds as materialized ((select t."id" as id
      from public."leitura" t
      where (t."busca" like '%' || regexp_replace(fichario.normalize($1::text), '([\\\\%_])', '\\\\\\1', 'g') || '%' and fichario.normalize(t."texto") like '%' || regexp_replace(fichario.normalize($2::text), '([\\\\%_])', '\\\\\\1', 'g') || '%') and t."busca" like '%' || regexp_replace(fichario.normalize($3::text), '([\\\\%_])', '\\\\\\1', 'g') || '%' and t."busca" like '%' || regexp_replace(fichario.normalize($4::text), '([\\\\%_])', '\\\\\\1', 'g') || '%'
      limit 2001)) select count(*)::integer as n, coalesce(array_to_json((array_agg(p.body))[1:50]), '[]')::text as body, (array_agg(p."o1"::text))[50] as "k1"
      from (select *
      from ((select case when clock_timestamp() is not null then (select row_to_json(o.*)
      from (select t."id" as "id") o) end as body, t."id" as "o1"
      from public."leitura" t
      where (t."busca" like '%' || regexp_replace(fichario.normalize($5::text), '([\\\\%_])', '\\\\\\1', 'g') || '%' and fichario.normalize(t."texto") like '%' || regexp_replace(fichario.normalize($6::text), '([\\\\%_])', '\\\\\\1', 'g') || '%') and t."busca" like '%' || regexp_replace(fichario.normalize($7::text), '([\\\\%_])', '\\\\\\1', 'g') || '%' and t."busca" like '%' || regexp_replace(fichario.normalize($8::text), '([\\\\%_])', '\\\\\\1', 'g') || '%' and (select count(*)
      from finds) <= 2000 and t."id" = any(array(select finds.id
      from finds))
      order by t."id"
      limit 51)
      union all (select case when clock_timestamp() is not null then (select row_to_json(o.*)
      from (select t."id" as "id") o) end as body, t."id" as "o1"
      from public."leitura" t
      where (t."busca" like '%' || regexp_replace(fichario.normalize($9::text), '([\\\\%_])', '\\\\\\1', 'g') || '%' and fichario.normalize(t."texto") like '%' || regexp_replace(fichario.normalize($10::text), '([\\\\%_])', '\\\\\\1', 'g') || '%') and t."busca" like '%' || regexp_replace(fichario.normalize($11::text), '([\\\\%_])', '\\\\\\1', 'g') || '%' and t."busca" like '%' || regexp_replace(fichario.normalize($12::text), '([\\\\%_])', '\\\\\\1', 'g') || '%' and (select count(*)
      from finds) > 2000
      order by t."id"
      limit 51)) u
      order by "o1"
      limit 51) p"
    `);
    expect(new Set(statement.values)).toEqual(new Set(['50%', 'ana', 'b']));
    const narrow = readStatement('select=id&q=ana&order=id', undefined, {
      ...context,
      access: accessOf(['all:manage'], ['leitura.nota']),
    });
    expect(lines(narrow)).toMatchInlineSnapshot(`
      "with finds as materialized ((select t."id" as id
      from public."leitura" t
      where t."busca" like '%' || regexp_replace(fichario.normalize($1::text), '([\\\\%_])', '\\\\\\1', 'g') || '%' and fichario.normalize(t."texto") like '%' || regexp_replace(fichario.normalize($2::text), '([\\\\%_])', '\\\\\\1', 'g') || '%'
      limit 2001)) select count(*)::integer as n, coalesce(array_to_json((array_agg(p.body))[1:50]), '[]')::text as body, (array_agg(p."o1"::text))[50] as "k1"
      from (select *
      from ((select case when clock_timestamp() is not null then (select row_to_json(o.*)
      from (select t."id" as "id") o) end as body, t."id" as "o1"
      from public."leitura" t
      where t."busca" like '%' || regexp_replace(fichario.normalize($3::text), '([\\\\%_])', '\\\\\\1', 'g') || '%' and fichario.normalize(t."texto") like '%' || regexp_replace(fichario.normalize($4::text), '([\\\\%_])', '\\\\\\1', 'g') || '%' and (select count(*)
      from finds) <= 2000 and t."id" = any(array(select finds.id
      from finds))
      order by t."id"
      limit 51)
      union all (select case when clock_timestamp() is not null then (select row_to_json(o.*)
      from (select t."id" as "id") o) end as body, t."id" as "o1"
      from public."leitura" t
      where t."busca" like '%' || regexp_replace(fichario.normalize($5::text), '([\\\\%_])', '\\\\\\1', 'g') || '%' and fichario.normalize(t."texto") like '%' || regexp_replace(fichario.normalize($6::text), '([\\\\%_])', '\\\\\\1', 'g') || '%' and (select count(*)
      from finds) > 2000
      order by t."id"
      limit 51)) u
      order by "o1"
      limit 51) p"
    `);
  });

  test('an embed as a join, once for all that names it, its own conditions in the join', () => {
    const statement = readStatement(
      'select=id,para:alvo(nome)&alvo.peso=gt.1&order=alvo(nome).desc,id&alvo.nome=is.not_null',
    );
    expect(lines(statement)).toMatchInlineSnapshot(`
      "select count(*)::integer as n, coalesce(array_to_json((array_agg(p.body))[1:50]), '[]')::text as body, (array_agg(p."o1"::text))[50] as "k1", (array_agg(p."o2"::text))[50] as "k2"
      from (select case when clock_timestamp() is not null then (select row_to_json(o.*)
      from (select t."id" as "id", case when j1."id" is not null then (select row_to_json(o.*)
      from (select j1."nome" as "nome") o) end as "para") o) end as body, j1."nome" as "o1", t."id" as "o2"
      from public."leitura" t
      left join public."alvo" j1 on j1."id" = t."alvo_id" and j1."peso" > $1::text::integer and j1."nome" is not null
      order by j1."nome" desc, t."id"
      limit 51) p"
    `);
    expect(statement.values).toEqual(['1']);
  });

  test('an embed to many as a subselect of its own, and as a condition where it chooses rows', () => {
    const statement = readStatement(
      'select=id,alvo(nome,leitura!inner(id::text,alvo(nome)))&alvo.leitura.texto=eq.a&alvo.leitura.order=ordem.desc&alvo.leitura.limit=5&alvo.leitura.offset=1&order=id',
    );
    expect(lines(statement)).toMatchInlineSnapshot(`
      "select count(*)::integer as n, coalesce(array_to_json((array_agg(p.body))[1:50]), '[]')::text as body, (array_agg(p."o1"::text))[50] as "k1"
      from (select case when clock_timestamp() is not null then (select row_to_json(o.*)
      from (select t."id" as "id", case when j1."id" is not null then (select row_to_json(o.*)
      from (select j1."nome" as "nome", (select coalesce(array_to_json(array_agg(x.r)), '[]')
      from (select (select row_to_json(o.*)
      from (select m1."id"::text as "id", case when j2."id" is not null then (select row_to_json(o.*)
      from (select j2."nome" as "nome") o) end as "alvo") o) as r
      from public."leitura" m1
      left join public."alvo" j2 on j2."id" = m1."alvo_id"
      where m1."alvo_id" = j1."id" and m1."texto" = $1::text
      order by m1."ordem" desc, m1."id" desc
      limit 5 offset 1) x) as "leitura") o) end as "alvo") o) end as body, t."id" as "o1"
      from public."leitura" t
      left join public."alvo" j1 on j1."id" = t."alvo_id" and exists (select 1
      from public."leitura" m1
      left join public."alvo" j2 on j2."id" = m1."alvo_id"
      where m1."alvo_id" = j1."id" and m1."texto" = $2::text)
      order by t."id"
      limit 51) p"
    `);
    expect(statement.values).toEqual(['a', 'a']);
    const counted = readStatement('select=alvo(leitura(n:count))&alvo.leitura.ordem=gt.1&order=id');
    expect(lines(counted)).toMatchInlineSnapshot(`
      "select count(*)::integer as n, coalesce(array_to_json((array_agg(p.body))[1:50]), '[]')::text as body, (array_agg(p."o1"::text))[50] as "k1"
      from (select case when clock_timestamp() is not null then (select row_to_json(o.*)
      from (select case when j1."id" is not null then (select row_to_json(o.*)
      from (select (select json_build_array((select row_to_json(o.*)
      from (select x.n as "n") o))
      from (select count(*) as n
      from public."leitura" m1
      where m1."alvo_id" = j1."id" and m1."ordem" > $1::text::integer) x) as "leitura") o) end as "alvo") o) end as body, t."id" as "o1"
      from public."leitura" t
      left join public."alvo" j1 on j1."id" = t."alvo_id"
      order by t."id"
      limit 51) p"
    `);
  });

  test('rows without a relation, any of a list, and words by their stems', () => {
    const statement = readStatement(
      'select=id,alvo()&alvo=is.null&texto=eq(any).{a,"b,c"}&nota=not.like(all).{*a,b*}&longo=fts(simple).casa %26 rua&cor=isdistinct.R&order=id',
    );
    expect(lines(statement)).toMatchInlineSnapshot(`
      "select count(*)::integer as n, coalesce(array_to_json((array_agg(p.body))[1:50]), '[]')::text as body, (array_agg(p."o1"::text))[50] as "k1"
      from (select case when clock_timestamp() is not null then (select row_to_json(o.*)
      from (select t."id" as "id") o) end as body, t."id" as "o1"
      from public."leitura" t
      left join public."alvo" j1 on j1."id" = t."alvo_id"
      where j1."id" is null and t."texto" = any($1::text::text[]) and not (t."nota" like all($2::text::text[])) and to_tsvector('simple'::regconfig, left(t."longo", 200000)) @@ to_tsquery('simple'::regconfig, $3::text) and t."cor" is distinct
      from $4::text
      order by t."id"
      limit 51) p"
    `);
    expect(statement.values).toEqual(['{"a","b,c"}', '{"%a","b%"}', "'casa' & 'rua'", 'R']);
  });

  test('the rows of a confined user, whatever else is asked', () => {
    const statement = readStatement('select=id,texto&or=(texto.eq.a,id.gt.0)&order=id', undefined, confined);
    expect(lines(statement)).toMatchInlineSnapshot(`
      "select count(*)::integer as n, coalesce(array_to_json((array_agg(p.body))[1:50]), '[]')::text as body, (array_agg(p."o1"::text))[50] as "k1"
      from (select case when clock_timestamp() is not null then (select row_to_json(o.*)
      from (select t."id" as "id", t."texto" as "texto") o) end as body, t."id" as "o1"
      from public."leitura" t
      where (t."alvo_id" = $1::text::bigint) and (t."texto" = $2::text or t."id" > $3::text::bigint)
      order by t."id"
      limit 51) p"
    `);
    expect(statement.values).toEqual(['1', 'a', '0']);
  });

  test('the rows of who acts for several: the same statement, with a list for the one', () => {
    const query = 'select=id,texto&or=(texto.eq.a,id.gt.0)&order=id';
    const one = readStatement(query, undefined, confined);
    const access = { ...confined.access, own: { prestador: [1, 3], beneficiario: [] } };
    const several = readStatement(query, undefined, { ...confined, access });
    expect(several.text).toBe(one.text.replace('= $1::text::bigint)', '= any($1::text::bigint[]))'));
    expect(several.values).toEqual(['{"1","3"}', 'a', '0']);
  });

  test('a count that stops at the cap, and an estimate', () => {
    const plan = planRead(context, { ...parseRequest('texto=eq.a'), limit: 0 }, undefined);
    expect(printCount(plan, 10).text).toMatchInlineSnapshot(
      `"select count(*)::integer as n from (select 1 from public."leitura" t where t."texto" = $1::text limit 11) c"`,
    );
    expect(printEstimate(plan).text).toMatchInlineSnapshot(
      `"explain (format json) select 1 from public."leitura" t where t."texto" = $1::text"`,
    );
  });

  test('an insert of many rows from one parameter, checked against the scope', () => {
    const { scope, refs, returning } = writing(confined, 'select=id,texto', ['texto', 'ordem']);
    expect(lines({ text: printInsert(scope, refs, returning).text, values: [] })).toMatchInlineSnapshot(`
      "with who as materialized (select set_config('fichario.usuario', $1::text, true), set_config('fichario.pedido', $2::text, true), set_config('fichario.origem', $3::text, true)), changed as (insert into public."leitura" as t ("texto", "ordem", criado_por) select r."texto", r."ordem", $4::text::bigint
      from who, json_to_recordset($5::text::json) as r(_row integer, "texto" text, "ordem" integer)
      order by r._row
      returning t.*) select count(*)::integer as n, count(*) filter (where ((t."alvo_id" = $6::text::bigint)) is not true)::integer as outside, min(t."id")::text as id, min(t."versao") as version, coalesce(json_agg((select row_to_json(o.*)
      from (select t."id" as "id", t."texto" as "texto") o)
      order by t."id"), '[]')::text as body
      from changed t"
    `);
  });

  test('an update at a version, what is said of other tables in a subquery', () => {
    const { scope, refs, returning } = writing(context, 'select=id&texto=eq.a&alvo.nome=eq.b', ['texto']);
    expect(lines({ text: printUpdate(scope, refs, true, returning).text, values: [] })).toMatchInlineSnapshot(`
      "with who as materialized (select set_config('fichario.usuario', $1::text, true), set_config('fichario.pedido', $2::text, true), set_config('fichario.origem', $3::text, true)), changed as (update public."leitura" t set "texto" = r."texto", versao = t.versao + 1, alterado_em = now(), alterado_por = $4::text::bigint
      from who, json_to_record($5::text::json) as r("texto" text)
      where t."texto" = $6::text and t."versao" = $7::text::integer
      and t.id in (select t.id
      from public."leitura" t
      left join public."alvo" j1 on j1."id" = t."alvo_id"
      where j1."nome" = $8::text)
      returning t.*) select count(*)::integer as n, 0 as outside, min(t."id")::text as id, min(t."versao") as version, coalesce(json_agg((select row_to_json(o.*)
      from (select t."id" as "id") o)
      order by t."id"), '[]')::text as body
      from changed t
      left join public."alvo" j1 on j1."id" = t."alvo_id""
    `);
  });

  test('a delete that gives back what it took', () => {
    const { scope, returning } = writing(context, 'select=id&id=eq.1', []);
    expect(lines({ text: printDelete(scope, false, returning).text, values: [] })).toMatchInlineSnapshot(`
      "with who as materialized (select set_config('fichario.usuario', $1::text, true), set_config('fichario.pedido', $2::text, true), set_config('fichario.origem', $3::text, true)), changed as (delete
      from public."leitura" t using who
      where t."id" = $4::text::bigint
      returning t."id", t."versao") select count(*)::integer as n, 0 as outside, min(t."id")::text as id, min(t."versao") as version, coalesce(json_agg((select row_to_json(o.*)
      from (select t."id" as "id") o)
      order by t."id"), '[]')::text as body
      from changed t"
    `);
  });
});

forEachDatabase((open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
    await applySchema(database, readingModel);
    await fill(database, 'alvo', [
      { nome: 'um', peso: 1 },
      { nome: 'dois', peso: 2 },
    ]);
    await fill(database, 'leitura', [
      { texto: 'b', inteiro: 1, valor: 1, dia: '2026-06-01', longo: 'cana', ordem: 1, alvo_id: 1 },
      { texto: 'a', inteiro: 2, valor: 0, dia: '2025-06-01', longo: 'ana', sim: true, ordem: 2, alvo_id: 2 },
      { texto: null, inteiro: null, valor: null, ordem: 3 },
      { texto: 'Ana 50% B', nota: 'b', inteiro: 3, valor: 2, longo: 'x', ordem: 2, alvo_id: 1 },
    ]);
  });

  const cases: readonly Case[] = [
    {
      what: 'a list',
      statement: () => readStatement('select=id,texto&order=ordem&limit=2'),
      rows: [{ n: 3, body: '[{"id":1,"texto":"b"},{"id":2,"texto":"a"}]', k1: '2', k2: '2' }],
    },
    {
      what: 'the page after a cursor of rows',
      statement: () => readStatement('select=id&order=ordem.desc&limit=2', ['2', '4']),
      rows: [{ n: 2, body: '[{"id":2},{"id":1}]', k1: '1', k2: '1' }],
    },
    {
      what: 'the page after a cursor of branches',
      statement: () => readStatement('select=id&order=texto,ordem.desc&limit=2', ['a', '2', '2']),
      rows: [{ n: 3, body: '[{"id":4},{"id":1}]', k1: 'b', k2: '1', k3: '1' }],
    },
    {
      what: 'the page after an empty key',
      statement: () => readStatement('select=id&order=texto.nullsfirst&limit=2', [null, '3']),
      rows: [{ n: 3, body: '[{"id":2},{"id":4}]', k1: 'Ana 50% B', k2: '4' }],
    },
    {
      what: 'conditions and groups',
      statement: () =>
        readStatement(
          'select=id&texto=neq.x&inteiro=in.(1,2)&or=(valor.gte.0.5,not.and(dia.lt.2026-01-01,sim.not.is.true))&longo=ilike.*a*&order=id',
        ),
      rows: [{ n: 2, body: '[{"id":1},{"id":2}]', k1: null }],
    },
    {
      what: 'a search',
      statement: () => readStatement('select=id&q=ana%20b&texto=has.50%25&order=id'),
      rows: [{ n: 1, body: '[{"id":4}]', k1: null }],
    },
    {
      what: 'an embed',
      statement: () =>
        readStatement(
          'select=id,para:alvo(nome)&alvo.peso=gt.1&order=alvo(nome).desc.nullslast,id&alvo.nome=is.not_null',
        ),
      rows: [
        {
          n: 4,
          body: '[{"id":2,"para":{"nome":"dois"}},{"id":1,"para":null},{"id":3,"para":null},{"id":4,"para":null}]',
          k1: null,
          k2: null,
        },
      ],
    },
    {
      what: 'an embed to many',
      statement: () =>
        readStatement(
          'select=id,alvo!inner(nome,leitura!inner(id::text,alvo(nome)))&alvo.leitura.texto=neq.a&alvo.leitura.order=ordem.desc&alvo.leitura.limit=1&order=id',
        ),
      rows: [
        {
          n: 2,
          body: '[{"id":1,"alvo":{"nome":"um","leitura":[{"id":"4","alvo":{"nome":"um"}}]}},{"id":4,"alvo":{"nome":"um","leitura":[{"id":"4","alvo":{"nome":"um"}}]}}]',
          k1: null,
        },
      ],
    },
    {
      what: 'a count of an embed',
      statement: () => readStatement('select=alvo(leitura(n:count))&alvo.leitura.ordem=gt.1&order=id&limit=2'),
      rows: [{ n: 3, body: '[{"alvo":{"leitura":[{"n":1}]}},{"alvo":{"leitura":[{"n":1}]}}]', k1: '2' }],
    },
    {
      what: 'rows without a relation',
      statement: () => readStatement('select=id,alvo()&alvo=is.null&ordem=eq(any).{1,3}&texto=isdistinct.a&order=id'),
      rows: [{ n: 1, body: '[{"id":3}]', k1: null }],
    },
    {
      what: 'the rows of a confined user',
      statement: () => readStatement('select=id,texto&or=(texto.eq.a,id.gt.0)&order=id', undefined, confined),
      rows: [{ n: 2, body: '[{"id":1,"texto":"b"},{"id":4,"texto":"Ana 50% B"}]', k1: null }],
    },
  ];

  test.each(cases)('$what is answered', async ({ statement, rows }) => {
    expect((await database.query(statement())).rows).toEqual(rows);
  });

  test('the search column is searched through its index', async () => {
    const statement = readStatement('select=id&q=cana&order=id');
    const plan = await database.transaction(async (transaction) => {
      await transaction.execute('set local enable_seqscan = off; set local enable_indexscan = off');
      return (await transaction.query<Record<string, string>>({ ...statement, text: `explain ${statement.text}` }))
        .rows;
    });
    expect(JSON.stringify(plan)).toContain('Bitmap Index Scan on leitura_busca_idx');
  });

  test('a write is answered with the rows written and those outside the scope', async () => {
    const inputs = { user: '7', request: 'pedido', version: '1' };
    const run = (printed: PrintedSql, query: string, more: object, using: ListContext = context) =>
      database.transaction(async (transaction) => {
        const rows = (await transaction.query(bound(printed, query, { using, inputs: { ...inputs, ...more } }))).rows;
        await transaction.execute('set constraints all immediate');
        return rows;
      });
    const insertion = writing(confined, 'select=texto', ['texto', 'ordem', 'alvo']);
    expect(
      await run(
        printInsert(insertion.scope, insertion.refs, insertion.returning),
        'select=texto',
        {
          rows: JSON.stringify([
            { texto: 'meu', ordem: 9, alvo_id: 1 },
            { texto: 'alheio', ordem: 9, alvo_id: 2 },
            { texto: 'de ninguém', ordem: 9, alvo_id: null },
          ]),
        },
        confined,
      ),
    ).toEqual([
      { n: 3, outside: 2, id: '5', version: 1, body: '[{"texto":"meu"}, {"texto":"alheio"}, {"texto":"de ninguém"}]' },
    ]);
    const query = 'select=id,texto&ordem=eq.9&alvo.nome=eq.um';
    const update = writing(context, query, ['texto']);
    expect(
      await run(printUpdate(update.scope, update.refs, true, update.returning), query, {
        rows: JSON.stringify({ texto: 'novo' }),
      }),
    ).toEqual([{ n: 1, outside: 0, id: '5', version: 2, body: '[{"id":5,"texto":"novo"}]' }]);
    const removal = writing(context, 'select=id&ordem=eq.9', []);
    expect(await run(printDelete(removal.scope, false, removal.returning), 'select=id&ordem=eq.9', {})).toEqual([
      { n: 3, outside: 0, id: '5', version: 1, body: '[{"id":5}, {"id":6}, {"id":7}]' },
    ]);
  });
});
