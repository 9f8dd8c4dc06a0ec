/** Every use of a field. In: the files and the model of a client, the field. Out: what rests on it, and where it is said. */

import { toPointer } from '../core/json.ts';
import type { Origin } from '../core/origin.ts';
import { isBeyond, keysIn } from '../expressions/keys-in.ts';
import type { Expression } from '../expressions/types.ts';
import type { RawDocument, RawScreen } from '../metadata/documents.ts';
import { sharingPart } from '../metadata/owned-rows.ts';
import { additionExpressions, effectExpressions, partExpressions, relationIn, wayOf } from '../model/effects.ts';
import type { DetailSource, ScreenAction } from '../model/list-parts.ts';
import type { FieldPath, RegistryScreen } from '../model/screen-types.ts';
import { searchedNames } from '../model/searched-names.ts';
import type { Effect, Given, GivenField, NarrowedField, RowsWritten, Transition } from '../model/state-types.ts';
import type { Entity, Field, LabelPart, Model, RelationCondition } from '../model/types.ts';
import type { ResolvedFiles } from '../overlay/resolved.ts';
import { indexOf, placeIn } from './file-index.ts';

export const useKinds = [
  'screen',
  'export',
  'expression',
  'state',
  'relation',
  'view',
  'index',
  'scope',
  'list',
  'rows',
  'overlay',
] as const;
export type UseKind = (typeof useKinds)[number];

export interface Use {
  readonly kind: UseKind;
  /** Route of a screen, with its folder where that is another; name of an entity, of a code list, of a client. */
  readonly where: string;
  /** `coluna da lista`. */
  readonly words: string;
  readonly origin: Origin | undefined;
}

interface Asked {
  readonly files: ResolvedFiles;
  readonly model: Model;
  readonly entity: Entity;
  readonly field: Field;
}

/** Whether a path that begins in an entity goes through the field. */
const passes = ({ model, entity, field }: Asked, from: string, path: FieldPath): boolean => {
  let at: string | undefined = from;
  for (const name of path) {
    if (at === entity.name && name === field.name) return true;
    at = model.entities[at ?? '']?.fields.find((one) => one.name === name)?.relation?.entity;
  }
  return false;
};

const inLabel = (parts: readonly LabelPart[], name: string): boolean =>
  parts.some((part) => 'field' in part && part.field === name);

const entityUnder = (model: Model, from: string, source: DetailSource): string =>
  source.kind === 'reverse'
    ? source.entity
    : (model.entities[from]?.children.find(({ name }) => name === source.child)?.entity.name ?? '');

/** Of screens that share a route, each for who may see it, the folder says which. */
const whereOf = ({ path, folder }: RegistryScreen): string =>
  path.endsWith(`/${folder}`) ? path : `${path} (${folder})`;

/** Whether a screen says something of the field by its name, or of an array that has it in its rows: `itens.valor`. */
const isSaid = ({ model, entity, field }: Asked, screen: RegistryScreen, names: readonly string[]): boolean =>
  screen.entity === entity.name
    ? names.includes(field.name)
    : (model.entities[screen.entity]?.children.some(
        (child) => child.entity.name === entity.name && names.includes(`${child.name}.${field.name}`),
      ) ?? false);

/** Of an action: the row's own field that it reads or writes, or the field of the screen that it opens. */
const inAction = (asked: Asked, screen: RegistryScreen, { reads: own, effect, when }: ScreenAction): boolean => {
  const { model, entity, field } = asked;
  if (
    screen.entity === entity.name &&
    (own.includes(field.name) || (effect.kind === 'change' && field.column in effect.values))
  )
    return true;
  const of = model.entities[screen.entity];
  if (when !== undefined && of !== undefined && reads(asked, of, when)) return true;
  if (effect.kind !== 'open') return false;
  if (effect.values.some((value) => value.reads.some((path) => passes(asked, screen.entity, path)))) return true;
  const target = model.screens.find((one) => one.kind === 'registry' && one.folder === effect.screen);
  return (
    target?.kind === 'registry' &&
    target.entity === entity.name &&
    [...effect.filter, ...effect.values].some(({ column }) => column === field.column)
  );
};

