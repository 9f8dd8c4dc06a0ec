/** Who treats: hospitals, clinics, laboratories and physicians, most in the large cities, each with what it is a specialist in. */
import type { Row } from '../../engine/data/given-rows.ts';
import { drawCpf } from '../../engine/data/samples/check-digits.ts';
import type { Draw, SampleRecipes } from '../../engine/data/samples/recipe.ts';
import { dayAfter, soonAfter } from './days.ts';
import { idWhere, pointing } from './found-rows.ts';
import { anyPerson, companyName, familyName, personName, quarterName } from './names.ts';
import type { Trade } from './network.ts';
import { codeOf, occupations, professions, specialtiesByCode, specialtiesOf, staffOf, tradeOf } from './network.ts';
import { indexOf } from './once-of.ts';
import {
  cnpjOfProvider,
  familyOfProvider,
  payeeOf,
  providerOfSupplier,
  supplierOfProvider,
  workAlone,
} from './payees.ts';
import { drawCity } from './places.ts';

const saints = [
  'São Lucas',
  'Santa Clara',
  'São Rafael',
  'Santa Rita',
  'Nossa Senhora das Graças',
  'São Camilo',
  'Santa Luzia',
  'Bom Jesus',
];

interface Naming {
  readonly trade: Trade;
  readonly specialties: readonly Row[];
  readonly city: Row | undefined;
  readonly family: string;
  /** Who works there first. */
  readonly owner: Row | undefined;
}

/** Clinics of general medicine (codes of specialities), and those of many kinds, are medical centres. */
const general = new Set<unknown>(['060016', '060030']);

const isCentre = (specialties: readonly Row[]): boolean =>
  specialties.length > 2 || general.has(specialties[0]?.['codigo']);

const clinicName = ({ specialties, family }: Naming): string =>
  isCentre(specialties)
    ? `Centro Médico ${family}`
    : `Clínica ${family} de ${String(specialties[0]?.['descricao'] ?? 'Especialidades')}`.slice(0, 90);

/** Offices have the name of who works there. */
const nameOf = (draw: Draw, naming: Naming): string => {
  const { chance } = draw;
  const { trade, city, owner, family } = naming;
  const person = typeof owner?.['nome'] === 'string' ? owner['nome'] : anyPerson(chance);
  switch (trade) {
    case 'hospital':
      return `Hospital ${chance.of(saints)} de ${String(city?.['nome'] ?? family)}`;
    case 'laboratory':
      return `Laboratório ${family} ${chance.of(['Análises Clínicas', 'Diagnósticos', 'Medicina Laboratorial'])}`;
    case 'imaging':
      return `${family} ${chance.of(['Diagnóstico por Imagem', 'Imagem e Ultrassom', 'Medicina Diagnóstica'])}`;
    case 'clinic':
    case 'therapist':
      return clinicName(naming);
    case 'dentist':
      return `${person} Odontologia`;
    case 'physician':
      return person;
  }
};

const known = new WeakMap<readonly Row[], { count: number; readonly names: Set<unknown> }>();

/** Whether another one is called so. The names are gathered as records come, not anew for each. */
const isCalled = ({ rows }: Draw, name: string): boolean => {
  const all = rows('prestador');
  const { names, count } = known.get(all) ?? { names: new Set(), count: 0 };
  for (let at = count; at < all.length; at += 1) names.add(all[at]?.['nome']);
  known.set(all, { names, count: all.length });
  return names.has(name);
};

const cities = indexOf('cidade', 'id');

/** Class of establishment (CNES); of several specialities it is a polyclinic. */
const classOf = ({ chance }: Draw, trade: Trade, specialties: number): string => {
  switch (trade) {
    case 'hospital':
      return chance.weighted({ '05': 70, '07': 20, '62': 10 });
    case 'laboratory':
    case 'imaging':
      return '39';
    case 'physician':
      return '22';
    case 'dentist':
      return chance.weighted({ '22': 55, '36': 45 });
    case 'clinic':
      return specialties > 2 ? '04' : '36';
    case 'therapist':
      return '36';
  }
};

const classes = indexOf('classificacao_estabelecimento', 'codigo');

/** What it is paid by: a list of prices in force, of teeth for dentists. */
const pricesOf = ({ chance, rows }: Draw, trade: Trade, from: string): readonly Row[] => {
  const all = rows('tabela_preco');
  const own = all.filter((row) => (row['tipo'] === 'ODONTO') === (trade === 'dentist'));
  const among = own.length > 0 ? own : all;
  return among.length === 0 ? [] : [{ tabela_id: chance.of(among)['id'], percentual: 100, inicio: from, fim: null }];
};

