/** What the cells of a file come to, for every type of field, and which record a name means. */
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../../engine/data/database.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { everyTypeFiles } from '../../support/every-type-files.ts';
import type { Caller } from '../../support/product.ts';
import { administrator, startTestProduct } from '../../support/product.ts';
import { applyFile, checkFile, refusalsOf, sendFile } from './import-stage.ts';

type Row = Readonly<Record<string, unknown>>;

/** In the columns of a file, as people write them; and as the API gives them. */
const values: Readonly<Record<string, readonly [title: string, written: string, stored: unknown]>> = {
  notas: ['Notas', 'uma linha', 'uma linha'],
  cor: ['Cor', 'verde', 'VERDE'],
  placa: ['Máscara', 'ABC-1D23', 'ABC1D23'],
  cpf: ['CPF', '529.982.247-25', '52998224725'],
  cnpj: ['CNPJ', '12.abc.345/01de-35', '12ABC34501DE35'],
  cns: ['CNS', '700 5008 1000 0008', '700500810000008'],
  pis: ['PIS', '120.12345.67-2', '12012345672'],
  cep: ['CEP', '30140-071', '30140071'],
  fone: ['Telefone', '+55 (31) 99999-8888', '31999998888'],
  email: ['E-mail', 'ana@exemplo.com.br', 'ana@exemplo.com.br'],
  quantidade: ['Número inteiro', '1.234', 1234],
  taxa: ['Número decimal', '1.234,567', 1234.567],
  preco: ['Valor em reais', 'R$ 1.234,50', 1234.5],
  desconto: ['Percentagem', '12,5 %', 12.5],
  ativo: ['Sim ou não', 'Sim', true],
  dia: ['Data', '31/12/2026', '2026-12-31'],
  mes: ['Mês', '12/2026', '2026-12'],
  ano: ['Ano', '2026', 2026],
  hora: ['Hora', '8:30', '08:30:00'],
  momento: ['Data e hora', '31/12/2026 08:30', '2026-12-31T11:30:00+00:00'],
  instante: ['Data e hora com segundos', '31/12/2026 08:30:15', '2026-12-31T11:30:15+00:00'],
  cidade_id: ['Cidade', 'Belo Horizonte - MG', 2],
};

