/** The calls that are no registry: session, model, lists of values, state of the service. */
import type { Model } from '../../model/types.ts';
import { personCalls, personSchemas } from './describe-person.ts';
import type { Json } from './json.ts';
import { jsonBody, ref } from './json.ts';
import { refusedWith } from './refusals.ts';

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const texts = { type: 'array', items: text } as const;

const object = (properties: Json, description?: string): Json => ({
  type: 'object',
  ...(description === undefined ? {} : { description }),
  required: Object.keys(properties),
  properties,
  additionalProperties: false,
});

const roles = [
  'operadora',
  'prestador',
  'prestadorAdministrativo',
  'dependente',
  'beneficiario',
  'ouvidoria',
  'auditor',
  'admin',
] as const;

export const callSchemas: Json = {
  Usuario: object(
    {
      principal: { ...text, description: 'Login.' },
      ...Object.fromEntries(roles.map((role) => [role, flag])),
      permissions: { ...texts, description: 'Pares `assunto:acao`.' },
      grupoValidaSenha: flag,
      senhaExpirada: { ...flag, description: 'A senha precisa ser trocada.' },
    },
    'Quem entrou, e o que pode.',
  ),
  Cliente: object(
    {
      name: text,
      title: text,
      accent: text,
      logo: text,
      defaults: { type: 'object', additionalProperties: { type: ['string', 'number'] } },
      flags: { type: 'object', additionalProperties: flag },
    },
    'A operadora que esta instalação serve.',
  ),
  Sessao: object({ user: ref('schemas', 'Usuario'), client: ref('schemas', 'Cliente') }),
  SessaoAberta: object({ token: text, user: ref('schemas', 'Usuario'), client: ref('schemas', 'Cliente') }),
  Menu: object(
    {
      entries: {
        type: 'array',
        items: {
          type: 'object',
          required: ['path', 'title', 'icon', 'parent', 'kind', 'hidden'],
          additionalProperties: false,
          properties: {
            path: text,
            title: text,
            icon: text,
            parent: text,
            kind: { enum: ['group', 'registry', 'link', 'screen'] },
            hidden: flag,
            href: { ...text, description: 'De um link: a página de fora.' },
            view: { ...text, description: 'De uma tela do produto: quem a desenha.' },
          },
        },
      },
      texts: { type: 'object', additionalProperties: text },
      timeZone: { ...text, description: 'Fuso da instalação, pelo nome da IANA.' },
    },
    'As telas que quem chama pode abrir, e as palavras delas.',
  ),
  Tela: {
    type: 'object',
    description: 'Tudo de que uma tela é desenhada, como quem chama a pode ver.',
    required: ['screen', 'entity', 'rights', 'columns', 'select', 'recordSelect', 'order', 'search', 'form'],
    properties: {
      screen: { type: 'object' },
      entity: { type: 'object' },
      rights: object(
        Object.fromEntries(['view', 'insert', 'update', 'delete', 'audit'].map((action) => [action, flag])),
      ),
      columns: { type: 'array', items: { type: 'object' } },
      select: text,
      recordSelect: text,
      order: text,
      search: { type: 'array', items: { type: 'object' } },
      form: object({
        schema: { type: 'object' },
        uiSchema: { type: 'object' },
        computed: { type: 'object', description: 'Os campos calculados: mostrados com os outros e nunca enviados.' },
        computedRows: { type: 'object', description: 'Os das linhas que o registro tem, pelo nome da lista.' },
        validator: { ...text, description: 'Endereço do validador compilado, um módulo ES.' },
      }),
    },
  },
  Alteracao: object({
    operation: { enum: ['insert', 'update', 'delete'] },
    at: { type: 'string', format: 'date-time' },
    by: { type: ['string', 'null'], description: 'Login; nulo quando foi o próprio produto.' },
    origin: {
      description: 'De onde veio a alteração; nulo quando foi o próprio produto, ou feita no banco de dados.',
      anyOf: [object({ channel: { enum: ['screen', 'api'] }, address: text }), { type: 'null' }],
    },
    version: { type: 'integer' },
    changes: { type: 'array', items: ref('schemas', 'CampoAlterado') },
  }),
  CampoAlterado: {
    type: 'object',
    required: ['field', 'title', 'before', 'after'],
    properties: {
      field: text,
      title: text,
      before: { description: 'Valor antes; de uma relação, o rótulo; de uma lista, os rótulos das linhas de `rows`.' },
      after: { description: 'Valor depois; de uma relação, o rótulo; de uma lista, os rótulos das linhas de `rows`.' },
      rows: {
        type: 'array',
        description: 'Só de uma lista: as linhas incluídas, alteradas ou movidas, na ordem, e depois as apagadas.',
        items: ref('schemas', 'LinhaAlterada'),
      },
    },
    additionalProperties: false,
  },
  LinhaAlterada: object({
    operation: { enum: ['insert', 'update', 'delete'] },
    label: text,
    from: { type: ['integer', 'null'], description: 'Posição antes, a partir de 1; nula se a linha não existia.' },
    to: { type: ['integer', 'null'], description: 'Posição depois, a partir de 1; nula se a linha foi apagada.' },
    moved: { type: 'boolean', description: 'Se a linha trocou de lugar com outras.' },
    changes: { type: 'array', items: ref('schemas', 'CampoAlterado') },
  }),
  Opcao: object({ key: text, label: text }),
  ...personSchemas,
};

