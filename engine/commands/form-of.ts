import { Refusal } from '../core/errors.ts';

/** The one form that was asked for; undefined: text. Raises COMMAND_ARGUMENT where there are two. */
export const formOf = <Form extends string>(
  values: Readonly<Record<string, string | boolean | undefined>>,
  forms: readonly Form[],
): Form | undefined => {
  const [asked, other] = forms.filter((name) => values[name] === true);
  if (other !== undefined)
    throw new Refusal('COMMAND_ARGUMENT', { argument: `--${other}`, problem: `não vai junto com --${asked}` });
  return asked;
};
