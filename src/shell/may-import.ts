import { permits } from '../../engine/access/permission-pair.ts';
import type { WithSession } from '../../engine/ui/store/session-slice.ts';

/** Document 2 section 2.12: the imports need list on importacao. */
export const mayImport = ({ session }: WithSession): boolean =>
  permits(session.user?.permissions ?? [], 'list', 'importacao');
