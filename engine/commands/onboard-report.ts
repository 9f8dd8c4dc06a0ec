/** What onboarding a client comes to, before it is written in any form. */
import type { RowsAgainst } from '../data/rows-against.ts';
import type { NewRule } from '../diff/new-rules.ts';
import type { Compared } from '../diff/print-differences.ts';
import type { Client } from '../metadata/client.ts';
import type { Pictures } from './contract.ts';
import type { WidenedRight } from './widened-rights.ts';

/** A rule that is new with the client, and the records that it would refuse. */
export interface Found {
  readonly rule: NewRule;
  /** undefined: the database has no such column yet. */
  readonly rows: RowsAgainst | undefined;
}

export interface OnboardReport {
  readonly client: Client;
  readonly compared: Compared;
  readonly rights: readonly WidenedRight[];
  /** undefined: not asked for. */
  readonly found: readonly Found[] | undefined;
  /** undefined: not asked for. */
  readonly pictures: Pictures | undefined;
}

export const rowsHeading = 'Registros gravados, pelas regras novas';
export const noRules = 'o cliente não pede nada de novo dos valores';

/** How many records do not fit, and some of their ids. */
export const foundWords = ({ rule, rows }: Found): string => {
  if (rows === undefined) return `o banco ainda não tem ${rule.owned === undefined ? 'a coluna' : 'a lista'}`;
  if (rows.count === 0) return 'todos os registros servem';
  const many = rows.count === 1 ? '1 registro não serve' : `${rows.count.toLocaleString('pt-BR')} registros não servem`;
  return `${many}, por exemplo ${rows.sample.map((id) => `id ${id}`).join(', ')}`;
};
