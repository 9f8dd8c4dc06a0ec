import { NumberInput, Select } from '@mantine/core';
import { memo } from 'react';
import type { ImportChoices, ImportColumn, ImportField } from '../../../engine/contract/import.ts';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import classes from './columns-step.module.css';
import { letterOf, placeOf } from './import-choices.ts';

interface Props {
  readonly column: ImportColumn;
  readonly fields: readonly ImportField[];
  /** Title of the column that a field comes from already, by `placeOf`. */
  readonly taken: ReadonlyMap<string, string>;
  /** Titles of the fields that it may mean. */
  readonly doubt: readonly string[] | undefined;
  readonly chosen: ImportChoices['columns'][number] | undefined;
  readonly onField: (column: number, field: string | undefined) => void;
  readonly onRow: (column: number, row: number) => void;
  readonly onBy: (column: number, by: string | undefined) => void;
}

/** One column of the file, and the field that it fills. */
export const ColumnLine = memo(
  ({ column: { column, title, samples, list }, fields: all, taken, doubt, chosen, ...props }: Props) => {
    const texts = useTexts();
    // A list of the file brings rows that records own, and nothing else.
    const fields = list === undefined ? all : all.filter(({ rows }) => rows !== undefined);
    const letter = letterOf(column);
    const name = title === '' ? texts('imports.column.untitled', { letter }) : title;
    const field = fields.find((one) => one.field === chosen?.field);
    const options = [
      { value: '', label: texts('imports.column.none') },
      ...fields.map((one) => {
        // Of rows there are others.
        const free = one.field === chosen?.field || (list === undefined && one.rows !== undefined);
        const other = free ? undefined : taken.get(one.field);
        return {
          value: one.field,
          label: other === undefined ? one.title : texts('imports.column.taken', { title: one.title, column: other }),
          disabled: other !== undefined,
        };
      }),
    ];
    const holder = chosen?.row === undefined ? undefined : taken.get(placeOf(chosen));
    const doubled = holder === name ? undefined : holder;
    return (
      <li className={classes.line} data-left-out={field === undefined || undefined}>
        <p className={classes.column}>
          <span className={classes.letter} aria-hidden>
            {letter}
          </span>
          <span className={classes.title}>{name}</span>
        </p>
        <p className={classes.samples} title={samples.join('\n')}>
          {samples.length === 0 ? (
            <em>{texts('imports.column.empty')}</em>
          ) : (
            samples.map((sample, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same value may stand there twice
              <span key={index}>{sample}</span>
            ))
          )}
        </p>
        <div className={classes.field}>
          <Select
            aria-label={texts('imports.column.field', { column: name })}
            data={options}
            value={chosen?.field ?? ''}
            onChange={(value) => props.onField(column, value === null || value === '' ? undefined : value)}
            searchable
            allowDeselect={false}
            nothingFoundMessage={texts('imports.column.noField')}
          />
          {chosen?.row !== undefined && (
            <NumberInput
              label={texts('imports.column.row')}
              aria-label={texts('imports.column.row.of', { column: name })}
              min={1}
              max={field?.rows?.limit ?? 1}
              clampBehavior="strict"
              allowDecimal={false}
              value={chosen.row}
              onChange={(row) => typeof row === 'number' && row > 0 && props.onRow(column, row)}
              error={doubled === undefined ? undefined : texts('imports.column.row.taken', { column: doubled })}
              className={classes.by ?? ''}
            />
          )}
          {field !== undefined && field.by.length > 0 && (
            <Select
              label={texts('imports.column.by')}
              aria-label={texts('imports.column.by.of', { column: name })}
              data={[
                { value: '', label: texts('imports.column.byName') },
                ...field.by.map((one) => ({ value: one.field, label: one.title })),
              ]}
              value={chosen?.by ?? ''}
              onChange={(value) => props.onBy(column, value === null || value === '' ? undefined : value)}
              allowDeselect={false}
              className={classes.by ?? ''}
            />
          )}
          {field === undefined && doubt !== undefined && (
            <p className={classes.doubt}>{texts('imports.column.doubt', { fields: doubt.join(', ') })}</p>
          )}
          {field !== undefined && <p className={classes.called}>{field.called}</p>}
        </div>
      </li>
    );
  },
);
