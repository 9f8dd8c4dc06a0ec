/** What a request means to whom: whole plans, as texts. `t.numero+` has its text in the search column, `t.dia?` may be empty. */
import { expect, test } from 'vitest';
import type { Access } from '../../../../engine/access/access.ts';
import {
  both,
  bothLists,
  everything,
  keptFrom,
  lister,
  nobody,
  planOf,
  planThenOf,
  provider,
  signedIn,
  sumOf,
  urgent,
  writtenOf,
} from './plan-stage.ts';

type Row = readonly [who: Access, url: string, plan: readonly string[]];

const expectOf = (plan: typeof planOf, rows: readonly Row[]): void =>
  expect(rows.map(([access, url]) => [url, plan(access, url)])).toEqual(rows.map(([, url, lines]) => [url, lines]));

/** The default order of the list of guides: that behind a relation has no index. */
const usual = 'by t.dia? desc, t.medico_id?, t.id, 0+50';
const whole =
  'gives t.id, t.versao, t.criado_em, t.criado_por, t.alterado_em, t.alterado_por, t.numero+, t.nota+, t.valor, t.ordem, t.dia, t.urgente, t.clinica_id, t.paciente_id, t.medico_id, t.revisor_id';

test('what is selected', () => {
  expectOf(planOf, [
    [everything, '/guias', ['guia t', whole, usual]],
    [everything, '/guias?select=id', ['guia t', 'gives t.id', usual]],
    [
      everything,
      '/guias?select=numero::varchar,n:valor::text,criado_por_login,busca:nota',
      ['guia t', 'gives t.numero+::varchar, n:t.valor::text, t.criado_por>usuario l.login, busca:t.nota+', usual],
    ],
    [
      everything,
      '/guias?select=dia::timestamp,momento:criado_em::date,ordem::int8,urgente::int,n:numero::character%20varying,valor::decimal,v:versao::float8',
      [
        'guia t',
        'gives t.dia::timestamp, momento:t.criado_em::date, t.ordem::bigint, t.urgente::integer, n:t.numero+::varchar, t.valor::numeric, v:t.versao::float8',
        usual,
      ],
    ],
    [
      everything,
      '/usuarios?select=login,criado_por_login&order=criado_por_login,alterado_em',
      [
        'usuario t',
        'gives t.login, t.criado_por>usuario l.login',
        'by t.criado_por>usuario l.login?, t.alterado_em?, t.id, 0+50',
      ],
    ],
  ]);
});

test('conditions, negated and in groups', () => {
  expectOf(planOf, [
    [
      everything,
      '/guias?select=id&numero=eq.a&nota=neq.b&valor=not.gt.3&ordem=in.(1,2)&urgente=is.true&dia=is.not_null&medico_id=is.null&nota=like(any).{a,b}',
      [
        'guia t where t.numero+ eq $0 and t.nota+ neq $1 and not t.valor gt $2 and t.ordem in $3 and t.urgente is true and t.dia is not_null and t.medico_id is null and t.nota+ like(any) $4',
        'gives t.id',
        usual,
        'volatile',
      ],
    ],
    [
      everything,
      '/guias?select=id&or=(numero.eq.a,not.and(valor.gt.1,id.lt.5))&not.or=(versao.eq.1,alterado_em.is.null)&nota=not.is.null',
      [
        'guia t where (t.numero+ eq $0 or not (t.valor gt $1 and t.id lt $2)) and not (t.versao eq $3 or t.alterado_em is null) and t.nota+ is not null',
        'gives t.id',
        usual,
      ],
    ],
    [
      everything,
      '/guias?select=id&id=isdistinct.3&versao=gte.1&criado_em=lte.2020-01-01&urgente=is.unknown',
      [
        'guia t where t.id isdistinct $0 and t.versao gte $1 and t.criado_em lte $2 and t.urgente is unknown',
        'gives t.id',
        usual,
      ],
    ],
  ]);
});

