/** Families of beneficiaries and their plans: holders of working age and older, with the dependants that such people have. */
import type { Row } from '../../engine/data/given-rows.ts';
import type { Chance } from '../../engine/data/samples/chance.ts';
import type { Draw, SampleRecipes } from '../../engine/data/samples/recipe.ts';
import { dayAfter, soonAfter } from './days.ts';
import { anyPerson, familyName, familyOf, personName } from './names.ts';
import { drawCity } from './places.ts';

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

const codeOf = (family: number, member: number): string =>
  `${String(family + 1).padStart(7, '0')}${String(member).padStart(2, '0')}`;

const byCode = (rows: readonly Row[], code: string, field: string): unknown =>
  rows.find((row) => row['codigo'] === code)?.[field];

/** The holder stands among the last few that were made. */
const holderOf = ({ rows }: Draw, family: number): Row | undefined =>
  rows('beneficiario').findLast((row) => row['codigo'] === codeOf(family, 0));

const bornAtAge = (chance: Chance, today: string, age: number): string =>
  dayAfter(today, -Math.round(Math.min(Math.max(age, 0), 98) * 365.25) - chance.whole(0, 364));

const ageOf = (today: string, birth: unknown): number =>
  (Date.parse(today) - Date.parse(String(birth))) / (365.25 * 86_400_000);

type Situation = 'ATIVO' | 'SUSPENSO' | 'CANCELADO' | 'FALECIDO';

/** What has become of the person; who goes has a day and a reason. */
const situationOf = ({ chance, today, rows }: Draw, joined: string): Row => {
  const situation = chance.weighted<Situation>({ ATIVO: 90, SUSPENSO: 2, CANCELADO: 7, FALECIDO: 1 });
  const left = soonAfter(chance, joined, 60, 2500, today);
  const reasons = rows('motivo_desligamento');
  if (situation === 'ATIVO' || situation === 'SUSPENSO')
    return { situacao: situation, data_cancelamento: null, data_obito: null, motivo_cancelamento_id: null };
  const reason = reasons.length === 0 ? {} : { motivo_cancelamento_id: chance.of(reasons)['id'] };
  return {
    situacao: situation,
    data_cancelamento: left,
    data_obito: situation === 'FALECIDO' ? left : null,
    ...reason,
  };
};

/** Birth, sex, name and the way into the plan. */
const personOf = (draw: Draw, member: number, holder: Row | undefined): Row => {
  const { chance, today } = draw;
  const sex = chance.holds(0.53) ? 'female' : 'male';
  const own = { sexo: sex === 'female' ? '3' : '1' };
  const address = (family: string | undefined): Row => ({ nome: personName(chance, sex, family) });
  if (member === 0 || holder === undefined) {
    const age = Math.max(21, chance.around(47, 15));
    return { ...own, ...address(undefined), data_nascimento: bornAtAge(chance, today, age) };
  }
  const holderAge = ageOf(today, holder['data_nascimento']);
  const age =
    member === 1
      ? Math.max(20, holderAge + chance.around(-1, 4))
      : Math.max(0, Math.min(holderAge - 27 + chance.around(0, 5), 33));
  return { ...own, ...address(familyOf(holder['nome'])), data_nascimento: bornAtAge(chance, today, age) };
};

const kinOf = ({ rows }: Draw, member: number): Row => {
  const kin = byCode(rows('grau_parentesco'), member === 1 ? '03' : '04', 'id') ?? rows('grau_parentesco')[0]?.['id'];
  return kin === undefined ? {} : { grau_parentesco_id: kin };
};

