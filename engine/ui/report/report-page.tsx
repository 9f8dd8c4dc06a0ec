import { Button, Portal } from '@mantine/core';
import { Download, FileSearch, Printer, RotateCw, SlidersHorizontal } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { reportLevels } from '../../contract/report.ts';
import type { ScreenModel } from '../../contract/screen-model.ts';
import type { ErrorCode } from '../../core/errors.ts';
import { EmptyState } from '../controls/empty-state.tsx';
import { Note } from '../controls/note.tsx';
import { Waiting } from '../controls/waiting.tsx';
import { failureText } from '../runtime/describe-failure.ts';
import { explained } from '../runtime/explained.ts';
import { later } from '../runtime/later.tsx';
import { useTexts } from '../runtime/texts.ts';
import { usePrinting } from '../runtime/use-printing.ts';
import type { Report } from '../runtime/use-report.ts';
import { fileColumns, reportColumns, useReport } from '../runtime/use-report.ts';
import type { ReportAnswer } from '../store/report-api.ts';
import { ReportForm } from './report-form.tsx';
import classes from './report-page.module.css';
import './report-print.css';
import { ReportSheet } from './report-sheet.tsx';

const ExportDialog = later(() => import('../list/export-dialog.tsx'));

/** Too many rows to be added up: whoever asks for fewer has them. */
const tooManyCode = 'REQUEST_AGGREGATE_LIMIT' satisfies ErrorCode;
/** Columns that a sheet has room for upright. */
const uprightColumns = 6;

interface PartProps {
  readonly model: ScreenModel;
  readonly report: Report;
}

const Printed = ({ model, report, answer }: PartProps & { readonly answer: ReportAnswer }) => {
  const wide = model.report?.rows === true && reportColumns(model).length > uprightColumns;
  return usePrinting() ? (
    <Portal reuseTargetNode={false}>
      <div className="fi-print fi-report" data-wide={wide || undefined}>
        <ReportSheet report={report} answer={answer} heading="h1" />
      </div>
    </Portal>
  ) : null;
};

const Change = ({ report }: Pick<PartProps, 'report'>) => {
  const texts = useTexts();
  return (
    <Button variant="default" leftSection={<SlidersHorizontal size={15} />} onClick={report.ask}>
      {texts('report.change')}
    </Button>
  );
};

/** The report, or why there is none, and the next step. */
const Result = ({ model, report }: PartProps) => {
  const texts = useTexts();
  const { answer, error, count } = report;
  if (error !== undefined)
    return (
      <div className={classes.note}>
        <Note kind="failure">
          {failureText(texts, error)}
          {error.body?.code === tooManyCode && ` ${texts('report.narrower')}`}
        </Note>
        <div className={classes.steps}>
          <Button variant="default" leftSection={<RotateCw size={15} />} onClick={report.retry}>
            {texts('action.retry')}
          </Button>
          <Change report={report} />
        </div>
      </div>
    );
  if (answer === undefined) return <Waiting>{texts('report.making')}</Waiting>;
  if (count === 0)
    return (
      <EmptyState
        icon={FileSearch}
        title={texts('report.empty.title')}
        text={texts('report.empty.text')}
        action={<Change report={report} />}
      />
    );
  return (
    <>
      <article className={classes.sheet}>
        <ReportSheet report={report} answer={answer} heading="h2" />
      </article>
      <Printed model={model} report={report} answer={answer} />
    </>
  );
};

const Actions = ({ model, report }: PartProps) => {
  const texts = useTexts();
  const [exporting, setExporting] = useState(false);
  const { answer, count } = report;
  const withRows = model.report?.rows === true;
  const total = withRows ? count : answer?.groupCount;
  return (
    <div className={classes.actions}>
      <Change report={report} />
      {answer !== undefined && count !== 0 && (
        <>
          <Button variant="default" leftSection={<Printer size={15} />} onClick={() => print()}>
            {texts('report.print')}
          </Button>
          <Button variant="default" leftSection={<Download size={15} />} onClick={() => setExporting(true)}>
            {texts('export.open')}
          </Button>
        </>
      )}
      {exporting && (
        <ExportDialog
          list={{
            ...report,
            columns: withRows ? fileColumns(model) : [],
            // Of groups alone the server knows what is told.
            besides: withRows ? [] : reportLevels(model).map(({ column }) => column),
            count: total === undefined ? undefined : { total, estimated: false },
            filtered: report.query.q !== '' || report.query.conditions.length > 0,
          }}
          onClose={() => setExporting(false)}
        />
      )}
    </div>
  );
};

/** A report: first what it is of, then the report. */
export const ReportPage = ({ model }: { readonly model: ScreenModel }) => {
  const texts = useTexts();
  const report = useReport(model);
  const { asking } = report;
  const body = useRef<HTMLElement>(null);
  const drawn = useRef(asking);
  const [turned, setTurned] = useState(false);
  useEffect(() => {
    if (drawn.current === asking) return;
    drawn.current = asking;
    setTurned(true);
    // What was pressed is gone; the keyboard goes on from what has come.
    if (!asking) body.current?.focus();
    body.current?.scrollTo({ top: 0, left: 0 });
  }, [asking]);
  return (
    <div className={classes.page}>
      <div className={classes.bar}>
        <h1 className={classes.title} {...explained(`${model.screen.folder}#title`)}>
          {model.screen.title}
        </h1>
        {!asking && <Actions model={model} report={report} />}
      </div>
      <section
        ref={body}
        className={classes.body}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard.
        tabIndex={0}
        aria-label={texts(asking ? 'report.parameters.of' : 'report.sheet', { title: model.screen.title })}
      >
        {asking ? <ReportForm report={report} focused={turned} /> : <Result model={model} report={report} />}
      </section>
    </div>
  );
};
