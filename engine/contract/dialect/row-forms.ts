/** How rows of the dialect are written: requests, answers, and the records of the stage as they are answered. */
import type { DialectAnswer, DialectArea, DialectRequest, DialectRow } from './dialect-row.ts';

export type Headers = DialectRequest['headers'];
export type Plain = Omit<DialectRow, 'area'>;

export const asked =
  (method: DialectRequest['method']) =>
  (url: string, headers?: Headers): DialectRequest => ({ method, url, ...(headers ? { headers } : {}) });
export const sent =
  (method: DialectRequest['method']) =>
  (url: string, body: unknown, headers?: Headers): DialectRequest => ({ ...asked(method)(url, headers), body });
export const [get, head, remove, options] = [asked('GET'), asked('HEAD'), asked('DELETE'), asked('OPTIONS')];
export const [post, patch, put] = [sent('POST'), sent('PATCH'), sent('PUT')];

export const prefer = (text: string): Record<string, string> => ({ Prefer: text });
export const applied = (text: string): Record<string, string> => ({ 'Preference-Applied': text });
export const accept = (type: string): Record<string, string> => ({ Accept: type });
export const object = 'application/vnd.pgrst.object+json';

export const is = (status: number, headers?: Headers, body?: unknown): DialectAnswer => ({
  status,
  ...(headers ? { headers } : {}),
  ...(body === undefined ? {} : { body }),
});
export const gives = (body: unknown, headers?: Headers): DialectAnswer => is(200, headers, body);
export const refused = (code: string, status = 400): DialectAnswer => ({ status, code });

export const rowOf =
  (status: DialectRow['status']) =>
  (form: string, request: string | DialectRequest, answer: DialectAnswer, note?: string): Plain => ({
    form,
    request: typeof request === 'string' ? get(request) : request,
    status,
    answer,
    ...(note === undefined ? {} : { note }),
  });
export const row = rowOf('supported');
export const own = rowOf('differs');
export const no = rowOf('refused');
export const andThen = (one: Plain, url: string, body: unknown): Plain => ({ ...one, after: [url, body] });
export const area = (name: DialectArea, rows: readonly Plain[]): DialectRow[] =>
  rows.map((one) => ({ area: name, ...one }));

export const ids = (...of: readonly number[]): readonly object[] => of.map((id) => ({ id }));
export const named = (...of: readonly string[]): readonly object[] => of.map((nome) => ({ nome }));
export const noRange = 'There are no columns of ranges or arrays.';
/** Of the records of the stage, as they are answered. */
export const system = {
  versao: 1,
  criado_em: '<moment>',
  criado_por: 1,
  alterado_em: null,
  alterado_por: null,
};
export const city = {
  id: 1,
  ...system,
  ibge: '3106200',
  nome: 'Belo Horizonte',
  uf: 'MG',
  capital: false,
  siafi: null,
  ddd: '31',
  regiao_saude: null,
  cep_inicial: null,
  cep_final: null,
  ativo: true,
};
export const survey = { id: 2, ...system, nome: 'Portal', resumo: null, cidade_id: null };
export const contagem = { ibge: '3118601', nome: 'Contagem', uf: 'MG' };
export const betim = { ibge: '3106705', nome: 'Betim', uf: 'MG', ddd: '32' };
