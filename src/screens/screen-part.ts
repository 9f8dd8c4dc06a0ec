import type { MenuEntry } from '../../engine/model/screen-types.ts';
import type { ScreenViewProps } from '../../engine/screens/contract.ts';
import { later } from '../../engine/ui/runtime/later.tsx';
import { loadScreen } from './index.ts';

type ScreenPart = ReturnType<typeof later<ScreenViewProps>>;

const parts = new Map<string, ScreenPart>();

/** One component for each kind of entry, and for each view of the product. */
export const screenPart = (entry: MenuEntry): ScreenPart => {
  const key = `${entry.kind} ${entry.view ?? ''}`;
  const known = parts.get(key) ?? later(() => loadScreen(entry));
  parts.set(key, known);
  return known;
};
