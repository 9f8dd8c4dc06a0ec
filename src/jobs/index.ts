/** The kinds of jobs of this product. A kind that is made anew is one line here. */
import type { Runtime } from '../../engine/api/runtime.ts';
import { exportCsvKind } from '../../engine/contract/job.ts';
import type { AnyJobKind } from '../../engine/jobs/job-kind.ts';
import { csvWriter } from './csv-writer.ts';
import { exportList } from './export-list.ts';
import { applyImport, checkImport } from './imports.ts';

export const jobKinds = (runtime: () => Runtime): readonly AnyJobKind[] => [
  exportList(runtime, {
    name: exportCsvKind,
    label: 'Exportação em CSV',
    form: '{title} em CSV',
    writer: csvWriter,
  }),
  checkImport(runtime),
  applyImport(runtime),
];
