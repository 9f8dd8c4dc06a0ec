import type { InputProps } from '@mantine/core';
import { Input } from '@mantine/core';
import type { ChangeEvent, InputHTMLAttributes } from 'react';
import { useLayoutEffect, useRef } from 'react';

interface Props
  extends InputProps,
    Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'size' | keyof InputProps> {
  readonly text: string;
  readonly write: (text: string) => string;
  readonly onText: (text: string) => void;
}

const significant = (text: string): number => text.replace(/[^0-9A-Za-z]/g, '').length;

/** Place in `text` just after its first `count` letters and digits. */
const placeAfter = (text: string, count: number): number => {
  let seen = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (seen === count) return index;
    if (/[0-9A-Za-z]/.test(text[index] ?? '')) seen += 1;
  }
  return text.length;
};

/** An input that writes its mask while one types, and keeps the caret where the person put it. */
export const MaskedInput = ({ text, write, onText, ...rest }: Props) => {
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);

  useLayoutEffect(() => {
    if (caret.current === null || input.current === null) return;
    if (document.activeElement === input.current) input.current.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });

  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const { value, selectionStart } = event.currentTarget;
    const at = selectionStart ?? value.length;
    const deleting = (event.nativeEvent as InputEvent).inputType?.startsWith('delete') === true;
    // At the end of a deletion the literals of the mask are not put back, or they could never be deleted.
    const next = deleting && at === value.length ? write(value).slice(0, value.length) : write(value);
    caret.current = at === value.length ? next.length : placeAfter(next, significant(value.slice(0, at)));
    onText(next);
  };

  return <Input {...rest} ref={input} value={text} onChange={change} autoComplete="off" />;
};
