import { Button } from '@mantine/core';
import { RotateCw, TriangleAlert } from 'lucide-react';
import { EmptyState } from '../controls/empty-state.tsx';
import { failureText } from '../runtime/describe-failure.ts';
import { useTexts } from '../runtime/texts.ts';
import type { ApiFailure } from '../store/base-query.ts';

interface Props {
  readonly failure: ApiFailure | { readonly message?: string | undefined };
  readonly onRetry: () => void;
}

/** A record that could not be read: why, and another try. */
export const RecordFailure = ({ failure, onRetry }: Props) => {
  const texts = useTexts();
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
