/** Passwords, open sessions and the record of accesses: one's own, and those of others for whoever may change users. */
import Type from 'typebox';
import type { ApiCall } from '../openapi/api-call.ts';
import { schemaOf } from '../openapi/api-call.ts';
import {
  anybody,
  bodied,
  closed,
  expiredToo,
  flag,
  inPath,
  inQuery,
  list,
  moment,
  orNull,
  signedIn,
  text,
  uuid,
  whole,
} from '../openapi/call-parts.ts';
import type { AccessEvent, Account, OwnSession } from '../session.ts';
import { accessEventKinds, ForgottenPassword, OwnPassword, PasswordReset, ResetToken } from '../session.ts';

const tag = 'Conta';

const changesUsers = { action: 'update', subject: 'usuario', title: 'Usuário' } as const;

const userId = inPath('id', 'Id do usuário.', { type: 'integer', minimum: 1 }, 1);
const sessionId = inPath(
  'sessao',
  'Id da sessão.',
  { type: 'string', format: 'uuid' },
  '00000000-0000-4000-8000-000000000000',
);

const session = closed(
  {
    id: uuid(),
    issuedAt: moment('Quando foi aberta.'),
    seenAt: moment('Último uso, anotado a cada minuto.'),
    address: orNull(text(), 'De onde veio a última vez.'),
    agent: orNull(text(), 'O que o programa diz ser.'),
    current: flag('É a sessão que pergunta.'),
  },
  { $id: 'SessaoDaConta', description: 'Uma sessão aberta.' },
);
const sessions = {
  200: { description: 'As sessões, a usada por último primeiro.', schema: list(schemaOf<OwnSession>()(session)) },
} as const;

export const confirmPassword = {
  method: 'PUT',
  path: '/usuarios/validar-senha',
  tag,
  id: 'confirm_password',
  summary: 'Validar a própria senha',
  description: 'Confirma a senha atual; nos cinco minutos seguintes a mesma sessão pode alterá-la, uma vez.',
  body: { schema: OwnPassword, example: { login: 'maria', senha: 'a senha de maria' } },
  answers: { 204: { description: 'A senha confere.' } },
  refusals: [...expiredToo, ...bodied, 403, 422, 429],
  meanings: {
    403: 'O login é o de outra pessoa.',
    422: 'A senha não confere.',
  },
} as const satisfies ApiCall;

export const changePassword = {
  method: 'PUT',
  path: '/usuarios/alterar-senha',
  tag,
  id: 'change_password',
  summary: 'Alterar a própria senha',
  description: 'As outras sessões da pessoa terminam. Uma senha que não atende às regras volta em `fields`.',
  body: { schema: OwnPassword, example: { login: 'maria', senha: 'a nova senha de maria' } },
  answers: { 204: { description: 'A senha foi alterada.' } },
  refusals: [...expiredToo, ...bodied, 403, 409, 422],
  meanings: {
    403: 'O login é o de outra pessoa.',
    409: 'A senha atual não foi validada nos últimos cinco minutos.',
    422: 'A senha não atende às regras; `fields` diz a quais.',
  },
} as const satisfies ApiCall;

export const forgottenPassword = {
  method: 'POST',
  path: '/auth/password/forgotten',
  tag,
  id: 'forgotten_password',
  summary: 'Esqueci a senha',
  description: 'Envia um endereço de uso único ao e-mail da pessoa. A resposta é a mesma se ninguém tem o login.',
  open: true,
  body: { schema: ForgottenPassword, example: { userId: 'maria' } },
  answers: { 202: { description: 'Recebido.' } },
  refusals: [...anybody, ...bodied, 429],
} as const satisfies ApiCall;

export const checkLink = {
  method: 'POST',
  path: '/auth/password/reset/check',
  tag,
  id: 'check_password_link',
  summary: 'Conferir um endereço de uso único',
  description: 'Diz se a senha nova precisa ser forte.',
  open: true,
  body: { schema: ResetToken, example: { token: 'o que vem depois de # no endereço' } },
  answers: {
    200: {
      description: 'O endereço vale.',
      schema: closed({ grupoValidaSenha: flag('A senha precisa ser forte.') }),
    },
  },
  refusals: [...anybody, ...bodied, 422],
  meanings: {
    422: 'O endereço não vale: já foi usado, ou passou o tempo dele.',
  },
} as const satisfies ApiCall;

export const resetPassword = {
  method: 'POST',
  path: '/auth/password/reset',
  tag,
  id: 'reset_password',
  summary: 'Escolher uma senha pelo endereço de uso único',
  description: 'Todas as sessões da pessoa terminam, e o endereço deixa de valer.',
  open: true,
  body: {
    schema: PasswordReset,
    example: { token: 'o que vem depois de # no endereço', senha: 'a nova senha de maria' },
  },
  answers: { 204: { description: 'A senha foi alterada.' } },
  refusals: [...anybody, ...bodied, 422],
  meanings: {
    422: 'O endereço não vale: já foi usado, ou passou o tempo dele. Ou a senha não atende às regras; `fields` diz a quais.',
  },
} as const satisfies ApiCall;

export const ownAccount = {
  method: 'GET',
  path: '/auth/account',
  tag,
  id: 'account',
  summary: 'A própria conta',
  description: 'Nome, grupos, idade da senha e a entrada anterior.',
  answers: {
    200: {
      description: 'A conta.',
      schema: schemaOf<Account>()(
        closed(
          {
            login: text(),
            name: text(),
            groups: list(closed({ name: text(), description: orNull(text()) })),
            passwordChangedAt: orNull(moment()),
            passwordExpiresAt: orNull(moment(), 'Nulo: a senha não expira.'),
            lastSignIn: orNull(
              closed({ at: moment(), address: orNull(text()) }),
              'A entrada anterior a esta sessão; nulo se não houve.',
            ),
          },
          { $id: 'Conta', description: 'A conta de quem chama.' },
        ),
      ),
    },
  },
  refusals: signedIn,
} as const satisfies ApiCall;

