import { Refusal } from '../core/errors.ts';
import { hasErrors } from '../core/issues.ts';
import { nearest } from '../core/nearest.ts';
import type { RowsAgainst } from '../data/rows-against.ts';
import { countAgainst } from '../data/rows-against.ts';
import type { Side } from '../diff/compile-side.ts';
import { compileSide } from '../diff/compile-side.ts';
import { listDifferences } from '../diff/list-differences.ts';
import type { NewRule } from '../diff/new-rules.ts';
import { newRules } from '../diff/new-rules.ts';
import type { Compared } from '../diff/print-differences.ts';
import { printJson, printMarkdown, printText } from '../diff/print-differences.ts';
import type { SourceFiles } from '../metadata/documents.ts';
import { createFileMemory } from '../metadata/file-memory.ts';
import { formatJson } from '../metadata/format-json.ts';
import type { Model } from '../model/types.ts';
import { refuseFiles } from './compile-project.ts';
import type { Command, Project } from './contract.ts';

/** The overlay with nothing but who the client is. */
const withoutChanges = (sources: SourceFiles, { raw }: Side, client: string): SourceFiles => {
  const document = raw.clients.find(({ name }) => name === client);
  if (document === undefined) return sources;
  const { name, title, theme } = document.value;
  return new Map([...sources, [document.file, formatJson({ name, title, theme })]]);
};

interface Found {
  readonly rule: NewRule;
  /** undefined: the database has no such column yet. */
  readonly rows: RowsAgainst | undefined;
}

const findRows = async (project: Project, rules: readonly NewRule[]): Promise<readonly Found[]> => {
  const { database, close } = await project.openData();
  try {
    const found: Found[] = [];
    for (const [entity, own] of Map.groupBy(rules, ({ entity }) => entity)) {
      const counted = await countAgainst(database, entity, own);
      found.push(...own.map((rule, index) => ({ rule, rows: counted[index] })));
    }
    return found;
  } finally {
    await close();
  }
};

const foundText = ({ rule, rows }: Found): string => {
  const name = `${rule.entity.name}.${rule.field.name} ${rule.words}`;
  if (rows === undefined) return `${name}: o banco ainda não tem a coluna`;
  if (rows.count === 0) return `${name}: todos os registros servem`;
  const many = rows.count === 1 ? '1 registro não serve' : `${rows.count.toLocaleString('pt-BR')} registros não servem`;
  return `${name}: ${many}, por exemplo ${rows.sample.map((id) => `id ${id}`).join(', ')}`;
};

const rowsHeading = 'Registros gravados, pelas regras novas';
const rowsLines = (found: readonly Found[]): readonly string[] =>
  found.length === 0 ? ['o cliente não pede nada de novo dos valores'] : found.map(foundText);

const modelOf = ({ clients }: Side, client: string): Model | undefined =>
  clients.find(({ name }) => name === client)?.model;

/** What an overlay changes, before anybody lives with it: screens, fields and rights, and the records that are there. */
export const onboard: Command = {
  name: 'onboard',
  usage: '<cliente> [--no-rows] [--json | --markdown]',
  summary: 'mostra o que o arquivo de um cliente muda nas telas e que registros gravados não serviriam',
  help: `Compara o cliente com o que ele teria sem os ajustes do seu arquivo, como 'diff' compara duas revisões: telas que saem,
campos ocultos ou obrigatórios, rótulos, listas, opções. Depois confere os registros do banco de DATABASE_URL ou, sem ele,
de DATA_FOLDER, pelas regras que o ajuste acrescenta (obrigatório, máscara, lista reduzida): quantos não serviriam, e o id
de alguns. Nenhum valor é mostrado e nada é gravado. Com algum registro que não serve o código de saída é 1.

  --no-rows    só os arquivos, sem banco
  --json       {client, differences, rows: [{entity, field, words, count, sample}]}
  --markdown   para um pull request

Exemplos:
  npm run -s fichario -- onboard nuclep --no-rows
  DATABASE_URL=postgres://... npm run -s fichario -- onboard nuclep`,
  options: { 'no-rows': { type: 'boolean' }, json: { type: 'boolean' }, markdown: { type: 'boolean' } },
  positionals: { least: 1, most: 1 },
  run: async ({ values, positionals: [asked = ''] }, project) => {
    if (values.json === true && values.markdown === true)
      throw new Refusal('COMMAND_ARGUMENT', { argument: '--markdown', problem: 'não vai junto com --json' });
    const client = asked.replace(/^clients\//, '').replace(/\.json$/, '');
    const sources = await project.read();
    const memory = createFileMemory();
    const after = compileSide(sources, project.catalogues, { memory, clients: [client] });
    const known = after.raw.clients.map(({ name }) => name);
    if (!known.includes(client)) {
      const suggestion = nearest(client, known);
      throw new Refusal('START_CLIENT_UNKNOWN', { client, known: known.join(', ') }, { suggestion });
    }
    if (hasErrors(after.issues)) throw refuseFiles(after.issues.filter(({ severity }) => severity === 'error'));
    const bare = withoutChanges(sources, after, client);
    const before = compileSide(bare, project.catalogues, { memory, clients: [client] });
    const differences = listDifferences(before, after)
      .filter(({ clients }) => clients.includes(client))
      .map((difference) => ({ ...difference, allClients: false }));
    const [old, now] = [modelOf(before, client), modelOf(after, client)];
    const rules = old === undefined || now === undefined ? [] : newRules(old, now);
    const found = values['no-rows'] === true ? undefined : await findRows(project, rules);
    const exitCode = found?.some(({ rows }) => (rows?.count ?? 0) > 0) ? 1 : 0;
    const compared: Compared = { from: 'a base', to: `clients/${client}.json`, errors: 0, differences };
    if (values.json === true) {
      const rows = found?.map(({ rule: { entity, field, words }, rows: counted }) => ({
        entity: entity.name,
        field: field.name,
        words,
        count: counted?.count ?? null,
        sample: counted?.sample ?? [],
      }));
      return {
        text: JSON.stringify({ client, ...JSON.parse(printJson(compared)), rows: rows ?? null }, null, 2),
        exitCode,
      };
    }
    const [print, heading, item] =
      values.markdown === true ? [printMarkdown, `\n## ${rowsHeading}\n`, '- '] : [printText, `\n${rowsHeading}`, '  '];
    const lines = found === undefined ? [] : [heading, ...rowsLines(found).map((line) => item + line)];
    return { text: [print(compared), ...lines].join('\n'), exitCode };
  },
};
