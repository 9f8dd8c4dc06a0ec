import { Refusal } from '../core/errors.ts';
import type { Json } from '../core/json.ts';
import { nearest } from '../core/nearest.ts';
import type { RawDocument, RawFiles } from '../metadata/documents.ts';
import type { JsonEdit } from '../metadata/edit-json.ts';
import { editJson } from '../metadata/edit-json.ts';
import { loadFiles } from '../metadata/load-files.ts';
import { indexBase } from '../overlay/base-index.ts';
import type { Statement } from '../overlay/base-notes.ts';
import { readStatements } from '../overlay/base-notes.ts';
import type { Decision, DriftedStatement } from '../overlay/rebase.ts';
import { decide, findDrift, noteBase } from '../overlay/rebase.ts';
import { resolve } from '../overlay/resolve.ts';
import type { Command, CommandArguments } from './contract.ts';

const every = 'tudo';
const decisions: readonly Decision[] = ['keep', 'take', 'merge'];
/** What a decision leaves, as the listing proposes it. */
const leaves: Readonly<Record<Decision, string>> = {
  keep: 'fica o ajuste',
  take: 'vale a base',
  merge: 'a lista acompanha a base',
};

const write = (value: Json | undefined): string =>
  value === undefined || value === null ? '(nada)' : JSON.stringify(value);

const heads: Readonly<Record<DriftedStatement['drift'], string>> = {
  same: 'a base passou a dizer o mesmo',
  moved: 'a base mudou',
  gone: 'não existe mais na base',
};

/** What may be decided: of what is gone, only that the overlay forgets it. */
const offered = ({ drift, merged }: DriftedStatement): readonly Decision[] =>
  drift === 'moved' ? (merged === undefined ? ['keep', 'take'] : ['merge', 'keep', 'take']) : ['take'];

const tell = (client: RawDocument<'client'>, statement: DriftedStatement): string => {
  const { target, pointer, was, is, says, drift, merged } = statement;
  const { file, line, column } = client.origin(pointer, true);
  return [
    `${file}:${line}:${column} ${target}: ${heads[drift]}`,
    `    base, ao escrever: ${write(was)}`,
    `    base, agora:       ${drift === 'gone' ? '(não existe)' : write(is)}`,
    `    ajuste:            ${write(says)}`,
    ...(merged === undefined ? [] : [`    juntos:            ${write(merged)}`]),
    `    ${offered(statement)
      .map((decision) => `--${decision} ${target} (${leaves[decision]})`)
      .join(', ')}`,
  ].join('\n');
};

/** The decision of each target that an option names. Raises COMMAND_ARGUMENT where it names none that drifted. */
const decided = ({ values }: CommandArguments, drifted: readonly DriftedStatement[]): ReadonlyMap<string, Decision> => {
  const byTarget = new Map<string, Decision>();
  for (const decision of decisions) {
    const written = values[decision];
    if (typeof written !== 'string') continue;
    for (const name of written.split(',')) {
      const meant = drifted.filter(({ target }) => name === every || target === name);
      if (meant.length === 0 && name !== every)
        throw new Refusal(
          'COMMAND_ARGUMENT',
          { argument: name, problem: 'não é um ajuste cuja base mudou' },
          {
            suggestion: nearest(
              name,
              drifted.map(({ target }) => target),
            ),
          },
        );
      for (const statement of meant)
        if (offered(statement).includes(decision)) byTarget.set(statement.target, decision);
        else if (name !== every)
          throw new Refusal('COMMAND_ARGUMENT', {
            argument: name,
            problem: `--${decision} não se aplica; aqui vale ${offered(statement)
              .map((other) => `--${other}`)
              .join(' ou ')}`,
          });
    }
  }
  return byTarget;
};

interface Overlay {
  readonly client: RawDocument<'client'>;
  readonly statements: readonly Statement[];
  readonly drifted: readonly DriftedStatement[];
}

const readOverlays = (files: RawFiles, name: string | undefined): readonly Overlay[] => {
  const clients = files.clients.filter((client) => name === undefined || client.name === name);
  if (name !== undefined && clients.length === 0) {
    const known = files.clients.map((client) => client.name);
    const suggestion = nearest(name, known);
    throw new Refusal('START_CLIENT_UNKNOWN', { client: name, known: known.join(', ') }, { suggestion });
  }
  return clients.map((client) => {
    const statements = readStatements(client, indexBase(files), resolve(files, client.name).assignments);
    return { client, statements, drifted: findDrift(statements) };
  });
};

/** An overlay on a base that moved under it: shown three ways, and decided one by one. */
export const overlay: Command = {
  name: 'overlay',
  usage: 'rebase [<cliente>] [--keep ALVOS] [--take ALVOS] [--merge ALVOS]',
  summary: 'mostra o que mudou na base sob os ajustes de um cliente, dos três lados, e grava o que se decide',
  help: `Cada ajuste de clients/ guarda, em 'base', o que a base dizia quando ele foi escrito. Aqui se vê onde ela diz outra
coisa hoje: o que dizia, o que diz e o que o ajuste diz. Sem cliente valem todos. Com algo por decidir o código de saída
é 1.

  --keep ALVOS    fica o ajuste, e a base de hoje é anotada
  --take ALVOS    o ajuste sai, e vale a base
  --merge ALVOS   numa lista (columns, codes): o ajuste ganha o que a base acrescentou e perde o que ela retirou

ALVOS são nomes separados por vírgula, como mostrados, ou ${every}. Ajustes novos têm a base anotada em qualquer dos casos.

Exemplos:
  npm run -s fichario -- overlay rebase
  npm run -s fichario -- overlay rebase nuclep --merge bancos.columns --keep banco.codigo.label`,
  options: { keep: { type: 'string' }, take: { type: 'string' }, merge: { type: 'string' } },
  positionals: { least: 1, most: 2 },
  run: async (given, project) => {
    const [action, name] = given.positionals;
    if (action !== 'rebase')
      throw new Refusal(
        'COMMAND_ARGUMENT',
        { argument: action ?? '', problem: 'o que se faz com ajustes é rebase' },
        { suggestion: 'rebase' },
      );
    const sources = await project.read();
    const overlays = readOverlays(loadFiles(sources), name);
    const decisionOf = decided(
      given,
      overlays.flatMap(({ drifted }) => drifted),
    );
    const changed = new Map<string, string>();
    const open: string[] = [];
    for (const { client, statements, drifted } of overlays) {
      const edits: JsonEdit[] = drifted.flatMap((statement) => {
        const decision = decisionOf.get(statement.target);
        if (decision !== undefined) return decide(statement, decision);
        open.push(tell(client, statement));
        return [];
      });
      edits.push(...noteBase(statements, Object.keys(client.value.base ?? {})));
      const text = sources.get(client.file);
      if (edits.length > 0 && text !== undefined) changed.set(client.file, editJson(text, edits));
    }
    if (changed.size > 0) await project.write(changed);
    const sum = open.length === 0 ? 'nada por decidir' : `${open.length} por decidir`;
    const lines = [...open, ...[...changed.keys()].map((file) => `gravado: ${file}`), sum];
    return { text: lines.join('\n'), exitCode: open.length === 0 ? 0 : 1 };
  },
};
