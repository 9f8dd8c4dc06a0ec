/** Columns that the engine asks for by itself: whatever the user may see. */
import { expect, test } from 'vitest';
import { Scope } from '../../../../engine/data/plan/refs.ts';
import { entityOf, model, signedIn } from './plan-stage.ts';

const scopeOf = (name: string): Scope => new Scope(model, signedIn, entityOf(name), 't');
const alone = { nullable: false, field: undefined, stored: undefined, person: undefined };

test('id, version and search column are there for who may read nothing', () => {
  const { id, version, searchColumn } = scopeOf('guia');
  expect([id, version, searchColumn]).toMatchObject([
    { column: 'id', castType: 'bigint', ...alone },
    { column: 'versao', castType: 'integer', ...alone },
    { column: 'busca', castType: 'text', ...alone },
  ]);
  expect(scopeOf('medico').searchColumn).toBeUndefined();
  const searched = { ...entityOf('medico'), search: ['nome'] };
  expect(new Scope(model, signedIn, searched, 't').searchColumn?.column).toBe('busca');
});

test('a field of the model by its name; none that is not there', () => {
  const [clinica, numero] = ['clinica', 'numero'].map((name) => scopeOf('guia').own(name));
  expect([clinica, numero]).toMatchObject([
    { column: 'clinica_id', castType: 'bigint', nullable: true },
    { column: 'numero', castType: 'text', nullable: false, stored: undefined },
  ]);
  expect(() => scopeOf('guia').own('nada')).toThrow('no field nada in guia');
});
