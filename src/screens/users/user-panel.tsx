import { useScreenModel } from '../../../engine/ui/runtime/screen-context.ts';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import { UserSessions } from '../sessions/user-sessions.tsx';
import { UserAccess } from './user-access.tsx';
import classes from './users.module.css';

/** Below the record of a user: how the person comes in, and where it is in. For who may change users. */
export const UserPanel = ({ id }: { readonly id: number }) => {
  const texts = useTexts();
  const model = useScreenModel();
  if (!model.rights.update) return null;
  return (
    <div className={classes.panel}>
      <section aria-labelledby="fi-user-access">
        <h3 id="fi-user-access">{texts('users.access')}</h3>
        <UserAccess id={id} />
      </section>
      <UserSessions userId={id} />
    </div>
  );
};
