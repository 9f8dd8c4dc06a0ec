import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { forEachDatabase } from '../support/databases.ts';
import type { Caller, TestProduct } from '../support/product.ts';
import { administrator, insertRow, startTestProduct } from '../support/product.ts';

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

  const rows = async (caller: Caller, path: string): Promise<unknown> =>
    (await caller.call('GET', `/api${path}`)).json();
  const go = async (path: string, id: number, transition: string, body: object = {}) => {
    const answer = await admin.call('PATCH', `/api${path}?id=eq.${id}&transition=${transition}`, { body });
    return answer.statusCode === 204 ? 204 : `${answer.statusCode} ${answer.body}`;
  };
  const change = async (path: string, id: number, body: object) =>
    (await admin.call('PATCH', `/api${path}?id=eq.${id}`, { body })).statusCode;

  const lot = {
    prestador_id: 1,
    competencia: '2026-10',
    recebimento: '2026-11-03T12:00:00Z',
    origem: 'XML',
    quantidade_guias: 1,
    valor_apresentado: 300,
  };
  const invoice = {
    protocolo_id: 1,
    prestador_id: 1,
    competencia: '2026-10',
    quantidade_guias: 1,
    valor_apresentado: 300,
  };
  const guide = {
    faturamento_id: 1,
    tipo_guia: '2',
    numero_guia_prestador: 'G1',
    beneficiario_id: 1,
    prestador_executante_id: 1,
    data_atendimento: '2026-10-10',
    valor_apresentado: 300,
  };
  const line = {
    guia_id: 1,
    codigo: '40304361',
    beneficiario_id: 1,
    prestador_id: 1,
    data: '2026-10-10',
    valor_unitario: 100,
    valor_apresentado: 100,
  };
  const denial = { guia_id: 1, prestador_id: 1, motivo_id: 1, data: '2026-11-05' };

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
        ('N1', 'Sem cobertura', 'NEGATIVA');
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
    expect(await go('/itens-guias', 2, 'pagar')).toBe(204);
    expect(await change('/itens-guias', 2, { valor_apresentado: 250 })).toBe(422);
  });

  test('a guide is kept from changes while somebody holds it, and found with its protocol', async () => {
    expect(await go('/guias', 1, 'bloquear')).toContain('Bloqueada por');
    expect(await go('/guias', 1, 'bloquear', { bloqueada_por_id: 1 })).toBe(204);
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
    expect(await go(path, id, 'estornar', { motivo_id: 2 })).toBe(204);
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

  /** A guide of the second provider in an invoice of its own, of which so much is denied. */
  const deniedGuide = async (number: string, denied: number) => {
    const protocolo = await insertRow(admin, '/protocolos-recebimentos-prestadores', { ...lot, prestador_id: 2 });
    const fatura = await insertRow(admin, '/faturamentos-prestadores', {
      ...invoice,
      protocolo_id: protocolo,
      prestador_id: 2,
      valor_apresentado: 100,
    });
    const guia = await insertRow(admin, '/guias', {
      ...guide,
      faturamento_id: fatura,
      prestador_executante_id: 2,
      numero_guia_prestador: number,
      valor_apresentado: 100,
    });
    const glosa = await insertRow(admin, '/glosas', { ...denial, guia_id: guia, prestador_id: 2, valor: denied });
    return { protocolo, fatura, guia, glosa };
  };

  const accounts = (filter: string) =>
    rows(
      admin,
      `/contas-pagar?${filter}&select=tipo(codigo),fornecedor_id,beneficiario_id,competencia,valor_liquido,forma(codigo),conta_chave_pix,situacao,itens(origem,valor)&order=id`,
    );

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
    expect(await go('/contas-pagar', account ?? 0, 'estornar', { motivo_estorno_id: 2 })).toBe(204);
    await product.database.execute(`update conta_pagar set situacao = 'EM_BORDERO' where id = ${account}`);
    expect(await go(path, id, 'reabrir', { motivo_id: 2 })).toContain(
      "'Reabrir' também faz 'Cancelar' em Conta a pagar, e a situação de 1 ali não o permite.",
    );
    expect(await accountOf()).toBe(account);
  });

  test('an appeal is answered when each of its items is decided', async () => {
    const [first, second] = [1, 2];
    const itens = [
      { glosa_id: first, justificativa: 'Consta do laudo.', valor_recursado: 30 },
      { glosa_id: second, justificativa: 'Consta do laudo.', valor_recursado: 20.5 },
    ];
    const appeal = {
      protocolo_id: 1,
      prestador_id: 1,
      data: '2026-11-20',
      prazo_resposta: '2026-12-20',
      itens,
    };
    const path = '/recursos-glosas';
    const id = await insertRow(admin, path, appeal);
    expect(await go(path, id, 'analisar')).toBe(204);
    expect(await go(path, id, 'responder')).toContain('Há itens sem decisão');
    const [one, two] =
      ((await rows(admin, `${path}?select=itens(id)`)) as { itens: { id: number }[] }[])[0]?.itens ?? [];
    const decide = (acatado: number, decisao: string) =>
      admin.call('PATCH', `/api${path}?id=eq.${id}`, {
        body: {
          itens: [
            { id: one?.id, decisao: 'ACATADO', valor_acatado: 30 },
            { id: two?.id, decisao, valor_acatado: acatado, resposta: 'Em parte.' },
          ],
        },
      });
    expect((await decide(20.5, 'PARCIAL')).body).toContain('menos que o recorrido');
    expect((await decide(10, 'PARCIAL')).statusCode).toBe(204);
    expect(await go(path, id, 'responder')).toBe(204);
    expect((await decide(11, 'PARCIAL')).statusCode).toBe(422);
    expect(
      await rows(admin, `${path}?select=valor_recursado,valor_acatado,situacao,conta_pagar(valor_liquido)`),
    ).toEqual([
      { valor_recursado: 50.5, valor_acatado: 40, situacao: 'RESPONDIDO', conta_pagar: { valor_liquido: 40 } },
    ]);
    // What the appeal decides is decided of the glosses.
    const glosses = `/glosas?id=in.(${first},${second})&select=situacao,valor_revertido&order=id`;
    expect(await rows(admin, glosses)).toEqual([
      { situacao: 'REVERTIDA', valor_revertido: 30 },
      { situacao: 'REVERTIDA_EM_PARTE', valor_revertido: 10 },
    ]);
    const [{ id: reason }] = (await rows(admin, '/motivos?aplicacao=eq.REABERTURA&select=id&limit=1')) as [
      { id: number },
    ];
    expect(await go(path, id, 'reabrir', { motivo_id: reason })).toBe(204);
    expect(await rows(admin, glosses)).toEqual([
      { situacao: 'EM_RECURSO', valor_revertido: null },
      { situacao: 'EM_RECURSO', valor_revertido: null },
    ]);
    expect(await rows(admin, `${path}?select=conta_pagar_id`)).toEqual([{ conta_pagar_id: null }]);
    expect(await rows(admin, '/contas-pagar?valor_bruto=eq.40&select=situacao')).toEqual([{ situacao: 'CANCELADA' }]);
  });

  test('an appeal is of denials of its own provider, of no more than was denied, and is answered once', async () => {
    const path = '/recursos-glosas';
    const bodyOf = (glosa: number, valor: number, prestador = 2) => ({
      protocolo_id: prestador === 1 ? 1 : undefined,
      prestador_id: prestador,
      data: '2026-11-20',
      prazo_resposta: '2026-12-20',
      itens: [{ glosa_id: glosa, justificativa: 'Consta do laudo.', valor_recursado: valor }],
    });
    const { glosa } = await deniedGuide('R1', 40);
    const post = async (body: object) => (await admin.call('POST', `/api${path}`, { body })).body;
    // That of another provider, and one of which is decided already.
    expect(await post(bodyOf(glosa, 40, 1))).toContain('Glosa');
    expect(await rows(admin, '/recursos-glosas?prestador_id=eq.1&select=id')).toHaveLength(1);
    const protocol = await insertRow(admin, '/protocolos-recebimentos-prestadores', { ...lot, prestador_id: 2 });
    const own = { protocolo_id: protocol };
    const large = await insertRow(admin, path, { ...bodyOf(glosa, 90), ...own });
    expect(await go(path, large, 'analisar')).toContain('O valor recorrido passa do glosado');
    const small = await insertRow(admin, path, { ...bodyOf(glosa, 25), ...own });
    expect(await go(path, small, 'analisar')).toBe(204);
    const decide = async (id: number, valor: number) => {
      const [{ itens }] = (await rows(admin, `${path}?id=eq.${id}&select=itens(id)`)) as [{ itens: { id: number }[] }];
      const item = { id: itens[0]?.id, valor_recursado: valor, decisao: 'ACATADO', valor_acatado: valor };
      return (await admin.call('PATCH', `/api${path}?id=eq.${id}`, { body: { itens: [item] } })).statusCode;
    };
    // Nor is more put into it while it is looked at.
    expect(await decide(small, 90)).toBe(204);
    expect(await go(path, small, 'responder')).toContain('O valor recorrido passa do glosado');
    expect(await decide(small, 25)).toBe(204);
    expect(await go(path, small, 'responder')).toBe(204);
    expect(await rows(admin, `/glosas?id=eq.${glosa}&select=situacao,valor_recursado,valor_revertido`)).toEqual([
      { situacao: 'REVERTIDA', valor_recursado: 25, valor_revertido: 25 },
    ]);
    expect(await rows(admin, `${path}?id=eq.${small}&select=conta_pagar(valor_liquido)`)).toEqual([
      { conta_pagar: { valor_liquido: 25 } },
    ]);
    expect(await go(path, large, 'analisar')).toContain('a situação de 1 ali não o permite');
    expect(await post({ ...bodyOf(glosa, 10), ...own })).toMatch(/23503|23514/);
  });

  test('an invoice is closed with guides that are looked at and no larger than it, and takes none afterwards', async () => {
    const { fatura, guia, glosa } = await deniedGuide('F1', 40);
    const path = '/faturamentos-prestadores';
    expect(await go(path, fatura, 'fechar', { valor_glosa: 40 })).toContain('Há guia sem análise concluída');
    expect(await go('/guias', guia, 'analisar')).toBe(204);
    const toldOf = async (glosas: number) => go('/guias', guia, 'concluir', { valor_glosa: glosas });
    expect(await toldOf(39.99)).toContain('A glosa da guia é menor que a soma das glosas registradas para ela.');
    const item = await insertRow(admin, '/itens-guias', { ...line, guia_id: guia, prestador_id: 2, sequencial: 1 });
    expect(await go('/itens-guias', item, 'glosar-em-parte', { valor_glosa: 50 })).toBe(204);
    expect(await toldOf(40)).toContain('A glosa da guia é menor que a soma das glosas dos itens dela.');
    expect(await go('/itens-guias', item, 'liberar')).toBe(204);
    expect(await toldOf(40)).toBe(204);
    const late = { ...denial, guia_id: guia, prestador_id: 2, valor: 1 };
    expect((await admin.call('POST', '/api/glosas', { body: late })).body).toContain('Guia');
    expect(await change(path, fatura, { valor_apresentado: 50 })).toBe(204);
    expect(await go(path, fatura, 'fechar', { valor_glosa: 40 })).toContain(
      'As guias somam mais do que a fatura apresentou.',
    );
    expect(await change(path, fatura, { valor_apresentado: 100 })).toBe(204);
    expect(await go(path, fatura, 'fechar', { valor_glosa: 39.99 })).toContain(
      'A glosa da fatura é menor que a soma das glosas das guias dela.',
    );
    expect(await go(path, fatura, 'fechar', { valor_glosa: 40 })).toBe(204);
    const another = { ...guide, faturamento_id: fatura, prestador_executante_id: 2, numero_guia_prestador: 'F2' };
    expect((await admin.call('POST', '/api/guias', { body: another })).body).toContain('Fatura');
    // Looked at again, the guide keeps the bill from being paid, and its denials may grow.
    expect(await go('/guias', guia, 'reabrir', { motivo_id: 2 })).toBe(204);
    expect(await change('/glosas', glosa, { valor: 60 })).toBe(204);
    const [{ conta_pagar_id: account }] = (await rows(admin, `${path}?id=eq.${fatura}&select=conta_pagar_id`)) as [
      { conta_pagar_id: number },
    ];
    expect(await go('/contas-pagar', account, 'liberar')).toBe(204);
    expect(await go('/contas-pagar', account, 'pagar', { data_pagamento: '2026-11-10' })).toContain(
      'Só se paga uma guia analisada',
    );
    expect(await go('/guias', guia, 'concluir', { valor_glosa: 60 })).toBe(204);
    expect(await go('/contas-pagar', account, 'pagar', { data_pagamento: '2026-11-10' })).toBe(204);
    expect(await rows(admin, `/guias?id=eq.${guia}&select=situacao`)).toEqual([{ situacao: 'PAGA' }]);
  });

  test('an item is worth its quantity by its unit', async () => {
    const { guia } = await deniedGuide('I1', 40);
    const body = { ...line, guia_id: guia, prestador_id: 2, sequencial: 9, quantidade: 2, valor_unitario: 100 };
    const post = (apresentado: number) =>
      admin.call('POST', '/api/itens-guias', { body: { ...body, valor_apresentado: apresentado } });
    expect((await post(777)).body).toContain('não é a quantidade vezes o valor unitário');
    expect((await post(200)).statusCode).toBe(201);
  });

  test('what is paid back or given up of a bill is so of what the bill is of', async () => {
    // An appeal, and the group of invoices, the request and the order that the same bill pays.
    const { protocolo, glosa } = await deniedGuide('E1', 40);
    const appeals = '/recursos-glosas';
    const appeal = await insertRow(admin, appeals, {
      protocolo_id: protocolo,
      prestador_id: 2,
      data: '2026-11-20',
      prazo_resposta: '2026-12-20',
      itens: [{ glosa_id: glosa, justificativa: 'Laudo.', valor_recursado: 40, decisao: 'ACATADO', valor_acatado: 40 }],
    });
    expect(await go(appeals, appeal, 'analisar')).toBe(204);
    expect(await go(appeals, appeal, 'responder')).toBe(204);
    const [{ conta_pagar_id: account }] = (await rows(admin, `${appeals}?id=eq.${appeal}&select=conta_pagar_id`)) as [
      { conta_pagar_id: number },
    ];
    const groups = '/agrupamentos-faturamentos';
    const group = await insertRow(admin, groups, { prestador_id: 2, competencia: '2026-10', valor_total: 40 });
    expect(await go(groups, group, 'conferir')).toBe(204);
    expect(await change(groups, group, { conta_pagar_id: account })).toBe(204);
    const requests = '/solicitacoes-pagamentos-prestadores';
    const request = await insertRow(admin, requests, {
      prestador_id: 2,
      nota_fiscal_numero: '1',
      nota_fiscal_data: '2026-11-01',
      valor_nota: 40,
    });
    expect(await go(requests, request, 'conferir')).toBe(204);
    expect(await go(requests, request, 'aceitar', { conta_pagar_id: account })).toBe(204);
    const orders = '/borderos-pagamentos';
    const order = await insertRow(admin, orders, {
      data: '2026-11-01',
      data_pagamento: '2026-11-10',
      forma_id: 1,
    });
    const states = async () =>
      Promise.all(
        [
          [appeals, appeal],
          [groups, group],
          [requests, request],
          [orders, order],
        ].map(async ([path, id]) =>
          ((await rows(admin, `${path}?id=eq.${id}&select=situacao`)) as { situacao: string }[]).map(
            ({ situacao }) => situacao,
          ),
        ),
      ).then((all) => all.flat());
    expect(await go('/contas-pagar', account, 'liberar')).toBe(204);
    expect(await go('/contas-pagar', account, 'incluir-em-bordero', { bordero_id: order })).toBe(204);
    expect(await go(orders, order, 'aprovar', { aprovador_id: 1 })).toBe(204);
    expect(await go(orders, order, 'pagar', { data_pagamento: '2026-11-10' })).toBe(204);
    expect(await states()).toEqual(['PAGO', 'PAGO', 'PAGA', 'PAGO']);
    expect(await go('/contas-pagar', account, 'estornar', { motivo_estorno_id: 2 })).toBe(204);
    expect(await states()).toEqual(['RESPONDIDO', 'CONFERIDO', 'ACEITA', 'PARCIAL']);
    expect(await go('/contas-pagar', account, 'cancelar', { motivo_cancelamento_id: 2 })).toBe(204);
    expect(await states()).toEqual(['EM_ANALISE', 'CONFERIDO', 'EM_CONFERENCIA', 'PARCIAL']);
    for (const [path, id] of [
      [appeals, appeal],
      [groups, group],
      [requests, request],
    ] as const)
      expect(await rows(admin, `${path}?id=eq.${id}&select=conta_pagar_id`)).toEqual([{ conta_pagar_id: null }]);
    expect(await rows(admin, `/glosas?id=eq.${glosa}&select=situacao`)).toEqual([{ situacao: 'EM_RECURSO' }]);
    // Answered again, it has a bill of its own again.
    expect(await go(appeals, appeal, 'responder')).toBe(204);
    expect(await rows(admin, `${appeals}?id=eq.${appeal}&select=conta_pagar(situacao)`)).toEqual([
      { conta_pagar: { situacao: 'PREVISTA' } },
    ]);
  });

  test('an invoice whose bill is cancelled is looked at again, and is not taken from a bill that is alive', async () => {
    const { fatura, guia } = await deniedGuide('C1', 40);
    const path = '/faturamentos-prestadores';
    expect(await go('/guias', guia, 'analisar')).toBe(204);
    expect(await go('/guias', guia, 'concluir', { valor_glosa: 40 })).toBe(204);
    expect(await go(path, fatura, 'fechar', { valor_glosa: 40 })).toBe(204);
    const [{ conta_pagar_id: account }] = (await rows(admin, `${path}?id=eq.${fatura}&select=conta_pagar_id`)) as [
      { conta_pagar_id: number },
    ];
    const lost = { conta_cancelada_id: account, motivo_id: 2 };
    expect(await go(path, fatura, 'perder-conta', lost)).toContain('TRANSITION_EFFECT_ONLY');
    expect(await go('/contas-pagar', account, 'cancelar', { motivo_cancelamento_id: 2 })).toBe(204);
    expect(
      await rows(admin, `${path}?id=eq.${fatura}&select=situacao,fechamento,conta_pagar_id,conta_cancelada_id`),
    ).toEqual([{ situacao: 'EM_CONFERENCIA', fechamento: null, conta_pagar_id: null, conta_cancelada_id: account }]);
    expect(await go(path, fatura, 'fechar', { valor_glosa: 40 })).toBe(204);
    expect(await rows(admin, `${path}?id=eq.${fatura}&select=conta_cancelada_id,conta_pagar(situacao)`)).toEqual([
      { conta_cancelada_id: null, conta_pagar: { situacao: 'PREVISTA' } },
    ]);
  });

  test('a refund is due in thirty days, approved for what it is, and seen by whom it is of and paid to', async () => {
    const protocol = await insertRow(admin, '/protocolos-recebimentos-reembolsos', {
      beneficiario_id: 1,
      competencia: '2026-11',
      recebimento: '2026-11-05T12:00:00Z',
      origem: 'PAPEL',
      valor_apresentado: 300,
    });
    const item = { data: '2026-10-30', descricao: 'Consulta', valor_pago: 300 };
    const refund = {
      protocolo_id: protocol,
      beneficiario_id: 2,
      responsavel_id: 1,
      recebimento: '2026-11-05',
      prestador_nome: 'Acácia Pereira',
      prestador_cpf_cnpj: '52998224725',
      recibo: '77',
      data_recibo: '2026-10-30',
      conta_chave_pix: 'ana@exemplo.com.br',
      itens: [item],
    };
    const path = '/faturamentos-reembolsos';
    const post = async (body: object) => (await admin.call('POST', `/api${path}`, { body })).body;
    expect(await post({ ...refund, conta_chave_pix: undefined })).toContain('Informe a chave Pix ou o banco');
    expect(await post({ ...refund, itens: [{ ...item, valor_glosa: 100 }] })).toContain('Motivo');
    const id = await insertRow(admin, path, { ...refund, itens: [{ ...item, valor_glosa: 100, motivo_id: 1 }] });
    expect(await post(refund)).toContain('23505');
    // Nor is its protocol paid before it is decided.
    const protocols = '/protocolos-recebimentos-reembolsos';
    expect(await go(protocols, protocol, 'conferir')).toBe(204);
    expect(await go(protocols, protocol, 'fechar', { valor_glosa: 100, previsao_pagamento: '2026-12-05' })).toBe(204);
    expect(await go(protocols, protocol, 'pagar', { data_pagamento: '2026-11-10' })).toContain(
      'Há reembolso do protocolo ainda em análise',
    );
    expect(await go(path, id, 'aprovar')).toContain('aprove em parte');
    expect(await go(path, id, 'negar', { motivo_id: 1 })).toContain('Justificativa');
    expect(await go(path, id, 'aprovar-em-parte')).toBe(204);
    expect(await go(protocols, protocol, 'pagar', { data_pagamento: '2026-11-10' })).toBe(204);
    expect(await rows(admin, `${path}?select=prazo,valor_pago,valor_reembolso,situacao`)).toEqual([
      { prazo: '2026-12-05', valor_pago: 300, valor_reembolso: 200, situacao: 'PARCIAL' },
    ]);
    const [{ conta_pagar_id: account }] = (await rows(admin, `${path}?select=conta_pagar_id`)) as [
      { conta_pagar_id: number },
    ];
    expect(await accounts(`id=eq.${account}`)).toEqual([
      {
        tipo: { codigo: 'R' },
        fornecedor_id: null,
        beneficiario_id: 1,
        competencia: expect.stringMatching(/^\d{4}-\d{2}$/),
        valor_liquido: 200,
        forma: { codigo: '45' },
        conta_chave_pix: 'ana@exemplo.com.br',
        situacao: 'PREVISTA',
        itens: [{ origem: 'REEMBOLSO', valor: 200 }],
      },
    ]);
    expect(await change(path, id, { recibo: '78' })).toBe(422);
    expect(await change(path, id, { conta_chave_pix: 'outra@exemplo.com.br' })).toBe(422);
    const rights = ['faturamentoreembolso:list', 'faturamentoreembolso:view'];
    const enter = (login: string, registro: number) =>
      product.enter(login, rights, {
        roles: { operadora: false, beneficiario: true, beneficiario_registro: registro },
      });
    expect(await rows(await enter('ana-reembolso', 1), `${path}?select=id`)).toEqual([{ id }]);
    expect(await rows(await enter('bruno-reembolso', 2), `${path}?select=id`)).toEqual([{ id }]);
    expect(await rows(await enter('carla-reembolso', 3), `${path}?select=id`)).toEqual([]);
    // What is paid is told to who gets it.
    expect(await go('/contas-pagar', account, 'liberar')).toBe(204);
    expect(await go('/contas-pagar', account, 'pagar', { data_pagamento: '2026-11-01' })).toBe(204);
    expect(await rows(admin, `${path}?select=situacao,data_pagamento`)).toEqual([
      { situacao: 'PAGO', data_pagamento: '2026-11-01' },
    ]);
    expect(
      await rows(admin, '/avisos-pagamentos?select=conta_pagar_id,beneficiario_id,data_pagamento,valor,canal,situacao'),
    ).toEqual([
      {
        conta_pagar_id: account,
        beneficiario_id: 1,
        data_pagamento: '2026-11-01',
        valor: 200,
        canal: 'EMAIL',
        situacao: 'PENDENTE',
      },
    ]);
    // What the bank sends back is paid again by the same bill.
    expect(await go('/contas-pagar', account, 'estornar', { motivo_estorno_id: 2 })).toBe(204);
    expect(await rows(admin, `${path}?select=situacao,data_pagamento,conta_pagar_id`)).toEqual([
      { situacao: 'ESTORNADO', data_pagamento: null, conta_pagar_id: account },
    ]);
    expect(await change(path, id, { recibo: '78' })).toBe(422);
    expect(await go('/contas-pagar', account, 'pagar', { data_pagamento: '2026-11-03' })).toBe(204);
    expect(await rows(admin, `${path}?select=situacao,data_pagamento`)).toEqual([
      { situacao: 'PAGO', data_pagamento: '2026-11-03' },
    ]);
    // What is taken back leaves no account that is paid: approved again, it has another.
    expect(await go(path, id, 'estornar', { motivo_id: 2 })).toBe(204);
    expect(await rows(admin, `${path}?select=situacao,conta_pagar_id`)).toEqual([
      { situacao: 'EM_ANALISE', conta_pagar_id: null },
    ]);
    expect(await rows(admin, `/contas-pagar?id=eq.${account}&select=situacao,data_pagamento`)).toEqual([
      { situacao: 'CANCELADA', data_pagamento: null },
    ]);
    expect(await rows(admin, '/avisos-pagamentos?select=situacao')).toEqual([
      { situacao: 'CANCELADO' },
      { situacao: 'CANCELADO' },
    ]);
    expect(await go(path, id, 'aprovar-em-parte')).toBe(204);
    expect(await rows(admin, `${path}?select=conta_pagar(situacao,valor_liquido)`)).toEqual([
      { conta_pagar: { situacao: 'PREVISTA', valor_liquido: 200 } },
    ]);
  });

  test('a request of a member adds its expenses up and is denied with an answer', async () => {
    const despesa = {
      data: '2026-11-01',
      descricao: 'Sessão',
      prestador_nome: 'Acácia',
      prestador_cpf_cnpj: '52998224725',
      valor: 120.25,
    };
    const path = '/solicitacoes-reembolso';
    const id = await insertRow(admin, path, {
      beneficiario_id: 1,
      data: '2026-11-21T12:00:00Z',
      conta_chave_pix: 'ana@exemplo.com.br',
      despesas: [despesa, { ...despesa, valor: 80 }],
    });
    expect(await go(path, id, 'analisar')).toBe(204);
    expect(await go(path, id, 'negar', { motivo_id: 1, resposta: 'Sem cobertura.' })).toContain('Motivo');
    expect(await go(path, id, 'negar', { motivo_id: 3 })).toContain('Resposta');
    expect(await go(path, id, 'negar', { motivo_id: 3, resposta: 'Sem cobertura.' })).toBe(204);
    expect(await rows(admin, `${path}?select=valor,situacao`)).toEqual([{ valor: 200.25, situacao: 'NEGADA' }]);
    const second = await insertRow(admin, path, {
      beneficiario_id: 2,
      data: '2026-11-22T15:30:00Z',
      conta_chave_pix: 'bruno@exemplo.com.br',
      despesas: [despesa],
    });
    expect(await go(path, second, 'analisar')).toBe(204);
    expect(await go(path, second, 'aceitar')).toBe(204);
    const received = 'beneficiario_id,recebimento,origem,valor_apresentado,situacao';
    expect(await rows(admin, `${path}?id=eq.${second}&select=situacao,protocolo_recebimento(${received})`)).toEqual([
      {
        situacao: 'ACEITA',
        protocolo_recebimento: {
          beneficiario_id: 2,
          recebimento: '2026-11-22T15:30:00+00:00',
          origem: 'PORTAL',
          valor_apresentado: 120.25,
          situacao: 'RECEBIDO',
        },
      },
    ]);
  });
});
