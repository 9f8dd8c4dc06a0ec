/** What becomes of random mutations of the product's own files: refused, listed, without effect, or missed. */
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { hasErrors } from '../../../engine/core/issues.ts';
import type { Json } from '../../../engine/core/json.ts';
import { Chance } from '../../../engine/data/samples/chance.ts';
import type { Difference } from '../../../engine/diff/change.ts';
import type { Side } from '../../../engine/diff/compile-side.ts';
import { compileSide, isSound } from '../../../engine/diff/compile-side.ts';
import { listDifferences } from '../../../engine/diff/list-differences.ts';
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
  /** The missed and the misplaced, to be looked at. */
  readonly faults: readonly string[];
}

const overlaps = (a: string, b: string): boolean =>
  a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`) || a === '';

/** The list names the file and a line within what was mutated. */
const isPlaced = (differences: readonly Difference[], file: string, pointers: readonly string[]): boolean =>
  differences.every(({ from, to }) => (to ?? from)?.file === file && ((to ?? from)?.line ?? 0) > 0) &&
  differences.some(({ from, to }) => pointers.some((pointer) => overlaps((to ?? from)?.pointer ?? '', pointer)));

const haveSameModels = (one: Side, other: Side): boolean =>
  one.clients.length === other.clients.length &&
  one.clients.every(({ model }, at) => isDeepStrictEqual(model, other.clients[at]?.model));

/** Runs `count` mutations; the same seed makes the same ones. */
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

  const outcomeOf = (file: string, text: string, pointers: readonly string[], client: string | undefined): Outcome => {
    const clients = client === undefined ? [] : [client];
    const changed = new Map(sources).set(file, text);
    if (hasErrors(loadFiles(changed, memory).issues)) return 'refused';
    const after = compileSide(changed, catalogues, { memory, clients });
    if (!isSound(after)) return 'refused';
    const before = { ...whole, clients: whole.clients.filter(({ name }) => name === undefined || name === client) };
    const differences = listDifferences(before, after);
    if (differences.length === 0) return haveSameModels(before, after) ? 'none' : 'missed';
    return isPlaced(differences, file, pointers) ? 'listed' : 'misplaced';
  };

  for (let done = 0; done < count; ) {
    const chance = new Chance('mutation', seed, done);
    const kind = mutationKinds[done % mutationKinds.length] ?? 'rename';
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
    const outcome = outcomeOf(file, JSON.stringify(mutated.value, null, 2), mutated.pointers, client);
    outcomes[kind][outcome] += 1;
    if (outcome === 'missed' || outcome === 'misplaced')
      faults.push(`${outcome}: ${kind} #${done} ${file}${mutated.pointers}`);
    done += 1;
    progress?.(done, { outcomes, faults });
  }
  return { outcomes, faults };
};