test('texts that are searched: by the stored column where it answers, and planned anew for each value', () => {
  expectOf(planOf, [
    [
      everything,
      '/guias?select=id&numero=has.a&nota=not.has.b&clinica.nome=has.c',
      [
        'guia t join clinica j1 on t.clinica_id? where t.numero+ has $0 and not t.nota+ has $1 and j1.nome+ has $2',
        'gives t.id',
        usual,
        'narrowed by t.numero+ has $0',
        'volatile',
      ],
    ],
    [
      everything,
      '/guias?select=id&q=um%20dois',
      [
        'guia t where word in t.busca and word in t.busca',
        'gives t.id',
        usual,
        'narrowed by word in t.busca and word in t.busca',
        'volatile',
      ],
    ],
    [
      everything,
      '/clinicas?select=id&q=um',
      [
        'clinica t where word in t.busca~cnpj',
        'gives t.id',
        'by t.criado_em desc, t.id desc, 0+50',
        'narrowed by word in t.busca~cnpj',
        'volatile',
      ],
    ],
    [
      everything,
      '/guias?select=id&nota=fts(simple).a',
      ['guia t where t.nota+ fts(simple) $0', 'gives t.id', usual, 'volatile'],
    ],
    [
      everything,
      '/guias?select=id&or=(nota.like.a*,id.eq.1)',
      ['guia t where (t.nota+ like $0 or t.id eq $1)', 'gives t.id', usual, 'volatile'],
    ],
    [
      everything,
      '/clinicas?select=id,guias(id)&guias.nota=has.a',
      [
        'clinica t',
        'gives t.id, guias(m1.id of [guia m1 at m1.clinica_id = t.id where m1.nota+ has $0] by m1.dia? desc, m1.medico_id?, m1.id, 0+1000)',
        'by t.criado_em desc, t.id desc, 0+50',
        'volatile',
      ],
    ],
    [everything, '/guias?select=id&nota=ilike.a*', ['guia t where t.nota+ ilike $0', 'gives t.id', usual, 'volatile']],
    [
      everything,
      '/medicos?select=id&nome=has.a',
      ['medico t where t.nome has $0', 'gives t.id', 'by t.id, 0+50', 'volatile'],
    ],
    [
      everything,
      '/clinicas?select=id,guias(id)&guias.offset=0',
      [
        'clinica t',
        'gives t.id, guias(m1.id of [guia m1 at m1.clinica_id = t.id] by m1.dia? desc, m1.medico_id?, m1.id, 0+1000)',
        'by t.criado_em desc, t.id desc, 0+50',
        'volatile',
      ],
    ],
  ]);
});

test('order: each column once, nothing after the id, the id last', () => {
  expectOf(planOf, [
    [
      everything,
      '/guias?select=id&order=nota.desc,numero.asc.nullsfirst,nota,id,valor&limit=7&offset=3',
      ['guia t', 'gives t.id', 'by t.nota+? desc, t.numero+ nulls first, t.id, 3+7'],
    ],
    [
      everything,
      '/guias?select=id&order=ordem,numero.desc.nullslast&limit=1000',
      ['guia t', 'gives t.id', 'by t.ordem?, t.numero+ desc nulls last, t.id desc, 0+1000'],
    ],
    [everything, '/guias?select=id&order=id.desc', ['guia t', 'gives t.id', 'by t.id desc, 0+50']],
    [
      everything,
      '/guias?select=id&order=criado_em,criado_por,alterado_em,alterado_por,versao',
      ['guia t', 'gives t.id', 'by t.criado_em, t.criado_por?, t.alterado_em?, t.alterado_por?, t.versao, t.id, 0+50'],
    ],
    [
      everything,
      '/guias?select=id&order=medico(id),numero',
      ['guia t join medico j1 on t.medico_id?', 'gives t.id', 'by j1.id?, t.numero+, t.id, 0+50'],
    ],
    [
      everything,
      '/guias?select=id,exames:medico(nome)&order=exames(nome)',
      ['guia t join medico j1 on t.medico_id?', 'gives t.id, exames(j1.nome of j1.id)', 'by j1.nome?, t.id, 0+50'],
    ],
    [
      everything,
      '/exames?select=id&order=guia.clinica.nome',
      [
        'exame t join guia j1 on t.guia_id? join clinica j2 on j1.clinica_id?',
        'gives t.id',
        'by j2.nome+?, t.id, 0+50',
      ],
    ],
    [
      everything,
      '/pacientes?select=id&order=guias(numero)',
      ['paciente t join guia j1 on t.guias_id?', 'gives t.id', 'by j1.numero+?, t.id, 0+50'],
    ],
    [
      everything,
      '/guias?select=id,revisor(nome)&order=clinica(nome).desc.nullslast,revisor(nome),ordem',
      [
        'guia t join medico j1 on t.revisor_id? join clinica j2 on t.clinica_id?',
        'gives t.id, revisor(j1.nome of j1.id)',
        'by j2.nome+? desc nulls last, j1.nome?, t.ordem?, t.id, 0+50',
      ],
    ],
  ]);
});

