/**
 * What of PostgREST's dialect is served, a row a form: a request, and all that the page says of its answer. Every row is
 * run against the product by a test, over the records of `dialectStage`. Texts in English, as on the page of the language.
 */
export interface DialectRow {
  readonly area: DialectArea;
  readonly form: string;
  readonly request: DialectRequest;
  /**
   * `supported`: as PostgREST has it, refusals too. `differs`: not in all, or of ours alone; the note says how. `refused`:
   * PostgREST has it, and here it is not to be had.
   */
  readonly status: 'supported' | 'differs' | 'refused';
  readonly answer: DialectAnswer;
  /** Of a write: an address, and what a read of it gives afterwards. */
  readonly after?: readonly [url: string, body: unknown];
  readonly note?: string;
}

export type DialectArea =
  | 'select'
  | 'embed'
  | 'filter'
  | 'order'
  | 'page'
  | 'count'
  | 'form'
  | 'write'
  | 'upsert'
  | 'prefer'
  | 'refusal'
  | 'other';

export interface DialectRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'OPTIONS';
  /** Below the root of the service. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A text is sent as it is, all else as JSON. */
  readonly body?: unknown;
  /** Of somebody who may list and view the cities and no more; absent, who may do everything. */
  readonly by?: 'reader';
}

/** What is absent is not spoken of. */
export interface DialectAnswer {
  readonly status: number;
  /** Of a refusal. */
  readonly code?: string;
  /** A value in angle brackets is some value, which the address of `after` may name. */
  readonly headers?: Readonly<Record<string, string>>;
  /** A text is that text, all else is JSON; in it a text in angle brackets is something. */
  readonly body?: unknown;
}

/** The records over which every row holds, by route; ids count from 1. */
export const dialectStage: Readonly<Record<string, readonly object[]>> = {
  '/cidades': [
    { ibge: '3106200', nome: 'Belo Horizonte', uf: 'MG', ddd: '31' },
    { ibge: '3106705', nome: 'Betim', uf: 'MG', ddd: '31', ativo: false },
    { ibge: '3304557', nome: 'Rio de Janeiro', uf: 'RJ', ddd: '21' },
    { ibge: '3104007', nome: 'Araxá', uf: 'MG' },
  ],
  '/distritos': [
    { codigo: '310620060', nome: 'Barreiro', cidade_id: 1 },
    { codigo: '310620061', nome: 'Venda Nova', cidade_id: 1 },
    { codigo: '330455705', nome: 'Centro', cidade_id: 3 },
  ],
  '/pesquisas': [{ nome: 'Rede', perguntas: [{ texto: 'Prazo?' }, { texto: 'Nota?' }] }, { nome: 'Portal' }],
  '/queixas': [{ numero: '1', assunto: 'Espera' }],
};
