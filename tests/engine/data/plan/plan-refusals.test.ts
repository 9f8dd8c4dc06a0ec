/** What has no plan, and in which words: the code, what it says of the request, and the name that it suggests. */
import { expect, test } from 'vitest';
import type { Access } from '../../../../engine/access/access.ts';
import { parseRequest } from '../../../../engine/contract/request.ts';
import { listContext } from '../../../../engine/data/plan/context.ts';
import { Level, Place, Statement } from '../../../../engine/data/plan/level.ts';
import { planAggregate } from '../../../../engine/data/plan/plan-aggregate.ts';
import { planOutput } from '../../../../engine/data/plan/plan-select.ts';
import { Scope } from '../../../../engine/data/plan/refs.ts';
import {
  bothLists,
  coveredRelation,
  entityOf,
  everything,
  keptFrom,
  keptRelation,
  keptSearch,
  lister,
  model,
  noLogins,
  planOf,
  refusalOf,
  screenAt,
  sumOf,
  urgent,
  viewer,
  writtenOf,
} from './plan-stage.ts';

type Row = readonly [who: Access, url: string, refusal: readonly unknown[]];

const expectRefusals = (plan: typeof planOf, rows: readonly Row[]): void =>
  expect(rows.map(([access, url]) => [url, refusalOf(() => plan(access, url))])).toEqual(
    rows.map(([, url, refusal]) => [url, refusal]),
  );

test('a name that is kept is refused as one that is none, and nothing kept is suggested', () => {
  expectRefusals(planOf, [
    [everything, '/guias?select=numro', ['REQUEST_COLUMN_UNKNOWN', 'numro', 'guia', 'numero']],
    [everything, '/guias?numro=eq.1', ['REQUEST_COLUMN_UNKNOWN', 'numro', 'guia', 'numero']],
    [everything, '/guias?order=numro', ['REQUEST_COLUMN_UNKNOWN', 'numro', 'guia', 'numero']],
    [everything, '/guias?versa=eq.1', ['REQUEST_COLUMN_UNKNOWN', 'versa', 'guia', 'versao']],
    [keptFrom, '/guias?select=valor', ['REQUEST_COLUMN_UNKNOWN', 'valor', 'guia']],
    [keptFrom, '/guias?select=valr', ['REQUEST_COLUMN_UNKNOWN', 'valr', 'guia']],
    [keptFrom, '/guias?valor=eq.1', ['REQUEST_COLUMN_UNKNOWN', 'valor', 'guia']],
    [keptFrom, '/guias?order=valor', ['REQUEST_COLUMN_UNKNOWN', 'valor', 'guia']],
    [keptFrom, '/guias?nota=eq.1', ['REQUEST_COLUMN_UNKNOWN', 'nota', 'guia']],
    [keptFrom, '/guias?not_a=eq.1', ['REQUEST_COLUMN_UNKNOWN', 'not_a', 'guia']],
    [keptFrom, '/guias?select=not_a', ['REQUEST_COLUMN_UNKNOWN', 'not_a', 'guia', 'nota']],
    [keptFrom, '/guias?order=nota', ['REQUEST_COLUMN_UNKNOWN', 'nota', 'guia']],
    [keptFrom, '/guias?or=(dia.is.null)', ['REQUEST_COLUMN_UNKNOWN', 'dia', 'guia']],
    [keptFrom, '/exames?guia.valor=eq.1', ['REQUEST_COLUMN_UNKNOWN', 'valor', 'guia']],
    [keptFrom, '/exames?order=guia(nota)', ['REQUEST_COLUMN_UNKNOWN', 'nota', 'guia']],
    [lister, '/guias?select=nota', ['REQUEST_COLUMN_UNKNOWN', 'nota', 'guia']],
    [lister, '/guias?criado_em=is.null', ['REQUEST_COLUMN_UNKNOWN', 'criado_em', 'guia']],
    [lister, '/guias?select=criado_por_login', ['REQUEST_COLUMN_UNKNOWN', 'criado_por_login', 'guia']],
    [lister, '/guias?criado_por_login=eq.a', ['REQUEST_COLUMN_UNKNOWN', 'criado_por_login', 'guia']],
    [urgent, '/urgentes?select=numero,valor', ['REQUEST_COLUMN_UNKNOWN', 'valor', 'guia']],
    [bothLists, '/urgentes?select=valor', ['REQUEST_COLUMN_UNKNOWN', 'valor', 'guia']],
    [bothLists, '/guias?select=urgente', ['REQUEST_COLUMN_UNKNOWN', 'urgente', 'guia']],
    [noLogins, '/usuarios?select=criado_por_login', ['REQUEST_COLUMN_UNKNOWN', 'criado_por_login', 'usuario']],
    [everything, '/guias?select=busca', ['REQUEST_COLUMN_UNKNOWN', 'busca', 'guia']],
    [everything, '/guias?busca=eq.a', ['REQUEST_COLUMN_UNKNOWN', 'busca', 'guia']],
    [everything, '/medicos?select=senha', ['REQUEST_COLUMN_UNKNOWN', 'senha', 'medico']],
    [everything, '/medicos?senha=eq.1', ['REQUEST_COLUMN_UNKNOWN', 'senha', 'medico']],
    [everything, '/guias?select=itens(posicao)', ['REQUEST_COLUMN_UNKNOWN', 'posicao', 'guia_itens']],
    [everything, '/exames?guia=eq.1', ['REQUEST_COLUMN_UNKNOWN', 'guia', 'exame', 'guia_id']],
    [keptRelation, '/exames?guia=eq.1', ['REQUEST_COLUMN_UNKNOWN', 'guia', 'exame']],
    [everything, '/guias?clinica=eq.1', ['REQUEST_COLUMN_UNKNOWN', 'clinica', 'guia', 'clinica_id']],
    [everything, '/pacientes?q=a', ['REQUEST_COLUMN_UNKNOWN', 'q', 'paciente']],
    [keptSearch, '/guias?q=a', ['REQUEST_COLUMN_UNKNOWN', 'q', 'guia']],
  ]);
  expectRefusals(sumOf, [
    [keptFrom, '/guias?select=valor.sum()', ['REQUEST_COLUMN_UNKNOWN', 'valor', 'guia']],
    [keptFrom, '/guias?select=nota.max()', ['REQUEST_COLUMN_UNKNOWN', 'nota', 'guia']],
  ]);
});

