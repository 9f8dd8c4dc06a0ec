/** Which actions of a row are offered where their condition reads what it points at, as far as the row and the rights tell. */
import { expect, it } from 'vitest';
import type { FieldLevel } from '../../../engine/access/access.ts';
import { buildScreenModel } from '../../../engine/contract/build-screen-model.ts';
import type { ScreenModel } from '../../../engine/contract/screen-model.ts';
import { loadFiles } from '../../../engine/metadata/load-files.ts';
import { compile } from '../../../engine/model/compile.ts';
import { resolve } from '../../../engine/overlay/resolve.ts';
import { actionsOf } from '../../../engine/ui/runtime/fitting.ts';
import { catalogues } from '../../../src/catalogues.ts';
import { holding } from '../../support/grants.ts';
import { readsByRelationFiles } from '../api/reads-by-relation-files.ts';
import { exampleSources } from '../diff/example-sides.ts';

const files = loadFiles(
  new Map([
    ...exampleSources,
    ...Object.entries(readsByRelationFiles).map(
      ([file, value]) => [file, JSON.stringify(value).replaceAll('"banco"', '"bairro"')] as const,
    ),
  ]),
);
const { model } = compile(resolve(files, undefined), catalogues);

// Who only reads has no transitions that would bring the same values.
const rights = ['estadia', 'pedido', 'quarto'].flatMap((entity) => [`${entity}:list`, `${entity}:view`]);
const screenOf = (levels: Readonly<Record<string, FieldLevel>> = {}, pairs = rights): ScreenModel => {
  const screen = model.screens.find(({ path }) => path === '/estadias');
  if (screen?.kind !== 'registry') throw new Error('no registry');
  return buildScreenModel(model, holding(pairs, levels), screen, () => '');
};
const offered = (screen: ScreenModel, row: object): readonly string[] =>
  actionsOf(
    screen,
    { id: 1, versao: 1, nome: 'a', pedido_id: 7, ...row },
    { today: '2026-01-31', timeZone: 'America/Sao_Paulo' },
  ).map(({ name }) => name);
const pedido = (situacao: string, andar: number | null) => ({
  pedido: { id: 7, situacao, quarto_id: 3, quarto: { id: 3, andar } },
});

it('have the list read what tells, in the same call', () => {
  const { behind, needs } = screenOf();
  expect(behind).toEqual([
    { key: 'pedido_id.situacao', path: ['pedido', 'situacao'] },
    { key: 'pedido_id.quarto_id.andar', path: ['pedido', 'quarto', 'andar'] },
  ]);
  expect(needs).toEqual([
    ['nome'],
    ['pedido_id'],
    ['pedido', 'situacao'],
    ['pedido_id'],
    ['pedido', 'quarto_id'],
    ['pedido', 'quarto', 'andar'],
  ]);
});

it('are offered where it holds, and where it is not known', () => {
  const screen = screenOf();
  expect([
    offered(screen, pedido('ACEITO', 2)),
    offered(screen, pedido('ACEITO', 3)),
    offered(screen, pedido('ABERTO', 2)),
    offered(screen, { pedido_id: null, pedido: null }),
    // A request that is kept from the person, and a row that was read without it.
    offered(screen, { pedido: null }),
    offered(screen, {}),
  ]).toEqual([['quartos'], [], [], [], ['quartos'], ['quartos']]);
});

it.each<[what: string, levels: Record<string, FieldLevel>, pairs?: readonly string[]]>([
  ['the records', {}, rights.filter((pair) => !pair.startsWith('pedido:'))],
  ['what is read of them', { 'pedido.situacao': 'hidden' }],
  ['what lies behind a second relation', { 'quarto.andar': 'masked' }],
  ['the relation itself', { 'estadia.pedido': 'hidden' }],
])('whoever may not read %s is offered it, and not told of it', (_what, levels, pairs = rights) => {
  const screen = screenOf(levels, [...pairs]);
  expect(screen.behind).toBeUndefined();
  expect(screen.actions.map(({ name, when }) => [name, when])).toEqual([['quartos', undefined]]);
  expect(offered(screen, pedido('ABERTO', 9))).toEqual(['quartos']);
});
