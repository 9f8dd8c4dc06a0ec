/** Rows that a record owns, in the values of its form: `bairros` of the examples, here the real `questionarios`. */
import { describe, expect, it } from 'vitest';
import { rowLabels } from '../../../engine/contract/column-text.ts';
import { lineColumns } from '../../../engine/ui/form/row-layout.ts';
import { formSections } from '../../../engine/ui/runtime/form-sections.ts';
import {
  changedValues,
  countChanged,
  defaultValues,
  newValues,
  recordValues,
  relationRows,
  valueAt,
} from '../../../engine/ui/runtime/record-values.ts';
import { realScreen } from './real-screen.ts';

const model = await realScreen('/questionarios');
const one = { id: 1, enunciado: 'Fuma?', tipo: 'SIM_NAO', opcoes: null, obrigatoria: true };
const two = { id: 2, enunciado: 'Bebe?', tipo: 'ESCOLHA', opcoes: 'Sim\nNão', obrigatoria: false };
const row = {
  id: 5,
  versao: 3,
  nome: 'Hábitos',
  finalidade: 'PESQUISA',
  inicio: '2026-01-01',
  fim: null,
  perguntas: [one, two],
};
const base = recordValues(model, row);
const rowsOf = (values: typeof base) => values['perguntas'] as readonly object[];
const [first = {}, second = {}] = rowsOf(base);

describe('the rows of a form', () => {
  it('come from the record with their ids, empty fields left out', () => {
    expect(rowsOf(base)).toEqual([
      { id: 1, enunciado: 'Fuma?', tipo: 'SIM_NAO', obrigatoria: true },
      { id: 2, enunciado: 'Bebe?', tipo: 'ESCOLHA', opcoes: 'Sim\nNão', obrigatoria: false },
    ]);
  });

  it('keep what no form shows of them, unless it is typed anew', () => {
    const children = model.entity.children.map((child) => ({
      ...child,
      entity: {
        ...child.entity,
        fields: child.entity.fields.map((field) => ({ ...field, writeOnly: field.name === 'opcoes' })),
      },
    }));
    const secret = { ...model, entity: { ...model.entity, children } };
    const { opcoes: _, ...kept } = two;
    const moved = [{ ...second, enunciado: 'Come?', opcoes: undefined }, first];
    const { opcoes: __, ...other } = one;
    expect(changedValues(secret, base, { ...base, perguntas: moved })).toEqual({
      perguntas: [{ ...kept, enunciado: 'Come?' }, other],
    });
    const typed = [first, { ...second, opcoes: 'Nova' }];
    expect(changedValues(secret, base, { ...base, perguntas: typed })).toEqual({
      perguntas: [other, { ...two, opcoes: 'Nova' }],
    });
  });

  it('are one field: sent whole where anything in them differs, not where they are equal by value', () => {
    expect(changedValues(model, base, { ...base, perguntas: structuredClone(rowsOf(base)) })).toEqual({});
    expect(changedValues(model, base, { ...base, perguntas: [second, first] })).toEqual({
      perguntas: [two, one],
    });
    expect(
      changedValues(model, base, {
        ...base,
        perguntas: [
          { ...second, opcoes: undefined },
          { enunciado: 'Dorme?', tipo: '' },
        ],
      }),
    ).toEqual({
      perguntas: [
        { ...two, opcoes: null },
        { enunciado: 'Dorme?', tipo: null, obrigatoria: null },
      ],
    });
    expect(changedValues(model, base, { ...base, perguntas: [] })).toEqual({ perguntas: [] });
  });

  it('are told apart row by row, by the rows that are other objects and say something else', () => {
    const touched = { ...first, enunciado: 'Fumou?' };
    expect(countChanged(model, base, { ...base, perguntas: [touched, second] })).toBe(1);
    expect(countChanged(model, base, { ...base, nome: 'Outros', perguntas: [first, { ...second }] })).toBe(1);
    expect(countChanged(model, base, { ...base, nome: 'Outros', perguntas: [first] })).toBe(2);
    expect(countChanged(model, base, { ...base, perguntas: [{ ...first, opcoes: '' }, second] })).toBe(0);
    expect(changedValues(model, base, { ...base, perguntas: [touched, second] })).toEqual({
      perguntas: [{ ...one, enunciado: 'Fumou?' }, two],
    });
  });

  it('of a new record begin with the one that must be there, and leave out what is empty and has no default', () => {
    const fresh = defaultValues(model);
    expect(fresh).toEqual({ perguntas: [{ tipo: 'SIM_NAO', obrigatoria: true }] });
    expect(newValues(model, { nome: 'X', perguntas: [{ enunciado: 'A', opcoes: '', tipo: 'SIM_NAO' }] })).toEqual({
      nome: 'X',
      perguntas: [{ enunciado: 'A', tipo: 'SIM_NAO', obrigatoria: null }],
    });
    expect(newValues(model, { nome: 'X', perguntas: [] })).toEqual({ nome: 'X' });
  });

  it('are found by the path that a refusal names', () => {
    expect(
      ['nome', 'perguntas.1.enunciado', 'perguntas.7.enunciado', 'nada.0'].map((path) => valueAt(base, path)),
    ).toEqual(['Hábitos', 'Bebe?', undefined, undefined]);
  });

  it('are named by their labels where a list has no room', () => {
    const [child] = model.entity.children;
    expect(child && rowLabels(model, child, rowsOf(base))).toEqual(['Fuma?', 'Bebe?']);
    expect(child && rowLabels(model, child, undefined)).toEqual([]);
  });

  it('stand in the section that names them', () => {
    expect(formSections(model, () => true).at(-1)).toEqual({ title: 'Perguntas', columns: ['perguntas'] });
  });
});

describe('relations inside rows', () => {
  it('bring their related rows by the path of the field, and their id where the column is not there', async () => {
    const inter = await realScreen('/intercambios');
    const target = {
      field: 'banco',
      column: 'banco_id',
      entity: 'banco',
      path: '/bancos',
      call: null,
      minimum: 2,
      single: false,
      date: null,
      where: [],
      opens: false,
      create: false,
      select: 'id',
      label: [],
    };
    const items = { properties: { id: {}, banco_id: {} } };
    const withRelation = {
      ...inter,
      childRelations: { contatos: [target] },
      form: { ...inter.form, schema: { properties: { contatos: { items } } } },
    };
    const record = {
      id: 1,
      banco: { id: 3 },
      contatos: [
        { id: 8, banco: { id: 4 } },
        { id: 9, banco: null },
      ],
    };
    expect(relationRows(withRelation, record)).toEqual({
      cidade_id: [],
      banco_id: [{ id: 3 }],
      'contatos.banco_id': [{ id: 4 }],
    });
    expect(recordValues(withRelation, record)).toEqual({ contatos: [{ id: 8, banco_id: 4 }, { id: 9 }] });
  });
});

describe('the columns of a line', () => {
  it('share the width by the kind of field, a check keeps its own', () => {
    expect(
      lineColumns([
        { 'ui:options': { span: 12 } },
        { 'ui:options': { span: 4 } },
        { 'ui:widget': 'checkbox', 'ui:options': { span: 3 } },
      ]),
    ).toEqual({ template: 'minmax(192px, 3fr) minmax(128px, 1.4fr) 84px', least: 128 + 192 + 128 + 84 + 3 * 8 });
  });
});
