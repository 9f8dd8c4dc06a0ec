import { VisuallyHidden } from '@mantine/core';
import { useEffect, useState } from 'react';
import { writeSort } from '../../contract/list-query.ts';
import { useTexts } from '../runtime/texts.ts';
import type { RegistryList } from '../runtime/use-registry-list.ts';

/** Says aloud by what the list is sorted, when that changes. */
export const SortStatus = ({ list }: { readonly list: RegistryList }) => {
  const texts = useTexts();
  const order = writeSort(list.sort);
  const [first, setFirst] = useState<string | undefined>(order);
  useEffect(() => setFirst((present) => (present === order ? present : undefined)), [order]);
  const words = list.sort.flatMap(({ by, descending }) => {
    const column = list.columns.find(({ orderBy }) => orderBy === by);
    return column ? [texts(descending ? 'sort.descending' : 'sort.ascending', { title: column.title })] : [];
  });
  return (
    <VisuallyHidden role="status">
      {first === order || words.length === 0 ? '' : texts('sort.said', { words: words.join(', ') })}
    </VisuallyHidden>
  );
};
