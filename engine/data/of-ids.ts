import type { ReadRequest } from '../contract/request.ts';
import { parseRequest } from '../contract/request.ts';

/** The request beside the ids: the same filter, of the records named alone. */
export const ofIds = (request: ReadRequest, ids: readonly number[]): ReadRequest => {
  const [node] = parseRequest('id=in.(0)').filters;
  if (node?.kind !== 'compare') throw new Error('a condition on the id is one');
  return {
    ...request,
    filters: [...request.filters, { ...node, slot: request.values.length }],
    values: [...request.values, ids.map(String)],
  };
};

/** The ids among the values, each once. */
export const idsIn = (values: readonly unknown[]): readonly number[] => [
  ...new Set(values.flatMap((id) => (id === null || id === undefined ? [] : [Number(id)]))),
];
