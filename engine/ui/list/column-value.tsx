import { VisuallyHidden } from '@mantine/core';
import { Check, Paperclip } from 'lucide-react';
import type { ReactNode } from 'react';
import { use } from 'react';
import {
  briefReader,
  codeOption,
  formatFieldValue,
  isToned,
  relationTarget,
  valueAtPath,
} from '../../contract/column-text.ts';
import { fieldOf } from '../../contract/field-of.ts';
import type { GridColumn, ScreenModel } from '../../contract/screen-model.ts';
import { attachmentsIn } from '../../fields/attachment.ts';
import type { Field } from '../../model/types.ts';
import { useScreenModel } from '../runtime/screen-context.ts';
import { useTexts } from '../runtime/texts.ts';
import { useTimeZone } from '../runtime/time-zone.ts';
import { ValueMarkContext } from '../runtime/value-mark-context.ts';
import type { Row } from '../store/api.ts';
import classes from './column-value.module.css';

interface Props {
  readonly field: Field;
  readonly value: unknown;
  readonly onPeek?: ((path: string, id: number) => void) | undefined;
  /** What stands for the text where there is no room for all of it. */
  readonly short?: string | undefined;
}

/** One value as a person reads it: a check, a dot and its word, a link to the related record, else text. */
export const FieldValue = ({ field, value, onPeek, short }: Props) => {
  const model = useScreenModel();
  const texts = useTexts();
  const timeZone = useTimeZone();
  if ((value === null || value === undefined || value === '') && field.covered !== true) return null;
  if (field.type === 'boolean')
    return value === true ? (
      <Check size={15} role="img" aria-label={texts('value.yes')} className={classes.check} />
    ) : null;
  const text = formatFieldValue(model, field, value, timeZone);
  if (field.type === 'attachment') {
    const { length } = attachmentsIn(value);
    return (
      <span className={classes.files} title={text}>
        <Paperclip size={14} aria-hidden />
        <span aria-hidden>{length}</span>
        <VisuallyHidden>{texts.count('attachment.count', length)}</VisuallyHidden>
      </span>
    );
  }
  if (field.type === 'code')
    return (
      <span className={classes.code} title={text}>
        {isToned(model, field) && (
          <span className={classes.dot} data-tone={codeOption(model, field, value)?.tone ?? 'neutral'} />
        )}
        <span className={classes.word}>{text}</span>
      </span>
    );
  const target = field.type === 'relation' ? relationTarget(model, field) : undefined;
  const id = (value as { id?: unknown } | null)?.id;
  if (onPeek !== undefined && target?.opens === true && target.path !== null && typeof id === 'number') {
    const { path } = target;
    return (
      <button type="button" className={classes.link} tabIndex={-1} title={text} onClick={() => onPeek(path, id)}>
        {text}
      </button>
    );
  }
  return <span title={text}>{short ?? text}</span>;
};

/** The related record that a column speaks of: its own, or the one its field lies in. */
const relatedTo = (model: ScreenModel, column: GridColumn, row: Row) => {
  const [name = ''] = column.path;
  const target = model.relations.find(({ field }) => field === name);
  const related = row[name] as { readonly id?: unknown } | null | undefined;
  return target?.opens === true && target.path !== null && typeof related?.id === 'number'
    ? { path: target.path, id: related.id }
    : undefined;
};

/** What the product says before a value of the list; nothing for most. */
export const useValueMark = (column: GridColumn | undefined, row: Row): ReactNode => {
  const model = useScreenModel();
  const Mark = use(ValueMarkContext)[`${model.entity.name}.${column?.key}`];
  return Mark && <Mark row={row} />;
};

/** The same, for a column of the list; what names a related record leads to it. */
export const ColumnValue = ({
  column,
  row,
  onPeek,
  reachable = false,
  brief = false,
}: {
  readonly column: GridColumn;
  readonly row: Row;
  readonly onPeek?: ((path: string, id: number) => void) | undefined;
  /** Whether Tab comes to it; in the grid arrows do. */
  readonly reachable?: boolean;
  /** Whether what is spare in the label of a related record is left out. */
  readonly brief?: boolean;
}) => {
  const model = useScreenModel();
  const timeZone = useTimeZone();
  const mark = useValueMark(column, row);
  const field = fieldOf(model, column.key);
  if (field === undefined) return null;
  const names = column.cell === 'relation' || (column.path.length > 1 && column.cell === 'text');
  const related = names && onPeek !== undefined ? relatedTo(model, column, row) : undefined;
  const short = brief ? briefReader(model, column, timeZone)?.(row) : undefined;
  const plain = <FieldValue field={field} value={valueAtPath(row, column.path)} short={short} />;
  const value = mark ? (
    <>
      {mark}
      {plain}
    </>
  ) : (
    plain
  );
  if (related === undefined || onPeek === undefined) return value;
  return (
    <button
      type="button"
      className={classes.link}
      tabIndex={reachable ? 0 : -1}
      onClick={() => onPeek(related.path, related.id)}
    >
      {value}
    </button>
  );
};
