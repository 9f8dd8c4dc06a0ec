import { useState } from 'react';
import { Link } from 'react-router';
import { FilterInput } from '../../../engine/ui/controls/filter-input.tsx';
import { matchesWords } from '../../shell/matches-words.ts';
import classes from './reference-page.module.css';

/** One thing to read about. */
export interface ReferenceItem {
  /** Query of the address that shows it. */
  readonly to: string;
  readonly title: string;
  /** A name in code beside the title. */
  readonly note?: string;
  readonly group: string;
  /** Query of the address that shows the group; absent: it has no page. */
  readonly groupTo?: string;
  /** What it is found by besides. */
  readonly words?: string;
  /** Titles of its parts, each of which it is found by, and which are then told below it. */
  readonly parts?: readonly string[];
  /** Shown only where somebody looks for it. */
  readonly onlyFound?: boolean;
}

interface Found {
  readonly item: ReferenceItem;
  /** The parts that it was found by alone. */
  readonly by: readonly string[];
}

/** Parts of one thing that are told; each word more leaves fewer. */
const mostParts = 3;

/** In the order of the items, those that are found by themselves before those that are found by a part. */
const findItems = (items: readonly ReferenceItem[], words: string): readonly Found[] => {
  const own: Found[] = [];
  const byPart: Found[] = [];
  for (const item of items) {
    const text = `${item.title} ${item.note ?? ''} ${item.group} ${item.words ?? ''}`;
    if (matchesWords(text, words)) own.push({ item, by: [] });
    else {
      const by = (item.parts ?? []).filter((part) => matchesWords(`${text} ${part}`, words));
      if (by.length > 0) byPart.push({ item, by });
    }
  }
  return [...own, ...byPart];
};

interface Props {
  readonly items: readonly ReferenceItem[];
  /** `to` of what is shown. */
  readonly chosen: string | undefined;
  readonly label: string;
  readonly filter: string;
  /** Said where the filter finds nothing. */
  readonly none: string;
}

/** What there is to read, by group, with a filter on top. */
export const ReferenceList = ({ items, chosen, label, filter, none }: Props) => {
  const [words, setWords] = useState('');
  const wanted = words.trim() !== '';
  const found = wanted
    ? findItems(items, words)
    : items.filter(({ onlyFound }) => onlyFound !== true).map((item): Found => ({ item, by: [] }));
  const current = (to: string) => (to === chosen ? 'page' : undefined);
  return (
    <nav className={classes.list} aria-label={label}>
      <div className={classes.filter}>
        <FilterInput value={words} onChange={setWords} label={filter} />
      </div>
      <div className={classes.items}>
        {[...Map.groupBy(found, ({ item }) => item.group)].map(([group, some]) => {
          const groupTo = some[0]?.item.groupTo;
          return (
            <section key={group}>
              <h2>
                {groupTo === undefined ? (
                  group
                ) : (
                  <Link to={{ search: groupTo }} aria-current={current(groupTo)}>
                    {group}
                  </Link>
                )}
              </h2>
              <ul>
                {some.map(({ item: { to, title, note }, by }) => (
                  <li key={to}>
                    <Link to={{ search: to }} aria-current={current(to)}>
                      <span>{title}</span>
                      {note !== undefined && <code>{note}</code>}
                      {by.length > 0 && <span className={classes.part}>{by.slice(0, mostParts).join(' · ')}</span>}
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          );
        })}
        {found.length === 0 && <p className={classes.note}>{none}</p>}
      </div>
    </nav>
  );
};
