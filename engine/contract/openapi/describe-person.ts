/** The calls of what people keep for their screens: settings and saved views. */
import { columnWidths, densities } from '../list-layout.ts';
import { viewLimits } from '../saved-view.ts';
import { settingLimits } from '../user-setting.ts';
import type { Json } from './json.ts';
import { jsonBody, ref } from './json.ts';
import { refusedWith } from './refusals.ts';

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const whole = { type: 'integer' } as const;
const keys = { type: 'array', maxItems: viewLimits.columns, items: text } as const;

const closed = (required: readonly string[], properties: Json, description?: string): Json => ({
  type: 'object',
  ...(description === undefined ? {} : { description }),
  required,
  properties,
  additionalProperties: false,
});

const name = { type: 'string', minLength: 1, maxLength: viewLimits.name } as const;
const shared = { ...flag, description: 'Aparece para todos que abrem a tela.' } as const;

export const personSchemas: Json = {
  Arranjo: closed(
    [],
    {
      shown: { ...keys, description: 'As colunas exibidas, na ordem.' },
      widths: {
        type: 'object',
        additionalProperties: { ...whole, ...columnWidths },
        description: 'Larguras em pixels.',
      },
      pinned: { ...keys, description: 'As colunas fixas à esquerda.' },
      density: { enum: densities },
    },
    'Como as colunas de uma lista estão arrumadas; o que falta é como a tela diz.',
  ),
  ConteudoDaVisao: closed(['query', 'layout'], {
    query: {
      type: 'string',
      maxLength: viewLimits.query,
      description: 'O endereço da lista depois da interrogação: filtros, `q`, `order`, `limit`.',
    },
    layout: ref('schemas', 'Arranjo'),
  }),
  NovaVisao: closed(['screen', 'name', 'content'], {
    screen: { ...text, description: 'Rota da tela.' },
    name,
    shared,
    content: ref('schemas', 'ConteudoDaVisao'),
  }),
  MudancaDaVisao: { ...closed([], { name, shared, content: ref('schemas', 'ConteudoDaVisao') }), minProperties: 1 },
  Visao: closed(
    ['id', 'screen', 'name', 'shared', 'own', 'owner', 'editable', 'versao', 'content', 'omitted'],
    {
      id: whole,
      screen: text,
      name: text,
      shared,
      own: { ...flag, description: 'É de quem chama.' },
      owner: { type: ['string', 'null'], description: 'Login de quem a salvou; nulo se não existe mais.' },
      editable: { ...flag, description: 'Quem chama pode alterá-la e apagá-la.' },
      versao: whole,
      content: ref('schemas', 'ConteudoDaVisao'),
      omitted: { ...whole, description: 'Partes que não estão em `content`, porque quem chama não as pode ver.' },
    },
    'Um nome para o que uma lista mostra.',
  ),
};

const tagged = { headers: { ETag: ref('headers', 'AnswerTag') } } as const;
const unchanged: Json = { 304: { description: 'Nada mudou desde o ETag de If-None-Match.', ...tagged } };
const ifNoneMatch = ref('parameters', 'IfNoneMatch');
const ifMatch = ref('parameters', 'IfMatch');

const inPath = (parameter: string, description: string, schema: Json, example: unknown): Json => ({
  name: parameter,
  in: 'path',
  required: true,
  description,
  schema,
  example,
});
const settingKey = inPath('chave', 'Nome da preferência.', text, 'list:/bancos');
const viewId = inPath('id', 'Id da visão.', whole, 1);

const written = (description: string): Json => ({
  description,
  headers: { ETag: ref('headers', 'RecordTag') },
  content: jsonBody(ref('schemas', 'Visao')),
});
const body = (schema: string, example: Json): Json => ({
  required: true,
  content: { 'application/json': { schema: ref('schemas', schema), example } },
});

export const personCalls: Json = {
  '/settings': {
    get: {
      tags: ['Preferências'],
      operationId: 'settings',
      summary: 'Preferências',
      description: 'Tudo o que as telas guardam para quem chama, por nome.',
      parameters: [ifNoneMatch],
      responses: {
        200: { description: 'As preferências.', ...tagged, content: jsonBody({ type: 'object' }) },
        ...unchanged,
        ...refusedWith(401, 500, 503),
      },
    },
  },
  '/settings/{chave}': {
    put: {
      tags: ['Preferências'],
      operationId: 'put_setting',
      summary: 'Guardar uma preferência',
      description: `Guarda um valor em JSON, de até ${settingLimits.value / 1024} KB; o último gravado vale.`,
      parameters: [settingKey],
      requestBody: { required: true, content: jsonBody({ description: 'Qualquer valor.' }) },
      responses: { 204: { description: 'Guardada.' }, ...refusedWith(400, 401, 413, 415, 422, 429, 500, 503) },
    },
    delete: {
      tags: ['Preferências'],
      operationId: 'remove_setting',
      summary: 'Retirar uma preferência',
      description: 'Retira o valor, se há.',
      parameters: [settingKey],
      responses: { 204: { description: 'Retirada.' }, ...refusedWith(400, 401, 500, 503) },
    },
  },
  '/views': {
    get: {
      tags: ['Preferências'],
      operationId: 'views',
      summary: 'Visões de uma tela',
      description: 'As visões de quem chama e as que outros compartilham, sem o que quem chama não pode ver.',
      parameters: [
        { name: 'screen', in: 'query', required: true, description: 'Rota da tela.', schema: text, example: '/bancos' },
        ifNoneMatch,
      ],
      responses: {
        200: {
          description: 'As visões.',
          ...tagged,
          content: jsonBody({ type: 'array', items: ref('schemas', 'Visao') }),
        },
        ...unchanged,
        ...refusedWith(401, 403, 404, 500, 503),
      },
    },
    post: {
      tags: ['Preferências'],
      operationId: 'create_view',
      summary: 'Salvar uma visão',
      description: `Quem abre a tela pode salvar até ${viewLimits.count} visões dela e compartilhá-las.`,
      requestBody: body('NovaVisao', {
        screen: '/bancos',
        name: 'Os mais novos',
        content: { query: 'order=id.desc', layout: { density: 'compact' } },
      }),
      responses: {
        201: written('A visão salva.'),
        ...refusedWith(400, 401, 403, 404, 409, 413, 415, 422, 429, 500, 503),
      },
    },
  },
  '/views/{id}': {
    patch: {
      tags: ['Preferências'],
      operationId: 'change_view',
      summary: 'Alterar uma visão',
      description: 'De quem a salvou; a compartilhada, também de quem tem `manage` no assunto da tela.',
      parameters: [viewId, ifMatch],
      requestBody: body('MudancaDaVisao', { shared: true }),
      responses: {
        200: written('A visão alterada.'),
        ...refusedWith(400, 401, 403, 404, 409, 412, 413, 415, 429, 500, 503),
      },
    },
    delete: {
      tags: ['Preferências'],
      operationId: 'remove_view',
      summary: 'Apagar uma visão',
      description: 'De quem a salvou; a compartilhada, também de quem tem `manage` no assunto da tela.',
      parameters: [viewId, ifMatch],
      responses: { 204: { description: 'Apagada.' }, ...refusedWith(400, 401, 403, 404, 412, 500, 503) },
    },
  },
};
