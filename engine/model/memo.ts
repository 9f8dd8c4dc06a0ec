interface Entry {
  readonly reads: readonly (readonly [name: string, found: unknown])[];
  readonly result: unknown;
}

/**
 * Remembers what was compiled from a document, by the document's identity. `find` looks up what else the result depends
 * on; a result holds as long as each look-up made for it finds the same object again. So twelve clients that patch
 * three documents each compile those three and what names them, and share the rest.
 */
export type Memo = <V, R>(subject: object, find: (name: string) => V, compute: (find: (name: string) => V) => R) => R;

/** Results of one document: of the base, and of each client whose patches reach it. With fewer, clients drive each other out. */
const kept = 16;

/** A memo for one pass; with other catalogues use another. */
export const createMemo = (): Memo => {
  const entries = new WeakMap<object, Entry[]>();
  return <V, R>(subject: object, find: (name: string) => V, compute: (find: (name: string) => V) => R): R => {
    const known = entries.get(subject) ?? [];
    const valid = known.find((entry) => entry.reads.every(([name, found]) => find(name) === found));
    if (valid !== undefined) {
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
    entries.set(subject, [{ reads: [...reads], result }, ...known.slice(0, kept - 1)]);
    return result;
  };
};
