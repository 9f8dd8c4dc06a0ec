import { Input } from '@mantine/core';
import type { ControlProps } from './control-props.ts';
import { inputAttributes } from './control-props.ts';
import classes from './long-text-control.module.css';
import { LimitedText } from './text-length.tsx';
import { tidyLines } from './tidy-text.ts';
import { useDraft } from './use-draft.ts';

const same = (text: string): string => text;

interface Props extends ControlProps<string> {
  /** Most characters that are taken; more is told, not cut off. */
  readonly limit?: number | undefined;
}

/** Several lines; it grows with its text. Enter is a line here, so it commits nothing. */
export const LongTextControl = ({ limit, ...props }: Props) => {
  const { text, change, onBlur } = useDraft({ ...props, toText: same, fromText: tidyLines });
  return (
    <LimitedText text={text} limit={limit}>
      <Input
        component="textarea"
        multiline
        rows={3}
        {...inputAttributes(props)}
        classNames={{ input: classes.area ?? '' }}
        value={text}
        onChange={(event) => change(event.currentTarget.value)}
        onBlur={onBlur}
      />
    </LimitedText>
  );
};
