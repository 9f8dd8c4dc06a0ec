/** What an overlay asks less than the base is told of, unless it says why. */
import { describe, expect, it } from 'vitest';
import { compileSide } from '../../../engine/diff/compile-side.ts';
import { listDifferences } from '../../../engine/diff/list-differences.ts';
import type { Client, FieldPatch } from '../../../engine/metadata/client.ts';
import { createFileMemory } from '../../../engine/metadata/file-memory.ts';
import { catalogues } from '../../../src/catalogues.ts';
import { realSources } from '../diff/example-sides.ts';

const memory = createFileMemory();
const file = 'clients/exemplo.json';
const sideOf = (patches?: NonNullable<Client['fields']>) => {
  const client = { name: 'exemplo', title: 'Plano Exemplo', theme: { accent: 'green', logo: 'E' } };
  const text = JSON.stringify({ ...client, ...(patches && { fields: patches }) });
  return compileSide(new Map([...realSources, [file, text]]), catalogues, { memory, clients: ['exemplo'] });
};
const bare = sideOf();

const problemsOf = (entity: string, field: string, patch: FieldPatch): readonly unknown[] =>
  sideOf({ [entity]: { [field]: patch } }).issues.flatMap(({ code, origin, params }) =>
    code === 'OVERLAY_WEAKENS' ? [[origin.pointer, params['problem']]] : [],
  );

const toldOf = (entity: string, field: string, patch: FieldPatch): readonly string[] =>
  listDifferences(bare, sideOf({ [entity]: { [field]: patch } }))
    .filter(({ clients, path }) => clients.includes('exemplo') && path[0] === 'entities' && path[1] === entity)
    .map(({ thing, words, effect }) => `${effect} ${[...thing.slice(1), words].join(' | ')}`);

const hidden = 'autorizacao_intercambio';

describe('an overlay that asks less', () => {
  it.each<[string, string, FieldPatch, string]>([
    [
      hidden,
      'motivo_negativa',
      { visible: false },
      "oculto, o valor deixa de ser pedido quando «situacao == 'NEGADA'» e em 'Autorizar em parte', 'Negar'",
    ],
    [
      hidden,
      'validade',
      { visible: false },
      "oculto, o valor deixa de ser pedido em 'Autorizar', 'Autorizar em parte'",
    ],
    ['banco', 'nome', { required: false }, 'o valor deixa de ser obrigatório'],
    ['banco', 'ispb', { mask: null }, 'a máscara deixa de ser conferida'],
    ['banco', 'ispb', { mask: 'XXXXXXXX' }, 'a máscara aceita o que a da base recusa'],
  ])('of %s.%s by %j is told of, unless it says why', (entity, field, patch, problem) => {
    const [key] = Object.keys(patch);
    expect(problemsOf(entity, field, patch)).toEqual([[`/fields/${entity}/${field}/${key}`, problem]]);
    expect(problemsOf(entity, field, { ...patch, because: 'Assim o quer o cliente.' })).toEqual([]);
  });

  it.each<[string, string, FieldPatch]>([
    ['banco', 'site', { visible: false }],
    ['banco', 'ispb', { required: true }],
    ['banco', 'ispb', { mask: '##.###.###' }],
    // Nobody is asked for it: a transition that only follows is given it.
    ['beneficiario', 'situacao_ans', { visible: false }],
  ])('is not %s.%s by %j', (entity, field, patch) => {
    expect(problemsOf(entity, field, patch)).toEqual([]);
  });
});

describe('a field under a static word', () => {
  it('does not appear always where it is hidden, and nothing asks for it', () => {
    expect(toldOf(hidden, 'motivo_negativa', { visible: false })).toEqual([
      "loses campo 'Motivo da negativa' | deixa de aparecer em telas, arquivos e API",
      "weakens campo 'Motivo da negativa' | deixa de ser obrigatório quando «situacao == 'NEGADA'»",
      'changes muda que contas, condições e regras dependem de cada campo',
      "loses transição 'Autorizar em parte' | o que é pedido perde o campo 'motivo_negativa'",
      "weakens transição 'Autorizar em parte' | o que é obrigatório perde o campo 'motivo_negativa'",
      "loses transição 'Negar' | o que é pedido perde o campo 'motivo_negativa'",
      "weakens transição 'Negar' | o que é obrigatório perde o campo 'motivo_negativa'",
    ]);
  });

  it.each<[string, string, FieldPatch, string]>([
    ['protocolo_reembolso', 'previsao_pagamento', { visible: false }, 'deixa de ser só de leitura'],
    ['protocolo_reembolso', 'previsao_pagamento', { readOnly: true }, 'deixa de ser só de leitura'],
    [hidden, 'motivo_cancelamento', { required: true }, 'deixa de ser obrigatório'],
  ])('%s.%s with %j is not what a condition said no more', (entity, field, patch, words) => {
    const told = toldOf(entity, field, patch);
    expect(told).not.toEqual([]);
    expect(told.filter((line) => line.includes(words))).toEqual([]);
  });
});

it.each([
  ['XXXXXXXX', 'weakens'],
  ['##.###.###', 'changes'],
  ['#######', 'tightens'],
])('of the mask ######## the mask %s %s', (mask, effect) => {
  expect(toldOf('banco', 'ispb', { mask })).toEqual([
    `${effect} campo 'ISPB' | muda a máscara de '########' para '${mask}'`,
  ]);
});
