/** Which batch is asked for over the chosen rows, by its button or by a key: `b` changes them, Delete deletes them. */
import { useState } from 'react';
import type { ScreenModel } from '../../contract/screen-model.ts';
import type { RegistryList } from './use-registry-list.ts';

export type BatchKind = 'add' | 'update' | 'delete';

interface Asked {
  readonly kind: BatchKind;
  /** Wire name of the field to begin with. */
  readonly proposed: string | undefined;
}

/** In the order of the toolbar, those that this person may do. */
const kindsOf = ({ rights, batch }: ScreenModel): readonly BatchKind[] => {
  const may: Readonly<Record<BatchKind, boolean>> = {
    add: rights.insert,
    update: rights.update && batch.length > 0,
    delete: rights.delete,
  };
  return (['add', 'update', 'delete'] as const).filter((kind) => may[kind]);
};

/** The field that a batch begins with: the one whose cell has the focus, or the only one that it can change. */
export const proposedField = (
  { entity, batch }: Pick<ScreenModel, 'entity' | 'batch'>,
  key: string | undefined,
): string | undefined => {
  const column = entity.fields.find(({ name }) => name === key)?.column;
  if (column !== undefined && batch.includes(column)) return column;
  return batch.length === 1 ? batch[0] : undefined;
};

export const useBatchDialogs = (model: ScreenModel, list: RegistryList) => {
  const [asked, setAsked] = useState<Asked>();
  const kinds = kindsOf(model);
  const { empty } = list.selection;
  /** Undefined where there is nothing chosen, or it is not for this person. */
  const opener = (kind: BatchKind) =>
    empty || !kinds.includes(kind)
      ? undefined
      : /** `key`: of the column whose cell has the focus. */
        (key?: string) => setAsked({ kind, proposed: proposedField(model, key) });
  return { kinds, asked, opener, close: () => setAsked(undefined) };
};

export type BatchDialogs = ReturnType<typeof useBatchDialogs>;
