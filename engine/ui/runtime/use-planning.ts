/** A plan that the server makes: followed by a key while it is made, and given up when nobody waits for it any more. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { BatchPlan } from '../../contract/batch.ts';

/** What is under way: a call of the store. */
interface Asked {
  readonly abort: () => void;
  readonly unwrap: () => Promise<BatchPlan>;
}

/** A UUID; `crypto.randomUUID` is not there where the product is opened without TLS. */
const newKey = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
};

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
    const next = newKey();
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