const ofScreen = (asked: Asked, screen: RegistryScreen): readonly Use[] => {
  const { entity, field, files } = asked;
  const raw = indexOf(files).byScreen.get(`${screen.module}/${screen.folder}`);
  if (raw === undefined) return [];
  const own = screen.entity === entity.name;
  const touched = ({ path }: { readonly path: FieldPath }): boolean => passes(asked, screen.entity, path);
  const { detail, autocomplete } = screen;
  const list = detail?.list;
  const under = list === undefined ? '' : entityUnder(asked.model, screen.entity, list.source);
  const panel: RawDocument = raw.search ?? raw.registry;
  const answers = Object.values(autocomplete?.answer ?? {}).flatMap((part) =>
    typeof part === 'string' ? [part] : Object.values(part),
  );
  const { from, until } = autocomplete?.validity ?? {};
  const rows: readonly (readonly [used: boolean, words: string, pointer: string, document?: RawDocument])[] = [
    [screen.columns.some(touched), 'coluna da lista', '/columns'],
    [screen.sort.some(touched), 'ordem da lista', '/sort'],
    [screen.search.some(touched), 'filtro da pesquisa', raw.search ? '/fields' : '/search', panel],
    [screen.parameters?.some(touched) ?? false, 'parâmetro do endereço', '/parameters', panel],
    [own && screen.batch.includes(field.name), 'alteração em lote', '/batch'],
    [own && screen.totals.includes(field.name), 'total sob a lista', '/totals'],
    [screen.report?.groups.some(touched) ?? false, 'nível do relatório', '/report'],
    [own && screen.inline.includes(field.name), 'alteração na própria lista', '/inline'],
    [own && screen.sections.some(({ fields }) => fields.includes(field.name)), 'formulário', '/sections'],
    [
      own && screen.lookups.some(({ field: by, fields }) => by === field.name || fields.includes(field.name)),
      'chamada curta',
      '/lookups',
    ],
    [
      own && (screen.filter?.some((one) => one.field === field.name) ?? false),
      'parte dos registros que a tela mostra',
      '/filter',
    ],
    [isSaid(asked, screen, screen.only ?? []), 'campo que a tela tem', '/only'],
    [isSaid(asked, screen, Object.keys(screen.fields ?? {})), 'campo a modo da tela', '/fields'],
    [own && screen.record === field.name, 'registro a que a linha leva', '/record'],
    [own && screen.provider === field.name, 'prestador para o qual a tela trabalha', '/provider'],
    [own && [...answers, from, until].includes(field.name), 'busca enquanto se digita', '/autocomplete'],
    [detail?.fields.some((path) => touched({ path })) ?? false, 'linha aberta', '/detail'],
    [list?.columns.some((path) => passes(asked, under, path)) ?? false, 'lista na linha aberta', '/detail/columns'],
    [
      list?.source.kind === 'reverse' && list.source.entity === entity.name && list.source.relation === field.name,
      'relação que dá as linhas da linha aberta',
      '/detail/list',
    ],
    [
      screen.linked?.some((one) => one.entity === entity.name && one.relation === field.name) ?? false,
      'ordem dos registros ligados',
      '/linked',
    ],
    [screen.actions.some((action) => inAction(asked, screen, action)), 'ação da linha', '/actions'],
    [screen.buttons.some((action) => inAction(asked, screen, action)), 'botão da lista', '/buttons'],
  ];
  return [
    ...rows.flatMap(([used, words, pointer, document = raw.registry]): Use[] =>
      used ? [{ kind: 'screen', where: whereOf(screen), words, origin: placeIn(document, pointer, field.name) }] : [],
    ),
    ...(own && field.visible && !field.writeOnly
      ? [
          {
            kind: 'export' as const,
            where: whereOf(screen),
            words: 'arquivo CSV e API da lista',
            origin: raw.registry.origin('/path'),
          },
        ]
      : []),
  ];
};

const transitionReads = ({ when, begins = [], rules = [], set }: Transition): readonly Expression[] => [
  ...begins.map(({ value }) => value),
  ...(when === undefined ? [] : [when]),
  ...rules.map(({ must }) => must),
  ...set.flatMap(({ value }) => (typeof value === 'object' && value !== null ? [value] : [])),
];

/**
 * Whether an expression of `other` reads the field: of its own record, of its owner, of what their relations point at, of
 * rows that it owns or that point at it.
 */
