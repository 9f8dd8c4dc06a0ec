import { beforeAll, expect, test } from 'vitest';
import { forEachDatabase } from '../../support/databases.ts';
import { everyTypeFiles } from '../../support/every-type-files.ts';
import type { Caller } from '../../support/product.ts';
import { administrator, startTestProduct } from '../../support/product.ts';

/** What a refusal says of the one field that is wrong. */
const messageOf = (answer: { readonly json: () => unknown }): unknown =>
  (answer.json() as { fields: { message: string }[] }).fields.map(({ message }) => message).join(' ');

/** As it is stored, and as people and other programs may write it. */
const written = {
  placa: ['ABC1D23', 'ABC-1D23'],
  cpf: ['52998224725', '529.982.247-25'],
  cnpj: ['12ABC34501DE35', '12.abc.345/01de-35'],
  documento: ['11222333000181', '11.222.333/0001-81'],
  cns: ['700500810000008', '700 5008 1000 0008'],
  pis: ['12012345672', '120.12345.67-2'],
  cep: ['30140071', '30140-071'],
  fone: ['31999998888', '+55 (31) 99999-8888'],
} as const;
const names = Object.keys(written) as (keyof typeof written)[];
const back = { prefer: 'return=representation' };

forEachDatabase((open) => {
  let admin: Caller;
  let id: number;

  const insert = (row: object) => admin.call('POST', '/api/modelos', { body: row, headers: back });
  const found = async (query: string): Promise<unknown> =>
    ((await admin.call('GET', `/api/modelos?select=nome&order=nome&${query}`)).json() as { nome: string }[]).map(
      ({ nome }) => nome,
    );

  beforeAll(async () => {
    const product = await startTestProduct(await open({ from: 'product' }), { files: everyTypeFiles });
    admin = await product.as(administrator.login, administrator.password);
    const answer = await insert({
      nome: 'Pontuado',
      ano: 2026,
      instante: '2026-03-04T11:35:09-03:00',
      ...Object.fromEntries(names.map((name) => [name, written[name][1]])),
    });
    expect([answer.statusCode, answer.body]).toEqual([201, answer.body]);
    id = (answer.json() as { id: number }[])[0]?.id ?? 0;
    expect((await insert({ nome: 'Outro', cpf: '11144477735', ano: 1999 })).statusCode).toBe(201);
  });

  test('a value is stored bare, however it is punctuated', async () => {
    const [row] = (await admin.call('GET', `/api/modelos?id=eq.${id}`)).json() as [Record<string, unknown>];
    expect(names.map((name) => [name, row[name]])).toEqual(names.map((name) => [name, written[name][0]]));
    expect([row['ano'], row['instante']]).toEqual([2026, '2026-03-04T14:35:09+00:00']);
  });

  test('a CSV body and a change store the same', async () => {
    const line = `nome,${names.join(',')}\nTabela,${names.map((name) => `"${written[name][1]}"`).join(',')}\n`;
    const headers = { ...back, 'content-type': 'text/csv' };
    const [row] = (await admin.call('POST', '/api/modelos', { text: line, headers })).json() as [
      Record<string, unknown>,
    ];
    expect(names.map((name) => [name, row[name]])).toEqual(names.map((name) => [name, written[name][0]]));
    const change = await admin.call('PATCH', `/api/modelos?id=eq.${row['id']}`, {
      body: { cpf: '111.444.777-35' },
      headers: back,
    });
    expect((change.json() as { cpf: string }[])[0]?.cpf).toBe('11144477735');
    expect((await admin.call('DELETE', `/api/modelos?id=eq.${row['id']}`)).statusCode).toBe(204);
  });

  test('a filter finds it by either form, whole or in part, and so does the quick search', async () => {
    for (const name of names)
      for (const text of written[name]) {
        const value = encodeURIComponent(text);
        expect([name, text, await found(`${name}=eq.${value}`)]).toEqual([name, text, ['Pontuado']]);
        expect([name, text, await found(`${name}=in.("${value}")`)]).toEqual([name, text, ['Pontuado']]);
      }
    expect(await found('cpf=has.982.247')).toEqual(['Pontuado']);
    expect(await found(`fone=has.${encodeURIComponent('99999-88')}`)).toEqual(['Pontuado']);
    for (const text of ['529.982.247-25', '52998224725', '30140-071', 'ABC-1D23', '99999-8888'])
      expect([text, await found(`q=${encodeURIComponent(text)}`)]).toEqual([
        text,
        text === '99999-8888' ? [] : ['Pontuado'],
      ]);
  });

  test('the quick search finds a value whose punctuation is typed so far, and a text that has just that', async () => {
    const answer = await insert({ nome: 'Caixa 30140-0', cpf: '39053344705', ano: 2001 });
    expect(answer.statusCode).toBe(201);
    const [{ id: box } = {}] = answer.json() as { id: number }[];
    for (const [text, names] of [
      ['529.9', ['Pontuado']],
      ['529.982.247-', ['Pontuado']],
      ['abc-1', ['Pontuado']],
      ['30140-0', ['Caixa 30140-0', 'Pontuado']],
      ['caixa 30140-0', ['Caixa 30140-0']],
      ['390.533', ['Caixa 30140-0']],
      ['529-9', []],
      ['5299.8', []],
    ] as const)
      expect([text, await found(`q=${encodeURIComponent(text)}`)]).toEqual([text, names]);
    expect((await admin.call('DELETE', `/api/modelos?id=eq.${box}`)).statusCode).toBe(204);
  });

  test('years compare as numbers and are one of four digits', async () => {
    expect(await found('ano=gte.2000')).toEqual(['Pontuado']);
    const answers = await Promise.all([999, 10_000, 2026.5, '2026'].map((ano) => insert({ nome: 'x', ano })));
    expect(answers.map(messageOf)).toEqual([
      'Ano não pode ser menor que 1000.',
      'Ano não pode ser maior que 9999.',
      'Ano deve ser um ano AAAA.',
      'Ano deve ser um ano AAAA.',
    ]);
  });

  test.each([
    ['cpf', '529.982.247-26', 'O dígito verificador de CPF não confere.'],
    ['cnpj', '12.ABC.345/01DE-36', 'O dígito verificador de CNPJ não confere.'],
    ['documento', '123', 'O dígito verificador de Documento não confere.'],
    ['cns', '700 5008 1000 0009', 'O dígito verificador de CNS não confere.'],
    ['pis', '120.12345.67-3', 'O dígito verificador de PIS não confere.'],
    ['cep', '3014-071', 'CEP está fora do formato. Esperado: um CEP de 8 dígitos.'],
    [
      'fone',
      '(31) 3333',
      'Telefone está fora do formato. Esperado: um telefone de 8, 10 ou 11 dígitos, com o DDD, ou um 0800.',
    ],
    ['email', 'ana', 'E-mail está fora do formato. Esperado: um e-mail como nome@exemplo.com.br.'],
    [
      'sitio',
      'javascript:alert(1)',
      'Sítio está fora do formato. Esperado: um endereço que comece com https:// ou http://.',
    ],
  ])('%s %j is refused in words that help', async (name, value, message) => {
    const answer = await insert({ nome: 'x', [name]: value });
    expect([answer.statusCode, messageOf(answer)]).toEqual([422, message]);
  });
});
