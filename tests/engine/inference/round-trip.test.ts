/** The law: whatever rows a known schema writes to a CSV, the types that are inferred take every one of them. */
import { stringify } from 'csv-stringify/sync';
import { expect, it } from 'vitest';
import { readGrid } from '../../../engine/files/read-grid.ts';
import { findTable } from '../../../engine/inference/find-table.ts';
import { propose } from '../../../engine/inference/propose.ts';
import { writeRegistry } from '../../../engine/inference/write-registry.ts';
import { examples } from '../../../engine/metadata/examples.ts';
import { loadFiles } from '../../../engine/metadata/load-files.ts';
import { compile } from '../../../engine/model/compile.ts';
import { createValueCheck } from '../../../engine/model/value-problem.ts';
import { resolve } from '../../../engine/overlay/resolve.ts';
import { catalogues } from '../../../src/catalogues.ts';
import fc from '../../support/laws.ts';

const two = (part: number): string => String(part).padStart(2, '0');
const day = fc
  .date({ min: new Date('1950-01-01'), max: new Date('2049-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString());
const written = (iso: string): string => iso.slice(0, 10).split('-').reverse().join('/');
const number = (places: number): fc.Arbitrary<string> =>
  fc
    .integer({ min: -99_999_999, max: 99_999_999 })
    .map((whole) =>
      (whole / 10 ** places).toLocaleString('pt-BR', { minimumFractionDigits: places, maximumFractionDigits: places }),
    );
const cpfOf = (nine: number): string => {
  const digits = String(nine).padStart(9, '0').split('').map(Number);
  for (const start of [10, 11]) {
    const rest = (digits.reduce((sum, digit, index) => sum + digit * (start - index), 0) * 10) % 11;
    digits.push(rest % 10);
  }
  return digits.join('').replace(/(\d{3})(\d{3})(\d{3})(\d{2})/, '$1.$2.$3-$4');
};

/** What a column of the known schema may be: its header and its values as a spreadsheet in Portuguese writes them. */
const kinds: Readonly<Record<string, fc.Arbitrary<string>>> = {
  Nome: fc.string({ unit: fc.constantFrom(...'abc defgé ãoçXYZ'), minLength: 1, maxLength: 60 }),
  Código: fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 12 }),
  Chave: fc.string({ unit: fc.constantFrom(...'AB01-/'), minLength: 1, maxLength: 8 }),
  Quantidade: number(0),
  Valor: number(2),
  Fator: number(4),
  'Taxa (%)': fc.integer({ min: 0, max: 9999 }).map((whole) => `${(whole / 100).toFixed(2).replace('.', ',')}%`),
  Data: day.map(written),
  Momento: day.map((iso) => `${written(iso)} ${iso.slice(11, 16)}`),
  Hora: fc.tuple(fc.nat(23), fc.nat(59)).map(([hour, minute]) => `${two(hour)}:${two(minute)}`),
  Competência: day.map((iso) => `${iso.slice(5, 7)}/${iso.slice(0, 4)}`),
  Ativo: fc.constantFrom('Sim', 'Não'),
  Tipo: fc.constantFrom('Consulta', 'Exame', 'Internação'),
  CPF: fc
    .integer({ min: 1, max: 999_999_998 })
    .filter((nine) => nine % 111_111_111 !== 0)
    .map(cpfOf),
  Observação: fc.string({ unit: fc.constantFrom(...'palavras e quebras\n'), minLength: 0, maxLength: 300 }),
};

const sheet = fc
  .record({
    headers: fc.uniqueArray(fc.constantFrom(...Object.keys(kinds)), { minLength: 2, maxLength: 7 }),
    rows: fc.integer({ min: 1, max: 15 }),
    blanks: fc.boolean(),
    delimiter: fc.constantFrom(';', ',', '\t'),
  })
  .chain(({ headers, rows, blanks, delimiter }) => {
    const cell = (header: string): fc.Arbitrary<string> => {
      const filled = kinds[header] ?? fc.constant('');
      return blanks ? fc.oneof({ weight: 5, arbitrary: filled }, { weight: 1, arbitrary: fc.constant('') }) : filled;
    };
    const row = fc.tuple(...headers.map(cell));
    return fc.record({
      headers: fc.constant(headers),
      delimiter: fc.constant(delimiter),
      rows: fc.array(row, { minLength: rows, maxLength: rows }),
    });
  });

it('infers types that take every row of what it read', async () => {
  await fc.assert(
    fc.asyncProperty(sheet, async ({ headers, rows, delimiter }) => {
      const text = stringify([headers, ...rows], { delimiter });
      const grid = await readGrid(new TextEncoder().encode(text));
      const table = grid === undefined ? undefined : findTable(grid);
      if (table === undefined || table.lines.length === 0) return;
      const proposal = propose(
        table,
        { registries: [], codeLists: [] },
        { timeZone: 'America/Sao_Paulo', subject: 'x' },
      );
      const place = {
        entity: 'planilha',
        folder: 'planilhas',
        title: 'Planilha',
        module: 'localizacao',
        parent: '/localizacao',
      };
      const files = writeRegistry(proposal, place, new Set());
      const { model, issues } = compile(resolve(loadFiles(new Map([...examples, ...files])), undefined), catalogues);
      expect(issues).toEqual([]);
      const fields = new Map(model.entities['planilha']?.fields.map((field) => [field.name, field]));
      for (const [at, { name, cells, misfits, required }] of proposal.fields.entries()) {
        const field = fields.get(name);
        if (field === undefined) throw new Error(`${name} is not in the model`);
        const problem = createValueCheck(field, catalogues);
        expect(misfits).toEqual([]);
        const source = table.columns[at]?.cells ?? [];
        // Beside numbers, dashes say that there is none; beside texts they are one.
        const numeric = cells.some((cell) => /^\d+$/.test(cell)) && cells.every((cell) => /^\d*$/.test(cell));
        const empty = (text: string): boolean => text === '' || (numeric && /^-+$/.test(text));
        expect(cells.map((cell) => cell === '')).toEqual(source.map(empty));
        expect(cells.filter((cell) => cell !== '').flatMap((cell) => problem(cell) ?? [])).toEqual([]);
        expect(required).toBe(!cells.includes(''));
      }
    }),
    { numRuns: 200 },
  );
});
