/** The help: what the files say of screens, fields and relations, as the caller may see them. */
import type { Static } from 'typebox';
import Type from 'typebox';
import type { ApiCall } from '../openapi/api-call.ts';
import { closed, flag, inPath, list, signedIn, text } from '../openapi/call-parts.ts';

const tag = 'Modelo';
const right = { action: 'list', subject: 'ajuda', title: 'Ajuda' } as const;
const maybe = (description?: string) => Type.Optional(text(description));

const screen = closed({
  entity: text('Nome da entidade.'),
  path: text('Rota da tela.'),
  title: text(),
  icon: text(),
  description: maybe(),
});

/** A record that another one points at, or that points at another. */
const end = closed({
  entity: text('Nome da entidade.'),
  title: text(),
  module: text(),
  path: maybe('Rota da tela que a mostra.'),
});

const field = closed({
  name: text(),
  title: text(),
  kind: text('Que valor o campo tem, em palavras.'),
  description: maybe(),
  help: maybe(),
  required: flag(),
  readOnly: flag(),
  unique: flag(),
  values: Type.Optional(list(text('Rótulo de um valor da lista.'))),
  filledFrom: Type.Optional(
    text(
      'De onde vem o valor enquanto ninguém o informa: a relação e o campo do que ela aponta, ou os campos pelos quais começa.',
    ),
  ),
  examples: Type.Optional(list(text('O que se escreve no campo.'))),
  target: Type.Optional(end),
});

export type HelpField = Static<typeof field>;

const rows = closed({ name: text(), title: text(), description: maybe(), fields: list(field) });

const entity = closed({
  name: text(),
  title: text(),
  description: maybe(),
  screens: list(screen),
  fields: list(field),
  rows: list(rows),
  rules: list(text('O que deve valer entre os campos.')),
  usedBy: list(closed({ ...end.properties, field: text('Título do campo que aponta.') })),
});

export type HelpEntity = Static<typeof entity>;

/** With the fields by whose titles it is found. */
const listed = closed({
  ...screen.properties,
  fields: list(text('Título de um campo, do registro ou das suas linhas, que quem chama pode ver.')),
});

const HelpIndex = closed(
  { modules: list(closed({ name: text(), title: text(), screens: list(listed) })) },
  { $id: 'Ajuda', description: 'As telas de cadastro que quem chama pode abrir, por módulo.' },
);

export type HelpIndex = Static<typeof HelpIndex>;

const HelpModule = closed(
  { name: text(), title: text(), entities: list(entity) },
  { $id: 'AjudaModulo', description: 'O que os arquivos dizem dos cadastros de um módulo.' },
);

export type HelpModule = Static<typeof HelpModule>;

export const readHelp = {
  method: 'GET',
  path: '/ajuda',
  tag,
  id: 'help',
  summary: 'Ajuda',
  description: 'As telas de cadastro que quem chama pode abrir, por módulo, com o que se diz de cada uma.',
  right,
  tagged: true,
  answers: { 200: { description: 'As telas.', schema: HelpIndex } },
  refusals: signedIn,
} as const satisfies ApiCall;

export const readHelpModule = {
  method: 'GET',
  path: '/ajuda/{modulo}',
  tag,
  id: 'help_module',
  summary: 'Ajuda de um módulo',
  description: 'Os cadastros do módulo: campos, linhas, regras e relações, como quem chama os pode ver.',
  right,
  parameters: [inPath('modulo', 'Nome do módulo.', { type: 'string' }, 'base')],
  tagged: true,
  answers: { 200: { description: 'O módulo.', schema: HelpModule } },
  refusals: [404, ...signedIn],
} as const satisfies ApiCall;

export const helpCalls: readonly ApiCall[] = [readHelp, readHelpModule];
