/** What is said below the fields of a transition's dialog of what they begin with. */
import { expect, it } from 'vitest';
import { fieldId } from '../../../engine/ui/form/form-ids.ts';
import { begunNotes } from '../../../engine/ui/runtime/begun-notes.ts';
import { createTexts } from '../../../engine/ui/runtime/texts.ts';

const keys = ['transition.begun', 'transition.begun.later', 'transition.begun.each'];
const texts = createTexts(Object.fromEntries(keys.map((key) => [key, key])));
const begun = {
  values: { dia: '2026-01-02', aprovador_id: 1 },
  rows: { itens: { fiscal_id: 1, valor: 2 } },
  later: new Set(['taxa', 'itens.0.prazo']),
};
const proposed = 'transition.begun';

it.each([
  ['one record', true, 'transition.begun.later'],
  ['several', false, 'transition.begun.each'],
])('of %s: that what stands there may be changed, and what comes where nothing does', (_what, one, later) => {
  const { notes } = begunNotes(begun, { one, closed: new Set(), texts });
  expect(notes).toEqual({
    [fieldId('dia')]: proposed,
    [fieldId('aprovador_id')]: proposed,
    [fieldId('itens.0.fiscal_id')]: proposed,
    [fieldId('itens.0.valor')]: proposed,
    [fieldId('taxa')]: later,
    [fieldId('itens.0.prazo')]: later,
  });
});

it('nothing of what the person cannot change', () => {
  const closed = new Set(['aprovador_id', 'itens.0.fiscal_id', 'taxa']);
  const { notes } = begunNotes(begun, { one: true, closed, texts });
  expect(notes).toEqual({
    [fieldId('dia')]: proposed,
    [fieldId('itens.0.valor')]: proposed,
    [fieldId('taxa')]: 'transition.begun.later',
    [fieldId('itens.0.prazo')]: 'transition.begun.later',
  });
  expect(begunNotes({ values: {}, rows: {}, later: new Set() }, { one: true, closed, texts })).toEqual({});
});
