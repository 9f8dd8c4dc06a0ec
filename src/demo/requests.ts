/** What members ask for beside care that is authorised: dependants in the plan, further services, guides without charge. */
import type { Row } from '../../engine/data/given-rows.ts';
import type { Chance } from '../../engine/data/samples/chance.ts';
import type { Draw, SampleRecipes } from '../../engine/data/samples/recipe.ts';
import { dayAfter, soonAfter, visitDay } from './days.ts';
import { holderOf } from './families.ts';
import { idWhere, onceOfRows, placeOfId, pointing, reasonFor } from './found-rows.ts';
import { kinOfMember, memberOfCode, papersOf, parentsOf } from './identities.ts';
import { ageOn } from './memberships.ts';
import { lastDay, monthNumber, monthText } from './months.ts';
import { anyPerson, familyOf, personName } from './names.ts';
import type { Place } from './network.ts';
import { networkOf } from './network.ts';
import { conditionOf } from './people.ts';
import { planOn } from './plan-changes.ts';
import { practiceOf, treats } from './practices.ts';
import type { Procedure } from './procedures.ts';
import { choicesOf, procedureFor } from './procedures.ts';

/** Places of the holders who have not left, among all people. */
const holdersOf = onceOfRows((people) =>
  people.flatMap((row, place) =>
    row['tipo_vinculo'] === 'TITULAR' && row['data_cancelamento'] === null ? [place] : [],
  ),
);

interface Asking {
  readonly person: Row | undefined;
  readonly place: number;
  readonly day: string;
}

/** A holder in turn, on a day on which he is a member. */
const askingOf = ({ chance, index, rows, today }: Draw, days: number): Asking => {
  const people = rows('beneficiario');
  const holders = holdersOf(people);
  const place = holders[(index * 5) % Math.max(holders.length, 1)] ?? -1;
  const person = people[place];
  const joined = String(person?.['data_inclusao'] ?? today);
  const day = visitDay(chance, dayAfter(today, -1), days);
  return { person, place, day: day < joined ? joined : day };
};

/** Those behind the holder, up to the next one. */
const dependantsOf = (people: readonly Row[], place: number): readonly Row[] => {
  const found: Row[] = [];
  for (let at = place + 1; people[at]?.['tipo_vinculo'] === 'DEPENDENTE'; at += 1) {
    const row = people[at];
    if (row !== undefined && row['data_cancelamento'] === null) found.push(row);
  }
  return found;
};

const firstOfNext = (day: string): string => `${monthText(monthNumber(day) + 1)}-01`;

const services = [
  { service: 'AEROMEDICO', fee: 12.9 },
  { service: 'ODONTO', fee: 38.5 },
] as const;

const service = (draw: Draw): Row => {
  const { chance, index, rows, today } = draw;
  const { person, place, day } = askingOf(draw, 900);
  const of = services[index % services.length] ?? services[0];
  const dental = rows('produto').find((row) => row['segmentacao'] === 'ODONTOLOGICO');
  const active = day < dayAfter(today, -15) || chance.holds(0.4);
  const begin = firstOfNext(day);
  return {
    servico: of.service,
    ...pointing('beneficiario_id', person?.['id']),
    produto_id: of.service === 'ODONTO' ? (dental?.['id'] ?? null) : null,
    data_solicitacao: day,
    canal: chance.weighted({ PORTAL: 6, APLICATIVO: 2, PRESENCIAL: 1 }),
    forma_cobranca: chance.weighted({ FOLHA: 3, BOLETO: 5, DEBITO: 2 }),
    valor: of.fee,
    inicio: active ? begin : null,
    fim: null,
    pendencia_id: null,
    motivo_id: null,
    complemento: null,
    situacao: active ? 'ATIVA' : chance.weighted({ SOLICITADA: 1, EM_ANALISE: 1 }),
    incluidos: dependantsOf(rows('beneficiario'), place).map((row) => ({
      beneficiario_id: row['id'],
      valor: of.fee,
      inicio: active ? begin : null,
      fim: null,
    })),
  };
};

