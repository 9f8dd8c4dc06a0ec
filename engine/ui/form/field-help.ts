import type { FormContext } from './form-context.ts';

/** The line under a control: what the files say of the field, and what the form does with it. */
export const helpOf = (said: unknown, { notes }: Pick<FormContext, 'notes'>, id: string): string | undefined => {
  const parts = [said, notes?.[id]].filter((part) => typeof part === 'string');
  return parts.length === 0 ? undefined : parts.join(' ');
};
