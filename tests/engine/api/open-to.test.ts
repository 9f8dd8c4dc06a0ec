/** Who of the confined users sees a registry that says so by `openTo`, through every door, and who may write there. */
import { beforeAll, expect, test } from 'vitest';
import { describeWhy } from '../../../engine/contract/describe-why.ts';
import type { WhyAnswer } from '../../../engine/contract/why.ts';
import { fillText } from '../../../engine/core/messages.ts';
import messages from '../../../schemas/messages/pt-BR.json' with { type: 'json' };
import { forEachDatabase } from '../../support/databases.ts';
import { fichaFiles, simpleRegistry } from '../../support/ficha-files.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import { administrator, insertRow, refusalBody, refusalOf, startTestProduct } from '../../support/product.ts';
import { watch } from '../data/watched.ts';

const texts: Readonly<Record<string, string>> = messages.texts;
const say = (key: string, params: Readonly<Record<string, unknown>> = {}): string =>
  fillText(texts[key] ?? key, params);

const aboutFichas = (title: string) => ({
  title,
  type: 'object',
  required: ['texto'],
  properties: {
    texto: { title: 'Texto', type: 'string', maxLength: 40, 'x-unique': true },
    ficha: { title: 'Ficha', 'x-relation': { entity: 'ficha', label: '{numero}' } },
  },
});

const files = {
  ...fichaFiles(),
  'schemas/base/apuracoes/schema.json': aboutFichas('Apuração'),
  'schemas/base/apuracoes/columns.json': simpleRegistry('apuracao', '/apuracoes', { openTo: [], search: ['texto'] }),
  'schemas/base/tabelas/schema.json': aboutFichas('Tabela'),
  'schemas/base/tabelas/columns.json': simpleRegistry('tabela', '/tabelas', {
    openTo: ['prestador'],
    search: ['texto'],
  }),
};
const subjects = ['ficha', 'apuracao', 'tabela'];
const rights = ['credenciado:list', ...subjects.map((subject) => `${subject}:manage`)];

forEachDatabase((open) => {
  let product: TestProduct;
  let admin: Caller;
  let provider: Caller;
  let person: Caller;
  let staff: Caller;
  let clinic: number;
  let sent: string[];

  const listed = async (caller: Caller, path: string, query = '', headers = {}): Promise<readonly string[]> => {
    const answer = await caller.call('GET', `/api/${path}?select=texto&order=texto${query}`, { headers });
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return (answer.json() as { texto: string }[]).map(({ texto }) => texto);
  };
  const count = async (caller: Caller, path: string, kind = 'exact'): Promise<unknown> =>
    (await caller.call('HEAD', `/api/${path}`, { headers: { prefer: `count=${kind}` } })).headers['content-range'];

  beforeAll(async () => {
    const { watching, sent: told } = watch(await open({ from: 'product' }));
    sent = told;
    product = await startTestProduct(watching, { files });
    admin = await product.as(administrator.login, administrator.password);
    clinic = await insertRow(admin, '/credenciados', { nome: 'Clínica' });
    const ficha = await insertRow(admin, '/fichas', { numero: 'A1', credenciado_id: clinic });
    for (const path of ['/apuracoes', '/tabelas']) await insertRow(admin, path, { texto: 'sobre A1', ficha_id: ficha });
    const confined = { operadora: false, prestador: false, beneficiario: false };
    provider = await product.enter('clinica', rights, {
      roles: { ...confined, prestador: true, prestador_registro: clinic },
    });
    person = await product.enter('pessoa', rights, {
      roles: { ...confined, beneficiario: true, beneficiario_registro: 1 },
    });
    staff = await product.enter('equipe', rights);
  });

  test('with no role named it is of the staff alone, by every door', async () => {
    for (const caller of [provider, person]) {
      expect(await listed(caller, 'apuracoes')).toEqual([]);
      expect(await listed(caller, 'apuracoes', '&q=sobre')).toEqual([]);
      // The planner knows whole tables: its guess would tell of the rows.
      sent.length = 0;
      for (const kind of ['exact', 'planned', 'estimated']) expect(await count(caller, 'apuracoes', kind)).toBe('*/0');
      expect(sent.filter((text) => text.startsWith('explain'))).toEqual([]);
      const sum = await caller.call('GET', '/api/apuracoes?select=id.count()');
      expect(sum.json()).toEqual([{ count: 0 }]);
      expect((await caller.call('GET', '/api/apuracoes/1/historico')).statusCode).toBe(404);
      expect((await caller.call('DELETE', '/api/apuracoes?id=eq.1')).headers['content-range']).toBe('*/0');
      expect(refusalOf(await caller.call('POST', '/api/apuracoes', { body: { texto: 'outra' } }))).toEqual({
        status: 403,
        body: await refusalBody('RECORD_OUT_OF_SCOPE', { title: 'Apuração' }),
      });
    }
    const embedded = await provider.call('GET', '/api/fichas?select=numero,apuracoes(texto)');
    expect(embedded.json()).toEqual([{ numero: 'A1', apuracoes: [] }]);
    for (const caller of [staff, admin]) expect(await listed(caller, 'apuracoes')).toEqual(['sobre A1']);
    // Whom the staff work for confines what a provider scope confines, and nothing else.
    const working = { 'fichario-provider': String(clinic) };
    expect(await listed(staff, 'apuracoes', '', working)).toEqual(['sobre A1']);
  });

  test('the role named sees every row and writes them, another none', async () => {
    expect(await listed(provider, 'tabelas')).toEqual(['sobre A1']);
    expect(await count(provider, 'tabelas')).toBe('0-0/1');
    expect((await provider.call('POST', '/api/tabelas', { body: { texto: 'outra' } })).statusCode).toBe(201);
    expect(await listed(provider, 'tabelas')).toEqual(['outra', 'sobre A1']);
    expect(await listed(person, 'tabelas')).toEqual([]);
    expect((await person.call('POST', '/api/tabelas', { body: { texto: 'mais uma' } })).statusCode).toBe(403);
  });

  test('is what an administrator is told who asks why', async () => {
    const closed = 'O cadastro não mostra nenhum registro a quem só tem os perfis da pessoa.';
    const reasons = async (login: string, path: string): Promise<readonly string[]> => {
      const answer = await admin.call('GET', `/api/acesso/por-que?usuario=${login}&tela=${path}&registro=1`);
      const line = describeWhy(answer.json() as WhyAnswer, say).find(({ about }) => about === 'row');
      return [line?.outcome ?? '', ...(line?.reasons ?? [])];
    };
    expect(await reasons('clinica', '/apuracoes')).toEqual(['no', closed]);
    expect(await reasons('clinica', '/tabelas')).toEqual([
      'yes',
      'O cadastro mostra todos os registros a quem tem este perfil: Prestador.',
    ]);
    expect(await reasons('pessoa', '/tabelas')).toEqual(['no', closed]);
    expect(await reasons('equipe', '/apuracoes')).toEqual([
      'yes',
      'É da equipe da operadora, que vê os registros de todos.',
    ]);
  });
});