test('a relation to what may not be read is refused as one that is none', () => {
  expectRefusals(planOf, [
    [everything, '/guias?select=clinicas(nome)', ['REQUEST_EMBED_UNKNOWN', 'clinicas', 'guia', 'clinica']],
    [everything, '/guias?select=clinica!x(nome)', ['REQUEST_EMBED_UNKNOWN', 'clinica!x', 'guia']],
    [everything, '/guias?select=itns(nome)', ['REQUEST_EMBED_UNKNOWN', 'itns', 'guia', 'itens']],
    [everything, '/guias?select=exmes(nome)', ['REQUEST_EMBED_UNKNOWN', 'exmes', 'guia', 'exames']],
    [everything, '/guias?select=guia(id)', ['REQUEST_EMBED_UNKNOWN', 'guia', 'guia']],
    [everything, '/guias?nada.nome=eq.1', ['REQUEST_EMBED_UNKNOWN', 'nada', 'guia']],
    [everything, '/guias?nada.or=(nome.eq.1)', ['REQUEST_EMBED_UNKNOWN', 'nada', 'guia']],
    [everything, '/guias?nada.limit=3', ['REQUEST_EMBED_UNKNOWN', 'nada', 'guia']],
    [everything, '/guias?order=nada(nome)', ['REQUEST_EMBED_UNKNOWN', 'nada', 'guia']],
    [keptFrom, '/guias?select=paciente(nome)', ['REQUEST_EMBED_UNKNOWN', 'paciente', 'guia']],
    [keptFrom, '/guias?select=pacient(nome)', ['REQUEST_EMBED_UNKNOWN', 'pacient', 'guia']],
    [keptFrom, '/guias?paciente.nome=eq.a', ['REQUEST_EMBED_UNKNOWN', 'paciente', 'guia']],
    [keptFrom, '/clinicas?select=usuarios(id)', ['REQUEST_EMBED_UNKNOWN', 'usuarios', 'clinica']],
    [lister, '/guias?select=itens(nome)', ['REQUEST_EMBED_UNKNOWN', 'itens', 'guia']],
    [lister, '/guias?select=itns(nome)', ['REQUEST_EMBED_UNKNOWN', 'itns', 'guia']],
    [lister, '/exames?select=clinica(nome)', ['REQUEST_EMBED_UNKNOWN', 'clinica', 'exame']],
    [viewer, '/guias?select=exames(nome)', ['REQUEST_EMBED_UNKNOWN', 'exames', 'guia']],
    [viewer, '/guias?select=exmes(nome)', ['REQUEST_EMBED_UNKNOWN', 'exmes', 'guia']],
    [keptRelation, '/guias?select=exames(nome)', ['REQUEST_EMBED_UNKNOWN', 'exames', 'guia']],
    [keptRelation, '/guias?select=exmes(nome)', ['REQUEST_EMBED_UNKNOWN', 'exmes', 'guia']],
    [coveredRelation, '/guias?select=exames(nome)', ['REQUEST_EMBED_UNKNOWN', 'exames', 'guia']],
    [keptRelation, '/exames?select=guia(numero)', ['REQUEST_EMBED_UNKNOWN', 'guia', 'exame']],
    [everything, '/guias?select=itens!guia(nome)', ['REQUEST_EMBED_UNKNOWN', 'itens!guia', 'guia']],
    [everything, '/guias?select=itens!itens(nome)', ['REQUEST_EMBED_UNKNOWN', 'itens!itens', 'guia']],
    [
      everything,
      '/medicos?select=guias(numero)',
      ['REQUEST_EMBED_AMBIGUOUS', 'guias', ['guias!medico', 'guias!revisor']],
    ],
    [everything, '/medicos?select=guias!itens(numero)', ['REQUEST_EMBED_UNKNOWN', 'guias!itens', 'medico']],
  ]);
});

