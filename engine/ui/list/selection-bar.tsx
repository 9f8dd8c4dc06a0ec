import { Button } from '@mantine/core';
import { useScreenModel } from '../runtime/screen-context.ts';
import type { Texts } from '../runtime/texts.ts';
import { formatCount, useTexts } from '../runtime/texts.ts';
import type { RegistryList } from '../runtime/use-registry-list.ts';
import classes from './selection-bar.module.css';

const describe = (texts: Texts, { selection, count, filtered }: RegistryList): string => {
  const { size, onPage, state } = selection;
  if (selection.empty) return '';
  if (state.kind === 'all') {
    const among = filtered ? 'filter' : 'whole';
    if (size === undefined) return texts(`selection.about.${among}`, { count: formatCount(count?.total ?? 0) });
    return state.except.length === 0
      ? texts(`selection.all.${among}`, { count: formatCount(size) })
      : texts.count(`selection.but.${among}`, state.except.length, { total: formatCount(size) });
  }
  if (size !== undefined && onPage.length === size) return texts.count('list.selected', size);
  return onPage.length === 0 ? texts.count('selection.elsewhere', size ?? 0) : texts.count('selection.here', size ?? 0);
};

/** What the page's rows being chosen leads to: all that the filter finds. */
const offer = (texts: Texts, { selection, count, filtered, rows }: RegistryList): string | undefined => {
  const { state, size = 0, page } = selection;
  if (state.kind === 'all' || page !== 'all' || rows.length === 0 || count === undefined) return undefined;
  if (!count.estimated && count.total <= size) return undefined;
  const among = filtered ? 'filter' : 'whole';
  return texts(count.estimated ? `selection.offerAbout.${among}` : `selection.offer.${among}`, {
    count: formatCount(count.total),
  });
};

/** How many rows are chosen, here and elsewhere; said aloud as it changes. */
export const SelectionBar = ({ list }: { readonly list: RegistryList }) => {
  const texts = useTexts();
  const model = useScreenModel();
  const text = describe(texts, list);
  const all = offer(texts, list);
  return (
    // There before it speaks, or what it says first would not be heard.
    <div
      className={classes.bar}
      data-empty={text === '' || undefined}
      {...(text !== '' && {
        role: 'region',
        'aria-label': texts('selection.title', { title: model.screen.title }),
      })}
    >
      <span className={classes.text} role="status">
        {text}
      </span>
      {text !== '' && (
        <>
          {all !== undefined && (
            <Button variant="subtle" size="compact-sm" onClick={list.selection.all}>
              {all}
            </Button>
          )}
          <Button variant="subtle" color="gray" size="compact-sm" onClick={list.selection.clear}>
            {texts('selection.clear')}
          </Button>
        </>
      )}
    </div>
  );
};
