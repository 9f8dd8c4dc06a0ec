import { describe, expect, it } from 'vitest';
import { runAttachmentCrashes } from '../../support/attachment-crash-run.ts';
import { everything } from '../../support/drawn-sample.ts';

describe.each(['pglite', 'postgres'] as const)('killed while files are sent and saved, on %s', (kind) => {
  it('keeps every acknowledged file whole, tells of none by halves and sweeps what was cut off', {
    timeout: 300_000,
  }, async () => {
    const rounds = everything ? 6 : 1;
    const { acknowledged, lost, unusable, torn, orphans } = await runAttachmentCrashes(kind, rounds);
    expect({ lost, unusable, torn, swept: orphans.after }).toEqual({ lost: [], unusable: [], torn: [], swept: 0 });
    // Of each round the upload that hung at least.
    expect(orphans.before).toBeGreaterThanOrEqual(rounds);
    expect(acknowledged.records).toBeGreaterThanOrEqual(acknowledged.changes);
    expect(acknowledged.changes).toBeGreaterThanOrEqual(rounds * 4);
  });
});
