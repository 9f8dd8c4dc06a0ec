/**
 * Everything the form of one record is: its values, whether it has unsaved work, what the server refused, and the merge
 * when somebody else was quicker. The drawer only draws it.
 */
import type { RefObject } from 'react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { labelSelect, namedRecord, recordLabel } from '../../contract/column-text.ts';
import type { ListQuery } from '../../contract/list-query.ts';
import type { ScreenModel } from '../../contract/screen-model.ts';
import { fixedValues } from '../../model/screen-entity.ts';
import type { Field } from '../../model/types.ts';
import type { FormContext } from '../form/form-context.ts';
import { fieldId } from '../form/form-ids.ts';
import type { RecordFormHandle } from '../form/record-form.tsx';
import type { CompiledValidator } from '../form/validator.ts';
import { knownValidator, loadValidator } from '../form/validator.ts';
import type { ApiFailure, Row, StoredRecord } from '../store/api.ts';
import { useCreateMutation, useLazyRecordQuery, useUpdateMutation } from '../store/api.ts';
import { storedBefore } from '../store/stored-before.ts';
import { carriedValues } from './carried-values.ts';
import { copyOf } from './copied-rows.ts';
import { describeBesides, describeFailure } from './describe-failure.ts';
import { beginNotes, fillNotes } from './fill-notes.ts';
import { formSections } from './form-sections.ts';
import { keepFocus } from './keep-focus.ts';
import { givenValues, narrowedValues } from './list-action.ts';
import type { FormDraft } from './local-draft.ts';
import type { MergeChoices, MergeConflict } from './merge-values.ts';
import { mergeValues } from './merge-values.ts';
import { selectWithAuthors } from './record-authors.ts';
import type { RecordValues } from './record-values.ts';
import {
  changedValues,
  countChanged,
  defaultValues,
  newValues,
  presentValues,
  recordValues,
  relationRows,
  unsentValues,
  valueAt,
} from './record-values.ts';
import { hideRefusals, showAlert } from './show-alert.tsx';
import type { Texts } from './texts.ts';
import { useTexts } from './texts.ts';
import { useTimeZone } from './time-zone.ts';
import { useSendOnce } from './use-send-once.ts';
import { useWaiting } from './use-waiting.ts';

interface Loaded {
  /** Changes when the form is to be drawn anew from `initial`. */
  readonly key: number;
  /** What it is drawn from: that of the screen, as soon as all that a newer one needs is there. */
  readonly model: ScreenModel;
  readonly validate: CompiledValidator;
  /** The record that was read: this one, or the one that this is a copy of. */
  readonly row: Row | undefined;
  readonly stored: StoredRecord | undefined;
  /** What the server holds, as far as is known here. */
  readonly base: RecordValues;
  readonly initial: RecordValues;
}

export interface Conflict {
  readonly conflicts: readonly MergeConflict[];
  readonly base: RecordValues;
  readonly mine: RecordValues;
  readonly theirs: StoredRecord;
  /** Whether the choices are saved at once, or the form goes on with them. */
  readonly saves: boolean;
}

const noFailures: readonly { readonly field: string; readonly message: string }[] = [];
const noValues: RecordValues = {};

/** What a form is of: a new record, one that is changed, or a new one made from another. */
export type FormSubject =
  /** `given`: the address that may say what it begins with; `list`: what it is made from. */
  | { readonly mode: 'new'; readonly given?: URLSearchParams; readonly list?: ListQuery }
  | { readonly mode: 'edit'; readonly id: number }
  | { readonly mode: 'copy'; readonly id: number };

/** Columns that no two records share, and files, each of which is of one record: a copy begins without them. */
const ownOfEach = (model: ScreenModel): readonly Field[] =>
  model.entity.fields.filter(
    ({ name, unique, attachment }) => unique || attachment !== undefined || model.entity.naturalKey.includes(name),
  );

const copiedValues = (model: ScreenModel, row: Row): RecordValues => {
  const own = new Set(ownOfEach(model).map(({ column }) => column));
  const begun = Object.entries(defaultValues(model)).filter(([name]) => own.has(name));
  const copied = Object.entries(copyOf(model, row)).filter(([name]) => !own.has(name));
  return Object.fromEntries([...begun, ...copied]);
};

