/** The command line. In: the words after `fichario`. Out: text and exit code. */
import type { ParseArgsOptionsConfig } from 'node:util';
import { parseArgs } from 'node:util';
import type { Issue } from '../core/errors.ts';
import { Refusal } from '../core/errors.ts';
import { arrangeIssues, reportIssue } from '../core/issues.ts';
import type { Messages } from '../core/messages.ts';
import { fillText } from '../core/messages.ts';
import { nearest } from '../core/nearest.ts';
import { loadMessages } from '../metadata/load-messages.ts';
import type { Command, CommandArguments, CommandOutput, Project } from './contract.ts';

const call = 'npm run -s fichario --';

const overview = (commands: readonly Command[]): string => {
  const width = Math.max(...commands.map((command) => command.name.length));
  return `Fichário: confere e explica os arquivos de schemas/ e clients/.

Uso: ${call} <comando> [opções]

Comandos:
${commands.map((command) => `  ${command.name.padEnd(width)}  ${command.summary}`).join('\n')}

Para aprender um comando: ${call} <comando> --help

Por onde começar:
  1. Crie schemas/<módulo>/<tela>/ com schema.json (os campos) e columns.json (rota, permissão, lista).
     schemas/language/README.md descreve cada chave e traz exemplos.
  2. ${call} validate   mostra tudo o que falta ou está errado, com o lugar e o que fazer.
  3. ${call} explain <entidade>.<campo> --client <cliente>   mostra quem definiu cada valor.`;
};

const commandHelp = (command: Command): string =>
  `${command.name}: ${command.summary}\n\nUso: ${`${call} ${command.name} ${command.usage}`.trim()}\n\n${command.help}`;

/** Options and positionals of a command. Raises COMMAND_ARGUMENT with the nearest option. */
const parse = (command: Command, words: readonly string[]): CommandArguments => {
  const options: ParseArgsOptionsConfig = { ...command.options, help: { type: 'boolean', short: 'h' } };
  const { tokens } = parseArgs({ args: [...words], options, strict: false, allowPositionals: true, tokens: true });
  const values: Record<string, string | boolean | undefined> = {};
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined;
    if (option === undefined) {
      const close = nearest(token.name, Object.keys(options));
      throw new Refusal(
        'COMMAND_ARGUMENT',
        { argument: token.rawName, problem: `a opção não existe em '${command.name}'` },
        { suggestion: close === undefined ? undefined : `--${close}` },
      );
    }
    if (option.type === 'string' && (token.value === undefined || token.value === ''))
      throw new Refusal('COMMAND_ARGUMENT', { argument: token.rawName, problem: 'falta o valor' });
    if (option.type === 'boolean' && token.value !== undefined)
      throw new Refusal('COMMAND_ARGUMENT', { argument: token.rawName, problem: 'a opção não leva valor' });
    values[token.name] = token.value ?? true;
  }
  const { least, most } = command.positionals;
  const extra = positionals[most];
  if (values.help !== true && positionals.length < least)
    throw new Refusal('COMMAND_ARGUMENT', {
      argument: command.usage.split(' ')[0] ?? '',
      problem: `falta em '${command.name}'`,
    });
  if (extra !== undefined)
    throw new Refusal('COMMAND_ARGUMENT', { argument: extra, problem: `sobra em '${command.name}'` });
  return { values, positionals };
};

const refusalText = (refusal: Refusal, messages: Messages | undefined): string => {
  const text = messages?.errors[refusal.code];
  const message = text === undefined ? refusal.message : fillText(text.message, refusal.params);
  const hints = [
    refusal.suggestion === undefined
      ? undefined
      : fillText(messages?.suggestion ?? "Você quis dizer '{name}'?", { name: refusal.suggestion }),
    text?.hint === undefined ? undefined : fillText(text.hint, refusal.params),
  ].filter((part) => part !== undefined);
  const issues = refusal.code === 'COMMAND_FILES_INVALID' ? (refusal.cause as readonly Issue[]) : [];
  const lines = arrangeIssues(issues)
    .filter((issue) => issue.severity === 'error')
    .map((issue) => reportIssue(issue, messages))
    .map((report) => `${report.file}:${report.line}:${report.column} ${report.code} ${report.message}`);
  return [...lines, `${refusal.code} ${message}`, ...(hints.length > 0 ? [`    ${hints.join(' ')}`] : [])].join('\n');
};

/** Runs one command line. Refusals come back as text; anything else is a fault and is thrown. */
export const runCommandLine = async (
  words: readonly string[],
  commands: readonly Command[],
  project: Project,
): Promise<CommandOutput> => {
  const [name, ...rest] = words;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help')
    return { text: overview(commands), exitCode: 0 };
  const command = commands.find((other) => other.name === name);
  try {
    if (command === undefined)
      throw new Refusal(
        'COMMAND_UNKNOWN',
        { command: name },
        {
          suggestion: nearest(
            name,
            commands.map((other) => other.name),
          ),
        },
      );
    const given = parse(command, rest);
    return given.values.help === true ? { text: commandHelp(command), exitCode: 0 } : await command.run(given, project);
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown;
    const { messages } = loadMessages(await project.read());
    const text = refusalText(thrown, messages);
    return thrown.code === 'COMMAND_FILES_INVALID'
      ? { text, exitCode: 1 }
      : { text, exitCode: command?.refusedWith ?? 2, refused: true };
  }
};
