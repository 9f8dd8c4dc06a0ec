import { beforeAll, describe, expect, it, test } from 'vitest';
import type { Model } from '../../engine/model/types.ts';
import { loadProduct } from '../../src/load-product.ts';
import { brokenRules } from '../support/broken-rules.ts';
import { forEachDatabase } from '../support/databases.ts';
import type { Caller } from '../support/product.ts';
import { administrator, insertRow, startTestProduct } from '../support/product.ts';
import { fileMemory, readRealFiles } from '../support/real-files.ts';

let model: Model;
beforeAll(async () => {
  ({ model } = await loadProduct(await readRealFiles(), 'copass', fileMemory));
});

describe('a plan', () => {
  const plan = {
    pos_lei: true,
    registro_plano_ans: '472901154',
    segmentacao: 'AMB_HOSP_SEM_OBSTETRICIA',
    acomodacao: 'COLETIVA',
    abrangencia: 'NACIONAL',
    inicio_comercializacao: '2020-01-01',
  };
  const clinic = { segmentacao: 'AMBULATORIAL', acomodacao: 'NAO_SE_APLICA' };
  const old = { pos_lei: false, codigo_plano_scpa: '1' };
  const towns = (...cidades: number[]) => ({
    abrangencia: 'GRUPO_MUNICIPIOS',
    area_atuacao: cidades.map((cidade_id) => ({ uf: 'MG', cidade_id })),
  });
  const waits = (evento: string) => ({ carencias: [{ evento, dias: 1 }] });
  it.each([
    [{}, []],
    [{ ...old }, ['inicio_comercializacao VALIDATION_RULE']],
    [{ ...old, inicio_comercializacao: '1999-01-01' }, []],
    [waits('PARTO'), ['carencias VALIDATION_RULE']],
    [{ ...waits('PARTO'), segmentacao: 'AMB_HOSP_COM_OBSTETRICIA' }, []],
    [{ ...waits('INTERNACAO'), ...clinic }, ['carencias VALIDATION_RULE']],
    [waits('INTERNACAO'), []],
    [waits('ODONTOLOGIA'), ['carencias VALIDATION_RULE']],
    [{ ...waits('ODONTOLOGIA'), ...clinic, segmentacao: 'AMB_ODONTO' }, []],
    [towns(1), ['area_atuacao VALIDATION_RULE']],
    [towns(1, 1), ['area_atuacao VALIDATION_RULE']],
    [towns(1, 2), []],
    [{ situacao: 'CANCELADO' }, ['fim_comercializacao VALIDATION_REQUIRED']],
  ])('with %o', (more, failures) => {
    expect(brokenRules(model, 'produto', { ...plan, ...more })).toEqual(failures);
  });
});

describe('a shared cost', () => {
  const share = { percentual: 30, internacao: true, saude_mental: false };
  it.each([
    [{}, ['percentual VALIDATION_RULE']],
    [{ internacao: false }, []],
    [{ saude_mental: true }, []],
    [{ percentual: null, valor_fixo: 150 }, []],
  ])('of a hospital stay with %o', (more, failures) => {
    expect(brokenRules(model, 'coparticipacao', { ...share, ...more })).toEqual(failures);
  });
});

describe('a contract with a company', () => {
  const company = { tipo_inscricao: 'CNPJ', cnpj: '11222333000181', inicio: '2020-03-01' };
  const raises = (...days: string[]) => ({ reajustes: days.map((aplicacao) => ({ aplicacao, percentual: 9.5 })) });
  it.each([
    [raises('2021-03-01', '2022-03-01'), []],
    [raises('2022-03-01', '2021-03-01'), []],
    [raises('2021-02-28'), ['reajustes.0.aplicacao VALIDATION_RULE']],
    [raises('2021-03-01', '2022-02-28'), ['reajustes VALIDATION_RULE']],
    [
      { fim: '2024-12-31', produtos: [{ inicio: '2020-03-01', fim: '2025-01-01' }] },
      ['produtos.0.fim VALIDATION_RULE'],
    ],
    [{ fim: '2024-12-31', produtos: [{ inicio: '2020-03-01', fim: '2024-12-31' }] }, []],
    [{ contatos: [{ principal: true }, { principal: true }] }, ['contatos VALIDATION_RULE']],
  ])('with %o', (more, failures) => {
    expect(brokenRules(model, 'empresa', { ...company, ...more })).toEqual(failures);
  });
});

forEachDatabase((open) => {
  let admin: Caller;
  const ids: Record<string, number> = {};
  const plan = (more: object) => ({
    nome: 'Plano',
    operadora_id: ids['operadora'],
    contratacao: 'COLETIVO_EMPRESARIAL',
    segmentacao: 'AMBULATORIAL',
    acomodacao: 'NAO_SE_APLICA',
    abrangencia: 'NACIONAL',
    inicio_comercializacao: '2020-01-01',
    ...more,
  });
  const refused = async (path: string, body: object): Promise<string> => {
    const answer = await admin.call('POST', `/api${path}`, { body });
    expect(answer.statusCode).toBe(422);
    return answer.json<{ details: string }>().details;
  };

  beforeAll(async () => {
    const product = await startTestProduct(await open({ from: 'product' }));
    admin = await product.as(administrator.login, administrator.password);
    ids['cidade'] = await insertRow(admin, '/cidades', { ibge: '3106200', nome: 'Belo Horizonte', uf: 'MG' });
    ids['operadora'] = await insertRow(admin, '/operadoras', {
      registro_ans: '315478',
      cnpj: '11444777000161',
      razao_social: 'Associação de Saúde',
      modalidade: 'AUTOGESTAO',
      enderecos: [address()],
    });
    for (const [codigo, more] of [
      ['EMP', { registro_plano_ans: '472901154', fator_moderador: 'COPARTICIPACAO' }],
      ['IND', { registro_plano_ans: '472901155', contratacao: 'INDIVIDUAL' }],
    ] as const)
      ids[codigo] = await insertRow(admin, '/produtos', plan({ codigo, ...more }));
  });
  const address = () => ({
    tipo: 'COMERCIAL',
    cep: '30130010',
    logradouro: 'Afonso Pena',
    bairro: 'Centro',
    cidade_id: ids['cidade'],
  });
  const company = (more: object) => ({
    codigo: 'E1',
    razao_social: 'Empresa',
    cnpj: '11222333000181',
    inicio: '2020-01-01',
    dia_vencimento: 10,
    enderecos: [address()],
    ...more,
  });

  test('a company contracts no individual plan, and its contract tells of less than 30 lives', async () => {
    const contracted = (name: string) => ({ produtos: [{ produto_id: ids[name], inicio: '2020-01-01' }] });
    expect(await refused('/empresas', company(contracted('IND')))).toContain('Contratação');
    const id = await insertRow(admin, '/empresas', company({ ...contracted('EMP'), vidas: 29 }));
    const small = async (vidas: number | null) => {
      await admin.call('PATCH', `/api/empresas?id=eq.${id}`, { body: { vidas } });
      return (await admin.call('GET', `/api/empresas?id=eq.${id}&select=menos_trinta`)).json();
    };
    expect(await small(29)).toEqual([{ menos_trinta: true }]);
    expect(await small(30)).toEqual([{ menos_trinta: false }]);
    expect(await small(null)).toEqual([{ menos_trinta: null }]);
  });
});
