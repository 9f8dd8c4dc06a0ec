/** The kinds of jobs of this product. A kind that is made anew is one line here. */
import type { Runtime } from '../../engine/api/runtime.ts';
import { exportFormats } from '../../engine/contract/export.ts';
import type { AnyJobKind } from '../../engine/jobs/job-kind.ts';
import { exportList } from '../exports/export-list.ts';
import { applyImport, checkImport } from '../imports/import-jobs.ts';

export const jobKinds = (runtime: () => Runtime): readonly AnyJobKind[] => [
  ...exportFormats.map((format) => exportList(runtime, format)),
  checkImport(runtime),
  applyImport(runtime),
];
