/**
 * Small registries whose fields belong together: districts with their city, packages with their procedure, programmes
 * with whom they are for. Each tuple is one record; what it points at and is not there is drawn, or left empty.
 */
import type { Row } from '../../engine/data/given-rows.ts';
import { drawCnpj } from '../../engine/data/samples/check-digits.ts';
import type { Draw, SampleRecipes } from '../../engine/data/samples/recipe.ts';
import { dayAfter } from './days.ts';
import { idWhere, pointing } from './found-rows.ts';
import { ageOn } from './memberships.ts';
import type { Trade } from './network.ts';
import { networkOf, specialtiesByCode } from './network.ts';
import type { Reading } from './once-of.ts';
import { indexOf, onceOf } from './once-of.ts';
import { eachOf } from './tuples.ts';

const ids = {
  procedure: indexOf('procedimento', 'codigo'),
  group: indexOf('grupo_procedimento', 'codigo'),
  disease: indexOf('cid', 'codigo'),
  bank: indexOf('banco', 'codigo'),
  leaving: indexOf('motivo_saida', 'codigo'),
  denial: onceOf('motivo', (rows) => {
    const denials = rows.filter((row) => row['aplicacao'] === 'GLOSA' && row['ativo'] !== false);
    return new Map(denials.map((row): [unknown, Row] => [row['codigo'], row]));
  }),
};
const cities = onceOf('cidade', (rows) => new Map(rows.map((row) => [`${row['nome']}/${row['uf']}`, row])));

const idOf = (draw: Reading, of: keyof typeof ids, code: string): unknown => ids[of](draw).get(code)?.['id'];

/** Owned rows, one for each code that there is. */
const listOf = (draw: Reading, of: keyof typeof ids, column: string, codes: readonly string[]): readonly Row[] =>
  codes.map((code) => pointing(column, idOf(draw, of, code))).filter((row) => column in row);

/** The first of January so many years ago: tables are agreed on by the year. */
const januaryBefore = (today: string, years: number): string => `${Number(today.slice(0, 4)) - years}-01-01`;

const inForce = ({ today }: Draw, years: number): Row => ({
  inicio: januaryBefore(today, years),
  fim: null,
  ativo: true,
});

/** `number`: what follows the code of the city in that of the district. */
const districts: readonly (readonly [name: string, city: string, number: string])[] = [
  ['Barreiro', 'Belo Horizonte', '25'],
  ['Venda Nova', 'Belo Horizonte', '60'],
  ['Justinópolis', 'Ribeirão das Neves', '10'],
  ['Ravena', 'Sabará', '20'],
  ['São Sebastião das Águas Claras', 'Nova Lima', '15'],
  ['Padre Viegas', 'Mariana', '40'],
  ['Cachoeira do Campo', 'Ouro Preto', '20'],
  ['Santa Rita Durão', 'Mariana', '50'],
];

const district = ([nome, name, number]: (typeof districts)[number], draw: Draw): Row => {
  const city = cities(draw).get(`${name}/MG`);
  return {
    nome,
    ativo: true,
    ...(city === undefined ? {} : { cidade_id: city['id'], codigo: `${city['ibge']}${number}` }),
  };
};

/** Of a package: what it is of, its price in the usual range, what else it includes. */
interface Package {
  readonly title: string;
  readonly procedure: string;
  readonly price: readonly [least: number, most: number];
  readonly second?: string;
  /** Of a stay. */
  readonly days?: readonly [fee: string, count: number];
}

const ward = 'Diária de enfermaria';
const room = 'Diária de apartamento standard';

