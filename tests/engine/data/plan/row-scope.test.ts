/** Rows of confined users: which condition the plan adds, by the roles that the user has. */
import { expect, test } from 'vitest';
import type { Access } from '../../../../engine/access/access.ts';
import { createAccess } from '../../../../engine/access/access.ts';
import { Scope } from '../../../../engine/data/plan/refs.ts';
import { scopeConditions } from '../../../../engine/data/plan/row-scope.ts';
import type { RegistryScreen } from '../../../../engine/model/screen-types.ts';
import { sessionUser, staffGrants } from '../../../support/grants.ts';
import { createEntity, createField, createModel } from '../../../support/small-model.ts';
import { screenAt } from './plan-stage.ts';

const relation = (name: string) =>
  createField({ name, type: 'relation', relation: { entity: 'pessoa', label: [], onDelete: 'refuse' } });
const visit = createEntity({
  name: 'atendimento',
  fields: [createField({ name: 'nome', type: 'text' }), relation('clinica'), relation('paciente')],
  scope: [
    { role: 'prestador', field: 'clinica' },
    { role: 'beneficiario', field: 'paciente' },
  ],
});
const model = createModel(
  visit,
  createEntity({ name: 'pessoa', fields: [createField({ name: 'nome', type: 'text' })] }),
);

/** The conditions of a user with these roles and own records, with columns for refs. */
const conditionsOf = (
  roles: { readonly prestador?: boolean; readonly beneficiario?: boolean; readonly operadora?: boolean },
  own: { readonly prestadorIds?: readonly number[]; readonly beneficiarioId?: number } = {},
  entity = visit,
): unknown => {
  const access = createAccess({
    ...staffGrants([]),
    prestadorIds: own.prestadorIds ?? [],
    beneficiarioId: own.beneficiarioId,
    user: sessionUser(['atendimento:view'], roles),
  });
  return shown(access, entity);
};
const shown = (access: Access, entity = visit, screen?: RegistryScreen): unknown =>
  JSON.parse(
    JSON.stringify(scopeConditions(access, new Scope(model, access, entity, 't', screen)), (key, value: unknown) =>
      key === 'ref' ? (value as { column: string }).column : value,
    ),
  );
const same = (ref: string, role: string) => ({
  kind: 'compare',
  ref,
  operator: 'eq',
  negated: false,
  value: { kind: 'own', role },
});
const never = [{ kind: 'never' }];

test('staff, and entities that confine nobody, have none', () => {
  expect(conditionsOf({ operadora: true })).toEqual([]);
  expect(conditionsOf({ operadora: true, prestador: true }, { prestadorIds: [3] })).toEqual([]);
  expect(conditionsOf({}, {}, createEntity({ name: 'livre', fields: visit.fields }))).toEqual([]);
});

test('one role sees the rows of its own record, several the rows of any', () => {
  const either = (...items: readonly object[]) => [{ kind: 'or', negated: false, items }];
  const both = { prestadorIds: [3], beneficiarioId: 7 };
  expect(conditionsOf({ prestador: true }, both)).toEqual(either(same('clinica_id', 'prestador')));
  expect(conditionsOf({ beneficiario: true }, both)).toEqual(either(same('paciente_id', 'beneficiario')));
  expect(conditionsOf({ prestador: true, beneficiario: true }, both)).toEqual(
    either(same('clinica_id', 'prestador'), same('paciente_id', 'beneficiario')),
  );
});

test('who acts for several sees the rows of any of them, as a list', () => {
  const several = (ref: string) => ({
    ...same(ref, 'prestador'),
    operator: 'in',
    value: { kind: 'own', role: 'prestador', several: true },
  });
  expect(conditionsOf({ prestador: true }, { prestadorIds: [3, 5] })).toEqual([
    { kind: 'or', negated: false, items: [several('clinica_id')] },
  ]);
  expect(conditionsOf({ prestador: true, beneficiario: true }, { prestadorIds: [3, 5], beneficiarioId: 7 })).toEqual([
    { kind: 'or', negated: false, items: [several('clinica_id'), same('paciente_id', 'beneficiario')] },
  ]);
});

test('of the entity that the users are records of, each sees its own', () => {
  const members = createEntity({ name: 'pessoa', fields: [], scope: [{ role: 'beneficiario', field: 'id' }] });
  expect(conditionsOf({ beneficiario: true }, { beneficiarioId: 7 }, members)).toEqual([
    { kind: 'or', negated: false, items: [same('id', 'beneficiario')] },
  ]);
  expect(conditionsOf({ prestador: true }, { prestadorIds: [3] }, members)).toEqual(never);
});

