/** Tables of money and of the office, files, plans and memberships of the demonstration data, as somebody of the trade would read them. */
import { describe, expect, it } from 'vitest';
import type { Row } from '../../../engine/data/given-rows.ts';
import { readSourceFiles } from '../../../engine/metadata/load-files.ts';
import { sampleRecipes } from '../../../src/demo/index.ts';
import { moneyTableRecipes } from '../../../src/demo/money-tables.ts';
import { officeTableRecipes } from '../../../src/demo/office-tables.ts';
import { transferredFileRecipes } from '../../../src/demo/transferred-files.ts';
import { loadProduct } from '../../../src/load-product.ts';
import { drawSmall } from './draw-small.ts';

const recipes = { ...moneyTableRecipes, ...officeTableRecipes, ...transferredFileRecipes };
const { model, rows: initial } = loadProduct(await readSourceFiles(`${import.meta.dirname}/../../..`), 'copass');
const names = new Set([
  ...Object.keys(recipes),
  ...(
    'operadora grupo_produto empresa setor_empresa situacao_contratante classificacao_matricula produto tipo_contribuicao ' +
    'tipo_coparticipacao tipo_conta_receber beneficiario adesao fornecedor prestador profissional protocolo_recebimento ' +
    'faturamento autorizacao guia item_autorizacao auditoria manifestacao atendimento_cliente remessa_qualidade'
  ).split(' '),
]);
/** Of a first start. */
const usuario = {
  file: 'usuarios',
  lines: [2, 3, 4, 5],
  digest: '',
  header: ['login', 'nome', 'operadora'],
  rows: [
    ['admin', 'Administração', 'true'],
    ['consulta', 'Somente consulta', 'true'],
    ['operador', 'Equipe', 'true'],
    ['prestador', 'Prestador', 'false'],
  ],
};
const drawn = drawSmall(model, { ...initial, usuario }, names, { today: '2026-11-20', seed: 1 });

const all = (entity: string): readonly Row[] => drawn.rows(entity);
const of = (entity: string, id: unknown): Row => all(entity).find((row) => row['id'] === id) ?? {};
const number = (row: Row, field: string): number => Number(row[field]);

describe('tables', () => {
  it('are those of their own recipes, all of them', () => {
    expect(Object.entries(recipes).filter(([name, recipe]) => sampleRecipes.entities[name] !== recipe)).toEqual([]);
    // What breaks a rule of its registry is not there.
    const missing = Object.entries(recipes).filter(([name, { count }]) => all(name).length < count.small);
    expect(missing.map(([name]) => name)).toEqual([]);
  });

  it('charge who pays late what the law allows', () => {
    const charged = all('tabela_juros_multa').map((row) => [row['multa'], row['juros_mes']]);
    expect(new Set(charged.map((pair) => pair.join()))).toEqual(new Set(['2,1']));
  });

  it('divide every debt, and none twice, into no more parts than are usual', () => {
    const bands = all('tabela_parcelamento_valor')
      .filter((row) => row['fim'] === null)
      .toSorted((a, b) => number(a, 'valor_inicial') - number(b, 'valor_inicial'));
    expect(number(bands[0] ?? {}, 'valor_inicial')).toBe(0);
    const gaps = bands.slice(1).map((row, at) => number(row, 'valor_inicial') - number(bands[at] ?? {}, 'valor_final'));
    expect(gaps.map((gap) => gap.toFixed(2))).toEqual(gaps.map(() => '0.01'));
    expect(bands.filter((row) => number(row, 'parcelas_maximas') > 24)).toEqual([]);
  });

  it('send letters by ranges that begin before they end and do not meet', () => {
    const ranges = all('triagem_correio')
      .map((row) => [String(row['cep_inicial']), String(row['cep_final'])] as const)
      .toSorted();
    expect(ranges.filter(([first, last]) => first > last)).toEqual([]);
    expect(ranges.slice(1).filter(([first], at) => first <= (ranges[at]?.[1] ?? ''))).toEqual([]);
  });

  it('tell of files that ended after they began, with counts that add up', () => {
    const files = [...all('arquivo_gerado'), ...all('importacao')];
    const odd = files.filter((row) => row['termino'] !== null && String(row['termino']) <= String(row['inicio']));
    expect(odd).toEqual([]);
    const sums = all('importacao').filter(
      (row) =>
        number(row, 'lidas') !==
        ['incluidas', 'alteradas', 'ignoradas', 'rejeitadas'].reduce((sum, part) => sum + number(row, part), 0),
    );
    expect(sums).toEqual([]);
  });
});

