/** What the transitions of an entity say of one of its fields: that they ask for it, what it begins with, what they set. */
import { toPointer } from '../../core/json.ts';
import type { Origin } from '../../core/origin.ts';
import type { Declaration } from '../../overlay/base-index.ts';
import type { Entity } from '../types.ts';
import { written } from './places.ts';

/** One transition, as its file has it. */
interface FieldMove {
  readonly transition: string;
  readonly asked?: boolean;
  readonly required?: boolean;
  readonly begins?: unknown;
  readonly where?: unknown;
  readonly set?: unknown;
}

export interface FieldMoves {
  /** In the order of the file; empty where no transition names the field. */
  readonly moves: readonly FieldMove[];
  readonly inputs: readonly Origin[];
}

/** Of the transitions that the client has. */
export const fieldMoves = ({ states }: Entity, declaration: Declaration | undefined, field: string): FieldMoves => {
  const transitions = declaration?.registry.value.states?.transitions ?? [];
  const had = new Set(states?.transitions.map(({ name }) => name));
  const found = transitions.flatMap(({ name, fields = [], required = [], set = {} }, index) => {
    const at = fields.findIndex((one) => (typeof one === 'string' ? one : one.field) === field);
    const isSet = Object.hasOwn(set, field);
    if ((at < 0 && !isSet) || !had.has(name)) return [];
    const asked = fields[at];
    const said = typeof asked === 'object' ? asked : {};
    const move: FieldMove = {
      transition: name,
      ...(at < 0 ? {} : { asked: true }),
      ...(required.includes(field) ? { required: true } : {}),
      ...('begins' in said ? { begins: said.begins } : {}),
      ...('where' in said ? { where: said.where } : {}),
      ...(isSet ? { set: set[field] } : {}),
    };
    const place = (...keys: readonly (string | number)[]): string =>
      toPointer(['states', 'transitions', index, ...keys]);
    const pointers = [...(at < 0 ? [] : [place('fields', at)]), ...(isSet ? [place('set', field)] : [])];
    return [{ move, inputs: written(declaration?.registry, ...pointers) }];
  });
  return { moves: found.map(({ move }) => move), inputs: found.flatMap(({ inputs }) => inputs) };
};
