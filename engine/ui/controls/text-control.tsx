import { Input } from '@mantine/core';
import type { ControlProps } from './control-props.ts';
import { inputAttributes } from './control-props.ts';
import { LimitedText } from './text-length.tsx';
import { tidyLine } from './tidy-text.ts';
import { useDraft } from './use-draft.ts';

interface Props extends ControlProps<string> {
  readonly type?: 'text' | 'email' | 'url' | undefined;
  /** Most characters that are taken. More may be typed or pasted, and nothing of it is cut off: it is told. */
  readonly limit?: number | undefined;
}

const same = (text: string): string => text;

export const TextControl = ({ type, limit, ...props }: Props) => {
  const { text, change, onBlur, onKeyDown } = useDraft({ ...props, toText: same, fromText: tidyLine });
  return (
    <LimitedText text={text} limit={limit}>
      <Input
        {...inputAttributes(props)}
        type={type ?? 'text'}
        value={text}
        onChange={(event) => change(event.currentTarget.value)}
        onBlur={onBlur}
        onKeyDown={onKeyDown}
        autoComplete="off"
      />
    </LimitedText>
  );
};
