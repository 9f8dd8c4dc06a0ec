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

  it.each([
    ['CPF', ['52998224725', '529.982.247-25'], ['11222333000181', 'ana@exemplo.com.br']],
    ['CNPJ', ['11222333000181', '12ABC34501DE35'], ['52998224725', '3133330000']],
    ['EMAIL', ['ana@exemplo.com.br'], ['exemplo.com.br', '31999990000']],
    ['TELEFONE', ['31999990000', '(31) 3333-0000', '+5531999990000'], ['ana@exemplo.com.br', '99990000']],
    ['ALEATORIA', ['123e4567-e89b-12d3-a456-426655440000'], ['52998224725', 'ana@exemplo.com.br']],
  ])('a Pix key of kind %s is written as one', (tipo_chave_pix, good, bad) => {
    const broken = (chave_pix: string) => brokenRules(model, 'intercambio', { tipo_chave_pix, chave_pix });
    for (const key of good) expect(broken(key), key).toEqual([]);
    for (const key of bad) expect(broken(key), key).toEqual(['chave_pix VALIDATION_RULE']);
  });

  it.each([
    [
      'EMAIL',
      ['ana@exemplo.com.br', 'ana.maria+plano@exemplo.com'],
      ['31999990000', 'ana@', '@exemplo.com', 'ana@exemplo.', 'ana maria@exemplo.com', 'exemplo.com.br'],
    ],
    [
      'CELULAR',
      ['31999990000', '(31) 99999-0000'],
      ['3133330000', '31899990000', '01999990000', 'ana@exemplo.com.br', '31999990000 Ana'],
    ],
    [
      'TELEFONE',
      ['3133330000', '(31) 3333-0000', '31999990000', '0800 722 0000', '40041234'],
      ['33330000', '0133330000', 'ana@exemplo.com.br', '3133330000 ramal 4'],
    ],
    ['FAX', ['3133330000'], ['313333000', 'ana@exemplo.com.br']],
  ])('a contact of kind %s holds a value of that kind', (tipo, good, bad) => {
    for (const entity of ['intercambio', 'prestador', 'fornecedor', 'empresa', 'operadora', 'beneficiario']) {
      const broken = (valor: string) =>
        brokenRules(model, entity, { contatos: [{ tipo, valor }] }).filter((one) => one.startsWith('contatos'));
      for (const value of good) expect(broken(value), `${entity} ${value}`).toEqual([]);
      for (const value of bad)
        expect(broken(value), `${entity} ${value}`).toEqual(['contatos.0.valor VALIDATION_RULE']);
    }
  });
});
