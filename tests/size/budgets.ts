/** What the browser fetches step by step, and how much that may be. */

/** One step of a visit: the modules it needs, beside those that the steps before have brought. */
export interface Step {
  readonly name: string;
  readonly after: string | undefined;
  /** Modules of the source, as the build's manifest names them. */
  readonly modules: readonly string[];
  /** JavaScript of the step, gzip, in KB of 1,000 bytes. */
  readonly budget: number;
}

export const steps: readonly Step[] = [
  { name: 'login', after: undefined, modules: ['index.html', 'src/shell/sign-in-page.tsx'], budget: 200 },
  {
    name: 'frame and home',
    after: 'login',
    modules: [
      'src/shell/frame.tsx',
      'src/shell/screen-route.tsx',
      'src/screens/home.view.tsx',
      'engine/screens/group.view.tsx',
    ],
    budget: 67,
  },
  {
    name: 'list',
    after: 'frame and home',
    modules: ['engine/screens/registry.view.tsx', 'engine/ui/grid/record-grid.tsx'],
    // 3 KB of it are what reports share, in files of their own, which compress worse.
    budget: 334,
  },
  {
    name: 'record and form',
    after: 'list',
    modules: ['engine/ui/record/record-drawers.tsx', 'engine/ui/record/record-edit.tsx'],
    budget: 117,
  },
  // Without its worker, which is no module of the page: 300 KB more, fetched beside it.
  {
    name: 'a PDF among the files of a record',
    after: 'record and form',
    modules: ['engine/ui/controls/attachment-preview.tsx', 'engine/ui/controls/file-pdf.tsx'],
    budget: 140,
  },
];

/** Of whatever else is fetched on demand, after the list. */
export const otherBudget = 60;
