/** Which records a transition means of what a relation may point at: what is taken of it, and what is refused where. */
import { describe, expect, it } from 'vitest';
import { narrowedMoveFiles } from '../api/narrowed-move-files.ts';
import type { Spoil } from './compile-spoiled.ts';
import { compileSpoiled } from './compile-spoiled.ts';

const file = 'schemas/teste/canoas/columns.json';

const compiled = (spoil: Spoil = [], overlay?: object) =>
  compileSpoiled(narrowedMoveFiles, { at: file, spoil, overlay });
type Compiled = ReturnType<typeof compiled>;
const narrowedOf = ({ model }: Compiled) =>
  (model.entities['canoa']?.states?.transitions ?? []).map(({ name, fields, narrowed, rows = [] }) => [
    name,
    [...fields, ...rows.flatMap(({ add }) => add?.asked ?? [])],
    [...(narrowed ?? []), ...rows.flatMap(({ add }) => add?.narrowed ?? [])],
  ]);

const kinds = { field: 'tipo', values: ['PERDA', 'DANO'] };
const back = { field: 'tipo', values: ['VOLTA'] };
const river = { field: 'rio', from: 'rio' };
const harm = { field: 'tipo', values: ['DANO'] };
const above = { field: 'rio', from: 'parent.rio' };

it('is compiled with the names of the fields, which all that asks for them reads as before', () => {
  const whole = compiled();
  expect(whole.issues).toEqual([]);
  expect(narrowedOf(whole)).toEqual([
    ['parar', ['causa'], [{ field: 'causa', where: [kinds] }]],
    ['soltar', ['causa'], [{ field: 'causa', where: [back, river] }]],
    ['vender', ['causa'], []],
    ['anotar', ['causa', 'nota'], [{ field: 'causa', where: [harm, above] }]],
  ]);
});

const own = '/states/transitions/0/fields';
const second = '/states/transitions/1/fields/0/where';
const row = '/states/transitions/3/rows/diario/add/fields';
const asked = '{"field":"causa","where":{"tipo":["PERDA","DANO"]}}';
const given = '"tipo":["PERDA","DANO"]';
const inRow = '{"field":"causa","where":{"tipo":"DANO","rio":{"field":"parent.rio"}}}';

describe('is refused', () => {
  it.each<[string, readonly [string, string], readonly [string, string], string, string?]>([
    [
      'of a field that is not there',
      [asked, asked.replace('causa', 'causas')],
      ['MODEL_FIELD_MISSING', `${own}/0/field`],
      'causas',
      'causa',
    ],
    [
      'of a field that is no relation',
      [asked, `${asked},{"field":"nome","where":{"tipo":"DANO"}}`],
      ['MODEL_TRANSITION', `${own}/1/where`],
      "'nome' não é uma relação, e só de uma relação 'where' escolhe registros",
    ],
    [
      'of a field that is asked for already',
      [asked, `"causa",${asked}`],
      ['MODEL_TRANSITION', `${own}/1/field`],
      "'causa' está duas vezes em 'fields'",
    ],
    [
      'by a field that the target does not have',
      [given, '"tipos":"DANO"'],
      ['MODEL_FIELD_MISSING', `${own}/0/where/tipos`],
      'tipos',
      'tipo',
    ],
    [
      'by a value that is not of its list',
      [given, '"tipo":["PERDA","DANOS"]'],
      ['MODEL_WHERE', `${own}/0/where/tipo/1`],
      'tipo',
      'DANO',
    ],
    ['by a value of another type', [given, '"tipo":true'], ['MODEL_WHERE', `${own}/0/where/tipo`], 'tipo'],
    [
      'by several values of what has no list of them',
      [given, '"nome":["a","b"]'],
      ['MODEL_WHERE', `${own}/0/where/nome`],
      'nome',
    ],
    [
      'by a field that the record does not have',
      ['"rio":{"field":"rio"}', '"rio":{"field":"rios"}'],
      ['MODEL_FIELD_MISSING', `${second}/rio/field`],
      'rios',
      'rio',
    ],
    [
      'by a field of another type',
      ['"rio":{"field":"rio"}', '"rio":{"field":"nome"}'],
      ['MODEL_WHERE', `${second}/rio/field`],
      "'nome' não é do mesmo tipo",
    ],
    [
      'by a field of an owner, of what is no row',
      ['"rio":{"field":"rio"}', '"rio":{"field":"parent.rio"}'],
      ['MODEL_WHERE', `${second}/rio/field`],
      'parent.rio',
    ],
    [
      'where nothing is left of what the field says',
      [given, '"ativa":false'],
      ['MODEL_TRANSITION', `${own}/0/where/ativa`],
      "nenhum registro serve: o campo 'causa' só aceita, por 'x-relation.where', outros valores",
    ],
    [
      'of a field that a row does not have',
      [inRow, inRow.replace('causa', 'causas')],
      ['MODEL_TRANSITION', `${row}/0/field`],
      "'canoa_diario' não tem o campo 'causas'",
      'causa',
    ],
    [
      'of a field of a row that is no relation',
      [`${inRow},"nota"`, `${inRow},{"field":"nota","where":{"tipo":"DANO"}}`],
      ['MODEL_TRANSITION', `${row}/1/where`],
      "'nota' não é uma relação, e só de uma relação 'where' escolhe registros",
    ],
    [
      'of a row by a field that its owner does not have',
      ['"parent.rio"', '"parent.rios"'],
      ['MODEL_FIELD_MISSING', `${row}/0/where/rio/field`],
      'rios',
      'parent.rio',
    ],
  ])('%s', (_, spoil, [code, pointer], params, suggestion) => {
    const { issues } = compiled([spoil]);
    const told = issues.find((one) => one.code === code && Object.values(one.params).join(' ').includes(params));
    expect([told?.origin.file, told?.origin.pointer, told?.suggestion]).toEqual([file, pointer, suggestion]);
  });

  it('in required where it is not asked for, as of any field', () => {
    const { issues } = compiled([['"required":["causa"]', '"required":["rio"]']]);
    expect(issues.map(({ params }) => params)).toContainEqual(
      expect.objectContaining({ problem: "'rio' está em 'required' e não em 'fields'" }),
    );
  });
});

describe('at a client', () => {
  it('goes with what it hides of the target, of the record, or of the transition', () => {
    const hidden = (fields: object) =>
      narrowedOf(compiled([], { fields })).map(([name, , narrowed]) => [name, narrowed]);
    expect(hidden({ causa: { tipo: { visible: false, default: 'DANO' } } })).toEqual([
      ['parar', []],
      ['soltar', [{ field: 'causa', where: [river] }]],
      ['vender', []],
      ['anotar', [{ field: 'causa', where: [above] }]],
    ]);
    expect(hidden({ canoa: { rio: { visible: false } } })).toEqual([
      ['parar', [{ field: 'causa', where: [kinds] }]],
      ['soltar', [{ field: 'causa', where: [back] }]],
      ['vender', []],
      ['anotar', [{ field: 'causa', where: [harm] }]],
    ]);
    const [, loosened] = narrowedOf(compiled([], { fields: { canoa: { causa: { visible: false } } } }));
    expect(loosened).toEqual(['soltar', [], []]);
  });
});
