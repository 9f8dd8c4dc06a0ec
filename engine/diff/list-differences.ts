import { toPointer } from '../core/json.ts';
import type { Origin } from '../core/origin.ts';
import { messagesFile } from '../metadata/load-messages.ts';
import { hasTable } from '../model/has-table.ts';
import type { Screen } from '../model/screen-types.ts';
import type { Entity, Model } from '../model/types.ts';
import type { Change, Difference } from './change.ts';
import type { ChangedPlace } from './changed-places.ts';
import { changedPlaces } from './changed-places.ts';
import { compare } from './compare.ts';
import type { CompiledClient, Side } from './compile-side.ts';
import { indexOf } from './file-index.ts';
import { withoutMoot } from './moot-conditions.ts';
import type { DeclaredRename } from './rename-side.ts';
import { underNewNames } from './rename-side.ts';
import type { SchemaChange } from './schema-class.ts';
import { classifySchema, classOfChange } from './schema-class.ts';
import { traceChange } from './trace-change.ts';
import { messageWords, modelWords } from './words/model-words.ts';
import { said } from './words/node.ts';

type Places = ReadonlyMap<string, readonly ChangedPlace[]>;

const registriesOf = (model: Model, entities: ReadonlySet<string>): readonly string[] =>
  model.screens.flatMap((screen) => (screen.kind === 'registry' && entities.has(screen.entity) ? [screen.path] : []));

/** Routes of the screens on which a place of the model is seen. */
const screensOf = (model: Model, [part, name = '']: readonly string[]): readonly string[] => {
  const { entities, screens } = model;
  if (part === 'entities') return registriesOf(model, new Set([entities[name]?.owner?.entity ?? name]));
  if (part === 'flags') return screens.filter(({ flag }) => flag === name).map(({ path }) => path);
  if (part === 'codeLists') {
    const using = Object.values(entities).filter(({ fields }) => fields.some(({ codeList }) => codeList === name));
    return registriesOf(model, new Set(using.map(({ name: own, owner }) => owner?.entity ?? own)));
  }
  const isIt = (screen: Screen): boolean =>
    screen.path === name || (screen.kind === 'registry' && `${screen.module}/${screen.folder}` === name);
  return part === 'screens' ? screens.filter(isIt).map(({ path }) => path) : [];
};

/** A condition or a computed field is told of the field, which its path names by its wire name; a client by its title. */
const namedThing = ({ path, thing }: Change, models: readonly Model[]): readonly string[] => {
  const [part, entity = '', section, list, item = ''] = path;
  const client = models.find((model) => model.client !== undefined)?.client;
  if (part === 'client' && client !== undefined) return [`Cliente '${client.title}'`, ...thing];
  if (
    part !== 'entities' ||
    section !== 'expressions' ||
    list === 'rules' ||
    list === 'lock' ||
    list === 'lockedWith' ||
    item === ''
  )
    return thing;
  const [wire] = item.split(' ');
  const titled = models.flatMap(({ entities }) => [
    ...(entities[entity]?.fields ?? []).map(({ column, title }) => ({ key: column, title })),
    ...(entities[entity]?.children ?? []).map(({ name, title }) => ({ key: name, title })),
  ]);
  const title = titled.find(({ key }) => key === wire)?.title ?? wire;
  return [...thing.slice(0, 1), `campo '${title}'`, ...thing.slice(1)];
};

const bearsOnTables = ({ path: [part] }: Change): boolean => part === 'entities' || part === 'codeLists';

interface Pair {
  /** As it was, which the tables hold. */
  readonly old: CompiledClient;
  /** The same under the names that fields have now. */
  readonly before: CompiledClient;
  readonly after: CompiledClient;
}

/** Those that both sides have, the base first. */
const pairsOf = (old: Side, before: Side, after: Side): readonly Pair[] =>
  after.clients.flatMap((client) => {
    const [one, renamed] = [old, before].map(({ clients }) => clients.find(({ name }) => name === client.name));
    return one === undefined || renamed === undefined ? [] : [{ old: one, before: renamed, after: client }];
  });

const differenceOf = (change: Change, pair: Pair, places: Places, schema: SchemaChange): Difference => {
  const { before, after } = pair;
  const trace = traceChange(change, [after, before], places);
  const screens = new Set([...screensOf(after.model, change.path), ...screensOf(before.model, change.path)]);
  return {
    ...change,
    thing: namedThing(change, [before.model, after.model]),
    clients: after.name === undefined ? [] : [after.name],
    allClients: false,
    screens: [...screens].sort(),
    from: trace?.place.from,
    to: trace?.place.to,
    derived: trace?.derived ?? true,
    schema: classOfChange(schema, change, after.model),
  };
};

const propertyOrigin = ({ files }: CompiledClient, entity: string, field: string): Origin | undefined =>
  indexOf(files)
    .byEntity.get(entity)
    ?.record?.origin(toPointer(['properties', field]), true);

