import { Button, CloseButton, VisuallyHidden } from '@mantine/core';
import type { FormEvent } from 'react';
import { useId } from 'react';
import { DraftContext } from '../controls/use-draft.ts';
import { explained } from '../runtime/explained.ts';
import type { FilterField, FilterValue } from '../runtime/filter-value.ts';
import { emptyValue, valueAsked } from '../runtime/filter-value.ts';
import type { Beside } from '../runtime/offered-only.ts';
import { useScreenModel } from '../runtime/screen-context.ts';
import { useTexts } from '../runtime/texts.ts';
import type { RegistryList } from '../runtime/use-registry-list.ts';
import { useSearchPanel } from '../runtime/use-search-panel.ts';
import { FilterControl } from './filter-control.tsx';
import classes from './search-panel.module.css';

interface Props {
  readonly list: RegistryList;
  readonly onClose: () => void;
  /** After Buscar, where the panel lies over the list. */
  readonly onDone?: (() => void) | undefined;
}

interface FieldProps {
  readonly field: FilterField;
  readonly id: string;
  readonly value: FilterValue;
  readonly problem: string | undefined;
  /** Nothing is asked without it. */
  readonly required?: boolean;
  readonly onChange: (value: FilterValue) => void;
  readonly beside: Beside;
}

/** A filter of the column's header that says it in another way than the panel does. */
const OtherMatch = ({ field, value, onChange }: Pick<FieldProps, 'field' | 'value' | 'onChange'>) => {
  const texts = useTexts();
  const text = 'text' in value ? value.text : value.match === 'equals' ? value.value : '';
  return (
    <span className={classes.other}>
      <span>
        {texts(`filter.match.${value.match}`)} {text}
      </span>
      <CloseButton
        size="sm"
        aria-label={texts('filter.remove', { title: field.label })}
        onClick={() => onChange(emptyValue(field.match))}
      />
    </span>
  );
};

export const SearchField = ({ field, id, value, problem, required = false, onChange, beside }: FieldProps) => {
  const texts = useTexts();
  const { folder } = useScreenModel().screen;
  const notes = [field.desc && `${id}-desc`, problem && `${id}-problem`].filter(Boolean).join(' ');
  return (
    <div className={classes.field}>
      <label className={classes.label} htmlFor={id} {...explained(`${folder}#search.${field.key}`)}>
        {field.label}
        {required && (
          <>
            <span className={classes.required} aria-hidden>
              {' *'}
            </span>
            <VisuallyHidden>{` ${texts('report.required.mark')}`}</VisuallyHidden>
          </>
        )}
      </label>
      {value.match === field.match ? (
        <FilterControl
          field={field}
          id={id}
          value={value}
          onChange={onChange}
          beside={beside}
          invalid={problem !== undefined}
          describedBy={notes === '' ? undefined : notes}
        />
      ) : (
        <OtherMatch field={field} value={value} onChange={onChange} />
      )}
      {problem === undefined ? null : (
        <p id={`${id}-problem`} className={classes.problem}>
          {problem}
        </p>
      )}
      {field.desc && (
        <p id={`${id}-desc`} className={classes.desc}>
          {field.desc}
        </p>
      )}
    </div>
  );
};

/** The search panel: nothing is searched until Buscar; what is in force shows in the toolbar as chips. */
export const SearchPanel = ({ list, onClose, onDone }: Props) => {
  const texts = useTexts();
  const prefix = useId();
  const panel = useSearchPanel(list);
  const idOf = (field: FilterField): string => `${prefix}${field.key}`;

  const search = (event: FormEvent) => {
    event.preventDefault();
    const refused = panel.search();
    if (refused === undefined) onDone?.();
    else document.getElementById(idOf(refused))?.focus();
  };

  return (
    <DraftContext value={panel.drafts}>
      <form className={classes.panel} onSubmit={search} aria-label={texts('search.title')} noValidate>
        <div className={classes.head}>
          <h2 className={classes.title}>{texts('search.title')}</h2>
          <CloseButton size="sm" aria-label={texts('search.close')} onClick={onClose} />
        </div>
        <div className={classes.fields}>
          {panel.fields.map((field) => (
            <SearchField
              key={field.key}
              field={field}
              id={idOf(field)}
              value={panel.values.get(field) ?? emptyValue(field.match)}
              problem={panel.problems.get(field)}
              onChange={(value) => panel.change(field, value)}
              beside={(column, above) => (above ? undefined : valueAsked(panel.values, column))}
            />
          ))}
        </div>
        <div className={classes.foot}>
          <Button type="submit" fullWidth>
            {texts('search.submit')}
          </Button>
          <Button variant="default" fullWidth onClick={panel.clear}>
            {texts('search.clear')}
          </Button>
        </div>
      </form>
    </DraftContext>
  );
};
