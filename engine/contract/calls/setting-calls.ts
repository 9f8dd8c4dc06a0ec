/** What people keep for their screens: settings and saved views. */
import Type from 'typebox';
import { columnWidths, densities } from '../list-layout.ts';
import type { ApiCall } from '../openapi/api-call.ts';
import { schemaOf } from '../openapi/api-call.ts';
import {
  bodied,
  closed,
  expiredToo,
  flag,
  inPath,
  inQuery,
  list,
  orNull,
  signedIn,
  text,
  whole,
} from '../openapi/call-parts.ts';
import { ref } from '../openapi/json.ts';
import type { SavedView } from '../saved-view.ts';
import { viewLimits } from '../saved-view.ts';
import { settingLimits } from '../user-setting.ts';
import { NewViewBody, ViewChangeBody } from '../view-bodies.ts';

const tag = 'Preferências';

const settingKey = inPath('chave', 'Nome da preferência.', { type: 'string' }, 'list:/bancos');

export const settingsOfCaller = {
  method: 'GET',
  path: '/settings',
  tag,
  id: 'settings',
  summary: 'Preferências',
  description: 'Tudo o que as telas guardam para quem chama, por nome.',
  tagged: true,
  answers: { 200: { description: 'As preferências.', schema: { type: 'object' } } },
  refusals: expiredToo,
} as const satisfies ApiCall;

export const putSetting = {
  method: 'PUT',
  path: '/settings/{chave}',
  tag,
  id: 'put_setting',
  summary: 'Guardar uma preferência',
  description: `Guarda um valor em JSON, de até ${settingLimits.value / 1024} KB; o último gravado vale.`,
  parameters: [settingKey],
  body: { schema: Type.Unknown({ description: 'Qualquer valor.' }), example: { density: 'compact' } },
  bodyLimit: settingLimits.value,
  answers: { 204: { description: 'Guardada.' } },
  refusals: [...expiredToo, ...bodied, 422, 429],
  meanings: {
    422: 'As preferências guardadas são demais.',
  },
} as const satisfies ApiCall;

export const dropSetting = {
  method: 'DELETE',
  path: '/settings/{chave}',
  tag,
  id: 'remove_setting',
  summary: 'Retirar uma preferência',
  description: 'Retira o valor, se há.',
  parameters: [settingKey],
  answers: { 204: { description: 'Retirada.' } },
  refusals: [400, ...signedIn],
} as const satisfies ApiCall;

const keys = (description: string) => Type.Array(Type.String(), { maxItems: viewLimits.columns, description });

const view = schemaOf<SavedView>()(
  closed(
    {
      id: whole(),
      screen: text('Rota da tela.'),
      name: Type.String({ minLength: 1, maxLength: viewLimits.name }),
      shared: flag('Aparece para todos que abrem a tela.'),
      own: flag('É de quem chama.'),
      owner: orNull(text(), 'Login de quem a salvou; nulo se não existe mais, ou se quem chama não vê os logins.'),
      editable: flag('Quem chama pode alterá-la e apagá-la.'),
      versao: whole(),
      content: closed(
        {
          query: Type.String({
            maxLength: viewLimits.query,
            description: 'O endereço da lista depois da interrogação: filtros, `q`, `order`, `limit`.',
          }),
          layout: closed(
            {
              shown: Type.Optional(keys('As colunas exibidas, na ordem.')),
              widths: Type.Optional(
                Type.Unsafe<Record<string, number>>({
                  type: 'object',
                  additionalProperties: { type: 'integer', ...columnWidths },
                  description: 'Larguras em pixels.',
                }),
              ),
              pinned: Type.Optional(keys('As colunas fixas à esquerda.')),
              density: Type.Optional(Type.Enum([...densities])),
            },
            {
              $id: 'Arranjo',
              description: 'Como as colunas de uma lista estão arrumadas; o que falta é como a tela diz.',
            },
          ),
        },
        { $id: 'ConteudoDaVisao' },
      ),
      omitted: whole('Partes que não estão em `content`, porque quem chama não as pode ver.'),
    },
    { $id: 'Visao', description: 'Um nome para o que uma lista mostra.' },
  ),
);

const written = (description: string) =>
  ({ description, headers: { ETag: ref('headers', 'RecordTag') }, schema: view }) as const;
const viewId = inPath('id', 'Id da visão.', { type: 'integer' }, 1);
const ofTheOwner = 'De quem a salvou; a compartilhada, também de quem tem `manage` no assunto da tela.';
/** Bytes of a body. */
const longest = 64 * 1024;

export const viewsOfScreen = {
  method: 'GET',
  path: '/views',
  tag,
  id: 'views',
  summary: 'Visões de uma tela',
  description: 'As visões de quem chama e as que outros compartilham, sem o que quem chama não pode ver.',
  parameters: [inQuery('screen', 'Rota da tela.', { type: 'string' }, { required: true, example: '/bancos' })],
  tagged: true,
  answers: { 200: { description: 'As visões.', schema: list(view) } },
  refusals: [...signedIn, 404],
} as const satisfies ApiCall;

export const createView = {
  method: 'POST',
  path: '/views',
  tag,
  id: 'create_view',
  summary: 'Salvar uma visão',
  description: `Quem abre a tela pode salvar até ${viewLimits.count} visões dela e compartilhá-las.`,
  body: {
    schema: NewViewBody,
    example: {
      screen: '/bancos',
      name: 'Os mais novos',
      content: { query: 'order=id.desc', layout: { density: 'compact' } },
    },
  },
  bodyLimit: longest,
  answers: { 201: written('A visão salva.') },
  refusals: [...signedIn, ...bodied, 404, 409, 422, 429],
  meanings: {
    409: 'Já há uma visão com esse nome.',
    422: 'As visões da tela já são demais.',
  },
} as const satisfies ApiCall;

export const changeView = {
  method: 'PATCH',
  path: '/views/{id}',
  tag,
  id: 'change_view',
  summary: 'Alterar uma visão',
  description: ofTheOwner,
  parameters: [viewId, ref('parameters', 'IfMatch')],
  body: { schema: ViewChangeBody, example: { shared: true } },
  bodyLimit: longest,
  answers: { 200: written('A visão alterada.') },
  refusals: [...signedIn, ...bodied, 404, 409, 412, 429],
  meanings: {
    409: 'Já há uma visão com esse nome.',
  },
} as const satisfies ApiCall;

export const removeView = {
  method: 'DELETE',
  path: '/views/{id}',
  tag,
  id: 'remove_view',
  summary: 'Apagar uma visão',
  description: ofTheOwner,
  parameters: [viewId, ref('parameters', 'IfMatch')],
  answers: { 204: { description: 'Apagada.' } },
  refusals: [400, ...signedIn, 404, 412],
} as const satisfies ApiCall;

export const settingCalls: readonly ApiCall[] = [
  settingsOfCaller,
  putSetting,
  dropSetting,
  viewsOfScreen,
  createView,
  changeView,
  removeView,
];