/** What a new record begins with beside its defaults. */
export const begunValues = (
  model: ScreenModel,
  { given, list }: Extract<FormSubject, { mode: 'new' }>,
  timeZone: string,
): RecordValues => ({
  ...(list === undefined ? noValues : narrowedValues(model, list)),
  ...(given === undefined ? noValues : givenValues(model, given, timeZone)),
});

/** The form at its beginning; `answer`: what was read, except of a new record. */
const openedForm = (
  model: ScreenModel,
  subject: FormSubject,
  validate: CompiledValidator,
  answer: StoredRecord | undefined,
  timeZone: string,
): Loaded => {
  const edited = subject.mode === 'edit';
  const begun = subject.mode === 'new' ? begunValues(model, subject, timeZone) : noValues;
  const base =
    answer === undefined
      ? { ...defaultValues(model), ...presentValues(model, timeZone), ...begun }
      : edited
        ? recordValues(model, answer.row)
        : copiedValues(model, answer.row);
  return { key: 0, model, validate, row: answer?.row, stored: edited ? answer : undefined, base, initial: base };
};

/** A form that is being filled, as a newer model has it: what was typed stays, over the version that was read. */
const carriedForm = (
  { model: was, stored, base, initial, ...rest }: Loaded,
  opened: Loaded,
  values: RecordValues,
): { readonly loaded: Loaded; readonly values: RecordValues } => {
  const { model, validate, row } = opened;
  const carry = (kept: RecordValues) => carriedValues(was, model, kept, opened.base);
  return {
    loaded: {
      ...rest,
      model,
      validate,
      row,
      // Somebody may have written meanwhile: saving then meets the newer version, as it always does.
      stored: stored && row && { ...stored, row },
      base: carry(base),
      initial: carry(initial),
    },
    values: carry(values),
  };
};

/** By the ids of the controls. */
const fieldNotes = (notes: Readonly<Record<string, string>>): NonNullable<FormContext['notes']> =>
  Object.fromEntries(Object.entries(notes).map(([column, note]) => [fieldId(column), note]));

/** What relations fill in, of the record and of its rows, and what is said of it at the controls. */
const filling = ({ fills = [], rowFills = {} }: ScreenModel, texts: Texts): Partial<FormContext> => ({
  fills,
  notes: fieldNotes(fillNotes(fills, texts)),
  rowFills,
  rowNotes: Object.fromEntries(Object.entries(rowFills).map(([list, some]) => [list, fillNotes(some, texts)])),
});

/** What begins in the form, and what is said of it at the controls beside what fills them. */
const beginning = (
  model: ScreenModel,
  { row, stored, key = 0 }: Partial<Pick<Loaded, 'row' | 'stored' | 'key'>>,
  mode: FormSubject['mode'],
  texts: Texts,
): Partial<FormContext> => {
  const { begins, rowBegins = {}, entity } = model;
  if (begins === undefined && Object.keys(rowBegins).length === 0) return {};
  // A copy is as what it is made from, also where that is empty.
  const own = mode === 'new' && stored === undefined ? begins : undefined;
  const { notes, rowNotes } = filling(model, texts);
  return {
    beginnings: {
      entity,
      own,
      rows: rowBegins,
      beside: { ...fixedValues(entity), ...unsentValues(model, mode === 'edit' ? row : undefined) },
      resumed: key > 0 || mode === 'copy',
    },
    notes: { ...notes, ...fieldNotes(beginNotes(entity, own, texts)) },
    rowNotes: {
      ...rowNotes,
      ...Object.fromEntries(
        Object.entries(rowBegins).map(([list, some]) => {
          const owned = entity.children.find(({ name }) => name === list)?.entity ?? entity;
          return [list, { ...rowNotes?.[list], ...beginNotes(owned, some, texts, entity) }];
        }),
      ),
    },
  };
};

interface Around {
  readonly form: RefObject<RecordFormHandle | null>;
  /** The server has it. */
  readonly onSaved: (id: number) => void;
  /** Somebody asks to see a new one. */
  readonly onShow: ((id: number) => void) | undefined;
  /** What takes the focus where the field that had it is there no more. */
  readonly nearest: () => HTMLElement | null | undefined;
}

