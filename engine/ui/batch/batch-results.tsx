import { Button, Checkbox } from '@mantine/core';
import { Copy, FileDown, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { BatchState } from '../runtime/batch-run.ts';
import { remaining } from '../runtime/batch-run.ts';
import { writeRecordAddress } from '../runtime/record-address.ts';
import { useScreenModel } from '../runtime/screen-context.ts';
import { formatCount, useTexts } from '../runtime/texts.ts';
import type { Batch } from '../runtime/use-batch.ts';
import { useBatchReport } from '../runtime/use-batch-report.ts';
import { useRowLabels } from '../runtime/use-row-labels.ts';
import { useUndoBatch } from '../runtime/use-tell-batch.ts';
import classes from './batch-results.module.css';
import { Tallies, tallyOf } from './tallies.tsx';

/** Rows told of one by one; beyond them the number says enough. */
const toldRows = 100;

/** A record by its name, and the way to it; one that is gone keeps the name that is known of it. */
const RowName = ({
  id,
  label,
  known,
}: {
  readonly id: number;
  readonly label?: string | undefined;
  readonly known?: string | undefined;
}) => {
  const texts = useTexts();
  const { screen, rights } = useScreenModel();
  if (!rights.view || label === undefined) return label ?? known ?? texts('batch.results.unknown', { id });
  return (
    <a
      href={`${screen.path}?_record=${writeRecordAddress({ mode: 'view', id })}`}
      target="_blank"
      rel="noreferrer"
      title={texts('batch.results.open')}
    >
      {label}
    </a>
  );
};

interface NamedProps {
  readonly names: Batch['names'];
}

const Failures = ({ failures, names }: NamedProps & Pick<BatchState, 'failures'>) => {
  const texts = useTexts();
  const told = failures.slice(0, toldRows);
  const labels = useRowLabels(told.map(({ item }) => item));
  return (
    <>
      <div className={classes.frame}>
        <table className={classes.rows}>
          <caption className={classes.caption}>{texts('batch.results.failed')}</caption>
          <thead>
            <tr>
              <th scope="col">{texts('batch.results.record')}</th>
              <th scope="col">{texts('batch.results.reason')}</th>
            </tr>
          </thead>
          <tbody>
            {told.map(({ item, label, message }) => (
              <tr key={`${item} ${message}`}>
                <td>
                  <RowName id={item} label={labels.get(item)} known={names.get(item) ?? label} />
                </td>
                <td>{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {failures.length > told.length && (
        <p className={classes.more}>
          {texts('batch.results.more', { count: formatCount(failures.length - told.length) })}
        </p>
      )}
    </>
  );
};

const Written = ({ written, names }: NamedProps & Pick<BatchState, 'written'>) => {
  const texts = useTexts();
  const told = written.slice(0, toldRows);
  const labels = useRowLabels(told);
  return (
    <>
      <div className={classes.frame}>
        <ul className={classes.written} aria-label={texts('batch.results.written')}>
          {told.map((id) => (
            <li key={id}>
              <RowName id={id} label={labels.get(id)} known={names.get(id)} />
            </li>
          ))}
        </ul>
      </div>
      {written.length > told.length && (
        <p className={classes.more}>
          {texts('batch.results.writtenMore', { count: formatCount(written.length - told.length) })}
        </p>
      )}
    </>
  );
};

/** What became of each row: those at fault by name and with the reason, the others when asked for, and all of them to be taken elsewhere. */
export const BatchResults = ({ batch, onClose }: { readonly batch: Batch; readonly onClose: () => void }) => {
  const texts = useTexts();
  const undo = useUndoBatch();
  const report = useBatchReport(batch);
  const [all, setAll] = useState(false);
  const { names } = batch;
  const { written, failures } = batch.run;
  return (
    <div className={classes.results}>
      <div className={classes.head}>
        <Tallies
          tallies={[
            { way: 'written', words: texts.count('batch.succeeded', written.length) },
            ...tallyOf('refused', failures.length, (count) => texts.count('batch.failed', count)),
          ]}
        />
        <div className={classes.take}>
          {written.length > 0 && batch.plan !== undefined && (
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<Undo2 size={14} />}
              onClick={() => {
                if (batch.plan !== undefined) void undo(batch.plan.id, written.length);
                onClose();
              }}
            >
              {texts('batch.undo')}
            </Button>
          )}
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<Copy size={14} />}
            disabled={report.busy}
            onClick={report.copy}
          >
            {texts('batch.report.copy')}
          </Button>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<FileDown size={14} />}
            disabled={report.busy}
            onClick={report.download}
          >
            {texts('batch.report.csv')}
          </Button>
        </div>
      </div>
      {failures.length > 0 && <Failures failures={failures} names={names} />}
      {written.length > 0 && (
        <Checkbox
          size="xs"
          label={texts.count('batch.results.writtenShow', written.length)}
          checked={all}
          onChange={(event) => setAll(event.currentTarget.checked)}
        />
      )}
      {all && <Written written={written} names={names} />}
      {remaining(batch.run).length > 0 && <p className={classes.more}>{texts('batch.results.selected')}</p>}
    </div>
  );
};
