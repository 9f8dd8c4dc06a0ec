import { useWaiting } from '../../engine/ui/runtime/use-waiting.ts';

/** While the first screen is read; the indicator tells it if it takes long. */
export const RouteFallback = () => {
  useWaiting(true);
  return null;
};
