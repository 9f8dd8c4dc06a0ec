import { Button, Loader } from '@mantine/core';
import { ArrowRight } from 'lucide-react';
import { use } from 'react';
import { Link } from 'react-router';
import { recordLabel, valueAtPath } from '../../contract/column-text.ts';
import type { DetailModel, GridColumn, ScreenModel } from '../../contract/screen-model.ts';
import type { Field } from '../../model/types.ts';
import { AsOfContext } from '../runtime/as-of.ts';
import { failureText } from '../runtime/describe-failure.ts';
import { explained } from '../runtime/explained.ts';
import { useScreenModel } from '../runtime/screen-context.ts';
import { useTexts } from '../runtime/texts.ts';
import type { ApiFailure, Row } from '../store/api.ts';
import { useDetailQuery } from '../store/detail-api.ts';
import { FieldValue } from './column-value.tsx';
import classes from './row-detail.module.css';

type Source = Readonly<Record<string, unknown>>;

const fieldOfColumn = ({ entity, related }: ScreenModel, column: GridColumn): Field | undefined =>
  (column.entity === entity.name ? entity : related[column.entity])?.fields.find(({ name }) => name === column.field);

const Value = ({ column, row }: { readonly column: GridColumn; readonly row: Source }) => {
  const model = useScreenModel();
  const texts = useTexts();
  const field = fieldOfColumn(model, column);
  const value = valueAtPath(row, column.path);
  if (field === undefined) return null;
  if (field.type === 'boolean' && value !== null) return texts(value === true ? 'value.yes' : 'value.no');
  return <FieldValue field={field} value={value} />;
};

const Fields = ({ columns, row }: { readonly columns: readonly GridColumn[]; readonly row: Source }) => {
  const texts = useTexts();
  return (
    <dl className={classes.fields}>
      {columns.map((column) => {
        const value = valueAtPath(row, column.path);
        return (
          <div key={column.key}>
            <dt {...explained(`${column.entity}.${column.field}`)}>{column.title}</dt>
            <dd>
              {value === null || value === '' ? (
                <span className={classes.empty}>{texts('value.empty')}</span>
              ) : (
                <Value column={column} row={row} />
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
};

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && 'id' in value;

const Rows = ({ list, row }: { readonly list: NonNullable<DetailModel['list']>; readonly row: Row }) => {
  const texts = useTexts();
  const found = row[list.key];
  const rows = (Array.isArray(found) ? found : []).filter(isRow);
  const shown = rows.slice(0, list.limit);
  const { all } = list;
  return (
    <section className={classes.list} aria-label={list.title}>
      <header className={classes.head}>
        <h2 className={classes.title}>{list.title}</h2>
        {all !== null && rows.length > 0 && (
          <Link to={`${all.path}?${all.column}=eq.${row.id}`} className={classes.all}>
            {texts('detail.all')}
            <ArrowRight size={13} aria-hidden />
          </Link>
        )}
      </header>
      {rows.length === 0 ? (
        <p className={classes.empty}>{texts('detail.none')}</p>
      ) : (
        <div className={classes.frame}>
          <table className={classes.table}>
            <thead>
              <tr>
                {list.columns.map((column) => (
                  <th key={column.key} scope="col" data-cell={column.cell}>
                    {column.title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map((item) => (
                <tr key={item.id}>
                  {list.columns.map((column) => (
                    <td key={column.key} data-cell={column.cell}>
                      <Value column={column} row={item} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {rows.length > list.limit && <p className={classes.more}>{texts('detail.more', { count: list.limit })}</p>}
    </section>
  );
};

/** What an opened row shows: fields, and rows that belong to it. Read when it is opened. */
export const RowDetail = ({ row }: { readonly row: Row }) => {
  const model = useScreenModel();
  const texts = useTexts();
  const { detail } = model;
  if (detail === null) return null;
  return <LoadedDetail key={row.id} detail={detail} row={row} texts={texts} model={model} />;
};

interface LoadedProps {
  readonly detail: DetailModel;
  readonly row: Row;
  readonly texts: ReturnType<typeof useTexts>;
  readonly model: ScreenModel;
}

const LoadedDetail = ({ detail, row, texts, model }: LoadedProps) => {
  const { data, error, refetch } = useDetailQuery({
    path: model.screen.path,
    id: row.id,
    detail,
    asOf: use(AsOfContext),
  });
  return (
    <section className={classes.box} aria-label={texts('detail.of', { label: recordLabel(model, row) })}>
      {data === undefined && error === undefined && (
        <p className={classes.waiting} role="status">
          <Loader size={14} />
          {texts('detail.loading')}
        </p>
      )}
      {data === undefined && error !== undefined && (
        <p className={classes.failure} role="alert">
          {failureText(texts, error as ApiFailure)}
          <Button variant="default" size="compact-sm" onClick={() => void refetch()}>
            {texts('action.retry')}
          </Button>
        </p>
      )}
      {data !== undefined && detail.fields.length > 0 && <Fields columns={detail.fields} row={data} />}
      {data !== undefined && detail.list !== null && <Rows list={detail.list} row={{ ...data, id: row.id }} />}
    </section>
  );
};
