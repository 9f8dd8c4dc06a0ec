import { Button } from '@mantine/core';
import { ArrowUpRight, BookOpen } from 'lucide-react';
import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { ReferenceSection } from '../../../engine/metadata/reference.ts';
import { EmptyState } from '../../../engine/ui/controls/empty-state.tsx';
import { failureText } from '../../../engine/ui/runtime/describe-failure.ts';
import type { Texts } from '../../../engine/ui/runtime/texts.ts';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import { useWaiting } from '../../../engine/ui/runtime/use-waiting.ts';
import type { ApiFailure } from '../../../engine/ui/store/api.ts';
import { referenceQuery } from '../../workbench/reference-place.ts';
import { ReferenceCards } from '../reference/reference-cards.tsx';
import type { ReferenceItem } from '../reference/reference-list.tsx';
import { ReferencePage } from '../reference/reference-page.tsx';
import { useLanguageReferenceQuery } from '../workbench/workbench-api.ts';
import classes from './language.module.css';
import { LanguageSection } from './language-section.tsx';
import { nameOf, parentOf } from './reference-keys.ts';

const titleOf = (texts: Texts, { name }: ReferenceSection): string => texts(`language.section.${name}`);

/** The file of a path: `schema.json`. */
const fileOf = (path: string): string => path.replace(/^.*\//, '');

/** The sections and, for who looks for one, every key and function. */
const itemsOf = (texts: Texts, sections: readonly ReferenceSection[]): readonly ReferenceItem[] =>
  sections.flatMap((section) => {
    const title = titleOf(texts, section);
    const group = texts(section.isPath ? 'language.files' : 'language.across');
    const words = section.tables.flatMap(({ rows }) => rows.map((cells) => cells.join(' '))).join(' ');
    return [
      {
        to: referenceQuery(section.name),
        title,
        group,
        words: `${words} ${section.texts.join(' ')}`,
        ...(section.isPath && { note: fileOf(section.title) }),
      },
      ...section.keys.map(({ key, meaning, value }) => ({
        to: referenceQuery(section.name, key),
        title: nameOf(key),
        note: parentOf(key),
        group: title,
        words: `${key} ${meaning} ${value}`,
        onlyFound: true,
      })),
    ];
  });

const Overview = ({ sections }: { readonly sections: readonly ReferenceSection[] }) => {
  const texts = useTexts();
  return (
    <div className={classes.section}>
      <h1>{texts('language.title')}</h1>
      <p className={classes.intro}>{texts('language.intro')}</p>
      <div>
        <Button component={Link} to="/bancada" variant="default" rightSection={<ArrowUpRight size={14} aria-hidden />}>
          {texts('language.workbench')}
        </Button>
      </div>
      <ReferenceCards
        cards={sections.map((section) => ({
          to: referenceQuery(section.name),
          title: titleOf(texts, section),
          note: section.isPath ? section.title : undefined,
        }))}
      />
    </div>
  );
};

/** Every key of every file, drawn from the definitions that check them: for those who model. */
export const LanguagePage = () => {
  const texts = useTexts();
  const { data, error, isFetching, refetch } = useLanguageReferenceQuery();
  const [search] = useSearchParams();
  useWaiting(isFetching && data === undefined);
  const items = useMemo(() => itemsOf(texts, data ?? []), [texts, data]);
  if (data === undefined) {
    if (isFetching) return null;
    return (
      <EmptyState
        level={1}
        icon={BookOpen}
        title={texts('language.title')}
        text={failureText(texts, error as ApiFailure)}
        action={
          <Button variant="default" onClick={() => void refetch()}>
            {texts('action.retry')}
          </Button>
        }
      />
    );
  }
  const section = data.find(({ name }) => name === search.get('p'));
  const key = section?.keys.find((one) => one.key === search.get('k'))?.key;
  return (
    <ReferencePage
      title={texts('language.title')}
      items={items}
      chosen={section && referenceQuery(section.name)}
      label={texts('language.subjects')}
      filter={texts('language.filter')}
      none={texts('language.none')}
    >
      {section ? (
        <LanguageSection title={titleOf(texts, section)} section={section} chosen={key} />
      ) : (
        <Overview sections={data} />
      )}
    </ReferencePage>
  );
};
