/** Counts the records that are moved, created or taken away because of transitions of others. */
import type { BatchFollowed } from '../contract/batch.ts';

export class Followed {
  readonly #counts = new Map<string, BatchFollowed>();

  add(one: BatchFollowed): void {
    const key = JSON.stringify([one.title, one.what, one.transition]);
    this.#counts.set(key, { ...one, rows: (this.#counts.get(key)?.rows ?? 0) + one.rows });
  }

  /** What was tried and is kept joins what was kept before. */
  addAll({ told }: Followed): void {
    for (const one of told) this.add(one);
  }

  get told(): readonly BatchFollowed[] {
    return [...this.#counts.values()];
  }
}
