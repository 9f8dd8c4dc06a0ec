/**
 * The contract: what the document says of every operation, the running product does. Requests are made from the
 * document alone; every answer is held against it. Of the registries it is a sample with every shape there is, and
 * all of them in `npm run test:all`.
 */
import { rmSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApi } from '../../../engine/api/index.ts';
import type { Entity } from '../../../engine/model/types.ts';
import { apiCalls } from '../../../src/api-calls.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { sampleRegistries } from '../../support/drawn-sample.ts';
import { makeMemoryFolder } from '../../support/memory-folder.ts';
import type { Json, OpenApiDocument, Placed } from '../../support/openapi-document.ts';
import { follow, operationsOf } from '../../support/openapi-document.ts';
import type { Caller } from '../../support/product.ts';
import { administrator, createUser, startTestProduct } from '../../support/product.ts';
import { settleIn } from '../../support/records/settle-in.ts';
import { clinicFiles } from './clinic-files.ts';
import type { FileField } from './openapi-attachments.ts';
import { fileFieldsOf } from './openapi-attachments.ts';
import { DocumentedApi } from './openapi-caller.ts';
import type { CallStage } from './openapi-calls.ts';
import {
  askBatches,
  askClosed,
  askCopies,
  askNotices,
  askPasswords,
  askReasons,
  askRights,
  askSessions,
} from './openapi-calls.ts';
import { askImports } from './openapi-imports.ts';
import { askJobs } from './openapi-jobs.ts';

/** What the parts of the document are called that belong to a route: by its folder, which has all of it or its last part. */
const componentOf = ({ components }: OpenApiDocument, path: string): string => {
  const whole = path.slice(1).replaceAll('/', '-');
  return Object.hasOwn(components['schemas'] ?? {}, whole) ? whole : (path.split('/').at(-1) ?? '');
};

const representation = { prefer: 'return=representation' };
const singular = { accept: 'application/vnd.pgrst.object+json' };
const object = { ...representation, ...singular };
const stale = { 'if-match': '"999999"' };
const noFile = '00000000-0000-4000-8000-000000000000';

/**
 * Statuses that no request of this test can bring about: two relations to one target, busy databases, faults, floods, and
 * the last administrator, who is another one here, and files that changed since the start.
 */
const unprovoked = /^(\S+ (300|429|500|503|504)|change_group_permissions 409|label_explanation 409)$/;

const files = {
  ...clinicFiles,
  'schemas/teste/fichas-por-situacao/columns.json': {
    entity: 'ficha',
    path: '/relatorio/fichas-por-situacao',
    title: 'Fichas por situação',
    icon: 'table',
    permission: { action: 'rep901', subject: 'report' },
    parent: '/',
    columns: ['numero', 'valor'],
    totals: ['valor'],
    report: { groups: ['situacao'] },
  },
};

