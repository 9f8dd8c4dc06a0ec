/** Demonstration records go through their states with the records that each transition means. */
import { expect, it } from 'vitest';
import { Chance } from '../../../engine/data/samples/chance.ts';
import type { DrawTools } from '../../../engine/data/samples/draw-record.ts';
import { drawRecord } from '../../../engine/data/samples/draw-record.ts';
import { Validators } from '../../../engine/data/validators.ts';
import { loadFiles } from '../../../engine/metadata/load-files.ts';
import { compile } from '../../../engine/model/compile.ts';
import { resolve } from '../../../engine/overlay/resolve.ts';
import { catalogues } from '../../../src/catalogues.ts';
import { narrowedMoveFiles } from '../api/narrowed-move-files.ts';
import { exampleSources } from '../diff/example-sides.ts';

const sources = new Map([
  ...exampleSources,
  ...Object.entries(narrowedMoveFiles).map(([name, value]) => [name, JSON.stringify(value)] as const),
]);
const { model } = compile(resolve(loadFiles(sources), undefined), catalogues);
const today = '2026-11-28';
const tools = (recipe?: () => unknown): DrawTools => ({
  validators: new Validators(),
  recipes: { fields: recipe === undefined ? {} : { causa: recipe }, words: {}, entities: {} },
  moment: { today, timeZone: 'America/Sao_Paulo', now: Date.parse(today) },
});

const causes = (['PERDA', 'DANO', 'VOLTA'] as const).flatMap((tipo, kind) =>
  [1, 2].map((rio_id) => ({ id: kind * 2 + rio_id, tipo, rio_id, ativa: true })),
);
const rows: Readonly<Record<string, readonly object[]>> = { causa: causes, rio: [{ id: 1 }, { id: 2 }], frota: [] };

interface Canoe {
  readonly situacao: string;
  readonly rio_id: number | null;
  readonly causa_id: number | null;
  readonly diario?: readonly { readonly causa_id: number | null }[];
}

const drawAll = (recipe?: () => unknown): readonly Canoe[] => {
  const entity = model.entities['canoa'];
  if (entity === undefined) throw new Error('no canoes');
  return Array.from({ length: 300 }, (_, index) =>
    drawRecord(tools(recipe), entity, {
      chance: new Chance(1, index),
      seed: 1,
      index,
      attempt: 0,
      record: {},
      parent: undefined,
      today,
      rows: (name) => (rows[name] ?? []) as readonly Record<string, unknown>[],
      idAt: (_name, place) => place + 1,
    }),
  ).filter((record) => record !== undefined) as unknown as readonly Canoe[];
};

const kindsOf = (canoes: readonly Canoe[]): ReadonlySet<string | undefined> =>
  new Set(canoes.map(({ causa_id }) => causes.find(({ id }) => id === causa_id)?.tipo));

it('those of a kind, and in rows those that fit the record around', () => {
  const drawn = drawAll();
  const stopped = drawn.filter(({ situacao }) => situacao === 'PARADA');
  expect(kindsOf(stopped)).toEqual(new Set(['PERDA', 'DANO']));
  const noted = drawn.flatMap(({ rio_id, diario = [] }) =>
    diario.map(({ causa_id }) => ({ rio_id, cause: causes.find(({ id }) => id === causa_id) })),
  );
  expect(noted.length).toBeGreaterThan(20);
  const odd = noted.filter(
    ({ rio_id, cause }) => cause?.tipo !== 'DANO' || (rio_id !== null && cause.rio_id !== rio_id),
  );
  expect(odd).toEqual([]);
});

it('and not what a recipe has for fields of that name', () => {
  const stopped = drawAll(() => 6).filter(({ situacao }) => situacao === 'PARADA');
  expect(stopped.length).toBeGreaterThan(10);
  expect(kindsOf(stopped)).toEqual(new Set(['PERDA', 'DANO']));
});
