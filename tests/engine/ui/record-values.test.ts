import { describe, expect, it } from 'vitest';
import { changedValues, defaultValues, newValues, recordValues } from '../../../engine/ui/runtime/record-values.ts';
import { realScreen } from './real-screen.ts';

const model = await realScreen('/distritos');
const row = { id: 5, versao: 3, codigo: null, nome: 'Centro', ativo: true, cidade: { id: 7, nome: 'Betim', uf: 'MG' } };

describe('the values of a form', () => {
  it('come from the row: relations by id, empty ones left out', () => {
    expect(recordValues(model, row)).toEqual({ nome: 'Centro', ativo: true, cidade_id: 7 });
  });

  it('are sent as what changed, null where a field was emptied', () => {
    const before = recordValues(model, { ...row, codigo: '310670005' });
    expect(changedValues(model, before, { ...before, nome: 'Sede', codigo: undefined })).toEqual({
      codigo: null,
      nome: 'Sede',
    });
    expect(changedValues(model, before, { ...before })).toEqual({});
  });

  it('leave out what is empty in a new record', () => {
    expect(newValues(model, { nome: 'Sede', codigo: '', cidade_id: null })).toEqual({ nome: 'Sede' });
  });

  it('begin with the defaults, and false for a check that must be one or the other', () => {
    const checks = {
      ...model,
      form: {
        ...model.form,
        schema: {
          properties: { a: { type: 'boolean' }, b: { type: ['boolean', 'null'] }, c: { type: 'string', default: 'x' } },
          required: ['a'],
        },
      },
    };
    expect(defaultValues(checks)).toEqual({ a: false, c: 'x' });
  });
});
