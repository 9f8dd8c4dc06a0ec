import { Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { use, useRef, useState } from 'react';
import type { ScreenModel } from '../../contract/screen-model.ts';
import type { GridHandle } from '../grid/record-grid.tsx';
import { AsOfContext } from '../runtime/as-of.ts';
import { useShowKeyHelp } from '../runtime/key-help-context.ts';
import { later } from '../runtime/later.tsx';
import { ListNoteContext } from '../runtime/list-note-context.ts';
import { useTexts } from '../runtime/texts.ts';
import { useBatchDialogs } from '../runtime/use-batch-dialogs.ts';
import { useCopyTable } from '../runtime/use-copy-table.ts';
import { useExpandedRows } from '../runtime/use-expanded-rows.ts';
import { useListKeys } from '../runtime/use-list-keys.ts';
import { usePlainTable } from '../runtime/use-plain-table.ts';
import { useRecordActions } from '../runtime/use-record-actions.ts';
import { useRegistryList } from '../runtime/use-registry-list.ts';
import { searchPanelToggled } from '../store/frame-slice.ts';
import { useAppDispatch, useAppSelector } from '../store/hooks.ts';
import { sizes } from '../theme/tokens.ts';
import { ListEmpty } from './list-empty.tsx';
import { ListPager } from './list-pager.tsx';
import { ListToolbar } from './list-toolbar.tsx';
import { OpenedRecord } from './opened-record.tsx';
import { PrintSheet } from './print-sheet.tsx';
import { RecordCards } from './record-cards.tsx';
import classes from './registry-page.module.css';
import { SearchPanel } from './search-panel.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { SortStatus } from './sort-status.tsx';
import { TotalsLine } from './totals-line.tsx';

const AsOfBanner = later(() => import('./as-of-banner.tsx'));
const PlainTable = later(() => import('./plain-table.tsx'));
const RecordGrid = later(() => import('../grid/record-grid.tsx'));

/** The search panel beside the list, which it never covers on a wide screen; elsewhere a drawer over it. */
const useSearchPanel = () => {
  const over = useMediaQuery(`(max-width: ${sizes.panelOver - 1}px)`, undefined, { getInitialValueInEffect: false });
  const dispatch = useAppDispatch();
  const remembered = useAppSelector((state) => state.frame.searchPanelOpen);
  const [drawer, setDrawer] = useState(false);
  return {
    over: over === true,
    open: over ? drawer : remembered,
    set: (open: boolean) => (over ? setDrawer(open) : dispatch(searchPanelToggled(open))),
  };
};

export const RegistryPage = ({ model }: { readonly model: ScreenModel }) => {
  const texts = useTexts();
  const list = useRegistryList(model);
  const actions = useRecordActions(model);
  const phone = useMediaQuery(`(max-width: ${sizes.phone - 1}px)`, undefined, { getInitialValueInEffect: false });
  const panel = useSearchPanel();
  const showHelp = useShowKeyHelp();
  const grid = useRef<GridHandle>(null);
  const expanded = useExpandedRows(model.screen.path);
  const batches = useBatchDialogs(model, list);
  useListKeys(grid, actions, batches.opener);
  const copyRows = useCopyTable(list, () => grid.current?.focusedCell());
  const { plain } = usePlainTable();
  const moment = use(AsOfContext);
  const Note = use(ListNoteContext)[model.entity.name];

  const empty = list.rows.length === 0 && (list.loaded || list.error !== undefined);
  return (
    <div className={classes.page}>
      <section className={classes.list} aria-label={model.screen.title}>
        <div>
          <ListToolbar
            list={list}
            actions={actions}
            batches={batches}
            searchOpen={panel.open}
            onToggleSearch={() => panel.set(!panel.open)}
            onCopy={copyRows}
          />
          <div role="status">{moment !== undefined && <AsOfBanner moment={moment} />}</div>
          {Note && <Note />}
        </div>
        <div className={classes.rows} aria-busy={list.fetching}>
          {empty && (
            <div className={classes.empty}>
              <ListEmpty list={list} actions={actions} />
            </div>
          )}
          {phone ? (
            <RecordCards list={list} actions={actions} expanded={expanded} />
          ) : plain ? (
            <PlainTable list={list} actions={actions} expanded={expanded} />
          ) : (
            <RecordGrid list={list} actions={actions} expanded={expanded} ref={grid} />
          )}
          {list.fetching && list.loaded && <span className={classes.progress} />}
        </div>
        {(phone || plain) && <TotalsLine model={model} list={list} />}
        <SelectionBar list={list} />
        <SortStatus list={list} />
        <PrintSheet list={list} />
        <ListPager list={list} {...(phone ? {} : { onHelp: showHelp })} />
      </section>
      {!panel.over && panel.open && (
        <aside className={classes.panel}>
          <SearchPanel list={list} onClose={() => panel.set(false)} />
        </aside>
      )}
      {panel.over && (
        <Drawer
          opened={panel.open}
          onClose={() => panel.set(false)}
          position="right"
          size={sizes.searchPanel}
          withCloseButton={false}
          padding={0}
          attributes={{ content: { 'aria-label': texts('search.title') } }}
          classNames={{ body: classes.drawer ?? '' }}
        >
          <SearchPanel list={list} onClose={() => panel.set(false)} onDone={() => panel.set(false)} />
        </Drawer>
      )}
      <OpenedRecord model={model} list={list} />
    </div>
  );
};
