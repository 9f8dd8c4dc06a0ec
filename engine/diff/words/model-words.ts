/** The model whole, and beside it the texts that the engine says. */
import type { Change } from '../../metadata/changes.ts';
import type { ClientIdentity, CodeListModel, CodeOption, FormerName, Model } from '../../model/types.ts';
import { entityWords } from './entity-words.ts';
import type { Group, Items, Node } from './node.ts';
import { elsewhere, said, value, yesNo } from './node.ts';
import { screenWords } from './screen-words.ts';

const identityKeys: Readonly<Record<keyof ClientIdentity, Node>> = {
  name: elsewhere,
  title: value('o nome do cliente'),
  accent: value('a cor de destaque'),
  logo: value('a marca'),
  defaults: {
    kind: 'group',
    keys: {
      conselho: value('o conselho inicial'),
      uf: value('o estado inicial'),
      percentualAutorizacao: value('o percentual de autorização inicial'),
      formatoData: value('o formato das datas'),
      formatoDataHora: value('o formato dos momentos'),
    } satisfies Record<keyof ClientIdentity['defaults'], Node>,
  },
};

const options: Items = {
  kind: 'items',
  keyOf: ({ value: code }: CodeOption) => code,
  label: ({ label }: CodeOption) => `opção '${label}'`,
  item: {
    kind: 'group',
    keys: { value: elsewhere, label: value('o rótulo'), tone: value('a cor') } satisfies Record<keyof CodeOption, Node>,
  },
  added: ({ label, value: code }: CodeOption) => said(`ganha a opção '${label}' (${code})`, 'adds'),
  removed: ({ label, value: code }: CodeOption) => said(`perde a opção '${label}' (${code})`, 'loses'),
  moved: said('muda a ordem das opções', 'changes'),
};

const codeLists: Items = {
  kind: 'items',
  keyOf: () => '',
  label: ({ title }: CodeListModel) => `Lista de códigos '${title}'`,
  item: {
    kind: 'group',
    keys: {
      title: value('o título'),
      domain: value('a chamada que responde com ela', { lost: 'loses', changed: 'loses' }),
      options,
    } satisfies Record<keyof CodeListModel, Node>,
  },
  added: ({ title }: CodeListModel) => said(`há uma lista de códigos nova: '${title}'`, 'adds'),
  removed: ({ title }: CodeListModel) => said(`a lista de códigos '${title}' sai do produto`, 'loses'),
  moved: said('muda a ordem das listas de códigos', 'changes'),
};

const flags: Items = {
  kind: 'items',
  keyOf: () => '',
  label: (_on, key) => `Opção de configuração '${key}'`,
  item: yesNo(['passa a estar ligada', 'changes'], ['passa a estar desligada', 'changes']),
  added: (on: boolean) => said(`há uma opção de configuração nova, ${on ? 'ligada' : 'desligada'}`, 'adds'),
  removed: () => said('uma opção de configuração deixa de existir', 'changes'),
  moved: said('muda a ordem das opções de configuração', 'changes'),
};

const intended: Readonly<Record<Change['what'], string>> = {
  rename: 'trocar de nome',
  remove: 'ser apagado',
  retype: 'mudar de tipo',
  shrink: 'ser encurtado',
};
const fieldOf = (change: Change): string => [change.entity, change.field].filter(Boolean).join('.');

/** What the files allow to be done to the data. */
const changes: Items = {
  kind: 'items',
  // A field may have had several names.
  keyOf: (change: Change) =>
    [change.what, fieldOf(change), change.what === 'rename' ? change.from : ''].join(' ').trim(),
  label: (change: Change) => `Mudança declarada de '${fieldOf(change)}'`,
  item: value('o que diz'),
  added: (change: Change) =>
    said(`'${fieldOf(change)}' pode ${intended[change.what]} nos dados que existem: ${change.why}`, 'changes'),
  removed: (change: Change) => said(`'${fieldOf(change)}' não pode mais ${intended[change.what]}`, 'tightens'),
  moved: said('muda a ordem das mudanças declaradas', 'changes'),
};

/** What renamed fields still answer to. */
const formerNames: Items = {
  kind: 'items',
  keyOf: ({ entity, from }: FormerName) => `${entity}.${from}`,
  label: ({ entity, from }: FormerName) => `Nome anterior '${entity}.${from}'`,
  item: value('o campo a que responde'),
  added: ({ entity, from, field }: FormerName) =>
    said(`a API ainda aceita '${entity}.${from}' no lugar de '${field}'`, 'adds'),
  removed: ({ entity, from, field }: FormerName) =>
    said(`a API deixa de aceitar '${entity}.${from}' no lugar de '${field}'`, 'tightens'),
  moved: said('muda a ordem dos nomes anteriores', 'changes'),
};

export const modelWords: Group = {
  kind: 'group',
  keys: {
    client: { kind: 'group', keys: identityKeys },
    entities: entityWords,
    screens: screenWords,
    codeLists,
    flags,
    changes,
    formerNames,
  } satisfies Record<keyof Model, Node>,
};

const texts = (thing: string): Items => ({
  kind: 'items',
  keyOf: () => '',
  label: (_text, key) => `${thing} '${key}'`,
  item: value('o texto'),
  added: (text: unknown) => value(`um ${thing.toLowerCase()} novo`).say(undefined, text),
  removed: (text: unknown) => value(`um ${thing.toLowerCase()}`).say(text, undefined),
  moved: said('muda a ordem dos textos', 'changes'),
});

/** `schemas/messages/pt-BR.json`. */
export const messageWords: Group = {
  kind: 'group',
  keys: {
    errors: texts('Mensagem'),
    issues: texts('Mensagem'),
    texts: texts('Texto'),
    suggestion: value('o texto que propõe um nome'),
  },
};
