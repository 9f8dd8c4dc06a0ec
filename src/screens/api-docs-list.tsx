import { CloseButton, Input } from '@mantine/core';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
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
        <Input
          size="xs"
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setWords('');
          }}
          placeholder={texts('apiDocs.filter')}
          aria-label={texts('apiDocs.filter')}
          leftSection={<Search size={13} />}
          rightSectionPointerEvents="all"
          rightSection={
            words === '' ? null : (
              <CloseButton size="xs" aria-label={texts('control.clear')} onClick={() => setWords('')} />
            )
          }
        />
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
