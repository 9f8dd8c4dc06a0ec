import { useState } from 'react';
import { Link } from 'react-router';
import { FilterInput } from '../../engine/ui/controls/filter-input.tsx';
import { useTexts } from '../../engine/ui/runtime/texts.ts';
import { matchesWords } from '../shell/matches-words.ts';
import classes from './api-docs.module.css';
import type { Resource } from './api-docs-model.ts';

interface Props {
  readonly resources: readonly Resource[];
  /** Path of the one shown. */
  readonly chosen: string | undefined;
}

/** The resources by module, with a filter on top. */
export const ResourceList = ({ resources, chosen }: Props) => {
  const texts = useTexts();
  const [words, setWords] = useState('');
  const found = resources.filter(({ title, path, tag }) => matchesWords(`${title} ${path} ${tag}`, words));
  return (
    <nav className={classes.list} aria-label={texts('apiDocs.resources')}>
      <div className={classes.filter}>
        <FilterInput value={words} onChange={setWords} label={texts('apiDocs.filter')} />
      </div>
      <div className={classes.resources}>
        {[...Map.groupBy(found, ({ tag }) => tag)].map(([tag, some]) => (
          <section key={tag}>
            <h2>{tag}</h2>
            <ul>
              {some.map(({ path, title }) => (
                <li key={path}>
                  <Link
                    to={{ search: `?r=${encodeURIComponent(path)}` }}
                    aria-current={path === chosen ? 'page' : undefined}
                  >
                    <span>{title}</span>
                    <code>{path}</code>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
        {found.length === 0 && <p className={classes.note}>{texts('apiDocs.none')}</p>}
      </div>
    </nav>
  );
};
