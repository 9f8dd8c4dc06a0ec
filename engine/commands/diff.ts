import type { Issue } from '../core/errors.ts';
import { Refusal } from '../core/errors.ts';
import { arrangeIssues, reportIssue } from '../core/issues.ts';
import { nearest } from '../core/nearest.ts';
import type { Side } from '../diff/compile-side.ts';
import { compileSide } from '../diff/compile-side.ts';
import { listDifferences } from '../diff/list-differences.ts';
import type { Compared } from '../diff/print-differences.ts';
import { printGithub, printGitlab, printJson, printMarkdown, printText } from '../diff/print-differences.ts';
import { declaredRenames } from '../diff/rename-side.ts';
import { isGrave } from '../diff/summarize.ts';
import type { SourceFiles } from '../metadata/documents.ts';
import { createFileMemory } from '../metadata/file-memory.ts';
import { loadMessages } from '../metadata/load-messages.ts';
import { openSqlParser } from '../metadata/parse-query.ts';
import { refuseFiles } from './compile-project.ts';
import type { Command, History, Project } from './contract.ts';
import { formOf } from './form-of.ts';
import { issuesAs } from './print-issues.ts';

const formats = { json: printJson, markdown: printMarkdown, github: printGithub, gitlab: printGitlab } as const;
type Format = keyof typeof formats;

interface Revision {
  readonly name: string;
  readonly sources: SourceFiles;
}

const workingTree = 'árvore de trabalho';

const historyOf = ({ history }: Project): History => {
  if (history === undefined)
    throw new Refusal('COMMAND_ARGUMENT', { argument: 'diff', problem: 'este projeto não tem história' });
  return history;
};

const revisionOf = async (project: Project, name: string): Promise<Revision> => {
  const { commit, sources } = await historyOf(project).read(name);
  const short = commit.slice(0, 7);
  return { name: commit.startsWith(name) ? short : `${name} (${short})`, sources };
};

/** The two that are compared: `A`, `A..B` or `A...B`; a side that is left out is HEAD. */
const revisionsOf = async (
  project: Project,
  range: string | undefined,
  staged: boolean,
): Promise<readonly [Revision, Revision]> => {
  const [, base = range ?? '', dots, head = ''] = /^(.*?)(\.{2,3})(.*)$/.exec(range ?? '') ?? [];
  if (dots === undefined) {
    const to = staged
      ? { name: 'o que está preparado', sources: await historyOf(project).staged() }
      : { name: workingTree, sources: await project.read() };
    return [await revisionOf(project, base || 'HEAD'), to];
  }
  if (staged)
    throw new Refusal('COMMAND_ARGUMENT', { argument: '--staged', problem: 'não vai junto com duas revisões' });
  const [one, other] = [base || 'HEAD', head || 'HEAD'];
  const from = dots === '..' ? one : await historyOf(project).common(one, other);
  return [await revisionOf(project, from), await revisionOf(project, other)];
};

/** The errors of the files that were to be compared, in the form that was asked for. */
const refusedAs = async (project: Project, form: keyof typeof issuesAs, errors: readonly Issue[]) => {
  const { messages } = loadMessages(await project.read());
  const reports = arrangeIssues(errors).map((issue) => reportIssue(issue, messages));
  return {
    text: form === 'json' ? JSON.stringify({ refused: reports }, null, 2) : issuesAs[form](reports),
    exitCode: 1,
  } as const;
};

const checkClient = (client: string, sides: readonly Side[]): void => {
  const known = sides.flatMap(({ raw }) => raw.clients.map(({ name }) => name));
  if (!known.includes(client))
    throw new Refusal(
      'START_CLIENT_UNKNOWN',
      { client, known: [...new Set(known)].join(', ') },
      { suggestion: nearest(client, known) },
    );
};