const packages: readonly Package[] = [
  {
    title: 'Parto normal com acomodação coletiva',
    procedure: '31309127',
    price: [5000, 9000],
    second: '10103023',
    days: [ward, 2],
  },
  {
    title: 'Parto cesáreo com acomodação individual',
    procedure: '31309054',
    price: [7000, 12_000],
    second: '10103023',
    days: [room, 2],
  },
  { title: 'Colecistectomia videolaparoscópica', procedure: '31005497', price: [6000, 9500], days: [ward, 1] },
  { title: 'Facectomia com implante de lente', procedure: '30306027', price: [3000, 5000] },
  { title: 'Herniorrafia inguinal', procedure: '31009115', price: [3800, 6200], days: [ward, 1] },
  { title: 'Cateterismo cardíaco diagnóstico', procedure: '30911079', price: [3200, 5500] },
  {
    title: 'Septoplastia com turbinectomia',
    procedure: '30501369',
    price: [4500, 7500],
    second: '30501458',
    days: [ward, 1],
  },
  { title: 'Meniscectomia por artroscopia de joelho', procedure: '30733057', price: [5500, 9000], days: [room, 1] },
];

const packageItems = (draw: Draw, { procedure, second, days }: Package): readonly Row[] => {
  const done = listOf(draw, 'procedure', 'procedimento_id', second === undefined ? [procedure] : [procedure, second]);
  const fees = draw.rows('taxa').filter((row) => days !== undefined && row['descricao'] === days[0]);
  return [
    ...done.map((row) => ({ tipo: 'PROCEDIMENTO', ...row, quantidade: 1, individualiza_ans: false })),
    ...fees
      .slice(0, 1)
      .map((row) => ({ tipo: 'TAXA', taxa_id: row['id'], quantidade: days?.[1] ?? 1, individualiza_ans: false })),
  ];
};

const pack = (one: Package, draw: Draw): Row => {
  const { chance, index } = draw;
  return {
    codigo: String(98_000_010 + index * 10),
    descricao: one.title,
    tabela: '98',
    ...pointing('procedimento_principal_id', idOf(draw, 'procedure', one.procedure)),
    // At the same price in the whole network.
    prestador_id: null,
    valor: chance.whole(one.price[0] / 50, one.price[1] / 50) * 50,
    ...inForce(draw, 0),
    itens: packageItems(draw, one),
  };
};

/** The code for calls is that of the city. */
const exchanges: readonly (readonly [
  name: string,
  kind: string,
  city: string,
  uf: string,
  calls: string,
  bank: string,
])[] = [
  ['Intercâmbio Sudeste', 'FEDERACAO', 'São Paulo', 'SP', '11', '341'],
  ['Rede Norte de Minas', 'SINGULAR', 'Montes Claros', 'MG', '38', '001'],
  ['Convênio Litoral', 'SINGULAR', 'Santos', 'SP', '13', '237'],
  ['Intercâmbio Centro-Oeste', 'FEDERACAO', 'Goiânia', 'GO', '62', '104'],
  ['Rede Sul de Minas', 'SINGULAR', 'Varginha', 'MG', '35', '001'],
  ['Convênio Vale do Aço', 'SINGULAR', 'Ipatinga', 'MG', '31', '104'],
  ['Intercâmbio Nordeste', 'FEDERACAO', 'Recife', 'PE', '81', '237'],
  ['Rede Triângulo', 'SINGULAR', 'Uberlândia', 'MG', '34', '341'],
];

/** Of the operators that patients are exchanged with. */
const registerOf = (place: number): string => String(312_045 + place * 4519);

const account = ({ chance }: Draw): Row => ({
  agencia: `0${chance.whole(1, 9)}${chance.digits(3)}`,
  agencia_dv: chance.digits(1),
  conta: `${chance.whole(1, 9)}${chance.digits(5)}`,
  conta_dv: chance.digits(1),
});

