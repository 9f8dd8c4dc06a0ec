import { Button } from '@mantine/core';
import { LockKeyhole } from 'lucide-react';
import { Link } from 'react-router';
import { EmptyState } from '../../engine/ui/controls/empty-state.tsx';
import { useTexts } from '../../engine/ui/runtime/texts.ts';

/** A screen that this person may not open. */
export const DeniedPage = () => {
  const texts = useTexts();
  return (
    <EmptyState
      level={1}
      icon={LockKeyhole}
      title={texts('state.denied.title')}
      text={texts('state.denied.text')}
      action={
        <Button component={Link} to="/" variant="default">
          {texts('action.home')}
        </Button>
      }
    />
  );
};
