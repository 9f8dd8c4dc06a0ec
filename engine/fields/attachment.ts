import type { AttachmentTypeName, Field } from '../model/types.ts';
import type { FieldType } from './contract.ts';

/** A file of a record, as it is on the wire. Who writes names it by its `id`; the rest is what was found at its upload. */
export interface Attachment {
  readonly id: string;
  readonly name: string;
  /** Media type, by its content. */
  readonly type: string;
  /** Bytes. */
  readonly size: number;
}

interface AttachmentType {
  readonly media: string;
  /** Endings of file names; the first is given to a file that has none of them. */
  readonly endings: readonly string[];
  /** What a person calls it. */
  readonly label: string;
  /** Told by the ending of the name, for the content has no signature. */
  readonly plain?: true;
  /** How screens show the content itself. What is not here is saved and opened elsewhere. */
  readonly preview?: AttachmentPreviewKind;
}

/** `text` is written as it is: what it says of itself, markup included, is never followed. */
export type AttachmentPreviewKind = 'image' | 'pdf' | 'text';

export const attachmentTypes: Readonly<Record<AttachmentTypeName, AttachmentType>> = {
  pdf: { media: 'application/pdf', endings: ['pdf'], label: 'PDF', preview: 'pdf' },
  png: { media: 'image/png', endings: ['png'], label: 'PNG', preview: 'image' },
  jpeg: { media: 'image/jpeg', endings: ['jpg', 'jpeg'], label: 'JPEG', preview: 'image' },
  webp: { media: 'image/webp', endings: ['webp'], label: 'WebP', preview: 'image' },
  tiff: { media: 'image/tiff', endings: ['tif', 'tiff'], label: 'TIFF' },
  docx: {
    media: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    endings: ['docx'],
    label: 'Word',
  },
  xlsx: {
    media: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    endings: ['xlsx'],
    label: 'Excel',
  },
  zip: { media: 'application/zip', endings: ['zip'], label: 'ZIP' },
  xml: { media: 'application/xml', endings: ['xml'], label: 'XML', plain: true, preview: 'text' },
  csv: { media: 'text/csv', endings: ['csv'], label: 'CSV', plain: true, preview: 'text' },
  txt: { media: 'text/plain', endings: ['txt'], label: 'texto', plain: true, preview: 'text' },
};

const megabyte = 1024 * 1024;

/** Bytes of a file of the field, at most. */
export const sizeLimit = (field: Field): number => (field.attachment?.maxSize ?? 10) * megabyte;

/** Files that the field holds, at most. */
export const countLimit = (field: Field): number => (field.attachment?.many === true ? 20 : 1);

/** The types of the field as people call them: `PDF, PNG`. */
export const typeLabels = (field: Field): string =>
  (field.attachment?.types ?? []).map((name) => attachmentTypes[name].label).join(', ');

export const isAttachment = (value: unknown): value is Attachment =>
  typeof value === 'object' && value !== null && 'id' in value && 'name' in value && typeof value.name === 'string';

export const attachmentsIn = (value: unknown): readonly Attachment[] =>
  Array.isArray(value) ? value.filter(isAttachment) : [];

const previews = new Map(
  Object.values(attachmentTypes).flatMap(({ media, preview }) => (preview === undefined ? [] : [[media, preview]])),
);

/** Larger files are not shown, only saved: a screen holds what it shows in memory. */
const previewLimit = 30 * megabyte;

/** How the file is shown; undefined: not at all. */
export const previewOf = ({ type, size }: Pick<Attachment, 'type' | 'size'>): AttachmentPreviewKind | undefined =>
  size > previewLimit ? undefined : previews.get(type);

/** `1,4 MB`, `320 KB`. */
export const writeSize = (bytes: number): string =>
  bytes >= megabyte
    ? `${new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 }).format(bytes / megabyte)} MB`
    : `${Math.max(1, Math.round(bytes / 1024))} KB`;

/** Files of the record. The column holds what is told of them; their content is in tables of the engine. */
export const attachment: FieldType = {
  name: 'attachment',
  matches: (property) => property['x-attachment'] !== undefined && property.type === undefined,
  keywords: ['x-attachment'],
  sqlType: () => 'jsonb',
  castType: 'jsonb',
  valueSchema: (field) => ({
    // In a list, for a schema whose type is the word alone is one of owned rows.
    type: ['array'],
    maxItems: countLimit(field),
    items: {
      type: 'object',
      properties: {
        id: { type: 'string', format: 'uuid' },
        name: { type: 'string' },
        type: { type: 'string' },
        size: { type: 'integer' },
      },
      required: ['id'],
    },
  }),
  parse: () => undefined,
  called: ({ attachment: rule }) =>
    `${rule?.many ? 'Arquivos' : 'Arquivo'} ${rule?.types.join(', ').toUpperCase() ?? ''}`,
  expected: 'uma lista de anexos, cada um com o id que o envio do arquivo deu',
  format: (value) =>
    attachmentsIn(value)
      .map(({ name }) => name)
      .join(', '),
  operators: ['is'],
  cell: () => 'files',
  width: () => 96,
  widget: () => 'attachment',
  span: () => 12,
};
