import { ScreenTiles } from '../ui/controls/screen-tiles.tsx';
import type { ScreenViewProps } from './contract.ts';

const GroupView = ({ entry }: ScreenViewProps) => <ScreenTiles parent={entry.path} title={entry.title} />;

export default GroupView;
