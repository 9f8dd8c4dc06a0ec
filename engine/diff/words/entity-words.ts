import type {
  BegunField,
  CreateEffect,
  Effect,
  LinkedRows,
  MoveEffect,
  NarrowedField,
  RowsWritten,
  States,
  Transition,
} from '../../model/state-types.ts';
import type {
  Child,
  Condition,
  Entity,
  EntityExpressions,
  EntityView,
  Field,
  FixedValues,
  Index,
  Lock,
  LockedWith,
  NoOverlap,
  RowScope,
  Rule,
  ScopeRole,
} from '../../model/types.ts';
import type { Said } from '../change.ts';
import { fieldKeys, showLabel, showWhere } from './field-words.ts';
import type { Group, Items, Node } from './node.ts';
import { elsewhere, limit, members, remark, said, show, value, yesNo } from './node.ts';

const fields: Items = {
  kind: 'items',
  keyOf: ({ name }: Field) => name,
  label: ({ title }: Field) => `campo '${title}'`,
  item: { kind: 'group', keys: fieldKeys },
  added: ({ title, required, visible }: Field) =>
    said(
      `ganha o campo '${title}'${required ? ', obrigatório' : ''}${visible ? '' : ', oculto'}`,
      required ? 'tightens' : 'adds',
    ),
  removed: ({ title }: Field) => said(`perde o campo '${title}'`, 'loses'),
  moved: said('muda a ordem dos campos', 'changes'),
};

const childKeys: Readonly<Record<keyof Child, Node>> = {
  name: elsewhere,
  title: value('o título'),
  description: value('a descrição na ajuda'),
  help: value('o texto de ajuda'),
  visible: yesNo(['passa a aparecer', 'adds'], ['deixa de aparecer em telas, arquivos e API', 'loses']),
  readOnly: yesNo(['passa a ser só de leitura', 'tightens'], ['deixa de ser só de leitura', 'weakens']),
  minItems: limit('o mínimo de linhas', 'least'),
  maxItems: limit('o máximo de linhas', 'most'),
  // The same object stands among the entities.
  entity: elsewhere,
};

const children: Items = {
  kind: 'items',
  keyOf: ({ name }: Child) => name,
  label: ({ title }: Child) => `lista '${title}'`,
  item: { kind: 'group', keys: childKeys },
  added: ({ title, minItems }: Child) => said(`ganha a lista '${title}'`, minItems > 0 ? 'tightens' : 'adds'),
  removed: ({ title }: Child) => said(`perde a lista '${title}'`, 'loses'),
  moved: said('muda a ordem das listas', 'changes'),
};

const showIndex = ({ columns, unique }: Index): string => `${unique ? 'único ' : ''}(${columns.join(', ')})`;
const indexes: Items = {
  kind: 'items',
  keyOf: showIndex,
  label: showIndex,
  item: elsewhere,
  added: (one: Index) => said(`passa a ter o índice ${showIndex(one)}`, one.unique ? 'tightens' : 'adds'),
  removed: (one: Index) => said(`deixa de ter o índice ${showIndex(one)}`, one.unique ? 'weakens' : 'changes'),
  moved: said('muda a ordem dos índices', 'changes'),
};

const showApart = ({ key, ranges }: NoOverlap): string =>
  `${ranges.map(({ first, last }) => `${first} a ${last}`).join(' e ')} por ${key.join(', ') || 'registro'}`;
const showScope = ({ role, field }: RowScope): string => `'${role}' pelo campo '${field}'`;

const showCondition = ({ expression }: Condition): string => `«${expression.source}»`;
const conditionWords = { visible: 'aparecer', required: 'ser obrigatório', readOnly: 'ser só de leitura' } as const;
const conditionSaid = (one: Condition, now: boolean): string => {
  const when = `quando ${showCondition(one)}`;
  if (one.kind === 'visible') return now ? `passa a aparecer só ${when}` : `passa a aparecer sempre, e não só ${when}`;
  return `${now ? 'passa a' : 'deixa de'} ${conditionWords[one.kind]} ${when}`;
};
const ruleKeys = {
  must: value('a expressão', { changed: 'weakens' }),
  message: value('a mensagem'),
  keys: value('os campos em que é dita'),
} satisfies Record<keyof Rule, Node>;
const rulesWith = (keys: Readonly<Record<string, Node>>): Items => ({
  kind: 'items',
  keyOf: ({ message, must }: Rule) => `${message} ${must.source}`,
  label: ({ message }: Rule) => `regra «${message}»`,
  item: { kind: 'group', keys },
  added: ({ message, must }: Rule) => said(`passa a valer a regra «${message}»: ${show(must)}`, 'tightens'),
  removed: ({ message }: Rule) => said(`deixa de valer a regra «${message}»`, 'weakens'),
  moved: said('muda a ordem das regras', 'changes'),
});

