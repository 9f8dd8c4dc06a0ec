/** What is said of cloning and migrating users between the screens and the server. */

export interface ClonePreview {
  readonly login: string;
  readonly nome: string;
  /** Names of the role fields that are on; administrator is never copied. */
  readonly roles: readonly string[];
  readonly admin: boolean;
  readonly groups: readonly string[];
  readonly settings: number;
  readonly views: number;
}

export interface CloneRequest {
  readonly origem: number;
  readonly login: string;
  readonly nome: string;
  readonly email?: string;
  readonly grupos: boolean;
  readonly configuracoes: boolean;
  readonly visoes: boolean;
}

export interface CloneAnswer {
  readonly id: number;
}

export const migrationKinds = ['BENEFICIARIO', 'PRESTADOR', 'OPERADORA'] as const;
export type MigrationKind = (typeof migrationKinds)[number];

export interface MigrationRequest {
  readonly usuario: number;
  readonly login: string;
  readonly tipo: MigrationKind;
}

export interface Migration {
  readonly id: number;
  readonly usuario: number | null;
  readonly login_antigo: string;
  readonly login_novo: string;
  readonly tipo: MigrationKind;
  readonly situacao: 'PENDENTE' | 'MIGRADO' | 'ERRO';
  readonly mensagem: string | null;
  readonly criado_em: string;
  /** Login of who did it. */
  readonly por: string | null;
}
