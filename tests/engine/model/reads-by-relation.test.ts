/** What transitions read of what relations point at beside their condition: what is read for each, what fits, what a client hides. */
import { expect, it } from 'vitest';
import { ownExpressions } from '../../../engine/model/effects.ts';
import { readsByRelationFiles } from '../api/reads-by-relation-files.ts';
import type { Spoil } from './compile-spoiled.ts';
import { compileSpoiled, problemsIn } from './compile-spoiled.ts';

const file = 'schemas/teste/estadias/columns.json';

const compiled = (...spoil: Spoil) => compileSpoiled(readsByRelationFiles, { at: file, spoil });
const told = (found: ReturnType<typeof compiled>) => problemsIn(found).map(([code, problem]) => [code, problem]);
const problemsOf = (...spoil: Spoil) => told(compiled(...spoil));

const request = (...columns: readonly string[]) => ({ relation: 'pedido_id', entity: 'pedido', columns });

it('each expression says what is to be read for it, and nothing where it reads its record alone', () => {
  const { model, issues } = compiled();
  expect(issues).toEqual([]);
  const [authorise] = model.entities['estadia']?.states?.transitions ?? [];
  expect(authorise && ownExpressions(authorise).map(({ source, targets }) => [source, targets])).toEqual([
    ["pedido.situacao == 'ACEITO'", [request('situacao')]],
    ['quarto.andar <= 3', [{ relation: 'quarto_id', entity: 'quarto', columns: ['andar'] }]],
    ['coalesce(diarias, 0) <= coalesce(pedido.diarias, 99)', [request('diarias')]],
    ['pedido.quarto', [request('quarto_id')]],
    [
      'pedido.quarto.preco',
      [request('quarto_id'), { relation: 'pedido_id.quarto_id', entity: 'quarto', columns: ['preco'] }],
    ],
    ['coalesce(diarias, pedido.diarias)', [request('diarias')]],
  ]);
  const change = authorise?.rows?.[0]?.change;
  expect(change?.fields).toMatchObject([
    {
      key: 'valor',
      value: {
        reads: ['quarto_id.preco'],
        parentReads: ['pedido_id.cobre'],
        targets: [
          { relation: 'quarto_id', entity: 'quarto', columns: ['preco'] },
          { ...request('cobre'), ofOwner: true },
        ],
      },
    },
  ]);
});

it.each([
  [
    'a relation to records of another kind',
    '"quarto":"pedido.quarto","preco"',
    '"quarto":"pedido.dono","preco"',
    "a expressão deve apontar para um registro de 'quarto', e aponta para um de 'bairro'",
  ],
  [
    'a value where it points',
    '"quarto":"pedido.quarto","preco"',
    '"quarto":"pedido.diarias","preco"',
    "a expressão deve apontar para um registro de 'quarto', e dá um número inteiro",
  ],
  [
    'a relation where there is a value',
    '"preco":"pedido.quarto.preco"',
    '"preco":"pedido.quarto"',
    'a expressão deve dar um número decimal, e dá uma relação',
  ],
  [
    'a value of another type',
    '"preco":"pedido.quarto.preco"',
    '"preco":"pedido.numero"',
    'a expressão deve dar um número decimal, e dá um texto',
  ],
  ['a name that is not there, in a rule', 'quarto.andar <= 3', 'quarto.piso <= 3', "não existe 'quarto.piso'"],
  [
    'the same in what an effect gives',
    'empty(quarto) ? pedido.quarto : quarto',
    'empty(quarto) ? pedido.dono : quarto',
    "os dois lados de '?:' diferem: uma relação e uma relação",
  ],
  [
    'a relation of another kind that an effect gives',
    'empty(quarto) ? pedido.quarto : quarto',
    'pedido.dono',
    "a expressão deve apontar para um registro de 'quarto', e aponta para um de 'bairro'",
  ],
])('is refused for %s', (_what, text, other, problem) => {
  expect(problemsOf([text, other])).toEqual([['MODEL_EXPRESSION', problem]]);
});

