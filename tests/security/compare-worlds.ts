/**
 * The same requests before and after a change that must not show: every answer is held against the other, byte by byte, and
 * those that describe or refuse are looked through for names of what is kept from the viewer.
 */
import type { LightMyRequestResponse } from 'fastify';
import type { Caller } from '../support/product.ts';
import type { Ask } from './ask.ts';
import { askImport, rowsOfFile } from './import-requests.ts';
import type { Kind } from './requests.ts';
import { makeAsks } from './requests.ts';
import type { Sight } from './sight.ts';
import { learnSight } from './sight.ts';
import type { Viewer, World } from './world.ts';

interface Answered {
  /** All of the answer that the caller sees. */
  readonly text: string;
  /** `hasRows` of one of its pages. */
  readonly telling: boolean;
  readonly refuses: boolean;
}

export interface Difference {
  readonly viewer: string;
  readonly kind: Kind;
  readonly ask: Ask;
  readonly before: string;
  readonly after: string;
}

export interface Tally {
  asked: number;
  telling: number;
}

export interface Comparison {
  readonly differences: readonly Difference[];
  readonly tallies: ReadonlyMap<Kind, Tally>;
  /** Of the first seed. */
  readonly firstTallies: ReadonlyMap<Kind, Tally>;
}

/** The moment and the number of the request are of the answer, not of the world. A cursor is sealed each time anew. */
const passing = new Set(['date', 'connection', 'keep-alive']);
const sealed = 'fichario-next-cursor';

/** Requests for what would come of a write, as a plan that is kept. */
const planned: ReadonlySet<Kind> = new Set<Kind>(['batch', 'imports']);

const headersOf = (kind: Kind, answer: LightMyRequestResponse): string =>
  Object.entries(answer.headers)
    .filter(([name]) => !passing.has(name) && !(planned.has(kind) && name === 'content-length'))
    .map(([name, value]) => `${name}: ${name === sealed ? `${String(value).length} characters` : value}`)
    .sort()
    .join('\n');

/** What a plan is called by and sealed with, and when it was made. */
const named = /"(?:id|import|plannedAt|createdAt|seal)":"[^"]*"|"number":\d+/g;

const bodyOf = (kind: Kind, { body }: LightMyRequestResponse): string =>
  planned.has(kind) ? body.replace(named, '') : body;

/** Requests that are refused: of the others a refusal tells nothing. */
const refused: ReadonlySet<Kind> = new Set<Kind>(['mistakes', 'closed']);

/**
 * Whether there is something in the answer that a world could colour: rows, a number of them that is not 0, a file or its
 * length, the tag of a record that is there. Of a mistake it is the refusal, where it speaks of a record or a field, or
 * proposes a name; of what is closed to the caller the refusal itself, for there is nothing else.
 */
const hasRows = (kind: Kind, { statusCode, headers, body }: LightMyRequestResponse): boolean => {
  if (refused.has(kind) && statusCode >= 400)
    return kind === 'closed' ? statusCode !== 400 : /"at":|"fields":|"hint":"/.test(body);
  if (kind === 'batch') return statusCode === 201 && !body.includes('"rows":0,');
  if (kind === 'imports') return statusCode === 200 && body.includes('"state":"planned"');
  if (statusCode === 304) return headers['etag'] !== undefined;
  if (statusCode >= 300) return false;
  const range = String(headers['content-range'] ?? '');
  if (range !== '') return /^(\d|\*\/[1-9])/.test(range);
  if (body !== '') return body !== '[]';
  return ['etag', 'allow'].some((name) => headers[name] !== undefined) || Number(headers['content-length'] ?? 0) > 2;
};

/** The pages of a list, one after the other. */
const askPages = async (
  caller: Caller,
  { method, url, headers, body, pages = 0 }: Ask,
): Promise<readonly LightMyRequestResponse[]> => {
  const answers: LightMyRequestResponse[] = [];
  let next: string | undefined;
  for (let page = 0; page <= pages; page += 1) {
    const address = next === undefined ? url : `${url}&cursor=${next}`;
    const answer = await caller.call(method, address, {
      ...(headers === undefined ? {} : { headers }),
      ...(body === undefined ? {} : { body }),
    });
    answers.push(answer);
    const cursor = answer.headers[sealed];
    if (typeof cursor !== 'string') break;
    next = cursor;
  }
  return answers;
};

const ask = async (caller: Caller, kind: Kind, one: Ask): Promise<Answered> => {
  const answers = await (one.file === undefined ? askPages(caller, one) : askImport(caller, one));
  return {
    text: answers
      .map((answer) => `${answer.statusCode}\n${headersOf(kind, answer)}\n\n${bodyOf(kind, answer)}`)
      .join('\n\n'),
    telling: answers.some((answer) => hasRows(kind, answer)),
    refuses: answers.some(({ statusCode }) => statusCode >= 400),
  };
};

/** Kinds whose answers are made of names more than of rows; of the others the refusals are. */
const describing: ReadonlySet<Kind> = new Set<Kind>(['model', 'menu', 'document', 'why', 'closed']);

const wordsIn = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .split(/[^a-z]+/),
  );

type NameUntold = (kind: Kind, one: Ask, answered: Answered) => string | undefined;