forEachDatabase((open) => {
  let data: string;
  let api: DocumentedApi;
  let admin: Caller;
  let nobody: Caller;
  let lister: Caller;
  let anonymous: Caller;
  let expired: Caller;
  let ofNobody: OpenApiDocument;
  let stage: CallStage;
  /** Of every registry the path, and whether it is in the sample; the longest paths first. */
  let registries: readonly (readonly [path: string, drawn: boolean])[];
  const documentOf = async (who: Caller): Promise<OpenApiDocument> =>
    (await who.call('GET', '/api/openapi.json')).json() as OpenApiDocument;

  afterAll(() => rmSync(data, { recursive: true, force: true }));

  beforeAll(async () => {
    const database = await open({ from: 'product' });
    data = makeMemoryFolder();
    const product = await startTestProduct(database, { files, rules: false, folder: data });
    admin = await product.as(administrator.login, administrator.password);
    // What a report tells of is made elsewhere.
    const told = await admin.call('POST', '/api/fichas', { body: { numero: 'do relatório', valor: 1 } });
    expect(told.statusCode).toBe(201);
    const login = async (name: string, rights: readonly string[]): Promise<Caller> => {
      const user = await createUser(database, name, rights);
      return product.as(user.login, user.password);
    };
    nobody = await login('ninguem', []);
    lister = await login('leitor', ['ficha:list', 'clinica:view', 'amostra:insert']);
    anonymous = {
      token: '',
      call: (method, url, more = {}) =>
        admin.call(method, url, { ...more, headers: { ...more.headers, authorization: '' } }),
    };
    // Bodies that met a row with the same key leave their files behind.
    const forget = `delete from fichario.turn where key like 'attachment:%';
      delete from fichario.attachment where record_id is null and uploaded_at < (
        select min(uploaded_at) from (select uploaded_at from fichario.attachment where record_id is null
          order by uploaded_at desc limit 50) as late)`;
    const { model } = product.runtime.current;
    const settle = settleIn(database);
    api = new DocumentedApi(await documentOf(admin), admin, {
      refill: () => database.execute(forget),
      settle: (resource, id, lacking) => {
        const found = model.screens.find((screen) => screen.kind === 'registry' && screen.path === resource);
        if (found?.kind !== 'registry') throw new Error(`no registry at ${resource}`);
        return settle(found.entity, id, lacking);
      },
    });
    const reading = {
      text: `insert into fichario.sensitive_read (usuario_id, login, request, origin, door, path, filter, fields, rows)
        select 1, 'leitor', 'a', 'api 127.0.0.1', 'rows', '/fichas', '{}', '{valor}', 1 from generate_series(1, 2)`,
      values: [],
    };
    await database.query(reading);
    ofNobody = await documentOf(nobody);
    stage = { api, product, admin, nobody, anonymous, login };
    // Views and reports of the product stand on records of many others, and what is the only one to point somewhere on one each: how
    // they are served is asked of those of the fixtures.
    const isMade = ({ view, fields }: Entity): boolean =>
      view === undefined && !fields.some(({ unique, relation }) => unique && relation !== undefined);
    const drawn = sampleRegistries(model, ['teste']).filter(({ entity, module, report }) => {
      const found = model.entities[entity];
      return module === 'teste' || (report === undefined && found !== undefined && isMade(found));
    });
    registries = model.screens
      .flatMap((screen) => (screen.kind === 'registry' ? [[screen.path, drawn.includes(screen)] as const] : []))
      .toSorted(([one], [other]) => other.length - one.length);
    await login('vencido', []);
    const expire = { text: `update usuario set senha_expirada = true where login = 'vencido'`, values: [] };
    await database.query(expire);
    product.runtime.sessions.forget();
    expired = await product.as('vencido', 'senha-de-teste');
  });

  const isAsked = (path: string): boolean => {
    const place = `${path.replace(/^\/anexos\//, '/')}/`;
    const [, drawn = true] = registries.find(([resource]) => place.startsWith(`${resource}/`)) ?? [];
    return drawn;
  };
  const asked = (): readonly Placed[] => operationsOf(api.document).filter(({ path }) => isAsked(path));
  /** Operations whose id begins so: one of each registry that is asked. */
  const all = (verb: string): readonly Placed[] => {
    const found = asked().filter(({ operation }) => operation.operationId.startsWith(`${verb}_`));
    expect(found.length).toBeGreaterThan(3);
    return found;
  };
  /** A block for each of them, on its own rows. */
  const onEach = async (verb: string, block: (placed: Placed) => Promise<void>): Promise<void> => {
    for (const placed of all(verb)) {
      const resource = placed.path.replace(/\/(\{|historico).*$/, '');
      await api.on(resource, () => block(placed));
    }
  };
  const idOf = (row: Json): number => Number(row['id']);

  const mediaOf = ({ operation }: Placed): readonly string[] => {
    const { content } = follow(api.document, operation.responses['200'] ?? {}) as { content?: object };
    return Object.keys(content ?? {});
  };

  /** What every operation refuses alike: no token, no right. */
  const askStrangers = async (placed: Placed, url: string, more = {}): Promise<void> => {
    await api.ask(placed, url, [401], more, anonymous);
    const isOpen = ofNobody.paths[placed.path]?.[placed.method] !== undefined;
    if (!isOpen || placed.operation.responses['403'])
      await api.ask(placed, url, [403], more, isOpen ? expired : nobody);
  };

  const refuseBodies = async (placed: Placed, url: string): Promise<void> => {
    const json = { 'content-type': 'application/json' };
    await api.ask(placed, url, [400], { text: '{"', headers: json });
    await api.ask(placed, url, [415], { text: 'a=1', headers: { 'content-type': 'application/x-outro' } });
    await api.ask(placed, url, [422], { body: { coluna_que_nao_ha: 1 } });
  };

  /** Whether rows of its own must come with the record: those are neither upserted nor sent as CSV. */
  const owns = (schema: Json): boolean => {
    const { properties, required } = schema as {
      properties: Readonly<Record<string, Json>>;
      required: readonly string[];
    };
    return required.some((name) => properties[name]?.['type'] === 'array');
  };

  /** Whether records are changed at all but by being moved to another state. */
  const isChanged = (path: string): boolean => {
    const { parameters } = api.operation(path, 'patch') ?? {};
    const named = parameters?.map((one) => follow(api.document, one)).find(({ name }) => name === 'transition');
    return parameters !== undefined && named?.['required'] !== true;
  };

  const askFlat = async (placed: Placed): Promise<void> => {
    const { path } = placed;
    const flat = async () =>
      Object.fromEntries(
        Object.entries(await api.body(placed, 'full', path, true)).filter(([, value]) => !Array.isArray(value)),
      );
    const inserted = await api.write(placed, path, 201, flat, representation);
    const [row] = inserted.json() as [Json];
    const again = async () => ({ ...(await flat()), id: row['id'] });
    if (isChanged(path))
      await api.write(placed, path, 200, again, { prefer: 'return=representation, resolution=merge-duplicates' });
    await api.write(placed, path, 201, again, { prefer: 'resolution=ignore-duplicates' });
    const line = await flat();
    const text = [Object.keys(line), Object.values(line)].map((cells) => cells.join()).join('\n');
    await api.ask(placed, path, [201, 409], { text, headers: { 'content-type': 'text/csv' } });
  };

  test('inserts as documented', async () => {
    await onEach('insert', async (placed) => {
      const { path } = placed;
      const schema = api.bodySchema(placed.operation);
      const full = () => api.body(placed, 'full');
      const columns = api.schema({ $ref: `#/components/schemas/${componentOf(api.document, path)}` });
      const { properties } = columns as { properties: Readonly<Record<string, Json>> };
      const whole = await api.send(placed, path, 201, 'full', representation);
      expect([path, Object.keys((whole.json() as readonly Json[])[0] ?? {})]).toEqual([
        path,
        Object.keys(properties).filter((name) => !properties[name]?.['x-embed'] && !properties[name]?.['x-asked']),
      ]);
      const body = await full();
      await api.ask(placed, path, [201, 409], { body });
      // The same again, where something may not repeat.
      await api.ask(placed, path, [201, 409], { body });
      await api.send(placed, path, 201, 'required');
      await api.send(placed, path, 201, 'full', object);
      const two = async () => [await full(), await full()];
      await api.write(placed, path, 201, two, representation);
      await api.write(placed, path, 406, two, object);
      await api.send(placed, path, 201, 'full', { prefer: 'tx=rollback, handling=strict, missing=default' });
      await api.ask(placed, path, [400], { body, headers: { prefer: 'handling=strict, nada=1' } });
      if (!owns(schema)) await askFlat(placed);
      await refuseBodies(placed, path);
      await askStrangers(placed, path, { body });
    });
    const [first] = all('insert');
    if (first) await api.ask(first, first.path, [413], { body: { nome: 'x'.repeat(9 * 1024 * 1024) } });
  });

  test('reads pages, single records and every media type as documented', async () => {
    await onEach('list', async (placed) => {
      const { path } = placed;
      const [id, other] = [idOf(await api.row(path, 'full', 1)), idOf(await api.row(path, 'full'))];
      const some = `${path}?id=in.(${id},${other})`;
      await api.ask(placed, path, [200]);
      const first = await api.ask(placed, `${some}&order=id&limit=1`, [206], { headers: { prefer: 'count=exact' } });
      expect(first.headers['content-range']).toBe('0-0/2');
      const cursor = String(first.headers['fichario-next-cursor']);
      const next = await api.ask(placed, `${some}&order=id&limit=1&cursor=${cursor}`, [200]);
      expect((next.json() as readonly Json[]).map(idOf)).toEqual([other]);
      const one = await api.ask(placed, `${path}?id=eq.${id}`, [200], { headers: singular });
      expect(one.headers['etag']).toBe('"1"');
      for (const type of mediaOf(placed)) {
        const answer = await api.ask(placed, `${path}?id=eq.${id}`, [200], { headers: { accept: type } });
        expect(String(answer.headers['content-type'])).toContain(type);
      }
      await api.ask(placed, path, [406], { headers: { accept: 'application/xml' } });
      for (const range of ['0-0', '0-1']) {
        const ranged = await api.ask(placed, some, [200], { headers: { range } });
        expect(ranged.headers['content-range']).toBe(`${range}/*`);
      }
      await api.ask(placed, `${path}?id=eq.0`, [406], { headers: singular });
      await api.ask(placed, `${path}?offset=100000`, [416], { headers: { prefer: 'count=exact' } });
      await api.ask(placed, `${path}?q=abc`, [200, 400]);
      await api.ask(placed, `${path}?or=(id.eq.${id},id.eq.${other})&and=(id.gt.0,id.not.eq.${id})`, [200]);
      for (const bad of [
        'coluna_que_nao_ha=eq.1',
        'select=coluna_que_nao_ha',
        'id=igual.1',
        'id=eq.abc',
        'limit=100000',
      ])
        await api.ask(placed, `${path}?${bad}`, [400]);
      await askStrangers(placed, path);
    });
  });

  /** A filter of each operator that the document gives the column, all at once. */
  const filtersOf = (parameter: Json, value: unknown): readonly string[] => {
    const { pattern } = parameter['schema'] as { pattern: string };
    const operators = (/\(([a-z|]+)\)/.exec(pattern)?.[1] ?? '').split('|');
    const text = encodeURIComponent(String(value));
    return operators.flatMap((operator) => {
      if (operator === 'is') return [`${parameter['name']}=is.null`, `${parameter['name']}=not.is.null`];
      // What nobody has given a value shows none of the form that it has.
      if (value === null) return [];
      // Not every text is a query of `to_tsquery`.
      const asked = operator === 'in' ? `(${text})` : operator === 'fts' ? 'abc' : text;
      return [`${parameter['name']}=not.${operator}.${asked}`];
    });
  };

  test('takes every documented filter, order and embedded relation', async () => {
    await onEach('list', async (placed) => {
      const { path, operation } = placed;
      const row = await api.row(path, 'full');
      for (const parameter of (operation.parameters ?? []).map((one) => follow(api.document, one))) {
        const name = String(parameter['name']);
        if (parameter['in'] !== 'query' || !/operador\.valor/.test(String(parameter['description']))) continue;
        await api.ask(placed, `${path}?${filtersOf(parameter, row[name]).join('&')}`, [200]);
        await api.ask(placed, `${path}?order=${name}.desc.nullslast&limit=2`, [200]);
      }
      const { properties } = api.schema({ $ref: `#/components/schemas/${componentOf(api.document, path)}` }) as {
        properties: Readonly<Record<string, Json>>;
      };
      for (const [name, property] of Object.entries(properties)) {
        if (property['x-embed'] !== true) continue;
        const answer = await api.ask(placed, `${path}?id=eq.${idOf(row)}&select=id,${name}(*)`, [200, 300]);
        if (answer.statusCode === 200)
          expect(Object.keys((answer.json() as readonly Json[])[0] ?? {})).toEqual(['id', name]);
      }
    });
  });

  test('counts as documented', async () => {
    await onEach('count', async (placed) => {
      const { path } = placed;
      await api.row(path, 'required');
      await api.ask(placed, path, [200]);
      for (const kind of ['exact', 'planned', 'estimated'])
        await api.ask(placed, `${path}?limit=1`, [200, 206], { headers: { prefer: `count=${kind}` } });
      await api.ask(placed, `${path}?coluna_que_nao_ha=eq.1`, [400]);
      await api.ask(placed, path, [406], { headers: { accept: 'application/xml' } });
      await api.ask(placed, `${path}?offset=100000`, [416], { headers: { prefer: 'count=exact' } });
      await askStrangers(placed, path);
    });
  });

  test('updates as documented', async () => {
    await onEach('update', async (placed) => {
      const { path, operation } = placed;
      if (!isChanged(path)) return;
      const schema = api.bodySchema(operation);
      const known = await api.insert(path, 'full');
      const id = idOf(await api.insert(path, 'full'));
      const url = `${path}?id=eq.${id}`;
      await api.send(placed, url, 204, 'full');
      await api.send(placed, url, 200, 'full', representation);
      await api.send(placed, url, 200, 'full', object);
      const body = await api.body(placed, 'full', url);
      await api.ask(placed, url, [412], { body, headers: stale });
      await api.ask(placed, `${path}?id=eq.0`, [404], { body, headers: stale });
      await api.ask(placed, `${path}?id=eq.0`, [406], { body, headers: object });
      await api.ask(placed, path, [400], { body });
      const written = Object.keys((schema as { properties: object }).properties);
      const same = Object.fromEntries(written.filter((name) => name in known).map((name) => [name, known[name]]));
      await api.ask(placed, url, [204, 409], { body: same });
      await refuseBodies(placed, url);
      await askStrangers(placed, url, { body });
    });
    const [first] = all('update');
    if (first) await api.ask(first, `${first.path}?id=eq.1`, [413], { body: { nome: 'x'.repeat(9 * 1024 * 1024) } });
  });

  test('tells the history as documented', async () => {
    await onEach('history', async (placed) => {
      const resource = placed.path.replace('/{id}/historico', '');
      const id = idOf(await api.row(resource, 'full'));
      const answer = await api.ask(placed, `${resource}/${id}/historico`, [200]);
      expect((answer.json() as readonly Json[]).map(({ operation }) => operation)).toEqual(['insert']);
      await api.ask(placed, `${resource}/999999999/historico`, [404]);
      await askStrangers(placed, `${resource}/${id}/historico`);
    });
  });

  test('tells who points at a record as documented', async () => {
    await onEach('linked', async (placed) => {
      const resource = placed.path.replace('/{id}/ligados', '');
      await api.ask(placed, `${resource}/999999999/ligados`, [404]);
      await askStrangers(placed, `${resource}/1/ligados`);
      // Nobody makes the rows of a view, or of a log.
      if (!api.document.paths[resource]?.['post']) return;
      const id = idOf(await api.insert(resource, 'full'));
      expect((await api.ask(placed, `${resource}/${id}/ligados`, [200])).json()).toEqual([]);
      await api.ask(placed, `${resource}/${id}/ligados?limit=1`, [400]);
    });
  });

  const deleteOne = async (resource: string): Promise<number> => {
    const id = idOf(await api.insert(resource, 'full'));
    await api.ask(api.placed(resource, 'delete'), `${resource}?id=eq.${id}`, [204]);
    return id;
  };

  test('lists what was deleted as documented, and restores it', async () => {
    await onEach('deleted', async (placed) => {
      const resource = placed.path.replace('/historico/excluidos', '');
      const first = await api.ask(placed, `${placed.path}?limit=1&cursor=x`, [400]);
      expect(first.statusCode).toBe(400);
      await askStrangers(placed, placed.path);
      if (!api.document.paths[resource]?.['delete']) return void (await api.ask(placed, placed.path, [200]));
      const id = await deleteOne(resource);
      const answer = await api.ask(placed, `${placed.path}?limit=1`, [200]);
      expect((answer.json() as readonly Json[]).map((row) => row['id'])).toEqual([id]);
    });
    await onEach('restore', async (placed) => {
      const resource = placed.path.replace('/historico/excluidos/{id}', '');
      const at = (id: number): string => `${resource}/historico/excluidos/${id}`;
      await api.ask(placed, at(999_999_999), [404]);
      await api.ask(placed, `${at(1)}?x=1`, [400]);
      await askStrangers(placed, at(1));
      if (!api.document.paths[resource]?.['delete']) return;
      const answer = await api.ask(placed, at(await deleteOne(resource)), [201, 409, 422]);
      expect([201, 409, 422]).toContain(answer.statusCode);
    });
    const restoring = api.placed('/clinicas/historico/excluidos/{id}', 'post');
    const [void_, double] = [await deleteOne('/clinicas'), await deleteOne('/clinicas')];
    const there = await api.insert('/clinicas', 'full');
    await stage.product.database.execute(
      `update historico.clinica set nome = '' where id = ${void_} and _operacao = 'D';
       update historico.clinica set codigo = '${there['codigo']}' where id = ${double} and _operacao = 'D'`,
    );
    await api.ask(restoring, `/clinicas/historico/excluidos/${void_}`, [422]);
    await api.ask(restoring, `/clinicas/historico/excluidos/${double}`, [409]);
  });

  test('deletes as documented', async () => {
    await onEach('delete', async (placed) => {
      const { path } = placed;
      const fresh = async () => `${path}?id=eq.${idOf(await api.insert(path, 'full'))}`;
      await api.ask(placed, await fresh(), [204]);
      await api.ask(placed, await fresh(), [200], { headers: representation });
      await api.ask(placed, await fresh(), [200], { headers: object });
      await api.ask(placed, await fresh(), [412], { headers: stale });
      await api.ask(placed, `${path}?id=eq.0`, [404], { headers: stale });
      await api.ask(placed, `${path}?id=eq.0`, [406], { headers: object });
      await api.ask(placed, path, [400]);
      await askStrangers(placed, await fresh());
      // Among all of them are some that others point at.
      await api.ask(placed, `${path}?id=gt.0`, [204, 409], { headers: { prefer: 'tx=rollback' } });
    });
  });

  test('answers the short calls as documented', async () => {
    await onEach('find', async (placed) => {
      const resource = placed.path.replace('/{termo}', '');
      await api.row(resource, 'full');
      await api.ask(placed, `${resource}/a`, [200]);
      await api.ask(placed, `${resource}/a?coluna_que_nao_ha=eq.1`, [400]);
      await askStrangers(placed, `${resource}/a`);
    });
    for (const placed of asked().filter(({ operation }) => operation.operationId.startsWith('autocomplete_'))) {
      const url = placed.path.replace('{termo}', 'aaaaaaaaaa');
      await api.ask(placed, url, [200]);
      await api.ask(placed, `${url}?coluna_que_nao_ha=eq.1`, [400]);
      await askStrangers(placed, url);
    }
    const values = asked().filter(({ path }) => path.endsWith('/{valor}'));
    expect(values.length).toBeGreaterThan(0);
    for (const placed of values) {
      const [, resource = '', name = ''] = /^(.*)\/(\w+)\/\{valor\}$/.exec(placed.path) ?? [];
      const row = await api.row(resource, 'full');
      const url = `${resource}/${name}/${encodeURIComponent(String(row[name]))}`;
      const answer = await api.ask(placed, url, [200]);
      expect((answer.json() as readonly Json[]).map(idOf)).toContain(idOf(row));
      await api.ask(placed, `${url}?coluna_que_nao_ha=eq.1`, [400]);
      await askStrangers(placed, url);
    }
  });

  /** Every file of the field in turn; the record keeps the last one alone. */
  const askFiles = async (field: FileField): Promise<void> => {
    const { resource, column, send, take, head, erase, files, limit } = field;
    const row = await api.insert(resource, 'full');
    const [former] = row[column] as readonly [Json];
    const urlOf = (file: unknown): string => `/anexos${resource}/${idOf(row)}/${column}/${String(file)}`;
    const patch = api.operation(resource, 'patch');
    if (!patch) throw new Error(`nothing can be changed in ${resource}`);
    const change = { path: resource, method: 'patch', operation: patch } as const;
    let used = former;
    for (const [type, bytes] of files) {
      used = await api.sendFile(field, type);
      expect(used).toEqual({ id: used['id'], name: expect.stringMatching(/^arquivo\.\w+$/), type, size: bytes.length });
      await api.ask(change, `${resource}?id=eq.${idOf(row)}`, [204], { body: { [column]: [used] } });
      const whole = await api.ask(take, urlOf(used['id']), [200]);
      expect([whole.headers['content-type'], whole.rawPayload.equals(bytes)]).toEqual([type, true]);
    }

    const binary = { 'content-type': 'application/octet-stream' };
    const place = `${send.path}?name=arquivo`;
    const refused = [
      [413, Buffer.alloc(limit + 1)],
      [415, Buffer.from('nada que se conheça')],
      [422, Buffer.alloc(0)],
    ] as const;
    for (const [status, bytes] of refused) await api.ask(send, place, [status], { bytes, headers: binary });
    await askStrangers(send, place, { bytes: Buffer.from('a'), headers: binary });

    const size = Number(used['size']);
    const url = urlOf(used['id']);
    const part = await api.ask(take, url, [206], { headers: { range: 'bytes=1-3' } });
    expect([part.headers['content-range'], part.rawPayload.length]).toEqual([`bytes 1-3/${size}`, 3]);
    await api.ask(take, url, [416], { headers: { range: `bytes=${size}-` } });
    const told = await api.ask(head, url, [200]);
    expect(Number(told.headers['content-length'])).toBe(size);
    for (const placed of [take, head])
      await api.ask(placed, url, [304], { headers: { 'if-none-match': String(told.headers['etag']) } });
    await api.ask(erase, url, [409]);
    for (const placed of [take, head, erase]) {
      await api.ask(placed, urlOf(noFile), [404]);
      await askStrangers(placed, url);
    }
    await api.ask(erase, urlOf(former['id']), [204]);
    for (const placed of [take, head, erase]) await api.ask(placed, urlOf(former['id']), [410]);
  };

  test('sends, gives and erases files as documented', async () => {
    const fields = fileFieldsOf(api.document).filter(({ resource }) => isAsked(resource));
    expect(fields.length).toBeGreaterThan(0);
    for (const field of fields) await api.on(field.resource, () => askFiles(field));
  });

  test('answers the calls of session and model as documented', async () => {
    const at = (path: string, method: Placed['method']) => api.placed(path, method);
    const issue = at('/auth/token/issue', 'post');
    const credentials = { userId: administrator.login, password: administrator.password };
    const session = await api.ask(issue, issue.path, [200], { body: credentials }, anonymous);
    await api.ask(issue, issue.path, [400], { body: { userId: 'a' } }, anonymous);
    await api.ask(issue, issue.path, [401], { body: { ...credentials, password: 'outra' } }, anonymous);
    await api.ask(issue, issue.path, [413], { body: { ...credentials, password: 'x'.repeat(9 * 1024 * 1024) } });
    await api.ask(issue, issue.path, [415], { text: 'a', headers: { 'content-type': 'application/x-outro' } });
    for (const [path, query] of [
      ['/auth/me', ''],
      ['/model', ''],
      ['/model/screen', '?path=/fichas'],
      ['/openapi.json', ''],
    ] as const) {
      const placed = at(path, 'get');
      const answer = await api.ask(placed, `${path}${query}`, [200]);
      const known = { 'if-none-match': String(answer.headers['etag']) };
      await api.ask(placed, `${path}${query}`, [304], { headers: known });
      await askStrangers(placed, `${path}${query}`);
    }
    const [help, helpOfModule] = [at('/ajuda', 'get'), at('/ajuda/{modulo}', 'get')];
    for (const [placed, url] of [
      [help, '/ajuda'],
      [helpOfModule, '/ajuda/base'],
    ] as const) {
      await api.askTagged(placed, url);
      await askStrangers(placed, url);
    }
    await api.ask(helpOfModule, '/ajuda/nada', [404]);
    const draftKey = at('/auth/draft-key', 'get');
    await api.ask(draftKey, draftKey.path, [200]);
    await askStrangers(draftKey, draftKey.path);
    await api.ask(at('/model/screen', 'get'), '/model/screen?path=/nada', [404]);
    const domain = at('/dominios/{nome}', 'get');
    const [{ schema }] = domain.operation.parameters as unknown as readonly [{ schema: { enum: readonly string[] } }];
    for (const name of schema.enum) await api.ask(domain, `/dominios/${name}`, [200]);
    await api.ask(domain, '/dominios/nada', [404]);
    await askStrangers(domain, '/dominios/ufs');
    await api.ask(at('/health', 'get'), '/health', [200], {}, anonymous);
    const { token } = session.json() as { token: string };
    const leave = { headers: { authorization: `Bearer ${token}` } };
    await api.ask(at('/auth/token/revoke', 'post'), '/auth/token/revoke', [204], leave);
  });

  test('answers the calls of settings and saved views as documented', async () => {
    const at = (path: string, method: Placed['method']) => api.placed(path, method);
    const odd = { text: 'a', headers: { 'content-type': 'application/x-outro' } };
    const unsound = { headers: { 'if-match': 'x' } };
    for (const path of ['/settings', '/views?screen=/fichas']) {
      const placed = at(path.split('?')[0] ?? '', 'get');
      const answer = await api.ask(placed, path, [200]);
      await api.ask(placed, path, [304], { headers: { 'if-none-match': String(answer.headers['etag']) } });
      await askStrangers(placed, path);
    }
    await api.ask(at('/views', 'get'), '/views?screen=/nada', [404]);

    const [put, drop] = [at('/settings/{chave}', 'put'), at('/settings/{chave}', 'delete')];
    const full = 'x'.repeat(16_000);
    for (let key = 0; key < 32; key += 1) await api.ask(put, `/settings/a:${key}`, [204], { body: full });
    await api.ask(put, '/settings/a:32', [204, 422], { body: full });
    await api.ask(put, '/settings/a:33', [422], { body: full });
    await api.ask(put, '/settings/A', [400], { body: 1 });
    await api.ask(put, '/settings/a', [401], { body: 1 }, anonymous);
    await api.ask(put, '/settings/a', [413], { body: full + full });
    await api.ask(put, '/settings/a', [415], odd);
    await api.ask(drop, '/settings/a:1', [204]);
    await api.ask(drop, '/settings/A', [400]);
    await api.ask(drop, '/settings/a', [401], {}, anonymous);

    const create = at('/views', 'post');
    const view = { screen: '/fichas', name: 'a', shared: true, content: { query: '', layout: {} } };
    const made = (await api.ask(create, '/views', [201], { body: view })).json() as { readonly id: number };
    await api.ask(create, '/views', [400], { body: {} });
    await api.ask(create, '/views', [401], { body: view }, anonymous);
    await api.ask(create, '/views', [403], { body: view }, nobody);
    await api.ask(create, '/views', [404], { body: { ...view, screen: '/nada' } });
    await api.ask(create, '/views', [409], { body: view });
    await api.ask(create, '/views', [413], { body: 'x'.repeat(70_000) });
    await api.ask(create, '/views', [415], odd);
    for (let count = 1; count < 100; count += 1)
      await api.ask(create, '/views', [201], { body: { ...view, name: `b${count}` } });
    await api.ask(create, '/views', [422], { body: { ...view, name: 'c' } });

    const [patch, remove] = [at('/views/{id}', 'patch'), at('/views/{id}', 'delete')];
    const url = `/views/${made.id}`;
    await api.ask(patch, url, [200], { body: { shared: true } });
    await api.ask(patch, url, [400], { body: {} });
    await api.ask(patch, url, [409], { body: { name: 'b1' } });
    await api.ask(patch, url, [413], { body: 'x'.repeat(70_000) });
    await api.ask(patch, url, [415], odd);
    await api.ask(remove, url, [400], unsound);
    for (const [placed, more] of [
      [patch, { body: { shared: true } }],
      [remove, {}],
    ] as const) {
      await api.ask(placed, url, [401], more, anonymous);
      await api.ask(placed, url, [403], more, lister);
      await api.ask(placed, url, [404], more, nobody);
      await api.ask(placed, url, [412], { ...more, headers: stale });
    }
    await api.ask(remove, url, [204]);
  });

  test('answers the calls of accounts, rights, reasons and notices as documented', async () => {
    await askPasswords(stage);
    await askSessions(stage);
    await askRights(stage);
    await askCopies(stage);
    await askReasons(stage);
    await askNotices(stage);
    await askBatches(stage);
  });

  test('answers the calls of jobs as documented', () => askJobs(stage));

  test('answers the calls of imports as documented', () => askImports(stage));

  test('refuses every call that is no registry to who has no session, and to who must change the password first', async () => {
    const ids = new Set(apiCalls.map(({ id }) => id));
    const calls = operationsOf(api.document).filter(({ operation }) => ids.has(operation.operationId));
    expect(calls.map(({ operation }) => operation.operationId).sort()).toEqual([...ids].sort());
    await askClosed(stage, calls, expired);
  });

  test('serves no route that the document would not tell of', async () => {
    const routes = [(app: FastifyInstance) => void app.get('/nova', async () => null)];
    await expect(createApi(stage.product.runtime, { routes }).ready()).rejects.toThrow(
      'GET /api/nova is told of nowhere: install it by addCall',
    );
  });

  test('takes the provider that the caller works for, where the rows are of providers', async () => {
    const asks = operationsOf(api.document).filter(({ operation }) =>
      (operation.parameters ?? []).some((one) => follow(api.document, one)['name'] === 'Fichario-Provider'),
    );
    expect(asks.map(({ path }) => path.split('/')[1])).toContain('fichas');
    for (const placed of asks.filter(({ path }) => isAsked(path))) {
      const url = placed.path
        .replace('{id}', '1')
        .replace('{anexo}', noFile)
        .replace(/\{\w+\}/, 'a');
      const query = placed.method === 'patch' || placed.method === 'delete' ? '?id=eq.0' : '';
      const more = placed.method === 'post' || placed.method === 'patch' ? { body: {} } : {};
      for (const [provider, status] of [
        ['um', 400],
        ['999999', 422],
      ] as const)
        await api.ask(placed, `${url}${query}`, [status], { ...more, headers: { 'fichario-provider': provider } });
    }
    const clinic = idOf(await api.insert('/clinicas', 'full'));
    const list = api.placed('/fichas', 'get');
    const none = await api.ask(list, '/fichas', [200], { headers: { 'fichario-provider': String(clinic) } });
    expect(none.json()).toEqual([]);
  });

  test('has brought about every documented status of every kind of operation', () => {
    const kindOf = (id: string): string =>
      id.replace(/^(list|count|insert|update|delete|history|linked|deleted|restore|find)_.*$/, '$1');
    const seen = new Set([...api.seen].map((one) => `${kindOf(one.split(' ')[0] ?? '')} ${one.split(' ')[1]}`));
    const documented = asked().flatMap(({ operation }) =>
      Object.keys(operation.responses).map((status) => `${kindOf(operation.operationId)} ${status}`),
    );
    expect([...new Set(documented)].filter((one) => !seen.has(one) && !unprovoked.test(one))).toEqual([]);
    const answered = new Set([...api.seen].map((one) => one.split(' ')[0]));
    const ids = asked().map(({ operation }) => operation.operationId);
    expect(ids.filter((id) => !answered.has(id))).toEqual([]);
  });

  test('serves a caller nothing that its own document does not tell of', async () => {
    const own = await documentOf(lister);
    let count = 0;
    for (const { path, method } of operationsOf(api.document)) {
      if (own.paths[path]?.[method] || !path.startsWith('/') || /^\/(auth|dominios)/.test(path)) continue;
      const url = path
        .replace('{id}', '1')
        .replace('{anexo}', noFile)
        .replace(/\{\w+\}/, 'a');
      const more = method === 'get' || method === 'head' || method === 'delete' ? {} : { body: {} };
      const query = method === 'patch' || method === 'delete' ? '?id=eq.0' : '';
      const answer = await lister.call(method.toUpperCase() as 'GET', `/api${url}${query}`, more);
      expect([403, 404], `${method} ${url} gave ${answer.statusCode}`).toContain(answer.statusCode);
      count += 1;
    }
    expect(count).toBeGreaterThan(30);
    const methods = (path: string) => operationsOf(own).flatMap((one) => (one.path === path ? [one.method] : []));
    expect(methods('/fichas')).toEqual(['get', 'head']);
    expect(methods('/amostras')).toEqual(['post']);
  });
});