test('relations to one: joined once for what is given and once for what is asked', () => {
  expectOf(planOf, [
    [
      everything,
      '/guias?select=id,medico(nome),clinica_id(*)&clinica.nome=eq.a&order=medico(nome),revisor(nome)',
      [
        'guia t join medico j1 on t.medico_id? join clinica j2 on t.clinica_id? and j2.nome+ eq $0 join medico j3 on t.revisor_id?',
        'gives t.id, medico(j1.nome of j1.id), clinica_id(j2.id, j2.versao, j2.criado_em, j2.criado_por, j2.alterado_em, j2.alterado_por, j2.nome+, j2.cnpj+ of j2.id)',
        'by j1.nome?, j3.nome?, t.id, 0+50',
      ],
    ],
    [
      everything,
      '/guias?select=id,medico(nome)&medico=is.null&clinica.nome=eq.a&or=(medico.nome.eq.x,revisor.nome.eq.y,clinica_id.nome.eq.z)',
      [
        'guia t join medico j1 on t.medico_id? join clinica j2 on t.clinica_id? join medico j3 on t.revisor_id? where j1.id is null and j2.nome+ eq $0 and (j1.nome eq $1 or j3.nome eq $2 or j2.nome+ eq $3)',
        'gives t.id, medico(j1.nome of j1.id)',
        usual,
      ],
    ],
    [
      everything,
      '/guias?select=id,um:medico(nome),outro:medico(renda)&outro.renda=gt.1&medico.nome=eq.a',
      [
        'guia t join medico j1 on t.medico_id? and j1.nome eq $1 join medico j2 on t.medico_id? and j2.renda gt $0',
        'gives t.id, um(j1.nome of j1.id), outro(j2.renda of j2.id)',
        usual,
      ],
    ],
    [
      everything,
      '/guias?select=id,...medico(nome,c:renda),medico_id()',
      [
        'guia t join medico j1 on t.medico_id? join medico j2 on t.medico_id?',
        'gives t.id, j1.nome, c:j1.renda',
        usual,
      ],
    ],
    [
      everything,
      '/guias?select=id,m:medico!medico_id(nome),revisor!revisor(nome)',
      [
        'guia t join medico j1 on t.medico_id? join medico j2 on t.revisor_id?',
        'gives t.id, m(j1.nome of j1.id), revisor(j2.nome of j2.id)',
        usual,
      ],
    ],
    [
      everything,
      '/exames?select=id&guia.clinica.nome=eq.b&guia.clinica.cnpj=eq.3&guia_id.numero=eq.4&order=guia(numero)',
      [
        'exame t join guia j1 on t.guia_id? join clinica j2 on j1.clinica_id? where j2.nome+ eq $0 and j2.cnpj+ eq $1 and j1.numero+ eq $2',
        'gives t.id',
        'by j1.numero+?, t.id, 0+50',
      ],
    ],
    [
      everything,
      '/exames?select=id&guia.clinica.nome=eq.a&clinica.nome=eq.b',
      [
        'exame t join guia j1 on t.guia_id? join clinica j2 on j1.clinica_id? join clinica j3 on t.clinica_id? where j2.nome+ eq $0 and j3.nome+ eq $1',
        'gives t.id',
        'by t.nome? desc, t.id desc, 0+50',
      ],
    ],
    [
      everything,
      '/exames?select=id,guia(clinica(nome))&or=(guia.clinica.nome.eq.a,id.eq.1)',
      [
        'exame t join guia j1 on t.guia_id? join clinica j2 on j1.clinica_id? where (j2.nome+ eq $0 or t.id eq $1)',
        'gives t.id, guia(clinica(j2.nome+ of j2.id) of j1.id)',
        'by t.nome? desc, t.id desc, 0+50',
      ],
    ],
    [
      everything,
      '/guias?select=id,clinica_id(nome)&clinica_id=is.null',
      [
        'guia t join clinica j1 on t.clinica_id? where t.clinica_id is null',
        'gives t.id, clinica_id(j1.nome+ of j1.id)',
        usual,
      ],
    ],
    [
      everything,
      '/guias?select=id,medico(nome)&medico=is.not_null&medico.order=nome&medico.limit=1',
      ['guia t join medico j1 on t.medico_id? where j1.id is not null', 'gives t.id, medico(j1.nome of j1.id)', usual],
    ],
    [
      everything,
      '/pacientes?select=id,guias(numero),clinica(nome)',
      [
        'paciente t join guia j1 on t.guias_id? join clinica j2 on t.clinica_id',
        'gives t.id, guias(j1.numero+ of j1.id), clinica(j2.nome+ of j2.id)',
        'by t.id, 0+50',
      ],
    ],
  ]);
});