const exchange = ([nome, modalidade, city, uf, calls, bank]: (typeof exchanges)[number], draw: Draw): Row => {
  const { chance, index } = draw;
  const code = String(104 + index * 37).padStart(4, '0');
  return {
    codigo: code,
    nome,
    modalidade,
    registro_ans: registerOf(index),
    cnpj: drawCnpj(chance),
    // Its cards begin with its code.
    prefixo_cartao: code,
    taxa_administrativa: chance.whole(10, 24) / 2,
    uf,
    cidade_id: cities(draw).get(`${city}/${uf}`)?.['id'] ?? null,
    ...pointing('banco_id', idOf(draw, 'bank', bank)),
    ...account(draw),
    tipo_conta: 'CORRENTE',
    contatos: [{ tipo: 'TELEFONE', valor: `${calls}3${chance.digits(7)}`, principal: true }, { tipo: 'EMAIL' }],
  };
};

/** Those that are still in the network, of one trade. */
const serving = (draw: Reading, trade: Trade): readonly Row[] =>
  networkOf(draw)
    [trade].map(({ row }) => row)
    .filter((row) => row['situacao'] === 'ATIVO');

/** Whom a provider of the network sends its patients to; by speciality. */
const indirects: readonly (readonly [name: string, specialty: string, by: Trade])[] = [
  ['Laboratório Serra Azul Análises Clínicas', '060048', 'hospital'],
  ['Clínica Paineiras de Fisioterapia', '050001', 'hospital'],
  ['Laboratório Horizonte Anatomia Patológica', '060047', 'hospital'],
  ['Clínica Ipê de Cardiologia', '060005', 'hospital'],
  ['Clínica Visão Mineira de Oftalmologia', '060043', 'hospital'],
  ['Centro de Imagem Liberdade', '060052', 'imaging'],
  ['Laboratório Inconfidentes Medicina Laboratorial', '060048', 'laboratory'],
  ['Clínica Acácias de Psicologia', '090001', 'hospital'],
];

/** Places of the exchanges of the same state. */
const near = exchanges.flatMap(([, , , uf], place) => (uf === 'MG' ? [place] : []));

const indirect = ([nome, specialty, by]: (typeof indirects)[number], draw: Draw): Row => {
  const { chance, index, today } = draw;
  const principals = serving(draw, by);
  const principal = principals[index % Math.max(principals.length, 1)];
  const known = specialtiesByCode(draw).get(specialty);
  return {
    nome,
    ...pointing('prestador_principal_id', principal?.['id']),
    tipo_pessoa: 'JURIDICA',
    cnes: String(2_640_137 + index * 8219),
    operadora_intermediaria: registerOf(near[index % near.length] ?? 0),
    ...pointing('cidade_id', principal?.['cidade_id'] ?? undefined),
    inicio: dayAfter(today, -chance.whole(200, 1600)),
    fim: null,
    ...(known === undefined ? {} : { especialidades: [{ especialidade_id: known['id'] }] }),
  };
};

interface Programme {
  readonly code: string;
  readonly name: string;
  readonly kind: string;
  readonly aim: string;
  readonly sex?: '1' | '3';
  readonly ages: readonly [least: number | null, most: number | null];
  /** Of its participants, where it takes others as well. */
  readonly usual?: readonly [least: number, most: number];
  /** Longest that somebody takes part. */
  readonly days?: number;
  readonly diseases: readonly string[];
  readonly procedures: readonly string[];
}

