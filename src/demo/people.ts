/** Families of beneficiaries and their plans: holders of working age and older, with the dependants that such people have. */
import type { Row } from '../../engine/data/given-rows.ts';
import { Chance } from '../../engine/data/samples/chance.ts';
import type { Draw, SampleRecipes } from '../../engine/data/samples/recipe.ts';
import { wayOf } from './bills.ts';
import { dayAfter, soonAfter } from './days.ts';
import { idWhere, pointing, reasonFor } from './found-rows.ts';
import { ccoOf, homeOf, kinOfMember, papersOf, parentsOf } from './identities.ts';
import { cardOf, codeOfMember, contributionOf, roomOf } from './memberships.ts';
import { familyOf, personName } from './names.ts';
import { indexOf } from './once-of.ts';
import type { PlanChange } from './plan-changes.ts';
import { changeAt, changeOf, planOn } from './plan-changes.ts';
import { changeCount, relationOf } from './sib-plan.ts';

/** Members of one family after another, in turn: 2.4 on average, as in the registers of the regulator. */
const familySizes = [1, 3, 2, 4, 1, 2, 3, 1, 4, 3];
const round = familySizes.reduce((sum, size) => sum + size, 0);

/** Which family, and which of it: 0 is the holder. */
const placeOf = (index: number): { readonly family: number; readonly member: number } => {
  const turn = Math.floor(index / round);
  let rest = index % round;
  const at = familySizes.findIndex((size) => {
    if (rest < size) return true;
    rest -= size;
    return false;
  });
  return { family: turn * familySizes.length + at, member: rest };
};

const byCode = {
  kin: indexOf('grau_parentesco', 'codigo'),
  civilState: indexOf('estado_civil', 'codigo'),
  reason: indexOf('motivo_desligamento', 'codigo'),
  disease: indexOf('cid', 'codigo'),
  room: indexOf('tipo_acomodacao', 'codigo'),
};

/** The holder stands among the last few that were made. */
const holderOf = ({ rows }: Draw, family: number): Row | undefined =>
  rows('beneficiario').findLast((row) => row['codigo'] === codeOfMember(family, 0));

const bornAtAge = (chance: Chance, today: string, age: number): string =>
  dayAfter(today, -Math.round(Math.min(Math.max(age, 0), 98) * 365.25) - chance.whole(0, 364));

const ageOf = (today: string, birth: unknown): number =>
  (Date.parse(today) - Date.parse(String(birth))) / (365.25 * 86_400_000);

type Situation = 'ATIVO' | 'SUSPENSO' | 'CANCELADO' | 'FALECIDO';

/** Why somebody leaves: by own wish, from the company, for want of payment, to another plan, retired. */
const reasonsToLeave = { S41: 25, S42: 30, S43: 18, S48: 7, '02': 10, '38': 10 } as const;
const [byDeath, byCompany] = ['S44', 'S42'];

const reasonOf = (draw: Draw, code: string): Row => {
  const one = byCode.reason(draw).get(code) ?? draw.rows('motivo_desligamento')[0];
  return one === undefined ? {} : { motivo_cancelamento_id: one['id'] };
};

const here = {
  data_cancelamento: null,
  data_obito: null,
  motivo_cancelamento_id: null,
  destino_dependentes: null,
  situacao_ans: 'ATIVO',
};

/** What has become of the person; who goes has a day and a reason, and takes the dependants along. */
const situationOf = (draw: Draw, joined: string, birth: string, holder: Row | undefined): Row => {
  const { chance, today } = draw;
  const ended = holder?.['data_cancelamento'];
  if (typeof ended === 'string')
    return {
      situacao: 'CANCELADO',
      data_cancelamento: ended,
      data_obito: null,
      destino_dependentes: null,
      situacao_ans: 'INATIVO',
      ...reasonOf(draw, byCompany),
    };
  if (holder?.['situacao'] === 'SUSPENSO') return { ...here, situacao: 'SUSPENSO' };
  const death = ageOf(today, birth) > 68 ? 60 : 2;
  const situation = chance.weighted<Situation>({
    ATIVO: 900,
    SUSPENSO: holder === undefined ? 20 : 0,
    CANCELADO: 70,
    FALECIDO: death,
  });
  if (situation === 'ATIVO' || situation === 'SUSPENSO') return { ...here, situacao: situation };
  const left = soonAfter(chance, joined, 60, 2500, today);
  return {
    situacao: situation,
    data_cancelamento: left,
    data_obito: situation === 'FALECIDO' ? left : null,
    destino_dependentes: holder === undefined && situation === 'CANCELADO' ? 'SAEM' : null,
    situacao_ans: 'INATIVO',
    ...reasonOf(draw, situation === 'FALECIDO' ? byDeath : chance.weighted(reasonsToLeave)),
  };
};

