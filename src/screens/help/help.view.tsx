import { Button } from '@mantine/core';
import { BookOpen, FileCode } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import type { HelpIndex, HelpModule } from '../../../engine/contract/calls/help-calls.ts';
import type { ScreenViewProps } from '../../../engine/screens/contract.ts';
import { EmptyState } from '../../../engine/ui/controls/empty-state.tsx';
import { later } from '../../../engine/ui/runtime/later.tsx';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import { useWaiting } from '../../../engine/ui/runtime/use-waiting.ts';
import { useAppSelector } from '../../../engine/ui/store/hooks.ts';
import { mayModel } from '../../shell/may-model.ts';
import { referenceAddress } from '../../workbench/reference-place.ts';
import { ReferenceCards } from '../reference/reference-cards.tsx';
import { ReferencePage } from '../reference/reference-page.tsx';
import classes from './help.module.css';
import { entityQuery, moduleQuery } from './help-address.ts';
import { HelpOfEntity } from './help-entity.tsx';
import { useHelpIndexQuery, useHelpModuleQuery } from './help-store.ts';

// What lays the drawing out is of use on the pages of modules alone.
const RelationDiagram = later(async () => ({ default: (await import('./relation-diagram.tsx')).RelationDiagram }));

const Overview = ({ index, title }: { readonly index: HelpIndex; readonly title: string }) => {
  const texts = useTexts();
  const models = useAppSelector(mayModel);
  return (
    <div className={classes.entity}>
      <h1>{title}</h1>
      <p className={classes.prose}>{texts('manual.intro')}</p>
      {import.meta.env.DEV && models && (
        <div className={classes.screens}>
          <Button
            component={Link}
            to={referenceAddress}
            variant="default"
            leftSection={<FileCode size={14} aria-hidden />}
          >
            {texts('language.title')}
          </Button>
        </div>
      )}
      <ReferenceCards
        cards={index.modules.map((module) => ({
          to: moduleQuery(module.name),
          title: module.title,
          text: module.screens.map((screen) => screen.title).join(' · '),
        }))}
      />
    </div>
  );
};

const ModulePart = ({ module }: { readonly module: HelpModule }) => (
  <div className={classes.entity}>
    <h1>{module.title}</h1>
    <RelationDiagram module={module} waiting={<div className={classes.place} />} />
    <ReferenceCards
      cards={module.entities.map(({ name, title, screens, description }) => ({
        to: entityQuery(module.name, name),
        title: screens[0]?.title ?? title,
        text: description,
      }))}
    />
  </div>
);

const useHelp = () => {
  const [search] = useSearchParams();
  const asked = search.get('m') ?? undefined;
  const index = useHelpIndexQuery();
  const module = useHelpModuleQuery(asked ?? '', { skip: asked === undefined });
  const current = asked === undefined ? undefined : module.currentData;
  const entity = current?.entities.find(({ name }) => name === search.get('e'));
  const waiting = (index.isFetching && index.data === undefined) || (module.isFetching && current === undefined);
  useWaiting(waiting);
  return {
    index: index.data,
    module: current,
    entity,
    waiting,
    /** The module that the address names is not to be had. */
    failed: index.isError || (asked !== undefined && module.isError),
    retry: () => void (index.isError ? index.refetch() : module.refetch()),
  };
};

/** The help, made from what the files say: screens by module, their fields and relations. */
const HelpView = ({ entry }: ScreenViewProps) => {
  const texts = useTexts();
  const { index, module, entity, waiting, failed, retry } = useHelp();
  if (index === undefined || (failed && !waiting && module === undefined))
    return waiting ? null : (
      <EmptyState
        level={1}
        icon={BookOpen}
        title={texts('manual.failed')}
        action={
          <Button variant="default" onClick={retry}>
            {texts('action.retry')}
          </Button>
        }
      />
    );
  const items = index.modules.flatMap(({ name, title, screens }) =>
    [...new Map(screens.map((screen) => [screen.entity, screen])).values()].map((screen) => ({
      to: entityQuery(name, screen.entity),
      title: screen.title,
      group: title,
      groupTo: moduleQuery(name),
      parts: screen.fields,
    })),
  );
  return (
    <ReferencePage
      title={entry.title}
      items={items}
      chosen={module && (entity ? entityQuery(module.name, entity.name) : moduleQuery(module.name))}
      label={texts('manual.subjects')}
      filter={texts('manual.filter')}
      none={texts('manual.none')}
    >
      {entity && <HelpOfEntity entity={entity} />}
      {!entity && module && <ModulePart module={module} />}
      {!module && !waiting && <Overview index={index} title={entry.title} />}
    </ReferencePage>
  );
};

export default HelpView;
