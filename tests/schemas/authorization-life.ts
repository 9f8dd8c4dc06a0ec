/** What holds of guides of authorisation, over a product that is started already: kinds, decisions, lists and who sees them. */
import { beforeAll, describe, expect, test } from 'vitest';
import { dayInZone } from '../../engine/core/day-in-zone.ts';
import type { Caller, TestProduct } from '../support/product.ts';
import { insertRow } from '../support/product.ts';

interface Started {
  readonly product: TestProduct;
  readonly admin: Caller;
  /** A beneficiary, and two providers. */
  readonly ana: number;
  readonly hospital: number;
  readonly clinic: number;
}

const today = dayInZone('America/Sao_Paulo');
/** The day so many days later, or before. */
const inDays = (count: number): string => new Date(Date.parse(today) + count * 86_400_000).toISOString().slice(0, 10);
const valid = inDays(60);

export const testAuthorizations = (started: () => Started): void => {
  describe('guides of authorisation', () => {
    let professional: number;
    let reason: number;
    let cancellation: number;
    let bento: number;

    const found = async (path: string, caller: Caller = started().admin): Promise<unknown> =>
      (await caller.call('GET', `/api${path}`)).json();
    const send = (path: string, body: object) => started().admin.call('POST', `/api${path}`, { body });
    const refusal = async (path: string, body: object): Promise<string> => {
      const answer = await send(path, body);
      expect(answer.statusCode).toBe(422);
      return answer.body;
    };
    const insert = (path: string, body: object) => insertRow(started().admin, path, body);
    /** The status of a transition, 'estado' where the record is in a state that it does not leave. */
    const move = async (
      path: string,
      id: number,
      transition: string,
      body: object = {},
    ): Promise<number | 'estado'> => {
      const url = `/api${path}?id=eq.${id}&transition=${transition}`;
      const answer = await started().admin.call('PATCH', url, { body });
      return answer.body.includes(', e o registro está em ') ? 'estado' : answer.statusCode;
    };
    const guides = '/guias-autorizacao';
    const consultation = () => ({
      tipo_guia: 'CONSULTA',
      tipo_consulta: '1',
      regime_atendimento: '01',
      beneficiario_id: started().ana,
      solicitante_id: started().clinic,
      executante_id: started().clinic,
      profissional_solicitante_id: professional,
      data_solicitacao: today,
    });
    const stay = () => ({
      ...consultation(),
      tipo_guia: 'INTERNACAO',
      executante_id: started().hospital,
      tipo_internacao: '2',
      regime_internacao: '1',
      data_sugerida: '2026-12-10',
      diarias_solicitadas: 3,
      indicacao_clinica: 'Colelitíase.',
    });
    const item = (guide: number, sequence: number, more: object = {}) => ({
      autorizacao_id: guide,
      sequencial: sequence,
      beneficiario_id: started().ana,
      executante_id: started().clinic,
      codigo: '10101012',
      descricao: 'Consulta em consultório',
      quantidade_solicitada: 4,
      ...more,
    });

    const told = async (id: number, transition: string, body: object): Promise<string> =>
      (await started().admin.call('PATCH', `/api${guides}?id=eq.${id}&transition=${transition}`, { body })).body;

    beforeAll(async () => {
      const { product } = started();
      await product.database.execute(`
      insert into cbos (codigo, descricao) values ('225125', 'Médico clínico');
      insert into motivo (codigo, descricao, aplicacao) values ('N0001', 'Fora da cobertura', 'NEGATIVA'),
        ('C0001', 'A pedido', 'CANCELAMENTO'), ('S0001', 'Rede sem prestador', 'EMISSAO');
      insert into beneficiario (codigo, nome, data_nascimento, sexo, nome_mae, data_inclusao, envio_sib)
        values ('G2', 'Bento', '2020-01-01', '1', 'Rita', '2021-01-01', false);
      insert into profissional (nome, cpf, conselho, numero_conselho, uf_conselho, cbos_id)
        select 'Helena Duarte', '39053344705', 'CRM', '45678', 'MG', id from cbos where codigo = '225125';`);
      const idOf = async (query: string) => ((await found(query)) as { id: number }[])[0]?.id ?? 0;
      professional = await idOf('/profissionais?numero_conselho=eq.45678');
      bento = await idOf('/beneficiarios?codigo=eq.G2');
      reason = await idOf('/motivos?codigo=eq.N0001');
      cancellation = await idOf('/motivos?codigo=eq.C0001');
    });

    test('ask for what their kind needs, and are numbered by the engine', async () => {
      const { tipo_consulta: _kind, ...bare } = consultation();
      expect(await refusal(guides, bare)).toContain('Tipo de consulta');
      const said = await refusal(guides, { ...consultation(), tipo_guia: 'INTERNACAO', executante_id: null });
      for (const title of ['Tipo de internação', 'Internação sugerida', 'Diárias', 'Indicação clínica', 'executante'])
        expect(said).toContain(title);
      expect(said).not.toContain('Tipo de consulta');
      const id = await insert(guides, consultation());
      expect(await found(`${guides}?id=eq.${id}&select=numero_guia,situacao,pendente,percentual_autorizado`)).toEqual([
        {
          numero_guia: expect.stringMatching(/^20\d{9}$/),
          situacao: 'EM_ANALISE',
          pendente: true,
          percentual_autorizado: 100,
        },
      ]);
      expect((await send(guides, { ...consultation(), numero_guia: '1' })).statusCode).toBe(400);
    });

    test('are authorised with a day and a password, denied with a reason and a text, and decided once', async () => {
      const id = await insert(guides, consultation());
      const state = () =>
        found(`${guides}?id=eq.${id}&select=situacao,senha,validade_senha,motivo_negativa_id,justificativa,pendente`);
      const nothing = { senha: null, validade_senha: null, motivo_negativa_id: null, justificativa: null };
      expect(await move(guides, id, 'autorizar')).toBe(422);
      expect(await move(guides, id, 'negar', { motivo_negativa_id: reason })).toBe(422);
      const denial = { motivo_negativa_id: reason, justificativa: 'Cláusula 12 do contrato.' };
      expect(await move(guides, id, 'negar', denial)).toBe(204);
      expect(await state()).toEqual([{ ...nothing, ...denial, situacao: 'NEGADA', pendente: false }]);
      expect(await move(guides, id, 'autorizar', { validade_senha: valid })).toBe('estado');
      expect(await move(guides, id, 'reabrir')).toBe(204);
      expect(await state()).toEqual([{ ...nothing, situacao: 'EM_ANALISE', pendente: true }]);
      expect(await told(id, 'autorizar', { validade_senha: valid })).toContain(
        'Inclua na guia ao menos um item a autorizar antes de autorizá-la.',
      );
      await insert('/itens-autorizacao', item(id, 1));
      expect(await move(guides, id, 'autorizar', { validade_senha: valid })).toBe(204);
      expect(await state()).toEqual([
        {
          ...nothing,
          senha: expect.stringMatching(/^A20\d{9}$/),
          validade_senha: valid,
          situacao: 'AUTORIZADA',
          pendente: false,
        },
      ]);
      expect(await move(guides, id, 'expirar')).toBe(422);
      const change = { body: { situacao: 'FATURADA' } };
      expect((await started().admin.call('PATCH', `/api${guides}?id=eq.${id}`, change)).statusCode).toBe(422);
      expect(await move(guides, id, 'executar', { data_execucao: today })).toBe(204);
      expect(await move(guides, id, 'cancelar', { motivo_cancelamento_id: reason })).toBe('estado');
    });

    test('take items of their own beneficiary while nothing is decided, and a password that has not expired before', async () => {
      const guide = await insert(guides, consultation());
      const path = '/itens-autorizacao';
      const another = { ...item(guide, 1), beneficiario_id: bento };
      expect(await refusal(path, another)).toContain('Beneficiário não é o mesmo deste registro');
      await insert(path, item(guide, 1));
      const authorise = async (validade_senha: string): Promise<string> => {
        const url = `/api${guides}?id=eq.${guide}&transition=autorizar`;
        return (await started().admin.call('PATCH', url, { body: { validade_senha } })).body;
      };
      expect(await authorise('2020-01-01')).toContain('A senha não pode vencer antes da solicitação.');
      expect(await authorise(valid)).toBe('');
      expect(await refusal(path, item(guide, 2))).toContain("Situação tem de ser 'Em Análise'");
      expect(await found(`${path}?autorizacao_id=eq.${guide}&select=sequencial`)).toEqual([{ sequencial: 1 }]);
    });

    test('are authorised item by item, in part with less than was asked and a reason', async () => {
      const guide = await insert(guides, consultation());
      const path = '/itens-autorizacao';
      const id = await insert(path, item(guide, 1));
      expect((await send(path, item(guide, 1))).statusCode).toBe(409);
      const part = (quantidade_autorizada: number) =>
        move(path, id, 'autorizar-em-parte', { quantidade_autorizada, motivo_negativa_id: reason });
      expect([await part(5), await part(4), await part(0), await part(3)]).toEqual([422, 422, 422, 204]);
      expect(await move(path, id, 'reabrir')).toBe(204);
      expect(await move(path, id, 'autorizar')).toBe(204);
      expect(await found(`${path}?id=eq.${id}&select=situacao,quantidade_autorizada,motivo_negativa_id`)).toEqual([
        { situacao: 'AUTORIZADO', quantidade_autorizada: 4, motivo_negativa_id: null },
      ]);
    });

    test('decide with themselves what is in analysis of their items', async () => {
      const guide = await insert(guides, { ...stay(), carater: '2' });
      const items = [
        await insert('/itens-autorizacao', item(guide, 1)),
        await insert('/itens-autorizacao', item(guide, 2)),
      ];
      const states = async (): Promise<unknown> =>
        (
          (await found(`/itens-autorizacao?id=in.(${items.join()})&select=situacao&order=id`)) as { situacao: string }[]
        ).map(({ situacao }) => situacao);
      expect(await move('/itens-autorizacao', items[0] ?? 0, 'autorizar')).toBe(204);
      const denial = { motivo_negativa_id: reason, justificativa: 'Cláusula 12 do contrato.' };
      expect(await move(guides, guide, 'negar', denial)).toBe(204);
      expect(await states()).toEqual(['NEGADO', 'NEGADO']);
      expect(await move(guides, guide, 'reabrir')).toBe(204);
      expect(await states()).toEqual(['EM_ANALISE', 'EM_ANALISE']);
      expect(await move('/itens-autorizacao', items[0] ?? 0, 'autorizar')).toBe(204);
      expect(await move(guides, guide, 'autorizar', { validade_senha: valid, diarias_autorizadas: 3 })).toBe(204);
      expect(await states()).toEqual(['AUTORIZADO', 'AUTORIZADO']);
      expect(await move(guides, guide, 'executar', { data_execucao: today })).toBe(204);
      expect(await states()).toEqual(['EXECUTADO', 'EXECUTADO']);
    });

    test('are not authorised as a whole with an item that was denied, and in part decide what is in analysis', async () => {
      const guide = await insert(guides, consultation());
      const path = '/itens-autorizacao';
      const [denied, waiting] = [await insert(path, item(guide, 1)), await insert(path, item(guide, 2))];
      const states = () => found(`${path}?autorizacao_id=eq.${guide}&select=situacao&order=sequencial`);
      expect(await move(path, denied, 'negar', { motivo_negativa_id: reason })).toBe(204);
      const url = `/api${guides}?id=eq.${guide}&transition=autorizar`;
      const answer = await started().admin.call('PATCH', url, { body: { validade_senha: valid } });
      expect(answer.statusCode).toBe(422);
      expect(answer.body).toContain(
        'Há item negado ou autorizado em parte nesta guia: use Autorizar em parte, ou reabra o item antes.',
      );
      expect(await found(`${guides}?id=eq.${guide}&select=situacao,senha`)).toEqual([
        { situacao: 'EM_ANALISE', senha: null },
      ]);
      expect(await states()).toEqual([{ situacao: 'NEGADO' }, { situacao: 'EM_ANALISE' }]);
      const part = { validade_senha: valid, motivo_negativa_id: reason };
      expect(await move(path, waiting, 'negar', { motivo_negativa_id: reason })).toBe(204);
      expect(await told(guide, 'autorizar-em-parte', part)).toContain('Se todos foram negados, negue a guia.');
      expect(await move(path, waiting, 'reabrir')).toBe(204);
      expect(await move(guides, guide, 'autorizar-em-parte', part)).toBe(204);
      expect(await states()).toEqual([{ situacao: 'NEGADO' }, { situacao: 'AUTORIZADO' }]);
      expect(await move(path, waiting, 'cancelar', { justificativa: 'A pedido.' })).toBe(204);
    });

    test('are authorised in part with an item denied or less days, and as a whole with all of them', async () => {
      const none =
        'Para autorizar em parte, negue ou reduza antes um dos itens, ou autorize menos diárias do que se pediu.';
      const part = { validade_senha: valid, motivo_negativa_id: reason };
      const guide = await insert(guides, consultation());
      await insert('/itens-autorizacao', item(guide, 1));
      expect(await told(guide, 'autorizar-em-parte', part)).toContain(none);
      const days = await insert(guides, { ...stay(), carater: '2' });
      expect(await told(days, 'autorizar-em-parte', { ...part, diarias_autorizadas: 3 })).toContain(none);
      expect(await told(days, 'autorizar-em-parte', part)).toContain(none);
      expect(await move(guides, days, 'autorizar-em-parte', { ...part, diarias_autorizadas: 2 })).toBe(204);
    });

    test('are authorised in part from the day on which an item of theirs is denied after all', async () => {
      const guide = await insert(guides, consultation());
      const path = '/itens-autorizacao';
      const id = await insert(path, item(guide, 1));
      expect(await move(guides, guide, 'autorizar', { validade_senha: valid })).toBe(204);
      const denial = { motivo_negativa_id: reason, justificativa: 'Cláusula 12 do contrato.' };
      expect(await move(path, id, 'negar', denial)).toBe(204);
      expect(await found(`${guides}?id=eq.${guide}&select=situacao,motivo_negativa_id,justificativa`)).toEqual([
        { situacao: 'AUTORIZADA_PARCIAL', ...denial },
      ]);
    });

    test('are of who is in the plan on the day of the request, by an adhesion of that day, and of no day to come', async () => {
      const { product, ana } = started();
      await product.database.execute(`
      insert into beneficiario (codigo, nome, data_nascimento, sexo, nome_mae, data_inclusao, envio_sib, situacao, data_cancelamento)
        values ('G3', 'Rui', '1970-01-01', '1', 'Rita', '2021-01-01', false, 'CANCELADO', '2024-06-30');`);
      const [{ id: left }] = (await found('/beneficiarios?codigo=eq.G3&select=id')) as [{ id: number }];
      const gone = { ...consultation(), beneficiario_id: left };
      expect(await refusal(guides, gone)).toContain('Beneficiário');
      expect((await send(guides, { ...gone, data_solicitacao: '2024-06-30' })).statusCode).toBe(201);
      expect(await refusal(guides, { ...gone, data_solicitacao: '2020-12-31' })).toContain('Beneficiário');
      const [product1] = (await found('/produtos?limit=1&select=id')) as { id: number }[];
      const joined = { produto_id: product1?.id, data_adesao: '2021-01-01' };
      const own = await insert('/adesoes', { ...joined, beneficiario_id: bento, data_adesao: inDays(-10) });
      const of = { ...consultation(), beneficiario_id: bento, adesao_id: own };
      expect((await send(guides, of)).statusCode).toBe(201);
      expect(await refusal(guides, { ...of, data_solicitacao: inDays(-11) })).toContain('Adesão');
      expect(await refusal(guides, { ...of, beneficiario_id: ana })).toContain('Adesão');
      expect(await refusal(guides, { ...consultation(), data_solicitacao: inDays(1) })).toContain(
        'A solicitação não pode ser futura',
      );
    });

    test('are given a password for a year at most, and are executed on no day to come', async () => {
      const id = await insert(guides, consultation());
      await insert('/itens-autorizacao', item(id, 1));
      expect(await move(guides, id, 'autorizar', { validade_senha: inDays(400) })).toBe(422);
      expect(await move(guides, id, 'autorizar', { validade_senha: inDays(300) })).toBe(204);
      expect(await move(guides, id, 'revalidar', { validade_senha: '2999-12-31' })).toBe(422);
      expect(await move(guides, id, 'executar', { data_execucao: inDays(1) })).toBe(422);
      expect(await move(guides, id, 'executar', { data_execucao: inDays(-1) })).toBe(422);
      expect(await move(guides, id, 'executar', { data_execucao: today })).toBe(204);
    });

    test('are audited item by item of their own, and by one opinion of a kind at a time', async () => {
      const [guide, another] = [await insert(guides, consultation()), await insert(guides, consultation())];
      const [own, foreign] = [
        await insert('/itens-autorizacao', item(guide, 1)),
        await insert('/itens-autorizacao', item(another, 1)),
      ];
      const opinion = (of: number, more: object = {}) => ({
        autorizacao_id: guide,
        auditor_id: professional,
        inicio: '2026-01-20T12:00:00Z',
        itens: [{ item_id: of, decisao: 'FAVORAVEL' }],
        ...more,
      });
      const path = '/pareceres-auditoria';
      expect(await refusal(path, opinion(foreign))).toContain('Item');
      const first = await insert(path, opinion(own));
      expect((await send(path, opinion(own))).statusCode).toBe(409);
      expect((await send(path, opinion(own, { especialidade: 'ENFERMAGEM' }))).statusCode).toBe(201);
      expect(await move(path, first, 'cancelar', { motivo_cancelamento_id: cancellation })).toBe(204);
      expect((await send(path, opinion(own, { inicio: `${inDays(1)}T12:00:00Z` }))).statusCode).toBe(201);
    });

    test('go to a board of three where the auditor and who asked disagree, within the term of the guide', async () => {
      const path = '/pareceres-auditoria';
      const guide = await insert(guides, { ...consultation(), prazo_atendimento: inDays(30) });
      await started().product.database.execute(`
      insert into profissional (nome, cpf, conselho, numero_conselho, uf_conselho, cbos_id)
        select v.nome, v.cpf, 'CRM', v.numero, 'MG', c.id from cbos c,
          (values ('Otto Lima', '15350946056', '90001'), ('Vera Nunes', '40442820135', '90002')) v (nome, cpf, numero)
        where c.codigo = '225125';`);
      const staff = (await found(
        '/profissionais?numero_conselho=in.(90001,90002)&select=id&order=numero_conselho',
      )) as {
        id: number;
      }[];
      const [auditor, third] = staff.map(({ id }) => id);
      const audit = await insert(path, { autorizacao_id: guide, auditor_id: auditor, inicio: '2026-01-20T12:00:00Z' });
      const board = async (transition: string, body: object) =>
        (await started().admin.call('PATCH', `/api${path}?id=eq.${audit}&transition=${transition}`, { body })).body;
      const called = { divergencia: 'Técnica do procedimento.', data_junta: inDays(5), prazo_junta: inDays(10) };
      expect(await board('convocar-junta', { ...called, prazo_junta: null })).toContain('Parecer da junta até');
      expect(await board('convocar-junta', { ...called, prazo_junta: inDays(4) })).toContain('para antes dela');
      expect(await board('convocar-junta', { ...called, prazo_junta: inDays(31) })).toContain(
        'O parecer da junta é esperado para depois do prazo de atendimento da guia',
      );
      const past = { ...called, data_junta: null, prazo_junta: inDays(-1) };
      expect(await board('convocar-junta', past)).toContain('para um dia que já passou');
      expect(await board('convocar-junta', called)).toBe('');
      const end = { decisao: 'FAVORAVEL', parecer: 'A técnica pedida é a indicada.' };
      expect(await board('concluir', end)).toContain('Indique o desempatador da junta antes de concluir.');
      const named = (desempatador_id: unknown) => board('indicar-desempatador', { desempatador_id });
      expect(await named(auditor)).toContain('O desempatador não pode ser o próprio auditor.');
      expect(await named(professional)).toContain(
        'O desempatador não pode ser o profissional que pediu o atendimento.',
      );
      expect(await named(third)).toBe('');
      expect(await board('concluir', end)).toContain('A junta está marcada para um dia que ainda não chegou');
      expect(await board('indicar-desempatador', { data_junta: today })).toBe('');
      expect(await board('concluir', end)).toBe('');
      expect(await found(`${path}?id=eq.${audit}&select=situacao,desempatador_id,prazo_junta`)).toEqual([
        { situacao: 'CONCLUIDA', desempatador_id: third, prazo_junta: inDays(10) },
      ]);
      // What a board decided no auditor decides alone.
      expect(await board('reabrir', {})).toContain('O parecer é de uma junta: reabra a junta.');
      expect(await board('reabrir-junta', {})).toBe('');
      expect(await found(`${path}?id=eq.${audit}&select=situacao,decisao,fim,desempatador_id`)).toEqual([
        { situacao: 'JUNTA', decisao: null, fim: null, desempatador_id: third },
      ]);
      expect(await board('concluir', { ...end, decisao: 'DESFAVORAVEL' })).toBe('');
      // The term of a guide that is late already keeps no board from being called.
      const late = await insert(guides, { ...consultation(), prazo_atendimento: '2026-02-10' });
      const second = await insert(path, { autorizacao_id: late, auditor_id: auditor, inicio: '2026-02-20T12:00:00Z' });
      expect(await move(path, second, 'convocar-junta', { divergencia: 'Técnica.', prazo_junta: inDays(10) })).toBe(
        204,
      );
    });

    test('name a procedure by its own code', async () => {
      await started().product.database.execute(`
      insert into grupo_procedimento (codigo, descricao) values ('G2', 'Exames');
      insert into procedimento (tabela, codigo, descricao, tipo, grupo_id, inicio)
        select '22', '40304361', 'Hemograma', 'EXAME', id, '2009-01-01' from grupo_procedimento where codigo = 'G2';`);
      const [{ id }] = (await found('/procedimentos?codigo=eq.40304361&select=id')) as [{ id: number }];
      const guide = await insert(guides, consultation());
      const path = '/itens-autorizacao';
      const other = item(guide, 1, { codigo: '99999999', procedimento_id: id });
      expect(await refusal(path, other)).toContain('Procedimento não aceita o registro escolhido');
      const another = item(guide, 1, { codigo: '40304361', tabela: '00', procedimento_id: id });
      expect(await refusal(path, another)).toContain('Procedimento não aceita o registro escolhido');
      await insert(path, item(guide, 1, { codigo: '40304361', procedimento_id: id }));
    });

    test('wait in the queue by their term, and in the audit of their kind once sent there', async () => {
      const late = await insert(guides, { ...stay(), prazo_atendimento: '2020-01-01' });
      const odonto = { tipo_guia: 'ODONTOLOGICA', tipo_atendimento_odonto: '1', prazo_atendimento: '2020-01-02' };
      const tooth = await insert(guides, { ...consultation(), ...odonto });
      const both = `autorizacao_id=in.(${late},${tooth})&select=autorizacao_id`;
      const queue = `/atendimento-autorizacao?${both},situacao_prazo`;
      expect(await found(queue)).toEqual([
        { autorizacao_id: late, situacao_prazo: 'VENCIDO' },
        { autorizacao_id: tooth, situacao_prazo: 'VENCIDO' },
      ]);
      expect(await found(`/auditoria-medica?${both}`)).toEqual([]);
      for (const id of [late, tooth]) expect(await move(guides, id, 'encaminhar')).toBe(204);
      expect(await move(guides, late, 'encaminhar')).toBe(422);
      expect(await found(`/auditoria-odontologica?${both}`)).toEqual([{ autorizacao_id: tooth }]);
      const opinion = { autorizacao_id: late, auditor_id: professional, inicio: '2026-11-20T12:00:00Z' };
      const audit = await insert('/pareceres-auditoria', opinion);
      expect(await move('/pareceres-auditoria', audit, 'concluir', { decisao: 'FAVORAVEL' })).toBe(422);
      const end = { decisao: 'FAVORAVEL', parecer: 'Indicação correta.' };
      expect(await move('/pareceres-auditoria', audit, 'concluir', end)).toBe(204);
      expect(await found(`/auditoria-medica?${both},situacao_auditoria,decisao`)).toEqual([
        { autorizacao_id: late, situacao_auditoria: 'CONCLUIDA', decisao: 'FAVORAVEL' },
      ]);
      expect(await move(guides, tooth, 'pedir-documentos', { pedido_complemento: 'Radiografia.' })).toBe(204);
      expect(await move(guides, late, 'cancelar', { motivo_cancelamento_id: reason })).toBe(422);
      expect(await move(guides, late, 'cancelar', { motivo_cancelamento_id: cancellation })).toBe(204);
      expect(await found(queue)).toEqual([{ autorizacao_id: tooth, situacao_prazo: 'VENCIDO' }]);
    });

    test('have annexes that say what their kind needs, and stays that are prolonged by no more than was asked', async () => {
      const guide = await insert(guides, { ...stay(), carater: '2' });
      const annex = {
        tipo: 'OPME',
        autorizacao_id: guide,
        beneficiario_id: started().ana,
        profissional_id: professional,
        data_solicitacao: '2026-11-20',
      };
      expect(await refusal('/anexos-autorizacao', annex)).toContain('Justificativa técnica');
      expect(await refusal('/anexos-autorizacao', { ...annex, justificativa: 'Clipagem.' })).toContain(
        'Informe os materiais pedidos.',
      );
      const said = await refusal('/anexos-autorizacao', { ...annex, tipo: 'QUIMIOTERAPIA' });
      for (const title of ['Peso', 'Estadiamento', 'Plano terapêutico']) expect(said).toContain(title);
      expect(said).not.toContain('Justificativa técnica');
      expect(await move(guides, guide, 'autorizar', { validade_senha: valid, diarias_autorizadas: 3 })).toBe(204);
      const more = {
        internacao_id: guide,
        beneficiario_id: started().ana,
        executante_id: started().hospital,
        data_solicitacao: today,
        indicacao_clinica: 'Febre.',
      };
      expect(await refusal('/pedidos-prorrogacao', more)).toContain('Informe as diárias ou a acomodação');
      const id = await insert('/pedidos-prorrogacao', { ...more, diarias_solicitadas: 2 });
      const part = { diarias_autorizadas: 3, motivo_negativa_id: reason };
      expect(await move('/pedidos-prorrogacao', id, 'autorizar-em-parte', part)).toBe(422);
      expect(await move('/pedidos-prorrogacao', id, 'autorizar')).toBe(204);
      const seen = `/prorrogacoes?id=eq.${id}&select=diarias_ja_autorizadas,diarias_autorizadas,situacao`;
      expect(await found(seen)).toEqual([
        { diarias_ja_autorizadas: 3, diarias_autorizadas: 2, situacao: 'AUTORIZADA' },
      ]);
    });

    test('are no longer changed in what was decided, nor their items decided behind them', async () => {
      const path = '/itens-autorizacao';
      const guide = await insert(guides, consultation());
      const change = async (route: string, id: number, body: object) =>
        (await started().admin.call('PATCH', `/api${route}?id=eq.${id}`, { body })).statusCode;
      const toldItem = async (id: number, transition: string, body: object = {}) =>
        (await started().admin.call('PATCH', `/api${path}?id=eq.${id}&transition=${transition}`, { body })).body;
      const [given, denied] = [await insert(path, item(guide, 1)), await insert(path, item(guide, 2))];
      expect(await change(guides, guide, { indicacao_clinica: 'Dor.' })).toBe(204);
      expect(await move(path, denied, 'negar', { motivo_negativa_id: reason })).toBe(204);
      const part = { validade_senha: valid, motivo_negativa_id: reason };
      expect(await move(guides, guide, 'autorizar-em-parte', part)).toBe(204);
      expect(await change(guides, guide, { beneficiario_id: bento })).toBe(422);
      expect(await change(guides, guide, { indicacao_clinica: 'Febre.' })).toBe(422);
      expect(await change(guides, guide, { observacao: 'Avisada por telefone.' })).toBe(204);
      expect(await change(path, given, { codigo: '40304361' })).toBe(422);
      expect(await change(path, given, { quantidade_solicitada: 9 })).toBe(422);
      const decided = 'A guia já foi decidida, usada ou cancelada';
      expect(await toldItem(denied, 'reabrir')).toContain(decided);
      expect(await move(guides, guide, 'executar', { data_execucao: today })).toBe(204);
      expect(await toldItem(denied, 'reabrir')).toContain(decided);
      const refused = await insert(guides, consultation());
      const left = await insert(path, item(refused, 1));
      const denial = { motivo_negativa_id: reason, justificativa: 'Cláusula 12 do contrato.' };
      expect(await move(guides, refused, 'negar', denial)).toBe(204);
      expect(await toldItem(left, 'reabrir')).toContain(decided);
      expect(await found(`${path}?id=eq.${left}&select=situacao`)).toEqual([{ situacao: 'NEGADO' }]);
    });

    test('have a password that is good, and days that were asked for', async () => {
      const old = await insert(guides, { ...consultation(), data_solicitacao: inDays(-30) });
      await insert('/itens-autorizacao', item(old, 1));
      const born = 'A senha não pode nascer vencida';
      expect(await told(old, 'autorizar', { validade_senha: inDays(-1) })).toContain(born);
      expect(await move(guides, old, 'autorizar', { validade_senha: today })).toBe(204);
      expect(await told(old, 'revalidar', { validade_senha: inDays(-1) })).toContain(born);
      await started().product.database.execute(
        `update autorizacao set validade_senha = '${inDays(-2)}' where id = ${old}`,
      );
      expect(await told(old, 'executar', { data_execucao: today })).toContain(
        'A senha já não valia no dia da execução',
      );
      expect(await move(guides, old, 'executar', { data_execucao: inDays(-2) })).toBe(204);

      const days = await insert(guides, { ...stay(), carater: '2' });
      const whole = 'Autorizada por inteiro, a internação tem todas as diárias que se pediram';
      const give = (diarias_autorizadas: number | null) =>
        told(days, 'autorizar', { validade_senha: valid, diarias_autorizadas });
      expect(await give(null)).toContain(whole);
      expect(await give(2)).toContain(whole);
      expect(await give(4)).toContain(whole);
      const more = { validade_senha: valid, motivo_negativa_id: reason, diarias_autorizadas: 4 };
      await insert('/itens-autorizacao', item(days, 1));
      const denied = await insert('/itens-autorizacao', item(days, 2));
      expect(await move('/itens-autorizacao', denied, 'negar', { motivo_negativa_id: reason })).toBe(204);
      expect(await told(days, 'autorizar-em-parte', more)).toContain('não podem passar das solicitadas');
      expect(await move(guides, days, 'autorizar-em-parte', { ...more, diarias_autorizadas: 3 })).toBe(204);
      const away = { data_alta: `${today}T10:00:00Z` };
      const answer = await started().admin.call('PATCH', `/api${guides}?id=eq.${days}`, { body: away });
      expect(answer.body).toContain('Informe quando o beneficiário foi internado');
    });

    test('are prolonged where they are stays that were authorised, in part by less than was asked', async () => {
      const path = '/pedidos-prorrogacao';
      const stayed = await insert(guides, { ...stay(), carater: '2' });
      const more = {
        internacao_id: stayed,
        beneficiario_id: started().ana,
        executante_id: started().hospital,
        data_solicitacao: today,
        diarias_solicitadas: 3,
        indicacao_clinica: 'Febre.',
      };
      expect(await refusal(path, more)).toContain('Guia de internação');
      expect(await move(guides, stayed, 'autorizar', { validade_senha: valid, diarias_autorizadas: 3 })).toBe(204);
      expect(await refusal(path, { ...more, beneficiario_id: bento })).toContain('Guia de internação');
      const visit = await insert(guides, consultation());
      expect(await refusal(path, { ...more, internacao_id: visit })).toContain('Guia de internação');
      expect(await refusal(path, { ...more, data_solicitacao: inDays(1) })).toContain(
        'A solicitação não pode ser futura',
      );
      const id = await insert(path, more);
      const give = (diarias_autorizadas?: number) =>
        move(path, id, 'autorizar-em-parte', { motivo_negativa_id: reason, diarias_autorizadas });
      expect([await give(), await give(0), await give(3), await give(2)]).toEqual([422, 422, 422, 204]);
      const url = `/api${path}?id=eq.${id}`;
      expect((await started().admin.call('PATCH', url, { body: { diarias_solicitadas: 5 } })).statusCode).toBe(422);
      expect(await refusal(path, { ...more, executante_id: started().clinic })).toContain('O hospital não é o da guia');
      expect(await refusal(path, { ...more, data_solicitacao: '2020-01-01' })).toContain('antes da internação');
      // What was given before counts in the next decision, and no longer once it is given up.
      const next = await insert(path, more);
      const days = async () =>
        ((await found(`/prorrogacoes?id=eq.${next}&select=diarias_ja_autorizadas`)) as object[])[0];
      expect(await days()).toEqual({ diarias_ja_autorizadas: 5 });
      expect(await move(path, id, 'cancelar', { motivo_cancelamento_id: cancellation })).toBe(204);
      expect(await days()).toEqual({ diarias_ja_autorizadas: 3 });
      // With the guide goes what it was prolonged by.
      expect(await move(path, next, 'autorizar')).toBe(204);
      expect(await move(guides, stayed, 'cancelar', { motivo_cancelamento_id: cancellation })).toBe(204);
      expect(await found(`${path}?id=in.(${id},${next})&select=situacao`)).toEqual([
        { situacao: 'CANCELADA' },
        { situacao: 'CANCELADA' },
      ]);
    });

    test('are prolonged in another room than was asked for in part alone', async () => {
      const path = '/pedidos-prorrogacao';
      await started().product.database.execute(`
      insert into tipo_acomodacao (codigo, descricao) values ('Z1', 'Apartamento'), ('Z2', 'Enfermaria');`);
      const rooms = (await found('/tipos-acomodacoes?codigo=in.(Z1,Z2)&select=id&order=codigo')) as { id: number }[];
      const [asked, other] = rooms.map(({ id }) => id);
      const stayed = await insert(guides, { ...stay(), carater: '2' });
      expect(await move(guides, stayed, 'autorizar', { validade_senha: valid, diarias_autorizadas: 3 })).toBe(204);
      const id = await insert(path, {
        internacao_id: stayed,
        beneficiario_id: started().ana,
        executante_id: started().hospital,
        data_solicitacao: today,
        acomodacao_solicitada_id: asked,
        indicacao_clinica: 'Isolamento.',
      });
      const room = { acomodacao_autorizada_id: other };
      const url = `/api${path}?id=eq.${id}&transition=autorizar`;
      expect((await started().admin.call('PATCH', url, { body: room })).body).toContain('é autorizar em parte');
      expect(await move(path, id, 'autorizar-em-parte', { ...room, motivo_negativa_id: reason })).toBe(204);
    });

    test('are given the room that was asked for, and prolonged in it where no other is', async () => {
      await started().product.database.execute(`
      insert into tipo_acomodacao (codigo, descricao) values ('Z3', 'Apartamento'), ('Z4', 'Enfermaria');`);
      const rooms = (await found('/tipos-acomodacoes?codigo=in.(Z3,Z4)&select=id&order=codigo')) as { id: number }[];
      const [first, second] = rooms.map(({ id }) => id);
      const stayed = await insert(guides, { ...stay(), carater: '2', acomodacao_solicitada_id: first });
      expect(await move(guides, stayed, 'autorizar', { validade_senha: valid, diarias_autorizadas: 3 })).toBe(204);
      const prolong = (more: object = {}) =>
        insert('/pedidos-prorrogacao', {
          internacao_id: stayed,
          beneficiario_id: started().ana,
          executante_id: started().hospital,
          data_solicitacao: today,
          diarias_solicitadas: 1,
          indicacao_clinica: 'Isolamento.',
          ...more,
        });
      const ids = [await prolong(), await prolong({ acomodacao_solicitada_id: second })];
      for (const id of ids) expect(await move('/pedidos-prorrogacao', id, 'autorizar')).toBe(204);
      const given = (path: string, some: readonly number[]) =>
        found(`${path}?id=in.(${some.join()})&select=acomodacao_autorizada_id&order=id`);
      expect(await given(guides, [stayed])).toEqual([{ acomodacao_autorizada_id: first }]);
      expect(await given('/pedidos-prorrogacao', ids)).toEqual([
        { acomodacao_autorizada_id: first },
        { acomodacao_autorizada_id: second },
      ]);
    });

    test('have annexes whose materials are decided with them, and opinions that stand once concluded', async () => {
      const { product, ana } = started();
      await product.database.execute(`
      insert into unidade_medida (codigo, sigla, descricao) values ('036', 'UN', 'Unidade');
      insert into material (codigo, descricao, unidade_id, inicio) select v.codigo, v.descricao, u.id, '2020-01-01'
        from unidade_medida u, (values ('70034567', 'Parafuso'), ('70034568', 'Placa')) v (codigo, descricao);`);
      const [screw, plate] = (await found('/materiais?codigo=in.(70034567,70034568)&select=id&order=codigo')) as {
        id: number;
      }[];
      const guide = await insert(guides, { ...stay(), carater: '2' });
      const path = '/anexos-autorizacao';
      const annex = {
        tipo: 'OPME',
        autorizacao_id: guide,
        beneficiario_id: ana,
        profissional_id: professional,
        data_solicitacao: today,
        justificativa: 'Fratura.',
        materiais: [
          { material_id: screw?.id, opcao: '1', quantidade_solicitada: 4, valor_solicitado: 10 },
          { material_id: plate?.id, opcao: '1', quantidade_solicitada: 1 },
        ],
      };
      expect(await refusal(path, { ...annex, beneficiario_id: bento })).toContain('Guia');
      expect(await refusal(path, { ...annex, data_solicitacao: inDays(1) })).toContain('A solicitação não pode ser');
      const rows = (id: number) =>
        found(`${path}?id=eq.${id}&select=situacao,materiais(quantidade_autorizada,valor_autorizado)`);
      const all = await insert(path, annex);
      expect(await move(path, all, 'autorizar')).toBe(204);
      expect(await rows(all)).toEqual([
        {
          situacao: 'AUTORIZADO',
          materiais: [
            { quantidade_autorizada: 4, valor_autorizado: 10 },
            { quantidade_autorizada: 1, valor_autorizado: null },
          ],
        },
      ]);
      const some = await insert(path, annex);
      const toldAnnex = async (transition: string, body: object) =>
        (await started().admin.call('PATCH', `/api${path}?id=eq.${some}&transition=${transition}`, { body })).body;
      const part = { motivo_negativa_id: reason };
      expect(await toldAnnex('autorizar-em-parte', part)).toContain(
        'Para autorizar em parte, edite o anexo e informe em Materiais',
      );
      const less = [{ ...annex.materiais[0], quantidade_autorizada: 2 }, annex.materiais[1]];
      const url = `/api${path}?id=eq.${some}`;
      expect((await started().admin.call('PATCH', url, { body: { materiais: less } })).statusCode).toBe(204);
      expect(await toldAnnex('autorizar', {})).toContain('Há material com menos do que se pediu');
      expect(await toldAnnex('autorizar-em-parte', part)).toBe('');
      expect(await rows(some)).toEqual([
        {
          situacao: 'AUTORIZADO_PARCIAL',
          materiais: [
            { quantidade_autorizada: 2, valor_autorizado: 10 },
            { quantidade_autorizada: 1, valor_autorizado: null },
          ],
        },
      ]);
      expect(await found(`${path}?id=eq.${some}&select=valor_solicitado,valor_autorizado`)).toEqual([
        { valor_solicitado: 40, valor_autorizado: 20 },
      ]);
      const [held] = (await found(`${path}?id=eq.${some}&select=materiais(id)`)) as { materiais: { id: number }[] }[];
      const [{ id: row } = { id: 0 }, ...others] = held?.materiais ?? [];
      const dearer = { materiais: [{ id: row, valor_solicitado: 99 }, ...others] };
      expect((await started().admin.call('PATCH', url, { body: dearer })).statusCode).toBe(422);
      // Of a treatment no list says which part: it is written.
      const cid = await insert('/cids', { codigo: 'C50', descricao: 'Neoplasia maligna da mama' });
      const radiation = await insert(path, {
        tipo: 'RADIOTERAPIA',
        autorizacao_id: guide,
        beneficiario_id: ana,
        profissional_id: professional,
        data_solicitacao: today,
        cid_id: cid,
        estadiamento: '1',
        finalidade: '1',
        ecog: '0',
        campos: 2,
        dose_campo: 200,
        dose_total: 4000,
        dias_tratamento: 20,
        inicio_previsto: inDays(10),
      });
      const cut = async (body: object) =>
        (await started().admin.call('PATCH', `/api${path}?id=eq.${radiation}&transition=autorizar-em-parte`, { body }))
          .body;
      expect(await cut(part)).toContain('Diga na justificativa o que se autoriza e o que não');
      expect(await cut({ ...part, justificativa_operadora: 'Autorizados 15 dos 20 dias.' })).toBe('');
      const none = await insert(path, annex);
      expect(await move(path, none, 'negar', { ...part, justificativa_operadora: 'Cláusula 12.' })).toBe(204);
      expect(await rows(none)).toEqual([
        {
          situacao: 'NEGADO',
          materiais: [
            { quantidade_autorizada: 0, valor_autorizado: null },
            { quantidade_autorizada: 0, valor_autorizado: null },
          ],
        },
      ]);
      // Looked at again, it is decided anew: nothing is left of what was denied.
      expect(await move(path, none, 'reabrir')).toBe(204);
      expect(await rows(none)).toEqual([
        {
          situacao: 'EM_ANALISE',
          materiais: [
            { quantidade_autorizada: null, valor_autorizado: null },
            { quantidade_autorizada: null, valor_autorizado: null },
          ],
        },
      ]);
      expect(await move(path, none, 'autorizar')).toBe(204);
      expect(await move(path, none, 'cancelar', { motivo_cancelamento_id: cancellation })).toBe(204);
      const costly = { ...annex.materiais[0], valor_autorizado: 10.01 };
      expect(await refusal(path, { ...annex, materiais: [costly] })).toContain('não pode passar do solicitado');
      const opinions = '/pareceres-auditoria';
      const opinion = await insert(opinions, {
        autorizacao_id: guide,
        auditor_id: professional,
        inicio: '2026-11-20T12:00:00Z',
      });
      const end = { decisao: 'FAVORAVEL', parecer: 'Indicação correta.' };
      expect(await move(opinions, opinion, 'concluir', end)).toBe(204);
      const changed = { body: { parecer: 'Sem indicação.' } };
      expect((await started().admin.call('PATCH', `/api${opinions}?id=eq.${opinion}`, changed)).statusCode).toBe(422);
    });

    test('are seen by the beneficiary and the providers that they are of, used ones item by item', async () => {
      const { product, ana, hospital, clinic } = started();
      const own = await insert(guides, consultation());
      const asked = await insert(guides, { ...stay(), beneficiario_id: bento });
      const executed = await insert('/itens-autorizacao', item(own, 1));
      const denied = await insert('/itens-autorizacao', item(own, 2, { quantidade_solicitada: 1 }));
      await move('/itens-autorizacao', executed, 'autorizar');
      await move('/itens-autorizacao', denied, 'negar', { motivo_negativa_id: reason });
      const part = { validade_senha: valid, motivo_negativa_id: reason };
      expect(await move(guides, own, 'autorizar-em-parte', part)).toBe(204);
      const both = `autorizacao_id=in.(${own},${asked})&select=autorizacao_id&order=autorizacao_id`;
      const history = `/historicos-utilizacoes-beneficiarios?autorizacao_id=eq.${own}&select=quantidade_autorizada`;
      expect(await found(history)).toEqual([]);
      await move(guides, own, 'executar', { data_execucao: today });
      expect(await found(history)).toEqual([{ quantidade_autorizada: 4 }]);

      const rights = ['acompanharautorizacaobeneficiario', 'autrealizadas', 'authistorico', 'view'].map(
        (action) => `autorizacao:${action}`,
      );
      const enter = (login: string, role: object) =>
        product.enter(login, [...rights, 'itemautorizacao:list'], { roles: { operadora: false, ...role } });
      const person = await enter('ana-guias', { beneficiario: true, beneficiario_registro: ana });
      const asks = await enter('clinica-guias', { prestador: true, prestador_registro: clinic });
      const executes = await enter('hospital-guias', { prestador: true, prestador_registro: hospital });
      const ids = async (path: string, caller: Caller) =>
        ((await found(`${path}?${both}`, caller)) as { autorizacao_id: number }[]).map((row) => row.autorizacao_id);
      expect(await ids('/acompanhar-autorizacoes-beneficiario', person)).toEqual([own]);
      expect(await ids('/autorizacoes', asks)).toEqual([own, asked]);
      expect(await ids('/autorizacoes', executes)).toEqual([asked]);
      expect(await ids('/itens-autorizacao', executes)).toEqual([]);
      expect(await ids('/itens-autorizacao', person)).toEqual([own, own]);
      expect(await found(history, person)).toEqual([{ quantidade_autorizada: 4 }]);
      expect(await found(history, executes)).toEqual([]);
    });

    test('without charge cover a procedure at least, and are used while they are good', async () => {
      const { ana, clinic } = started();
      await started().product.database.execute(`
      insert into grupo_procedimento (codigo, descricao) values ('G1', 'Consultas');
      insert into procedimento (tabela, codigo, descricao, tipo, grupo_id, inicio)
        select '22', '10101012', 'Consulta', 'CONSULTA', id, '2009-01-01' from grupo_procedimento where codigo = 'G1';`);
      const [{ id: procedure }] = (await found('/procedimentos?codigo=eq.10101012&select=id')) as [{ id: number }];
      const path = '/guias-sem-onus-emitidas';
      const [{ id: issued }] = (await found('/motivos?codigo=eq.S0001&select=id')) as [{ id: number }];
      const guide = { beneficiario_id: ana, executante_id: clinic, motivo_id: issued, emissao: '2026-11-01' };
      const covers = { procedimentos: [{ procedimento_id: procedure, quantidade: 2 }] };
      expect(await refusal(path, { ...guide, validade: '2026-11-30' })).toContain('ao menos um procedimento');
      expect(await refusal(path, { ...guide, ...covers, validade: '2026-10-31' })).toContain('anterior à emissão');
      const id = await insert(path, { ...guide, ...covers, validade: '2026-11-30' });
      expect(await move(path, id, 'utilizar', { data_utilizacao: '2026-12-01' })).toBe(422);
      expect(await move(path, id, 'utilizar', { data_utilizacao: '2026-11-30' })).toBe(204);
      expect(await found(`/guias-sem-onus?guia_id=eq.${id}&select=procedimentos,situacao,data_utilizacao`)).toEqual([
        { procedimentos: 1, situacao: 'UTILIZADA', data_utilizacao: '2026-11-30' },
      ]);
    });
  });
};
