interface Entry {
  readonly reads: readonly (readonly [name: string, found: unknown])[];
  readonly result: unknown;
  /** The round in which it served last. */
  used: number;
}

/**
 * Remembers what was compiled from a document, by the document's identity. `find` looks up what else the result depends
 * on; a result holds as long as each look-up made for it finds the same object again. So twelve clients that patch
 * three documents each compile those three and what names them, and share the rest.
 */
export type Memo = <V, R>(subject: object, find: (name: string) => V, compute: (find: (name: string) => V) => R) => R;

/** Results of one document: of the base, and of each client whose patches reach it. With fewer, clients drive each other out. */
const kept = 16;
/** What has not served for as many rounds was of files that have changed since: each holds on to a model of its own. */
const lasting = 40;

/** A memo for one pass; with other catalogues use another. `round`: how many compilations there have been. */
export const createMemo = (round: () => number = () => 0): Memo => {
  const entries = new WeakMap<object, Entry[]>();
  return <V, R>(subject: object, find: (name: string) => V, compute: (find: (name: string) => V) => R): R => {
    const known = entries.get(subject) ?? [];
    const valid = known.find((entry) => entry.reads.every(([name, found]) => find(name) === found));
    if (valid !== undefined) {
      valid.used = round();
      // To the front: what serves is kept, however many others are tried meanwhile.
      if (valid !== known[0]) entries.set(subject, [valid, ...known.filter((entry) => entry !== valid)]);
      return valid.result as R;
    }
    const reads = new Map<string, V>();
    const result = compute((name) => {
      const found = find(name);
      reads.set(name, found);
      return found;
    });
    const recent = known.filter(({ used }) => round() - used < lasting);
    entries.set(subject, [{ reads: [...reads], result, used: round() }, ...recent.slice(0, kept - 1)]);
    return result;
  };
};
