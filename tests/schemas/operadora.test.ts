import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { forEachDatabase } from '../support/databases.ts';
import type { Caller } from '../support/product.ts';
import { administrator, insertRow, startTestProduct } from '../support/product.ts';

const root = new URL('../../', import.meta.url);
const json = (file: string) => JSON.parse(readFileSync(new URL(file, root), 'utf8'));
const options = (list: string): { value: string; label: string }[] => json(`schemas/code-lists/${list}.json`).options;
const folders = readdirSync(new URL('schemas/operadora', root), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const columnsOf = (folder: string) => json(`schemas/operadora/${folder}/columns.json`);
const withScreen = folders.filter((folder) => columnsOf(folder).path !== undefined);
const limited = withScreen.filter((folder) => columnsOf(folder).clients !== undefined);

describe('registries of the operator', () => {
  it('are those of the catalogue, and beside them the agreements with banks, which are in no menu', () => {
    const below = (parent: string): string[] => withScreen.filter((folder) => columnsOf(folder).parent === parent);
    expect(withScreen).toEqual(folders);
    expect(folders.filter((folder) => columnsOf(folder).hidden)).toEqual(['convenios-bancarios']);
    expect(below('/operadora')).toEqual(['fundo-reserva', 'movimentos-intercambios', 'taxas-boleto']);
    expect(below('/configuracao-operadora')).toHaveLength(10);
    expect(below('/contribuicao-operadora')).toHaveLength(16);
    expect(withScreen).toHaveLength(29);
  });

  it('belong to the clients that the catalogue names, and the others to all', () => {
    expect(Object.fromEntries(limited.map((folder) => [folder, columnsOf(folder).clients]))).toEqual({
      'configuracoes-responsaveis-protocolos': ['copass', 'rondo'],
      'cotas-uniao': ['cnen', 'cdtn'],
      'faixa-etaria': ['pjf'],
      'fundo-reserva': ['cnen'],
      'fundo-social': ['cnen'],
      'fundo-social-beneficiario': ['cnen'],
      joias: ['cnen', 'cdtn'],
      'limites-coparticipacao': ['cdtn'],
      'percentual-reducao-margem': ['rondo'],
      'subsidios-contribuicao': ['cdtn'],
      'taxas-cartao': ['copass'],
    });
  });

  it('have the ten age bands of the ANS, from birth and without a gap', () => {
    const bands = options('faixa-etaria-ans');
    expect(bands.map(({ value }) => value)).toEqual(['01', '02', '03', '04', '05', '06', '07', '08', '09', '10']);
    const ages = bands.map(({ label }) => (label.match(/\d+/g) ?? []).map(Number));
    expect(ages[0]).toEqual([0, 18]);
    expect(ages.at(-1)).toEqual([59]);
    expect(ages.slice(1).map(([first]) => first)).toEqual(ages.slice(0, -1).map(([, last = 0]) => last + 1));
  });

  it('write the nature of a company with the check digit of its code', () => {
    const wrong = options('natureza-juridica').filter(({ value, label }) => {
      const [a = 0, b = 0, c = 0, digit] = [...value].map(Number);
      const rest = (4 * a + 3 * b + 2 * c) % 11;
      return digit !== (rest < 2 ? 0 : 11 - rest) || !label.startsWith(`${value.slice(0, 3)}-${value.slice(3)} - `);
    });
    expect(wrong).toEqual([]);
  });
});

interface Refused {
  readonly message: string;
  readonly details: string | null;
}

/** What ten bands cost; the first is 100. */
const bands = (values: readonly number[]): object[] =>
  values.map((valor, index) => ({ faixa: String(index + 1).padStart(2, '0'), valor }));
const lawful = [100, 110, 120, 130, 140, 150, 250, 300, 400, 600];

forEachDatabase((open) => {
  let admin: Caller;
  const ids: Record<string, number> = {};

  const post = (path: string, body: object) => admin.call('POST', `/api${path}`, { body });
  const refusal = async (path: string, body: object) => {
    const answer = await post(path, body);
    const { message, details } = answer.json<Refused>();
    return { status: answer.statusCode, text: details ?? message };
  };
  const plan = (more: object) => ({
    codigo: 'P9',
    nome: 'Plano',
    operadora_id: ids['operadora'],
    registro_plano_ans: '472901154',
    contratacao: 'COLETIVO_EMPRESARIAL',
    segmentacao: 'AMB_HOSP_COM_OBSTETRICIA',
    abrangencia: 'NACIONAL',
    acomodacao: 'COLETIVA',
    fator_moderador: 'NENHUM',
    formacao_preco: 'PRE',
    inicio_comercializacao: '2020-01-01',
    ...more,
  });
  const company = (more: object) => ({
    codigo: 'E9',
    razao_social: 'Empresa',
    cnpj: '11222333000181',
    inicio: '2020-01-01',
    dia_vencimento: 10,
    enderecos: [address()],
    ...more,
  });
  const address = (more: object = {}) => ({
    tipo: 'COMERCIAL',
    cep: '30130010',
    logradouro: 'Afonso Pena',
    bairro: 'Centro',
    cidade_id: ids['endereco'],
    ...more,
  });

  beforeAll(async () => {
    const product = await startTestProduct(await open({ from: 'product' }), {
      // All of them for one client, so that one product is enough.
      files: Object.fromEntries(
        limited.map((folder) => {
          const { clients: _, ...rest } = columnsOf(folder);
          return [`schemas/operadora/${folder}/columns.json`, rest];
        }),
      ),
    });
    admin = await product.as(administrator.login, administrator.password);
    ids['endereco'] = await insertRow(admin, '/cidades', { ibge: '3106200', nome: 'Belo Horizonte', uf: 'MG' });
    ids['operadora'] = await insertRow(admin, '/operadoras', {
      registro_ans: '315478',
      cnpj: '11444777000161',
      razao_social: 'Associação de Saúde',
      modalidade: 'AUTOGESTAO',
      enderecos: [address()],
    });
    ids['produto'] = await insertRow(admin, '/produtos', plan({ codigo: 'P1', fator_moderador: 'COPARTICIPACAO' }));
    ids['tipo'] = await insertRow(admin, '/tipos-coparticipacoes', {
      codigo: 'CONS',
      descricao: 'Consultas',
      natureza: 'CONSULTA',
    });
    ids['intercambio'] = await insertRow(admin, '/intercambios', {
      codigo: '0865',
      nome: 'Cooperativa',
      uf: 'MG',
      prefixo_cartao: '0865',
    });
    ids['motivo'] = await insertRow(admin, '/motivos', { codigo: 'X1', descricao: 'Motivo', aplicacao: 'GLOSA' });
  });

  it('holds the price of age to the limits of the ANS', async () => {
    const table = (values: readonly number[], more: object = {}) => ({
      produto_id: ids['produto'],
      inicio: '2026-01-01',
      faixas: bands(values),
      ...more,
    });
    const change = (index: number, valor: number): number[] => lawful.with(index, valor);
    expect(await refusal('/faixa-etaria', table(change(9, 600.01)))).toEqual({
      status: 422,
      text: 'A última faixa pode custar no máximo seis vezes a primeira (RN 563/2022).',
    });
    // From the first to the seventh 2.4 times, from there to the tenth 2.5 times.
    expect(await refusal('/faixa-etaria', table(change(6, 240)))).toEqual({
      status: 422,
      text: 'Da sétima à décima faixa o preço não pode subir mais que da primeira à sétima (RN 563/2022).',
    });
    expect(await refusal('/faixa-etaria', table(change(2, 109)))).toEqual({
      status: 422,
      text: 'O preço não pode diminuir de uma faixa para a seguinte (RN 563/2022).',
    });
    expect(await refusal('/faixa-etaria', table(lawful.slice(1)))).toEqual({
      status: 422,
      text: 'Faltam linhas em Faixas; o mínimo é 10.',
    });
    const twice = bands(lawful).with(1, bands(lawful)[0] ?? {});
    expect(await refusal('/faixa-etaria', table(lawful, { faixas: twice, regulamentada: false }))).toEqual({
      status: 409,
      text: 'Já existe um registro de Faixa com o mesmo valor em Faixa (Faixas, linha 2).',
    });
    // A contract older than the bands is bound by none of it.
    const old = table(change(9, 900), { regulamentada: false, fim: '2026-06-30' });
    expect((await post('/faixa-etaria', old)).statusCode).toBe(201);
    expect((await post('/faixa-etaria', table(lawful))).statusCode).toBe(409);
    const id = await insertRow(admin, '/faixa-etaria', table(lawful, { inicio: '2026-07-01' }));
    const kept = await admin.call(
      'GET',
      `/api/faixa-etaria?id=eq.${id}&select=valor_primeira,valor_setima,valor_ultima,faixas(idade_inicial,idade_final)`,
    );
    expect(kept.json()).toEqual([
      {
        valor_primeira: 100,
        valor_setima: 250,
        valor_ultima: 600,
        faixas: [0, 19, 24, 29, 34, 39, 44, 49, 54, 59].map((idade_inicial, index, all) => ({
          idade_inicial,
          idade_final: (all[index + 1] ?? 121) - 1,
        })),
      },
    ]);
  });

  it.each([
    [{ pos_lei: false }, 'Informe Código no SCPA.'],
    [{ registro_plano_ans: undefined }, 'Informe Registro do plano na ANS.'],
    [{ segmentacao: 'ODONTOLOGICO' }, 'Plano sem internação não tem padrão de acomodação'],
    [{ acomodacao: 'NAO_SE_APLICA' }, 'Plano com internação precisa do padrão de acomodação.'],
    [{ segmentacao: 'REFERENCIA', acomodacao: 'INDIVIDUAL' }, 'O plano-referência tem acomodação coletiva'],
    [{ fim_comercializacao: '2019-12-31' }, 'O fim da comercialização deve ser igual ou posterior ao início.'],
    [{ carencias: [{ evento: 'PARTO', dias: 301 }] }, 'no máximo 300 dias'],
    [{ carencias: [{ evento: 'URGENCIA_EMERGENCIA', dias: 2 }] }, 'no máximo 24 horas'],
    [{ carencias: [{ evento: 'INTERNACAO', dias: 181 }] }, 'mais de 180 dias'],
    [{ abrangencia: 'ESTADUAL', area_atuacao: [{ uf: 'MG' }, { uf: 'RJ' }] }, 'um só estado ou município'],
    [{ abrangencia: 'GRUPO_ESTADOS' }, 'Informe a área de atuação: só a nacional não tem.'],
    [{ abrangencia: 'MUNICIPAL', area_atuacao: [{ uf: 'MG' }] }, 'informe a cidade de cada linha.'],
    [{ abrangencia: 'ESTADUAL', area_atuacao: [{ uf: 'MG', cidade_id: 1 }] }, 'deixe a cidade vazia.'],
  ])('refuses a plan with %o', async (more, text) => {
    const refused = await refusal('/produtos', plan({ registro_plano_ans: '481330208', ...more }));
    expect(refused).toEqual({ status: 422, text: expect.stringContaining(text) });
  });

  it.each([
    [{ tipo_inscricao: 'CEI' }, 'Informe CEI.'],
    [{ cnpj: '11222333000180' }, 'O dígito verificador de CNPJ não confere.'],
    [{ envio_folha: true }, 'Informe Código na folha.'],
    [{ enderecos: [] }, 'Faltam linhas em Endereços; o mínimo é 1.'],
    [{ fim: '2019-12-31' }, 'O fim deve ser igual ou posterior ao início.'],
  ])('refuses a company with %o', async (more, text) => {
    expect(await refusal('/empresas', company(more))).toEqual({ status: 422, text: expect.stringContaining(text) });
  });

  it('lets one address of a company be the first, and no product be contracted twice at a time', async () => {
    expect(
      await refusal('/empresas', company({ enderecos: [address({ principal: true }), address({ principal: true })] })),
    ).toEqual({
      status: 422,
      text: 'Só um endereço pode ser principal.',
    });
    const contracted = (inicio: string, fim?: string) => ({ produto_id: ids['produto'], inicio, fim });
    const twice = { produtos: [contracted('2020-01-01'), contracted('2021-01-01')] };
    expect(await refusal('/empresas', company({ produtos: [contracted('2019-12-31')] }))).toEqual({
      status: 422,
      text: 'O produto não pode começar antes do contrato da empresa.',
    });
    expect(await refusal('/empresas', company(twice))).toEqual({
      status: 422,
      text: 'Início (Produtos contratados, linha 2) se sobrepõe à linha 1.',
    });
    const inTurn = { produtos: [contracted('2020-01-01', '2020-12-31'), contracted('2021-01-01')] };
    expect((await post('/empresas', company(inTurn))).statusCode).toBe(201);
  });

  it('charges a part or a fixed value, each of a range of quantities at a time', async () => {
    const rule = (codigo: string, more: object) => ({
      codigo,
      descricao: 'Consultas',
      tipo_id: ids['tipo'],
      produto_id: ids['produto'],
      inicio: '2026-01-01',
      ...more,
    });
    const one = 'Informe o percentual ou o valor fixo, um dos dois.';
    expect(await refusal('/coparticipacoes', rule('A', {}))).toEqual({ status: 422, text: one });
    expect(await refusal('/coparticipacoes', rule('A', { percentual: 30, valor_fixo: 20 }))).toEqual({
      status: 422,
      text: one,
    });
    expect(await refusal('/coparticipacoes', rule('A', { percentual: 100 }))).toEqual({
      status: 422,
      text: 'A coparticipação não pode ser de todo o valor (CONSU 8/1998, art. 2º, VII).',
    });
    expect((await post('/coparticipacoes', rule('A', { percentual: 30, quantidade_maxima: 5 }))).statusCode).toBe(201);
    expect((await post('/coparticipacoes', rule('B', { percentual: 50, quantidade_minima: 5 }))).statusCode).toBe(409);
    expect((await post('/coparticipacoes', rule('B', { percentual: 50, quantidade_minima: 6 }))).statusCode).toBe(201);
  });

  it('agrees on no shared cost of another plan', async () => {
    const other = await insertRow(
      admin,
      '/produtos',
      plan({ codigo: 'P2', registro_plano_ans: '481330208', fator_moderador: 'COPARTICIPACAO' }),
    );
    const grupo_id = await insertRow(admin, '/grupos-procedimentos', { codigo: '1', descricao: 'Consultas' });
    const shared = { codigo: 'Z', descricao: 'Consultas', tipo_id: ids['tipo'], produto_id: other, percentual: 10 };
    const coparticipacao_id = await insertRow(admin, '/coparticipacoes', { ...shared, inicio: '2026-01-01' });
    const agreement = { grupo_id, coparticipacao_id, inicio: '2026-01-01' };
    expect(
      await refusal('/acordo-padrao-procedimento-beneficio', { ...agreement, produto_id: ids['produto'] }),
    ).toEqual({
      status: 422,
      text: 'Coparticipação não aceita o registro escolhido: Produto não é o mesmo deste registro.',
    });
    const own = { ...agreement, produto_id: other };
    expect((await post('/acordo-padrao-procedimento-beneficio', own)).statusCode).toBe(201);
  });

  it('lets who was dismissed stay for 6 to 24 months', async () => {
    const dismissed = { codigo: 'D', descricao: 'Demitido', tipo: 'DEMITIDO', forma_cobranca: 'BOLETO' };
    for (const meses_permanencia of [5, 25])
      expect(await refusal('/situacoes-contratantes', { ...dismissed, meses_permanencia })).toEqual({
        status: 422,
        text: 'O demitido permanece de 6 a 24 meses (Lei 9.656/1998, art. 30, § 1º).',
      });
    expect((await post('/situacoes-contratantes', { ...dismissed, meses_permanencia: 24 })).statusCode).toBe(201);
  });

  it('pays an exchanged visit that was checked and billed, and no other', async () => {
    const id = await insertRow(admin, '/movimentos-intercambios', {
      intercambio_id: ids['intercambio'],
      tipo: 'A_RECEBER',
      competencia: '2026-10',
      lote: '1',
      cartao_externo: '0865000123',
      data: '2026-10-05',
      valor: 180.5,
      taxa: 9.03,
    });
    const go = async (transition: string, body: object = {}): Promise<number> =>
      (await admin.call('PATCH', `/api/movimentos-intercambios?id=eq.${id}&transition=${transition}`, { body }))
        .statusCode;
    expect(await go('pagar', { data_pagamento: '2026-11-20' })).toBe(422);
    expect(await go('glosar')).toBe(422);
    expect(await go('glosar', { motivo_glosa_id: ids['motivo'] })).toBe(204);
    expect(await go('conferir')).toBe(204);
    expect(await go('faturar')).toBe(422);
    expect(await go('faturar', { fatura: '77' })).toBe(204);
    expect(
      (await admin.call('PATCH', `/api/movimentos-intercambios?id=eq.${id}`, { body: { valor: 1 } })).statusCode,
    ).toBe(422);
    expect(await go('pagar', { data_pagamento: '2026-10-04' })).toBe(422);
    expect(await go('pagar', { data_pagamento: '2026-11-20' })).toBe(204);
    const kept = await admin.call(
      'GET',
      `/api/movimentos-intercambios?id=eq.${id}&select=situacao,total,motivo_glosa_id,data_pagamento`,
    );
    expect(kept.json()).toEqual([
      { situacao: 'PAGO', total: 189.53, motivo_glosa_id: null, data_pagamento: '2026-11-20' },
    ]);
  });

  it('counts what leaves the reserve below zero', async () => {
    for (const row of [
      { tipo: 'ENTRADA', historico: 'Repasse', valor: 100 },
      { tipo: 'SAIDA', historico: 'Cobertura', valor: 30.5 },
    ])
      await insertRow(admin, '/fundo-reserva', { competencia: '2026-10', ...row });
    expect((await admin.call('GET', '/api/fundo-reserva?select=movimento.sum()')).json()).toEqual([{ sum: 69.5 }]);
  });
});
