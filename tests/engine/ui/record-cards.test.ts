import { describe, expect, it } from 'vitest';
import { headColumns, nameColumn } from '../../../engine/ui/list/record-cards.tsx';
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

  it.each([
    ['/eventos-acesso', ['login', 'evento']],
    ['/leituras-sensiveis', ['login', 'rota']],
    ['/cidades', ['nome']],
  ])('is headed by who and what, of what a log notes, and not from where: %s', async (path, keys) => {
    expect(headColumns(await realScreen(path)).map(({ key }) => key)).toEqual(keys);
  });

  it('of a log is headed by what is left where the person shows fewer columns', async () => {
    const model = await realScreen('/eventos-acesso');
    const headsOf = (...hidden: string[]) =>
      headColumns({ ...model, columns: model.columns.filter(({ key }) => !hidden.includes(key)) }).map(
        ({ key }) => key,
      );
    expect(headsOf('evento')).toEqual(['login', 'autor']);
    expect(headsOf('login')).toEqual(['endereco', 'evento']);
  });

  it('is headed by the first column where no text is shown', async () => {
    const model = await realScreen('/cidades');
    const columns = model.columns.filter(({ key }) => key === 'ibge');
    expect(nameColumn({ ...model, columns })?.key).toBe('ibge');
    expect(nameColumn({ ...model, columns: [] })).toBeUndefined();
  });
});