const beneficiary = (draw: Draw): Row => {
  const { chance, index, today, rows } = draw;
  const { family, member } = placeOf(index);
  const holder = member === 0 ? undefined : holderOf(draw, family);
  const person = personOf(draw, member, holder);
  const birth = String(person['data_nascimento']);
  const since = holder === undefined ? dayAfter(today, -chance.whole(60, 4300)) : String(holder['data_inclusao']);
  const joined = birth > since ? soonAfter(chance, birth, 5, 40, today) : since;
  const dependant = member > 0 && holder !== undefined;
  const employers = rows('empresa');
  const work: Row = dependant
    ? {
        empresa_id: holder['empresa_id'] ?? null,
        setor_id: null,
        cargo_id: null,
        matricula_funcional: null,
        rendimento: null,
      }
    : {
        empresa_id: employers.length === 0 ? null : chance.of(employers)['id'],
        setor_id: null,
        matricula_funcional: String(100_000 + family * 7),
        rendimento: Math.round(1800 + chance.next() ** 3 * 26_000),
      };
  const card = `0031${String(family + 1).padStart(9, '0')}${String(member).padStart(2, '0')}${family % 10}`;
  return {
    ...person,
    ...situationOf(draw, joined),
    ...work,
    codigo: codeOf(family, member),
    tipo_vinculo: dependant ? 'DEPENDENTE' : 'TITULAR',
    titular_id: dependant ? holder['id'] : null,
    ...(dependant ? kinOf(draw, member) : { grau_parentesco_id: null }),
    matricula_instituidor: null,
    nome_mae: personName(chance, 'female', member > 1 ? familyOf(person['nome']) : familyName(chance)),
    nome_pai: chance.holds(0.85) ? anyPerson(chance) : null,
    data_inclusao: joined,
    data_admissao: null,
    universitario_ate: null,
    invalido: chance.holds(0.01),
    tutelado: false,
    reside_exterior: chance.holds(0.003),
    cartao: card,
    cco: `${String(100_000_000 + index * 37).padStart(10, '0')}${String(index % 100).padStart(2, '0')}`,
    situacao_ans: 'ATIVO',
    declaracao_nascido_vivo: null,
    rg_emissao: null,
    cartoes: [
      {
        numero: card,
        via: 1,
        emissao: joined,
        validade: dayAfter(joined, 1826),
        motivo: 'PRIMEIRA',
        situacao: 'ENTREGUE',
      },
    ],
    enderecos: chance.holds(0.9) ? [{ tipo: 'RESIDENCIAL', principal: true, cidade_id: drawCity(draw) }] : [],
    contatos: [{ tipo: 'CELULAR', principal: true }, ...(chance.holds(0.6) ? [{ tipo: 'EMAIL' }] : [])],
    contas: !dependant && chance.holds(0.5) ? [{ principal: true }] : [],
    afastamentos: [],
    preexistencias: chance.holds(0.05) ? [{ declarada_em: joined, cpt_ate: dayAfter(joined, 730) }] : [],
    historico: [],
  };
};

const planOf = ({ chance, rows }: Draw): unknown => {
  const plans = rows('produto');
  // The first ones are those that most have.
  return plans.length === 0 ? undefined : plans[Math.floor(chance.next() ** 2 * plans.length)]?.['id'];
};

/** One plan of each beneficiary, of the day on which he or she came. */
const membership = (draw: Draw): Row => {
  const { chance, index, rows } = draw;
  const who = rows('beneficiario')[index];
  if (who === undefined) return {};
  return {
    beneficiario_id: who['id'],
    produto_id: planOf(draw),
    data_adesao: who['data_inclusao'],
    plano_portabilidade: null,
    itens_excluidos: false,
    carencias: chance.holds(0.2)
      ? [
          {
            tipo: 'CARENCIA',
            inicio: who['data_inclusao'],
            dias: 180,
            fim: dayAfter(String(who['data_inclusao']), 180),
          },
        ]
      : [],
  };
};

const endOfMembership = ({ record, rows, index }: Draw): readonly string[] => {
  const who = rows('beneficiario')[index];
  return who !== undefined && who['id'] === record['beneficiario_id'] && typeof who['data_cancelamento'] === 'string'
    ? ['cancelar']
    : [];
};

/** What dependants, memberships and titles are made from. */
const kept = [
  'codigo',
  'nome',
  'cpf',
  'tipo_vinculo',
  'data_nascimento',
  'data_inclusao',
  'data_cancelamento',
  'empresa_id',
];

export const peopleRecipes: SampleRecipes['entities'] = {
  beneficiario: { count: { small: 600, medium: 100_000, large: 1_000_000 }, values: beneficiary, kept },
  adesao: { count: { small: 600, medium: 100_000, large: 1_000_000 }, values: membership, moves: endOfMembership },
};
