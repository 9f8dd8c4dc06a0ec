import { useId } from 'react';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import classes from './session-list.module.css';
import { SessionList } from './session-list.tsx';

/** The sessions of somebody else, for who may change users. */
export const UserSessions = ({ userId }: { readonly userId: number }) => {
  const texts = useTexts();
  const title = useId();
  return (
    <section aria-labelledby={title}>
      <h3 id={title} className={classes.title}>
        {texts('account.sessions')}
      </h3>
      <SessionList owner={userId} />
    </section>
  );
};
