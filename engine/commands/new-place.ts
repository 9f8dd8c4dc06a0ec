import { Refusal } from '../core/errors.ts';
import { nearest } from '../core/nearest.ts';
import { plainName } from '../core/plain-name.ts';
import { titleOf } from '../inference/name-field.ts';
import type { RegistryNames } from '../inference/name-registry.ts';
import { namesOfFile, namesOfTitle } from '../inference/name-registry.ts';
import type { Place } from '../inference/write-registry.ts';
import type { RawFiles } from '../metadata/documents.ts';
import { snakeCase, snakeCaseWords } from '../metadata/property.ts';
import type { Model } from '../model/types.ts';
import type { CommandArguments, Desk } from './contract.ts';

type Values = CommandArguments['values'];
type Ask = NonNullable<Desk['ask']>;

const given = (values: Values, name: string): string | undefined =>
  typeof values[name] === 'string' ? values[name] : undefined;

const refuse = (argument: string, problem: string, suggestion?: string): Refusal =>
  new Refusal('COMMAND_ARGUMENT', { argument, problem }, { suggestion });

/** Folders below schemas/ that are no modules. */
const notModules: ReadonlySet<string> = new Set(['language', 'code-lists', 'messages', 'parts']);

const modulesOf = (raw: RawFiles): readonly string[] =>
  [...new Set([...raw.menus.map(({ name }) => name), ...raw.screens.map(({ module }) => module)])].sort();

const askModule = async (raw: RawFiles, ask: Ask | undefined): Promise<string> => {
  const modules = modulesOf(raw);
  if (ask === undefined) throw refuse('--module', `falta; há estes módulos: ${modules.join(', ')}`);
  for (;;) {
    const answer = await ask(`Módulo (${modules.join(', ')}): `);
    if (answer !== '') return answer;
  }
};

/** The group of the module's own name, else the parent that most of its screens have, else its first group. */
const parentOf = (module: string, raw: RawFiles): string | undefined => {
  const groups = raw.menus.flatMap(({ name, value }) => value.groups.map(({ path }) => ({ path, module: name })));
  if (groups.some(({ path }) => path === `/${module}`)) return `/${module}`;
  const counts = new Map<string, number>();
  for (const screen of raw.screens) {
    const { parent } = screen.registry.value;
    if (screen.module === module && parent !== undefined) counts.set(parent, (counts.get(parent) ?? 0) + 1);
  }
  const [commonest] = [...counts].sort(([, m], [, n]) => n - m);
  return commonest?.[0] ?? groups.find((group) => group.module === module)?.path;
};

const checkNames = ({ entity, folder, title }: RegistryNames): void => {
  if (title === '') throw refuse('--title', 'falta o título');
  if (!new RegExp(snakeCase).test(entity)) throw refuse('--entity', `'${entity}' não serve: ${snakeCaseWords}`);
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(folder))
    throw refuse('--path', `'/${folder}' não serve: minúsculas sem acento, dígitos e hífens, como /tipos-guias`);
};

const checkFree = ({ entity, folder }: RegistryNames, raw: RawFiles, model: Model): void => {
  if (model.entities[entity] !== undefined)
    throw refuse('--entity', `a entidade '${entity}' já existe; nada foi gravado. Dê outro nome ao cadastro novo`);
  const taken = raw.screens.find((screen) => screen.owner === undefined && screen.folder === folder);
  if (taken !== undefined)
    throw refuse('--path', `a pasta schemas/${taken.module}/${folder} já existe; nada foi gravado. Dê outra rota`);
  if (model.screens.some(({ path }) => path === `/${folder}`))
    throw refuse('--path', `a rota '/${folder}' já existe; nada foi gravado. Dê outra`);
};

/**
 * Names and place of a new registry: from the options, else from the answers, else from the name of the file. Asks only
 * for what is missing. Raises COMMAND_ARGUMENT for names that do not serve or are taken, and for a module that nobody said.
 */
export const placeOf = async (
  values: Values,
  file: string | undefined,
  { raw, model, ask }: { readonly raw: RawFiles; readonly model: Model; readonly ask: Ask | undefined },
): Promise<{ readonly place: Place; readonly notes: readonly string[] }> => {
  const ofFile = file === undefined ? undefined : namesOfFile(file);
  const said = given(values, 'title');
  const prompt = ofFile === undefined ? 'Título de um registro, no singular: ' : `Título [${ofFile.title}]: `;
  const title = said ?? ((await ask?.(prompt)) || undefined);
  const names = title === undefined ? ofFile : namesOfTitle(title);
  if (names === undefined) throw refuse('--title', 'falta o título');
  const path = given(values, 'path');
  const chosen: RegistryNames = {
    title: names.title,
    entity: given(values, 'entity') ?? names.entity,
    folder: path?.replace(/^\//, '') ?? ofFile?.folder ?? names.folder,
  };
  checkNames(chosen);
  checkFree(chosen, raw, model);
  const module = given(values, 'module') ?? (await askModule(raw, ask));
  if (!/^[a-z][a-z0-9-]*$/.test(module) || notModules.has(module))
    throw refuse('--module', `'${module}' não serve de nome de módulo`);
  const modules = modulesOf(raw);
  const notes: string[] = [];
  if (title === undefined) notes.push(`o título '${chosen.title}' vem do nome do arquivo: confira, ou diga --title`);
  const parent = given(values, 'parent') ?? parentOf(module, raw);
  if (modules.includes(module) || parent !== undefined)
    return { place: { ...chosen, module, parent: parent ?? '/' }, notes };
  const close = nearest(module, modules);
  notes.push(`o módulo '${module}' é novo${close === undefined ? '' : `; quis dizer '${close}'?`}`);
  const group = { path: `/${plainName(module).replaceAll('_', '-')}`, title: titleOf(module.replaceAll('-', ' ')) };
  return { place: { ...chosen, module, parent: group.path, group }, notes };
};
