import { Button } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { Note } from '../../engine/ui/controls/note.tsx';
import page from '../../engine/ui/controls/screen-page.module.css';
import classes from './card-form.module.css';

interface ScreenPageProps {
  readonly title: string;
  /** The way to where it belongs. */
  readonly above?: ReactNode;
  /** Its last part fills what room is left. */
  readonly fills?: boolean;
  readonly children: ReactNode;
}

/** A screen that is one column under its title. */
export const ScreenPage = ({ title, above, fills = false, children }: ScreenPageProps) => (
  <div className={fills ? `${page.page} ${page.fills}` : page.page}>
    {above}
    <h1 className={page.title}>{title}</h1>
    {children}
  </div>
);

interface CardFormProps {
  /** Of the button. */
  readonly submit: string;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  readonly busy?: boolean;
  /** What was said of the whole of it. */
  readonly failure?: string | undefined;
  readonly children: ReactNode;
}

/** Draws what the attempt has found, and goes to the first field that is wrong. */
const attempt = (event: FormEvent<HTMLFormElement>, onSubmit: CardFormProps['onSubmit']): void => {
  const form = event.currentTarget;
  flushSync(() => onSubmit(event));
  form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
};

/** A short form of a screen that is no registry. */
export const CardForm = ({ submit, onSubmit, busy = false, failure, children }: CardFormProps) => (
  <form className={classes.form} onSubmit={(event) => attempt(event, onSubmit)} noValidate>
    {children}
    {failure !== undefined && <Note kind="failure">{failure}</Note>}
    <Button type="submit" loading={busy} className={classes.submit ?? ''}>
      {submit}
    </Button>
  </form>
);

/** What has come of it, in its place. */
export const CardOutcome = ({ children }: { readonly children: ReactNode }) => (
  <section className={classes.form} role="status">
    {children}
  </section>
);
