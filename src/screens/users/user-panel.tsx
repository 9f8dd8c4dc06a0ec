/** What stands with the record of a user, for who may change users. */
import { useScreenModel } from '../../../engine/ui/runtime/screen-context.ts';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import { useRecordQuery } from '../../../engine/ui/store/api.ts';
import { UserSessions } from '../sessions/user-sessions.tsx';
import { UserAccess } from './user-access.tsx';
import classes from './users.module.css';

interface Props {
  readonly id: number;
}

/** Whose password another would take away; undefined where there is none yet, or the record has not come. */
const useHolder = (id: number): string | undefined => {
  const model = useScreenModel();
  const { currentData } = useRecordQuery({ path: model.screen.path, id, select: model.recordSelect });
  if (currentData === undefined || currentData.row['senha_alterada_em'] === null) return undefined;
  return String(currentData.row['login'] ?? '');
};

/** How the person comes in: first, for nobody comes in before it is done. */
export const UserEntrance = ({ id }: Props) => {
  const texts = useTexts();
  const model = useScreenModel();
  const holder = useHolder(id);
  if (!model.rights.update) return null;
  return (
    <section className={classes.entrance} aria-labelledby="fi-user-access">
      <h3 id="fi-user-access">{texts('users.access')}</h3>
      <p className={classes.text}>{texts('users.access.text')}</p>
      <UserAccess id={id} replacesOf={holder} />
    </section>
  );
};

/** Where the person is in. */
export const UserPlaces = ({ id }: Props) => {
  const model = useScreenModel();
  if (!model.rights.update) return null;
  return (
    <div className={classes.panel}>
      <UserSessions userId={id} />
    </div>
  );
};
