import { describe, expect, it } from 'vitest';
import { countBySection, inOrder, sectionOf, withRow } from '../../../engine/ui/form/form-failures.ts';
import { openAtFirst } from '../../../engine/ui/form/use-form-sections.ts';

const sections = [
  { title: 'Um', columns: ['codigo', 'contas'] },
  { title: 'Dois', columns: ['nome'] },
];
const schema = {
  properties: {
    nome: {},
    codigo: {},
    contas: { title: 'Contas', type: 'array' as const, items: { properties: { id: {}, agencia: {}, numero: {} } } },
  },
};
const failure = (field: string) => ({ field, message: `Informe ${field}.` });

describe('what is wrong', () => {
  it('is told in the order of sections, rows and cells; what has no field first', () => {
    const paths = ['nome', 'contas.10.agencia', 'contas.2.numero', 'contas.2.agencia', 'contas', '', 'codigo'];
    expect(inOrder(sections, schema, paths.map(failure)).map(({ field }) => field)).toEqual([
      '',
      'codigo',
      'contas',
      'contas.2.agencia',
      'contas.2.numero',
      'contas.10.agencia',
      'nome',
    ]);
  });

  it('is counted by section', () => {
    expect(countBySection(sections, ['contas.1.numero', 'nome', '', 'codigo', 'outro'].map(failure))).toEqual([2, 1]);
    expect([sectionOf(sections, 'contas.3.numero'), sectionOf(sections, 'outro')]).toEqual([0, -1]);
  });
});

it.each([
  ['contas.1.numero', 'Fim não pode ser anterior a Início.', 'Contas, linha 2: Fim não pode ser anterior a Início.'],
  ['contas.1.numero', 'Informe Número (Contas, linha 2).', 'Informe Número (Contas, linha 2).'],
  ['contas', 'Só uma conta pode ser principal.', 'Só uma conta pode ser principal.'],
  ['nome', 'Informe Nome.', 'Informe Nome.'],
  ['', 'O mês está fechado.', 'O mês está fechado.'],
])('away from its row, what is wrong at %j says which it is: %s', (field, message, told) => {
  const rowText = ({ list, row }: { readonly list: string; readonly row: number }) => `${list}, linha ${row}`;
  expect(withRow({ field, message }, schema, rowText)).toEqual({ field, message: told });
});

describe('the sections that are open at first', () => {
  const of = (...sizes: readonly (readonly [fields: number, tab?: string])[]) =>
    [
      ...openAtFirst(
        sizes.map(([fields, tab], index) => ({
          title: String(index),
          tab,
          columns: Array.from({ length: fields }, (_, at) => `c${index}_${at}`),
        })),
      ),
    ].toSorted();
  it.each([
    ['all, where they are few', [[30], [30], [30]], [0, 1, 2]],
    ['all, where their fields are few', [[10], [10], [10], [10]], [0, 1, 2, 3]],
    ['the first, however many fields it has', [[90], [2], [2], [2]], [0]],
    ['none after the first that is too many', [[10], [35], [2], [2]], [0]],
    ['on each tab for itself', [[25], [25], [25, 'B'], [2, 'B'], [90, 'C']], [0, 2, 3, 4]],
  ] as const)('%s', (_what, sizes, open) => {
    expect(of(...sizes)).toEqual(open);
  });
});
