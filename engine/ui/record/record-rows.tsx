import { fieldTypes } from '../../fields/index.ts';
import type { Child } from '../../model/types.ts';
import { FieldValue } from '../list/column-value.tsx';
import { explained } from '../runtime/explained.ts';
import { useTexts } from '../runtime/texts.ts';
import classes from './record-rows.module.css';

interface Props {
  readonly child: Child;
  readonly rows: unknown;
  readonly onPeek?: ((path: string, id: number) => void) | undefined;
}

const isRow = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** The rows that a record owns, to read. */
export const RecordRows = ({ child, rows, onPeek }: Props) => {
  const texts = useTexts();
  const list = (Array.isArray(rows) ? rows : []).filter(isRow);
  const fields = child.entity.fields.filter((field) => !field.writeOnly);
  if (list.length === 0) return <p className={classes.none}>{texts('rows.none')}</p>;
  return (
    // A table wider than the drawer scrolls, by the keyboard too.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className={classes.frame} tabIndex={0} aria-label={child.title}>
      <table className={classes.table}>
        <thead>
          <tr>
            {fields.map((field) => (
              <th
                key={field.name}
                scope="col"
                data-cell={fieldTypes[field.type].cell(field)}
                {...explained(`${child.entity.name}.${field.name}`)}
              >
                {field.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {list.map((row, index) => (
            <tr key={String(row['id'] ?? index)}>
              {fields.map((field) => (
                <td key={field.name} data-kind={field.type} data-cell={fieldTypes[field.type].cell(field)}>
                  <FieldValue
                    field={field}
                    value={field.type === 'relation' ? row[field.name] : row[field.column]}
                    onPeek={onPeek}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};
