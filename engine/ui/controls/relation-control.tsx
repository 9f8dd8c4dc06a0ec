import { ActionIcon, MultiSelect, Select } from '@mantine/core';
import { ArrowUpRight } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useRef, useState } from 'react';
import type { RelationTarget } from '../../contract/screen-model.ts';
import type { Beside } from '../runtime/offered-only.ts';
import { useScreenModel } from '../runtime/screen-context.ts';
import { useTexts } from '../runtime/texts.ts';
import { titleInSentence } from '../runtime/title-in-sentence.ts';
import type { Unsettled } from '../runtime/use-relation-options.ts';
import { useRelationOptions, usualMinimum } from '../runtime/use-relation-options.ts';
import type { Row } from '../store/api.ts';
import type { ControlProps } from './control-props.ts';
import { inputAttributes } from './control-props.ts';
import { describedField } from './described-field.tsx';
import { isEmptying, isListOpen, keepEnter, markedOption } from './open-list.ts';
import { isQuiet } from './quiet-focus.ts';
import classes from './relation-control.module.css';
import { useCombobox } from './use-combobox.ts';

interface Props {
  readonly target: RelationTarget;
  /** Rows of the target that are known already, so that their label shows at once. */
  readonly known?: readonly Row[] | undefined;
  /** The values that what is offered rests on; asked when the call is made. */
  readonly beside?: Beside | undefined;
}

interface OneProps extends ControlProps<number>, Props {
  /** Includes a record of the target, where the person may, begun with what was typed in search of it; it is then chosen. */
  readonly onCreate?: ((typed: string, onCreated: (id: number) => void) => void) | undefined;
  readonly onPeek?: ((path: string, id: number) => void) | undefined;
}

type Phase = ReturnType<typeof useRelationOptions>['phase'];

/** What the empty list says: type more, wait, or nothing matches. */
const useHint = (phase: Phase, minimum: number): string => {
  const texts = useTexts();
  return phase === 'short' ? texts.count('control.relation.short', minimum) : texts(`control.relation.${phase}`);
};

/** What is said at the field of a text that was left without a choice. */
const useUnsettledText = (unsettled: Unsettled | undefined, minimum: number): string | undefined => {
  const texts = useTexts();
  if (unsettled === undefined) return undefined;
  const { phase, term, found } = unsettled;
  if (phase === 'short') return texts.count('control.relation.short', minimum);
  if (phase === 'failed') return texts('control.relation.failed');
  return texts(found === 0 ? 'control.relation.unknown' : 'control.relation.several', { term });
};

const usePlaceholder = ({ minimum }: RelationTarget): string => {
  const texts = useTexts();
  return minimum > usualMinimum
    ? texts.count('control.relation.short', minimum)
    : texts('control.relation.placeholder');
};

const toCreate = 'new';

