/** What a list asks the server for: what its columns need, no more, and not again for what it has. */
import { describe, expect, it } from 'vitest';
import { selectOf } from '../../../engine/contract/write-select.ts';
import { allColumns } from '../../../engine/ui/runtime/list-layout.ts';
import { columnsAsked } from '../../../engine/ui/runtime/use-list-arrangement.ts';
import { loadRealProduct, realScreen } from './real-screen.ts';

const keysOf = (columns: readonly { readonly key: string }[]) => columns.map(({ key }) => key);

describe('the select of a list', () => {
  it('is made from its columns as the server makes it, for every registry', async () => {
    const { model } = await loadRealProduct();
    const paths = model.screens.flatMap((screen) => (screen.kind === 'registry' ? [screen.path] : []));
    expect(paths.length).toBeGreaterThan(20);
    for (const path of paths) {
      const screen = await realScreen(path);
      expect([path, selectOf(screen, screen.columns)]).toEqual([path, screen.select]);
    }
  });

  it('has of each further column what it needs: of a relation the fields of its label', async () => {
    const screen = await realScreen('/distritos');
    const every = [...screen.entity.fields.map(({ name }) => name)];
    expect(keysOf(allColumns(screen))).toEqual(expect.arrayContaining(every.filter((name) => name !== 'cidade')));
    const cidade = allColumns(screen).find(({ key }) => key === 'cidade');
    expect(cidade?.needs).toEqual([
      ['cidade', 'nome'],
      ['cidade', 'uf'],
    ]);
    expect(selectOf({ needs: [] }, cidade ? [cidade] : [])).toBe('id,versao,cidade(id,nome,uf)');
  });
});

describe('the columns that are asked for', () => {
  it('are the usual ones as long as they are enough, so that nothing is read again', async () => {
    const screen = await realScreen('/cidades');
    const [first, second] = screen.columns;
    if (!first || !second) throw new Error('no columns');
    expect(columnsAsked(screen, [], [second])).toBe(screen.columns);
    expect(columnsAsked(screen, screen.columns, [second, first])).toBe(screen.columns);
  });

  it('grow by what is added, keep what was there, and always name the record', async () => {
    const screen = await realScreen('/cidades');
    const capital = screen.moreColumns.find(({ key }) => key === 'capital');
    if (!capital) throw new Error('no further column');
    expect(keysOf(columnsAsked(screen, [], [capital]))).toEqual(['nome', 'uf', 'capital']);
    const grown = columnsAsked(screen, screen.columns, [capital]);
    expect(keysOf(grown)).toEqual([...keysOf(screen.columns), 'capital']);
    expect(columnsAsked(screen, grown, [...screen.columns])).toBe(grown);
  });
});
