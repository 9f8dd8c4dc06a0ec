import { skipToken } from '@reduxjs/toolkit/query';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { permits, splitPair } from '../../../engine/access/permission-pair.ts';
import { failureText } from '../../../engine/ui/runtime/describe-failure.ts';
import { showAlert } from '../../../engine/ui/runtime/show-alert.tsx';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import { useUnsavedGuard } from '../../../engine/ui/runtime/use-unsaved-guard.tsx';
import { useWaiting } from '../../../engine/ui/runtime/use-waiting.ts';
import type { ApiFailure } from '../../../engine/ui/store/api.ts';
import { useAppSelector } from '../../../engine/ui/store/hooks.ts';
import type { FieldChanges, FieldRow, LevelColumn } from './field-levels.ts';
import {
  copiedFields,
  fieldCell,
  fieldRows,
  filterFields,
  levelColumns,
  noFieldChanges,
  withLevel,
} from './field-levels.ts';
import type { MatrixColumn } from './matrix.ts';
import {
  useGroupPermissionsQuery,
  useLazyGroupPermissionsQuery,
  usePermissionCatalogueQuery,
  usePermissionFieldsQuery,
  usePermissionGroupsQuery,
  useSavePermissionsMutation,
  useStaleRightsQuery,
} from './permissions-api.ts';
import type { RuleChanges, RuleFilter, RuleRow } from './rules.ts';
import {
  actionAt,
  actionColumns,
  copied,
  filterRules,
  grantedWith,
  isReport,
  noChanges,
  reportColumn,
  ruleCell,
  ruleDifference,
  ruleRows,
  toggled,
} from './rules.ts';

/** A line of what a save would change; `key`: what it is called in the files. */
export interface ChangeLine {
  readonly key: string;
  readonly title: string;
}

export type Tab = 'actions' | 'fields';

const groupParameter = 'grupo';
const tabParameter = 'aba';
const fieldsTab = 'campos';
const everything: RuleFilter = { text: '', module: null, shown: 'all' };

const nothing = (): void => undefined;

/** Group and tab are in the address, so that both can be linked to. */
const useAddress = () => {
  const [search, setSearch] = useSearchParams();
  const asked = Number(search.get(groupParameter));
  const set = (name: string, value: string | undefined) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        if (value === undefined) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  return {
    group: Number.isSafeInteger(asked) && asked > 0 ? asked : undefined,
    setGroup: (group: number) => set(groupParameter, String(group)),
    tab: (search.get(tabParameter) === fieldsTab ? 'fields' : 'actions') as Tab,
    setTab: (tab: Tab) => set(tabParameter, tab === 'fields' ? fieldsTab : undefined),
  };
};