/** Whose members it treats: dentists those of plans for teeth, the others of all other plans. */
export const plansOf = ({ rows }: Pick<Draw, 'rows'>, trade: Trade, from: string): readonly Row[] =>
  rows('produto')
    .filter((row) => (row['segmentacao'] === 'ODONTOLOGICO') === (trade === 'dentist'))
    .slice(0, 6)
    .map((row) => ({ produto_id: row['id'], inicio: from, fim: null }));

/** Prices go up by the index of prices when the contract has its birthday, last in the year that is over. */
const raisesOf = ({ today, rows }: Draw, signed: string): Row => {
  const indexes = rows('indexador').filter((row) => row['tipo'] === 'INDICE');
  const last = `${Number(today.slice(0, 4)) - 1}${signed.slice(4, 7)}-01`;
  return {
    ...pointing('indice_reajuste_id', idWhere(indexes, 'codigo', 'IPCA')),
    mes_reajuste: signed.slice(5, 7),
    ultimo_reajuste: last > signed ? last : null,
  };
};

/** Whoever has a house has its papers too; what suspended a provider is out of date. */
const licencesOf = ({ chance, today }: Draw, alone: boolean, suspended: boolean): readonly Row[] => {
  const number = `${chance.whole(1, 9)}${chance.digits(5)}/${today.slice(0, 4)}`;
  const until = dayAfter(today, suspended ? -chance.whole(5, 60) : chance.whole(20, 340));
  const sanitary = {
    tipo: 'ALVARA_SANITARIO',
    numero: number,
    orgao_emissor: 'Vigilância Sanitária Municipal',
    emissao: dayAfter(until, -365),
    validade: until,
  };
  const fire = {
    tipo: 'BOMBEIROS',
    numero: `${chance.whole(1, 9)}${chance.digits(6)}`,
    orgao_emissor: 'Corpo de Bombeiros Militar',
    emissao: dayAfter(today, -chance.whole(30, 900)),
    validade: dayAfter(today, chance.whole(100, 900)),
  };
  return alone ? [sanitary] : [sanitary, fire];
};

const provider = (draw: Draw): Row => {
  const { chance, index, today, attempt, rows } = draw;
  const trade = tradeOf(index);
  const specialties = specialtiesOf(draw, index);
  const signed = dayAfter(today, -chance.whole(120, 4000));
  const begun = dayAfter(signed, chance.whole(0, 60));
  const staff = specialties.flatMap((specialty) =>
    staffOf(draw, index, specialty).map((row) => ({
      profissional_id: row['id'],
      especialidade_id: specialty['id'],
      inicio: begun,
      fim: null,
      row,
    })),
  );
  const alone = trade === 'physician';
  const owner = attempt === 0 ? staff[0]?.row : undefined;
  const cityId = drawCity(draw);
  // Another one where the first is taken.
  const family = attempt === 0 ? familyOfProvider(draw.seed, index) : familyName(chance);
  const name = nameOf(draw, { trade, specialties, owner, family, city: cities(draw).get(cityId) });
  const gone = chance.holds(0.06);
  const suspended = !gone && chance.holds(0.03);
  const kind = classes(draw).get(classOf(draw, trade, specialties.length));
  return {
    codigo: codeOf(index),
    nome: name,
    nome_fantasia: null,
    // Where another one is called so.
    adicional: isCalled(draw, name) ? `Unidade ${quarterName(chance)}` : null,
    tipo_pessoa: alone ? 'FISICA' : 'JURIDICA',
    ...(alone
      ? typeof owner?.['cpf'] === 'string' && { cpf: owner['cpf'] }
      : attempt === 0 && { cnpj: cnpjOfProvider(draw.seed, index) }),
    ...(kind === undefined ? {} : { classificacao_id: kind['id'] }),
    cnes: String(2_000_000 + index * 13).slice(0, 7),
    ...pointing('cidade_id', cityId),
    situacao: gone ? 'DESCREDENCIADO' : suspended ? 'SUSPENSO' : 'ATIVO',
    motivo_situacao: gone ? 'Pedido do prestador.' : suspended ? 'Alvará sanitário vencido.' : null,
    aviso_beneficiarios: null,
    substituto_id: null,
    responsavel_tecnico_id: alone ? null : (owner?.['id'] ?? null),
    relacao: chance.weighted({ CONTRATADA: 90, REFERENCIADA: 10 }),
    contratualizacao: 'DIRETA',
    urgencia_emergencia: trade === 'hospital',
    fornecedor_id: attempt === 0 ? (rows('fornecedor')[supplierOfProvider(index)]?.['id'] ?? null) : null,
    maximo_guias_lote: 100,
    data_contrato: signed,
    inicio_servico: begun,
    fim_servico: gone ? soonAfter(chance, begun, 40, 1500, today) : null,
    ...raisesOf(draw, signed),
    prazo_pagamento_dias: 30,
    especialidades: specialties.map((row) => ({ especialidade_id: row['id'], inicio: signed, fim: null })),
    corpo_clinico: staff.map(({ row: _, ...member }) => member),
    tabelas: pricesOf(draw, trade, begun),
    produtos: plansOf(draw, trade, begun),
    qualificacoes: chance.holds(0.2) ? undefined : [],
    licencas: licencesOf(draw, alone, suspended),
    enderecos: [{ tipo: 'ATENDIMENTO', principal: true, ...pointing('cidade_id', cityId) }],
    contatos: [{ tipo: 'TELEFONE', principal: true }, ...(chance.holds(0.7) ? [{ tipo: 'EMAIL' }] : [])],
    contas: [{ principal: true }],
  };
};

