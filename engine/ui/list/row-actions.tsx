import type { LucideIcon } from 'lucide-react';
import { Eye, History, Pencil, Trash2 } from 'lucide-react';
import { refused } from '../runtime/refused.ts';
import { useTexts } from '../runtime/texts.ts';
import type { RecordActions } from '../runtime/use-record-actions.ts';
import type { Row } from '../store/api.ts';
import { RowButton } from './row-button.tsx';

export interface RowAction {
  readonly key: 'view' | 'edit' | 'history' | 'remove';
  readonly icon: LucideIcon;
  readonly run: (row: Row) => void;
}

/** The actions that this person has on a row, in the order of use. */
export const rowActions = (actions: RecordActions): readonly RowAction[] =>
  (
    [
      { key: 'view', icon: Eye, run: actions.view },
      { key: 'edit', icon: Pencil, run: actions.edit },
      { key: 'remove', icon: Trash2, run: actions.remove },
      { key: 'history', icon: History, run: actions.history },
    ] as const
  ).flatMap(({ key, icon, run }) => (run ? [{ key, icon, run }] : []));

export const RowActionButtons = ({ actions, row }: { readonly actions: RecordActions; readonly row: Row }) => {
  const texts = useTexts();
  return rowActions(actions).map(({ key, icon, run }) => (
    <RowButton
      key={key}
      icon={icon}
      title={texts(`row.${key}`)}
      aria-label={texts(`row.${key}`)}
      {...refused(actions.refusal(key, row))}
      onClick={() => run(row)}
    />
  ));
};
