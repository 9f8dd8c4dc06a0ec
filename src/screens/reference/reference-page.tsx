import { ArrowLeft } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import { ReferenceList } from './reference-list.tsx';
import classes from './reference-page.module.css';

interface Props extends ComponentProps<typeof ReferenceList> {
  /** Of the page as it opens, to which a phone goes back. */
  readonly title: string;
  /** What is read. */
  readonly children: ReactNode;
}

/** A page to look things up in: what there is beside what is read. What is shown stands in the address. */
export const ReferencePage = ({ title, children, ...list }: Props) => (
  <div className={classes.page} data-chosen={list.chosen !== undefined || undefined}>
    <ReferenceList {...list} />
    <article key={list.chosen ?? ''} className={classes.content}>
      <Link to={{ search: '' }} className={classes.back ?? ''}>
        <ArrowLeft size={14} aria-hidden />
        {title}
      </Link>
      {children}
    </article>
  </div>
);
