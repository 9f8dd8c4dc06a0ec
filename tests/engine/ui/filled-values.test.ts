/** What a form sends of fields that a relation fills in: as they stand there, so that what was emptied is not filled again. */
import { describe, expect, it } from 'vitest';
import { changedValues, newValues } from '../../../engine/ui/runtime/record-values.ts';
import { realScreen } from './real-screen.ts';

const model = await realScreen('/pedidos-prorrogacao');
const filled = ['beneficiario_id', 'executante_id', 'profissional_id'];

it('is told of the fields by the screen', () => {
  expect(model.fills).toEqual([
    {
      relation: 'internacao_id',
      title: 'Guia de internação',
      path: '/guias-autorizacao',
      select: 'id,beneficiario_id,executante_id,profissional_solicitante_id',
      fields: [
        { column: 'beneficiario_id', from: 'beneficiario_id' },
        { column: 'executante_id', from: 'executante_id' },
        { column: 'profissional_id', from: 'profissional_solicitante_id' },
      ],
    },
  ]);
});

describe('a new record', () => {
  it('says of each that may be empty what stands there, where there is a relation to fill it', () => {
    expect(newValues(model, { internacao_id: 3, beneficiario_id: 5, executante_id: undefined })).toEqual({
      internacao_id: 3,
      beneficiario_id: 5,
      profissional_id: null,
    });
  });

  it('says nothing of what is empty without one', () => {
    expect(newValues(model, { beneficiario_id: 5 })).toEqual({ beneficiario_id: 5 });
  });
});

describe('a change', () => {
  const before = { internacao_id: 3, beneficiario_id: 5, indicacao_clinica: 'Dor' };

  it('says of each that may be empty what stands there, where the relation is another', () => {
    const changed = changedValues(model, before, { ...before, internacao_id: 4, executante_id: 9 });
    expect(changed).toEqual({ internacao_id: 4, executante_id: 9, profissional_id: null });
  });

  it('says nothing of them else', () => {
    expect(Object.keys(changedValues(model, before, { ...before, indicacao_clinica: 'Febre' }))).toEqual([
      'indicacao_clinica',
    ]);
    expect(filled.some((name) => name in changedValues(model, before, { ...before }))).toBe(false);
  });
});

describe('rows that a record owns', async () => {
  const items = await realScreen('/solicitacoes-adesoes');
  const names = [
    'nome',
    'codigo',
    'cpf',
    'data_nascimento',
    'sexo',
    'grau_parentesco_id',
    'nome_mae',
    'estado_civil_id',
    'cns',
  ];
  const sent = (dependentes: readonly object[]) => newValues(items, { dependentes })['dependentes'];

  it('are told of by the screen, by their list', () => {
    expect(items.rowFills).toEqual({
      dependentes: [
        {
          relation: 'beneficiario_id',
          title: 'Beneficiário',
          path: '/beneficiarios',
          select: `id,${names.join(',')}`,
          fields: names.map((column) => ({ column, from: column })),
        },
      ],
    });
  });

  it('say of each that may be empty what stands there, where there is a relation to fill it', () => {
    const begun = {
      vinculo: 'DEPENDENTE',
      universitario: false,
      portabilidade: false,
      cobertura_parcial_temporaria: false,
    };
    const row = { ...begun, beneficiario_id: 3, nome: 'Ana', cpf: undefined };
    const other = { ...begun, nome: 'Bento' };
    const empty = { codigo: null, cpf: null, estado_civil_id: null, cns: null };
    expect(sent([row, other])).toEqual([{ ...row, ...empty }, other]);
    const [change] = changedValues(items, { dependentes: [] }, { dependentes: [row] })['dependentes'] as object[];
    expect(change).toEqual({ ...row, ...empty });
  });
});
