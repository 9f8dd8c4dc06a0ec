import { describe, expect, it } from 'vitest';
import type { Expected } from '../../../engine/expressions/check.ts';
import { check } from '../../../engine/expressions/check.ts';
import { evaluate } from '../../../engine/expressions/evaluate.ts';
import fc from '../../support/laws.ts';
import { vocabulary } from './vocabulary.ts';

const today = '2026-11-21';
const timeZone = 'America/Sao_Paulo';
const kinds: readonly Expected[] = ['boolean', 'text', 'integer', 'decimal', 'date', 'month'];

const treeOf = (source: string) => {
  for (const kind of kinds) {
    const found = check(source, vocabulary, kind);
    if ('expression' in found) return found.expression.tree;
  }
  throw new Error(`${source}: ${JSON.stringify(check(source, vocabulary, 'boolean'))}`);
};
const valueIn = (source: string, record: object = {}, parent?: object) =>
  evaluate(treeOf(source), {
    record: record as Record<string, unknown>,
    parent: parent as Record<string, unknown>,
    today,
    timeZone,
  });

const itens = [
  { preco: 0.1, unidades: 3 },
  { preco: 0.2, unidades: null },
];

describe('a value', () => {
  it.each<[source: string, record: object, value: unknown]>([
    // Emptiness: null spreads, equality does not mind, logic answers where one side decides.
    ['nome == null', {}, true],
    ["nome == ''", { nome: 'a' }, false],
    ["nome != 'a'", {}, true],
    ['empty(nome)', { nome: '' }, true],
    ['empty(itens)', { itens: [] }, true],
    ['empty(anexo)', { anexo: [{ id: 1 }] }, false],
    ['fim >= inicio', { fim: '2026-01-01' }, null],
    ['valor + 1', {}, null],
    ['!(valor > 1)', {}, null],
    ['valor > 1 || ativo', { ativo: true }, true],
    ['valor > 1 && ativo', { ativo: false }, false],
    ['valor > 1 && ativo', { ativo: true }, null],
    ["valor > 1 ? 'a' : nome", { nome: 'b' }, 'b'],
    ['coalesce(valor, 5)', {}, 5],
    ['size(nome)', {}, null],
    ['size(itens)', {}, 0],
    ["tipo in ['ESCOLHA']", {}, false],
    // Numbers are decimals as they are written.
    ['valor * 3', { valor: 0.1 }, 0.3],
    ['valor + 0.2', { valor: 0.1 }, 0.3],
    ['valor / 3 * 3 == valor', { valor: 9 }, true],
    ['quantidade / 2', { quantidade: 7 }, 3.5],
    ['valor / quantidade', { valor: 1, quantidade: 0 }, null],
    ['valor / 0.1', { valor: 0.3 }, 3],
    ['round(valor / quantidade, 2)', { valor: 10, quantidade: -3 }, -3.33],
    ['round(valor / quantidade, 2)', { valor: -10, quantidade: -3 }, 3.33],
    ['quantidade % 3', { quantidade: -7 }, -1],
    ['round(valor, 2)', { valor: 1.005 }, 1.01],
    ['round(valor, 2)', { valor: -2.345 }, -2.35],
    ['round(valor, 0)', { valor: 999999999999.5 }, 1000000000000],
    ['floor(valor)', { valor: -1.5 }, -2],
    ['ceil(valor)', { valor: -0.5 }, 0],
    ['-valor', { valor: 0 }, 0],
    ['valor * 1e20 * 1e20', { valor: 5 }, null],
    ['max(valor, 3)', { valor: 2 }, 3],
    // Days.
    ['daysBetween(inicio, fim)', { inicio: '2026-02-28', fim: '2026-03-01' }, 1],
    ['daysBetween(inicio, fim)', { inicio: '2024-03-01', fim: '2024-02-28' }, -2],
    ['monthsBetween(inicio, fim)', { inicio: '2026-01-31', fim: '2026-02-28' }, 1],
    ['monthsBetween(inicio, fim)', { inicio: '2026-01-31', fim: '2026-03-30' }, 1],
    ['monthsBetween(inicio, fim)', { inicio: '2026-02-28', fim: '2026-01-31' }, -1],
    ['monthsBetween(inicio, fim)', { inicio: '2026-03-15', fim: '2026-01-20' }, -1],
    ['monthsBetween(inicio, fim)', { inicio: '2026-03-15', fim: '2026-01-15' }, -2],
    ['yearsBetween(inicio, fim)', { inicio: '2000-11-22', fim: '2026-11-21' }, 25],
    ['yearsBetween(inicio, fim)', { inicio: '2026-11-21', fim: '2000-11-22' }, -25],
    ['yearsBetween(inicio, fim)', { inicio: '2026-11-21', fim: '2000-11-21' }, -26],
    ['yearsBetween(inicio, today())', { inicio: '2000-11-21' }, 26],
    ['addDays(inicio, 1)', { inicio: '2026-12-31' }, '2027-01-01'],
    ['yearMonth(inicio)', { inicio: '2026-12-31' }, '2026-12'],
    ['yearMonth(inicio)', { inicio: null }, null],
    ['addMonths(inicio, 1)', { inicio: '2026-01-31' }, '2026-02-28'],
    ['addYears(inicio, -1)', { inicio: '2024-02-29' }, '2023-02-28'],
    ['addDays(inicio, 1)', { inicio: '9999-12-31' }, null],
    ['year(inicio) * 100 + month(inicio)', { inicio: '2026-11-21' }, 202611],
    ["inicio < date('2026-01-02')", { inicio: '2026-01-01' }, true],
    // Moments are instants and hours have no seconds, whatever the wire says of them.
    ['instante == instante', { instante: '2026-01-01T03:00:00Z' }, true],
    ['hora == hora', { hora: '10:30:00' }, true],
    ['hora == saida', { hora: '10:30:00', saida: '10:30' }, true],
    ['hora < saida', { hora: '10:30:59', saida: '10:31' }, true],
    ['instante == retorno', { instante: '2026-01-01T03:00:00Z', retorno: '2026-01-01T00:00:00-03:00' }, true],
    // Midnight is that of the installation, three hours behind.
    ['dayOf(instante) == inicio', { instante: '2026-01-01T02:59:59Z', inicio: '2025-12-31' }, true],
    ['dayOf(instante) == inicio', { instante: '2026-01-01T03:00:00Z', inicio: '2026-01-01' }, true],
    ['dayOf(instante) <= inicio', { inicio: '2026-01-01' }, null],
    ['empty(dayOf(instante))', { instante: '0099-02-28T12:00:00Z' }, true],
    ['instante < retorno', { instante: '2026-01-01T03:00:00Z', retorno: '2026-01-01T01:00:00-03:00' }, true],
    // Texts.
    ["nome.startsWith('á')", { nome: 'água' }, true],
    ["nome.contains('gu') && nome.endsWith('a')", { nome: 'água' }, true],
    ['upper(trim(nome))', { nome: ' água ' }, 'ÁGUA'],
    ['digits(nome)', { nome: '12.345-6' }, '123456'],
    ['substring(nome, 0, 2)', { nome: '😀ab' }, '😀a'],
    ['size(nome)', { nome: '😀ab' }, 3],
    ['substring(nome, 2, 1)', { nome: 'abc' }, ''],
    ["nome + '-' + string(quantidade)", { nome: 'a', quantidade: 2 }, 'a-2'],
    // Rows.
    ['sum(itens.map(i, i.preco))', { itens }, 0.3],
    ['greatest(itens.map(i, i.unidades))', { itens: [{ unidades: 2 }, { unidades: null }, { unidades: 7 }] }, 7],
    ['least(itens.map(i, i.unidades))', { itens: [{ unidades: 2 }, { unidades: null }, { unidades: 7 }] }, 2],
    ['greatest(itens.map(i, i.unidades))', { itens: [] }, null],
    ['coalesce(greatest(itens.map(i, i.unidades)), 0) + 1', { itens: [] }, 1],
    ['sum(itens.map(i, i.preco * i.unidades))', { itens }, 0.3],
    ['itens.all(i, i.unidades > 1)', { itens }, null],
    ['itens.exists(i, i.unidades > 1)', { itens }, true],
    ['itens.all(i, i.preco > 1)', {}, true],
    ['size(itens.filter(i, i.unidades > 1))', { itens }, 1],
    ['itens.all(i, itens.exists(j, j.preco >= i.preco))', { itens }, true],
  ])('of %s over %o', (source, record, value) => {
    expect(valueIn(source, record)).toEqual(value);
  });

  it('reads the record that owns the row', () => {
    expect(valueIn('valor <= parent.limite', { valor: 2 }, { limite: 1 })).toBe(false);
    expect(valueIn('valor <= parent.limite', { valor: 2 })).toBeNull();
  });

  it('is the same instant whatever the offset', () => {
    const tree = treeOf('instante < instante');
    expect(evaluate(tree, { record: { instante: '2026-01-01T00:00:00-03:00' }, today, timeZone })).toBe(false);
  });
});

