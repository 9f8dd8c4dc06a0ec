/** Columns that the engine asks for by itself: whatever the user may see. */
import { expect, test } from 'vitest';
import { Scope } from '../../../../engine/data/plan/refs.ts';
import type { Entity } from '../../../../engine/model/types.ts';
import { createEntity, createField, createModel } from '../../../support/small-model.ts';
import { entityOf, everything, model, refusalOf, signedIn } from './plan-stage.ts';

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

test('of what is no table there are rows of today alone', () => {
  const made = { ...entityOf('guia'), view: { sql: 'select 1', sources: {}, rows: [], same: [], classed: [] } };
  const open = (entity: Entity, rows: 'today' | 'then') => () =>
    new Scope(model, signedIn, entity, 't', undefined, rows).table.rows;
  expect(open(made, 'today')()).toBe('today');
  expect(open(entityOf('guia'), 'then')()).toBe('then');
  expect(refusalOf(open(made, 'then'))).toEqual([
    'REQUEST_AS_OF',
    'guia vem de uma consulta, da qual não se guarda histórico',
  ]);
});

test('a view has no moments and nobody who wrote it, and without users no record has', () => {
  const made = { ...entityOf('guia'), view: { sql: 'select 1', sources: {}, rows: [], same: [], classed: [] } };
  const names = ['id', 'versao', 'criado_em', 'criado_por', 'criado_por_login', 'alterado_por_login'];
  const found = (scope: Scope) => names.filter((name) => scope.find(name) !== undefined);
  expect(found(new Scope(model, everything, entityOf('guia'), 't'))).toEqual(names);
  expect(found(new Scope(model, everything, made, 't'))).toEqual(['id', 'versao']);
  const alone = createModel(entityOf('clinica'));
  expect(found(new Scope(alone, everything, entityOf('clinica'), 't'))).toEqual(names.slice(0, 4));
});

test('a relation to what the model does not have leads nowhere', () => {
  const lost = createEntity({
    name: 'perdida',
    fields: [
      createField({ name: 'nada', type: 'relation', relation: { entity: 'nada', label: [], onDelete: 'clear' } }),
    ],
  });
  expect(new Scope(createModel(lost), everything, lost, 't').isRelation('nada')).toBe(false);
});
