import type { ComponentType } from 'react';
import { lazy, Suspense } from 'react';
import { useLoaderData } from 'react-router';
import type { MenuEntry } from '../../engine/model/types.ts';
import type { ScreenViewProps } from '../../engine/screens/contract.ts';
import { loadScreen } from '../screens/index.ts';

const views = new Map<string, ComponentType<ScreenViewProps>>();

/** One component for each kind, and for each view of the product. */
const viewOf = (entry: MenuEntry): ComponentType<ScreenViewProps> => {
  const key = `${entry.kind} ${entry.view ?? ''}`;
  const known = views.get(key) ?? lazy(() => loadScreen(entry));
  views.set(key, known);
  return known;
};

/** The screen of a menu entry. Each path is a screen of its own: nothing of one is kept for another. */
export const ScreenRoute = () => {
  const entry = useLoaderData<MenuEntry>();
  const View = viewOf(entry);
  return (
    <Suspense fallback={null}>
      <View key={entry.path} entry={entry} />
    </Suspense>
  );
};
