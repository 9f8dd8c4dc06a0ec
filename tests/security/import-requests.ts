/**
 * Files whose rows are looked at before anything is written: what is told of a row is whether it is new, there already, a
 * duplicate or refused, from which value to which it changes, and which record a text means. In: places. Out: a file with
 * what its columns are.
 */
import type { LightMyRequestResponse } from 'fastify';
import type { ImportChoices } from '../../engine/contract/import.ts';
import fc from '../support/laws.ts';
import type { Caller } from '../support/product.ts';
import type { Ask } from './ask.ts';
import { mostly, of } from './ask.ts';
import { numberOf } from './query-parts.ts';
import type { Place, Sight } from './sight.ts';
import { appealOf, appeals, clinicOf, doctorOf, doctors, guides, patientOf, patients, phases } from './world.ts';

/** Rows of one file: each is a question of its own. */
export const rowsOfFile = 6;

interface Column {
  readonly title: string;
  readonly field: string;
  readonly row?: number;
  readonly values: fc.Arbitrary<string>;
}

const index = (length: number): fc.Arbitrary<number> => fc.integer({ min: 0, max: length - 1 });
const money = fc.integer({ min: 0, max: 50 }).map(String);

/** A person by name, by the label of the relation, which has a field that some do not read, or by what nobody is called. */
const person = fc.oneof(
  { weight: 3, arbitrary: index(patients).map((n) => patientOf(n).nome) },
  { weight: 4, arbitrary: index(patients).map((n) => `${patientOf(n).nome} - ${patientOf(n).doenca}`) },
  { weight: 1, arbitrary: of('', 'Pessoa', 'Ninguém') },
);
const guideColumns = (number: fc.Arbitrary<string>): readonly Column[] => [
  { title: 'Número', field: 'numero', values: number },
  { title: 'Fase', field: 'fase', values: of(...phases, 'Aberta', 'NADA') },
  { title: 'Valor', field: 'valor', values: mostly(money, of('muito', ''), 9) },
  { title: 'Observação', field: 'observacao', values: of('nota asma', 'nota tosse', '', 'outra') },
  {
    title: 'Médico',
    field: 'medico_id',
    values: fc.oneof(
      index(doctors).map((n) => doctorOf(n).registro),
      index(doctors).map((n) => doctorOf(n).nome),
    ),
  },
  { title: 'Clínica', field: 'clinica_id', values: of('C0', 'C0', clinicOf(0).nome, 'C1', 'C9') },
  { title: 'Paciente', field: 'paciente_id', values: person },
  { title: 'Item', field: 'itens.nome', row: 1, values: of('Item asma', 'Novo', '') },
  // of most of those who ask kept
  { title: 'Custo', field: 'custo', values: money },
  { title: 'Diagnóstico', field: 'diagnostico', values: of('asma', 'sarna') },
  { title: 'Parecerista', field: 'parecerista_id', values: of('M1', 'M2') },
  { title: 'Sigilo', field: 'itens.sigilo', row: 1, values: of('asma', 'gripe') },
];
const keptColumns: ReadonlySet<string> = new Set(['custo', 'diagnostico', 'parecerista_id', 'itens.sigilo']);

const appealColumns: readonly Column[] = [
  { title: 'Motivo', field: 'motivo', values: mostly(index(appeals).map(appealOf), of('Motivo novo', 'Outro'), 3) },
  { title: 'Ficha', field: 'ficha_id', values: index(guides).map(numberOf) },
  { title: 'Peso', field: 'peso', values: of('1', '2', '7', 'x') },
];

