/** Small registries of the demonstration data whose fields belong together, as somebody of the trade would read them. */
import { describe, expect, it } from 'vitest';
import type { Row } from '../../../engine/data/given-rows.ts';
import { readSourceFiles } from '../../../engine/metadata/load-files.ts';
import { sampleRecipes } from '../../../src/demo/index.ts';
import { smallTableRecipes } from '../../../src/demo/small-tables.ts';
import { loadProduct } from '../../../src/load-product.ts';
import { drawSmall } from './draw-small.ts';

const { model, rows: initial } = loadProduct(await readSourceFiles(`${import.meta.dirname}/../../..`), 'copass');
const names = new Set([
  ...Object.keys(smallTableRecipes),
  ...(
    'operadora grupo_produto empresa setor_empresa situacao_contratante classificacao_matricula tipo_cargo produto tipo_contribuicao ' +
    'tipo_coparticipacao coparticipacao taxa tabela_preco beneficiario profissional prestador'
  ).split(' '),
]);
const drawn = drawSmall(model, initial, names, { today: '2026-11-20', seed: 1 });

/** What it points at. */
const of = (entity: string, id: unknown): Row => drawn.rows(entity).find((row) => row['id'] === id) ?? {};

describe('small registries', () => {
  it('have one record for each that is named', () => {
    const counts = Object.keys(smallTableRecipes).map((name) => [name, drawn.rows(name).length]);
    expect(counts).toEqual(Object.keys(smallTableRecipes).map((name) => [name, 8]));
    expect(
      Object.entries(smallTableRecipes).filter(([name, recipe]) => sampleRecipes.entities[name] !== recipe),
    ).toEqual([]);
  });

  it('place districts in their city, by its code', () => {
    const places = drawn.rows('distrito').map((row) => {
      const city = of('cidade', row['cidade_id']);
      expect(String(row['codigo']).slice(0, 7)).toBe(city['ibge']);
      return [row['nome'], city['nome']];
    });
    expect(places).toContainEqual(['Ravena', 'Sabará']);
    expect(places).toContainEqual(['Santa Rita Durão', 'Mariana']);
  });

  it('name packages after their procedure', () => {
    const codes = Object.fromEntries(
      drawn
        .rows('pacote')
        .map((row) => [row['descricao'], of('procedimento', row['procedimento_principal_id'])['codigo']]),
    );
    expect(codes).toMatchObject({
      'Parto normal com acomodação coletiva': '31309127',
      'Parto cesáreo com acomodação individual': '31309054',
      'Facectomia com implante de lente': '30306027',
    });
  });

  it('let programmes have those whom they are for', () => {
    for (const row of drawn.rows('participante_programa_saude')) {
      const [programme, person] = [
        of('programa_saude', row['programa_id']),
        of('beneficiario', row['beneficiario_id']),
      ];
      expect(String(person['data_inclusao']) <= String(row['inicio'])).toBe(true);
      if (programme['sexo'] !== null) expect(person['sexo']).toBe(programme['sexo']);
      const age = (Date.parse(String(row['inicio'])) - Date.parse(String(person['data_nascimento']))) / 31_557_600_000;
      expect(age).toBeGreaterThan(Number(programme['idade_minima'] ?? 0) - 0.01);
    }
  });

  it('agree on groups of teeth with plans for teeth alone, and on shared costs of the same plan', () => {
    for (const row of drawn.rows('acordo_padrao')) {
      const dental = of('produto', row['produto_id'])['segmentacao'] === 'ODONTOLOGICO';
      const [group, procedure] = [
        of('grupo_procedimento', row['grupo_id']),
        of('procedimento', row['procedimento_id']),
      ];
      expect(String(group['codigo'] ?? procedure['codigo']).startsWith('8')).toBe(dental);
      expect(row['quantidade_maxima'] === null).toBe(row['periodo_dias'] === null);
      if (row['coparticipacao_id'] !== null)
        expect(of('coparticipacao', row['coparticipacao_id'])['produto_id']).toBe(row['produto_id']);
    }
  });

  it('deny invoices alone', () => {
    const denying = drawn.rows('campo_criticado').filter((row) => row['codigo_glosa_id'] !== null);
    expect(denying.map((row) => row['processo'])).toEqual(['TISS', 'TISS', 'TISS']);
  });
});