const expressionKeys: Readonly<Record<keyof EntityExpressions, Node>> = {
  computed: {
    kind: 'items',
    keyOf: ({ key }: EntityExpressions['computed'][number]) => key,
    label: () => 'conta',
    item: { kind: 'group', keys: { key: elsewhere, expression: value('a expressão', { changed: 'changes' }) } },
    added: ({ expression }: EntityExpressions['computed'][number]) =>
      said(`passa a ser calculado: ${show(expression)}`, 'tightens'),
    removed: () => said('deixa de ser calculado', 'weakens'),
    moved: said('muda a ordem das contas', 'changes'),
  },
  // Told of the field, which says the expression itself.
  begins: elsewhere,
  conditions: {
    kind: 'items',
    keyOf: ({ key, kind }: Condition) => `${key} ${kind}`,
    label: ({ kind }: Condition) => `condição para ${conditionWords[kind]}`,
    item: {
      kind: 'group',
      keys: { key: elsewhere, kind: elsewhere, expression: value('a expressão', { changed: 'weakens' }) },
    },
    added: (one: Condition) => said(conditionSaid(one, true), 'tightens'),
    removed: (one: Condition) => said(conditionSaid(one, false), 'weakens'),
    moved: said('muda a ordem das condições', 'changes'),
  },
  lock: {
    kind: 'group',
    keys: {
      expression: value('o que fecha o registro a alterações', {
        gained: 'tightens',
        lost: 'weakens',
        changed: 'weakens',
      }),
      keys: members('o que o registro fechado mantém', 'o campo', { added: 'tightens', removed: 'weakens' }),
    } satisfies Record<keyof Lock, Node>,
    whole: (before, after) => {
      const one = (after ?? before) as Lock;
      const when = `a alterações quando ${show(one.expression)}: ${show(one.keys)}`;
      return after === undefined
        ? said(`deixa de se fechar ${when}`, 'weakens')
        : said(`passa a se fechar ${when}`, 'tightens');
    },
  },
  lockedWith: {
    kind: 'items',
    keyOf: ({ keys }: LockedWith) => keys[0] ?? '',
    label: (_one, key) => `o fechamento com '${key}'`,
    item: {
      kind: 'group',
      keys: {
        ...ruleKeys,
        message: elsewhere,
        must: value('o que fecha o registro apontado', { changed: 'weakens' }),
        closes: members('o que o registro fechado mantém', 'o campo', { added: 'tightens', removed: 'weakens' }),
      } satisfies Record<keyof LockedWith, Node>,
    },
    added: ({ keys, must, closes }: LockedWith) =>
      said(`passa a se fechar com '${keys[0]}' quando ${show(must)}: ${show(closes)}`, 'tightens'),
    removed: ({ keys, must, closes }: LockedWith) =>
      said(`deixa de se fechar com '${keys[0]}' quando ${show(must)}: ${show(closes)}`, 'weakens'),
    moved: said('muda a ordem dos fechamentos', 'changes'),
  },
  rules: rulesWith(ruleKeys),
  targetRules: rulesWith(ruleKeys),
  dependents: remark('muda que contas, condições e regras dependem de cada campo'),
};

const settings: Items = {
  kind: 'items',
  keyOf: ({ key }: Transition['set'][number]) => key,
  label: (_one, key) => `valor de '${key}'`,
  item: { kind: 'group', keys: { key: elsewhere, value: value('o valor que é dado') } },
  added: ({ key, value: given }: Transition['set'][number]) => said(`passa a dar a '${key}' ${show(given)}`, 'changes'),
  removed: ({ key }: Transition['set'][number]) => said(`deixa de dar um valor a '${key}'`, 'changes'),
  moved: said('muda a ordem dos valores dados', 'changes'),
};

const showEffect = (effect: Effect): string => {
  const { entity } = effect;
  if (!('by' in effect)) {
    const into = effect.into ?? effect.back ?? '';
    return `um novo registro em '${entity}' (${effect.rows === undefined ? '' : `por '${effect.rows}', `}'${into}')`;
  }
  const { transition, by } = effect;
  const where = 'each' in by ? `de '${by.each}'` : `por '${by.rows === undefined ? '' : `${by.rows}.`}${by.through}'`;
  return `'${transition}' em '${entity}' (${where})`;
};

