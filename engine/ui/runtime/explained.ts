/** What a label names, for whoever asks who set it. */
import type { GridColumn } from '../../contract/screen-model.ts';

const nothing = {};

/** `banco.nome`, `contrato.titulares.nome`, `bancos#columns.nome`: as `GET /bancada/explicacao?alvo=` takes it. */
export const explained = (target: string | undefined): { readonly 'data-explain'?: string } =>
  target === undefined ? nothing : { 'data-explain': target };

/** Columns that every table has are in no file. */
export const columnTarget = (folder: string, { key, path, entity, field, of }: GridColumn): string | undefined =>
  of === 'system' ? undefined : of === 'related' ? `${entity}.${field}` : `${folder}#columns.${path.join('.') || key}`;