const programmes: readonly Programme[] = [
  {
    code: 'DIAB',
    name: 'Viver Bem com Diabetes',
    kind: 'CRONICOS',
    aim: 'Manter a hemoglobina glicada na meta e prevenir complicações dos olhos, dos rins e dos pés.',
    ages: [18, null],
    diseases: ['E10', 'E11'],
    procedures: ['10101012', '40302733', '50000560'],
  },
  {
    code: 'CARD',
    name: 'Coração Saudável',
    kind: 'CRONICOS',
    aim: 'Controlar a pressão e reduzir internações de quem tem hipertensão ou doença coronariana.',
    ages: [35, null],
    diseases: ['I10', 'I20', 'I25'],
    procedures: ['10101012', '40101010', '40301605'],
  },
  {
    code: 'GEST',
    name: 'Gestante Segura',
    kind: 'PREVENCAO',
    aim: 'Acompanhar o pré-natal desde o início, reconhecer cedo a gravidez de risco e incentivar o parto normal.',
    sex: '3',
    ages: [null, null],
    usual: [18, 42],
    days: 260,
    diseases: ['Z34', 'Z35'],
    procedures: ['10101012', '20202016'],
  },
  {
    code: 'IDOSO',
    name: 'Envelhecer Ativo',
    kind: 'PROMOCAO',
    aim: 'Preservar a autonomia e prevenir quedas dos beneficiários a partir de 60 anos.',
    ages: [60, null],
    diseases: [],
    procedures: ['10101012', '50000144'],
  },
  {
    code: 'COLUN',
    name: 'Coluna em Dia',
    kind: 'PREVENCAO',
    aim: 'Tratar cedo a dor nas costas e evitar afastamentos e cirurgias.',
    ages: [18, null],
    diseases: ['M54'],
    procedures: ['50000144', '50000160'],
  },
  {
    code: 'FUMO',
    name: 'Parar de Fumar',
    kind: 'PREVENCAO',
    aim: 'Apoiar quem quer deixar o cigarro com consultas e sessões em grupo durante um ano.',
    ages: [18, null],
    days: 365,
    diseases: ['F17'],
    procedures: ['10101012', '50000489'],
  },
  {
    code: 'MENTE',
    name: 'Saúde Mental no Trabalho',
    kind: 'PROMOCAO',
    aim: 'Reconhecer cedo a ansiedade e o esgotamento e encaminhar à psicoterapia.',
    ages: [18, 70],
    diseases: ['F41', 'F43'],
    procedures: ['50000470'],
  },
  {
    code: 'PESO',
    name: 'Peso Certo',
    kind: 'PREVENCAO',
    aim: 'Reduzir o peso com orientação de nutricionista e prevenir diabetes e hipertensão.',
    ages: [18, null],
    diseases: ['E66'],
    procedures: ['10101012', '50000560'],
  },
];

const programme = (one: Programme, draw: Draw): Row => ({
  codigo: one.code,
  nome: one.name,
  tipo: one.kind,
  // The regulator is told of some alone.
  registro_ans: draw.index % 3 === 0 ? String(102_418 + draw.index * 1013) : null,
  objetivo: one.aim,
  // Professionals come after it.
  responsavel_id: null,
  ...inForce(draw, 4),
  idade_minima: one.ages[0],
  idade_maxima: one.ages[1],
  sexo: one.sex ?? null,
  cids: listOf(draw, 'disease', 'cid_id', one.diseases),
  procedimentos: listOf(draw, 'procedure', 'procedimento_id', one.procedures),
});

/** Somebody whom the programme is for, and who was a member on the day. */
const personFor = ({ chance, rows }: Draw, { sex, ages, usual }: Programme, day: string): Row | undefined => {
  const people = rows('beneficiario');
  const [least, most] = usual ?? ages;
  const first = chance.whole(0, Math.max(people.length - 1, 0));
  const fits = (row: Row): boolean => {
    const age = ageOn(String(row['data_nascimento']), day);
    return (
      row['situacao'] === 'ATIVO' &&
      String(row['data_inclusao']) <= day &&
      (sex === undefined || row['sexo'] === sex) &&
      age >= (least ?? 0) &&
      age <= (most ?? 200)
    );
  };
  for (let turn = 0; turn < people.length; turn += 1) {
    const row = people[(first + turn) % people.length];
    if (row !== undefined && fits(row)) return row;
  }
  return undefined;
};

/** How people leave: better, or by their own wish. */
const leavings = ['12', '14'];

