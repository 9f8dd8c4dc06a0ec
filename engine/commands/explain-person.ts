import { createAccess } from '../access/access.ts';
import type { WhyLine } from '../contract/describe-why.ts';
import { describeWhy } from '../contract/describe-why.ts';
import type { WhyAnswer } from '../contract/why.ts';
import { Refusal } from '../core/errors.ts';
import { fillText } from '../core/messages.ts';
import { nearest } from '../core/nearest.ts';
import type { AccessQuestion } from '../data/explain-access.ts';
import { explainAccess } from '../data/explain-access.ts';
import { loadMessages } from '../metadata/load-messages.ts';
import { createFileFacts } from '../model/file-facts.ts';
import type { Model } from '../model/types.ts';
import type { CompiledProject } from './compile-project.ts';
import { compileProject } from './compile-project.ts';
import type { Project } from './contract.ts';

const registriesOf = ({ files }: Pick<CompiledProject, 'files'>) =>
  files.screens.flatMap(({ folder, registry: { value } }) =>
    value.path === undefined ? [] : [{ folder, path: value.path, entity: value.entity }],
  );

/** `bancos`, `/bancos` or `banco.nome`: the screen, and of it the field. Raises COMMAND_ARGUMENT. */
const questionOf = (
  compiled: Pick<CompiledProject, 'files'> & { readonly model: Model },
  target: string,
  id: string | undefined,
): AccessQuestion => {
  if (id !== undefined && !/^\d{1,15}$/.test(id))
    throw new Refusal('COMMAND_ARGUMENT', { argument: id, problem: 'é o id de um registro' });
  const row = id === undefined ? undefined : Number(id);
  if (target.startsWith('/')) return { path: target, id: row, field: undefined };
  const [first = '', ...rest] = target.split('.');
  const field = rest.length === 0 ? undefined : rest.join('.');
  const registries = registriesOf(compiled);
  const found =
    registries.find(({ folder }) => field === undefined && folder === first) ??
    registries.find(({ entity }) => entity === first);
  if (found) return { path: found.path, id: row, field };
  throw new Refusal(
    'COMMAND_ARGUMENT',
    { argument: target, problem: `'${first}' não existe` },
    { suggestion: nearest(first, [...registries.flatMap(({ folder, entity }) => [folder, entity])]) },
  );
};

const marks: Readonly<Record<WhyLine['outcome'], string>> = { yes: 'sim', part: 'parte', no: 'não' };

const asText = ({ person, screen }: WhyAnswer, lines: readonly WhyLine[]): string =>
  [
    `${person.login} em ${screen.path}`,
    ...(person.groups.length === 0 ? [] : [`grupos: ${person.groups.map(({ name }) => name).join(', ')}`]),
    ...lines.flatMap(({ outcome, title, reasons }) => [
      `${marks[outcome].padEnd(5)} ${title}`,
      ...reasons.map((reason) => `      ${reason}`),
    ]),
  ].join('\n');

/**
 * What `GET /acesso/por-que` answers, from the stored rights of the installation. Raises COMMAND_ARGUMENT, the refusals of
 * opening the database and of the question.
 */
export const explainPerson = async (
  project: Project,
  login: string,
  client: string | undefined,
  [target = '', id]: readonly string[],
): Promise<{ readonly answer: WhyAnswer; readonly text: string }> => {
  const installation = await project.open();
  try {
    const { files, model } = await compileProject(project, client ?? installation.client);
    const question = questionOf({ files, model }, target, id);
    const found = await installation.find(login);
    if (found === undefined)
      throw new Refusal('COMMAND_ARGUMENT', { argument: login, problem: 'não há usuário com este login' });
    const facts = async () => createFileFacts(files, model);
    const explained = await explainAccess(installation, model, createAccess(found.grants), facts, question);
    const answer = { person: found.person, ...explained };
    const texts = loadMessages(await project.read()).messages?.texts ?? {};
    const lines = describeWhy(answer, (key, params = {}) => fillText(texts[key] ?? key, params));
    return { answer, text: asText(answer, lines) };
  } finally {
    await installation.close();
  }
};
