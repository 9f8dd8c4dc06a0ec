/** A deletion that is refused because records point at it: which they are called, and to whom. */
import { expect, test } from 'vitest';
import type { RowOutcome } from '../../../engine/contract/row-outcome.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { fixtureStage } from '../../support/fixture-stage.ts';
import type { Caller, UserParts } from '../../support/product.ts';
import { createUser, insertRow, refusalBody, refusalOf } from '../../support/product.ts';
import { owningFiles } from './owning-files.ts';

const files = {
  ...owningFiles,
  'schemas/teste/exames/schema.json': {
    title: 'Exame',
    type: 'object',
    required: ['resultado'],
    properties: {
      resultado: { title: 'Resultado', type: 'string', maxLength: 40, 'x-personal-data': 'sensitive' },
      banco: { title: 'Banco', 'x-relation': { entity: 'banco' } },
      dono: { title: 'Dono', 'x-relation': { entity: 'banco' } },
    },
  },
  'schemas/teste/exames/columns.json': {
    entity: 'exame',
    path: '/exames',
    title: 'Exames',
    permission: { subject: 'exame' },
    scope: [{ role: 'prestador', field: 'dono' }],
    parent: '/',
    icon: 'table',
  },
};

forEachDatabase((open) => {
  const stage = fixtureStage(open, files);
  let codes = 0;
  const bank = (): Promise<number> => {
    codes += 1;
    return insertRow(stage.admin, '/bancos', { codigo: String(codes).padStart(3, '0'), nome: stage.next() });
  };
  const survey = (nome: string, row: object = {}): Promise<number> =>
    insertRow(stage.admin, '/enquetes', { nome, ...row });
  const removal = (id: number, caller: Caller = stage.admin) => caller.call('DELETE', `/api/bancos?id=eq.${id}`);
  const user = async (permissions: readonly string[], more: UserParts = {}): Promise<Caller> => {
    const { login, password } = await createUser(stage.database, stage.next(), permissions, more);
    return stage.product.as(login, password);
  };
  const deletes = ['banco:list', 'banco:view', 'banco:delete'];
  const told = async (id: number, by: string, caller?: Caller, at: object = { record: id }): Promise<void> => {
    const body = await refusalBody('RECORD_REFERENCED', { title: 'Banco', by }, { at: { entity: 'banco', ...at } });
    expect(refusalOf(await removal(id, caller))).toEqual({ status: 409, body });
  };

  test('names one, and three of more', async () => {
    const id = await bank();
    const names = ['a', 'b', 'c', 'd'].map((letter) => `${stage.next()} ${letter}`);
    for (const [index, nome] of names.entries()) {
      await survey(nome, { prestador_id: id });
      if (index === 0) await told(id, `Enquete (${nome})`);
      if (index === 2) await told(id, `Enquete (${names[0]}, ${names[1]} e ${names[2]})`);
    }
    await told(id, `Enquete (${names[0]}, ${names[1]}, ${names[2]} e outros)`);
  });

  test('of rows that records own it names the list and these records, each once', async () => {
    const id = await bank();
    const [one, other] = [stage.next(), stage.next()];
    const perguntas = [1, 2].map((place) => ({ enunciado: `P${place}`, banco_id: id }));
    await survey(one, { perguntas });
    await told(id, `Perguntas de Enquete (${one})`);
    await survey(other, { perguntas });
    await told(id, `Perguntas de Enquete (${one} e ${other})`);
  });

  test('of those that it keeps in use, row by row, and only of these', async () => {
    const ids = [await bank(), await bank(), await bank()];
    const nome = stage.next();
    await survey(nome, { prestador_id: ids[1] });
    const answer = await stage.admin.call('DELETE', `/api/bancos?id=in.(${ids.join()})`, {
      headers: { prefer: 'outcome=each' },
    });
    const { messages: _, ...error } = await refusalBody(
      'RECORD_REFERENCED',
      { title: 'Banco', by: `Enquete (${nome})` },
      { at: { entity: 'banco', record: ids[1] as number } },
    );
    expect(answer.json() as RowOutcome[]).toEqual(
      ids.map((id) => (id === ids[1] ? { id, status: 409, error } : { id, status: 204 })),
    );
  });

  test('tells which of several that a filter picks is in use', async () => {
    const ids = [await bank(), await bank()];
    const nome = stage.next();
    await survey(nome, { prestador_id: ids[1] });
    const body = await refusalBody(
      'RECORD_REFERENCED',
      { title: 'Banco', by: `Enquete (${nome})` },
      { at: { entity: 'banco', record: ids[1] as number } },
    );
    const answer = await stage.admin.call('DELETE', `/api/bancos?or=(id.eq.${ids[0]},id.eq.${ids[1]})`);
    expect(refusalOf(answer)).toEqual({ status: 409, body });
  });

  test('names nothing to who may not open the registry, the list or the field', async () => {
    const [bare, listed] = [await bank(), await bank()];
    await survey(stage.next(), { prestador_id: bare });
    await survey(stage.next(), { perguntas: [{ enunciado: 'P', banco_id: listed }] });
    const mayor = await user(deletes);
    for (const id of [bare, listed]) await told(id, 'outro cadastro', mayor, {});
    const sees = [...deletes, 'enquete:list', 'enquete:view'];
    for (const [id, hidden] of [
      [bare, 'enquete.prestador'],
      [listed, 'enquete.perguntas'],
      [listed, 'enquete_perguntas.banco'],
    ] as const)
      await told(id, 'outro cadastro', await user(sees, { hidden: [hidden] }), {});
  });

  test('names none that is out of the sight of who asks, and says that there are others', async () => {
    const [mine, id] = [await bank(), await bank()];
    const [seen, unseen] = [stage.next(), stage.next()];
    const perguntas = [{ enunciado: 'P', banco_id: id }];
    await survey(unseen, { perguntas });
    const provider = await user([...deletes, 'enquete:list', 'enquete:view'], {
      roles: { operadora: false, prestador: true, prestador_registro: mine },
    });
    await told(id, 'Perguntas de Enquete', provider);
    await survey(seen, { prestador_id: mine, perguntas });
    await told(id, `Perguntas de Enquete (${seen} e outros)`, provider);
    await told(id, `Perguntas de Enquete (${unseen} e ${seen})`);
  });

  test('finds the one in sight behind any number that are not', async () => {
    const [mine, id] = [await bank(), await bank()];
    for (let count = 0; count < 5; count += 1)
      await insertRow(stage.admin, '/exames', { resultado: 'De outro', banco_id: id });
    const own = await insertRow(stage.admin, '/exames', { resultado: 'Meu', banco_id: id, dono_id: mine });
    const provider = await user([...deletes, 'exame:list', 'exame:view'], {
      roles: { operadora: false, prestador: true, prestador_registro: mine },
    });
    await told(id, `Exame (#${own})`, provider);
  });

  test('gives of a record that is called by something sensitive its number, to everybody', async () => {
    const id = await bank();
    const exam = await insertRow(stage.admin, '/exames', { resultado: 'Positivo', banco_id: id });
    await told(id, `Exame (#${exam})`);
  });
});
