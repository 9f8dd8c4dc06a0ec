/** How wide the columns of the real lists are. */
import { describe, expect, it } from 'vitest';
import { gridColumns } from '../../../engine/ui/grid/grid-columns.ts';
import { realScreen } from './real-screen.ts';

const widthsOf = async (path: string) =>
  Object.fromEntries(
    gridColumns(await realScreen(path), new Map(), 'UTC').map(({ colId, flex, width, minWidth, maxWidth }) => [
      colId,
      { flex, width, minWidth, maxWidth },
    ]),
  );

describe('the columns of a list', () => {
  it('give a code with long labels the room of a text', async () => {
    const { capitulo, descricao, codigo } = await widthsOf('/cids');
    expect(capitulo).toEqual({ flex: 160, minWidth: 140 });
    expect(descricao).toEqual({ flex: 460, minWidth: 140 });
    expect(codigo).toEqual({ width: 102, minWidth: 56 });
  });

  it('let a code with short labels shrink, and grow no wider than they are', async () => {
    const { uf } = await widthsOf('/cidades');
    expect(uf).toEqual({ flex: 168, minWidth: 110, maxWidth: 168 });
  });
});
