import { describe, expect, it } from 'vitest';
import { findTable } from '../../../engine/inference/find-table.ts';
import { guessMask } from '../../../engine/inference/guess-mask.ts';
import { fieldName, titleOf } from '../../../engine/inference/name-field.ts';
import { namesOfFile, namesOfTitle } from '../../../engine/inference/name-registry.ts';
import { propose } from '../../../engine/inference/propose.ts';
import { numberReader } from '../../../engine/inference/read-numbers.ts';
import type { Proposal } from '../../../engine/inference/types.ts';
import { labelOf } from './labelled-sheets.ts';

describe('names', () => {
  it.each([
    ['RAZÃO SOCIAL', 'Razão social', 'razao_social'],
    ['dt_nascimento', 'Dt nascimento', 'dt_nascimento'],
    ['Data de Nascimento', 'Data de nascimento', 'data_nascimento'],
    ['cpfTitular', 'CPF titular', 'cpf_titular'],
    ['Nº Contrato', 'Nº contrato', 'numero_contrato'],
    ['CPF/CNPJ', 'CPF/CNPJ', 'cpf_cnpj'],
    ['E-mail', 'E-mail', 'email'],
    ['Data Nasc.', 'Data nasc', 'data_nasc'],
    ['Reajuste (%)', 'Reajuste (%)', 'reajuste_percentual'],
    ['% Reembolso', '% Reembolso', 'percentual_reembolso'],
    ['Área km²', 'Área km²', 'area_km2'],
    ['2024', '2024', 'coluna_1'],
    ['ID', 'ID', 'codigo'],
    ['Order', 'Order', 'order_origem'],
  ])('%s is %s, %s', (header, title, name) => {
    expect([titleOf(header), fieldName(header, 0, new Set())]).toEqual([title, name]);
  });

  it('counts on where a name or the column of a relation is taken', () => {
    expect(fieldName('Valor', 1, new Set(['valor', 'valor_2']))).toBe('valor_3');
    expect(fieldName('Cidade ID', 1, new Set(['cidade', 'cidade_id']))).toBe('cidade_id_2');
  });

  it('of a registry come of the file or of the title', () => {
    expect(namesOfFile('planilhas/contratos_2024 (1).csv')).toEqual({
      entity: 'contrato',
      folder: 'contratos',
      title: 'Contrato',
    });
    expect(namesOfFile('Relações de cônjuges.xlsx')).toEqual({
      entity: 'relacao_de_conjuges',
      folder: 'relacoes-de-conjuges',
      title: 'Relação de cônjuges',
    });
    expect(namesOfTitle('Autorização prévia')).toEqual({
      entity: 'autorizacao_previa',
      folder: 'autorizacoes-previa',
      title: 'Autorização prévia',
    });
  });
});

describe('masks', () => {
  it.each([
    [['2023/00012', '2024/10000'], '####/#####'],
    [['A001', 'B020'], 'A###'],
    [['BRL', 'USD'], 'AAA'],
    [['ABC1D23', 'ABC1023'], 'AAA#X##'],
    [['RN 400', 'RN 512'], 'AA ###'],
    [['Rua A', 'Rua B'], undefined],
    [['12', '123'], undefined],
    [['S/N', '123'], undefined],
    [['CASA AZUL', 'CASA ROSA'], undefined],
    [['(31)', '(37)'], undefined],
  ])('of %j is %s', (texts, mask) => {
    expect(guessMask(texts)).toBe(mask);
  });
});

describe('numbers', () => {
  it.each([
    [
      ['1.234,56', '12'],
      ['1234.56', '12'],
    ],
    [
      ['1.234', '12.345'],
      ['1234', '12345'],
    ],
    [
      ['1234.56', '0.5'],
      ['1234.56', '0.5'],
    ],
    [
      ['1,234.56', '7'],
      ['1234.56', '7'],
    ],
    [
      ['R$ -1.200,00', '(35,10)', '20,00-'],
      ['-1200.00', '-35.10', '-20.00'],
    ],
    [
      ['12,5 %', '3%'],
      ['12.5', '3'],
    ],
  ])('%j are %j', (texts, values) => {
    const read = numberReader(texts);
    expect(texts.map((text) => read?.(text)?.value)).toEqual(values);
  });

  it.each([[['abc']], [['12-34']], [['1.2.3']], [['']]])('%j are none', (texts) => {
    const read = numberReader(texts);
    expect(texts.map((text) => read?.(text))).toEqual(texts.map(() => undefined));
  });
});

const proposeRows = (header: readonly string[], rows: readonly (readonly string[])[]): Proposal => {
  const cells = [header, ...rows];
  const sheet = findTable({ cells, lines: cells.map((_, index) => index + 1) });
  if (sheet === undefined) throw new Error('no table');
  return propose(sheet, { registries: [], codeLists: [] }, { timeZone: 'America/Sao_Paulo', subject: '' });
};
const column = (header: string, cells: readonly string[]) =>
  proposeRows(
    ['Linha', header],
    cells.map((cell, index) => [`x${index}`, cell]),
  ).fields[1];

