import { describe, expect, it } from 'vitest';
import type { GroupPermissions, PermissionCatalogue } from '../../../src/access/permissions.ts';
import {
  copiedFields,
  fieldCell,
  fieldRows,
  filterFields,
  noFieldChanges,
  withLevel,
} from '../../../src/screens/permissions/field-levels.ts';
import { placeAfter } from '../../../src/screens/permissions/matrix.ts';
import type { RuleRow } from '../../../src/screens/permissions/rules.ts';
import {
  actionAt,
  actionColumns,
  copied,
  filterRules,
  grantedWith,
  noChanges,
  ruleCell,
  ruleDifference,
  ruleRows,
  toggled,
} from '../../../src/screens/permissions/rules.ts';

const subject = (name: string, title: string, module: string | undefined, actions: readonly string[]) => ({
  name,
  titles: [title],
  paths: [`/${name}`],
  module,
  actions,
});
const catalogue: PermissionCatalogue = {
  modules: [{ name: 'base', title: 'Base' }],
  subjects: [
    subject('all', '', undefined, ['manage']),
    subject('pais', 'País', 'localizacao', ['list', 'view', 'manage']),
    subject('banco', 'Banco', 'base', ['list', 'view', 'insert', 'manage']),
    subject('report', '', undefined, ['manage', 'rep279', 'rep004']),
  ],
  actions: ['list', 'view', 'insert', 'manage', 'ura', 'update', 'delete', 'audit', 'rep004', 'rep279'],
  reports: { rep279: 'Glosas' },
};
const words = { everything: 'Todos os assuntos', reports: 'Relatório', gone: 'Não existe mais' };
const pairs = ['banco:list', 'bnaco:list', 'banco:lits', 'report:rep999'];
const rows = ruleRows(catalogue, pairs, words);
const rowOf = (key: string): RuleRow => {
  const row = rows.find((one) => one.key === key);
  if (row === undefined) throw new Error(key);
  return row;
};
const everything = { text: '', module: null, shown: 'all' } as const;

describe('the rules of a group as a matrix', () => {
  it('have the common actions first, and one column for all codes of reports', () => {
    expect(actionColumns(catalogue)).toEqual([
      'list',
      'view',
      'insert',
      'update',
      'delete',
      'audit',
      'manage',
      'rep',
      'ura',
    ]);
  });

  it('begin with what no longer exists, then everything, subjects by title, and a row for each report', () => {
    expect(rows.map(({ key }) => key)).toEqual([
      ...['gone bnaco:list', 'gone banco:lits', 'gone report:rep999', 'all', 'banco', 'pais'],
      ...['report', 'report:rep004', 'report:rep279'],
    ]);
    expect(rows.slice(-2).map(({ title }) => title)).toEqual(['Relatório 004', 'Relatório 279: Glosas']);
    expect(rows.filter(({ warning }) => warning !== undefined).map(({ title }) => title)).toEqual([
      'bnaco:list',
      'banco:lits',
      'report:rep999',
    ]);
  });

  it('let a row of one action stand in one column, so that it can be taken away', () => {
    const columns = actionColumns(catalogue);
    const placed = (key: string) => columns.filter((column) => actionAt(rowOf(key), column) !== undefined);
    expect(placed('gone bnaco:list')).toEqual(['list']);
    expect(placed('gone banco:lits')).toEqual(['list']);
    expect(actionAt(rowOf('gone banco:lits'), 'list')).toBe('lits');
    expect(placed('gone report:rep999')).toEqual(['rep']);
    expect(placed('report:rep004')).toEqual(['rep']);
    expect(placed('banco')).toEqual(columns.filter((column) => column !== 'rep'));
  });

  it.each([
    [['banco:list'], 'banco', 'list', { state: 'on', changed: false, quiet: false }],
    [['banco:list'], 'banco', 'view', { state: 'off', changed: false, quiet: false }],
    [['banco:list'], 'banco', 'ura', { state: 'off', changed: false, quiet: true }],
    [['banco:manage'], 'banco', 'view', { state: 'implied', changed: false, quiet: false }],
    [['all:manage'], 'banco', 'manage', { state: 'implied', changed: false, quiet: false }],
    [['all:view'], 'banco', 'view', { state: 'implied', changed: false, quiet: false }],
    [['all:view'], 'banco', 'list', { state: 'off', changed: false, quiet: false }],
    [['all:list'], 'all', 'view', { state: 'off', changed: false, quiet: true }],
    [['banco:list'], 'banco', 'rep', { state: 'absent', changed: false }],
  ])('with %j show %s %s as %j', (held, key, column, cell) => {
    expect(ruleCell(new Set(held), noChanges, rowOf(key), column)).toEqual(cell);
  });

  it('turn a pair, and turned back it is no change', () => {
    const stored = new Set(['banco:list']);
    const given = toggled(stored, noChanges, 'banco:view');
    const both = toggled(stored, given, 'banco:list');
    expect([...grantedWith(stored, both)]).toEqual(['banco:view']);
    expect(ruleDifference(both)).toEqual({ grant: ['banco:view'], revoke: ['banco:list'] });
    expect(ruleCell(grantedWith(stored, both), both, rowOf('banco'), 'list')).toEqual({
      state: 'off',
      changed: true,
      quiet: false,
    });
    expect(toggled(stored, toggled(stored, both, 'banco:view'), 'banco:list')).toEqual(noChanges);
  });

  it('become those of another group', () => {
    expect(ruleDifference(copied(new Set(['banco:list', 'pais:list']), ['pais:list', 'pais:view']))).toEqual({
      grant: ['pais:view'],
      revoke: ['banco:list'],
    });
  });

  it.each([
    [{ text: 'PAÍS' }, ['pais']],
    [{ text: 'pais' }, ['pais']],
    [{ text: '/banco' }, ['banco']],
    [{ text: 'rep 279' }, ['report:rep279']],
    [{ text: 'glosas' }, ['report:rep279']],
    [{ module: 'base' }, ['banco']],
    [{ shown: 'granted' }, ['gone bnaco:list', 'gone banco:lits', 'gone report:rep999', 'banco', 'report']],
    [{ shown: 'changed' }, ['pais']],
    [{ text: 'nada disso' }, []],
  ] as const)('are found by %j', (filter, keys) => {
    const changes = new Map([['pais:view', true]]);
    expect(filterRules(rows, new Set(pairs), changes, { ...everything, ...filter }).map(({ key }) => key)).toEqual(
      keys,
    );
  });
});

