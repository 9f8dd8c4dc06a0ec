/** The calls of the workbench; only a server that runs for development answers them. */
import type { ReferenceSection } from '../../../engine/metadata/reference.ts';
import { api } from '../../../engine/ui/store/api.ts';
import type {
  Checked,
  Drafts,
  FileChange,
  FileContent,
  FileEntry,
  FileTree,
  Hint,
  Mended,
  NewRegistry,
  Preview,
  Suggestion,
} from '../../workbench/workbench.ts';

interface InPlace {
  readonly drafts: Drafts;
  readonly path: string;
  /** In UTF-16 units. */
  readonly offset: number;
}

interface PreviewWanted {
  readonly drafts: Drafts;
  readonly client: string;
  /** null: the rights of who asks. */
  readonly login: string | null;
  /** Of the screen that is looked at. */
  readonly path: string | null;
}

interface NewWanted {
  readonly drafts: Drafts;
  readonly title: string;
  readonly module: string;
  readonly sheet: { readonly name: string; readonly base64: string } | null;
}

const workbenchApi = api.injectEndpoints({
  endpoints: (build) => ({
    fileTree: build.query<FileTree, void>({
      query: () => ({ url: '/bancada/arquivos', placed: true }),
      // Files that were saved, here or by another editor, make another model.
      providesTags: ['Model'],
      keepUnusedDataFor: 0,
    }),
    languageReference: build.query<readonly ReferenceSection[], void>({
      query: () => ({ url: '/bancada/linguagem', placed: true }),
    }),
    fileContent: build.query<FileContent, string>({
      query: (path) => ({ url: `/bancada/arquivo?caminho=${encodeURIComponent(path)}`, placed: true }),
      keepUnusedDataFor: 0,
    }),
    checkDrafts: build.mutation<Checked, Drafts>({
      query: (drafts) => ({ url: '/bancada/conferencia', method: 'POST', body: { drafts }, silent: true }),
    }),
    mendDrafts: build.mutation<Mended, Drafts>({
      query: (drafts) => ({ url: '/bancada/consertos', method: 'POST', body: { drafts } }),
    }),
    suggest: build.mutation<readonly Suggestion[], InPlace>({
      query: (body) => ({ url: '/bancada/sugestoes', method: 'POST', body, silent: true }),
    }),
    hint: build.mutation<{ readonly hint: Hint | null }, InPlace>({
      query: (body) => ({ url: '/bancada/ajuda', method: 'POST', body, silent: true }),
    }),
    preview: build.mutation<Preview, PreviewWanted>({
      query: (body) => ({ url: '/bancada/previa', method: 'POST', body, placed: true }),
    }),
    newRegistry: build.mutation<NewRegistry, NewWanted>({
      query: (body) => ({ url: '/bancada/novo', method: 'POST', body, placed: true }),
    }),
    saveFiles: build.mutation<{ readonly files: readonly FileEntry[] }, Readonly<Record<string, FileChange>>>({
      query: (changes) => ({ url: '/bancada/arquivos', method: 'PUT', body: { changes }, placed: true }),
    }),
  }),
});

export const {
  useFileTreeQuery,
  useLanguageReferenceQuery,
  useLazyFileContentQuery,
  useCheckDraftsMutation,
  useSuggestMutation,
  useHintMutation,
  useMendDraftsMutation,
  useNewRegistryMutation,
  usePreviewMutation,
  useSaveFilesMutation,
} = workbenchApi;
