/**
 * Asks the running product what its own document describes, and holds every answer against it: status, media type,
 * headers, body. What was seen of each operation is kept, so that a test can tell what was never seen.
 */

import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import type { Answer, Json, OpenApiDocument, Operation, Placed } from '../../support/openapi-document.ts';
import { follow, schemaCompiler } from '../../support/openapi-document.ts';
import type { Caller, CallOptions } from '../../support/product.ts';
import type { Extent } from '../../support/records/record-drawer.ts';
import { whole } from '../../support/records/record-drawer.ts';
import type { Answer as MakerAnswer, RecordPlace } from '../../support/records/record-maker.ts';
import { RecordMaker } from '../../support/records/record-maker.ts';
import type { FileField } from './openapi-attachments.ts';
import { fileFieldsOf, nameOf } from './openapi-attachments.ts';
import { shapeOfBody, validitiesIn } from './openapi-shape.ts';

/** Headers that mean something to callers: none may come that the document does not tell of. */
const telling = [
  'content-range',
  'etag',
  'location',
  'preference-applied',
  'fichario-next-cursor',
  'retry-after',
  'www-authenticate',
];

/** Of new records: all that a body may have, or what it must have, as far as the document tells. */
const extents: Readonly<Record<'full' | 'required', Extent>> = {
  full: whole,
  required: {
    // A period without an end would leave no room for the next.
    field: ({ schema }) =>
      schema['x-required-when'] !== undefined || ['date', 'month'].includes(String(schema['format'])),
  },
};

interface Refused {
  readonly field: string;
  readonly message: string;
}

/** Whether it depends on what stands beside it: a value that a condition asks for, a record that does not go with the others. */
const isUntold = (property: Json | undefined, message: string): boolean =>
  (property?.['x-required-when'] !== undefined && message.startsWith('Informe ')) ||
  (property?.['x-resource'] !== undefined && message.includes(' não aceita o registro escolhido: '));

const toAnswer = (answer: LightMyRequestResponse): MakerAnswer => ({
  status: answer.statusCode,
  body: answer.body === '' ? undefined : answer.json(),
});

/** What no call does. */
export interface Behind {
  /** Gives the administrator again as many uploads as there are in a minute. */
  readonly refill: () => Promise<void>;
  /** Gives a record of the resource what it must have to be pointed at. */
  readonly settle: (resource: string, id: number, lacking: Json) => Promise<void>;
}

export class DocumentedApi {
  readonly document: OpenApiDocument;
  /** `<operationId> <status>` of every answer. */
  readonly seen = new Set<string>();
  private readonly compile: ReturnType<typeof schemaCompiler>;
  private readonly admin: Caller;
  private readonly maker: RecordMaker;
  private readonly places = new Map<Operation, RecordPlace>();
  private readonly validities: ReadonlyMap<string, Json>;
  /** Of the properties of bodies that hold files: where those are sent to. */
  private readonly fileFields: ReadonlyMap<Json | undefined, FileField>;
  private readonly refill: () => Promise<void>;
  private sent = 0;

  constructor(document: OpenApiDocument, admin: Caller, behind: Behind) {
    this.document = document;
    this.admin = admin;
    this.refill = behind.refill;
    this.compile = schemaCompiler(document);
    this.validities = new Map(validitiesIn(document));
    this.maker = new RecordMaker({
      ask: async (_method, path, body, headers = {}) => {
        const answer = await this.offer(this.placed(path.replace('?select=id', ''), 'post'), path, body, headers);
        return toAnswer(answer);
      },
      placeOf: (path) => {
        const operation = this.operation(path, 'post');
        return operation && this.placeOf({ path, method: 'post', operation });
      },
      targets: whole,
      settle: ({ path }, id, lacking) => behind.settle(path, id, lacking),
      file: ({ schema }) => this.fileOf(schema),
    });
    this.fileFields = new Map(
      fileFieldsOf(document).flatMap((field) =>
        (['post', 'patch'] as const).flatMap((method) => {
          const operation = this.operation(field.resource, method);
          if (!operation) return [];
          const { properties } = this.bodySchema(operation) as { properties: Readonly<Record<string, Json>> };
          return [[properties[field.column], field] as const];
        }),
      ),
    );
  }

  operation(path: string, method: Placed['method']): Operation | undefined {
    return this.document.paths[path]?.[method];
  }