const reads = ({ model, entity, field }: Asked, other: Entity, { tree }: Expression): boolean => {
  const { own, parent, items } = keysIn(tree);
  const isBehind = (from: string | undefined, keys: readonly string[]): boolean =>
    keys.filter(isBeyond).some((key) => {
      let at = from;
      return key.split('.').some((column) => {
        if (at === entity.name && column === field.column) return true;
        at = model.entities[at ?? '']?.fields.find((one) => one.column === column)?.relation?.entity;
        return false;
      });
    });
  if (isBehind(other.name, own) || isBehind(other.owner?.entity, parent)) return true;
  if (other.name === entity.name && own.includes(field.column)) return true;
  if (other.owner?.entity === entity.name && parent.includes(field.column)) return true;
  if (entity.owner?.entity === other.name && items.includes(`${entity.owner.child}.${field.column}`)) return true;
  const linked = other.states?.linked?.filter((one) => one.entity === entity.name) ?? [];
  return linked.some(({ name }) => items.includes(`${name}.${field.column}`));
};

/** Whether fields of an effect give the field a value, in the entity whose fields they are. */
const gives = ({ entity, field }: Asked, target: string | undefined, fields: readonly GivenField[]): boolean =>
  target === entity.name && fields.some(({ key }) => key === field.column);

/** Whether a value that an effect gives is taken from the field, in a record that relations lead to or by its natural key. */
const takesElsewhere = ({ entity, field }: Asked, value: Given): boolean => {
  if ('has' in value) return value.entity === entity.name && value.has.some(({ key }) => key === field.column);
  return 'steps' in value && value.steps.some((one) => one.entity === entity.name && one.column === field.column);
};

/** Whether values given to `target` are given to the field, or taken from it; `source`: whose record gives them. */
const inGiven = (
  asked: Asked,
  fields: readonly GivenField[],
  target: string | undefined,
  [source, owner]: readonly [source: Entity, owner: Entity],
): boolean => {
  const own = asked.entity.name;
  const { column } = asked.field;
  const given = fields.map(({ value }) => value);
  const from = given.flatMap((value) => relationIn(value) ?? []);
  return (
    gives(asked, target, fields) ||
    (source.name === own && from.some((value) => value.ofOwner !== true && value.relation === column)) ||
    (owner.name === own && from.some((value) => value.ofOwner === true && value.relation === column)) ||
    given.some((value) => takesElsewhere(asked, value))
  );
};

/** Whether a condition on what `other` points at, of the entity `target`, names the field. */
const isInWhere = (
  { entity, field }: Pick<Asked, 'entity' | 'field'>,
  other: Entity,
  target: string | undefined,
  one: RelationCondition,
): boolean =>
  (target === entity.name && one.field === field.name) ||
  ('from' in one &&
    ((other.name === entity.name && one.from === field.name) ||
      (other.owner?.entity === entity.name && one.from === `parent.${field.name}`)));

/** Whether a relation that a transition asks for in `other` is narrowed by the field, or by what it holds. */
const inNarrowed = ({ entity, field }: Asked, other: Entity, narrowed: readonly NarrowedField[] = []): boolean =>
  narrowed.some(({ field: name, where }) => {
    const relation = other.fields.find((one) => one.name === name)?.relation;
    return where.some((one) => isInWhere({ entity, field }, other, relation?.entity, one));
  });

/** Whether a transition of `other` asks for the field in rows, gives it a value there, or reads it for that. */
const inWrittenRows = (asked: Asked, other: Entity, { list, change, add }: RowsWritten): boolean => {
  const owned = other.children.find(({ name }) => name === list)?.entity;
  if (owned === undefined) return false;
  const own = owned.name === asked.entity.name;
  return (
    (own &&
      (add?.asked.includes(asked.field.name) === true || change?.emptied.includes(asked.field.column) === true)) ||
    inNarrowed(asked, owned, add?.narrowed) ||
    inGiven(asked, change?.fields ?? [], owned.name, [owned, other]) ||
    inGiven(asked, [...(add?.fields ?? []), ...(add?.former ?? [])], owned.name, [other, other]) ||
    (change !== undefined && partExpressions(change).some((expression) => reads(asked, owned, expression))) ||
    (add !== undefined && additionExpressions(add).some((expression) => reads(asked, other, expression)))
  );
};

