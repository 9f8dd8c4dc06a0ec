/** What holds of requests of dependants, over a product that is started already. */
import { beforeAll, expect, test } from 'vitest';
import type { ScreenModel } from '../../engine/contract/screen-model.ts';
import type { Caller, TestProduct } from '../support/product.ts';
import { insertRow } from '../support/product.ts';
import type { TwoPeopleStage } from './people-stage.ts';
import { found, idFound, mover, refusal } from './people-stage.ts';

export const testJoining = (stage: () => TwoPeopleStage): void => {
  let product: TestProduct;
  let admin: Caller;
  let bruno: number;
  beforeAll(() => {
    ({ product, admin, bruno } = stage());
  });
  const refused = (path: string, body: object): Promise<string> => refusal(admin, path, body);
  const idOf = (query: string): Promise<number> => idFound(admin, query);

  test('a family asks for dependants, adults with a CPF, and is told why where it is refused', async () => {
    const child = {
      nome: 'Clara Souza',
      data_nascimento: '1999-03-04',
      sexo: '3',
      grau_parentesco_id: await idOf('/grau-parentescos?codigo=eq.04'),
      nome_mae: 'Rita Souza',
    };
    const produto_id = await idOf('/produtos?codigo=eq.P9');
    const asked = { titular_id: bruno, produto_id, data_solicitacao: '2026-01-02' };
    const post = (dependentes: readonly object[]) =>
      admin.call('POST', '/api/solicitacoes-adesoes', { body: { ...asked, dependentes } });
    expect((await post([])).statusCode).toBe(422);
    expect((await post([child])).body).toContain('Informe o CPF de quem tem 18 anos ou mais.');
    const id = await insertRow(admin, '/solicitacoes-adesoes', {
      ...asked,
      dependentes: [{ ...child, cpf: '11144477735' }],
    });
    const go = mover(admin, '/solicitacoes-adesoes', id);
    expect(await go('aprovar', { inicio_vigencia: '2026-02-01' })).toBe('estado');
    expect(await go('analisar', { analista_id: 1 })).toBe(204);
    expect(await go('recusar', { complemento: 'Sem certidão.' })).toBe(422);
    expect(
      await go('recusar', { motivo_id: await idOf('/motivos?codigo=eq.90002'), complemento: 'Sem certidão.' }),
    ).toBe(204);
    expect(await go('aprovar', { inicio_vigencia: '2026-02-01' })).toBe('estado');
  });

  test('a declaration of health is kept answer by answer, and what was there before limits the coverage for 24 months at most', async () => {
    await product.database.execute(
      `insert into cid (codigo, descricao, categoria) values ('I10', 'Hipertensão', 'I10')`,
    );
    const dependant = {
      nome: 'Clara Souza',
      cpf: '15350946056',
      data_nascimento: '1999-03-04',
      sexo: '3',
      grau_parentesco_id: await idOf('/grau-parentescos?codigo=eq.04'),
      nome_mae: 'Rita Souza',
    };
    const answer = { dependente: 'Clara Souza', pergunta: 'Tem pressão alta?', resposta: 'Sim' };
    const disease = {
      dependente: 'Clara Souza',
      cid_id: await idOf('/cids?codigo=eq.I10'),
      medida: 'CPT',
      fim: '2028-01-31',
    };
    const asked = {
      titular_id: bruno,
      produto_id: await idOf('/produtos?codigo=eq.P9'),
      data_solicitacao: '2026-01-02',
      dependentes: [dependant],
      respostas: [answer],
      preexistencia: true,
      preexistencias: [disease],
    };
    const path = '/solicitacoes-adesoes';
    const wrong = { ...answer, dependente: 'Clarice Souza' };
    expect(await refused(path, { ...asked, respostas: [wrong] })).toContain('como está na lista de dependentes');
    expect(await refused(path, { ...asked, preexistencia: false })).toContain('Marque que há doença');
    const id = await insertRow(admin, path, asked);
    const go = mover(admin, path, id);
    expect(await go('analisar', { analista_id: 1 })).toBe(204);
    expect(await go('aprovar', { inicio_vigencia: '2026-01-15' })).toBe(422);
    expect(await go('aprovar', { inicio_vigencia: '2026-02-01' })).toBe(422);
    const [row] = (await found(admin, `/api${path}?id=eq.${id}&select=dependentes(id)`)) as {
      readonly dependentes: readonly { readonly id: number }[];
    }[];
    const give = async (more: object): Promise<void> => {
      const dependentes = row?.dependentes.map((one) => ({ id: one.id, ...more }));
      const answer = await admin.call('PATCH', `/api${path}?id=eq.${id}`, { body: { dependentes } });
      expect(answer.statusCode).toBe(204);
    };
    await give({ codigo: 'D9', vinculo: 'AGREGADO' });
    // Who declared an illness with that measure is restricted by it, and nobody else.
    expect(await go('aprovar', { inicio_vigencia: '2026-02-01' })).toBe(422);
    await give({ cobertura_parcial_temporaria: true });
    expect(await go('aprovar', { inicio_vigencia: '2026-02-01' })).toBe(204);
    const person = 'codigo,nome,cpf,tipo_vinculo,titular_id,nome_mae,data_inclusao,situacao';
    const plan = 'beneficiario(codigo),produto_id,data_adesao,cobertura_parcial_temporaria,situacao';
    expect(
      await found(
        admin,
        `/api${path}?id=eq.${id}&select=situacao,dependentes(beneficiario(${person}),adesao(${plan}))`,
      ),
    ).toEqual([
      {
        situacao: 'APROVADA',
        dependentes: [
          {
            beneficiario: {
              codigo: 'D9',
              nome: 'Clara Souza',
              cpf: '15350946056',
              tipo_vinculo: 'AGREGADO',
              titular_id: bruno,
              nome_mae: 'Rita Souza',
              data_inclusao: '2026-02-01',
              situacao: 'ATIVO',
            },
            adesao: {
              beneficiario: { codigo: 'D9' },
              produto_id: asked.produto_id,
              data_adesao: '2026-02-01',
              cobertura_parcial_temporaria: true,
              situacao: 'ATIVA',
            },
          },
        ],
      },
    ]);
    const health = 'respostas(dependente,resposta),preexistencias(medida,fim,cid(codigo))';
    expect(await found(admin, `/api${path}?id=eq.${id}&select=${health}`)).toEqual([
      {
        respostas: [{ dependente: 'Clara Souza', resposta: 'Sim' }],
        preexistencias: [{ medida: 'CPT', fim: '2028-01-31', cid: { codigo: 'I10' } }],
      },
    ]);
    // Somebody who comes back has a record already.
    const [known] = (await found(admin, '/api/beneficiarios?codigo=eq.D9&select=id')) as { readonly id: number }[];
    const again = await insertRow(admin, path, {
      ...asked,
      preexistencia: false,
      preexistencias: [],
      produto_id: await idOf('/produtos?codigo=neq.P9&limit=1'),
      dependentes: [{ ...dependant, beneficiario_id: known?.id }],
    });
    const goAgain = mover(admin, path, again);
    expect(await goAgain('analisar', { analista_id: 1 })).toBe(204);
    expect(await goAgain('aprovar', { inicio_vigencia: '2026-03-01' })).toBe(204);
    expect(
      await found(admin, `/api${path}?id=eq.${again}&select=dependentes(beneficiario_id,adesao(data_adesao))`),
    ).toEqual([{ dependentes: [{ beneficiario_id: known?.id, adesao: { data_adesao: '2026-03-01' } }] }]);
    const [kept] = (await found(admin, `/api${path}?id=eq.${id}&select=respostas(id,resposta)`)) as {
      readonly respostas: readonly object[];
    }[];
    const change = { respostas: kept?.respostas.map((row) => ({ ...row, resposta: 'Não' })) };
    expect((await admin.call('PATCH', `/api${path}?id=eq.${id}`, { body: change })).statusCode).toBe(422);
    // A group sees what is sensitive covered unless it is told otherwise.
    const clerk = await product.enter('cadastro-adesao', ['solicitacaoadesao:list', 'solicitacaoadesao:view']);
    const covered = JSON.stringify(await found(clerk, `/api${path}?id=eq.${id}&select=${health}`));
    expect(covered).not.toMatch(/Sim|I10|CPT/);
  });

  test('whoever approves a request of dependants is asked for the code that is missing, and proposed the day that was wished for', async () => {
    const path = '/solicitacoes-adesoes';
    const child = {
      data_nascimento: '2025-03-04',
      sexo: '3',
      grau_parentesco_id: await idOf('/grau-parentescos?codigo=eq.04'),
      nome_mae: 'Rita Souza',
    };
    const ask = async (...names: readonly string[]) => {
      const id = await insertRow(admin, path, {
        titular_id: bruno,
        produto_id: await idOf('/produtos?codigo=eq.P9'),
        data_solicitacao: '2026-01-02',
        data_desejada: '2026-02-01',
        dependentes: names.map((nome) => ({ ...child, nome })),
      });
      const move = (transition: string, body: object) =>
        admin.call('PATCH', `/api${path}?id=eq.${id}&transition=${transition}`, { body });
      expect((await move('analisar', { analista_id: 1 })).statusCode).toBe(204);
      return { id, move };
    };
    const { states } = (await found(admin, `/api/model/screen?path=${path}`)) as ScreenModel;
    const approval = states?.transitions.find(({ name }) => name === 'aprovar');
    expect(approval?.form?.columns).toEqual(['codigo_dependente', 'inicio_vigencia', 'complemento']);

    const one = await ask('Davi Souza');
    const proposed = await found(admin, `/api${path}?id=eq.${one.id}&select=inicio_vigencia`);
    expect(proposed).toEqual([{ inicio_vigencia: '2026-02-01' }]);
    const nameless = await one.move('aprovar', { inicio_vigencia: '2026-02-01' });
    expect(nameless.json()).toMatchObject({
      fields: [{ field: 'codigo_dependente', message: 'Informe o código que o dependente terá na operadora.' }],
    });
    const approved = { inicio_vigencia: '2026-02-01', codigo_dependente: 'B2D1' };
    expect((await one.move('aprovar', { ...approved, codigo_dependente: 'B2' })).json()).toMatchObject({
      message: 'Já existe um registro de Beneficiário com o mesmo valor em Código.',
    });
    expect((await one.move('aprovar', approved)).statusCode).toBe(204);
    const made = 'beneficiario(codigo,nome,tipo_vinculo,titular_id),adesao(data_adesao,situacao)';
    expect(
      await found(admin, `/api${path}?id=eq.${one.id}&select=situacao,codigo_dependente,dependentes(${made})`),
    ).toEqual([
      {
        situacao: 'APROVADA',
        codigo_dependente: 'B2D1',
        dependentes: [
          {
            beneficiario: { codigo: 'B2D1', nome: 'Davi Souza', tipo_vinculo: 'DEPENDENTE', titular_id: bruno },
            adesao: { data_adesao: '2026-02-01', situacao: 'ATIVA' },
          },
        ],
      },
    ]);

    const two = await ask('Eva Souza', 'Ivo Souza');
    expect((await two.move('aprovar', { ...approved, codigo_dependente: 'B2D2' })).json()).toMatchObject({
      details:
        'Mais de um dependente está sem código. Edite o pedido e dê a cada um o código que terá na operadora, ou o cadastro que já tem.',
    });
    const refusal = { motivo_id: await idOf('/motivos?codigo=eq.90002') };
    expect((await two.move('recusar', refusal)).statusCode).toBe(204);
    expect(await found(admin, `/api${path}?id=eq.${two.id}&select=situacao,inicio_vigencia`)).toEqual([
      { situacao: 'RECUSADA', inicio_vigencia: null },
    ]);
  });
};
