/**
 * The cells of the matrix of rights (`tests/golden/copass/rights.txt`) asked of the running product: what it calls open
 * is open, and gives the stored value; what it calls masked gives another; what it calls closed is refused. On PostgreSQL
 * every cell of every registry; on the embedded database, which is asked by the same plans and slower, of each person as many
 * registries as have every kind of cell, and all of them in `npm run test:all`.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { createAccess } from '../../../engine/access/access.ts';
import { isOffered } from '../../../engine/access/may-act.ts';
import type { FieldDoor, Opening, Target } from '../../../engine/commands/rights-doors.ts';
import { fieldDoors, registryDoors } from '../../../engine/commands/rights-doors.ts';
import type { RegistryRights } from '../../../engine/commands/rights-matrix.ts';
import { otherScreens, rightsOf } from '../../../engine/commands/rights-matrix.ts';
import type { ImportDetail } from '../../../engine/contract/import.ts';
import { fieldPath } from '../../../engine/contract/import-fields.ts';
import type { HistoryEntry, MenuModel, ScreenModel } from '../../../engine/contract/screen-model.ts';
import type { Database } from '../../../engine/data/database.ts';
import { Scope } from '../../../engine/data/plan/refs.ts';
import { coverOf } from '../../../engine/fields/cover.ts';
import { hasTable } from '../../../engine/model/has-table.ts';
import type { Entity } from '../../../engine/model/types.ts';
import { demonstrationPeople } from '../../../src/session/demonstration-people.ts';
import { createFirstUsers, demonstrationUsers, linkDemonstrationUsers } from '../../../src/session/first-users.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { drawSample } from '../../support/drawn-sample.ts';
import type { Caller, CallOptions } from '../../support/product.ts';
import { administrator, startTestProduct } from '../../support/product.ts';
import type { Row } from '../../support/records/record-shape.ts';
import { askCheck, dropFile, post } from '../imports/import-stage.ts';
import type { Sample, Samples } from './rights-samples.ts';
import { createSamples, model } from './rights-samples.ts';

const people = demonstrationPeople(model);

const known = new Map<string, readonly RegistryRights[]>();

/** What the matrix says of a person: of the model and the person alone, so it is worked out once for both databases. */
const expectedOf = ({ login, grants }: (typeof people)[number]): readonly RegistryRights[] => {
  const rights = known.get(login) ?? rightsOf(model, createAccess(grants));
  known.set(login, rights);
  return rights;
};

/** Fields that a query names: of terms there may be only so many. */
const atOnce = 12;
const one = { accept: 'application/vnd.pgrst.object+json' };
const undone = { prefer: 'tx=rollback' };
const undoneEach = { prefer: 'tx=rollback, outcome=each' };

/** The value of a target in a record, or in a row of the answer. */
const valueIn = (row: Row | undefined, { field, child }: Target): unknown => {
  const of = child ? (row?.[child.name] as readonly Row[] | undefined)?.[0] : row;
  return of !== undefined && field.column in of ? of[field.column] : undefined;
};

const targetsAre = (rights: RegistryRights, door: number, opening: Opening): readonly Target[] =>
  rights.fields.flatMap(({ target, cells }) => (cells[door] === opening ? [target] : []));

const inserting = fieldDoors.findIndex(({ letter }) => letter === 'i');

/** Whether a new record must own rows with a field that is closed to the person: then there are too few of them. */
const lacksRows = ({ place, fields }: RegistryRights): boolean =>
  place.entity.children.some(
    (child) =>
      child.minItems > 0 &&
      fields.some(
        ({ target, cells }) => target.child === child && target.field.required && cells[inserting] === 'closed',
      ),
  );

/** Whether a new record needs a field that is closed to the person: then it is refused whole. */
const wants = ({ fields, doors }: RegistryRights): boolean =>
  doors[registryDoors.findIndex(({ letter }) => letter === 'i')] === true &&
  fields.some(({ target, cells }) => !target.child && target.field.required && cells[inserting] === 'closed');

const cellsOf = ({ doors, fields }: RegistryRights): readonly unknown[] => [
  ...doors.filter((door) => door !== undefined),
  ...fields.flatMap((field) => field.cells.filter((cell) => cell !== undefined)),
];