/** One record of another registry, found by typing. Enter and Tab take what is marked, or else the only one that is found. */
export const RelationControl = ({ target, known, beside, onCreate, onPeek, ...props }: OneProps) => {
  const texts = useTexts();
  const model = useScreenModel();
  const combobox = useCombobox();
  const placeholder = usePlaceholder(target);
  const [search, setSearch] = useState('');
  const [open, setOpen] = useState(false);
  const { options, found, phase, unsettled, type, browse, settle, pick, reopen } = useRelationOptions({
    target,
    known,
    beside,
    selected: props.value === undefined ? [] : [props.value],
    choose: (id, named) => {
      props.onChange(id);
      setSearch(named);
      setOpen(false);
    },
  });
  const left = useUnsettledText(unsettled, target.minimum);
  const leftId = `${props.id}__left`;
  const hint = useHint(phase, target.minimum);
  const title = titleInSentence((model.related[target.entity] ?? model.entity).title);
  const create =
    onCreate === undefined ? [] : [{ value: toCreate, label: texts('control.relation.create', { title }) }];
  // A list says in its own place why it is empty; an option that cannot be chosen is read out as the others are.
  // One who only passes has nothing covered by being told to type.
  const told = options.length === 0 && (phase !== 'short' || search !== '');
  const nothing = told ? [{ value: '', label: hint, disabled: true }] : [];
  const { path } = target;
  const { value } = props;
  const label = options.find((option) => option.value === String(value))?.label ?? '';
  /** A text that stands for no record yet. */
  const pending = search.trim() !== '' && search !== label && props.readOnly !== true;
  const choose = (chosen: string | null) => {
    if (chosen === toCreate) {
      // It goes into the new record, and is looked for no more.
      setSearch(label);
      type('');
      return onCreate?.(search, (id) => props.onChange(id));
    }
    if (chosen !== null) pick(chosen);
    props.onChange(chosen === null ? undefined : Number(chosen));
  };
  /** Until the first click in it: the next ones place the caret. */
  const entering = useRef(false);
  /** The focus alone asks for nothing: who passes with Tab looks for nothing. */
  const look = () => {
    if (!pending && props.readOnly !== true) browse();
  };
  /** With nothing marked, Enter would send the form off, and both keys would lose what was typed here. */
  const settled = (event: KeyboardEvent) => {
    const marked = isListOpen(event) ? markedOption(event) : null;
    if (event.key === 'Tab') {
      if (marked !== null && marked.getAttribute('value') !== toCreate) marked.click();
      else if (pending) settle();
    }
    if (event.key !== 'Enter' || marked !== null || !(open || pending)) return;
    event.preventDefault();
    if (!pending) return;
    if (phase === 'done' && found.length === 0 && create.length > 0) choose(toCreate);
    else settle();
  };
  const select = (
    <Select
      {...inputAttributes({
        ...props,
        describedBy: left === undefined ? props.describedBy : [props.describedBy, leftId].filter(Boolean).join(' '),
      })}
      {...combobox}
      data={[...nothing, ...options, ...(phase === 'done' ? create : [])]}
      value={value === undefined ? null : String(value)}
      onChange={choose}
      searchable
      searchValue={search}
      onSearchChange={(text) => {
        setSearch(text);
        type(text);
        // Only a person takes the whole text away while there is a value that has one.
        if (text === '' && label !== '') choose(null);
      }}
      dropdownOpened={open}
      onDropdownOpen={() => {
        if (isQuiet()) return;
        setOpen(true);
        reopen();
      }}
      onDropdownClose={() => setOpen(false)}
      onKeyDown={(event) => {
        if (isEmptying(event) && !open && value !== undefined && search === label && props.readOnly !== true) {
          event.preventDefault();
          choose(null);
        }
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'ArrowDown' || event.key === 'ArrowUp') look();
        settled(event);
      }}
      onFocus={() => {
        entering.current = true;
      }}
      onClick={({ currentTarget }) => {
        // What is typed next looks for another record, and does not go into the name of this one.
        if (entering.current && !pending) currentTarget.select();
        entering.current = false;
        look();
      }}
      // Before the list takes the text away.
      onBlurCapture={() => pending && settle()}
      filter={({ options: all }) => all}
      // Picking what is chosen already changes nothing; the cross empties, and so do Delete and taking the text away.
      allowDeselect={false}
      clearable
      disabled={path === null}
      clearButtonProps={{ 'aria-label': texts('control.clear') }}
      placeholder={placeholder}
      maxDropdownHeight={280}
      leftSectionPointerEvents="all"
      leftSection={
        onPeek !== undefined && target.opens && path !== null && value !== undefined ? (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={texts('control.relation.open', { title })}
            title={texts('control.relation.open', { title })}
            onClick={() => onPeek(path, value)}
          >
            <ArrowUpRight size={14} />
          </ActionIcon>
        ) : null
      }
    />
  );
  return (
    <>
      {select}
      {left !== undefined && (
        <p id={leftId} role="alert" className={classes.left} data-instead>
          {left}
        </p>
      )}
    </>
  );
};

/** Several records of another registry; ids as texts, as filters keep them. */
export const ManyRelationsControl = ({ target, known, beside, ...props }: ControlProps<readonly string[]> & Props) => {
  const texts = useTexts();
  const combobox = useCombobox();
  const [search, setSearch] = useState('');
  const ids = (props.value ?? []).map(Number);
  const { options, phase, type, pick, reopen } = useRelationOptions({
    target,
    known,
    beside,
    selected: ids,
    choose: (id) => {
      setSearch('');
      props.onChange([...(props.value ?? []).filter((one) => one !== String(id)), String(id)]);
    },
  });
  const hint = useHint(phase, target.minimum);
  return (
    <MultiSelect
      {...inputAttributes(props)}
      {...describedField(props.describedBy)}
      {...combobox}
      data={options.length === 0 ? [{ value: '', label: hint, disabled: true }] : options}
      value={[...(props.value ?? [])]}
      onChange={(values) => {
        for (const value of values) pick(value);
        props.onChange(values.length === 0 ? undefined : values);
      }}
      onDropdownOpen={reopen}
      searchable
      searchValue={search}
      onSearchChange={(text) => {
        setSearch(text);
        type(text);
      }}
      filter={({ options: all }) => all}
      onKeyDown={keepEnter}
      clearable
      hidePickedOptions
      disabled={target.path === null}
      clearButtonProps={{ 'aria-label': texts('control.clear') }}
      placeholder={ids.length === 0 ? texts('control.relation.placeholder') : ''}
      maxDropdownHeight={280}
    />
  );
};
