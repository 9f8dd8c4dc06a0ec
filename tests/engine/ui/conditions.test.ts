/** What a form makes of conditions while one types: always what the server makes of the same values, and no more work than needed. */

import { beforeAll, describe, expect, it } from 'vitest';
import { createAccess } from '../../../engine/access/access.ts';
import { buildScreenModel } from '../../../engine/contract/build-screen-model.ts';
import type { ScreenModel } from '../../../engine/contract/screen-model.ts';
import type { Values } from '../../../engine/expressions/evaluate.ts';
import { computeRecord, conditionsAt } from '../../../engine/fields/record-expressions.ts';
import type { Entity, Model } from '../../../engine/model/types.ts';
import { createConditions } from '../../../engine/ui/runtime/conditions.ts';
import { unsentValues } from '../../../engine/ui/runtime/record-values.ts';
import { loadProduct } from '../../../src/load-product.ts';
import { staffGrants } from '../../support/grants.ts';
import fc from '../../support/laws.ts';
import { fileMemory, readRealFiles } from '../../support/real-files.ts';
import { expressionFiles } from '../api/expression-files.ts';

const moment = { today: '2026-11-21', timeZone: 'America/Sao_Paulo' };
let model: Model;
beforeAll(async () => {
  const files = Object.entries(expressionFiles).map(([path, file]): [string, string] => [path, JSON.stringify(file)]);
  ({ model } = loadProduct(new Map([...(await readRealFiles()), ...files]), 'copass', fileMemory));
});

/** The screen as the browser gets it. */
const screenOf = (hidden: readonly string[] = [], route = '/pedidos'): ScreenModel => {
  const screen = model.screens.find(({ path }) => path === route);
  if (screen?.kind !== 'registry') throw new Error('the fixture has no screen');
  const access = createAccess(staffGrants(['all:manage'], hidden));
  return JSON.parse(JSON.stringify(buildScreenModel(model, access, screen, () => '/validator.js'))) as ScreenModel;
};
const pedido = (): Entity => screenOf().entity;

const day = fc.constantFrom(undefined, '2026-01-01', '2026-02-28', '2026-12-31', 'x');
const number = fc.oneof(fc.constant(undefined), fc.integer({ min: -5, max: 5 }), fc.constantFrom(0.1, 0.07, 2.345));
const row = fc.record({ nome: fc.constantFrom('a', 'b'), unidades: number, preco: number, desconto: number });
const changes: fc.Arbitrary<Values> = fc.oneof(
  fc.record({ tipo: fc.constantFrom('ESCOLHA', 'NUMERO', undefined) }),
  fc.record({ situacao: fc.constantFrom('ABERTO', 'FECHADO') }),
  fc.record({ inicio: day }),
  fc.record({ fim: day }),
  fc.record({ quantidade: number }),
  fc.record({ valor: number }),
  fc.record({ codigo: fc.string({ maxLength: 5 }) }),
  fc.record({ itens: fc.array(row, { maxLength: 3 }) }),
);

/** As the server works it out: the whole record at once, nothing remembered. */
const anew = (entity: Entity, values: Values) => {
  const whole = computeRecord(entity, values, moment);
  const [child] = entity.children;
  const computedOf = (one: Entity, from: Values) =>
    Object.fromEntries((one.expressions?.computed ?? []).map(({ key }) => [key, from[key]]));
  const rows = Array.isArray(whole['itens']) ? (whole['itens'] as readonly Values[]) : [];
  return {
    ...conditionsAt(entity.expressions, whole, undefined, moment),
    computed: computedOf(entity, whole),
    rows: {
      itens: rows.map((one) => ({
        ...conditionsAt(child?.entity.expressions, one, whole, moment),
        computed: child === undefined ? {} : computedOf(child.entity, one),
      })),
    },
  };
};

describe('conditions while one types', () => {
  it('are what the server makes of the same values, after any changes', () => {
    const entity = pedido();
    fc.assert(
      fc.property(fc.array(changes, { minLength: 1, maxLength: 12 }), (all) => {
        const run = createConditions(entity, moment);
        let values: Values = {};
        for (const change of all) {
          values = { ...values, ...change };
          expect(run(values)).toEqual(anew(entity, values));
        }
      }),
    );
  });

  it('stay the same object while nothing moves, and so do the rows that nothing moves', () => {
    const run = createConditions(pedido(), moment);
    const itens = [{ nome: 'a', preco: 2 }, { nome: 'b' }];
    const first = run({ tipo: 'NUMERO', valor: 1, quantidade: 2, itens });
    expect(run({ tipo: 'NUMERO', valor: 1, quantidade: 2, itens, limite: 5 })).toBe(first);
    const second = run({ tipo: 'NUMERO', valor: 3, quantidade: 2, itens, limite: 5 });
    expect([second.rows === first.rows, second.hidden === first.hidden, second.computed['total']]).toEqual([
      true,
      true,
      6,
    ]);
    const third = run({
      tipo: 'NUMERO',
      valor: 3,
      quantidade: 2,
      itens: [itens[0], { nome: 'c', preco: 1, unidades: 1 }],
    });
    expect([third.rows['itens']?.[0] === first.rows['itens']?.[0], third.rows['itens']?.[1]?.computed]).toEqual([
      true,
      { subtotal: 1 },
    ]);
  });

  it('of an entity without expressions are always the same', () => {
    const { expressions: _, ...plain } = pedido();
    const run = createConditions({ ...plain, expressions: undefined, children: [] }, moment);
    expect(run({ tipo: 'ESCOLHA' })).toBe(run({}));
  });

  it('leave to the server what reads a field that is kept from the person, and name nothing of it', () => {
    const { entity, form } = screenOf(['pedido.tipo', 'pedido_itens.preco', 'pedido.limite']);
    const [child] = entity.children;
    expect(JSON.stringify([entity.expressions, child?.entity.expressions, form])).not.toMatch(
      /tipo|preco|limite|total passa/i,
    );
    expect(entity.expressions?.computed.map(({ key }) => key)).toEqual(['dias', 'total', 'dobro', 'prefixo']);
    expect(entity.expressions?.conditions.map(({ key, kind }) => [key, kind])).toEqual([['valor', 'readOnly']]);
    expect([child?.entity.expressions?.computed, child?.entity.expressions?.conditions]).toEqual([[], []]);
    expect(Object.keys(form.computed)).toEqual(['dias', 'dobro', 'total', 'prefixo']);
  });

  it('see what nobody writes: the state, and what came of a transition', () => {
    const screen = screenOf([], '/faturamentos-prestadores');
    const of = (row?: Readonly<Record<string, unknown>>) =>
      createConditions(
        screen.entity,
        moment,
        unsentValues(screen, row && { id: 1, ...row }),
      )({ valor_apresentado: 300 });
    const closed = of({ situacao: 'FECHADA', valor_glosa: 50.5, valor_apresentado: 200, nota_fiscal: null });
    expect([closed.readOnly.has('valor_apresentado'), closed.readOnly.has('conta_pagar_id')]).toEqual([true, false]);
    expect(closed.computed).toEqual({ valor_liberado: 249.5 });
    const open = of({ situacao: 'ABERTA', valor_glosa: null });
    expect([open.readOnly.size, open.computed]).toEqual([0, { valor_liberado: null }]);
    expect(unsentValues(screen, undefined)).toEqual({ situacao: 'ABERTA' });
  });
});
