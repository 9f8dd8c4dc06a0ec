import { Button } from '@mantine/core';
import { FileChartColumn } from 'lucide-react';
import type { FormEvent } from 'react';
import { useEffect, useId, useRef } from 'react';
import { DraftContext } from '../controls/use-draft.ts';
import { SearchField } from '../list/search-panel.tsx';
import type { FilterField } from '../runtime/filter-value.ts';
import { emptyValue, valueAsked } from '../runtime/filter-value.ts';
import { isLeftEmpty, isRequired } from '../runtime/report-parameters.ts';
import { useScreenModel } from '../runtime/screen-context.ts';
import { useTexts } from '../runtime/texts.ts';
import type { Report } from '../runtime/use-report.ts';
import { useSearchPanel } from '../runtime/use-search-panel.ts';
import classes from './report-form.module.css';

interface Props {
  readonly report: Report;
  /** The form was opened by a press, and not by the visit. */
  readonly focused: boolean;
}

/** What the report is of: it is made when the form is sent, and refused by the first field that keeps it from being made. */
export const ReportForm = ({ report, focused }: Props) => {
  const texts = useTexts();
  const model = useScreenModel();
  const prefix = useId();
  const form = useRef<HTMLFormElement>(null);
  const panel = useSearchPanel(report, (field, value) =>
    isLeftEmpty(model, field, value) ? texts('report.required') : undefined,
  );
  const idOf = (field: FilterField): string => `${prefix}${field.key}`;
  useEffect(() => {
    if (focused) form.current?.focus();
  }, [focused]);

  /** A period that is chosen by its name has no field of its own days. */
  const focus = (field: FilterField): void => {
    const own = document.getElementById(idOf(field));
    const beside = form.current?.querySelector<HTMLElement>(
      `[data-field="${CSS.escape(field.key)}"] :is(input, select)`,
    );
    (own ?? beside)?.focus();
  };
  const generate = (event: FormEvent) => {
    event.preventDefault();
    const refused = panel.search();
    if (refused !== undefined) focus(refused);
  };
  const anyRequired = panel.fields.some((field) => isRequired(model, field));

  return (
    <DraftContext value={panel.drafts}>
      <form
        ref={form}
        tabIndex={-1}
        className={classes.form}
        onSubmit={generate}
        aria-label={texts('report.parameters')}
        noValidate
      >
        <h2 className={classes.title}>{texts('report.parameters')}</h2>
        {anyRequired && <p className={classes.hint}>{texts('report.parameters.required')}</p>}
        <div className={classes.fields}>
          {panel.fields.map((field) => (
            <div key={field.key} data-field={field.key} data-match={field.match}>
              <SearchField
                field={field}
                id={idOf(field)}
                value={panel.values.get(field) ?? emptyValue(field.match)}
                problem={panel.problems.get(field)}
                required={isRequired(model, field)}
                onChange={(value) => panel.change(field, value)}
                beside={(column, above) => (above ? undefined : valueAsked(panel.values, column))}
              />
            </div>
          ))}
        </div>
        <div className={classes.foot}>
          <Button type="submit" leftSection={<FileChartColumn size={15} />}>
            {texts('report.generate')}
          </Button>
          <Button variant="default" onClick={panel.clear}>
            {texts('search.clear')}
          </Button>
          {report.back && (
            <Button variant="subtle" color="gray" className={classes.back ?? ''} onClick={report.back}>
              {texts('report.back')}
            </Button>
          )}
        </div>
      </form>
    </DraftContext>
  );
};
