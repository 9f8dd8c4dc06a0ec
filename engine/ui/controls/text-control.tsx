import { Input } from '@mantine/core';
import type { ChangeEvent } from 'react';
import type { ControlProps } from './control-props.ts';
import { inputAttributes } from './control-props.ts';
import { LimitedText } from './text-length.tsx';
import { tidyLine } from './tidy-text.ts';
import { useDraft } from './use-draft.ts';

interface Props extends ControlProps<string> {
  readonly type?: 'text' | 'email' | 'url' | undefined;
  /** Most characters that are taken. More may be typed or pasted, and nothing of it is cut off: it is told. */
  readonly limit?: number | undefined;
  /** Nothing but capital letters is taken: small ones become capitals as they are typed. */
  readonly capitals?: boolean | undefined;
}

const same = (text: string): string => text;

const capitalised = (text: string): string => text.replace(/[a-z]/g, (letter) => letter.toUpperCase());

/** What is still being composed is left to the keyboard, whose word it is until it is done. */
const typedCapitals = ({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>): string => {
  const { value, selectionStart, selectionEnd } = currentTarget;
  if ((nativeEvent as InputEvent).isComposing) return value;
  const next = capitalised(value);
  if (next !== value) {
    // Written here, where the caret can be put back: React would leave it at the end.
    currentTarget.value = next;
    currentTarget.setSelectionRange(selectionStart, selectionEnd);
  }
  return next;
};

export const TextControl = ({ type, limit, capitals = false, ...props }: Props) => {
  const { text, change, onBlur, onKeyDown } = useDraft({
    ...props,
    toText: same,
    fromText: (typed) => (capitals ? capitalised(tidyLine(typed)) : tidyLine(typed)),
  });
  return (
    <LimitedText text={text} limit={limit}>
      <Input
        {...inputAttributes(props)}
        type={type ?? 'text'}
        value={text}
        onChange={(event) => change(capitals ? typedCapitals(event) : event.currentTarget.value)}
        {...(capitals && { autoCapitalize: 'characters' })}
        onBlur={onBlur}
        onKeyDown={onKeyDown}
        autoComplete="off"
      />
    </LimitedText>
  );
};
