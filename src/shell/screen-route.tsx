import type { ComponentType } from 'react';
import { lazy, Suspense } from 'react';
import { useLoaderData } from 'react-router';
import type { MenuEntry } from '../../engine/model/types.ts';
import type { ScreenViewProps } from '../../engine/screens/contract.ts';
import { screenKinds } from '../../engine/screens/index.ts';

const views = Object.fromEntries(
  Object.values(screenKinds).map(({ kind, load }) => [kind, lazy(load)]),
) as unknown as Readonly<Record<MenuEntry['kind'], ComponentType<ScreenViewProps>>>;

/** The screen of a menu entry, by its kind. Each path is a screen of its own: nothing of one is kept for another. */
export const ScreenRoute = () => {
  const entry = useLoaderData<MenuEntry>();
  const View = views[entry.kind];
  return (
    <Suspense fallback={null}>
      <View key={entry.path} entry={entry} />
    </Suspense>
  );
};
