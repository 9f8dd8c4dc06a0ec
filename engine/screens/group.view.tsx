import type { ScreenViewProps } from './contract.ts';
import { ScreenTiles } from '../ui/controls/screen-tiles.tsx';

const GroupView = ({ entry }: ScreenViewProps) => <ScreenTiles parent={entry.path} title={entry.title} />;

export default GroupView;
