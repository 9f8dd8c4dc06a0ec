/**
 * How levels of fields are stored: as three columns of config_permissao, and as codes of what a group has of personal
 * data. Everybody who reads or writes them does it here, so that no two can read a row differently.
 */
import type { FieldLevel } from '../../engine/access/field-right.ts';

export interface LevelColumns {
  readonly visivel: boolean;
  readonly mascarado: boolean;
  readonly somente_leitura: boolean;
}

export const levelOf = ({ visivel, mascarado, somente_leitura }: LevelColumns): FieldLevel =>
  visivel ? (mascarado ? 'masked' : somente_leitura ? 'readOnly' : 'open') : 'hidden';

export const levelColumns = (level: FieldLevel): LevelColumns => ({
  visivel: level !== 'hidden',
  mascarado: level === 'masked',
  somente_leitura: level === 'readOnly',
});

const codes: Readonly<Record<string, FieldLevel>> = { ABERTO: 'open', MASCARADO: 'masked', OCULTO: 'hidden' };

/** Of the code list `abertura-dados-pessoais`; what is none of its codes opens nothing. */
export const classLevel = (code: string): FieldLevel => codes[code] ?? 'hidden';
