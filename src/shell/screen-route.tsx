import { useLoaderData } from 'react-router';
import type { MenuEntry } from '../../engine/model/screen-types.ts';
import { screenPart } from '../screens/screen-part.ts';

/** The screen of a menu entry, whose code the guard has read. Each path is a screen of its own: nothing of one is kept for another. */
export const ScreenRoute = () => {
  const entry = useLoaderData<MenuEntry>();
  const View = screenPart(entry);
  return <View key={entry.path} entry={entry} />;
};
