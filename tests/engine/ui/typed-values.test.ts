import { describe, expect, it } from 'vitest';
import type { ScreenModel } from '../../../engine/contract/screen-model.ts';
import { givenValues } from '../../../engine/ui/runtime/list-action.ts';
import { typedValues } from '../../../engine/ui/runtime/typed-values.ts';
import { realScreen } from './real-screen.ts';

const given = (model: ScreenModel, typed: string) => givenValues(model, typedValues(model, typed), 'America/Sao_Paulo');

describe('what was typed in search of a record that is not there', () => {
  it.each([
    ['/cidades', 'Cidade nova', { nome: 'Cidade nova' }],
    ['/cidades', '  São "José" & Cia. ', { nome: 'São "José" & Cia.' }],
    // The label is `{codigo} - {nome}`: the code has a mask, which no name fits.
    ['/bancos', 'Banco 24 horas', { nome: 'Banco 24 horas' }],
    ['/bancos', '987', {}],
    ['/cidades', '31.400-10', {}],
    ['/cidades', '', {}],
    ['/cidades', '   ', {}],
  ])('begins the record of %s, typed %j, with %j', async (path, typed, values) => {
    expect(given(await realScreen(path), typed)).toEqual(values);
  });

  it('begins nothing where the label has no field of any text', async () => {
    const model = await realScreen('/cidades');
    const label = [{ field: 'ibge' }, { text: ' ' }, { field: 'uf' }];
    expect(given({ ...model, entity: { ...model.entity, label } }, 'Cidade nova')).toEqual({});
  });

  it('begins nothing where the person may not write the field', async () => {
    const model = await realScreen('/cidades');
    const properties = { ...(model.form.schema['properties'] as Readonly<Record<string, unknown>>) };
    delete properties['nome'];
    const form = { ...model.form, schema: { ...model.form.schema, properties } };
    expect(given({ ...model, form }, 'Cidade nova')).toEqual({});
  });
});
