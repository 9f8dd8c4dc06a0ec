import { Refusal } from '../core/errors.ts';
import { arrangeIssues, hasErrors, reportIssue } from '../core/issues.ts';
import { readGrid } from '../files/read-grid.ts';
import { findTable } from '../inference/find-table.ts';
import { knownRegistries } from '../inference/known-registries.ts';
import { propose } from '../inference/propose.ts';
import type { Known, Proposal } from '../inference/types.ts';
import { writeRegistry } from '../inference/write-registry.ts';
import type { SourceFiles } from '../metadata/documents.ts';
import { loadFiles } from '../metadata/load-files.ts';
import { loadMessages } from '../metadata/load-messages.ts';
import { validate as validateFiles } from '../model/validate.ts';
import { askFields } from './ask-fields.ts';
import { compileProject } from './compile-project.ts';
import type { Command, Desk, Project } from './contract.ts';
import { placeOf } from './new-place.ts';
import { newAsJson, tellNew } from './new-report.ts';

/** COMMAND_ARGUMENT of the file. */
const refuseFile = (file: string, problem: string): Refusal =>
  new Refusal('COMMAND_ARGUMENT', { argument: file, problem });

interface Source {
  readonly proposal: Proposal;
  readonly said: string;
}

const proposeFrom = async (file: string, subject: string, known: Known, desk: Desk): Promise<Source> => {
  const bytes = await desk.readFile(file);
  if (bytes === undefined) throw refuseFile(file, 'o arquivo não existe ou não pode ser lido');
  const grid = await readGrid(bytes);
  if (grid === undefined) throw refuseFile(file, 'não é um CSV nem um XLSX que se possa ler; salve-o como um dos dois');
  const sheet = findTable(grid);
  if (sheet === undefined || sheet.lines.length === 0)
    throw refuseFile(file, 'não tem uma tabela: um cabeçalho e ao menos uma linha abaixo dele');
  const proposal = propose(sheet, known, { timeZone: desk.timeZone, subject });
  return {
    proposal,
    said: `${file}: ${grid.format}, linhas: ${sheet.lines.length}, colunas: ${sheet.columns.length}`,
  };
};

/** What is wrong with the project once the files are in it, one line each; the files as they are have no errors. */
const problemsWith = (
  files: ReadonlyMap<string, string>,
  sources: SourceFiles,
  project: Project,
): { readonly lines: readonly string[]; readonly refused: boolean } => {
  const { messages } = loadMessages(sources);
  const merged = loadFiles(new Map([...sources, ...files]));
  const issues = arrangeIssues(validateFiles(merged, project.catalogues));
  const ours = issues.filter((issue) => files.has(reportIssue(issue, messages).file) || issue.severity === 'error');
  return {
    lines: ours
      .map((issue) => reportIssue(issue, messages))
      .map(({ file, line, column, code, message }) => `${file}:${line}:${column} ${code} ${message}`),
    refused: hasErrors(ours),
  };
};

/** A new registry, out of a spreadsheet or of answers. Writes nothing that `validate` would refuse, and over nothing. */
export const newRegistry: Command = {
  name: 'new',
  usage:
    '[<arquivo.csv|arquivo.xlsx>] [--module X] [--title X] [--path /x] [--entity x] [--parent /x] [--dry-run] [--json]',
  summary: 'faz um cadastro a partir de uma planilha, ou de perguntas: campos, tipos, chave, listas, relações e linhas',
  help: `Lê um CSV (vírgula, ponto e vírgula ou tabulação; UTF-8 ou o que o Excel grava no Windows) ou a primeira planilha de um
XLSX e propõe o cadastro: nomes, tipos, tamanhos, máscaras, documentos com dígito verificador, campos obrigatórios, chave
natural, listas de códigos e relações com cadastros que já existem, por seus valores. Mostra de cada coisa a evidência e a
confiança, grava schema.json, columns.json, search.json e data.csv e diz o endereço da tela. Só grava o que validate aceita, e
nunca por cima do que existe. Sem arquivo, pergunta os campos; em um terminal, pergunta também o que faltar.

  --module X   pasta de schemas/ em que o cadastro fica; uma nova ganha seu grupo no menu
  --title X    título de um registro, no singular: Contrato (padrão: pelo nome do arquivo)
  --path /x    rota e pasta: /contratos (padrão: pelo nome do arquivo ou pelo título)
  --entity x   nome da tabela: contrato (padrão: pelo título)
  --parent /x  entrada do menu acima da tela (padrão: o grupo do módulo)
  --dry-run    mostra e não grava
  --json       a proposta e os arquivos em JSON

Exemplos:
  npm run -s fichario -- new contratos.csv --module contrato --title Contrato --dry-run
  npm run -s fichario -- new "Rede credenciada.xlsx" --module pessoa --title "Prestador da rede" --path /rede`,
  options: {
    module: { type: 'string' },
    title: { type: 'string' },
    path: { type: 'string' },
    entity: { type: 'string' },
    parent: { type: 'string' },
    'dry-run': { type: 'boolean' },
    json: { type: 'boolean' },
  },
  positionals: { least: 0, most: 1 },
  run: async ({ values, positionals }, project) => {
    const { desk } = project;
    if (desk === undefined) throw new Error('this project has no desk to begin something at');
    const [file] = positionals;
    if (file === undefined && desk.ask === undefined)
      throw refuseFile('<arquivo>', 'falta, e sem um terminal não há a quem perguntar os campos');
    const sources = await project.read();
    const { model } = await compileProject(project, undefined);
    const raw = loadFiles(sources);
    const known = knownRegistries(raw, model);
    // A file that cannot be read is said before anything is asked.
    if (file !== undefined && (await desk.readFile(file)) === undefined)
      throw refuseFile(file, 'o arquivo não existe ou não pode ser lido');
    const { place, notes } = await placeOf(values, file, { raw, model, ask: desk.ask });
    const { proposal, said } =
      file === undefined
        ? { proposal: await askFields(desk.ask as NonNullable<Desk['ask']>, known, model), said: undefined }
        : await proposeFrom(file, place.entity, known, desk);
    const files = writeRegistry(proposal, place, new Set(known.codeLists.map(({ name }) => name)));
    const problems = problemsWith(files, sources, project);
    const dry = values['dry-run'] === true;
    const told = { source: said, proposal, place, files: [...files.keys()], address: desk.address };
    if (problems.refused) {
      const lines = [...problems.lines, 'Nada foi gravado: validate recusaria os arquivos pelos erros acima.'];
      return { text: lines.join('\n'), exitCode: 1 };
    }
    const existing = dry ? [] : await desk.create(files);
    const [taken] = existing;
    if (taken !== undefined) throw refuseFile(taken, 'já existe; nada foi gravado');
    const report = { ...told, notes: [...notes, ...problems.lines], written: !dry };
    return { text: values.json === true ? newAsJson(report) : tellNew(report), exitCode: 0 };
  },
};
