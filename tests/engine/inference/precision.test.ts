import { describe, expect, it } from 'vitest';
import { labelOf, proposeFor, readLabels } from './labelled-sheets.ts';

const sheets = await readLabels();

interface Judged {
  readonly file: string;
  readonly header: string;
  readonly wanted: string;
  readonly got: string;
}

/** Every labelled column with what is proposed; a label may name several answers, `text|integer`. */
const judged: readonly Judged[] = (
  await Promise.all(
    sheets.map(async ({ file, columns }) => {
      const { fields, derived } = await proposeFor(file);
      const got = new Map([
        ...fields.map((field) => [field.header, labelOf(field)] as const),
        ...derived.map(({ header }) => [header, 'derived'] as const),
      ]);
      return [...columns].map(([header, wanted]) => ({ file, header, wanted, got: got.get(header) ?? 'nothing' }));
    }),
  )
).flat();

const isRight = ({ wanted, got }: Judged): boolean => wanted.split('|').includes(got);
/** A column that a relation tells is one too: it is left out because of the relation. */
const isRelation = (label: string): boolean => /^(relation |derived$)/.test(label);
const share = (part: readonly Judged[], whole: readonly Judged[]): number => part.length / whole.length;

describe('inference over the labelled spreadsheets', () => {
  it('has at least 30 of them, CSV and XLSX', () => {
    expect(sheets.length).toBeGreaterThanOrEqual(30);
    expect(sheets.filter(({ file }) => file.endsWith('.xlsx')).length).toBeGreaterThanOrEqual(5);
  });

  it('is right about types and masks of 95 columns in 100', () => {
    const wrong = judged.filter((one) => !isRight(one));
    expect(share(judged.filter(isRight), judged), JSON.stringify(wrong, null, 2)).toBeGreaterThanOrEqual(0.95);
  });

  it('is right about 9 relations in 10 that it proposes, and finds 9 in 10', () => {
    const proposed = judged.filter(({ got }) => isRelation(got));
    const wanted = judged.filter((one) => isRelation(one.wanted));
    expect(proposed.length).toBeGreaterThan(20);
    expect(share(proposed.filter(isRight), proposed)).toBeGreaterThanOrEqual(0.9);
    expect(share(wanted.filter(isRight), wanted)).toBeGreaterThanOrEqual(0.9);
  });

  it('finds the natural key of 9 in 10 where there is one', async () => {
    const keyed = sheets.filter(({ key }) => key !== null);
    const right = await Promise.all(
      keyed.map(async ({ file, key }) => {
        const { fields, naturalKey } = await proposeFor(file);
        const headers = fields.filter(({ name }) => naturalKey.includes(name)).map(({ header }) => header);
        return JSON.stringify(headers) === JSON.stringify(key);
      }),
    );
    expect(right.filter(Boolean).length / keyed.length).toBeGreaterThanOrEqual(0.9);
  });
});