test('a condition on a relation empties it; with !inner, the row goes too', () => {
  expectOf(planOf, [
    [
      everything,
      '/guias?select=id,m:medico(nome)&m.nome=eq.a&or=(m.nome.eq.b,numero.eq.c)',
      [
        'guia t join medico j1 on t.medico_id? and j1.nome eq $0 where (j1.nome eq $1 or t.numero+ eq $2)',
        'gives t.id, m(j1.nome of j1.id)',
        usual,
      ],
    ],
    [
      everything,
      '/guias?select=id,medico!inner(nome,chefe(nome))&medico.nome=eq.a&medico.chefe.nome=eq.b',
      [
        'guia t join medico j1 on t.medico_id? and j1.nome eq $0 join medico j2 on j1.chefe_id? and j2.nome eq $1 where j1.id is not null',
        'gives t.id, medico(j1.nome, chefe(j2.nome of j2.id) of j1.id)',
        usual,
      ],
    ],
    [
      everything,
      '/exames?select=id,guia!inner(medico!inner(nome))&guia.medico.nome=eq.a&guia.clinica.nome=eq.b',
      [
        'exame t join guia j1 on t.guia_id? and exists [medico j2 at j2.id = j1.medico_id where j2.nome eq $0] join medico j2 on j1.medico_id? and j2.nome eq $0 join clinica j3 on j1.clinica_id? where j3.nome+ eq $1 and j1.id is not null',
        'gives t.id, guia(medico(j2.nome of j2.id) of j1.id)',
        'by t.nome? desc, t.id desc, 0+50',
      ],
    ],
    [
      everything,
      '/guias?select=id,medico(nome)&medico.or=(nome.eq.a,not.and(registro.eq.b,renda.gt.1))',
      [
        'guia t join medico j1 on t.medico_id? and (j1.nome eq $0 or not (j1.registro eq $1 and j1.renda gt $2))',
        'gives t.id, medico(j1.nome of j1.id)',
        usual,
      ],
    ],
    [
      everything,
      '/exames?select=id,guia(numero,medico(nome))&guia.medico=is.null',
      [
        'exame t join guia j1 on t.guia_id? and not exists [medico j2 at j2.id = j1.medico_id] join medico j2 on j1.medico_id?',
        'gives t.id, guia(j1.numero+, medico(j2.nome of j2.id) of j1.id)',
        'by t.nome? desc, t.id desc, 0+50',
      ],
    ],
  ]);
});