/** What transitions have noted of whoever is not as at the beginning. */
const historyOf = (
  { rows, today }: Draw,
  { situacao, data_cancelamento: left }: Row,
  joined: string,
): readonly Row[] => {
  if (situacao === 'ATIVO') return [];
  const reason = situacao === 'SUSPENSO' ? reasonFor(rows, 'SUSPENSAO') : undefined;
  const recently = dayAfter(today, -30);
  const data = typeof left === 'string' ? left : recently < joined ? joined : recently;
  return [{ data, situacao, motivo_id: reason ?? null, observacao: null }];
};

/** Children stay until they are of age, students some years longer. */
const oldestChild = 23;

/** Birth, sex, name. */
const personOf = (draw: Draw, member: number, holder: Row | undefined): Row => {
  const { chance, today } = draw;
  const spouse = member === 1 && holder !== undefined && chance.holds(0.97);
  const woman = spouse ? holder['sexo'] === '1' : chance.holds(0.53);
  const sex = woman ? 'female' : 'male';
  const own = { sexo: woman ? '3' : '1' };
  const address = (family: string | undefined): Row => ({ nome: personName(chance, sex, family) });
  if (member === 0 || holder === undefined) {
    const age = Math.max(21, chance.around(47, 15));
    return { ...own, ...address(undefined), data_nascimento: bornAtAge(chance, today, age) };
  }
  const holderAge = ageOf(today, holder['data_nascimento']);
  const age =
    member === 1
      ? Math.max(20, holderAge + chance.around(-1, 4))
      : Math.max(0, Math.min(holderAge - 27 + chance.around(0, 5), oldestChild));
  return { ...own, ...address(familyOf(holder['nome'])), data_nascimento: bornAtAge(chance, today, age) };
};

const kinOf = (draw: Draw, member: number): Row => {
  const kin = byCode.kin(draw).get(kinOfMember(member)) ?? draw.rows('grau_parentesco')[0];
  return kin === undefined ? {} : { grau_parentesco_id: kin['id'] };
};

/** Spouses are married, children are not. */
const civilStateOf = (draw: Draw, family: number, member: number): Row => {
  const states = byCode.civilState(draw);
  const couple = member === 1 || (member === 0 && (familySizes[family % familySizes.length] ?? 1) > 1);
  const code = couple ? '2' : member > 1 ? '1' : draw.chance.weighted({ '1': 60, '3': 30, '4': 10 });
  const state = states.get(code);
  return state === undefined ? {} : { estado_civil_id: state['id'] };
};

/** When the person was born and came: nobody comes to a family that is gone. */
const arrival = ({ chance, today }: Draw, birth: string, holder: Row | undefined): Row => {
  const since = holder === undefined ? dayAfter(today, -chance.whole(60, 4300)) : String(holder['data_inclusao']);
  const joined = birth > since ? soonAfter(chance, birth, 5, 40, today) : since;
  const ended = holder?.['data_cancelamento'];
  if (typeof ended !== 'string' || joined <= ended) return { data_nascimento: birth, data_inclusao: joined };
  const earlier = dayAfter(ended, -chance.whole(400, 3000));
  return { data_nascimento: earlier, data_inclusao: earlier > since ? dayAfter(earlier, 20) : since };
};

/** Of those who are of age, but still study. */
const studentUntil = (today: string, member: number, birth: string): string | null =>
  member > 1 && ageOf(today, birth) >= 21 ? dayAfter(birth, Math.round(24.9 * 365.25)) : null;

const conditions = ['I10', 'E11', 'J45', 'M54', 'E03', 'G43'];

/** What follows from the place of the person alone, so that the membership knows it without the rows of the person. */
export const conditionOf = (draw: Pick<Draw, 'rows' | 'seed'>, place: number): Row | undefined => {
  const chance = new Chance(draw.seed, 'condition', place);
  return chance.holds(0.05) ? byCode.disease(draw).get(chance.of(conditions)) : undefined;
};

/** Two years of partial cover from the day of joining on, the most that the regulator allows. */
const partialUntil = (joined: string): string => dayAfter(joined, 730);

/** Diseases that were told of when the person came. */
const declared = (draw: Draw, joined: string): readonly Row[] => {
  const disease = conditionOf(draw, draw.index);
  return disease === undefined ? [] : [{ declarada_em: joined, cpt_ate: partialUntil(joined), cid_id: disease['id'] }];
};

