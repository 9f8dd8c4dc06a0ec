import { DatePicker } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/pt-br.js';
import { useTexts } from '../runtime/texts.ts';

interface Props {
  /** ISO day. */
  readonly value: string | null;
  readonly onPick: (day: string) => void;
}

/** The calendar of a day. Loaded on first opening, hence the default export. */
const Calendar = ({ value, onPick }: Props) => {
  const texts = useTexts();
  return (
    <DatePicker
      locale="pt-br"
      firstDayOfWeek={0}
      weekdayFormat="ddd"
      weekendDays={[]}
      size="sm"
      value={value}
      {...(value === null ? {} : { defaultDate: value })}
      onChange={(day) => {
        if (day !== null) onPick(day);
      }}
      ariaLabels={{
        nextMonth: texts('control.date.nextMonth'),
        previousMonth: texts('control.date.previousMonth'),
        nextYear: texts('control.date.nextYear'),
        previousYear: texts('control.date.previousYear'),
        nextDecade: texts('control.date.nextDecade'),
        previousDecade: texts('control.date.previousDecade'),
      }}
    />
  );
};

export default Calendar;