const participation = (one: Programme, draw: Draw): Row => {
  const { chance, index, today, rows } = draw;
  const since = chance.whole(20, one.days ?? 900);
  const day = dayAfter(today, -since);
  const reason = idOf(draw, 'leaving', chance.of(leavings));
  // Nobody leaves before some months.
  const left = index % 4 === 1 && since > 120 && reason !== undefined;
  return {
    ...pointing('programa_id', idWhere(rows('programa_saude'), 'codigo', one.code)),
    ...pointing('beneficiario_id', personFor(draw, one, day)?.['id']),
    inicio: day,
    fim: left ? dayAfter(day, chance.whole(90, since - 5)) : null,
    motivo_saida_id: left ? reason : null,
  };
};

/** Assistants get a share of the surgeon's fee; the anaesthetist has a fee of his own and none of it. */
const functions: readonly (readonly [role: string, percent: number])[] = [
  ['00', 100],
  ['01', 30],
  ['02', 20],
  ['03', 20],
  ['04', 20],
  ['05', 10],
  ['07', 30],
  ['11', 20],
];

const ofFunction = ([grau_participacao, percentual]: (typeof functions)[number], draw: Draw): Row => ({
  grau_participacao,
  // In all tables.
  tabela_id: null,
  percentual,
  ...inForce(draw, 3),
});

/** The first procedure is paid in full, whatever the route. */
const routes: readonly (readonly [route: string, order: number, percent: number])[] = [
  ['1', 1, 100],
  ['2', 2, 50],
  ['2', 3, 50],
  ['2', 4, 50],
  ['2', 5, 50],
  ['3', 2, 70],
  ['3', 3, 70],
  ['3', 4, 70],
];

const ofRoute = ([via_acesso, ordem, percentual]: (typeof routes)[number], draw: Draw): Row => ({
  via_acesso,
  ordem,
  // By any technique.
  tecnica: null,
  percentual,
  ...inForce(draw, 3),
});

const urgencies: readonly (readonly [title: string, days: string, from: string, until: string])[] = [
  ['Noturno em dias úteis', 'UTIL', '22:00', '06:00'],
  ['Madrugada de sábado', 'SABADO', '00:00', '06:00'],
  ['Sábados após as 13h', 'SABADO', '13:00', '23:59'],
  ['Domingos e feriados', 'DOMINGO_FERIADO', '00:00', '23:59'],
];
/** Before, it was less, but of the whole bill. */
const urgencyRules = [
  ...urgencies.map((hours) => ({ hours, part: 'HONORARIO', percent: 30, former: false })),
  ...urgencies.map((hours) => ({ hours, part: 'TUDO', percent: 20, former: true })),
];

const ofUrgency = ({ hours, part, percent, former }: (typeof urgencyRules)[number], draw: Draw): Row => {
  const [title, days, from, until] = hours;
  return {
    descricao: former ? `${title} (regra anterior)` : title,
    dia_semana: days,
    hora_inicio: from,
    hora_fim: until,
    percentual: percent,
    aplica_sobre: part,
    ...inForce(draw, former ? 7 : 3),
    ...(former ? { fim: dayAfter(januaryBefore(draw.today, 3), -1) } : {}),
  };
};

interface Check {
  readonly of: readonly [process: string, table: string, field: string, label: string, check: string];
  readonly text: string;
  /** Code of TISS: invoices alone are denied. */
  readonly denial?: string;
}

