/**
 * Every cell of the matrix of rights (`tests/golden/copass/rights.txt`) asked of the running product: what it calls open
 * is open, and gives the stored value; what it calls masked gives another; what it calls closed is refused.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { createAccess } from '../../../engine/access/access.ts';
import type { FieldDoor, Opening, Target } from '../../../engine/commands/rights-doors.ts';
import { fieldDoors, registryDoors } from '../../../engine/commands/rights-doors.ts';
import type { Person, RegistryRights } from '../../../engine/commands/rights-matrix.ts';
import { otherScreens, rightsOf } from '../../../engine/commands/rights-matrix.ts';
import type { HistoryEntry, MenuModel, ScreenModel } from '../../../engine/contract/screen-model.ts';
import { readSourceFiles } from '../../../engine/metadata/load-files.ts';
import type { Entity } from '../../../engine/model/types.ts';
import { loadProduct } from '../../../src/load-product.ts';
import { demonstrationPeople } from '../../../src/session/demonstration-people.ts';
import { createFirstUsers, demonstrationUsers } from '../../../src/session/first-users.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller, CallOptions } from '../../support/product.ts';
import { administrator, startTestProduct } from '../../support/product.ts';
import { sampleRecord } from '../../support/sample-record.ts';

type Row = Readonly<Record<string, unknown>>;

const { model } = loadProduct(await readSourceFiles(new URL('../../..', import.meta.url).pathname), 'copass');
const people = demonstrationPeople(model);

/** What the rules of a registry ask of its records, beside what the fields do. */
const suited: Readonly<Record<string, (seed: number) => Row>> = {
  feriado: () => ({ abrangencia: 'MUNICIPAL', uf: 'MG' }),
  regra: (seed) => ({ assunto: 'banco', acao: seed === 1 ? 'list' : 'view' }),
};

/** Fields that a query names: of terms there may be only so many. */
const atOnce = 12;
const one = { accept: 'application/vnd.pgrst.object+json' };
const undone = { prefer: 'tx=rollback' };
const undoneEach = { prefer: 'tx=rollback, outcome=each' };

interface Sample {
  readonly id: number;
  /** As the administrator reads it, owned rows whole. */
  readonly row: Row;
}

const recordOf = (entity: Entity, seed: number, samples: ReadonlyMap<string, Sample>): Row => ({
  ...sampleRecord(entity, seed, (name) => samples.get(name)?.id),
  ...suited[entity.name]?.(seed),
});

/** One record of each registry, those that others point at first. */
const createSamples = async (admin: Caller): Promise<ReadonlyMap<string, Sample>> => {
  const samples = new Map<string, Sample>();
  const visit = async (entity: Entity): Promise<void> => {
    if (samples.has(entity.name) || entity.path === undefined) return;
    samples.set(entity.name, { id: 0, row: {} });
    for (const { relation } of [entity, ...entity.children.map((child) => child.entity)].flatMap(
      ({ fields }) => fields,
    )) {
      const target = relation && model.entities[relation.entity];
      if (target) await visit(target);
    }
    const select = ['*', ...entity.children.map(({ name }) => `${name}(*)`)].join();
    if (entity.log !== undefined) {
      const [row = {}] = (await admin.call('GET', `/api${entity.path}?limit=1`)).json() as Row[];
      samples.set(entity.name, { id: row['id'] as number, row });
      return;
    }
    const answer = await admin.call('POST', `/api${entity.path}?select=${select}`, {
      body: recordOf(entity, 1, samples),
      headers: { prefer: 'return=representation' },
    });
    if (answer.statusCode !== 201) {
      console.log(`${entity.name}: ${answer.body}`);
      return;
    }
    const [row = {}] = answer.json() as Row[];
    samples.set(entity.name, { id: row['id'] as number, row });
  };
  for (const screen of model.screens) {
    const entity = screen.kind === 'registry' ? model.entities[screen.entity] : undefined;
    if (entity) await visit(entity);
  }
  return samples;
};

/** The value of a target in a record, or in a row of the answer. */
const valueIn = (row: Row | undefined, { field, child }: Target): unknown => {
  const of = child ? (row?.[child.name] as readonly Row[] | undefined)?.[0] : row;
  return of !== undefined && field.column in of ? of[field.column] : undefined;
};

const targetsAre = (rights: RegistryRights, door: number, opening: Opening): readonly Target[] =>
  rights.fields.flatMap(({ target, cells }) => (cells[door] === opening ? [target] : []));

