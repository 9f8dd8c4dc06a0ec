import type { OrderTerm } from './request.ts';
import { checkLimit } from './request-limits.ts';
import { Reader, readPath } from './request-reader.ts';

/** Raises REQUEST_QUERY_INVALID, REQUEST_JSON_PATH, REQUEST_TOO_COMPLEX. */
export const parseOrder = (text: string, parameter: string): readonly OrderTerm[] => {
  if (text === '') return [];
  const reader = new Reader(text, parameter);
  const terms: OrderTerm[] = [];
  reader.space();
  do {
    const path = [reader.column()];
    // PostgREST orders by a to-one embed as `cidade(nome)`.
    if (reader.take('(')) {
      path.push(...readPath(reader));
      reader.expect(')');
    }
    let descending = false;
    let nullsFirst: boolean | undefined;
    while (reader.take('.')) {
      const word = reader.column();
      if (word === 'asc') descending = false;
      else if (word === 'desc') descending = true;
      else if (word === 'nullsfirst') nullsFirst = true;
      else if (word === 'nullslast') nullsFirst = false;
      else if (/^(asc|desc|nulls)/i.test(word))
        reader.fail(`depois do campo vem asc, desc, nullsfirst ou nullslast, não '${word}'`);
      else path.push(word);
    }
    terms.push({ path, descending, nullsFirst });
    checkLimit('order', terms.length);
  } while (reader.separator(','));
  reader.space();
  reader.end();
  return terms;
};
