/**
 * `schemas/base/feriados/data.csv`: 2020 to 2040.
 *
 * NACIONAL: the holidays by law (Lei 662/1949 as changed by Lei 10.607/2002; Lei 6.802/1980; 20 November from 2024 on,
 * Lei 14.759/2023) and Paixão de Cristo, which the federal calendar lists among the national ones.
 * BANCARIO: Carnival Monday and Tuesday and Corpus Christi. No law makes them holidays (the federal calendar has them as
 * pontos facultativos), yet they are no business days of the financial market: Resolução CMN 4.880/2020, and before it
 * Resolução CMN 2.932/2002. Renew: `node tests/data-sources/feriados.ts`.
 */
import { easterSunday, getAllFeriados } from '@br-validators/core/feriados';
import { saveCsv, toCsv } from './csv.ts';

export const file = 'schemas/base/feriados/data.csv';
const first = 2020;
const last = 2040;

interface Row {
  readonly data: string;
  readonly descricao: string;
  readonly abrangencia: 'NACIONAL' | 'BANCARIO';
  readonly fixo: boolean;
}

/** Days of the financial market's calendar, counted from Easter Sunday. */
const banking = [
  { days: -48, descricao: 'Carnaval (segunda-feira)' },
  { days: -47, descricao: 'Carnaval (terça-feira)' },
  { days: 60, descricao: 'Corpus Christi' },
] as const;

const fromEaster = (year: number, days: number): string => {
  const { month, day } = easterSunday(year);
  return new Date(Date.UTC(year, month - 1, day + days)).toISOString().slice(0, 10);
};

const ofYear = (year: number): readonly Row[] => [
  ...getAllFeriados(year).map(
    ({ data, nome, tipo }): Row => ({ data, descricao: nome, abrangencia: 'NACIONAL', fixo: tipo === 'fixo' }),
  ),
  ...banking.map(
    ({ days, descricao }): Row => ({
      data: fromEaster(year, days),
      descricao,
      abrangencia: 'BANCARIO',
      fixo: false,
    }),
  ),
];

export const feriados = (): string =>
  toCsv(
    ['data', 'descricao', 'abrangencia', 'fixo', 'ativo'],
    Array.from({ length: last - first + 1 }, (_, index) => ofYear(first + index))
      .flat()
      .toSorted((a, b) => (a.data + a.descricao < b.data + b.descricao ? -1 : 1))
      .map(({ data, descricao, abrangencia, fixo }) => [data, descricao, abrangencia, fixo, true]),
  );

if (import.meta.main) saveCsv(file, feriados());
