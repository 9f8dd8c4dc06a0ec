/** Changes in bulk, as a caller plans, applies and takes them back. */
import type { BatchPlan, BatchResult } from '../../engine/contract/batch.ts';
import type { Caller } from './product.ts';

const door = '/api/alteracoes-em-lote';

const asked = async <T>(caller: Caller, address: string, status: number, body?: object): Promise<T> => {
  const answer = await caller.call('POST', address, body === undefined ? {} : { body });
  if (answer.statusCode !== status) throw new Error(answer.body);
  return answer.json();
};

/** Raises where it is not planned. */
export const planBatch = (caller: Caller, body: object): Promise<BatchPlan> => asked(caller, door, 201, body);

/** Of taking back what a batch did. */
export const planUndo = (caller: Caller, { id }: Pick<BatchPlan, 'id'>): Promise<BatchPlan> =>
  asked(caller, `${door}/${id}/desfazer`, 201);

export const applyBatch = (caller: Caller, { id, seal }: BatchPlan): Promise<BatchResult> =>
  asked(caller, `${door}/${id}/aplicar`, 200, { seal });
