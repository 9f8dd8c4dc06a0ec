/** A plan that the server makes: followed by a key while it is made, and given up when nobody waits for it any more. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { BatchPlan } from '../../contract/batch.ts';
import { newUuid } from './new-uuid.ts';

/** What is under way: a call of the store. */
interface Asked {
  readonly abort: () => void;
  readonly unwrap: () => Promise<BatchPlan>;
}

export const usePlanning = () => {
  const [key, setKey] = useState<string>();
  const asked = useRef<Asked>(undefined);
  const stop = useCallback(() => {
    const { current } = asked;
    asked.current = undefined;
    current?.abort();
  }, []);
  useEffect(() => stop, [stop]);

  /** The plan; undefined where it was given up. Throws what the call throws. */
  const ask = useCallback(async (begin: (key: string) => Asked): Promise<BatchPlan | undefined> => {
    const next = newUuid();
    const call = begin(next);
    setKey(next);
    asked.current = call;
    try {
      const plan = await call.unwrap();
      return asked.current === call ? plan : undefined;
    } catch (failure) {
      if (asked.current !== call) return undefined;
      throw failure;
    } finally {
      if (asked.current === call) asked.current = undefined;
    }
  }, []);

  return { key, ask, stop };
};