/** What happens to records of others is what a right of this one opens. */
const effects: Items = {
  kind: 'items',
  keyOf: showEffect,
  label: (one: Effect) => `efeito ${showEffect(one)}`,
  item: {
    kind: 'group',
    keys: {
      kind: value('se move outros registros ou os cria'),
      entity: elsewhere,
      transition: elsewhere,
      by: elsewhere,
      strict: yesNo(
        ['passa a ser recusada onde um dos outros está em outra situação', 'tightens'],
        ['deixa de ser recusada onde um dos outros está em outra situação', 'weakens'],
      ),
      rows: elsewhere,
      into: elsewhere,
      back: elsewhere,
      when: value('a condição', { gained: 'tightens', lost: 'weakens', changed: 'weakens' }),
      only: value('quais dos outros', { gained: 'tightens', lost: 'weakens', changed: 'weakens' }),
      fields: value('o que é dado'),
      lists: value('as linhas que são dadas'),
    } satisfies Record<keyof MoveEffect | keyof CreateEffect, Node>,
  },
  added: (one: Effect) => said(`passa a fazer também ${showEffect(one)}`, 'weakens'),
  removed: (one: Effect) => said(`deixa de fazer ${showEffect(one)}`, 'changes'),
  moved: said('muda a ordem dos efeitos', 'changes'),
};

const writtenRows: Items = {
  kind: 'items',
  keyOf: ({ list }: RowsWritten) => list,
  label: ({ list }: RowsWritten) => `linhas de '${list}'`,
  item: {
    kind: 'group',
    keys: {
      list: elsewhere,
      change: value('o que muda nas linhas que há'),
      add: value('a linha que acrescenta'),
    } satisfies Record<keyof RowsWritten, Node>,
  },
  added: ({ list }: RowsWritten) => said(`passa a escrever linhas de '${list}'`, 'changes'),
  removed: ({ list }: RowsWritten) => said(`deixa de escrever linhas de '${list}'`, 'changes'),
  moved: said('muda a ordem das listas em que escreve', 'changes'),
};

const narrowed: Items = {
  kind: 'items',
  keyOf: ({ field }: NarrowedField) => field,
  label: ({ field }: NarrowedField) => `escolha de '${field}'`,
  item: {
    kind: 'group',
    keys: {
      field: elsewhere,
      where: value('que registros aceita', { changed: 'tightens', show: showWhere }),
    } satisfies Record<keyof NarrowedField, Node>,
  },
  added: ({ field, where }: NarrowedField) =>
    said(`passa a aceitar em '${field}' só os registros de ${showWhere(where)}`, 'tightens'),
  removed: ({ field, where }: NarrowedField) =>
    said(`deixa de aceitar em '${field}' só os registros de ${showWhere(where)}`, 'weakens'),
  moved: said('muda a ordem das escolhas', 'changes'),
};

const begins: Items = {
  kind: 'items',
  keyOf: ({ key }: BegunField) => key,
  label: (_one, key) => `começo de '${key}'`,
  item: {
    kind: 'group',
    keys: { key: elsewhere, value: value('o valor com que começa') } satisfies Record<keyof BegunField, Node>,
  },
  added: ({ key, value: begun }: BegunField) => said(`passa a começar '${key}' com ${show(begun)}`, 'changes'),
  removed: ({ key }: BegunField) => said(`deixa de começar '${key}' com um valor`, 'changes'),
  moved: said('muda a ordem dos valores com que os campos começam', 'changes'),
};

const transitionKeys: Readonly<Record<keyof Transition, Node>> = {
  name: elsewhere,
  title: value('o título'),
  icon: value('o ícone'),
  from: members('a partida', 'da situação', { removed: 'loses' }),
  to: value('a situação a que leva', { changed: 'loses' }),
  action: value('o direito que pede', { changed: 'weakens' }),
  when: value('a condição', { gained: 'tightens', lost: 'weakens', changed: 'weakens' }),
  message: value('a mensagem de quando não vale'),
  rules: expressionKeys.rules,
  fields: members('o que é pedido', 'o campo', { removed: 'loses' }),
  narrowed,
  begins,
  required: members('o que é obrigatório', 'o campo', { added: 'tightens', removed: 'weakens' }),
  set: settings,
  rows: writtenRows,
  effects,
  effectOnly: value('quem a faz: só o efeito de outra, ou as pessoas também', { gained: 'tightens', lost: 'weakens' }),
};

const showLinked = ({ name, entity, relation }: LinkedRows): string => `'${name}', de '${entity}.${relation}'`;

