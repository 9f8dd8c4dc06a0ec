import { describe, expect, it } from 'vitest';
import { runCrashes } from '../../support/crash-run.ts';

describe.each(['pglite', 'postgres'] as const)('killed while four writers write, on %s', (kind) => {
  it('keeps every acknowledged write, writes nothing by halves and keeps the history whole', {
    timeout: 300_000,
  }, async () => {
    const { acknowledged, lost, torn, gaps, starts } = await runCrashes(kind, 5);
    expect({ lost, torn, gaps, starts: starts.length }).toEqual({ lost: [], torn: [], gaps: [], starts: 5 });
    expect(acknowledged.inserts).toBeGreaterThan(100);
    expect(acknowledged.updates).toBeGreaterThan(100);
    expect(acknowledged.batches).toBeGreaterThan(10);
  });
});
