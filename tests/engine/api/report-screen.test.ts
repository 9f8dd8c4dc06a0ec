/**
 * A report reads as a list of its entity would, by the same plan and rights: what is told of it, the groups of each level
 * laid with the rows, and what it refuses.
 */
import { beforeAll, expect, test } from 'vitest';
import { groupKey } from '../../../engine/contract/grouping.ts';
import type { ReportLine } from '../../../engine/contract/report.ts';
import { groupsSearch, ReportLayout, reportLevels } from '../../../engine/contract/report.ts';
import type { ScreenModel } from '../../../engine/contract/screen-model.ts';
import { selectOf } from '../../../engine/contract/write-select.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller } from '../../support/product.ts';
import { administrator, createUser, startTestProduct } from '../../support/product.ts';
import { clinicFiles } from './clinic-files.ts';

const path = '/relatorio/fichas-por-clinica';
const report = (more: object = {}) => ({
  entity: 'ficha',
  path,
  title: 'Fichas por clínica',
  icon: 'table',
  permission: { action: 'rep901', subject: 'report' },
  parent: '/',
  columns: ['numero', 'valor'],
  totals: ['valor'],
  sort: ['-numero'],
  report: { groups: ['clinica', 'situacao'] },
  ...more,
});

const files = {
  ...clinicFiles,
  'schemas/teste/clinicas/columns.json': {
    ...clinicFiles['schemas/teste/clinicas/columns.json'],
    label: '[{codigo} - ]{nome}',
  },
  'schemas/teste/fichas-por-clinica/columns.json': report(),
  'schemas/teste/fichas-por-clinica/search.json': {
    fields: [
      { field: 'criado_dia', match: 'range', required: true, begins: 'lastMonth' },
      { field: 'clinica', required: true },
      { field: 'valor' },
    ],
  },
  'schemas/teste/fichas/schema.json': {
    ...clinicFiles['schemas/teste/fichas/schema.json'],
    properties: {
      ...(clinicFiles['schemas/teste/fichas/schema.json'] as { readonly properties: object }).properties,
      criado_dia: { title: 'Dia', type: 'string', format: 'date' },
    },
  },
  'schemas/teste/fichas-por-dia/columns.json': report({
    path: '/relatorio/fichas-por-dia',
    permission: { action: 'rep902', subject: 'report' },
    report: { groups: [{ field: 'criado_dia', by: 'month' }, 'clinica.telefone'], rows: false },
  }),
};

