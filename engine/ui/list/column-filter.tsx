import { Button, Group, Text } from '@mantine/core';
import type { FormEvent } from 'react';
import { useId, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ChecksControl } from '../controls/checks-control.tsx';
import { PortalContext } from '../controls/portal-context.ts';
import { createDraftScope, DraftContext } from '../controls/use-draft.ts';
import type { FilterField } from '../runtime/filter-value.ts';
import { emptyValue, readFilter } from '../runtime/filter-value.ts';
import { useTexts } from '../runtime/texts.ts';
import type { RegistryList } from '../runtime/use-registry-list.ts';
import classes from './column-filter.module.css';
import { FilterControl } from './filter-control.tsx';

interface Props {
  readonly field: FilterField;
  readonly list: RegistryList;
  readonly onDone: () => void;
}

/** The filter of one column, in its header's popover; it writes the same filters as the search panel. */
export const ColumnFilter = ({ field, list, onDone }: Props) => {
  const texts = useTexts();
  const id = useId();
  const drafts = useMemo(createDraftScope, []);
  const [value, setValue] = useState(() => readFilter(field, list.query.conditions));
  // What is chosen comes first, where a long list would hide it.
  const [options] = useState(() => {
    const chosen = value.match === 'any' ? value.values : [];
    return field.options?.toSorted((a, b) => Number(chosen.includes(b.value)) - Number(chosen.includes(a.value)));
  });
  const latest = useRef(value);
  latest.current = value;

  const apply = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    flushSync(drafts.flush);
    list.setFilters(new Map([[field, latest.current]]));
    onDone();
  };

  return (
    <DraftContext value={drafts}>
      <PortalContext value={false}>
        <form className={classes.form} onSubmit={apply}>
          {value.match === 'any' && options !== undefined ? (
            <>
              <Text fz="sm" fw={500} aria-hidden>
                {field.label}
              </Text>
              <ChecksControl
                label={field.label}
                options={options}
                value={value.values}
                onChange={(values) => setValue({ ...value, values })}
              />
            </>
          ) : (
            <>
              <Text component="label" htmlFor={id} fz="sm" fw={500}>
                {field.label}
              </Text>
              <FilterControl field={field} id={id} value={value} onChange={setValue} />
            </>
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