test('who has no role that the entity confines, or no record of its own, sees none', () => {
  expect(conditionsOf({})).toEqual(never);
  expect(conditionsOf({ prestador: true })).toEqual(never);
  expect(conditionsOf({}, { prestadorIds: [3], beneficiarioId: 7 })).toEqual(never);
  const clinicAlone = createEntity({ ...visit, scope: visit.scope.slice(0, 1) });
  expect(conditionsOf({ beneficiario: true }, { beneficiarioId: 7 }, clinicAlone)).toEqual(never);
});

test('staff who work for a provider see of what a provider scope confines its rows alone, and all of anything else', () => {
  const access = createAccess({ ...staffGrants([]), user: sessionUser([], { operadora: true }) });
  const forProvider = { ...access, own: { prestador: [3], beneficiario: [7] }, worksFor: 3 };
  expect(shown(forProvider)).toEqual([{ kind: 'or', negated: false, items: [same('clinica_id', 'prestador')] }]);
  expect(shown(forProvider, createEntity({ ...visit, scope: visit.scope.slice(1) }))).toEqual([]);
});

test('a screen of some records adds what they have, whoever asks', () => {
  const filter = [
    { field: 'nome', values: ['ANA'] },
    { field: 'clinica', values: [3, 4] },
  ];
  const screen = { ...screenAt('/guias'), filter };
  const fixed = (ref: string, operator: string, ...values: readonly string[]) => ({
    kind: 'compare',
    ref,
    operator,
    negated: false,
    value: { kind: 'fixed', values },
  });
  const those = [fixed('nome', 'eq', 'ANA'), fixed('clinica_id', 'in', '3', '4')];
  const staff = createAccess({ ...staffGrants([]), user: sessionUser([], { operadora: true }) });
  expect(shown(staff, visit, screen)).toEqual(those);
  const stranger = createAccess({ ...staffGrants([]), user: sessionUser([], {}) });
  expect(shown(stranger, visit, screen)).toEqual([...never, ...those]);
});

test('of a view whose rows are chosen by what is kept from the user there is none, of staff as of others', () => {
  const staff = createAccess({ ...staffGrants([]), user: sessionUser([], { operadora: true }) });
  expect(shown({ ...staff, rowsKeptBy: ({ name }) => (name === 'atendimento' ? 'guia.nota' : undefined) })).toEqual(
    never,
  );
});

test('the roles that an entity is open to see all of it, others nothing or their own', () => {
  const [own, other] = [{ prestadorIds: [3] }, { beneficiarioId: 7 }];
  const closed = createEntity({ ...visit, scope: [], openTo: [] });
  const toProviders = createEntity({ ...closed, openTo: ['prestador'] });
  const toAll = createEntity({ ...closed, openTo: ['prestador', 'beneficiario'] });
  const ofPeople = createEntity({ ...visit, scope: visit.scope.slice(1), openTo: ['prestador'] });
  expect(
    [closed, toProviders, toAll, ofPeople].map((entity) => [
      conditionsOf({ prestador: true }, own, entity),
      conditionsOf({ beneficiario: true }, other, entity),
      conditionsOf({ prestador: true, beneficiario: true }, { ...own, ...other }, entity),
      conditionsOf({}, {}, entity),
      conditionsOf({ operadora: true }, {}, entity),
    ]),
  ).toEqual([
    [never, never, never, never, []],
    [[], never, [], never, []],
    [[], [], [], [], []],
    [[], [{ kind: 'or', negated: false, items: [same('paciente_id', 'beneficiario')] }], [], never, []],
  ]);
});

test('staff who work for a provider see all users, and all of what is closed to providers', () => {
  const access = createAccess({ ...staffGrants([]), user: sessionUser([], { operadora: true }) });
  const forProvider = { ...access, own: { prestador: [3], beneficiario: [] }, worksFor: 3 };
  const users = createEntity({ ...visit, login: 'nome', scope: visit.scope.slice(0, 1) });
  expect(shown(forProvider, users)).toEqual([]);
  expect(shown(forProvider, createEntity({ ...visit, scope: [], openTo: [] }))).toEqual([]);
  expect(conditionsOf({ prestador: true }, { prestadorIds: [3] }, users)).toEqual([
    { kind: 'or', negated: false, items: [same('clinica_id', 'prestador')] },
  ]);
});
