import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';

type Row = Readonly<Record<string, string>>;

const folder = new URL('../../schemas/financeiro/', import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, folder), 'utf8');
const rows = (screen: string): Row[] => parse(read(`${screen}/data.csv`), { columns: true });
const number = (text: string | undefined): number => Number(text);

describe('registries of finance', () => {
  it('start with rows only where the law, FEBRABAN, IBGE or custom give them', () => {
    const withRows = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.csv'));
    expect(withRows.map((file) => file.replace('/data.csv', '')).toSorted()).toEqual([
      'formas-pagamento',
      'iofs',
      'ipcas',
      'irrfs',
      'minimos-retencao',
      'natureza-rendimentos',
      'tabelas-limite-tributacao',
      'tipos-documentos',
      'tipos-impostos',
    ]);
  });

  it('know who may lend, emit titles and authorise expenses', () => {
    const limits = (screen: string): unknown => {
      const { clients, flag } = JSON.parse(read(`${screen}/columns.json`)) as Readonly<Record<string, unknown>>;
      return clients ?? flag;
    };
    expect(limits('emprestimos')).toBe('financeiro.emprestimo');
    expect(limits('quota-emprestimo')).toEqual(['aeco']);
    expect(limits('remessas-titulos-emitidos')).toEqual(['copass']);
    expect(limits('extrato-bb')).toEqual(['rondo']);
    expect(limits('notas-autorizacoes-despesas')).toEqual(['rondo']);
  });
});

describe('the income tax of persons', () => {
  const periods = Map.groupBy(rows('irrfs'), ({ inicio }) => inicio ?? '');

  it('has one table after the other, without a day between', () => {
    const days = [...periods].map(([inicio, [first]]) => [inicio, first?.['fim'] ?? '']);
    expect(days).toEqual([
      ['2015-04-01', '2023-04-30'],
      ['2023-05-01', '2024-01-31'],
      ['2024-02-01', '2025-04-30'],
      ['2025-05-01', '2025-12-31'],
      ['2026-01-01', ''],
    ]);
    for (const table of periods.values()) expect(new Set(table.map(({ fim }) => fim)).size).toBe(1);
  });

  it('rises in five brackets that touch, by the rates of the law', () => {
    for (const table of periods.values()) {
      expect(table.map(({ aliquota }) => aliquota)).toEqual(['0', '7.5', '15', '22.5', '27.5']);
      expect(table.at(0)?.['faixa_inicial']).toBe('0');
      expect(table.at(-1)?.['faixa_final']).toBe('');
      for (const [at, { faixa_inicial }] of table.entries())
        if (at > 0) expect(number(faixa_inicial)).toBeCloseTo(number(table[at - 1]?.['faixa_final']) + 0.01, 6);
    }
  });

  it('jumps nowhere: what is deducted makes each bracket begin where the one before ended', () => {
    for (const table of periods.values())
      for (const [at, { aliquota, parcela_deduzir }] of table.entries()) {
        const before = table[at - 1];
        if (before === undefined) continue;
        const end = number(before['faixa_final']);
        const tax = (rate: string | undefined, deducted: string | undefined) =>
          (end * number(rate)) / 100 - number(deducted);
        const jump = tax(aliquota, parcela_deduzir) - tax(before['aliquota'], before['parcela_deduzir']);
        expect(Math.abs(jump)).toBeLessThan(0.02);
      }
  });

  it('is reduced from 2026 on, to nothing up to 5,000 and no more from 7,350 on', () => {
    const [row = {}] = periods.get('2026-01-01') ?? [];
    const reduction = (income: number) => number(row['reducao_base']) - number(row['reducao_coeficiente']) * income;
    expect(reduction(number(row['limite_isencao']))).toBeCloseTo(number(row['reducao_maxima']), 1);
    expect(Math.abs(reduction(number(row['limite_reducao'])))).toBeLessThan(0.01);
    const { desconto_simplificado, aliquota, parcela_deduzir } = periods.get('2026-01-01')?.[3] ?? {};
    const tax = ((5000 - number(desconto_simplificado)) * number(aliquota)) / 100 - number(parcela_deduzir);
    expect(tax).toBeCloseTo(number(row['reducao_maxima']), 1);
  });
});

describe('other public figures', () => {
  it('IPCA gives the inflation of the year that IBGE published', () => {
    const months = rows('ipcas');
    const year = (name: string) =>
      months
        .filter(({ competencia }) => competencia?.startsWith(name))
        .reduce((sum, { variacao }) => sum * (1 + number(variacao) / 100), 1);
    expect(((year('2023') - 1) * 100).toFixed(1)).toBe('4.6');
    expect(((year('2024') - 1) * 100).toFixed(1)).toBe('4.8');
    const named = months.map(({ competencia }) => competencia ?? '');
    expect(named).toEqual([...new Set(named)].toSorted());
  });

  it('the ceiling of INSS has one value a year, and 11 % of it is the most that is withheld', () => {
    const all = rows('tabelas-limite-tributacao');
    expect(all.map(({ inicio }) => inicio?.slice(0, 4))).toEqual(['2023', '2024', '2025', '2026']);
    for (const { teto, valor_maximo } of all) expect(number(valor_maximo)).toBeCloseTo(number(teto) * 0.11, 1);
  });

  it('forms of payment have the code of CNAB 240 that they go to the bank with', () => {
    const all = rows('formas-pagamento');
    expect(all.filter(({ codigo, codigo_cnab }) => codigo !== codigo_cnab)).toEqual([]);
    const meansOf = (code: string) => all.find(({ codigo }) => codigo === code)?.['meio'];
    expect(['01', '03', '31', '41', '45'].map(meansOf)).toEqual(['CREDITO_CONTA', 'TED', 'BOLETO', 'TED', 'PIX']);
  });

  it('natures of income say of whom they are, and by which code the tax is paid', () => {
    const all = rows('natureza-rendimentos');
    const codes = all.map(({ codigo }) => codigo ?? '');
    expect(codes).toEqual([...new Set(codes)].toSorted());
    expect(all.filter(({ codigo, tipo_pessoa }) => codigo?.startsWith('15') !== (tipo_pessoa === 'JURIDICA'))).toEqual(
      [],
    );
    const known = new Set(rows('tipos-impostos').map(({ codigo_receita }) => codigo_receita));
    expect(all.filter(({ codigo_receita }) => !known.has(codigo_receita ?? ''))).toEqual([]);
    expect(all.find(({ codigo }) => codigo === '15026')?.['descricao']).toMatch(/^Remuneração de serviços de medicina/);
  });

  it('what is withheld points at taxes that are there', () => {
    const taxes = new Set(rows('tipos-impostos').map(({ codigo }) => codigo));
    for (const screen of ['minimos-retencao', 'tabelas-limite-tributacao'])
      expect(rows(screen).filter(({ imposto }) => !taxes.has(imposto))).toEqual([]);
  });
});
