/** What the guard of users, groups and rules decides of what a transaction has written. The database is asked in `rights-guard`. */
import { expect, test } from 'vitest';
import type { Access } from '../../../engine/access/access.ts';
import type { Model } from '../../../engine/model/types.ts';
import { rightsGuard } from '../../../src/access/rights-guard.ts';
import { entityOf, everything, refusalOf, model as stage, who } from '../../engine/data/plan/plan-stage.ts';
import { createEntity, createField } from '../../support/small-model.ts';

/** With the users, whose logins the refusals tell. */
const model: Model = {
  ...stage,
  entities: {
    ...stage.entities,
    usuario: createEntity({ name: 'usuario', fields: [createField({ name: 'login', type: 'text' })] }),
  },
};

interface Written {
  readonly given?: readonly { readonly subject: string; readonly action: string; readonly written: boolean }[];
  readonly fields?: readonly {
    readonly group: string;
    readonly entity: string | null;
    readonly field: string | null;
    readonly stands: boolean;
  }[];
  readonly people?: readonly object[];
  readonly groups?: readonly object[];
  readonly pairsTaken?: readonly object[];
  readonly groupsBefore?: readonly object[];
  readonly after?: object;
}

const keeper = who(['guia:list', 'guia:update']);
const still = { administered: true, enters: true, admin: false, pairs: '["guia:update"]' };

/** Why the write is refused, of which the transaction tells this. */
const refused = async (
  { given = [], fields = [], people = [], groups = [], pairsTaken = [], groupsBefore = [], after = still }: Written,
  access: Access = keeper,
  action: 'insert' | 'update' | 'delete' = 'update',
  of = model,
): Promise<readonly unknown[] | undefined> => {
  const answers: readonly (readonly [string, readonly object[]])[] = [
    ['taken as', pairsTaken],
    ['g.gives, ', groupsBefore],
    ['as written', given],
    ['as stands', fields],
    ['as administered', [after]],
    ['json_build_object', groups],
    ['as pairs', people],
  ];
  const transaction = {
    query: async ({ text }: { readonly text: string }) => {
      const found = answers.find(([part]) => text.includes(part));
      if (!found) throw new Error(text);
      return { rows: JSON.parse(JSON.stringify(found[1])), affected: 0 };
    },
    execute: async () => undefined,
  };
  const entity = of.entities['guia'] ?? entityOf('guia');
  const write = { context: { model: of, access, entity, timeZone: 'UTC' }, entity, action };
  return rightsGuard.check(transaction, write).then(
    () => undefined,
    (error: unknown) =>
      refusalOf(() => {
        throw error;
      }),
  );
};

test('a rule is of what there is, and of what the writer has; one that only wakes is the latter', async () => {
  const rule = (subject: string, action: string, written = true) => refused({ given: [{ subject, action, written }] });
  expect([
    await rule('guia', 'list'),
    await rule('guia', 'view'),
    await rule('gia', 'list'),
    await rule('guia', 'lits'),
    await rule('nada', 'list', false),
    await rule('guia', 'list', false),
    await refused({ given: [{ subject: 'nada', action: 'list', written: false }] }, everything, 'update'),
  ]).toEqual([
    undefined,
    ['RECORD_RIGHT_NOT_HELD', 'guia:view'],
    ['RECORD_RIGHT_UNKNOWN', 'gia:list', 'guia:list'],
    ['RECORD_RIGHT_UNKNOWN', 'guia:lits', 'guia:list'],
    ['RECORD_RIGHT_NOT_HELD', 'nada:list'],
    undefined,
    undefined,
  ]);
});

const group = (id: string, fields: readonly object[] = [], more: object = {}) => ({
  id,
  name: id,
  personal: 'ABERTO',
  sensitive: 'ABERTO',
  fields: JSON.stringify(fields),
  ...more,
});
const says = (entidade: string, campo: string, level: string) => ({
  entidade,
  campo,
  visivel: level !== 'hidden',
  mascarado: level === 'masked',
  somente_leitura: level === 'readOnly',
});
const plain = {
  login: 'ana',
  operadora: false,
  prestador_registro_id: null,
  providers: '[]',
  beneficiario_registro_id: null,
  admin: false,
  pairs: '["guia:list"]',
  groups: '[]',
};

