import { Button } from '@mantine/core';
import { LockKeyhole } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { EmptyState } from '../../engine/ui/controls/empty-state.tsx';
import { useTexts } from '../../engine/ui/runtime/texts.ts';
import type { ApiFailure } from '../../engine/ui/store/api.ts';
import { useScreenQuery } from '../../engine/ui/store/api.ts';

/** A screen that this person may not open: which right is missing, as the server says it, and whom to ask. */
export const DeniedPage = () => {
  const texts = useTexts();
  const path = useSearchParams()[0].get('tela') ?? '';
  const { error } = useScreenQuery(path, { skip: !path.startsWith('/') });
  const failure = error as ApiFailure | undefined;
  const body = failure?.status === 403 ? failure.body : undefined;
  return (
    <EmptyState
      level={1}
      icon={LockKeyhole}
      title={texts('state.denied.title')}
      text={body ? [body.message, body.hint].filter(Boolean).join(' ') : texts('state.denied.text')}
      action={
        <Button component={Link} to="/" variant="default">
          {texts('action.home')}
        </Button>
      }
    />
  );
};
