/** One mutation of a value that files hold, of the kinds that people make by hand or by mistake. */
import type { Json, JsonObject } from '../../../engine/core/json.ts';
import { equalJson, isJsonObject, setAt, toPointer, valueAt } from '../../../engine/core/json.ts';
import type { Chance } from '../../../engine/data/samples/chance.ts';

export const mutationKinds = ['rename', 'remove', 'retype', 'move', 'narrow', 'swap'] as const;
export type MutationKind = (typeof mutationKinds)[number];

export interface Mutated {
  readonly value: Json;
  /** What was mutated: each of these with all that is within. */
  readonly pointers: readonly string[];
}

interface Place {
  readonly pointer: string;
  readonly key: string | number;
  readonly parent: string;
  readonly value: Json;
}

const placesOf = (root: Json): readonly Place[] => {
  const places: Place[] = [];
  const visit = (value: Json, path: readonly (string | number)[]): void => {
    const entries: readonly (readonly [string | number, Json])[] = Array.isArray(value)
      ? value.map((item: Json, at) => [at, item] as const)
      : isJsonObject(value)
        ? Object.entries(value)
        : [];
    for (const [key, inner] of entries) {
      if (key === '$schema') continue;
      places.push({ pointer: toPointer([...path, key]), key, parent: toPointer(path), value: inner });
      visit(inner, [...path, key]);
    }
  };
  visit(root, []);
  return places;
};

/** The members in another order. */
const reordered = (value: JsonObject, keys: readonly string[]): Json =>
  Object.fromEntries(keys.map((key) => [key, value[key] ?? null]));

const moved = <Item>(list: readonly Item[], from: number, to: number): readonly Item[] => {
  const rest = list.toSpliced(from, 1);
  return rest.toSpliced(to, 0, list[from] as Item);
};

type Mutate = (root: Json, places: readonly Place[], chance: Chance) => Mutated | undefined;

const one = (places: readonly Place[], chance: Chance): Place | undefined =>
  places.length === 0 ? undefined : chance.of(places);
const put = (root: Json, { pointer }: Place, value: Json | undefined): Mutated => ({
  value: setAt(root, pointer, value),
  pointers: [pointer],
});

const textFormats = ['date', 'date-time', 'month', 'email', 'multiline', 'cpf', 'cep'];
const types = ['string', 'integer', 'number', 'boolean'];

const mutate: Readonly<Record<MutationKind, Mutate>> = {
  /** A key of an object, or a name or title that stands as a text. */
  rename: (root, places, chance) => {
    const place = one(
      places.filter(({ key, value }) => typeof key === 'string' || typeof value === 'string'),
      chance,
    );
    if (place === undefined) return undefined;
    if (typeof place.value === 'string' && (typeof place.key === 'number' || chance.holds(0.5)))
      return put(root, place, place.value.startsWith('/') ? `${place.value}-novo` : `${place.value}_novo`);
    const parent = valueAt(root, place.parent);
    if (!isJsonObject(parent)) return undefined;
    const renamed = Object.fromEntries(
      Object.entries(parent).map(([key, value]) => [key === place.key ? `${key}_novo` : key, value]),
    );
    return { value: setAt(root, place.parent, renamed), pointers: [place.parent] };
  },
  remove: (root, places, chance) => {
    const place = one(places, chance);
    return place && put(root, place, undefined);
  },
  /** Another type or format, without what only the old one knew. */
  retype: (root, places, chance) => {
    const place = one(
      places.filter(({ parent, value }) => parent.endsWith('/properties') && isJsonObject(value) && 'title' in value),
      chance,
    );
    if (place === undefined) return undefined;
    const { type, format, title, description } = place.value as JsonObject;
    const other = chance.of(types.filter((name) => name !== type));
    const kept = { title: title ?? null, ...(description === undefined ? {} : { description }) };
    return put(
      root,
      place,
      type === 'string' && chance.holds(0.5)
        ? { ...kept, type, format: chance.of(textFormats.filter((name) => name !== format)) }
        : { ...kept, type: other },
    );
  },
  /** An item of a list, or a field among the fields. */
  move: (root, places, chance) => {
    const place = one(
      places.filter(({ value, key }) =>
        Array.isArray(value)
          ? value.length > 1
          : key === 'properties' && isJsonObject(value) && Object.keys(value).length > 1,
      ),
      chance,
    );
    if (place === undefined) return undefined;
    const list = Array.isArray(place.value) ? (place.value as readonly Json[]) : Object.keys(place.value as JsonObject);
    const from = chance.whole(0, list.length - 1);
    const to = (from + chance.whole(1, list.length - 1)) % list.length;
    return put(
      root,
      place,
      Array.isArray(place.value)
        ? (moved(list, from, to) as readonly Json[])
        : reordered(place.value as JsonObject, moved(list as readonly string[], from, to)),
    );
  },
  /** A limit closer, an answer turned round, a list shorter, a field that must have a value. */
  narrow: (root, places, chance) => {
    const required = valueAt(root, '/required');
    const fields = Object.keys((valueAt(root, '/properties') as JsonObject | undefined) ?? {});
    const free = fields.filter((name) => !Array.isArray(required) || !required.includes(name));
    if (free.length > 0 && chance.holds(0.25))
      return {
        value: setAt(root, '/required', [
          ...(Array.isArray(required) ? (required as readonly string[]) : []),
          chance.of(free),
        ]),
        pointers: ['/required'],
      };
    const place = one(
      places.filter(
        ({ value }) =>
          typeof value === 'number' || typeof value === 'boolean' || (Array.isArray(value) && value.length > 1),
      ),
      chance,
    );
    if (place === undefined) return undefined;
    const { key, value } = place;
    if (typeof value === 'boolean') return put(root, place, !value);
    if (Array.isArray(value)) return put(root, place, value.slice(0, -1) as readonly Json[]);
    const least = String(key).startsWith('min');
    return put(root, place, Number(value) + (least ? 1 : -1));
  },
  /** Two values of one list, or of one key beside each other, each in the other's place. */
  swap: (root, places, chance) => {
    const place = one(
      places.filter(({ value }) => typeof value !== 'object'),
      chance,
    );
    if (place === undefined) return undefined;
    const last = place.pointer.slice(place.pointer.lastIndexOf('/'));
    const others = places.filter(
      (other) =>
        other.pointer !== place.pointer &&
        typeof other.value === typeof place.value &&
        other.value !== place.value &&
        (typeof place.key === 'number' ? other.parent === place.parent : other.pointer.endsWith(last)),
    );
    const other = one(others, chance);
    return (
      other && {
        value: setAt(setAt(root, place.pointer, other.value), other.pointer, place.value),
        pointers: [place.pointer, other.pointer],
      }
    );
  },
};

/** The root mutated; undefined where it holds nothing for a mutation of the kind. */
export const mutateJson = (root: Json, kind: MutationKind, chance: Chance): Mutated | undefined => {
  const mutated = mutate[kind](root, placesOf(root), chance);
  return mutated === undefined || (equalJson(mutated.value, root) && kind !== 'move') ? undefined : mutated;
};
