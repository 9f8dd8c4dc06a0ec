/** What holds of people and the services that they turn to, over a product that is started already. */
import { beforeAll, expect, test } from 'vitest';
import type { Caller, TestProduct } from '../support/product.ts';
import { insertRow } from '../support/product.ts';
import type { TwoPeopleStage } from './people-stage.ts';
import { found, idFound, mover } from './people-stage.ts';

const complaint = {
  recebida_em: '2026-01-02T12:00:00Z',
  canal: 'TELEFONE',
  classificacao: 'RECLAMACAO',
  tema: 'REDE',
  assunto: 'Falta de pediatra',
  descricao: 'Não achei pediatra em Contagem.',
  prazo: '2026-01-13',
};

/** A day that the ombudsman may promise an answer for: it is not more than 30 working days away. */
const later = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);

export const testServices = (stage: () => TwoPeopleStage): void => {
  let product: TestProduct;
  let admin: Caller;
  let ana: number;
  let bruno: number;
  beforeAll(() => {
    ({ product, admin, ana, bruno } = stage());
  });
  const idOf = (query: string): Promise<number> => idFound(admin, query);

  test('a manifestation is treated, answered with what was found, closed and opened again', async () => {
    const path = '/manifestacoes-registradas';
    const id = await insertRow(admin, path, { ...complaint, beneficiario_id: ana });
    const go = mover(admin, path, id);
    const change = async (body: object) => (await admin.call('PATCH', `/api${path}?id=eq.${id}`, { body })).statusCode;
    const state = (select: string) => found(admin, `/api/manifestacoes?manifestacao_id=eq.${id}&select=${select}`);
    const answer = { resposta: 'Há dois novos pediatras.', procedencia: 'PROCEDENTE' };

    expect(await change({ descricao: 'Não achei pediatra em Betim.' })).toBe(204);
    expect(await state('situacao,prazo_resposta,respondida_em')).toEqual([
      { situacao: 'ABERTA', prazo_resposta: 'ATRASADA', respondida_em: null },
    ]);
    expect(await go('responder', answer)).toBe('estado');
    expect(await go('tratar', { responsavel_id: null })).toBe(422);
    expect(await go('tratar')).toBe(204);
    expect(await found(admin, `/api${path}?id=eq.${id}&select=responsavel_id`)).toEqual([{ responsavel_id: 1 }]);
    expect(await change({ descricao: 'Outra coisa.' })).toBe(422);
    expect(await change({ resposta: 'Sem passar pela transição.' })).toBe(400);
    expect(await go('prorrogar', { prazo: later })).toBe(422);
    expect(await go('prorrogar', { prazo: '2026-02-10', justificativa_prazo: 'De acordo com a pessoa.' })).toBe(422);
    expect(await go('prorrogar', { prazo: later, justificativa_prazo: 'De acordo com a pessoa.' })).toBe(204);
    expect(await state('situacao,prazo_resposta')).toEqual([{ situacao: 'EM_TRATAMENTO', prazo_resposta: 'NO_PRAZO' }]);
    expect(await go('responder', { resposta: answer.resposta })).toBe(422);
    expect(await go('responder', answer)).toBe(204);
    expect(await state('situacao,prazo_resposta,dias')).toEqual([
      { situacao: 'RESPONDIDA', prazo_resposta: 'RESPONDIDA', dias: null },
    ]);
    expect(await go('encerrar', { satisfacao: 6 })).toBe(422);
    expect(await go('encerrar', { satisfacao: 2 })).toBe(204);
    expect(await go('reabrir', { motivo_reabertura: 'Não atendem.', prazo: '2026-02-10' })).toBe(422);
    expect(await go('reabrir', { motivo_reabertura: 'Não atendem.', prazo: later })).toBe(204);
    expect(await state('situacao,prazo_resposta,reaberturas')).toEqual([
      { situacao: 'REABERTA', prazo_resposta: 'NO_PRAZO', reaberturas: 1 },
    ]);
    expect(await found(admin, `/api${path}?id=eq.${id}&select=satisfacao,encerrada_em`)).toEqual([
      { satisfacao: null, encerrada_em: null },
    ]);
  });

  test('who may change manifestations, but not answer them, does not answer them', async () => {
    const path = '/manifestacoes-registradas';
    const id = await insertRow(admin, path, { ...complaint, assunto: 'Reembolso negado', beneficiario_id: bruno });
    const rights = ['list', 'view', 'update'].map((action) => `manifestacao:${action}`);
    const clerk = await product.enter('balcao', rights, { sensitive: 'ABERTO' });
    const go = mover(clerk, path, id);
    expect(await mover(admin, path, id)('tratar', { responsavel_id: 1 })).toBe(204);
    expect(await go('responder', { resposta: 'Sim.', procedencia: 'PARCIAL' })).toBe(403);
    expect(await go('prorrogar', { prazo: later, justificativa_prazo: 'Aguarda a rede.' })).toBe(204);
  });

  test('a manifestation says of whom it is, and an anonymous one of nobody', async () => {
    const post = async (body: object) =>
      (await admin.call('POST', '/api/manifestacoes-registradas', { body: { ...complaint, ...body } })).statusCode;
    expect(await post({})).toBe(422);
    expect(await post({ manifestante: 'TERCEIRO' })).toBe(422);
    expect(await post({ manifestante: 'ANONIMO' })).toBe(201);
  });

  test('a beneficiary sees the own manifestations alone, in the list and in the registry', async () => {
    const own = await product.enter('bruno', ['manifestacao:list', 'manifestacao:view', 'beneficiario:list'], {
      roles: { operadora: false, beneficiario: true, beneficiario_registro: bruno },
    });
    for (const path of ['/manifestacoes', '/manifestacoes-registradas'])
      expect(await found(own, `/api${path}?select=protocolo,assunto`)).toEqual([
        { protocolo: expect.stringMatching(/^\d{8}2\d{5}$/), assunto: 'Reembolso negado' },
      ]);
  });

  test('a service call is forwarded with a day to answer by, and concluded with what was said', async () => {
    const call = { data: '2026-01-02T12:00:00Z', tema: 'REDE', assunto: 'Pediatra', beneficiario_id: ana };
    const id = await insertRow(admin, '/atendimentos', call);
    const go = mover(admin, '/atendimentos', id);
    expect(await go('encaminhar', { encaminhamento: 'Rede' })).toBe(422);
    expect(await go('encaminhar', { encaminhamento: 'Rede', prazo: '2026-01-09' })).toBe(422);
    expect(await go('registrar-andamento', { andamentos: [{ descricao: 'Cedo demais.' }] })).toBe('estado');
    expect(await go('encaminhar', { encaminhamento: 'Rede', prazo: '2999-12-31' })).toBe(204);
    expect(await go('registrar-andamento')).toBe(422);
    expect(await go('registrar-andamento', { andamentos: [{ descricao: 'Clínica avisada.' }] })).toBe(204);
    const said = (descricao: string) => ({ data: expect.stringMatching(/^\d{4}-/), descricao });
    expect(await found(admin, `/api/atendimentos?id=eq.${id}&select=situacao,andamentos(data,descricao)`)).toEqual([
      { situacao: 'EM_ANDAMENTO', andamentos: [said('Encaminhado: Rede'), said('Clínica avisada.')] },
    ]);
    expect(await go('concluir')).toBe(422);
    expect(await go('concluir', { solucao: 'Informada a nova clínica.' })).toBe(204);
    expect(await go('cancelar', { motivo_cancelamento: 'Engano' })).toBe('estado');
    const body = { ...call, pessoa: 'OUTRO' };
    expect((await admin.call('POST', '/api/atendimentos', { body })).body).toContain('Nome de quem falou');
  });

  test('an adhesion to a service is of the service of its screen, waits to be approved, and ends on a day with a reason', async () => {
    const asked = {
      beneficiario_id: ana,
      data_solicitacao: '2026-01-02',
      valor: 40,
      incluidos: [{ beneficiario_id: bruno, valor: 25.5 }],
    };
    const id = await insertRow(admin, '/adesao-aeromedico', asked);
    const go = mover(admin, '/adesao-aeromedico', id);
    const listed = async (path: string) =>
      ((await found(admin, `/api${path}?select=id`)) as { id: number }[]).map((row) => row.id);
    const state = () =>
      found(admin, `/api/adesao-aeromedico?id=eq.${id}&select=servico,situacao,inicio,fim,valor_total`);

    const self = { ...asked, incluidos: [{ beneficiario_id: ana }] };
    expect((await admin.call('POST', '/api/adesao-aeromedico', { body: self })).body).toContain(
      'O titular já está na adesão',
    );
    expect(await listed('/solicitacoes-adesoes/aeromedico')).toEqual([id]);
    expect(await listed('/solicitacoes-adesoes/odonto')).toEqual([]);
    expect(await listed('/adesao-odonto')).toEqual([]);
    expect(await go('aprovar', { inicio: '2026-02-01' })).toBe('estado');
    expect(await go('analisar')).toBe(204);
    expect(await go('aprovar')).toBe(422);
    expect(await go('aprovar', { inicio: '2025-12-31' })).toBe(422);
    expect(await go('aprovar', { inicio: '2026-02-01' })).toBe(204);
    expect(await listed('/solicitacoes-adesoes/aeromedico')).toEqual([]);
    expect(await go('cancelar', { fim: '2026-06-30' })).toBe(422);
    expect(await go('cancelar', { fim: '2026-01-31', motivo_id: await idOf('/motivos?codigo=eq.90001') })).toBe(422);
    expect(await go('cancelar', { fim: '2026-06-30', motivo_id: await idOf('/motivos?codigo=eq.90001') })).toBe(204);
    expect(await state()).toEqual([
      { servico: 'AEROMEDICO', situacao: 'CANCELADA', inicio: '2026-02-01', fim: '2026-06-30', valor_total: 65.5 },
    ]);
  });

  test('somebody is in a health programme once at a time, and leaves it for a reason', async () => {
    const programa_id = await insertRow(admin, '/programas-saude', {
      codigo: 'PRESS',
      nome: 'Pressão em dia',
      tipo: 'CRONICOS',
    });
    await product.database.execute(
      `insert into motivo_saida (codigo, descricao, tipo) values ('14', 'Alta a pedido', 'ALTA')`,
    );
    const path = '/participantes-programas-saude';
    const part = { programa_id, beneficiario_id: ana, inicio: '2026-01-01' };
    const id = await insertRow(admin, path, part);
    const again = { ...part, inicio: '2026-06-01' };
    expect((await admin.call('POST', `/api${path}`, { body: again })).statusCode).toBe(409);
    const leave = (body: object) => admin.call('PATCH', `/api${path}?id=eq.${id}`, { body });
    expect((await leave({ fim: '2026-05-31' })).body).toContain('Motivo da saída');
    const reason = await idOf('/motivos-saida?codigo=eq.14');
    expect((await leave({ fim: '2026-05-31', motivo_saida_id: reason })).statusCode).toBe(204);
    expect((await admin.call('POST', `/api${path}`, { body: again })).statusCode).toBe(201);
    const other = { ...part, beneficiario_id: bruno };
    await insertRow(admin, path, other);
    // Who may see the programmes does not see who is in them; who may see the participants, the own row.
    const enter = (login: string, rights: readonly string[]) =>
      product.enter(login, rights, { roles: { operadora: false, beneficiario: true, beneficiario_registro: bruno } });
    const reader = await enter('bruno-programa', ['programasaude:list', 'programasaude:view']);
    expect((await reader.call('GET', `/api${path}`)).statusCode).toBe(403);
    const own = await enter('bruno-participa', ['participanteprogramasaude:list']);
    expect(await found(own, `/api${path}?select=id`)).toHaveLength(1);
  });

  test('a document goes from sector to sector by its dispatches alone', async () => {
    const id = await insertRow(admin, '/protocolos-documentos', {
      data: '2026-01-02T12:00:00Z',
      tipo: 'OFICIO',
      assunto: 'Pedido de informações',
      tipo_remetente: 'ORGAO',
      nome_remetente: 'Procon Municipal',
      setor_atual: 'Recepção',
    });
    const go = mover(admin, '/protocolos-documentos', id);
    const send = async (setor_atual: string) =>
      (await admin.call('PATCH', `/api/protocolos-documentos?id=eq.${id}`, { body: { setor_atual } })).statusCode;
    expect(await send('Protocolo')).toBe(204);
    expect(await go('tramitar', { setor_atual: 'Jurídico' })).toBe(422);
    const dispatch = { setor_atual: 'Jurídico', despacho: 'Para resposta.' };
    expect(await go('tramitar', { ...dispatch, prazo: '2026-01-12' })).toBe(422);
    expect(await go('tramitar', dispatch)).toBe(204);
    expect(await send('Diretoria')).toBe(422);
    expect(await go('tramitar', { setor_atual: 'Jurídico', despacho: 'De novo.' })).toBe(422);
    expect(await go('tramitar', { setor_atual: 'Diretoria', despacho: 'Para assinar.' })).toBe(204);
    expect(await go('tramitar', dispatch)).toBe(204);
    expect(await found(admin, `/api/protocolos-documentos?id=eq.${id}&select=tramites(de,para,despacho)`)).toEqual([
      {
        tramites: [
          { de: 'Protocolo', para: 'Jurídico', despacho: 'Para resposta.' },
          { de: 'Jurídico', para: 'Diretoria', despacho: 'Para assinar.' },
          { de: 'Diretoria', para: 'Jurídico', despacho: 'Para resposta.' },
        ],
      },
    ]);
    expect(await go('encerrar')).toBe(422);
    expect(await go('encerrar', { conclusao: 'Respondido.' })).toBe(204);
    expect(await found(admin, `/api/protocolos-documentos?id=eq.${id}&select=situacao,setor_atual`)).toEqual([
      { situacao: 'ENCERRADO', setor_atual: 'Jurídico' },
    ]);
  });

  test('the check of SIB names what a person lacks there, and leaves out who is not sent', async () => {
    const check = () => found(admin, '/api/beneficiarios/busca/sib?codigo=in.(1,B2,B3)&select=codigo,divergencia');
    const toldByAns = (state: string) =>
      product.database.execute(`update beneficiario set situacao_ans = '${state}' where codigo = 'B2'`);
    await toldByAns('INATIVO');
    expect(await check()).toEqual([
      { codigo: '1', divergencia: 'NAO_ENVIADO' },
      { codigo: 'B2', divergencia: 'INATIVO_NA_ANS' },
    ]);
    await toldByAns('ATIVO');
    expect(await check()).toContainEqual({ codigo: 'B2', divergencia: 'SEM_CONFERENCIA' });
  });

  test('the consultation shows the newest adhesion of a person and the waiting time that still runs', async () => {
    const join = { beneficiario_id: bruno, produto_id: await idOf('/produtos?codigo=eq.P9') };
    const first = await insertRow(admin, '/adesoes', { ...join, data_adesao: '2020-01-01' });
    await product.database.execute(
      `update adesao set situacao = 'CANCELADA', data_cancelamento = '2024-12-31' where id = ${first}`,
    );
    const carencias = ['2025-06-30', '2999-12-31'].map((fim) => ({
      tipo: 'CARENCIA',
      dias: 180,
      inicio: '2025-01-01',
      fim,
    }));
    await insertRow(admin, '/adesoes', { ...join, data_adesao: '2025-01-01', carencias });
    const seen = await found(
      admin,
      '/api/beneficiarios/consulta?codigo=in.(B2,B3)&select=data_adesao,situacao_adesao,carencia_ate,beneficiario(nome)&order=codigo',
    );
    expect(seen).toEqual([
      {
        data_adesao: '2025-01-01',
        situacao_adesao: 'ATIVA',
        carencia_ate: '2999-12-31',
        beneficiario: { nome: 'Bruno Souza' },
      },
      { data_adesao: null, situacao_adesao: null, carencia_ate: null, beneficiario: { nome: 'Caio' } },
    ]);
  });
};
