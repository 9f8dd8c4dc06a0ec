import type { ControlProps } from './control-props.ts';
import { inputAttributes } from './control-props.ts';
import { MaskedInput } from './masked-input.tsx';
import type { InputMask } from './masks.ts';
import { useDraft } from './use-draft.ts';

interface Props extends ControlProps<string> {
  readonly mask: InputMask;
  readonly inputMode?: 'numeric' | 'tel' | 'text' | undefined;
}

/** Shows the mask, stores the value without it. */
export const MaskedControl = ({ mask, inputMode, ...props }: Props) => {
  const { text, change, onBlur, onKeyDown } = useDraft({ ...props, toText: mask.write, fromText: mask.read });
  return (
    <MaskedInput
      {...inputAttributes(props)}
      text={text}
      write={mask.write}
      onText={change}
      onBlur={onBlur}
      onKeyDown={onKeyDown}
      {...(inputMode === undefined ? {} : { inputMode })}
    />
  );
};
