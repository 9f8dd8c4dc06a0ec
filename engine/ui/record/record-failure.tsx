import { Button } from '@mantine/core';
import { LockKeyhole, RotateCw, TriangleAlert } from 'lucide-react';
import { EmptyState } from '../controls/empty-state.tsx';
import { failureText } from '../runtime/describe-failure.ts';
import { useTexts } from '../runtime/texts.ts';
import type { ApiFailure } from '../store/base-query.ts';

interface Props {
  readonly failure: ApiFailure | { readonly message?: string | undefined };
  readonly onRetry: () => void;
}

/** A record that could not be read: why, and another try, which helps nobody who lacks the right. */
export const RecordFailure = ({ failure, onRetry }: Props) => {
  const texts = useTexts();
  if ('status' in failure && failure.status === 403)
    return <EmptyState icon={LockKeyhole} title={texts('state.denied.title')} text={failureText(texts, failure)} />;
  return (
    <EmptyState
      icon={TriangleAlert}
      title={texts('record.failed')}
      text={failureText(texts, failure)}
      action={
        <Button variant="default" leftSection={<RotateCw size={15} />} onClick={() => onRetry()}>
          {texts('action.retry')}
        </Button>
      }
    />
  );
};
