/** The files that are open in the workbench, as they are on disk and as they are typed. */
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ApiFailure } from '../../../engine/ui/store/api.ts';
import type { Drafts, FileChange, FileEntry } from '../../workbench/workbench.ts';
import { useLazyFileContentQuery, useSaveFilesMutation } from './workbench-api.ts';

/** null: it is not there, or is to go. */
interface OpenFile {
  readonly saved: string | null;
  readonly tag: string | null;
  readonly text: string | null;
}
type OpenFiles = Readonly<Record<string, OpenFile>>;

const isDraft = ({ saved, text }: OpenFile): boolean => saved !== text;

export interface OpenDrafts {
  readonly files: OpenFiles;
  /** Those that are not saved. */
  readonly drafts: Drafts;
  /** Reads a file where it is not open yet. */
  readonly open: (path: string) => void;
  /** The same, done when it is read. */
  readonly load: (path: string) => Promise<void>;
  readonly edit: (path: string, text: string | null) => void;
  /** As on disk. */
  readonly revert: (path: string) => void;
  /** Gives the failure, if it failed. Told of a file that changed on disk, `over` writes over it. */
  readonly save: (over?: boolean) => Promise<ApiFailure | undefined>;
  readonly failure: ApiFailure | undefined;
  readonly saving: boolean;
}

/** `onDisk` is what there is: an open file that nobody types in follows it. */
export const useDrafts = (onDisk: readonly FileEntry[] | undefined): OpenDrafts => {
  const [files, setFiles] = useState<OpenFiles>({});
  const [failure, setFailure] = useState<ApiFailure>();
  const [read] = useLazyFileContentQuery();
  const [write, { isLoading: saving }] = useSaveFilesMutation();
  const asked = useRef(new Set<string>());
  const latest = useRef(files);
  latest.current = files;

  const readFile = async (path: string) => {
    const { data, error } = await read(path);
    setFailure(error as ApiFailure | undefined);
    return data;
  };
  const put = (path: string, change: (file: OpenFile | undefined) => OpenFile): void =>
    setFiles((now) => ({ ...now, [path]: change(now[path]) }));

  const load = async (path: string): Promise<void> => {
    if (path === '' || asked.current.has(path) || latest.current[path] !== undefined) return;
    asked.current.add(path);
    const data = await readFile(path);
    asked.current.delete(path);
    if (data !== undefined) put(path, (file) => file ?? { saved: data.text, tag: data.tag, text: data.text });
  };
  const open = (path: string): void => void load(path);
  const edit = (path: string, text: string | null): void =>
    put(path, (file) => ({ saved: file?.saved ?? null, tag: file?.tag ?? null, text }));
  const revert = (path: string): void => {
    void readFile(path).then((data) =>
      data === undefined
        ? setFiles(({ [path]: _gone, ...others }) => others)
        : put(path, () => ({ saved: data.text, tag: data.tag, text: data.text })),
    );
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is on disk makes it look
  useEffect(() => {
    const tags = new Map(onDisk?.map(({ path, tag }) => [path, tag]));
    if (onDisk === undefined) return;
    for (const [path, file] of Object.entries(latest.current))
      if (!isDraft(file) && (tags.get(path) ?? null) !== file.tag) revert(path);
  }, [onDisk]);
  const save = async (over = false): Promise<ApiFailure | undefined> => {
    const drafts = Object.entries(latest.current).filter(([, file]) => isDraft(file));
    const changes: Record<string, FileChange> = {};
    for (const [path, { text, tag }] of drafts)
      changes[path] = { text, tag: over ? ((await readFile(path))?.tag ?? null) : tag };
    const { data, error } = await write(changes);
    setFailure(error as ApiFailure | undefined);
    if (data === undefined) return error as ApiFailure | undefined;
    const tags = new Map(data.files.map((file) => [file.path, file.tag]));
    // What was typed meanwhile stays a draft over what was saved.
    for (const [path, { text }] of drafts)
      put(path, (file) => ({ saved: text, tag: tags.get(path) ?? null, text: file === undefined ? text : file.text }));
    return undefined;
  };
  const drafts = useMemo(
    (): Drafts =>
      Object.fromEntries(
        Object.entries(files).flatMap(([path, file]) => (isDraft(file) ? [[path, file.text] as const] : [])),
      ),
    [files],
  );
  return { files, drafts, open, load, edit, revert, save, failure, saving };
};
