/** What the dialog of a transition asks of one record: what its conditions keep from it whatever is typed is left out. */
import { describe, expect, it } from 'vitest';
import type { ScreenModel } from '../../../engine/contract/screen-model.ts';
import { fieldsToAsk, toFillIn } from '../../../engine/ui/runtime/fields-to-ask.ts';
import { loadRealProduct, realScreen } from './real-screen.ts';

const guides = await realScreen('/guias-autorizacao');
const members = await realScreen('/beneficiarios');

const asked = (model: ScreenModel, name: string, row: object | undefined): readonly string[] => {
  const transition = model.states?.transitions.find((one) => one.name === name);
  if (transition === undefined) throw new Error(`no transition ${name}`);
  return fieldsToAsk(model, transition, row === undefined ? undefined : { id: 1, versao: 1, ...row });
};

describe('a transition of one record', () => {
  it('asks for the days of a stay where there is a stay', () => {
    const stay = ['diarias_autorizadas', 'acomodacao_autorizada_id'];
    const of = (row: object | undefined) => asked(guides, 'autorizar', row).filter((column) => stay.includes(column));
    expect(of({ tipo_guia: 'INTERNACAO', situacao: 'EM_ANALISE' })).toEqual(stay);
    expect(of({ tipo_guia: 'SP_SADT', situacao: 'EM_ANALISE' })).toEqual([]);
    // Of several some may have a stay, and of one whose kind is not known it cannot be told.
    expect(of(undefined)).toEqual(stay);
    expect(of({ situacao: 'EM_ANALISE' })).toEqual(stay);
  });

  it('asks for the reason of the state that it leads to, from which it still is far', () => {
    expect(asked(guides, 'negar', { tipo_guia: 'SP_SADT', situacao: 'EM_ANALISE' })).toContain('motivo_negativa_id');
  });

  it('asks of a holder alone what becomes of the dependants, though the day of leaving is still to be typed', () => {
    const of = (tipo_vinculo: string) =>
      asked(members, 'cancelar', { tipo_vinculo, situacao: 'ATIVO', data_cancelamento: null });
    expect(of('TITULAR')).toContain('destino_dependentes');
    expect(of('DEPENDENTE')).not.toContain('destino_dependentes');
    expect(of('DEPENDENTE')).toContain('data_cancelamento');
  });
});

it('the dialog begins at what nothing stands in yet, and at its beginning where all is there', () => {
  const columns = ['conta_pagar_id', 'data_pagamento', 'autenticacao'];
  expect(toFillIn(columns, { conta_pagar_id: 7 })).toEqual(['data_pagamento', 'autenticacao']);
  expect(toFillIn(columns, {})).toEqual(columns);
  expect(toFillIn(['validade'], { validade: '2026-12-01' })).toEqual(['validade']);
  // A row that comes has its defaults, and is filled in all the same.
  expect(toFillIn(['motivo_id', 'cartoes'], { motivo_id: 1, cartoes: [{ via: 1 }] })).toEqual(['cartoes']);
});

it('every transition asks for what must have a value, and for no more of one record than of several', async () => {
  const { model } = await loadRealProduct();
  const paths = model.screens.flatMap((screen) => (screen.kind === 'registry' ? [screen.path] : []));
  let transitions = 0;
  for (const path of paths) {
    const screen = await realScreen(path);
    for (const transition of screen.states?.transitions ?? []) {
      transitions += 1;
      const all = fieldsToAsk(screen, transition, undefined);
      const empty = Object.fromEntries(screen.entity.fields.map(({ column }) => [column, null]));
      const of = fieldsToAsk(screen, transition, { ...empty, id: 1, versao: 1 });
      expect(all.filter((column) => of.includes(column))).toEqual(of);
      expect((transition.form?.required ?? []).filter((column) => !of.includes(column))).toEqual([]);
    }
  }
  expect(transitions).toBeGreaterThan(300);
});