it('a relation that may point at some records alone is not set, for nobody chooses it', () => {
  const plain = '"quarto":{"title":"Tipo de quarto","x-relation":{"entity":"quarto"';
  const at = 'schemas/teste/estadias/schema.json';
  const spoil: Spoil = [[plain, `${plain},"where":{"nome":"A"}`]];
  expect(told(compileSpoiled(readsByRelationFiles, { at, spoil }))).toEqual([
    [
      'MODEL_TRANSITION',
      "'quarto' só aceita alguns registros ('where' ou 'date' da relação), e o que 'set' dá ninguém escolhe; peça-o em 'fields', ou dê-lhe 'caller()'",
    ],
  ]);
});

const hiding = (fields: object) => told(compileSpoiled(readsByRelationFiles, { at: file, overlay: { fields } }));

const never = (name: string, when: string) => [
  'OVERLAY_HIDDEN_MOVE',
  `a transição '${name}' nunca se faz: «${when}» não se cumpre`,
];
const weakens = (problem: string) => ['OVERLAY_WEAKENS', `oculto, ${problem}`];
const empty = (source: string, name: string) => weakens(`conta como vazio em «${source}», de '${name}'`);

it.each([
  [
    'what is set, given, and read behind two relations',
    { pedido: { quarto: { visible: false } } },
    [
      weakens("'Autorizar' deixa vazio 'Preço da diária' de 'Estadia'"),
      weakens("'Autorizar' deixa vazio 'Tipo de quarto' de 'Estadia'"),
      weakens("'Faturar' deixa vazio 'Valor' de 'Conta'"),
      empty("conta.situacao == 'PAGA' || pedido.quarto.andar == 1", 'Encerrar'),
    ],
  ],
  [
    'the relation that leads to it, with which a rule is always broken',
    { estadia: { pedido: { visible: false } } },
    [
      never('Autorizar', "pedido.situacao == 'ACEITO'"),
      weakens("'Autorizar' deixa vazio 'Preço da diária' de 'Estadia'"),
      weakens("'Autorizar' deixa vazio 'Tipo de quarto' de 'Estadia'"),
      weakens("'Autorizar' deixa vazio 'Valor' de 'Extra'"),
      weakens("'Avaliar' deixa vazio 'Valor' de 'Extra'"),
      weakens("'Chamar' não chega mais a 'Estadia'"),
      weakens("'Encerrar' deixa vazio 'Diárias' de 'Pedido'"),
      weakens("'Encerrar' não chega mais a 'Pedido'"),
      empty('coalesce(diarias, 0) <= coalesce(pedido.diarias, 99)', 'Autorizar'),
      empty("conta.situacao == 'PAGA' || pedido.quarto.andar == 1", 'Encerrar'),
      empty("conta.valor <= pedido.cobre && conta.situacao == 'EMITIDA'", 'Cobrar'),
      weakens("de 'Cobrar' nada segue para 'Conta': «pedido.cobre > 0.0» não se cumpre"),
      weakens("de 'Encerrar' nada segue para 'Conta': «quarto.andar > 1 && parent.pedido.diarias > 0» não se cumpre"),
      weakens("de 'Faturar' nada segue para 'Conta': «parent.pedido.diarias > 1» não se cumpre"),
    ],
  ],
  [
    'what is always as a rule asks, and never as an effect means it',
    { quarto: { andar: { visible: false, default: 2 } } },
    [weakens("de 'Chamar' nada segue para 'Estadia': «quarto.andar != 2» não se cumpre")],
  ],
  [
    'what a rule never finds',
    { quarto: { andar: { visible: false, default: 4 } } },
    [never('Autorizar', 'quarto.andar <= 3')],
  ],
])('is told of where a client hides %s', (_what, fields, found) => {
  expect(hiding(fields)).toEqual(found);
});
