import type { Project } from '../../engine/commands/contract.ts';
import { catalogues } from '../../src/catalogues.ts';

const none = (what: string) => () => Promise.reject(new Error(`no command here ${what}`));

/** A project of files alone: it refuses what a test did not give it. */
export const bareProject: Omit<Project, 'read'> = {
  catalogues,
  people: () => [],
  open: none('opens a database'),
  openData: none('opens data'),
  demonstrate: none('fills a database'),
  write: none('writes'),
};
