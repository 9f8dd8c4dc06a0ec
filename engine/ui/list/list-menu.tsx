import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ChartColumn, CircleHelp, Ellipsis, FileDown, FileUp, History, Printer, Table2, Trash2 } from 'lucide-react';
import { use } from 'react';
import { Link } from 'react-router';
import { hasTable } from '../../model/has-table.ts';
import { AsOfContext } from '../runtime/as-of.ts';
import { later } from '../runtime/later.tsx';
import { useScreenModel } from '../runtime/screen-context.ts';
import { useTexts } from '../runtime/texts.ts';
import { useMenu } from '../runtime/use-menu.ts';
import { usePlainTable } from '../runtime/use-plain-table.ts';
import type { RegistryList } from '../runtime/use-registry-list.ts';
import { useAskWhy } from '../runtime/why-context.ts';

const ExportDialog = later(() => import('./export-dialog.tsx'));
const AsOfDialog = later(() => import('./as-of-dialog.tsx'));
const SummaryDialog = later(() => import('./summary-dialog.tsx'));
const DeletedRecords = later(() => import('./deleted-records.tsx'));

const importsPath = '/importacoes';
const icon = { size: 15, 'aria-hidden': true } as const;

interface Props {
  readonly list: RegistryList;
  readonly onCopy: () => void;
}

/** What can be done with the list as a whole: taken elsewhere, printed, read in another form. */
export const ListMenu = ({ list, onCopy }: Props) => {
  const texts = useTexts();
  const { plain, setPlain } = usePlainTable();
  const [exporting, { open, close }] = useDisclosure(false);
  const askWhy = useAskWhy();
  const { screen, entity, rights } = useScreenModel();
  const past = use(AsOfContext) !== undefined;
  const kept = hasTable(entity);
  const imports = useMenu().entryAt(importsPath);
  const [asOf, asking] = useDisclosure(false);
  const [summary, summing] = useDisclosure(false);
  const [deleted, ofDeleted] = useDisclosure(false);
  const empty = list.rows.length === 0;
  return (
    <>
      <Menu position="bottom-end" withinPortal width={260}>
        <Tooltip label={texts('list.more')}>
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" size={30} aria-label={texts('list.more')}>
              <Ellipsis size={17} />
            </ActionIcon>
          </Menu.Target>
        </Tooltip>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Table2 {...icon} />} disabled={empty} onClick={onCopy}>
            {texts(list.selection.onPage.length === 0 ? 'copy.page' : 'copy.chosen')}
          </Menu.Item>
          <Menu.Item leftSection={<ChartColumn {...icon} />} disabled={empty} onClick={summing.open}>
            {texts('summary.open')}
          </Menu.Item>
          <Menu.Item leftSection={<FileDown {...icon} />} onClick={open}>
            {texts('export.open')}
          </Menu.Item>
          {kept && !past && imports && (rights.insert || rights.update) && (
            <Menu.Item
              leftSection={<FileUp {...icon} />}
              component={Link}
              to={`${importsPath}?rota=${encodeURIComponent(screen.path)}`}
            >
              {texts('imports.open')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<Printer {...icon} />} disabled={empty} onClick={() => print()}>
            {texts('print.open')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.CheckboxItem checked={plain} closeMenuOnClick onChange={setPlain}>
            {texts('plain.open')}
          </Menu.CheckboxItem>
          {kept && (
            <>
              <Menu.Divider />
              <Menu.Item leftSection={<History {...icon} />} onClick={asking.open}>
                {texts('asOf.open')}
              </Menu.Item>
              {rights.audit && !past && (
                <Menu.Item leftSection={<Trash2 {...icon} />} onClick={ofDeleted.open}>
                  {texts('deleted.open')}
                </Menu.Item>
              )}
            </>
          )}
          {askWhy && (
            <>
              <Menu.Divider />
              <Menu.Item leftSection={<CircleHelp {...icon} />} onClick={askWhy}>
                {texts('why.open')}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {exporting && <ExportDialog list={list} onClose={close} />}
      {summary && <SummaryDialog list={list} onClose={summing.close} />}
      {asOf && <AsOfDialog onClose={asking.close} />}
      {deleted && <DeletedRecords onClose={ofDeleted.close} />}
    </>
  );
};
