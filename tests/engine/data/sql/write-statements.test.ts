/** What the printer writes for upserts and for the rows that records own. */
import { describe, expect, test } from 'vitest';
import { parseRequest } from '../../../../engine/contract/request.ts';
import { listContext } from '../../../../engine/data/plan/context.ts';
import { planWritten } from '../../../../engine/data/plan/plan-read.ts';
import { Scope } from '../../../../engine/data/plan/refs.ts';
import { scopeConditions } from '../../../../engine/data/plan/row-scope.ts';
import type { PrintedSql } from '../../../../engine/data/sql/sql.ts';
import { printById, printInsertMissing, printMerge } from '../../../../engine/data/sql/upsert.ts';
import {
  printChangeKept,
  printChildConflict,
  printDeleteOthers,
  printInsertOwned,
  printInsertOwners,
} from '../../../../engine/data/sql/write-children.ts';
import { createEntity, createField, createModel } from '../../../support/small-model.ts';
import { accessOf, screen } from '../readings.ts';

const list = createEntity({
  name: 'lista',
  scope: [{ role: 'prestador', field: 'dono' }],
  fields: [
    createField({ name: 'codigo', type: 'integer', required: true, unique: true }),
    createField({ name: 'nome', type: 'text' }),
    createField({ name: 'dono', type: 'relation', relation: { entity: 'lista', label: [], onDelete: 'clear' } }),
  ],
});
const item = createEntity({
  name: 'lista_itens',
  owner: { entity: 'lista', child: 'itens', relation: 'lista', position: 'posicao' },
  fields: [
    createField({
      name: 'lista',
      type: 'relation',
      required: true,
      visible: false,
      relation: { entity: 'lista', label: [], onDelete: 'cascade' },
    }),
    createField({ name: 'posicao', type: 'integer', required: true, visible: false }),
    createField({ name: 'texto', type: 'text' }),
    createField({ name: 'valor', type: 'money' }),
  ],
});

const context = listContext(
  createModel(list, item),
  { ...accessOf(['all:manage']), unconfined: false, own: { prestador: [1], beneficiario: [] } },
  { ...screen, entity: 'lista' },
  'UTC',
);
const scope = new Scope(context.model, context.access, list, 't', context.screen);
const itemScope = new Scope(context.model, context.access, item, 't');
const reach = scopeConditions(context.access, scope);
const returning = {
  plan: planWritten(context, parseRequest('select=id&order=id')),
  representation: true,
  check: reach,
};
const [codigo, nome] = [scope.own('codigo'), scope.own('nome')];
const table = {
  scope: itemScope,
  owner: itemScope.own('lista'),
  position: itemScope.own('posicao'),
  columns: [itemScope.own('texto'), itemScope.own('valor')],
};

/** A step a line, for the eye. */
const lines = ({ text }: PrintedSql): string =>
  text
    .replaceAll(/(?<!distinct) (?=(from|where|order by|returning|on conflict|set|union all|insert into) )/g, '\n')
    .replaceAll(/(?<=\),) (?=\w+ as )/g, '\n');

