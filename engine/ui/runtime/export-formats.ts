import type { ExportFormat } from '../../contract/export.ts';
import { exportFormats } from '../../contract/export.ts';
import type { ScreenModel } from '../../contract/screen-model.ts';

const ofReports: readonly ExportFormat[] = exportFormats;

/** The formats in which a file of the screen is offered. */
export const formatsOf = ({ report }: Pick<ScreenModel, 'report'>): readonly ExportFormat[] =>
  report === undefined ? exportFormats : ofReports;
