/**
 * What is not in the statement cannot leak by it: of random requests, planned and printed as they are answered, no
 * statement names what the user may not read, and each table with rows of others is confined. Without a database, so that
 * it tells in a second what the comparison of two worlds tells in a minute.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Access, FieldLevel } from '../../engine/access/access.ts';
import { createAccess } from '../../engine/access/access.ts';
import { asksAggregates } from '../../engine/contract/aggregate.ts';
import { parseRequest } from '../../engine/contract/request.ts';
import { Refusal } from '../../engine/core/errors.ts';
import { listContext } from '../../engine/data/plan/context.ts';
import { planAggregate } from '../../engine/data/plan/plan-aggregate.ts';
import { checkReach, planRead } from '../../engine/data/plan/plan-read.ts';
import { printAggregate } from '../../engine/data/sql/aggregate.ts';
import { printCount, printRead } from '../../engine/data/sql/read.ts';
import type { PrintedSql } from '../../engine/data/sql/sql.ts';
import { openSqlParser } from '../../engine/metadata/parse-query.ts';
import type { RegistryScreen } from '../../engine/model/screen-types.ts';
import type { Model } from '../../engine/model/types.ts';
import { loadProduct } from '../../src/load-product.ts';
import { accessOf, groupOf, sessionUser } from '../support/grants.ts';
import { lawSeed } from '../support/laws.ts';
import { fileMemory, readRealFiles } from '../support/real-files.ts';
import { makeAsks } from './requests.ts';
import type { Sight } from './sight.ts';
import { learnSight } from './sight.ts';
import type { Viewer } from './world.ts';
import { guides, viewers } from './world.ts';
import { worldFiles } from './world-files.ts';

const seeds = [20261121, lawSeed + 1] as const;
const reading = new Set(
  'filter sort search aggregate count page cursor embedOne embedMany label csv head views'.split(' '),
);

/** Of each viewer: `table.column` that no statement names, and tables that none reads. */
const never: Readonly<Record<string, { readonly columns: readonly string[]; readonly tables: readonly string[] }>> = {
  campos: {
    columns: [
      ...['diagnostico', 'gravidade', 'custo', 'margem', 'parecerista_id', 'laudos'].map((name) => `ficha.${name}`),
      ...[
        'ficha_itens.sigilo',
        'clinica.faturamento',
        'paciente.doenca',
        'recurso.turno',
        'medico.renda',
        'medico.retrato',
      ],
      ...['custo', 'margem', 'sobra', 'diagnostico', 'notas'].map((name) => `fila_ficha.${name}`),
      ...['ficha_grave.doenca', 'ficha_grave.faturamento'],
    ],
    tables: ['ficha_pareceres', 'exame', 'sindicancia'],
  },
  cobertos: { columns: ['medico.renda', 'medico.retrato'], tables: ['ficha_pareceres', 'exame', 'sindicancia'] },
  clinica: { columns: ['medico.renda', 'medico.retrato'], tables: ['sindicancia'] },
  pessoa: {
    columns: [
      ...['ficha.custo', 'ficha.margem', 'medico.renda', 'medico.retrato'],
      ...['custo', 'margem', 'sobra', 'itens'].map((name) => `fila_ficha.${name}`),
    ],
    tables: ['ficha_itens', 'paciente', 'clinica', 'exame', 'sindicancia'],
  },
  listas: {
    columns: [
      ...['diagnostico', 'custo', 'margem', 'gravidade', 'dobro', 'urgente', 'medico_id'].map(
        (name) => `ficha.${name}`,
      ),
      ...['medico.renda', 'medico.retrato'],
      ...['custo', 'margem', 'sobra', 'diagnostico', 'notas'].map((name) => `fila_ficha.${name}`),
    ],
    tables: ['ficha_itens', 'ficha_pareceres', 'clinica', 'exame', 'sindicancia', 'ficha_grave'],
  },
};

/** By viewer and table, the column that is held against the own record. */
const confined: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  clinica: { ficha: 'clinica_id', exame: 'clinica_id', fila_ficha: 'clinica_id', ficha_grave: 'clinica_id' },
  pessoa: { ficha: 'paciente_id', fila_ficha: 'paciente_id' },
};

/** What the viewer reads of one record alone: of others the statement reads null. */
const guarded = /case when \w+\."id" = \$\d+::text::bigint then \w+\."\w+" end/g;

const accessOfViewer = ({ pairs, roles = {}, hidden = [], masked = [] }: Viewer): Access => {
  const levels = (names: readonly string[], level: FieldLevel) => names.map((name) => [name, level] as const);
  return createAccess({
    userId: 1,
    prestadorIds: [Number(roles['prestador_registro'] ?? 0)].filter((id) => id > 0),
    beneficiarioId: Number(roles['beneficiario_registro'] ?? 0) || undefined,
    user: sessionUser(pairs, {
      operadora: roles['operadora'] !== false,
      prestador: roles['prestador'] === true,
      beneficiario: roles['beneficiario'] === true,
    }),
    groups: [groupOf(pairs, Object.fromEntries([...levels(hidden, 'hidden'), ...levels(masked, 'masked')]))],
  });
};