const occupationsByCode = indexOf('cbos', 'codigo');

/** A speciality with its council and occupation, or a council without. */
const professionOf = (draw: Draw): Row => {
  const { index, rows } = draw;
  const profession = professions[index % professions.length] ?? '';
  if (profession in occupations) {
    const occupation = occupationsByCode(draw).get(occupations[profession as keyof typeof occupations]);
    if (occupation !== undefined) return { conselho: profession, cbos_id: occupation['id'], especialidades: [] };
  }
  const specialty = specialtiesByCode(draw).get(profession) ?? rows('especialidade')[0];
  if (specialty === undefined) return { conselho: 'CRM' };
  const occupation = specialty['cbos_id'];
  return {
    conselho: specialty['conselho'],
    ...(typeof occupation === 'number' ? { cbos_id: occupation } : {}),
    especialidades: [{ especialidade_id: specialty['id'], principal: true }],
  };
};

const professional = (draw: Draw): Row => {
  const { chance, index } = draw;
  const woman = chance.holds(0.5);
  return {
    ...professionOf(draw),
    nome: personName(chance, woman ? 'female' : 'male'),
    cpf: drawCpf(chance),
    sexo: woman ? '3' : '1',
    numero_conselho: String(30_000 + index * 17),
    uf_conselho: 'MG',
    data_nascimento: dayAfter(draw.today, -chance.whole(27 * 365, 68 * 365)),
    prestador_id: null,
    situacao: chance.holds(0.95) ? 'ATIVO' : 'INATIVO',
    contatos: [{ tipo: 'CELULAR', principal: true }],
  };
};

/** Kinds of income (EFD-Reinf) of what companies do whose name begins so; goods have none. */
const incomes: readonly (readonly [begins: string, code: string])[] = [
  ['Contabilidade ', '15015'],
  ['Engenharia ', '15019'],
  ['Manutenção ', '15044'],
  ['Soluções ', '15014'],
  ['Tecnologia ', '15032'],
];

const incomesByCode = indexOf('natureza_rendimento', 'codigo');

const incomeOf = (draw: Draw, code: string | undefined): Row => ({
  natureza_rendimento_id: incomesByCode(draw).get(code)?.['id'] ?? null,
});

const supplierRows: Row = {
  enderecos: [{ tipo: 'COMERCIAL', principal: true }],
  contatos: [{ tipo: 'TELEFONE', principal: true }],
  contas: [{ principal: true }],
};

const payee = (draw: Draw, place: number): Row => {
  const { name, cpf, cnpj, income } = payeeOf(draw, place);
  const alone = cpf !== undefined;
  return {
    nome: name,
    tipo_pessoa: alone ? 'FISICA' : 'JURIDICA',
    ...(alone ? { cpf } : { cnpj }),
    nome_fantasia: null,
    inscricao_estadual: null,
    simples_nacional: false,
    ...incomeOf(draw, income),
    ...(income === undefined ? { retencoes: [] } : {}),
    ...supplierRows,
  };
};

/** Of those who sell one in twenty works alone. */
const supplier = (draw: Draw): Row => {
  const { chance, index } = draw;
  const provided = providerOfSupplier(index);
  if (provided !== undefined) return payee(draw, provided);
  const alone = index % 20 === 12;
  const name = alone ? anyPerson(chance) : companyName(chance);
  const income = alone ? workAlone : incomes.find(([begins]) => name.startsWith(begins))?.[1];
  const simple = / (ME|EPP)$/.test(name);
  return {
    nome: name,
    tipo_pessoa: alone ? 'FISICA' : 'JURIDICA',
    ...(alone ? { nome_fantasia: null, inscricao_estadual: null } : {}),
    simples_nacional: simple,
    ...incomeOf(draw, income),
    // Small companies are left out of what the state keeps back.
    ...(simple || income === undefined ? { retencoes: [] } : {}),
    ...supplierRows,
  };
};

export const providerRecipes: SampleRecipes['entities'] = {
  prestador: { count: { small: 120, medium: 3000, large: 12_000 }, values: provider },
  profissional: { count: { small: 150, medium: 6000, large: 20_000 }, values: professional },
  fornecedor: { count: { small: 180, medium: 4500, large: 18_000 }, values: supplier, after: ['profissional'] },
};
