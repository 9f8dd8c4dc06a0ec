/** Imports as a caller goes through them: sent, looked at, written, taken back. */
import { expect } from 'vitest';
import type { BatchPlan, BatchResult } from '../../../engine/contract/batch.ts';
import type { Import, ImportChoices, ImportDetail } from '../../../engine/contract/import.ts';
import type { Job } from '../../../engine/contract/job.ts';
import { isOver } from '../../../engine/contract/job.ts';
import type { Caller } from '../../support/product.ts';

export const door = '/api/importacoes';

export const post = (caller: Caller, path: string, bytes: string | Uint8Array, name = 'arquivo.csv') =>
  caller.call('POST', `${door}?path=${encodeURIComponent(path)}&name=${encodeURIComponent(name)}`, {
    headers: { 'content-type': 'application/octet-stream' },
    bytes: Buffer.from(bytes),
  });

export const sendFile = async (
  caller: Caller,
  path: string,
  bytes: string | Uint8Array,
  name?: string,
): Promise<ImportDetail> => {
  const answer = await post(caller, path, bytes, name);
  expect([answer.statusCode, answer.body]).toEqual([201, expect.any(String)]);
  return answer.json() as ImportDetail;
};

export const readImport = async (caller: Caller, { id }: Pick<Import, 'id'>): Promise<ImportDetail> =>
  (await caller.call('GET', `${door}/${id}`)).json() as ImportDetail;

/** When the job that was asked for is over. */
export const whenOver = async (caller: Caller, started: Import): Promise<ImportDetail> => {
  for (;;) {
    const job = (await caller.call('GET', `/api/trabalhos/${started.job?.id}`)).json() as Job;
    if (isOver(job.state)) return readImport(caller, started);
    await caller.call('GET', '/api/trabalhos/agora?wait=1');
  }
};

export const askCheck = (caller: Caller, { id }: Pick<Import, 'id'>, choices: ImportChoices) =>
  caller.call('POST', `${door}/${id}/conferir`, { body: choices });

export const dropFile = (caller: Caller, { id }: Pick<Import, 'id'>) => caller.call('DELETE', `${door}/${id}`);

export const checkFile = async (
  caller: Caller,
  detail: ImportDetail,
  more: Partial<ImportChoices> = {},
): Promise<ImportDetail> => {
  const answer = await askCheck(caller, detail, { ...detail.choices, ...more });
  expect([answer.statusCode, answer.body]).toEqual([202, expect.any(String)]);
  return whenOver(caller, answer.json() as Import);
};

export const applyFile = async (caller: Caller, { id, batch }: ImportDetail): Promise<ImportDetail> => {
  const answer = await caller.call('POST', `${door}/${id}/aplicar`, { body: { seal: batch?.seal } });
  expect([answer.statusCode, answer.body]).toEqual([202, expect.any(String)]);
  return whenOver(caller, answer.json() as Import);
};

/** Takes a batch back, and gives the one that does so. */
export const undoBatch = async (caller: Caller, id: string | undefined): Promise<BatchResult> => {
  const plan = (await caller.call('POST', `/api/alteracoes-em-lote/${id}/desfazer`)).json() as BatchPlan;
  const answer = await caller.call('POST', `/api/alteracoes-em-lote/${plan.id}/aplicar`, { body: { seal: plan.seal } });
  expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)]);
  return answer.json() as BatchResult;
};

/** Refusals of a plan, each with the lines that it is of. */
export const refusalsOf = ({ plan }: ImportDetail): readonly (readonly [message: string, lines: readonly string[]])[] =>
  (plan?.refusals ?? []).map(({ message, records }) => [message, records.map(({ label }) => label)] as const);
