/**
 * What becomes of the answers of `explain` when a property of the files is taken out: whoever cited it as his origin
 * answers otherwise, and whoever answers otherwise had cited it.
 */
import { join } from 'node:path';
import { Refusal } from '../../../engine/core/errors.ts';
import { hasErrors } from '../../../engine/core/issues.ts';
import type { Json } from '../../../engine/core/json.ts';
import { toPointer } from '../../../engine/core/json.ts';
import type { Origin } from '../../../engine/core/origin.ts';
import { same } from '../../../engine/diff/compare.ts';
import type { RawScreen, SourceFiles } from '../../../engine/metadata/documents.ts';
import { editJson } from '../../../engine/metadata/edit-json.ts';
import type { FileMemory } from '../../../engine/metadata/file-memory.ts';
import { createFileMemory } from '../../../engine/metadata/file-memory.ts';
import { loadFiles, readSourceFiles } from '../../../engine/metadata/load-files.ts';
import { messagesFile } from '../../../engine/metadata/load-messages.ts';
import { compile } from '../../../engine/model/compile.ts';
import type { Explainer } from '../../../engine/model/explain.ts';
import { createExplainer } from '../../../engine/model/explain.ts';
import type { Explanation, Model } from '../../../engine/model/types.ts';
import { declarationsOf } from '../../../engine/overlay/base-index.ts';
import { resolve } from '../../../engine/overlay/resolve.ts';
import type { ResolvedFiles } from '../../../engine/overlay/resolved.ts';
import { isPatched } from '../../../engine/overlay/resolved.ts';
import { catalogues } from '../../../src/catalogues.ts';

/** A property, or an item of a list, of a file; `client`: for whom the files are read. */
export interface Place {
  readonly file: string;
  readonly pointer: string;
  readonly client: string | undefined;
}

export interface Proof {
  /** Without the property the files are refused, or answers change, or none does. */
  readonly outcome: 'refused' | 'answered' | 'silent';
  /** How many answers change. */
  readonly changed: number;
  /** Those that change without having cited the property, and those that cite it and do not change. */
  readonly faults: readonly string[];
}

/** Targets of `explain`, and all that the values of their answers may be made of. */
interface Subject {
  readonly targets: readonly string[];
  readonly parts: unknown;
}

interface State {
  readonly explainer: Explainer;
  readonly subjects: ReadonlyMap<string, Subject>;
}

/** What a document says; one that a client changes is made anew each time. */
const said = (document: RawScreen['record' | 'registry' | 'search']): unknown =>
  document && (isPatched(document) ? [document.base.value, document.value] : document.value);

const subjectsOf = ({ screens, client }: ResolvedFiles, model: Model): State['subjects'] => {
  const subjects = new Map<string, Subject>();
  if (model.client !== undefined) subjects.set('client', { targets: ['client'], parts: [model.client, client?.value] });
  for (const [flag, on] of Object.entries(model.flags))
    subjects.set(`flag ${flag}`, { targets: [`flags.${flag}`], parts: [on, client?.value.flags?.[flag]] });
  const declarations = declarationsOf(screens);
  for (const entity of Object.values(model.entities)) {
    const { record, registry } = declarations.get(entity.name) ?? {};
    const names = [...entity.fields, ...entity.children].map(({ name }) => `${entity.name}.${name}`);
    subjects.set(`entity ${entity.name}`, {
      targets: [entity.name, ...names],
      parts: [entity, said(record), said(registry)],
    });
  }
  const shown = Map.groupBy(model.screens, (screen) => (screen.kind === 'registry' ? screen.folder : ''));
  for (const { folder, registry, search } of screens)
    if (registry.value.path !== undefined)
      subjects.set(`screen ${folder}`, {
        targets: [folder],
        parts: [
          said(registry),
          said(search),
          shown.get(folder),
          model.entities[registry.value.entity],
          client?.value.title,
        ],
      });
  return subjects;
};

/** The files as a client has them; undefined where they are refused. */
const readState = (sources: SourceFiles, client: string | undefined, memory: FileMemory): State | undefined => {
  const raw = loadFiles(sources, memory);
  if (hasErrors(raw.issues) || (client !== undefined && raw.clients.every(({ name }) => name !== client)))
    return undefined;
  const files = resolve(raw, client);
  if (hasErrors(files.issues)) return undefined;
  const { model, issues } = compile(files, catalogues);
  if (hasErrors(issues)) return undefined;
  return { explainer: createExplainer(files, model), subjects: subjectsOf(files, model) };
};