const stateKeys: Readonly<Record<keyof States, Node>> = {
  key: value('o campo da situação', { changed: 'loses' }),
  initial: value('a situação inicial'),
  linked: {
    kind: 'items',
    keyOf: showLinked,
    label: showLinked,
    item: elsewhere,
    added: (one: LinkedRows) => said(`as transições passam a ler ${showLinked(one)}`, 'changes'),
    removed: (one: LinkedRows) => said(`as transições deixam de ler ${showLinked(one)}`, 'changes'),
    moved: said('muda a ordem das listas que as transições leem', 'changes'),
  },
  removable: {
    kind: 'leaf',
    say: (before, after) => {
      const [old, now] = [before, after] as readonly (readonly string[] | undefined)[];
      const words = (list: readonly string[] | undefined): string =>
        list === undefined ? 'qualquer situação' : show(list);
      const wider = now === undefined || (old !== undefined && now.some((state) => !old.includes(state)));
      return said(
        `muda onde um registro pode ser apagado: de ${words(old)} para ${words(now)}`,
        wider ? 'weakens' : 'tightens',
      );
    },
  },
  transitions: {
    kind: 'items',
    keyOf: ({ name }: Transition) => name,
    label: ({ title }: Transition) => `transição '${title}'`,
    item: { kind: 'group', keys: transitionKeys },
    added: ({ title }: Transition) => said(`ganha a transição '${title}'`, 'adds'),
    removed: ({ title }: Transition) => said(`perde a transição '${title}'`, 'loses'),
    moved: said('muda a ordem das transições', 'changes'),
  },
};

const viewKeys: Readonly<Record<keyof EntityView, Node>> = {
  sql: remark('muda a consulta de que vêm as linhas'),
  sources: remark('muda de onde vêm os valores'),
  rows: remark('muda o que decide que linhas há'),
  same: value('os campos que são colunas de outra entidade'),
  classed: value('os campos cuja classe de dado pessoal é dita'),
};

const withheldWords = { insert: 'incluir', update: 'alterar', delete: 'apagar' } as const;

/** What is older leaves the database for a file. */
const sayKept = (before: unknown, after: unknown): Said => {
  const years = (of: unknown): number => (of as Entity['history'])?.keepYears ?? Number.POSITIVE_INFINITY;
  if (after === undefined) return said('volta a guardar todo o histórico no banco de dados', 'changes');
  return said(
    `guarda ${years(after)} ${years(after) === 1 ? 'ano' : 'anos'} de histórico no banco de dados; o mais antigo vai para arquivo`,
    years(after) < years(before) ? 'loses' : 'changes',
  );
};

const showFixed = (conditions: readonly FixedValues[]): string =>
  conditions.map(({ field, values }) => `'${field}' ${values.map((one) => show(one)).join(' ou ')}`).join(' e ');

/** Whether all that meet the second conditions meet the first. */
const isNarrower = (before: readonly FixedValues[], after: readonly FixedValues[]): boolean =>
  before.every((one) => {
    const other = after.find(({ field }) => field === one.field);
    return other?.values.every((value) => one.values.includes(value)) === true;
  });

const sayReference = (before: unknown, after: unknown): Said => {
  const [was, is] = [before, after] as (readonly FixedValues[] | undefined)[];
  if (is === undefined) return said('deixa de ser de referência para a equipe', 'tightens');
  const words = `toda a equipe lê o código e o rótulo dos registros com ${showFixed(is)}`;
  return said(words, was !== undefined && isNarrower(was, is) ? 'tightens' : 'weakens');
};

const sayBeyond = (before: unknown, after: unknown): Said => {
  const [was, is] = [before, after] as (readonly string[] | undefined)[];
  if (is === undefined) return said('deixa de ser de referência além da restrição', 'tightens');
  const known = ['o código', 'o rótulo', ...is.map((name) => `'${name}'`)].join(', ');
  const isLess = was !== undefined && is.every((name) => was.includes(name));
  return said(`quem a restrição limita lê dos demais registros só ${known}`, isLess ? 'tightens' : 'weakens');
};

/** Of silence nobody can tell without the scope beside it: less is only certain where somebody is taken from the list. */
const sayOpen = (before: unknown, after: unknown): Said => {
  const roles = (of: unknown): readonly ScopeRole[] => (of as Entity['openTo']) ?? [];
  const added = roles(after).filter((role) => !roles(before).includes(role));
  const listed = roles(after).map((role) => `'${role}'`);
  const tightens = after !== undefined && added.length === 0;
  if (after === undefined) return said('deixa de dizer que papéis veem todos os registros', 'weakens');
  return said(
    listed.length === 0
      ? 'nenhum papel limitado vê todos os registros'
      : `passa a mostrar todos os registros ${listed.length === 1 ? 'ao papel' : 'aos papéis'} ${listed.join(' e ')}`,
    tightens ? 'tightens' : 'weakens',
  );
};

