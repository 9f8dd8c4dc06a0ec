import { Group, NativeSelect, TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { Rhythm } from '../../contract/job-schedule.ts';
import { rhythmKinds } from '../../contract/job-schedule.ts';
import { weekdays } from '../runtime/rhythm-words.ts';
import { useTexts } from '../runtime/texts.ts';

interface Props {
  readonly value: Rhythm;
  readonly onChange: (value: Rhythm) => void;
}

const monthDays = Array.from({ length: 31 }, (_, at) => String(at + 1));

/** How often, on which day and at what hour something is done. */
export const RhythmFields = ({ value, onChange }: Props) => {
  const texts = useTexts();
  const first = useRef<HTMLSelectElement>(null);
  // The button that asked for these goes away.
  useEffect(() => first.current?.focus(), []);
  const { every, at, on = 1 } = value;
  const choose = (chosen: string): void => {
    const kind = rhythmKinds.find((one) => one === chosen) ?? 'day';
    onChange({ every: kind, at, ...(kind === 'week' || kind === 'month' ? { on: 1 } : {}) });
  };
  return (
    <Group gap="sm" mt="sm" align="flex-end">
      <NativeSelect
        ref={first}
        label={texts('rhythm.repeat')}
        value={every}
        onChange={(event) => choose(event.currentTarget.value)}
        data={rhythmKinds.map((kind) => ({ value: kind, label: texts(`rhythm.${kind}.name`) }))}
      />
      {every === 'week' && (
        <NativeSelect
          label={texts('rhythm.week.on')}
          value={on}
          onChange={(event) => onChange({ every, at, on: Number(event.currentTarget.value) })}
          data={weekdays.map((day) => ({ value: String(day), label: texts(`rhythm.weekday.${day}`) }))}
        />
      )}
      {every === 'month' && (
        <NativeSelect
          label={texts('rhythm.month.on')}
          value={on}
          onChange={(event) => onChange({ every, at, on: Number(event.currentTarget.value) })}
          data={monthDays}
        />
      )}
      <TextInput
        type="time"
        label={texts('rhythm.at')}
        required
        withAsterisk={false}
        value={at}
        onChange={(event) => onChange({ ...value, at: event.currentTarget.value })}
      />
    </Group>
  );
};
