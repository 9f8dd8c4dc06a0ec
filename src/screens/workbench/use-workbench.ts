/** What the workbench shows and does. The open file and the line stand in the address: `?arquivo=...&linha=3`. */
import { useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { IssueReport } from '../../../engine/core/issues.ts';
import type { PersonOption } from '../../../engine/ui/runtime/use-people.ts';
import { usePeople } from '../../../engine/ui/runtime/use-people.ts';
import { useUnsavedGuard } from '../../../engine/ui/runtime/use-unsaved-guard.tsx';
import type { NewRegistry } from '../../workbench/workbench.ts';
import type { CodeHelp } from './code-support.ts';
import { useChecked } from './use-checked.ts';
import { useDrafts } from './use-drafts.ts';
import { usePreview } from './use-preview.ts';
import { useFileTreeQuery, useHintMutation, useMendDraftsMutation, useSuggestMutation } from './workbench-api.ts';

const views = ['list', 'form', 'phone'] as const;
export type PreviewView = (typeof views)[number];
export const previewViews: readonly PreviewView[] = views;

const nothing = (): void => undefined;

interface Place {
  readonly line: number;
  readonly column: number;
  readonly count: number;
}

/** The screen that a file belongs to stays in the preview while files of no screen are open. */
const useScreenOf = (path: string, screens: readonly { readonly folder: string; readonly path: string }[]) => {
  const last = useRef<string>(undefined);
  const own = screens.find(({ folder }) => path.startsWith(`${folder}/`))?.path;
  if (own !== undefined) last.current = own;
  return own ?? last.current;
};

export const useWorkbench = () => {
  const [search, setSearch] = useSearchParams();
  const path = search.get('arquivo') ?? '';
  const line = Number(search.get('linha') ?? 0);
  const { data: tree, error: treeError } = useFileTreeQuery();
  const work = useDrafts(tree?.files);
  const { files, drafts, open } = work;
  const checked = useChecked(drafts, tree !== undefined);
  const [place, setPlace] = useState<Place>();
  const [chosenClient, setClient] = useState<string>();
  const [person, setPerson] = useState<PersonOption>();
  const people = usePeople(person);
  const [shown, setShown] = useState(true);
  const [view, setView] = useState<PreviewView>('list');
  const [askSuggestions] = useSuggestMutation();
  const [askHint] = useHintMutation();
  const [askMend, { isLoading: mending }] = useMendDraftsMutation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: a file is opened when the address names it
  useEffect(() => open(path), [path]);
  const ready = files[path] !== undefined;
  useEffect(() => {
    if (ready && line > 0) setPlace((now) => ({ line, column: 1, count: (now?.count ?? 0) + 1 }));
  }, [ready, line]);

  // A client's own file is looked at as that client.
  const ofClient = /^clients\/(\w+)\.json$/.exec(path)?.[1];
  const client = ofClient ?? chosenClient ?? tree?.client ?? '';
  const screen = useScreenOf(path, checked.screens);
  const preview = usePreview({ shown, checked, client, login: person?.value ?? null, path: screen });
  const unsaved = Object.keys(drafts).length;
  useUnsavedGuard(unsaved > 0, nothing, nothing);

  const select = (to: string, at?: IssueReport): void => {
    setSearch({ arquivo: to });
    if (at !== undefined) {
      open(to);
      setPlace((now) => ({ line: at.line, column: at.column, count: (now?.count ?? 0) + 1 }));
    }
  };
  const paths = useMemo(() => {
    const all = new Set(tree?.files.map((file) => file.path));
    for (const [draft, text] of Object.entries(drafts))
      if (text === null) all.delete(draft);
      else all.add(draft);
    // Saved a moment ago.
    for (const [saved, { text }] of Object.entries(files)) if (text !== null) all.add(saved);
    return [...all];
  }, [tree, drafts, files]);
  const modules = useMemo(
    () => [...new Set(checked.screens.map(({ folder }) => folder.split('/')[1] ?? ''))].sort(),
    [checked],
  );
  const take = ({ files: made }: NewRegistry): void => {
    for (const [draft, text] of Object.entries(made)) work.edit(draft, text);
    const first = Object.keys(made).find((draft) => draft.endsWith('/schema.json'));
    if (first !== undefined) select(first);
  };
  /** Gives how many places were mended. */
  const mend = async (): Promise<number | undefined> => {
    const { data } = await askMend(drafts);
    // A file that was not open comes with what it has on disk, so that saving knows what it changes.
    for (const [mended, text] of Object.entries(data?.files ?? {})) {
      await work.load(mended);
      work.edit(mended, text);
    }
    return data?.count;
  };
  const titles = useMemo(() => new Map(checked.screens.map(({ folder, title }) => [folder, title])), [checked]);
  const help: CodeHelp = {
    suggest: async (text, offset) =>
      (await askSuggestions({ drafts: { ...drafts, [path]: text }, path, offset })).data ?? [],
    hint: async (text, offset) =>
      (await askHint({ drafts: { ...drafts, [path]: text }, path, offset })).data?.hint ?? null,
  };
  return {
    tree,
    treeError,
    paths,
    titles,
    modules,
    take,
    mend,
    mending,
    path,
    file: files[path],
    place,
    work,
    unsaved,
    checked,
    select,
    help,
    client,
    clientFixed: ofClient !== undefined,
    setClient,
    person,
    people,
    choosePerson: (login: string | null) => setPerson(people.options.find(({ value }) => value === login)),
    shown,
    setShown,
    view,
    setView,
    screen,
    preview,
  };
};
export type Workbench = ReturnType<typeof useWorkbench>;