/** What a declared rename changes for those who use the product: what callers of the API write. */
const renameDifference = ({ entity: name, from, to }: DeclaredRename, { old, after }: Pair): readonly Difference[] => {
  const [had, has] = [old, after].map(({ model }): Entity | undefined => model.entities[name]);
  const was = had?.fields.find((field) => field.name === from);
  const is = has?.fields.find((field) => field.name === to);
  if (has === undefined || was === undefined || is === undefined) return [];
  const answers = after.model.formerNames?.some((one) => one.entity === name && one.from === from) === true;
  // No door knows a field that is not shown.
  const doors = is.visible ? ` na API; o nome anterior ${answers ? 'ainda responde' : 'não responde mais'}` : '';
  const path = ['entities', name, 'fields', to, 'column'];
  return [
    {
      path,
      kind: 'changed',
      thing: [has.title, `campo '${is.title}'`],
      before: was.column,
      after: is.column,
      words: `'${was.column}' passa a chamar-se '${is.column}'${doors}`,
      effect: answers || !is.visible ? 'changes' : 'loses',
      clients: after.name === undefined ? [] : [after.name],
      allClients: false,
      screens: [...screensOf(after.model, path)].sort(),
      from: propertyOrigin(old, name, from),
      to: propertyOrigin(after, name, to),
      derived: false,
      // By itself; what else differs of the field says what it asks for.
      schema: hasTable(has) ? 'safe' : undefined,
    },
  ];
};

/** Whether a former name answers is told with its rename. */
const isOfRename = ({ path: [part, name] }: Change, renames: readonly DeclaredRename[]): boolean =>
  part === 'formerNames' && renames.some(({ entity, from }) => name === `${entity}.${from}`);

/** A client that one side alone has: as a whole, for nobody compares it with anything. */
const wholeClient = ({ name = '', model }: CompiledClient, added: boolean, places: Places): Difference => {
  const place = places.get(`clients/${name}.json`)?.[0];
  return {
    path: ['clients', name],
    kind: added ? 'added' : 'removed',
    thing: [`Cliente '${model.client?.title ?? name}'`],
    before: undefined,
    after: undefined,
    ...(added ? said('passa a ser atendido', 'adds') : said('deixa de ser atendido', 'loses')),
    clients: [name],
    allClients: false,
    screens: [],
    from: place?.from,
    to: place?.to,
    derived: false,
    schema: undefined,
  };
};

const messageDifferences = (before: Side, after: Side, places: Places): readonly Difference[] =>
  before.sources.get(messagesFile) === after.sources.get(messagesFile)
    ? []
    : compare(messageWords, before.messages, after.messages).map((change): Difference => {
        const bases = [after, before].flatMap(({ clients }) => clients.slice(0, 1));
        const trace = traceChange(change, bases, places);
        return {
          ...change,
          clients: after.raw.clients.map(({ name }) => name),
          allClients: true,
          screens: [],
          from: trace?.place.from,
          to: trace?.place.to,
          derived: trace?.derived ?? true,
          schema: undefined,
        };
      });

/** The same place changed by the same line: what the base has and a client has under another title. */
const causeOf = ({ path, kind, from, to }: Difference): string => JSON.stringify([path, kind, from, to]);

/** Without what the base alone has, where a client has it too in words of its own. */
const withoutEchoes = (differences: readonly Difference[]): readonly Difference[] => {
  const had = new Set(differences.filter(({ clients }) => clients.length > 0).map(causeOf));
  return differences.filter((one) => one.clients.length > 0 || !had.has(causeOf(one)));
};

const keyOf = ({ path, kind, words, thing, from, to }: Difference): string =>
  JSON.stringify([path, kind, words, thing, from?.file, from?.line, to?.file, to?.line]);

/** Those of one thing together, each thing where it is met first. */
const arrange = (differences: readonly Difference[]): readonly Difference[] =>
  [...Map.groupBy(differences, ({ path: [part, name] }) => `${part} ${name}`).values()].flat();

/**
 * Every difference between two compiled sides; none where all models and texts are the same. What several clients share
 * is said once, with all of them. In the order of the model; those of one thing stand together, a declared rename of its
 * fields first. Where renames are declared `openSqlParser` comes before.
 */
export const listDifferences = (old: Side, after: Side): readonly Difference[] => {
  const { side: before, renames } = underNewNames(old, after);
  const places = changedPlaces(before.sources, after.sources);
  const found = new Map<string, Difference>();
  const pairs = pairsOf(old, before, after);
  for (const pair of pairs) {
    const changes = compare(modelWords, pair.before.model, pair.after.model).flatMap((one) => {
      const told = isOfRename(one, renames) ? undefined : withoutMoot(one, pair.before.model, pair.after.model);
      return told ?? [];
    });
    if (changes.length + renames.length === 0) continue;
    const schema = changes.some(bearsOnTables) ? classifySchema(pair.old.model, pair.after.model) : new Map();
    const differences = [
      ...renames.flatMap((rename) => renameDifference(rename, pair)),
      ...changes.map((change) => differenceOf(change, pair, places, schema)),
    ];
    for (const difference of differences) {
      const key = keyOf(difference);
      const known = found.get(key);
      found.set(
        key,
        known === undefined ? difference : { ...known, clients: [...known.clients, ...difference.clients] },
      );
    }
  }
  const served = pairs.length - 1;
  const shared = new Set(pairs.map(({ after: { name } }) => name));
  return arrange([
    ...after.clients.filter(({ name }) => !shared.has(name)).map((client) => wholeClient(client, true, places)),
    ...before.clients.filter(({ name }) => !shared.has(name)).map((client) => wholeClient(client, false, places)),
    ...withoutEchoes([...found.values()]).map((one) => ({
      ...one,
      allClients: served > 0 && one.clients.length === served,
    })),
    ...messageDifferences(before, after, places),
  ]);
};