describe('an upsert', () => {
  test('by a key is one statement, a part for each set of named fields; of what was absent nothing that came is changed', () => {
    expect(
      lines(
        printMerge(
          scope,
          [codigo],
          [codigo, nome],
          [
            { columns: [codigo, nome], sets: [nome], absent: false },
            { columns: [codigo], sets: [], absent: true },
          ],
          reach,
          returning,
        ),
      ),
    ).toMatchInlineSnapshot(`
      "with who as materialized (select set_config('fichario.usuario', $1::text, true), set_config('fichario.pedido', $2::text, true), set_config('fichario.origem', $3::text, true)),
      input as materialized (select r.*
      from json_to_recordset($4::text::json) as r("id" bigint, _row integer, _group integer, _named text, "codigo" integer, "nome" text)),
      g0 as (insert into public."lista" as t ("codigo", "nome", criado_por) select r."codigo", r."nome", $5::text::bigint
      from who, input r
      where r._group = 0
      order by r._row
      on conflict ("codigo") do update
      set "nome" = excluded."nome", versao = t.versao + 1, alterado_em = now(), alterado_por = $6::text::bigint
      where (t."dono_id" = $7::text::bigint)
      returning t.*),
      g1 as (insert into public."lista" as t ("codigo", criado_por) select r."codigo", $8::text::bigint
      from who, input r
      where r._group = 1
      order by r._row
      on conflict ("codigo") do update
      set versao = t.versao + 1, alterado_em = now(), alterado_por = $9::text::bigint
      where false
      returning t.*),
      changed as (select *
      from g0
      union all select *
      from g1) select count(*)::integer as n, count(*) filter (where ((t."dono_id" = $10::text::bigint)) is not true)::integer as outside, min(t."id")::text as id, min(t."versao") as version, coalesce(json_agg((select row_to_json(o.*)
      from (select t."id" as "id") o)
      order by r._row, t."id"), '[]')::text as body, count(*) filter (where t."versao" = 1)::integer as inserted
      from changed t left join input r on r."codigo" = t."codigo""
    `);
  });

  test('that leaves alone what is there does nothing on conflict', () => {
    expect(lines(printInsertMissing(scope, [codigo], [codigo, nome], returning))).toMatchInlineSnapshot(`
      "with who as materialized (select set_config('fichario.usuario', $1::text, true), set_config('fichario.pedido', $2::text, true), set_config('fichario.origem', $3::text, true)),
      input as materialized (select r.*
      from json_to_recordset($4::text::json) as r("id" bigint, _row integer, _group integer, _named text, "codigo" integer, "nome" text)),
      changed as (insert into public."lista" as t ("codigo", "nome", criado_por) select r."codigo", r."nome", $5::text::bigint
      from who, input r
      where true
      order by r._row
      on conflict ("codigo") do nothing
      returning t.*) select count(*)::integer as n, count(*) filter (where ((t."dono_id" = $6::text::bigint)) is not true)::integer as outside, min(t."id")::text as id, min(t."versao") as version, coalesce(json_agg((select row_to_json(o.*)
      from (select t."id" as "id") o)
      order by t."id"), '[]')::text as body, count(*) filter (where t."versao" = 1)::integer as inserted
      from changed t"
    `);
  });

  test('by id changes what is known, inserts what has none and tells what is missing', () => {
    expect(lines(printById(scope, [codigo, nome], true, reach, returning))).toMatchInlineSnapshot(`
      "with who as materialized (select set_config('fichario.usuario', $1::text, true), set_config('fichario.pedido', $2::text, true), set_config('fichario.origem', $3::text, true)),
      input as materialized (select r.*
      from json_to_recordset($4::text::json) as r("id" bigint, _row integer, _group integer, _named text, "codigo" integer, "nome" text)),
      known as (update public."lista" t
      set "codigo" = case when substr(r._named, 1, 1) = '1' then r."codigo" else t."codigo" end, "nome" = case when substr(r._named, 2, 1) = '1' then r."nome" else t."nome" end, versao = t.versao + 1, alterado_em = now(), alterado_por = $5::text::bigint
      from who, input r
      where t.id = r.id and (t."dono_id" = $6::text::bigint)
      returning t.*),
      added as (insert into public."lista" as t ("codigo", "nome", criado_por) select r."codigo", r."nome", $7::text::bigint
      from who, input r
      where r.id is null
      order by r._row
      returning t.*),
      changed as (select *
      from known
      union all select *
      from added) select count(*)::integer as n, count(*) filter (where ((t."dono_id" = $8::text::bigint)) is not true)::integer as outside, min(t."id")::text as id, min(t."versao") as version, coalesce(json_agg((select row_to_json(o.*)
      from (select t."id" as "id") o)
      order by r._row, t."id"), '[]')::text as body, count(*) filter (where t."versao" = 1)::integer as inserted, (select min(r._row)
      from input r
      where r.id is not null and not exists (select
      from known k
      where k.id = r.id)) as missing
      from changed t left join input r on r.id = t.id"
    `);
  });

  test('by id that leaves alone what is there only looks for it', () => {
    expect(lines(printById(scope, [codigo], false, reach, { ...returning, check: [] }))).toMatchInlineSnapshot(`
      "with who as materialized (select set_config('fichario.usuario', $1::text, true), set_config('fichario.pedido', $2::text, true), set_config('fichario.origem', $3::text, true)),
      input as materialized (select r.*
      from json_to_recordset($4::text::json) as r("id" bigint, _row integer, _group integer, _named text, "codigo" integer)),
      known as (select t.*
      from public."lista" t, input r
      where t.id = r.id and (t."dono_id" = $5::text::bigint)),
      added as (insert into public."lista" as t ("codigo", criado_por) select r."codigo", $6::text::bigint
      from who, input r
      where r.id is null
      order by r._row
      returning t.*),
      changed as (select *
      from added) select count(*)::integer as n, 0 as outside, min(t."id")::text as id, min(t."versao") as version, coalesce(json_agg((select row_to_json(o.*)
      from (select t."id" as "id") o)
      order by r._row, t."id"), '[]')::text as body, count(*) filter (where t."versao" = 1)::integer as inserted, (select min(r._row)
      from input r
      where r.id is not null and not exists (select
      from known k
      where k.id = r.id)) as missing
      from changed t left join input r on r.id = t.id"
    `);
  });
});