/** Sources that are right by construction, of every type. */
const sources = fc.letrec<Record<'boolean' | 'number' | 'text' | 'date', string>>((tie) => {
  const [b, n, t, d] = [tie('boolean'), tie('number'), tie('text'), tie('date')];
  const two = (make: (a: string, b: string) => string, a: fc.Arbitrary<string>, other: fc.Arbitrary<string>) =>
    fc.tuple(a, other).map(([left, right]) => make(left, right));
  const infix = (operators: readonly string[], of: fc.Arbitrary<string>) =>
    fc.tuple(of, fc.constantFrom(...operators), of).map(([left, operator, right]) => `(${left} ${operator} ${right})`);
  return {
    boolean: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.constantFrom('ativo', 'true', 'empty(nome)', 'empty(cidade)', 'empty(itens)', '(cidade == vizinha)'),
      infix(['&&', '||'], b),
      infix(['<', '<=', '>', '>=', '==', '!='], n),
      infix(['<', '>=', '=='], d),
      infix(['==', '!='], t),
      b.map((one) => `!${one}`),
      two((one, other) => `itens.all(x, ${one} || x.preco > ${other})`, b, n),
      two((one, other) => `${one}.contains(${other})`, t, t),
    ),
    number: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.constantFrom(
        'valor',
        'quantidade',
        '0',
        '0.07',
        '3',
        'size(itens)',
        'sum(itens.map(i, i.preco / i.unidades))',
      ),
      infix(['+', '-', '*', '/'], n),
      n.map((one) => `-(${one})`),
      n.map((one) => `round(${one}, 2)`),
      two((one, other) => `daysBetween(${one}, ${other})`, d, d),
      two((one, other) => `yearsBetween(${one}, ${other})`, d, d),
      t.map((one) => `size(${one})`),
      fc.tuple(b, n, n).map(([test, yes, no]) => `(${test} ? ${yes} : ${no})`),
    ),
    text: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.constantFrom('nome', "'a'", "''", 'lower(tipo)'),
      infix(['+'], t),
      t.map((one) => `upper(${one})`),
      t.map((one) => `substring(${one}, 1, 3)`),
      t.map((one) => `digits(${one})`),
    ),
    date: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.constantFrom('inicio', 'fim', 'today()', "date('2024-02-29')", 'dayOf(instante)'),
      fc.tuple(d, fc.integer({ min: -9999, max: 99999999 })).map(([one, count]) => `addDays(${one}, ${count})`),
      fc.tuple(d, fc.integer({ min: -9999, max: 99999999 })).map(([one, count]) => `addMonths(${one}, ${count})`),
      two((one, other) => `coalesce(${one}, ${other})`, d, d),
    ),
  };
});

