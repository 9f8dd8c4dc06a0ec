import { modals } from '@mantine/modals';
import type { OwnSession } from '../../../engine/contract/session.ts';
import { describeFailure } from '../../../engine/ui/runtime/describe-failure.ts';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import { useWaiting } from '../../../engine/ui/runtime/use-waiting.ts';
import type { ApiFailure } from '../../../engine/ui/store/api.ts';
import type { SessionOwner } from './sessions-api.ts';
import { useEndSessionMutation, useSessionsQuery } from './sessions-api.ts';

/** The sessions of a user, and ending them. Several at once are asked about first; the own one ends by signing out. */
export const useSessions = (owner: SessionOwner) => {
  const texts = useTexts();
  const { data, error, isLoading } = useSessionsQuery(owner, { refetchOnMountOrArgChange: true });
  const [end, ending] = useEndSessionMutation();
  useWaiting(ending.isLoading);
  const others = (data ?? []).filter(({ current }) => !current);

  const endEach = async (sessions: readonly OwnSession[]): Promise<void> => {
    const answers = await Promise.all(sessions.map(({ id }) => end({ owner, id })));
    // Somebody else may have ended one meanwhile, which is what was wanted.
    const failure = answers
      .map((answer) => answer.error as ApiFailure | undefined)
      .find((one) => one !== undefined && one.status !== 404);
    if (failure !== undefined) describeFailure(texts, failure);
  };

  return {
    sessions: data ?? [],
    others: others.length,
    loading: isLoading,
    failure: error as ApiFailure | undefined,
    end: (session: OwnSession): void => void endEach([session]),
    endOthers: (): void => {
      modals.openConfirmModal({
        title: texts.count('sessions.endAll.title', others.length),
        children: texts('sessions.endAll.text'),
        labels: { confirm: texts('sessions.end'), cancel: texts('action.cancel') },
        confirmProps: { className: 'fi-danger', color: 'red' },
        withCloseButton: false,
        onConfirm: () => void endEach(others),
      });
    },
  };
};
