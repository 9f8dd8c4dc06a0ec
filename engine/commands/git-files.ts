/** Source files as git keeps them. In: the project's folder and a revision. Out: the texts of that revision. No shell. */
import { execFile } from 'node:child_process';
import { Refusal } from '../core/errors.ts';
import { nearest } from '../core/nearest.ts';
import type { SourceFiles } from '../metadata/documents.ts';
import { isQuery, parseAhead } from '../metadata/parse-query.ts';
import { isSource } from '../metadata/source-paths.ts';
import type { History } from './contract.ts';

const folders = ['schemas', 'clients'];
/** Bytes that git may answer with. */
const longest = 2 ** 30;

class GitFailure extends Error {}

const git = (root: string, words: readonly string[], input = ''): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const child = execFile(
      'git',
      [...words],
      { cwd: root, encoding: 'buffer', maxBuffer: longest },
      (error, stdout, stderr) => {
        if (error === null) resolve(stdout);
        else if ('code' in error && error.code === 'ENOENT')
          reject(new GitFailure('o programa git não foi encontrado'));
        else reject(new GitFailure(stderr.toString().trim().split('\n')[0] || error.message));
      },
    );
    // A git that ends before it has read everything says why itself.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });

interface Listed {
  readonly object: string;
  readonly path: string;
}

/** `cat-file --batch` answers a line `<object> blob <bytes>`, the bytes and a line break for each object asked for. */
const readObjects = async (root: string, listed: readonly Listed[]): Promise<SourceFiles> => {
  const wanted = listed.filter(({ path }) => isSource(path)).toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const answer = await git(root, ['cat-file', '--batch'], wanted.map(({ object }) => `${object}\n`).join(''));
  const sources = new Map<string, string>();
  let at = 0;
  for (const { path } of wanted) {
    const end = answer.indexOf('\n', at);
    const size = Number(answer.subarray(at, end).toString().split(' ')[2]);
    sources.set(path, answer.subarray(end + 1, end + 1 + size).toString());
    at = end + 1 + size + 1;
  }
  await parseAhead([...sources].filter(([path]) => isQuery(path)).map(([, text]) => text));
  return sources;
};

/** Lines `<mode> ... <object> ...\t<path>`, ended by zeros; links and modules are no files of ours. */
const listFiles = (answer: Buffer, object: number): readonly Listed[] =>
  answer
    .toString()
    .split('\0')
    .flatMap((line) => {
      const [facts = '', path = ''] = line.split('\t');
      const words = facts.split(' ');
      return words[0]?.startsWith('100') ? [{ object: words[object] ?? '', path }] : [];
    });

const refuse = (argument: string, problem: string, suggestion?: string): Refusal =>
  new Refusal('COMMAND_ARGUMENT', { argument, problem }, { suggestion });

/** Gives what `ask` gives; a failure of git becomes COMMAND_ARGUMENT about the argument. */
const asking = async <T>(
  argument: string,
  ask: () => Promise<T>,
  problem: (why: string) => string = (why) => why,
): Promise<T> => {
  try {
    return await ask();
  } catch (thrown) {
    if (thrown instanceof GitFailure) throw refuse(argument, problem(thrown.message));
    throw thrown;
  }
};

const commitOf = async (root: string, name: string): Promise<string> => {
  await asking(
    name,
    () => git(root, ['rev-parse', '--git-dir']),
    (why) => `esta pasta não está em um repositório git que se possa ler (${why})`,
  );
  try {
    return (await git(root, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`]))
      .toString()
      .trim();
  } catch (thrown) {
    if (!(thrown instanceof GitFailure)) throw thrown;
    const known = (await git(root, ['for-each-ref', '--format=%(refname:short)']))
      .toString()
      .split('\n')
      .filter(Boolean);
    throw refuse(name, 'não é uma revisão deste repositório', nearest(name, known));
  }
};

/** The history of the project in `root`. Its calls raise COMMAND_ARGUMENT: no such revision, no repository, no git. */
export const gitHistory = (root: string): History => ({
  read: async (name) => {
    const commit = await commitOf(root, name);
    const listed = await asking(name, () => git(root, ['ls-tree', '-r', '-z', commit, '--', ...folders]));
    return { commit, sources: await readObjects(root, listFiles(listed, 2)) };
  },
  staged: async () => {
    await commitOf(root, 'HEAD');
    const listed = await asking('--staged', () => git(root, ['ls-files', '-s', '-z', '--', ...folders]));
    return readObjects(root, listFiles(listed, 1));
  },
  common: async (one, other) => {
    const commits = [await commitOf(root, one), await commitOf(root, other)];
    // git says nothing where there is none, which happens in a clone without its history.
    const found = await asking(
      `${one}...${other}`,
      () => git(root, ['merge-base', ...commits]),
      () => 'as duas revisões não têm história em comum aqui',
    );
    return found.toString().trim();
  },
});
