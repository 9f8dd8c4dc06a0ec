import type { FormEventHandler, ReactNode, Ref } from 'react';
import { Link } from 'react-router';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import { ProductMark } from '../product-mark.tsx';
import page from '../sign-in-page.module.css';
import classes from './password.module.css';

interface PublicCardProps {
  readonly title: string;
  readonly ref?: Ref<HTMLFormElement>;
  readonly onSubmit?: FormEventHandler<HTMLFormElement>;
  readonly children: ReactNode;
}

/** A small form beside the sign-in page, looking like it, with the way back to it. */
export const PublicCard = ({ title, ref, onSubmit, children }: PublicCardProps) => {
  const texts = useTexts();
  return (
    <main className={page.page}>
      <form ref={ref} className={page.card} onSubmit={onSubmit} noValidate>
        <p className={page.brand}>
          <ProductMark size={28} />
          {texts('product.name')}
        </p>
        <h1 className={page.title}>{title}</h1>
        {children}
        <Link to="/auth" className={classes.link}>
          {texts('password.forgotten.back')}
        </Link>
      </form>
    </main>
  );
};
