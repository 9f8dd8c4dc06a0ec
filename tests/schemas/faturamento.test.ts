import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { forEachDatabase } from '../support/databases.ts';
import type { Caller, TestProduct } from '../support/product.ts';
import { administrator, insertRow, startTestProduct } from '../support/product.ts';
import { testAppeals } from './billing-appeals.ts';
import { testRefunds } from './billing-refunds.ts';
import { billingCalls, denial, guide, invoice, line, lot } from './billing-stage.ts';
import { testSums } from './billing-sums.ts';

type Property = Readonly<Record<string, unknown>>;
const propertiesOf = (folder: string): Readonly<Record<string, Property>> =>
  JSON.parse(readFileSync(new URL(`../../schemas/faturamento/${folder}/schema.json`, import.meta.url), 'utf8'))
    .properties;

describe('billing in the files', () => {
  it('keeps what tells of the health of a person as sensitive', () => {
    const open = Object.entries({
      guias: ['cid', 'regime_atendimento', 'motivo_saida'],
      'itens-guias': ['codigo', 'procedimento', 'dente'],
    })
      .flatMap(([folder, fields]) => fields.map((field) => [field, propertiesOf(folder)[field]?.['x-personal-data']]))
      .filter(([, level]) => level !== 'sensitive');
    expect(open).toEqual([]);
  });

  it('leaves to the engine what is released of what was presented', () => {
    const folders = [
      'protocolos-recebimentos-prestadores',
      'protocolos-recebimentos-reembolsos',
      'faturamentos-prestadores',
      'guias',
      'itens-guias',
    ];
    for (const folder of folders) {
      const { valor_liberado, valor_glosa } = propertiesOf(folder);
      expect([folder, valor_liberado?.['x-computed'], valor_glosa?.['readOnly']]).toEqual([
        folder,
        'valor_apresentado - valor_glosa',
        true,
      ]);
    }
  });
});

