/**
 * Who set what. In: the resolved files of a client and the model compiled from them. Out: for a target, each of its
 * values with the file, line and column that set it, the layers that lost, or the rule that derives it.
 */
import { Refusal } from '../core/errors.ts';
import { fromPointer } from '../core/json.ts';
import { nearest } from '../core/nearest.ts';
import { phrases } from '../core/words.ts';
import type { ResolvedFiles } from '../overlay/resolved.ts';
import type { ClientExplanation } from './explain-target.ts';
import {
  explainChild,
  explainClient,
  explainEntity,
  explainField,
  explainFlag,
  explainScreen,
} from './explain-target.ts';
import type { Explanation, Model } from './types.ts';

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

/**
 * `distrito`, `distrito.codigo`, `distrito.codigo.label`; a screen by its folder, `distritos`, `distritos.columns`; a flag,
 * `flags.beneficiario.cartao`; the client itself, `client.uf` or by the path in its file, `client.defaults.uf`. Raises COMMAND_ARGUMENT with the nearest name.
 */
export const explain = (files: ResolvedFiles, model: Model, target: string): Explained => {
  const [first = '', ...rest] = target.split('.');
  const [second, third] = rest;
  if (first === 'flags') {
    const flag = rest.join('.');
    return Object.hasOwn(model.flags, flag)
      ? [explainFlag(files, model, flag)]
      : unknown(target, flag, Object.keys(model.flags));
  }
  if (first === 'client') {
    if (model.client === undefined)
      throw new Refusal('COMMAND_ARGUMENT', { argument: target, problem: phrases.clientNeeded });
    return pickOfClient(target, explainClient(files, model), rest);
  }
  const screen = files.screens.find((other) => other.folder === first && other.registry.value.path !== undefined);
  const entity = Object.hasOwn(model.entities, first) ? model.entities[first] : undefined;
  if (entity === undefined) {
    if (screen !== undefined) return pick(target, explainScreen(screen, model), second);
    const screens = files.screens.flatMap((other) => (other.registry.value.path === undefined ? [] : [other.folder]));
    return unknown(target, first, [...Object.keys(model.entities), ...screens, 'flags', 'client']);
  }
  const own = explainEntity(files, entity);
  if (second === undefined) return pick(target, own, undefined);
  const field = entity.fields.find((other) => other.name === second);
  if (field !== undefined) return pick(target, explainField(files, entity, field), third);
  const child = entity.children.find((other) => other.name === second);
  if (child !== undefined) return pick(target, explainChild(files, entity, child), third);
  if (own.some((explanation) => explanation.target === `${first}.${second}`)) return pick(target, own, second);
  return unknown(
    target,
    second,
    [...entity.fields, ...entity.children].map((other) => other.name),
  );
};
