/** Texts with check digits, as many as one likes: another one for each number. */

/** Digits with the two check digits behind them, by weights that begin anew at `round`. */
const withCheckDigits = (digits: string, round: number): string => {
  let whole = digits;
  for (let turn = 0; turn < 2; turn += 1) {
    const sum = [...whole].reduceRight(
      (all, digit, at) => all + Number(digit) * (2 + ((whole.length - 1 - at) % round)),
      0,
    );
    whole += String(sum % 11 < 2 ? 0 : 11 - (sum % 11));
  }
  return whole;
};

/** Of the health card the last two digits make the sum of all, by weights from 15 down, a multiple of 11. */
const sampleCns = (seed: number): string => {
  const digits = `700${String(seed).padStart(10, '0')}`;
  const ends = Array.from({ length: 100 }, (_, end) => digits + String(end).padStart(2, '0'));
  return ends.find((card) => [...card].reduce((sum, digit, at) => sum + Number(digit) * (15 - at), 0) % 11 === 0) ?? '';
};

/** By the format of the language. */
export const documentSamples: Readonly<Record<string, (seed: number) => string>> = {
  cpf: (seed) => withCheckDigits(String(123_000_000 + seed), 10),
  cnpj: (seed) => withCheckDigits(String(112_223_330_000 + seed), 8),
  cns: sampleCns,
  cep: (seed) => String(30_000_000 + seed),
  'cpf-cnpj': (seed) => withCheckDigits(String(123_000_000 + seed), 10),
};