/** Whether what follows from a transition of `other` leads by the field, gives it a value, or takes its own from it. */
const inEffect = (asked: Asked, other: Entity, effect: Effect): boolean => {
  const own = asked.entity.name;
  const { name, column } = asked.field;
  const way = wayOf(effect);
  const source = other.children.find((child) => child.name === way.list)?.entity ?? other;
  const target = asked.model.entities[effect.entity];
  const back = effect.kind === 'create' ? effect.back : 'each' in effect.by ? effect.by.each : undefined;
  const { lists = [] } = effect;
  const only = effect.kind === 'move' ? effect.only : undefined;
  return (
    (effect.entity === own && back === name) ||
    inGiven(asked, effect.fields, effect.entity, [source, other]) ||
    lists.some(({ name: list, items }) => {
      const rows = target?.children.find((child) => child.name === list)?.entity.name;
      return inGiven(asked, items.flat(), rows, [source, other]);
    }) ||
    (source.name === own && way.column === column) ||
    (only !== undefined && target !== undefined && reads(asked, target, only)) ||
    effectExpressions(effect).some((expression) => reads(asked, source, expression))
  );
};

/** Whether the lock of the record, or one that closes it as well, reads the field, or the file names it there. */
const inLock = (asked: Asked, other: Entity, record: RawScreen['record']): boolean => {
  const { lock, lockedWith = [] } = other.expressions ?? {};
  const written = record?.value['x-locked'];
  const named = [...(written?.except ?? []), ...(written?.with ?? [])];
  return (
    (other.name === asked.entity.name && named.includes(asked.field.name)) ||
    (lock !== undefined && reads(asked, other, lock.expression)) ||
    lockedWith.some(({ must }) => reads(asked, other, must))
  );
};

const ofExpressions = (asked: Asked, other: Entity, { record, registry }: RawScreen): readonly Use[] => {
  const { entity, field } = asked;
  const { computed = [], begins = [], conditions = [], rules = [], targetRules = [] } = other.expressions ?? {};
  const own = other.name === entity.name;
  const use = (kind: UseKind, words: string, origin: Origin | undefined): Use => ({
    kind,
    where: other.name,
    words,
    origin,
  });
  const at = (key: string): Origin | undefined =>
    record?.origin(`/properties/${other.fields.find(({ column }) => column === key)?.name ?? key}`, true);
  return [
    ...computed
      .filter(({ key, expression }) => (own && key === field.column) || reads(asked, other, expression))
      .map(({ key }) => use('expression', `conta de '${key}'`, at(key))),
    ...begins
      .filter(({ key, value }) => (own && key === field.column) || reads(asked, other, value))
      .map(({ key }) => use('expression', `começo de '${key}'`, at(key))),
    ...conditions
      .filter(({ key, expression }) => (own && key === field.column) || reads(asked, other, expression))
      .map(({ key }) => use('expression', `condição de '${key}'`, at(key))),
    ...(inLock(asked, other, record) ? [use('expression', 'o que fecha o registro', record?.origin('/x-locked'))] : []),
    ...[...rules, ...targetRules]
      .filter(({ must, keys }) => (own && keys.includes(field.column)) || reads(asked, other, must))
      .map(({ message }) => use('expression', `regra «${message}»`, record?.origin('/x-rules'))),
    ...(other.states?.transitions ?? [])
      .filter(
        (one) =>
          (own &&
            (one.fields.includes(field.name) ||
              one.set.some(({ key }) => key === field.column) ||
              one.rules?.some(({ keys }) => keys.includes(field.column)) === true)) ||
          inNarrowed(asked, other, one.narrowed) ||
          one.rows?.some((written) => inWrittenRows(asked, other, written)) === true ||
          transitionReads(one).some((expression) => reads(asked, other, expression)),
      )
      .map(({ name, title }) => use('state', `transição '${title}'`, placeIn(registry, '/states/transitions', name))),
    ...(other.states?.transitions ?? [])
      .filter(({ effects = [] }) => effects.some((effect) => inEffect(asked, other, effect)))
      .map(({ name, title }) =>
        use('state', `efeito da transição '${title}'`, placeIn(registry, '/states/transitions', name)),
      ),
    ...(other.states?.linked ?? [])
      .filter((one) => one.entity === entity.name && one.relation === field.name)
      .map(({ name }) => use('state', `lista '${name}' das transições`, placeIn(registry, '/states/linked', name))),
    ...(own && other.states?.key === field.column
      ? [use('state', 'campo da situação', registry.origin('/states/field'))]
      : []),
  ];
};

