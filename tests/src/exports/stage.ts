/** Files of lists, asked for and read back by readers that are not ours. */
import readXlsxFile from 'read-excel-file/node';
import { accessOf } from '../../../engine/api/authenticate.ts';
import type { ExportFormat, ListAsked } from '../../../engine/contract/export.ts';
import type { ExportedList } from '../../../src/exports/export-format.ts';
import { exportedList } from '../../../src/exports/export-format.ts';
import type { OpenList } from '../../../src/exports/open-list.ts';
import { openList } from '../../../src/exports/open-list.ts';
import type { Caller, TestProduct } from '../../support/product.ts';

export const address = '/api/exportacoes';

/** The file that is answered at once. */
export const exported = (caller: Caller, format: ExportFormat, asked: ListAsked) =>
  caller.call('POST', address, { body: { format, ...asked } });

export interface ReadSheet {
  readonly sheet: string;
  readonly data: readonly (readonly unknown[])[];
}

/** Every sheet of a workbook. */
export const readBook = async (bytes: Buffer): Promise<readonly ReadSheet[]> =>
  (await readXlsxFile(bytes, { trim: false })) as unknown as readonly ReadSheet[];

/** A list as it is opened for a file by somebody. */
export const openedAs = async (
  { runtime }: TestProduct,
  login: string,
  asked: ListAsked,
): Promise<{ readonly list: OpenList; readonly described: ExportedList }> => {
  const grants = await runtime.sessions.grantsOf(login);
  if (grants === undefined) throw new Error(`nobody is ${login}`);
  const list = await openList(runtime, accessOf(grants), asked);
  const maker = { login, at: '2026-11-22T15:00:00.000Z', reference: 'r1' };
  return { list, described: exportedList(list, runtime, maker) };
};
