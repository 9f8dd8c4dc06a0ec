/** The lines of a report: rows under the groups that they are of, each group with its sums where it ends. */
import { describe, expect, it } from 'vitest';
import type { GroupValues } from '../../../engine/contract/grouping.ts';
import { groupText } from '../../../engine/contract/grouping.ts';
import type { ReportLine } from '../../../engine/contract/report.ts';
import { countOf, groupsSearch, ReportLayout, reportLevels } from '../../../engine/contract/report.ts';
import type { ReportModel, ScreenModel } from '../../../engine/contract/screen-model.ts';
import fc from '../../support/laws.ts';
import { realScreen } from '../ui/real-screen.ts';

const guias = await realScreen('/guias');
const columnOf = (key: string) => {
  const column = [...guias.columns, ...guias.moreColumns].find((one) => one.key === key);
  if (column === undefined) throw new Error(`no column ${key}`);
  return column;
};
const report = (groups: readonly (readonly [key: string, by?: 'month' | 'year'])[], rows = true): ScreenModel => ({
  ...guias,
  report: {
    groups: groups.map(([key, by]): ReportModel['groups'][number] => ({
      column: columnOf(key),
      ...(by === undefined ? {} : { by }),
    })),
    rows,
    required: [],
    begins: {},
  },
});

/** What stands in a line, short: `+1 x` begins a group of the second level, `-0 x 3` ends one of three rows. */
const told = (lines: readonly ReportLine[]): string[] =>
  lines.map((line) => {
    if (line.kind === 'row') return String(line.row['id']);
    const value = JSON.stringify(line.value);
    if (line.kind === 'head') return `+${line.level} ${value}`;
    return `-${line.level} ${value} ${line.sums === undefined ? '?' : countOf(line.sums)}`;
  });

const byState = report([['situacao'], ['data_atendimento', 'month']]);
const rows = [
  { id: 1, situacao: 'A', data_atendimento: '2026-01-05' },
  { id: 2, situacao: 'A', data_atendimento: '2026-01-31' },
  { id: 3, situacao: 'A', data_atendimento: '2026-02-01' },
  { id: 4, situacao: 'B', data_atendimento: '2026-02-01' },
  { id: 5, situacao: null, data_atendimento: null },
];
const groups: readonly (readonly GroupValues[])[] = [
  [
    { g0: 'A', n: 3 },
    { g0: 'B', n: 1 },
    { g0: null, n: 1 },
  ],
  [
    { g0: 'A', g1: '2026-01', n: 2 },
    { g0: 'A', g1: '2026-02', n: 1 },
    { g0: 'B', g1: '2026-02', n: 1 },
    { g0: null, g1: null, n: 1 },
  ],
];