/** The answers to a target by name; an entity and a screen of one name answer together. None: there is nothing of the name. */
const ask = ({ explainer }: State, target: string): ReadonlyMap<string, Explanation> => {
  const answers = new Map<string, Explanation>();
  let found: readonly Explanation[] = [];
  try {
    found = explainer.explain(target);
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown;
  }
  for (const answer of found)
    answers.set(answers.has(answer.target) ? `${answer.target} (screen)` : answer.target, answer);
  return answers;
};

const overlaps = (a: string, b: string): boolean => a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`);

const isAt = (origin: Origin | undefined, { file, pointer }: Place): boolean =>
  origin?.file === file && origin.pointer === pointer;

/** Whether the answer names the place, what stands within it, or what it stands within. */
const cites = ({ origin, inputs, lost }: Explanation, { file, pointer }: Place): boolean =>
  [origin, ...inputs, ...lost.map((layer) => layer.origin)].some(
    (one) => one?.file === file && overlaps(one.pointer, pointer),
  );

/** What the proof finds wrong with the answers to one target; `changed` counts those that are others now. */
const compareAnswers = (
  target: string,
  before: State,
  after: State,
  place: Place,
): { changed: number; faults: string[] } => {
  const [old, now] = [ask(before, target), ask(after, target)];
  const faults: string[] = [];
  let changed = 0;
  // What is no longer there has no answers: that one of them cited the place tells why.
  if (now.size === 0 && [...old.values()].some((answer) => cites(answer, place))) return { changed: old.size, faults };
  for (const name of new Set([...old.keys(), ...now.keys()])) {
    // Of what nobody said there is an answer too, asked by name.
    const was = old.get(name) ?? ask(before, name).get(name);
    const is = now.get(name);
    const other = !same(was?.value, is?.value);
    const moved = was !== undefined && isAt(was.origin, place) && !isAt(is?.origin, place);
    if (other || moved) changed += 1;
    if (other && (was === undefined || !cites(was, place))) faults.push(`${name} changes uncited`);
    if (!other && !moved && isAt(was?.origin, place)) faults.push(`${name} does not change`);
  }
  return { changed, faults };
};

/** Every property and every item of a list. */
const pointersIn = (value: Json, above: string): readonly string[] =>
  value === null || typeof value !== 'object'
    ? []
    : Object.entries(value).flatMap(([key, inner]: [string, Json]) => {
        const pointer = above + toPointer([key]);
        return [pointer, ...pointersIn(inner, pointer)];
      });

export interface Counterfactual {
  /** Every place there is: those of a client as this client alone, the others for everybody. */
  readonly places: readonly Omit<Place, 'client'>[];
  readonly clients: readonly string[];
  readonly prove: (place: Place) => Proof;
}

/** The product's own files, read once. */
export const openCounterfactual = async (): Promise<Counterfactual> => {
  const sources = await readSourceFiles(join(import.meta.dirname, '../../..'));
  const memory = createFileMemory();
  const states = new Map<string | undefined, State>();
  const stateOf = (client: string | undefined): State => {
    const state = states.get(client) ?? readState(sources, client, memory);
    if (state === undefined) throw new Error('the files as they are have errors');
    states.set(client, state);
    return state;
  };
  const prove = (place: Place): Proof => {
    const text = editJson(sources.get(place.file) ?? '', [{ kind: 'remove', pointer: place.pointer }]);
    const before = stateOf(place.client);
    const after = readState(new Map(sources).set(place.file, text), place.client, memory);
    if (after === undefined) return { outcome: 'refused', changed: 0, faults: [] };
    const targets = [...before.subjects].flatMap(([name, subject]) =>
      same(subject.parts, after.subjects.get(name)?.parts) ? [] : subject.targets,
    );
    const compared = [...new Set(targets)].map((target) => compareAnswers(target, before, after, place));
    const changed = compared.reduce((sum, one) => sum + one.changed, 0);
    const { file, pointer, client } = place;
    const faults = compared.flatMap((one) => one.faults);
    return {
      outcome: changed > 0 ? 'answered' : 'silent',
      changed,
      faults: faults.map((fault) => `without ${file}#${pointer} of ${client ?? 'the base'}: ${fault}`),
    };
  };
  return {
    places: [...sources].flatMap(([file, text]) =>
      file.endsWith('.json') && file !== messagesFile
        ? pointersIn(JSON.parse(text) as Json, '').map((pointer) => ({ file, pointer }))
        : [],
    ),
    clients: [...sources.keys()].flatMap((file) => /^clients\/(.+)\.json$/.exec(file)?.[1] ?? []),
    prove,
  };
};
