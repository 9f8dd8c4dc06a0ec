import { Refusal } from '../core/errors.ts';
import { hasErrors } from '../core/issues.ts';
import { nearest } from '../core/nearest.ts';
import { countFilled } from '../data/count-filled.ts';
import type { CompiledClient } from '../diff/compile-side.ts';
import { compileSide } from '../diff/compile-side.ts';
import type { Use, UseKind } from '../diff/find-uses.ts';
import { findUses, useKinds } from '../diff/find-uses.ts';
import { writePlace } from '../diff/summarize.ts';
import { hasTable } from '../model/has-table.ts';
import type { Entity, Field, Model } from '../model/types.ts';
import { refuseFiles } from './compile-project.ts';
import type { Command, Project } from './contract.ts';

/** A use with the clients that have it. */
interface SharedUse extends Use {
  readonly clients: readonly string[];
  readonly allClients: boolean;
}

/** The field of the base that a target names. Raises COMMAND_ARGUMENT with the nearest name. */
const targetOf = (model: Model, target: string): { readonly entity: Entity; readonly field: Field } => {
  const [name = '', fieldName, ...rest] = target.split('.');
  const unknown = (problem: string, asked: string, known: Iterable<string>): Refusal =>
    new Refusal('COMMAND_ARGUMENT', { argument: target, problem }, { suggestion: nearest(asked, known) });
  // A name that is right is no suggestion: what lacks is the field.
  if (fieldName === undefined || rest.length > 0)
    throw unknown(
      'diga a entidade e o campo: banco.codigo',
      name,
      Object.hasOwn(model.entities, name) ? [] : Object.keys(model.entities),
    );
  const entity = Object.hasOwn(model.entities, name) ? model.entities[name] : undefined;
  if (entity === undefined) throw unknown(`'${name}' não existe`, name, Object.keys(model.entities));
  const field = entity.fields.find((one) => one.name === fieldName);
  if (field !== undefined) return { entity, field };
  const child = entity.children.find((one) => one.name === fieldName);
  if (child !== undefined)
    throw unknown(`'${fieldName}' é uma lista; pergunte por um campo de '${child.entity.name}'`, '', []);
  throw unknown(
    `'${fieldName}' não existe em '${name}'`,
    fieldName,
    entity.fields.map((one) => one.name),
  );
};

/** The uses of all clients, each once; the base says what a client that turned the screen off would have. */
const sharedUses = (clients: readonly CompiledClient[], entity: string, field: string): readonly SharedUse[] => {
  const found = new Map<string, Use & { readonly clients: string[] }>();
  for (const { name, files, model } of clients) {
    const [own] = [model.entities[entity]];
    const asked = own?.fields.find((one) => one.name === field);
    if (own === undefined || asked === undefined) continue;
    for (const use of findUses(files, model, own, asked)) {
      const key = `${use.kind} ${use.where} ${use.words}`;
      const known = found.get(key) ?? { ...use, clients: [] };
      if (name !== undefined) known.clients.push(name);
      found.set(key, known);
    }
  }
  const served = clients.length - 1;
  return [...found.values()]
    .map((use) => ({ ...use, allClients: use.clients.length === served }))
    .toSorted((a, b) => useKinds.indexOf(a.kind) - useKinds.indexOf(b.kind));
};

const headings: Readonly<Record<UseKind, string>> = {
  screen: 'Telas',
  export: 'Exportação',
  expression: 'Contas, condições e regras',
  state: 'Situações',
  relation: 'Relações e rótulos',
  view: 'Consultas',
  index: 'Índices e chaves',
  scope: 'Quem vê o quê',
  list: 'Listas de códigos',
  rows: 'Linhas iniciais',
  overlay: 'Clientes que o mudam',
};

const useText = ({ where, words, clients, allClients, origin, kind }: SharedUse): string => {
  const whom =
    kind === 'overlay' || allClients ? '' : ` (${clients.length === 0 ? 'nenhum cliente tem' : clients.join(', ')})`;
  return `  ${where}: ${words}${whom}\n      ${writePlace(origin)}`;
};

type Counted = Awaited<ReturnType<typeof countFilled>>;

const countRows = async (project: Project, entity: Entity, field: Field): Promise<Counted> => {
  if (!hasTable(entity))
    throw new Refusal('COMMAND_ARGUMENT', { argument: '--rows', problem: `'${entity.name}' não tem tabela própria` });
  const store = await project.openData();
  try {
    return await countFilled(store.database, entity, field);
  } finally {
    await store.close();
  }
};

const rowsText = (counted: Counted): string =>
  counted === undefined
    ? 'o banco ainda não tem a coluna'
    : `${counted.filled} de ${counted.rows} ${counted.rows === 1 ? 'linha tem' : 'linhas têm'} valor`;

/** Everything that rests on a field. */
export const impact: Command = {
  name: 'impact',
  usage: '<entidade>.<campo> [--rows] [--json]',
  summary: 'lista tudo o que usa um campo: telas, contas, relações, consultas, índices, clientes e linhas',
  help: `Diz de um campo que telas o mostram, filtram, somam ou alteram, que contas, condições, regras e transições o leem, que
rótulos e consultas o trazem, que índices, chaves e listas de códigos tem, que linhas iniciais o preenchem e que clientes
o mudam, cada um com o arquivo, a linha e a coluna. Onde só alguns clientes têm o uso, eles são nomeados.

  --rows   conta também as linhas gravadas que têm valor, no banco de DATABASE_URL ou, sem ele, de DATA_FOLDER
  --json   {target, type, rows?, uses: [{kind, where, words, clients, allClients, origin}]}

Exemplos:
  npm run -s fichario -- impact banco.codigo
  npm run -s fichario -- impact beneficiario.cidade --rows`,
  options: { rows: { type: 'boolean' }, json: { type: 'boolean' } },
  positionals: { least: 1, most: 1 },
  run: async ({ values, positionals: [target = ''] }, project) => {
    const { clients, issues } = compileSide(await project.read(), project.catalogues);
    if (hasErrors(issues)) throw refuseFiles(issues.filter(({ severity }) => severity === 'error'));
    const [base] = clients;
    if (base === undefined) throw new Error('the base is compiled always');
    const { entity, field } = targetOf(base.model, target);
    const uses = sharedUses(clients, entity.name, field.name);
    const counted = values.rows === true ? { rows: (await countRows(project, entity, field)) ?? null } : {};
    if (values.json === true)
      return { text: JSON.stringify({ target, type: field.type, ...counted, uses }, null, 2), exitCode: 0 };
    const groups = Map.groupBy(uses, ({ kind }) => kind);
    const lines = [
      `${target}, '${field.title}' de '${entity.title}': ${uses.length === 1 ? '1 uso' : `${uses.length} usos`}`,
      ...('rows' in counted ? [rowsText(counted.rows ?? undefined)] : []),
      ...groups.entries().flatMap(([kind, some]) => ['', headings[kind], ...some.map(useText)]),
    ];
    return { text: lines.join('\n'), exitCode: 0 };
  },
};
