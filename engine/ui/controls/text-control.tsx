import { Input } from '@mantine/core';
import type { ControlProps } from './control-props.ts';
import { inputAttributes } from './control-props.ts';
import { useDraft } from './use-draft.ts';

interface Props extends ControlProps<string> {
  readonly type?: 'text' | 'email' | 'url' | undefined;
  readonly maxLength?: number | undefined;
}

const same = (text: string): string => text;

export const TextControl = ({ type, maxLength, ...props }: Props) => {
  const { text, change, onBlur, onKeyDown } = useDraft({ ...props, toText: same, fromText: same });
  return (
    <Input
      {...inputAttributes(props)}
      type={type ?? 'text'}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={onBlur}
      onKeyDown={onKeyDown}
      autoComplete="off"
      {...(maxLength === undefined ? {} : { maxLength })}
    />
  );
};
