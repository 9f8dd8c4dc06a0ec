/** No bytes at all make a reader hang, throw what is no refusal, or take more than its limits. */
import { expect, it } from 'vitest';
import { Refusal } from '../../../engine/core/errors.ts';
import { openTable } from '../../../engine/files/open-table.ts';
import { inlineRow, xlsxFile } from '../../support/xlsx-file.ts';
import { utf16le } from './corpus/case.ts';
import { returned } from './returned.ts';

/** Numbers in an order that is always the same, from 0 up to 1 (mulberry32). */
const randomOf = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

const rows = Array.from({ length: 20 }, (_, at) => inlineRow(at + 2, `texto ${at}`, `${at}`)).join('');
const xlsx = (stored: boolean): Buffer =>
  xlsxFile({
    sheets: [
      {
        name: 'Dados',
        rows: `${inlineRow(1, 'a', 'b', 'c')}${rows}<row r="30"><c r="A30" s="1"><v>45000</v></c><c t="s"><v>0</v></c></row>`,
      },
      { name: 'Outra', state: 'hidden' },
    ],
    texts: ['um'],
    formats: ['dd/mm/yyyy'],
    // What is not packed keeps its letters, so that a change of a byte reaches the XML.
    parts: stored ? [{ name: 'xl/styles.xml', data: '<styleSheet/>', stored: true }] : [],
  });

const good: readonly Buffer[] = [
  Buffer.from(
    `Código;Nome;"Valor ""R$"""\r\n${Array.from({ length: 30 }, (_, at) => `${at};"a\nb";${at},5\r\n`).join('')}`,
  ),
  utf16le('\ufeffa\tb\n1\t"x"\n2\ty\n'),
  Buffer.from('[{"a":1.5,"b":"x\\u00e9"},{"a":null,"c":[1,{"d":2}]},{"a":true}]'),
  Buffer.from('{"a":1}\n{"a":2,"b":"ç"}\n'),
  xlsx(false),
  xlsx(true),
];

/** One to four changes: bytes that are others, taken out, put twice, or all behind a place cut off. */
const mutated = (source: Buffer, random: () => number): Buffer => {
  let bytes = Buffer.from(source);
  const at = (): number => Math.floor(random() * bytes.length);
  const odd = [0, 0x0a, 0x22, 0x2c, 0x3b, 0x3c, 0x5b, 0x7b, 0x7d, 0x80, 0xc3, 0xff];
  for (let left = 1 + Math.floor(random() * 4); left > 0; left -= 1) {
    const kind = random();
    const place = at();
    if (kind < 0.4) bytes[place] = odd[Math.floor(random() * odd.length)] as number;
    else if (kind < 0.6) bytes[place] = Math.floor(random() * 256);
    else if (kind < 0.75)
      bytes = Buffer.concat([bytes.subarray(0, place), bytes.subarray(place + 1 + Math.floor(random() * 9))]);
    else if (kind < 0.9) bytes = Buffer.concat([bytes.subarray(0, place), bytes.subarray(at())]);
    else bytes = bytes.subarray(0, place);
    if (bytes.length === 0) break;
  }
  return bytes;
};

const limits = { rows: 1000, cell: 10_000, row: 100_000, part: 1024 * 1024, smallPart: 1024 * 1024 };

/** The code of its refusal, `read` where it has none. */
const outcomeOf = async (run: () => Promise<unknown>): Promise<string> => {
  try {
    await run();
    return 'read';
  } catch (thrown) {
    if (thrown instanceof Refusal) return thrown.code;
    throw thrown;
  }
};

it('2,400 files with random changes are read or refused', async () => {
  const seen = new Map<string, number>();
  for (let seed = 0; seed < 2400; seed += 1) {
    const random = randomOf(seed);
    const bytes = mutated(good[seed % good.length] as Buffer, random);
    const run = async (): Promise<void> => {
      for await (const { cells } of (await openTable(bytes, { limits })).rows) expect(cells.length).toBeLessThan(1001);
    };
    const found = await outcomeOf(run).catch((cause: unknown) => {
      throw new Error(`seed ${seed}`, { cause });
    });
    seen.set(found, (seen.get(found) ?? 0) + 1);
    // What can be read can be written again, and what cannot is no fault of ours either.
    if (seed % 4 !== 0) continue;
    const back = await outcomeOf(() => returned(bytes, { 2: ['x'] }, { limits, only: seed % 8 === 0 }));
    if (found === 'read') expect(back, `seed ${seed}`).toBe('read');
  }
  // The changes reach all that is read, not only its first bytes.
  expect(seen.get('read')).toBeGreaterThan(200);
  expect(seen.size).toBeGreaterThan(10);
});
