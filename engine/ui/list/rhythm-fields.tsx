import { Group, Input, NativeSelect } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { Rhythm } from '../../contract/job-schedule.ts';
import { rhythmKinds } from '../../contract/job-schedule.ts';
import { TypedTimeControl } from '../controls/typed-time-control.tsx';
import { weekdays } from '../runtime/rhythm-words.ts';
import { useTexts } from '../runtime/texts.ts';
import type { RhythmProblem } from '../runtime/use-export-schedule.ts';

interface Props {
  readonly value: Rhythm;
  readonly onChange: (value: Rhythm) => void;
  readonly problem: RhythmProblem | undefined;
}

const hour = 'rhythm-at';
const monthDays = Array.from({ length: 31 }, (_, at) => String(at + 1));

/** How often, on which day and at what hour something is done. */
export const RhythmFields = ({ value, onChange, problem }: Props) => {
  const texts = useTexts();
  const first = useRef<HTMLSelectElement>(null);
  // The button that asked for these goes away.
  useEffect(() => first.current?.focus(), []);
  useEffect(() => {
    if (problem !== undefined) document.getElementById(hour)?.focus();
  }, [problem]);
  const { every, at, on = 1 } = value;
  const choose = (chosen: string): void => {
    const kind = rhythmKinds.find((one) => one === chosen) ?? 'day';
    onChange({ every: kind, at, ...(kind === 'week' || kind === 'month' ? { on: 1 } : {}) });
  };
  return (
    <Group gap="sm" mt="sm" align="flex-start">
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
      <Input.Wrapper
        id={hour}
        label={texts('rhythm.at')}
        w={110}
        {...(problem !== undefined && { error: problem.at })}
        errorProps={{ role: 'alert', id: `${hour}-problem` }}
      >
        <TypedTimeControl
          id={hour}
          kind="time"
          value={at}
          onChange={(typed) => onChange({ ...value, at: typed ?? '' })}
          {...(problem !== undefined && { describedBy: `${hour}-problem` })}
          invalid={problem !== undefined}
        />
      </Input.Wrapper>
    </Group>
  );
};
