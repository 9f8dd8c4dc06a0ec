/**
 * The workflow, the job and the hook that show the commands in use, run as GitHub, GitLab and git run them: their own
 * steps, in a repository with a small project.
 */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { makeProjectFolder } from '../../support/project-folder.ts';

const root = join(import.meta.dirname, '../../..');
const copied = ['engine', 'src', 'package.json', '.github', '.gitlab', '.githooks'];

interface Ran {
  readonly status: number;
  readonly output: string;
}

let folder: string;

const run = (file: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ran> =>
  new Promise((resolve) => {
    execFile(file, args, { cwd: folder, env: { ...process.env, ...env } }, (error, stdout, stderr) => {
      resolve({ status: typeof error?.code === 'number' ? error.code : error ? -1 : 0, output: stdout + stderr });
    });
  });
const git = async (...args: readonly string[]): Promise<string> => {
  const { status, output } = await run('git', args);
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${output}`);
  return output.trim();
};
const commit = async (): Promise<string> => {
  await git('add', '-A');
  await git('commit', '-q', '--no-verify', '-m', 'change');
  return git('rev-parse', 'HEAD');
};

const record = 'schemas/loja/caixas/schema.json';
type Written = { properties: Record<string, { title?: string; maxLength?: number; type?: string }> };
const edit = async (change: (value: Written) => void): Promise<void> => {
  const value = JSON.parse(await readFile(join(folder, record), 'utf8')) as Written;
  change(value);
  await writeFile(join(folder, record), `${JSON.stringify(value, null, 2)}\n`);
};
const named = ({ properties }: Written): void => {
  properties['cor'] = { ...properties['cor'], title: 'Cor da caixa' };
};
const lost = ({ properties }: Written): void => {
  delete properties['cor'];
};
const broken = ({ properties }: Written): void => {
  properties['codigo'] = { ...properties['codigo'], type: 'strin' };
};

let base: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fichario-pipelines-'));
  const project = await makeProjectFolder();
  await cp(project.root, folder, { recursive: true });
  await project.remove();
  for (const name of copied) await cp(join(root, name), join(folder, name), { recursive: true });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  await writeFile(join(folder, '.gitignore'), 'node_modules\nfichario.json\n');
  await git('init', '-q', '-b', 'main');
  await git('config', 'user.name', 'Teste');
  await git('config', 'user.email', 'teste@exemplo.com.br');
  await git('config', 'commit.gpgsign', 'false');
  // The list has no column of a field that may go.
  const registry = join(folder, 'schemas/loja/caixas/columns.json');
  await writeFile(registry, (await readFile(registry, 'utf8')).replace('["codigo", "cor"]', '["codigo"]'));
  base = await commit();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The base with one change, made and committed. */
const changed = async (change: (value: Written) => void): Promise<void> => {
  await git('checkout', '-q', '-B', 'change', base);
  await edit(change);
  await commit();
};

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

const install = /^npm ci\b/;

describe('the workflow of GitHub', () => {
  const read = async () => parse(await readFile(join(root, '.github/workflows/fichario.yml'), 'utf8'));

  /** Its steps one after the other, up to one that fails; `loss`: what the caller says, nothing on a pull request of its own. */
  const runSteps = async (loss = '', from = base): Promise<Ran & { readonly summary: string }> => {
    const { jobs } = (await read()) as { jobs: { diff: { steps: readonly Step[] } } };
    const values: Readonly<Record<string, string>> = {
      'github.event.pull_request.base.sha': from,
      'inputs.fail-on-loss': loss,
    };
    const written = (text: string): string =>
      text.replace(/\$\{\{ *(.*?) *\}\}/g, (_, name: string) => {
        const value = values[name];
        if (value === undefined) throw new Error(`nothing is known of ${name}`);
        return value;
      });
    const summary = join(folder, '.git/summary.md');
    await writeFile(summary, '');
    const said: string[] = [];
    for (const step of jobs.diff.steps) {
      if (step.run === undefined || install.test(step.run)) continue;
      const env = Object.fromEntries(Object.entries(step.env ?? {}).map(([name, text]) => [name, written(text)]));
      const ran = await run('bash', ['-e', '-c', written(step.run)], { ...env, GITHUB_STEP_SUMMARY: summary });
      said.push(ran.output);
      if (ran.status !== 0)
        return { status: ran.status, output: said.join(''), summary: await readFile(summary, 'utf8') };
    }
    return { status: 0, output: said.join(''), summary: await readFile(summary, 'utf8') };
  };

  it('uses only actions of a fixed commit, and may only read', async () => {
    const { jobs, permissions } = await read();
    const used = (jobs.diff.steps as readonly Step[]).flatMap(({ uses }) => (uses === undefined ? [] : [uses]));
    expect(used.length).toBeGreaterThan(0);
    for (const one of used) expect(one).toMatch(/^actions\/[\w-]+@[0-9a-f]{40}$/);
    expect(permissions).toEqual({ contents: 'read' });
  });

  it('tells of a harmless change at its line and in the summary, and passes', async () => {
    await changed(named);
    const { status, output, summary } = await runSteps();
    expect([status, output.trim().split('\n')]).toEqual([
      0,
      [expect.stringMatching(new RegExp(`^::notice file=${record},line=15,col=7,.*'Cor'.*'Cor da caixa'`))],
    ]);
    expect(summary.split('\n')[0]).toBe('## O que muda para quem usa');
    expect(summary).toContain(`${record}:15`);
  });

  it('fails where something is lost, unless the caller says that it may be', async () => {
    await changed(lost);
    const refused = await runSteps();
    expect([refused.status, refused.output]).toEqual([2, expect.stringMatching(new RegExp(`::error file=${record},`))]);
    expect(refused.summary).toContain('perda');
    const allowed = await runSteps('false');
    expect([allowed.status, allowed.output]).toEqual([0, refused.output]);
  });

  it.each(['', 'f'.repeat(40)])(
    'fails where there is no base to compare with (%j), whatever the caller says',
    async (from) => {
      await changed(lost);
      const { status, output, summary } = await runSteps('false', from);
      expect([status, output]).toEqual([1, expect.stringContaining('::error::Falta o commit de partida do diff')]);
      expect(summary).toBe('');
    },
  );

  it('fails at the place of an error, whatever the caller says', async () => {
    await changed(broken);
    const { status, output, summary } = await runSteps('false');
    expect([status, output]).toEqual([1, expect.stringMatching(new RegExp(`^::error file=${record},line=10,`))]);
    expect(summary).toBe('');
  });
});

describe('the job of GitLab', () => {
  interface Report {
    readonly severity: string;
    readonly location: { readonly path: string; readonly lines: { readonly begin: number } };
  }

  const runScript = async (): Promise<{
    readonly status: number;
    readonly report: readonly (readonly unknown[])[];
  }> => {
    const { fichario } = parse(await readFile(join(root, '.gitlab/fichario.yml'), 'utf8')) as {
      fichario: { script: readonly string[]; artifacts: { reports: { codequality: string } } };
    };
    const lines = fichario.script.filter((line) => !install.test(line));
    const { status } = await run('sh', ['-e', '-c', lines.join('\n')], { CI_MERGE_REQUEST_DIFF_BASE_SHA: base });
    const text = await readFile(join(folder, fichario.artifacts.reports.codequality), 'utf8');
    const report = (JSON.parse(text) as readonly Report[]).map(({ severity, location }) => [
      severity,
      `${location.path}:${location.lines.begin}`,
    ]);
    return { status, report };
  };

  it.each([
    ['passes with a harmless change', named, 0, [['info', `${record}:15`]]],
    ['fails where something is lost', lost, 2, [['major', `${record}:7`]]],
    ['fails at the place of an error', broken, 1, [['blocker', `${record}:10`]]],
  ] as const)('%s, and leaves its report', async (_what, change, status, report) => {
    await changed(change);
    expect(await runScript()).toEqual({ status, report });
  });
});

describe('the hook before a commit', () => {
  const commitWith = async (change?: (value: Written) => void): Promise<Ran> => {
    await git('checkout', '-q', '-f', '-B', 'change', base);
    await git('config', 'core.hooksPath', '.githooks');
    if (change === undefined) await writeFile(join(folder, 'LEIAME.md'), 'Outra coisa.\n');
    else await edit(change);
    await git('add', '-A');
    try {
      return await run('git', ['commit', '-q', '-m', 'change']);
    } finally {
      await git('config', '--unset', 'core.hooksPath');
    }
  };

  it('lets through what is sound and says what it changes, also where something is lost', async () => {
    const harmless = await commitWith(named);
    expect([harmless.status, harmless.output]).toEqual([0, expect.stringContaining("'Cor da caixa'")]);
    const loss = await commitWith(lost);
    expect([loss.status, loss.output]).toEqual([0, expect.stringContaining('perda')]);
  });

  it('stops what has an error, and says nothing of other files', async () => {
    const stopped = await commitWith(broken);
    expect([stopped.status, stopped.output]).toEqual([
      1,
      expect.stringContaining(`${record}:10:15 LANGUAGE_VALUE_INVALID`),
    ]);
    expect(await commitWith()).toEqual({ status: 0, output: '' });
  });
});
