import { describe, expect, it } from 'vitest';
import { runCrashes } from '../../support/crash-run.ts';
import { everything } from '../../support/drawn-sample.ts';

const rounds = everything ? 10 : 2;

describe.each(['pglite', 'postgres'] as const)('killed while four writers write, on %s', (kind) => {
  it('keeps every acknowledged write, writes nothing by halves and keeps the history whole', {
    timeout: 300_000,
  }, async () => {
    const { acknowledged, lost, torn, gaps, starts } = await runCrashes(kind, rounds);
    expect({ lost, torn, gaps, starts: starts.length }).toEqual({ lost: [], torn: [], gaps: [], starts: rounds });
    expect(acknowledged.inserts).toBeGreaterThan(20 * rounds);
    expect(acknowledged.updates).toBeGreaterThan(20 * rounds);
    expect(acknowledged.batches).toBeGreaterThan(2 * rounds);
  });
});
