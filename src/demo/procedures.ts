/** The procedures (TUSS) by what they are chosen for, each with whom it may be done to and its usual price. */
import type { Row } from '../../engine/data/given-rows.ts';
import type { Chance } from '../../engine/data/samples/chance.ts';
import type { Trade } from './network.ts';
import type { Reading } from './once-of.ts';
import { onceOf } from './once-of.ts';
import type { Patients } from './practices.ts';
import { patientsOf, practiceOf, treats } from './practices.ts';

/** Kinds of guide (TISS): consultation, examinations and therapies, stay, dentist, fees of a surgery. */
export type GuideKind = '1' | '2' | '3' | '4' | '5';

export interface Procedure {
  readonly id: unknown;
  readonly code: string;
  readonly title: string;
  readonly type: string;
  readonly patients: Patients;
  /** Reais. */
  readonly price: number;
  /** Where in the mouth, as far as it has to be said. */
  readonly tooth: boolean;
  readonly faces: number;
  readonly region: boolean;
}

/** Reais, by how codes begin; the longest that fits. */
const prices: readonly (readonly [start: string, least: number, most: number])[] = [
  ['101020', 90, 160],
  ['101', 95, 190],
  ['20103', 30, 90],
  ['201', 40, 180],
  ['202', 90, 300],
  ['30101', 60, 320],
  ['3', 280, 2600],
  ['402', 230, 720],
  ['403', 5, 68],
  ['406', 40, 160],
  ['407', 380, 900],
  ['408', 32, 120],
  ['409', 75, 210],
  ['410', 230, 460],
  ['411', 430, 880],
  ['412', 900, 3000],
  ['4', 40, 190],
  ['5', 45, 95],
  ['81', 28, 85],
  ['82', 70, 360],
  ['83', 55, 170],
  ['84', 22, 70],
  ['851', 60, 190],
  ['852', 180, 520],
  ['853', 40, 150],
  ['8', 90, 680],
];

/** Always the same for a code. */
const priceOf = (code: string): number => {
  const [, least, most] = prices.find(([start]) => code.startsWith(start)) ?? ['', 40, 200];
  const place = (Number(code) * 7919) % 1000;
  return Math.round((least + (most - least) * (place / 1000) ** 2) * 20) / 20;
};

const procedureOf = (row: Row): Procedure => {
  const [code, title] = [String(row['codigo']), String(row['descricao'])];
  return {
    id: row['id'],
    code,
    title: title.slice(0, 150),
    type: String(row['tipo']),
    patients: patientsOf(title, code, row['sexo']),
    price: priceOf(code),
    tooth: row['exige_dente'] === true,
    faces: row['exige_face'] === true ? Number(/(\d) faces?/.exec(title)?.[1] ?? 1) : 0,
    region: row['exige_regiao'] === true,
  };
};

/** What laboratories are asked for every day. */
const common =
  /^(Hemograma|Glicose|Creatinina|Colesterol|Triglicer|Tireoestimulante|Tiroxina|Rotina de urina|Hemoglobina glicada|Ur[ée]ia|Transaminase|Vitamina "D"|Ferritina|Potássio|Sódio|Cultura, urina|Parasitol|Antígeno específico prostático total)/;
const rare = /ácidos? orgânic|metil histidina|qualitativa/i;

interface Catalogue {
  readonly all: readonly Procedure[];
  readonly chosen: Map<string, readonly Procedure[]>;
}

const catalogueOf = onceOf('procedimento', (rows): Catalogue => {
  const all = rows.filter((row) => row['tabela'] === '22' && /^\d{8}$/.test(String(row['codigo']))).map(procedureOf);
  return { all, chosen: new Map() };
});

/** What is chosen of. `birth`, `surgery`: what a stay is for; `ward`: what is done in all of them. */
export type Choice = GuideKind | 'ward' | 'surgery' | 'birth';

const laboratory = (all: readonly Procedure[]): readonly Procedure[] =>
  all
    .filter(({ code, title }) => code.startsWith('403') && !rare.test(title))
    .flatMap((one) => (common.test(one.title) ? Array.from({ length: 14 }, () => one) : [one]));

const births: ReadonlySet<string> = new Set(['31309054', '31309127', '31309135', '31309208']);

/** What each speciality operates, by how codes begin; others the abdomen. */
const surgeries: Readonly<Record<string, readonly string[]>> = {
  '060005': ['309'],
  '060024': ['313'],
  '060045': ['307'],
  '060049': ['30205'],
};

const fits = (all: readonly Procedure[], choice: Choice, trade: Trade, specialty: string): readonly Procedure[] => {
  const starting = (codes: readonly string[]): readonly Procedure[] =>
    all.filter(({ code }) => codes.some((start) => code.startsWith(start)));
  switch (choice) {
    case '1':
      if (trade === 'hospital') return starting(['10101039']);
      return specialty === '060049' ? starting(['10101012', '10106146']) : starting(['10101012']);
    case 'birth':
      return starting(['31309054', '31309127']);
    case 'surgery':
    case '5':
      return starting(surgeries[specialty] ?? ['310']).filter(
        ({ code, type }) => type === 'CIRURGIA' && !births.has(code),
      );
    case 'ward':
    case '3':
      return [...starting(['10102019']), ...starting(['10102019', '408050', '20104235']), ...laboratory(all)];
    case '4':
      return starting(practiceOf(specialty).codes).filter(({ type }) => type === 'ODONTO');
    case '2':
      if (trade === 'hospital') return [...laboratory(all), ...starting(['408', '20104235', '20104103', '40101010'])];
      if (specialty === '060048') return laboratory(all);
      return starting(practiceOf(specialty).codes).filter(({ title }) => !rare.test(title));
  }
};

/** The procedures of which one is chosen, those of every day more often. */
export const choicesOf = (draw: Reading, choice: Choice, trade: Trade, specialty: string): readonly Procedure[] => {
  const { all, chosen } = catalogueOf(draw);
  const key = `${choice}/${trade}/${specialty}`;
  const known = chosen.get(key);
  if (known !== undefined) return known;
  const found = fits(all, choice, trade, specialty);
  chosen.set(key, found);
  return found;
};

/** One that may be done to the patient and is not among `used`, if there is any. */
export const procedureFor = (
  chance: Chance,
  choices: readonly Procedure[],
  sex: unknown,
  age: number,
  used: ReadonlySet<Procedure>,
): Procedure | undefined => {
  if (choices.length === 0) return undefined;
  const first = Math.floor(chance.next() * choices.length);
  for (let turn = 0; turn < choices.length; turn += 1) {
    // First here and there, then one after the other.
    const at =
      turn === 0 ? first : turn < 12 ? Math.floor(chance.next() * choices.length) : (first + turn) % choices.length;
    const one = choices[at];
    if (one !== undefined && !used.has(one) && treats(one.patients, sex, age)) return one;
  }
  return undefined;
};
