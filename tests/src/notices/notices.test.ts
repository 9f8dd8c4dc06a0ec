import { beforeAll, describe, expect, test } from 'vitest';
import { dayInZone } from '../../../engine/core/day-in-zone.ts';
import { createDemonstrationNotices } from '../../../src/notices/demonstration-notices.ts';
import type { Notice } from '../../../src/notices/notice.ts';
import { audiencesOf } from '../../../src/notices/notice.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { sessionUser } from '../../support/grants.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import { administrator, insertRow, refusalBody, startTestProduct } from '../../support/product.ts';

const dayFrom = (days: number): string => {
  const day = new Date(`${dayInZone('America/Sao_Paulo')}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
};

test('the audiences are those of the roles', () => {
  const of = (...roles: readonly string[]) =>
    audiencesOf(sessionUser([], Object.fromEntries(roles.map((role) => [role, true]))));
  expect(of()).toEqual(['TODOS']);
  for (const role of ['operadora', 'admin', 'ouvidoria', 'auditor']) expect(of(role)).toEqual(['TODOS', 'OPERADORA']);
  for (const role of ['prestador', 'prestadorAdministrativo']) expect(of(role)).toEqual(['TODOS', 'PRESTADOR']);
  for (const role of ['beneficiario', 'dependente']) expect(of(role)).toEqual(['TODOS', 'BENEFICIARIO']);
  expect(of('operadora', 'beneficiario')).toEqual(['TODOS', 'OPERADORA', 'BENEFICIARIO']);
});

forEachDatabase((open) => {
  let product: TestProduct;
  let admin: Caller;
  const titles = async (caller: Caller, call: string): Promise<readonly string[]> => {
    const answer = await caller.call('GET', `/api/avisos/${call}`);
    expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)]);
    return (answer.json() as Notice[]).map(({ titulo }) => titulo);
  };
  const add = (titulo: string, more: object = {}) =>
    insertRow(admin, '/avisos', { titulo, conteudo: `Texto: ${titulo}`, inicio: dayFrom(0), ...more });

  beforeAll(async () => {
    product = await startTestProduct(await open({ from: 'product' }));
    admin = await product.as(administrator.login, administrator.password);
    await add('todos');
    await add('urgente', { prioridade: 9, inicio: dayFrom(-3) });
    await add('amanhã', { inicio: dayFrom(1) });
    await add('terminou ontem', { inicio: dayFrom(-9), fim: dayFrom(-1) });
    await add('termina hoje', { inicio: dayFrom(-2), fim: dayFrom(0) });
    await add('fora do início', { exibe_no_inicio: false, inicio: dayFrom(-1) });
    await add('equipe', { publico: 'OPERADORA', prioridade: 5 });
    await add('prestadores', { publico: 'PRESTADOR', prioridade: 5 });
    await add('beneficiários', { publico: 'BENEFICIARIO', prioridade: 5 });
  });

  describe('the notices of a person', () => {
    test('at the home are those in force for the roles, the most urgent first, then the newest [calls-get-avisos-inicio]', async () => {
      const staff = await product.enter('equipe', []);
      expect(await titles(staff, 'inicio')).toEqual(['urgente', 'equipe', 'todos', 'termina hoje']);
      const provider = await product.enter('prestador', [], {
        roles: { operadora: false, prestador: true, prestador_registro: 1 },
      });
      expect(await titles(provider, 'inicio')).toEqual(['urgente', 'prestadores', 'todos', 'termina hoje']);
      const nobody = await product.enter('ninguem', [], { roles: { operadora: false } });
      expect(await titles(nobody, 'inicio')).toEqual(['urgente', 'todos', 'termina hoje']);
    });

    test('all of them in force are read on their own page, without a right on the registry', async () => {
      const member = await product.enter('membro', [], { roles: { operadora: false, dependente: true } });
      expect(await titles(member, 'vigentes')).toEqual([
        'urgente',
        'beneficiários',
        'todos',
        'fora do início',
        'termina hoje',
      ]);
      expect((await member.call('GET', '/api/avisos')).statusCode).toBe(403);
      expect((await member.call('GET', '/api/avisos?titulo=eq.todos&select=publico')).statusCode).toBe(403);
    });

    test('are told whole, and once: who has them gets no body again', async () => {
      const answer = await admin.call('GET', '/api/avisos/inicio');
      expect((answer.json() as Notice[]).find(({ titulo }) => titulo === 'termina hoje')).toEqual({
        id: expect.any(Number),
        versao: 1,
        titulo: 'termina hoje',
        conteudo: 'Texto: termina hoje',
        inicio: dayFrom(-2),
        fim: dayFrom(0),
        prioridade: 0,
        anexo: null,
      });
      const again = await admin.call('GET', '/api/avisos/inicio', {
        headers: { 'if-none-match': String(answer.headers.etag) },
      });
      expect([again.statusCode, again.body]).toEqual([304, '']);
    });

    test('keep what a group hides, and are none where their audience is hidden', async () => {
      const fields = { hidden: ['aviso.conteudo', 'aviso.fim', 'aviso.prioridade'] };
      const answer = await (await product.enter('parte', [], fields)).call('GET', '/api/avisos/inicio');
      expect((answer.json() as Notice[]).map((notice) => Object.keys(notice))).toContainEqual([
        'id',
        'versao',
        'titulo',
        'inicio',
        'anexo',
      ]);
      expect(await titles(await product.enter('cega', [], { hidden: ['aviso.publico'] }), 'vigentes')).toEqual([]);
      // What is covered chooses nothing either, and is told covered.
      expect(await titles(await product.enter('coberta', [], { masked: ['aviso.inicio'] }), 'vigentes')).toEqual([]);
      const covered = { masked: ['aviso.conteudo', 'aviso.prioridade', 'aviso.exibe_no_inicio'] };
      const told = await (await product.enter('meia', [], covered)).call('GET', '/api/avisos/inicio');
      expect(told.statusCode).toBe(200);
      expect(told.body).not.toContain('Texto:');
    });

    test('are for who is signed in', async () => {
      for (const call of ['inicio', 'vigentes', 'vigentes/1/0'])
        expect((await product.app.inject({ url: `/api/avisos/${call}` })).statusCode).toBe(401);
    });
  });

  test('the file of a notice is had by whom the notice is for', async () => {
    const sent = await admin.call('POST', '/api/anexos/avisos/anexo?name=prazos.pdf', {
      bytes: Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF\n'),
      headers: { 'content-type': 'application/octet-stream' },
    });
    expect([sent.statusCode, sent.body]).toEqual([201, expect.any(String)]);
    const file = sent.json() as { id: string };
    const id = await add('com anexo', { publico: 'PRESTADOR', exibe_no_inicio: false, anexo: [{ id: file.id }] });
    const provider = await product.enter('credenciado', [], {
      roles: { operadora: false, prestador_administrativo: true },
    });
    const url = `/api/avisos/vigentes/${id}/${file.id}`;
    const answer = await provider.call('GET', url);
    expect([answer.statusCode, answer.headers['content-type'], answer.body.slice(0, 8)]).toEqual([
      200,
      'application/pdf',
      '%PDF-1.4',
    ]);
    const missing = await refusalBody('ATTACHMENT_MISSING', { title: 'Aviso' });
    for (const [caller, address] of [
      [await product.enter('outra', []), url],
      [provider, `/api/avisos/vigentes/${id}/00000000-0000-0000-0000-000000000000`],
      [provider, `/api/avisos/vigentes/x/${file.id}`],
    ] as const) {
      const refused = await caller.call('GET', address);
      expect([refused.statusCode, refused.json()]).toEqual([404, missing]);
    }
  });

  test('a demonstration has some for each role, which come once', async () => {
    const { database, runtime } = product;
    const count = async () =>
      (await database.query<{ n: number }>({ text: 'select count(*)::integer as n from aviso', values: [] })).rows[0]
        ?.n;
    const before = await count();
    const make = () => createDemonstrationNotices(database, runtime.current.model, 'America/Sao_Paulo');
    await make();
    expect(await count()).toBe(before);
    await database.execute('truncate aviso, historico.aviso');
    await make();
    await make();
    expect(await count()).toBe(5);
    const provider = await product.enter('terceiro', [], { roles: { operadora: false, prestador: true } });
    expect(await titles(provider, 'inicio')).toEqual([
      'Sistema indisponível no domingo, das 6h às 8h',
      'Entrega de faturas até o quinto dia útil',
    ]);
    await database.execute('delete from aviso');
    await make();
    expect(await count()).toBe(0);
  });
});