test('relations to many: rows of their own, in their own order', () => {
  expectOf(planOf, [
    [
      everything,
      '/guias?select=id,itens(nome,executante(nome)),exames(nome)&itens.executante.nome=eq.a&itens.order=nome.desc&itens.limit=5&itens.offset=2',
      [
        'guia t',
        'gives t.id, itens(m1.nome, executante(j1.nome of j1.id) of [guia_itens m1 at m1.guia_id = t.id join medico j1 on m1.executante_id? and j1.nome eq $0] by m1.nome? desc, m1.id desc, 2+5), exames(m2.nome of [exame m2 at m2.guia_id = t.id] by m2.nome? desc, m2.id desc, 0+1000)',
        usual,
        'volatile',
      ],
    ],
    [
      everything,
      '/guias?select=id,itens(count),n:exames(total:count)',
      [
        'guia t',
        'gives t.id, itens(count of [guia_itens m1 at m1.guia_id = t.id]), n(total of [exame m2 at m2.guia_id = t.id])',
        usual,
      ],
    ],
    [
      everything,
      '/guias?select=id,exames(nome,guia_id(numero)),itens()&exames=not.is.null&not.or=(exames.not.is.null,itens.is.null)',
      [
        'guia t where exists [exame m1 at m1.guia_id = t.id join guia j1 on m1.guia_id?] and not (exists [exame m1 at m1.guia_id = t.id join guia j1 on m1.guia_id?] or not exists [guia_itens m2 at m2.guia_id = t.id])',
        'gives t.id, exames(m1.nome, guia_id(j1.numero+ of j1.id) of [exame m1 at m1.guia_id = t.id join guia j1 on m1.guia_id?] by m1.nome? desc, m1.id desc, 0+1000)',
        usual,
      ],
    ],
    [
      everything,
      '/guias?select=id,itens(nome)&itens.or=(nome.eq.1,executante.nome.eq.2)',
      [
        'guia t',
        'gives t.id, itens(m1.nome of [guia_itens m1 at m1.guia_id = t.id join medico j1 on m1.executante_id? where (m1.nome eq $0 or j1.nome eq $1)] by m1.posicao, 0+1000)',
        usual,
      ],
    ],
    [
      everything,
      '/guias?select=id,itens!inner()&itens.nome=eq.a&itens.limit=0',
      ['guia t where exists [guia_itens m1 at m1.guia_id = t.id where m1.nome eq $0]', 'gives t.id', usual],
    ],
    [
      everything,
      '/exames?select=id,guia(numero,itens(nome,executante(nome)))&guia.itens.nome=eq.a',
      [
        'exame t join guia j1 on t.guia_id?',
        'gives t.id, guia(j1.numero+, itens(m1.nome, executante(j2.nome of j2.id) of [guia_itens m1 at m1.guia_id = j1.id join medico j2 on m1.executante_id? where m1.nome eq $0] by m1.posicao, 0+1000) of j1.id)',
        'by t.nome? desc, t.id desc, 0+50',
      ],
    ],
    [
      everything,
      '/exames?select=id,guia(numero,exames(nome,guia(numero)))',
      [
        'exame t join guia j1 on t.guia_id?',
        'gives t.id, guia(j1.numero+, exames(m1.nome, guia(j2.numero+ of j2.id) of [exame m1 at m1.guia_id = j1.id join guia j2 on m1.guia_id?] by m1.nome? desc, m1.id desc, 0+1000) of j1.id)',
        'by t.nome? desc, t.id desc, 0+50',
      ],
    ],
    [
      everything,
      '/medicos?select=id,guias!revisor(numero),outras:guias!medico_id(numero)',
      [
        'medico t',
        'gives t.id, guias(m1.numero+ of [guia m1 at m1.revisor_id = t.id] by m1.dia? desc, m1.medico_id?, m1.id, 0+1000), outras(m2.numero+ of [guia m2 at m2.medico_id = t.id] by m2.dia? desc, m2.medico_id?, m2.id, 0+1000)',
        'by t.id, 0+50',
      ],
    ],
    [
      everything,
      '/guias?select=id,itens(nome)&itens.order=nome',
      [
        'guia t',
        'gives t.id, itens(m1.nome of [guia_itens m1 at m1.guia_id = t.id] by m1.nome?, m1.id, 0+1000)',
        usual,
      ],
    ],
    [
      everything,
      '/clinicas?select=guias(itens(nome)),pacientes(count)',
      [
        'clinica t',
        'gives guias(itens(m2.nome of [guia_itens m2 at m2.guia_id = m1.id] by m2.posicao, 0+1000) of [guia m1 at m1.clinica_id = t.id] by m1.dia? desc, m1.medico_id?, m1.id, 0+1000), pacientes(m3.count of [paciente m3 at m3.clinica_id = t.id] by m3.id, 0+1000)',
        'by t.criado_em desc, t.id desc, 0+50',
      ],
    ],
    [
      everything,
      '/guias?select=medico(guias!medico(itens(nome)))',
      [
        'guia t join medico j1 on t.medico_id?',
        'gives medico(guias(itens(m2.nome of [guia_itens m2 at m2.guia_id = m1.id] by m2.posicao, 0+1000) of [guia m1 at m1.medico_id = j1.id] by m1.dia? desc, m1.medico_id?, m1.id, 0+1000) of j1.id)',
        usual,
      ],
    ],
  ]);
});

