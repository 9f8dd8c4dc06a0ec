import { Button } from '@mantine/core';
import { ExternalLink } from 'lucide-react';
import { useEffect } from 'react';
import { EmptyState } from '../ui/controls/empty-state.tsx';
import { useTexts } from '../ui/runtime/texts.ts';
import { useMenu } from '../ui/runtime/use-menu.ts';
import type { ScreenViewProps } from './contract.ts';

/** Leaves for the other site at once. The address here is not kept, or the way back would lead out again. */
const LinkView = ({ entry }: ScreenViewProps) => {
  const texts = useTexts();
  const menu = useMenu();
  const { href = '/' } = entry;
  useEffect(() => location.replace(href), [href]);
  return (
    <EmptyState
      level={1}
      icon={ExternalLink}
      title={menu.titled(entry.title)}
      text={texts('link.leaving', { site: new URL(href, location.href).host })}
      action={
        <Button component="a" href={href} variant="default">
          {texts('link.open')}
        </Button>
      }
    />
  );
};

export default LinkView;
