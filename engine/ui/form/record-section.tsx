import type { RJSFSchema, UiSchema } from '@rjsf/utils';
import { memo, useMemo } from 'react';
import type { ConditionsState } from '../runtime/conditions.ts';
import { useTexts } from '../runtime/texts.ts';
import type { FormContext } from './form-context.ts';
import type { FormFailure } from './form-failures.ts';
import classes from './form-section.module.css';
import { FormSection } from './form-section.tsx';
import { isOwnedRows } from './rows-scope.ts';
import { SectionForm } from './section-form.tsx';
import type { SectionShare } from './section-share.ts';
import { SectionContext } from './section-share.ts';
import { useKept } from './use-kept.ts';
import type { FormValues } from './validator.ts';

interface Place {
  readonly index: number;
  readonly title: string | undefined;
  /** undefined of a section that is always open. */
  readonly open: boolean | undefined;
  readonly onToggle: (index: number) => void;
  /** How many of its fields are at fault. */
  readonly faults: number;
  readonly uiSchema: UiSchema<FormValues, RJSFSchema, FormContext>;
  readonly context: FormContext;
}

interface Props extends Place, Pick<SectionShare, 'schema' | 'columns' | 'onChange'> {
  /** Fields that are drawn, from the first on. */
  readonly drawn: number;
  /** Of the record. */
  readonly values: FormValues;
  readonly failures: readonly FormFailure[];
  readonly conditions: ConditionsState;
}

const isFilled = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null && value !== '';

const pick = (values: FormValues, columns: readonly string[]): FormValues =>
  Object.fromEntries(columns.filter((column) => values[column] !== undefined).map((name) => [name, values[name]]));

interface TitledProps extends Place {
  /** Of a closed section: fields with a value, of how many. */
  readonly filled: number;
  readonly count: number;
}

const Titled = ({ index, title, open, onToggle, faults, filled, count, uiSchema, context }: TitledProps) => {
  const texts = useTexts();
  const note =
    faults > 0 ? (
      <span className={classes.wrong}>{texts.count('form.section.errors', faults)}</span>
    ) : open === false ? (
      <span className={classes.filled}>{texts('form.section.filled', { filled, count })}</span>
    ) : null;
  return (
    <FormSection
      index={index}
      title={title}
      fold={open === undefined ? undefined : { open, onToggle: () => onToggle(index) }}
      note={note}
    >
      <SectionForm uiSchema={uiSchema} context={context} />
    </FormSection>
  );
};

const TitledSection = memo(Titled);

/** Cuts the section's share out of the record; what stands on the screen is drawn anew only when that changes. */
export const RecordSection = ({
  schema,
  columns: all,
  onChange,
  drawn,
  values,
  failures,
  conditions,
  ...place
}: Props) => {
  const columns = useMemo(() => all.slice(0, drawn), [all, drawn]);
  const own = useMemo(() => columns.filter((column) => !isOwnedRows(schema, column)), [schema, columns]);
  const shown = useKept(pick(values, own));
  const messages = useKept(
    Object.fromEntries(failures.flatMap(({ field, message }) => (columns.includes(field) ? [[field, message]] : []))),
  );
  const required = useKept(columns.filter((column) => conditions.required.has(column)));
  const closed = useKept(columns.filter((column) => conditions.readOnly.has(column)));
  const share = useMemo(
    () => ({ schema, columns, values: shown, messages, required, closed, onChange }),
    [schema, columns, shown, messages, required, closed, onChange],
  );
  const filled = place.open === false ? all.filter((column) => isFilled(values[column])).length : 0;
  return (
    <SectionContext value={share}>
      <TitledSection {...place} filled={filled} count={all.length} />
    </SectionContext>
  );
};
