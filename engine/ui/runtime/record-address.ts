/** Which drawer is open over a list, in the address: `_record=edit.5`. Back closes it; a link opens it. */
export type RecordMode = 'new' | 'view' | 'edit' | 'copy' | 'history';

export type RecordAddress =
  | { readonly mode: 'new'; readonly id: undefined }
  | { readonly mode: Exclude<RecordMode, 'new'>; readonly id: number };

export const recordParameter = '_record';
/** Values that a new record begins with, by wire name, as JSON. */
export const valuesParameter = '_values';
/** An action of a record, which says what a new one begins with: `_from=/reembolsos.12.gerar-conta`. */
export const sourceParameter = '_from';
/** A record of another registry, seen without leaving this one: `_peek=/cidades.12`. */
export const peekParameter = '_peek';

export const parseRecordAddress = (text: string | null): RecordAddress | undefined => {
  if (text === 'new') return { mode: 'new', id: undefined };
  const [, mode, id] = /^(view|edit|copy|history)\.(\d+)$/.exec(text ?? '') ?? [];
  return mode === undefined ? undefined : { mode: mode as Exclude<RecordMode, 'new'>, id: Number(id) };
};

export const writeRecordAddress = (address: RecordAddress): string =>
  address.mode === 'new' ? 'new' : `${address.mode}.${address.id}`;

export interface ActionSource {
  readonly path: string;
  readonly id: number;
  readonly action: string;
}

export const parseSource = (text: string | null): ActionSource | undefined => {
  const [, path, id, action] = /^(\/[a-z0-9/-]+)\.(\d+)\.([a-z][a-z0-9-]*)$/.exec(text ?? '') ?? [];
  return path === undefined || action === undefined ? undefined : { path, id: Number(id), action };
};

export const writeSource = ({ path, id, action }: ActionSource): string => `${path}.${id}.${action}`;

export const parsePeek = (text: string | null): { readonly path: string; readonly id: number } | undefined => {
  const [, path, id] = /^(\/[a-z0-9/-]+)\.(\d+)$/.exec(text ?? '') ?? [];
  return path === undefined ? undefined : { path, id: Number(id) };
};
