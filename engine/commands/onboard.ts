import type { GroupGrants } from '../access/access.ts';
import { Refusal } from '../core/errors.ts';
import { hasErrors } from '../core/issues.ts';
import { nearest } from '../core/nearest.ts';
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
import type { Command, CommandOutput, Project } from './contract.ts';
import { noBrowser, printHtml } from './onboard-html.ts';
import type { Found, OnboardReport } from './onboard-report.ts';
import { foundWords, noRules, rowsHeading } from './onboard-report.ts';
import type { WidenedRight } from './widened-rights.ts';
import { noWidened, reachWords, rightsHeading, widenedRights } from './widened-rights.ts';

/** The overlay with nothing but who the client is. */
const withoutChanges = (sources: SourceFiles, { raw }: Side, client: string): SourceFiles => {
  const document = raw.clients.find(({ name }) => name === client);
  if (document === undefined) return sources;
  const {
    defaults: _defaults,
    flags: _flags,
    fields: _fields,
    screens: _screens,
    base: _base,
    ...who
  } = document.value;
  return new Map([...sources, [document.file, formatJson(who)]]);
};

interface Asked {
  readonly found: readonly Found[];
  /** undefined: the database knows of none. */
  readonly groups: readonly GroupGrants[] | undefined;
}

/** What the database says: of the records, and of who may reach what opens. */
const askDatabase = async (project: Project, rules: readonly NewRule[]): Promise<Asked> => {
  const { database, groups, close } = await project.openData();
  try {
    const found: Found[] = [];
    for (const [entity, own] of Map.groupBy(rules, ({ entity }) => entity)) {
      const counted = await countAgainst(database, entity, own);
      found.push(...own.map((rule, index) => ({ rule, rows: counted[index] })));
    }
    return { found, groups: await groups?.() };
  } finally {
    await close();
  }
};

const foundText = ({ rule, rows }: Found): string =>
  `${rule.entity.name}.${rule.field.name} ${rule.words}: ${foundWords({ rule, rows })}`;

const rowsLines = (found: readonly Found[]): readonly string[] =>
  found.length === 0 ? [noRules] : found.map(foundText);

const rightsLines = (rights: readonly WidenedRight[]): readonly string[] =>
  rights.length === 0
    ? [noWidened]
    : rights.map((right) => [right.words, reachWords(right)].filter((part) => part !== '').join(': '));

const modelOf = ({ clients }: Side, client: string): Model | undefined =>
  clients.find(({ name }) => name === client)?.model;

/** Writes the file and says what is in it. Raises COMMAND_ARGUMENT where it cannot be written. */
const writeHtml = async (project: Project, file: string, report: OnboardReport): Promise<string> => {
  const cannot = (cause?: unknown): Refusal =>
    new Refusal('COMMAND_ARGUMENT', { argument: file, problem: 'não se pode gravar neste lugar' }, { cause });
  if (project.save === undefined) throw cannot();
  try {
    await project.save(file, printHtml(report));
  } catch (error) {
    throw cannot(error);
  }
  const { pictures } = report;
  if (pictures === undefined) return `Relatório em ${file}, sem imagens.`;
  if (pictures.kind === 'no-browser') return `Relatório em ${file}. ${noBrowser}`;
  const { length } = pictures.screens;
  return `Relatório em ${file}, com imagens de ${length === 1 ? 'uma tela' : `${length} telas`}.`;
};

const forms = ['json', 'markdown', 'html'] as const;

