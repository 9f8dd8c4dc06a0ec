/** Which notices a person has read or put away, kept on the server. One that was changed since counts as new. */
import { useCallback, useMemo } from 'react';
import { useSetting } from '../../../engine/ui/runtime/use-setting.ts';
import type { Notice } from '../../notices/notice.ts';

const mostKept = 200;

const parseKeys = (stored: unknown): readonly string[] | undefined =>
  Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : undefined;
const noKeys: readonly string[] = [];

export const noticeKey = ({ id, versao }: Pick<Notice, 'id' | 'versao'>): string => `${id}.${versao}`;

/** The newest last, each notice once; the oldest are forgotten. */
export const withRead = (keys: readonly string[], notice: Pick<Notice, 'id' | 'versao'>): readonly string[] => [
  ...keys.filter((key) => !key.startsWith(`${notice.id}.`)).slice(1 - mostKept),
  noticeKey(notice),
];

export const useReadNotices = () => {
  const { value, set, ready } = useSetting('notices', parseKeys, noKeys);
  const keys = useMemo(() => new Set(value), [value]);
  const markRead = useCallback(
    (notice: Notice) => set((known) => (known.includes(noticeKey(notice)) ? known : withRead(known, notice))),
    [set],
  );
  return { isRead: (notice: Notice): boolean => keys.has(noticeKey(notice)), markRead, ready };
};
