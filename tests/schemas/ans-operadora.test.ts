import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { forEachDatabase } from '../support/databases.ts';
import type { Caller, TestProduct } from '../support/product.ts';
import { administrator, insertRow, startTestProduct } from '../support/product.ts';

const json = (file: string) => JSON.parse(readFileSync(new URL(`../../schemas/${file}`, import.meta.url), 'utf8'));
const codesOf = (list: string): readonly string[] =>
  json(`code-lists/${list}.json`).options.map(({ value }: { value: string }) => value);

describe('what goes to the ANS, in the files', () => {
  it('has every item of the SIP once, those by specialty among them', () => {
    const items = codesOf('item-sip');
    expect(new Set(items).size).toBe(items.length);
    expect(items).toHaveLength(123);
    expect(items).toEqual(expect.arrayContaining([...codesOf('item-sip-especialidade')]));
  });

  it('keeps every field of a person in a movement of the SIB as personal', () => {
    const { properties } = json('ans-operadora/movimentos-sib/schema.json') as {
      properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    };
    const open = Object.entries(properties).filter(
      ([, property]) => property['type'] !== 'array' && property['x-personal-data'] === undefined,
    );
    expect(open.map(([name]) => name)).toEqual([
      'situacao',
      'remessa',
      'plano_portabilidade',
      'cnpj_contratante',
      'cancelado_por',
    ]);
  });
});

const address = { tipo: 'COMERCIAL', logradouro: 'Rua Carangola', numero: '531', bairro: 'Santo Antônio' };
const person = { data_nascimento: '1980-05-10', sexo: '3', nome_mae: 'Maria da Silva', data_inclusao: '2020-01-01' };
const sent = { envio: '2026-10-21T12:00:00Z', protocolo: 'PTA1' };