describe('a report', () => {
  it('asks for the groups of each depth, of the rows that are chosen', () => {
    const asked = (depth: number) => Object.fromEntries(groupsSearch(byState, 'q=ana&order=id', depth));
    const sums = 'n:count(),valor_apresentado:valor_apresentado.sum()';
    expect(asked(0)).toEqual({ q: 'ana', order: 'id', select: sums });
    expect(asked(1)).toEqual({ q: 'ana', select: `g0:situacao,${sums}`, order: 'g0.asc' });
    expect(asked(2)).toEqual({
      q: 'ana',
      select: `g0:situacao,g1:data_atendimento::month,${sums}`,
      order: 'g0.asc,g1.asc',
    });
    expect(reportLevels(guias)).toEqual([]);
  });

  it('lays rows under two levels, the inner one a month, each ended by its sums', () => {
    const layout = new ReportLayout(byState, groups);
    expect(told([...layout.rows(rows), ...layout.end()])).toEqual([
      '+0 "A"',
      '+1 "2026-01"',
      '1',
      '2',
      '-1 "2026-01" 2',
      '+1 "2026-02"',
      '3',
      '-1 "2026-02" 1',
      '-0 "A" 3',
      // The same month of another state is another group.
      '+0 "B"',
      '+1 "2026-02"',
      '4',
      '-1 "2026-02" 1',
      '-0 "B" 1',
      '+0 null',
      '+1 null',
      '5',
      '-1 null 1',
      '-0 null 1',
    ]);
    expect(layout.end()).toEqual([]);
  });

  it('calls a group as the list does, a month by its number, and what has no value nothing', () => {
    const [state, month] = reportLevels(byState);
    const called = (level: typeof state, value: unknown) => level && groupText(byState, level, value, 'UTC');
    expect(called(state, 'APRESENTADA')).toBe('Apresentada');
    expect(called(month, '2026-02')).toBe('02/2026');
    expect([called(state, null), called(month, null)]).toEqual(['', '']);
  });

  it('tells records of one name apart by their id', () => {
    const model = report([['prestador_executante']]);
    const two = [
      { id: 7, nome: 'Clínica' },
      { id: 8, nome: 'Clínica' },
    ];
    const layout = new ReportLayout(model, [two.map((provider) => ({ g0: provider, n: provider.id }))]);
    const lines = layout.rows([
      { id: 1, prestador_executante: two[0] },
      { id: 2, prestador_executante: two[1] },
      { id: 3, prestador_executante: null },
    ]);
    expect(told([...lines, ...layout.end()])).toEqual([
      '+0 {"id":7,"nome":"Clínica"}',
      '1',
      '-0 {"id":7,"nome":"Clínica"} 7',
      '+0 {"id":8,"nome":"Clínica"}',
      '2',
      '-0 {"id":8,"nome":"Clínica"} 8',
      '+0 null',
      '3',
      // Of this one the API gave no sums: it came to be meanwhile.
      '-0 null ?',
    ]);
  });

  it('tells groups alone, each with its sums, under those around them', () => {
    const layout = new ReportLayout(report([['situacao'], ['data_atendimento', 'month']], false), groups);
    expect(told([...layout.groups(groups[1] ?? []), ...layout.end()])).toEqual([
      '+0 "A"',
      '-1 "2026-01" 2',
      '-1 "2026-02" 1',
      '-0 "A" 3',
      '+0 "B"',
      '-1 "2026-02" 1',
      '-0 "B" 1',
      '+0 null',
      '-1 null 1',
      '-0 null 1',
    ]);
  });

  it('has rows alone where it has no levels', () => {
    const layout = new ReportLayout(report([]), []);
    expect(told([...layout.rows(rows), ...layout.end()])).toEqual(['1', '2', '3', '4', '5']);
  });

  it('is the same in whatever portions its rows come', () => {
    const value = fc.constantFrom('A', 'B', null);
    const day = fc.constantFrom('2026-01-05', '2026-01-09', '2026-02-01', null);
    const some = fc.array(fc.record({ situacao: value, data_atendimento: day }), { maxLength: 20 });
    const cuts = fc.array(fc.nat({ max: 20 }), { maxLength: 4 });
    fc.assert(
      fc.property(some, cuts, (drawn, at) => {
        const all = drawn.map((row, id) => ({ id, ...row }));
        const once = new ReportLayout(byState, groups);
        const parts = new ReportLayout(byState, groups);
        const ends = [0, ...at.toSorted((a, b) => a - b), all.length];
        const inParts = ends.slice(1).flatMap((end, index) => parts.rows(all.slice(ends[index], Math.max(end, 0))));
        const whole = [...once.rows(all), ...once.end()];
        expect([...inParts, ...parts.end()]).toEqual(whole);
        // Every row once, and as many ends as beginnings.
        expect(whole.filter(({ kind }) => kind === 'row')).toHaveLength(all.length);
        const count = (kind: ReportLine['kind']) => whole.filter((line) => line.kind === kind).length;
        expect(count('group')).toBe(count('head'));
      }),
    );
  });
});
