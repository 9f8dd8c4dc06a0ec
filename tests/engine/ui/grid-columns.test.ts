/** How wide the columns of the real lists are. */
import { describe, expect, it } from 'vitest';
import type { ListLayout } from '../../../engine/contract/list-layout.ts';
import { gridColumns } from '../../../engine/ui/grid/grid-columns.ts';
import { arrangeColumns } from '../../../engine/ui/runtime/list-layout.ts';
import { realScreen } from './real-screen.ts';

const widthsOf = async (path: string, layout: ListLayout = {}) => {
  const model = await realScreen(path);
  return Object.fromEntries(
    gridColumns(model, arrangeColumns(model, layout), new Map(), 'UTC').map(
      ({ colId, flex, width, minWidth, maxWidth }) => [colId, { flex, width, minWidth, maxWidth }],
    ),
  );
};

describe('the columns of a list', () => {
  it('give a code with long labels the room of a text', async () => {
    const { capitulo, descricao, codigo } = await widthsOf('/cids');
    expect(capitulo).toEqual({ flex: 160, minWidth: 150 });
    expect(descricao).toEqual({ flex: 460, minWidth: 120 });
    expect(codigo).toEqual({ width: 88, minWidth: 56 });
  });

  it('have the room that a number given by the engine needs, whatever the file says', async () => {
    const { numero } = await widthsOf('/contas-pagar');
    expect(numero).toEqual({ flex: 118, minWidth: 118 });
  });

  it('have the room that a sum needs under a short title, whatever the file says', async () => {
    const { pmc, pfb } = await widthsOf('/brasindice-medicamentos');
    expect(pmc).toEqual({ width: 120, minWidth: 56 });
    expect(pfb).toEqual({ width: 120, minWidth: 56 });
  });

  it('let a code with short labels shrink until they just fit, and grow no wider than they are', async () => {
    const { uf } = await widthsOf('/cidades');
    expect(uf).toEqual({ flex: 168, minWidth: 160, maxWidth: 168 });
    // Less than they need is asked for by the file: Respondida fora do prazo, Em tratamento.
    const { prazo_resposta, situacao } = await widthsOf('/manifestacoes');
    expect(prazo_resposta?.minWidth).toBe(194);
    expect(situacao?.minWidth).toBe(125);
  });

  it('are as wide as the person made them, and what is left is no column of theirs', async () => {
    const { uf, nome, _rest } = await widthsOf('/cidades', { shown: ['uf', 'nome'], widths: { uf: 90, nome: 400 } });
    expect(uf).toEqual({ flex: 0, width: 90, minWidth: 48 });
    expect(nome).toEqual({ flex: 0, width: 400, minWidth: 48 });
    expect(_rest).toEqual({ flex: 1 });
  });
});