/**
 * The first name that the viewer has nothing by, told though it was not asked for: two worlds have the same names. An
 * answer that many requests have is looked through once: menus and models are long.
 */
const findUntold = (untold: readonly string[]): NameUntold => {
  const told = new Map<string, readonly string[]>();
  const toldIn = (text: string): readonly string[] => {
    const known = told.get(text);
    if (known) return known;
    const words = wordsIn(text);
    const names = untold.filter((name) => words.has(name));
    told.set(text, names);
    return names;
  };
  return (kind, one, { text, refuses }) => {
    if (!describing.has(kind) && !refuses) return undefined;
    const names = toldIn(text);
    if (names.length === 0) return undefined;
    const asked = wordsIn(`${decodeURIComponent(one.url)} ${JSON.stringify(one.body)}`);
    return names.find((name) => !asked.has(name));
  };
};

/** So many at a time as a page of the product asks for; what writes goes alone, for it waits for who writes the same. */
const together = 6;
const writes = ([kind, { method }]: readonly [Kind, Ask, boolean]): boolean =>
  kind !== 'files' && (method === 'PATCH' || method === 'DELETE' || method === 'POST');

const askAll = async (
  caller: Caller,
  asks: readonly (readonly [Kind, Ask, boolean])[],
): Promise<readonly Answered[]> => {
  const answers: Answered[] = new Array(asks.length);
  const work = async (queue: Iterator<readonly [number, readonly [Kind, Ask, boolean]]>): Promise<void> => {
    for (let next = queue.next(); !next.done; next = queue.next()) {
      const [index, [kind, one]] = next.value;
      answers[index] = await ask(caller, kind, one);
    }
  };
  const numbered = [...asks.entries()];
  const reads = numbered.filter(([, one]) => !writes(one)).values();
  await Promise.all(Array.from({ length: together }, () => work(reads)));
  await work(numbered.filter(([, one]) => writes(one)).values());
  return answers;
};

export interface Effort {
  readonly seeds: readonly number[];
  /** Requests of each kind for each seed. */
  readonly each: number;
  /** Default: all kinds. */
  readonly only?: readonly Kind[];
  /** Done when all requests are made and none is sent. */
  readonly meanwhile?: () => void;
  /** So many are asked first, and the others only where these find no difference. Default: all at once. */
  readonly first?: number;
}

/** Adds the second to the first. */
export const addTallies = (all: Map<Kind, Tally>, more: ReadonlyMap<Kind, Tally>): void => {
  for (const [kind, { asked, telling }] of more) {
    const tally = all.get(kind) ?? { asked: 0, telling: 0 };
    all.set(kind, { asked: tally.asked + asked, telling: tally.telling + telling });
  }
};

/** Rights do not change, nor does what is seen. */
const known = new WeakMap<Caller, Sight>();

const sightOf = async (world: World, viewer: Viewer, caller: Caller): Promise<Sight> => {
  const look = (url: string, headers: Ask['headers'] = {}) => caller.call('GET', url, { headers });
  const found =
    known.get(caller) ?? (await learnSight(look, { files: world.files, takenNumbers: viewer.changesNumbers !== true }));
  known.set(caller, found);
  return found;
};

/** What differs for the viewer between the world as it is and one where all that the viewer may not read is another. */
export const compareWorlds = async (
  world: World,
  viewer: Viewer,
  { seeds, each, only, meanwhile, first = Number.POSITIVE_INFINITY }: Effort,
): Promise<Comparison> => {
  const caller = world.callers.get(viewer.login);
  if (!caller) throw new Error(`nobody is called ${viewer.login}`);
  const sight = await sightOf(world, viewer, caller);
  const asks = seeds.flatMap((seed, at) =>
    makeAsks(sight, seed, each, only ?? viewer.kinds).map(([kind, one]) => [kind, one, at === 0] as const),
  );
  await world.settle();
  meanwhile?.();
  const [tallies, firstTallies] = [new Map<Kind, Tally>(), new Map<Kind, Tally>()];
  const nameUntold = findUntold(sight.untold);
  const compare = async (some: typeof asks): Promise<readonly Difference[]> => {
    const before = await askAll(caller, some);
    await world.change(viewer);
    const after = await askAll(caller, some);
    return some.flatMap(([kind, one, isFirst], index): Difference[] => {
      const [was, is] = [before[index], after[index]];
      const rows = one.file === undefined ? 1 : rowsOfFile;
      const tally = new Map([[kind, { asked: rows, telling: was?.telling ? rows : 0 }]]);
      addTallies(tallies, tally);
      if (isFirst) addTallies(firstTallies, tally);
      const [told = '', toldAfter = ''] = [was?.text, is?.text];
      const name = was && nameUntold(kind, one, was);
      const found = { viewer: viewer.login, kind, ask: one, before: told };
      if (name !== undefined) return [{ ...found, after: `tells of '${name}'` }];
      return told === toldAfter ? [] : [{ ...found, after: toldAfter }];
    });
  };
  const differences = await compare(asks.slice(0, first));
  const others = differences.length > 0 ? [] : asks.slice(first);
  return { differences: others.length > 0 ? await compare(others) : differences, tallies, firstTallies };
};
