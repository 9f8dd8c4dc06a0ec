/** Laws of merging rows, with random lists: rows changed, moved, taken out and added on either side. */

import { expect, it } from 'vitest';
import type { MergeSide, OwnedRow } from '../../../engine/ui/runtime/merge-rows.ts';
import { mergeRows } from '../../../engine/ui/runtime/merge-rows.ts';
import fc from '../../support/laws.ts';

const names = ['a', 'b'];
const always = (side: MergeSide) => () => side;
const merge = (base: readonly OwnedRow[], mine: readonly OwnedRow[], theirs: readonly OwnedRow[], side: MergeSide) =>
  mergeRows(names, { base, mine, theirs }, always(side));

const value = fc.constantFrom(undefined, 'x', 'y', 'z');
const cells = fc.record({ a: value, b: value });
const row = (id: number | undefined, { a, b }: { a?: string | undefined; b?: string | undefined }): OwnedRow => ({
  ...(id === undefined ? {} : { id }),
  ...(a === undefined ? {} : { a }),
  ...(b === undefined ? {} : { b }),
});
const bases = fc.array(cells, { maxLength: 5 }).map((rows) => rows.map((one, index) => row(index + 1, one)));

/** What somebody made of the base: some rows gone, some with other cells, in any order, new ones between. */
const edited = (base: readonly OwnedRow[], newId: (index: number) => number | undefined) =>
  fc
    .record({
      kept: fc.shuffledSubarray([...base]),
      cells: fc.array(fc.option(cells), { minLength: base.length, maxLength: base.length }),
      added: fc.array(fc.record({ at: fc.nat(6), cells }), { maxLength: 3 }),
    })
    .map(({ kept, cells: other, added }) => {
      const rows = kept.map((one, index) => {
        const given = other[index];
        return given ? row(Number(one['id']), given) : one;
      });
      for (const [index, { at, cells: given }] of added.entries()) rows.splice(at, 0, row(newId(index), given));
      return rows;
    });
const versions = bases.chain((base) =>
  fc.record({
    base: fc.constant(base),
    mine: edited(base, () => undefined),
    theirs: edited(base, (index) => 100 + index),
  }),
);
const sides = fc.constantFrom<MergeSide>('mine', 'theirs');
const text = (rows: readonly OwnedRow[]) => rows.map(({ id: _id, ...one }) => JSON.stringify(one));

it('gives my rows where the others changed nothing, and theirs where I did not', () => {
  fc.assert(
    fc.property(versions, sides, ({ base, mine, theirs }, side) => {
      expect(merge(base, mine, base, side)).toEqual({ rows: mine, conflicts: [] });
      expect(merge(base, base, theirs, side)).toEqual({ rows: theirs, conflicts: [] });
    }),
  );
});

it('gives the change that both sides made, once', () => {
  fc.assert(
    fc.property(versions, sides, ({ base, theirs }, side) => {
      const mine = theirs.map((one) => (Number(one['id']) >= 100 ? row(undefined, one) : one));
      expect(merge(base, mine, theirs, side)).toEqual({ rows: theirs, conflicts: [] });
    }),
  );
});

/** Two edits of one base that touch different rows, in different gaps, and of which one alone moves rows. */
const disjoint = fc
  .array(cells, { minLength: 1, maxLength: 6 })
  .chain((all) => {
    const base = all.map((one, index) => row(index + 1, one));
    const touch = fc.record({ side: fc.boolean(), act: fc.constantFrom('keep', 'change', 'remove', 'add'), cells });
    return fc.record({
      base: fc.constant(base),
      touches: fc.array(touch, { minLength: base.length, maxLength: base.length }),
      order: fc.shuffledSubarray(
        base.map((_one, index) => index),
        { minLength: base.length },
      ),
    });
  })
  .map(({ base, touches, order }) => {
    const made = (side: boolean, places: readonly number[]): readonly OwnedRow[] =>
      places.flatMap((place) => {
        const [one, touch] = [base[place], touches[place]];
        if (one === undefined || touch === undefined) return [];
        if (touch.side !== side || touch.act === 'keep') return [one];
        if (touch.act === 'remove') return [];
        if (touch.act === 'change') return [row(place + 1, touch.cells)];
        return [one, { ...row(undefined, touch.cells), b: `new ${place}` }];
      });
    return {
      base,
      one: made(true, order),
      other: made(
        false,
        base.map((_one, index) => index),
      ),
    };
  });

