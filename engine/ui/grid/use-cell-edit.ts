/** One cell that is being written in: its value, what is wrong with it, and how it is sent. */

import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { columnText, valueAtPath } from '../../contract/column-text.ts';
import type { GridColumn } from '../../contract/screen-model.ts';
import { momentIn } from '../../expressions/moment-in.ts';
import type { Field } from '../../model/types.ts';
import { createDraftScope } from '../controls/use-draft.ts';
import type { CompiledValidator } from '../form/validator.ts';
import { failuresOf, loadValidator } from '../form/validator.ts';
import { changeProblems, closedBecause, needsRecord, storedValues } from '../runtime/change-problems.ts';
import { failureText } from '../runtime/describe-failure.ts';
import { useScreenModel } from '../runtime/screen-context.ts';
import { useTexts } from '../runtime/texts.ts';
import { useTimeZone } from '../runtime/time-zone.ts';
import type { ApiFailure, Row } from '../store/api.ts';
import { api } from '../store/api.ts';
import { changeCell, freshRow, replaceRow } from '../store/cell-api.ts';
import { useAppDispatch } from '../store/hooks.ts';
import { useGridContext } from './grid-context.ts';

interface Conflict {
  readonly row: Row;
  readonly text: string;
}

/** What a new value is held against: the schema, and the record where conditions and rules read more of it than is shown. */
interface Grounds {
  readonly validate: CompiledValidator;
  readonly record: Row | undefined;
  /** Why the conditions of the record keep the field from being written. */
  readonly closed: string | undefined;
}

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';

/** What the row holds: of a relation the id of its record. */
const valueIn = (row: Row, field: Field): unknown => {
  const value = field.relation === undefined ? row[field.column] : valueAtPath(row, [field.name, 'id']);
  return isEmpty(value) ? undefined : value;
};

export const useCellEdit = (row: Row, column: GridColumn, field: Field) => {
  const model = useScreenModel();
  const texts = useTexts();
  const timeZone = useTimeZone();
  const dispatch = useAppDispatch();
  const { list, inline } = useGridContext();
  const before = valueIn(row, field);
  const [value, setValue] = useState(before);
  const typed = useRef(before);
  const [problem, setProblem] = useState<string>();
  const [closed, setClosed] = useState<string>();
  const [conflict, setConflict] = useState<Conflict>();
  const [saving, setSaving] = useState(false);
  const [drafts] = useState(createDraftScope);
  const { path } = model.screen;
  const { select } = list.arrangement;

  /** The record that the row is of, once it is read. */
  const beside = useRef<Row>(undefined);
  const moment = momentIn(timeZone);
  const readGrounds = async (): Promise<Grounds | undefined> => {
    try {
      const [validate, record] = await Promise.all([
        loadValidator(model.form.validator),
        needsRecord(model, field.column)
          ? dispatch(freshRow.initiate({ path, id: row.id, select: model.recordSelect }, { track: false })).unwrap()
          : undefined,
      ]);
      const reason = record && closedBecause(model, texts, record, field.column, moment);
      setClosed(reason);
      beside.current = record;
      return { validate, record, closed: reason };
    } catch (failure) {
      setProblem(failureText(texts, failure as ApiFailure | Error));
      return undefined;
    }
  };
  const begin = useRef(readGrounds);
  const grounds = useRef<Promise<Grounds | undefined>>(undefined);
  const committing = useRef(false);
  useEffect(() => {
    grounds.current = begin.current();
  }, []);

  /** What is wrong with a value, as far as it can be known here. */
  const problemOf = ({ validate, record }: Grounds, next: unknown): string | undefined => {
    const { column } = field;
    const own = failuresOf(validate, model.entity, texts, next === undefined ? {} : { [column]: next });
    const failure = own.find((one) => one.field === column);
    // Of a record that has moved on meanwhile the server tells.
    if (failure !== undefined || record === undefined || record['versao'] !== row['versao']) return failure?.message;
    const broken = changeProblems(model, texts, record, { [column]: next ?? null }, moment);
    return (broken.find((one) => one.field === column) ?? broken[0])?.message;
  };

  /** Who was quicker, where the person may know it, and what is there now. */
  const readConflict = async (): Promise<void> => {
    const fresh = await dispatch(freshRow.initiate({ path, id: row.id, select }, { track: false }));
    if (fresh.data === undefined) return setProblem(failureText(texts, fresh.error as ApiFailure));
    const history = model.rights.audit
      ? await dispatch(api.endpoints.history.initiate({ path, id: row.id }, { subscribe: false, forceRefetch: true }))
      : undefined;
    const now = columnText(model, column, fresh.data, timeZone);
    const shown = now === '' ? texts('value.empty') : now;
    const by = history?.data?.[0]?.by ?? undefined;
    setConflict({
      row: fresh.data,
      text:
        by === undefined ? texts('inline.changed', { value: shown }) : texts('inline.changedBy', { by, value: shown }),
    });
  };

  const send = async (next: unknown): Promise<boolean> => {
    setSaving(true);
    const etag = `"${String(row['versao'])}"`;
    const values = { [field.column]: isEmpty(next) ? null : next };
    const result = await dispatch(changeCell.initiate({ path, id: row.id, select, etag, values }, { track: false }));
    setSaving(false);
    if (result.data !== undefined) {
      dispatch(replaceRow(path, result.data));
      inline.written();
      return true;
    }
    const failure = result.error as ApiFailure;
    if (failure.status === 412) await readConflict();
    else {
      // It may be another field that the new value leaves without its fit.
      const own = failure.body?.fields?.find((one) => one.field === field.column) ?? failure.body?.fields?.[0];
      setProblem(own?.message ?? failureText(texts, failure));
    }
    return false;
  };

  return {
    value,
    /** What is wrong, in words. */
    problem: conflict?.text ?? closed ?? problem,
    closed: closed !== undefined,
    conflict: conflict !== undefined,
    saving,
    drafts,
    beside: (column: string): unknown => beside.current && storedValues(model, beside.current)[column],
    change: (next: unknown) => {
      typed.current = next;
      setValue(next);
      setProblem(undefined);
    },
    /** Whether the cell may be left: nothing was changed, or what was changed is stored. */
    commit: async (): Promise<boolean> => {
      flushSync(() => drafts.flush());
      const next = isEmpty(typed.current) ? undefined : typed.current;
      if (saving || conflict !== undefined) return false;
      if (closed !== undefined || Object.is(next, before)) return true;
      if (committing.current) return false;
      committing.current = true;
      try {
        const known = await grounds.current;
        // What could not be read is asked for again, for the next try.
        if (known === undefined) grounds.current = readGrounds();
        if (known === undefined || known.closed !== undefined) return false;
        const wrong = problemOf(known, next);
        setProblem(wrong);
        return wrong === undefined && (await send(next));
      } finally {
        committing.current = false;
      }
    },
    /** Shows the row as it is stored now. */
    reload: () => {
      if (conflict) dispatch(replaceRow(path, conflict.row));
    },
  };
};