test('casts, operators and functions that do not suit', () => {
  expectRefusals(planOf, [
    [everything, '/guias?select=numero::date', ['REQUEST_CAST_REFUSED', 'date', 'numero', ['text', 'varchar']]],
    [
      everything,
      '/guias?select=valor::int',
      ['REQUEST_CAST_REFUSED', 'int', 'valor', ['text', 'varchar', 'numeric', 'float8']],
    ],
    [
      everything,
      '/guias?select=id::bool',
      ['REQUEST_CAST_REFUSED', 'bool', 'id', ['text', 'varchar', 'bigint', 'numeric', 'float8']],
    ],
    [
      everything,
      '/guias?select=urgente::toString',
      ['REQUEST_CAST_REFUSED', 'tostring', 'urgente', ['text', 'varchar', 'boolean', 'integer']],
    ],
    [keptFrom, '/guias?select=nota::date', ['REQUEST_CAST_REFUSED', 'date', 'nota', ['text']]],
    [everything, '/guias?numero=is.true', ['REQUEST_OPERATOR_UNSUITED', 'is.true', 'numero', 'um texto']],
    [everything, '/guias?id=is.true', ['REQUEST_OPERATOR_UNSUITED', 'is.true', 'id', 'um valor do sistema']],
    [everything, '/guias?id=like.1', ['REQUEST_OPERATOR_UNSUITED', 'like', 'id', 'um valor do sistema']],
    [everything, '/guias?id=has.3', ['REQUEST_OPERATOR_UNSUITED', 'has', 'id', 'um valor do sistema']],
    [everything, '/guias?valor=like.1', ['REQUEST_OPERATOR_UNSUITED', 'like', 'valor', 'um valor em reais']],
    [everything, '/guias?select=clinica(nome)&clinica=eq.1', ['REQUEST_EMBED_OPERATOR', 'clinica']],
    [everything, '/guias?select=clinica(nome)&clinica=is.true', ['REQUEST_EMBED_OPERATOR', 'clinica']],
    [everything, '/guias?select=medico(count)', ['REQUEST_COLUMN_UNKNOWN', 'count', 'medico']],
    [everything, '/guias?select=medico(valor.sum())', ['REQUEST_AGGREGATE', 'valor.sum()']],
    [everything, '/guias?select=itens(count,nome)', ['REQUEST_AGGREGATE', 'count']],
    [everything, '/guias?select=a-b:numero', ['REQUEST_QUERY_INVALID', 'select', "'a-b' não serve de nome"]],
    [everything, '/guias?select=a-b:medico(nome)', ['REQUEST_QUERY_INVALID', 'select', "'a-b' não serve de nome"]],
    [everything, '/guias?select=itens(a-b:count)', ['REQUEST_QUERY_INVALID', 'select', "'a-b' não serve de nome"]],
  ]);
  expectRefusals(sumOf, [
    [everything, '/guias?select=id.sum()', ['REQUEST_AGGREGATE_UNSUITED', 'id.sum()', 'id']],
    [everything, '/guias?select=id.avg()', ['REQUEST_AGGREGATE_UNSUITED', 'id.avg()', 'id']],
    [everything, '/guias?select=medico_id.avg()', ['REQUEST_AGGREGATE_UNSUITED', 'medico_id.avg()', 'medico_id']],
    [everything, '/guias?select=numero.sum()', ['REQUEST_AGGREGATE_UNSUITED', 'numero.sum()', 'numero']],
    [everything, '/guias?select=dia.avg()', ['REQUEST_AGGREGATE_UNSUITED', 'dia.avg()', 'dia']],
    [everything, '/guias?select=urgente.min()', ['REQUEST_AGGREGATE_UNSUITED', 'urgente.min()', 'urgente']],
    [
      everything,
      '/guias?select=count()::integer,s:valor.sum()',
      ['REQUEST_CAST_REFUSED', 'integer', 'count()', ['text']],
    ],
    [keptFrom, '/guias?select=s:count(),valor', ['REQUEST_COLUMN_UNKNOWN', 'valor', 'guia']],
    [everything, '/guias?select=s:count(),*', ['REQUEST_AGGREGATE_GROUP', '*']],
    [everything, '/guias?select=s:count(),exames(nome)', ['REQUEST_AGGREGATE_GROUP', 'exames']],
    [everything, '/guias?select=s:count(),medico(nome.max())', ['REQUEST_AGGREGATE', 'nome.max()']],
    [
      everything,
      '/guias?select=count(),valor.sum(),count:ordem.max()',
      [
        'REQUEST_QUERY_INVALID',
        'select',
        "há dois resultados com o nome 'count'; dê outro nome a um deles, como total:valor.sum()",
      ],
    ],
    [
      everything,
      '/guias?select=s:valor.sum(),count()&order=id',
      ['REQUEST_QUERY_INVALID', 'order', 'a resposta com agregações é uma linha só'],
    ],
    [
      everything,
      '/guias?select=s:valor.sum(),count()&offset=1',
      ['REQUEST_QUERY_INVALID', 'offset', 'a resposta com agregações é uma linha só'],
    ],
    [
      everything,
      '/guias?select=s:valor.sum(),count()&cursor=a',
      ['REQUEST_QUERY_INVALID', 'cursor', 'a resposta com agregações é uma linha só'],
    ],
  ]);
});

