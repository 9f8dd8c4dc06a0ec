import { Button, Select } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ImportDetail } from '../../../engine/contract/import.ts';
import { checkImportKind } from '../../../engine/contract/import-kinds.ts';
import { Note } from '../../../engine/ui/controls/note.tsx';
import { failureText } from '../../../engine/ui/runtime/describe-failure.ts';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import { useScreenQuery } from '../../../engine/ui/store/api.ts';
import { ColumnLine } from './column-line.tsx';
import classes from './columns-step.module.css';
import { HowPanel } from './how-panel.tsx';
import {
  chosenOf,
  isComplete,
  missingRequired,
  modesFor,
  permitted,
  placeOf,
  toldFor,
  withBy,
  withField,
  withLoad,
  withRow,
} from './import-choices.ts';
import { useCheckImportMutation, useRemoveImportMutation } from './imports-api.ts';
import { dropChoices, keepChoices, keptChoices } from './kept-choices.ts';
import foot from './step-foot.module.css';

interface Props {
  readonly detail: ImportDetail;
  readonly onSheet: (name: string) => void;
  /** To what was looked at before; absent: nothing was. */
  readonly onBack?: () => void;
}

/** Why the rows were not looked through to the end, if they were not. */
const useProblem = ({ job, state }: ImportDetail): string | undefined => {
  const texts = useTexts();
  if (job?.kind !== checkImportKind || state === 'planned') return undefined;
  if (job.state === 'cancelled') return texts('imports.cancelled');
  return job.state === 'failed' ? (job.problem ?? texts('imports.state.failed')) : undefined;
};

const useColumns = (detail: ImportDetail) => {
  const texts = useTexts();
  const navigate = useNavigate();
  const { data: model } = useScreenQuery(detail.path);
  const [first] = useState(() => keptChoices(sessionStorage, detail) ?? detail.choices);
  const [drafted, setChoices] = useState(first);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was said is kept as it is said, and not when the import is read again
  useEffect(() => {
    if (drafted !== first) keepChoices(sessionStorage, detail, drafted);
  }, [drafted, first]);
  const [failure, setFailure] = useState<string>();
  const [check, checking] = useCheckImportMutation();
  const [remove, removing] = useRemoveImportMutation();
  const rights = model?.rights ?? { insert: true, update: true };
  const modes = modesFor(rights, drafted);
  const choices = permitted(drafted, modes);
  const done = (answer: { readonly error?: unknown }): boolean => {
    if (answer.error === undefined) return true;
    setFailure(failureText(texts, answer.error as Parameters<typeof failureText>[1]));
    return false;
  };
  return {
    modes,
    choices,
    setChoices,
    setLoad: (load: boolean) => setChoices((now) => withLoad(detail, now, load, modesFor(rights))),
    failure,
    busy: checking.isLoading || removing.isLoading,
    check: async () => {
      setFailure(undefined);
      const sheet = detail.sheet === null ? {} : { sheet: detail.sheet };
      if (done(await check({ id: detail.id, choices: { ...choices, ...sheet } })))
        dropChoices(sessionStorage, detail.id);
    },
    remove: async () => {
      if (!done(await remove(detail.id))) return;
      dropChoices(sessionStorage, detail.id);
      void navigate('/importacoes');
    },
  };
};

/** Which column fills which field, and what is done with the rows. */
export const ColumnsStep = ({ detail, onSheet, onBack }: Props) => {
  const texts = useTexts();
  const { columns, sheets } = detail;
  const { modes, choices, setChoices, setLoad, failure, busy, check, remove } = useColumns(detail);
  const problem = useProblem(detail);
  const load = choices.load === true;
  const told = useMemo(() => toldFor(detail, { load }), [detail, load]);
  const { fields } = told;
  const required = missingRequired(told, choices);
  const onField = useCallback(
    (column: number, field: string | undefined) => setChoices((now) => withField(told, now, column, field)),
    [setChoices, told],
  );
  const onRow = useCallback(
    (column: number, row: number) => setChoices((now) => withRow(now, column, row)),
    [setChoices],
  );
  const onBy = useCallback(
    (column: number, by: string | undefined) => setChoices((now) => withBy(now, column, by)),
    [setChoices],
  );
  const taken = useMemo(
    () =>
      new Map(
        // The first of two that say the same has it.
        choices.columns
          .toReversed()
          .map((chosen) => [placeOf(chosen), columns.find((one) => one.column === chosen.column)?.title ?? '']),
      ),
    [choices.columns, columns],
  );
  return (
    <section aria-labelledby="fi-import-step" className={foot.step}>
      <h2 id="fi-import-step" className={classes.heading} tabIndex={-1}>
        {texts('imports.columns.title')}
      </h2>
      <p className={classes.lead}>{texts('imports.columns.lead', { title: detail.title })}</p>
      {problem !== undefined && <Note kind="failure">{problem}</Note>}
      <div className={classes.parts}>
        <div className={classes.columns}>
          {sheets.length > 1 && (
            <Select
              label={texts('imports.sheet')}
              data={sheets.map(({ name, hidden }) => ({
                value: name,
                label: hidden ? texts('imports.sheet.hidden', { name }) : name,
              }))}
              value={detail.sheet}
              onChange={(name) => name !== null && onSheet(name)}
              allowDeselect={false}
              className={classes.sheet ?? ''}
            />
          )}
          <div className={classes.head} aria-hidden>
            <span>{texts('imports.columns.file')}</span>
            <span>{texts('imports.columns.samples')}</span>
            <span>{texts('imports.columns.field')}</span>
          </div>
          <ul className={classes.lines}>
            {columns.map((column) => (
              <ColumnLine
                key={column.column}
                column={column}
                fields={fields}
                taken={taken}
                doubt={detail.doubts.find((one) => one.column === column.column)?.fields}
                chosen={chosenOf(choices, column.column)}
                onField={onField}
                onBy={onBy}
                onRow={onRow}
              />
            ))}
          </ul>
        </div>
        <HowPanel
          detail={told}
          choices={choices}
          modes={modes}
          onChange={setChoices}
          onLoad={detail.load === null ? undefined : setLoad}
        />
      </div>
      {failure !== undefined && <Note kind="failure">{failure}</Note>}
      <div className={foot.foot}>
        <div className={classes.told} role="status">
          {choices.columns.length === 0 && <span>{texts('imports.columns.none')}</span>}
          {choices.columns.length > 0 && required.length > 0 && (
            <span className={classes.warning}>
              <TriangleAlert size={15} aria-hidden />
              {texts('imports.columns.required', { fields: required.map(({ title }) => title).join(', ') })}
            </span>
          )}
        </div>
        <div className={foot.buttons}>
          {onBack === undefined ? (
            <Button variant="default" disabled={busy} onClick={() => void remove()}>
              {texts('imports.remove')}
            </Button>
          ) : (
            <Button variant="default" onClick={onBack}>
              {texts('imports.back')}
            </Button>
          )}
          <Button disabled={!isComplete(told, choices)} loading={busy} onClick={() => void check()}>
            {texts('imports.check')}
          </Button>
        </div>
      </div>
    </section>
  );
};
