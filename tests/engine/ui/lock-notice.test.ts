/** Whether anything in a closed record may be changed, as far as the row in hand and the rights of who looks tell. */
import { expect, it } from 'vitest';
import type { FieldLevel } from '../../../engine/access/access.ts';
import { buildScreenModel } from '../../../engine/contract/build-screen-model.ts';
import type { ScreenModel } from '../../../engine/contract/screen-model.ts';
import { loadFiles } from '../../../engine/metadata/load-files.ts';
import { compile } from '../../../engine/model/compile.ts';
import { resolve } from '../../../engine/overlay/resolve.ts';
import { closedWhole } from '../../../engine/ui/runtime/lock-notice.ts';
import { createTexts } from '../../../engine/ui/runtime/texts.ts';
import { catalogues } from '../../../src/catalogues.ts';
import { closedFiles } from '../../support/closed-files.ts';
import { holding } from '../../support/grants.ts';
import { lockedFiles } from '../api/locked-files.ts';
import { exampleSources } from '../diff/example-sides.ts';

const files = loadFiles(
  new Map([
    ...exampleSources,
    ...Object.entries({ ...lockedFiles, ...closedFiles }).map(
      ([file, value]) => [file, JSON.stringify(value)] as const,
    ),
  ]),
);
const { model } = compile(resolve(files, undefined), catalogues);

const screenOf = (
  path: string,
  pairs: readonly string[],
  levels: Readonly<Record<string, FieldLevel>> = {},
): ScreenModel => {
  const screen = model.screens.find((one) => one.path === path);
  if (screen?.kind !== 'registry') throw new Error(`no registry at ${path}`);
  return buildScreenModel(model, holding(pairs, levels), screen, () => '');
};

const writes = ['recibo:list', 'recibo:view', 'recibo:update'];
const texts = createTexts({
  'form.locked': '{reason}',
  'form.locked.own': 'por {fields}',
  'form.locked.others': 'com {fields}',
});
const told = (screen: ScreenModel, row: object): string | undefined =>
  closedWhole(screen, texts, { id: 1, versao: 1, ...row }, { today: '2026-01-31', timeZone: 'America/Sao_Paulo' });

it('says why where nothing is open in the record as it is, and nothing where that is not known', () => {
  const screen = screenOf('/recibos', writes);
  expect([
    told(screen, { situacao: 'PAGO', tipo: 'COMUM' }),
    told(screen, { situacao: 'PAGO', tipo: null }),
    told(screen, { situacao: 'PAGO', tipo: 'EXTRA' }),
    told(screen, { situacao: 'PAGO' }),
    told(screen, { situacao: 'ABERTO', tipo: 'COMUM' }),
    told(screen, { tipo: 'COMUM' }),
  ]).toEqual(['por Situação', 'por Situação', undefined, undefined, undefined, undefined]);
});

it('is asked of what the user writes: what rights close leaves nothing open', () => {
  const open = { situacao: 'PAGO', tipo: 'EXTRA' };
  expect(told(screenOf('/recibos', writes, { 'recibo.motivo': 'readOnly' }), open)).toBe('por Situação');
  // Where the lock itself is not to be read nothing is said of it.
  expect(told(screenOf('/recibos', writes, { 'recibo.situacao': 'hidden' }), { tipo: 'COMUM' })).toBeUndefined();
});

it('is never said of a record whose lock excepts what no condition closes', () => {
  const screen = screenOf('/notas', ['nota:list', 'nota:view', 'nota:update']);
  expect(told(screen, { situacao: 'PAGA' })).toBeUndefined();
});

it('has the list read what tells, for who changes records and where it could say anything', () => {
  // What transitions need is the state too.
  const read = (...given: Parameters<typeof screenOf>) => [...new Set(screenOf(...given).needs.map(String))];
  expect(read('/recibos', writes)).toEqual(['situacao', 'tipo']);
  expect(read('/recibos', writes, { 'recibo.motivo': 'readOnly' })).toEqual(['situacao']);
  expect(read('/recibos', ['recibo:list', 'recibo:view'])).toEqual([]);
  expect(screenOf('/notas', ['nota:list', 'nota:view', 'nota:update']).needs).toEqual([['situacao']]);
});

it('is said of what the record points at, where that alone closes it, and read for it', () => {
  const rights = ['canhoto', 'entrega', 'nota'].flatMap((entity) => [`${entity}:list`, `${entity}:view`]);
  const screen = screenOf('/canhotos', [...rights, 'canhoto:update']);
  // With the relations on the way, which tell of a record that is kept from the user.
  expect(screen.needs).toEqual([
    ['entrega_id'],
    ['entrega', 'situacao'],
    ['entrega_id'],
    ['entrega', 'nota_id'],
    ['entrega', 'nota', 'situacao'],
  ]);
  expect([
    told(screen, { entrega: { situacao: 'PAGA', nota: { situacao: 'ABERTA' } } }),
    told(screen, { entrega: { situacao: 'FEITA', nota: { situacao: 'PAGA' } } }),
    told(screen, { entrega: { situacao: 'FEITA', nota: { situacao: 'ABERTA' } } }),
    told(screen, { entrega: null }),
    told(screen, {}),
  ]).toEqual(['com Entrega', 'com Entrega', undefined, undefined, undefined]);
  // Of what may not be read nothing is said, and nothing is asked.
  const blind = screenOf('/canhotos', ['canhoto:list', 'canhoto:view', 'canhoto:update']);
  expect([blind.needs, blind.behind, told(blind, { entrega: { situacao: 'PAGA' } })]).toEqual([
    [],
    undefined,
    undefined,
  ]);
});