/** Those who work and those who are retired. */
const standingOf = ({ rows }: Draw, retired: boolean): Row => {
  const kind = retired ? 'APOSENTADO' : 'ATIVO';
  return {
    ...pointing('classificacao_matricula_id', idWhere(rows('classificacao_matricula'), 'categoria', kind)),
    ...pointing('situacao_contratante_id', idWhere(rows('situacao_contratante'), 'tipo', kind)),
  };
};

const retirement = 63;

const workOf = (draw: Draw, family: number, holder: Row | undefined, age: number): Row => {
  const { chance, rows } = draw;
  if (holder !== undefined)
    return {
      empresa_id: holder['empresa_id'] ?? null,
      setor_id: null,
      cargo_id: null,
      matricula_funcional: null,
      classificacao_matricula_id: null,
      situacao_contratante_id: null,
      rendimento: null,
      tipo_cobranca: null,
    };
  const employers = rows('empresa');
  return {
    empresa_id: employers.length === 0 ? null : chance.of(employers)['id'],
    setor_id: null,
    matricula_funcional: String(100_000 + family * 7),
    ...standingOf(draw, age >= retirement),
    rendimento: Math.round(1800 + chance.next() ** 3 * 26_000),
    // As its bills go out.
    tipo_cobranca: wayOf(family),
  };
};

const beneficiary = (draw: Draw): Row => {
  const { chance, index, today } = draw;
  const { family, member } = placeOf(index);
  const holder = member === 0 ? undefined : holderOf(draw, family);
  const drawn = personOf(draw, member, holder);
  const person = { ...drawn, ...arrival(draw, String(drawn['data_nascimento']), holder) };
  const [birth, joined] = [String(person.data_nascimento), String(person.data_inclusao)];
  const dependant = holder !== undefined;
  const code = codeOfMember(family, member);
  const card = cardOf(code);
  const parents = parentsOf(draw, index, member, drawn['nome']);
  const situation = situationOf(draw, joined, birth, holder);
  return {
    ...person,
    ...situation,
    ...workOf(draw, family, holder, ageOf(today, birth)),
    ...civilStateOf(draw, family, member),
    codigo: code,
    tipo_vinculo: dependant ? 'DEPENDENTE' : 'TITULAR',
    titular_id: dependant ? holder['id'] : null,
    ...(dependant ? kinOf(draw, member) : { grau_parentesco_id: null }),
    matricula_instituidor: null,
    nome_mae: parents.mother,
    nome_pai: chance.holds(0.85) ? personName(chance, 'male', parents.family) : null,
    data_admissao: null,
    universitario_ate: studentUntil(today, member, birth),
    invalido: chance.holds(0.01),
    tutelado: false,
    reside_exterior: chance.holds(0.003),
    cartao: card,
    cco: ccoOf(index),
    ...papersOf(draw, index, member),
    declaracao_nascido_vivo: null,
    rg_emissao: null,
    cartoes: [
      {
        numero: card,
        via: 1,
        emissao: joined,
        validade: dayAfter(joined, 1826),
        motivo: 'PRIMEIRA',
        // Their own: neither of an exchange nor paid for.
        intercambio_id: null,
        taxa_id: null,
        situacao: typeof situation['data_cancelamento'] === 'string' ? 'BLOQUEADO' : 'ENTREGUE',
      },
    ],
    enderecos: [homeOf(draw, family)],
    contatos: [{ tipo: 'CELULAR', principal: true }, ...(chance.holds(0.6) ? [{ tipo: 'EMAIL' }] : [])],
    contas: !dependant && chance.holds(0.5) ? [{ principal: true }] : [],
    afastamentos: [],
    preexistencias: declared(draw, joined),
    historico: historyOf(draw, situation, joined),
  };
};

/** It ends with its beneficiary. */
const stateOf = ({ situacao, data_cancelamento: left, motivo_cancelamento_id: reason }: Row): Row => {
  if (typeof left === 'string')
    return { situacao: 'CANCELADA', data_cancelamento: left, motivo_cancelamento_id: reason ?? null };
  const state = situacao === 'SUSPENSO' ? 'SUSPENSA' : 'ATIVA';
  return { situacao: state, data_cancelamento: null, motivo_cancelamento_id: null };
};

