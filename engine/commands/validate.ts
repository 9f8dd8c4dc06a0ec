import { arrangeIssues, hasErrors, reportIssue } from '../core/issues.ts';
import type { Messages } from '../core/messages.ts';
import { loadFiles } from '../metadata/load-files.ts';
import { loadMessages } from '../metadata/load-messages.ts';
import { validate as validateFiles } from '../model/validate.ts';
import type { Command } from './contract.ts';
import type { FixedFiles } from './fix-files.ts';
import { fixFiles } from './fix-files.ts';
import { formOf } from './form-of.ts';
import { issuesAs } from './print-issues.ts';

const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`;

const tellMended = ({ fixed, noted, files }: FixedFiles, messages: Messages | undefined): readonly string[] => [
  ...fixed
    .map((issue) => reportIssue(issue, messages))
    .map((report) => `consertado: ${report.file}:${report.line}:${report.column} ${report.code} ${report.message}`),
  ...(noted === 0 ? [] : [`anotado: ${count(noted, 'item da base', 'itens da base')}`]),
  `consertos em ${count(files.size, 'arquivo', 'arquivos')}`,
];

/** Checks all files and all overlays together. Exit code 1 where one of the issues is an error. */
export const validate: Command = {
  name: 'validate',
  usage: '[--json | --github | --gitlab] [--fix]',
  summary: 'confere todos os arquivos de schemas/ e clients/ e mostra todos os problemas de uma vez',
  help: `Cada problema ocupa uma linha, arquivo:linha:coluna CÓDIGO mensagem, e a seguinte diz o que fazer.
Avisos não impedem o uso; com algum erro o código de saída é 1.

  --json    uma lista JSON de {file, line, column, pointer, code, severity, message, hint}
  --github  anotações do GitHub Actions
  --gitlab  relatório Code Quality do GitLab
  --fix     antes, conserta o que tem uma só resposta: retira ajustes repetidos ou sem efeito, corrige nomes que só diferem
            na grafia (maiúsculas, acentos, separadores) e anota nos clientes a base sobre a qual foram escritos

Exemplos:
  npm run -s fichario -- validate
  npm run -s fichario -- validate --json > problemas.json
  npm run -s fichario -- validate --fix`,
  options: {
    json: { type: 'boolean' },
    github: { type: 'boolean' },
    gitlab: { type: 'boolean' },
    fix: { type: 'boolean' },
  },
  positionals: { least: 0, most: 0 },
  run: async ({ values }, project) => {
    const form = formOf(values, ['json', 'github', 'gitlab']);
    const read = await project.read();
    const mended = values.fix === true ? fixFiles(read, project.catalogues) : undefined;
    if (mended !== undefined && mended.files.size > 0) await project.write(mended.files);
    const sources = new Map([...read, ...(mended?.files ?? [])]);
    const { messages, issues: ofMessages } = loadMessages(sources);
    const issues = arrangeIssues([...validateFiles(loadFiles(sources), project.catalogues), ...ofMessages]);
    const reports = issues.map((issue) => reportIssue(issue, messages));
    const exitCode = hasErrors(issues) ? 1 : 0;
    if (form !== undefined) return { text: issuesAs[form](reports), exitCode };
    const errors = issues.filter((issue) => issue.severity === 'error').length;
    const lines = reports.map(
      (report) =>
        `${report.file}:${report.line}:${report.column} ${report.code} ${report.severity === 'warning' ? '(aviso) ' : ''}${report.message}` +
        (report.hint === null ? '' : `\n    ${report.hint}`),
    );
    const sum = `${count(sources.size, 'arquivo', 'arquivos')}: ${count(errors, 'erro', 'erros')}, ${count(issues.length - errors, 'aviso', 'avisos')}`;
    const told = mended === undefined ? [] : tellMended(mended, messages);
    return { text: [...told, ...lines, sum].join('\n'), exitCode };
  },
};