forEachDatabase((open) => {
  let product: TestProduct;
  let admin: Caller;

  const { rows, go, change, accounts } = billingCalls(() => admin);

  beforeAll(async () => {
    product = await startTestProduct(await open({ from: 'product' }));
    admin = await product.as(administrator.login, administrator.password);
    await product.database.execute(`
      insert into cidade (ibge, nome, uf) values ('3106200', 'Belo Horizonte', 'MG');
      insert into classificacao_estabelecimento (codigo, descricao, classificacao_rps) values ('05', 'Hospital', 'HOSPITALAR');
      insert into fornecedor (codigo, nome, tipo_pessoa, cnpj) values ('1', 'Hospital', 'JURIDICA', '11222333000181');
      insert into prestador (codigo, nome, tipo_pessoa, cnpj, cpf, documento, classificacao_id, cidade_id, data_contrato, inicio_servico)
        select v.codigo, v.nome, v.tipo, v.cnpj, v.cpf, coalesce(v.cnpj, v.cpf), c.id, m.id, '2020-01-01', '2020-01-01' from cidade m, classificacao_estabelecimento c,
          (values ('H1', 'Hospital das Acácias', 'JURIDICA', '11222333000181', null), ('M1', 'Acácia Pereira', 'FISICA', null, '52998224725')) v (codigo, nome, tipo, cnpj, cpf);
      insert into beneficiario (codigo, nome, cpf, data_nascimento, sexo, nome_mae, data_inclusao)
        values ('1', 'Ana Maria', '52998224725', '1980-05-10', '3', 'Maria', '2020-01-01'),
          ('2', 'Bruno', '11144477735', '1980-05-10', '1', 'Maria', '2020-01-01'),
          ('3', 'Carla', '39053344705', '1980-05-10', '3', 'Maria', '2020-01-01');
      insert into motivo (codigo, descricao, aplicacao) values ('1801', 'Procedimento inválido', 'GLOSA'), ('R1', 'Conta errada', 'REABERTURA'),
        ('N1', 'Sem cobertura', 'NEGATIVA'), ('E1', 'Pago em duplicidade', 'ESTORNO'),
        ('C1', 'Lançado por engano', 'CANCELAMENTO');
      insert into plano_conta (codigo, descricao, natureza, grau, analitica, indicador, inicio)
        values ('4.1', 'Eventos', 'DESPESA', 2, true, 'D', '2020-01-01');
      insert into tipo_conta_pagar (codigo, descricao, natureza, conta_contabil_id) values ('P', 'Prestador', 'PRESTADOR', 1),
        ('R', 'Reembolso', 'REEMBOLSO', 1);
      insert into forma_pagamento (codigo, descricao, meio) values ('41', 'TED', 'TED'), ('45', 'Pix', 'PIX');
      insert into tipo_imposto (codigo, sigla, descricao, esfera, regime_apuracao)
        values ('INSS', 'INSS', 'INSS', 'FEDERAL', 'CAIXA'), ('IRRF', 'IRRF', 'IRRF', 'FEDERAL', 'CAIXA');`);
    for (const [path, row] of [
      ['/protocolos-recebimentos-prestadores', lot],
      ['/faturamentos-prestadores', invoice],
      ['/guias', guide],
      ['/itens-guias', { ...line, sequencial: 1 }],
      ['/itens-guias', { ...line, sequencial: 2, valor_unitario: 200, valor_apresentado: 200 }],
      // What is denied of a guide is said while it is looked at.
      ['/glosas', { ...denial, item_id: 2, valor: 30 }],
      ['/glosas', { ...denial, item_id: 2, valor: 20.5 }],
    ] as const)
      await insertRow(admin, path, row);
  });

  test('an item is released, denied in part or whole, and keeps presented = released + denied', async () => {
    const values = () =>
      rows(admin, '/itens-guias?select=sequencial,valor_glosa,valor_liberado,situacao&order=sequencial');
    expect(await values()).toEqual([
      { sequencial: 1, valor_glosa: null, valor_liberado: null, situacao: 'APRESENTADO' },
      { sequencial: 2, valor_glosa: null, valor_liberado: null, situacao: 'APRESENTADO' },
    ]);
    expect(await change('/itens-guias', 2, { valor_glosa: 10 })).toBe(400);
    expect(await go('/itens-guias', 1, 'liberar')).toBe(204);
    expect(await go('/itens-guias', 2, 'glosar-em-parte', { valor_glosa: 200.01 })).toContain(
      'A glosa não pode passar',
    );
    expect(await go('/itens-guias', 2, 'glosar-em-parte', { valor_glosa: 200 })).toContain('menor que o apresentado');
    expect(await go('/itens-guias', 2, 'glosar-em-parte', { valor_glosa: 50.5 })).toBe(204);
    expect(await values()).toEqual([
      { sequencial: 1, valor_glosa: 0, valor_liberado: 100, situacao: 'LIBERADO' },
      { sequencial: 2, valor_glosa: 50.5, valor_liberado: 149.5, situacao: 'GLOSADO_EM_PARTE' },
    ]);
    expect(await go('/itens-guias', 2, 'pagar')).toContain('A guia do item ainda não foi analisada');
    expect(await change('/itens-guias', 2, { valor_apresentado: 250 })).toBe(422);
  });

  test('a guide is kept from changes while somebody holds it, and found with its protocol', async () => {
    expect(await go('/guias', 1, 'bloquear', { bloqueada_por_id: null })).toContain('Bloqueada por');
    expect(await go('/guias', 1, 'bloquear')).toBe(204);
    expect(await change('/guias', 1, { senha: 'S1' })).toBe(422);
    const control =
      '/atendimento-controle?select=guia_id,protocolo_id,competencia,situacao,bloqueada_por_id&protocolo_id=eq.1';
    const seen = {
      guia_id: 1,
      protocolo_id: 1,
      competencia: '2026-10',
      situacao: 'BLOQUEADA',
      bloqueada_por_id: 1,
    };
    expect(await rows(admin, control)).toEqual([seen]);
    expect(await go('/guias', 1, 'desbloquear')).toBe(204);
    expect(await change('/guias', 1, { senha: 'S1' })).toBe(204);
    expect(await rows(admin, control)).toEqual([{ ...seen, situacao: 'EM_ANALISE', bloqueada_por_id: null }]);
    expect(await go('/guias', 1, 'concluir', { valor_glosa: 50.5 })).toBe(204);
    expect(await go('/guias', 1, 'pagar')).toBe(204);
    expect(await rows(admin, '/guias?select=valor_pago,situacao')).toEqual([{ valor_pago: 249.5, situacao: 'PAGA' }]);
    expect(await rows(admin, '/itens-guias?id=eq.2&select=situacao')).toEqual([{ situacao: 'PAGO' }]);
    expect(await change('/itens-guias', 2, { valor_apresentado: 250 })).toBe(422);
    expect(await change('/itens-guias', 2, { descricao: 'Hemograma' })).toBe(422);
    expect((await admin.call('POST', '/api/guias', { body: guide })).statusCode).toBe(409);
  });

  test('providers and beneficiaries find their own guides alone', async () => {
    const rights = ['guia:list', 'guia:view', 'atendimentocontrole:list', 'protocolorecebimentoprestador:list'];
    const enter = (login: string, role: string, id: number) =>
      product.enter(login, rights, { roles: { operadora: false, [role]: true, [`${role}_registro`]: id } });
    const seen = async (caller: Caller) =>
      Promise.all(['/guias?select=id', '/atendimento-controle?select=id'].map((path) => rows(caller, path)));
    expect(await seen(await enter('hospital', 'prestador', 1))).toEqual([[{ id: 1 }], [{ id: 1 }]]);
    expect(await seen(await enter('medica', 'prestador', 2))).toEqual([[], []]);
    expect(await seen(await enter('ana', 'beneficiario', 1))).toEqual([[{ id: 1 }], []]);
    expect(await seen(await enter('bruno', 'beneficiario', 2))).toEqual([[], []]);
  });

  test('a closed protocol is changed by reopening it alone, which asks for the reason', async () => {
    const path = '/protocolos-recebimentos-prestadores';
    const id = await insertRow(admin, path, lot);
    const close = { valor_glosa: 50.5, previsao_pagamento: '2026-12-10' };
    expect(await go(path, id, 'fechar', close)).toContain('422');
    expect(await go(path, id, 'conferir')).toBe(204);
    expect(await go(path, id, 'fechar', { previsao_pagamento: '2026-12-10' })).toContain('Glosa');
    expect(await go(path, id, 'fechar', close)).toBe(204);
    expect(await change(path, id, { valor_apresentado: 400 })).toBe(422);
    expect(await go(path, id, 'reabrir')).toContain('Motivo');
    expect(await go(path, id, 'pagar', { data_pagamento: '2999-01-01' })).toContain(
      'O pagamento não pode ser de um dia que ainda não chegou.',
    );
    expect(await go(path, id, 'pagar', { data_pagamento: '2026-11-10' })).toBe(204);
    expect(await go(path, id, 'reabrir', { motivo_id: 2 })).toContain('422');
    expect(await go(path, id, 'estornar', { motivo_id: 4 })).toBe(204);
    expect(await go(path, id, 'reabrir', { motivo_id: 2 })).toBe(204);
    expect(
      await rows(admin, `${path}?id=eq.${id}&select=situacao,fechamento,data_pagamento,valor_liberado,motivo(codigo)`),
    ).toEqual([
      {
        situacao: 'EM_CONFERENCIA',
        fechamento: null,
        data_pagamento: null,
        valor_liberado: 249.5,
        motivo: { codigo: 'R1' },
      },
    ]);
    // The invoice of the first is open still.
    expect(await go(path, 1, 'conferir')).toBe(204);
    expect(await go(path, 1, 'fechar', close)).toBe(204);
    expect(await go(path, 1, 'pagar', { data_pagamento: '2026-11-10' })).toContain(
      'Há fatura do protocolo que não foi fechada',
    );
    expect(await go(path, 1, 'reabrir', { motivo_id: 2 })).toBe(204);
    const large = { ...lot, quantidade_guias: 101 };
    expect((await admin.call('POST', `/api${path}`, { body: large })).body).toContain('até 100 guias');
    expect((await admin.call('POST', `/api${path}`, { body: { ...large, origem: 'PAPEL' } })).statusCode).toBe(201);
  });

  test('an invoice that is closed has its account, that of a person with the taxes withheld, and reopened it has none', async () => {
    const second = await insertRow(admin, '/protocolos-recebimentos-prestadores', { ...lot, prestador_id: 2 });
    const id = await insertRow(admin, '/faturamentos-prestadores', {
      ...invoice,
      protocolo_id: second,
      prestador_id: 2,
      valor_apresentado: 1000,
    });
    const impostos = [
      { imposto_id: 1, base: 1000, aliquota: 11, valor: 110 },
      { imposto_id: 2, base: 1000, aliquota: 7.5, valor: 50 },
    ];
    const path = '/faturamentos-prestadores';
    const accountOf = async () =>
      ((await rows(admin, `${path}?id=eq.${id}&select=conta_pagar_id`)) as { conta_pagar_id: number }[])[0]
        ?.conta_pagar_id;
    // Nothing is paid that no guide presents.
    const unproven = 'A fatura libera mais do que as guias analisadas dela.';
    expect(await go(path, id, 'fechar', { valor_glosa: 0 })).toContain(unproven);
    const guia = await insertRow(admin, '/guias', {
      ...guide,
      faturamento_id: id,
      prestador_executante_id: 2,
      numero_guia_prestador: 'RPA1',
      valor_apresentado: 1000,
    });
    expect(await go('/guias', guia, 'analisar')).toBe(204);
    expect(await go('/guias', guia, 'concluir', { valor_glosa: 0.01 })).toContain('Há glosa sem motivo');
    expect(await go('/guias', guia, 'concluir', { valor_glosa: 0 })).toBe(204);
    expect(await change(path, id, { valor_apresentado: 1000.01 })).toBe(204);
    expect(await go(path, id, 'fechar', { valor_glosa: 0 })).toContain(unproven);
    expect(await change(path, id, { valor_apresentado: 1000 })).toBe(204);
    expect(await go(path, id, 'fechar', { valor_glosa: 0 })).toContain(
      "'Fechar' também cria um registro em Conta a pagar, e assim ele não se grava: Informe Fornecedor.",
    );
    await product.database.execute('update prestador set fornecedor_id = 1');
    expect(await go(path, id, 'fechar', { valor_glosa: 30 })).toBe(204);
    const first = await accountOf();
    const due = {
      tipo: { codigo: 'P' },
      fornecedor_id: 1,
      beneficiario_id: null,
      competencia: '2026-10',
      valor_liquido: 970,
      forma: { codigo: '41' },
      conta_chave_pix: null,
      situacao: 'PREVISTA',
      itens: [{ origem: 'FATURAMENTO', valor: 1000 }],
    };
    expect(await accounts(`id=eq.${first}`)).toEqual([due]);
    expect(await go(path, id, 'reabrir', { motivo_id: 2 })).toBe(204);
    expect([await accountOf(), await accounts(`id=eq.${first}`)]).toEqual([null, [{ ...due, situacao: 'CANCELADA' }]]);
    expect(await go(path, id, 'fechar', { valor_glosa: 0 })).toBe(204);
    const account = await accountOf();
    expect(account).not.toBe(first);
    expect(await change('/contas-pagar', account ?? 0, { impostos })).toBe(204);
    expect(await go('/contas-pagar', account ?? 0, 'liberar')).toBe(204);
    expect(
      await rows(
        admin,
        '/faturamentos-prestadores/busca/rpa?select=cpf,valor_liberado,valor_inss,valor_irrf,valor_iss,valor_liquido',
      ),
    ).toEqual([
      {
        cpf: '52998224725',
        valor_liberado: 1000,
        valor_inss: 110,
        valor_irrf: 50,
        valor_iss: null,
        valor_liquido: 840,
      },
    ]);
    expect(await go('/contas-pagar', account ?? 0, 'pagar', { data_pagamento: '2026-11-10' })).toBe(204);
    expect(await rows(admin, `${path}?id=eq.${id}&select=situacao,data_pagamento`)).toEqual([
      { situacao: 'PAGA', data_pagamento: '2026-11-10' },
    ]);
    // An account that is in an order is not cancelled behind its back.
    expect(await go('/contas-pagar', account ?? 0, 'estornar', { motivo_estorno_id: 4 })).toBe(204);
    await product.database.execute(`update conta_pagar set situacao = 'EM_BORDERO' where id = ${account}`);
    const [{ numero } = {}] = (await rows(admin, `/contas-pagar?id=eq.${account}&select=numero`)) as {
      numero?: string;
    }[];
    expect(await go(path, id, 'reabrir', { motivo_id: 2 })).toContain(
      `'Reabrir' também faz 'Cancelar' em Conta a pagar, e a situação de 1 ali não o permite: ${numero}. Nada foi gravado.`,
    );
    expect(await accountOf()).toBe(account);
  });

  testAppeals(() => ({ product, admin }));
  testRefunds(() => ({ product, admin }));
  testSums(() => ({ product, admin }));
});
