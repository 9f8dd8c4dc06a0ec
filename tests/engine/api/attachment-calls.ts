/** Files sent, saved and taken down through the registry of `attachment-files.ts`. */
import type { LightMyRequestResponse } from 'fastify';
import type { Caller } from '../../support/product.ts';

export interface SentFile {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

export const pdfOf = (content: string | Buffer): Buffer =>
  Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.from(content)]);

const answered = <T>(answer: LightMyRequestResponse): T => {
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return answer.json() as T;
};

export const sendFile = async (caller: Caller, bytes: Buffer, name = 'a.pdf', field = 'imagens'): Promise<SentFile> =>
  answered(
    await caller.call('POST', `/api/anexos/laudos/${field}?name=${encodeURIComponent(name)}`, {
      bytes,
      headers: { 'content-type': 'application/octet-stream' },
    }),
  );

let titles = 0;

/** A new record with these values; its id. */
export const saveRecord = async (caller: Caller, values: object): Promise<number> => {
  titles += 1;
  const answer = await caller.call('POST', '/api/laudos', {
    body: { titulo: `Registro ${titles}`, ...values },
    headers: { prefer: 'return=representation' },
  });
  return answered<readonly { readonly id: number }[]>(answer)[0]?.id ?? 0;
};

export const fileAddress = (record: number, file: string, field = 'imagens'): string =>
  `/api/anexos/laudos/${record}/${field}/${file}`;
