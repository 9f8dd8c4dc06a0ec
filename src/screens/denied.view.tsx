import { Button } from '@mantine/core';
import { LockKeyhole } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { splitPair } from '../../engine/access/permission-pair.ts';
import { EmptyState } from '../../engine/ui/controls/empty-state.tsx';
import { useTexts } from '../../engine/ui/runtime/texts.ts';
import type { ApiFailure } from '../../engine/ui/store/api.ts';
import { useScreenQuery } from '../../engine/ui/store/api.ts';
import { useWhyQuery } from '../../engine/ui/store/why-api.ts';

/** A screen that this person may not open: which right is missing, as the server says it, and whom to ask. */
export const DeniedPage = () => {
  const texts = useTexts();
  const path = useSearchParams()[0].get('tela') ?? '';
  const { error } = useScreenQuery(path, { skip: !path.startsWith('/') });
  const failure = error as ApiFailure | undefined;
  const body = failure?.status === 403 ? failure.body : undefined;
  const { data: why, isError } = useWhyQuery({ path }, { skip: body === undefined });
  const { subject, action } = splitPair(why?.screen.decision?.pair ?? '');
  const asked = subject === '' ? undefined : texts('why.missing', { action, subject });
  const next = isError ? body?.hint : asked;
  return (
    <EmptyState
      level={1}
      icon={LockKeyhole}
      title={texts('state.denied.title')}
      text={body ? [body.message, next].filter(Boolean).join(' ') : texts('state.denied.text')}
      action={
        <Button component={Link} to="/" variant="default">
          {texts('action.home')}
        </Button>
      }
    />
  );
};
