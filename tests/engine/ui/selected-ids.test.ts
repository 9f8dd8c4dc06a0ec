import { describe, expect, it } from 'vitest';
import { batchLimit as serverLimit } from '../../../engine/contract/batch.ts';
import { batchLimit, readSelectedIds } from '../../../engine/ui/runtime/selected-ids.ts';
import type { Selection } from '../../../engine/ui/runtime/selection.ts';
import { everything } from '../../../engine/ui/runtime/selection.ts';
import { createStore } from '../../../engine/ui/store/create-store.ts';

/** A server of so many rows, with ids from 1 on, a thousand a page; `asked` holds the queries it was sent. */
const serverOf = (total: number) => {
  const asked: URLSearchParams[] = [];
  const answer = async (request: Request | URL | string): Promise<Response> => {
    const params = new URLSearchParams(String(request).split('?')[1]);
    asked.push(params);
    const from = Number(params.get('cursor') ?? 0);
    const until = Math.min(total, from + Number(params.get('limit')));
    const ids = Array.from({ length: until - from }, (_, index) => ({ id: from + index + 1 }));
    return new Response(JSON.stringify(ids), {
      headers: until < total ? { 'fichario-next-cursor': String(until) } : {},
    });
  };
  return { asked, answer };
};

const read = async (total: number, selection: Selection, told: (count: number) => boolean = () => true) => {
  const { asked, answer } = serverOf(total);
  const original = globalThis.fetch;
  globalThis.fetch = answer;
  try {
    const { dispatch } = createStore({ networkFailure: 'sem rede' });
    const ids = await readSelectedIds(dispatch, { path: '/a', filter: 'x=eq.1&q=b', selection }, told);
    return { ids, asked };
  } finally {
    globalThis.fetch = original;
  }
};

describe('the ids of a selection', () => {
  it('are its own where it names them, and nothing is asked', async () => {
    expect(await read(10, { kind: 'some', ids: [7, 3] })).toEqual({ ids: [7, 3], asked: [] });
  });

  it('are all that the filter finds, page by page, but those left out', async () => {
    const { ids, asked } = await read(2500, { kind: 'all', except: [2, 2400] });
    expect([ids.length, ids.slice(0, 3), ids.at(-1)]).toEqual([2498, [1, 3, 4], 2500]);
    expect(asked.map((params) => Object.fromEntries(params))).toEqual(
      [undefined, '1000', '2000'].map((cursor) => ({
        x: 'eq.1',
        q: 'b',
        select: 'id',
        order: 'id.asc',
        limit: '1000',
        ...(cursor === undefined ? {} : { cursor }),
      })),
    );
  });

  it('are read no further once nobody waits for them', async () => {
    const counts: number[] = [];
    const { asked } = await read(9000, everything, (count) => {
      counts.push(count);
      return count < 2000;
    });
    expect([counts, asked.length]).toEqual([[1000, 2000], 2]);
  });

  it('are more than a batch takes one page beyond the limit, and no further', async () => {
    // Its own copy: that of the contract would bring all its schemas along.
    expect(batchLimit).toBe(serverLimit);
    const { ids, asked } = await read(batchLimit + 5000, everything);
    expect([ids.length > batchLimit, asked.length]).toEqual([true, batchLimit / 1000 + 1]);
    expect((await read(batchLimit, everything)).ids.length).toBe(batchLimit);
  });
});
