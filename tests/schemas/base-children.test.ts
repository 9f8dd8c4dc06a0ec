import { beforeAll, describe, expect, it } from 'vitest';
import type { Model } from '../../engine/model/types.ts';
import { loadProduct } from '../../src/load-product.ts';
import { fileMemory, readRealFiles } from '../support/real-files.ts';

let model: Model;
beforeAll(async () => {
  ({ model } = await loadProduct(await readRealFiles(), 'copass', fileMemory));
});

describe('the children of /base', () => {
  it('are each a list with a search panel, behind list on its own subject [list-base-children-are-registries]', () => {
    const children = model.screens.filter((screen) => screen.parent === '/base');
    const registries = children.flatMap((screen) => (screen.kind === 'registry' ? [screen] : []));
    expect(registries).toHaveLength(children.length);
    // Document 1 section 2, in its order.
    expect(Object.fromEntries(registries.map(({ path, permission }) => [path, permission]))).toEqual(
      Object.fromEntries(
        [
          ['/bancos', 'banco'],
          ['/cbos', 'cbos'],
          ['/cids', 'cid'],
          ['/classificacoes-estabelecimentos', 'classificacaoestabelecimento'],
          ['/declaracoes', 'declaracao'],
          ['/especialidades', 'especialidade'],
          ['/estados-civis', 'estadocivil'],
          ['/feriados', 'feriado'],
          ['/grau-parentescos', 'grauparentesco'],
          ['/pendencias', 'pendencia'],
          ['/programas-saude', 'programasaude'],
          ['/questionarios', 'questionario'],
          ['/situacoes-faturamento', 'situacaofaturamento'],
          ['/unidades-de-medida', 'unidademedida'],
        ].map(([path, subject]) => [path, { action: 'list', subject }]),
      ),
    );
    for (const { path, columns, search } of registries) {
      expect(columns.length, path).toBeGreaterThan(0);
      expect(search.length, path).toBeGreaterThan(0);
    }
  });
});
