import { posix } from 'node:path';
import { Refusal } from '../../core/errors.ts';
import { nearest } from '../../core/nearest.ts';
import type { FileLimits } from '../file-limits.ts';
import type { SheetName } from '../table.ts';
import type { Zip, ZipPart } from './open-zip.ts';
import { prefixed, readXml } from './xml.ts';

export interface WorkbookSheet extends SheetName {
  /** Name of its part in the ZIP. */
  readonly part: string;
}

export interface Workbook {
  readonly sheets: readonly WorkbookSheet[];
  /** Whether its days are counted from 1904, as Excel for Macintosh once did. */
  readonly from1904: boolean;
  readonly texts: string | undefined;
  readonly styles: string | undefined;
}

interface Relation {
  readonly id: string;
  /** The last word of its type: `worksheet`, `styles`. */
  readonly type: string;
  readonly target: string;
}

/** Raises FILE_PART_MISSING. */
export const partOf = async (zip: Zip, name: string): Promise<ZipPart> => {
  const part = await zip.find(name);
  if (part === undefined) throw new Refusal('FILE_PART_MISSING', { part: name });
  return part;
};

/** The parts that a part refers to; none where it has no file that says so. */
const relationsOf = async (zip: Zip, name: string, limits: FileLimits): Promise<readonly Relation[]> => {
  const { dir, base } = posix.parse(name);
  const file = posix.join(dir, '_rels', `${base}.rels`);
  const part = await zip.find(file);
  if (part === undefined) return [];
  const relations: Relation[] = [];
  const open = (
    element: string,
    { Id: id = '', Type: type = '', Target: target, TargetMode: mode }: Record<string, string>,
  ): void => {
    if (element !== 'Relationship' || mode === 'External' || target === undefined) return;
    // From the root where it begins with a slash, else from the folder of the part.
    relations.push({
      id,
      type: type.slice(type.lastIndexOf('/') + 1),
      target: posix.resolve('/', dir, target).slice(1),
    });
  };
  await readXml(file, zip.unpack(part, limits.smallPart), { open }, limits);
  return relations;
};

/** What a ZIP is that is no workbook of ours, by the parts that it has. */
const otherFormats: readonly (readonly [name: RegExp, format: string])[] = [
  [/^xl\/workbook\.bin$/i, 'XLSB'],
  [/^word\//i, 'DOCX'],
  [/^ppt\//i, 'PPTX'],
  [/^content\.xml$/i, 'ODS, do LibreOffice'],
];

const refuseOther = (zip: Zip): void => {
  const names = zip.entries.map(({ fileName }) => fileName);
  const other = otherFormats.find(([form]) => names.some((name) => form.test(name)));
  if (other !== undefined) throw new Refusal('FILE_FORMAT', { format: other[1] });
  if (!names.some((name) => /^\/?xl\//i.test(name))) throw new Refusal('FILE_FORMAT', { format: 'ZIP' });
};

/**
 * The list of sheets and where everything stands.
 *
 * Raises FILE_FORMAT (a ZIP of something else), FILE_PART_MISSING, FILE_SHEET_NONE, and what reading XML raises.
 */
export const readWorkbook = async (zip: Zip, limits: FileLimits): Promise<Workbook> => {
  const root = (await relationsOf(zip, '', limits)).find(({ type }) => type === 'officeDocument')?.target;
  const name = root ?? 'xl/workbook.xml';
  if ((await zip.find(name)) === undefined || /\.bin$/i.test(name)) refuseOther(zip);
  const part = await partOf(zip, name);
  const listed: { name: string; id: string; hidden: boolean }[] = [];
  let from1904 = false;
  const open = (element: string, attributes: Readonly<Record<string, string>>): void => {
    if (element === 'workbookPr') from1904 = ['1', 'true'].includes(attributes['date1904'] ?? '');
    if (element !== 'sheet') return;
    const hidden = ['hidden', 'veryHidden'].includes(attributes['state'] ?? '');
    listed.push({ name: attributes['name'] ?? '', id: prefixed(attributes, 'id') ?? '', hidden });
  };
  await readXml(name, zip.unpack(part, limits.smallPart), { open }, limits);
  const relations = await relationsOf(zip, name, limits);
  const sheets = listed.flatMap(({ name: title, id, hidden }) => {
    const relation = relations.find((one) => one.id === id);
    // Charts and dialogs are sheets without rows.
    return relation?.type === 'worksheet' ? [{ name: title, hidden, part: relation.target }] : [];
  });
  if (sheets.length === 0) throw new Refusal('FILE_SHEET_NONE', {});
  const target = (type: string): string | undefined => relations.find((one) => one.type === type)?.target;
  return { sheets, from1904, texts: target('sharedStrings'), styles: target('styles') };
};

/** The sheet of that name; without a name the first that is not hidden. Raises FILE_SHEET_UNKNOWN, FILE_SHEET_NONE. */
export const chooseSheet = ({ sheets }: Workbook, name: string | undefined): WorkbookSheet => {
  const names = sheets.map((sheet) => sheet.name);
  const found = sheets.find((sheet) => (name === undefined ? !sheet.hidden : sheet.name === name));
  if (found !== undefined) return found;
  if (name === undefined) throw new Refusal('FILE_SHEET_NONE', {});
  throw new Refusal('FILE_SHEET_UNKNOWN', { sheet: name, known: names }, { suggestion: nearest(name, names) });
};
