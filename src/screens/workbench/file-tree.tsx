// In development alone, so it is in no sheet that everybody loads.
import '@mantine/core/styles/Tree.layer.css';
import { Tree, useTree } from '@mantine/core';
import { ChevronRight, FileBraces, FileText, Folder } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { FilterInput } from '../../../engine/ui/controls/filter-input.tsx';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import type { FileNode } from './file-nodes.ts';
import { fileNodes, filesWith, foldersAbove } from './file-nodes.ts';
import classes from './workbench.module.css';

interface Props {
  readonly paths: readonly string[];
  /** Of screens, by their folder: looked for too. */
  readonly titles: ReadonlyMap<string, string>;
  readonly selected: string;
  /** Not saved. */
  readonly drafts: ReadonlySet<string>;
  /** Files that hold an error. */
  readonly faulty: ReadonlySet<string>;
  readonly onSelect: (path: string) => void;
}

type TreeData = Parameters<typeof Tree>[0]['data'];

/** More are not opened by a filter: nobody reads them. */
const opened = 60;

/** Everything below `schemas` and `clients`, narrowed by what is typed above it. */
export const FileTree = ({ paths, titles, selected, drafts, faulty, onSelect }: Props) => {
  const texts = useTexts();
  const [words, setWords] = useState('');
  const files = useMemo(() => new Set(paths), [paths]);
  const found = useMemo(() => filesWith(paths, titles, words), [paths, titles, words]);
  const nodes = useMemo((): readonly FileNode[] => fileNodes(found), [found]);
  const [expandedState, setExpandedState] = useState<Readonly<Record<string, boolean>>>({});
  const tree = useTree({ expandedState, onExpandedStateChange: setExpandedState });
  useEffect(() => {
    const open = words.trim() === '' ? [selected] : [selected, ...(found.length <= opened ? found : [])];
    const folders = Object.fromEntries(open.flatMap(foldersAbove).map((folder) => [folder, true]));
    setExpandedState((now) => ({ ...now, ...folders }));
  }, [selected, words, found]);
  const scroller = useRef<HTMLDivElement>(null);
  // Its folders have to be open first.
  const reachable = foldersAbove(selected).every((folder) => expandedState[folder]);
  useEffect(() => {
    if (reachable)
      scroller.current?.querySelector(`[data-value="${CSS.escape(selected)}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [selected, reachable]);
  return (
    <div className={classes.files}>
      <div className={classes.filter}>
        <FilterInput value={words} onChange={setWords} label={texts('workbench.files.filter')} />
      </div>
      <div ref={scroller} className={classes.scroll}>
        <Tree
          aria-label={texts('workbench.files')}
          data={nodes as TreeData}
          tree={tree}
          levelOffset={14}
          onKeyDown={(event) => {
            const path = (event.target as HTMLElement).dataset['value'] ?? '';
            if (event.key === 'Enter' && files.has(path)) onSelect(path);
          }}
          renderNode={({ node, expanded, hasChildren, elementProps, level }) => {
            const Icon = hasChildren ? Folder : node.value.endsWith('.json') ? FileBraces : FileText;
            const { className: _own, ...rest } = elementProps;
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: the tree around it has focus and keys
              <div
                {...rest}
                className={classes.node ?? ''}
                style={{ paddingInlineStart: 6 + (level - 1) * 14 }}
                data-selected={node.value === selected || undefined}
                data-draft={drafts.has(node.value) || undefined}
                data-faulty={faulty.has(node.value) || undefined}
                title={node.value}
                onClick={(event) => {
                  rest.onClick(event);
                  if (!hasChildren) onSelect(node.value);
                }}
              >
                {hasChildren ? (
                  <ChevronRight size={12} aria-hidden className={classes.chevron} data-open={expanded || undefined} />
                ) : (
                  <span className={classes.leaf} />
                )}
                <Icon size={13} aria-hidden />
                <span className={classes.nodeName}>{node.label}</span>
                {drafts.has(node.value) && <span className={classes.dot} title={texts('workbench.unsaved')} />}
              </div>
            );
          }}
        />
        {found.length === 0 && <p className={classes.none}>{texts('tree.none')}</p>}
      </div>
    </div>
  );
};
