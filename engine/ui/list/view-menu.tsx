import { Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { modals } from '@mantine/modals';
import {
  Bookmark,
  Check,
  ChevronDown,
  CopyPlus,
  House,
  Info,
  PencilLine,
  Save,
  Trash2,
  Undo2,
  UserRound,
  Users,
} from 'lucide-react';
import { useEffect, useState } from 'react';
import type { SavedView } from '../../contract/saved-view.ts';
import { failureText } from '../runtime/describe-failure.ts';
import { showAlert } from '../runtime/show-alert.tsx';
import { useTexts } from '../runtime/texts.ts';
import type { ListArrangement } from '../runtime/use-list-arrangement.ts';
import type { ApiFailure } from '../store/base-query.ts';
import { ViewDialog } from './view-dialog.tsx';
import classes from './view-menu.module.css';

const icon = { size: 15, 'aria-hidden': true } as const;

/** Which dialog is open: a new view, or another name for the present one. */
type Dialog = 'none' | 'new' | 'rename';

const ViewItems = ({
  title,
  views,
  start,
}: {
  readonly title: string;
  readonly views: readonly SavedView[];
  readonly start: number | undefined;
}) => {
  const texts = useTexts();
  if (views.length === 0) return null;
  return (
    <>
      <Menu.Label aria-hidden>{title}</Menu.Label>
      {views.map((view) => (
        <Menu.RadioItem
          key={view.id}
          value={String(view.id)}
          closeMenuOnClick
          checkIcon={<Check {...icon} />}
          rightSection={
            <>
              {view.id === start && <House size={13} role="img" aria-label={texts('views.isStart')} />}
              {view.own && view.shared && <Users size={13} role="img" aria-label={texts('views.isShared')} />}
            </>
          }
        >
          {view.name}
          {!view.own && (
            <span className={classes.owner}> {texts('views.of', { owner: view.owner ?? texts('views.nobody') })}</span>
          )}
        </Menu.RadioItem>
      ))}
    </>
  );
};

/** The saved views of the list: which one is in force, whether it was changed, and what can be done with it. */
export const ViewMenu = ({ arrangement }: { readonly arrangement: ListArrangement }) => {
  const texts = useTexts();
  const { views, viewChanged, layout } = arrangement;
  const { all, active, start } = views;
  const [opened, { open, close }] = useDisclosure(false);
  const [dialog, setDialog] = useState<Dialog>('none');

  // Said once, whenever a view that is not whole comes into force.
  const left = active?.omitted ?? 0;
  const leftOf = left > 0 ? active?.id : undefined;
  useEffect(() => {
    if (leftOf !== undefined) showAlert({ type: 'info', value: texts.count('views.omitted', left) });
  }, [leftOf, left, texts]);

  const told = async (outcome: Promise<ApiFailure | undefined>, done: string) => {
    const failure = await outcome;
    if (failure === undefined) showAlert({ type: 'success', value: done });
    else if (!failure.told) showAlert({ type: 'error', value: failureText(texts, failure) });
  };
  const confirmRemoval = (view: SavedView) =>
    modals.openConfirmModal({
      title: texts('views.remove.title', { name: view.name }),
      children: texts(view.shared ? 'views.remove.shared' : 'views.remove.text'),
      labels: { confirm: texts('views.remove'), cancel: texts('action.cancel') },
      confirmProps: { className: 'fi-danger', color: 'red' },
      withCloseButton: false,
      onConfirm: () => void told(views.remove(view), texts('views.removed', { name: view.name })),
    });

  const name = active?.name ?? texts('views.title');
  const label = active
    ? texts(viewChanged ? 'views.current.changed' : 'views.current', { name: active.name })
    : texts('views.title');
  return (
    <>
      <Menu
        position="bottom-start"
        width={288}
        withinPortal
        opened={opened}
        onOpen={() => {
          views.load();
          open();
        }}
        onClose={close}
      >
        <Menu.Target>
          <button
            type="button"
            className={classes.target}
            title={label}
            aria-label={label}
            data-active={active && true}
          >
            <Bookmark size={15} aria-hidden />
            <span className={classes.name}>{name}</span>
            {viewChanged && <span className={classes.dot} />}
            <ChevronDown size={13} aria-hidden />
          </button>
        </Menu.Target>
        <Menu.Dropdown className={classes.menu}>
          <Menu.RadioGroup
            value={active === undefined ? '' : String(active.id)}
            onChange={(id) => views.apply(all.find((view) => String(view.id) === id))}
          >
            <Menu.RadioItem value="" closeMenuOnClick checkIcon={<Check {...icon} />}>
              {texts('views.none')}
            </Menu.RadioItem>
            <ViewItems title={texts('views.own')} views={all.filter((view) => view.own)} start={start} />
            <ViewItems title={texts('views.shared')} views={all.filter((view) => !view.own)} start={start} />
          </Menu.RadioGroup>
          {views.failure && <Menu.Label>{failureText(texts, views.failure)}</Menu.Label>}
          <Menu.Divider />
          {active && left > 0 && (
            <div className={classes.note}>
              <Info {...icon} />
              {texts.count('views.omitted', left)}
            </div>
          )}
          {active?.editable && viewChanged && (
            <Menu.Item
              leftSection={<Save {...icon} />}
              onClick={() => void told(views.save(active, layout), texts('views.saved', { name: active.name }))}
            >
              {texts('views.save')}
            </Menu.Item>
          )}
          {active && viewChanged && (
            <Menu.Item leftSection={<Undo2 {...icon} />} onClick={() => views.revert(active)}>
              {texts('views.revert')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<CopyPlus {...icon} />} onClick={() => setDialog('new')}>
            {texts('views.saveAs')}
          </Menu.Item>
          {active && (
            <Menu.Item
              leftSection={<House {...icon} />}
              onClick={() => views.setStart(start === active.id ? undefined : active)}
            >
              {texts(start === active.id ? 'views.noStart' : 'views.start')}
            </Menu.Item>
          )}
          {active?.editable && (
            <>
              <Menu.Item leftSection={<PencilLine {...icon} />} onClick={() => setDialog('rename')}>
                {texts('views.rename')}
              </Menu.Item>
              <Menu.Item
                leftSection={active.shared ? <UserRound {...icon} /> : <Users {...icon} />}
                onClick={() =>
                  void told(
                    views.change(active, { shared: !active.shared }),
                    texts(active.shared ? 'views.unshared' : 'views.nowShared', { name: active.name }),
                  )
                }
              >
                {texts(active.shared ? 'views.unshare' : 'views.share')}
              </Menu.Item>
              <Menu.Item leftSection={<Trash2 {...icon} />} onClick={() => confirmRemoval(active)}>
                {texts('views.removeNamed')}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {dialog === 'new' && (
        <ViewDialog
          title={texts('views.saveAs.title')}
          name={active === undefined ? '' : texts('views.copyOf', { name: active.name })}
          withShared
          onSave={(chosen, shared) => views.saveAs(chosen, shared, layout)}
          onClose={() => setDialog('none')}
        />
      )}
      {dialog === 'rename' && active && (
        <ViewDialog
          title={texts('views.rename.title', { name: active.name })}
          name={active.name}
          onSave={(chosen) => views.change(active, { name: chosen })}
          onClose={() => setDialog('none')}
        />
      )}
    </>
  );
};
