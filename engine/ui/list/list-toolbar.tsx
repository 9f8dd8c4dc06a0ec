import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { PanelRight, Plus } from 'lucide-react';
import { explained } from '../runtime/explained.ts';
import { useScreenModel } from '../runtime/screen-context.ts';
import { formatCount, useTexts } from '../runtime/texts.ts';
import type { BatchDialogs } from '../runtime/use-batch-dialogs.ts';
import type { RecordActions } from '../runtime/use-record-actions.ts';
import type { RegistryList } from '../runtime/use-registry-list.ts';
import { TransitionButton } from '../states/transition-button.tsx';
import { BatchButtons } from './batch-buttons.tsx';
import { ColumnChooser } from './column-chooser.tsx';
import { FilterChips } from './filter-chips.tsx';
import { ListButtons } from './list-buttons.tsx';
import { ListMenu } from './list-menu.tsx';
import classes from './list-toolbar.module.css';
import { QuickSearch } from './quick-search.tsx';
import { ViewMenu } from './view-menu.tsx';

interface Props {
  readonly list: RegistryList;
  readonly actions: RecordActions;
  readonly batches: BatchDialogs;
  readonly searchOpen: boolean;
  readonly onToggleSearch: () => void;
  readonly onCopy: () => void;
}

/** One row: what this is and how much of it, what narrows it, what can be done. */
export const ListToolbar = ({ list, actions, batches, searchOpen, onToggleSearch, onCopy }: Props) => {
  const texts = useTexts();
  const model = useScreenModel();
  const { count } = list;
  return (
    <div className={classes.box}>
      <div className={classes.bar} role="toolbar" aria-label={texts('list.toolbar')}>
        <h1 className={classes.title} {...explained(`${model.screen.folder}#title`)}>
          {model.screen.title}
        </h1>
        <span className={classes.count} data-ready={count !== undefined || undefined} aria-live="polite">
          {count &&
            (count.estimated
              ? texts('list.count.about', { count: formatCount(count.total) })
              : formatCount(count.total))}
        </span>
        <ViewMenu arrangement={list.arrangement} />
        {model.quickSearch.length > 0 && (
          <QuickSearch fields={model.quickSearch} value={list.query.q} onChange={list.setQuickSearch} />
        )}
        <FilterChips list={list} />
        <div className={classes.actions}>
          {actions.create && (
            <Button leftSection={<Plus size={15} />} onClick={actions.create} size="compact-md" className={classes.new}>
              {texts('list.new')}
            </Button>
          )}
          <ListButtons list={list} />
          <BatchButtons list={list} batches={batches} />
          <TransitionButton list={list} />
          <ColumnChooser arrangement={list.arrangement} />
          {model.search.length > 0 && (
            <Tooltip label={texts('list.searchPanel')}>
              <ActionIcon
                variant={searchOpen ? 'light' : 'subtle'}
                color={searchOpen ? 'accent' : 'gray'}
                size={30}
                aria-label={texts('list.searchPanel')}
                aria-pressed={searchOpen}
                onClick={onToggleSearch}
              >
                <PanelRight size={17} />
              </ActionIcon>
            </Tooltip>
          )}
          <ListMenu list={list} onCopy={onCopy} />
        </div>
      </div>
    </div>
  );
};
