import { Tabs, VisuallyHidden } from '@mantine/core';
import type { RJSFSchema, UiSchema, ValidatorType } from '@rjsf/utils';
import type { Ref } from 'react';
import { useCallback, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { FormFill } from '../../contract/screen-model.ts';
import { quietly } from '../controls/quiet-focus.ts';
import { createDraftScope, DraftContext } from '../controls/use-draft.ts';
import type { ConditionsState, FieldStates } from '../runtime/conditions.ts';
import { noConditions } from '../runtime/conditions.ts';
import { useTexts } from '../runtime/texts.ts';
import { createUploads, UploadsContext } from '../runtime/uploads.ts';
import { useStable } from '../runtime/use-stable.ts';
import { BesideContext } from './beside-context.ts';
import { ErrorSummary } from './error-summary.tsx';
import type { FormContext } from './form-context.ts';
import type { FormFailure } from './form-failures.ts';
import { countBySection, firstOf, inOrder, sectionOf, withRow } from './form-failures.ts';
import { fieldId } from './form-ids.ts';
import { sectionId } from './form-section.tsx';
import classes from './record-form.module.css';
import { RecordSection } from './record-section.tsx';
import type { RevealRow, RowsScope } from './rows-scope.ts';
import { isOwnedRows, RowsContext } from './rows-scope.ts';
import { SectionNav } from './section-nav.tsx';
import { useBegun } from './use-begun.ts';
import { useFilledFields } from './use-filled-fields.ts';
import { useFilledRows } from './use-filled-rows.ts';
import { useFormSections } from './use-form-sections.ts';
import { useKept } from './use-kept.ts';
import type { RowValues } from './use-row-keys.ts';
import { useUnfitTargets } from './use-unfit-targets.ts';
import type { FormValues } from './validator.ts';

/** Asks the form to save, as Ctrl+S and the footer do. */
export interface RecordFormHandle {
  readonly submit: () => void;
  /** Hands over what is typed and not yet committed. */
  readonly flush: () => void;
  /** Goes on with these values, and tells nobody. */
  readonly take: (values: FormValues) => void;
}

interface Props {
  readonly schema: RJSFSchema;
  readonly uiSchema: UiSchema<FormValues, RJSFSchema, FormContext>;
  readonly validator: ValidatorType<FormValues, RJSFSchema, FormContext>;
  readonly context: FormContext;
  /** What conditions and computed fields make of the values. */
  readonly conditions?: (values: FormValues) => ConditionsState;
  /** Computed values as they are stored: shown where only the server can work them out. */
  readonly stored?: FormValues;
  /** Values at first drawing; later ones are told by `onChange`. */
  readonly initial: FormValues;
  /** Refusals of the server, by wire name. */
  readonly failures: readonly FormFailure[];
  /** Whether the form was sent once: from then on each change is checked. */
  readonly attempted: boolean;
  readonly onChange: (values: FormValues) => void;
  /** A relation brought the values of these columns, which `onChange` tells of next: nobody typed them. */
  readonly onFilled?: (values: FormValues, relation: string, columns: readonly string[]) => void;
  /** Fields began with values, which `onChange` tells of next: nobody typed them. */
  readonly onBegun?: (before: FormValues, values: FormValues) => void;
  readonly onInvalid: () => void;
  readonly onSubmit: (values: FormValues) => void;
  readonly ref?: Ref<RecordFormHandle>;
}

const noFailures: readonly FormFailure[] = [];
const noRows: readonly RowValues[] = [];
const noColumns: readonly string[] = [];
const noFills: readonly FormFill[] = [];
const noRowFills: NonNullable<FormContext['rowFills']> = {};
const noStates: readonly FieldStates[] = [];
const noFresh: Readonly<Record<string, readonly number[]>> = {};

const listed = new Intl.ListFormat('pt-BR', { type: 'conjunction' });

const titleOf = (schema: RJSFSchema, column: string): string =>
  (schema.properties?.[column] as RJSFSchema | undefined)?.title ?? column;

const itemsOf = (schema: RJSFSchema, list: string): RJSFSchema =>
  ((schema.properties?.[list] as RJSFSchema | undefined)?.items ?? {}) as RJSFSchema;

const namesOf = (schema: RJSFSchema, relation: string, columns: readonly string[]) => ({
  relation: titleOf(schema, relation),
  fields: listed.format(columns.map((column) => titleOf(schema, column))),
});

const isClosedIn =
  ({ hidden, readOnly }: Pick<FieldStates, 'hidden' | 'readOnly'>) =>
  (column: string): boolean =>
    hidden.has(column) || readOnly.has(column);

/** Computed: shown, and never taken over from a section. */
const isShownOnly = (schema: RJSFSchema, column: string): boolean =>
  (schema.properties?.[column] as RJSFSchema | undefined)?.readOnly === true;

/** The lists of owned rows in a record. */
const rowsOf = (schema: RJSFSchema, values: FormValues): FormValues =>
  Object.fromEntries(Object.entries(values).filter(([name]) => isOwnedRows(schema, name)));

/** An empty value is absent in a form. */
const withoutNull = (values: FormValues): FormValues =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? undefined]));

