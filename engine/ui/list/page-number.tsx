import { TextInput } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { useEffect, useState } from 'react';
import { readPageNumber } from '../runtime/list-pages.ts';
import { formatCount, useTexts } from '../runtime/texts.ts';
import type { RegistryList } from '../runtime/use-registry-list.ts';
import classes from './list-pager.module.css';

/** Which page this is; another one is typed and asked for by Enter. Waits for the count: rows do not. */
export const PageNumber = ({ list }: { readonly list: RegistryList }) => {
  const texts = useTexts();
  const { page, pageCount: pages = 0, count, limit } = list;
  const present = formatCount(page + 1);
  const [typed, setTyped] = useState(present);
  useEffect(() => setTyped(present), [present]);
  if (pages < 2) return null;
  const whole = count !== undefined && !count.estimated && Math.ceil(count.total / limit) === pages;

  const go = (): void => {
    const index = readPageNumber(typed, pages);
    if (index !== undefined && index !== page) list.toPage(index);
    setTyped(index === undefined ? present : formatCount(index + 1));
  };
  const pressed = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') go();
    if (event.key === 'Escape') setTyped(present);
  };
  return (
    <span className={classes.page}>
      <TextInput
        size="xs"
        className={classes.number}
        aria-label={texts(whole ? 'list.page.labelOf' : 'list.page.label', { count: formatCount(pages) })}
        title={whole ? undefined : texts('list.page.furthest', { count: formatCount(pages) })}
        inputMode="numeric"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={go}
        onKeyDown={pressed}
      />
      {whole && <span aria-hidden>{texts('list.page.of', { count: formatCount(pages) })}</span>}
    </span>
  );
};
