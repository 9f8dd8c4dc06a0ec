import { DynamicIcon, iconNames } from 'lucide-react/dynamic';
import type { IconName } from 'lucide-react/dynamic';

const known: ReadonlySet<string> = new Set(iconNames);
const isIcon = (name: string): name is IconName => known.has(name);

/** The icon that the metadata names; each comes in a chunk of its own. The box keeps its place meanwhile. */
export const ScreenIcon = ({ name, size = 16 }: { readonly name: string; readonly size?: number }) => (
  <span aria-hidden style={{ display: 'inline-block', width: size, height: size, flex: 'none', lineHeight: 0 }}>
    <DynamicIcon name={isIcon(name) ? name : 'file'} size={size} />
  </span>
);