/** Of the screens on one route everybody has the first that may be opened: no request leads to another. */
const leadsElsewhere = async (
  caller: Caller,
  rights: RegistryRights,
  all: readonly RegistryRights[],
): Promise<boolean> => {
  const { path } = rights.place.screen;
  const screenDoor = registryDoors.findIndex(({ letter }) => letter === 't');
  const other = all.find((one) => one.place.screen.path === path && one.doors[screenDoor] === true);
  if (other === undefined || other === rights) return false;
  const answer = await caller.call('GET', `/api/model/screen?path=${path}`);
  expect((answer.json() as ScreenModel).screen.folder, path).toBe(other.place.screen.folder);
  return true;
};

/** Whether only one record may point at the one sample there is: a second is let in at the door and then refused. */
const isTaken = ({ fields }: Entity): boolean => fields.some(({ unique, relation }) => unique && relation);

forEachDatabase((open, kind) => {
  let database: Database;
  let callers: ReadonlyMap<string, Caller>;
  let samples: Samples;
  let admin: Caller;
  /** What the quick search reads of the records that others are found by, by entity and id. */
  const relatedTexts = new Map<string, readonly string[]>();
  /** Cells confirmed. */
  let confirmed = 0;
  /** Cells of the search by a word that the sample does not have. */
  let untold = 0;

  beforeAll(async () => {
    database = await open({ from: 'product' });
    const product = await startTestProduct(database, { rules: false });
    await createFirstUsers(database, model, { demonstration: true, administrator: undefined });
    if (kind === 'pglite') await database.execute('update usuario set bloqueado = false');
    admin = await product.as(administrator.login, administrator.password);
    // A session is a record too: its last use moves on while one asks, unless it is later than now.
    await database.execute(`update fichario.session set seen_at = now() + interval '1 day'`);
    // Nobody writes what the engine keeps of itself: one of each, with a value in every field.
    await database.execute(`insert into fichario.access_event (kind, login, actor, address, agent, detail) values
        ('rightsChanged', 'ana', 'beto', '10.0.0.1', 'Firefox',
          '{"reason": "password", "entity": "regra", "operation": "update", "count": 2, "records": [7, 9]}');
      insert into fichario.sensitive_read (usuario_id, login, request, origin, door, path, record_id, filter, fields, rows)
        values (1, 'ana', 'r1', 'screen 10.0.0.1', 'rows', '/bancos', 7, '{id}', '{banco.nome}', 1)`);
    samples = await createSamples(admin, database);
    const targets = Object.values(model.entities).flatMap(({ fields, searchThrough = [] }) =>
      searchThrough.flatMap((name) => fields.find((field) => field.name === name)?.relation?.entity ?? []),
    );
    for (const name of new Set(targets)) {
      const found = await database.query<{ id: string; busca: string }>({
        text: `select id::text as id, busca from ${name}`,
        values: [],
      });
      for (const { id, busca } of found.rows) relatedTexts.set(`${name} ${id}`, [busca]);
    }
    await linkDemonstrationUsers(database);
    callers = new Map(
      await Promise.all(
        demonstrationUsers.map(
          async ({ login, password }): Promise<[string, Caller]> => [login, await product.as(login, password)],
        ),
      ),
    );
  });

  const sampleOf = ({ place }: RegistryRights): Sample => samples.of(place.screen);

  /** Asks a registry by each of its doors. */
  const askDoors = async (caller: Caller, rights: RegistryRights): Promise<void> => {
    const { screen, entity } = rights.place;
    const { id } = sampleOf(rights);
    const path = `/api${screen.path}`;
    const inserts = fieldDoors.findIndex(({ letter }) => letter === 'i');
    // Of a field that is closed to the person nothing is sent; the doors of fields hold what is said then.
    const written = new Set(
      targetsAre(rights, inserts, 'open').map(({ field, child }) => (child ? `${child.name}.` : '') + field.column),
    );
    const openOf = (row: Row): Row =>
      Object.fromEntries(
        Object.entries(row).flatMap(([key, value]): [string, unknown][] => {
          if (Array.isArray(value)) {
            // Without what is closed, and not at all where they need that.
            const needed = rights.fields.some(
              ({ target: { child, field }, cells }) =>
                child?.name === key && field.required && cells[inserts] === 'closed',
            );
            const rows = (value as readonly Row[]).map((one) =>
              Object.fromEntries(Object.entries(one).filter(([name]) => written.has(`${key}.${name}`))),
            );
            return needed || rows.some((one) => Object.keys(one).length === 0) ? [] : [[key, rows]];
          }
          return written.has(key) ? [[key, value]] : [];
        }),
      );
    const whole = await samples.fresh(screen);
    const fresh = written.size === 0 ? whole : openOf(whole);
    const search = fieldDoors.findIndex(({ letter }) => letter === 'b');
    const searchable = targetsAre(rights, search, 'open').length > 0;
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
    // The doors are open, and there is no row behind them.
    const blind = rights.rows === 'none';
    for (const [index, { letter }] of registryDoors.entries()) {
      // With its fields, by a file.
      if (letter === 'c') continue;
      const [method, url, more] = asked[letter] ?? ['GET', ''];
      const answer = await caller.call(method, url, more);
      const said = `${letter} ${method} ${url}: ${answer.statusCode} ${answer.body.slice(0, 300)}`;
      // Where the person may search by no field, there may be nothing to hold the term against.
      if (letter === 'p' && rights.doors[index] && !searchable) expect([200, 400], said).toContain(answer.statusCode);
      else if (letter === 'i' && rights.doors[index] && (wants(rights) || blind))
        expect(answer.statusCode, said).toBe(403);
      else if (letter === 'I' && rights.doors[index] && (wants(rights) || blind))
        expect(answer.json(), said).toMatchObject([{ status: 403 }]);
      else if (letter === 'i' && rights.doors[index] && lacksRows(rights)) expect(answer.statusCode, said).toBe(422);
      else if (letter === 'I' && rights.doors[index] && lacksRows(rights))
        expect(answer.json(), said).toMatchObject([{ status: 422 }]);
      else if (letter === 'r' && rights.doors[index] && blind) expect(answer.statusCode, said).toBe(406);
      else if (letter === 'h' && rights.doors[index] && blind) expect(answer.statusCode, said).toBe(404);
      else if ('iI'.includes(letter) && rights.doors[index] && isTaken(entity))
        expect([200, 201, 409], said).toContain(answer.statusCode);
      // The rows of a view are not each person's.
      else if (letter === 'r' && rights.doors[index] && entity.view)
        expect([200, 406], said).toContain(answer.statusCode);
      else if (rights.doors[index]) expect(answer.statusCode, said).toBeLessThan(300);
      else
        expect(hasTable(entity) && entity.withheld === undefined ? [403] : [403, 405], said).toContain(
          answer.statusCode,
        );
      confirmed += 1;
    }
  };

  /** Rows of an answer to a query of a door. */
  const query = async (caller: Caller, rights: RegistryRights, door: FieldDoor, targets: readonly Target[]) => {
    const { url, headers = {} } = door.ask?.(rights.place, targets) ?? { url: '' };
    return caller.call('GET', `/api${url.replaceAll('{id}', String(sampleOf(rights).id))}`, { headers });
  };

  /** The record of a list that has it on a later page. */
  const furtherOn = async (caller: Caller, rights: RegistryRights, door: FieldDoor, targets: readonly Target[]) => {
    const { url } = door.ask?.(rights.place, targets) ?? { url: '' };
    const answer = await caller.call('GET', `/api${url}&id=eq.${sampleOf(rights).id}`);
    return (answer.json() as Row[])[0];
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
        const found = rows.find((other) => other['id'] === id) ?? (await furtherOn(caller, rights, door, part));
        if (rights.rows === 'none') expect([found, rows], said).toEqual([undefined, []]);
        // The row of a view may be another person's: the door is open, and nothing of it is there.
        const compared = found === undefined && (rights.place.entity.view || rights.rows === 'none') ? [] : part;
        for (const target of compared.filter((one) => opened.includes(one)))
          expect([target.name, valueIn(found, target)], said).toEqual([target.name, valueIn(row, target)]);
        for (const target of compared.filter((one) => masked.includes(one))) {
          expect(valueIn(found, target), `${target.name} ${said}`).toBeDefined();
          if (valueIn(row, target) !== null) expect(valueIn(found, target), said).not.toEqual(valueIn(row, target));
        }
      }
      if (door.letter === 'k') {
        const header = answer.body.split('\n', 1)[0]?.trim().split(',') ?? [];
        expect(header, said).toEqual(
          expect.arrayContaining(part.map(({ field, child }) => child?.name ?? field.column)),
        );
        // A letter or two stand in any file, and what an open field has too is open.
        const shown = new Set(opened.map((target) => valueIn(row, target)));
        for (const target of masked) {
          const value = valueIn(row, target);
          if (typeof value === 'string' && value.length > 3 && !shown.has(value))
            expect(answer.body).not.toContain(value);
        }
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
    const listed = rights.doors[registryDoors.findIndex(({ letter }) => letter === 'l')] ?? false;
    const folded = (value: unknown): string =>
      String(value ?? '')
        .normalize('NFD')
        .replace(/\p{M}/gu, '')
        .toLowerCase();
    const { entity, access, screen } = rights.place;
    const scope = new Scope(model, access, entity, 't', screen);
    const through = (entity.searchThrough ?? []).filter((name) => scope.searches(name));
    const related = through.flatMap((name) => {
      const field = entity.fields.find((one) => one.name === name);
      const target = model.entities[field?.relation?.entity ?? ''];
      const texts = relatedTexts.get(`${target?.name} ${row[field?.column ?? '']}`);
      return texts ?? [];
    });
    const foundIn = [...targetsAre(rights, index, 'open').map((target) => valueIn(row, target)), ...related]
      .map(folded)
      .join('\n');
    for (const { target, cells } of rights.fields) {
      if (cells[index] === undefined) continue;
      const value = valueIn(row, target);
      // The word of a closed field may stand in one that is open too: nothing can be told from it, nor from an empty one.
      const stands = cells[index] !== 'open' && foundIn.includes(folded(value));
      if (value === undefined || value === null || stands) {
        untold += 1;
        continue;
      }
      confirmed += 1;
      const words = encodeURIComponent(String(value));
      // Who opens one record by its id may hold its words against it: the door is the search of the list.
      const which = listed ? `&id=eq.${id}` : '';
      const answer = await caller.call('GET', `/api${rights.place.screen.path}?select=id${which}&q=${words}`);
      const found = answer.statusCode === 200 ? (answer.json() as Row[]).length : -1;
      const said = `b ${rights.place.screen.path} ${target.name} ${answer.body}`;
      if (cells[index] === 'open' && rights.rows !== 'none') expect(found, said).toBe(1);
      else expect(found, said).toBeLessThan(1);
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
        // What has no covered form is read as empty, and being empty all along is no change.
        const told = rights.rows !== 'none' && (cell === 'open' || coverOf(field) !== 'nothing');
        expect([key, seen.has(key)]).toEqual([key, told && all.has(key)]);
        // Who may not know the record that is pointed at reads its number, or its label with a part of it covered.
        const named = field.relation === undefined || !/^#\d+$|•/.test(String(seen.get(key)));
        if (cell === 'open' && named) expect([key, seen.get(key)]).toEqual([key, all.get(key)]);
        else if (cell !== 'open' && all.has(key)) expect([key, seen.get(key)]).not.toEqual([key, all.get(key)]);
      }
      confirmed += 1;
    }
  };

  /** A write of the fields that are open together, and of each that is closed, alone. */
  const askWrite = async (caller: Caller, rights: RegistryRights, index: number, inserts: boolean): Promise<void> => {
    const { screen, entity, access } = rights.place;
    const sample = sampleOf(rights);
    const source = inserts ? await samples.fresh(screen) : sample.row;
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
    const action = inserts ? 'insert' : 'update';
    const withholds = access.can(action, entity.subject) && !isOffered(entity, action);
    const write = (body: Row) =>
      inserts
        ? caller.call('POST', `/api${screen.path}`, { body, headers: undone })
        : caller.call('PATCH', `/api${screen.path}?id=eq.${sample.id}`, { body, headers: undone });
    const opened = targetsAre(rights, index, 'open');
    const closed = targetsAre(rights, index, 'closed');
    // A new row whose required fields are not all open is refused whole: the others go without it.
    const whole = opened.filter(
      ({ child }) => !inserts || !closed.some((other) => child && other.child === child && other.field.required),
    );
    if (inserts && (wants(rights) || lacksRows(rights) || rights.rows === 'none') && opened.length > 0) {
      const answer = await write(bodyOf(whole));
      expect(answer.statusCode, `${screen.path} ${answer.body}`).toBe(lacksRows(rights) ? 422 : 403);
    } else if (opened.length > 0) {
      const answer = await write(bodyOf(whole));
      const good = inserts ? [201, ...(isTaken(entity) ? [409] : [])] : [204];
      expect(good, `${screen.path} ${answer.body}`).toContain(answer.statusCode);
    } else if (closed.length > 0) {
      const answer = await write(bodyOf(closed));
      expect(answer.statusCode, `${screen.path} ${answer.body}`).toBe(hasTable(entity) && !withholds ? 403 : 405);
    }
    if (opened.length > 0 && !(inserts && wants(rights)))
      for (const target of closed) {
        const answer = await write(bodyOf([target]));
        expect([400, 422], `${screen.path} ${target.name} ${answer.body}`).toContain(answer.statusCode);
      }
    confirmed += opened.length + closed.length;
  };

  /**
   * A file is sent and said to bring records under way. Who may load is offered the open fields, and no other may be named;
   * who may not is offered no load, and is refused where one is asked for.
   */
  const askLoad = async (caller: Caller, rights: RegistryRights, index: number): Promise<void> => {
    const { path } = rights.place.screen;
    const door = rights.doors[registryDoors.findIndex(({ letter }) => letter === 'c')];
    if (door === undefined) return;
    // A person sends no such number of files in a minute.
    await database.execute(`delete from fichario.turn where key like 'import:%'`);
    const sent = await post(caller, path, 'a\n1\n');
    const nameOf = ({ child, field }: Target): string => fieldPath({ child, field });
    const opened = targetsAre(rights, index, 'open').map(nameOf);
    const closed = targetsAre(rights, index, 'closed').map(nameOf);
    const detail = sent.statusCode === 201 ? (sent.json() as ImportDetail) : undefined;
    const offered = detail?.load?.fields.map(({ field }) => field);
    const said = `c ${path}: ${sent.statusCode} ${sent.body.slice(0, 300)}`;
    expect(offered?.toSorted(), said).toEqual(door ? opened.toSorted() : undefined);
    expect(opened.length > 0, said).toBe(door);
    if (detail === undefined) expect(sent.statusCode, said).toBe(403);
    else {
      for (const field of door ? closed : closed.slice(0, 1)) {
        const answer = await askCheck(caller, detail, {
          columns: [{ column: 0, field }],
          key: [],
          mode: 'insert',
          whole: false,
          load: true,
        });
        const { statusCode, body } = answer;
        expect([statusCode, body.includes('não é um campo que se preenche')], `${said} ${field} ${body}`).toEqual(
          door ? [422, true] : [403, false],
        );
      }
      await dropFile(caller, detail);
    }
    confirmed += 1 + opened.length + closed.length;
  };

  const askField = async (caller: Caller, rights: RegistryRights): Promise<void> => {
    for (const [index, door] of fieldDoors.entries()) {
      if (door.ask) await askQuery(caller, rights, door, index);
      else if (door.letter === 'b') await askSearch(caller, rights, index);
      else if (door.letter === 't') await askScreen(caller, rights, index);
      else if (door.letter === 'h') await askHistory(caller, rights, index);
      else if (door.letter === 'c') await askLoad(caller, rights, index);
      else await askWrite(caller, rights, index, door.letter === 'i');
    }
  };

  /** What the person meets in a registry. */
  const traitsOf = ({ doors, fields }: RegistryRights): readonly string[] => [
    doors.join(),
    ...fields.map(({ target: { field, child }, cells }) => [field.type, child ? 'row' : '', ...cells].join()),
  ];
  const chosen = (rights: readonly RegistryRights[]): readonly RegistryRights[] =>
    kind === 'postgres' ? rights : drawSample(rights, traitsOf);

  describe('the matrix of rights', () => {
    test.each(people.map((person) => [person.login, person] as const))(
      'holds for %s',
      async (login, person) => {
        const caller = callers.get(login);
        if (!caller) throw new Error(`${login} did not sign in`);
        const me = (await caller.call('GET', '/api/auth/me')).json() as { user: { permissions: string[] } };
        const pairs = person.grants.groups.flatMap((group) => group.pairs);
        expect(me.user.permissions.toSorted()).toEqual((person.grants.user.admin ? ['all:manage'] : pairs).toSorted());
        const access = createAccess(person.grants);
        const menu = (await caller.call('GET', '/api/model')).json() as MenuModel;
        for (const { screen, open: shown } of otherScreens(model, access))
          expect([screen.path, menu.entries.some(({ path }) => path === screen.path)]).toEqual([screen.path, shown]);
        const rights = expectedOf(person);
        const before = confirmed;
        const untoldBefore = untold;
        const asked = chosen(rights);
        for (const registry of asked) {
          if (await leadsElsewhere(caller, registry, rights)) confirmed += cellsOf(registry).length;
          else {
            await askDoors(caller, registry);
            await askField(caller, registry);
          }
        }
        const cells = asked.flatMap(cellsOf).length;
        expect(untold - untoldBefore).toBeLessThanOrEqual(cells / 1000);
        expect(confirmed - before).toBe(cells - (untold - untoldBefore));
        // Hundreds of requests.
      },
      300_000,
    );
  });
});