/** Lists of fields in which it stands, and the indexes beside those: of the field alone, of a relation. */
const ofIndexes = ({ entity, field }: Asked, { record, registry }: RawScreen): readonly Use[] => {
  const columnOf = (name: string): string => entity.fields.find((one) => one.name === name)?.column ?? name;
  const use = (unique: boolean, columns: readonly string[], origin: Origin | undefined): Use => ({
    kind: 'index',
    where: entity.name,
    words: `${unique ? 'combinação única' : 'índice'} (${columns.join(', ')})`,
    origin,
  });
  const declared = (['unique', 'indexes'] as const).flatMap((key) =>
    (registry.value[key] ?? []).map((names, at) =>
      use(key === 'unique', names.map(columnOf), registry.origin(`/${key}/${at}`)),
    ),
  );
  const known = new Set(declared.map(({ words }) => words));
  const others = entity.indexes
    .map(({ columns, unique }) => use(unique, columns, record?.origin(`/properties/${field.name}`, true)))
    .filter(({ words }) => !known.has(words));
  const holds = ({ words }: Use): boolean => /\((.*)\)/.exec(words)?.[1]?.split(', ').includes(field.column) === true;
  return [...declared, ...others].filter(holds);
};

/** What the entity itself says of the field. */
const ofOwnEntity = (asked: Asked, screen: RawScreen): readonly Use[] => {
  const { entity, field, files } = asked;
  const { record, registry, rows } = screen;
  const { name, column } = field;
  const use = (kind: UseKind, words: string, origin: Origin | undefined): Use => ({
    kind,
    where: entity.name,
    words,
    origin,
  });
  const list = files.codeLists.find((one) => one.name === field.codeList);
  const table: readonly (readonly [used: boolean, kind: UseKind, words: string, origin: () => Origin | undefined])[] = [
    [inLabel(entity.label, name), 'relation', 'texto com que o registro aparece', () => registry.origin('/label')],
    [entity.naturalKey.includes(name), 'index', 'chave natural', () => registry.origin('/naturalKey')],
    [
      searchedNames(entity).includes(name) || (entity.searchThrough?.includes(name) ?? false),
      'index',
      'busca rápida',
      () => placeIn(registry, '/search', name),
    ],
    [entity.login === name, 'scope', 'login dos usuários', () => registry.origin('/login')],
    [
      entity.scope.some((one) => one.field === name),
      'scope',
      'restrição das linhas por papel',
      () => placeIn(registry, '/scope', name),
    ],
    [
      entity.noOverlap?.some(({ key, ranges }) =>
        [...key, ...ranges.flatMap(({ first, last }) => [first, last])].includes(column),
      ) ?? false,
      'index',
      'sobreposição recusada',
      () => registry.origin('/noOverlap'),
    ],
    [
      entity.referenceBeyondScope?.includes(name) ?? false,
      'scope',
      'campo conhecido de todos os registros',
      () => placeIn(registry, '/referenceBeyondScope', name),
    ],
    [
      entity.referenceForStaff?.some((one) => one.field === name) ?? false,
      'scope',
      'registros que toda a equipe pode indicar',
      () => registry.origin('/referenceForStaff'),
    ],
    [
      rows?.header.includes(name) ?? false,
      'rows',
      'linhas iniciais',
      () => rows && { file: rows.file, pointer: '', line: 1, column: 1 },
    ],
  ];
  return [
    ...table.flatMap(([used, kind, words, origin]) => (used ? [use(kind, words, origin())] : [])),
    ...ofIndexes(asked, screen),
    ...(list === undefined ? [] : [{ ...use('list', 'lista de códigos', list.origin('')), where: list.name }]),
    ...(field.relation === undefined
      ? []
      : [use('relation', `aponta para '${field.relation.entity}'`, record?.origin(`/properties/${name}/x-relation`))]),
    ...(entity.owner?.relation === name
      ? [use('relation', `liga as linhas a '${entity.owner.entity}'`, registry.origin(''))]
      : []),
  ];
};