/** A child of the holder, as old as needs no CPF. */
const newDependant = (chance: Chance, rows: Draw['rows'], holder: Row | undefined, day: string): Row => {
  const sex = chance.holds(0.5) ? 'female' : 'male';
  return {
    nome: personName(chance, sex, familyOf(holder?.['nome'])),
    data_nascimento: dayAfter(day, -chance.whole(20, chance.holds(0.6) ? 300 : 5000)),
    sexo: sex === 'female' ? '3' : '1',
    ...pointing('grau_parentesco_id', idWhere(rows('grau_parentesco'), 'codigo', '04')),
    nome_mae: anyPerson(chance),
    vinculo: 'DEPENDENTE',
    universitario: false,
    portabilidade: false,
    // Given in the analysis, and by what comes of it.
    codigo: null,
    beneficiario_id: null,
    adesao_id: null,
  };
};

/** Places of the dependants who came after their holder, and are members still: the children born since. */
const lateComersOf = onceOfRows((people) =>
  people.flatMap((row, place) => {
    const holder = row['tipo_vinculo'] === 'DEPENDENTE' ? holderOf(people, place) : undefined;
    return holder !== undefined && row['data_cancelamento'] === null && joinedOf(row) > joinedOf(holder) ? [place] : [];
  }),
);

const joinedOf = (person: Row | undefined): string => String(person?.['data_inclusao']);

interface Admitted {
  readonly holder: Row | undefined;
  /** Of the request, between the birth and the first day in the plan. */
  readonly day: string;
  readonly begin: string;
  readonly dependant: Row;
}

/** A child that was born to a member and is one since, as it was asked for; undefined where there is none. */
const admittedOf = (draw: Draw): Admitted | undefined => {
  const { chance, index, rows, idAt } = draw;
  const people = rows('beneficiario');
  // Of whoever is restricted by an illness the membership says so.
  const places = lateComersOf(people);
  const place = places[index];
  if (place !== undefined && conditionOf(draw, place) !== undefined) return undefined;
  const person = place === undefined ? undefined : people[place];
  if (place === undefined || person === undefined) return undefined;
  const begin = joinedOf(person);
  const born = String(person['data_nascimento']);
  const member = memberOfCode(person['codigo']);
  const asked = dayAfter(begin, -chance.whole(2, 4));
  return {
    holder: holderOf(people, place),
    day: asked < born ? born : asked,
    begin,
    dependant: {
      codigo: person['codigo'],
      nome: person['nome'],
      cpf: person['cpf'] ?? null,
      data_nascimento: born,
      sexo: person['sexo'],
      ...pointing('grau_parentesco_id', idWhere(rows('grau_parentesco'), 'codigo', kinOfMember(member))),
      nome_mae: parentsOf(draw, place, member, person['nome']).mother,
      cns: papersOf(draw, place, member)['cns'],
      vinculo: 'DEPENDENTE',
      universitario: false,
      portabilidade: false,
      beneficiario_id: person['id'],
      adesao_id: idAt('adesao', place) ?? null,
    },
  };
};

const questions = [
  'Tem ou teve alguma doença crônica?',
  'Faz uso contínuo de algum medicamento?',
  'Já passou por alguma cirurgia?',
] as const;

/** Category of the CID, as it is answered. */
const illnesses = [
  ['J45', 'Asma, em acompanhamento.'],
  ['E10', 'Diabetes, com uso de insulina.'],
  ['Q21', 'Comunicação interatrial, corrigida ao nascer.'],
] as const;

const categories = onceOfRows((rows) => new Map(rows.map((row) => [row['codigo'], row['id']])));

/** What was answered for the dependant, and the illness that was declared with it, if any; `begin`: of the plan. */
const declaration = ({ chance, rows }: Draw, name: unknown, begin: string | null, healthy: boolean): Row => {
  const [code, words] = chance.of(illnesses);
  const cid = categories(rows('cid')).get(code);
  const ill = !healthy && cid !== undefined && chance.holds(0.15);
  return {
    preexistencia: ill,
    respostas: questions.map((pergunta, at) => ({
      dependente: name,
      pergunta,
      resposta: ill && at === 0 ? 'Sim' : 'Não',
      complemento: ill && at === 0 ? words : null,
    })),
    preexistencias: ill
      ? [
          {
            dependente: name,
            cid_id: cid,
            desde: null,
            medida: 'CPT',
            fim: begin === null ? null : dayAfter(begin, 729),
          },
        ]
      : [],
  };
};