test('what is kept is not in the plan, what is covered is given and never asked', () => {
  expectOf(planOf, [
    [
      keptFrom,
      '/guias',
      [
        'guia t',
        'gives t.id, t.versao, t.criado_em, t.criado_por, t.alterado_em, t.alterado_por, t.numero+, nota:covered t.nota, t.ordem, dia:covered t.dia, t.urgente, t.clinica_id, t.paciente_id, t.medico_id, t.revisor_id',
        'by t.medico_id?, t.id, 0+50',
      ],
    ],
    [
      keptFrom,
      '/exames?select=id,guia(*,clinica(*),medico(*),itens(*))',
      [
        'exame t join guia j1 on t.guia_id? join clinica j2 on j1.clinica_id? join medico j3 on j1.medico_id?',
        'gives t.id, guia(j1.id, j1.versao, j1.criado_em, j1.criado_por, j1.alterado_em, j1.alterado_por, j1.numero+, nota:covered j1.nota, j1.ordem, dia:covered j1.dia, j1.urgente, j1.clinica_id, j1.paciente_id, j1.medico_id, j1.revisor_id, clinica(j2.id, j2.versao, j2.criado_em, j2.criado_por, j2.alterado_em, j2.alterado_por, j2.nome+ of j2.id), medico(j3.id, j3.versao, j3.registro, j3.nome, j3.renda of j3.id), itens(m1.id, m1.versao, m1.criado_em, m1.criado_por, m1.alterado_em, m1.alterado_por, m1.nome, m1.executante_id of [guia_itens m1 at m1.guia_id = j1.id] by m1.posicao, 0+1000) of j1.id)',
        'by t.nome? desc, t.id desc, 0+50',
      ],
    ],
    [
      keptFrom,
      '/guias?select=nota::text,d:dia&q=a',
      [
        'guia t where word in t.busca|t.numero+',
        'gives nota:covered t.nota, d:covered t.dia',
        'by t.medico_id?, t.id, 0+50',
        'narrowed by word in t.busca|t.numero+',
        'volatile',
      ],
    ],
    [
      keptFrom,
      '/clinicas?q=a&select=id',
      [
        'clinica t where word in t.busca|t.nome+',
        'gives t.id',
        'by t.criado_em desc, t.id desc, 0+50',
        'narrowed by word in t.busca|t.nome+',
        'volatile',
      ],
    ],
    [
      everything,
      '/medicos',
      [
        'medico t',
        'gives t.id, t.versao, t.criado_em, t.criado_por, t.alterado_em, t.alterado_por, t.registro, t.nome, t.renda, t.chefe_id',
        'by t.id, 0+50',
      ],
    ],
    [signedIn, '/medicos', ['medico t', 'gives t.id, t.versao, t.registro, t.nome', 'by t.id, 0+50']],
  ]);
});