describe('plans and their people', () => {
  it('stand in the group of their kind, and sleep where they are suspended', () => {
    const groups = all('produto').map((row) => [
      row['segmentacao'] === 'ODONTOLOGICO',
      row['situacao'],
      row['ativo'],
      of('grupo_produto', row['grupo_id'])['descricao'],
    ]);
    expect(new Set(groups.map((parts) => parts.join()))).toEqual(
      new Set([
        'false,ATIVO,true,Planos médicos',
        'false,SUSPENSO,false,Planos em extinção',
        'true,ATIVO,true,Planos odontológicos',
      ]),
    );
  });

  it('have the room of the plan', () => {
    const rooms = all('adesao').map((row) => {
      const room = of('tipo_acomodacao', row['acomodacao_id'])['codigo'] ?? null;
      return `${of('produto', row['produto_id'])['acomodacao']} ${room}`;
    });
    expect(new Set(rooms)).toEqual(new Set(['COLETIVA 31', 'INDIVIDUAL 13', 'NAO_SE_APLICA null']));
  });

  it('are of the country they were born in, with an identity card of its state', () => {
    const people = all('beneficiario');
    const countries = new Set(people.map((row) => of('pais', row['nacionalidade_id'])['nome'] ?? null));
    expect([...countries].filter((name) => name !== 'Brasil' && name !== null)).toEqual([]);
    expect(people.filter((row) => row['rg'] !== null && row['rg_uf'] !== null && row['rg_uf'] !== 'MG')).toEqual([]);
  });
});

describe('authorisations', () => {
  it('name a procedure once', () => {
    const named = all('item_autorizacao').map((row) => `${row['autorizacao_id']} ${row['codigo']}`);
    expect(named.filter((one, at) => named.indexOf(one) !== at)).toEqual([]);
  });

  it('are judged by nobody while an audit is open', () => {
    const opinions = all('auditoria');
    expect(new Set(opinions.map((row) => row['situacao']))).toEqual(new Set(['ABERTA', 'CONCLUIDA']));
    const early = opinions.filter((row) => row['situacao'] === 'ABERTA' && row['decisao'] !== null);
    const mute = opinions.filter((row) => row['situacao'] !== 'ABERTA' && row['decisao'] === null);
    expect([early, mute]).toEqual([[], []]);
  });
});

describe('what people say', () => {
  it.each([
    ['manifestacao', 'recebida_em', 'resposta', ['respondida_em', 'encerrada_em']],
    ['atendimento_cliente', 'data', 'solucao', ['concluido_em']],
  ])('say, answer and end a %s as one story, in this order', (entity, came, answer, ends) => {
    const told = new Map<unknown, Set<unknown>>();
    for (const row of all(entity)) {
      const subject = told.get(row['assunto']) ?? new Set();
      told.set(row['assunto'], subject.add(JSON.stringify([row['tema'], row['descricao']])));
      if (row[answer] !== null) subject.add(`answer ${String(row[answer])}`);
      const times = [came, ...ends].flatMap((name) => (row[name] === null ? [] : [Date.parse(String(row[name]))]));
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      expect(times.at(-1)).toBeLessThan(Date.parse(`2026-11-20T00:00:00-03:00`));
    }
    expect([...told.values()].filter((texts) => texts.size > 2)).toEqual([]);
    expect(all(entity).filter((row) => row[answer] !== null).length).toBeGreaterThan(all(entity).length / 2);
  });

  it('is dealt with by the operator itself', () => {
    const keepers = ['manifestacao', 'remessa_qualidade'].map((entity) => {
      const names = all(entity).map((row) => of('usuario', row['responsavel_id'])['login'] ?? null);
      return [...new Set(names)].filter((name) => name !== null);
    });
    expect(keepers).toEqual([expect.arrayContaining(['operador']), ['operador']]);
    expect(keepers.flat().filter((name) => name === 'consulta' || name === 'prestador')).toEqual([]);
  });
});