const entityKeys: Readonly<Record<keyof Entity, Node>> = {
  name: elsewhere,
  title: value('o título'),
  description: value('a descrição na ajuda'),
  subject: value('o assunto dos direitos', { changed: 'weakens' }),
  module: value('o módulo'),
  folder: value('a pasta'),
  path: value('a rota pela qual se chega aos registros', { lost: 'loses', changed: 'loses' }),
  fields,
  children,
  owner: value('o registro de que as linhas são', { changed: 'loses' }),
  label: value('o texto com que um registro aparece', { show: showLabel }),
  reference: yesNo(
    ['passa a ser de referência: todos leem o código e o rótulo', 'weakens'],
    ['deixa de ser de referência', 'tightens'],
  ),
  referenceBeyondScope: { kind: 'leaf', say: sayBeyond },
  referenceForStaff: { kind: 'leaf', say: sayReference },
  login: value('o campo do login', { lost: 'loses', changed: 'loses' }),
  naturalKey: value('a chave natural', { lost: 'weakens' }),
  indexes,
  noOverlap: {
    kind: 'items',
    keyOf: showApart,
    label: showApart,
    item: elsewhere,
    added: (one: NoOverlap) => said(`passa a recusar sobreposição de ${showApart(one)}`, 'tightens'),
    removed: (one: NoOverlap) => said(`deixa de recusar sobreposição de ${showApart(one)}`, 'weakens'),
    moved: said('muda a ordem das regras de sobreposição', 'changes'),
  },
  search: members('a busca rápida', 'o campo'),
  searchNumbers: members('a busca rápida', 'o número'),
  searchThrough: members('a busca rápida', 'a relação'),
  scope: {
    kind: 'items',
    keyOf: showScope,
    label: showScope,
    item: elsewhere,
    added: (one: RowScope) => said(`passa a restringir o papel ${showScope(one)}`, 'tightens'),
    removed: (one: RowScope) => said(`deixa de restringir o papel ${showScope(one)}`, 'weakens'),
    moved: said('muda a ordem das restrições', 'changes'),
  },
  openTo: { kind: 'leaf', say: sayOpen },
  expressions: { kind: 'group', keys: expressionKeys },
  states: {
    kind: 'group',
    keys: stateKeys,
    whole: (before, after) =>
      before === undefined
        ? said(`passa a ter situações, em '${(after as States).key}'`, 'tightens')
        : said('deixa de ter situações: o campo passa a ser livre', 'weakens'),
  },
  history: { kind: 'leaf', say: sayKept },
  withheld: {
    ...members('o que é vedado a todos', 'a ação'),
    added: (one: keyof typeof withheldWords) => said(`ninguém mais pode ${withheldWords[one]} registros`, 'loses'),
    removed: (one: keyof typeof withheldWords) =>
      said(`passa a ser possível ${withheldWords[one]} registros`, 'weakens'),
  },
  log: value('o registro do sistema de que vem', { changed: 'loses' }),
  view: {
    kind: 'group',
    keys: viewKeys,
    whole: (before) =>
      before === undefined
        ? said('passa a ser uma consulta', 'loses')
        : said('deixa de ser uma consulta e passa a ter tabela', 'changes'),
  },
  initialRows: {
    kind: 'leaf',
    say: (before, after) =>
      before === undefined
        ? said('ganha linhas iniciais', 'adds')
        : after === undefined
          ? said('deixa de ter linhas iniciais; as que há ficam', 'changes')
          : said('muda as linhas iniciais: as novas entram, as que há ficam', 'changes'),
  },
};

export const entityWords: Items = {
  kind: 'items',
  keyOf: ({ name }: Entity) => name,
  label: ({ title }: Entity) => title,
  item: { kind: 'group', keys: entityKeys } satisfies Group,
  added: ({ title, owner }: Entity) =>
    said(owner ? `há linhas de '${title}'` : `há um cadastro novo: '${title}'`, 'adds'),
  removed: ({ title, owner }: Entity) =>
    said(owner ? `não há mais linhas de '${title}'` : `o cadastro '${title}' sai do produto`, 'loses'),
  moved: said('muda a ordem dos cadastros', 'changes'),
};
