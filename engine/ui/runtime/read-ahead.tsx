/**
 * Code that comes when it is wanted, and is drawn at once where it was read before. `lazy` alone shows its fallback the
 * first time even then, and React keeps a fallback on the screen for 300 ms.
 */
import type { ComponentType } from 'react';
import { lazy, useState } from 'react';

type Load<P> = () => Promise<{ readonly default: ComponentType<P> }>;

export const readAhead = <P extends object>(load: Load<P>) => {
  let found: ComponentType<P> | undefined;
  const read: Load<P> = async () => {
    const module = await load();
    found = module.default;
    return module;
  };
  const Later = lazy(read);
  const Drawn = (props: P) => {
    // For as long as it is on the screen, or what is drawn would be thrown away when the code comes.
    const [Part] = useState<ComponentType<P>>(() => found ?? (Later as ComponentType<P>));
    return <Part {...props} />;
  };
  return { Drawn, read };
};