test('by the pair of a list, what that list shows, sorts and searches by', () => {
  expectOf(planOf, [
    [lister, '/guias', ['guia t', 'gives t.id, t.versao, t.numero+, t.valor, t.dia, t.clinica_id, t.medico_id', usual]],
    [
      lister,
      '/exames?select=*,guia(*)',
      [
        'exame t join guia j1 on t.guia_id?',
        'gives t.id, t.versao, t.nome, t.guia_id, guia(j1.id, j1.versao, j1.numero+, j1.valor, j1.dia, j1.clinica_id, j1.medico_id of j1.id)',
        'by t.nome? desc, t.id desc, 0+50',
      ],
    ],
    [
      lister,
      '/guias?select=id,exames(*)',
      [
        'guia t',
        'gives t.id, exames(m1.id, m1.versao, m1.nome, m1.guia_id of [exame m1 at m1.guia_id = t.id] by m1.nome? desc, m1.id desc, 0+1000)',
        usual,
      ],
    ],
    [urgent, '/urgentes', ['guia t', 'gives t.id, t.versao, t.numero+, t.urgente', 'by t.id, 0+50']],
    [bothLists, '/urgentes', ['guia t', 'gives t.id, t.versao, t.numero+, t.urgente', 'by t.id, 0+50']],
    [
      bothLists,
      '/guias',
      ['guia t', 'gives t.id, t.versao, t.numero+, t.valor, t.dia, t.clinica_id, t.medico_id', usual],
    ],
  ]);
});

test('rows of others are in no table that is read', () => {
  expectOf(planOf, [
    [provider, '/guias?select=id', ['guia t where (t.clinica_id eq own prestador)', 'gives t.id', usual]],
    [
      provider,
      '/exames?select=id,guia(numero)',
      [
        'exame t join guia j1 on t.guia_id? and (j1.clinica_id eq own prestador) where (t.clinica_id eq own prestador)',
        'gives t.id, guia(j1.numero+ of j1.id)',
        'by t.nome? desc, t.id desc, 0+50',
      ],
    ],
    [
      provider,
      '/exames?select=id&guia.numero=eq.1&order=guia(numero)',
      [
        'exame t join guia j1 on t.guia_id? and (j1.clinica_id eq own prestador) where (t.clinica_id eq own prestador) and j1.numero+ eq $0',
        'gives t.id',
        'by j1.numero+?, t.id, 0+50',
      ],
    ],
    [
      provider,
      '/clinicas?select=id,exames(nome,guia(numero)),guias(numero)',
      [
        'clinica t',
        'gives t.id, exames(m1.nome, guia(j1.numero+ of j1.id) of [exame m1 at m1.clinica_id = t.id join guia j1 on m1.guia_id? and (j1.clinica_id eq own prestador) where (m1.clinica_id eq own prestador)] by m1.nome? desc, m1.id desc, 0+1000), guias(m2.numero+ of [guia m2 at m2.clinica_id = t.id where (m2.clinica_id eq own prestador)] by m2.dia? desc, m2.medico_id?, m2.id, 0+1000)',
        'by t.criado_em desc, t.id desc, 0+50',
      ],
    ],
    [
      provider,
      '/clinicas?select=id,guias(count),exames()&exames=is.null',
      [
        'clinica t where not exists [exame m2 at m2.clinica_id = t.id where (m2.clinica_id eq own prestador)]',
        'gives t.id, guias(count of [guia m1 at m1.clinica_id = t.id where (m1.clinica_id eq own prestador)])',
        'by t.criado_em desc, t.id desc, 0+50',
      ],
    ],
    [
      both,
      '/guias?select=id',
      ['guia t where (t.clinica_id eq own prestador or t.paciente_id eq own beneficiario)', 'gives t.id', usual],
    ],
    [
      nobody,
      '/exames?select=id,guia(numero)',
      [
        'exame t join guia j1 on t.guia_id? and never where never',
        'gives t.id, guia(j1.numero+ of j1.id)',
        'by t.nome? desc, t.id desc, 0+50',
      ],
    ],
  ]);
});