forEachDatabase((open, kind) => {
  let callers: ReadonlyMap<string, Caller>;
  let samples: ReadonlyMap<string, Sample>;
  let admin: Caller;
  /** Cells confirmed. */
  let confirmed = 0;

  beforeAll(async () => {
    const database = await open({ from: 'product' });
    const product = await startTestProduct(database);
    await createFirstUsers(database, model, { demonstration: true, administrator: undefined });
    if (kind === 'pglite') await database.execute('update usuario set bloqueado = false');
    admin = await product.as(administrator.login, administrator.password);
    // Nobody writes what the engine keeps of itself: one of each, with a value in every field.
    await database.execute(`insert into fichario.access_event (kind, login, actor, address, agent, detail) values
        ('rightsChanged', 'ana', 'beto', '10.0.0.1', 'Firefox',
          '{"reason": "password", "entity": "regra", "operation": "update", "count": 2, "records": [7, 9]}');
      insert into fichario.sensitive_read (usuario_id, login, request, origin, door, path, record_id, filter, fields, rows)
        values (1, 'ana', 'r1', 'screen 10.0.0.1', 'rows', '/bancos', 7, '{id}', '{banco.nome}', 1)`);
    samples = await createSamples(admin);
    callers = new Map(
      await Promise.all(
        demonstrationUsers.map(
          async ({ login, password }): Promise<[string, Caller]> => [login, await product.as(login, password)],
        ),
      ),
    );
  });

  const sampleOf = ({ place }: RegistryRights): Sample => {
    const sample = samples.get(place.entity.name);
    if (!sample) throw new Error(`no record of ${place.entity.name}`);
    return sample;
  };

  /** Asks a registry by each of its doors. */
  const askDoors = async (caller: Caller, rights: RegistryRights): Promise<void> => {
    const { screen, entity } = rights.place;
    const { id } = sampleOf(rights);
    const path = `/api${screen.path}`;
    const fresh = recordOf(entity, 50, samples);
    const changes = fieldDoors.findIndex(({ letter }) => letter === 'u');
    const changed = targetsAre(rights, changes, 'open').find(({ child }) => child === undefined)?.field.column;
    const key = changed ?? Object.keys(fresh)[0] ?? '';
    const change = { [key]: sampleOf(rights).row[key] ?? null };
    const term = encodeURIComponent(String(sampleOf(rights).row[entity.naturalKey[0] ?? 'id'] ?? 'x'));
    const asked: Readonly<Record<string, readonly [Parameters<Caller['call']>[0], string, CallOptions?]>> = {
      t: ['GET', `/api/model/screen?path=${screen.path}`],
      l: ['GET', path],
      n: ['HEAD', path, { headers: { prefer: 'count=exact' } }],
      k: ['GET', path, { headers: { accept: 'text/csv' } }],
      p: ['GET', `${path}/${term}`],
      r: ['GET', `${path}?id=eq.${id}`, { headers: one }],
      h: ['GET', `${path}/${id}/historico`],
      i: ['POST', path, { body: fresh, headers: undone }],
      u: ['PATCH', `${path}?id=eq.0`, { body: change, headers: undone }],
      d: ['DELETE', `${path}?id=eq.0`, { headers: undone }],
      I: ['POST', path, { body: [fresh], headers: undoneEach }],
      U: ['PATCH', `${path}?id=in.(0)`, { body: change, headers: undoneEach }],
      D: ['DELETE', `${path}?id=in.(0)`, { headers: undoneEach }],
    };
    for (const [index, { letter }] of registryDoors.entries()) {
      const [method, url, more] = asked[letter] ?? ['GET', ''];
      const answer = await caller.call(method, url, more);
      const said = `${letter} ${method} ${url}: ${answer.statusCode} ${answer.body.slice(0, 300)}`;
      if (rights.doors[index]) expect(answer.statusCode, said).toBeLessThan(300);
      else expect(entity.log === undefined ? [403] : [403, 405], said).toContain(answer.statusCode);
      confirmed += 1;
    }
  };

  /** Rows of an answer to a query of a door. */
  const query = async (caller: Caller, rights: RegistryRights, door: FieldDoor, targets: readonly Target[]) => {
    const { url, headers = {} } = door.ask?.(rights.place, targets) ?? { url: '' };
    return caller.call('GET', `/api${url.replaceAll('{id}', String(sampleOf(rights).id))}`, { headers });
  };

  /** A query that names the targets: answered with their values, or refused for each. */
  const askQuery = async (caller: Caller, rights: RegistryRights, door: FieldDoor, index: number): Promise<void> => {
    const { id, row } = sampleOf(rights);
    const [opened, masked, closed] = (['open', 'masked', 'closed'] as const).map((opening) =>
      targetsAre(rights, index, opening),
    ) as [readonly Target[], readonly Target[], readonly Target[]];
    const shown = [...opened, ...masked];
    for (let start = 0; start < shown.length; start += atOnce) {
      const part = shown.slice(start, start + atOnce);
      const answer = await query(caller, rights, door, part);
      const said = `${door.letter} ${rights.place.screen.path}: ${answer.statusCode} ${answer.body.slice(0, 300)}`;
      expect([200, 206], said).toContain(answer.statusCode);
      if (door.letter === 'l' || door.letter === 'r') {
        const rows = answer.json() as Row[];
        const found = rows.find((other) => other['id'] === id);
        for (const target of part.filter((one) => opened.includes(one)))
          expect([target.name, valueIn(found, target)], said).toEqual([target.name, valueIn(row, target)]);
        for (const target of part.filter((one) => masked.includes(one))) {
          expect(valueIn(found, target), `${target.name} ${said}`).toBeDefined();
          if (valueIn(row, target) !== null) expect(valueIn(found, target), said).not.toEqual(valueIn(row, target));
        }
      }
      if (door.letter === 'k') {
        const header = answer.body.split('\n', 1)[0]?.trim().split(',') ?? [];
        expect(header, said).toEqual(
          expect.arrayContaining(part.map(({ field, child }) => child?.name ?? field.column)),
        );
        for (const target of masked)
          if (typeof valueIn(row, target) === 'string') expect(answer.body).not.toContain(valueIn(row, target));
      }
      confirmed += part.length;
    }
    for (let start = 0; start < closed.length; start += atOnce) {
      const part = closed.slice(start, start + atOnce);
      const whole = await query(caller, rights, door, part);
      // Closed as a whole, the registry refuses before it looks at a name.
      for (const target of whole.statusCode === 403 ? [] : part) {
        const answer = await query(caller, rights, door, [target]);
        const said = `${door.letter} ${rights.place.screen.path} ${target.name}: ${answer.body}`;
        expect(answer.statusCode, said).toBe(400);
      }
      confirmed += part.length;
    }
  };

  const askSearch = async (caller: Caller, rights: RegistryRights, index: number): Promise<void> => {
    const { id, row } = sampleOf(rights);
    for (const { target, cells } of rights.fields) {
      if (cells[index] === undefined) continue;
      const words = encodeURIComponent(String(valueIn(row, target)));
      const answer = await caller.call('GET', `/api${rights.place.screen.path}?select=id&id=eq.${id}&q=${words}`);
      const found = answer.statusCode === 200 ? (answer.json() as Row[]).length : -1;
      const said = `b ${rights.place.screen.path} ${target.name} ${answer.body}`;
      if (cells[index] === 'open') expect(found, said).toBe(1);
      else expect(found, said).toBeLessThan(1);
      confirmed += 1;
    }
  };

  const askScreen = async (caller: Caller, rights: RegistryRights, index: number): Promise<void> => {
    const answer = await caller.call('GET', `/api/model/screen?path=${rights.place.screen.path}`);
    const shown = answer.statusCode === 200 ? (answer.json() as ScreenModel).entity : undefined;
    for (const { target, cells } of rights.fields) {
      const { field, child } = target;
      const owner = child ? shown?.children.find(({ name }) => name === child.name)?.entity : shown;
      const is = owner?.fields.some(({ name }) => name === field.name) ?? false;
      expect([target.name, is]).toEqual([target.name, cells[index] === 'open']);
      confirmed += 1;
    }
  };

  const askHistory = async (caller: Caller, rights: RegistryRights, index: number): Promise<void> => {
    const { id } = sampleOf(rights);
    const read = async (who: Caller): Promise<ReadonlyMap<string, unknown>> => {
      const answer = await who.call('GET', `/api${rights.place.screen.path}/${id}/historico`);
      if (answer.statusCode !== 200) return new Map();
      return new Map(
        (answer.json() as HistoryEntry[])
          .flatMap(({ changes }) => changes)
          .flatMap(({ field, after, rows = [] }): [string, unknown][] => [
            [field, after],
            ...rows.flatMap((row) =>
              row.changes.map((change): [string, unknown] => [`${field}.${change.field}`, change.after]),
            ),
          ]),
      );
    };
    const [seen, all] = [await read(caller), await read(admin)];
    for (const { target, cells } of rights.fields) {
      const cell = cells[index];
      if (cell === undefined) continue;
      const { field, child } = target;
      const key = child ? `${child.name}.${field.column}` : field.column;
      if (cell === 'closed') expect([key, seen.has(key)]).toEqual([key, false]);
      else {
        expect([key, seen.has(key)]).toEqual([key, all.has(key)]);
        if (cell === 'open') expect([key, seen.get(key)]).toEqual([key, all.get(key)]);
        else expect([key, seen.get(key)]).not.toEqual([key, all.get(key)]);
      }
      confirmed += 1;
    }
  };

  /** A write of the fields that are open together, and of each that is closed, alone. */
  const askWrite = async (caller: Caller, rights: RegistryRights, index: number, inserts: boolean): Promise<void> => {
    const { screen, entity } = rights.place;
    const sample = sampleOf(rights);
    const source = inserts ? recordOf(entity, 50, samples) : sample.row;
    const bodyOf = (targets: readonly Target[]): Row =>
      Object.fromEntries(
        targets.map(({ field, child }) => {
          if (!child) return [field.column, source[field.column] ?? null];
          const [item = {}] = (source[child.name] ?? []) as readonly Row[];
          const named = targets.filter((other) => other.child === child).map((other) => other.field.column);
          const kept = inserts ? [] : [['id', item['id']]];
          return [
            child.name,
            [Object.fromEntries([...kept, ...Object.entries(item).filter(([key]) => named.includes(key))])],
          ];
        }),
      );
    const write = (body: Row) =>
      inserts
        ? caller.call('POST', `/api${screen.path}`, { body, headers: undone })
        : caller.call('PATCH', `/api${screen.path}?id=eq.${sample.id}`, { body, headers: undone });
    const opened = targetsAre(rights, index, 'open');
    const closed = targetsAre(rights, index, 'closed');
    if (opened.length > 0) {
      const answer = await write(bodyOf(opened));
      expect(answer.statusCode, `${screen.path} ${answer.body}`).toBe(inserts ? 201 : 204);
    } else if (closed.length > 0) {
      const answer = await write(bodyOf(closed));
      expect(answer.statusCode, `${screen.path} ${answer.body}`).toBe(entity.log === undefined ? 403 : 405);
    }
    if (opened.length > 0)
      for (const target of closed) {
        const answer = await write(bodyOf([target]));
        expect([400, 422], `${screen.path} ${target.name} ${answer.body}`).toContain(answer.statusCode);
      }
    confirmed += opened.length + closed.length;
  };

  const askField = async (caller: Caller, rights: RegistryRights): Promise<void> => {
    for (const [index, door] of fieldDoors.entries()) {
      if (door.ask) await askQuery(caller, rights, door, index);
      else if (door.letter === 'b') await askSearch(caller, rights, index);
      else if (door.letter === 't') await askScreen(caller, rights, index);
      else if (door.letter === 'h') await askHistory(caller, rights, index);
      else await askWrite(caller, rights, index, door.letter === 'i');
    }
  };

  /** All on the embedded database; on the server a sample, and every registry of whom fields are kept. */
  const chosen = (person: Person, rights: readonly RegistryRights[]): readonly RegistryRights[] =>
    kind === 'pglite' ? rights : rights.filter((_, index) => person.login === 'atendente' || index % 6 === 0);

  describe('the matrix of rights', () => {
    test.each(people.map((person) => [person.login, person] as const))('holds for %s', async (login, person) => {
      const caller = callers.get(login);
      if (!caller) throw new Error(`${login} did not sign in`);
      const me = (await caller.call('GET', '/api/auth/me')).json() as { user: { permissions: string[] } };
      const pairs = person.grants.groups.flatMap((group) => group.pairs);
      expect(me.user.permissions.toSorted()).toEqual((person.grants.user.admin ? ['all:manage'] : pairs).toSorted());
      const access = createAccess(person.grants);
      const menu = (await caller.call('GET', '/api/model')).json() as MenuModel;
      for (const { screen, open: shown } of otherScreens(model, access))
        expect([screen.path, menu.entries.some(({ path }) => path === screen.path)]).toEqual([screen.path, shown]);
      const rights = rightsOf(model, access);
      const before = confirmed;
      for (const registry of chosen(person, rights)) {
        await askDoors(caller, registry);
        await askField(caller, registry);
      }
      const cells = chosen(person, rights).flatMap(({ doors, fields }) => [
        ...doors,
        ...fields.flatMap((field) => field.cells.filter((cell) => cell !== undefined)),
      ]);
      expect(confirmed - before).toBe(cells.length);
    });
  });
});
