import { ActionIcon, Popover } from '@mantine/core';
import { CalendarDays } from 'lucide-react';
import { use, useState } from 'react';
import { formatDay, parseDay } from '../../fields/date-text.ts';
import { later } from '../runtime/later.tsx';
import { useTexts } from '../runtime/texts.ts';
import type { ControlProps } from './control-props.ts';
import { inputAttributes } from './control-props.ts';
import { MaskedInput } from './masked-input.tsx';
import { PortalContext } from './portal-context.ts';
import { createTypedTimeMask } from './typed-time-mask.ts';
import { useDraft } from './use-draft.ts';

const Calendar = later(() => import('./calendar.tsx'));

/** A day, typed DD/MM/YYYY or picked; ISO as value. */
export const DateControl = (props: ControlProps<string>) => {
  const texts = useTexts();
  const [write] = useState(() => createTypedTimeMask('##/##/####'));
  const [open, setOpen] = useState(false);
  const withinPortal = use(PortalContext);
  const { text, change, onBlur, onKeyDown } = useDraft({
    ...props,
    toText: (value: string) => formatDay(value),
    fromText: (typed) => parseDay(typed) ?? typed,
  });
  const calendar = (
    <Popover opened={open} onChange={setOpen} position="bottom-end" withinPortal={withinPortal} trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={texts('control.date.open')}
          onClick={() => setOpen((shown) => !shown)}
        >
          <CalendarDays size={15} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Calendar
          value={parseDay(text) ?? null}
          onPick={(day) => {
            props.onChange(day);
            onBlur();
            setOpen(false);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
  return (
    <MaskedInput
      {...inputAttributes(props)}
      text={text}
      write={write}
      onText={change}
      onBlur={onBlur}
      onKeyDown={onKeyDown}
      inputMode="numeric"
      placeholder={texts('control.date.placeholder')}
      onPaste={(event) => {
        const day = parseDay(event.clipboardData.getData('text'));
        if (day === undefined) return;
        event.preventDefault();
        change(formatDay(day));
      }}
      rightSectionPointerEvents="all"
      rightSection={props.readOnly ? null : calendar}
    />
  );
};