const admission = (draw: Draw): Row => {
  const { chance, rows, today } = draw;
  const admitted = chance.holds(0.6) ? admittedOf(draw) : undefined;
  const asking = askingOf(draw, chance.holds(0.3) ? 400 : 14);
  const day = admitted?.day ?? asking.day;
  const holder = admitted === undefined ? asking.person : admitted.holder;
  const old = day < dayAfter(today, -15);
  const waiting = old ? 'RECUSADA' : chance.weighted({ ENVIADA: 3, EM_ANALISE: 4, PENDENTE: 1 });
  const end = admitted === undefined ? waiting : 'APROVADA';
  const decided = admitted?.begin ?? soonAfter(chance, day, 2, 10, today);
  const pending = rows('pendencia');
  const begin = admitted?.begin ?? null;
  const wished = firstOfNext(day);
  const analysed = end === 'EM_ANALISE' || end === 'PENDENTE';
  const dependant = admitted?.dependant ?? newDependant(chance, rows, holder, day);
  const declared = declaration(draw, dependant['nome'], begin, admitted !== undefined);
  return {
    ...pointing('titular_id', holder?.['id']),
    ...pointing('produto_id', planOn(draw, placeOfId(rows('beneficiario'), holder?.['id']), day)?.['id']),
    data_solicitacao: day,
    data_desejada: wished,
    canal: chance.weighted({ PORTAL: 6, APLICATIVO: 2, PRESENCIAL: 1 }),
    ...pointing('questionario_id', idWhere(rows('questionario'), 'finalidade', 'DECLARACAO_SAUDE')),
    ...declared,
    pendencia_id: end === 'PENDENTE' ? (idWhere(pending, 'aplicacao', 'ADESAO') ?? null) : null,
    prazo_pendencia: end === 'PENDENTE' ? dayAfter(day, 20) : null,
    // The day that was wished for is proposed to whoever approves.
    inicio_vigencia: begin ?? (analysed ? wished : null),
    codigo_dependente: null,
    motivo_id: end === 'RECUSADA' ? (reasonFor(rows, 'NEGATIVA') ?? null) : null,
    complemento: null,
    decidida_em: old || admitted !== undefined ? `${decided}T15:00:00-03:00` : null,
    situacao: end,
    dependentes: [{ ...dependant, cobertura_parcial_temporaria: declared['preexistencia'] }],
  };
};

/** What is used is used within its thirty days. */
const guideDays = (chance: Chance, day: string, today: string) => {
  const end = dayAfter(day, 30);
  const used = soonAfter(chance, day, 1, 28, today);
  return { end, used, open: end >= today };
};

interface Care {
  readonly place: Place | undefined;
  readonly professional: Row | undefined;
  readonly procedure: Procedure | undefined;
}

const careless: Care = { place: undefined, professional: undefined, procedure: undefined };

/** Where the person is treated on that day, by whom, and what is done: what the place does, to folk of that age. */
const careOf = (draw: Draw, person: Row | undefined, day: string): Care => {
  const { chance } = draw;
  const { physician, clinic } = networkOf(draw);
  const places = [...physician, ...clinic];
  const age = ageOn(String(person?.['data_nascimento'] ?? day), day);
  for (let turn = 0; turn < 20 && places.length > 0; turn += 1) {
    const place = chance.of(places);
    const specialty = place.specialties[0];
    const end = place.row['fim_servico'];
    const serves = String(place.row['inicio_servico']) <= day && (typeof end !== 'string' || end > day);
    if (!serves || !treats(practiceOf(specialty?.code).patients ?? {}, person?.['sexo'], age)) continue;
    const choices = choicesOf(draw, chance.holds(0.6) ? '1' : '2', place.trade, specialty?.code ?? '');
    const procedure = procedureFor(chance, choices, person?.['sexo'], age, new Set());
    if (procedure !== undefined) return { place, professional: specialty?.staff[0], procedure };
  }
  return careless;
};

/** Why somebody else pays, or the family nothing: the network lacks it, or it was ordered. */
const freeReasons: ReadonlySet<unknown> = new Set(['EMI01', 'EMI02']);
const reasonsOfFree = onceOfRows((rows) =>
  rows.filter((row) => freeReasons.has(row['codigo']) && row['ativo'] !== false),
);

const freeReason = ({ chance, rows }: Draw): Row => {
  const some = reasonsOfFree(rows('motivo'));
  return some.length === 0 ? {} : { motivo_id: chance.of(some)['id'] };
};