/** What an overlay changes, before anybody lives with it: screens, fields and rights, and the records that are there. */
export const onboard: Command = {
  name: 'onboard',
  usage: '<cliente> [--no-rows] [--json | --markdown | --html ARQUIVO [--no-pictures]]',
  summary: 'mostra o que o arquivo de um cliente muda nas telas e que registros gravados não serviriam',
  help: `Compara o cliente com o que ele teria sem os ajustes do seu arquivo, como 'diff' compara duas revisões: telas que saem,
campos ocultos ou obrigatórios, rótulos, listas, opções. Diz que direitos se alargam: telas e ações que se abrem, com o direito
que pedem, dados pessoais que aparecem, campos abertos à escrita e, com o banco, que grupos chegam a eles. Depois confere os registros do banco de DATABASE_URL ou, sem ele,
de DATA_FOLDER, pelas regras que o ajuste acrescenta (obrigatório, máscara, lista reduzida, linhas que passam a faltar):
quantos não serviriam, e o id de alguns. Nenhum valor é mostrado e nada é gravado. Com algum registro que não serve o código
de saída é 1.

  --no-rows      só os arquivos, sem banco
  --json         {client, differences, rights: [{kind, target, words, permission, groups: [{name, masked}]}],
                 rows: [{entity, field, words, count, sample}]}
  --markdown     para um pull request
  --html X       um só arquivo, para ler na tela ou imprimir, com as telas que mudam lado a lado, sem e com os ajustes.
                 O produto é aberto duas vezes em memória, com dados de demonstração, e um navegador tira as imagens: leva
                 alguns minutos. Sem navegador o relatório sai sem elas, e o diz
  --no-pictures  o mesmo arquivo sem imagens, de imediato

Exemplos:
  npm run -s fichario -- onboard nuclep --no-rows
  npm run -s fichario -- onboard clients/nuclep.json --html nuclep.html
  DATABASE_URL=postgres://... npm run -s fichario -- onboard nuclep`,
  options: {
    'no-rows': { type: 'boolean' },
    json: { type: 'boolean' },
    markdown: { type: 'boolean' },
    html: { type: 'string' },
    'no-pictures': { type: 'boolean' },
  },
  positionals: { least: 1, most: 1 },
  run: async ({ values, positionals: [asked = ''] }, project): Promise<CommandOutput> => {
    const [form, other] = forms.filter((one) => values[one] !== undefined && values[one] !== false);
    if (other !== undefined)
      throw new Refusal('COMMAND_ARGUMENT', { argument: `--${other}`, problem: `não vai junto com --${form}` });
    if (values['no-pictures'] === true && form !== 'html')
      throw new Refusal('COMMAND_ARGUMENT', { argument: '--no-pictures', problem: 'só vai junto com --html' });
    const client = asked.replace(/^clients\//, '').replace(/\.json$/, '');
    const sources = await project.read();
    const memory = createFileMemory();
    const after = compileSide(sources, project.catalogues, { memory, clients: [client] });
    const known = after.raw.clients.map(({ name }) => name);
    const document = after.raw.clients.find(({ name }) => name === client);
    if (document === undefined) {
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
    const stored = values['no-rows'] === true ? undefined : await askDatabase(project, rules);
    const found = stored?.found;
    const rights = old === undefined || now === undefined ? [] : widenedRights(old, now, stored?.groups);
    const exitCode = found?.some(({ rows }) => (rows?.count ?? 0) > 0) ? 1 : 0;
    const compared: Compared = { from: 'a base', to: `clients/${client}.json`, errors: 0, differences };
    if (form === 'json') {
      const rows = found?.map(({ rule: { entity, field, words }, rows: counted }) => ({
        entity: entity.name,
        field: field.name,
        words,
        count: counted?.count ?? null,
        sample: counted?.sample ?? [],
      }));
      return {
        text: JSON.stringify(
          {
            client,
            ...JSON.parse(printJson(compared)),
            rights: rights.map(({ groups, ...right }) => ({ ...right, groups: groups ?? null })),
            rows: rows ?? null,
          },
          null,
          2,
        ),
        exitCode,
      };
    }
    if (form === 'html') {
      const screens = [...new Set(differences.flatMap((one) => one.screens))];
      const pictures =
        values['no-pictures'] === true
          ? undefined
          : ((await project.picture?.({ client, before: bare, after: sources, screens })) ?? { kind: 'no-browser' });
      const report = { client: document.value, compared, rights, found, pictures };
      return { text: await writeHtml(project, String(values['html']), report), exitCode };
    }
    const [print, heading, item] =
      form === 'markdown'
        ? [printMarkdown, (title: string) => `\n## ${title}\n`, '- ']
        : [printText, (title: string) => `\n${title}`, '  '];
    const part = (title: string, lines: readonly string[]) => [heading(title), ...lines.map((line) => item + line)];
    const lines = [
      ...part(rightsHeading, rightsLines(rights)),
      ...(found === undefined ? [] : part(rowsHeading, rowsLines(found))),
    ];
    return { text: [print(compared), ...lines].join('\n'), exitCode };
  },
};
