import { NativeSelect } from '@mantine/core';
import { periodOf, periods, resolveDay } from '../../contract/date-periods.ts';
import { dayInZone } from '../../core/day-in-zone.ts';
import { periodNames } from '../../core/period-names.ts';
import { formatDay } from '../../fields/date-text.ts';
import { useTexts } from '../runtime/texts.ts';
import { useTimeZone } from '../runtime/time-zone.ts';
import classes from './filter-control.module.css';

interface Props {
  /** Name of the filter. */
  readonly label: string;
  readonly from: string;
  readonly to: string;
  readonly onChange: (from: string, to: string) => void;
}

const dates = 'dates';

/** A range of days by the calendar, or its two days as they are typed. */
export const PeriodChoice = ({ label, from, to, onChange }: Props) => {
  const texts = useTexts();
  const today = dayInZone(useTimeZone());
  const period = periodOf(from, to);
  const choose = (name: string): void => {
    const found = periodNames.find((one) => one === name);
    const [first, last] = found === undefined ? ['', ''] : periods[found];
    onChange(first, last);
  };
  return (
    <>
      <NativeSelect
        size="xs"
        aria-label={texts('period.choose', { title: label })}
        value={period ?? dates}
        onChange={(event) => choose(event.currentTarget.value)}
        data={[
          { value: dates, label: texts('period.dates') },
          ...periodNames.map((name) => ({ value: name, label: texts(`period.${name}`) })),
        ]}
      />
      {period !== undefined && (
        <span className={classes.days}>
          {texts('filter.between', {
            from: formatDay(resolveDay(from, today)),
            to: formatDay(resolveDay(to, today)),
          })}
        </span>
      )}
    </>
  );
};
