import { arrangeIssues, hasErrors, reportIssue } from '../core/issues.ts';
import { loadFiles } from '../metadata/load-files.ts';
import { loadMessages } from '../metadata/load-messages.ts';
import { validate as validateFiles } from '../model/validate.ts';
import type { Command } from './contract.ts';

const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`;

/** Checks all files and all overlays together. Exit code 1 where one of the issues is an error. */
export const validate: Command = {
  name: 'validate',
  usage: '[--json]',
  summary: 'confere todos os arquivos de schemas/ e clients/ e mostra todos os problemas de uma vez',
  help: `Cada problema ocupa uma linha, arquivo:linha:coluna CÓDIGO mensagem, e a seguinte diz o que fazer.
Avisos não impedem o uso; com algum erro o código de saída é 1.

  --json   uma lista JSON de {file, line, column, pointer, code, severity, message, hint}

Exemplos:
  npm run -s fichario -- validate
  npm run -s fichario -- validate --json > problemas.json`,
  options: { json: { type: 'boolean' } },
  positionals: { least: 0, most: 0 },
  run: async ({ values }, project) => {
    const sources = await project.read();
    const { messages, issues: ofMessages } = loadMessages(sources);
    const issues = arrangeIssues([...validateFiles(loadFiles(sources), project.catalogues), ...ofMessages]);
    const reports = issues.map((issue) => reportIssue(issue, messages));
    const exitCode = hasErrors(issues) ? 1 : 0;
    if (values.json === true) return { text: JSON.stringify(reports, null, 2), exitCode };
    const errors = issues.filter((issue) => issue.severity === 'error').length;
    const lines = reports.map(
      (report) =>
        `${report.file}:${report.line}:${report.column} ${report.code} ${report.severity === 'warning' ? '(aviso) ' : ''}${report.message}` +
        (report.hint === null ? '' : `\n    ${report.hint}`),
    );
    const sum = `${count(sources.size, 'arquivo', 'arquivos')}: ${count(errors, 'erro', 'erros')}, ${count(issues.length - errors, 'aviso', 'avisos')}`;
    return { text: [...lines, sum].join('\n'), exitCode };
  },
};