describe('the field rights of a group as a matrix', () => {
  const group: Pick<GroupPermissions, 'personal' | 'sensitive'> = { personal: 'open', sensitive: 'masked' };
  const field = (name: string, title: string, personalData: 'public' | 'personal' | 'sensitive') => ({
    name,
    title,
    personalData,
  });
  const all = fieldRows(
    [
      { name: 'banco', title: 'Banco', module: 'base', fields: [field('nome', 'Nome', 'public')] },
      {
        name: 'pessoa',
        title: 'Pessoa',
        module: 'pessoa',
        fields: [field('cpf', 'CPF', 'personal'), field('cid', 'Diagnóstico', 'sensitive')],
      },
    ],
    group,
    { personal: 'Dado pessoal', sensitive: 'Dado sensível' },
  );
  const [, , , cpf, cid] = all;
  const states = (stored: GroupPermissions['fields'], row = cid) =>
    (['default', 'open', 'readOnly', 'masked', 'hidden'] as const).map(
      (column) => row && fieldCell(stored, noFieldChanges, row, column).state,
    );

  it('show the default of the class where nothing is said, and else what is said', () => {
    expect(states({})).toEqual(['on', 'off', 'off', 'implied', 'off']);
    expect(states({}, cpf)).toEqual(['on', 'implied', 'off', 'off', 'off']);
    expect(states({ 'pessoa.cid': 'hidden' })).toEqual(['off', 'off', 'off', 'off', 'on']);
    expect(states({}, all[0])).toEqual(['absent', 'absent', 'absent', 'absent', 'absent']);
  });

  it('change a level, and the stored one again is no change', () => {
    const stored = { 'pessoa.cid': 'hidden' } as const;
    const opened = withLevel(stored, noFieldChanges, 'pessoa.cid', 'open');
    expect([...opened]).toEqual([['pessoa.cid', 'open']]);
    expect([...withLevel(stored, opened, 'pessoa.cid', 'default')]).toEqual([['pessoa.cid', null]]);
    expect([...withLevel(stored, opened, 'pessoa.cid', 'hidden')]).toEqual([]);
    expect([...withLevel({}, noFieldChanges, 'pessoa.cpf', 'default')]).toEqual([]);
  });

  it('become those of another group', () => {
    expect([...copiedFields({ 'a.b': 'hidden', 'a.c': 'open' }, { 'a.b': 'masked', 'a.d': 'hidden' })]).toEqual([
      ['a.b', 'masked'],
      ['a.c', null],
      ['a.d', 'hidden'],
    ]);
  });

  it.each([
    [{ text: 'diagnostico' }, ['pessoa', 'pessoa.cid']],
    [{ text: 'pessoa cpf' }, ['pessoa', 'pessoa.cpf']],
    [{ module: 'base' }, ['banco', 'banco.nome']],
    [{ shown: 'granted' }, ['pessoa', 'pessoa.cpf']],
    [{ shown: 'changed' }, ['banco', 'banco.nome']],
  ] as const)('are found by %j, under their registry', (filter, keys) => {
    const changes = new Map([['banco.nome', 'hidden' as const]]);
    const found = filterFields(
      all,
      { 'pessoa.cpf': 'masked' },
      'shown' in filter && filter.shown === 'granted' ? noFieldChanges : changes,
      {
        ...everything,
        ...filter,
      },
    );
    expect(found.map(({ key }) => key)).toEqual(keys);
  });
});

describe('the keys of the matrix', () => {
  const size = { rows: 100, columns: 10, page: 20 };
  it.each([
    ['ArrowDown', false, { row: 51, column: 5 }],
    ['ArrowUp', false, { row: 49, column: 5 }],
    ['ArrowRight', false, { row: 50, column: 6 }],
    ['ArrowLeft', false, { row: 50, column: 4 }],
    ['PageDown', false, { row: 70, column: 5 }],
    ['PageUp', false, { row: 30, column: 5 }],
    ['Home', false, { row: 50, column: 0 }],
    ['End', true, { row: 99, column: 9 }],
    ['Home', true, { row: 0, column: 0 }],
    ['x', false, undefined],
  ])('%s (with Ctrl: %s) leads to %j', (key, ctrlKey, place) => {
    expect(placeAfter({ row: 50, column: 5 }, { key, ctrlKey }, size)).toEqual(place);
  });

  it('stay within the matrix', () => {
    expect(placeAfter({ row: 0, column: 0 }, { key: 'PageUp', ctrlKey: false }, size)).toEqual({ row: 0, column: 0 });
    expect(placeAfter({ row: 99, column: 9 }, { key: 'ArrowRight', ctrlKey: false }, size)).toEqual({
      row: 99,
      column: 9,
    });
  });
});
