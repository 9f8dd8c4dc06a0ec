import { Button } from '@mantine/core';
import { LockKeyhole } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { splitPair } from '../../engine/access/permission-pair.ts';
import { EmptyState } from '../../engine/ui/controls/empty-state.tsx';
import { useTexts } from '../../engine/ui/runtime/texts.ts';
import type { ApiFailure } from '../../engine/ui/store/api.ts';
import { useScreenQuery } from '../../engine/ui/store/api.ts';
import { useWhyQuery } from '../../engine/ui/store/why-api.ts';
import { isReport } from './permissions/rules.ts';

/** A screen that this person may not open: which right is missing, in the words of the matrix, and whom to ask. */
export const DeniedPage = () => {
  const texts = useTexts();
  const path = useSearchParams()[0].get('tela') ?? '';
  const { error } = useScreenQuery(path, { skip: !path.startsWith('/') });
  const failure = error as ApiFailure | undefined;
  const body = failure?.status === 403 ? failure.body : undefined;
  const { data: why, isLoading } = useWhyQuery({ path }, { skip: body === undefined });
  const { decision = null, title } = why?.screen ?? {};
  const actionOf = (pair: string): string => {
    const { action } = splitPair(pair);
    return isReport(action) ? `${texts('permissions.action.rep')} ${action}` : texts(`permissions.action.${action}`);
  };
  const said =
    decision?.granted === false
      ? texts('state.denied.missing', { title, action: actionOf(decision.pair) })
      : [body?.message, body?.hint].filter(Boolean).join(' ');
  return (
    <EmptyState
      level={1}
      icon={LockKeyhole}
      title={texts('state.denied.title')}
      text={body === undefined ? texts('state.denied.text') : isLoading ? undefined : said}
      action={
        <Button component={Link} to="/" variant="default">
          {texts('action.home')}
        </Button>
      }
    />
  );
};