  placed(path: string, method: Placed['method']): Placed {
    const operation = this.operation(path, method);
    if (!operation) throw new Error(`no ${method} ${path}`);
    return { path, method, operation };
  }

  schema(schema: Json): Json {
    const { $ref } = schema as { $ref?: string };
    return $ref === undefined ? schema : follow(this.document, schema);
  }

  /** Sends the request and holds the answer against the operation. `path` is the documented one, `url` what is sent. */
  async ask(
    placed: Placed,
    url: string,
    wanted: readonly number[],
    more: CallOptions = {},
    who: Caller = this.admin,
  ): Promise<LightMyRequestResponse> {
    const method = placed.method.toUpperCase() as 'GET';
    const answer = await who.call(method, `/api${url}`, more);
    // A file is told by its size: as JSON each of its bytes would be a number.
    const { bytes, ...told } = more;
    const size = bytes === undefined ? '' : ` ${bytes.length} bytes`;
    const said = `${method} ${url} ${JSON.stringify(told).slice(0, 200)}${size} gave ${answer.statusCode} ${answer.body.slice(0, 400)}`;
    expect(wanted, said).toContain(answer.statusCode);
    this.check(placed, answer, said);
    return answer;
  }

  /** Asks twice: the second time for nothing but a change. Gives the first answer. */
  async askTagged(placed: Placed, url: string): Promise<LightMyRequestResponse> {
    const answer = await this.ask(placed, url, [200]);
    await this.ask(placed, url, [304], { headers: { 'if-none-match': String(answer.headers['etag']) } });
    return answer;
  }

  private check({ operation, method }: Placed, answer: LightMyRequestResponse, said: string): void {
    const status = String(answer.statusCode);
    this.seen.add(`${operation.operationId} ${status}`);
    const response = operation.responses[status];
    expect(response, `not documented: ${said}`).toBeDefined();
    const { headers = {}, content } = follow(this.document, response ?? {}) as unknown as Answer;
    const documented = new Map(
      Object.entries(headers).map(([name, header]) => [name.toLowerCase(), follow(this.document, header)]),
    );
    for (const [name, header] of documented) {
      const value = answer.headers[name];
      if (header['required'] === true) expect(value, `${name} of ${said}`).toBeDefined();
      if (value === undefined) continue;
      const check = this.compile(header['schema'] as Json);
      expect(check(value), `${name}: ${String(value)} of ${said}`).toBe(true);
    }
    expect(
      telling.filter((name) => answer.headers[name] !== undefined && !documented.has(name)),
      `headers of ${said}`,
    ).toEqual([]);
    if (method === 'head' || answer.body === '') {
      expect(answer.body, said).toBe('');
      return;
    }
    const type = String(answer.headers['content-type']).replace('; charset=utf-8', '');
    const media = content?.[type];
    expect(media, `${type} is not documented: ${said}`).toBeDefined();
    const body: unknown = type.includes('json') ? answer.json() : answer.body;
    const check = this.compile(media?.schema ?? {});
    expect([check(body), check.errors], said).toEqual([true, null]);
  }

  private placeOf({ path, operation }: Placed): RecordPlace {
    const known = this.places.get(operation);
    if (known) return known;
    const shape = shapeOfBody(this.document, path, this.bodySchema(operation), this.fileFields);
    const place = { path, shape: { ...shape, always: this.validities.get(path) ?? {} } };
    this.places.set(operation, place);
    return place;
  }

  private async fileOf(schema: Json): Promise<unknown> {
    const field = this.fileFields.get(schema);
    return field && [await this.sendFile(field)];
  }

  /** Sends a body that is good by its schema: it is refused for nothing that a schema could have told. */
  private async offer(
    placed: Placed,
    url: string,
    body: unknown,
    headers: Readonly<Record<string, string>>,
  ): Promise<LightMyRequestResponse> {
    const answer = await this.ask(placed, url, [200, 201, 204, 409, 422], { body, headers });
    if (answer.statusCode === 422) {
      const { fields } = answer.json() as { readonly fields: readonly Refused[] };
      const schema = this.bodySchema(placed.operation);
      expect(
        fields.filter(({ field, message }) => !isUntold(this.propertyAt(schema, field), message)),
        `${url} ${JSON.stringify(body).slice(0, 400)}`,
      ).toEqual([]);
    }
    return answer;
  }

