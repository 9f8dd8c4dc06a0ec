/** Periods that may not overlap, asked through the API: what is refused, where it is told, and by whom. */
import { beforeAll, expect, test } from 'vitest';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller } from '../../support/product.ts';
import { administrator, insertRow, startTestProduct } from '../../support/product.ts';

const text = (title: string, more: object = {}) => ({ title, type: 'string', ...more });
const day = (title: string) => text(title, { format: 'date' });
const age = (title: string) => ({ title, type: 'integer', minimum: 0 });

const files: Readonly<Record<string, object>> = {
  'schemas/teste/precos/schema.json': {
    title: 'Preço',
    type: 'object',
    required: ['nome', 'inicio'],
    properties: {
      nome: text('Nome', { maxLength: 20 }),
      banco: { title: 'Banco', 'x-relation': { entity: 'banco' } },
      inicio: day('Início'),
      fim: day('Fim'),
      faixas: {
        title: 'Faixas',
        type: 'array',
        items: {
          title: 'Faixa',
          type: 'object',
          required: ['de'],
          properties: { de: age('De'), ate: age('Até'), sexo: text('Sexo') },
          'x-no-overlap': [{ key: ['sexo'], ranges: [['de', 'ate']] }],
        },
      },
    },
  },
  'schemas/teste/precos/columns.json': {
    entity: 'preco',
    path: '/precos',
    title: 'Preços',
    icon: 'table',
    permission: { subject: 'preco' },
    parent: '/',
    noOverlap: [{ key: ['banco'], ranges: [['inicio', 'fim']] }],
  },
  'schemas/teste/vagas/schema.json': {
    title: 'Vaga',
    type: 'object',
    properties: { de: age('De'), ate: age('Até') },
    'x-rules': [{ must: 'ate > de', message: 'A vaga acaba antes de começar.', fields: ['de'] }],
  },
  'schemas/teste/vagas/columns.json': {
    entity: 'vaga',
    path: '/vagas',
    title: 'Vagas',
    icon: 'table',
    permission: { subject: 'vaga' },
    parent: '/',
    noOverlap: [{ ranges: [['de', 'ate']] }],
  },
};

interface Told {
  readonly code: string;
  readonly message: string;
  readonly at?: { readonly field?: string; readonly row?: number };
  readonly fields?: readonly { readonly field: string; readonly message: string }[];
}

