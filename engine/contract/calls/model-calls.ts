/** The screens and their words, the lists of values, the document itself, the state of the service. */
import Type from 'typebox';
import type { Model } from '../../model/types.ts';
import type { ApiCall } from '../openapi/api-call.ts';
import { schemaOf } from '../openapi/api-call.ts';
import { closed, expiredToo, flag, inPath, inQuery, list, named, signedIn, text } from '../openapi/call-parts.ts';

const tag = 'Modelo';
const object = (description?: string) =>
  Type.Unsafe<object>({ type: 'object', ...(description === undefined ? {} : { description }) });

export const readMenu = {
  method: 'GET',
  path: '/model',
  tag,
  id: 'menu',
  summary: 'Menu',
  description: 'As telas que quem chama pode abrir, as palavras delas e o fuso da instalação.',
  tagged: true,
  answers: {
    200: {
      description: 'O menu.',
      schema: closed(
        {
          entries: list(
            closed({
              path: text(),
              title: text(),
              icon: text(),
              parent: text(),
              kind: Type.Enum(['group', 'registry', 'report', 'link', 'screen']),
              hidden: flag(),
              href: Type.Optional(text('De um link: a página de fora.')),
              view: Type.Optional(text('De uma tela do produto: quem a desenha.')),
              writes: Type.Optional(
                Type.Literal(true, { description: 'De um cadastro: quem chama inclui ou altera registros.' }),
              ),
            }),
          ),
          texts: named(Type.String()),
          timeZone: text('Fuso da instalação, pelo nome da IANA.'),
          caller: Type.Optional(
            closed(
              {
                id: Type.Integer(),
                entity: text('Entidade dos usuários.'),
                label: text('Como as telas chamam o registro.'),
              },
              { description: 'Quem entrou, como um dos usuários: o que `caller()` vale nas transições.' },
            ),
          ),
          providers: Type.Optional(
            list(
              closed(
                { id: Type.Integer(), label: text('O nome do prestador, se quem chama pode lê-lo.') },
                { description: 'Um prestador por que atua quem vê só os próprios dados.' },
              ),
            ),
          ),
        },
        { $id: 'Menu', description: 'As telas que quem chama pode abrir, e as palavras delas.' },
      ),
    },
  },
  refusals: expiredToo,
} as const satisfies ApiCall;

export const readScreen = {
  method: 'GET',
  path: '/model/screen',
  tag,
  id: 'screen',
  summary: 'Tela',
  description: 'Tudo de que a tela de um cadastro é desenhada, como quem chama a pode ver.',
  parameters: [inQuery('path', 'Rota da tela.', { type: 'string' }, { required: true, example: '/bancos' })],
  tagged: true,
  answers: {
    200: {
      description: 'A tela.',
      schema: Type.Object(
        {
          screen: object(),
          entity: object(),
          rights: closed({ view: flag(), insert: flag(), update: flag(), delete: flag(), audit: flag() }),
          columns: list(object()),
          select: text(),
          recordSelect: text(),
          order: text(),
          search: list(object()),
          form: closed({
            schema: object(),
            uiSchema: object(),
            computed: object('Os campos calculados: mostrados com os outros e nunca enviados.'),
            computedRows: object('Os das linhas que o registro tem, pelo nome da lista.'),
            validator: text('Endereço do validador compilado, um módulo ES.'),
          }),
        },
        { $id: 'Tela', description: 'Tudo de que uma tela é desenhada, como quem chama a pode ver.' },
      ),
    },
  },
  refusals: [...signedIn, 404],
} as const satisfies ApiCall;

export const readDocument = {
  method: 'GET',
  path: '/openapi.json',
  tag,
  id: 'openapi',
  summary: 'Este documento',
  description: 'A descrição da API em OpenAPI 3.1, como quem chama a pode ver.',
  tagged: true,
  answers: {
    200: { description: 'O documento.', schema: Type.Object({ openapi: Type.Literal('3.1.0') }) },
  },
  refusals: signedIn,
} as const satisfies ApiCall;

/** Those of the lists of values that answer by a name of their own. */
const domainParameters = ({ codeLists }: Model) => {
  const lists = Object.values(codeLists).flatMap(({ domain, title }) =>
    domain === undefined ? [] : { domain, title },
  );
  const names = lists.map(({ domain }) => domain);
  return [
    inPath(
      'nome',
      `${lists.map(({ domain, title }) => `\`${domain}\`: ${title}`).join('; ')}.`,
      { type: 'string', ...(names.length === 0 ? {} : { enum: names }) },
      names[0],
    ),
  ];
};

export const readDomain = {
  method: 'GET',
  path: '/dominios/{nome}',
  tag: 'Listas de valores',
  id: 'domain',
  summary: 'Lista de valores',
  description: 'Os valores de uma lista, na ordem dela.',
  parameters: domainParameters,
  answers: {
    200: {
      description: 'Os valores.',
      schema: list(
        schemaOf<{ readonly key: string; readonly label: string }>()(
          closed({ key: text(), label: text() }, { $id: 'Opcao' }),
        ),
      ),
    },
  },
  refusals: [...signedIn, 404],
} as const satisfies ApiCall;

export const readHealth = {
  method: 'GET',
  path: '/health',
  tag: 'Serviço',
  id: 'health',
  summary: 'Estado do serviço',
  description: 'Responde enquanto o serviço atende.',
  open: true,
  answers: { 200: { description: 'O serviço atende.', schema: closed({ status: Type.Literal('ok') }) } },
  refusals: [500],
} as const satisfies ApiCall;

export const modelCalls: readonly ApiCall[] = [readMenu, readScreen, readDocument, readDomain, readHealth];