const checks: readonly Check[] = [
  {
    of: ['SIB', 'beneficiario', 'nome_mae', 'Nome da mãe', 'OBRIGATORIO'],
    text: 'Nome da mãe em branco: preencha conforme o documento do beneficiário antes de enviar o SIB.',
  },
  {
    of: ['SIB', 'beneficiario', 'cpf', 'CPF', 'DUPLICIDADE'],
    text: 'CPF já informado em outro beneficiário: confira os dois cadastros antes de enviar o SIB.',
  },
  {
    of: ['RPS', 'prestador', 'cnes', 'CNES', 'FORMATO'],
    text: 'CNES fora do formato: informe os sete dígitos do cadastro nacional.',
  },
  {
    of: ['TISS', 'guia', 'cid', 'CID principal', 'DOMINIO'],
    text: 'CID fora da tabela: corrija antes de fechar a guia.',
    denial: '1509',
  },
  {
    of: ['TISS', 'guia', 'data_atendimento', 'Data do atendimento', 'OBRIGATORIO'],
    text: 'Guia sem data do atendimento: preencha antes de fechar a guia.',
    denial: '1317',
  },
  {
    of: ['TISS', 'guia', 'numero_guia_prestador', 'Número da guia no prestador', 'DUPLICIDADE'],
    text: 'Guia já apresentada pelo prestador: confira o número e o lote.',
    denial: '1308',
  },
  {
    of: ['MONITORAMENTO', 'registro_monitoramento', 'data_pagamento', 'Data do pagamento', 'CONSISTENCIA'],
    text: 'Pagamento anterior à realização: corrija a data antes de gerar o arquivo.',
  },
  {
    of: ['CADASTRO', 'beneficiario', 'data_nascimento', 'Data de nascimento', 'CONSISTENCIA'],
    text: 'Nascimento posterior à inclusão no plano: corrija conforme o documento do beneficiário.',
  },
];

const check = ({ of: [processo, tabela, campo, rotulo, critica], text, denial }: Check, draw: Draw): Row => ({
  processo,
  tabela,
  campo,
  rotulo,
  critica,
  mensagem: text,
  codigo_glosa_id: denial === undefined ? null : (idOf(draw, 'denial', denial) ?? null),
  ativo: true,
});

/** What a plan covers: a whole group of procedures, or one of them. */
interface Agreement {
  readonly group?: string;
  readonly procedure?: string;
  readonly days: 0 | 30 | 90 | 180 | 300;
  readonly most?: readonly [count: number, days: number];
  readonly asked?: true;
  readonly audited?: true;
  /** What the rule of the shared cost is called. */
  readonly share?: string;
  /** Plans that do not have it. */
  readonly without?: readonly string[];
}

const medical: readonly Agreement[] = [
  { group: '101', days: 30, share: 'Consulta eletiva' },
  { group: '310', days: 180, asked: true, audited: true, without: ['AMBULATORIAL'] },
  { procedure: '31309054', days: 300, asked: true, without: ['AMBULATORIAL', 'AMB_HOSP_SEM_OBSTETRICIA'] },
  { group: '403', days: 30, share: 'Exames simples' },
  { group: '411', days: 180, most: [2, 30], asked: true },
  { procedure: '50000560', days: 30, most: [12, 365], share: 'Terapias seriadas' },
];
const dental: readonly Agreement[] = [
  { group: '84', days: 0, share: 'Procedimentos odontológicos' },
  { group: '854', days: 180, asked: true, audited: true, share: 'Procedimentos odontológicos' },
];

/** From that place on, the first that plans of the segment have. */
const agreementOf = (segment: unknown, place: number): Agreement => {
  const all = segment === 'ODONTOLOGICO' ? dental : medical;
  const turned = all.map((one, at) => all[(place + at) % all.length] ?? one);
  return turned.find(({ without }) => without?.includes(String(segment)) !== true) ?? { group: '101', days: 30 };
};

const agreement = (draw: Draw): Row => {
  const { index, rows } = draw;
  const plans = rows('produto');
  const plan = plans[index % Math.max(plans.length, 1)];
  const one = agreementOf(plan?.['segmentacao'], index);
  const shares = rows('coparticipacao');
  const share = shares.find((row) => row['produto_id'] === plan?.['id'] && row['descricao'] === one.share);
  return {
    ...pointing('produto_id', plan?.['id']),
    ...(one.group === undefined ? { grupo_id: null } : pointing('grupo_id', idOf(draw, 'group', one.group))),
    ...(one.procedure === undefined
      ? { procedimento_id: null }
      : pointing('procedimento_id', idOf(draw, 'procedure', one.procedure))),
    coberto: true,
    exige_autorizacao: one.asked ?? false,
    exige_pericia: one.audited ?? false,
    carencia_dias: one.days,
    quantidade_maxima: one.most?.[0] ?? null,
    periodo_dias: one.most?.[1] ?? null,
    idade_minima: null,
    idade_maxima: null,
    sexo: null,
    coparticipacao_id: share?.['id'] ?? null,
    ...inForce(draw, 4),
  };
};

