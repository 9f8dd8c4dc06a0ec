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
  /** Shown only where somebody looks for it. */
  readonly onlyFound?: boolean;
}

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
  const found = items.filter(({ title, note = '', group, words: more = '', onlyFound }) =>
    wanted ? matchesWords(`${title} ${note} ${group} ${more}`, words) : onlyFound !== true,
  );
  const current = (to: string) => (to === chosen ? 'page' : undefined);
  return (
    <nav className={classes.list} aria-label={label}>
      <div className={classes.filter}>
        <FilterInput value={words} onChange={setWords} label={filter} />
      </div>
      <div className={classes.items}>
        {[...Map.groupBy(found, ({ group }) => group)].map(([group, some]) => {
          const groupTo = some[0]?.groupTo;
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
                {some.map(({ to, title, note }) => (
                  <li key={to}>
                    <Link to={{ search: to }} aria-current={current(to)}>
                      <span>{title}</span>
                      {note !== undefined && <code>{note}</code>}
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
