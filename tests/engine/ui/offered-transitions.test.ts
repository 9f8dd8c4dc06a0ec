/** Which transitions of a record are offered where their condition reads what it points at, as far as the row and the rights tell. */
import { expect, it } from 'vitest';
import type { FieldLevel } from '../../../engine/access/access.ts';
import { buildScreenModel } from '../../../engine/contract/build-screen-model.ts';
import type { ScreenModel } from '../../../engine/contract/screen-model.ts';
import { loadFiles } from '../../../engine/metadata/load-files.ts';
import { compile } from '../../../engine/model/compile.ts';
import { resolve } from '../../../engine/overlay/resolve.ts';
import { transitionsOf } from '../../../engine/ui/runtime/fitting.ts';
import { catalogues } from '../../../src/catalogues.ts';
import { holding } from '../../support/grants.ts';
import { movesByRelationFiles } from '../api/moves-by-relation-files.ts';
import { exampleSources } from '../diff/example-sides.ts';

const files = loadFiles(
  new Map([
    ...exampleSources,
    ...Object.entries(movesByRelationFiles).map(
      ([file, value]) => [file, JSON.stringify(value).replaceAll('"banco"', '"bairro"')] as const,
    ),
  ]),
);
const { model } = compile(resolve(files, undefined), catalogues);

const rights = ['tambor', 'lote', 'armazem'].flatMap((entity) => [`${entity}:list`, `${entity}:view`]);
const writes = ['tambor:update', 'lote:update'];
const screenOf = (
  levels: Readonly<Record<string, FieldLevel>> = {},
  pairs: readonly string[] = rights,
): ScreenModel => {
  const screen = model.screens.find(({ path }) => path === '/tambores');
  if (screen?.kind !== 'registry') throw new Error('no registry');
  return buildScreenModel(model, holding([...pairs, ...writes], levels), screen, () => '');
};
const offered = (screen: ScreenModel, row: object): readonly string[] =>
  transitionsOf(screen, { id: 1, versao: 1, ...row }, { today: '2026-01-31', timeZone: 'America/Sao_Paulo' }).map(
    ({ name }) => name,
  );

const kept = { situacao: 'GUARDADO', reservado: false, lote_id: 7 };
const freed = { ...kept, situacao: 'LIBERADO' };
const everything = { kept: ['liberar', 'avaliar'], freed: ['guardar', 'retirar'] };

it('have the list and the record read what tells, in the same call', () => {
  const { behind, needs, select, recordSelect } = screenOf();
  expect(behind).toEqual([
    { key: 'lote_id.situacao', path: ['lote', 'situacao'] },
    { key: 'lote_id.armazem_id.aberto', path: ['lote', 'armazem', 'aberto'] },
  ]);
  expect(needs).toEqual([
    ['situacao'],
    ['lote_id'],
    ['lote', 'situacao'],
    ['lote_id'],
    ['lote', 'armazem_id'],
    ['lote', 'armazem', 'aberto'],
    ['reservado'],
  ]);
  const inside = 'lote(id,situacao,armazem_id,armazem(id,aberto))';
  expect(select).toBe(`id,versao,situacao,lote_id,reservado,nome,${inside}`);
  expect(recordSelect).toContain(inside.replace('id,', 'id,numero,'));
});

it('are those whose condition holds of what the record points at, and of nothing where it points at nothing', () => {
  const screen = screenOf();
  const of = (row: object, lote: object | null) => offered(screen, { ...row, lote });
  expect([
    of(kept, { id: 7, situacao: 'CONFERIDO' }),
    of(kept, { id: 7, situacao: 'ABERTO' }),
    of({ ...kept, reservado: true }, { id: 7, situacao: 'ABERTO' }),
    offered(screen, { ...kept, lote_id: null, lote: null }),
    of(freed, { id: 7, situacao: 'VAZIO', armazem_id: 3, armazem: { id: 3, aberto: true } }),
    of(freed, { id: 7, situacao: 'VAZIO', armazem_id: 3, armazem: { id: 3, aberto: false } }),
    of(freed, { id: 7, situacao: 'VAZIO', armazem_id: null, armazem: null }),
  ]).toEqual([['liberar'], ['avaliar'], [], [], ['guardar', 'retirar'], ['guardar'], ['guardar']]);
});

it('are left to the server where the row does not tell, or what it points at is kept from the user', () => {
  const screen = screenOf();
  expect([
    offered(screen, kept),
    offered(screen, { ...kept, lote: null }),
    offered(screen, { ...freed, lote: { id: 7, situacao: 'VAZIO', armazem_id: 3, armazem: null } }),
  ]).toEqual([everything.kept, everything.kept, everything.freed]);
});

it.each([
  ['the field is hidden', screenOf({ 'lote.situacao': 'hidden' })],
  ['the field is covered', screenOf({ 'lote.situacao': 'masked' })],
  ['the relation is hidden', screenOf({ 'tambor.lote': 'hidden' })],
  ['the other record is not to be read', screenOf({}, ['tambor:list', 'tambor:view'])],
])('are left to the server, and nothing is asked for, where %s', (_what, screen) => {
  expect(screen.behind).toBeUndefined();
  expect(offered(screen, { ...kept, lote: { id: 7 } })).toEqual(everything.kept);
});

it('are left to the server where a relation on the way is hidden', () => {
  const screen = screenOf({ 'lote.armazem': 'hidden' });
  expect(screen.behind?.map(({ key }) => key)).toEqual(['lote_id.situacao']);
  expect(offered(screen, { ...freed, lote: { id: 7, situacao: 'VAZIO' } })).toEqual(everything.freed);
});
