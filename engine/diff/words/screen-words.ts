import type { DetailList, ScreenAction } from '../../model/list-parts.ts';
import type {
  FieldPath,
  LinkScreen,
  Permission,
  RegistryScreen,
  RelationName,
  ReportLevel,
  ReportShape,
  Screen,
  ScreenColumn,
  SearchField,
  SearchParameter,
  SortKey,
  ViewScreen,
} from '../../model/screen-types.ts';
import { showLabel } from './field-words.ts';
import type { Items, Node } from './node.ts';
import { elsewhere, members, said, show, value, yesNo } from './node.ts';

const showPath = (path: FieldPath): string => `'${path.join('.')}'`;
const showPair = ({ subject, action }: Permission): string => `${subject}:${action}`;

const columns: Items = {
  kind: 'items',
  keyOf: ({ path }: ScreenColumn) => path.join('.'),
  label: ({ title }: ScreenColumn) => `coluna '${title}'`,
  item: {
    kind: 'group',
    keys: {
      path: elsewhere,
      title: value('o título'),
      width: value('a largura', { gained: 'changes' }),
    } satisfies Record<keyof ScreenColumn, Node>,
  },
  added: ({ title }: ScreenColumn) => said(`a lista ganha a coluna '${title}'`, 'adds'),
  removed: ({ title }: ScreenColumn) => said(`a lista perde a coluna '${title}'`, 'loses'),
  moved: said('muda a ordem das colunas da lista', 'changes'),
};

const search: Items = {
  kind: 'items',
  keyOf: ({ path }: SearchField) => path.join('.'),
  label: ({ label }: SearchField) => `filtro '${label}'`,
  item: {
    kind: 'group',
    keys: {
      path: elsewhere,
      label: value('o rótulo'),
      match: value('a comparação'),
      desc: value('a explicação'),
      required: yesNo(['passa a ser pedido', 'tightens'], ['não é mais pedido', 'weakens']),
      begins: value('o período com que começa'),
    } satisfies Record<keyof SearchField, Node>,
  },
  added: ({ label }: SearchField) => said(`a pesquisa ganha o filtro '${label}'`, 'adds'),
  removed: ({ label }: SearchField) => said(`a pesquisa perde o filtro '${label}'`, 'loses'),
  moved: said('muda a ordem dos filtros', 'changes'),
};

const parameters: Items = {
  kind: 'items',
  keyOf: ({ name }: SearchParameter) => name,
  label: ({ name }: SearchParameter) => `parâmetro '${name}'`,
  item: {
    kind: 'group',
    keys: {
      name: elsewhere,
      path: value('o campo'),
      operator: value('o operador'),
      format: value('o formato'),
      default: value('o valor com que a tela abre'),
    } satisfies Record<keyof SearchParameter, Node>,
  },
  added: ({ name }: SearchParameter) => said(`o endereço aceita '${name}'`, 'adds'),
  removed: ({ name }: SearchParameter) => said(`o endereço não aceita mais '${name}'`, 'loses'),
  moved: said('muda a ordem dos parâmetros', 'changes'),
};

const showEffect = ({ effect }: ScreenAction): string => {
  if (effect.kind === 'link') return showLabel(effect.href);
  if (effect.kind === 'change') return show(effect.values);
  const given = [...effect.filter, ...effect.values].map(({ column, value }) => `${column} ${showLabel(value)}`);
  return given.length === 0 ? effect.path : `${effect.path} com ${given.join(', ')}`;
};

const actions = (one: string): Items => ({
  kind: 'items',
  keyOf: ({ name }: ScreenAction) => name,
  label: ({ title }: ScreenAction) => `${one} '${title}'`,
  item: {
    kind: 'group',
    keys: {
      name: elsewhere,
      title: value('o título'),
      icon: value('o ícone'),
      permission: value('o direito que pede', {
        gained: 'tightens',
        lost: 'weakens',
        changed: 'weakens',
        show: showPair,
      }),
      when: value('as linhas em que aparece'),
      effect: value('o que faz', { show: (effect: ScreenAction['effect']) => showEffect({ effect } as ScreenAction) }),
      reads: value('os campos que lê'),
    } satisfies Record<keyof ScreenAction, Node>,
  },
  added: ({ title }: ScreenAction) => said(`ganha ${one} '${title}'`, 'adds'),
  removed: ({ title }: ScreenAction) => said(`perde ${one} '${title}'`, 'loses'),
  moved: said(`muda a ordem: ${one}`, 'changes'),
});

type Section = RegistryScreen['sections'][number];
const sections: Items = {
  kind: 'items',
  keyOf: ({ title }: Section) => title,
  label: ({ title }: Section) => `seção '${title}'`,
  item: {
    kind: 'group',
    keys: {
      title: elsewhere,
      tab: value('a aba'),
      fields: members('a seção', 'o campo', { removed: 'changes' }),
    } satisfies Record<keyof Section, Node>,
  },
  added: ({ title }: Section) => said(`o formulário ganha a seção '${title}'`, 'adds'),
  removed: ({ title }: Section) => said(`o formulário perde a seção '${title}'`, 'changes'),
  moved: said('muda a ordem das seções do formulário', 'changes'),
};

