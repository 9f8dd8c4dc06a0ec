/**
 * What files said when they were last loaded: who loads them again and again, as `npm run dev` and tests do, loads what
 * has changed alone. A document that is the same stays the same object, and what was compiled from it holds too.
 */

/** Gives what `make` makes of the parts, or what it made of these very parts before, under this name. */
export type FileMemory = <Made>(name: string, parts: readonly unknown[], make: () => Made) => Made;

/** Makes it each time. */
export const noMemory: FileMemory = (_name, _parts, make) => make();

/** A file and its variants: with this and without that. */
const kept = 3;

interface Known {
  readonly parts: readonly unknown[];
  readonly made: unknown;
}

export const createFileMemory = (): FileMemory => {
  const names = new Map<string, readonly Known[]>();
  return <Made>(name: string, parts: readonly unknown[], make: () => Made): Made => {
    const known = names.get(name) ?? [];
    const found = known.find(
      (one) => one.parts.length === parts.length && one.parts.every((part, index) => part === parts[index]),
    );
    if (found !== undefined) return found.made as Made;
    const made = make();
    names.set(name, [{ parts, made }, ...known.slice(0, kept - 1)]);
    return made;
  };
};