/** The rights of one group: what is stored, what is changed, and what is shown of it. */
export const usePermissions = () => {
  const texts = useTexts();
  const address = useAddress();
  const [filter, setFilter] = useState(everything);
  const shownFilter = useDeferredValue(filter);
  const [rules, setRules] = useState<RuleChanges>(noChanges);
  const [fields, setFields] = useState<FieldChanges>(noFieldChanges);
  const [reviewing, setReviewing] = useState(false);
  const [failure, setFailure] = useState<string>();

  const groups = usePermissionGroupsQuery();
  const catalogue = usePermissionCatalogueQuery();
  const group = groups.data?.find(({ id }) => id === address.group) ?? groups.data?.[0];
  const stored = useGroupPermissionsQuery(group?.id ?? skipToken, { refetchOnMountOrArgChange: true });
  const entities = usePermissionFieldsQuery(address.tab === 'fields' ? undefined : skipToken);
  const stale = useStaleRightsQuery();
  const [readOther] = useLazyGroupPermissionsQuery();
  const [save, saving] = useSavePermissionsMutation();
  const current = stored.currentData;
  const error = (groups.error ?? catalogue.error ?? stored.error ?? entities.error) as ApiFailure | undefined;
  useWaiting(error === undefined && (groups.isLoading || catalogue.isLoading || (group !== undefined && !current)));

  const held = useAppSelector((state) => state.session.user?.permissions);
  const may = (subject: string): boolean =>
    ['insert', 'update', 'delete'].some((action) => permits(held ?? [], action, subject));
  const editable = address.tab === 'actions' ? may('regra') : may('configpermissao');

  const discard = (): void => {
    setRules(noChanges);
    setFields(noFieldChanges);
    setFailure(undefined);
  };
  const changed = rules.size + fields.size;
  useUnsavedGuard(changed > 0, nothing, discard);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was changed of one group is nothing for another
  useEffect(discard, [group?.id]);

  const pairs = useMemo(() => new Set(current?.pairs), [current]);
  const granted = useMemo(() => grantedWith(pairs, rules), [pairs, rules]);
  const allRules = useMemo(
    () =>
      catalogue.data === undefined
        ? []
        : ruleRows(catalogue.data, current?.pairs ?? [], {
            everything: texts('permissions.everything'),
            reports: texts('permissions.reports'),
            gone: texts('permissions.gone'),
          }),
    [catalogue.data, current, texts],
  );
  const ruleColumns = useMemo(
    (): readonly MatrixColumn[] =>
      catalogue.data === undefined
        ? []
        : actionColumns(catalogue.data).map((key) => ({ key, title: texts(`permissions.action.${key}`), detail: key })),
    [catalogue.data, texts],
  );
  // The filter by what is changed looks at what was changed when it was chosen, so that nothing goes away under the hand.
  const [seen, setSeen] = useState({ granted, rules, fields });
  const shownRules = useMemo(
    () => filterRules(allRules, seen.granted, seen.rules, shownFilter),
    [allRules, seen, shownFilter],
  );

  const said = current?.fields ?? noFields;
  const levelTitles = useMemo(
    (): readonly MatrixColumn[] => levelColumns.map((key) => ({ key, title: texts(`permissions.level.${key}`) })),
    [texts],
  );
  const allFields = useMemo(
    () =>
      entities.data === undefined || current === undefined
        ? []
        : fieldRows(entities.data, current, {
            personal: texts('permissions.personal'),
            sensitive: texts('permissions.sensitive'),
          }),
    [entities.data, current, texts],
  );
  const shownFields = useMemo(
    () => filterFields(allFields, said, seen.fields, shownFilter),
    [allFields, said, seen, shownFilter],
  );

  const copyFrom = async (other: number): Promise<void> => {
    const answer = await readOther(other);
    if (answer.data === undefined) return showAlert({ type: 'error', value: texts('permissions.copyFailed') });
    setRules(copied(pairs, answer.data.pairs));
    setFields(copiedFields(said, answer.data.fields));
  };

  const difference = useMemo(() => ruleDifference(rules), [rules]);
  const lines = useMemo(() => {
    const subjects = new Map(allRules.map((row) => [row.subject, row.title]));
    const ofPair = (pair: string): ChangeLine => {
      const { subject, action } = splitPair(pair);
      const column = isReport(action) ? reportColumn : action;
      return { key: pair, title: `${subjects.get(subject) ?? subject}: ${texts(`permissions.action.${column}`)}` };
    };
    const titles = new Map(allFields.map((row) => [row.key, row.title]));
    return {
      grant: difference.grant.map(ofPair),
      revoke: difference.revoke.map(ofPair),
      fields: [...fields].map(
        ([field, level]): ChangeLine => ({
          key: field,
          title: `${titles.get(field) ?? field}: ${texts(`permissions.level.${level ?? 'default'}`)}`,
        }),
      ),
    };
  }, [difference, fields, allRules, allFields, texts]);
  const apply = async (): Promise<void> => {
    if (group === undefined || current === undefined) return;
    setFailure(undefined);
    const change = { base: current.base, ...difference, fields: Object.fromEntries(fields) };
    const answer = await save({ group: group.id, change });
    if (answer.error !== undefined) return setFailure(failureText(texts, answer.error));
    discard();
    setReviewing(false);
    showAlert({ type: 'success', value: texts('permissions.saved', { group: group.name }) });
  };

  return {
    error,
    groups: groups.data ?? noGroups,
    group,
    setGroup: address.setGroup,
    tab: address.tab,
    setTab: (tab: Tab) => {
      // What was looked for among subjects is not among fields.
      setFilter((now) => ({ ...now, text: '' }));
      address.setTab(tab);
    },
    modules: catalogue.data?.modules ?? noModules,
    filter,
    setFilter: (change: Partial<RuleFilter>) => {
      if (change.shown !== undefined) setSeen({ granted, rules, fields });
      setFilter((now) => ({ ...now, ...change }));
    },
    clearFilter: () => setFilter(everything),
    loaded: current !== undefined && catalogue.data !== undefined,
    editable,
    rules: {
      rows: shownRules,
      columns: ruleColumns,
      cell: (row: RuleRow, column: MatrixColumn) => ruleCell(granted, rules, row, column.key),
      toggle: (row: RuleRow, column: MatrixColumn) => {
        const action = actionAt(row, column.key);
        if (editable && action !== undefined) setRules((now) => toggled(pairs, now, `${row.subject}:${action}`));
      },
    },
    fields: {
      rows: shownFields,
      columns: levelTitles,
      cell: (row: FieldRow, column: MatrixColumn) => fieldCell(said, fields, row, column.key as LevelColumn),
      toggle: ({ field }: FieldRow, column: MatrixColumn) => {
        if (editable && field !== undefined) setFields((now) => withLevel(said, now, field, column.key as LevelColumn));
      },
    },
    difference: lines,
    changed,
    discard,
    copyFrom,
    reviewing,
    setReviewing: (open: boolean) => {
      setFailure(undefined);
      setReviewing(open);
    },
    apply,
    saving: saving.isLoading,
    failure,
    stale: stale.data ?? noStale,
  };
};

const noFields = {};
const noGroups: readonly never[] = [];
const noModules: readonly never[] = [];
const noStale: readonly never[] = [];

export type Permissions = ReturnType<typeof usePermissions>;