const anything = fc.oneof(
  fc.anything(),
  fc.constantFrom(
    null,
    undefined,
    '',
    '2026-02-30',
    '2024-02-29',
    '2024-02-29T12:00:00Z',
    '-271821-04-20T00:00:00Z',
    '+275760-09-13T00:00:00Z',
    '0099-02-28T00:00:00Z',
    'x'.repeat(99),
    Number.NaN,
    Number.POSITIVE_INFINITY,
    -0,
    1e300,
    5e-324,
    2 ** 53,
  ),
  fc.double(),
);
const record = fc.dictionary(
  fc.constantFrom(
    'nome',
    'tipo',
    'quantidade',
    'valor',
    'ativo',
    'inicio',
    'fim',
    'cidade_id',
    'vizinha_id',
    'itens',
    'instante',
  ),
  anything,
);

describe('every expression that passes the check', () => {
  it.each(['boolean', 'number', 'text', 'date'] as const)(
    'of type %s has a value of its type over any record',
    (type) => {
      fc.assert(
        fc.property(
          sources[type],
          record,
          fc.array(fc.dictionary(fc.constantFrom('preco', 'unidades'), anything)),
          (source, values, rows) => {
            const kind = type === 'number' ? 'decimal' : type;
            const own = check(source, vocabulary, kind);
            if ('problem' in own) {
              // Too long, without a name, or one macro inside another of the same item: nothing else can be wrong.
              expect(own.problem.problem).toMatch(/longa demais|não lê nenhum campo|já é um nome aqui/);
              return;
            }
            for (const whole of [values, { ...values, itens: rows }]) {
              const value = evaluate(own.expression.tree, { record: whole, today, timeZone });
              const typeName = kind === 'decimal' ? 'number' : kind === 'boolean' ? 'boolean' : 'string';
              expect(value === null ? typeName : typeof value).toBe(typeName);
              expect(typeof value !== 'number' || Number.isFinite(value)).toBe(true);
            }
          },
        ),
        { numRuns: 500 },
      );
    },
  );
});

describe('the arithmetic of decimals', () => {
  const cents = fc.integer({ min: -99_999_999, max: 99_999_999 });
  // Read as it is written: divided, a number of so many digits would be rounded twice.
  const fromCents = (value: bigint): number => {
    const digits = (value < 0n ? -value : value).toString().padStart(3, '0');
    return Number(`${value < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`);
  };
  it('adds, subtracts and multiplies as whole cents do', () => {
    fc.assert(
      fc.property(cents, cents, (a, b) => {
        const over = { valor: a / 100, quantidade: b };
        const other = (b / 100).toFixed(2);
        const written = b < 0 ? `(0.00 - ${other.slice(1)})` : other;
        expect(valueIn(`valor + ${written}`, over)).toBe((a + b) / 100 + 0);
        expect(valueIn(`valor - ${written}`, over)).toBe((a - b) / 100 + 0);
        expect(valueIn('valor * quantidade', over)).toBe(fromCents(BigInt(a) * BigInt(b)));
      }),
    );
  });
});
