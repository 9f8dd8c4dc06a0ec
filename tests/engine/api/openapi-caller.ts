/**
 * Asks the running product what its own document describes, and holds every answer against it: status, media type,
 * headers, body. What was seen of each operation is kept, so that a test can tell what was never seen.
 */

import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import { reportCodes } from '../../../src/access/report-codes.ts';
import type { Answer, Json, OpenApiDocument, Operation, Placed } from '../../support/openapi-document.ts';
import { follow, schemaCompiler } from '../../support/openapi-document.ts';
import type { Caller, CallOptions } from '../../support/product.ts';
import { documentSamples } from '../../support/sample-formats.ts';
import { Choices, sampleText } from '../../support/sample-text.ts';
import type { FileField } from './openapi-attachments.ts';
import { fileFieldsOf, nameOf } from './openapi-attachments.ts';

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

const formatSamples: Readonly<Record<string, string>> = {
  'time-local': '08:30',
  'date-time': '2026-03-31T08:30:00-03:00',
  uri: 'https://www.exemplo.com.br',
  pis: '12012345672',
  phone: '3133334444',
};

/** What no two records may share: another one for each number. */
const seededSamples: Readonly<Record<string, (seed: number) => string>> = {
  date: (seed) => new Date(Date.UTC(2026, 2, 31 - seed)).toISOString().slice(0, 10),
  month: (seed) => new Date(Date.UTC(2026, 2 - seed, 1)).toISOString().slice(0, 7),
  ...documentSamples,
};

/** A rule is about a subject and an action that there are: no schema says which. */
const known: Readonly<Record<string, (seed: number) => string>> = {
  // Of nobody else: a first record has none to depend on.
  tipo_vinculo: () => 'TITULAR',
  assunto: () => 'report',
  acao: (seed) => reportCodes[seed % reportCodes.length] ?? '',
};

/** What is pointed at must have the table and the code that stand beside it, and what is made here has its own. */
const agreeing: ReadonlySet<string> = new Set(['procedimento_id', 'pacote_id']);

/** The kind of annex that is nothing but its files, which no body brings with it. */
const ofFiles = 'DOCUMENTO';

const validitiesIn = (part: unknown): readonly (readonly [resource: string, always: Json])[] => {
  if (typeof part !== 'object' || part === null) return [];
  const { 'x-resource': resource, 'x-valid': valid } = part as {
    readonly 'x-resource'?: string;
    readonly 'x-valid'?: { readonly from: string; readonly until: string };
  };
  const own =
    resource === undefined || valid === undefined
      ? []
      : [[resource, { [valid.from]: '1900-01-01', [valid.until]: '2999-12-31' }] as const];
  return [...own, ...Object.values(part).flatMap(validitiesIn)];
};

export class DocumentedApi {
  readonly document: OpenApiDocument;
  /** `<operationId> <status>` of every answer. */
  readonly seen = new Set<string>();
  private readonly compile: ReturnType<typeof schemaCompiler>;
  private readonly admin: Caller;
  /** Ids of rows that were inserted to be pointed at, by resource. */
  private readonly targets = new Map<string, number>();
  /** Resources of which such a row is being inserted: no row points at itself, or at one that waits for it. */
  private readonly making = new Set<string>();
  /** Of the properties of bodies that hold files: where those are sent to. */
  private readonly fileFields: ReadonlyMap<Json | undefined, FileField>;
  private readonly refill: () => Promise<void>;
  /** Of the resources that somebody points at on a day: what makes a row valid on all of them, whoever points at it. */
  private readonly validities: ReadonlyMap<string, Json>;
  private seed = 0;

