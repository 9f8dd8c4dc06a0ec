/** The fields of a document that take files: the calls that it has for each, and a good file of each type that one takes. */
import type { Answer, OpenApiDocument, Placed } from '../../support/openapi-document.ts';
import { operationsOf } from '../../support/openapi-document.ts';

const samples: Readonly<Record<string, Buffer>> = {
  'application/pdf': Buffer.from('%PDF-1.4\n%%EOF\n'),
  'image/png': Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
  'image/jpeg': Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex'),
};

export interface FileField {
  readonly resource: string;
  readonly column: string;
  readonly send: Placed;
  readonly take: Placed;
  readonly head: Placed;
  readonly erase: Placed;
  /** By media type. */
  readonly files: ReadonlyMap<string, Buffer>;
  /** Bytes of a file, at most. */
  readonly limit: number;
}

const fileOf = (type: string): Buffer => {
  const file = samples[type];
  if (!file) throw new Error(`no sample of ${type}: add a small one`);
  return file;
};

export const fileFieldsOf = (document: OpenApiDocument): readonly FileField[] =>
  operationsOf(document).flatMap((send) => {
    const [, resource, column] = /^\/anexos(\/.+)\/(\w+)$/.exec(send.path) ?? [];
    if (resource === undefined || column === undefined) return [];
    const path = `/anexos${resource}/{id}/${column}/{anexo}`;
    const at = (method: Placed['method']): Placed => {
      const operation = document.paths[path]?.[method];
      if (!operation) throw new Error(`no ${method} ${path}`);
      return { path, method, operation };
    };
    const take = at('get');
    const { content = {} } = take.operation.responses['200'] as unknown as Answer;
    return [
      {
        resource,
        column,
        send,
        take,
        head: at('head'),
        erase: at('delete'),
        files: new Map(Object.keys(content).map((type) => [type, fileOf(type)])),
        limit: Number(send.operation.requestBody?.content['application/octet-stream']?.schema['maxLength']),
      },
    ];
  });