const files = new Map([
  ['aberto.txt', 'a'],
  ['fechado.txt', 'b'],
]);

describe('a statement', () => {
  let model: Model;

  beforeAll(async () => {
    const sources = new Map([...(await readRealFiles())].filter(([path]) => !path.endsWith('.csv')));
    for (const [path, value] of Object.entries(worldFiles))
      sources.set(path, typeof value === 'string' ? value : JSON.stringify(value));
    await openSqlParser();
    ({ model } = loadProduct(sources, 'copass', fileMemory));
  });

  /** The statements of a request, as `read` makes them; none where it is refused. */
  const print = (access: Access, url: string): readonly PrintedSql[] => {
    const [path = '', query = ''] = url.replace(/^\/api/, '').split('?', 2);
    const screen = model.screens.find((one): one is RegistryScreen => one.kind === 'registry' && one.path === path);
    if (!screen) throw new Error(`no screen ${path}`);
    const context = listContext(model, access, screen, 'UTC');
    try {
      const request = parseRequest(query);
      checkReach(context, request);
      if (asksAggregates(request.select)) return [printAggregate(planAggregate(context, request), 10)];
      const plan = planRead(context, request, undefined);
      return [printRead(plan), printCount(plan, 10)];
    } catch (error) {
      if (error instanceof Refusal) return [];
      throw error;
    }
  };
  const look = (access: Access) => async (url: string) => ({
    statusCode: !/\/(historico|acesso)\//.test(url) && print(access, url).length > 0 ? 200 : 400,
    body: JSON.stringify(Array.from({ length: guides }, (_, index) => ({ id: index + 1 }))),
  });
  const asksOf = (sight: Sight) =>
    seeds.flatMap((seed) =>
      makeAsks(sight, seed, 150).filter(([kind, { url }]) => reading.has(kind) && !url.startsWith('/api/model')),
    );

  /** What a statement names that it must not, and tables that it reads whole. */
  const faults = (login: string, printed: PrintedSql): readonly string[] => {
    const { parameters } = printed;
    const text = printed.text.replaceAll(guarded, 'null');
    const tables = [...text.matchAll(/public\."(\w+)" (\w+)/g)].map(
      ([, table = '', alias = '']) => [alias, table] as const,
    );
    const named = new Map(tables);
    const columns = [...text.matchAll(/\b(\w+)\."(\w+)"/g)].map(
      ([, alias = '', column]) => [alias, `${named.get(alias)}.${column}`] as const,
    );
    const own = (alias: string, column: string): boolean =>
      [...text.matchAll(new RegExp(`\\b${alias}\\."${column}" = \\$(\\d+)`, 'g'))].some(
        ([, at]) => parameters[Number(at) - 1]?.source.kind === 'own',
      );
    const { columns: keptColumns = [], tables: keptTables = [] } = never[login] ?? {};
    return [
      // Of the own record, met by its id, there is no other value.
      ...columns.flatMap(([alias, name]) => (keptColumns.includes(name) && !own(alias, 'id') ? [name] : [])),
      ...tables.flatMap(([, table]) => (keptTables.includes(table) ? [table] : [])),
      ...tables.flatMap(([alias, table]) => {
        const column = confined[login]?.[table];
        return column === undefined || own(alias, column) ? [] : [`${table} ${alias} unconfined`];
      }),
    ];
  };

  test.each(viewers)('of $login names nothing that is kept, and reads no rows of others', async (viewer) => {
    const access = accessOfViewer(viewer);
    const sight = await learnSight(look(access), { files, takenNumbers: true });
    const found = asksOf(sight).flatMap(([, ask]) =>
      print(access, ask.url).map((printed) => [ask.url, faults(viewer.login, printed)] as const),
    );
    expect(found.filter(([, some]) => some.length > 0).slice(0, 5)).toEqual([]);
    // Most are no refusals.
    expect(found.length).toBeGreaterThan(1500);
  });

  test('of who may do everything names all of it: the law is not kept by asking for nothing', async () => {
    const access = accessOf([], { admin: true, permissions: ['all:manage'] });
    const sight = await learnSight(look(access), { files, takenNumbers: true });
    const seen = new Set(
      asksOf(sight).flatMap(([, ask]) => print(access, ask.url).flatMap((printed) => faults('campos', printed))),
    );
    expect(
      [...(never['campos']?.columns ?? []), ...(never['campos']?.tables ?? [])].filter((name) => !seen.has(name)),
    ).toEqual([]);
  });
});
