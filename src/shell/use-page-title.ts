import { useMatches } from 'react-router';
import { useTexts } from '../../engine/ui/runtime/texts.ts';

interface PageHandle {
  readonly title?: string;
  /** Route of the entry of the menu that leads to it. */
  readonly below?: string;
}

const handlesOf = (matches: ReturnType<typeof useMatches>): readonly PageHandle[] =>
  matches.map(({ handle }) => (handle ?? {}) as PageHandle);

/** The entry of the menu that a page which is no screen of it lies below. */
export const usePageParent = (): string | undefined => handlesOf(useMatches()).find(({ below }) => below)?.below;

/** Title of a page that is no screen of the menu: its route says it. */
export const usePageTitle = (): string | undefined => {
  const texts = useTexts();
  const key = handlesOf(useMatches()).find(({ title }) => title !== undefined)?.title;
  return key === undefined ? undefined : texts(key);
};