/** What the plan gives a right to, and what is paid for it. */
const termsOf = (draw: Draw, plan: Row | undefined, who: Row): Row => {
  const { rows } = draw;
  const room = roomOf(plan);
  const dental = plan?.['segmentacao'] === 'ODONTOLOGICO';
  const shared = dental ? 'Odontologia' : 'Consultas';
  return {
    acomodacao_id: (room === undefined ? undefined : byCode.room(draw).get(room)?.['id']) ?? null,
    ...pointing('tipo_contribuicao_id', idWhere(rows('tipo_contribuicao'), 'descricao', contributionOf(plan, who))),
    ...pointing('tipo_coparticipacao_id', idWhere(rows('tipo_coparticipacao'), 'descricao', shared)),
  };
};

const wait = (kind: string, joined: string, days: number): Row => ({
  tipo: kind,
  inicio: joined,
  dias: days,
  fim: dayAfter(joined, days),
  // Of everything.
  grupo_id: null,
  procedimento_id: null,
});

/** What is not paid for yet of a disease that was there before, for two years. */
const partialOf = (draw: Draw, person: number, joined: string): readonly Row[] =>
  conditionOf(draw, person) === undefined ? [] : [wait('CPT', joined, 730)];

const noChange = {
  produto_novo_id: null,
  acomodacao_nova_id: null,
  adesao_anterior_id: null,
  mudanca_sib_id: null,
  movimento_sib_id: null,
};

/** It ended on the day before the plan changed, as the regulator is told. */
const changed = (draw: Draw, { day, place, movement }: PlanChange, plan: Row | undefined, who: Row): Row => ({
  situacao: 'CANCELADA',
  data_cancelamento: dayAfter(day, -1),
  motivo_cancelamento_id: null,
  produto_novo_id: plan?.['id'] ?? null,
  acomodacao_nova_id: termsOf(draw, plan, who)['acomodacao_id'] ?? null,
  mudanca_sib_id: draw.idAt('mudanca_contratual_sib', place) ?? null,
  movimento_sib_id: draw.idAt('movimento_sib', movement) ?? null,
});

interface Joined {
  /** Of the person among all. */
  readonly person: number;
  readonly from: string;
  /** What ended it, and what it followed. */
  readonly change?: PlanChange | undefined;
  readonly before?: PlanChange | undefined;
}

/** First one of each beneficiary, of the day on which he or she came; behind them those of whoever has changed the plan. */
const joinedAt = (draw: Draw): Joined | undefined => {
  const people = draw.rows('beneficiario');
  const who = people[draw.index];
  if (who !== undefined)
    return { person: draw.index, from: String(who['data_inclusao']), change: changeOf(draw, draw.index) };
  const before = changeAt(draw, draw.index - people.length);
  return before && { person: before.person, from: before.day, before };
};

const membership = (draw: Draw): Row => {
  const { rows, today, chance } = draw;
  const one = joinedAt(draw);
  const who = one && rows('beneficiario')[one.person];
  if (one === undefined || who === undefined) return {};
  const { person, from, change, before } = one;
  const plan = planOn(draw, person, from);
  const partial = partialOf(draw, person, String(who['data_inclusao']));
  return {
    ...noChange,
    beneficiario_id: who['id'],
    ...(plan === undefined ? {} : { produto_id: plan['id'] }),
    data_adesao: from,
    ...(change === undefined ? stateOf(who) : changed(draw, change, planOn(draw, person, change.day), who)),
    ...termsOf(draw, plan, who),
    adesao_anterior_id: (before && draw.idAt('adesao', person)) ?? null,
    relacao_dependencia: relationOf(who['codigo']),
    plano_portabilidade: null,
    cobertura_parcial_temporaria: partial.some(({ fim }) => String(fim) > today),
    itens_excluidos: false,
    // Of everything for half a year, but for whoever was a member before.
    carencias: [...(before === undefined && chance.holds(0.2) ? [wait('CARENCIA', from, 180)] : []), ...partial],
  };
};

/** What dependants, memberships and titles are made from. */
const kept = [
  'codigo',
  'nome',
  'cpf',
  'tipo_vinculo',
  'data_nascimento',
  'sexo',
  'data_inclusao',
  'data_cancelamento',
  'motivo_cancelamento_id',
  'situacao',
  'empresa_id',
];

const people = { small: 600, medium: 100_000, large: 1_000_000 };

export const peopleRecipes: SampleRecipes['entities'] = {
  beneficiario: { count: people, values: beneficiary, kept },
  adesao: {
    count: {
      small: people.small + changeCount.small,
      medium: people.medium + changeCount.medium,
      large: people.large + changeCount.large,
    },
    values: membership,
  },
};
