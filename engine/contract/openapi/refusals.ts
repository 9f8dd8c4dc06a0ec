/**
 * The refusals of the API by status: what each means, and a body as the server writes it. In: the texts of the product,
 * where they are known. Out: the `responses` that operations point at.
 */
import type { ErrorCode, ErrorParams } from '../../core/errors.ts';
import { errors } from '../../core/errors.ts';
import type { Messages } from '../../core/messages.ts';
import { fillText, inWords } from '../../core/messages.ts';
import type { ErrorBody } from '../error-body.ts';
import { longestKey } from '../idempotency-key.ts';
import type { Json } from './json.ts';
import { ref } from './json.ts';

type Case = { [C in ErrorCode]: readonly [code: C, params: ErrorParams<C>] }[ErrorCode];

interface Refusals {
  readonly description: string;
  readonly cases: readonly Case[];
}

const column = { column: 'nmoe', entity: 'Cadastro' } as const;

const byStatus = {
  300: {
    description: 'Mais de uma relação tem o nome pedido em `select`; `hint` diz como escolher.',
    cases: [['REQUEST_EMBED_AMBIGUOUS', { relation: 'viagens', choices: ['viagens!origem', 'viagens!destino'] }]],
  },
  400: {
    description: 'A requisição não pôde ser entendida: filtro, coluna, parâmetro ou corpo.',
    cases: [
      ['REQUEST_COLUMN_UNKNOWN', column],
      ['REQUEST_OPERATOR_UNKNOWN', { operator: 'igual' }],
      ['REQUEST_VALUE_INVALID', { value: 'abc', column: 'id', expected: 'um número inteiro' }],
      ['REQUEST_BODY_INVALID', { problem: 'não é JSON' }],
      ['REQUEST_FILTER_MISSING', {}],
      ['REQUEST_MAX_AFFECTED', { count: 12, maximum: 1 }],
      ['REQUEST_IDEMPOTENCY_KEY', { maximum: longestKey }],
    ],
  },
  401: {
    description: 'Falta o token, ou a sessão terminou.',
    cases: [
      ['ACCESS_UNAUTHENTICATED', {}],
      ['ACCESS_LOGIN_REFUSED', {}],
    ],
  },
  403: {
    description:
      'Falta a permissão da operação, o registro fica fora dos dados de quem chama, ou a senha precisa ser trocada antes.',
    cases: [
      ['ACCESS_DENIED', { action: 'insert', title: 'Cadastro' }],
      ['ACCESS_PASSWORD_EXPIRED', {}],
    ],
  },
  404: {
    description: 'O registro ou o endereço não existe.',
    cases: [
      ['RECORD_MISSING', { title: 'Cadastro' }],
      ['ROUTE_UNKNOWN', { path: '/nada' }],
    ],
  },
  406: {
    description: 'A resposta não cabe no formato pedido em Accept.',
    cases: [
      ['REQUEST_SINGULAR', { count: 2 }],
      ['REQUEST_MEDIA_TYPE', { type: 'application/xml' }],
    ],
  },
  409: {
    description:
      'Repete um valor único, aponta para um registro que não existe, apaga um que está em uso ou repete um pedido cujo registro já foi apagado.',
    cases: [
      ['RECORD_DUPLICATE', { title: 'Cadastro', fields: 'Código' }],
      ['RECORD_REFERENCED', { title: 'Cadastro', by: 'Outro cadastro' }],
      ['RECORD_DELETED_SINCE', { title: 'Cadastro' }],
    ],
  },
  410: {
    description: 'O conteúdo do arquivo foi apagado definitivamente.',
    cases: [['ATTACHMENT_ERASED', { day: '21/11/2026' }]],
  },
  412: {
    description: 'O registro mudou depois da versão de If-Match; `fields` diz o que mudou.',
    cases: [['RECORD_CHANGED', { title: 'Cadastro', fields: ['Nome'] }]],
  },
  413: {
    description: 'O corpo passa do tamanho ou do número de registros permitido.',
    cases: [
      ['REQUEST_TOO_LARGE', {}],
      ['REQUEST_ROWS_TOO_MANY', { count: 12000, maximum: 10000 }],
    ],
  },
  415: {
    description: 'O corpo não vem num formato aceito.',
    cases: [['REQUEST_CONTENT_TYPE', { type: 'text/plain' }]],
  },
  416: {
    description: 'A página da lista, ou a parte do arquivo, fica além do fim, ou Range termina antes de começar.',
    cases: [
      ['REQUEST_RANGE_INVALID', { total: 40 }],
      ['REQUEST_RANGE_ORDER', {}],
      ['ATTACHMENT_RANGE', { size: 2048 }],
    ],
  },
  422: {
    description:
      'O registro não passa nas regras dos campos; `fields` traz uma frase por campo. Com uma Idempotency-Key: ela é de outro pedido. De um arquivo: está vazio, ou há arquivos demais à espera de seus registros.',
    cases: [
      ['RECORD_INVALID', { title: 'Cadastro', count: 1 }],
      ['REQUEST_IDEMPOTENCY_REUSED', {}],
    ],
  },
  429: {
    description: 'Tentativas demais; Retry-After diz quando voltar.',
    cases: [['ACCESS_LOGIN_LIMITED', { seconds: 30 }]],
  },
  500: { description: 'Falha do servidor, já registrada.', cases: [['SERVER_FAULT', { request: '6f1c' }]] },
  503: {
    description: 'O banco de dados está ocupado ou fora do ar, ou o processo que fazia a operação terminou.',
    cases: [
      ['DATABASE_BUSY', {}],
      ['DATABASE_UNAVAILABLE', {}],
      ['PROCESS_LOST', {}],
    ],
  },
  504: { description: 'A consulta passou do tempo permitido.', cases: [['DATABASE_TIMEOUT', {}]] },
} as const satisfies Readonly<Record<number, Refusals>>;

