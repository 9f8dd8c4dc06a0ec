/** The fields of a document that take files: the calls that it has for each, and a good file of each type that one takes. */
import { attachmentTypes } from '../../../engine/fields/attachment.ts';
import type { Answer, OpenApiDocument, Placed } from '../../support/openapi-document.ts';
import { operationsOf } from '../../support/openapi-document.ts';

const samples: Readonly<Record<string, Buffer>> = {
  'application/pdf': Buffer.from('%PDF-1.4\n%%EOF\n'),
  'image/png': Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
  'image/jpeg': Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex'),
  'image/webp': Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64'),
  'image/tiff': Buffer.from('49492a0008000000000000000000', 'hex'),
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': Buffer.from(
    'UEsDBBQAAAAIAAAAIVzGEnoHrAAAAPEAAAATAAAAW0NvbnRlbnRfVHlwZXNdLnhtbF2Puw7CMAxFf6XKihoXBgaUlIEdGPgBK3HbiOahJBT4exKQOjBax/dcWxxfdm4Wisl4J9mWd+zYi9s7UGoKcUmyKedwAEhqIouJ+0CukMFHi7mMcYSA6o4jwa7r9qC8y+Rym6uD9eJS5NFoaq4Y8xktSQZPHzVorx62bPJiY83pF6vNkmEIs1GYy02wOP3X2fphMIrWfLWF6BWlZNxoZ74Si8Ztqh56Ad+n+g9QSwECFAMUAAAACAAAACFcxhJ6B6wAAADxAAAAEwAAAAAAAAAAAAAAgAEAAAAAW0NvbnRlbnRfVHlwZXNdLnhtbFBLBQYAAAAAAQABAEEAAADdAAAAAAA=',
    'base64',
  ),
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': Buffer.from(
    'UEsDBBQAAAAIAAAAIVx0vYL2rgAAAOkAAAATAAAAW0NvbnRlbnRfVHlwZXNdLnhtbF2PsQ7CMAxEf6XKihoXBgbUloEdGPgBk7o0ahNHiSnl70lhYzpZp3t3ro+Lm4qZYrLsG7XVlTq29e0dKBXZ8alRg0g4ACQzkMOkOZDPTs/RoeQzPiCgGfFBsKuqPRj2Ql5KWRmqrS8ZHm1HxRWjnNFRo2CZ4MVxvDOPOrNUcfqF1t5GYQiTNSh5Ecy++2ssue+toY7N0+WITiESdmkgEjfpr2qH1m9WMLQ1fJ9pP1BLAQIUAxQAAAAIAAAAIVx0vYL2rgAAAOkAAAATAAAAAAAAAAAAAACAAQAAAABbQ29udGVudF9UeXBlc10ueG1sUEsFBgAAAAABAAEAQQAAAN8AAAAAAA==',
    'base64',
  ),
  'application/zip': Buffer.from(`504b0506${'00'.repeat(18)}`, 'hex'),
  'application/xml': Buffer.from('<?xml version="1.0"?><lote/>\n'),
  'text/csv': Buffer.from('numero;valor\n1;10,00\n'),
  'text/plain': Buffer.from('0000001 10,00\n'),
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

/** What such a file is called: of texts it is the ending that tells. */
export const nameOf = (type: string): string =>
  `arquivo.${Object.values(attachmentTypes).find(({ media }) => media === type)?.endings[0]}`;

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
