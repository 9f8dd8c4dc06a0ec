import { Refusal } from '../core/errors.ts';

/** Raises REQUEST_PARAMETER_UNSUPPORTED where the query has another than these. */
export const refuseParameters = (url: string, known: ReadonlySet<string> = new Set()): void => {
  const other = [...new URLSearchParams(url.split('?', 2)[1] ?? '').keys()].find((name) => !known.has(name));
  if (other !== undefined) throw new Refusal('REQUEST_PARAMETER_UNSUPPORTED', { parameter: other });
};