forEachDatabase((open) => {
  let admin: Caller;
  let reader: Caller;
  let blind: Caller;
  let provider: Caller;
  let stranger: Caller;
  let opener: Caller;

  beforeAll(async () => {
    const database = await open({ from: 'product' });
    const product = await startTestProduct(database, { files });
    const as = async (login: string, rights: readonly string[], more = {}): Promise<Caller> => {
      const user = await createUser(database, login, rights, more);
      return product.as(user.login, user.password);
    };
    admin = await product.as(administrator.login, administrator.password);
    const post = async (to: string, body: unknown): Promise<void> => {
      const answer = await admin.call('POST', `/api${to}`, { body });
      expect(answer.statusCode, answer.body).toBe(201);
    };
    await post('/clinicas', [
      { codigo: '0001', nome: 'Sul', telefone: '3133330000' },
      { codigo: '0002', nome: 'Norte', telefone: '3133330000' },
      { codigo: '0003', nome: 'Norte' },
    ]);
    const clinics = (await admin.call('GET', '/api/clinicas?order=codigo&select=id')).json() as { id: number }[];
    const [sul, norte, other] = clinics.map(({ id }) => id);
    const card = (numero: string, clinica_id: number | undefined, valor: number | null, more: object = {}) => ({
      numero,
      diagnostico: numero,
      clinica_id: clinica_id ?? null,
      valor,
      situacao: 'ABERTA',
      criado_dia: '2026-10-05',
      ...more,
    });
    await post('/fichas', [
      card('A', sul, 10.1),
      card('B', norte, 20.2),
      card('C', norte, 0.1, { situacao: 'FECHADA' }),
      card('D', other, 1, { criado_dia: '2026-09-30' }),
      card('E', norte, 0.2),
      card('F', undefined, null, { criado_dia: null }),
    ]);
    reader = await as('le', ['report:rep901', 'report:rep902', 'clinica:list']);
    blind = await as('sem-valor', ['report:rep901', 'clinica:list'], { hidden: ['ficha.valor', 'ficha.situacao'] });
    provider = await as('prestador', ['report:rep901', 'clinica:list'], {
      roles: { operadora: false, prestador: true, prestador_registro: norte ?? 0 },
    });
    opener = await as('abre', ['report:rep901', 'clinica:list', 'clinica:view']);
    stranger = await as('outro', ['clinica:list', 'ficha:view']);
    return () => product.app.close();
  });

  const modelOf = async (caller: Caller, of = path): Promise<ScreenModel> =>
    (await caller.call('GET', `/api/model/screen?path=${of}`)).json() as ScreenModel;
  const rowsOf = async (caller: Caller, of: string, search: string): Promise<readonly Record<string, unknown>[]> => {
    const answer = await caller.call('GET', `/api${of}?${search}`);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json() as readonly Record<string, unknown>[];
  };
  const groupsOf = async (caller: Caller, model: ScreenModel, depth: number) =>
    rowsOf(caller, model.screen.path, groupsSearch(model, '', depth).toString());

  /** A line in short: what it is of, and its figures. */
  const short = (line: ReportLine): string => {
    const called = (value: unknown): string =>
      typeof value === 'object' && value !== null && 'nome' in value && 'codigo' in value
        ? `${value.nome} ${value.codigo}`
        : String(value);
    if (line.kind === 'row') return `${line.row['numero']} ${line.row['valor']}`;
    if (line.kind === 'head') return `${'>'.repeat(line.level + 1)} ${called(line.value)}`;
    return `${'<'.repeat(line.level + 1)} ${called(line.value)}: ${line.sums?.['n']}, ${line.sums?.['valor']}`;
  };

  const told = async (caller: Caller): Promise<readonly string[]> => {
    const model = await modelOf(caller);
    const levels = reportLevels(model);
    const groups = await Promise.all(levels.map((_, index) => groupsOf(caller, model, index + 1)));
    const select = selectOf(model, [...model.columns, ...levels.map(({ column }) => column)]);
    const rows = await rowsOf(caller, path, new URLSearchParams({ select, order: model.order }).toString());
    const layout = new ReportLayout(model, groups);
    return [...layout.rows(rows), ...layout.end()].map(short);
  };

  test('its rows stand group by group, in the order of the names, each group with its own number and sum', async () => {
    expect(await told(reader)).toEqual([
      '> Norte 0002',
      '>> ABERTA',
      'E 0.2',
      'B 20.2',
      '<< ABERTA: 2, 20.4',
      '>> FECHADA',
      'C 0.1',
      '<< FECHADA: 1, 0.1',
      '< Norte 0002: 3, 20.5',
      '> Norte 0003',
      '>> ABERTA',
      'D 1',
      '<< ABERTA: 1, 1',
      '< Norte 0003: 1, 1',
      '> Sul 0001',
      '>> ABERTA',
      'A 10.1',
      '<< ABERTA: 1, 10.1',
      '< Sul 0001: 1, 10.1',
      '> null',
      '>> ABERTA',
      'F null',
      '<< ABERTA: 1, null',
      '< null: 1, null',
    ]);
  });

  test('groups alone are told by month and by what lies behind a relation, whatever records it is of', async () => {
    const model = await modelOf(reader, '/relatorio/fichas-por-dia');
    const groups = await groupsOf(reader, model, 2);
    expect(groups).toEqual([
      { [groupKey(0)]: '2026-09', [groupKey(1)]: null, n: 1, valor: 1 },
      { [groupKey(0)]: '2026-10', [groupKey(1)]: '3133330000', n: 4, valor: 30.6 },
      { [groupKey(0)]: null, [groupKey(1)]: null, n: 1, valor: null },
    ]);
    const layout = new ReportLayout(model, [await groupsOf(reader, model, 1)]);
    expect([...layout.groups(groups), ...layout.end()].map(short)).toEqual([
      '> 2026-09',
      '<< null: 1, 1',
      '< 2026-09: 1, 1',
      '> 2026-10',
      '<< 3133330000: 4, 30.6',
      '< 2026-10: 4, 30.6',
      '> null',
      '<< null: 1, null',
      '< null: 1, null',
    ]);
  });

  test('says what it asks for and begins with; what the caller may not read is no level, no sum and no question', async () => {
    const whole = await modelOf(reader);
    expect([
      whole.report?.groups.map(({ column }) => column.key),
      whole.report?.required,
      whole.report?.begins,
    ]).toEqual([['clinica', 'situacao'], ['criado_dia', 'clinica_id'], { criado_dia: 'lastMonth' }]);
    expect(whole.totals?.columns).toEqual(['valor']);
    const cut = await modelOf(blind);
    expect([cut.report?.groups.map(({ column }) => column.key), cut.totals, cut.search.map(({ key }) => key)]).toEqual([
      ['clinica'],
      null,
      ['criado_dia', 'clinica_id'],
    ]);
    for (const hidden of ['situacao', 'valor.sum()', 'g0:situacao']) {
      const answer = await blind.call('GET', `/api${path}?select=${hidden},n:count()`);
      expect(answer.statusCode).toBe(400);
    }
    expect((await told(blind)).filter((line) => line.includes('Norte 0002'))).toEqual([
      '> Norte 0002',
      '< Norte 0002: 3, undefined',
    ]);
  });

  test('whoever sees own records alone has a report of those', async () => {
    expect((await told(provider)).filter((line) => !/^[A-F]/.test(line))).toEqual([
      '> Norte 0002',
      '>> ABERTA',
      '<< ABERTA: 2, 20.4',
      '>> FECHADA',
      '<< FECHADA: 1, 0.1',
      '< Norte 0002: 3, 20.5',
    ]);
  });

  test('a record is told of by lists, and by no report of those that point at it', async () => {
    const [clinic] = await rowsOf(admin, '/clinicas', 'codigo=eq.0001&select=id');
    const titles = async (caller: Caller): Promise<readonly string[]> => {
      const answer = await caller.call('GET', `/api/clinicas/${clinic?.['id']}/ligados`);
      expect(answer.statusCode, answer.body).toBe(200);
      return (answer.json() as readonly { readonly title: string }[]).map(({ title }) => title);
    };
    expect(await titles(admin)).toEqual(['Fichas']);
    expect(await titles(opener)).toEqual([]);
  });

  test('its own right opens it, and nothing is written through it', async () => {
    for (const asked of [path, `${path}?select=n:count()`, `/model/screen?path=${path}`])
      expect((await stranger.call('GET', `/api${asked}`)).statusCode, asked).toBe(403);
    for (const [method, to, body] of [
      ['POST', path, { numero: 'Z' }],
      ['PATCH', `${path}?numero=eq.A`, { diagnostico: 'x' }],
      ['DELETE', `${path}?numero=eq.A`, undefined],
    ] as const) {
      const answer = await admin.call(method, `/api${to}`, body === undefined ? {} : { body });
      expect(answer.statusCode, `${method} ${answer.body}`).toBe(405);
    }
    expect(await rowsOf(admin, '/fichas', 'select=numero,diagnostico&numero=in.(A,Z)')).toEqual([
      { numero: 'A', diagnostico: 'A' },
    ]);
  });
});
