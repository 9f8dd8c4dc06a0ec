import { useNavigate } from 'react-router';
import { showAlert } from './show-alert.tsx';
import { useTexts } from './texts.ts';

/** Ids that an address carries without trouble. */
const mostLinked = 500;

/** Says how many rows of a registry a batch wrote, by the text `<key>.one` or `.many`, and leads to them. */
export const useTellWritten = (path: string) => {
  const texts = useTexts();
  const navigate = useNavigate();
  return (key: string, count: number, ids: readonly number[]): void => {
    const alert = { type: 'success', value: texts.count(key, count) } as const;
    const linked = ids.length > 0 && ids.length <= mostLinked;
    showAlert(
      alert,
      linked
        ? {
            label: texts.count('batch.see', ids.length),
            run: () => void navigate(`${path}?id=in.(${ids.join(',')})`),
          }
        : undefined,
    );
  };
};
