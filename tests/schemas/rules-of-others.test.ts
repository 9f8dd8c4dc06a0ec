/** What registries ask of the records that theirs point at: the procedure, the plan, the item that is denied. */
import { beforeAll, expect, test } from 'vitest';
import { forEachDatabase } from '../support/databases.ts';
import type { Caller } from '../support/product.ts';
import { administrator, insertRow, startTestProduct } from '../support/product.ts';
import { denial, guide, invoice, line, lot } from './billing-stage.ts';

forEachDatabase((open) => {
  let admin: Caller;
  /** Born in 2010 and in 1980. */
  let [child, adult] = [0, 0];
  let [filling, paediatric] = [0, 0];

  const id = async (query: string): Promise<number> => {
    const [row] = (await admin.call('GET', `/api${query}&select=id`)).json() as { id: number }[];
    return row?.id ?? 0;
  };
  /** What is refused, by field; empty where it is written. */
  const told = async (path: string, body: object): Promise<readonly (readonly [string, string])[]> => {
    const answer = await admin.call('POST', `/api${path}`, { body });
    if (answer.statusCode === 201) return [];
    const { fields } = answer.json() as { fields: readonly { field: string; message: string }[] };
    return fields.map(({ field, message }) => [field, message]);
  };

  beforeAll(async () => {
    const product = await startTestProduct(await open({ from: 'product' }));
    admin = await product.as(administrator.login, administrator.password);
    await product.database.execute(`
      insert into cidade (ibge, nome, uf) values ('3106200', 'Belo Horizonte', 'MG');
      insert into classificacao_estabelecimento (codigo, descricao, classificacao_rps) values ('05', 'Hospital', 'HOSPITALAR');
      insert into prestador (codigo, nome, tipo_pessoa, cnpj, documento, classificacao_id, cidade_id, data_contrato, inicio_servico)
        select 'H1', 'Hospital', 'JURIDICA', '11222333000181', '11222333000181', c.id, m.id, '2020-01-01', '2020-01-01'
        from cidade m, classificacao_estabelecimento c;
      insert into beneficiario (codigo, nome, data_nascimento, sexo, nome_mae, data_inclusao, envio_sib)
        values ('N10', 'Nina', '2010-05-10', '3', 'Maria', '2020-01-01', false), ('A80', 'Ana', '1980-05-10', '3', 'Maria', '2020-01-01', false);
      insert into cbos (codigo, descricao) values ('225125', 'Médico clínico');
      insert into profissional (nome, cpf, conselho, numero_conselho, uf_conselho, cbos_id)
        select 'Helena Duarte', '39053344705', 'CRM', '45678', 'MG', id from cbos;
      insert into motivo (codigo, descricao, aplicacao) values ('1801', 'Procedimento inválido', 'GLOSA');
      insert into grupo_procedimento (codigo, descricao) values ('G7', 'Odontologia');
      insert into procedimento (tabela, codigo, descricao, tipo, grupo_id, inicio, exige_dente, exige_face)
        select '22', '85100196', 'Restauração', 'ODONTO', id, '2009-01-01', true, true from grupo_procedimento where codigo = 'G7';
      insert into procedimento (tabela, codigo, descricao, tipo, grupo_id, inicio, idade_minima, idade_maxima)
        select '22', '20101236', 'Puericultura', 'CONSULTA', id, '2009-01-01', 1, 17 from grupo_procedimento where codigo = 'G7';
      insert into operadora (registro_ans, cnpj, razao_social, modalidade) values ('654321', '11222333000181', 'Operadora', 'AUTOGESTAO');
      insert into produto (codigo, nome, operadora_id, contratacao, segmentacao, abrangencia, acomodacao, inicio_comercializacao, idade_maxima_ingresso)
        select 'J1', 'Jovem', id, 'COLETIVO_EMPRESARIAL', 'REFERENCIA', 'NACIONAL', 'COLETIVA', '2020-01-01', 24
        from operadora where registro_ans = '654321';`);
    [child, adult] = [await id('/beneficiarios?codigo=eq.N10'), await id('/beneficiarios?codigo=eq.A80')];
    [filling, paediatric] = [
      await id('/procedimentos?codigo=eq.85100196'),
      await id('/procedimentos?codigo=eq.20101236'),
    ];
  });

  test('a member joins a plan at an age that it takes', async () => {
    const produto_id = await id('/produtos?codigo=eq.J1');
    const joins = (beneficiario_id: number, data_adesao: string) =>
      told('/adesoes', { beneficiario_id, produto_id, data_adesao });
    expect(await joins(adult, '2020-02-01')).toEqual([
      ['produto_id', 'Na data da adesão o beneficiário já passou da idade máxima de ingresso no plano.'],
    ]);
    expect(await joins(child, '2020-02-01')).toEqual([]);
  });

  test('an item says which tooth and face where its procedure is of one, and is for the age of who gets it', async () => {
    const autorizacao_id = await insertRow(admin, '/guias-autorizacao', {
      tipo_guia: 'CONSULTA',
      tipo_consulta: '1',
      beneficiario_id: child,
      data_solicitacao: '2026-11-02',
      regime_atendimento: '01',
      solicitante_id: 1,
      profissional_solicitante_id: 1,
      executante_id: 1,
    });
    const asks = (procedimento_id: number, codigo: string, more: object) =>
      told('/itens-autorizacao', {
        autorizacao_id,
        beneficiario_id: child,
        executante_id: 1,
        tabela: '22',
        codigo,
        procedimento_id,
        descricao: 'Procedimento',
        quantidade_solicitada: 1,
        ...more,
      });
    expect(await asks(filling, '85100196', { sequencial: 1 })).toEqual([
      ['dente_id', 'O procedimento é de um dente: informe qual.'],
      ['face', 'O procedimento é de uma face do dente: informe qual.'],
    ]);
    expect(await asks(paediatric, '20101236', { sequencial: 2 })).toEqual([]);
    await admin.call('PATCH', `/api/procedimentos?id=eq.${paediatric}`, { body: { idade_maxima: 12 } });
    expect(await asks(paediatric, '20101236', { sequencial: 3 })).toEqual([
      ['procedimento_id', 'Na data da solicitação o beneficiário já passou da idade máxima do procedimento.'],
    ]);
    await admin.call('PATCH', `/api/procedimentos?id=eq.${paediatric}`, {
      body: { idade_minima: 17, idade_maxima: null },
    });
    expect(await asks(paediatric, '20101236', { sequencial: 4 })).toEqual([
      ['procedimento_id', 'Na data da solicitação o beneficiário não tem a idade mínima do procedimento.'],
    ]);
  });

  test('a price begins while its table is in force', async () => {
    const tabela_id = await insertRow(admin, '/tabelas-precos', {
      codigo: 'T25',
      nome: 'Tabela de 2025',
      tipo: 'PROPRIA',
      tabela_tiss: '22',
      inicio: '2025-01-01',
    });
    const price = (inicio: string) =>
      told('/itens-tabelas-precos', { tabela_id, procedimento_id: paediatric, inicio, valor: 80 });
    expect(await price('2024-12-31')).toEqual([
      ['tabela_id', 'Tabela de preço não aceita o registro escolhido: não vale em 31/12/2024 (Início da vigência).'],
    ]);
    expect(await price('2025-01-01')).toEqual([]);
  });

  test('no more is denied of an item than it presents, nor asked back than was denied', async () => {
    await insertRow(admin, '/protocolos-recebimentos-prestadores', lot);
    await insertRow(admin, '/faturamentos-prestadores', invoice);
    await insertRow(admin, '/guias', { ...guide, beneficiario_id: child });
    const item = { ...line, beneficiario_id: child, sequencial: 1 };
    expect(await told('/itens-guias', { ...item, data: '2010-05-09' })).toEqual([
      ['data', 'O item é de antes do nascimento do beneficiário.'],
    ]);
    // What a member pays of it is asked of members alone whose plan has shared costs.
    const adesao_id = await id(`/adesoes?beneficiario_id=eq.${child}`);
    const guia = await id('/guias?numero_guia_prestador=eq.G1');
    await admin.call('PATCH', `/api/guias?id=eq.${guia}`, { body: { adesao_id } });
    const shares = async () => {
      const body = { valor_glosa: 0, valor_coparticipacao: 30 };
      const answer = await admin.call('PATCH', `/api/guias?id=eq.${guia}&transition=concluir`, { body });
      return answer.statusCode === 204 ? 'done' : answer.json<{ readonly details: string }>().details;
    };
    await admin.call('PATCH', `/api/guias?id=eq.${guia}&transition=analisar`, { body: {} });
    expect(await shares()).toBe('O plano do beneficiário não tem coparticipação.');
    const item_id = await insertRow(admin, '/itens-guias', item);
    const denied = { ...denial, item_id };
    expect(await told('/glosas', { ...denied, quantidade: 2, valor: 100.01 })).toEqual([
      ['valor', 'A glosa passa do valor apresentado no item.'],
      ['quantidade', 'A quantidade glosada passa da quantidade do item.'],
    ]);
    const glosa_id = await insertRow(admin, '/glosas', { ...denied, quantidade: 1, valor: 40 });
    const appeal = (valor_recursado: number) => ({
      protocolo_id: 1,
      prestador_id: 1,
      data: '2026-11-20',
      prazo_resposta: '2026-12-20',
      itens: [{ glosa_id, justificativa: 'Consta do laudo.', valor_recursado }],
    });
    expect(await told('/recursos-glosas', appeal(40.01))).toEqual([
      ['itens.0.valor_recursado', 'O valor recorrido passa do valor da glosa.'],
    ]);
    expect(await told('/recursos-glosas', appeal(40))).toEqual([]);
  });
});
