/**
 * The demonstration data behind the first start: the product answers already, and they come in small steps, so that nobody
 * waits for them. What a start before this one left over is made now. In: the started product. Out: the way to end it.
 */
import { Refusal } from '../../engine/core/errors.ts';
import { beginSamples, loadSamples } from '../../engine/data/samples/load-samples.ts';
import { linkDemonstrationUsers } from '../session/first-users.ts';
import type { StartedProduct } from '../start-product.ts';
import { sampleRecipes } from './index.ts';

/** Records of one step: some hundredths of a second, in which nothing else is done. */
const step = 4;
/** Milliseconds between steps, for those who work already. */
const pause = 40;
/** Nothing before the first screens have been read. */
const first = 3000;

interface Filling {
  /** Ends after the step that is under way. */
  readonly close: () => Promise<void>;
}

/** Before the product answers anyone: what is typed from then on stops nothing. Gives the title of what was typed before. */
export const beginFilling = async ({
  database,
  runtime,
}: Pick<StartedProduct, 'database' | 'runtime'>): Promise<string | undefined> => {
  try {
    await beginSamples(database, runtime.current.model, sampleRecipes);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'SAMPLES_ROWS_PRESENT')
      return (error.params as { readonly title: string }).title;
    throw error;
  }
};

/** `tell` hears the number of records when all are there, and of none where they were there before. */
export const fillBehind = (
  { database, runtime }: Pick<StartedProduct, 'database' | 'runtime'>,
  tell: (count: number) => void,
  fail: (error: unknown) => void,
  load: typeof loadSamples = loadSamples,
): Filling => {
  let closed = false;
  runtime.filling = true;
  let end: () => void = () => undefined;
  const wait = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      end = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const goOn = async (): Promise<boolean> => {
    if (!closed) await wait(pause);
    return !closed;
  };
  const fill = async (): Promise<void> => {
    await wait(first);
    if (closed) return;
    const { model } = runtime.current;
    const options = { size: 'small', seed: 1, timeZone: runtime.timeZone, step, goOn } as const;
    const made = await load(database, model, sampleRecipes, options);
    if (!closed) await linkDemonstrationUsers(database);
    const count = Object.values(made).reduce((sum, one) => sum + one, 0);
    if (!closed && count > 0) tell(count);
  };
  const running = fill()
    .catch((error: unknown) => {
      // Whoever typed records already keeps them to themselves.
      if (!(error instanceof Refusal && error.code === 'SAMPLES_ROWS_PRESENT')) fail(error);
    })
    .finally(() => {
      runtime.filling = false;
    });
  return {
    close: () => {
      closed = true;
      end();
      return running;
    },
  };
};
