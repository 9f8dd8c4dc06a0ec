/** Who is a member when, of which plan: all of a family are of the plan of its holder. */
import type { Row } from '../../engine/data/given-rows.ts';
import { Chance } from '../../engine/data/samples/chance.ts';
import type { Draw } from '../../engine/data/samples/recipe.ts';
import { onceOf } from './once-of.ts';
import type { GuideKind } from './procedures.ts';

/** Families follow from the first seven digits of the code. */
export const familyOfCode = (code: unknown): number => Number(String(code).slice(0, 7)) - 1;

export const codeOfMember = (family: number, member: number): string =>
  `${String(family + 1).padStart(7, '0')}${String(member).padStart(2, '0')}`;

/** In: the code of a member. */
export const cardOf = (code: unknown): string => {
  const family = familyOfCode(code);
  return `0031${String(family + 1).padStart(9, '0')}${String(code).slice(7, 9)}${family % 10}`;
};

interface Plans {
  readonly medical: readonly Row[];
  readonly dental: readonly Row[];
}

const plansOf = onceOf('produto', (rows): Plans => {
  const sold = rows.filter((row) => row['situacao'] === 'ATIVO');
  const [medical, dental] = [false, true].map((wanted) =>
    (sold.length > 0 ? sold : rows).filter((row) => (row['segmentacao'] === 'ODONTOLOGICO') === wanted),
  );
  return { medical: medical ?? [], dental: dental ?? [] };
});

/** undefined where there is no plan. A few families have only one for their teeth. */
export const planOf = (draw: Pick<Draw, 'rows' | 'seed'>, family: number): Row | undefined => {
  const { medical, dental } = plansOf(draw);
  const chance = new Chance(draw.seed, 'plan', family);
  const only = dental.length > 0 && (medical.length === 0 || chance.holds(0.04));
  const among = only ? dental : medical;
  // The first ones are those that most have.
  return among[Math.floor(chance.next() ** 2 * among.length)];
};

/** Whether a plan pays for what such a guide is of; of teeth a service beside the plan does. */
export const covers = (plan: Row | undefined, kind: GuideKind): boolean => {
  if (plan === undefined || kind === '4') return true;
  const segment = plan['segmentacao'];
  return segment !== 'ODONTOLOGICO' && !(segment === 'AMBULATORIAL' && (kind === '3' || kind === '5'));
};

export const coversBirth = (plan: Row | undefined): boolean =>
  plan === undefined || plan['segmentacao'] !== 'AMB_HOSP_SEM_OBSTETRICIA';

/** How what a member pays each month is called. */
export const contributionOf = (plan: Row | undefined, person: Row): string => {
  if (plan?.['segmentacao'] === 'ODONTOLOGICO') return 'Plano odontológico';
  return person['tipo_vinculo'] === 'TITULAR' ? 'Mensalidade do titular' : 'Mensalidade de dependente';
};

/** Accommodations (TISS, table 49) that plans give a right to: a ward of three beds, a standard room of one's own. */
const rooms: Readonly<Record<string, string>> = { COLETIVA: '31', INDIVIDUAL: '13' };

/** undefined where the plan pays for no stay. */
export const roomOf = (plan: Row | undefined): string | undefined => rooms[String(plan?.['acomodacao'])];

/** Whole years on a day. In: `AAAA-MM-DD`. */
export const ageOn = (birth: string, day: string): number =>
  Number(day.slice(0, 4)) - Number(birth.slice(0, 4)) - (day.slice(5) < birth.slice(5) ? 1 : 0);

export const isMember = (person: Row, day: string): boolean =>
  String(person['data_inclusao']) <= day &&
  (typeof person['data_cancelamento'] !== 'string' || day <= person['data_cancelamento']);
