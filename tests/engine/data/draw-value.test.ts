/** Texts of demonstration records by the examples of the files. */
import { describe, expect, it } from 'vitest';
import { Chance } from '../../../engine/data/samples/chance.ts';
import { drawValue } from '../../../engine/data/samples/draw-value.ts';
import type { Draw } from '../../../engine/data/samples/recipe.ts';
import type { Entity, Field } from '../../../engine/model/types.ts';
import { createEntity, createField } from '../../support/small-model.ts';

const examples = ['Faltou o relatório.', 'Guia repetida.', 'Fora do prazo.'];
const draws = (field: Field, entity: Partial<Entity> = {}, draw: Partial<Draw> = {}) =>
  Array.from({ length: 5 }, (_, index) =>
    drawValue(createEntity({ name: 'glosa', title: 'Glosa', fields: [field], ...entity }), field, {
      chance: new Chance(1, 'glosa', index),
      seed: 1,
      index,
      attempt: 0,
      record: {},
      parent: undefined,
      today: '2026-11-20',
      rows: () => [],
      idAt: () => undefined,
      ...draw,
    }),
  );
const motivo = (parts: Partial<Field> = {}) =>
  createField({ name: 'motivo', title: 'Motivo', type: 'text', examples, ...parts });

describe('the examples of a field', () => {
  it('are held by the records in turn', () => {
    expect(draws(motivo())).toEqual([...examples, examples[0], examples[1]]);
    expect(draws(motivo({ type: 'long-text' }))).toEqual([...examples, examples[0], examples[1]]);
    expect(draws(motivo(), { naturalKey: ['guia', 'motivo'] })).toEqual([...examples, examples[0], examples[1]]);
    expect(draws(motivo(), {}, { attempt: 1 })).toEqual([examples[1], examples[2], ...examples]);
  });

  it('are held once each where values must differ', () => {
    const once = [...examples, 'Glosa 4', 'Glosa 5'];
    expect(draws(motivo(), { naturalKey: ['motivo'] })).toEqual(once);
    expect(draws(motivo({ unique: true }), { naturalKey: ['motivo'] })).toEqual(once);
    expect(draws(motivo({ unique: true }), {}, { attempt: 1 }).some((one) => examples.includes(String(one)))).toBe(
      false,
    );
  });

  it('are held by chance in rows that a record owns, each of which begins at the first', () => {
    const drawn = draws(motivo(), {}, { parent: { id: 1 }, index: 0 });
    expect(drawn.every((one) => examples.includes(String(one)))).toBe(true);
    const chances = Array.from({ length: 40 }, (_, at) => {
      const [first] = draws(motivo(), {}, { parent: { id: 1 }, index: 0, chance: new Chance(at) });
      return first;
    });
    expect(new Set(chances)).toEqual(new Set(examples));
  });

  it('are left out where a client asks for another form', () => {
    const codigo = createField({ name: 'codigo', type: 'text', mask: '##', examples: ['A1', 'B2'] });
    expect(draws(codigo)).toEqual(['01', '02', '03', '04', '05']);
    expect(draws({ ...codigo, mask: 'A#' }).slice(0, 3)).toEqual(['A1', 'B2', 'A1']);
  });
});