const written = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** Some of the columns, the first of them always, and rows of them. */
const fileOf = (
  path: string,
  columns: readonly Column[],
  optional: fc.Arbitrary<readonly Column[]>,
  keys: fc.Arbitrary<Pick<ImportChoices, 'key' | 'mode'>>,
): fc.Arbitrary<Ask> =>
  fc.tuple(optional, keys, fc.boolean()).chain(([more, { key, mode }, whole]) => {
    const all = [...columns, ...more];
    const row = fc.tuple(...all.map(({ values }) => values));
    return fc.array(row, { minLength: rowsOfFile, maxLength: rowsOfFile }).map((rows): Ask => {
      const lines = [all.map(({ title }) => title), ...rows].map((cells) => cells.map(written).join(';'));
      const choices: ImportChoices = {
        columns: all.map(({ field, row: place }, column) => ({
          column,
          field,
          ...(place === undefined ? {} : { row: place }),
        })),
        key: [...key],
        mode,
        whole,
      };
      return {
        method: 'POST',
        url: `/api/importacoes?path=${encodeURIComponent(path)}&name=arquivo.csv`,
        file: `${lines.join('\n')}\n`,
        body: choices,
      };
    });
  });

const someOf = (columns: readonly Column[]): fc.Arbitrary<readonly Column[]> =>
  fc.subarray([...columns], { minLength: 1, maxLength: Math.min(4, columns.length) });

/**
 * Numbers are those of guides that the viewer sees and, where the number of another stays what it is, of all: that a key
 * is taken is told to whoever writes.
 */
export const imports = (guide: Place, { takenNumbers }: Pick<Sight, 'takenNumbers'>): fc.Arbitrary<Ask> => {
  const seen = guide.ids.flatMap((id) => (id > guides ? [] : [numberOf(id - 1)]));
  const taken = of(...(takenNumbers ? [...Array(guides).keys()].map(numberOf) : ['N1', 'N2']), 'N3');
  const number = mostly(of('G000', ...seen), taken, 2);
  const [first, ...rest] = guideColumns(number);
  if (first === undefined) throw new Error('a guide has a number');
  const open = rest.filter(({ field }) => !keptColumns.has(field));
  const always = ['fase', 'paciente_id'];
  const usual = rest.filter(({ field }) => always.includes(field));
  const plain = open.filter(({ field }) => !always.includes(field));
  const keyed = of<Pick<ImportChoices, 'key' | 'mode'>>(
    { key: ['numero'], mode: 'upsert' },
    { key: ['numero'], mode: 'upsert' },
    { key: ['numero'], mode: 'update' },
    { key: ['numero'], mode: 'insert' },
    { key: [], mode: 'insert' },
  );
  const kept = rest.filter(({ field }) => keptColumns.has(field));
  const ofGuides = fileOf('/fichas', [first, ...usual], someOf(plain), keyed);
  const probing = fileOf('/fichas', [first, ...usual], someOf(kept), keyed);
  const ofAppeals = fileOf(
    '/recursos',
    appealColumns.slice(0, 1),
    someOf(appealColumns.slice(1)),
    of<Pick<ImportChoices, 'key' | 'mode'>>({ key: [], mode: 'insert' }, { key: ['motivo', 'turno'], mode: 'upsert' }),
  );
  return fc.oneof(
    { weight: 7, arbitrary: ofGuides },
    { weight: 1, arbitrary: probing },
    { weight: 3, arbitrary: ofAppeals },
  );
};

/**
 * The file is sent, its columns are said and its rows looked at, as a person does it. The answers in which rows are told
 * of: what comes of them, and the file again with what is wrong with each.
 */
export const askImport = async (
  caller: Caller,
  { url, headers = {}, body, file = '' }: Ask,
): Promise<readonly LightMyRequestResponse[]> => {
  const sent = await caller.call('POST', url, {
    bytes: Buffer.from(file),
    headers: { ...headers, 'content-type': 'application/octet-stream' },
  });
  if (sent.statusCode !== 201) return [sent];
  const own = `/api/importacoes/${(sent.json() as { readonly id: string }).id}`;
  const looked = await caller.call('POST', `${own}/conferir`, { body, headers });
  if (looked.statusCode !== 202) return [looked];
  return [await caller.call('GET', own, { headers }), await caller.call('GET', `${own}/problemas`, { headers })];
};
