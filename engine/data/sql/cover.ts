/** The covered form of a value, made where the value is: what is masked never leaves the database. */
import type { Cover } from '../../fields/contract.ts';
import type { CoveredRef } from '../plan/refs.ts';
import type { Sql } from './sql.ts';
import { coveredValue, sql } from './sql.ts';

/** What stands for what is covered. */
const dots = sql`'•••'`;

const ofCpf = (value: Sql): Sql => sql`'***.' || substr(${value}, 4, 3) || '.' || substr(${value}, 7, 3) || '-**'`;

/** A value that has not the form that its cover rests on shows nothing of itself; an empty one is empty. */
const covers: Readonly<Record<Cover, (value: Sql) => Sql>> = {
  cpf: (value) => sql`case when length(${value}) = 11 then ${ofCpf(value)} when ${value} is not null then ${dots} end`,
  document: (value) =>
    sql`case length(${value}) when 11 then ${ofCpf(value)} when 14 then '**.***.***/' || substr(${value}, 9, 4) || '-' || right(${value}, 2) else case when ${value} is not null then ${dots} end end`,
  email: (value) =>
    sql`case when position('@' in ${value}) > 1 then left(${value}, 1) || '***@' || split_part(${value}, '@', 2) when ${value} is not null then ${dots} end`,
  tail: (value) =>
    sql`case when length(${value}) >= 8 then ${dots} || right(${value}, 4) when ${value} is not null then ${dots} end`,
  text: (value) => sql`case when ${value} is not null then ${dots} end`,
  nothing: () => sql`null`,
};

export const printCovered = (ref: CoveredRef): Sql => covers[ref.cover](coveredValue(ref));
