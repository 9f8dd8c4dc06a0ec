import { ScreenTiles } from '../../engine/ui/controls/screen-tiles.tsx';
import { useTexts } from '../../engine/ui/runtime/texts.ts';

/** The home: one tile for each entry at the top of the menu. */
export const HomePage = () => <ScreenTiles parent="/" title={useTexts()('home.title')} />;
