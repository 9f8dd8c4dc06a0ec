import { Button, CloseButton } from '@mantine/core';
import type { FormEvent } from 'react';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { createDraftScope, DraftContext } from '../controls/use-draft.ts';
import type { FilterField, FilterValue } from '../runtime/filter-value.ts';
import { filterOfDescriptor, readFilter } from '../runtime/filter-value.ts';
import type { Condition } from '../runtime/list-query.ts';
import { useScreenModel } from '../runtime/screen-context.ts';
import { useTexts } from '../runtime/texts.ts';
import type { RegistryList } from '../runtime/use-registry-list.ts';
import { FilterControl } from './filter-control.tsx';
import classes from './search-panel.module.css';

const readAll = (fields: readonly FilterField[], conditions: readonly Condition[]) =>
  new Map<FilterField, FilterValue>(fields.map((field) => [field, readFilter(field, conditions)]));

interface Props {
  readonly list: RegistryList;
  readonly onClose: () => void;
  /** After Buscar, where the panel lies over the list. */
  readonly onDone?: (() => void) | undefined;
}

/** The search panel: nothing is searched until Buscar; what is in force shows in the toolbar as chips. */
export const SearchPanel = ({ list, onClose, onDone }: Props) => {
  const texts = useTexts();
  const model = useScreenModel();
  const prefix = useId();
  const drafts = useMemo(createDraftScope, []);
  const fields = useMemo(() => model.search.map((descriptor) => filterOfDescriptor(model, descriptor)), [model]);
  const { conditions } = list.query;
  const [values, setValues] = useState(() => readAll(fields, conditions));
  const latest = useRef(values);
  latest.current = values;
  useEffect(() => setValues(readAll(fields, conditions)), [fields, conditions]);

  const search = (event: FormEvent) => {
    event.preventDefault();
    flushSync(drafts.flush);
    list.setFilters(latest.current);
    onDone?.();
  };

  return (
    <DraftContext value={drafts}>
      <form className={classes.panel} onSubmit={search} aria-label={texts('search.title')}>
        <div className={classes.head}>
          <h2 className={classes.title}>{texts('search.title')}</h2>
          <CloseButton size="sm" aria-label={texts('search.close')} onClick={onClose} />
        </div>
        <div className={classes.fields}>
          {fields.map((field) => (
            <div key={field.key} className={classes.field}>
              <label className={classes.label} htmlFor={`${prefix}${field.key}`}>
                {field.label}
              </label>
              <FilterControl
                field={field}
                id={`${prefix}${field.key}`}
                value={values.get(field) ?? readFilter(field, [])}
                onChange={(value) => setValues((current) => new Map(current).set(field, value))}
              />
              {field.desc && <p className={classes.desc}>{field.desc}</p>}
            </div>
          ))}
        </div>
        <div className={classes.foot}>
          <Button type="submit" fullWidth>
            {texts('search.submit')}
          </Button>
          <Button
            variant="default"
            fullWidth
            onClick={() => {
              setValues(readAll(fields, []));
              list.clearFilters();
            }}
          >
            {texts('search.clear')}
          </Button>
        </div>
      </form>
    </DraftContext>
  );
};
