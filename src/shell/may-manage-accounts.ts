import { createAbility } from '../../engine/access/access.ts';
import type { WithSession } from '../../engine/ui/store/session-slice.ts';

/** Document 1 section 6: the account settings need list on usuario. */
export const mayManageAccounts = ({ session }: WithSession): boolean =>
  createAbility(session.user?.permissions ?? []).can('list', 'usuario');