export const useRecordForm = (
  current: ScreenModel,
  subject: FormSubject,
  { form, onSaved, onShow, nearest }: Around,
) => {
  const id = subject.mode === 'edit' ? subject.id : undefined;
  const readId = subject.mode === 'new' ? undefined : subject.id;
  const texts = useTexts();
  const timeZone = useTimeZone();
  const [readRecord] = useLazyRecordQuery();
  const [create, creating] = useCreateMutation();
  const [update, updating] = useUpdateMutation();
  const asked = useRef(subject);
  asked.current = subject;
  // A new record whose validator was read before is there at the first drawing.
  const [loaded, setLoaded] = useState<Loaded | undefined>(() => {
    const validate = readId === undefined ? knownValidator(current.form.validator) : undefined;
    return validate && openedForm(current, subject, validate, undefined, timeZone);
  });
  const model = loaded?.model ?? current;
  const { path } = model.screen;
  const [values, setValues] = useState<RecordValues>(loaded?.base ?? noValues);
  const there = useRef(loaded !== undefined);
  const [failed, setFailed] = useState<ApiFailure>();
  const [attempted, setAttempted] = useState(false);
  const [failures, setFailures] = useState(noFailures);
  const [conflict, setConflict] = useState<Conflict>();
  const saving = creating.isLoading || updating.isLoading;
  useWaiting(saving);
  useWaiting(loaded === undefined && failed === undefined);

  const once = useSendOnce();
  /** The new record, once it is stored though the form stays open: to save again changes that one. */
  const made = useRef<number>(undefined);
  const latest = useRef({ loaded, values, nearest });
  latest.current = { loaded, values, nearest };
  const read = useRef((of: ScreenModel) =>
    // Who wrote it is told where somebody was quicker.
    readRecord({ path: of.screen.path, id: made.current ?? readId ?? 0, select: selectWithAuthors(of) }, false),
  );
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` asks for another try
  useEffect(() => {
    // Only the first time: another try reads anew, and another model goes on with what is typed.
    if (there.current) {
      there.current = false;
      return;
    }
    let dropped = false;
    const open = async () => {
      const known = latest.current.loaded;
      const [validate, answer] = await Promise.all([
        loadValidator(current.form.validator).catch(() => undefined),
        readId === undefined
          ? undefined
          : known?.row !== undefined && known.model.recordSelect === current.recordSelect
            ? { data: { row: known.row, etag: known.stored?.etag }, error: undefined }
            : read.current(current),
      ]);
      if (dropped) return;
      if (latest.current.loaded === undefined) {
        if (validate === undefined) return setFailed({ status: 0, body: undefined, told: false });
        if (answer?.error !== undefined) return setFailed(answer.error as ApiFailure);
        const next = openedForm(current, asked.current, validate, answer?.data, timeZone);
        setLoaded(next);
        return setValues(next.base);
      }
      // What is being filled goes on as it is until all is there.
      if (validate === undefined || answer?.error !== undefined) return;
      form.current?.flush();
      const before = latest.current;
      if (before.loaded === undefined) return;
      const opened = openedForm(current, asked.current, validate, answer?.data, timeZone);
      const carried = carriedForm(before.loaded, opened, before.values);
      keepFocus(() => {
        setLoaded(carried.loaded);
        setValues(carried.values);
        form.current?.take(carried.values);
      }, before.nearest);
    };
    setFailed(undefined);
    void open();
    return () => {
      dropped = true;
    };
  }, [current, id, readId, attempt]);

  const context = useMemo<FormContext>(() => {
    const writable = (model.form.schema['properties'] ?? {}) as Record<string, unknown>;
    return {
      entity: model.entity.name,
      stored: loaded?.stored?.row,
      ...filling(model, texts),
      ...beginning(model, { row: loaded?.row, stored: loaded?.stored, key: loaded?.key ?? 0 }, subject.mode, texts),
      begins: subject.mode === 'new' && loaded?.key === 0,
      relationRows: loaded?.row === undefined ? {} : relationRows(model, loaded.row),
      sections: formSections(
        model,
        (column) => Object.hasOwn(writable, column) || Object.hasOwn(model.form.computed, column),
      ),
    };
  }, [model, loaded?.row, loaded?.stored, loaded?.key, subject.mode, texts]);

  const base = loaded?.base;
  const changedCount = useMemo(
    () => (base === undefined ? 0 : countChanged(model, base, values)),
    [model, base, values],
  );

  const refuse = (failure: ApiFailure): void => {
    const { body } = failure;
    const place = body?.at?.field === undefined ? [] : [{ field: body.at.field, message: body.message }];
    const faults = body?.fields ?? place;
    const fields = faults.filter(({ field }) =>
      context.sections.some(({ columns }) => columns.includes(field.split('.')[0] ?? '')),
    );
    setFailures(fields);
    // The summary of the form tells it, unless some of it has no place there.
    if (fields.length === 0 || fields.length < faults.length) describeFailure(texts, failure);
    else describeBesides(failure);
  };

  /** What is in the form by now, also in a control that is still being typed in. */
  const typedNow = (): RecordValues => {
    form.current?.flush();
    return latest.current.values;
  };

  /** What was typed since it was sent is over what is stored now, and the form stays open with it. */
  const stayOpen = async (saved: number, sent: RecordValues): Promise<void> => {
    if (id === undefined) made.current = saved;
    const answer = await read.current(model);
    const typed = typedNow();
    if (answer.data === undefined) {
      setLoaded((current) => current && { ...current, base: sent });
      return refuse(answer.error as ApiFailure);
    }
    const theirs = answer.data;
    const base = recordValues(model, theirs.row);
    const { values: merged, conflicts } = mergeValues(model, { base: sent, mine: typed, theirs: base });
    if (conflicts.length > 0) return setConflict({ conflicts, base: sent, mine: typed, theirs, saves: false });
    setLoaded((current) => current && { ...current, row: theirs.row, stored: theirs, base, initial: merged });
    setValues(merged);
    form.current?.take(merged);
  };

  const wayTo = (saved: number) =>
    model.rights.view && onShow !== undefined ? { label: texts('form.show'), run: () => onShow(saved) } : undefined;

  const finish = async (key: string, told: Row, sent: RecordValues): Promise<void> => {
    hideRefusals();
    if (countChanged(model, sent, typedNow()) > 0) {
      showAlert({ type: 'success', value: texts('form.savedBefore') });
      return stayOpen(told.id, sent);
    }
    // Where a new record stands in the list depends on its order and filters: the way to it is in the alert.
    const value = texts(key, { label: namedRecord(model, recordLabel(model, told)) });
    showAlert({ type: 'success', value }, id === undefined ? wayTo(told.id) : undefined);
    setLoaded((current) => current && { ...current, base: sent });
    onSaved(told.id);
  };

  /** The form goes on with values over a version that is stored now. */
  const goOn = (next: RecordValues, theirs: StoredRecord): RecordValues => {
    const base = recordValues(model, theirs.row);
    setLoaded(
      (current) =>
        current && { ...current, key: current.key + 1, row: theirs.row, stored: theirs, base, initial: next },
    );
    setValues(next);
    return base;
  };

  /** The stored version is not the one that was read: read it, and keep what both sides did where that is possible. */
  const merge = async (mine: RecordValues, base: RecordValues): Promise<void> => {
    const answer = await read.current(model);
    if (answer.data === undefined) return refuse(answer.error as ApiFailure);
    const theirs = recordValues(model, answer.data.row);
    const { values: merged, conflicts } = mergeValues(model, { base, mine, theirs });
    if (conflicts.length > 0) return setConflict({ conflicts, base, mine, theirs: answer.data, saves: true });
    showAlert({ type: 'info', value: texts('merge.automatic') });
    const { values: going } = mergeValues(model, { base: mine, mine: typedNow(), theirs: merged });
    await send(merged, goOn(going, answer.data), answer.data.etag);
  };

  /** The first sending: of one whose answer was lost nobody knows whether it was stored, until it is sent again. */
  const sendNew = async (next: RecordValues, base: RecordValues): Promise<void> => {
    const result = await create({ path, values: newValues(model, next), key: once.key(), select: labelSelect(model) });
    if (result.error === undefined) return finish('form.created', result.data, next);
    const failure = result.error as ApiFailure;
    once.failed(failure, next);
    const before = storedBefore(failure);
    if (before === undefined) return refuse(failure);
    if (before === 'deleted') {
      once.renew();
      return showAlert({ type: 'warning', value: texts('form.deletedSince') });
    }
    // What was typed since goes over the record that is there, as a change of it.
    showAlert({ type: 'info', value: texts('form.storedBefore') }, wayTo(before.id));
    return stayOpen(before.id, once.lost() ?? base);
  };

  const send = async (next: RecordValues, base: RecordValues, etag: string | undefined): Promise<void> => {
    const stored = id ?? made.current;
    if (stored === undefined) return sendNew(next, base);
    const patch = changedValues(model, base, next);
    if (Object.keys(patch).length === 0) return onSaved(stored);
    const result = await update({ path, id: stored, etag, values: patch, select: labelSelect(model) });
    if (result.error === undefined) return finish('form.saved', result.data, next);
    const failure = result.error as ApiFailure;
    return failure.status === 412 ? merge(next, base) : refuse(failure);
  };

  return {
    /** What the form is drawn from, for all that stands in it. */
    model,
    loaded,
    failed,
    retry: () => setAttempt((count) => count + 1),
    context,
    values,
    attempted,
    failures,
    saving,
    changedCount,
    /** Of a new record, what it is sent with. */
    sendingKey: () => (id === undefined ? once.key() : undefined),
    /** What `values` and `changedCount` will say once drawn. */
    now: () => {
      const { loaded: read, values: latestValues } = latest.current;
      return {
        values: latestValues,
        changed: read !== undefined && countChanged(model, read.base, latestValues) > 0,
      };
    },
    change: (next: RecordValues) => {
      latest.current = { ...latest.current, values: next };
      setValues(next);
      if (failures.length > 0)
        setFailures((current) =>
          current.filter(({ field }) => Object.is(valueAt(values, field), valueAt(next, field))),
        );
    },
    /** What a new record begins with brought these along: that is how it begins, and no work of anybody. */
    filled: (next: RecordValues, relation: string, columns: readonly string[]) => {
      if (subject.mode !== 'new') return;
      const come = Object.fromEntries(columns.map((column) => [column, next[column]]));
      setLoaded((current) =>
        current !== undefined && Object.is(current.base[relation], next[relation])
          ? { ...current, base: { ...current.base, ...come } }
          : current,
      );
    },
    /** So did expressions, where nobody has typed anything yet. */
    begun: (before: RecordValues, next: RecordValues) => {
      if (id !== undefined || made.current !== undefined) return;
      setLoaded((current) =>
        current !== undefined && countChanged(current.model, current.base, before) === 0
          ? { ...current, base: next }
          : current,
      );
    },
    invalid: () => setAttempted(true),
    submit: (next: RecordValues) => {
      if (loaded === undefined || saving) return;
      setAttempted(true);
      setFailures(noFailures);
      void send(next, loaded.base, loaded.stored?.etag);
    },
    /** Of a copy, the titles of the fields that begin empty because each record has its own. */
    emptied: subject.mode === 'copy' ? ownOfEach(model).map(({ title }) => title) : [],
    /** Typed work from before over what is stored now: field by field, where the record moved on meanwhile. */
    restore: (draft: FormDraft) => {
      if (loaded === undefined) return;
      once.renew(draft.key);
      const versions = { base: draft.base, mine: draft.values, theirs: loaded.base };
      const { values: merged, conflicts } = mergeValues(model, versions);
      const { stored } = loaded;
      const key = loaded.key + 1;
      if (conflicts.length > 0 && stored !== undefined) {
        // Until the choices are made the form is at the version of the draft: to save it asks for them again.
        setConflict({ conflicts, base: draft.base, mine: draft.values, theirs: stored, saves: false });
        const before = { ...stored, etag: draft.etag };
        setLoaded({ ...loaded, key, stored: before, base: draft.base, initial: draft.values });
        return setValues(draft.values);
      }
      setLoaded({ ...loaded, key, initial: merged });
      setValues(merged);
    },
    conflict,
    cancelMerge: () => setConflict(undefined),
    /** Ends the merge with what was chosen, and saves it over the version that is stored now. */
    resolve: (choices: MergeChoices) => {
      if (conflict === undefined) return;
      const { base, mine, theirs, saves } = conflict;
      const versions = { base, mine, theirs: recordValues(model, theirs.row) };
      const { values: chosen } = mergeValues(model, versions, choices);
      setConflict(undefined);
      const stored = goOn(chosen, theirs);
      if (saves) void send(chosen, stored, theirs.etag);
    },
  };
};