const freeGuide = (draw: Draw): Row => {
  const { chance, rows, today } = draw;
  const { person, day } = askingOf(draw, 500);
  const { end, used, open } = guideDays(chance, day, today);
  const taken = chance.holds(open ? 0.4 : 0.85);
  const procedures = rows('procedimento');
  const { place, professional, procedure } = careOf(draw, person, day);
  const done = procedure?.id ?? procedures[0]?.['id'];
  return {
    ...pointing('beneficiario_id', person?.['id']),
    ...freeReason(draw),
    ...(place === undefined ? {} : { executante_id: place.row['id'], profissional_id: professional?.['id'] ?? null }),
    emissao: day,
    validade: end,
    autorizacao_id: null,
    situacao: taken ? 'UTILIZADA' : open ? 'EMITIDA' : 'EXPIRADA',
    data_utilizacao: taken ? used : null,
    motivo_cancelamento_id: null,
    procedimentos: done === undefined ? [] : [{ procedimento_id: done, quantidade: 1 }],
  };
};

const officeGuide = (draw: Draw): Row => {
  const { chance, today } = draw;
  const { person, day } = askingOf(draw, 500);
  const { end, used, open } = guideDays(chance, day, today);
  const taken = chance.holds(open ? 0.4 : 0.85);
  const { procedure } = careOf(draw, person, day);
  return {
    data_emissao: day,
    validade: end,
    ...pointing('beneficiario_id', person?.['id']),
    autorizacao_id: null,
    utilizada_em: taken ? used : null,
    motivo_cancelamento: null,
    situacao: taken ? 'UTILIZADA' : 'EMITIDA',
    itens: [
      {
        procedimento_id: procedure?.id ?? null,
        descricao: procedure?.title ?? 'Consulta em consultório',
        quantidade: 1,
        valor_unitario: procedure?.price ?? 120,
      },
    ],
  };
};

/** Members who have left, four together, in the order of the days on which they left. */
const together = 4;
const leavers = onceOfRows((memberships) =>
  memberships
    .filter((row) => typeof row['data_cancelamento'] === 'string' && row['produto_novo_id'] === null)
    .toSorted((a, b) => (String(a['data_cancelamento']) < String(b['data_cancelamento']) ? 1 : -1)),
);

const leaving = (draw: Draw): Row => {
  const { index, rows, today } = draw;
  const all = leavers(rows('adesao'));
  const some = all.slice(index * together, (index + 1) * together);
  const day = String(some[0]?.['data_cancelamento'] ?? today);
  const end = lastDay(monthNumber(day));
  return {
    competencia: day.slice(0, 7),
    destino: (['FOLHA', 'BANCO', 'EMPRESA'] as const)[index % 3],
    geracao: `${end < today ? end : today}T18:00:00-03:00`,
    situacao: end < today ? 'RETORNADA' : 'GERADA',
    adesoes: some.map((row) => ({ adesao_id: row['id'], motivo_id: row['motivo_cancelamento_id'] ?? null })),
  };
};

const monthlyFund = (draw: Draw): Row => {
  const { index, rows } = draw;
  const { person, day } = askingOf(draw, 1000);
  const funds = rows('fundo_social');
  const fund = funds[index % Math.max(funds.length, 1)];
  return {
    ...pointing('fundo_id', fund?.['id']),
    ...pointing('beneficiario_id', person?.['id']),
    valor: Number(fund?.['valor_fixo'] ?? 12),
    competencia_inicial: day.slice(0, 7),
    competencia_final: null,
    motivo: null,
  };
};

export const requestRecipes: SampleRecipes['entities'] = {
  adesao_servico: { count: { small: 20, medium: 2000, large: 10_000 }, values: service },
  solicitacao_adesao: { count: { small: 20, medium: 1500, large: 6000 }, values: admission },
  guia_sem_onus: { count: { small: 16, medium: 800, large: 3000 }, values: freeGuide },
  guia_administrativa: { count: { small: 16, medium: 800, large: 3000 }, values: officeGuide },
  remessa_cancelamento_adesao: { count: { small: 6, medium: 300, large: 300 }, values: leaving },
  fundo_social_beneficiario: { count: { small: 12, medium: 2000, large: 10_000 }, values: monthlyFund },
};
