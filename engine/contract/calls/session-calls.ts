/** Coming in, going out, and who one is: document 1 section 7. */
import Type from 'typebox';
import { longestWait } from '../longest-wait.ts';
import type { ApiCall } from '../openapi/api-call.ts';
import { schemaOf } from '../openapi/api-call.ts';
import { anybody, bodied, closed, expiredToo, flag, inQuery, named, text } from '../openapi/call-parts.ts';
import type { DraftKey, Me, SessionLeft, TokenIssued } from '../session.ts';
import { Credentials } from '../session.ts';

const tag = 'Sessão';

const seconds = (description: string) => Type.Number({ description });

const user = closed(
  {
    principal: text('Login.'),
    operadora: flag(),
    prestador: flag(),
    prestadorAdministrativo: flag(),
    dependente: flag(),
    beneficiario: flag(),
    ouvidoria: flag(),
    auditor: flag(),
    admin: flag(),
    permissions: Type.Array(Type.String(), { description: 'Pares `assunto:acao`.' }),
    grupoValidaSenha: flag('A senha precisa ser forte.'),
    senhaExpirada: flag('A senha precisa ser trocada.'),
  },
  { $id: 'Usuario', description: 'Quem entrou, e o que pode.' },
);

const client = closed(
  {
    name: text(),
    title: text(),
    accent: text(),
    logo: text(),
    defaults: named(Type.Union([Type.String(), Type.Number()])),
    flags: named(Type.Boolean()),
  },
  { $id: 'Cliente', description: 'A operadora que esta instalação serve.' },
);

export const issueToken = {
  method: 'POST',
  path: '/auth/token/issue',
  tag,
  id: 'issue_token',
  summary: 'Entrar',
  description: 'Troca usuário e senha por um token, que vai nas outras chamadas em `Authorization: Bearer`.',
  open: true,
  body: { schema: Credentials, example: { userId: 'maria', password: 'a senha de maria' } },
  answers: {
    200: {
      description: 'O token, quem entrou e a operadora.',
      schema: schemaOf<TokenIssued>()(closed({ token: text(), user, client }, { $id: 'SessaoAberta' })),
    },
  },
  refusals: [...anybody, ...bodied, 401, 429],
} as const satisfies ApiCall;

export const whoAmI = {
  method: 'GET',
  path: '/auth/me',
  tag,
  id: 'me',
  summary: 'Quem sou',
  description: 'Quem entrou, o que pode e a operadora desta instalação.',
  tagged: true,
  answers: {
    200: { description: 'A sessão.', schema: schemaOf<Me>()(closed({ user, client }, { $id: 'Sessao' })) },
  },
  refusals: expiredToo,
} as const satisfies ApiCall;

export const draftKey = {
  method: 'GET',
  path: '/auth/draft-key',
  tag,
  id: 'draft_key',
  summary: 'Chave dos rascunhos',
  description:
    'A chave, em base64, com que as telas cifram no navegador o que foi digitado e ainda não foi salvo. É de cada pessoa e não muda.',
  answers: {
    200: {
      description: 'A chave.',
      schema: schemaOf<DraftKey>()(closed({ key: Type.String({ minLength: 44, maxLength: 44 }) })),
    },
  },
  refusals: expiredToo,
} as const satisfies ApiCall;

export const sessionLeft = {
  method: 'GET',
  path: '/auth/session',
  tag,
  id: 'session_left',
  summary: 'Quanto resta da sessão',
  description: 'Em segundos. Perguntar não conta como uso da sessão.',
  parameters: [
    inQuery(
      'wait',
      'Segundos que a resposta pode esperar; vem antes se a sessão terminar. Ausente: não espera.',
      { type: 'integer', minimum: 0, maximum: longestWait },
      { example: 0 },
    ),
  ],
  answers: {
    200: {
      description: 'O que resta.',
      schema: schemaOf<SessionLeft>()(
        closed({ unused: seconds('Se ninguém a usar.'), whole: seconds('Ainda que alguém a use.') }),
      ),
    },
  },
  refusals: [400, ...expiredToo],
} as const satisfies ApiCall;

export const revokeToken = {
  method: 'POST',
  path: '/auth/token/revoke',
  tag,
  id: 'revoke_token',
  summary: 'Sair',
  description: 'Encerra a sessão do token. Sem token, ou com um que já não vale, não faz nada.',
  answers: { 204: { description: 'A sessão terminou.' } },
  refusals: anybody,
} as const satisfies ApiCall;

export const sessionCalls: readonly ApiCall[] = [issueToken, whoAmI, draftKey, sessionLeft, revokeToken];