/** Of any entity: labels of what points here, what queries read. */
const ofOtherEntity = ({ entity, field }: Asked, other: Entity, { record, query }: RawScreen): readonly Use[] => {
  const use = (kind: UseKind, words: string, origin: Origin | undefined): Use => ({
    kind,
    where: other.name,
    words,
    origin,
  });
  const labels = other.fields.filter(
    ({ relation }) =>
      (relation?.entity === entity.name && inLabel(relation.label, field.name)) ||
      (other.name === entity.name && relation?.date === field.name),
  );
  const narrowed = other.fields.filter(({ relation }) =>
    relation?.where?.some((one) => isInWhere({ entity, field }, other, relation.entity, one)),
  );
  const known = other.fields.filter(
    ({ relation }) =>
      relation?.entity === entity.name &&
      relation.known?.includes(field.name) === true &&
      !inLabel(relation.label, field.name),
  );
  const filled = other.fields.filter(({ filledFrom }) => {
    const relation = other.fields.find(({ name }) => name === filledFrom?.relation);
    return (
      (other.name === entity.name && relation?.name === field.name) ||
      (relation?.relation?.entity === entity.name && filledFrom?.field === field.name)
    );
  });
  const isField = (source: { readonly entity: string; readonly part: string }): boolean =>
    source.entity === entity.name && source.part === field.name;
  const { sources = {}, rows = [] } = other.view ?? {};
  const start = query?.origin(undefined);
  return [
    ...labels.map(({ name, title }) =>
      use('relation', `rótulo de '${title}'`, record?.origin(`/properties/${name}`, true)),
    ),
    ...narrowed.map(({ name, title }) =>
      use('relation', `escolha de '${title}'`, record?.origin(`/properties/${name}`, true)),
    ),
    ...known.map(({ name, title }) =>
      use('relation', `conhecido por '${title}'`, record?.origin(`/properties/${name}/x-relation/known`, true)),
    ),
    ...filled.map(({ name, title }) =>
      use('relation', `preenchimento de '${title}'`, record?.origin(`/properties/${name}/x-filled-from`)),
    ),
    ...Object.entries(sources)
      .filter(([, from]) => from.some(isField))
      .map(([name]) => use('view', `de onde vem '${name}' na consulta`, start)),
    ...(rows.some(isField) ? [use('view', 'decide que linhas há na consulta', start)] : []),
  ];
};

/** What the client of the files says of the field, by name or in a list of columns. */
const ofOverlay = (asked: Asked): readonly Use[] => {
  const { files, entity, field } = asked;
  const { client } = files;
  if (client === undefined) return [];
  const use = (words: string, origin: Origin): Use => ({ kind: 'overlay', where: client.name, words, origin });
  const { fields = {}, screens = {} } = client.value;
  return [
    ...Object.keys(fields[entity.name]?.[field.name] ?? {}).map((key) =>
      use(`muda '${key}'`, client.origin(toPointer(['fields', entity.name, field.name, key]), true)),
    ),
    ...Object.entries(screens).flatMap(([folder, { columns = [] }]) => {
      const shown = files.screens.find((one) => one.folder === folder && one.owner === undefined)?.registry.value
        .entity;
      const at = columns.findIndex((path) => passes(asked, shown ?? '', path.split('.')));
      return at < 0
        ? []
        : [use(`põe na lista de '${folder}'`, client.origin(toPointer(['screens', folder, 'columns', at])))];
    }),
  ];
};

const usesOf = (asked: Asked): readonly Use[] => {
  const { files, model, entity } = asked;
  const { byEntity } = indexOf(files);
  const declared = Object.values(model.entities).flatMap((other) => {
    const screen = byEntity.get(other.name);
    return screen === undefined ? [] : [{ other, screen }];
  });
  return [
    ...model.screens.flatMap((screen) => (screen.kind === 'registry' ? ofScreen(asked, screen) : [])),
    ...declared.flatMap(({ other, screen }) => [
      ...(other.name === entity.name ? ofOwnEntity(asked, screen) : []),
      ...ofExpressions(asked, other, screen),
      ...ofOtherEntity(asked, other, screen),
    ]),
    ...ofOverlay(asked),
  ];
};

/** The uses in one client, by screens and entities in the order of the model; of a part in all rows that it describes. */
export const findUses = (files: ResolvedFiles, model: Model, entity: Entity, field: Field): readonly Use[] => {
  const uses = [...sharingPart(files.screens, entity.name)].flatMap((name) => {
    const other = model.entities[name];
    const same = other?.fields.find((one) => one.name === field.name);
    return other === undefined || same === undefined ? [] : usesOf({ files, model, entity: other, field: same });
  });
  return [...new Map(uses.map((use) => [`${use.kind} ${use.where} ${use.words}`, use])).values()];
};
