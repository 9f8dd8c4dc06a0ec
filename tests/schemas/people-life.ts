/** How a member leaves and comes back, and gets another card, over a product that is started already. */
import { beforeAll, expect, test } from 'vitest';
import type { Caller } from '../support/product.ts';
import { insertRow } from '../support/product.ts';
import type { TwoPeopleStage } from './people-stage.ts';
import { found, idFound, mover } from './people-stage.ts';

const today = (): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(new Date()).slice(0, 10);

export const testLife = (stage: () => TwoPeopleStage): void => {
  let admin: Caller;
  const papers = [
    '70010020039',
    '70011131152',
    '70012242276',
    '70013353390',
    '70014464403',
    '70015575527',
    '70016686640',
    '70017797764',
    '70018808840',
    '70019919964',
  ];
  let people = 0;
  let leaving: number;
  beforeAll(async () => {
    ({ admin } = stage());
    const reason = { codigo: 'V41', descricao: 'Saída a pedido', codigo_sib: '41' };
    leaving = await insertRow(admin, '/motivos-desligamento', reason);
  });
  const path = '/beneficiarios';
  const newMember = (more: object = {}): Promise<number> => {
    people += 1;
    return insertRow(admin, path, {
      codigo: `V${people}`,
      nome: `Vera ${people}`,
      cpf: papers[people - 1],
      data_nascimento: '1985-03-04',
      sexo: '3',
      nome_mae: 'Rute',
      data_inclusao: '2021-01-01',
      ...more,
    });
  };
  const read = (id: number, select: string) => found(admin, `/api${path}?id=eq.${id}&select=${select}`);

  test('another copy of a card has the next number, and the one before it is blocked', async () => {
    const first = {
      numero: '77',
      via: 1,
      emissao: '2021-01-01',
      validade: '2026-01-01',
      motivo: 'PRIMEIRA',
      situacao: 'ENTREGUE',
    };
    const id = await newMember({ cartao: '77', cartoes: [first] });
    const go = mover(admin, path, id);
    const send = (cartao: object) => go('emitir-segunda-via', { cartoes: [cartao] });
    expect(await send({ validade: '2031-01-01' })).toBe(422);
    expect(await send({ motivo: 'PRIMEIRA', validade: '2031-01-01' })).toBe(422);
    expect(await send({ motivo: 'PERDA', validade: '2000-01-01' })).toBe(422);
    expect(await send({ motivo: 'PERDA', validade: '2999-01-01' })).toBe(204);
    expect(await read(id, 'situacao,cartoes(numero,via,emissao,motivo,situacao)')).toEqual([
      {
        situacao: 'ATIVO',
        cartoes: [
          { numero: '77', via: 1, emissao: '2021-01-01', motivo: 'PRIMEIRA', situacao: 'BLOQUEADO' },
          { numero: '77', via: 2, emissao: today(), motivo: 'PERDA', situacao: 'GERADO' },
        ],
      },
    ]);
    const without = await newMember();
    const answer = await admin.call('PATCH', `/api${path}?id=eq.${without}&transition=emitir-segunda-via`, {
      body: { cartoes: [{ motivo: 'PERDA', validade: '2999-01-01' }] },
    });
    expect(answer.json().details).toBe(
      'Esta pessoa ainda não tem cartão emitido: informe o número dele em Cartão e use "Emitir cartão".',
    );
  });

  test('the first card is issued once, as the first', async () => {
    const id = await newMember({ cartao: '79' });
    const issue = async (transition: string, card: object): Promise<unknown> => {
      const url = `/api${path}?id=eq.${id}&transition=${transition}`;
      const answer = await admin.call('PATCH', url, { body: { cartoes: [card] } });
      return answer.statusCode === 204 ? 'done' : answer.json().details;
    };
    expect(await issue('emitir-cartao', { validade: '2999-01-01' })).toBe('done');
    expect(await read(id, 'cartoes(numero,via,emissao,validade,motivo,situacao)')).toEqual([
      {
        cartoes: [
          { numero: '79', via: 1, emissao: today(), validade: '2999-01-01', motivo: 'PRIMEIRA', situacao: 'GERADO' },
        ],
      },
    ]);
    expect(await issue('emitir-cartao', { validade: '2999-01-01' })).toBe(
      'Emite-se assim o primeiro cartão: informe o número dele em Cartão, ou use "Emitir segunda via do cartão" se há outro antes.',
    );
    expect(await issue('emitir-segunda-via', { motivo: 'PERDA', validade: '2999-01-01' })).toBe('done');
  });

  test('who is suspended, leaves and comes back has it told, and nobody writes that by hand', async () => {
    const id = await newMember({
      cartao: '78',
      cartoes: [{ numero: '78', via: 1, emissao: '2021-01-01', validade: '2999-01-01', motivo: 'PRIMEIRA' }],
    });
    const produto_id = await idFound(admin, '/produtos?codigo=eq.P9');
    const adhesion = await insertRow(admin, '/adesoes', { beneficiario_id: id, produto_id, data_adesao: '2021-01-01' });
    const go = mover(admin, path, id);
    const byHand = (body: object) => admin.call('PATCH', `/api${path}?id=eq.${id}`, { body });
    expect((await byHand({ situacao: 'CANCELADO' })).statusCode).toBe(422);
    expect((await byHand({ historico: [] })).json()).toMatchObject({ at: { field: 'historico' } });
    const unpaid = await insertRow(admin, '/motivos', {
      codigo: 'VSUS',
      descricao: 'Sem pagar',
      aplicacao: 'SUSPENSAO',
    });
    const refund = await insertRow(admin, '/motivos', { codigo: 'VEST', descricao: 'Estorno', aplicacao: 'ESTORNO' });
    const pause = { observacao: 'Pediu licença.' };
    expect(await go('suspender', { historico: [{ motivo_id: refund, ...pause }] })).toBe(422);
    expect(await go('suspender', { historico: [{ motivo_id: unpaid, ...pause }] })).toBe(204);
    expect(await go('emitir-segunda-via', { cartoes: [{ motivo: 'PERDA', validade: '2999-01-01' }] })).toBe('estado');
    expect(await go('reativar')).toBe(204);
    expect(await go('cancelar', { data_cancelamento: '2024-06-30' })).toBe(422);
    const left = { data_cancelamento: '2024-06-30', motivo_cancelamento_id: leaving };
    expect(await go('cancelar', { ...left, historico: [{ observacao: 'Saiu da empresa.' }] })).toBe(204);
    expect(await read(id, 'situacao,data_cancelamento,cartoes(situacao),historico(data,situacao,observacao)')).toEqual([
      {
        situacao: 'CANCELADO',
        data_cancelamento: '2024-06-30',
        cartoes: [{ situacao: 'BLOQUEADO' }],
        historico: [
          { data: today(), situacao: 'SUSPENSO', observacao: 'Pediu licença.' },
          { data: today(), situacao: 'ATIVO', observacao: null },
          { data: '2024-06-30', situacao: 'CANCELADO', observacao: 'Saiu da empresa.' },
        ],
      },
    ]);
    expect(await found(admin, `/api/adesoes?id=eq.${adhesion}&select=situacao,data_cancelamento`)).toEqual([
      { situacao: 'CANCELADA', data_cancelamento: '2024-06-30' },
    ]);
    expect(await go('reabrir')).toBe(204);
    expect(await read(id, 'situacao,data_cancelamento,motivo_cancelamento_id')).toEqual([
      { situacao: 'ATIVO', data_cancelamento: null, motivo_cancelamento_id: null },
    ]);
    expect(await found(admin, `/api/adesoes?id=eq.${adhesion}&select=situacao,data_cancelamento`)).toEqual([
      { situacao: 'ATIVA', data_cancelamento: null },
    ]);
  });

  test('who depends on a member is of the company of that member, unless another is named', async () => {
    const { product } = stage();
    await product.database.execute(`
      insert into empresa (codigo, cnpj, razao_social, dia_vencimento, inicio) values
        ('V1', '11222333000181', 'Empresa de Vera', 10, '2020-01-01'),
        ('V2', '11444777000161', 'Outra', 10, '2020-01-01');`);
    const [of, other] = [
      await idFound(admin, '/empresas?codigo=eq.V1'),
      await idFound(admin, '/empresas?codigo=eq.V2'),
    ];
    const titular_id = await newMember({ empresa_id: of });
    const child = {
      ...{ tipo_vinculo: 'DEPENDENTE', titular_id, data_nascimento: '2015-03-04' },
      grau_parentesco_id: await idFound(admin, '/grau-parentescos?codigo=eq.04'),
    };
    const companyOf = async (more: object) => read(await newMember({ ...child, ...more }), 'empresa_id');
    expect(await companyOf({})).toEqual([{ empresa_id: of }]);
    expect(await companyOf({ empresa_id: other })).toEqual([{ empresa_id: other }]);
    expect(await companyOf({ empresa_id: null })).toEqual([{ empresa_id: null }]);
  });

  test('an adhesion that ended by itself stays ended when its member comes back', async () => {
    const id = await newMember();
    const produto_id = await idFound(admin, '/produtos?codigo=eq.P9');
    const joined = { beneficiario_id: id, produto_id };
    const former = await insertRow(admin, '/adesoes', { ...joined, data_adesao: '2021-01-01' });
    const ended = { data_cancelamento: '2024-06-30', motivo_cancelamento_id: leaving };
    expect(await mover(admin, '/adesoes', former)('cancelar', ended)).toBe(204);
    const last = await insertRow(admin, '/adesoes', { ...joined, data_adesao: '2024-07-01' });
    const go = mover(admin, path, id);
    const states = () => found(admin, `/api/adesoes?id=in.(${former},${last})&select=situacao&order=id`);
    expect(await go('registrar-obito', { data_obito: '2024-07-02', motivo_cancelamento_id: leaving })).toBe(204);
    expect(await states()).toEqual([{ situacao: 'CANCELADA' }, { situacao: 'CANCELADA' }]);
    expect(await go('reabrir')).toBe(204);
    expect(await states()).toEqual([{ situacao: 'CANCELADA' }, { situacao: 'ATIVA' }]);
  });

  test('a death is of a day that has come, and ends what the member had', async () => {
    const id = await newMember();
    const go = mover(admin, path, id);
    const death = (data_obito: string) => go('registrar-obito', { data_obito, motivo_cancelamento_id: leaving });
    expect(await death('2999-01-01')).toBe(422);
    expect(await death('2024-02-03')).toBe(204);
    expect(await read(id, 'situacao,data_obito,data_cancelamento,historico(data,situacao)')).toEqual([
      {
        ...{ situacao: 'FALECIDO', data_obito: '2024-02-03', data_cancelamento: '2024-02-03' },
        historico: [{ data: '2024-02-03', situacao: 'FALECIDO' }],
      },
    ]);
  });
};
