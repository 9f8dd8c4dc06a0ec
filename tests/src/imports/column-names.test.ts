/** What the titles of a file are proposed to be: as they are written first, and never one of two. */
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../../engine/data/database.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller } from '../../support/product.ts';
import { administrator, startTestProduct } from '../../support/product.ts';
import { checkFile, readImport, sendFile } from './import-stage.ts';

const text = (title: string, more: object = {}) => ({ title, type: 'string', maxLength: 40, ...more });
const files = {
  'schemas/teste/pecas/schema.json': {
    title: 'Peça',
    type: 'object',
    properties: {
      codigo: text('Código', { 'x-unique': true }),
      descricao: text('Descrição'),
      externo: text('Referência'),
      interno: text('Referencia'),
      fabricacao: text('Data de fabricação'),
      numero: text('Número'),
      numero_nota: text('Número da nota'),
      nota_peca: text('Nota da peça'),
      nota_antiga: text('Nota'),
      medidas: {
        title: 'Medidas',
        type: 'array',
        items: {
          title: 'Medida',
          type: 'object',
          properties: { eixo: text('Eixo'), outro: text('Éixo'), largura: text('Largura') },
        },
      },
    },
  },
  'schemas/teste/pecas/columns.json': {
    entity: 'peca',
    path: '/pecas',
    title: 'Peças',
    icon: 'table',
    permission: { subject: 'peca' },
    parent: '/',
    columns: ['codigo', 'descricao'],
  },
};

forEachDatabase((open) => {
  let database: Database;
  let chief: Caller;

  beforeAll(async () => {
    database = await open({ from: 'product' });
    chief = await (await startTestProduct(database, { files })).as(administrator.login, administrator.password);
  });
  beforeEach(async () => {
    await database.query({ text: 'delete from fichario.turn', values: [] });
  });

  it.each([
    ['without regard to case, accents and blanks', 'CÓDIGO;  descricao ', ['codigo', 'descricao'], []],
    ['signs between words apart', 'código.;(Descrição)', ['codigo', 'descricao'], []],
    ['as the title is written before all', 'codigo;Referência;CODIGO', ['codigo', 'externo'], []],
    ['wherever in the file that is', 'CODIGO;Código', [undefined, 'codigo'], []],
    ['of two fields neither', 'Código;REFERÊNCIA', ['codigo'], [[1, ['Referência', 'Referencia']]]],
    ['but what another column has not taken', 'Referência;REFERENCIA', ['externo', 'interno'], []],
    [
      'of two columns neither',
      'CODIGO;Codigo;Descrição',
      [undefined, undefined, 'descricao'],
      [
        [0, ['Código']],
        [1, ['Código']],
      ],
    ],
    ['shortened', 'Cód.;Descr.;Dt. fabricação;Nº', ['codigo', 'descricao', 'fabricacao', 'numero'], []],
    ['with what the records are called', 'Código da peça;Descrição das peças', ['codigo', 'descricao'], []],
    ['with and without words that join', 'Data fabricação;Num. nota', ['fabricacao', 'numero_nota'], []],
    ['as the title is written before as it is said', 'Cód.;CODIGO', [undefined, 'codigo'], []],
    [
      'as it is said not where that is in doubt',
      'CODIGO;Codigo;Cód.',
      [],
      [
        [0, ['Código']],
        [1, ['Código']],
        [2, ['Código']],
      ],
    ],
    ['of two that are said alike neither', 'Notas', [], [[0, ['Nota da peça', 'Nota']]]],
    ['not by a part, nor by the records alone', 'Peça;Interna;Número interno;Desc.', [], []],
    ['of rows by what they are called', 'Código;Medidas[1].Largura da medida', ['codigo', 'medidas.largura 1'], []],
    [
      'of rows alike',
      'Código;MEDIDAS[2].eixo;Medidas[1].EIXO',
      ['codigo', 'medidas.eixo 2'],
      [[2, ['Eixo (Medidas, linha 1)', 'Éixo (Medidas, linha 1)']]],
    ],
  ] as const)('%s', async (_what, header, expected, doubts) => {
    const detail = await sendFile(chief, '/pecas', `${header}\n${header.replace(/[^;]+/g, 'x')}\n`);
    const found = detail.columns.map(({ column }) => {
      const one = detail.choices.columns.find((chosen) => chosen.column === column);
      return one && (one.row === undefined ? one.field : `${one.field} ${one.row}`);
    });
    expect(found).toEqual(detail.columns.map((_, index) => expected[index]));
    expect(detail.doubts.map(({ column, fields }) => [column, fields])).toEqual(doubts);
  });

  it('nothing is doubted any more once it was said', async () => {
    const detail = await sendFile(chief, '/pecas', 'Código;REFERÊNCIA\na;b\n');
    const columns = [...detail.choices.columns, { column: 1, field: 'externo' }];
    const checked = await checkFile(chief, detail, { columns });
    expect((await readImport(chief, checked)).doubts).toEqual([]);
    const next = await sendFile(chief, '/pecas', 'Código;REFERÊNCIA\nc;d\n');
    expect([next.choices.columns, next.doubts]).toEqual([columns, []]);
  });
});
