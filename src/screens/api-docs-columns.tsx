import { Link } from 'react-router';
import { useTexts } from '../../engine/ui/runtime/texts.ts';
import classes from './api-docs.module.css';
import type { Column } from './api-docs-model.ts';
import { InlineText } from './api-docs-text.tsx';
import { ReferenceTable } from './reference/reference-table.tsx';

interface Props {
  readonly title: string;
  readonly columns: readonly Column[];
  /** Whether something may be required: of bodies, not of answers. */
  readonly sent: boolean;
}

/** The columns of a record: name, type, whether they must be sent, values. */
export const ColumnsTable = ({ title, columns, sent }: Props) => {
  const texts = useTexts();
  if (columns.length === 0) return null;
  return (
    <ReferenceTable
      title={title}
      heads={['name', 'type', ...(sent ? ['required'] : []), 'values'].map((name) => texts(`apiDocs.${name}`))}
    >
      {columns.map((column) => (
        <tr key={column.name}>
          <th scope="row">
            <code>{column.name}</code>
            {column.title !== '' && <span className={classes.label}>{column.title}</span>}
          </th>
          <td data-label={texts('apiDocs.type')}>{texts(`apiDocs.types.${column.type}`)}</td>
          {sent && (
            <td data-label={texts('apiDocs.required')}>{texts(column.required ? 'apiDocs.yes' : 'apiDocs.no')}</td>
          )}
          <td>
            {column.description !== undefined && <InlineText text={column.description} />}
            {column.description === undefined && column.values.map((value) => <code key={value}>{value}</code>)}{' '}
            {column.resource !== undefined && (
              <Link to={{ search: `?r=${encodeURIComponent(column.resource)}` }}>
                {texts('apiDocs.openResource', { path: column.resource })}
              </Link>
            )}
          </td>
        </tr>
      ))}
    </ReferenceTable>
  );
};
