import { later } from '../../../engine/ui/runtime/later.tsx';
import { useAppSelector } from '../../../engine/ui/store/hooks.ts';

const ChangePasswordDialog = later(() => import('./change-password-dialog.tsx'));

const stay = () => {};

/** Document 1 section 4: the dialog that opens by itself while the password is expired, over whatever is open. */
export const ExpiredPassword = () => {
  const expired = useAppSelector((state) => state.session.user?.senhaExpirada === true);
  return expired ? <ChangePasswordDialog opened expired onClose={stay} /> : null;
};
