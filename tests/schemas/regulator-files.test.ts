/** Files for the ANS and what is in them: they go, are taken and are refused together. */
import { beforeAll, expect, it } from 'vitest';
import { forEachDatabase } from '../support/databases.ts';
import type { Caller } from '../support/product.ts';
import { administrator, insertRow, startTestProduct } from '../support/product.ts';

const sent = { envio: '2026-10-21T12:00:00Z', protocolo: 'PTA1' };

forEachDatabase((open) => {
  let admin: Caller;
  const operadora_id = 1;
  const ana = 1;
  const clinic = 1;
  const cash = 1;

  beforeAll(async () => {
    const product = await startTestProduct(await open({ from: 'product' }));
    admin = await product.as(administrator.login, administrator.password);
    await product.database.execute(`
      insert into operadora (registro_ans, cnpj, razao_social, modalidade)
        values ('654321', '11444777000161', 'Operadora', 'AUTOGESTAO');
      insert into beneficiario (codigo, nome, cpf, cco, data_nascimento, sexo, nome_mae, data_inclusao, envio_sib)
        values ('1', 'Ana', '52998224725', '123456789012', '1980-01-01', '3', 'Rita', '2021-01-01', false);
      insert into plano_conta (codigo, descricao, natureza, grau, analitica, indicador, inicio)
        values ('1', 'Caixa', 'ATIVO', 1, true, 'D', '2020-01-01');
      insert into cidade (ibge, nome, uf) values ('3106200', 'Belo Horizonte', 'MG');
      insert into classificacao_estabelecimento (codigo, descricao, classificacao_rps) values ('05', 'Hospital', 'HOSPITALAR');
      insert into prestador (codigo, nome, tipo_pessoa, cnpj, classificacao_id, relacao, contratualizacao, disponibilidade, data_contrato, inicio_servico, cidade_id)
        select '1', 'Clínica', 'JURIDICA', '11222333000181', classificacao_estabelecimento.id, 'CONTRATADA', 'DIRETA', 'TOTAL', '2020-01-01', '2020-01-01', cidade.id
        from classificacao_estabelecimento, cidade;`);
  });

  const rowOf = async (path: string, id: number, fields: string): Promise<unknown> =>
    (await admin.call('GET', `/api${path}?id=eq.${id}&select=${fields}`)).json()[0];

  const told = (answer: Awaited<ReturnType<Caller['call']>>): string => {
    if (answer.statusCode < 300) return 'done';
    const { message, details } = answer.json<{ readonly message: string; readonly details: string | null }>();
    return details ?? message;
  };
  const move = async (path: string, id: number, transition: string, body: object = {}) =>
    told(await admin.call('PATCH', `/api${path}?id=eq.${id}&transition=${transition}`, { body }));
  const alter = async (path: string, id: number, body: object) =>
    told(await admin.call('PATCH', `/api${path}?id=eq.${id}`, { body }));
  const post = async (path: string, body: object) => told(await admin.call('POST', `/api${path}`, { body }));
  const movements = '/movimentos-sib';
  const files = '/remessas-movimentos-sib';
  const leaving = (data = '2026-10-31') => ({
    beneficiario_id: ana,
    tipo: 'CANCELAMENTO',
    motivo_cancelamento: '42',
    cco: '123456789012',
    codigo_beneficiario: '1',
    nome: 'Ana Maria',
    data,
  });
  let made = 0;
  const fileOf = (cancelamentos: number) =>
    insertRow(admin, files, {
      operadora_id,
      competencia: '2026-09',
      nome_arquivo: `SIB-${++made}`,
      geracao: '2026-10-03T12:00:00Z',
      cancelamentos,
    });
  const ended = { processamento: '2026-10-25T12:00:00Z' };
  const notTaken = "Remessa não aceita o registro escolhido: Situação tem de ser 'Gerada'.";

  it('the movements of a file go with it, are refused with it, and go again when it is made anew', async () => {
    const [remessa_id, id] = [await fileOf(1), await insertRow(admin, movements, leaving())];
    const state = () => rowOf(movements, id, 'situacao,remessa_id');
    expect(await move(files, remessa_id, 'enviar', sent)).toBe(
      'Os movimentos da remessa não são tantos quantos ela diz. Inclua os que faltam, ou corrija as quantidades.',
    );
    expect(await alter(movements, id, { remessa_id })).toBe('done');
    expect(await move(files, remessa_id, 'enviar', sent)).toBe('done');
    expect(await state()).toEqual({ situacao: 'ENVIADO', remessa_id });
    expect(await alter(movements, id, { remessa_id: null })).toBe('Remessa não pode ser alterado neste registro.');
    expect(await alter(files, remessa_id, { protocolo: 'OUTRO' })).toBe(
      'Protocolo não pode ser alterado neste registro.',
    );
    const late = await insertRow(admin, movements, leaving());
    expect(await move(movements, late, 'enviar', { remessa_id })).toBe(notTaken);
    expect(await alter(movements, late, { remessa_id })).toBe(notTaken);

    const refused = { ...ended, motivo_rejeicao: 'Arquivo fora do leiaute.' };
    expect(await move(files, remessa_id, 'rejeitar', refused)).toBe('done');
    expect(await state()).toEqual({ situacao: 'REJEITADO', remessa_id });
    expect(await move(movements, id, 'refazer')).not.toBe('done');
    expect(await move(files, remessa_id, 'refazer')).toBe('done');
    expect(await state()).toEqual({ situacao: 'PENDENTE', remessa_id });
    expect(await move(files, remessa_id, 'enviar', sent)).toBe('done');
    expect(await move(files, remessa_id, 'aceitar', { ...ended, processados: 2 })).toBe(
      'O retorno soma mais movimentos do que a remessa tem.',
    );
    expect(await move(files, remessa_id, 'aceitar-em-parte', { ...ended, processados: 1, rejeitados: 0 })).toBe(
      'Sem nenhum recusado, a remessa foi aceita inteira: use "Registrar aceite".',
    );
    expect(await move(files, remessa_id, 'aceitar', { ...ended, processados: 1 })).toBe('done');
    expect(await state()).toEqual({ situacao: 'ACEITO', remessa_id });
    expect(await alter(files, remessa_id, { rejeitados: 0 })).toBe(
      'Registros rejeitados não pode ser alterado neste registro.',
    );
  });

  it('a file that is cancelled lets its movements go, for another', async () => {
    const [remessa_id, id] = [await fileOf(1), await insertRow(admin, movements, leaving())];
    expect(await move(movements, id, 'enviar', { remessa_id })).toBe('done');
    expect(await move(files, remessa_id, 'cancelar', { motivo_cancelamento: 'Mês errado' })).toBe('done');
    expect(await rowOf(movements, id, 'situacao,remessa_id')).toEqual({ situacao: 'PENDENTE', remessa_id: null });
    expect(await move(movements, id, 'enviar', { remessa_id: await fileOf(1) })).toBe('done');
  });

  it('a movement of the SIB is of a day that has come', async () => {
    expect(await post(movements, { ...leaving('2999-01-01'), tipo: 'RETIFICACAO', motivo_cancelamento: null })).toBe(
      'A data do movimento não pode ser futura.',
    );
    // Who leaves at the end of a month that has not come is told of then.
    const id = await insertRow(admin, movements, leaving('2999-01-01'));
    expect(await move(movements, id, 'enviar', { remessa_id: await fileOf(1) })).toBe(
      'Um movimento não vai para a ANS antes da sua data.',
    );
  });

  it('a file of the RPS takes movements of its kind', async () => {
    const file = { operadora_id, geracao: '2026-10-01T12:00:00Z', registros: 1 };
    const remittances = '/remessas-movimentos-rps';
    const [leave, join] = [
      await insertRow(admin, remittances, { ...file, tipo: 'EXCLUSAO' }),
      await insertRow(admin, remittances, { ...file, tipo: 'VINCULACAO' }),
    ];
    const id = await insertRow(admin, '/movimentos-rps', {
      prestador_id: clinic,
      tipo: 'EXCLUSAO',
      data: '2026-10-01',
    });
    expect(await move('/movimentos-rps', id, 'enviar', { remessa_id: join })).toBe(
      'Remessa não aceita o registro escolhido: Movimento não é o mesmo deste registro.',
    );
    expect(await move(remittances, leave, 'enviar', sent)).toBe(
      'Os movimentos da remessa não são tantos quantos ela diz. Inclua os que faltam, ou corrija a quantidade.',
    );
    expect(await alter('/movimentos-rps', id, { remessa_id: leave })).toBe('done');
    expect(await move(remittances, leave, 'enviar', sent)).toBe('done');
    expect(await move(remittances, leave, 'rejeitar', { ...ended, motivo_rejeicao: 'Leiaute' })).toBe('done');
    expect(await rowOf('/movimentos-rps', id, 'situacao,erro')).toEqual({ situacao: 'REJEITADO', erro: 'Leiaute' });
    expect(await move(remittances, leave, 'cancelar', { motivo_cancelamento: 'Engano' })).toBe('done');
    expect(await rowOf('/movimentos-rps', id, 'situacao,erro,remessa_id')).toEqual({
      situacao: 'PENDENTE',
      erro: null,
      remessa_id: null,
    });
  });

  it('a balance of the DIOPS is the one before with what came and went, and is sent once its month began', async () => {
    const path = '/eventos-diops';
    const balance = { competencia: '2026-09', quadro: 'BALANCETE', conta_id: cash };
    const sum = 'O saldo deve ser o anterior com os débitos e créditos do mês.';
    const figures = { saldo_anterior: 100, debitos: 30, creditos: 10 };
    expect(await post(path, { ...balance, ...figures, item: 'A', valor: 130 })).toBe(sum);
    expect(await post(path, { ...balance, ...figures, item: 'C', valor: 80 })).toBe('done');
    const id = await insertRow(admin, path, { ...balance, ...figures, item: 'D', valor: 120 });
    expect(await move(path, id, 'conferir')).toBe('done');
    const sentOn = (envio: string) => move(path, id, 'enviar', { envio });
    expect(await sentOn('2026-08-31')).toBe('O envio não pode ser anterior à competência.');
    expect(await sentOn('2999-01-01')).toBe('O envio não pode ser de um dia que ainda não chegou.');
    expect(await sentOn('2026-11-10')).toBe('done');
    expect(await alter(path, id, { envio: '2026-11-11' })).toBe('Data do envio não pode ser alterado neste registro.');
  });

  it('a quarter of the SIP is sent when it is over', async () => {
    const path = '/gerencias-sip';
    const id = await insertRow(admin, path, {
      ano_reconhecimento: 2026,
      trimestre_reconhecimento: 2,
      ano_ocorrencia: 2026,
      trimestre_ocorrencia: 1,
      uf: 'RJ',
      contratacao: 'COLETIVO_EMPRESARIAL',
      segmentacao: 'AMBULATORIAL',
      item: 'A',
      eventos: 10,
      despesas: 900,
    });
    expect(await move(path, id, 'conferir')).toBe('done');
    const sentOn = (envio: string) => move(path, id, 'enviar', { envio });
    expect(await sentOn('2026-06-30')).toBe('O envio não pode ser anterior ao fim do trimestre reconhecido.');
    expect(await sentOn('2999-01-01')).toBe('O envio não pode ser de um dia que ainda não chegou.');
    expect(await sentOn('2026-07-01')).toBe('done');
  });
  it('what is reported of guides goes, is taken and is let go with its file', async () => {
    const [path, records] = ['/remessas-monitoramentos-tiss', '/registros-monitoramentos-tiss'];
    const file = (sequencia: number) =>
      insertRow(admin, path, {
        operadora_id,
        competencia: '2026-08',
        sequencia,
        conteudo: 'OUTRA_REMUNERACAO',
        nome_arquivo: `654321202608000${sequencia}.XTE`,
        geracao: '2026-10-20T12:00:00Z',
        registros: 1,
      });
    const remessa_id = await file(1);
    const row = { conteudo: 'OUTRA_REMUNERACAO', chave: 'A', data_processamento: '2026-08-10', valor_pago: 10 };
    const id = await insertRow(admin, records, { ...row, remessa_id });
    const state = () => rowOf(records, id, 'situacao,remessa_id');
    expect(await move(path, remessa_id, 'enviar', sent)).toBe('done');
    expect(await state()).toEqual({ situacao: 'ENVIADO', remessa_id });
    const refused = { ...ended, codigo_rejeicao: '5001', motivo_rejeicao: 'Leiaute' };
    expect(await move(path, remessa_id, 'rejeitar', refused)).toBe('done');
    expect(await move(path, remessa_id, 'refazer')).toBe('done');
    expect(await rowOf(path, remessa_id, 'situacao,codigo_rejeicao,motivo_rejeicao')).toEqual({
      situacao: 'GERADA',
      codigo_rejeicao: null,
      motivo_rejeicao: null,
    });
    expect(await state()).toEqual({ situacao: 'PENDENTE', remessa_id });
    expect(await move(path, remessa_id, 'cancelar', { motivo_cancelamento: 'Mês errado' })).toBe('done');
    expect(await state()).toEqual({ situacao: 'PENDENTE', remessa_id: null });
  });
});