export const ownSessions = {
  method: 'GET',
  path: '/auth/sessions',
  tag,
  id: 'own_sessions',
  summary: 'As próprias sessões',
  description: 'As sessões abertas de quem chama.',
  answers: sessions,
  refusals: signedIn,
} as const satisfies ApiCall;

export const endOwnSession = {
  method: 'DELETE',
  path: '/auth/sessions/{sessao}',
  tag,
  id: 'end_own_session',
  summary: 'Encerrar uma das próprias sessões',
  description: 'O token dela deixa de valer em todos os processos.',
  parameters: [sessionId],
  answers: { 204: { description: 'A sessão terminou.' } },
  refusals: [...signedIn, 404],
  meanings: {
    404: 'A sessão já terminou, ou é de outra pessoa.',
  },
} as const satisfies ApiCall;

export const sessionsOf = {
  method: 'GET',
  path: '/usuarios/{id}/sessoes',
  tag,
  id: 'sessions_of',
  summary: 'As sessões de um usuário',
  description: 'As sessões abertas dele.',
  right: changesUsers,
  parameters: [userId],
  answers: sessions,
  refusals: [...signedIn, 404],
} as const satisfies ApiCall;

export const endSessionsOf = {
  method: 'DELETE',
  path: '/usuarios/{id}/sessoes',
  tag,
  id: 'end_sessions_of',
  summary: 'Encerrar todas as sessões de um usuário',
  description: 'Ele precisa entrar de novo.',
  right: changesUsers,
  parameters: [userId],
  answers: { 204: { description: 'As sessões terminaram.' } },
  refusals: [...signedIn, 404],
} as const satisfies ApiCall;

export const endSessionOf = {
  method: 'DELETE',
  path: '/usuarios/{id}/sessoes/{sessao}',
  tag,
  id: 'end_session_of',
  summary: 'Encerrar uma sessão de um usuário',
  description: 'O token dela deixa de valer em todos os processos.',
  right: changesUsers,
  parameters: [userId, sessionId],
  answers: { 204: { description: 'A sessão terminou.' } },
  refusals: [...signedIn, 404],
} as const satisfies ApiCall;

export const issuePassword = {
  method: 'POST',
  path: '/usuarios/{id}/senha-temporaria',
  tag,
  id: 'issue_password',
  summary: 'Gerar uma senha temporária',
  description:
    'Só para quem não tem direitos que faltam a quem chama. As sessões dele terminam, e na próxima entrada a senha é trocada.',
  right: changesUsers,
  parameters: [userId],
  answers: { 200: { description: 'A senha, que só esta resposta mostra.', schema: closed({ senha: text() }) } },
  refusals: [...signedIn, 404],
  meanings: {
    403: 'Falta a permissão, ou o usuário pode o que quem chama não pode.',
  },
} as const satisfies ApiCall;

export const inviteUser = {
  method: 'POST',
  path: '/usuarios/{id}/convite',
  tag,
  id: 'invite_user',
  summary: 'Enviar um convite',
  description:
    'Envia ao e-mail do usuário um endereço de uso único para escolher a senha. Só para quem não tem direitos que faltam a quem chama.',
  right: changesUsers,
  parameters: [userId],
  answers: { 202: { description: 'Será enviado.' } },
  refusals: [...signedIn, 404, 422],
  meanings: {
    403: 'Falta a permissão, ou o usuário pode o que quem chama não pode.',
    422: 'O usuário não tem e-mail.',
  },
} as const satisfies ApiCall;

const kind = Type.Enum([...accessEventKinds]);

export const accessEvents = {
  method: 'GET',
  path: '/acesso/eventos',
  tag,
  id: 'access_events',
  summary: 'Registro de acessos',
  description: 'Entradas, recusas e alterações de senhas e de direitos, as mais novas primeiro.',
  right: { action: 'manage', subject: 'all', title: 'Registro de acessos' },
  parameters: [
    inQuery('login', 'Só os desta conta.', { type: 'string' }, { example: 'maria' }),
    inQuery('kind', 'Só os deste tipo.', { type: 'string', enum: [...accessEventKinds] }, { example: 'login' }),
    inQuery('before', 'Só os anteriores ao deste id.', { type: 'integer' }),
    inQuery('limit', 'Quantos; 50 se não se diz.', { type: 'integer', minimum: 1, maximum: 500 }, { example: 10 }),
  ],
  answers: {
    200: {
      description: 'Os eventos.',
      schema: list(
        schemaOf<AccessEvent>()(
          closed(
            {
              id: whole(),
              at: moment(),
              kind,
              login: orNull(text(), 'De quem é a conta; nulo se ninguém tem o login tentado.'),
              actor: orNull(text(), 'Quem o fez na conta de outra pessoa, ou alterou direitos.'),
              address: orNull(text()),
              agent: orNull(text()),
              detail: orNull(Type.Unsafe<Record<string, unknown>>({ type: 'object' })),
            },
            {
              $id: 'EventoDeAcesso',
              description: 'Uma entrada, uma recusa, ou uma alteração de senha ou de direitos.',
            },
          ),
        ),
      ),
    },
  },
  refusals: [400, ...signedIn],
} as const satisfies ApiCall;

export const accountCalls: readonly ApiCall[] = [
  confirmPassword,
  changePassword,
  forgottenPassword,
  checkLink,
  resetPassword,
  ownAccount,
  ownSessions,
  endOwnSession,
  sessionsOf,
  endSessionsOf,
  endSessionOf,
  issuePassword,
  inviteUser,
  accessEvents,
];
