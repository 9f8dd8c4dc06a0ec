import { Button, Group, NativeSelect, Text } from '@mantine/core';
import type { FormEvent } from 'react';
import { useId, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ChecksControl } from '../controls/checks-control.tsx';
import { PortalContext } from '../controls/portal-context.ts';
import { createDraftScope, DraftContext } from '../controls/use-draft.ts';
import { filterProblem } from '../runtime/filter-problem.ts';
import type { FilterField, FilterValue } from '../runtime/filter-value.ts';
import { changeMatch, emptyValue, matchesOf, readFilter } from '../runtime/filter-value.ts';
import { useScreenModel } from '../runtime/screen-context.ts';
import { useTexts } from '../runtime/texts.ts';
import type { RegistryList } from '../runtime/use-registry-list.ts';
import classes from './column-filter.module.css';
import { FilterControl } from './filter-control.tsx';

interface Props {
  readonly field: FilterField;
  readonly list: RegistryList;
  readonly onDone: () => void;
}

/** What the other filters in force ask a field to equal. */
const valuesOf = ({ query }: RegistryList, key: string): readonly string[] =>
  query.conditions.find((one) => one.key === key && (one.operator === 'in' || one.operator === 'eq'))?.values ?? [];

/** The filter of one column, in its header's popover; it writes the same filters as the search panel. */
export const ColumnFilter = ({ field, list, onDone }: Props) => {
  const texts = useTexts();
  const model = useScreenModel();
  const id = useId();
  const problemId = `${id}-problem`;
  const drafts = useMemo(createDraftScope, []);
  const [value, setValue] = useState(() => readFilter(field, list.query.conditions));
  const [problem, setProblem] = useState<string>();
  // What is chosen comes first, where a long list would hide it.
  const [options] = useState(() => {
    const chosen = value.match === 'any' ? value.values : [];
    return field.options?.toSorted((a, b) => Number(chosen.includes(b.value)) - Number(chosen.includes(a.value)));
  });
  const latest = useRef(value);
  latest.current = value;
  const change = (next: FilterValue) => {
    setValue(next);
    setProblem(undefined);
  };
  const matches = matchesOf(field);

  const apply = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    flushSync(drafts.flush);
    const found = filterProblem(model, field, latest.current, texts);
    setProblem(found);
    if (found !== undefined) return document.getElementById(id)?.focus();
    list.setFilters(new Map([[field, latest.current]]));
    onDone();
  };

  return (
    <DraftContext value={drafts}>
      <PortalContext value={false}>
        <form className={classes.form} onSubmit={apply} aria-label={texts('filter.column', { title: field.label })}>
          <Group justify="space-between" wrap="nowrap" gap="sm">
            {value.match === 'any' || value.match === 'empty' || value.match === 'filled' ? (
              <Text fz="sm" fw={500} truncate>
                {field.label}
              </Text>
            ) : (
              <Text component="label" htmlFor={id} fz="sm" fw={500} truncate>
                {field.label}
              </Text>
            )}
            {matches.length > 1 && (
              <NativeSelect
                size="xs"
                className={classes.match}
                aria-label={texts('filter.match', { title: field.label })}
                value={value.match}
                onChange={(event) => {
                  const match = matches.find((one) => one === event.currentTarget.value);
                  // What is being typed goes with it.
                  flushSync(drafts.flush);
                  if (match !== undefined) change(changeMatch(latest.current, match));
                }}
                data={matches.map((match) => ({ value: match, label: texts(`filter.match.${match}`) }))}
              />
            )}
          </Group>
          {value.match === 'any' && options !== undefined ? (
            <ChecksControl
              label={field.label}
              options={options}
              value={value.values}
              onChange={(values) => change({ ...value, values })}
            />
          ) : (
            <FilterControl
              field={field}
              id={id}
              value={value}
              onChange={change}
              beside={(column, above) => (above ? undefined : valuesOf(list, column))}
              autoFocus
              invalid={problem !== undefined}
              describedBy={problem === undefined ? undefined : problemId}
            />
          )}
          {problem !== undefined && (
            <p id={problemId} className={classes.problem} role="alert">
              {problem}
            </p>
          )}
          <Group gap="sm" justify="flex-end">
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              onClick={() => {
                list.setFilters(new Map([[field, emptyValue(field.match)]]));
                onDone();
              }}
            >
              {texts('filter.clear')}
            </Button>
            <Button type="submit" size="compact-sm">
              {texts('filter.apply')}
            </Button>
          </Group>
        </form>
      </PortalContext>
    </DraftContext>
  );
};
