/** What holds of changes of plan, over a product that is started already. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Caller, TestProduct } from '../support/product.ts';
import { insertRow } from '../support/product.ts';
import type { PeopleStage } from './people-stage.ts';
import { found, idFound, member, refusal } from './people-stage.ts';

export const testPlanChanges = (stage: () => PeopleStage): void => {
  describe('a change of plan', () => {
    let product: TestProduct;
    let admin: Caller;
    const refused = (path: string, body: object): Promise<string> => refusal(admin, path, body);
    const idOf = (query: string): Promise<number> => idFound(admin, query);

    const path = '/adesoes';
    const state = 'situacao,data_cancelamento,motivo_cancelamento_id,produto_novo(codigo)';
    let person: number;
    let own: number;
    let to: number;
    let change: (id: number, transition: string, body: object) => ReturnType<Caller['call']>;

    const said = async (id: number, transition: string, body: object): Promise<unknown> => {
      const answer = await change(id, transition, body);
      const { message, details, fields } = answer.json();
      return fields?.map((one: { readonly message: string }) => one.message) ?? details ?? message;
    };
    const joined = { data_adesao: '2022-01-01', cobertura_parcial_temporaria: true };

    beforeAll(async () => {
      ({ product, admin } = stage());
      change = (id, transition, body) =>
        admin.call('PATCH', `/api${path}?id=eq.${id}&transition=${transition}`, { body });
      const who = { ...member, codigo: 'T1', nome: 'Tânia Reis', cpf: '04618573678', data_inclusao: '2022-01-01' };
      person = await insertRow(admin, '/beneficiarios', { ...who, cco: '000000000102' });
      await product.database.execute(`
      insert into produto (codigo, nome, operadora_id, contratacao, segmentacao, abrangencia, acomodacao, inicio_comercializacao, situacao)
        select other.codigo, 'Plano ' || other.codigo, operadora_id, contratacao, segmentacao, abrangencia, acomodacao, inicio_comercializacao, other.situacao
        from produto, (values ('T8', 'ATIVO'), ('T7', 'SUSPENSO')) as other (codigo, situacao) where produto.codigo = 'P9';`);
      to = await idOf('/produtos?codigo=eq.T8');
      own = await insertRow(admin, path, {
        ...joined,
        beneficiario_id: person,
        produto_id: await idOf('/produtos?codigo=eq.P9'),
      });
    });

    test('is refused on a day before the adhesion, of a plan that is the same, is not sold or is there already, and without what the regulator asks', async () => {
      const asked = { data_cancelamento: '2026-10-31', produto_novo_id: to, relacao_dependencia: '1' };
      const refusal = (body: object) => said(own, 'trocar-plano', { ...asked, ...body });
      expect(await refusal({ data_cancelamento: '2021-12-31' })).toEqual([
        'A adesão não pode terminar antes do dia em que começa. A que ainda não começou a valer não se cancela: apague-a.',
      ]);
      expect(await refusal({ produto_novo_id: await idOf('/produtos?codigo=eq.P9') })).toEqual([
        'O plano novo deve ser outro.',
      ]);
      expect(await refusal({ produto_novo_id: await idOf('/produtos?codigo=eq.T7') })).toEqual([
        "Plano novo não aceita o registro escolhido: Situação tem de ser 'Ativo'.",
      ]);
      expect(await refusal({ relacao_dependencia: null })).toEqual(['Informe Relação no SIB.']);
      const there = { beneficiario_id: person, produto_id: to, data_adesao: '2026-12-01' };
      expect(await refused(path, { ...there, data_adesao: '2021-12-31' })).toContain(
        'Beneficiário não aceita o registro escolhido: não vale em 31/12/2021 (Data da adesão).',
      );
      const { relacao_dependencia: _relation, ...untold } = asked;
      expect(await said(own, 'trocar-plano-sem-sib', untold)).toEqual([
        'A ANS conhece esta pessoa pelo CCO: use "Trocar de plano", que a avisa.',
      ]);
      const other = await insertRow(admin, path, there);
      expect(await refusal({})).toBe(
        'Já existe um registro de Adesão com os mesmos valores em Beneficiário e Produto que se sobrepõe a este no intervalo de Data da adesão a Data do cancelamento.',
      );
      expect((await admin.call('DELETE', `/api${path}?id=eq.${other}`)).statusCode).toBe(204);
      expect(await found(admin, `/api${path}?beneficiario_id=eq.${person}&select=situacao`)).toEqual([
        { situacao: 'ATIVA' },
      ]);
    });

    test('ends one adhesion on a day, begins the next on the day after and tells the regulator of it, and is undone with it', async () => {
      const asked = { data_cancelamento: '2026-10-31', produto_novo_id: to, relacao_dependencia: '1' };
      expect((await change(own, 'trocar-plano', asked)).statusCode).toBe(204);
      const told =
        'tipo,data,cco,codigo_beneficiario,nome,situacao,mudanca(cco,data_contratacao,relacao_dependencia,produto_anterior(codigo),produto_novo(codigo),situacao)';
      expect(await found(admin, `/api${path}?id=eq.${own}&select=${state},movimento_sib(${told})`)).toEqual([
        {
          situacao: 'CANCELADA',
          data_cancelamento: '2026-10-31',
          motivo_cancelamento_id: null,
          produto_novo: { codigo: 'T8' },
          movimento_sib: {
            tipo: 'MUDANCA_CONTRATUAL',
            data: '2026-11-01',
            cco: '000000000102',
            codigo_beneficiario: 'T1',
            nome: 'Tânia Reis',
            situacao: 'PENDENTE',
            mudanca: {
              cco: '000000000102',
              data_contratacao: '2026-11-01',
              relacao_dependencia: '1',
              produto_anterior: { codigo: 'P9' },
              produto_novo: { codigo: 'T8' },
              situacao: 'PENDENTE',
            },
          },
        },
      ]);
      const [next] = (await found(
        admin,
        `/api${path}?adesao_anterior_id=eq.${own}&select=id,beneficiario_id,produto(codigo),data_adesao,cobertura_parcial_temporaria,relacao_dependencia,situacao`,
      )) as readonly { readonly id: number }[];
      expect(next).toMatchObject({
        beneficiario_id: person,
        produto: { codigo: 'T8' },
        data_adesao: '2026-11-01',
        cobertura_parcial_temporaria: true,
        relacao_dependencia: '1',
        situacao: 'ATIVA',
      });
      expect(await said(own, 'reabrir', {})).toContain(
        'A adesão do plano novo ainda vale. Apague-a ou cancele-a antes de reabrir a anterior.',
      );
      expect((await admin.call('DELETE', `/api${path}?id=eq.${next?.id}`)).statusCode).toBe(204);
      expect((await change(own, 'reabrir', {})).statusCode).toBe(204);
      expect(await found(admin, `/api${path}?id=eq.${own}&select=${state}`)).toEqual([
        { situacao: 'ATIVA', data_cancelamento: null, motivo_cancelamento_id: null, produto_novo: null },
      ]);
      const sent = await found(
        admin,
        `/api/movimentos-sib?beneficiario_id=eq.${person}&select=situacao,mudanca(situacao)`,
      );
      expect(sent).toEqual([{ situacao: 'CANCELADO', mudanca: { situacao: 'CANCELADA' } }]);
    });

    test('of somebody whom the regulator does not know is told to nobody', async () => {
      const who = { ...member, codigo: 'T2', nome: 'Tiago Reis', cpf: '98765432100', data_inclusao: '2022-01-01' };
      const unknown = await insertRow(admin, '/beneficiarios', who);
      const produto_id = await idOf('/produtos?codigo=eq.P9');
      const id = await insertRow(admin, path, { ...joined, beneficiario_id: unknown, produto_id });
      const asked = { data_cancelamento: '2026-10-31', produto_novo_id: to };
      expect(await said(id, 'trocar-plano', { ...asked, relacao_dependencia: '1' })).toEqual([
        'Esta pessoa não tem o CCO, o código que a ANS dá: use "Trocar de plano sem avisar a ANS".',
      ]);
      expect((await change(id, 'trocar-plano-sem-sib', asked)).statusCode).toBe(204);
      expect(await found(admin, `/api${path}?id=eq.${id}&select=${state},mudanca_sib_id,movimento_sib_id`)).toEqual([
        {
          situacao: 'CANCELADA',
          data_cancelamento: '2026-10-31',
          motivo_cancelamento_id: null,
          produto_novo: { codigo: 'T8' },
          mudanca_sib_id: null,
          movimento_sib_id: null,
        },
      ]);
      expect(await found(admin, `/api${path}?adesao_anterior_id=eq.${id}&select=data_adesao,situacao`)).toEqual([
        { data_adesao: '2026-11-01', situacao: 'ATIVA' },
      ]);
    });
  });
};