type Lookup = RegistryScreen['lookups'][number];
const lookups: Items = {
  kind: 'items',
  keyOf: ({ field }: Lookup) => field,
  label: ({ field }: Lookup) => `chamada curta por '${field}'`,
  item: { kind: 'group', keys: { field: elsewhere, fields: members('a resposta', 'o campo') } },
  added: ({ field }: Lookup) => said(`ganha a chamada curta por '${field}'`, 'adds'),
  removed: ({ field }: Lookup) => said(`perde a chamada curta por '${field}'`, 'loses'),
  moved: said('muda a ordem das chamadas curtas', 'changes'),
};

const detailList: Readonly<Record<keyof DetailList, Node>> = {
  source: value('de onde vêm as linhas sob o registro'),
  title: value('o título das linhas sob o registro'),
  columns: members('a lista sob o registro', 'a coluna', {}, showPath),
  limit: value('quantas linhas aparecem sob o registro'),
};

const sort = value('a ordem da lista', {
  show: (keys: readonly SortKey[]) =>
    keys.map(({ path, descending }) => `${path.join('.')}${descending ? ' decrescente' : ''}`).join(', '),
});

/** Keys of every kind of screen. */
const commonKeys: Readonly<Record<keyof RegistryScreen | keyof LinkScreen | keyof ViewScreen, Node>> = {
  kind: value('o tipo de tela', { changed: 'loses' }),
  path: value('a rota', { changed: 'loses' }),
  title: value('o título'),
  icon: value('o ícone'),
  module: value('o módulo'),
  parent: value('o lugar no menu'),
  permission: value('o direito que abre', { gained: 'tightens', lost: 'weakens', changed: 'weakens', show: showPair }),
  hidden: yesNo(['sai do menu', 'loses'], ['entra no menu', 'adds']),
  order: value('a posição no menu'),
  clients: value('os clientes que a têm', { gained: 'loses', lost: 'adds' }),
  flag: value('a opção de configuração de que depende', { gained: 'changes' }),
  href: value('o endereço', { changed: 'changes' }),
  view: value('o desenho', { changed: 'changes' }),
  search,
  folder: elsewhere,
  entity: value('o cadastro que mostra', { changed: 'loses' }),
  description: value('a descrição na ajuda'),
  alternativeOf: value('a tela com que divide a rota', { gained: 'changes' }),
  record: value('o registro a que cada linha leva', { lost: 'loses' }),
  provider: value('o prestador para o qual a tela trabalha', { gained: 'tightens', lost: 'weakens' }),
  filter: value('a parte dos registros que mostra', { gained: 'tightens', lost: 'weakens', changed: 'weakens' }),
  only: value('os campos que tem', {
    gained: 'tightens',
    lost: 'weakens',
    changed: 'weakens',
    show: (names: readonly string[]) => names.join(', '),
  }),
  fields: value('o que diz dos campos a seu modo'),
  withheld: value('o que ninguém faz pela tela', { gained: 'loses', lost: 'weakens', changed: 'changes' }),
  columns,
  sort,
  pageSize: value('quantas linhas há em uma página'),
  parameters,
  batch: members('a alteração em lote', 'o campo'),
  detail: {
    kind: 'group',
    keys: {
      fields: members('a linha aberta', 'o campo', {}, showPath),
      list: { kind: 'group', keys: detailList, whole: value('as linhas sob o registro', { lost: 'loses' }).say },
    },
    whole: value('o que a linha aberta mostra', { lost: 'loses', show: () => 'os seus campos' }).say,
  },
  linked: value('a ordem dos registros ligados', {
    show: (some: readonly RelationName[]) => some.map(({ entity, relation }) => `${entity}.${relation}`).join(', '),
  }),
  actions: actions('a ação'),
  buttons: actions('o botão'),
  totals: members('o rodapé da lista', 'o total de'),
  inline: members('a alteração na própria lista', 'o campo'),
  report: {
    kind: 'group',
    keys: {
      groups: value('os níveis do relatório', {
        show: (levels: readonly ReportLevel[]) =>
          levels.map(({ path, by }) => `${path.join('.')}${by === undefined ? '' : ` (${by})`}`).join(', '),
      }),
      rows: yesNo(['passa a mostrar cada linha', 'changes'], ['passa a mostrar só os grupos', 'changes']),
    } satisfies Record<keyof ReportShape, Node>,
    whole: value('o relatório', { lost: 'loses', show: () => 'os seus níveis' }).say,
  },
  autocomplete: value('como se acha digitando', { lost: 'loses' }),
  lookups,
  sections,
};

/** A registry by its folder, for several may share a route; anything else by its route. */
export const screenKey = (screen: Screen): string =>
  screen.kind === 'registry' ? `${screen.module}/${screen.folder}` : screen.path;

const nameOf = ({ kind, title, path }: Screen): string =>
  `${kind === 'group' ? 'o grupo' : kind === 'link' ? 'o atalho' : 'a tela'} '${title}' (${path})`;

export const screenWords: Items = {
  kind: 'items',
  keyOf: screenKey,
  label: ({ title }: Screen) => title,
  item: { kind: 'group', keys: commonKeys },
  added: (screen: Screen) => said(`aparece ${nameOf(screen)}`, 'adds'),
  removed: (screen: Screen) => said(`desaparece ${nameOf(screen)}`, 'loses'),
  moved: said('muda a ordem do menu', 'changes'),
};