/** What a change of the files changes for those who use the product. */
export const diff: Command = {
  name: 'diff',
  usage: '[BASE | BASE..HEAD | BASE...HEAD] [--staged] [--client X] [--json | --markdown | --github | --gitlab]',
  summary: 'diz o que uma mudança dos arquivos muda para quem usa, cliente por cliente',
  help: `Compila os arquivos das duas revisões para todos os clientes e mostra cada diferença entre os modelos: o que era, o que
passa a ser, a quem concerne, o que o banco de dados tem de fazer e que arquivo, linha e coluna a causou. O que vale para
todos os clientes é dito uma vez. Sem argumento compara HEAD com a árvore de trabalho; com BASE, BASE com a árvore; com
BASE..HEAD as duas revisões; com três pontos, HEAD com o ponto em que se separou de BASE, como em um pull request.
Um campo que troca de nome com a mudança declarada em schemas/changes.json ('rename' o faz) é dito uma vez, como mudança.

Cada mudança acrescenta, muda, restringe (o que era aceito deixa de ser), enfraquece (uma regra, máscara, limite ou
direito protege menos: obrigatório que deixa de ser, máscara, forma ou limite retirado, campo que deixa de ser único,
segredo ou só de leitura, classe de dado pessoal mais branda, direito, assunto, papel, situação ou filtro mudado) ou perde
(campo, lista, tela, coluna, filtro, opção, ação, transição ou cliente que sai ou deixa de aparecer; tipo, rota ou nome na
API que muda). Para o banco de dados: safe, locking (trava a tabela enquanto grava), needs-scan (confere as linhas),
needs-backfill (pede valores nas linhas que há), lossy (perderia dados: o início é recusado).

O código de saída é 0 quando nada muda ou só há o que acrescenta, muda ou restringe; 2 quando algo enfraquece, perde ou é
lossy; 1 quando os arquivos de chegada têm erros, ditos na mesma forma (em --json {refused}). Um pedido que não se entende também dá 2, com o texto na saída de erros.

  --staged     compara com o que está preparado para o próximo commit
  --client X   só o que concerne ao cliente X
  --json       {from, to, errors, summary, differences: [{path, kind, thing, before, after, words, effect, clients,
               allClients, screens, from, to, derived, schema}]}
  --markdown   para o comentário de um pull request
  --github     anotações do GitHub Actions
  --gitlab     relatório Code Quality do GitLab

Exemplos:
  npm run -s fichario -- diff
  npm run -s fichario -- diff main
  npm run -s fichario -- diff main...HEAD --markdown
  npm run -s fichario -- diff --staged --client copass`,
  options: {
    staged: { type: 'boolean' },
    client: { type: 'string' },
    json: { type: 'boolean' },
    markdown: { type: 'boolean' },
    github: { type: 'boolean' },
    gitlab: { type: 'boolean' },
  },
  positionals: { least: 0, most: 1 },
  run: async ({ values, positionals: [range] }, project) => {
    const format = formOf(values, Object.keys(formats) as Format[]);
    const [from, to] = await revisionsOf(project, range, values.staged === true);
    const memory = createFileMemory();
    const before = compileSide(from.sources, project.catalogues, { memory });
    const after = compileSide(to.sources, project.catalogues, { memory });
    const found = after.issues.filter(({ severity }) => severity === 'error');
    if (found.length > 0 && format !== undefined && format !== 'markdown') return refusedAs(project, format, found);
    if (found.length > 0) throw refuseFiles(found);
    const { client } = values;
    if (typeof client === 'string') checkClient(client, [before, after]);
    // Queries are read once more under the names of now.
    if (declaredRenames(before, after).length > 0) await openSqlParser();
    const differences = listDifferences(before, after).filter(
      ({ clients }) => typeof client !== 'string' || clients.includes(client),
    );
    const errors = before.issues.filter(({ severity }) => severity === 'error').length;
    const compared: Compared = { from: from.name, to: to.name, errors, differences };
    const print = format === undefined ? printText : formats[format];
    return { text: print(compared), exitCode: differences.some(isGrave) ? 2 : 0 };
  },
};
