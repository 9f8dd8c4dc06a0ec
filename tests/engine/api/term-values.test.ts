/** What a picker finds where no text names the records: by their days, months and numbers, as people write them. */
import { beforeAll, expect, test } from 'vitest';
import type { ScreenModel } from '../../../engine/contract/screen-model.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { date } from '../../support/fixture-fields.ts';
import { registry } from '../../support/fixture-registry.ts';
import type { Caller } from '../../support/product.ts';
import { administrator, createUser, refusalBody, refusalOf, startTestProduct } from '../../support/product.ts';

const month = (title: string): object => ({ title, type: 'string', format: 'month' });
const files = {
  'schemas/teste/remessas/schema.json': {
    title: 'Remessa',
    type: 'object',
    required: ['numero', 'inicio', 'fim', 'competencia', 'valor'],
    properties: {
      numero: { title: 'Número', type: 'integer' },
      inicio: date('Início'),
      fim: date('Fim'),
      competencia: month('Competência'),
      valor: { title: 'Valor', type: 'number', format: 'money' },
      situacao: { title: 'Situação', type: 'string' },
    },
  },
  'schemas/teste/remessas/columns.json': registry('remessa', '/remessas', 'Remessas', {
    label: '{numero}: {inicio} a {fim} de {competencia}, {valor}',
    columns: ['numero', 'inicio', 'fim', 'competencia', 'valor'],
  }),
  'schemas/teste/retornos/schema.json': {
    title: 'Retorno',
    type: 'object',
    properties: {
      remessa: { title: 'Remessa', 'x-relation': { entity: 'remessa' } },
      banco: { title: 'Banco', 'x-relation': { entity: 'banco' } },
    },
  },
  'schemas/teste/retornos/columns.json': registry('retorno', '/retornos', 'Retornos', { columns: ['remessa'] }),
};

forEachDatabase((open) => {
  let admin: Caller;
  let stranger: Caller;
  let blind: Caller;

  beforeAll(async () => {
    const database = await open({ from: 'product' });
    const product = await startTestProduct(database, { files });
    admin = await product.as(administrator.login, administrator.password);
    const rights = ['remessa:list', 'remessa:view', 'retorno:list', 'retorno:insert'];
    const hidden = ['numero', 'inicio', 'competencia', 'valor'].map((name) => `remessa.${name}`);
    const one = await createUser(database, 'sem-numero', rights, { hidden });
    stranger = await product.as(one.login, one.password);
    const other = await createUser(database, 'sem-nome', rights, { hidden: [...hidden, 'remessa.fim'] });
    blind = await product.as(other.login, other.password);
    const sent = await admin.call('POST', '/api/remessas', {
      body: [
        { numero: 7, inicio: '2026-11-01', fim: '2026-11-30', competencia: '2026-11', valor: 1234.5 },
        { numero: 1500, inicio: '2026-02-03', fim: '2026-12-01', competencia: '2026-02', valor: 10 },
        { numero: 2026, inicio: '2025-12-31', fim: '2026-01-31', competencia: '2025-12', valor: 0.5 },
      ],
    });
    expect(sent.statusCode, sent.body).toBe(201);
  });

  const find = async (who: Caller, term: string): Promise<unknown> => {
    const answer = await who.call('GET', `/api/remessas/${encodeURIComponent(term)}`);
    return answer.statusCode === 200 ? (answer.json() as { id: number }[]).map(({ id }) => id) : answer.json();
  };

  test.each([
    ['7', [1]],
    ['1.500', [2]],
    ['1500', [2]],
    ['01/11/2026', [1]],
    ['30/11/2026', [1]],
    ['11/2026', [1]],
    ['02/2026', [2]],
    // a number too, and the year of a day
    ['2026', [1, 2, 3]],
    ['2025', [3]],
    ['1.234,50', [1]],
    ['1234.5', [1]],
    ['0,5', [3]],
    ['0.500', [3]],
    ['0500', []],
    ['12.34.50', []],
    // every word must be found; what the label writes between them says nothing
    ['01/11/2026 a 30/11/2026', [1]],
    ['12/2025 2026', [3]],
    ['7 1500', []],
    ['31/02/2026', []],
    ['13/2026', []],
    ['remessa', []],
    ['a', []],
    ['7"),id.gt.(0', []],
    ['99999999999', []],
  ])('%s', async (term, found) => {
    expect(await find(admin, term)).toEqual(found);
  });

  test('labels what it finds as the relation does', async () => {
    expect((await admin.call('GET', '/api/remessas/7')).json()).toMatchObject([
      { id: 1, label: expect.stringMatching(/^7: 01\/11\/2026 a 30\/11\/2026 de 11\/2026, R\$\s1\.234,50$/) },
    ]);
  });

  test('finds nobody by a field that is kept from him', async () => {
    expect(await find(stranger, '7')).toEqual([]);
    expect(await find(stranger, '01/11/2026')).toEqual([]);
    expect(await find(stranger, '30/11/2026')).toEqual([1]);
    expect(refusalOf(await blind.call('GET', '/api/remessas/30%2F11%2F2026'))).toEqual({
      status: 400,
      body: await refusalBody('REQUEST_COLUMN_UNKNOWN', { column: 'q', entity: 'Remessa' }),
    });
  });

  test('a picker asks from the first digit on, and as ever where a text is searched', async () => {
    const { relations } = (await admin.call('GET', '/api/model/screen?path=/retornos')).json() as ScreenModel;
    expect(relations.map(({ field, minimum }) => [field, minimum])).toEqual([
      ['remessa', 1],
      ['banco', 2],
    ]);
  });

  test('is in the document of the API', async () => {
    const { paths } = (await admin.call('GET', '/api/openapi.json')).json() as { paths: object };
    expect(Object.keys(paths)).toContain('/remessas/{termo}');
  });
});