forEachDatabase((open) => {
  let database: Database;
  let chief: Caller;

  const rows = async (columns = 'nome') =>
    (await chief.call('GET', `/api/modelos?select=${columns}&order=nome`)).json() as readonly Row[];

  beforeAll(async () => {
    database = await open({ from: 'product' });
    chief = await (await startTestProduct(database, { files: everyTypeFiles })).as(
      administrator.login,
      administrator.password,
    );
    await database.query({
      text: `insert into cidade (id, ibge, nome, uf) overriding system value values
        (2, '3106200', 'Belo Horizonte', 'MG'), (3, '2901007', 'Santa Rita', 'BA'), (4, '3101102', 'Santa Rita', 'MG')`,
      values: [],
    });
  });
  beforeEach(() => database.query({ text: 'delete from modelo', values: [] }));

  it('every type is read as people write it, by the titles of the fields', async () => {
    const all = Object.entries(values);
    const header = ['Nome', ...all.map(([, [title]]) => title)].join(';');
    const line = ['Tudo', ...all.map(([, [, written]]) => written)].join(';');
    const detail = await sendFile(chief, '/modelos', `${header}\n${line}\nNada${';'.repeat(all.length)}\n`);
    expect(detail.choices.columns).toEqual([
      { column: 0, field: 'nome' },
      ...all.map(([field], index) => ({ column: index + 1, field })),
    ]);
    const planned = await checkFile(chief, detail);
    expect([refusalsOf(planned), planned.fresh]).toEqual([[], 2]);
    await applyFile(chief, planned);
    const [nothing, everything] = await rows(['nome', ...Object.keys(values)].join());
    expect(everything).toEqual({
      nome: 'Tudo',
      ...Object.fromEntries(all.map(([field, [, , stored]]) => [field, stored])),
    });
    expect(nothing).toEqual({ nome: 'Nada', ...Object.fromEntries(all.map(([field]) => [field, null])) });
  });

  it('a dot that groups nothing is a decimal one, and what mixes the marks is refused', async () => {
    const file = ['Nome;Número decimal', 'a;0.125', 'b;.125', 'c;1234.567', 'd;1.234', 'e;-0.165'].join('\n');
    const planned = await checkFile(chief, await sendFile(chief, '/modelos', file));
    expect(refusalsOf(planned)).toEqual([]);
    await applyFile(chief, planned);
    expect((await rows('nome,taxa')).map(({ taxa }) => taxa)).toEqual([0.125, 0.125, 1234.567, 1234, -0.165]);
    const mixed = await sendFile(chief, '/modelos', 'Nome;Número decimal\nf;12.50.00\ng;1,234.56\n');
    expect(refusalsOf(await checkFile(chief, mixed))).toEqual([
      ["Número decimal: '12.50.00' não é um número.", ['Linha 2']],
      ["Número decimal: '1,234.56' não é um número.", ['Linha 3']],
    ]);
  });

  it('of JSON the values are their own', async () => {
    const record = {
      nome: 'JSON',
      quantidade: 7,
      preco: 10.25,
      ativo: false,
      dia: '2026-02-28',
      momento: '2026-02-28T10:00:00-03:00',
      cep: 30140071,
    };
    const planned = await checkFile(chief, await sendFile(chief, '/modelos', JSON.stringify([record]), 'a.json'));
    expect(refusalsOf(planned)).toEqual([]);
    await applyFile(chief, planned);
    expect(await rows('nome,quantidade,preco,ativo,dia,momento,cep')).toEqual([
      { ...record, momento: '2026-02-28T13:00:00+00:00', cep: '30140071' },
    ]);
  });

  it('a wrong cell is told of by its field, what stands in it, and what it should be', async () => {
    const file = [
      'Nome;Data;Valor em reais;Sim ou não;CPF;Cor;Ano;Hora;Mês;Data e hora;Cidade',
      'a;31/02/2026;;;;;;;;;',
      'b;;dez;;;;;;;;',
      'c;;;talvez;;;;;;;',
      'd;;;;529.982.247-26;;;;;;',
      'e;;;;;roxo;;;;;',
      'f;;;;;;vinte;;;;',
      'g;;;;;;;25:00;;;',
      'h;;;;;;;;13/2026;;',
      'i;;;;;;;;;32/01/2026 10:00;',
      'j;;;;;;;;;;Atlântida - MG',
      'k;;;;;;;;;;Santa Rita',
      'l;ontem;nada;;;;;;;;',
      'm;46054;;;;;;;;31/11/2026 08:00;',
    ].join('\n');
    const planned = await checkFile(chief, await sendFile(chief, '/modelos', file));
    expect(refusalsOf(planned)).toEqual([
      ['Data: 31/02/2026 não existe no calendário.', ['Linha 2']],
      ["Valor em reais: 'dez' não é um valor em reais.", ['Linha 3']],
      ["Sim ou não: 'talvez' não é Sim ou Não.", ['Linha 4']],
      ['O dígito verificador de CPF não confere.', ['Linha 5']],
      ["Cor: 'roxo' não é um código da lista.", ['Linha 6']],
      ["Ano: 'vinte' não é um ano AAAA.", ['Linha 7']],
      ["Hora: '25:00' não é uma hora HH:MM.", ['Linha 8']],
      ["Mês: '13/2026' não é um mês MM/AAAA.", ['Linha 9']],
      ['Data e hora: 32/01/2026 não existe no calendário.', ['Linha 10']],
      ["Cidade: não há 'Atlântida - MG', ou você não pode vê-lo.", ['Linha 11']],
      ["Cidade: há mais de um 'Santa Rita'. Diga-o por um campo que só ele tenha.", ['Linha 12']],
      ["Data: 'ontem' não é uma data DD/MM/AAAA. Valor em reais: 'nada' não é um valor em reais.", ['Linha 13']],
      [
        'Data: espera-se uma data DD/MM/AAAA, e o arquivo traz o número 46054. Numa planilha, dê à coluna o formato de data ou de hora. Data e hora: 31/11/2026 não existe no calendário.',
        ['Linha 14'],
      ],
    ]);
    expect(planned.batch).toMatchObject({ rows: 13, changes: 0, refused: 13 });
  });

  it('a record is known by its name, however it is written, or by the field that was chosen', async () => {
    const file = 'Nome;Cidade\n1;Belo Horizonte - MG\n2;Belo Horizonte\n3;3106200\n4;Santa Rita - BA\n';
    const detail = await sendFile(chief, '/modelos', file);
    expect(detail.fields.find(({ field }) => field === 'cidade_id')?.by).toEqual([
      { field: 'ibge', title: 'Código IBGE' },
      { field: 'nome', title: 'Nome' },
      { field: 'siafi', title: 'Código SIAFI' },
    ]);
    await applyFile(chief, await checkFile(chief, detail));
    expect((await rows('nome,cidade_id')).map((row) => row['cidade_id'])).toEqual([2, 2, 2, 3]);
    const coded = await sendFile(chief, '/modelos', 'Nome;Cidade código IBGE\n5;2901007\n6;Santa Rita\n');
    expect(coded.choices.columns[1]).toEqual({ column: 1, field: 'cidade_id', by: 'ibge' });
    const planned = await checkFile(chief, coded);
    expect(refusalsOf(planned)).toEqual([["Cidade: não há 'Santa Rita', ou você não pode vê-lo.", ['Linha 3']]]);
  });
});