/** The sections without what conditions hide; a hidden field at fault is shown, or nobody could mend it. */
const useShownSections = (
  sections: FormContext['sections'],
  hidden: ReadonlySet<string>,
  failures: readonly FormFailure[],
): FormContext['sections'] => {
  const wrong = useKept(failures.map(({ field }) => firstOf(field)).filter((column) => hidden.has(column)));
  return useMemo(
    () =>
      hidden.size === 0
        ? sections
        : sections.map((section) => ({
            ...section,
            columns: section.columns.filter((column) => !hidden.has(column) || wrong.includes(column)),
          })),
    [sections, hidden, wrong],
  );
};

/** The form of a record: its values, its faults, and one RJSF form for each section that is open. */
export const RecordForm = (props: Props) => {
  const texts = useTexts();
  const { schema, context, validator, attempted, failures } = props;
  const drafts = useMemo(createDraftScope, []);
  const [values, setValues] = useState(props.initial);
  const [tries, setTries] = useState(0);
  const latest = useRef(values);
  const told = useRef(props);
  told.current = props;
  const conditions = useMemo(() => props.conditions?.(values) ?? noConditions, [props.conditions, values]);
  const shown = useMemo(
    () => ({ ...values, ...props.stored, ...withoutNull(conditions.computed) }),
    [values, props.stored, conditions.computed],
  );

  const [filledLast, tellFilled] = useState<string>();
  const statesWith = (next: FormValues): ConditionsState => props.conditions?.(next) ?? noConditions;
  const beginning = useBegun({
    beginnings: context.beginnings,
    initial: props.initial,
    closedWith: (next) => isClosedIn(statesWith(next)),
    closedIn: (list, index, next) => isClosedIn(statesWith(next).rows[list]?.[index] ?? noConditions),
    onRead: () => relay(),
  });
  const followRows = useRef(
    (_list: string, _before: readonly RowValues[], _after: readonly RowValues[]): void => undefined,
  );
  /** `next` with what began in it. `changed`: the list whose rows somebody changed, who tells of it. */
  const keep = useCallback((next: FormValues, laid: FormValues, changed?: string) => {
    latest.current = laid;
    setValues(laid);
    if (laid !== next) {
      told.current.onBegun?.(next, laid);
      for (const list of Object.keys(told.current.context.beginnings?.rows ?? {}))
        if (list !== changed && laid[list] !== next[list])
          followRows.current(list, next[list] as readonly RowValues[], laid[list] as readonly RowValues[]);
    }
    told.current.onChange(laid);
  }, []);
  const put = useCallback(
    (next: FormValues, changed?: string) => keep(next, beginning.lay(latest.current, next), changed),
    [beginning.lay, keep],
  );
  /** What began since nobody changed anything, if something did. */
  const relay = useCallback(() => {
    const next = latest.current;
    const laid = beginning.lay(next, next);
    if (laid !== next) keep(next, laid);
  }, [beginning.lay, keep]);
  useEffect(relay, [relay]);
  const filled = useFilledFields({
    fills: context.fills ?? noFills,
    atOnce: context.begins === true,
    values,
    latest,
    closedWith: (next) => isClosedIn(statesWith(next)),
    put: (next, relation, columns) => {
      if (columns.length > 0) props.onFilled?.(next, relation, columns);
      put(next);
    },
    tell: (relation, columns) => tellFilled(texts('form.filled', namesOf(schema, relation, columns))),
  });
  const filledRows = useFilledRows({
    fills: context.rowFills ?? noRowFills,
    latest,
    closedIn: (list, index, next) => isClosedIn(statesWith(next).rows[list]?.[index] ?? noConditions),
    put,
    tell: (list, index, relation, columns) =>
      tellFilled(
        texts('form.filledRow', {
          ...namesOf(itemsOf(schema, list), relation, columns),
          list: titleOf(schema, list),
          number: index + 1,
        }),
      ),
  });
  const { typed } = filled;
  const cameBy = useCallback(
    (relation: string, column: string, row?: FormValues): boolean =>
      row === undefined ? filled.cameBy(relation, column) : filledRows.cameBy(row, relation, column),
    [filled.cameBy, filledRows.cameBy],
  );
  const changeField = useCallback(
    (column: string, value: unknown) => {
      if (isShownOnly(schema, column)) return;
      if (!Object.is(latest.current[column], value)) typed(column);
      const { [column]: _before, ...others } = latest.current;
      put(value === undefined ? others : { ...latest.current, [column]: value });
    },
    [schema, put, typed],
  );
  const latestChange = useRef(changeField);
  latestChange.current = changeField;
  const [uploads] = useState(() =>
    createUploads({
      values: () => latest.current,
      change: (column, files) => latestChange.current(column, files),
    }),
  );
  useEffect(() => uploads.begin(), [uploads]);

  const check = useCallback(
    (checked: FormValues): readonly FormFailure[] =>
      validator
        .validateFormData(checked, schema)
        .errors.map(({ property, message = '' }) => ({ field: property?.replace(/^\./, '') ?? '', message })),
    [validator, schema],
  );
  const [begun] = useState(props.initial);
  const unfit = useKept(useUnfitTargets(values, begun, context.narrowed, cameBy));
  const [fresh, setFresh] = useState(noFresh);
  const tellFresh = useCallback((name: string, places: readonly number[]) => {
    setFresh((before) => ((before[name] ?? []).length + places.length === 0 ? before : { ...before, [name]: places }));
  }, []);
  const found = useMemo(() => {
    const isFresh = ({ field }: FormFailure): boolean => {
      const [list = '', place] = field.split('.');
      return place !== undefined && fresh[list]?.includes(Number(place)) === true;
    };
    const own = attempted ? check(values).filter((one) => !isFresh(one)) : noFailures;
    const refused = failures.filter(({ field }) => !own.some((one) => one.field === field));
    const told = new Set([...own, ...refused].map(({ field }) => field));
    const moved = unfit.filter(({ field }) => schema.properties?.[firstOf(field)] !== undefined && !told.has(field));
    return inOrder(context.sections, schema, [...own, ...refused, ...moved]);
  }, [attempted, check, values, fresh, failures, unfit, context.sections, schema]);
  const all = useKept(found);
  const sections = useShownSections(context.sections, conditions.hidden, all);
  const view = useFormSections(sections);
  const wrong = useKept(countBySection(sections, all));

  const reveals = useRef(new Map<string, RevealRow>());
  const reveal = (path: string): void => {
    const index = sectionOf(sections, path);
    if (index >= 0) flushSync(() => view.show(index));
    const [first = '', row, name] = path.split('.');
    const rows = reveals.current.get(first);
    if (rows === undefined) {
      const control = document.getElementById(fieldId(path));
      quietly(() => control?.focus());
      // The focus brings the control into view, and neither its label nor what is wrong with it.
      control?.closest('[data-span]')?.scrollIntoView({ block: 'nearest' });
    } else quietly(() => rows(row === undefined ? undefined : Number(row), name));
  };
  const latestReveal = useRef(reveal);
  latestReveal.current = reveal;

  const flush = (): void => flushSync(drafts.flush);
  const send = (): void => {
    setTries((before) => before + 1);
    const [first] = inOrder(sections, schema, check(latest.current));
    if (first === undefined) {
      props.onSubmit(latest.current);
    } else {
      flushSync(props.onInvalid);
      reveal(first.field);
    }
  };
  const latestSend = useRef(send);
  latestSend.current = send;
  const waits = useRef(false);
  const filling = (): readonly Promise<unknown>[] =>
    [filled.pending(), filledRows.pending(), beginning.pending()].filter((one) => one !== undefined);
  /** What the relations fill in is part of what is sent. */
  const submit = async (): Promise<void> => {
    flush();
    if (waits.current) return;
    waits.current = true;
    for (let reads = filling(); reads.length > 0; reads = filling()) await Promise.all(reads);
    waits.current = false;
    latestSend.current();
  };
  useImperativeHandle(props.ref, () => ({
    submit: () => void submit(),
    flush,
    take: (taken) => {
      filled.taken(taken);
      latest.current = taken;
      setValues(taken);
    },
  }));

  useEffect(() => {
    const [first] = inOrder(sections, schema, failures);
    if (first) latestReveal.current(first.field);
  }, [failures, sections, schema]);

  const owned = useKept(rowsOf(schema, values));
  const { changed: changedRows } = filledRows;
  followRows.current = changedRows;
  const rows = useMemo<RowsScope>(
    () => ({
      schema,
      rowsOf: (name) => (Array.isArray(owned[name]) ? (owned[name] as readonly RowValues[]) : noRows),
      failuresOf: (name) => all.filter(({ field }) => firstOf(field) === name),
      change: (name, make) => {
        const now = latest.current[name];
        const before = Array.isArray(now) ? (now as readonly RowValues[]) : noRows;
        const after = make(before);
        put({ ...latest.current, [name]: after }, name);
        changedRows(name, before, latest.current[name] as readonly RowValues[]);
      },
      tries,
      onFresh: tellFresh,
      statesOf: (name) => conditions.rows[name] ?? noStates,
      onReveal: (name, run) => {
        if (run === undefined) reveals.current.delete(name);
        else reveals.current.set(name, run);
      },
    }),
    [schema, owned, all, tries, tellFresh, conditions.rows, put, changedRows],
  );

  const besideOf = useCallback(
    (id: string, column: string, above: boolean): unknown => {
      const array = Object.keys(schema.properties ?? {}).find(
        (name) => isOwnedRows(schema, name) && id.startsWith(`${fieldId(name)}_`),
      );
      const rowsThere = array === undefined || above ? undefined : latest.current[array];
      const index = Number.parseInt(id.slice(fieldId(array ?? '').length + 1), 10);
      const row = Array.isArray(rowsThere) ? (rowsThere[index] as RowValues | undefined) : undefined;
      const [fills, path] =
        row === undefined ? [context.fills, ''] : [context.rowFills?.[array ?? ''], `${array}.${index}.`];
      // What a relation brought along does not narrow it to itself.
      const isOwn =
        (array === undefined || row !== undefined) &&
        fills?.some(({ relation }) => fieldId(`${path}${relation}`) === id && cameBy(relation, column, row));
      return isOwn === true ? undefined : (row ?? latest.current)[column];
    },
    [schema, context.fills, context.rowFills, cameBy],
  );

  const shownSections = useKept(
    [...sections.keys()].filter((index) => view.isShown(index) && (sections[index]?.columns.length ?? 0) > 0),
  );
  /** What is typed in a section goes in before the section goes away. */
  const openSection = (index: number): void => {
    flush();
    flushSync(() => view.show(index));
    document.getElementById(sectionId(index))?.scrollIntoView({ block: 'start' });
  };
  const toggleSection = (index: number): void => {
    flush();
    view.toggle(index);
  };
  // Of what a dialog asks for there is one row alone, or each stands in its own line.
  const asked = context.entity === undefined;
  const doings = useStable({ openSection, toggleSection });
  const openTab = (place: string | null): void => {
    flush();
    view.setTab(view.tabs[Number(place)]);
  };

  return (
    <DraftContext value={drafts}>
      <UploadsContext value={uploads}>
        <BesideContext value={besideOf}>
          <RowsContext value={rows}>
            <div className={classes.parts}>
              <SectionNav sections={sections} shown={shownSections} wrong={wrong} onOpen={doings.openSection} />
              <form
                className={classes.form}
                noValidate
                onSubmit={(event) => {
                  event.preventDefault();
                  void submit();
                }}
              >
                <VisuallyHidden role="status">{filledLast}</VisuallyHidden>
                <ErrorSummary
                  failures={asked ? all : all.map((one) => withRow(one, schema, (row) => texts('merge.row', row)))}
                  asked={asked}
                  onReveal={reveal}
                />
                {view.tabs.length > 0 && (
                  <Tabs value={String(view.tabs.indexOf(view.tab))} onChange={openTab} className={classes.tabs ?? ''}>
                    <Tabs.List>
                      {view.tabs.map((tab, place) => (
                        <Tabs.Tab
                          key={tab ?? ''}
                          value={String(place)}
                          // As the button goes down: what is left then says its faults no more, and the tabs move away.
                          onMouseDown={({ button }) => button === 0 && openTab(String(place))}
                        >
                          {tab ?? texts('form.tab.first')}
                          {sections.some((section, index) => section.tab === tab && (wrong[index] ?? 0) > 0) && (
                            <span className={classes.dot} role="img" aria-label={texts('form.tab.errors')} />
                          )}
                        </Tabs.Tab>
                      ))}
                    </Tabs.List>
                  </Tabs>
                )}
                {shownSections.map((index) => (
                  <RecordSection
                    key={view.keyOf(index)}
                    index={index}
                    title={sections[index]?.title ?? (view.collapsible ? texts('form.section.rest') : undefined)}
                    open={view.collapsible ? view.isOpen(index) : undefined}
                    onToggle={doings.toggleSection}
                    faults={wrong[index] ?? 0}
                    columns={sections[index]?.columns ?? noColumns}
                    drawn={view.drawn}
                    schema={schema}
                    uiSchema={props.uiSchema}
                    context={context}
                    values={shown}
                    failures={all}
                    conditions={conditions}
                    onChange={changeField}
                  />
                ))}
                {/* The footer holds the buttons; Enter in a field needs one inside. */}
                <button type="submit" hidden tabIndex={-1} aria-hidden />
              </form>
            </div>
          </RowsContext>
        </BesideContext>
      </UploadsContext>
    </DraftContext>
  );
};