describe('a column', () => {
  it.each([
    ['Peso', ['007', '120'], 'text ###'],
    ['Peso', ['7', '120'], 'integer'],
    ['Chave', ['31240712345678000190550010000012341', '31240712345678000190550010000012342'], 'text'],
    ['Momento', ['28/02/2026 10:00', '01/03/2026 00:00'], 'date-time'],
    ['Ativo', ['1', '0', '1'], 'boolean'],
    ['Filhos', ['1', '0', '1'], 'integer'],
    ['Competência', ['202401', '202402'], 'month'],
    ['Saldo', ['-1,5', '2,25'], 'money'],
    ['Vazia', ['', ''], 'text'],
  ])('%s of %j is %s', (header, cells, label) => {
    const field = column(header, cells);
    expect(field === undefined ? undefined : labelOf(field)).toBe(label);
  });

  it('writes moments with the offset of the zone on that day, summer time included', () => {
    expect(column('Momento', ['10/01/2019 08:00', '10/06/2019 08:00'])?.cells).toEqual([
      '2019-01-10T08:00:00-02:00',
      '2019-06-10T08:00:00-03:00',
    ]);
  });

  it('takes back the zeros that a spreadsheet took from a CPF, where the header says that it is one', () => {
    expect(column('CPF', ['191', '52998224725'])?.property).not.toHaveProperty('format');
    expect(column('CPF', ['1234567890', '52998224725'])?.cells).toEqual(['01234567890', '52998224725']);
  });

  it('lists the values that a type does not take, and is then not required', () => {
    const cells = [...Array.from({ length: 11 }, (_, index) => `${index + 10}/01/2026`), '31/02/2026'];
    const field = column('Data', cells);
    expect(field?.property).toEqual({ type: 'string', format: 'date' });
    expect(field?.misfits).toEqual([{ row: 11, text: '31/02/2026' }]);
    expect(field?.required).toBe(false);
  });

  it('stays text where too many do not fit', () => {
    expect(column('Data', ['10/01/2026', '11/01/2026', 'a combinar'])?.property.format).toBeUndefined();
  });

  it.each([
    [
      'Data',
      ['10/01/2026', '11/01/2026', 'a combinar'],
      { fitting: 2, of: 3, misfits: [{ row: 2, text: 'a combinar' }] },
    ],
    [
      'Atendimento',
      ['10/01/2026 08:00', '31/02/2026 09:00', '', '11/01/2026', '-'],
      { fitting: 2, of: 3, misfits: [{ row: 1, text: '31/02/2026 09:00' }] },
    ],
    // What repeats is taken for a list.
    [
      'Prazo',
      ['10/01/2026', '10/01/2026', '10/01/2026', '10/01/2026', '10/01/2026', 'livre', 'livre', 'livre'],
      { fitting: 5, of: 8, misfits: [5, 6, 7].map((row) => ({ row, text: 'livre' })) },
    ],
    ['Nota', ['10/01/2026', 'livre', 'livre', 'a combinar'], undefined],
    ['Nota', ['10/01/2026', 'livre'], undefined],
    ['Data', ['10/01/2026', '11/01/2026'], undefined],
    ['Nome', ['Ana', 'Bia', 'Caio'], undefined],
  ])('knows that %s of %j was meant to be of days, or was not', (header, cells, near) => {
    expect(column(header, cells)?.near).toEqual(near);
  });

  it('joins ways of writing in the options of a new list', () => {
    const cells = ['Novo', 'novo', 'NOVO', 'Novo', 'Em análise', 'em analise', 'Em análise', 'Novo'];
    const field = column('Situação', cells);
    expect(field?.options).toEqual([
      { value: 'EM_ANALISE', label: 'Em análise' },
      { value: 'NOVO', label: 'Novo' },
    ]);
    expect(field?.cells.slice(0, 6)).toEqual(['NOVO', 'NOVO', 'NOVO', 'NOVO', 'EM_ANALISE', 'EM_ANALISE']);
  });
});

describe('a table', () => {
  it('leaves titles, totals, repeated rows and empty columns aside, and says so', () => {
    const cells = [
      ['Relatório de preços'],
      ['', '', '', ''],
      ['Código', 'Preço', '', 'Nota'],
      ['1', '10,00', '', ''],
      ['2', '20,00', '', ''],
      ['2', '20,00', '', ''],
      ['TOTAL', '30,00', '', ''],
    ];
    const sheet = findTable({ cells, lines: cells.map((_, index) => index + 1) });
    expect(sheet).toEqual({
      columns: [
        { header: 'Código', cells: ['1', '2'] },
        { header: 'Preço', cells: ['10,00', '20,00'] },
        { header: 'Nota', cells: ['', ''] },
      ],
      lines: [4, 5],
      notes: [
        'linhas acima do cabeçalho deixadas de lado: 1',
        'linhas de total deixadas de lado: 7',
        'linhas iguais a outras deixadas de lado: 6',
      ],
    });
  });

  it.each([[[]], [[['']]], [[['só']]]])('%j is none', (cells) => {
    expect(findTable({ cells, lines: cells.map((_, index) => index + 1) })).toBeUndefined();
  });

  it('has no key where no columns identify a row', () => {
    const rows = ['a', 'b', 'a', 'b'].map((letter, index) => [letter.repeat(30), `${index},50`]);
    expect(proposeRows(['Observação', 'Valor'], rows).naturalKey).toEqual([]);
  });

  it('names a duplicate header apart', () => {
    expect(
      proposeRows(
        ['Valor', 'Valor'],
        [
          ['1,00', '2,00'],
          ['3,00', '4,00'],
        ],
      ).fields.map(({ name }) => name),
    ).toEqual(['valor', 'valor_2']);
  });
});
