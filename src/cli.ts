/** The one command-line door: `npm run -s fichario -- <command>`. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gitHistory } from '../engine/commands/git-files.ts';
import { commands } from '../engine/commands/index.ts';
import { runCommandLine } from '../engine/commands/run.ts';
import { readParsedFiles } from '../engine/metadata/load-files.ts';
import { apiCalls } from './api-calls.ts';
import { catalogues } from './catalogues.ts';
import { readConfiguration } from './configuration.ts';
import { openDesk } from './desk.ts';
import { demonstrationPeople } from './session/demonstration-people.ts';
import { shellPages } from './shell/shell-pages.ts';

const root = join(import.meta.dirname, '..');

const { text, exitCode, refused } = await runCommandLine(process.argv.slice(2), commands, {
  catalogues,
  pages: shellPages,
  calls: apiCalls,
  people: demonstrationPeople,
  openData: async () => (await import('./why/open-installation.ts')).openDataStore(root, process.env),
  open: async () => (await import('./why/open-installation.ts')).openInstallation(root, process.env),
  demonstrate: async (asked) => (await import('./demo/demonstrate.ts')).demonstrate(root, process.env, asked),
  get desk() {
    return openDesk(root, readConfiguration(process.env));
  },
  read: () => readParsedFiles(root),
  history: gitHistory(root),
  picture: async (asked) => (await import('./pictures/take-pictures.ts')).takePictures(asked, { root }),
  save: (path, text) => writeFile(path, text),
  tell: (line) => void process.stderr.write(`${line}\n`),
  write: async (files) => {
    for (const [path, content] of files) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), content);
    }
  },
});
// A reader that has seen enough (`| head`) closes the pipe: no fault of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
(refused ? process.stderr : process.stdout).write(`${text}\n`);
process.exitCode = exitCode;
