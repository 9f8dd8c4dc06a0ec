import { beforeAll, describe, expect, it, test } from 'vitest';
import { dayInZone } from '../../engine/core/day-in-zone.ts';
import type { Model } from '../../engine/model/types.ts';
import { loadProduct } from '../../src/load-product.ts';
import { brokenRules } from '../support/broken-rules.ts';
import { forEachDatabase } from '../support/databases.ts';
import { insertProviders } from '../support/linked-records.ts';
import type { Caller } from '../support/product.ts';
import { administrator, insertRow, startTestProduct } from '../support/product.ts';
import { fileMemory, readRealFiles } from '../support/real-files.ts';

let model: Model;
beforeAll(async () => {
  ({ model } = await loadProduct(await readRealFiles(), 'copass', fileMemory));
});

describe('a provider', () => {
  const provider = {
    tipo_pessoa: 'JURIDICA',
    cnpj: '11222333000181',
    data_contrato: '2024-01-01',
    inicio_servico: '2024-02-01',
    situacao: 'ATIVO',
  };
  const two = [{ principal: true }, { principal: true }];
  it.each([
    [{ especialidades: [{ inicio: '2023-12-31' }] }, ['especialidades.0.inicio VALIDATION_RULE']],
    [{ corpo_clinico: [{ inicio: '2023-12-31' }] }, ['corpo_clinico.0.inicio VALIDATION_RULE']],
    [{ tabelas: [{ inicio: '2023-12-31' }] }, ['tabelas.0.inicio VALIDATION_RULE']],
    [{ produtos: [{ inicio: '2023-12-31' }] }, ['produtos.0.inicio VALIDATION_RULE']],
    [{ produtos: [{ inicio: '2024-01-01' }], tabelas: [{ inicio: '2024-01-01' }] }, []],
    [{ enderecos: two }, ['enderecos VALIDATION_RULE']],
    [{ contatos: two }, ['contatos VALIDATION_RULE']],
    [{ contas: two }, ['contas VALIDATION_RULE']],
    [{ enderecos: [{ principal: true }, { principal: false }] }, []],
    [{ ultimo_reajuste: '2023-12-31' }, ['ultimo_reajuste VALIDATION_RULE']],
    [{ ultimo_reajuste: '2025-02-01' }, []],
    [{ licencas: [{ tipo: 'ALVARA_SANITARIO', numero: '1' }] }, ['licencas.0.validade VALIDATION_RULE']],
    [
      { licencas: [{ tipo: 'BOMBEIROS', numero: '1', emissao: '2025-02-01', validade: '2025-01-31' }] },
      ['licencas.0.validade VALIDATION_RULE'],
    ],
    [{ licencas: [{ tipo: 'OUTRA', numero: '1', emissao: '2999-01-01' }] }, ['licencas.0.emissao VALIDATION_RULE']],
    [
      {
        licencas: [
          { tipo: 'OUTRA', numero: '1' },
          { tipo: 'OUTRA', numero: '1' },
        ],
      },
      ['licencas VALIDATION_RULE'],
    ],
    [
      {
        licencas: [
          { tipo: 'ALVARA_SANITARIO', numero: '1', emissao: '2025-01-31', validade: '2026-01-31' },
          { tipo: 'ALVARA_SANITARIO', numero: '2', validade: '2027-01-31' },
          { tipo: 'BOMBEIROS', numero: '1' },
        ],
      },
      [],
    ],
  ])('with %o', (more, failures) => {
    expect(brokenRules(model, 'prestador', { ...provider, ...more })).toEqual(failures);
  });
});

