import type { ScreenModel } from '../../contract/screen-model.ts';
import { fieldTypes } from '../../fields/index.ts';
import { FormSection } from '../form/form-section.tsx';
import { FieldValue } from '../list/column-value.tsx';
import { explained } from '../runtime/explained.ts';
import { optionsOf } from '../runtime/filter-value.ts';
import { formSections } from '../runtime/form-sections.ts';
import { later } from '../runtime/later.tsx';
import { useTexts } from '../runtime/texts.ts';
import { useHidden } from '../runtime/use-conditions.ts';
import type { Row } from '../store/api.ts';
import classes from './record-fields.module.css';
import { RecordRows } from './record-rows.tsx';
import { isTold } from './told-columns.ts';

const RecordFiles = later(() => import('./record-files.tsx'));

interface Props {
  readonly model: ScreenModel;
  readonly row: Row;
  readonly onPeek?: ((path: string, id: number) => void) | undefined;
}

/** A record as typeset text, in the sections of its form. */
export const RecordFields = ({ model, row, onPeek }: Props) => {
  const texts = useTexts();
  const byColumn = new Map(model.entity.fields.map((field) => [field.column, field]));
  const hidden = useHidden(model, row);
  const told = isTold(model, row);
  const shown = (column: string) => told(column) && !hidden.has(column);
  return formSections(model, shown).map(({ title, columns }, index) => (
    <FormSection key={title ?? ''} index={index} title={title}>
      <dl className={classes.fields}>
        {columns.map((column) => {
          const child = model.entity.children.find(({ name }) => name === column);
          if (child !== undefined)
            return (
              <div key={column} className={classes.field}>
                <dt
                  data-hidden={child.title === title || undefined}
                  {...explained(`${model.entity.name}.${child.name}`)}
                >
                  {child.title}
                </dt>
                <dd>
                  <RecordRows child={child} rows={row[column]} onPeek={onPeek} />
                </dd>
              </div>
            );
          const field = byColumn.get(column);
          if (field === undefined) return null;
          const value = field.type === 'relation' ? row[field.name] : row[column];
          return (
            <div
              key={column}
              className={classes.field}
              data-span={Math.max(4, fieldTypes[field.type].span(field, optionsOf(model, field)))}
            >
              <dt {...explained(`${model.entity.name}.${field.name}`)}>{field.title}</dt>
              <dd data-kind={field.type}>
                {(value === null || value === undefined || value === '') && field.covered !== true ? (
                  // There is a record, and not for this person to read.
                  <span className={classes.empty}>{texts(row[column] == null ? 'value.empty' : 'value.kept')}</span>
                ) : field.type === 'boolean' ? (
                  texts(value === true ? 'value.yes' : 'value.no')
                ) : field.type === 'attachment' ? (
                  <RecordFiles url={`/anexos${model.screen.path}/${row.id}/${column}`} files={value} />
                ) : (
                  <FieldValue field={field} value={value} onPeek={onPeek} />
                )}
              </dd>
            </div>
          );
        })}
      </dl>
    </FormSection>
  ));
};
