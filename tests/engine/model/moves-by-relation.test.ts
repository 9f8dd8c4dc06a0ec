/** Transitions whose condition reads what relations point at: what is read for it, and where nothing may be read. */
import { expect, it } from 'vitest';
import { movesByRelationFiles } from '../api/moves-by-relation-files.ts';
import type { Spoil } from './compile-spoiled.ts';
import { compileSpoiled, problemsIn } from './compile-spoiled.ts';

const file = 'schemas/teste/tambores/columns.json';
const liberar = "lote.situacao in ['CONFERIDO', 'VAZIO']";

const compiled = (...spoil: Spoil) => compileSpoiled(movesByRelationFiles, { at: file, spoil });
const problemsOf = (...spoil: Spoil) => problemsIn(compiled(...spoil));

it('say what is to be read for their condition, and nothing where it reads its record alone', () => {
  const { model } = compiled();
  const told = model.entities['tambor']?.states?.transitions.map(({ name, when }) => [
    name,
    when?.reads,
    when?.targets,
  ]);
  expect(told).toEqual([
    ['liberar', ['lote_id.situacao'], [{ relation: 'lote_id', entity: 'lote', columns: ['situacao'] }]],
    ['guardar', undefined, undefined],
    [
      'retirar',
      ['lote_id.armazem_id.aberto'],
      [
        { relation: 'lote_id', entity: 'lote', columns: ['armazem_id'] },
        { relation: 'lote_id.armazem_id', entity: 'armazem', columns: ['aberto'] },
      ],
    ],
    ['avaliar', ['reservado', 'lote_id.situacao'], [{ relation: 'lote_id', entity: 'lote', columns: ['situacao'] }]],
  ]);
});

const beyond = (path: string): string =>
  `'${path}' aponta para outro registro, e os campos dele só se leem em x-rules, nas transições e no when das ações, por no máximo duas relações seguidas`;

it.each([
  ['a name that is not there', liberar, "lote.situacaa == 'VAZIO'", "não existe 'lote.situacaa'", 'situacao'],
  [
    'a code that is none of the list',
    liberar,
    "lote.situacao == 'FECHADO'",
    "'FECHADO' não é um valor da lista: ABERTO, CONFERIDO, VAZIO",
    undefined,
  ],
  [
    'a value that is no condition',
    liberar,
    'lote.numero',
    'a expressão deve dar verdadeiro ou falso, e dá um texto',
    undefined,
  ],
  ['a field of no relation', liberar, 'nome.tamanho == 1', "'nome' não tem campos", undefined],
  ['a relation behind two', liberar, "lote.armazem.agencia.nome == 'x'", beyond('lote.armazem.agencia'), undefined],
])('are refused for %s', (_what, text, other, problem, suggestion) => {
  expect(problemsOf([text, other])).toEqual([['MODEL_EXPRESSION', problem, suggestion]]);
});

const hiding = (fields: object) => {
  const hidden = compileSpoiled(movesByRelationFiles, { at: file, overlay: { fields } });
  return problemsIn(hidden).map(([code, problem]) => [code, problem]);
};

const never = (name: string, when: string) => [
  'OVERLAY_HIDDEN_MOVE',
  `a transição '${name}' nunca se faz: «${when}» não se cumpre`,
];

it.each([
  [
    'the relation of the record, with which it never holds',
    { tambor: { lote: { visible: false } } },
    [
      never('Avaliar', "!reservado && lote.situacao == 'ABERTO'"),
      never('Liberar', "lote.situacao in ['CONFERIDO', 'VAZIO']"),
      never('Retirar', 'lote.armazem.aberto'),
      ['OVERLAY_WEAKENS', "oculto, 'Retirar' não chega mais a 'Lote'"],
      ['OVERLAY_WEAKENS', "oculto, 'Soltar' não chega mais a 'Tambor'"],
    ],
  ],
  [
    'what it reads behind a relation',
    { lote: { armazem: { visible: false } } },
    [never('Retirar', 'lote.armazem.aberto')],
  ],
  ['what is always as it asks', { armazem: { aberto: { visible: false } } }, []],
])('are told of where a client hides %s', (_what, fields, told) => {
  expect(hiding(fields)).toEqual(told);
});
