import { useMatches } from 'react-router';
import { useTexts } from '../../engine/ui/runtime/texts.ts';

/** Title of a page that is no screen of the menu: its route says it. */
export const usePageTitle = (): string | undefined => {
  const texts = useTexts();
  const key = useMatches()
    .map(({ handle }) => (handle as { readonly title?: string } | undefined)?.title)
    .find((title) => title !== undefined);
  return key === undefined ? undefined : texts(key);
};
