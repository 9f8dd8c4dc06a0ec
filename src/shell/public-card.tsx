import type { FormEventHandler, ReactNode, Ref } from 'react';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { useTexts } from '../../engine/ui/runtime/texts.ts';
import { pageClient } from './page-client.ts';
import { ProductMark } from './product-mark.tsx';
import classes from './public-card.module.css';
import { useFavicon } from './use-favicon.ts';

interface PublicCardProps {
  readonly title: ReactNode;
  readonly ref?: Ref<HTMLFormElement>;
  /** Without it, the card is no form. */
  readonly onSubmit?: FormEventHandler<HTMLFormElement>;
  /** Where the link at its foot leads, and its words. */
  readonly foot?: { readonly to: string; readonly text: string };
  readonly children: ReactNode;
}

/** The one card of a page that needs no session. */
export const PublicCard = ({ title, ref, onSubmit, foot, children }: PublicCardProps) => {
  const texts = useTexts();
  useFavicon(pageClient);
  useEffect(() => {
    document.title = pageClient?.title ?? texts('product.name');
  }, [texts]);
  const parts = (
    <>
      <p className={classes.brand}>
        {pageClient === undefined ? (
          <ProductMark size={28} />
        ) : (
          <span className={classes.mark} aria-hidden>
            {pageClient.logo}
          </span>
        )}
        <span>{pageClient?.title ?? texts('product.name')}</span>
      </p>
      <h1 className={classes.title}>{title}</h1>
      {children}
      {foot && (
        <Link to={foot.to} className={classes.link}>
          {foot.text}
        </Link>
      )}
    </>
  );
  return (
    <main className={classes.page}>
      {onSubmit === undefined ? (
        <div className={classes.card}>{parts}</div>
      ) : (
        <form ref={ref} className={classes.card} onSubmit={onSubmit} noValidate>
          {parts}
        </form>
      )}
    </main>
  );
};

export const PublicText = ({ said = false, children }: { readonly said?: boolean; readonly children: ReactNode }) => (
  <p className={classes.text} role={said ? 'status' : undefined}>
    {children}
  </p>
);