test('a person may do no more than who writes: role, rows, pairs, in this order', async () => {
  const above = (more: object, access?: Access) => refused({ people: [{ ...plain, ...more }] }, access);
  const clinic = who(['guia:list', 'guia:update'], { provider: 3 });
  const patient = who(['guia:list', 'guia:update'], { person: 4 });
  expect([
    await above({}),
    await above({ operadora: true, prestador_registro_id: 3, beneficiario_registro_id: 4 }),
    await above({ admin: true, operadora: true }),
    await above({ pairs: '["guia:list","guia:view"]' }),
    await above({ prestador_registro_id: 3 }, clinic),
    await above({ prestador_registro_id: 5 }, clinic),
    await above({}, clinic),
    await above({ operadora: true, prestador_registro_id: 3 }, clinic),
    await above({ prestador_registro_id: 3, beneficiario_registro_id: 4 }, clinic),
    await above({ beneficiario_registro_id: 4 }, patient),
    await above({ beneficiario_registro_id: 5 }, patient),
    await above({ prestador_registro_id: 3, pairs: '["guia:view"]' }, clinic),
    await above({ admin: true }, who(['all:manage'], { staff: false })),
    await refused({ people: [plain, { ...plain, login: 'bia', admin: true }] }),
  ]).toEqual([
    undefined,
    undefined,
    ['RECORD_USER_ABOVE', 'ana', 'all:manage'],
    ['RECORD_USER_ABOVE', 'ana', 'guia:view'],
    undefined,
    ['RECORD_USER_ABOVE', 'ana', 'prestador'],
    ['RECORD_USER_ABOVE', 'ana', 'prestador'],
    ['RECORD_USER_ABOVE', 'ana', 'operadora'],
    ['RECORD_USER_ABOVE', 'ana', 'beneficiario'],
    undefined,
    ['RECORD_USER_ABOVE', 'ana', 'beneficiario'],
    ['RECORD_USER_ABOVE', 'ana', 'guia:view'],
    undefined,
    ['RECORD_USER_ABOVE', 'bia', 'all:manage'],
  ]);
});

test('nor see more of a field than who writes, by all of the groups together', async () => {
  const narrow = who(['guia:list', 'guia:update'], { hidden: ['guia.nota', 'guia.itens'], masked: ['guia.valor'] });
  const kept = [says('guia', 'nota', 'hidden'), says('guia', 'itens', 'hidden'), says('guia', 'valor', 'masked')];
  const above = (ids: string, groups: readonly object[]) =>
    refused({ people: [{ ...plain, login: 'bia', groups: ids }], groups }, narrow);
  expect([
    await above('["1"]', [group('1', kept)]),
    await above('["1","2"]', [group('1', kept), group('2')]),
    await above('["1"]', [group('1', kept.slice(0, 1))]),
    await above('["1"]', [group('1', kept.slice(0, 2))]),
    await above('["1"]', [group('1', [...kept.slice(0, 2), says('guia', 'valor', 'readOnly')])]),
    await above('["9"]', []),
  ]).toEqual([
    undefined,
    ['RECORD_USER_ABOVE', 'bia', 'guia.nota'],
    ['RECORD_USER_ABOVE', 'bia', 'guia.valor'],
    ['RECORD_USER_ABOVE', 'bia', 'guia.valor'],
    ['RECORD_USER_ABOVE', 'bia', 'guia.valor'],
    ['RECORD_USER_ABOVE', 'bia', 'guia.nota'],
  ]);
});

test('a field right is of a field that there is, and opens none further than to who writes', async () => {
  const narrow = who(['guia:list', 'guia:update'], { hidden: ['guia.nota'], masked: ['clinica.nome'] });
  const say = (
    entity: string | null,
    field: string | null,
    groups: readonly object[],
    stands = true,
    access = narrow,
  ) => refused({ fields: [{ group: '1', entity, field, stands }], groups }, access);
  expect([
    await say('guia', 'nota', [group('1', [says('guia', 'nota', 'hidden')])]),
    await say('guia', 'nota', [group('1', [says('guia', 'nota', 'masked')])]),
    await say('guia', 'nota', [group('1')], false),
    await say('guia', 'nota', [], false),
    await say('guia', 'valor', [group('1')]),
    await say('clinica', 'nome', [group('1', [says('clinica', 'nome', 'masked')])]),
    await say('clinica', 'nome', [group('1', [says('clinica', 'nome', 'readOnly')])]),
    await say('guia', 'not', [group('1')]),
    await say('guia', 'xyz', [group('1')]),
    await say('gia', 'nota', [group('1')]),
    await say('guia', 'not', [group('1')], false),
    await say('xyz', 'nota', [group('1')], false),
    await say('guia', 'nota', [group('1')], true, everything),
    await say('guia', 'not', [group('1')], true, everything),
    await say('guia', 'nota', [group('1')], true, who(['all:manage'], { hidden: ['guia.nota'] })),
  ]).toEqual([
    undefined,
    ['RECORD_RIGHT_NOT_HELD', 'guia.nota'],
    ['RECORD_RIGHT_NOT_HELD', 'guia.nota'],
    undefined,
    undefined,
    undefined,
    ['RECORD_RIGHT_NOT_HELD', 'clinica.nome'],
    ['RECORD_RIGHT_UNKNOWN', 'guia.not', 'guia.nota'],
    ['RECORD_RIGHT_UNKNOWN', 'guia.xyz'],
    ['RECORD_RIGHT_UNKNOWN', 'gia.nota', 'guia.nota'],
    undefined,
    undefined,
    undefined,
    ['RECORD_RIGHT_UNKNOWN', 'guia.not', 'guia.nota'],
    undefined,
  ]);
});

