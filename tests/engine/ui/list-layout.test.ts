/** How people arrange the columns of a list: whatever they do, what is drawn are columns of the screen, each once. */

import { describe, expect, it } from 'vitest';
import type { ListLayout } from '../../../engine/contract/list-layout.ts';
import { densities } from '../../../engine/contract/list-layout.ts';
import type { GridColumn } from '../../../engine/contract/screen-model.ts';
import {
  arrangeColumns,
  canMove,
  isArranged,
  parseLayout,
  sameLayout,
  withColumn,
  withMove,
  withPinned,
  withShown,
  withWidth,
} from '../../../engine/ui/runtime/list-layout.ts';
import { parseListSetting } from '../../../engine/ui/runtime/list-setting.ts';
import fc from '../../support/laws.ts';

const column = (key: string): GridColumn => ({
  key,
  path: [key],
  title: key.toUpperCase(),
  cell: 'text',
  width: 100,
  sortable: true,
  orderBy: key,
  entity: 'e',
  field: key,
  needs: [[key]],
});
const screen = { columns: ['a', 'b', 'c'].map(column), moreColumns: ['d', 'e'].map(column) };
const drawn = (layout: ListLayout): string[] =>
  arrangeColumns(screen, layout).map(({ key, pinned }) => (pinned ? `|${key}` : key));

const key = fc.constantFrom('a', 'b', 'c', 'd', 'e');
type Act = (layout: ListLayout) => ListLayout;
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.tuple(key, fc.boolean()).map(
    ([name, on]): Act =>
      (layout) =>
        withColumn(screen, layout, name, on),
  ),
  fc.tuple(key, fc.constantFrom(-1 as const, 1 as const)).map(
    ([name, step]): Act =>
      (layout) =>
        withMove(screen, layout, name, step),
  ),
  fc.tuple(key, fc.boolean()).map(
    ([name, on]): Act =>
      (layout) =>
        withPinned(layout, name, on),
  ),
  fc.tuple(key, fc.integer({ min: -10, max: 5000 })).map(
    ([name, width]): Act =>
      (layout) =>
        withWidth(layout, name, width),
  ),
);
const layouts = fc
  .array(act, { maxLength: 20 })
  .map((acts) => acts.reduce<ListLayout>((layout, one) => one(layout), {}));

describe('the columns of a list', () => {
  it.each<[string, ListLayout, string[]]>([
    ['are those of the screen', {}, ['a', 'b', 'c']],
    ['are those chosen, in their order', { shown: ['e', 'a'] }, ['e', 'a']],
    ['pass over what is no more, and what comes twice', { shown: ['x', 'b', 'b', 'a'] }, ['b', 'a']],
    ['are those of the screen where nothing chosen is left', { shown: ['x'] }, ['a', 'b', 'c']],
    ['have those that are pinned first', { pinned: ['c', 'x'] }, ['|c', 'a', 'b']],
  ])('%s', (_what, layout, keys) => {
    expect(drawn(layout)).toEqual(keys);
  });

  it('come and go, but never all of them', () => {
    const added = withColumn(screen, {}, 'd', true);
    expect(drawn(added)).toEqual(['a', 'b', 'c', 'd']);
    expect(drawn(withColumn(screen, added, 'a', false))).toEqual(['b', 'c', 'd']);
    const one: ListLayout = { shown: ['b'] };
    expect(withColumn(screen, one, 'b', false)).toBe(one);
    expect(withColumn(screen, { pinned: ['a'] }, 'a', false)).toEqual({ shown: ['b', 'c'] });
  });

  it('move among themselves, pinned among pinned', () => {
    expect(drawn(withMove(screen, {}, 'a', 1))).toEqual(['b', 'a', 'c']);
    expect(drawn(withMove(screen, {}, 'c', -1))).toEqual(['a', 'c', 'b']);
    expect([canMove(screen, {}, 'a', -1), canMove(screen, {}, 'c', 1), canMove(screen, {}, 'd', 1)]).toEqual([
      false,
      false,
      false,
    ]);
    const pinned: ListLayout = { pinned: ['b'] };
    expect(canMove(screen, pinned, 'a', -1)).toBe(false);
    expect(withMove(screen, pinned, 'a', -1)).toBe(pinned);
  });

  it('are not written down where they are the screen’s own again', () => {
    const moved = withMove(screen, {}, 'a', 1);
    expect(withMove(screen, moved, 'a', -1)).toEqual({});
    expect(withShown(screen, { density: 'compact' }, ['a', 'b', 'c'])).toEqual({ density: 'compact' });
    expect(isArranged(screen, { density: 'compact' })).toBe(false);
    expect(isArranged(screen, { widths: { a: 90 } })).toBe(true);
  });

  it('stay known columns, each once, with a width within reason, whatever is done', () => {
    fc.assert(
      fc.property(layouts, (layout) => {
        const keys = arrangeColumns(screen, layout).map((one) => one.key);
        expect(keys.length).toBeGreaterThan(0);
        expect(new Set(keys).size).toBe(keys.length);
        expect(['a', 'b', 'c', 'd', 'e']).toEqual(expect.arrayContaining(keys));
        for (const width of Object.values(layout.widths ?? {})) expect(width >= 48 && width <= 1600).toBe(true);
      }),
    );
  });

  it('go back where they came from', () => {
    fc.assert(
      fc.property(layouts, key, fc.constantFrom(-1 as const, 1 as const), (layout, name, step) => {
        fc.pre(canMove(screen, layout, name, step));
        const back = withMove(screen, withMove(screen, layout, name, step), name, step === 1 ? -1 : 1);
        expect(sameLayout(screen, back, layout)).toBe(true);
      }),
    );
  });

  it('are read again from JSON as they were', () => {
    const kept = fc.tuple(layouts, fc.option(fc.constantFrom(...densities), { nil: undefined }));
    fc.assert(
      fc.property(kept, ([layout, density]) => {
        const whole: ListLayout = density === undefined ? layout : { ...layout, density };
        expect(parseLayout(JSON.parse(JSON.stringify(whole)))).toEqual(whole);
      }),
    );
  });

  it.each([
    [null, {}],
    ['x', {}],
    [[], {}],
    [{ shown: 'a', widths: [], pinned: 1, density: 'huge' }, {}],
    [
      { shown: ['a', 1], widths: { a: 'x', b: 1e9, c: 90 } },
      { shown: ['a'], widths: { c: 90 } },
    ],
  ])('are read from %j as %j', (stored, layout) => {
    expect(parseLayout(stored)).toEqual(layout);
  });
});

describe('the setting of a list', () => {
  const none = { layout: {}, pageSize: undefined, view: undefined, start: undefined };
  it.each([
    ['x', undefined],
    [null, undefined],
    [{}, none],
    [{ pageSize: 0, start: -1, view: { id: 1.5 } }, none],
    [{ pageSize: 5000, view: null, layout: 7 }, none],
    [
      { pageSize: 50, start: 3, view: { id: 3, layout: { shown: ['a'] } }, layout: { pinned: ['b'] } },
      { pageSize: 50, start: 3, view: { id: 3, layout: { shown: ['a'] } }, layout: { pinned: ['b'] } },
    ],
  ])('%j is read as %j', (stored, setting) => {
    expect(parseListSetting(stored)).toEqual(setting);
  });
});
