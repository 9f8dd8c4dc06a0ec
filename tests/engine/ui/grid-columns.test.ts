/** How wide the columns of the real lists are. */
import { describe, expect, it } from 'vitest';
import type { ListLayout } from '../../../engine/contract/list-layout.ts';
import type { ContentWidths } from '../../../engine/ui/grid/content-widths.ts';
import { briefWidths, contentWidths } from '../../../engine/ui/grid/content-widths.ts';
import { gridColumns } from '../../../engine/ui/grid/grid-columns.ts';
import { arrangeColumns } from '../../../engine/ui/runtime/list-layout.ts';
import { realScreen } from './real-screen.ts';

const wholeAlone = { briefContent: new Map<string, number>() };

const widthsOf = async (path: string, layout: ListLayout = {}, content: ContentWidths = new Map(), width?: number) => {
  const model = await realScreen(path);
  return Object.fromEntries(
    gridColumns(model, arrangeColumns(model, layout), new Map(), { ...wholeAlone, content, width }, 'UTC').map(
      ({ colId, flex, width, minWidth }) => [colId, { flex, width, minWidth }],
    ),
  );
};

describe('the columns of a list', () => {
  it('give a code with long labels the room of a text', async () => {
    const { capitulo, descricao, codigo } = await widthsOf('/cids');
    expect(capitulo).toEqual({ flex: 160, minWidth: 150 });
    expect(descricao).toEqual({ flex: 460, minWidth: 120 });
    expect(codigo).toEqual({ flex: 0, width: 88, minWidth: 48 });
  });

  it('have the room that a number given by the engine needs, whatever the file says', async () => {
    const { numero } = await widthsOf('/contas-pagar');
    expect(numero).toEqual({ flex: 118, minWidth: 118 });
  });

  it('have the room that a sum needs under a short title, whatever the file says', async () => {
    const { pmc, pfb } = await widthsOf('/brasindice-medicamentos');
    expect(pmc).toEqual({ flex: 0, width: 120, minWidth: 48 });
    expect(pfb).toEqual({ flex: 0, width: 120, minWidth: 48 });
  });

  it('let a code with short labels shrink until they just fit, and grow no wider than they are', async () => {
    const widthAt = async (path: string, column: string, width?: number) =>
      (await widthsOf(path, {}, new Map(), width))[column]?.width;
    expect(await widthAt('/cidades', 'uf')).toBe(168);
    expect(await widthAt('/cidades', 'uf', 300)).toBe(160);
    // Less than they need is asked for by the file: Respondida fora do prazo, Em tratamento.
    expect(await widthAt('/manifestacoes', 'prazo_resposta', 300)).toBe(194);
    expect(await widthAt('/manifestacoes', 'prazo_resposta', 3000)).toBe(204);
    expect(await widthAt('/manifestacoes', 'situacao', 300)).toBe(125);
  });

  it('have of what they do not need what the texts leave, each as much as the others', async () => {
    const content = new Map([
      ['nome', 400],
      ['ibge', 80],
    ]);
    const at = async (width: number) => {
      const { nome, uf } = await widthsOf('/cidades', {}, content, width);
      return { nome: nome?.minWidth, uf: uf?.width };
    };
    const wide = await at(3000);
    expect(wide).toEqual({ nome: 400, uf: 168 });
    let width = 400;
    while ((await at(width)).nome !== 400) width += 1;
    expect(await at(width)).toEqual({ nome: 400, uf: 160 });
    expect((await at(width - 1)).nome).toBe(399);
    expect((await at(width + 4)).uf).toBe(164);
    expect(await at(width + 8)).toEqual(wide);
  });

  describe('share the room by what the texts of the rows need', () => {
    const needs = new Map([
      ['descricao', 200],
      ['capitulo', 420],
      ['grupo', 400],
      ['codigo', 500],
    ]);
    /** Of the code, and of what is of the grid itself: selection, options, scroll bar, no detail. */
    const others = 88 + 38 + 160 + 18;

    it('all of it where there is room for all', async () => {
      expect(await widthsOf('/cids', {}, needs, others + 1020)).toMatchObject({
        descricao: { flex: 200, minWidth: 200 },
        capitulo: { flex: 420, minWidth: 420 },
        grupo: { flex: 400, minWidth: 400 },
        // A number has a width of its own, whatever its rows hold.
        codigo: { flex: 0, width: 88, minWidth: 48 },
      });
    });

    it('the longest give way first, and are equal in it', async () => {
      expect(await widthsOf('/cids', {}, needs, others + 1000)).toMatchObject({
        descricao: { flex: 200, minWidth: 200 },
        capitulo: { flex: 400, minWidth: 400 },
        grupo: { flex: 400, minWidth: 400 },
      });
      expect(await widthsOf('/cids', {}, needs, others + 701)).toMatchObject({
        descricao: { flex: 200, minWidth: 200 },
        capitulo: { flex: 250, minWidth: 250 },
        grupo: { flex: 250, minWidth: 250 },
      });
    });

    it('none becomes so narrow that it says nothing, and one that needs little is whole', async () => {
      for (const width of [others + 60, undefined])
        expect(await widthsOf('/cids', {}, new Map([...needs, ['descricao', 90]]), width)).toMatchObject({
          // What its title needs.
          descricao: { flex: 99, minWidth: 99 },
          capitulo: { flex: 150, minWidth: 150 },
          grupo: { flex: 150, minWidth: 150 },
        });
    });
  });

  describe('say a related record by its name alone where there is no room for the code before it', () => {
    /** Of the columns of contributions: pixels as the grid has them, and those that are brief. */
    const contributions = async (layout: ListLayout = {}) => {
      const model = await realScreen('/contribuicoes');
      const shown = arrangeColumns(model, layout);
      const content = new Map(Object.entries({ beneficiario: 300, tipo: 320 }));
      const briefContent = new Map(Object.entries({ beneficiario: 200, tipo: 250 }));
      return (width: number) => {
        const columns = gridColumns(model, shown, new Map(), { content, briefContent, width }, 'UTC');
        return {
          widths: Object.fromEntries(columns.map(({ colId, minWidth }) => [colId, minWidth])),
          brief: columns.flatMap(({ colId, context }) =>
            (context as { readonly brief: boolean } | undefined)?.brief === true ? [colId] : [],
          ),
        };
      };
    };
    /** The least width at which everything is whole. */
    const enough = async (): Promise<number> => {
      const at = await contributions();
      let width = 1000;
      while (at(width).widths['tipo'] !== 320) width += 1;
      return width;
    };

    it('the longest first, and none where all are whole', async () => {
      const whole = await enough();
      const at = await contributions();
      expect(at(whole).brief).toEqual([]);
      // One pixel less: the longest alone gives its code up, and needs less than before.
      expect(at(whole - 1)).toMatchObject({ brief: ['tipo'], widths: { beneficiario: 300, tipo: 250 } });
      // Both are too long; for their names there is room.
      const both = ['beneficiario', 'tipo'];
      expect(at(whole - 120)).toMatchObject({ brief: both, widths: { beneficiario: 200, tipo: 250 } });
      // And where there is less, the names give way too, the longest first.
      expect(at(whole - 200)).toMatchObject({ brief: both, widths: { beneficiario: 200, tipo: 220 } });
    });

    it('also where the person made the column too narrow, and not where it was made wide enough', async () => {
      const made = async (beneficiario: number) => (await contributions({ widths: { beneficiario } }))(3000).brief;
      expect(await made(299)).toEqual(['beneficiario']);
      expect(await made(300)).toEqual([]);
    });
  });

  it('need for names alone what stands behind the code, and the whole label where a row has no name', async () => {
    const model = await realScreen('/contribuicoes');
    const rowOf = (nome: string | null) => ({ id: 1, versao: 1, beneficiario: { id: 1, codigo: '77', nome } });
    const widths = (nome: string | null) => ({
      whole: contentWidths(model, model.columns, [rowOf(nome)], 'UTC').get('beneficiario'),
      name: briefWidths(model, model.columns, [rowOf(nome)], 'UTC'),
    });
    const { whole = 0, name } = widths('Có');
    // Inter: C 9.5, ó 8. Columns that say no name behind a code have none.
    expect(name).toEqual(new Map([['beneficiario', 18 + 22]]));
    expect(whole).toBeGreaterThan(18 + 22);
    const nameless = widths(null);
    expect(nameless.name.get('beneficiario')).toBe(nameless.whole);
  });

  it('let a date shrink until it just fits under its title, where its rows were seen', async () => {
    const seen = (column: string) => new Map([[column, 99]]);
    expect((await widthsOf('/borderos-pagamentos', {}, seen('data_pagamento'), 900))['data_pagamento']?.width).toBe(99);
    expect((await widthsOf('/contas-pagar', {}, seen('vencimento'), 900))['vencimento']?.width).toBe(106);
    expect((await widthsOf('/contas-pagar', {}, new Map(), 900))['vencimento']?.width).toBe(112);
  });

  it('need as much as their widest text and its cell, up to where a text is read by its beginning', async () => {
    const model = await realScreen('/cids');
    const rowOf = (descricao: string | null) => ({ id: 1, versao: 1, codigo: 'A00', descricao, capitulo: null });
    const needOf = (...texts: (string | null)[]) =>
      Object.fromEntries(contentWidths(model, model.columns, texts.map(rowOf), 'UTC'));
    // Inter: C 9.5, ó 8, l 3, e 7.5, r 5, a 7.5.
    expect(needOf('Có', 'Cólera', null)).toEqual({ codigo: 9 + 8.5 + 8.5 + 22, descricao: 41 + 22 });
    expect(needOf('m'.repeat(200))['descricao']).toBe(420);
    expect(needOf(null)).toEqual({ codigo: 48 });
    expect(needOf()).toEqual({});
  });

  it('are as wide as the person made them, and what is left is no column of theirs', async () => {
    const { uf, nome, _rest } = await widthsOf('/cidades', { shown: ['uf', 'nome'], widths: { uf: 90, nome: 400 } });
    expect(uf).toEqual({ flex: 0, width: 90, minWidth: 48 });
    expect(nome).toEqual({ flex: 0, width: 400, minWidth: 48 });
    expect(_rest).toEqual({ flex: 1 });
  });
});
