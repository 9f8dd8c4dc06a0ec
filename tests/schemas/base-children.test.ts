import { beforeAll, describe, expect, it } from 'vitest';
import type { Model } from '../../engine/model/types.ts';
import { loadProduct } from '../../src/load-product.ts';
import { brokenRules } from '../support/broken-rules.ts';
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

describe('what must hold in the tables of the base and of places', () => {
  it('lets a student stay no shorter than the others', () => {
    const degree = (idade_limite_estudante: number) =>
      brokenRules(model, 'grau_parentesco', { idade_limite: 21, idade_limite_estudante });
    expect(degree(20)).toEqual(['idade_limite_estudante VALIDATION_RULE']);
    expect(degree(24)).toEqual([]);
  });

  it.each([
    [{ chave_pix: '11222333000181' }, ['chave_pix VALIDATION_RULE']],
    [{ titular_nome: 'Cooperativa' }, ['titular_cpf_cnpj VALIDATION_RULE']],
    [{ contatos: [{ principal: true }, { principal: true }] }, ['contatos VALIDATION_RULE']],
    [{ chave_pix: '11222333000181', tipo_chave_pix: 'CNPJ', contatos: [{ principal: true }] }, []],
  ])('an exchange with %o', (more, failures) => {
    expect(brokenRules(model, 'intercambio', more)).toEqual(failures);
  });
});