export type RefusalStatus = keyof typeof byStatus;

const exampleBody = ([code, params]: Case, messages: Messages): ErrorBody => {
  const { message, hint } = messages.errors[code];
  const said = inWords(params, messages.texts);
  return {
    code: errors[code].wire ?? code,
    message: fillText(message, said),
    details: null,
    hint: hint === undefined ? null : fillText(hint, said),
  };
};

/** What was counted before it was clear that the answer is a refusal. */
const counted: Json = {
  'Content-Range': { description: 'O que a consulta encontrou.', schema: { type: 'string' } },
  'Preference-Applied': ref('headers', 'PreferenceApplied'),
};

const extraHeaders: Partial<Readonly<Record<RefusalStatus, Json>>> = {
  401: { 'WWW-Authenticate': { description: 'Sempre `Bearer`.', required: true, schema: { const: 'Bearer' } } },
  406: counted,
  416: { ...counted, ETag: { description: 'De um arquivo, cuja parte foi pedida.', schema: { type: 'string' } } },
  429: {
    'Retry-After': { description: 'Segundos até a próxima tentativa.', required: true, schema: { type: 'string' } },
  },
};

const nameOf = (status: number): string => `Recusa${status}`;

/** `responses` of an operation for the statuses given. */
export const refusedWith = (...statuses: readonly RefusalStatus[]): Json =>
  Object.fromEntries(statuses.map((status) => [String(status), ref('responses', nameOf(status))]));

/** The components that `refusedWith` points at; without texts they have no examples. */
export const refusalResponses = (messages: Messages | undefined): Json =>
  Object.fromEntries(
    Object.entries(byStatus).map(([status, { description, cases }]) => [
      nameOf(Number(status)),
      {
        description,
        ...(extraHeaders[Number(status) as RefusalStatus]
          ? { headers: extraHeaders[Number(status) as RefusalStatus] }
          : {}),
        content: {
          'application/json': {
            schema: ref('schemas', 'Recusa'),
            ...(messages === undefined
              ? {}
              : { examples: Object.fromEntries(cases.map((one) => [one[0], { value: exampleBody(one, messages) }])) }),
          },
        },
      },
    ]),
  );

export const refusalSchema: Json = {
  title: 'Recusa',
  description: 'O que houve, por quê e o que fazer.',
  type: 'object',
  required: ['code', 'message', 'details', 'hint'],
  properties: {
    code: {
      type: 'string',
      description: 'Código do PostgREST ou SQLSTATE onde o dialeto tem um; senão, o do produto.',
    },
    message: { type: 'string', description: 'O que houve.' },
    details: { type: ['string', 'null'], description: 'Uma frase por campo de um registro recusado.' },
    hint: { type: ['string', 'null'], description: 'O que fazer.' },
    at: {
      type: 'object',
      description: 'Onde, nos dados.',
      properties: {
        entity: { type: 'string' },
        record: { type: ['integer', 'string'] },
        row: { type: 'integer', minimum: 0, description: 'Linha de um corpo em lote, a partir de 0.' },
        field: { type: 'string' },
      },
      additionalProperties: false,
    },
    fields: {
      type: 'array',
      description: 'As falhas campo a campo, para formulários.',
      items: {
        type: 'object',
        required: ['field', 'message'],
        properties: {
          field: { type: 'string' },
          message: { type: 'string' },
          row: { type: 'integer', minimum: 0 },
          record: { type: 'integer', minimum: 1, description: 'Id do registro, onde o filtro escolhe vários.' },
        },
        additionalProperties: false,
      },
    },
    messages: {
      type: 'object',
      required: ['alerts'],
      properties: {
        alerts: {
          type: 'array',
          items: {
            type: 'object',
            required: ['type', 'value'],
            properties: {
              type: { enum: ['error', 'warning', 'info', 'success'] },
              value: { type: 'string' },
              title: { type: 'string' },
            },
            additionalProperties: false,
          },
        },
      },
      additionalProperties: false,
    },
  },
  additionalProperties: false,
};
