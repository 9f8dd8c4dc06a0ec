/**
 * Who set what. In: the resolved files of a client and the model compiled from them. Out: for a target, each of its
 * values with the file, line and column that set it, the layers that lost, or the rule that derives it and the places
 * that the rule read. What each rule reads stands beside it: `explain/*-rules.ts`.
 */
import { Refusal } from '../core/errors.ts';
import { fromPointer } from '../core/json.ts';
import { nearest } from '../core/nearest.ts';
import { phrases } from '../core/words.ts';
import type { ResolvedFiles } from '../overlay/resolved.ts';
import type { ClientExplanation } from './explain/explain-client.ts';
import { explainClient, explainFlag } from './explain/explain-client.ts';
import { explainEntity } from './explain/explain-entity.ts';
import { explainChild, explainField } from './explain/explain-field.ts';
import { explainScreen } from './explain/explain-screen.ts';
import type { Sources } from './explain/sources.ts';
import { createSources } from './explain/sources.ts';
import type { Entity, Explanation, Model } from './types.ts';

export type Explained = readonly Explanation[];

const unknown = (target: string, name: string, known: Iterable<string>): never => {
  throw new Refusal(
    'COMMAND_ARGUMENT',
    { argument: target, problem: `'${name}' não existe` },
    { suggestion: nearest(name, known) },
  );
};

/** All explanations, or the one of `property`. */
const pick = (target: string, found: Explained, property: string | undefined): Explained => {
  const nameOf = (explanation: Explanation): string =>
    explanation.target.slice(explanation.target.lastIndexOf('.') + 1);
  // Of everything, only what somebody or some rule says; asked for by name, also that nobody says it.
  if (property === undefined) return found.filter(({ value, lost }) => value !== undefined || lost.length > 0);
  const one = found.filter((explanation) => nameOf(explanation) === property);
  return one.length > 0 ? one : unknown(target, property, found.map(nameOf));
};

/** By the path in the file (`defaults.uf`, `theme`), or by the last name alone (`uf`). */
const pickOfClient = (target: string, all: readonly ClientExplanation[], path: readonly string[]): Explained => {
  const explained = (some: readonly ClientExplanation[]): Explained => some.map(({ explanation }) => explanation);
  const [first = '', second] = path;
  const group = all.filter(({ pointer }) => pointer.startsWith(`/${first}/`));
  if (group.length > 0) return pick(target, explained(group), second);
  const groups = all.flatMap(({ pointer }) => fromPointer(pointer).slice(0, -1));
  return second === undefined ? pick(target, explained(all), path[0]) : unknown(target, first, groups);
};

/** A field or an array of owned rows, by its name; undefined where the entity has none of that name. */
const explainPart = (sources: Sources, entity: Entity, name: string): Explained | undefined => {
  const field = entity.fields.find((other) => other.name === name);
  if (field !== undefined) return explainField(sources, entity, field);
  const child = entity.children.find((other) => other.name === name);
  return child && explainChild(sources, entity, child);
};

const explainTarget = (sources: Sources, target: string): Explained => {
  const { model } = sources;
  const [first = '', ...rest] = target.split('.');
  const [second, third] = rest;
  if (first === 'flags') {
    const flag = rest.join('.');
    return Object.hasOwn(model.flags, flag)
      ? [explainFlag(sources, flag)]
      : unknown(target, flag, Object.keys(model.flags));
  }
  if (first === 'client') {
    if (model.client === undefined)
      throw new Refusal('COMMAND_ARGUMENT', { argument: target, problem: phrases.clientNeeded });
    return pickOfClient(target, explainClient(sources), rest);
  }
  const screen = sources.screens.get(first);
  const entity = Object.hasOwn(model.entities, first) ? model.entities[first] : undefined;
  if (entity === undefined && screen === undefined)
    return unknown(target, first, [...Object.keys(model.entities), ...sources.screens.keys(), 'flags', 'client']);
  const part = second === undefined ? undefined : entity && explainPart(sources, entity, second);
  if (part !== undefined) return pick(target, part, third);
  // An entity and a screen may have one name.
  const own = [
    ...(entity === undefined ? [] : explainEntity(sources, entity)),
    ...(screen === undefined ? [] : explainScreen(sources, screen)),
  ];
  if (second === undefined || entity === undefined || own.some((one) => one.target === `${first}.${second}`))
    return pick(target, own, second);
  return unknown(
    target,
    second,
    [...entity.fields, ...entity.children].map((other) => other.name),
  );
};

const explainAll = (sources: Sources): Explained => [
  ...explainClient(sources).map(({ explanation }) => explanation),
  ...Object.keys(sources.model.flags).map((flag) => explainFlag(sources, flag)),
  ...Object.values(sources.model.entities).flatMap((entity) => [
    ...explainEntity(sources, entity),
    ...entity.fields.flatMap((field) => explainField(sources, entity, field)),
    ...entity.children.flatMap((child) => explainChild(sources, entity, child)),
  ]),
  ...[...sources.screens.values()].flatMap((screen) => explainScreen(sources, screen)),
];

export interface Explainer {
  /**
   * `distrito`, `distrito.codigo`, `distrito.codigo.label`; a screen by its folder, `distritos`, `distritos.columns`; a
   * flag, `flags.beneficiario.cartao`; the client itself, `client.uf` or by the path in its file, `client.defaults.uf`.
   * Raises COMMAND_ARGUMENT with the nearest name.
   */
  readonly explain: (target: string) => Explained;
  /** Every answer there is, also that nobody says something. */
  readonly explainAll: () => Explained;
}

/** Looks through the files once, then answers any number of questions. */
export const createExplainer = (files: ResolvedFiles, model: Model): Explainer => {
  const sources = createSources(files, model);
  return { explain: (target) => explainTarget(sources, target), explainAll: () => explainAll(sources) };
};
