import { CircleCheck, CircleSlash, TriangleAlert } from 'lucide-react';
import type { BatchState } from '../runtime/batch-run.ts';
import { remaining } from '../runtime/batch-run.ts';
import { writeRecordAddress } from '../runtime/record-address.ts';
import { useScreenModel } from '../runtime/screen-context.ts';
import { formatCount, useTexts } from '../runtime/texts.ts';
import type { Batch } from '../runtime/use-batch.ts';
import { useRowLabels } from '../runtime/use-row-labels.ts';
import classes from './batch-results.module.css';

/** Rows told of one by one; beyond them the number says enough. */
const toldRows = 100;

const Failures = ({ failures }: { readonly failures: BatchState['failures'] }) => {
  const texts = useTexts();
  const { screen, rights } = useScreenModel();
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
            {told.map(({ item, message }) => (
              <tr key={item}>
                <td>
                  {rights.view && labels.has(item) ? (
                    <a
                      href={`${screen.path}?_record=${writeRecordAddress({ mode: 'view', id: item })}`}
                      target="_blank"
                      rel="noreferrer"
                      title={texts('batch.results.open')}
                    >
                      {labels.get(item)}
                    </a>
                  ) : (
                    (labels.get(item) ?? texts('batch.results.unknown', { id: item }))
                  )}
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

/** What became of each row, those at fault by name and with the reason. */
export const BatchResults = ({ batch: { run } }: { readonly batch: Batch }) => {
  const texts = useTexts();
  const { written, failures, left, refused } = run;
  return (
    <div className={classes.results}>
      <div role="status">
        <ul className={classes.sums}>
          <li data-tone="success">
            <CircleCheck size={15} aria-hidden /> {texts.count('batch.succeeded', written.length)}
          </li>
          {failures.length > 0 && (
            <li data-tone="danger">
              <TriangleAlert size={15} aria-hidden /> {texts.count('batch.failed', failures.length)}
            </li>
          )}
          {left.length > 0 && (
            <li data-tone="warning">
              <CircleSlash size={15} aria-hidden /> {texts.count('batch.left', left.length)}
            </li>
          )}
        </ul>
      </div>
      {refused !== undefined && <p className={classes.refused}>{refused}</p>}
      {failures.length > 0 && <Failures failures={failures} />}
      {remaining(run).length > 0 && <p className={classes.more}>{texts('batch.results.selected')}</p>}
    </div>
  );
};