it('gives the same whoever was first, where the two changed different rows', () => {
  const stored = (rows: readonly OwnedRow[]) =>
    rows.map((one, index) => (one['id'] === undefined ? { id: 100 + index, ...one } : one));
  fc.assert(
    fc.property(disjoint, ({ base, one, other }) => {
      const first = merge(base, one, stored(other), 'mine');
      const second = merge(base, other, stored(one), 'mine');
      expect([first.conflicts, second.conflicts]).toEqual([[], []]);
      expect(text(first.rows)).toEqual(text(second.rows));
    }),
  );
});

it('loses nothing silently: each change is in the result, or its row is a conflict', () => {
  fc.assert(
    fc.property(versions, sides, ({ base, mine, theirs }, side) => {
      const { rows, conflicts } = merge(base, mine, theirs, side);
      const asked = new Set(conflicts.map(({ place }) => place.split('.')[0]));
      for (const read of base) {
        const id = read['id'];
        const [my, their, now] = [mine, theirs, rows].map((all) => all.find((one) => one['id'] === id));
        if (asked.has(String(id))) continue;
        expect(now === undefined).toBe(my === undefined || their === undefined);
        if (!now || !my || !their) continue;
        for (const name of names) {
          if (my[name] !== read[name]) expect(now[name]).toBe(my[name]);
          if (their[name] !== read[name]) expect(now[name]).toBe(their[name]);
        }
      }
      for (const added of [...mine, ...theirs].filter(({ id }) => id === undefined || Number(id) >= 100))
        expect(text(rows)).toContain(text([added])[0]);
      const ids = rows.flatMap(({ id }) => (id === undefined ? [] : [id]));
      expect(new Set(ids).size).toBe(ids.length);
      const stored = theirs.map(({ id }) => id);
      for (const id of ids) expect(stored).toContain(id);
    }),
  );
});

it('gives the chosen side at every conflict, and the rest all the same', () => {
  fc.assert(
    fc.property(versions, ({ base, mine, theirs }) => {
      const [my, their] = [merge(base, mine, theirs, 'mine'), merge(base, mine, theirs, 'theirs')];
      expect(my.conflicts.map(({ place }) => place)).toEqual(their.conflicts.map(({ place }) => place));
      for (const found of my.conflicts) {
        const id = Number(found.place.split('.')[0]);
        const chosen = (rows: readonly OwnedRow[]) => rows.find((one) => one['id'] === id);
        if (found.kind === 'cell') {
          expect(chosen(my.rows)?.[found.name]).toBe(found.mine[found.name]);
          expect(chosen(their.rows)?.[found.name]).toBe(found.theirs[found.name]);
        } else if (found.kind === 'row' && found.mine === undefined) {
          expect([chosen(my.rows), chosen(their.rows)]).toEqual([undefined, found.theirs]);
        } else if (found.kind === 'row') {
          expect(chosen(their.rows)).toBeUndefined();
          expect(text(my.rows)).toContain(text([found.mine ?? {}])[0]);
        }
      }
    }),
  );
});

it('keeps the place of a row that was added after one that the other side took out', () => {
  const [one, two, three] = [1, 2, 3].map((id) => ({ id, a: 'x' }));
  if (!one || !two || !three) throw new Error('three rows');
  const added = { id: 100, a: 'new' };
  expect(merge([one, two, three], [one, three], [one, two, added, three], 'mine')).toEqual({
    rows: [one, added, three],
    conflicts: [],
  });
});
