import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readSourceFiles } from '../../engine/metadata/load-files.ts';
import type { Field, Model, RegistryScreen } from '../../engine/model/types.ts';
import { loadProduct } from '../../src/load-product.ts';

const sources = await readSourceFiles(fileURLToPath(new URL('../..', import.meta.url)));
const field = (model: Model, entity: string, name: string): Field | undefined =>
  model.entities[entity]?.fields.find((candidate) => candidate.name === name);
const screen = (model: Model, folder: string): RegistryScreen | undefined =>
  model.screens.find(
    (candidate): candidate is RegistryScreen => candidate.kind === 'registry' && candidate.folder === folder,
  );

describe('the files of the product', () => {
  it.each(['copass', 'nuclep'])('have nothing to report for %s, warnings included', (client) => {
    expect(loadProduct(sources, client).issues).toEqual([]);
  });
});

describe('copass', () => {
  it('works from Minas Gerais, and by the name of the city', () => {
    const { model } = loadProduct(sources, 'copass');
    expect(model.client).toMatchObject({
      title: 'Copass Saúde',
      accent: 'blue',
      defaults: { uf: 'MG', conselho: 'CRM' },
    });
    expect(screen(model, 'cidades')?.columns.map((column) => column.path[0])).toEqual(['nome', 'uf', 'ibge', 'ativo']);
    expect(screen(model, 'cidades')?.pageSize).toBe(100);
    expect(field(model, 'cidade', 'uf')?.default).toBe('MG');
    expect(field(model, 'feriado', 'uf')?.codes).toEqual(['MG']);
  });

  it('has no CNAB 400 anywhere, and may leave the code of a district empty', () => {
    const { model } = loadProduct(sources, 'copass');
    expect(field(model, 'banco', 'aceita_cnab400')?.visible).toBe(false);
    expect(screen(model, 'bancos')?.batch).toEqual(['aceita_cnab240', 'ativo']);
    expect(screen(model, 'bancos')?.sections.flatMap((section) => section.fields)).not.toContain('aceita_cnab400');
    expect(field(model, 'distrito', 'codigo')).toMatchObject({ title: 'Código IBGE', required: false });
    expect(model.entities.distrito?.naturalKey).toEqual(['codigo']);
  });
});

describe('nuclep', () => {
  it('requires the ISPB, shows it first and writes it as the root of a CNPJ', () => {
    const { model } = loadProduct(sources, 'nuclep');
    expect(model.client).toMatchObject({ title: 'Nuclep', accent: 'green', defaults: { uf: 'RJ' } });
    expect(field(model, 'banco', 'ispb')).toMatchObject({ required: true, mask: '##.###.###' });
    expect(screen(model, 'bancos')?.columns.map((column) => column.path[0])).toEqual([
      'ispb',
      'codigo',
      'nome_reduzido',
      'nome',
      'ativo',
    ]);
    expect(screen(model, 'bancos')?.columns[1]).toMatchObject({ title: 'Código COMPE', width: 88 });
  });

  it('has no districts, and the holidays of two states', () => {
    const { model } = loadProduct(sources, 'nuclep');
    expect(screen(model, 'distritos')).toBeUndefined();
    expect(field(model, 'feriado', 'uf')).toMatchObject({ title: 'UF', codes: ['RJ', 'SP'] });
    expect(model.flags['acesso.alterarsenha']).toBe(true);
  });
});
