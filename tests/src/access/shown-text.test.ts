import { expect, test } from 'vitest';
import type { FieldLevel } from '../../../engine/access/field-right.ts';
import { fieldsOf } from '../../../src/access/read-permissions.ts';
import { readsField, shownText } from '../../../src/access/shown-text.ts';
import { holding } from '../../support/grants.ts';
import { createEntity, createField, createModel, smallModel } from '../../support/small-model.ts';

test('a field is read that is open or only closed to writing; one that the files do not have is nobody’s', () => {
  const reads = (level: FieldLevel) => readsField(holding([], { 'cidade.nome': level }), smallModel, 'cidade.nome');
  expect((['open', 'readOnly', 'masked', 'hidden'] as const).map(reads)).toEqual([true, true, false, false]);
  expect(
    ['cidade.prefeito', 'estado.nome', 'cidade', '', 'distrito.taxa'].map((path) =>
      readsField(holding([]), smallModel, path),
    ),
  ).toEqual([false, false, false, false, true]);
});

test('a text is shown where all that it comes from is read, and what is no text stays none', () => {
  const access = holding([], { 'cidade.uf': 'masked' });
  const shown = (value: string | null, ...paths: readonly string[]) => shownText(access, smallModel, paths, value);
  expect([
    shown('Recife', 'cidade.nome'),
    shown('Recife', 'cidade.nome', 'cidade.uf'),
    shown(null, 'cidade.uf'),
    shown('Recife'),
  ]).toEqual(['Recife', '•••', null, 'Recife']);
});

test('a registry without a field that a group may have less of is not offered', () => {
  const model = createModel(
    createEntity({
      name: 'chave',
      fields: [
        createField({ name: 'segredo', type: 'text', writeOnly: true }),
        createField({ name: 'oculto', type: 'text', visible: false }),
      ],
    }),
    createEntity({ name: 'dado', fields: [createField({ name: 'nome', type: 'text', personalData: 'personal' })] }),
  );
  expect(fieldsOf(model)).toEqual([
    {
      name: 'dado',
      title: 'dado',
      module: 'teste',
      fields: [{ name: 'nome', title: 'nome', personalData: 'personal' }],
    },
  ]);
});
