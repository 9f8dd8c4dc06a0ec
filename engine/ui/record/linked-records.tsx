import { Button } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import type { LinkedRecords as Linked } from '../../contract/linked-records.ts';
import { ScreenIcon } from '../controls/screen-icon.tsx';

import { formatCount, useTexts } from '../runtime/texts.ts';
import { useLinkedQuery } from '../store/linked-api.ts';
import classes from './linked-records.module.css';

/** Pixels that a list needs for its title and its number, and how many lines stand there before more is asked for. */
const leastWidth = 220;
const linesOf = (columns: number): number => Math.max(1, 4 - columns);

const LinkedList = ({
  list: { path, column, title, relation, icon, total, more },
  id,
}: {
  list: Linked;
  id: number;
}) => {
  const texts = useTexts();
  const named = relation === undefined ? title : `${title} · ${relation}`;
  const count = formatCount(total);
  return (
    <Link className={classes.list} to={`${path}?${column}=eq.${id}`} title={named}>
      <ScreenIcon name={icon} size={14} />
      <span className={classes.title}>
        {title}
        {relation !== undefined && <span className={classes.relation}> · {relation}</span>}
      </span>
      <span className={classes.count}>{more ? texts('record.linked.over', { count }) : count}</span>
    </Link>
  );
};

/** Who points at the record: each list with the number of its records, and the way there. */
export const LinkedRecords = ({ path, id }: { readonly path: string; readonly id: number }) => {
  const texts = useTexts();
  const heading = useId();
  const { ref, width } = useElementSize<HTMLDivElement>();
  const [open, setOpen] = useState(false);
  const { currentData: lists, isError } = useLinkedQuery({ path, id }, { refetchOnMountOrArgChange: true });
  const columns = Math.max(1, Math.floor(width / leastWidth));
  const room = columns * linesOf(columns);
  const folded = lists !== undefined && lists.length > room;
  // The place of the last is the button's.
  const shown = folded && !open ? lists.slice(0, Math.max(1, room - 1)) : lists;
  return (
    <nav className={classes.linked} aria-labelledby={heading} aria-busy={lists === undefined && !isError}>
      <h3 id={heading} className={classes.heading}>
        {texts('record.linked')}
      </h3>
      <div ref={ref} className={classes.lists} style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
        {shown?.map((list) => (
          <LinkedList key={`${list.path} ${list.column}`} list={list} id={id} />
        ))}
        {folded && (
          <Button
            className={classes.more ?? ''}
            variant="subtle"
            color="gray"
            size="compact-md"
            aria-expanded={open}
            rightSection={open ? <ChevronUp size={14} /> : <ChevronDown size={14} />}
            onClick={() => setOpen(!open)}
          >
            {open
              ? texts('record.linked.less')
              : texts('record.linked.more', { count: lists.length - (shown?.length ?? 0) })}
          </Button>
        )}
        {lists?.length === 0 && <p className={classes.none}>{texts('record.linked.none')}</p>}
        {isError && <p className={classes.none}>{texts('record.linked.failed')}</p>}
      </div>
    </nav>
  );
};
