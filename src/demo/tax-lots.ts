/**
 * What goes to the tax authority month by month: what people who work on their own were paid (eSocial), and what was
 * withheld from services (EFD-Reinf). The newest month is open, those before it are sent and accepted.
 */
import type { Row } from '../../engine/data/given-rows.ts';
import { Chance } from '../../engine/data/samples/chance.ts';
import type { Draw, Recipe, SampleRecipes } from '../../engine/data/samples/recipe.ts';
import { monthNumber, monthText } from './months.ts';
import { onceOf } from './once-of.ts';
import { monthly, monthsOf } from './remittances.ts';

/** Of one kind, so many of them; `people`: one for each of those who work on their own. */
interface Group {
  readonly group: string;
  readonly events: readonly (readonly [type: string, count: number | 'people'])[];
}

interface Register {
  readonly name: string;
  /** What is sent once, before all months. */
  readonly first: Group;
  /** What is sent of each month, one lot each. */
  readonly monthly: readonly Group[];
  /** On which it is sent in the month after. */
  readonly day: number;
  readonly receiptOf: (chance: Chance, type: string, month: number) => string;
  /** Whether events tell whom they are of. */
  readonly ofPeople: boolean;
}

/** People of a lot. */
const paidPeople = 6;
/** Both are due on the fifteenth: from then on the month itself is the newest. */
const dueDay = 15;

const labour: Register = {
  name: 'esocial',
  first: {
    group: '1',
    events: [
      ['S1000', 1],
      ['S1005', 1],
      ['S1010', 1],
      ['S1020', 1],
    ],
  },
  monthly: [
    {
      group: '3',
      events: [
        ['S1200', 'people'],
        ['S1210', 'people'],
        ['S1299', 1],
      ],
    },
  ],
  day: 10,
  receiptOf: (chance) => `1.1.${chance.digits(19)}`,
  ofPeople: true,
};

const withheld: Register = {
  name: 'reinf',
  first: { group: 'TABELA', events: [['R1000', 1]] },
  monthly: [
    { group: 'R2000', events: [['R2010', 2]] },
    {
      group: 'R4000',
      events: [
        ['R4010', 3],
        ['R4020', 5],
      ],
    },
    {
      group: 'FECHAMENTO',
      events: [
        ['R2099', 1],
        ['R4099', 1],
      ],
    },
  ],
  day: 12,
  receiptOf: (chance, type, month) =>
    `${chance.digits(5)}-${chance.digits(2)}-${type.slice(1)}-${monthText(month).slice(2).replace('-', '')}-${chance.digits(5)}`,
  ofPeople: false,
};

/** Those of the network who work on their own. */
const alone = onceOf('prestador', (rows) =>
  rows.filter((row) => row['tipo_pessoa'] === 'FISICA' && typeof row['cpf'] === 'string'),
);

/** Those who served in the month, a few of them in turn. */
const paidIn = (draw: Draw, month: number): readonly unknown[] => {
  const [first, after] = [`${monthText(month)}-01`, `${monthText(month + 1)}-01`];
  const serving = alone(draw).filter(
    ({ inicio_servico: begun, fim_servico: end }) => String(begun) < after && (typeof end !== 'string' || end >= first),
  );
  const some = serving.map((_, at) => serving[(month * paidPeople + at) % serving.length]?.['cpf']);
  return some.slice(0, paidPeople);
};

/** Kind of register, the number of the employer with zeros behind it, the moment, and a number (eSocial, EFD-Reinf). */
const identifierOf = ({ rows }: Draw, moment: string, number: number): string => {
  const root = String(rows('operadora')[0]?.['cnpj'] ?? '').slice(0, 8);
  return `ID1${root.padEnd(14, '0')}${moment}${String(number).padStart(5, '0')}`;
};

interface Lot {
  readonly group: Group;
  readonly month: number;
  readonly isOpen: boolean;
}

const lotAt = (draw: Draw, register: Register): Lot => {
  const { index, today } = draw;
  const newest = monthNumber(today) - (Number(today.slice(8)) > dueDay ? 0 : 1);
  const oldest = newest - monthsOf(draw) + 1;
  if (index === 0) return { group: register.first, month: oldest, isOpen: false };
  const place = Math.floor((index - 1) / register.monthly.length);
  const group = register.monthly[(index - 1) % register.monthly.length] ?? register.first;
  return { group, month: oldest + place, isOpen: oldest + place === newest };
};

const eventsOf = (draw: Draw, register: Register, { group, month, isOpen }: Lot): readonly Row[] => {
  const people = paidIn(draw, month);
  const all = group.events.flatMap(([type, count]) =>
    count === 'people'
      ? people.map((person) => ({ type, person }))
      : Array.from({ length: count }, () => ({ type, person: null })),
  );
  const made = isOpen ? draw.today : `${monthText(month + 1)}-${String(register.day).padStart(2, '0')}`;
  const moment = `${made.replaceAll('-', '')}091500`;
  return all.map(({ type, person }, at) => ({
    tipo: type,
    identificador: identifierOf(draw, moment, draw.index * 100 + at + 1),
    ...(register.ofPeople ? { cpf_trabalhador: person } : {}),
    recibo: isOpen ? null : register.receiptOf(draw.chance, type, month),
    mensagem: isOpen ? null : 'Evento processado com sucesso.',
    situacao: isOpen ? 'GERADO' : 'ACEITO',
  }));
};

const lot =
  (register: Register): NonNullable<Recipe['values']> =>
  (draw) => {
    const one = lotAt(draw, register);
    const { group, month, isOpen } = one;
    const day = `${monthText(month + 1)}-${String(register.day).padStart(2, '0')}`;
    const protocol = new Chance(draw.seed, register.name, draw.index).digits(19);
    return {
      periodo: monthText(month),
      grupo: group.group,
      ambiente: 'PRODUCAO',
      protocolo: isOpen ? null : `1.2.${day.slice(0, 7).replace('-', '')}.${protocol}`,
      enviado_em: isOpen ? null : `${day}T10:${String(5 + (draw.index % 50)).padStart(2, '0')}:00-03:00`,
      situacao: isOpen ? 'GERADO' : 'ACEITO',
      eventos: eventsOf(draw, register, one),
    };
  };

const countOf = (register: Register): Recipe['count'] => ({
  small: 1 + monthly.small * register.monthly.length,
  medium: 1 + monthly.medium * register.monthly.length,
  large: 1 + monthly.large * register.monthly.length,
});

const recipeOf = (register: Register): Recipe => ({
  count: countOf(register),
  after: ['operadora', 'beneficiario', 'prestador'],
  values: lot(register),
});

export const taxLotRecipes: SampleRecipes['entities'] = {
  esocial_lote: recipeOf(labour),
  efd_lote: recipeOf(withheld),
};