test('rows to be written are chosen by all that is said of them', () => {
  expectOf(writtenOf, [
    [
      everything,
      '/guias?select=id&id=eq.1&medico.nome=eq.a',
      ['guia t join medico j1 on t.medico_id? where t.id eq $0 and j1.nome eq $1', 'gives t.id', 'by t.id, 0+0'],
    ],
    [
      everything,
      '/guias?select=id,medico(nome)&medico.nome=eq.a&medico=not.is.null',
      [
        'guia t join medico j1 on t.medico_id? where j1.nome eq $0 and j1.id is not null',
        'gives t.id, medico(j1.nome of j1.id)',
        'by t.id, 0+0',
      ],
    ],
    [
      everything,
      '/guias?select=medico!inner(nome,chefe(nome))&medico.chefe.nome=eq.b&order=numero',
      [
        'guia t join medico j1 on t.medico_id? join medico j2 on j1.chefe_id? where j2.nome eq $0 and j1.id is not null',
        'gives medico(j1.nome, chefe(j2.nome of j2.id) of j1.id)',
        'by t.numero+, t.id, 0+0',
      ],
    ],
    [
      everything,
      '/exames?select=guia!inner(medico!inner(nome))&guia.medico.nome=eq.a',
      [
        'exame t join guia j1 on t.guia_id? join medico j2 on j1.medico_id? where j2.nome eq $0 and j2.id is not null and j1.id is not null',
        'gives guia(medico(j2.nome of j2.id) of j1.id)',
        'by t.id, 0+0',
      ],
    ],
    [
      provider,
      '/exames?select=guia(numero)&guia.numero=eq.2&guia=not.is.null',
      [
        'exame t join guia j1 on t.guia_id? and (j1.clinica_id eq own prestador) where (t.clinica_id eq own prestador) and j1.numero+ eq $0 and j1.id is not null',
        'gives guia(j1.numero+ of j1.id)',
        'by t.id, 0+0',
      ],
    ],
  ]);
});

test('sums', () => {
  expectOf(sumOf, [
    [
      everything,
      '/guias?select=count(),s:valor.sum(),m:ordem.avg(),dia.min(),numero.max(),n:urgente.count()',
      [
        'guia t',
        'gives count:count, s:sum t.valor, m:avg t.ordem, min:min t.dia, max:max t.numero+, n:count t.urgente',
      ],
    ],
    [
      everything,
      '/guias?select=t:valor.sum()::text,count()::text&medico.nome=eq.a&numero=has.a',
      [
        'guia t join medico j1 on t.medico_id? where j1.nome eq $0 and t.numero+ has $1',
        'gives t:sum t.valor::text, count:count::text',
      ],
    ],
    [
      everything,
      '/guias?select=id.max(),medico_id.min(),n:id.count()&offset=0',
      ['guia t', 'gives max:max t.id, min:min t.medico_id, n:count t.id'],
    ],
    [
      everything,
      '/guias?select=count(),medico!inner()&medico.nome=eq.a',
      ['guia t join medico j1 on t.medico_id? and j1.nome eq $0 where j1.id is not null', 'gives count:count'],
    ],
    [everything, '/guias?select=count()&q=a', ['guia t where word in t.busca', 'gives count:count']],
    [provider, '/guias?select=count()', ['guia t where (t.clinica_id eq own prestador)', 'gives count:count']],
    [keptFrom, '/guias?select=ordem.sum()&q=a', ['guia t where word in t.busca|t.numero+', 'gives sum:sum t.ordem']],
  ]);
});

test('rows of another moment are those of the history, and nothing narrows them beforehand', () => {
  expectOf(planOf, [
    [
      everything,
      '/guias?select=id&q=abc',
      ['guia t where word in t.busca', 'gives t.id', usual, 'narrowed by word in t.busca', 'volatile'],
    ],
  ]);
  expectOf(planThenOf, [
    [everything, '/guias?select=id&q=abc', ['guia then t where word in t.busca', 'gives t.id', usual, 'volatile']],
    [everything, '/guias?select=numero', ['guia then t', 'gives t.numero', usual, 'volatile']],
    [
      everything,
      '/guias?select=id,medico(nome)',
      ['guia then t join medico then j1 on t.medico_id?', 'gives t.id, medico(j1.nome of j1.id)', usual, 'volatile'],
    ],
  ]);
});