  /** `refill` gives the administrator again as many uploads as there are in a minute. */
  constructor(document: OpenApiDocument, admin: Caller, refill: () => Promise<void>) {
    this.document = document;
    this.admin = admin;
    this.refill = refill;
    this.compile = schemaCompiler(document);
    this.validities = new Map(validitiesIn(document));
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

  /** A good value of a schema, another one each time. */
  private async value(given: Json): Promise<unknown> {
    const [first] = (given['allOf'] ?? given['anyOf'] ?? []) as readonly Json[];
    const schema = first ? this.schema(first) : given;
    if (Array.isArray(schema['enum'])) {
      const choices = schema['enum'].filter((one) => one !== null && one !== ofFiles);
      return choices[this.seed % choices.length];
    }
    const type = Array.isArray(schema['type']) ? schema['type'][0] : schema['type'];
    const resource = schema['x-resource'] as string | undefined;
    if (resource !== undefined) {
      return this.target(resource, schema['x-where'] as Json | undefined);
    }
    switch (type) {
      case 'boolean':
        return this.seed % 2 === 0;
      case 'array':
        return [await this.body(schema['items'] as Json, 'full')];
      case 'integer':
      case 'number':
        return this.number(schema);
      default:
        return this.text(schema);
    }
  }

  private number(schema: Json): number {
    const step = Math.max(1, Number(schema['multipleOf'] ?? 1));
    const least = Math.ceil(Math.max(0, Number(schema['minimum'] ?? 0)) / step) * step;
    const most = Math.min(Number(schema['maximum'] ?? 1e6), least + 1e6 * step);
    const steps = Math.floor((most - least) / step) + 1;
    return least + (this.seed % steps) * step;
  }

  private text(schema: Json): string {
    const format = String(schema['format']);
    if (format === 'email') return `a${this.seed}@exemplo.com.br`;
    const known = seededSamples[format]?.(this.seed) ?? formatSamples[format];
    if (known !== undefined) return known;
    // As many of a kind as one likes are eight: of one or two there are too few for a key.
    const eight = `{${Math.min(8, Number(schema['maxLength'] ?? 8))}}$`;
    if (schema['pattern'] !== undefined)
      return sampleText(String(schema['pattern']).replace(/\+\$$/, eight), this.seed);
    const letters = [...'abcdefghijklmnopqrstuvwxyz'];
    const choices = new Choices(this.seed);
    const most = Number(schema['maxLength'] ?? 12);
    return Array.from({ length: Math.min(most, 12) }, () => choices.of(letters)).join('');
  }

  /** The id of a row to point at, inserted when first asked for. */
  private async target(path: string, where: Json = {}): Promise<number> {
    const given = Object.fromEntries(Object.entries(where).map(([name, values]) => [name, [values].flat()[0]]));
    const key = Object.keys(given).length === 0 ? path : `${path} ${JSON.stringify(given)}`;
    const known = this.targets.get(key);
    if (known !== undefined) return known;
    this.making.add(path);
    // A state is in no body: it begins as the files say.
    const { properties = {} } = this.bodySchema(this.operation(path, 'post') as Operation);
    const written = Object.fromEntries(Object.entries(given).filter(([name]) => name in (properties as Json)));
    const row = await this.insert(path, 'full', { ...written, ...this.validities.get(path) });
    this.making.delete(path);
    this.targets.set(key, Number(row['id']));
    return Number(row['id']);
  }

  /** A good body of a resource's POST, or of the items of an array in one. */
  async body(schema: Json, extent: 'full' | 'required'): Promise<Json> {
    const { properties, required } = this.schema(schema) as {
      properties: Readonly<Record<string, Json>>;
      required: readonly string[];
    };
    this.seed += 1;
    // What a condition may ask for is sent whatever the condition says.
    const names =
      extent === 'full'
        ? Object.keys(properties)
        : Object.keys(properties).filter(
            // A period without an end would leave no room for the next.
            (name) =>
              required.includes(name) ||
              properties[name]?.['x-required-when'] !== undefined ||
              ['date', 'month'].includes(String(properties[name]?.['format'])),
          );
    const pairs: (readonly [string, unknown])[] = [];
    for (const name of names) {
      // Of an owned row: it names a row that is there already.
      if (name === 'id') continue;
      const property = properties[name] ?? {};
      if (this.making.has(String(property['x-resource'])) && !required.includes(name)) continue;
      const agrees = agreeing.has(name) && 'tabela' in properties && 'codigo' in properties;
      if (agrees && !required.includes(name)) continue;
      const files = this.fileFields.get(property);
      const made = async () => (files ? [await this.sendFile(files)] : this.value(property));
      pairs.push([name, known[name]?.(this.seed) ?? (await made())]);
    }
    return Object.fromEntries(pairs);
  }

  /** Sends a file for a record that is to name it. */
  async sendFile({ send, files }: FileField, type = [...files.keys()][this.seed % files.size]): Promise<Json> {
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
      // Steps of one length would come to the same few values again.
      this.seed += turn;
    }
    throw new Error(`${url}: every body met a row with the same key: ${said}`);
  }

  /** Inserts a row of a resource and gives it back. */
  async insert(path: string, extent: 'full' | 'required', given: Json = {}): Promise<Json> {
    const operation = this.operation(path, 'post');
    if (!operation) throw new Error(`nothing can be inserted into ${path}`);
    const headers = { prefer: 'return=representation', accept: 'application/vnd.pgrst.object+json' };
    const schema = this.bodySchema(operation);
    const placed = { path, method: 'post', operation } as const;
    const answer = await this.write(
      placed,
      path,
      201,
      async () => ({ ...(await this.body(schema, extent)), ...given }),
      headers,
    );
    return answer.json() as Json;
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
    const kept = [...this.targets].flatMap(([key, id]) => (key === path || key.startsWith(`${path} `) ? [id] : []));
    const others = `id=gt.${String(last?.['id'] ?? 0)}&id=not.in.(${[0, ...kept].join()})`;
    await this.admin.call('DELETE', `/api${path}?${others}`);
  }
}
