import type { ChangeEvent } from 'react';
import { useRef, useState } from 'react';
import { failureText } from '../../../engine/ui/runtime/describe-failure.ts';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import type { ApiFailure } from '../../../engine/ui/store/api.ts';

/** What is typed into the password inputs of a form, and what each of them is told; the first one told is gone to. */
export const usePasswordForm = <Name extends string>(names: readonly Name[]) => {
  const texts = useTexts();
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(
    () => Object.fromEntries(names.map((name) => [name, ''])) as Readonly<Record<Name, string>>,
  );
  const [messages, setMessages] = useState<ReadonlyMap<Name, readonly string[]>>(new Map());
  const [failure, setFailure] = useState<string>();

  /** Gives whether there was something to tell. */
  const tell = (of: (name: Name) => readonly string[] | undefined): boolean => {
    const told = new Map(names.map((name) => [name, of(name) ?? []] as const).filter(([, said]) => said.length > 0));
    setMessages(told);
    setFailure(undefined);
    const [first] = told.keys();
    if (first !== undefined) form.current?.querySelector<HTMLInputElement>(`input[name="${first}"]`)?.select();
    return first !== undefined;
  };

  return {
    form,
    values,
    failure,
    messagesOf: (name: Name): readonly string[] => messages.get(name) ?? [],
    input: (name: Name) => ({
      name,
      value: values[name],
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        const { value } = event.currentTarget;
        setValues((before) => ({ ...before, [name]: value }));
        // What was said of it is no longer true.
        setMessages((before) => new Map([...before].filter(([said]) => said !== name)));
      },
    }),
    tellKeys: (keys: { readonly [name in Name]?: readonly string[] }): boolean =>
      tell((name) => keys[name]?.map((key) => texts(key))),
    /** Each sentence of a refusal beside the input that it speaks of; else above them. */
    tellFailure: (refusal: ApiFailure): void => {
      const fields = refusal.body?.fields ?? [];
      const placed = tell((name) => fields.filter(({ field }) => field === name).map(({ message }) => message));
      // A session that is over is said on the page that comes.
      if (!placed && refusal.status !== 401) setFailure(failureText(texts, refusal));
    },
  };
};

export type PasswordForm<Name extends string> = ReturnType<typeof usePasswordForm<Name>>;
