/**
 * What becomes of random mutations of the product's own files: refused, listed, without effect, or missed; and of some of
 * those that are listed, made together: each is told of where it is told of alone.
 */
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { hasErrors } from '../../../engine/core/issues.ts';
import type { Json } from '../../../engine/core/json.ts';
import { Chance } from '../../../engine/data/samples/chance.ts';
import type { Difference } from '../../../engine/diff/change.ts';
import type { Side } from '../../../engine/diff/compile-side.ts';
import { compileSide, isSound } from '../../../engine/diff/compile-side.ts';
import { listDifferences } from '../../../engine/diff/list-differences.ts';
import type { SourceFiles } from '../../../engine/metadata/documents.ts';
import { createFileMemory } from '../../../engine/metadata/file-memory.ts';
import { loadFiles, readSourceFiles } from '../../../engine/metadata/load-files.ts';
import { messagesFile } from '../../../engine/metadata/load-messages.ts';
import { catalogues } from '../../../src/catalogues.ts';
import type { MutationKind } from './mutate.ts';
import { mutateJson, mutationKinds } from './mutate.ts';

export type Outcome = 'refused' | 'listed' | 'none' | 'missed' | 'misplaced';
export type Outcomes = Record<MutationKind, Record<Outcome, number>>;

export interface Proof {
  readonly outcomes: Outcomes;
  /** How many differences were looked for among those of several mutations at once. */
  readonly together: number;
  /** The missed and the misplaced, to be looked at. */
  readonly faults: readonly string[];
}

/** A mutation that is told of, by itself. */
interface Listed {
  readonly file: string;
  readonly text: string;
  readonly what: string;
  readonly clients: readonly string[];
  readonly differences: readonly Difference[];
}

const atOnce = 3;
/** How many times as many mutations, at most, so that some of every kind are told of. */
const most = 3;

const saidBy = ({ path, kind, words }: Difference): string => `${kind} ${path.join('/')}: ${words}`;
const placeOf = ({ from, to }: Difference): string => `${(to ?? from)?.file}#${(to ?? from)?.pointer}`;

const overlaps = (a: string, b: string): boolean =>
  a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`) || a === '';

/** The list names the file and a line within what was mutated. */
const isPlaced = (differences: readonly Difference[], file: string, pointers: readonly string[]): boolean =>
  differences.every(({ from, to }) => (to ?? from)?.file === file && ((to ?? from)?.line ?? 0) > 0) &&
  differences.some(({ from, to }) => pointers.some((pointer) => overlaps((to ?? from)?.pointer ?? '', pointer)));

const haveSameModels = (one: Side, other: Side): boolean =>
  one.clients.length === other.clients.length &&
  one.clients.every(({ model }, at) => isDeepStrictEqual(model, other.clients[at]?.model));

/** Runs `count` mutations, and as many more as it takes for one of every kind to be told of; the same seed makes the same. */
export const proveMutations = async (
  count: number,
  seed: number,
  progress?: (done: number, proof: Proof) => void,
): Promise<Proof> => {
  const sources = await readSourceFiles(join(import.meta.dirname, '../../..'));
  const files = [...sources.keys()].filter((file) => file.endsWith('.json') && file !== messagesFile);
  const memory = createFileMemory();
  const whole = compileSide(sources, catalogues, { memory });
  const names = whole.raw.clients.map(({ name }) => name);
  const zeros = (): Record<Outcome, number> => ({ refused: 0, listed: 0, none: 0, missed: 0, misplaced: 0 });
  const outcomes = Object.fromEntries(mutationKinds.map((kind) => [kind, zeros()])) as Outcomes;
  const faults: string[] = [];
  let together = 0;
  let waiting: Listed[] = [];

  const sidesOf = (changed: SourceFiles, clients: readonly string[]): readonly [Side, Side] | undefined => {
    if (hasErrors(loadFiles(changed, memory).issues)) return undefined;
    const after = compileSide(changed, catalogues, { memory, clients });
    const before = whole.clients.filter(({ name }) => name === undefined || clients.includes(name));
    return isSound(after) ? [{ ...whole, clients: before }, after] : undefined;
  };

  const outcomeOf = (mutation: Omit<Listed, 'differences'>, pointers: readonly string[]): Outcome => {
    const { file, text, clients } = mutation;
    const sides = sidesOf(new Map(sources).set(file, text), clients);
    if (sides === undefined) return 'refused';
    const differences = listDifferences(...sides);
    if (differences.length === 0) return haveSameModels(...sides) ? 'none' : 'missed';
    if (!isPlaced(differences, file, pointers)) return 'misplaced';
    if (waiting.every((other) => other.file !== file)) waiting.push({ ...mutation, differences });
    return 'listed';
  };

  /** What is said alone and together is said at the same place. What one does may be undone or worded otherwise by another. */
  const proveTogether = (mutations: readonly Listed[]): void => {
    const changed = new Map([...sources, ...mutations.map(({ file, text }) => [file, text] as const)]);
    const sides = sidesOf(changed, [...new Set(mutations.flatMap(({ clients }) => clients))]);
    if (sides === undefined) return;
    const alone = Map.groupBy(
      mutations.flatMap(({ differences }) => differences),
      saidBy,
    );
    for (const one of listDifferences(...sides)) {
      const others = alone.get(saidBy(one));
      if (others === undefined) continue;
      together += 1;
      if (!others.some((other) => placeOf(other) === placeOf(one)))
        faults.push(
          `together: ${mutations.map(({ what }) => what).join(', ')}: ${saidBy(one)} is told of at ${placeOf(one)}, alone at ${others.map(placeOf).join()} (LAW_SEED=${seed})`,
        );
    }
  };

  /** Of most names only the compiler knows why they may not be others: those are drawn until one may. */
  const next = (done: number): MutationKind | undefined => {
    if (done < count) return mutationKinds[done % mutationKinds.length];
    return done < count * most ? mutationKinds.find((kind) => outcomes[kind].listed === 0) : undefined;
  };

  let kind = next(0);
  for (let done = 0; kind !== undefined; kind = next(done)) {
    const chance = new Chance('mutation', seed, done);
    // Overlays are few beside the screens, and are to be proved as well.
    const overlay = chance.holds(0.25);
    let mutated: ReturnType<typeof mutateJson>;
    let file = '';
    while (mutated === undefined) {
      file = chance.of(files.filter((one) => one.startsWith('clients/') === overlay));
      if (overlay && kind === 'retype') file = chance.of(files.filter((one) => one.endsWith('/schema.json')));
      mutated = mutateJson(JSON.parse(sources.get(file) ?? '') as Json, kind, chance);
    }
    const own = /^clients\/(.+)\.json$/.exec(file)?.[1];
    const client = own ?? (chance.holds(0.25) ? chance.of(names) : undefined);
    const what = `${kind} #${done} ${file}${mutated.pointers}`;
    const clients = client === undefined ? [] : [client];
    const text = JSON.stringify(mutated.value, null, 2);
    const outcome = outcomeOf({ file, text, what, clients }, mutated.pointers);
    outcomes[kind][outcome] += 1;
    if (outcome === 'missed' || outcome === 'misplaced') faults.push(`${outcome}: ${what} (LAW_SEED=${seed})`);
    if (waiting.length === atOnce) {
      proveTogether(waiting);
      waiting = [];
    }
    done += 1;
    progress?.(done, { outcomes, together, faults });
  }
  return { outcomes, together, faults };
};
