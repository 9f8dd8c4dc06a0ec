/**
 * Code that comes when it is wanted, and is drawn at once where it was read before. `lazy` does neither: it shows the
 * fallback the first time even of code that is there, and React keeps whatever follows a fallback waiting for 300 ms.
 */
import type { ComponentType, ReactNode } from 'react';
import { useEffect, useState } from 'react';

type Load<P> = () => Promise<{ readonly default: ComponentType<P> }>;

export interface WaitingProps {
  /** Stands in its place until the code is there. */
  readonly waiting?: ReactNode;
}

/** A component whose code is read when it is first drawn, or before by `read`. Code that does not come throws where it is drawn. */
export const later = <P extends object>(load: Load<P>) => {
  let found: ComponentType<P> | undefined;
  let reading: Promise<void> | undefined;
  const fetchCode = async (): Promise<void> => {
    try {
      found = (await load()).default;
    } finally {
      // What failed is asked for again.
      reading = undefined;
    }
  };
  const read = async (): Promise<void> => {
    if (found !== undefined) return;
    reading ??= fetchCode();
    await reading;
  };
  const Later = ({ waiting = null, ...props }: P & WaitingProps) => {
    const [Part, setPart] = useState(() => {
      // Asked for before the rest is drawn, which takes a while; what fails is said below.
      read().catch(() => undefined);
      return found;
    });
    const [failure, setFailure] = useState<{ readonly error: unknown }>();
    useEffect(() => {
      if (Part !== undefined) return;
      let gone = false;
      read().then(
        () => !gone && setPart(() => found),
        (error: unknown) => !gone && setFailure({ error }),
      );
      return () => {
        gone = true;
      };
    }, [Part]);
    if (failure !== undefined) throw failure.error;
    return Part === undefined ? waiting : <Part {...(props as unknown as P)} />;
  };
  return Object.assign(Later, { read });
};
