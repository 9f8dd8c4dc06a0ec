import { ActionIcon, NativeSelect } from '@mantine/core';
import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight, CircleHelp } from 'lucide-react';
import { formatCount, useTexts } from '../runtime/texts.ts';
import type { RegistryList } from '../runtime/use-registry-list.ts';
import { ExactCount } from './exact-count.tsx';
import classes from './list-pager.module.css';
import { PageNumber } from './page-number.tsx';

const pageSizes = [25, 50, 100, 200, 500];

const Step = ({
  icon: Icon,
  label,
  run,
}: {
  icon: typeof ChevronLeft;
  label: string;
  run: (() => void) | undefined;
}) => (
  <ActionIcon variant="subtle" color="gray" size={28} aria-label={label} title={label} disabled={!run} onClick={run}>
    <Icon size={16} />
  </ActionIcon>
);

/** What part is shown, how many a page holds, and the way through the pages. */
export const ListPager = ({ list, onHelp }: { readonly list: RegistryList; readonly onHelp?: () => void }) => {
  const texts = useTexts();
  const { range, count } = list;
  const sizes = [...new Set([...pageSizes, list.limit])].toSorted((a, b) => a - b);
  return (
    <footer className={classes.pager}>
      <span className={classes.rest} />
      <span className={classes.sizeLabel} aria-hidden>
        {texts('list.pageSize')}
      </span>
      <NativeSelect
        aria-label={texts('list.pageSize')}
        size="xs"
        className={classes.size}
        value={String(list.limit)}
        onChange={(event) => list.setLimit(Number(event.currentTarget.value))}
        data={sizes.map(String)}
      />
      <span className={classes.range} aria-live="polite">
        {range &&
          texts(count ? (count.estimated ? 'list.range.about' : 'list.range.of') : 'list.range', {
            first: formatCount(range.first),
            last: formatCount(range.last),
            count: formatCount(count?.total ?? 0),
          })}
      </span>
      <ExactCount list={list} />
      <Step icon={ChevronFirst} label={texts('list.firstPage')} run={list.firstPage} />
      <Step icon={ChevronLeft} label={texts('list.previousPage')} run={list.previousPage} />
      <PageNumber list={list} />
      <Step icon={ChevronRight} label={texts('list.nextPage')} run={list.nextPage} />
      <Step icon={ChevronLast} label={texts('list.lastPage')} run={list.lastPage} />
      {onHelp && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          className={classes.help}
          aria-label={texts('keys.title')}
          title={texts('keys.title')}
          onClick={onHelp}
        >
          <CircleHelp size={15} />
        </ActionIcon>
      )}
    </footer>
  );
};
