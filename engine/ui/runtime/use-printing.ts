import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** True from the moment that the screen is to be printed until it is; a record that stands over it is printed in its place. */
export const usePrinting = (): boolean => {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    // The sheet must be there before the browser goes on.
    const before = () => flushSync(() => setPrinting(document.querySelector('[data-record-panel]') === null));
    const after = () => setPrinting(false);
    addEventListener('beforeprint', before);
    addEventListener('afterprint', after);
    return () => {
      removeEventListener('beforeprint', before);
      removeEventListener('afterprint', after);
    };
  }, []);
  return printing;
};