describe('owned rows', () => {
  test('come with new records in one statement', () => {
    expect(lines(printInsertOwners(scope, [codigo], [table, table], returning))).toMatchInlineSnapshot(`
      "with who as materialized (select set_config('fichario.usuario', $1::text, true), set_config('fichario.pedido', $2::text, true), set_config('fichario.origem', $3::text, true)),
      body as materialized (select $4::text::json as body),
      changed as (insert into public."lista" ("codigo", criado_por) select r."codigo", $5::text::bigint
      from who, body b, json_to_recordset(b.body -> 0) as r(_row integer, "codigo" integer)
      order by r._row
      returning *),
      owners as (select id, row_number() over (order by id) - 1 as _row
      from changed),
      c0 as (insert into public."lista_itens" ("lista_id", "posicao", "texto", "valor", criado_por) select o.id, r._position, r."texto", r."valor", $6::text::bigint
      from who, body b, json_to_recordset(b.body -> 1) as r(_owner bigint, _position integer, "texto" text, "valor" numeric) join owners o on o._row = r._owner
      order by r._owner, r._position),
      c1 as (insert into public."lista_itens" ("lista_id", "posicao", "texto", "valor", criado_por) select o.id, r._position, r."texto", r."valor", $7::text::bigint
      from who, body b, json_to_recordset(b.body -> 2) as r(_owner bigint, _position integer, "texto" text, "valor" numeric) join owners o on o._row = r._owner
      order by r._owner, r._position) select count(*)::integer as n, count(*) filter (where ((t."dono_id" = $8::text::bigint)) is not true)::integer as outside, min(t."id")::text as id, min(t."versao") as version, null::text as body, json_agg(t.id
      order by t.id)::text as ids
      from changed t"
    `);
  });

  test('of a record that is there go, change and come in three', () => {
    expect(lines(printDeleteOthers(table))).toMatchInlineSnapshot(`
      "with who as materialized (select set_config('fichario.usuario', $1::text, true), set_config('fichario.pedido', $2::text, true), set_config('fichario.origem', $3::text, true)),
      kept as materialized (select r.id
      from json_to_recordset($4::text::json) as r(id bigint)),
      gone as (delete
      from public."lista_itens" t using who
      where t."lista_id" = $5::text::bigint and not exists (select
      from kept k
      where k.id = t.id)) select coalesce(json_agg(k.id), '[]')::text as unknown
      from kept k
      where not exists (select
      from public."lista_itens" t
      where t.id = k.id and t."lista_id" = $6::text::bigint)"
    `);
    expect(lines(printChangeKept(table))).toMatchInlineSnapshot(`
      "with who as materialized (select set_config('fichario.usuario', $1::text, true), set_config('fichario.pedido', $2::text, true), set_config('fichario.origem', $3::text, true)) update public."lista_itens" t
      set "texto" = case when substr(r._named, 1, 1) = '1' then r."texto" else t."texto" end, "valor" = case when substr(r._named, 2, 1) = '1' then r."valor" else t."valor" end, "posicao" = r._position, versao = t.versao + 1, alterado_em = now(), alterado_por = $4::text::bigint
      from who, json_to_recordset($5::text::json) as r("id" bigint, _named text, _position integer, "texto" text, "valor" numeric)
      where t.id = r.id and t."lista_id" = $6::text::bigint and ((substr(r._named, 1, 1) = '1' and t."texto" is distinct from r."texto") or (substr(r._named, 2, 1) = '1' and t."valor" is distinct from r."valor") or t."posicao" is distinct from r._position)"
    `);
    expect(lines(printInsertOwned({ ...table, columns: [] }))).toMatchInlineSnapshot(`
      "with who as materialized (select set_config('fichario.usuario', $1::text, true), set_config('fichario.pedido', $2::text, true), set_config('fichario.origem', $3::text, true))
      insert into public."lista_itens" ("lista_id", "posicao", criado_por) select $4::text::bigint, r._position, $5::text::bigint
      from who, json_to_recordset($6::text::json) as r(_position integer)
      order by r._position"
    `);
  });

  test('are compared with those that the next version of their record found', () => {
    expect(lines(printChildConflict(scope, table))).toMatchInlineSnapshot(`
      "select (select coalesce(json_agg(row_to_json(t.*)
      order by t."posicao", t.id), '[]')::text
      from public."lista_itens" t
      where t."lista_id" = $1::text::bigint) as present, (select coalesce(json_agg(row_to_json(t.*)
      order by t."posicao", t.id), '[]')::text
      from historico."lista_itens" t
      where t."lista_id" = $2::text::bigint and t._operacao <> 'D' and t._de < (select p._ate
      from historico."lista" p
      where p.id = $3::text::bigint and p.versao = $4::text::integer and p._operacao <> 'D'
      order by p._de desc limit 1) and t._ate >= (select p._ate
      from historico."lista" p
      where p.id = $5::text::bigint and p.versao = $6::text::integer and p._operacao <> 'D'
      order by p._de desc limit 1)) as base"
    `);
  });
});