test('relations to many, where only one row will do', () => {
  expectRefusals(planOf, [
    [everything, '/guias?itens.nome=eq.1', ['REQUEST_EMBED_ABSENT', 'itens']],
    [everything, '/guias?exames.nome=eq.1', ['REQUEST_EMBED_ABSENT', 'exames']],
    [everything, '/guias?or=(itens.nome.eq.1)', ['REQUEST_EMBED_ABSENT', 'itens']],
    [
      everything,
      '/guias?select=itens(nome)&or=(itens.nome.eq.1,id.eq.1)',
      ['REQUEST_FILTER_MANY', 'itens', 'em um grupo'],
    ],
    [everything, '/guias?order=itens(nome)', ['REQUEST_ORDER_MANY', 'itens']],
    [everything, '/guias?select=itens(nome)&order=itens(nome)', ['REQUEST_ORDER_MANY', 'itens']],
    [everything, '/guias?select=e:exames(nome)&order=e(nome)', ['REQUEST_ORDER_MANY', 'e']],
    [everything, '/guias?order=exames(nome)', ['REQUEST_ORDER_MANY', 'exames']],
    [everything, '/guias?itens.or=(nome.eq.1)', ['REQUEST_EMBED_ABSENT', 'itens']],
    [everything, '/guias?medico.or=(nome.eq.1)', ['REQUEST_EMBED_ABSENT', 'medico']],
    [
      everything,
      '/guias?select=medico(nome)&medico.or=(nome.eq.1,chefe.nome.eq.2)',
      ['REQUEST_QUERY_INVALID', 'medico.or', 'um grupo dentro de uma relação só compara campos dela'],
    ],
    [
      everything,
      '/guias?select=medico(nome)&medico.or=(nome.eq.1,or(chefe.nome.eq.2))',
      ['REQUEST_QUERY_INVALID', 'medico.or', 'um grupo dentro de uma relação só compara campos dela'],
    ],
    [
      everything,
      '/guias?select=medico(nome)&medico.or=(nome.eq.1,or(registro.eq.2,chefe.nome.eq.2))',
      ['REQUEST_QUERY_INVALID', 'medico.or', 'um grupo dentro de uma relação só compara campos dela'],
    ],
    [
      everything,
      '/exames?select=guia(medico(nome))&guia.medico.or=(chefe.nome.eq.1)',
      ['REQUEST_QUERY_INVALID', 'guia.medico.or', 'um grupo dentro de uma relação só compara campos dela'],
    ],
    [everything, '/guias?itens.limit=3', ['REQUEST_EMBED_ABSENT', 'itens']],
    [everything, '/guias?medico.limit=3', ['REQUEST_EMBED_ABSENT', 'medico']],
    [everything, '/guias?select=...itens(nome)', ['REQUEST_SPREAD_MANY', 'itens']],
    [
      everything,
      '/clinicas?select=exames(guia(exames(nome)))',
      [
        'REQUEST_TOO_COMPLEX',
        'relações de vários registros, uma dentro da outra (a que volta por uma relação de um só conta duas)',
        2,
      ],
    ],
    [
      everything,
      '/clinicas?select=guias(exames(guia(exames(nome))))',
      [
        'REQUEST_TOO_COMPLEX',
        'relações de vários registros, uma dentro da outra (a que volta por uma relação de um só conta duas)',
        2,
      ],
    ],
  ]);
});

