import { describe, expect, it } from 'vitest';
import { nameColumn } from '../../../engine/ui/list/record-cards.tsx';
import { realScreen } from './real-screen.ts';

describe('the card of a record', () => {
  it.each([
    ['/cids', 'descricao'],
    ['/cidades', 'nome'],
    ['/unidades-de-medida', 'descricao'],
    ['/campos-criticados', 'rotulo'],
    ['/intercambios', 'nome'],
    // not by the code, which is a text too
    ['/empresas', 'razao_social'],
    ['/produtos', 'nome'],
  ])('is headed by the text that names it: %s', async (path, key) => {
    expect(nameColumn(await realScreen(path))?.key).toBe(key);
  });

  it('is headed by the first column where no text is shown', async () => {
    const model = await realScreen('/cidades');
    const columns = model.columns.filter(({ key }) => key === 'ibge');
    expect(nameColumn({ ...model, columns })?.key).toBe('ibge');
    expect(nameColumn({ ...model, columns: [] })).toBeUndefined();
  });
});
