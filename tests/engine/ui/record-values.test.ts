import { describe, expect, it } from 'vitest';
import {
  changedValues,
  defaultValues,
  newValues,
  presentValues,
  recordValues,
} from '../../../engine/ui/runtime/record-values.ts';
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

  it('leave out what is empty in a new record, and say so of what has a default', () => {
    expect(newValues(model, { nome: 'Sede', codigo: '', cidade_id: null, ativo: true })).toEqual({
      nome: 'Sede',
      ativo: true,
    });
    expect(newValues(model, { nome: 'Sede' })).toEqual({ nome: 'Sede', ativo: null });
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

  it('begin with the present where their field does, in the zone of the installation', async () => {
    const { entity, form, ...rest } = await realScreen('/atendimentos');
    const types = ['date', 'month', 'year', 'time', 'date-time'] as const;
    const [first] = entity.fields;
    if (first === undefined) throw new Error('no field');
    const fields = [
      ...types.map((type) => ({ ...first, type, name: type, column: type, beginsNow: true })),
      { ...first, type: 'date-time' as const, name: 'exact', column: 'exact', seconds: true, beginsNow: true },
      { ...first, type: 'date' as const, name: 'plain', column: 'plain' },
      { ...first, type: 'date' as const, name: 'closed', column: 'closed', beginsNow: true },
    ];
    const properties = Object.fromEntries([...types, 'exact', 'plain'].map((name) => [name, { type: 'string' }]));
    const drawn = { ...rest, entity: { ...entity, fields }, form: { ...form, schema: { properties } } };
    expect(presentValues(drawn, 'America/Sao_Paulo', new Date('2027-01-01T02:04:05Z'))).toEqual({
      date: '2026-12-31',
      month: '2026-12',
      year: 2026,
      time: '23:04',
      'date-time': '2026-12-31T23:04:00-03:00',
      exact: '2026-12-31T23:04:05-03:00',
    });
  });

  it('of real registries begin with the day or the moment of what is told over the telephone', async () => {
    const now = new Date('2026-11-22T15:30:00Z');
    expect(presentValues(await realScreen('/atendimentos'), 'America/Sao_Paulo', now)).toEqual({
      data: '2026-11-22T12:30:00-03:00',
    });
  });
});
