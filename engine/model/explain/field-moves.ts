/** What the transitions of an entity say of one of its fields: that they ask for it, what it begins with, what they set. */
import { toPointer } from '../../core/json.ts';
import type { Origin } from '../../core/origin.ts';
import type { Declaration } from '../../overlay/base-index.ts';
import { written, writtenMember } from './places.ts';

/** One transition, as its file has it. */
interface FieldMove {
  readonly transition: string;
  /** Those that it is for, where it is not for all. */
  readonly clients?: readonly string[];
  readonly flag?: string;
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

export const fieldMoves = (declaration: Declaration | undefined, field: string): FieldMoves => {
  const registry = declaration?.registry;
  const transitions = registry?.value.states?.transitions ?? [];
  const found = transitions.flatMap(({ name, fields = [], required = [], set = {}, clients, flag }, index) => {
    const at = fields.findIndex((one) => (typeof one === 'string' ? one : one.field) === field);
    const isSet = Object.hasOwn(set, field);
    if (at < 0 && !isSet) return [];
    const asked = fields[at];
    const more = typeof asked === 'object' ? asked : {};
    const move: FieldMove = {
      transition: name,
      ...(clients && { clients }),
      ...(flag !== undefined && { flag }),
      ...(at >= 0 && { asked: true }),
      ...(required.includes(field) && { required: true }),
      ...('begins' in more && { begins: more.begins }),
      ...('where' in more && { where: more.where }),
      ...(isSet && { set: set[field] }),
    };
    const place = (...keys: readonly (string | number)[]): string =>
      toPointer(['states', 'transitions', index, ...keys]);
    const inputs = [
      ...(at < 0 ? [] : written(registry, place('fields', at))),
      ...writtenMember(registry, place('required'), field),
      ...(isSet ? written(registry, place('set', field)) : []),
      ...written(registry, place('clients'), place('flag')),
    ];
    return [{ move, inputs }];
  });
  return { moves: found.map(({ move }) => move), inputs: found.flatMap(({ inputs }) => inputs) };
};
