/** A request, and the small change that requests are made of at random. */
import fc from '../support/laws.ts';

export interface Ask {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE' | 'OPTIONS';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** Sent as a file to be imported; `body` says what its columns are. */
  readonly file?: string;
  /** Further pages that are asked for by the cursor of the one before. */
  readonly pages?: number;
}

export const of = <T>(...values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
/** The first of two ways in most cases. */
export const mostly = <T>(usual: fc.Arbitrary<T>, other: fc.Arbitrary<T>, weight: number): fc.Arbitrary<T> =>
  fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: other });
export const list = <T>(item: fc.Arbitrary<T>, minLength: number, maxLength: number): fc.Arbitrary<T[]> =>
  fc.uniqueArray(item, { minLength, maxLength });
/** With the parts where the coin falls so. */
export const perhaps = <T>(item: fc.Arbitrary<T>): fc.Arbitrary<T[]> => fc.array(item, { maxLength: 1 });

export const encoded = encodeURIComponent;
export const address = (path: string, query: readonly string[]): string =>
  `/api${path}${query.length > 0 ? `?${query.join('&')}` : ''}`;
export const get = (url: string, headers?: Ask['headers']): Ask => ({
  method: 'GET',
  url,
  ...(headers === undefined ? {} : { headers }),
});