const tagged = { headers: { ETag: ref('headers', 'AnswerTag') } } as const;
const unchanged: Json = { 304: { description: 'Nada mudou desde o ETag de If-None-Match.', ...tagged } };
const ifNoneMatch = [ref('parameters', 'IfNoneMatch')];

const sessionCalls: Json = {
  '/auth/token/issue': {
    post: {
      tags: ['Sessão'],
      operationId: 'issue_token',
      summary: 'Entrar',
      description: 'Troca usuário e senha por um token, que vai nas outras chamadas em `Authorization: Bearer`.',
      security: [],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['userId', 'password'],
              properties: {
                userId: { type: 'string', minLength: 1, maxLength: 100 },
                password: { type: 'string', format: 'password', minLength: 1, maxLength: 200, writeOnly: true },
              },
              additionalProperties: false,
            },
            example: { userId: 'maria', password: 'a senha de maria' },
          },
        },
      },
      responses: {
        200: { description: 'O token, quem entrou e a operadora.', content: jsonBody(ref('schemas', 'SessaoAberta')) },
        ...refusedWith(400, 401, 413, 415, 429, 500, 503),
      },
    },
  },
  '/auth/me': {
    get: {
      tags: ['Sessão'],
      operationId: 'me',
      summary: 'Quem sou',
      description: 'Quem entrou, o que pode e a operadora desta instalação.',
      parameters: ifNoneMatch,
      responses: {
        200: { description: 'A sessão.', ...tagged, content: jsonBody(ref('schemas', 'Sessao')) },
        ...unchanged,
        ...refusedWith(401, 500, 503),
      },
    },
  },
  '/auth/draft-key': {
    get: {
      tags: ['Sessão'],
      operationId: 'draft_key',
      summary: 'Chave dos rascunhos',
      description:
        'A chave, em base64, com que as telas cifram no navegador o que foi digitado e ainda não foi salvo. É de cada pessoa e não muda.',
      responses: {
        200: {
          description: 'A chave.',
          content: jsonBody({
            type: 'object',
            required: ['key'],
            properties: { key: { type: 'string', minLength: 44, maxLength: 44 } },
            additionalProperties: false,
          }),
        },
        ...refusedWith(401, 500, 503),
      },
    },
  },
  '/auth/token/revoke': {
    post: {
      tags: ['Sessão'],
      operationId: 'revoke_token',
      summary: 'Sair',
      description: 'Encerra a sessão do token. Sem token, ou com um que já não vale, não faz nada.',
      responses: { 204: { description: 'A sessão terminou.' }, ...refusedWith(500, 503) },
    },
  },
};