describe('a professional', () => {
  it.each([
    ['2008-02-01', ['data_nascimento VALIDATION_RULE']],
    ['2030-01-01', ['data_nascimento VALIDATION_RULE']],
    ['1915-01-31', ['data_nascimento VALIDATION_RULE']],
    ['2008-01-31', []],
  ])('born on %s', (data_nascimento, failures) => {
    expect(brokenRules(model, 'profissional', { data_nascimento })).toEqual(failures);
  });

  it('has one speciality before the others', () => {
    const especialidades = [{ principal: true }, { principal: true }];
    expect(brokenRules(model, 'profissional', { especialidades })).toEqual(['especialidades VALIDATION_RULE']);
  });
});

forEachDatabase((open) => {
  let admin: Caller;
  let clinic: number;
  let other: number;
  const move = (transition: string, body: object = {}, id = clinic) =>
    admin.call('PATCH', `/api/prestadores?id=eq.${id}&transition=${transition}`, { body });
  const kept = async () =>
    (
      await admin.call(
        'GET',
        `/api/prestadores?id=eq.${clinic}&select=situacao,fim_servico,motivo_situacao,aviso_beneficiarios,substituto_id`,
      )
    ).json();

  beforeAll(async () => {
    const product = await startTestProduct(await open({ from: 'product' }));
    admin = await product.as(administrator.login, administrator.password);
    [clinic = 0, other = 0] = await insertProviders(admin, 'C1', 'C2');
  });

  test('a provider is suspended and leaves for a reason, with 30 days between the notice and the last day', async () => {
    const written = await admin.call('PATCH', `/api/prestadores?id=eq.${clinic}`, { body: { situacao: 'SUSPENSO' } });
    expect(written.statusCode).toBe(422);
    expect((await move('suspender')).statusCode).toBe(422);
    expect((await move('suspender', { motivo_situacao: 'Alvará vencido.' })).statusCode).toBe(204);
    const left = {
      fim_servico: '2026-03-02',
      motivo_situacao: 'Pedido do prestador.',
      aviso_beneficiarios: '2026-02-01',
      substituto_id: other,
    };
    const early = await move('descredenciar', left);
    expect(early.statusCode).toBe(422);
    expect(early.body).toContain('O aviso aos beneficiários precede em 30 dias o fim da prestação');
    expect((await move('descredenciar', { ...left, fim_servico: '2026-03-03' })).statusCode).toBe(204);
    expect(await kept()).toEqual([{ ...left, situacao: 'DESCREDENCIADO', fim_servico: '2026-03-03' }]);
    expect((await move('recredenciar')).statusCode).toBe(204);
    expect(await kept()).toEqual([
      {
        situacao: 'ATIVO',
        fim_servico: null,
        motivo_situacao: null,
        aviso_beneficiarios: null,
        substituto_id: null,
      },
    ]);
  });

  test('nobody who no longer works joins the staff of a provider', async () => {
    const cbos_id = await insertRow(admin, '/cbos', { codigo: '225125', descricao: 'Médico clínico' });
    const profissional_id = await insertRow(admin, '/profissionais', {
      nome: 'Caio Prado',
      conselho: 'CRM',
      numero_conselho: '1234',
      uf_conselho: 'MG',
      cbos_id,
      situacao: 'INATIVO',
    });
    const body = { corpo_clinico: [{ profissional_id, inicio: '2024-01-01' }] };
    const refused = await admin.call('PATCH', `/api/prestadores?id=eq.${clinic}`, { body });
    expect([refused.statusCode, refused.body]).toEqual([422, expect.stringContaining('Profissional')]);
    await admin.call('PATCH', `/api/profissionais?id=eq.${profissional_id}`, { body: { situacao: 'ATIVO' } });
    expect((await admin.call('PATCH', `/api/prestadores?id=eq.${clinic}`, { body })).statusCode).toBe(204);
  });

  test('licences are told of from the first that runs out, without those that were renewed and of who has left', async () => {
    const day = (from: number) =>
      new Date(Date.parse(dayInZone('America/Sao_Paulo')) + from * 86_400_000).toISOString().slice(0, 10);
    const licence = (tipo: string, numero: string, validade: string | null) => ({
      tipo,
      numero,
      orgao_emissor: 'Prefeitura Municipal',
      validade,
    });
    const give = (id: number, licencas: readonly object[]) =>
      admin.call('PATCH', `/api/prestadores?id=eq.${id}`, { body: { licencas } });
    const mine = [
      licence('ALVARA_SANITARIO', 'A1', day(-400)),
      licence('ALVARA_SANITARIO', 'A2', day(-1)),
      licence('BOMBEIROS', 'B1', day(0)),
      licence('BOMBEIROS', 'B2', day(0)),
      licence('ALVARA_FUNCIONAMENTO', 'F1', day(30)),
      licence('ALVARA_FUNCIONAMENTO', 'F2', null),
      licence('OUTRA', 'O1', day(60)),
      licence('OUTRA', 'O2', day(61)),
    ];
    expect((await give(clinic, mine)).statusCode).toBe(204);
    expect((await give(other, [licence('BOMBEIROS', 'C1', day(-30))])).statusCode).toBe(204);
    const told = async () =>
      (await admin.call('GET', '/api/licencas-prestadores?select=prestador_id,numero,situacao')).json();
    const of = (prestador_id: number, numero: string, situacao: string) => ({ prestador_id, numero, situacao });
    const left = [
      of(clinic, 'A2', 'VENCIDA'),
      of(clinic, 'B1', 'A_VENCER'),
      of(clinic, 'B2', 'A_VENCER'),
      of(clinic, 'O1', 'A_VENCER'),
      of(clinic, 'O2', 'EM_DIA'),
      of(clinic, 'F2', 'NAO_VENCE'),
    ];
    expect(await told()).toEqual([of(other, 'C1', 'VENCIDA'), ...left]);
    await move('descredenciar', { fim_servico: '2021-01-01', motivo_situacao: 'Pedido do prestador.' }, other);
    expect(await told()).toEqual(left);
    expect((await move('recredenciar', {}, other)).statusCode).toBe(204);
  });

  test('the network tells who treats today in a speciality, and where', async () => {
    const specialty = (codigo: string, descricao: string) =>
      insertRow(admin, '/especialidades', { codigo, descricao, conselho: 'CRM' });
    const [heart, skin] = [await specialty('060008', 'Cardiologia'), await specialty('060012', 'Dermatologia')];
    const since = '2020-01-01';
    const body = {
      especialidades: [
        { especialidade_id: heart, inicio: since },
        { especialidade_id: skin, inicio: since, fim: '2021-01-01' },
      ],
      enderecos: [
        { tipo: 'COBRANCA', cep: '30110000', logradouro: 'Rua A', bairro: 'Centro', cidade_id: 1, principal: true },
        { tipo: 'ATENDIMENTO', cep: '30110000', logradouro: 'Rua B', bairro: 'Savassi', cidade_id: 1 },
      ],
      contatos: [{ tipo: 'TELEFONE', valor: '(31) 3333-0000' }],
    };
    expect((await admin.call('PATCH', `/api/prestadores?id=eq.${other}`, { body })).statusCode).toBe(204);
    const network = async (more: string) =>
      (
        await admin.call(
          'GET',
          `/api/rede-credenciada?select=prestador_id,bairro,telefone&atende_hoje=is.true&especialidade_id=eq.${more}`,
        )
      ).json();
    expect(await network(String(heart))).toEqual([{ prestador_id: other, bairro: 'Savassi', telefone: '3133330000' }]);
    expect(await network(String(skin))).toEqual([]);
    await move('suspender', { motivo_situacao: 'Alvará vencido.' }, other);
    expect(await network(String(heart))).toEqual([]);
    await move('reativar', {}, other);
    expect(await network(String(heart))).toHaveLength(1);
    const leave = { fim_servico: '2021-01-01', motivo_situacao: 'Pedido do prestador.' };
    await move('descredenciar', leave, other);
    expect(await network(String(heart))).toEqual([]);
  });
});
