/** Fields that a transition asks for and that begin with a value: by every door, for each record by itself, and for whom. */
import { expect, test } from 'vitest';
import type { ScreenModel } from '../../../engine/contract/screen-model.ts';
import { dayInZone } from '../../../engine/core/day-in-zone.ts';
import { applyBatch, planBatch, planUndo } from '../../support/batches.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { fixtureStage } from '../../support/fixture-stage.ts';
import fc from '../../support/laws.ts';
import { insertRow, refusalBody, refusalOf } from '../../support/product.ts';
import { begunMoveFiles } from './begun-move-files.ts';

const pairs = (...subjects: readonly string[]): string[] =>
  subjects.flatMap((subject) => ['list', 'view', 'insert', 'update'].map((action) => `${subject}:${action}`));
const all = pairs('carne', 'contrato', 'pessoa', 'maco', 'quota', 'tarifa');

/** The days in which what was just done may have been done. */
const days = (began: string): readonly string[] => [began, dayInZone('America/Sao_Paulo')];
const today = (): string => dayInZone('America/Sao_Paulo');

forEachDatabase((open) => {
  const stage = fixtureStage(open, begunMoveFiles);
  const { next } = stage;
  const insert = (path: string, row: object = {}): Promise<number> =>
    insertRow(stage.admin, path, { nome: next(), ...row });
  const bill = (row: object = {}): Promise<number> => insert('/carnes', { valor: 100, ...row });
  const move = async (id: number, transition: string, body: object | undefined = undefined, caller = stage.admin) =>
    caller.call('PATCH', `/api/carnes?id=eq.${id}&transition=${transition}`, body === undefined ? {} : { body });
  const moved = async (...given: Parameters<typeof move>): Promise<void> => {
    const answer = await move(...given);
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
  };
  const read = async (id: number, select = 'valor_pago,forma,codigo,favorecido_id'): Promise<unknown> =>
    (await stage.admin.call('GET', `/api/carnes?id=eq.${id}&select=${select}`)).json()[0];
  const paid = { valor_pago: 100, forma: 'PIX', codigo: null, favorecido_id: null };
  const lacking = async (...given: Parameters<typeof move>): Promise<void> => {
    expect(refusalOf(await move(...given))).toEqual({
      status: 422,
      body: await refusalBody(
        'RECORD_INVALID',
        { title: 'Carnê', count: 1 },
        { fields: [['valor_pago', 'VALIDATION_REQUIRED', { field: 'Valor pago' }]] },
      ),
    });
  };

  test('what is left out is worked out from the record and what it points at, before anything is asked of it', async () => {
    const favorecido_id = await insert('/pessoas');
    const contrato_id = await insert('/contratos', { desconto: 12.5, favorecido_id });
    const [id, bare] = [await bill({ contrato_id }), await bill()];
    const began = today();
    await moved(id, 'pagar');
    expect(days(began)).toContain(((await read(id, 'dia')) as { readonly dia: string }).dia);
    expect(await read(id)).toEqual({ ...paid, valor_pago: 87.5, favorecido_id });
    await moved(bare, 'pagar', {});
    expect(await read(bare)).toEqual(paid);
    const dear = await move(await bill({ valor: 1000 }), 'pagar');
    expect(dear.json().fields).toEqual([
      expect.objectContaining({ field: 'valor_pago', message: 'Paga-se menos de mil.' }),
    ]);
    const away = await insert('/pessoas', { ativa: false });
    const narrowed = await move(
      await bill({ contrato_id: await insert('/contratos', { favorecido_id: away }) }),
      'pagar',
    );
    expect(narrowed.json().fields).toEqual([
      expect.objectContaining({
        field: 'favorecido_id',
        message: 'Favorecido não aceita o registro escolhido: Ativa tem de ser sim.',
      }),
    ]);
  });

  test('what is said stays, null among it, and what stands in the record', async () => {
    const favorecido_id = await insert('/pessoas');
    const contrato_id = await insert('/contratos', { desconto: 1, favorecido_id });
    const id = await bill({ contrato_id });
    const said = { dia: null, valor_pago: 0, forma: 'BOLETO', codigo: 'x', favorecido_id: null };
    await moved(id, 'pagar', said);
    expect(await read(id, Object.keys(said).join())).toEqual(said);
    await lacking(await bill(), 'pagar', { valor_pago: null });
    await lacking(await bill(), 'pagar', { valor_pago: '' });
    await moved(id, 'reabrir');
    await moved(id, 'pagar');
    expect(await read(id)).toEqual({ valor_pago: 99, forma: 'BOLETO', codigo: 'x', favorecido_id });
  });

  test('what comes to nothing, or does not fit the field, is left empty, and asked for as ever', async () => {
    await lacking(await bill({ valor: 6000 }), 'pagar');
    const [small, long] = [await bill(), await bill({ nome: `${next()} de nome comprido` })];
    for (const id of [small, long]) await moved(id, 'pagar', { forma: 'BOLETO' });
    const { nome } = (await read(small, 'nome')) as { readonly nome: string };
    expect([await read(small, 'codigo'), await read(long, 'codigo')]).toEqual([{ codigo: nome }, { codigo: null }]);
  });

  test('is worked out from lists: of linked records, and of the rows of the record', async () => {
    const id = await bill();
    await moved(id, 'ratear', { valor_pago: 3 });
    await moved(id, 'reabrir');
    for (const valor of [1.25, 2.5]) await insert('/quotas', { carne_id: id, valor });
    await moved(id, 'ratear');
    expect(await read(id, 'valor_pago')).toEqual({ valor_pago: 3.75 });
    await moved(id, 'reabrir');
    await moved(id, 'anotar');
    await moved(id, 'anotar', { pagamentos: [{ valor: 7 }] });
    await moved(id, 'fechar');
    expect(await read(id, 'valor_pago')).toEqual({ valor_pago: 107 });
  });

  test('so begins the row that comes to a list: what is named of it stays', async () => {
    const id = await bill();
    const began = today();
    await moved(id, 'anotar', { pagamentos: [{ nota: 'a' }] });
    await moved(id, 'anotar', { pagamentos: [{ valor: 3, dia: '2026-01-02' }] });
    await moved(id, 'anotar');
    const { pagamentos } = (await read(id, 'pagamentos(valor,dia,nota)')) as { readonly pagamentos: { dia: string }[] };
    expect(days(began)).toContain(pagamentos[0]?.dia);
    const dia = pagamentos[0]?.dia;
    expect(pagamentos).toEqual([
      { valor: 100, dia, nota: 'a' },
      { valor: 3, dia: '2026-01-02', nota: null },
      { valor: 100, dia: pagamentos[2]?.dia, nota: null },
    ]);
    for (const [column, title] of [
      ['valor', 'Valor da parte'],
      ['dia', 'Dia'],
    ] as const) {
      const answer = await move(id, 'anotar', { pagamentos: [{ [column]: null }] });
      expect(answer.json().fields).toEqual([{ field: `pagamentos.0.${column}`, message: `Informe ${title}.` }]);
    }
  });

  test('of several records each begins by itself, also in a batch, which is taken back', async () => {
    const contrato_id = await insert('/contratos', { desconto: 10 });
    const ids = [await bill(), await bill({ contrato_id }), await bill({ valor: 50, contrato_id })];
    const values = async () => Promise.all(ids.map((id) => read(id, 'situacao,valor_pago,forma')));
    const batch = { path: '/carnes', operation: 'update', ids, transition: 'pagar', values: { forma: 'BOLETO' } };
    const planned = await planBatch(stage.admin, batch);
    expect(await applyBatch(stage.admin, planned)).toMatchObject({ written: 3, refused: 0 });
    const after = [100, 90, 40].map((valor_pago) => ({ situacao: 'PAGA', valor_pago, forma: 'BOLETO' }));
    expect(await values()).toEqual(after);
    expect(await applyBatch(stage.admin, await planUndo(stage.admin, planned))).toMatchObject({
      written: 3,
      refused: 0,
    });
    expect(await values()).toEqual(ids.map(() => ({ situacao: 'ABERTA', valor_pago: null, forma: null })));
    const address = `/api/carnes?id=in.(${ids.join()})&transition=pagar`;
    expect((await stage.admin.call('PATCH', address)).statusCode).toBe(204);
    expect(await values()).toEqual(after.map((one) => ({ ...one, forma: 'PIX' })));
  });

  test('of what an effect makes too: what it gives, null among it, stays', async () => {
    const lot = async (row: object = {}): Promise<readonly [lot: number, bill: number]> => {
      const maco_id = await insert('/macos', row);
      return [maco_id, await bill({ maco_id })];
    };
    const pay = async (id: number, transition: string) =>
      stage.admin.call('PATCH', `/api/macos?id=eq.${id}&transition=${transition}`);
    const [plain, one] = await lot();
    expect((await pay(plain, 'pagar')).statusCode).toBe(204);
    expect(await read(one)).toEqual(paid);
    const [given, two] = await lot({ pago: 5 });
    expect((await pay(given, 'igualar')).statusCode).toBe(204);
    expect(await read(two, 'valor_pago,forma')).toEqual({ valor_pago: 5, forma: 'BOLETO' });
    const [empty, three] = await lot();
    const { nome } = (await read(three, 'nome')) as { readonly nome: string };
    expect(refusalOf(await pay(empty, 'igualar'))).toEqual({
      status: 422,
      body: await refusalBody(
        'RECORD_EFFECT',
        { transition: 'Igualar', effect: 'Pagar', title: 'Carnê', reasons: `${nome}: Informe Valor pago.` },
        { at: { entity: 'carne', record: three } },
      ),
    });
  });

  test('is worked out for those alone who may read all that it reads, and write the field', async () => {
    const favorecido_id = await insert('/pessoas');
    const contrato_id = await insert('/contratos', { desconto: 12.5, favorecido_id });
    const enter = (kept: object) => stage.product.enter(next(), all, kept);
    const begun = async (caller = stage.admin, transition = 'pagar') => {
      const { states } = (await caller.call('GET', '/api/model/screen?path=/carnes')).json() as ScreenModel;
      const form = states?.transitions.find(({ name }) => name === transition)?.form;
      return (form?.begins ?? []).map(({ column, value }) => (value === undefined ? `${column}?` : column));
    };
    const columns = ['dia', 'valor_pago', 'forma', 'codigo', 'favorecido_id'];
    expect(await begun()).toEqual(columns);
    for (const [kept, lost] of [
      [{ hidden: ['contrato.desconto'] }, ['valor_pago']],
      [{ masked: ['contrato.desconto'] }, ['valor_pago']],
      [{ hidden: ['carne.contrato'] }, ['valor_pago', 'favorecido_id']],
    ] as const) {
      const caller = await enter(kept);
      expect(await begun(caller)).toEqual(columns.filter((one) => !lost.some((other) => other === one)));
      await lacking(await bill({ contrato_id }), 'pagar', undefined, caller);
      await moved(await bill({ contrato_id }), 'pagar', { valor_pago: 1 }, caller);
    }
    const closed = await enter({ readOnly: ['carne.forma'] });
    const id = await bill({ contrato_id });
    await moved(id, 'pagar', undefined, closed);
    expect(await read(id)).toEqual({ ...paid, valor_pago: 87.5, forma: null, favorecido_id });
    expect(await begun(closed)).toEqual(columns.filter((one) => one !== 'forma'));
    // What no list brings with the record the server alone works out.
    for (const [transition, known] of [
      ['ratear', 'valor_pago'],
      ['fechar', 'valor_pago'],
      ['taxar', 'valor_pago?'],
    ] as const)
      expect(await begun(stage.admin, transition)).toEqual([known]);
    const viewing = await stage.product.enter(next(), [...pairs('carne'), 'quota:view']);
    expect(await begun(viewing, 'ratear')).toEqual(['valor_pago?']);
    const unlinked = await stage.product.enter(next(), pairs('carne', 'contrato', 'pessoa'));
    expect(await begun(unlinked, 'ratear')).toEqual([]);
    await lacking(await bill(), 'ratear', undefined, unlinked);
  });

  test('of a record that the caller does not see nothing comes, nor of lists of which the caller sees a part', async () => {
    const contrato_id = await insert('/contratos', { desconto: 12.5 });
    const roles = { operadora: false, prestador: true, prestador_registro: 1 };
    const confined = await stage.product.enter(next(), all, { roles });
    await lacking(await bill({ contrato_id }), 'pagar', undefined, confined);
    const id = await bill();
    await moved(id, 'pagar', undefined, confined);
    expect(await read(id)).toEqual(paid);
    await lacking(await bill(), 'ratear', undefined, confined);
  });

  test('the description of the API says what begins with a value, and asks for it in no row', async () => {
    const { components } = (await stage.admin.call('GET', '/api/openapi.json')).json();
    const asked = (transition: string) => components.schemas[`carnes.transicao.${transition}`];
    expect(asked('pagar').properties.valor_pago.description).toContain(
      'Deixado de fora, onde o registro não tem valor, começa com `valor - coalesce(contrato.desconto, 0)` do registro como está; `null` deixa vazio.',
    );
    expect(asked('pagar').required).toEqual([]);
    const { items } = asked('anotar').properties.pagamentos;
    expect(items.required).toEqual([]);
    expect(items.properties.valor.description).toContain(
      'Deixado de fora, começa com `valor` do registro como está; `null` deixa vazio.',
    );
  });

  test('what is left out of a call is what is sent where it is worked out, whatever the record', async () => {
    const contrato_id = await insert('/contratos', { desconto: 5 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            valor: fc.integer({ min: 0, max: 1500 }),
            discounted: fc.boolean(),
            forma: fc.constantFrom(undefined, null, 'BOLETO'),
          }),
          { minLength: 1, maxLength: 4 },
        ),
        async (drawn) => {
          for (const { valor, discounted, forma } of drawn) {
            const id = await bill({ valor, ...(discounted && { contrato_id }) });
            const value = valor - (discounted ? 5 : 0);
            const answer = await move(id, 'pagar', forma === undefined ? {} : { forma });
            const fits = value >= 0 && value < 1000;
            expect(answer.statusCode).toBe(fits ? 204 : 422);
            expect(await read(id, 'valor_pago,forma')).toEqual(
              fits
                ? { valor_pago: value, forma: forma === undefined ? 'PIX' : forma }
                : { valor_pago: null, forma: null },
            );
          }
        },
      ),
      { numRuns: 8 },
    );
  });
});