  /** By the wire path of a field, of an owned row too. */
  private propertyAt(schema: Json, path: string): Json | undefined {
    const [key = '', , inner] = path.split('.');
    const { properties } = this.schema(schema) as { properties: Readonly<Record<string, Json>> };
    const property = properties[key];
    return property && inner !== undefined ? this.propertyAt(property['items'] as Json, inner) : property;
  }

  /** A body that the operation takes at `url`. `flat`: without arrays. */
  async body(placed: Placed, extent: 'full' | 'required', url = placed.path, flat = false): Promise<Json> {
    const { path, shape } = this.placeOf(placed);
    const place = {
      path,
      shape: flat ? { ...shape, fields: shape.fields.filter(({ isFile }) => !isFile), arrays: [] } : shape,
    };
    return this.maker.find(place, extents[extent], async (row) =>
      toAnswer(await this.offer(placed, url, row, { prefer: 'tx=rollback' })),
    );
  }

  /** Sends a body that the operation takes at `url`, and gives what it answers. */
  async send(
    placed: Placed,
    url: string,
    wanted: number,
    extent: 'full' | 'required',
    headers: Readonly<Record<string, string>> = {},
  ): Promise<LightMyRequestResponse> {
    let answer: LightMyRequestResponse | undefined;
    await this.maker.find(this.placeOf(placed), extents[extent], async (row) => {
      answer = await this.offer(placed, url, row, headers);
      return toAnswer(answer);
    });
    expect(answer?.statusCode, url).toBe(wanted);
    return answer as LightMyRequestResponse;
  }

  /** Sends a file for a record that is to name it. */
  async sendFile({ send, files }: FileField, type = [...files.keys()][this.sent % files.size]): Promise<Json> {
    this.sent += 1;
    const bytes = files.get(type ?? '');
    if (!bytes) throw new Error(`${send.path} takes no ${type}`);
    const headers = { 'content-type': 'application/octet-stream' };
    await this.refill();
    const answer = await this.ask(send, `${send.path}?name=${nameOf(type ?? '')}`, [201], { bytes, headers });
    return answer.json() as Json;
  }

  bodySchema(operation: Operation): Json {
    const schema = operation.requestBody?.content['application/json']?.schema ?? {};
    const [one] = (schema['oneOf'] ?? schema['anyOf'] ?? [schema]) as readonly Json[];
    return this.schema(one ?? {});
  }

  /** Sends bodies until one meets no row that has the same key: few values fit some keys. */
  async write(
    placed: Placed,
    url: string,
    wanted: number,
    make: () => Promise<unknown>,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<LightMyRequestResponse> {
    let said = '';
    for (let turn = 0; turn < 60; turn += 1) {
      const answer = await this.ask(placed, url, [wanted, 409], { body: await make(), headers });
      if (answer.statusCode === wanted) return answer;
      said = answer.body;
    }
    throw new Error(`${url}: every body met a row with the same key: ${said}`);
  }

  /** Inserts a row of a resource and gives it back. */
  async insert(path: string, extent: 'full' | 'required'): Promise<Json> {
    const headers = { prefer: 'return=representation', accept: 'application/vnd.pgrst.object+json' };
    return (await this.send(this.placed(path, 'post'), path, 201, extent, headers)).json() as Json;
  }

  /** A new row of a resource; of a log, which the product alone writes, one that is there: `before` others are newer. */
  async row(path: string, extent: 'full' | 'required', before = 0): Promise<Json> {
    if (this.operation(path, 'post')) return this.insert(path, extent);
    const answer = await this.admin.call('GET', `/api${path}?order=id.desc&limit=1&offset=${before}`);
    const [row] = answer.json() as readonly Json[];
    if (!row) throw new Error(`nothing is in ${path}, and nothing can be inserted`);
    return row;
  }

  /** Runs a block on a resource and then takes away the rows it has left, less those that others point at. */
  async on(path: string, block: () => Promise<void>): Promise<void> {
    const newest = await this.admin.call('GET', `/api${path}?select=id&order=id.desc&limit=1`);
    const [last] = newest.json() as readonly Json[];
    await block();
    const kept = this.maker.targetIds(path);
    const others = `id=gt.${String(last?.['id'] ?? 0)}&id=not.in.(${[0, ...kept].join()})`;
    await this.admin.call('DELETE', `/api${path}?${others}`);
  }
}