forEachDatabase((open) => {
  let admin: Caller;
  let banco: number;
  const send = async (method: 'POST' | 'PATCH', query: string, body: unknown, headers: Record<string, string> = {}) => {
    const answer = await admin.call(method, `/api${query}`, { body, headers });
    return { status: answer.statusCode, told: (answer.body === '' ? undefined : answer.json()) as Told };
  };
  const price = (nome: string, inicio: string, fim: string | null, more: object = {}) => ({
    nome,
    inicio,
    fim,
    banco_id: banco,
    ...more,
  });

  beforeAll(async () => {
    const product = await startTestProduct(await open({ from: 'product' }), { files });
    admin = await product.as(administrator.login, administrator.password);
    banco = await insertRow(admin, '/bancos', { codigo: '001', nome: 'Banco' });
    await insertRow(admin, '/precos', price('2025', '2025-01-01', '2025-12-31'));
    await insertRow(admin, '/precos', price('2026', '2026-01-01', null));
  });

  test('a record that overlaps another is refused as one that repeats a value is, at the first end', async () => {
    const { status, told } = await send('POST', '/precos', price('x', '2025-12-31', null));
    expect(status).toBe(409);
    expect(told).toMatchObject({
      code: '23P01',
      message:
        'Já existe um registro de Preço com o mesmo valor em Banco que se sobrepõe a este no intervalo de Início a Fim.',
      at: { entity: 'preco', field: 'inicio' },
    });
    // Another key, and none, are others; what has none is held against what has none.
    const other = await insertRow(admin, '/bancos', { codigo: '002', nome: 'Outro' });
    expect((await send('POST', '/precos', price('x', '2025-12-31', null, { banco_id: other }))).status).toBe(201);
    expect((await send('POST', '/precos', price('x', '2025-12-31', null, { banco_id: null }))).status).toBe(201);
    expect((await send('POST', '/precos', price('x', '2030-01-01', null, { banco_id: null }))).status).toBe(409);
    expect((await send('PATCH', '/precos?nome=eq.2026', { inicio: '2025-06-01' })).told.code).toBe('23P01');
  });

  test('a range that ends before it begins is refused in words of its own, or in those of the record', async () => {
    const { status, told } = await send('POST', '/precos', price('x', '2027-02-01', '2027-01-31'));
    expect(status).toBe(422);
    expect(told.fields).toEqual([
      expect.objectContaining({ field: 'fim', message: 'Fim não pode ser anterior a Início.' }),
    ]);
    expect((await send('POST', '/vagas', { de: 2, ate: 1 })).told.fields).toEqual([
      expect.objectContaining({ field: 'de', message: 'A vaga acaba antes de começar.' }),
    ]);
    expect((await send('POST', '/vagas', { de: 1, ate: 2 })).status).toBe(201);
    expect((await send('POST', '/vagas', { de: 2, ate: null })).told.message).toBe(
      'Já existe um registro de Vaga que se sobrepõe a este no intervalo de De a Até.',
    );
  });

  test('of many rows the one at fault is told, and each by itself where that is asked for', async () => {
    const rows = [
      price('a', '2001-01-01', '2001-12-31'),
      price('b', '2002-01-01', null),
      price('c', '2003-01-01', '2003-01-02'),
    ];
    const whole = await send('POST', '/precos', rows);
    expect(whole.told).toMatchObject({ code: '23P01', at: { row: 2, field: 'inicio' } });
    expect(whole.told.message).toMatch(/de Início a Fim \(linha 3\)\.$/);
    const each = await admin.call('POST', '/api/precos', {
      body: [
        price('a', '2001-01-01', '2001-12-31'),
        price('b', '2001-12-31', '2002-01-01'),
        price('c', '2002-01-01', '2002-12-31'),
      ],
      headers: { prefer: 'outcome=each, tx=rollback' },
    });
    expect((each.json() as { status: number }[]).map(({ status }) => status)).toEqual([201, 409, 201]);
  });

  test('rows of a record are held against each other before anything is written', async () => {
    const faixas = [
      { de: 0, ate: 17 },
      { de: 17, ate: null },
      { de: 18, ate: null, sexo: 'F' },
      { de: 60, ate: 59 },
    ];
    const { status, told } = await send('POST', '/precos', price('f', '1990-01-01', '1990-12-31', { faixas }));
    expect(status).toBe(422);
    expect(told.fields?.map(({ field, message }) => [field, message])).toEqual([
      ['faixas.3.ate', 'Até não pode ser menor que De.'],
      ['faixas.1.de', 'De (Faixas, linha 2) se sobrepõe à linha 1.'],
    ]);
    const good = [
      { de: 0, ate: 17 },
      { de: 18, ate: null },
    ];
    expect((await send('POST', '/precos', price('f', '1990-01-01', '1990-12-31', { faixas: good }))).status).toBe(201);
    // The same rows, in each other's place.
    const answer = await admin.call('GET', '/api/precos?nome=eq.f&select=id,faixas(id,de,ate)');
    const [{ id, faixas: stored = [] } = {}] = answer.json() as { id: number; faixas: { id: number }[] }[];
    const turned = [
      { id: stored[0]?.id, de: 30, ate: null },
      { id: stored[1]?.id, de: 0, ate: 29 },
    ];
    expect((await send('PATCH', `/precos?id=eq.${id}`, { faixas: turned })).status).toBe(204);
  });
});
