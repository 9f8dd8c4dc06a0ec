import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useParams } from 'react-router';
import type { ImportDetail } from '../../../engine/contract/import.ts';
import { writeSize } from '../../../engine/fields/attachment.ts';
import { formatMoment } from '../../../engine/fields/date-text.ts';
import { Note } from '../../../engine/ui/controls/note.tsx';
import { Waiting } from '../../../engine/ui/controls/waiting.tsx';
import { failureText } from '../../../engine/ui/runtime/describe-failure.ts';
import { relativeTime } from '../../../engine/ui/runtime/relative-time.ts';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import { useTimeZone } from '../../../engine/ui/runtime/time-zone.ts';
import { ScreenPage } from '../card-form.tsx';
import { ColumnsStep } from './columns-step.tsx';
import { DoneStep } from './done-step.tsx';
import classes from './import.module.css';
import { placeOf, places, stepOf } from './import-step.ts';
import { PlanStep } from './plan-step.tsx';
import { ProgressStep } from './progress-step.tsx';
import { useImport } from './use-import.ts';

const Facts = ({ detail }: { readonly detail: ImportDetail }) => {
  const timeZone = useTimeZone();
  const { path, title, format, file, createdAt } = detail;
  const exact = formatMoment(createdAt, timeZone);
  return (
    <p className={classes.facts}>
      <Link to={path}>{title}</Link>
      <span>{format}</span>
      <span>{writeSize(file.size)}</span>
      <time dateTime={createdAt} title={exact}>
        {relativeTime(createdAt, exact)}
      </time>
    </p>
  );
};

/** What of an import is to be done, or is being done, or was. */
const Steps = ({ detail, onSheet }: { readonly detail: ImportDetail; readonly onSheet: (name: string) => void }) => {
  const texts = useTexts();
  /** The plan that the person left to change its columns: another plan is looked at again. */
  const [left, setLeft] = useState<string>();
  const step = stepOf(detail, detail.plan !== null && detail.plan.id === left);
  const place = placeOf(step);
  const body = useRef<HTMLDivElement>(null);
  const shown = useRef(step);
  // What had the focus went with the step before.
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    body.current?.querySelector<HTMLElement>('h2')?.focus();
  }, [step]);
  return (
    <>
      <ol className={classes.steps} aria-label={texts('imports.steps')}>
        {places.map((name, index) => (
          <li key={name} aria-current={name === place ? 'step' : undefined}>
            <span aria-hidden>{index + 1}</span>
            {texts(`imports.step.${name}`)}
          </li>
        ))}
      </ol>
      <div ref={body} className={classes.body}>
        {step === 'columns' && (
          <ColumnsStep
            // What was read of another sheet has other columns.
            key={detail.sheet}
            detail={detail}
            onSheet={onSheet}
            {...(detail.plan === null ? {} : { onBack: () => setLeft(undefined) })}
          />
        )}
        {(step === 'checking' || step === 'applying') && <ProgressStep detail={detail} step={step} />}
        {step === 'plan' && detail.plan !== null && (
          <PlanStep detail={detail} plan={detail.plan} onColumns={() => setLeft(detail.plan?.id)} />
        )}
        {(step === 'halted' || step === 'done') && <DoneStep detail={detail} halted={step === 'halted'} />}
      </div>
    </>
  );
};

/** One import, from its columns to what became of its rows. */
export const ImportPage = () => {
  const texts = useTexts();
  const { id = '' } = useParams();
  const { detail, failure, setSheet } = useImport(id);
  return (
    <ScreenPage
      fills
      title={detail === undefined ? texts('imports.one') : texts('imports.of', { name: detail.file.name })}
      above={
        <Link to="/importacoes" className={classes.back}>
          <ArrowLeft size={14} aria-hidden /> {texts('imports.title')}
        </Link>
      }
    >
      {failure !== undefined && <Note kind="failure">{failureText(texts, failure)}</Note>}
      {detail === undefined && failure === undefined && <Waiting>{texts('imports.reading')}</Waiting>}
      {detail !== undefined && (
        <>
          <Facts detail={detail} />
          <Steps key={detail.id} detail={detail} onSheet={setSheet} />
        </>
      )}
    </ScreenPage>
  );
};
