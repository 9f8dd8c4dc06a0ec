import type { SpotlightActionData } from '@mantine/spotlight';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import '@mantine/spotlight/styles.layer.css';
import { Search } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { useNavigate } from 'react-router';
import { ScreenIcon } from '../../engine/ui/controls/screen-icon.tsx';
import { useTexts } from '../../engine/ui/runtime/texts.ts';
import { useMenu } from '../../engine/ui/runtime/use-menu.ts';
import { matchesWords } from './matches-words.ts';
import './screen-search.css';

const [store, spotlight] = createSpotlight();

interface Props {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Ctrl+K: any screen of the menu by its title. Loaded on first use. */
const ScreenSearch = ({ opened, onClose }: Props) => {
  const texts = useTexts();
  const menu = useMenu();
  const navigate = useNavigate();
  useEffect(() => {
    if (opened) spotlight.open();
    else spotlight.close();
  }, [opened]);

  const actions = useMemo<SpotlightActionData[]>(
    () =>
      menu.entries
        .filter((entry) => !entry.hidden)
        .map((entry) => ({
          id: entry.path,
          label: menu.titled(entry.title),
          description: menu
            .trail(entry.path)
            .slice(0, -1)
            .map(({ title }) => menu.titled(title))
            .join(' › '),
          leftSection: <ScreenIcon name={entry.icon} size={16} />,
          onClick: () => void navigate(entry.path),
        })),
    [menu, navigate],
  );

  return (
    <Spotlight
      store={store}
      actions={actions}
      onSpotlightClose={onClose}
      shortcut={null}
      nothingFound={texts('screens.none')}
      maxHeight={400}
      scrollable
      limit={40}
      attributes={{ content: { 'aria-label': texts('screens.search') } }}
      overlayProps={{ blur: 0 }}
      searchProps={{
        leftSection: <Search size={16} />,
        placeholder: texts('screens.search'),
        'aria-label': texts('screens.search'),
      }}
      filter={(query, all) =>
        (all as SpotlightActionData[]).filter(({ label, description }) =>
          matchesWords(`${label ?? ''} ${description ?? ''}`, query),
        )
      }
    />
  );
};

export default ScreenSearch;
