/** What browsers know of imports without the shapes of their bodies. */

/** Bytes of a file, and rows of it. */
export const importLimits = { bytes: 100 * 1024 * 1024, rows: 1_000_000 } as const;

/** The kinds of jobs that look through a file, and that write what was looked at. */
export const checkImportKind = 'conferir-importacao';
export const applyImportKind = 'aplicar-importacao';

/** What becomes of rows whose key is there already, and of those whose key is not. */
export const importModes = ['upsert', 'insert', 'update'] as const;
export type ImportMode = (typeof importModes)[number];

/**
 * `sent`: its columns are to be said. `checking`: its rows are looked at. `planned`: the change is there to be looked at.
 * `failed`: the file could not be looked through; its columns may be said again.
 */
export const importStates = ['sent', 'checking', 'planned', 'applying', 'applied', 'failed'] as const;
export type ImportState = (typeof importStates)[number];
