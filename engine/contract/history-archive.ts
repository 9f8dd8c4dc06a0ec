/** Files of versions that left the database, as the API tells of them. */

/** They hold all fields of all records as they were: they are for who may do everything. */
export const archivesRight = { action: 'manage', subject: 'all', title: 'Histórico arquivado' } as const;

export const archivesPath = '/trabalhos/historico-arquivado';

export interface HistoryArchive {
  readonly id: number;
  /** Name of the entity. */
  readonly entity: string;
  /** Of the registry, as the caller reads it; the name of one that is no more. */
  readonly title: string;
  /** ISO moment: what no longer held then is in this file, or in one before. */
  readonly until: string;
  /** Versions in the file. */
  readonly rows: number;
  readonly file: string;
  /** Bytes. */
  readonly size: number;
  /** Of the file, in hexadecimal. */
  readonly sha256: string;
}
