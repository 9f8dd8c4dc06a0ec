/** What the ANS is told of members who leave and come back, and what becomes of their dependants, over a product that is started already. */
import { beforeAll, expect, test } from 'vitest';
import { applyBatch, planBatch, planUndo } from '../support/batches.ts';
import type { Caller } from '../support/product.ts';
import { insertRow } from '../support/product.ts';
import type { TwoPeopleStage } from './people-stage.ts';
import { found, idFound, mover } from './people-stage.ts';

const path = '/beneficiarios';

export const testSib = (stage: () => TwoPeopleStage): void => {
  let admin: Caller;
  let reason: number;
  let kin: number;
  let shipment: number;
  const papers = [
    '81100001778',
    '81100002820',
    '81100003983',
    '81100004360',
    '81100005170',
    '81100006222',
    '81100007466',
    '81100008195',
    '81100009248',
    '81100010335',
    '81100001182',
    '81100001263',
    '81100001344',
    '81100001425',
  ];
  let people = 0;
  beforeAll(async () => {
    ({ admin } = stage());
    reason = await insertRow(admin, '/motivos-desligamento', { codigo: 'V43', descricao: 'Atraso', codigo_sib: '43' });
    kin = await idFound(admin, '/grau-parentescos?codigo=eq.04');
    shipment = await insertRow(admin, '/remessas-movimentos-sib', {
      operadora_id: await idFound(admin, '/operadoras?registro_ans=eq.654321'),
      competencia: '2024-07',
      nome_arquivo: 'SIB07',
      geracao: '2024-08-03T12:00:00Z',
      cancelamentos: 1,
    });
  });
  const newMember = (more: object = {}): Promise<number> => {
    people += 1;
    return insertRow(admin, path, {
      codigo: `W${people}`,
      nome: `Wanda ${people}`,
      cpf: papers[people - 1],
      cco: `00000000${9000 + people}`,
      data_nascimento: '1985-03-04',
      sexo: '3',
      nome_mae: 'Rute',
      data_inclusao: '2021-01-01',
      ...more,
    });
  };
  const left = (more: object = {}) => ({
    data_cancelamento: '2024-06-30',
    motivo_cancelamento_id: reason,
    ...more,
  });
  const told = (id: number) =>
    found(
      admin,
      `/api/movimentos-sib?beneficiario_id=eq.${id}&select=tipo,situacao,data,motivo_cancelamento,cancelado_por&order=id`,
    );
  const movement = (tipo: string, situacao: string, more: object = {}) => ({
    tipo,
    situacao,
    data: expect.any(String),
    motivo_cancelamento: null,
    cancelado_por: null,
    ...more,
  });
  const ended = (situacao: string, more: object = {}) =>
    movement('CANCELAMENTO', situacao, { data: '2024-06-30', motivo_cancelamento: '43', ...more });
  /** Sends the only movement of the member that waits, and has it taken. */
  const takenByAns = async (id: number): Promise<void> => {
    const [row] = (await found(
      admin,
      `/api/movimentos-sib?beneficiario_id=eq.${id}&situacao=eq.PENDENTE&select=id`,
    )) as { id: number }[];
    const go = mover(admin, '/movimentos-sib', row?.id ?? 0);
    expect([await go('enviar', { remessa_id: shipment }), await go('aceitar')]).toEqual([204, 204]);
  };

  test('the ANS is told once of each who leaves and comes back, and not of what was undone before it went', async () => {
    const id = await newMember();
    const go = mover(admin, path, id);
    expect(await go('cancelar', left())).toBe(204);
    expect(
      await found(admin, `/api/movimentos-sib?beneficiario_id=eq.${id}&select=cco,codigo_beneficiario,nome`),
    ).toEqual([{ cco: '000000009001', codigo_beneficiario: 'W1', nome: 'Wanda 1' }]);
    expect(await told(id)).toEqual([ended('PENDENTE')]);
    expect(await go('reabrir')).toBe(204);
    const undone = ended('CANCELADO', { cancelado_por: 'O cancelamento do beneficiário foi desfeito.' });
    expect(await told(id)).toEqual([undone]);
    expect(await go('cancelar', left())).toBe(204);
    await takenByAns(id);
    expect(await go('reabrir')).toBe(204);
    expect(await told(id)).toEqual([undone, ended('ACEITO'), movement('REATIVACAO', 'PENDENTE')]);
    expect(await go('registrar-obito', { data_obito: '2024-06-30', motivo_cancelamento_id: reason })).toBe(204);
    const again = movement('REATIVACAO', 'CANCELADO', { cancelado_por: 'O beneficiário foi cancelado de novo.' });
    expect(await told(id)).toEqual([undone, ended('ACEITO'), again]);
    expect(await go('reabrir')).toBe(204);
    await takenByAns(id);
    expect(await go('cancelar', left())).toBe(204);
    expect(await told(id)).toEqual([
      undone,
      ended('ACEITO'),
      again,
      movement('REATIVACAO', 'ACEITO'),
      ended('PENDENTE'),
    ]);
    // A death that comes to be known later ends nothing a second time.
    expect(await go('registrar-obito', { data_obito: '2024-06-30', motivo_cancelamento_id: reason })).toBe(204);
    expect(await told(id)).toHaveLength(5);
  });

  test('what the ANS takes comes to be known of the member, whatever has become of that one', async () => {
    const id = await newMember({ cco: null, situacao_ans: 'NAO_ENVIADO' });
    const known = () => found(admin, `/api${path}?id=eq.${id}&select=situacao,situacao_ans,cco`);
    const entry = await insertRow(admin, '/movimentos-sib', {
      beneficiario_id: id,
      tipo: 'INCLUSAO',
      data: '2021-01-01',
      ...{ codigo_beneficiario: `W${people}`, nome: `Wanda ${people}`, cpf: papers[people - 1], sexo: '3' },
      ...{ data_nascimento: '1985-03-04', nome_mae: 'Rute', logradouro: 'Rua A', cep: '30110000' },
      municipio_id: await idFound(admin, '/cidades?ibge=eq.3106200'),
      relacao_dependencia: '1',
      data_contratacao: '2021-01-01',
      produto_id: await idFound(admin, '/produtos?codigo=eq.P9'),
    });
    const sib = mover(admin, '/movimentos-sib', entry);
    expect(await sib('enviar', { remessa_id: shipment })).toBe(204);
    expect(await sib('aceitar', { cco_recebido: '12' })).toBe(422);
    expect(await sib('aceitar', { cco_recebido: '000000007777' })).toBe(204);
    expect(await known()).toEqual([{ situacao: 'ATIVO', situacao_ans: 'ATIVO', cco: '000000007777' }]);
    const go = mover(admin, path, id);
    expect(await go('cancelar', left())).toBe(204);
    expect(await known()).toMatchObject([{ situacao: 'CANCELADO', situacao_ans: 'ATIVO' }]);
    await takenByAns(id);
    expect(await known()).toEqual([{ situacao: 'CANCELADO', situacao_ans: 'INATIVO', cco: '000000007777' }]);
    expect(await go('registrar-no-sib', { situacao_ans: 'ATIVO' })).toBe(400);
  });

  test('what is withdrawn leaves the file that it was to go in, and who the ANS holds for gone is told back', async () => {
    const id = await newMember();
    const go = mover(admin, path, id);
    expect(await go('cancelar', left())).toBe(204);
    const waits = `/api/movimentos-sib?beneficiario_id=eq.${id}`;
    const answer = await admin.call('PATCH', waits, { body: { remessa_id: shipment } });
    expect(answer.statusCode).toBe(204);
    expect(await go('reabrir')).toBe(204);
    expect(await found(admin, `${waits}&select=situacao,remessa_id`)).toEqual([
      { situacao: 'CANCELADO', remessa_id: null },
    ]);
    // One who left before this was kept here.
    const gone = await newMember({ cco: null });
    const back = mover(admin, path, gone);
    expect(await back('cancelar', left())).toBe(204);
    const body = { cco: '000000005555', situacao_ans: 'INATIVO' };
    expect((await admin.call('PATCH', `/api${path}?id=eq.${gone}`, { body })).statusCode).toBe(204);
    expect(await back('reabrir')).toBe(204);
    expect(await told(gone)).toEqual([movement('REATIVACAO', 'PENDENTE')]);
  });

  test('who is not known to the ANS, or not told of to it, leaves without its knowing', async () => {
    const ids = [await newMember({ cco: null }), await newMember({ envio_sib: false })];
    for (const id of ids) expect(await mover(admin, path, id)('cancelar', left())).toBe(204);
    expect(await Promise.all(ids.map(told))).toEqual([[], []]);
  });

  test('a leave that is still to come is told when its day has come', async () => {
    const id = await newMember();
    const body = left({ data_cancelamento: '2999-12-31' });
    expect(await mover(admin, path, id)('cancelar', body)).toBe(204);
    const [row] = (await found(admin, `/api/movimentos-sib?beneficiario_id=eq.${id}&select=id`)) as { id: number }[];
    const sent = await admin.call('PATCH', `/api/movimentos-sib?id=eq.${row?.id}&transition=enviar`, {
      body: { remessa_id: shipment },
    });
    expect([sent.statusCode, sent.json().fields]).toEqual([
      422,
      [{ field: 'data', message: 'Um movimento não vai para a ANS antes da sua data.' }],
    ]);
  });

  test('dependants leave with their holder, or stay, as is said; a batch that is taken back brings all of it back', async () => {
    const holder = await newMember({ cco: null });
    const family = { tipo_vinculo: 'DEPENDENTE', titular_id: holder, grau_parentesco_id: kin };
    const [child, gone] = [await newMember(family), await newMember({ ...family, cco: null })];
    expect(await mover(admin, path, gone)('cancelar', left({ data_cancelamento: '2022-02-02' }))).toBe(204);
    const refused = await admin.call('PATCH', `/api${path}?id=eq.${holder}&transition=cancelar`, { body: left() });
    expect(refused.json().fields).toEqual([
      {
        field: 'destino_dependentes',
        message: 'Diga se os dependentes saem com o titular ou continuam no plano.',
      },
    ]);
    const states = () =>
      found(
        admin,
        `/api${path}?id=in.(${holder},${child},${gone})&select=situacao,data_cancelamento,destino_dependentes&order=id`,
      );
    const stays = { situacao: 'ATIVO', data_cancelamento: null, destino_dependentes: null };
    const went = { situacao: 'CANCELADO', data_cancelamento: '2022-02-02', destino_dependentes: null };
    const out = (destino_dependentes: string | null) => ({
      situacao: 'CANCELADO',
      data_cancelamento: '2024-06-30',
      destino_dependentes,
    });
    const go = mover(admin, path, holder);
    expect(await go('cancelar', left({ destino_dependentes: 'CONTINUAM' }))).toBe(204);
    expect(await states()).toEqual([out('CONTINUAM'), stays, went]);
    expect(await go('reabrir')).toBe(204);
    expect(await states()).toEqual([stays, stays, went]);
    const planned = await planBatch(admin, {
      path,
      operation: 'update',
      ids: [holder],
      transition: 'cancelar',
      values: left({ destino_dependentes: 'SAEM' }),
    });
    expect(planned.followed).toEqual([
      { title: 'Beneficiário', what: 'moved', transition: 'Cancelar', rows: 1 },
      { title: 'Movimento SIB', what: 'created', rows: 1 },
    ]);
    expect(await applyBatch(admin, planned)).toMatchObject({ written: 1, refused: 0 });
    expect([await states(), await told(child)]).toEqual([[out('SAEM'), out(null), went], [ended('PENDENTE')]]);
    expect(await applyBatch(admin, await planUndo(admin, planned))).toMatchObject({ written: 1, refused: 0 });
    expect([await states(), await told(child)]).toEqual([[stays, stays, went], []]);
  });

  test('undoing the cancellation of a holder brings back the dependants that left with him, and nobody else', async () => {
    const holder = await newMember({ cco: null });
    const family = { tipo_vinculo: 'DEPENDENTE', titular_id: holder, grau_parentesco_id: kin, cco: null };
    const [child, gone, dead] = [await newMember(family), await newMember(family), await newMember(family)];
    const of = (id: number) => mover(admin, path, id);
    const states = async (): Promise<unknown> =>
      (
        (await found(
          admin,
          `/api${path}?id=in.(${holder},${child},${gone},${dead})&select=situacao,saiu_com_titular&order=id`,
        )) as { situacao: string; saiu_com_titular: boolean }[]
      ).map(({ situacao, saiu_com_titular }) => [situacao, saiu_com_titular]);
    const active = ['ATIVO', false];
    // Of the day on which the holder leaves, too: it is not the day that tells who left with whom.
    expect(await of(gone)('cancelar', left())).toBe(204);
    expect(await of(holder)('cancelar', left({ destino_dependentes: 'SAEM' }))).toBe(204);
    expect(await states()).toEqual([
      ['CANCELADO', false],
      ['CANCELADO', true],
      ['CANCELADO', false],
      ['CANCELADO', true],
    ]);
    const { motivo_cancelamento_id } = left();
    expect(await of(dead)('registrar-obito', { data_obito: '2024-07-01', motivo_cancelamento_id })).toBe(204);
    expect(await of(holder)('reabrir')).toBe(204);
    expect(await states()).toEqual([active, active, ['CANCELADO', false], ['FALECIDO', false]]);
  });
};
