import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { PanelRight, PencilLine, Plus, Trash2 } from 'lucide-react';
import { useScreenModel } from '../runtime/screen-context.ts';
import { formatCount, useTexts } from '../runtime/texts.ts';
import type { RecordActions } from '../runtime/use-record-actions.ts';
import type { RegistryList } from '../runtime/use-registry-list.ts';
import { FilterChips } from './filter-chips.tsx';
import classes from './list-toolbar.module.css';
import { QuickSearch } from './quick-search.tsx';

interface Props {
  readonly list: RegistryList;
  readonly actions: RecordActions;
  readonly searchOpen: boolean;
  readonly onToggleSearch: () => void;
  readonly onBatchUpdate: (() => void) | undefined;
}

/** One row: what this is and how much of it, what narrows it, what can be done. */
export const ListToolbar = ({ list, actions, searchOpen, onToggleSearch, onBatchUpdate }: Props) => {
  const texts = useTexts();
  const model = useScreenModel();
  const { selection, count } = list;
  const chosen = selection.length;
  return (
    <div className={classes.box}>
      <div className={classes.bar} role="toolbar" aria-label={texts('list.toolbar')}>
        <h1 className={classes.title}>{model.screen.title}</h1>
        <span className={classes.count} data-ready={count !== undefined || undefined} aria-live="polite">
          {count &&
            (count.estimated
              ? texts('list.count.about', { count: formatCount(count.total) })
              : formatCount(count.total))}
        </span>
        {model.quickSearch && <QuickSearch value={list.query.q} onChange={list.setQuickSearch} />}
        <FilterChips list={list} />
        <div className={classes.actions}>
          {actions.create && (
            <Button leftSection={<Plus size={15} />} onClick={actions.create} size="compact-md" className={classes.new}>
              {texts('list.new')}
            </Button>
          )}
          {onBatchUpdate && (
            <Button
              variant="default"
              size="compact-md"
              className={classes.batch}
              disabled={chosen === 0}
              leftSection={<PencilLine size={15} />}
              onClick={onBatchUpdate}
              title={chosen === 0 ? texts('list.batchUpdate') : texts.count('list.batchUpdate', chosen)}
            >
              <span className={classes.word}>{texts('list.batchUpdate')}</span>{' '}
              {chosen > 0 && <span className={classes.number}>{formatCount(chosen)}</span>}
            </Button>
          )}
          {actions.removeMany && (
            <Button
              variant="default"
              size="compact-md"
              className={classes.batch}
              disabled={chosen === 0}
              leftSection={<Trash2 size={15} />}
              onClick={() => actions.removeMany?.(selection)}
              title={chosen === 0 ? texts('list.batchDelete') : texts.count('list.batchDelete', chosen)}
            >
              <span className={classes.word}>{texts('list.batchDelete')}</span>{' '}
              {chosen > 0 && <span className={classes.number}>{formatCount(chosen)}</span>}
            </Button>
          )}
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
        </div>
      </div>
    </div>
  );
};
