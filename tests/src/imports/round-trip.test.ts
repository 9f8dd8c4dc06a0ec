/** The law between exports and imports: what a list was written into a file as is had back from it, value by value. */

import { beforeAll, expect, it } from 'vitest';
import type { Database } from '../../../engine/data/database.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { everyTypeFiles } from '../../support/every-type-files.ts';
import fc from '../../support/laws.ts';
import type { Caller } from '../../support/product.ts';
import { administrator, startTestProduct } from '../../support/product.ts';
import { applyFile, checkFile, refusalsOf, sendFile } from './import-stage.ts';

const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
  .map((value) => value.replace(/[\p{Cc}\p{Cn}\p{Cs}\p{Co}]/gu, ' ').trim())
  .filter((value) => value !== '' && value.isWellFormed());
const hostile = fc.constantFrom(
  '=1+1',
  '+55',
  '-5',
  '@x',
  "'=x",
  "''-y",
  '1;2',
  'a"b',
  "O'Hara",
  '00123',
  '1,5',
  'Sim',
  '31/12/2026',
  'NULL',
  '#N/D',
);
const whole = (from: number, to: number) => fc.integer({ min: from, max: to });
const two = (value: number): string => String(value).padStart(2, '0');
const day = fc.tuple(whole(1900, 2100), whole(1, 12), whole(1, 28)).map(([y, m, d]) => `${y}-${two(m)}-${two(d)}`);
const time = fc.tuple(whole(0, 23), whole(0, 59)).map(([h, m]) => `${two(h)}:${two(m)}:00`);
const optional = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: null });

const record = fc.record({
  notas: optional(fc.oneof(text, hostile)),
  cor: optional(fc.constantFrom('AZUL', 'VERDE')),
  placa: optional(fc.constantFrom('ABC1D23', 'XYZ9876')),
  cpf: optional(fc.constantFrom('52998224725', '01234567890')),
  cnpj: optional(fc.constantFrom('12ABC34501DE35', '11222333000181')),
  cns: optional(fc.constantFrom('700500810000008')),
  pis: optional(fc.constantFrom('12012345672')),
  cep: optional(fc.constantFrom('30140071', '01001000')),
  fone: optional(fc.constantFrom('31999998888', '08007040304')),
  quantidade: optional(whole(-2_147_483_648, 2_147_483_647)),
  taxa: optional(whole(-999_999_999, 999_999_999).map((value) => value / 1000)),
  preco: optional(whole(-99_999_999_999, 99_999_999_999).map((value) => value / 100)),
  desconto: optional(whole(-9_999_999, 9_999_999).map((value) => value / 10_000)),
  ativo: optional(fc.boolean()),
  dia: optional(day),
  mes: optional(day.map((value) => value.slice(0, 7))),
  ano: optional(whole(1900, 2100)),
  hora: optional(time),
  // Before 1914 hours were of the place, to the second.
  momento: optional(
    fc.oneof(
      fc
        .tuple(day, time)
        .filter(([d]) => d > '1914-01-02')
        .map(([d, t]) => `${d}T${t}+00:00`),
      // The two hours that clocks showed as one.
      whole(0, 119).map((minutes) => `2018-02-18T0${1 + Math.floor(minutes / 60)}:${two(minutes % 60)}:00+00:00`),
    ),
  ),
  cidade_id: optional(fc.constantFrom(2, 3, 4)),
});
const fields = [
  'nome',
  'notas',
  'cor',
  'placa',
  'cpf',
  'cnpj',
  'cns',
  'pis',
  'cep',
  'fone',
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
  'cidade_id',
];

forEachDatabase((open) => {
  let database: Database;
  let chief: Caller;

  const rows = async () =>
    (await chief.call('GET', `/api/modelos?select=${fields.join()}&order=nome`)).json() as readonly object[];
  /** And whoever imports often in a minute has done so. */
  const empty = async (): Promise<void> => {
    await database.query({ text: 'delete from modelo', values: [] });
    await database.query({ text: 'delete from fichario.turn', values: [] });
  };

  beforeAll(async () => {
    database = await open({ from: 'product' });
    chief = await (await startTestProduct(database, { files: everyTypeFiles })).as(
      administrator.login,
      administrator.password,
    );
    await database.query({
      text: `insert into cidade (id, ibge, nome, uf) overriding system value values
        (2, '3106200', 'Belo Horizonte', 'MG'), (3, '2901007', 'Santa Rita', 'BA'), (4, '3101102', 'Santa Rita', 'MG')`,
      values: [],
    });
  });

  it.each(['csv', 'xlsx', 'json'])('%s', { timeout: 120_000 }, async (format) => {
    const law = fc.asyncProperty(fc.array(record, { minLength: 1, maxLength: 20 }), async (records) => {
      await empty();
      const named = records.map((one, index) => ({ nome: `R${two(index)}`, ...one }));
      const inserted = await chief.call('POST', '/api/modelos', { body: named });
      expect([inserted.statusCode, inserted.body]).toEqual([201, inserted.body]);
      const before = await rows();
      const columns = fields.map((field) => (field === 'cidade_id' ? 'cidade' : field));
      const answer = await chief.call('POST', '/api/exportacoes', {
        body: { format, path: '/modelos', search: 'order=nome', columns },
      });
      expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, '']);
      await empty();
      const detail = await sendFile(chief, '/modelos', answer.rawPayload, `modelos.${format}`);
      expect(detail.choices.columns.map(({ field }) => field)).toEqual(fields);
      const planned = await checkFile(chief, detail);
      expect(refusalsOf(planned)).toEqual([]);
      await applyFile(chief, planned);
      expect(await rows()).toEqual(before);
    });
    await fc.assert(law, { numRuns: 8 });
  });
});
