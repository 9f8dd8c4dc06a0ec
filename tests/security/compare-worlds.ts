/** The same requests before and after a change that must not show: every answer is held against the other, byte by byte. */
import type { LightMyRequestResponse } from 'fastify';
import type { Caller } from '../support/product.ts';
import type { Ask } from './ask.ts';
import type { Kind } from './requests.ts';
import { makeAsks } from './requests.ts';
import type { Sight } from './sight.ts';
import { learnSight } from './sight.ts';
import type { Viewer, World } from './world.ts';

interface Answered {
  /** All of the answer that the caller sees. */
  readonly text: string;
  /** Whether there is something in it that a world could colour: rows, a total, a file; of a mistake, its refusal. */
  readonly telling: boolean;
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
}

/** The moment and the number of the request are of the answer, not of the world. A cursor is sealed each time anew. */
const passing = new Set(['date', 'connection', 'keep-alive']);
const sealed = 'fichario-next-cursor';

const headersOf = (kind: Kind, answer: LightMyRequestResponse): string =>
  Object.entries(answer.headers)
    .filter(([name]) => !passing.has(name) && !(kind === 'batch' && name === 'content-length'))
    .map(([name, value]) => `${name}: ${name === sealed ? `${String(value).length} characters` : value}`)
    .sort()
    .join('\n');

/** What a plan is called by and sealed with, and when it was made. */
const named = /"(?:id|plannedAt|seal)":"[^"]*"|"number":\d+/g;

const bodyOf = (kind: Kind, { body }: LightMyRequestResponse): string =>
  kind === 'batch' ? body.replace(named, '') : body;

const hasRows = (kind: Kind, { statusCode, headers, body }: LightMyRequestResponse): boolean => {
  if (kind === 'mistakes' || kind === 'closed') return statusCode >= 400;
  if (statusCode === 304) return true;
  if (kind === 'batch') return statusCode === 201 && !body.includes('"rows":0,');
  if (statusCode >= 300) return false;
  const range = String(headers['content-range'] ?? '');
  if (range !== '' && !range.startsWith('*/')) return true;
  if (/^\*\/[1-9]/.test(range)) return true;
  return (
    range === '' &&
    body !== '[]' &&
    (body !== '' ||
      headers['etag'] !== undefined ||
      headers['allow'] !== undefined ||
      kind === 'etag' ||
      kind === 'attachment')
  );
};

const ask = async (caller: Caller, kind: Kind, { method, url, headers, body, pages = 0 }: Ask): Promise<Answered> => {
  const parts: string[] = [];
  let telling = false;
  let next: string | undefined;
  for (let page = 0; page <= pages; page += 1) {
    const address = next === undefined ? url : `${url}&cursor=${next}`;
    const answer = await caller.call(method, address, {
      ...(headers === undefined ? {} : { headers }),
      ...(body === undefined ? {} : { body }),
    });
    parts.push(`${answer.statusCode}\n${headersOf(kind, answer)}\n\n${bodyOf(kind, answer)}`);
    telling ||= hasRows(kind, answer);
    const cursor = answer.headers[sealed];
    if (typeof cursor !== 'string') break;
    next = cursor;
  }
  return { text: parts.join('\n\n'), telling };
};

/** So many at a time as a page of the product asks for; what writes goes alone, for it waits for who writes the same. */
const together = 6;
const writes = ([, { method }]: readonly [Kind, Ask]): boolean =>
  method === 'PATCH' || method === 'DELETE' || method === 'POST';

const askAll = async (caller: Caller, asks: readonly (readonly [Kind, Ask])[]): Promise<readonly Answered[]> => {
  const answers: Answered[] = new Array(asks.length);
  const work = async (queue: Iterator<readonly [number, readonly [Kind, Ask]]>): Promise<void> => {
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
  readonly seed: number;
  /** Requests of each kind. */
  readonly each: number;
  /** Default: all kinds. */
  readonly only?: readonly Kind[];
  /** Done when all requests are made and none is sent; who is asked from then on. */
  readonly meanwhile?: (caller: Caller) => Caller;
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

const sightOf = async (world: World, caller: Caller): Promise<Sight> => {
  const look = (url: string, headers: Ask['headers'] = {}) => caller.call('GET', url, { headers });
  const found = known.get(caller) ?? (await learnSight(look, world.files));
  known.set(caller, found);
  return found;
};

/** What differs for the viewer between the world as it is and one where all that the viewer may not read is another. */
export const compareWorlds = async (
  world: World,
  viewer: Viewer,
  { seed, each, only, meanwhile, first = Number.POSITIVE_INFINITY }: Effort,
): Promise<Comparison> => {
  const honest = world.callers.get(viewer.login);
  if (!honest) throw new Error(`nobody is called ${viewer.login}`);
  const asks = makeAsks(await sightOf(world, honest), seed, each, only);
  await world.settle();
  const caller = meanwhile?.(honest) ?? honest;
  const tallies = new Map<Kind, Tally>();
  const compare = async (some: typeof asks): Promise<readonly Difference[]> => {
    const before = await askAll(caller, some);
    await world.change(viewer);
    const after = await askAll(caller, some);
    return some.flatMap(([kind, one], index): Difference[] => {
      const [was, is] = [before[index], after[index]];
      const tally = tallies.get(kind) ?? { asked: 0, telling: 0 };
      tallies.set(kind, tally);
      tally.asked += 1;
      if (was?.telling) tally.telling += 1;
      return was && is && was.text === is.text
        ? []
        : [{ viewer: viewer.login, kind, ask: one, before: was?.text ?? '', after: is?.text ?? '' }];
    });
  };
  const differences = await compare(asks.slice(0, first));
  const others = differences.length > 0 ? [] : asks.slice(first);
  return { differences: others.length > 0 ? await compare(others) : differences, tallies };
};