/** One account for each bank and what is done there; slips have a portfolio of their bank. */
const bankContracts: readonly (readonly [title: string, purpose: string, bank: string, portfolio?: string])[] = [
  ['Cobrança registrada', 'COBRANCA', '001', '17'],
  ['Débito automático', 'DEBITO', '104'],
  ['Pagamento a fornecedores', 'PAGAMENTO', '341'],
  ['Pagamento a prestadores', 'PAGAMENTO', '001'],
  ['Pagamento de reembolsos', 'PAGAMENTO', '033'],
  ['Pix cobrança', 'COBRANCA', '237', '9'],
  ['Extrato da conta de movimento', 'EXTRATO', '001'],
  ['Extrato da conta de aplicações', 'EXTRATO', '104'],
];
/** The account is that of its bank, whatever is done with it. */
const bankAccounts: Readonly<Record<string, readonly [branch: string, digit: string, account: string, digit: string]>> =
  {
    '001': ['01615', '2', '48210', '7'],
    '104': ['00893', '4', '300127', '5'],
    '237': ['02764', '0', '61934', '8'],
    '341': ['07318', '1', '20456', '3'],
    '033': ['03402', '6', '13009871', '4'],
  };

const bankContract = ([descricao, finalidade, bank, carteira]: (typeof bankContracts)[number], draw: Draw): Row => {
  const { chance } = draw;
  const [agencia, agencia_dv, conta, conta_dv] = bankAccounts[bank] ?? ['01615', '2', '48210', '7'];
  const bills = finalidade === 'COBRANCA';
  const collects = bills || finalidade === 'DEBITO';
  return {
    descricao,
    ...pointing('banco_id', idOf(draw, 'bank', bank)),
    finalidade,
    agencia,
    agencia_dv,
    conta,
    conta_dv,
    carteira: carteira ?? null,
    variacao: bills && bank === '001' ? '019' : null,
    // Of services.
    especie: bills ? '04' : null,
    layout: 'CNAB240',
    nosso_numero_atual: bills ? chance.whole(12_000, 48_000) : 0,
    sequencia_remessa: finalidade === 'EXTRATO' ? 0 : chance.whole(60, 700),
    juros_dia: collects ? 0.033 : null,
    multa: collects ? 2 : null,
    dias_protesto: bills ? chance.of([10, 15, 30]) : null,
    dias_baixa: bills ? chance.of([60, 90]) : null,
    aceita_pix: descricao === 'Pix cobrança',
    ativo: true,
  };
};

export const smallTableRecipes: SampleRecipes['entities'] = {
  distrito: eachOf(districts, district),
  pacote: eachOf(packages, pack),
  intercambio: eachOf(exchanges, exchange),
  prestador_indireto: eachOf(indirects, indirect),
  programa_saude: eachOf(programmes, programme),
  participante_programa_saude: eachOf(programmes, participation),
  percentual_funcao_executante: eachOf(functions, ofFunction),
  percentual_via_acesso: eachOf(routes, ofRoute),
  percentual_taxa_urgencia: eachOf(urgencyRules, ofUrgency),
  campo_criticado: eachOf(checks, check),
  acordo_padrao: { count: { small: 8, medium: 8, large: 8 }, values: agreement },
  convenio_bancario: eachOf(bankContracts, bankContract),
};
