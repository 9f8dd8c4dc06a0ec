/**
 * Whatever was compiled before, files compile to the same model and the same issues as they do where nothing is
 * remembered. A few files in a row with `npm test`; with `npm run test:all` 150.
 */
import { expect, it } from 'vitest';
import { Chance } from '../../../engine/data/samples/chance.ts';
import type { SourceFiles } from '../../../engine/metadata/documents.ts';
import { loadFiles } from '../../../engine/metadata/load-files.ts';
import { compile } from '../../../engine/model/compile.ts';
import type { Catalogues } from '../../../engine/model/contracts.ts';
import { resolve } from '../../../engine/overlay/resolve.ts';
import { catalogues } from '../../../src/catalogues.ts';
import { everything } from '../../support/drawn-sample.ts';
import { lawSeed } from '../../support/laws.ts';
import { fileMemory, readRealFiles } from '../../support/real-files.ts';
import { mutateJson, mutationKinds } from '../diff/mutate.ts';

const count = everything ? 150 : 8;

const sources = await readRealFiles();
const clients = [...sources.keys()].flatMap((file) => /^clients\/(.+)\.json$/.exec(file)?.[1] ?? []);

/** What the files compile to for the base and some clients, each issue and each model as text. */
const compiled = (files: SourceFiles, some: readonly string[], memoryOf: () => Catalogues): readonly string[] => {
  const raw = loadFiles(files, fileMemory);
  return [undefined, ...some].map((client) => JSON.stringify(compile(resolve(raw, client), memoryOf())));
};

/** Beside all that was compiled with `known` before, and each by itself where nothing was. */
const compileTwice = (known: Catalogues, files: SourceFiles, some: readonly string[]) => ({
  known: compiled(files, some, () => known),
  fresh: compiled(files, some, () => ({ ...catalogues })),
});

const registry = 'schemas/financeiro/contas-pagar/columns.json';

it('a transition that only some clients have, or that a flag puts on, is theirs alone whoever was compiled before', () => {
  const value = JSON.parse(sources.get(registry) ?? '') as {
    entity: string;
    states: { transitions: Record<string, unknown>[] };
  };
  const { entity } = value;
  const [first, second] = value.states.transitions;
  const { flags } = JSON.parse(sources.get('schemas/flags.json') ?? '') as {
    flags: Record<string, { default: boolean }>;
  };
  const own = sources.get(`clients/${clients[0]}.json`) ?? '';
  const [flag] = Object.entries(flags).find(([name, { default: on }]) => !on && !own.includes(`"${name}"`)) ?? [];
  Object.assign(first ?? {}, { clients: [clients[0]] });
  Object.assign(second ?? {}, { flag });
  const warm: Catalogues = { ...catalogues };
  const limited = new Map(sources).set(registry, JSON.stringify(value));
  const texts: number[] = [];
  const transitionsIn = (text: string): string => {
    const { model } = JSON.parse(text) as { model: { entities: Record<string, { states?: unknown }> } };
    return JSON.stringify(model.entities[entity]?.states);
  };
  for (const files of [sources, limited]) {
    const { known, fresh } = compileTwice(warm, files, clients.slice(0, 2));
    expect(known.map((text, at) => text === fresh[at])).toEqual([true, true, true]);
    texts.push(new Set(known.map(transitionsIn)).size);
  }
  // The limits reach the model, or the rest would prove nothing.
  expect(texts).toEqual([1, 3]);
});

it('what is remembered of other files and other clients is never in the way', { timeout: 60 * 60_000 }, () => {
  // Those of which much hangs: states, relations, the code lists and flags that others read.
  const files = [...sources.keys()].filter((file) => /(schema|columns|flags)\.json$|^clients\/|code-lists/.test(file));
  const warm: Catalogues = { ...catalogues };
  compiled(sources, clients, () => warm);
  let compared = 0;
  for (let turn = 0; compared < count; turn += 1) {
    const chance = new Chance('remembered', lawSeed, turn);
    const file = chance.of(files);
    const text = sources.get(file) ?? '';
    const mutated = mutateJson(JSON.parse(text), chance.of(mutationKinds), chance);
    if (mutated === undefined) continue;
    const changed = new Map(sources).set(file, JSON.stringify(mutated.value));
    const told = `${file}, turn ${turn}, LAW_SEED=${lawSeed}`;
    const { known, fresh } = compileTwice(warm, changed, [chance.of(clients)]);
    expect([told, ...known.map((text, at) => text === fresh[at])]).toEqual([told, true, true]);
    compared += 1;
  }
});
