/** What people say to the operator, and the papers they hand in: kept as it was once it is answered. */
import { beforeAll, expect, test } from 'vitest';
import { forEachDatabase } from '../support/databases.ts';
import type { Caller } from '../support/product.ts';
import { administrator, insertRow, startTestProduct } from '../support/product.ts';

interface Refused {
  readonly message: string;
  readonly details: string | null;
}

const dayFromNow = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

forEachDatabase((open) => {
  let admin: Caller;
  const ana = 1;
  const complaint = {
    recebida_em: '2026-01-02T12:00:00Z',
    canal: 'TELEFONE',
    classificacao: 'RECLAMACAO',
    tema: 'REDE',
    assunto: 'Falta de pediatra',
    descricao: 'Não achei pediatra em Contagem.',
    prazo: '2026-01-13',
    beneficiario_id: ana,
  };

  const told = (answer: Awaited<ReturnType<Caller['call']>>): string => {
    if (answer.statusCode < 300) return 'done';
    const { message, details } = answer.json<Refused>();
    return details ?? message;
  };
  const change = async (path: string, id: number, body: object) =>
    told(await admin.call('PATCH', `/api${path}?id=eq.${id}`, { body }));
  const go = async (path: string, id: number, transition: string, body: object = {}) =>
    told(await admin.call('PATCH', `/api${path}?id=eq.${id}&transition=${transition}`, { body }));

  beforeAll(async () => {
    const product = await startTestProduct(await open({ from: 'product' }));
    admin = await product.as(administrator.login, administrator.password);
    await product.database.execute(`
      insert into beneficiario (codigo, nome, data_nascimento, sexo, nome_mae, data_inclusao, envio_sib)
        values ('1', 'Ana', '1980-01-01', '3', 'Rita', '2021-01-01', false);`);
  });

  test('a manifestation that is answered stays as it was answered, and its day moves by a transition', async () => {
    const path = '/manifestacoes-registradas';
    const id = await insertRow(admin, path, complaint);
    expect(await change(path, id, { prazo: '2026-01-14' })).toBe('done');
    expect(await go(path, id, 'tratar', { responsavel_id: 1 })).toBe('done');
    const note = { andamentos: [{ setor: 'Rede', descricao: 'Pedida a lista de pediatras.' }] };
    expect(await go(path, id, 'registrar-andamento', note)).toBe('done');
    const noted = await admin.call('GET', `/api${path}?id=eq.${id}&select=situacao,andamentos(setor,descricao)`);
    expect(noted.json()).toEqual([{ situacao: 'EM_TRATAMENTO', ...note }]);
    expect(await change(path, id, { classificacao: 'CONSULTA' })).toBe('done');
    expect(await change(path, id, { prazo: dayFromNow(10) })).toBe(
      'Prazo da resposta não pode ser alterado neste registro.',
    );
    const longer = (days: number) =>
      go(path, id, 'prorrogar', { prazo: dayFromNow(days), justificativa_prazo: 'Aguarda a rede.' });
    expect(await longer(60)).toBe(
      'O prazo vai até 30 dias úteis (RN 323/2013): informe em Prazo da resposta um dia dentro de 45 dias corridos.',
    );
    expect(await longer(30)).toBe('done');
    expect(await go(path, id, 'responder', { resposta: 'Há dois novos.', procedencia: 'PROCEDENTE' })).toBe('done');
    const kept = {
      recebida_em: 'Recebida em',
      classificacao: 'Classificação',
      beneficiario_id: 'Beneficiário',
      assunto: 'Assunto',
    };
    const others = {
      recebida_em: '2026-02-02T12:00:00Z',
      classificacao: 'ELOGIO',
      beneficiario_id: null,
      assunto: 'Outro',
    };
    for (const [field, title] of Object.entries(kept))
      expect(await change(path, id, { [field]: Reflect.get(others, field) })).toContain(
        `${title} não pode ser alterado neste registro.`,
      );
    expect(await go(path, id, 'reabrir', { motivo_reabertura: 'Não atendem.', prazo: dayFromNow(7) })).toBe('done');
    expect(await change(path, id, { classificacao: 'DENUNCIA' })).toBe('done');
  });

  test('an anonymous manifestation keeps nothing of who made it', async () => {
    const path = '/manifestacoes-registradas';
    const named =
      'A manifestação anônima não guarda quem a fez: volte ao manifestante anterior e apague beneficiário, prestador, empresa, nome e contatos.';
    const post = async (more: object) =>
      told(await admin.call('POST', `/api${path}`, { body: { ...complaint, manifestante: 'ANONIMO', ...more } }));
    expect(await post({})).toBe(named);
    const nobody = { beneficiario_id: null };
    expect(await post({ ...nobody, nome: 'Ana' })).toBe(named);
    expect(await post({ ...nobody, contatos: [{ tipo: 'EMAIL', valor: 'ana@exemplo.com.br' }] })).toBe(named);
    expect(await post(nobody)).toBe('done');
  });

  test('a service call that is over stays as it was, until it is opened again', async () => {
    const path = '/atendimentos';
    const id = await insertRow(admin, path, {
      data: '2026-01-02T12:00:00Z',
      tema: 'REDE',
      assunto: 'Pediatra',
      descricao: 'Pergunta por pediatra.',
      beneficiario_id: ana,
    });
    expect(await go(path, id, 'concluir', { solucao: 'Informada a clínica.' })).toBe('done');
    expect(await change(path, id, { descricao: 'Outra coisa.' })).toBe(
      'Descrição não pode ser alterado neste registro.',
    );
    expect(await change(path, id, { data: '2026-02-02T12:00:00Z' })).toBe(
      'Data e hora não pode ser alterado neste registro.',
    );
    expect(await go(path, id, 'reabrir')).toBe('done');
    expect(await change(path, id, { descricao: 'Pergunta por pediatra em Betim.' })).toBe('done');
  });

  test('a service call that goes to the ombudsman makes one manifestation, and each leads to the other', async () => {
    const path = '/atendimentos';
    const call = { data: '2026-01-02T12:00:00Z', canal: 'EMAIL', tema: 'COBRANCA', assunto: 'Cobrança em dobro' };
    const asked = { classificacao_ouvidoria: 'RECLAMACAO', tema_ouvidoria: 'FINANCEIRO' };
    const open = await insertRow(admin, path, { ...call, beneficiario_id: ana });
    expect(await go(path, open, 'levar-a-ouvidoria')).toBe(
      'Informe Classificação na ouvidoria. Informe Tema na ouvidoria.',
    );
    const of = async (route: string, id: number, fields: string): Promise<Readonly<Record<string, unknown>>> =>
      (await admin.call('GET', `/api${route}?id=eq.${id}&select=${fields}`)).json()[0];
    for (const step of ['levar-a-ouvidoria', 'levar-a-ouvidoria-concluido']) {
      const id =
        step === 'levar-a-ouvidoria' ? open : await insertRow(admin, path, { ...call, pessoa: 'OUTRO', nome: 'Rui' });
      if (step !== 'levar-a-ouvidoria') expect(await go(path, id, 'concluir', { solucao: 'Orientado.' })).toBe('done');
      expect(await go(path, id, step, asked)).toBe('done');
      const { manifestacao_id } = await of(path, id, 'manifestacao_id');
      expect(
        await of(
          '/manifestacoes-registradas',
          Number(manifestacao_id),
          'atendimento_id,beneficiario_id,canal,classificacao,tema,assunto,descricao,prazo,situacao,manifestante,nome',
        ),
      ).toEqual({
        atendimento_id: id,
        canal: 'EMAIL',
        classificacao: 'RECLAMACAO',
        tema: 'FINANCEIRO',
        assunto: 'Cobrança em dobro',
        descricao: 'Cobrança em dobro',
        prazo: new Date(Date.now() + 9 * 86_400_000).toLocaleDateString('sv', { timeZone: 'America/Sao_Paulo' }),
        situacao: 'ABERTA',
        ...(id === open
          ? { manifestante: 'BENEFICIARIO', beneficiario_id: ana, nome: null }
          : { manifestante: 'TERCEIRO', beneficiario_id: null, nome: 'Rui' }),
      });
      expect(await go(path, id, step, asked)).toBe('Este atendimento já foi levado à ouvidoria.');
      const alone = { manifestante: 'ANONIMO', beneficiario_id: null, nome: null };
      expect(await change('/manifestacoes-registradas', Number(manifestacao_id), alone)).toBe(
        'A manifestação anônima não aponta para o atendimento, que diz quem a fez: apague-o.',
      );
    }
    expect(await of(path, open, 'situacao,encaminhamento')).toEqual({
      situacao: 'EM_ANDAMENTO',
      encaminhamento: 'Ouvidoria',
    });
  });

  test('a service call whose day has passed goes to the ombudsman, whose day it takes', async () => {
    const path = '/atendimentos';
    const id = await insertRow(admin, path, {
      ...{ data: '2026-01-02T12:00:00Z', tema: 'REDE', assunto: 'Pediatra', beneficiario_id: ana },
      prazo: '2026-01-05',
    });
    const asked = { classificacao_ouvidoria: 'RECLAMACAO', tema_ouvidoria: 'REDE' };
    expect(await go(path, id, 'levar-a-ouvidoria', asked)).toBe('done');
    const read = await admin.call(
      'GET',
      `/api${path}?id=eq.${id}&select=encaminhamento,prazo,manifestacao(prazo),andamentos(descricao)`,
    );
    const prazo = new Date(Date.now() + 9 * 86_400_000).toLocaleDateString('sv', { timeZone: 'America/Sao_Paulo' });
    expect(read.json()).toEqual([
      {
        encaminhamento: 'Ouvidoria',
        prazo,
        manifestacao: { prazo },
        andamentos: [{ descricao: 'Encaminhado: Ouvidoria' }],
      },
    ]);
  });

  test('a paper whose way has ended keeps where it went and until when', async () => {
    const path = '/protocolos-documentos';
    const step = { data: '2026-01-03T12:00:00Z', de: 'Protocolo', para: 'Cadastro' };
    const id = await insertRow(admin, path, {
      data: '2026-01-02T12:00:00Z',
      tipo_remetente: 'INTERNO',
      nome_remetente: 'Cadastro',
      tipo: 'OFICIO',
      assunto: 'Ofício',
      setor_atual: 'Protocolo',
      tramites: [step],
    });
    expect(await go(path, id, 'encerrar', { conclusao: 'Respondido.' })).toBe('done');
    const { tramites } = (await admin.call('GET', `/api${path}?id=eq.${id}&select=tramites(id)`)).json()[0];
    expect(await change(path, id, { tramites: [{ id: tramites[0].id, para: 'Diretoria' }] })).toBe(
      'As linhas de Trâmites não podem ser alteradas neste registro.',
    );
    expect(await change(path, id, { prazo: '2026-03-01' })).toBe('Prazo não pode ser alterado neste registro.');
    expect(await go(path, id, 'reabrir')).toBe('done');
    expect(await change(path, id, { prazo: '2026-03-01' })).toBe('done');
  });

  test('a paper that went back to its sender is closed where nothing comes back', async () => {
    const path = '/protocolos-documentos';
    const id = await insertRow(admin, path, {
      ...{ data: '2026-01-02T12:00:00Z', tipo_remetente: 'INTERNO', nome_remetente: 'Cadastro', tipo: 'OFICIO' },
      ...{ assunto: 'Ofício sem assinatura', setor_atual: 'Protocolo' },
    });
    expect(await go(path, id, 'devolver', { motivo_devolucao: 'Falta a assinatura.' })).toBe('done');
    expect(await go(path, id, 'encerrar', { conclusao: 'O remetente desistiu.' })).toBe('done');
    const read = await admin.call(
      'GET',
      `/api${path}?id=eq.${id}&select=situacao,motivo_devolucao,conclusao,tramites(de,para,despacho)`,
    );
    expect(read.json()).toEqual([
      {
        situacao: 'ENCERRADO',
        motivo_devolucao: 'Falta a assinatura.',
        conclusao: 'O remetente desistiu.',
        tramites: [{ de: 'Protocolo', para: 'Remetente', despacho: 'Falta a assinatura.' }],
      },
    ]);
  });
});
