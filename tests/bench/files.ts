/** How fast a file of a million rows and six columns is read, and what memory that takes. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { jobFlags } from '../../src/jobs/job-process.ts';
import { xlsxFile } from '../support/xlsx-file.ts';
import type { Report } from './report.ts';
import { find, number } from './report.ts';

const rows = 1_000_000;
/** Texts that more than one row has, as spreadsheets keep them. */
const cities = 5000;
const bar = 64;

interface Read {
  readonly rows: number;
  readonly seconds: number;
  readonly base: number;
  readonly peak: number;
}

const csv = (): Buffer => {
  const pieces = [Buffer.from('Código;Nome;Cidade;Nascimento;Valor;Ativo\r\n')];
  for (let row = 0; row < rows; row += 1000) {
    const lines = Array.from({ length: 1000 }, (_, index) => {
      const at = row + index;
      return `${at};Nome da pessoa ${at};"Cidade ""${at % cities}""";02/01/2024;${at % 9999},25;Sim\r\n`;
    });
    pieces.push(Buffer.from(lines.join('')));
  }
  return Buffer.concat(pieces);
};

/** `texts` different ones: those of the cities, and where every name has its own, a million more. */
const xlsx = (names: boolean): Buffer => {
  const texts = Array.from({ length: cities }, (_, at) => `Cidade ${at}`);
  if (names) for (let at = 0; at < rows; at += 1) texts.push(`Nome da pessoa ${at}`);
  const pieces = ['Código', 'Nome', 'Cidade', 'Nascimento', 'Valor', 'Ativo'].map(
    (title, index) => `<c r="${'ABCDEF'[index]}1" t="inlineStr"><is><t>${title}</t></is></c>`,
  );
  pieces.unshift('<row r="1">');
  pieces.push('</row>');
  for (let at = 0; at < rows; at += 1) {
    const line = at + 2;
    const name = names ? cities + at : (at * 7) % cities;
    pieces.push(
      `<row r="${line}" spans="1:6"><c r="A${line}"><v>${at}</v></c><c r="B${line}" t="s"><v>${name}</v></c><c r="C${line}" t="s"><v>${at % cities}</v></c><c r="D${line}" s="1"><v>${40_000 + (at % 5000)}</v></c><c r="E${line}"><v>${at / 4}</v></c><c r="F${line}" t="b"><v>1</v></c></row>`,
    );
  }
  return xlsxFile({ sheets: [{ name: 'Dados', rows: pieces.join('') }], texts, formats: ['dd/mm/yyyy'] });
};

const read = async (file: string): Promise<Read> => {
  const script = join(import.meta.dirname, 'read-file.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [...jobFlags, script, file]);
  return JSON.parse(stdout) as Read;
};

const bench = async (report: Report, folder: string, what: string, make: () => Buffer): Promise<void> => {
  const file = join(folder, 'table');
  await writeFile(file, make());
  const found = await read(file);
  if (found.rows !== rows) throw new Error(`${what}: ${found.rows} rows were read`);
  const more = found.peak - found.base;
  find(report, {
    what: `Reading ${number(rows)} rows of 6 columns, ${what}`,
    measured: `${number(rows / found.seconds)} rows a second, ${number(more)} MB beyond the ${number(found.base)} MB of the process`,
    bar: `at most ${bar} MB more`,
    met: more <= bar,
  });
};

export const benchFiles = async (report: Report): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'fichario-bench-files-'));
  try {
    await bench(report, folder, 'CSV', csv);
    await bench(report, folder, 'XLSX', () => xlsx(false));
    await bench(report, folder, 'XLSX, a million different texts', () => xlsx(true));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