const modelCalls: Json = {
  '/model': {
    get: {
      tags: ['Modelo'],
      operationId: 'menu',
      summary: 'Menu',
      description: 'As telas que quem chama pode abrir, as palavras delas e o fuso da instalação.',
      parameters: ifNoneMatch,
      responses: {
        200: { description: 'O menu.', ...tagged, content: jsonBody(ref('schemas', 'Menu')) },
        ...unchanged,
        ...refusedWith(401, 500, 503),
      },
    },
  },
  '/model/screen': {
    get: {
      tags: ['Modelo'],
      operationId: 'screen',
      summary: 'Tela',
      description: 'Tudo de que a tela de um cadastro é desenhada, como quem chama a pode ver.',
      parameters: [
        {
          name: 'path',
          in: 'query',
          required: true,
          description: 'Rota da tela.',
          schema: { type: 'string' },
          example: '/bancos',
        },
        ...ifNoneMatch,
      ],
      responses: {
        200: { description: 'A tela.', ...tagged, content: jsonBody(ref('schemas', 'Tela')) },
        ...unchanged,
        ...refusedWith(401, 403, 404, 500, 503),
      },
    },
  },
  '/openapi.json': {
    get: {
      tags: ['Modelo'],
      operationId: 'openapi',
      summary: 'Este documento',
      description: 'A descrição da API em OpenAPI 3.1, como quem chama a pode ver.',
      parameters: ifNoneMatch,
      responses: {
        200: {
          description: 'O documento.',
          ...tagged,
          content: jsonBody({ type: 'object', properties: { openapi: { const: '3.1.0' } }, required: ['openapi'] }),
        },
        ...unchanged,
        ...refusedWith(401, 500, 503),
      },
    },
  },
};

const health: Json = {
  '/health': {
    get: {
      tags: ['Serviço'],
      operationId: 'health',
      summary: 'Estado do serviço',
      description: 'Responde enquanto o serviço atende.',
      security: [],
      responses: {
        200: { description: 'O serviço atende.', content: jsonBody(object({ status: { const: 'ok' } })) },
        ...refusedWith(500),
      },
    },
  },
};

/** The lists of values that answer by a name of their own. */
const domains = (model: Model): Json => {
  const lists = Object.values(model.codeLists).flatMap(({ domain, title }) =>
    domain === undefined ? [] : [{ domain, title }],
  );
  if (lists.length === 0) return {};
  return {
    '/dominios/{nome}': {
      get: {
        tags: ['Listas de valores'],
        operationId: 'domain',
        summary: 'Lista de valores',
        description: 'Os valores de uma lista, na ordem dela.',
        parameters: [
          {
            name: 'nome',
            in: 'path',
            required: true,
            description: `${lists.map(({ domain, title }) => `\`${domain}\`: ${title}`).join('; ')}.`,
            schema: { type: 'string', enum: lists.map(({ domain }) => domain) },
          },
        ],
        responses: {
          200: { description: 'Os valores.', content: jsonBody({ type: 'array', items: ref('schemas', 'Opcao') }) },
          ...refusedWith(401, 404, 500, 503),
        },
      },
    },
  };
};

/** Of each tag that is no module, what its calls are. */
export const callTags: Readonly<Record<string, string>> = {
  Sessão: 'Entrar, sair e saber quem se é.',
  Preferências: 'O que cada pessoa guarda para as suas telas, e as visões salvas das listas.',
  Modelo: 'As telas e a própria descrição da API.',
  'Listas de valores': 'Os valores das listas que os campos usam.',
  Serviço: 'O estado do serviço.',
};

export const describeCalls = (model: Model): Json => ({
  ...sessionCalls,
  ...modelCalls,
  ...personCalls,
  ...domains(model),
  ...health,
});
