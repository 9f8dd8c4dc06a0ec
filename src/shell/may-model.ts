import { permits } from '../../engine/access/permission-pair.ts';
import type { WithSession } from '../../engine/ui/store/session-slice.ts';
import { modellingRight } from '../workbench/modelling-right.ts';

/** Whether this person looks behind the screens, and changes the files where the product runs for development. */
export const mayModel = ({ session }: WithSession): boolean =>
  permits(session.user?.permissions ?? [], modellingRight.action, modellingRight.subject);