test('levels of personal data open no such field further, and are of no other', async () => {
  const guia = entityOf('guia');
  const personal = guia.fields.map((field) =>
    field.name === 'dia' ? { ...field, personalData: 'personal' as const } : field,
  );
  const withPersonal = { ...model, entities: { ...model.entities, guia: { ...guia, fields: personal } } };
  const narrow = who(['guia:list', 'guia:update'], { hidden: ['guia.dia', 'guia.nota', 'guia.itens'] });
  const change = (level: string) =>
    refused(
      {
        fields: [{ group: '1', entity: null, field: null, stands: true }],
        groups: [group('1', [], { personal: level })],
      },
      narrow,
      'update',
      withPersonal,
    );
  expect([await change('OCULTO'), await change('MASCARADO'), await change('ABERTO')]).toEqual([
    undefined,
    ['RECORD_RIGHT_NOT_HELD', 'guia.dia'],
    ['RECORD_RIGHT_NOT_HELD', 'guia.dia'],
  ]);
});

test('a pair is taken from others by who has it, for rows as many; one on nothing by everybody', async () => {
  const clinic = who(['guia:list', 'guia:update'], { provider: 3 });
  const take = (subject: string, action: string, others: boolean, access?: Access) =>
    refused(
      {
        pairsTaken: [
          { subject: 'guia', action: 'list', others: false },
          { subject, action, others },
        ],
      },
      access,
    );
  expect([
    await take('guia', 'update', true),
    await take('guia', 'view', false),
    await take('guia', 'view', true, who(['guia:manage', 'all:manage'])),
    await take('nada', 'list', true),
    await take('guia', 'lits', true, clinic),
    await take('guia', 'update', false, clinic),
    await take('guia', 'update', true, clinic),
    await take('guia', 'view', true, clinic),
  ]).toEqual([
    undefined,
    ['RECORD_RIGHT_NOT_HELD', 'guia:view'],
    undefined,
    undefined,
    undefined,
    undefined,
    ['RECORD_RIGHT_NOT_HELD', 'operadora'],
    ['RECORD_RIGHT_NOT_HELD', 'guia:view'],
  ]);
});

test('a field is narrowed for others by who has as much of it: the one that is named, or all that a group gave', async () => {
  const rights = { hidden: ['guia.nota'], masked: ['clinica.nome'] };
  const narrow = who(['guia:list', 'guia:update'], rights);
  const clinic = who(['guia:list', 'guia:update'], { provider: 3 });
  const kept = [says('guia', 'nota', 'hidden'), says('clinica', 'nome', 'masked')];
  const named = { group: '1', entity: 'guia', field: 'nota', stands: true };
  const take = (before: object, touched: readonly (typeof named)[], access = narrow) =>
    refused(
      {
        fields: touched,
        groups: [group('1', kept)],
        groupsBefore: [{ ...group('1'), gives: true, others: false, ...before }],
      },
      access,
    );
  expect([
    await take({}, [named]),
    await take({}, [{ ...named, field: 'valor' }]),
    await take({}, [{ ...named, field: 'valor' }, named]),
    await take({}, [{ ...named, group: '2' }]),
    await take(group('1', kept), [named]),
    await take({}, [{ ...named, entity: 'clinica', field: 'nome' }]),
    await take({ gives: false }, []),
    await take({ ...group('1', kept), gives: false }, []),
    await take({ ...group('1', kept.slice(0, 1)), gives: false }, []),
    await take({ others: true }, [{ ...named, field: 'valor' }]),
    await take({ others: true }, [{ ...named, field: 'valor' }], clinic),
    await take({}, [{ ...named, field: 'valor' }], clinic),
    await take({}, [named], who(['guia:list', 'guia:update', 'all:manage'], rights)),
  ]).toEqual([
    ['RECORD_RIGHT_NOT_HELD', 'guia.nota'],
    undefined,
    ['RECORD_RIGHT_NOT_HELD', 'guia.nota'],
    undefined,
    undefined,
    ['RECORD_RIGHT_NOT_HELD', 'clinica.nome'],
    ['RECORD_RIGHT_NOT_HELD', 'clinica.nome'],
    undefined,
    ['RECORD_RIGHT_NOT_HELD', 'clinica.nome'],
    undefined,
    ['RECORD_RIGHT_NOT_HELD', 'operadora'],
    undefined,
    undefined,
  ]);
});

test('an administrator is left, and who writes may still enter and do so again', async () => {
  const chief = who([], {});
  const admin: Access = {
    ...everything,
    decide: (action, subject) => ({
      granted: true,
      pair: `${subject}:${action}`,
      reason: { kind: 'administrator' },
    }),
  };
  const then = (more: object, access?: Access, action?: 'insert' | 'delete') =>
    refused({ after: { ...still, ...more } }, access, action);
  const own = ['RECORD_OWN_ACCESS'];
  expect([
    await then({}),
    await then({ administered: false, enters: false }),
    await then({ enters: false }),
    await then({ pairs: '[]' }),
    await then({ pairs: '["guia:manage"]' }),
    await then({}, keeper, 'delete'),
    await then({ admin: true, pairs: '[]' }),
    await then({ admin: true, pairs: '[]' }, admin),
    await then({ admin: false }, admin),
    await then({ enters: false, admin: true }, admin),
    await then({}, chief),
  ]).toEqual([undefined, ['RECORD_LAST_ADMINISTRATOR'], own, own, undefined, own, own, undefined, own, own, undefined]);
});
