/** What fields of transitions begin with: what is compiled, what is refused where, and what a client leaves of it. */
import { describe, expect, it } from 'vitest';
import { loadFiles } from '../../../engine/metadata/load-files.ts';
import { begunMoveFiles } from '../api/begun-move-files.ts';
import type { Spoil } from './compile-spoiled.ts';
import { compileSpoiled } from './compile-spoiled.ts';

const file = 'schemas/teste/carnes/columns.json';

const compiled = (spoil: Spoil = [], overlay?: object) => compileSpoiled(begunMoveFiles, { at: file, spoil, overlay });
const begunOf = ({ model }: ReturnType<typeof compiled>) =>
  Object.fromEntries(
    (model.entities['carne']?.states?.transitions ?? []).map(({ name, begins = [], rows = [] }) => [
      name,
      [...begins, ...rows.flatMap(({ add }) => add?.begins ?? [])].map(({ key, value }) => `${key}: ${value.source}`),
    ]),
  );

const paid = [
  'dia: today()',
  'valor_pago: valor - coalesce(contrato.desconto, 0)',
  "forma: 'PIX'",
  'codigo: nome',
  'favorecido_id: contrato.favorecido',
];

it('is compiled with what each reads', () => {
  const whole = compiled();
  expect(whole.issues).toEqual([]);
  expect(begunOf(whole)).toEqual({
    pagar: paid,
    ratear: ['valor_pago: sum(quotas.map(q, q.valor))'],
    taxar: ['valor_pago: sum(tarifas.map(t, t.valor))'],
    fechar: ['valor_pago: sum(pagamentos.map(p, p.valor))'],
    anotar: ['valor: valor', 'dia: today()'],
    reabrir: [],
  });
});

const own = '/states/transitions/0/fields';
const row = '/states/transitions/4/rows/pagamentos/add/fields';
const amount = '"begins":"valor - coalesce(contrato.desconto, 0)"';
const begins = (field: string, expression: unknown): string => JSON.stringify({ field, begins: expression });

describe('is refused', () => {
  it.each<[string, readonly [string, string], readonly [string, string], string, string?]>([
    [
      'of a field that is not there',
      [begins('dia', 'today()'), begins('diaz', 'today()')],
      ['MODEL_FIELD_MISSING', `${own}/0/field`],
      'diaz',
      'dia',
    ],
    [
      'by a value of another type',
      [amount, '"begins":"nome"'],
      ['MODEL_EXPRESSION', `${own}/1/begins`],
      'pagar.begins',
    ],
    [
      'by a name that is not there, told with the one that is near',
      [amount, '"begins":"valores"'],
      ['MODEL_EXPRESSION', `${own}/1/begins`],
      "não existe 'valores'",
      'valor',
    ],
    [
      'by what is no field of the record that is pointed at',
      [amount, '"begins":"contrato.descontos"'],
      ['MODEL_EXPRESSION', `${own}/1/begins`],
      'descontos',
      'desconto',
    ],
    [
      'by words that want quotes',
      [`"begins":"'PIX'"`, '"begins":"Pix e boleto"'],
      ['MODEL_EXPRESSION', `${own}/2/begins`],
      'pagar.begins',
      `"'Pix e boleto'"`,
    ],
    [
      'by a code that its list does not have',
      [`"begins":"'PIX'"`, `"begins":"valor > 10 ? 'PIX' : 'CHEQUE'"`],
      ['MODEL_TRANSITION', `${own}/2/begins`],
      "'CHEQUE' não é um valor da lista do campo",
    ],
    [
      'by a relation to others',
      ['"begins":"contrato.favorecido"', '"begins":"contrato"'],
      ['MODEL_EXPRESSION', `${own}/4/begins`],
      'pagar.begins',
    ],
    [
      'by a number where none is meant',
      [begins('dia', 'today()'), begins('dia', 3)],
      ['MODEL_EXPRESSION', `${own}/0/begins`],
      'pagar.begins',
    ],
    [
      'of a list of rows',
      [begins('dia', 'today()'), begins('pagamentos', 'today()')],
      ['MODEL_TRANSITION', `${own}/0/field`],
      "'pagamentos' é uma lista de linhas",
    ],
    [
      'of a row by a field of the row, of which there is none yet',
      [begins('valor', 'valor'), begins('valor', 'nota')],
      ['MODEL_EXPRESSION', `${row}/0/begins`],
      "não existe 'nota'",
    ],
    [
      'of a row by the name that the rows of a list have for their owner',
      [begins('valor', 'valor'), begins('valor', 'parent.valor')],
      ['MODEL_EXPRESSION', `${row}/0/begins`],
      'parent',
    ],
  ])('%s', (_, spoil, [code, pointer], params, suggestion) => {
    const { issues } = compiled([spoil]);
    const told = issues.find((one) => one.code === code && Object.values(one.params).join(' ').includes(params));
    expect([told?.origin.file, told?.origin.pointer, told?.suggestion]).toEqual([file, pointer, suggestion]);
  });

  it('where nothing is said beside the name', () => {
    const written = JSON.stringify(begunMoveFiles[file]).replace(begins('dia', 'today()'), '{"field":"dia"}');
    const { issues } = loadFiles(new Map([[file, written]]));
    expect(issues.map(({ code, origin }) => [code, origin.pointer])).toContainEqual([
      'LANGUAGE_VALUE_INVALID',
      `${own}/0`,
    ]);
  });
});

it('an effect must give what is required and begins with nothing', () => {
  const bare = compiled([[begins('valor_pago', 'valor - coalesce(contrato.desconto, 0)'), '"valor_pago"']]);
  expect(bare.issues.map(({ params, origin }) => [origin.file, 'problem' in params && params.problem])).toEqual([
    ['schemas/teste/macos/columns.json', "'pagar' exige 'valor_pago', que o efeito não dá em 'fields'"],
  ]);
});

describe('at a client', () => {
  const hidden = (fields: object) => compiled([], { fields });

  it('goes with the field that it hides', () => {
    expect(begunOf(hidden({ carne: { forma: { visible: false } } }))['pagar']).toEqual(
      paid.filter((one) => !one.startsWith('forma')),
    );
  });

  it('is told of where it hides what the value is worked out from', () => {
    const { issues, ...rest } = hidden({ contrato: { favorecido: { visible: false } } });
    expect(begunOf({ issues, ...rest })['pagar']).toEqual(paid);
    expect(issues.map(({ code, params }) => [code, params])).toEqual([
      ['OVERLAY_WEAKENS', expect.objectContaining({ problem: "oculto, em 'Pagar' o campo 'Favorecido' começa vazio" })],
    ]);
  });
});
