import { Button, Tooltip } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { modals } from '@mantine/modals';
import { BookOpen, FileCode, FilePlus2, PanelRightClose, PanelRightOpen, Save, Trash2, Undo2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { EmptyState } from '../../../engine/ui/controls/empty-state.tsx';
import { failureText } from '../../../engine/ui/runtime/describe-failure.ts';
import { later } from '../../../engine/ui/runtime/later.tsx';
import { showAlert } from '../../../engine/ui/runtime/show-alert.tsx';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import type { ApiFailure } from '../../../engine/ui/store/api.ts';
import { referenceAddress } from '../../workbench/reference-place.ts';
import { FileTree } from './file-tree.tsx';
import { PreviewPane } from './preview-pane.tsx';
import { ProblemList } from './problem-list.tsx';
import type { Workbench } from './use-workbench.ts';
import { useWorkbench } from './use-workbench.ts';
import classes from './workbench.module.css';

const NewRegistryDialog = later(() => import('./new-registry-dialog.tsx'));
const CodeEditor = later(async () => ({ default: (await import('./code-editor.tsx')).CodeEditor }));

const useSave = ({ work }: Workbench) => {
  const texts = useTexts();
  return async (): Promise<void> => {
    const failure = await work.save();
    if (failure?.status !== 412) return;
    modals.openConfirmModal({
      title: texts('workbench.changed.title'),
      children: failureText(texts, failure),
      labels: { confirm: texts('workbench.changed.over'), cancel: texts('action.cancel') },
      onConfirm: () => void work.save(true),
    });
  };
};

interface BarProps {
  readonly bench: Workbench;
  readonly onSave: () => void;
  readonly onNew: () => void;
}

const Bar = ({ bench, onSave, onNew }: BarProps) => {
  const texts = useTexts();
  const { work, path, file, unsaved, shown } = bench;
  const draft = path in work.drafts;
  const Panel = shown ? PanelRightClose : PanelRightOpen;
  return (
    <header className={classes.bar}>
      <h1 className={classes.title}>{texts('workbench.title')}</h1>
      <span className={classes.path}>{path}</span>
      <div className={classes.actions}>
        {draft && (
          <Button size="xs" variant="subtle" leftSection={<Undo2 size={14} />} onClick={() => work.revert(path)}>
            {texts('workbench.revert')}
          </Button>
        )}
        {file?.text != null && (
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            leftSection={<Trash2 size={14} />}
            onClick={() => work.edit(path, null)}
          >
            {texts('workbench.remove')}
          </Button>
        )}
        <Button
          component="a"
          href={referenceAddress}
          target="_blank"
          rel="noopener"
          size="xs"
          variant="default"
          leftSection={<BookOpen size={14} />}
        >
          {texts('language.short')}
        </Button>
        <Button size="xs" variant="default" leftSection={<FilePlus2 size={14} />} onClick={onNew}>
          {texts('workbench.new')}
        </Button>
        <Tooltip label={texts('workbench.save.key')}>
          <Button
            size="xs"
            leftSection={<Save size={14} />}
            disabled={unsaved === 0}
            loading={work.saving}
            onClick={onSave}
          >
            {unsaved > 1 ? texts('workbench.save.many', { count: unsaved }) : texts('workbench.save')}
          </Button>
        </Tooltip>
        <Button
          size="xs"
          variant="default"
          leftSection={<Panel size={14} />}
          aria-pressed={shown}
          onClick={() => bench.setShown((now) => !now)}
        >
          {texts('workbench.preview')}
        </Button>
      </div>
    </header>
  );
};

const EditorPane = ({ bench }: { readonly bench: Workbench }) => {
  const texts = useTexts();
  const { path, file, checked, work } = bench;
  const mend = async (): Promise<void> => {
    const count = await bench.mend();
    if (count === undefined) return;
    const value = count === 0 ? texts('workbench.mended.none') : texts('workbench.mended', { count });
    showAlert({ type: count === 0 ? 'info' : 'success', value });
  };
  const own = useMemo(() => checked.issues.filter((issue) => issue.file === path), [checked, path]);
  return (
    <section className={classes.editor} aria-label={texts('workbench.editor')}>
      {work.failure !== undefined && <p className={classes.failure}>{failureText(texts, work.failure)}</p>}
      {file?.text == null ? (
        <EmptyState icon={FileCode} title={texts('workbench.none')} text={texts('workbench.none.text')} />
      ) : (
        <CodeEditor
          path={path}
          text={file.text}
          issues={own}
          goTo={bench.place}
          help={bench.help}
          label={path}
          onChange={(text) => work.edit(path, text)}
        />
      )}
      <ProblemList
        issues={checked.issues}
        checked={checked.of !== undefined}
        mending={bench.mending}
        onOpen={(issue) => bench.select(issue.file, issue)}
        onMend={() => void mend()}
      />
    </section>
  );
};

/** The files of the product, changed with the product beside them: for those who model, where it runs for development. */
export const WorkbenchPage = () => {
  const texts = useTexts();
  const bench = useWorkbench();
  const save = useSave(bench);
  const [beginning, setBeginning] = useState(false);
  useHotkeys([['mod+S', () => void save()]], [], true);
  const faulty = useMemo(
    () => new Set(bench.checked.issues.filter(({ severity }) => severity === 'error').map(({ file }) => file)),
    [bench.checked],
  );
  if (bench.treeError !== undefined)
    return (
      <EmptyState
        level={1}
        icon={FileCode}
        title={texts('workbench.title')}
        text={failureText(texts, bench.treeError as ApiFailure)}
        action={
          <Button component={Link} to="/" variant="default">
            {texts('action.home')}
          </Button>
        }
      />
    );
  return (
    <div className={classes.page} data-preview={bench.shown || undefined}>
      <Bar bench={bench} onSave={() => void save()} onNew={() => setBeginning(true)} />
      <FileTree
        paths={bench.paths}
        titles={bench.titles}
        selected={bench.path}
        drafts={new Set(Object.keys(bench.work.drafts))}
        faulty={faulty}
        onSelect={bench.select}
      />
      <EditorPane bench={bench} />
      {bench.shown && <PreviewPane bench={bench} />}
      {beginning && (
        <NewRegistryDialog
          drafts={bench.work.drafts}
          modules={bench.modules}
          onMade={bench.take}
          onClose={() => setBeginning(false)}
        />
      )}
    </div>
  );
};
