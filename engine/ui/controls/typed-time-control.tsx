import { useMemo } from 'react';
import {
  formatDay,
  formatMoment,
  formatMomentSeconds,
  formatTime,
  parseMoment,
  parseMonth,
  parseTime,
  parseYear,
} from '../../fields/date-text.ts';
import { useTexts } from '../runtime/texts.ts';
import { useTimeZone } from '../runtime/time-zone.ts';
import type { ControlProps } from './control-props.ts';
import { inputAttributes } from './control-props.ts';
import { MaskedInput } from './masked-input.tsx';
import { createTypedTimeMask } from './typed-time-mask.ts';
import { useDraft } from './use-draft.ts';

interface Kind {
  readonly mask: string;
  readonly placeholder: string;
  readonly parse: (text: string, timeZone: string) => string | undefined;
  readonly format: (value: string, timeZone: string) => string;
}

/** What is typed and not picked: a month, a year, an hour, a moment. */
const kinds = {
  month: {
    mask: '##/####',
    placeholder: 'control.month.placeholder',
    parse: (text) => parseMonth(text),
    format: formatDay,
  },
  year: {
    mask: '####',
    placeholder: 'control.year.placeholder',
    parse: (text) => parseYear(text),
    format: (value) => value,
  },
  time: { mask: '##:##', placeholder: 'control.time.placeholder', parse: parseTime, format: formatTime },
  moment: {
    mask: '##/##/#### ##:##',
    placeholder: 'control.moment.placeholder',
    parse: parseMoment,
    format: formatMoment,
  },
  momentSeconds: {
    mask: '##/##/#### ##:##:##',
    placeholder: 'control.momentSeconds.placeholder',
    parse: parseMoment,
    format: formatMomentSeconds,
  },
} as const satisfies Record<string, Kind>;

interface Props extends ControlProps<string> {
  readonly kind: keyof typeof kinds;
}

export const TypedTimeControl = ({ kind, ...props }: Props) => {
  const texts = useTexts();
  const timeZone = useTimeZone();
  const { mask, placeholder, parse, format }: Kind = kinds[kind];
  const write = useMemo(() => createTypedTimeMask(mask), [mask]);
  const { text, change, onBlur, onKeyDown } = useDraft({
    ...props,
    toText: (value: string) => format(value, timeZone),
    fromText: (typed) => parse(typed, timeZone) ?? typed,
  });
  return (
    <MaskedInput
      {...inputAttributes(props)}
      text={text}
      write={write}
      onText={change}
      onBlur={onBlur}
      onKeyDown={onKeyDown}
      inputMode="numeric"
      placeholder={texts(placeholder)}
    />
  );
};
