/** manifest of the build + sizes of its files -> what each step of a visit fetches. Pure. */
import type { Step } from './budgets.ts';

export interface Chunk {
  readonly file: string;
  readonly isDynamicEntry?: boolean;
  readonly imports?: readonly string[];
}
export type Manifest = Readonly<Record<string, Chunk>>;

export interface StepSize {
  readonly name: string;
  /** KB of 1,000 bytes. */
  readonly size: number;
  readonly budget: number;
}

/** The files that a module and all that it imports statically are in. Throws for a module that the build does not have. */
const filesOf = (manifest: Manifest, modules: readonly string[]): ReadonlySet<string> => {
  const files = new Set<string>();
  const visit = (module: string): void => {
    const chunk = manifest[module];
    if (!chunk) throw new Error(`the build has no '${module}'`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    chunk.imports?.forEach(visit);
  };
  modules.forEach(visit);
  return files;
};

/**
 * What each step adds to those before it, in order; then each other module that is fetched on demand, against
 * `otherBudget`, as what it adds to the longest run of steps.
 */
export const measureSteps = (
  manifest: Manifest,
  steps: readonly Step[],
  otherBudget: number,
  sizeOf: (file: string) => number,
): readonly StepSize[] => {
  const fetched = new Map<string, ReadonlySet<string>>();
  const added = (files: ReadonlySet<string>, before: ReadonlySet<string>): number =>
    [...files].filter((file) => !before.has(file)).reduce((sum, file) => sum + sizeOf(file), 0) / 1000;
  const known = steps.map(({ name, after, modules, budget }): StepSize => {
    const before = (after === undefined ? undefined : fetched.get(after)) ?? new Set<string>();
    const files = filesOf(manifest, modules);
    fetched.set(name, new Set([...before, ...files]));
    return { name, size: added(files, before), budget };
  });
  const planned = new Set(steps.flatMap(({ modules }) => modules));
  const all = new Set([...fetched.values()].flatMap((files) => [...files]));
  const others = Object.keys(manifest).filter((name) => manifest[name]?.isDynamicEntry && !planned.has(name));
  return [
    ...known,
    ...others.map((name) => ({ name, size: added(filesOf(manifest, [name]), all), budget: otherBudget })),
  ];
};
