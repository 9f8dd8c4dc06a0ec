import { describe, expect, it } from 'vitest';
import { filterOptions, fitsSearch } from '../../../engine/ui/controls/fits-search.ts';
import { createTexts } from '../../../engine/ui/runtime/texts.ts';
import { proposedField } from '../../../engine/ui/runtime/use-batch-dialogs.ts';
import { reportTable } from '../../../engine/ui/runtime/use-batch-report.ts';
import fc from '../../support/laws.ts';
import { realScreen } from './real-screen.ts';

const several = { ...(await realScreen('/feriados')), batch: ['cidade_id', 'fixo', 'ativo'] };

describe('the field that a change of many rows begins with', () => {
  it.each([
    ['the one whose cell has the focus', 'fixo', 'fixo'],
    ['that of a relation, whose cell bears its name', 'cidade', 'cidade_id'],
    ['none for a cell that it cannot change', 'data', undefined],
    ['none for a cell that is no field', '_actions', undefined],
    ['none without a cell', undefined, undefined],
  ])('is %s', (_name, key, expected) => {
    expect(proposedField(several, key)).toBe(expected);
  });

  it('is the only one there is, wherever the focus', () => {
    const one = { ...several, batch: ['ativo'] };
    expect([undefined, 'data', 'ativo'].map((key) => proposedField(one, key))).toEqual(['ativo', 'ativo', 'ativo']);
  });
});

describe('what became of a batch, as a table', () => {
  it('tells of every row: refused ones first with the reason, then those done', () => {
    const texts = createTexts({
      'batch.results.record': 'Registro',
      'batch.results.reason': 'Motivo',
      'batch.results.unknown': 'Registro {id}',
      'batch.report.outcome': 'Resultado',
      'batch.report.failed': 'Recusado',
      'batch.report.written': 'Concluído',
    });
    const failures = [
      { item: 3, label: 'Trinta', message: 'Informe Motivo.', gone: false },
      { item: 5, label: 'Cinco', message: 'Informe Motivo.', gone: false },
    ];
    const names = new Map([
      [1, 'Um'],
      [3, 'Três'],
    ]);
    expect(reportTable(texts, { failures, written: [1, 2] }, names)).toEqual([
      ['Registro', 'Resultado', 'Motivo'],
      ['Três', 'Recusado', 'Informe Motivo.'],
      ['Cinco', 'Recusado', 'Informe Motivo.'],
      ['Um', 'Concluído', ''],
      ['Registro 2', 'Concluído', ''],
    ]);
  });
});

describe('typing in a list of options', () => {
  it.each([
    ['Fundação', 'fundacao', true],
    ['Fundação', 'DAÇÃO', true],
    ['Fundação', ' fund ', true],
    ['Fundação', 'fundo', false],
    ['', 'a', false],
  ])('of %j finds by %j: %j', (label, search, found) => {
    expect(fitsSearch(label, search)).toBe(found);
  });

  it('finds every option by any part of its own text, and keeps the order', () => {
    const label = fc.string({ minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(fc.array(label, { minLength: 1, maxLength: 6 }), fc.nat(), fc.nat(), (labels, at, from) => {
        const own = labels[at % labels.length] ?? '';
        const options = labels.map((one, index) => ({ label: one, value: String(index), disabled: false }));
        const found = filterOptions({ options, search: own.slice(from % own.length), limit: 100 });
        expect(options.filter((one) => found.includes(one))).toEqual(found);
        expect(found).toContain(options[at % labels.length]);
      }),
      { numRuns: 60 },
    );
  });
});
