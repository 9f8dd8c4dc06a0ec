/** The rights of a group as the screen and the server exchange them. */
import type { FieldLevel } from '../../engine/access/field-right.ts';
import type { PersonalDataClass } from '../../engine/model/types.ts';
import type { RightsCatalogue } from './rights-catalogue.ts';

export type PermissionCatalogue = RightsCatalogue;

export interface FieldEntry {
  readonly name: string;
  readonly title: string;
  readonly personalData: PersonalDataClass;
}

/** The fields of one registry, or of the rows that a record owns. */
export interface EntityFields {
  readonly name: string;
  readonly title: string;
  readonly module: string;
  readonly fields: readonly FieldEntry[];
}

export interface GroupEntry {
  readonly id: number;
  readonly name: string;
  readonly active: boolean;
}

export interface GroupPermissions {
  readonly group: GroupEntry;
  /** Levels of personal and of sensitive data that no field right names. */
  readonly personal: FieldLevel;
  readonly sensitive: FieldLevel;
  /** 'subject:action', sorted. */
  readonly pairs: readonly string[];
  /** What is said of single fields, by 'entity.field'. */
  readonly fields: Readonly<Record<string, FieldLevel>>;
  /** Stands for all of this: a change that was made of something else is refused. */
  readonly base: string;
}

export interface PermissionChange {
  readonly base: string;
  readonly grant: readonly string[];
  readonly revoke: readonly string[];
  /** null: nothing is said of the field any more. */
  readonly fields: Readonly<Record<string, FieldLevel | null>>;
}

/** A right that a group has on what no longer exists. */
export interface StaleRight {
  readonly group: GroupEntry;
  readonly kind: 'rule' | 'field';
  /** Of the row of `regra`, or of `config_permissao`. */
  readonly id: number;
  /** The field of that row which names what is not there. */
  readonly part: 'assunto' | 'acao' | 'entidade' | 'campo';
  /** 'subject:action' or 'entity.field'. */
  readonly right: string;
  readonly suggestion?: string;
}