forEachDatabase((open) => {
  let product: TestProduct;
  let admin: Caller;
  let cidade_id: number;
  let operadora_id: number;
  let ana: number;

  beforeAll(async () => {
    product = await startTestProduct(await open({ from: 'product' }));
    admin = await product.as(administrator.login, administrator.password);
    cidade_id = await insertRow(admin, '/cidades', { ibge: '3106200', nome: 'Belo Horizonte', uf: 'MG' });
    operadora_id = await insertRow(admin, '/operadoras', {
      registro_ans: '312345',
      cnpj: '11222333000181',
      razao_social: 'Operadora',
      modalidade: 'AUTOGESTAO',
      enderecos: [{ ...address, cep: '30330240', cidade_id, principal: true }],
    });
    ana = await insertRow(admin, '/beneficiarios', { ...person, codigo: '1', nome: 'Ana Maria', cpf: '52998224725' });
  });

  const rowOf = async (path: string, id: number, fields: string): Promise<unknown> =>
    (await admin.call('GET', `/api${path}?id=eq.${id}&select=${fields}`)).json()[0];
  const change = async (path: string, id: number, query: string, body: object): Promise<string> => {
    const answer = await admin.call('PATCH', `/api${path}?id=eq.${id}${query}`, { body });
    return answer.statusCode === 204 ? 'done' : answer.body;
  };
  const go = (path: string, id: number, transition: string, body: object = {}): Promise<string> =>
    change(path, id, `&transition=${transition}`, body);
  const refusal = (path: string, row: object): Promise<string> =>
    insertRow(admin, path, row).then(
      () => 'inserted',
      (error: Error) => error.message,
    );

  const tiss = (sequencia: number) => ({
    operadora_id,
    competencia: '2026-08',
    sequencia,
    conteudo: 'GUIAS',
    nome_arquivo: `312345202608000${sequencia}.XTE`,
    geracao: '2026-10-20T12:00:00Z',
    registros: 100,
  });

  it('a file that was sent stays as it was, and ends accepted, in part or rejected with its reason', async () => {
    const path = '/remessas-monitoramentos-tiss';
    const first = await insertRow(admin, path, tiss(1));
    expect(await change(path, first, '', { registros: 90 })).toBe('done');
    expect(await go(path, first, 'aceitar', { processamento: '2026-10-22T12:00:00Z' })).not.toBe('done');
    expect(await go(path, first, 'enviar', { envio: sent.envio })).not.toBe('done');
    const tomorrow = { ...sent, envio: new Date(Date.now() + 86_400_000).toISOString() };
    expect(await go(path, first, 'enviar', tomorrow)).toContain('um dia que ainda não chegou');
    expect(await go(path, first, 'enviar', sent)).toBe('done');
    expect(await change(path, first, '', { registros: 80 })).not.toBe('done');
    expect(await go(path, first, 'rejeitar', { processamento: '2026-10-22T12:00:00Z' })).not.toBe('done');
    const later = { processamento: tomorrow.envio, motivo_rejeicao: 'Arquivo ilegível.' };
    expect(await go(path, first, 'rejeitar', later)).toContain('O processamento não pode ser de um dia');
    const part = { processamento: '2026-10-22T12:00:00Z', incluidos: 80, com_erros: 11 };
    expect(await go(path, first, 'aceitar-em-parte', part)).toContain('O retorno soma mais registros');
    expect(await go(path, first, 'aceitar-em-parte', { ...part, com_erros: 10 })).toBe('done');
    expect(await go(path, first, 'cancelar', { motivo_cancelamento: 'Engano' })).not.toBe('done');
    expect(await rowOf(path, first, 'situacao,registros,com_erros')).toEqual({
      situacao: 'PARCIAL',
      registros: 90,
      com_erros: 10,
    });
    expect(await refusal(path, { ...tiss(2), conteudo: 'SEM_MOVIMENTO' })).toContain('não tem registros');
    expect(await refusal(path, { ...tiss(2), nome_arquivo: '3123452026080002.XML' })).not.toBe('inserted');
  });

  it('a movement of the SIB follows what the ANS knows of the person', async () => {
    const path = '/movimentos-sib';
    const who = { beneficiario_id: ana, data: '2026-10-31', codigo_beneficiario: '1', nome: 'Ana Maria' };
    const leaving = { ...who, tipo: 'CANCELAMENTO', motivo_cancelamento: '42' };
    expect(await refusal(path, leaving)).toContain('cco');
    expect(await refusal(path, { ...leaving, cco: '123456789012', motivo_cancelamento: null })).not.toBe('inserted');
    expect(await refusal(path, { ...who, tipo: 'INCLUSAO' })).not.toBe('inserted');
    const id = await insertRow(admin, path, { ...leaving, cco: '123456789012' });
    const file = { operadora_id, competencia: '2026-10', nome_arquivo: 'SIB10', geracao: '2026-11-03T12:00:00Z' };
    expect(await refusal('/remessas-movimentos-sib', file)).toContain('motivo do não envio');
    const remessa_id = await insertRow(admin, '/remessas-movimentos-sib', { ...file, inclusoes: 3, cancelamentos: 1 });
    expect(await rowOf('/remessas-movimentos-sib', remessa_id, 'numero,total')).toEqual({ numero: 1, total: 4 });
    expect(await go(path, id, 'enviar')).not.toBe('done');
    expect(await go(path, id, 'enviar', { remessa_id })).toBe('done');
    expect(await change(path, id, '', { motivo_cancelamento: '44' })).not.toBe('done');
    expect(await go(path, id, 'rejeitar')).toBe('done');
    expect(await go(path, id, 'corrigir')).toBe('done');
    expect(await rowOf(path, id, 'situacao,remessa_id')).toEqual({ situacao: 'PENDENTE', remessa_id: null });
  });

  it('an item of the SIP stands in its own part, in a quarter that has been', async () => {
    const row = {
      ano_reconhecimento: 2026,
      trimestre_reconhecimento: 3,
      ano_ocorrencia: 2026,
      trimestre_ocorrencia: 2,
      uf: 'MG',
      contratacao: 'COLETIVO_EMPRESARIAL',
      segmentacao: 'AMBULATORIAL',
      item: 'A',
      eventos: 10,
      despesas: 900,
    };
    const path = '/gerencias-sip';
    expect(await refusal(path, { ...row, segmentacao: 'ODONTOLOGICO' })).toContain('segmentação ambulatorial');
    expect(await refusal(path, { ...row, trimestre_ocorrencia: 4 })).toContain('posterior ao reconhecimento');
    expect(await refusal(path, { ...row, despesas: null })).toContain('despesas');
    const id = await insertRow(admin, path, row);
    expect(await rowOf(path, id, 'reconhecimento,ocorrencia')).toEqual({
      reconhecimento: '2026/3',
      ocorrencia: '2026/2',
    });
    expect(await refusal(path, row)).not.toBe('inserted');
  });

  it('a file of the RPS is named by what it carries', async () => {
    const path = '/remessas-movimentos-rps';
    const row = { operadora_id, tipo: 'ALTERACAO', nome_arquivo: '12.RPI', geracao: '2026-10-01T12:00:00Z' };
    expect(await refusal(path, row)).toContain('extensão RPA');
    expect(await refusal(path, { ...row, nome_arquivo: '12.RPA' })).toBe('inserted');
  });

  it('messages of other systems stand in the list of their kind, with what the record of them allows', async () => {
    const message = { sistema: 'Folha', conteudo: '{}', recebimento: '2026-11-20T12:00:00Z' };
    const care = await insertRow(admin, '/integracoes', { ...message, tipo: 'ATENDIMENTO', chave_externa: 'A1' });
    await insertRow(admin, '/integracoes', { ...message, tipo: 'BENEFICIARIO', chave_externa: 'B1' });
    expect(await go('/integracoes', care, 'registrar-erro')).not.toBe('done');
    expect(await go('/integracoes', care, 'registrar-erro', { erro: 'Guia não encontrada.' })).toBe('done');
    const list = async (path: string): Promise<unknown> =>
      (await admin.call('GET', `/api${path}?select=chave_externa,situacao,erro`)).json();
    expect(await list('/atendimentos-integracoes')).toEqual([
      { chave_externa: 'A1', situacao: 'ERRO', erro: 'Guia não encontrada.' },
    ]);
    expect(await list('/beneficiarios-integracoes')).toEqual([
      { chave_externa: 'B1', situacao: 'PENDENTE', erro: null },
    ]);
    expect(await go('/integracoes', care, 'reprocessar')).toBe('done');
    expect(await list('/atendimentos-integracoes')).toMatchObject([{ situacao: 'PENDENTE' }]);
  });

  it('the log of imports tells how many lines were refused and why first', async () => {
    const { id: usuario_id } = (await admin.call('GET', '/api/usuarios?select=id')).json()[0];
    const path = '/execucoes-importacao';
    const run = {
      layout: 'SIB_RETORNO',
      nome_arquivo: 'retorno.xml',
      usuario_id,
      inicio: '2026-10-06T12:00:00Z',
      lidas: 10,
      incluidas: 8,
      rejeitadas: 2,
    };
    expect(await refusal(path, { ...run, incluidas: 9 })).toContain('mais linhas do que as lidas');
    const importacao_id = await insertRow(admin, path, run);
    for (const [linha, gravidade] of [
      [7, 'ERRO'],
      [2, 'AVISO'],
      [5, 'ERRO'],
    ] as const)
      await insertRow(admin, '/ocorrencias-importacao', {
        importacao_id,
        linha,
        gravidade,
        mensagem: `Linha ${linha}.`,
      });
    expect(await go(path, importacao_id, 'iniciar')).toBe('done');
    expect(await go(path, importacao_id, 'concluir')).toContain('conclua com erros');
    expect(await go(path, importacao_id, 'concluir-com-erros')).toBe('done');
    expect(await rowOf('/log-importacao', importacao_id, 'situacao,erros,primeiro_erro')).toEqual({
      situacao: 'COM_ERROS',
      erros: 2,
      primeiro_erro: 'Linha 5.',
    });
  });

  it('open sessions are seen by who may do everything, until they end', async () => {
    const logins = async (caller: Caller): Promise<unknown> => {
      const answer = await caller.call('GET', '/api/fila-sessao?select=login&order=login');
      return answer.statusCode === 200 ? answer.json().map(({ login }: { login: string }) => login) : answer.statusCode;
    };
    const clerk = await product.enter('atendente', ['filasessao:list', 'filasessao:view']);
    expect(await logins(admin)).toEqual(['atendente', administrator.login]);
    expect(await logins(clerk)).toBe(403);
    expect((await clerk.call('POST', '/api/auth/token/revoke')).statusCode).toBe(204);
    expect(await logins(admin)).toEqual([administrator.login]);
    expect((await admin.call('DELETE', '/api/fila-sessao?id=gt.0')).statusCode).toBe(405);
  });
});