test('of rows that belong to others a number alone, and no sum', () => {
  expectRefusals(planOf, [
    [everything, '/clinicas?select=guias(count.sum())', ['REQUEST_AGGREGATE', 'count.sum()']],
    [everything, '/clinicas?select=guias(id,count)', ['REQUEST_AGGREGATE', 'count']],
  ]);
});

test('what only a caller inside the product could ask for', () => {
  const context = listContext(model, everything, screenAt('/guias'), 'UTC');
  const request = parseRequest('select=count()');
  const [sum] = request.select.map((item) => ({ ...item, of: 'sum' }) as (typeof request.select)[number]);
  expect(refusalOf(() => planAggregate(context, { ...request, select: sum ? [sum] : [] }))).toEqual([
    'REQUEST_AGGREGATE',
    'sum()',
  ]);
  const root = new Place(
    new Level(new Statement(everything, false), new Scope(model, everything, entityOf('guia'), 't')),
  );
  expect(() => root.rows).toThrow('the resource itself hangs on nothing');
  const { select } = parseRequest('select=medico(nome)');
  expect(() => planOutput(root, select, new Map())).toThrow('no place for medico');
});

test('pages that are too long, or say nothing', () => {
  expectRefusals(planOf, [
    [everything, '/guias?limit=1001', ['REQUEST_LIMIT_TOO_LARGE', 1001, 1000]],
    [everything, '/guias?select=itens(nome)&itens.limit=1001', ['REQUEST_LIMIT_TOO_LARGE', 1001, 1000]],
    [
      everything,
      '/guias?select=medico(nome)&medico.limit=0',
      ['REQUEST_QUERY_INVALID', 'medico.limit', 'a relação traz um só registro'],
    ],
    [
      everything,
      '/exames?select=guia(medico(nome))&guia.medico.limit=0',
      ['REQUEST_QUERY_INVALID', 'guia.medico.limit', 'a relação traz um só registro'],
    ],
    [
      everything,
      '/guias?select=medico(nome)&medico.offset=1',
      ['REQUEST_QUERY_INVALID', 'medico.offset', 'a relação traz um só registro'],
    ],
    [everything, '/guias?select=medico(nome)&medico.order=nme', ['REQUEST_COLUMN_UNKNOWN', 'nme', 'medico', 'nome']],
  ]);
});

test('rows to be written are not chosen by those that belong to them', () => {
  expectRefusals(writtenOf, [
    [everything, '/guias?select=itens(nome)&itens.nome=eq.a', ['REQUEST_FILTER_MANY', 'itens', 'em uma gravação']],
    [everything, '/guias?select=itens(nome)&itens=is.null', ['REQUEST_FILTER_MANY', 'itens', 'em uma gravação']],
    [everything, '/guias?select=itens!inner(nome)', ['REQUEST_FILTER_MANY', 'itens', 'em uma gravação']],
    [everything, '/guias?select=i:itens!inner(nome)', ['REQUEST_FILTER_MANY', 'i', 'em uma gravação']],
    [
      everything,
      '/guias?select=itens(nome)&or=(itens.is.null,id.eq.1)',
      ['REQUEST_FILTER_MANY', 'itens', 'em uma gravação'],
    ],
  ]);
});
