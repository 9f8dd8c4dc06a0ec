/**
 * The files behind what is served, for the few who ask where a value is set. In: what is served, and the way to load the
 * files again. Out: both of one moment, read when somebody asks and kept a while, for one question follows another.
 */
import { Refusal } from '../../engine/core/errors.ts';
import type { Product } from '../load-product.ts';
import type { ToldApart } from '../product-fingerprint.ts';
import { fingerprintOf } from '../product-fingerprint.ts';

export type ServedFiles = () => Promise<Pick<Product, 'files' | 'model'>>;

/** Milliseconds after the last question. */
const kept = 5 * 60_000;

/** What it gives raises WORKBENCH_FILES_OTHER where the files have come to something else since the start. */
export const readServedFiles = (product: ToldApart, load: () => Promise<Product>): ServedFiles => {
  let reading: Promise<Product> | undefined;
  let timer: NodeJS.Timeout | undefined;
  const forget = (): void => {
    reading = undefined;
  };
  const read = async (): Promise<Product> => {
    const found = await load();
    if (fingerprintOf(found) !== fingerprintOf(product)) throw new Refusal('WORKBENCH_FILES_OTHER', {});
    return found;
  };
  return async () => {
    clearTimeout(timer);
    timer = setTimeout(forget, kept).unref();
    reading ??= read();
    reading.catch(forget);
    return reading;
  };
};
