/** Rules that read what a record points at: by every door of a write, in lists of rows, and for whom they are worded. */
import { expect, test } from 'vitest';
import type { BatchPlan } from '../../../engine/contract/batch.ts';
import type { ScreenModel } from '../../../engine/contract/screen-model.ts';
import type { ErrorCode } from '../../../engine/core/errors.ts';
import { applyFile, checkFile, refusalsOf, sendFile } from '../../src/imports/import-stage.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { fixtureStage } from '../../support/fixture-stage.ts';
import type { Caller } from '../../support/product.ts';
import { insertRow, refusalBody, refusalOf } from '../../support/product.ts';
import { writeBehind } from '../../support/write-behind.ts';
import { rules, targetRuleFiles } from './target-rule-files.ts';

const pairs = ['sinistro:list', 'sinistro:view', 'sinistro:insert', 'sinistro:update'];
const ofPolicies = ['apolice:list', 'apolice:view'];

type Answer = Parameters<typeof refusalOf>[0];

forEachDatabase((open) => {
  const stage = fixtureStage(open, targetRuleFiles);
  const { next } = stage;
  const policy = (row: object): Promise<number> => insertRow(stage.admin, '/apolices', { numero: next(), ...row });
  const person = (row: object): Promise<number> => insertRow(stage.admin, '/segurados', { nome: next(), ...row });
  const service = (row: object): Promise<number> => insertRow(stage.admin, '/servicos', { nome: next(), ...row });
  const claim = (row: object): Promise<number> => insertRow(stage.admin, '/sinistros', { numero: next(), ...row });
  const told = (answer: Answer) => (answer.body === '' ? answer.statusCode : refusalOf(answer));
  const insert = async (rows: object, caller = stage.admin) =>
    refusalOf(await caller.call('POST', '/api/sinistros', { body: rows }));
  const change = async (id: number, body: object, more = '') =>
    told(await stage.admin.call('PATCH', `/api/sinistros?id=eq.${id}${more}`, { body }));
  const read = async (ids: readonly number[], select: string): Promise<unknown> =>
    (await stage.admin.call('GET', `/api/sinistros?id=in.(${ids.join()})&select=${select}&order=id`)).json();
  const refused = async (
    ...fields: readonly (readonly [
      field: string,
      code: ErrorCode,
      params: Readonly<Record<string, unknown>>,
      row?: number,
    ])[]
  ) => ({
    status: 422,
    body: await refusalBody('RECORD_INVALID', { title: 'Sinistro', count: fields.length }, { fields: fields as never }),
  });
  const broken = (field: string, rule: string, row?: number) =>
    refused([field, 'VALIDATION_RULE', { rule }, ...(row === undefined ? [] : [row])] as never);

  test('a new record is held against what it points at; what is empty there says nothing', async () => {
    const [small, endless] = [await policy({ limite: 100 }), await policy({})];
    expect(await insert({ numero: next(), apolice_id: small, valor: 100.01 })).toEqual(
      await broken('valor', rules.limit),
    );
    await claim({ apolice_id: small, valor: 100 });
    await claim({ apolice_id: endless, valor: 100.01 });
    await claim({ apolice_id: null, valor: 100.01 });
  });

  test('each of several new records is told by itself, and none is written', async () => {
    const [small, shut] = [await policy({ limite: 100 }), await policy({ suspensa: true })];
    const [a, b, c] = [next(), next(), next()];
    const answer = await insert([
      { numero: a, apolice_id: small, valor: 1 },
      { numero: b, apolice_id: small, valor: 101 },
      { numero: c, apolice_id: shut, valor: 1 },
    ]);
    expect(answer).toEqual(
      await refused(
        ['valor', 'VALIDATION_RULE', { rule: rules.limit }, 1],
        ['apolice_id', 'VALIDATION_RULE', { rule: rules.suspended }, 2],
      ),
    );
    const found = await stage.admin.call('GET', `/api/sinistros?numero=in.(${[a, b, c].join()})&select=id`);
    expect(found.json()).toEqual([]);
  });

  test('a change of either side of the rule is judged, by the record as it becomes', async () => {
    const [small, large] = [await policy({ limite: 10 }), await policy({ limite: 1000 })];
    const id = await claim({ apolice_id: large, valor: 500 });
    const over = await broken('valor', rules.limit);
    expect(await change(id, { apolice_id: small })).toEqual(over);
    expect(await change(id, { valor: 1001 })).toEqual(over);
    expect(await change(id, { apolice_id: small, valor: 10 })).toBe(204);
    expect(await read([id], 'apolice_id,valor')).toEqual([{ apolice_id: small, valor: 10 }]);
  });

  test('what stood already is not judged again because the other record changed, until it is touched itself', async () => {
    const one = await policy({ limite: 50 });
    const id = await claim({ apolice_id: one, valor: 50 });
    await stage.admin.call('PATCH', `/api/apolices?id=eq.${one}`, { body: { limite: 40 } });
    expect(await change(id, { observacao: 'ligar' })).toBe(204);
    expect(await change(id, { valor: 50 })).toBe(204);
    expect(await change(id, { valor: 49 })).toEqual(await broken('valor', rules.limit));
    expect(await change(id, { valor: 40 })).toBe(204);
  });

  test('a rule reads what that record points at in turn, and what is computed of the own one', async () => {
    const one = await policy({ limite: 90, segurado_id: await person({ nascimento: '2020-05-10' }) });
    expect(await insert({ numero: next(), apolice_id: one, dia: '2020-05-09' })).toEqual(
      await broken('dia', rules.unborn),
    );
    const id = await claim({ apolice_id: one, dia: '2020-05-10', despesas: [{ valor: 60 }] });
    expect(await change(id, { despesas: [{ valor: 60 }, { valor: 30.01 }] })).toEqual(
      await broken('despesas', rules.spent),
    );
    expect(await change(id, { despesas: [{ valor: 60 }, { valor: 30 }] })).toBe(204);
    expect(await read([id], 'gasto')).toEqual([{ gasto: 90 }]);
  });

  test('a change is judged by what is computed of it, though no rule reads what was changed', async () => {
    const id = await claim({ apolice_id: await policy({ teto: 10 }) });
    expect(await change(id, { parcela: 5.01 })).toEqual(await broken('parcela', rules.parts));
    expect(await change(id, { parcela: 5 })).toBe(204);
    expect(await read([id], 'parcelas')).toEqual([{ parcelas: 10 }]);
  });

  test('rows that stay as they are do not count as changed for being computed anew', async () => {
    const one = await policy({ provas: 2 });
    const id = await claim({ apolice_id: one, provas: [{ folhas: 1 }, { folhas: 2 }] });
    await stage.admin.call('PATCH', `/api/apolices?id=eq.${one}`, { body: { provas: 1 } });
    expect(await change(id, { parcela: 3 })).toBe(204);
    expect(await change(id, { provas: [{ folhas: 1 }, { folhas: 3 }] })).toEqual(await broken('provas', rules.proofs));
  });

  test('rows of a list are held against what they and their record point at, each at its place', async () => {
    const [woman, man] = [await person({ sexo: 'F' }), await person({ sexo: 'M' })];
    const [hers, his] = [await policy({ segurado_id: woman }), await policy({ segurado_id: man })];
    const [limited, female] = [await service({ maximo: 2 }), await service({ sexo: 'F' })];
    const despesas = [
      { servico_id: limited, quantidade: 2 },
      { servico_id: female, quantidade: 9 },
      { servico_id: limited, quantidade: 3 },
    ];
    expect(await insert({ numero: next(), apolice_id: his, despesas })).toEqual(
      await refused(
        ['despesas.1.servico_id', 'VALIDATION_RULE', { rule: rules.sex }],
        ['despesas.2.quantidade', 'VALIDATION_RULE', { rule: rules.quantity }],
      ),
    );
    const id = await claim({ apolice_id: hers, despesas: despesas.slice(0, 2) });
    // The rows stay as they are, and what their rule reads above them does not.
    expect(await change(id, { apolice_id: his })).toEqual(await broken('despesas.1.servico_id', rules.sex));
    expect(await change(id, { observacao: 'ok' })).toBe(204);
    expect(await change(id, { apolice_id: his, despesas: despesas.slice(0, 1) })).toBe(204);
  });

  test('a record may not point at itself where a rule says so, and at any other', async () => {
    const [one, other] = [await person({}), await person({})];
    const points = async (id: number, body: object, caller = stage.admin) =>
      told(await caller.call('PATCH', `/api/segurados?id=eq.${id}`, { body }));
    const itself = {
      status: 422,
      body: await refusalBody(
        'RECORD_INVALID',
        { title: 'Segurado', count: 1 },
        { fields: [['indicado_por_id', 'VALIDATION_RULE', { rule: rules.self }]] },
      ),
    };
    expect(await points(one, { indicado_por_id: one })).toEqual(itself);
    expect(await points(one, { indicado_por_id: other })).toBe(204);
    expect(await points(other, { indicado_por_id: null })).toBe(204);
    // Of several at once each has an id of its own.
    const both = await stage.admin.call('PATCH', `/api/segurados?id=in.(${one},${other})`, {
      body: { indicado_por_id: other },
    });
    expect(both.json()).toMatchObject({ fields: [{ field: 'indicado_por_id', message: rules.self }] });
    await person({ indicado_por_id: one });
  });

  test('an upsert and a transition are held to it as well', async () => {
    const one = await policy({ limite: 10 });
    const numero = next();
    const upsert = async (valor: number) =>
      told(
        await stage.admin.call('POST', '/api/sinistros?on_conflict=numero', {
          headers: { prefer: 'resolution=merge-duplicates' },
          body: [{ numero, apolice_id: one, valor }],
        }),
      );
    expect(await upsert(11)).toEqual(await broken('valor', rules.limit));
    expect(await upsert(9)).toBe(201);
    expect(await upsert(11)).toEqual(await broken('valor', rules.limit));
    const [{ id }] = (await stage.admin.call('GET', `/api/sinistros?numero=eq.${numero}&select=id`)).json() as [
      { id: number },
    ];
    expect(await change(id, { valor: 12 }, '&transition=pagar')).toEqual(await broken('valor', rules.limit));
    expect(await change(id, { valor: 10 }, '&transition=pagar')).toBe(204);
    expect(await read([id], 'situacao,valor')).toEqual([{ situacao: 'PAGO', valor: 10 }]);
  });

  test('who changes the other record is waited for, and what became of it counts', async () => {
    const one = await policy({ limite: 10 });
    const lower = { text: 'update apolice set limite = 5 where id = $1::bigint', values: [String(one)] };
    const answer = await writeBehind(stage.database, [lower], () =>
      insert({ numero: next(), apolice_id: one, valor: 8 }),
    );
    expect(answer).toEqual(await broken('valor', rules.limit));
  });

  test('it holds for whoever may not read what it reads, and is not worded', async () => {
    const one = await policy({ limite: 10 });
    const row = () => ({ numero: next(), apolice_id: one, valor: 11 });
    const unseen = await refused(['valor', 'VALIDATION_RULE_UNSEEN', { title: 'Sinistro' }]);
    const [reader, stranger, blind] = [
      await stage.product.enter(next(), [...pairs, ...ofPolicies]),
      await stage.product.enter(next(), pairs),
      await stage.product.enter(next(), [...pairs, ...ofPolicies], { hidden: ['apolice.limite'] }),
    ];
    expect(await insert(row(), reader)).toEqual(await broken('valor', rules.limit));
    expect(await insert(row(), stranger)).toEqual(unseen);
    expect(await insert(row(), blind)).toEqual(unseen);
    const confined = await stage.product.enter(next(), [...pairs, ...ofPolicies], {
      roles: { operadora: false, prestador: true, prestador_registro: 1 },
    });
    expect(await insert(row(), confined)).toEqual(unseen);
  });

  test('a batch counts who breaks it, and writes the others', async () => {
    const [small, large] = [await policy({ limite: 10 }), await policy({ limite: 1000 })];
    const ids = [await claim({ apolice_id: small, valor: 1 }), await claim({ apolice_id: large, valor: 1 })];
    const body = { path: '/sinistros', operation: 'update', ids, values: { valor: 20 } };
    const plan = (await stage.admin.call('POST', '/api/alteracoes-em-lote', { body })).json() as BatchPlan;
    expect(plan).toMatchObject({ rows: 2, refused: 1 });
    await stage.admin.call('POST', `/api/alteracoes-em-lote/${plan.id}/aplicar`, { body: { seal: plan.seal } });
    expect(await read(ids, 'valor')).toEqual([{ valor: 1 }, { valor: 20 }]);
  });

  test('an import tells of the rows that break it before any is written', async () => {
    const numero = next();
    await insertRow(stage.admin, '/apolices', { numero, limite: 10 });
    const [good, bad] = [next(), next()];
    const file = `Número;Apólice;Valor\n${good};${numero};10\n${bad};${numero};10,01\n`;
    const planned = await checkFile(stage.admin, await sendFile(stage.admin, '/sinistros', file), { whole: false });
    expect([refusalsOf(planned), planned.fresh]).toEqual([[[rules.limit, ['Linha 3']]], 1]);
    await applyFile(stage.admin, planned);
    const found = await stage.admin.call('GET', `/api/sinistros?numero=in.(${good},${bad})&select=numero,valor`);
    expect(found.json()).toEqual([{ numero: good, valor: 10 }]);
  });

  test('the form leaves it to the server, and help and description tell of it who may read what it reads', async () => {
    const screen = async (caller: Caller) =>
      (await caller.call('GET', '/api/model/screen?path=/sinistros')).json() as ScreenModel;
    expect(JSON.stringify((await screen(stage.admin)).form)).not.toContain(rules.limit);
    const stranger = await stage.product.enter(next(), pairs);
    for (const [caller, told] of [
      [stage.admin, true],
      [stranger, false],
    ] as const) {
      expect((await caller.call('GET', '/api/openapi.json')).body.includes(rules.limit)).toBe(told);
      expect((await caller.call('GET', '/api/ajuda/teste')).body.includes(rules.limit)).toBe(told);
    }
  });
});
