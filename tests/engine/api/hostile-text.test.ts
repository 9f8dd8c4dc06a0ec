import { beforeAll, describe, expect, inject, test } from 'vitest';
import { openPglite } from '../../../engine/data/pglite/open-pglite.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { everyTypeFiles } from '../../support/every-type-files.ts';
import { hostileTexts, unstorableTexts } from '../../support/hostile-texts.ts';
import fc from '../../support/laws.ts';
import type { Caller } from '../../support/product.ts';
import { administrator, startTestProduct } from '../../support/product.ts';

const back = { prefer: 'return=representation' };
const free = ['nome', 'notas'] as const;
/** Fields whose values have a form: a hostile text is none of them. */
const formed = [
  'cor',
  'placa',
  'cpf',
  'cnpj',
  'documento',
  'cns',
  'pis',
  'cep',
  'fone',
  'email',
  'sitio',
  'quantidade',
  'taxa',
  'preco',
  'desconto',
  'ativo',
  'dia',
  'mes',
  'ano',
  'hora',
  'momento',
  'instante',
  'cidade_id',
] as const;
const textual = [...free, ...formed.slice(0, 11)];

forEachDatabase((open) => {
  let admin: Caller;

  beforeAll(async () => {
    const product = await startTestProduct(await open({ from: 'product' }), { files: everyTypeFiles });
    admin = await product.as(administrator.login, administrator.password);
  });

  const insert = (row: object) => admin.call('POST', '/api/modelos', { body: row, headers: back });
  const refusedField = (answer: Awaited<ReturnType<typeof insert>>): unknown => [
    answer.statusCode,
    (answer.json() as { fields?: { field: string }[] }).fields?.map(({ field }) => field),
  ];
  const ask = async (query: string) => admin.call('GET', `/api/modelos?select=id,nome&${query}`);

  describe.each(Object.entries(hostileTexts))('%s', (_name, text) => {
    test.each(free)('is stored in %s exactly as it was sent, and found again', async (field) => {
      const answer = await insert({ nome: 'x', [field]: text });
      expect(answer.statusCode, answer.body).toBe(201);
      const [row] = answer.json() as [Record<string, unknown>];
      expect(row[field]).toBe(text);
      const read = (await admin.call('GET', `/api/modelos?id=eq.${row['id']}`)).json() as Record<string, unknown>[];
      expect(read[0]?.[field]).toBe(text);
      // An address holds less than a field may.
      if (text.length > 1000) return;
      for (const filter of [`${field}=eq.`, `${field}=has.`]) {
        const found = await ask(`id=eq.${row['id']}&${filter}${encodeURIComponent(text)}`);
        expect([filter, found.statusCode, (found.json() as { id: number }[]).map(({ id }) => id)]).toEqual([
          filter,
          200,
          [row['id']],
        ]);
      }
      if (field === 'notas') return;
      const listed = await ask(
        `id=eq.${row['id']}&${field}=in.("${encodeURIComponent(text.replace(/["\\]/g, '\\$&'))}")`,
      );
      expect((listed.json() as { id: number }[]).map(({ id }) => id)).toEqual([row['id']]);
    });

    test.each(formed)('is refused by %s, which is named', async (field) => {
      expect(refusedField(await insert({ nome: 'x', [field]: text }))).toEqual([422, [field]]);
    });
  });

  test.each(Object.entries(unstorableTexts))('%s is refused by every field and every filter', async (_name, text) => {
    for (const field of [...free, ...formed])
      expect([field, refusedField(await insert({ nome: 'x', [field]: text }))]).toEqual([field, [422, [field]]]);
    if (!text.isWellFormed()) return;
    for (const field of textual)
      for (const operator of ['eq', 'neq', 'has', 'like', 'ilike', 'plfts', 'wfts']) {
        const answer = await ask(`${field}=${operator}.${encodeURIComponent(text)}`);
        expect([field, operator, answer.statusCode]).toEqual([field, operator, 400]);
      }
    expect((await ask(`q=${encodeURIComponent(text)}`)).statusCode).toBe(400);
  });

  test('a value that is read is the value that was written, whatever the characters', async () => {
    const characters = fc.string({ unit: 'binary', minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(characters, characters, async (nome, notas) => {
        const good = [nome, notas].every((text) => text.isWellFormed() && !text.includes('\u0000'));
        const answer = await insert({ nome, notas });
        expect(answer.statusCode).toBe(good ? 201 : 422);
        if (good) expect(answer.json()).toEqual([expect.objectContaining({ nome, notas })]);
      }),
      { numRuns: 60 },
    );
  });

  test('no filter of any field by any operator is a fault of the server, whatever its text', async () => {
    const operators = [
      'eq',
      'neq',
      'gt',
      'in',
      'is',
      'like',
      'ilike',
      'has',
      'fts',
      'plfts',
      'phfts',
      'wfts',
      'not.eq',
    ];
    const short = Object.values(hostileTexts).filter((text) => text.length < 1000);
    for (const field of [...free, ...formed])
      for (const operator of operators) {
        const text = short[(field.length * 7 + operator.length * 3) % short.length] ?? '';
        const answer = await ask(`${field}=${operator}.${encodeURIComponent(text)}`);
        expect([field, operator, text, [200, 400].includes(answer.statusCode)]).toEqual([field, operator, text, true]);
      }
    for (const text of short) {
      const answer = await ask(`q=${encodeURIComponent(text)}&limit=1`);
      expect([text, answer.statusCode]).toEqual([text, 200]);
    }
  });
});

test('labels and helps of a client stay text, in the model, in messages and in the description of the API', async () => {
  const database = await openPglite({ folder: 'memory://', template: inject('pgliteTemplates').product });
  const texts = Object.values(hostileTexts).filter((text) => text.length < 1000);
  const labelled = [...free, ...formed]
    .filter((name) => name !== 'cidade_id')
    .slice(0, texts.length)
    .map((name, index) => [name, texts[index] ?? ''] as const);
  expect(labelled).toHaveLength(texts.length);
  const client = {
    name: 'estranha',
    title: 'Estranha',
    fields: { modelo: Object.fromEntries(labelled.map(([name, text]) => [name, { label: text, help: text }])) },
  };
  const product = await startTestProduct(database, {
    client: 'estranha',
    files: { ...everyTypeFiles, 'clients/estranha.json': client },
  });
  try {
    const admin = await product.as(administrator.login, administrator.password);
    const screen = (await admin.call('GET', '/api/model/screen?path=/modelos')).json() as {
      entity: { fields: { name: string; title: string; help?: string }[] };
    };
    for (const [name, text] of labelled) {
      const field = screen.entity.fields.find((one) => one.name === name);
      expect([field?.title, field?.help]).toEqual([text, text]);
    }
    const refused = await admin.call('POST', '/api/modelos', { body: {} });
    expect((refused.json() as { fields: { message: string }[] }).fields[0]?.message).toContain(hostileTexts['markup']);
    expect((await admin.call('GET', '/api/openapi.json')).body).toContain(JSON.stringify(hostileTexts['script']));
  } finally {
    await product.app.close();
    await database.close();
  }
});
