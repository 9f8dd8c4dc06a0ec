/** What the tests of people share: a beneficiary, and words for what is asked of the product. */
import { expect } from 'vitest';
import type { Caller, TestProduct } from '../support/product.ts';

export interface PeopleStage {
  readonly product: TestProduct;
  readonly admin: Caller;
  /** A beneficiary, `member`. */
  readonly ana: number;
}

/** With a second one, who has a holder's family. */
export interface TwoPeopleStage extends PeopleStage {
  readonly bruno: number;
}

export const member = {
  codigo: '1',
  nome: 'Ana Maria da Silva',
  cpf: '52998224725',
  data_nascimento: '1980-05-10',
  sexo: '3',
  nome_mae: 'Maria da Silva',
  data_inclusao: '2020-01-01',
};

export const found = async (caller: Caller, url: string): Promise<unknown> => (await caller.call('GET', url)).json();

/** What the refusal of a new record says. */
export const refusal = async (caller: Caller, path: string, body: object): Promise<string> => {
  const answer = await caller.call('POST', `/api${path}`, { body });
  expect(answer.statusCode).toBe(422);
  return answer.body;
};

/** The id of the first record that a query finds. */
export const idFound = async (caller: Caller, query: string): Promise<number> =>
  ((await found(caller, `/api${query}&select=id`)) as { id: number }[])[0]?.id ?? 0;

/** Makes a transition and answers with the status, `estado` where the record is in another state. */
export const mover =
  (caller: Caller, path: string, id: number) =>
  async (transition: string, body: object = {}): Promise<number | 'estado'> => {
    const answer = await caller.call('PATCH', `/api${path}?id=eq.${id}&transition=${transition}`, { body });
    return answer.body.includes(', e o registro está em ') ? 'estado' : answer.statusCode;
  };
