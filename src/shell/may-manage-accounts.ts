import { permits } from '../../engine/access/permission-pair.ts';
import type { WithSession } from '../../engine/ui/store/session-slice.ts';

/** Document 1 section 6: the account settings need list on usuario. */
export const mayManageAccounts = ({ session }: WithSession): boolean =>
  permits(session.user?.permissions ?? [], 'list', 'usuario');
