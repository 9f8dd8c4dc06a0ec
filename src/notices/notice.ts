/** What a notice of the operator is to whom it is shown. Isomorphic. */
import type { SessionUser } from '../../engine/access/access.ts';
import type { Attachment } from '../../engine/fields/attachment.ts';

/** Answer of `GET /avisos/inicio` and `GET /avisos/vigentes`: those in force today, the most urgent and the newest first. */
export interface Notice {
  readonly id: number;
  /** Of a notice that was changed the number grows: whoever has put it away sees it again. */
  readonly versao: number;
  readonly titulo: string;
  readonly conteudo: string;
  /** `AAAA-MM-DD`. */
  readonly inicio: string;
  readonly fim?: string | null;
  readonly prioridade?: number;
  readonly anexo?: readonly Attachment[] | null;
}

/** The audiences that a person belongs to, by the roles of the user record. */
export const audiencesOf = (user: SessionUser): readonly string[] => [
  'TODOS',
  ...(user.operadora || user.admin || user.ouvidoria || user.auditor ? ['OPERADORA'] : []),
  ...(user.prestador || user.prestadorAdministrativo ? ['PRESTADOR'] : []),
  ...(user.beneficiario || user.dependente ? ['BENEFICIARIO'] : []),
];
