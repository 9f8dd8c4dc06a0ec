/** Demonstration records keep the rules that read what they point at. */
import { expect, it } from 'vitest';
import { Chance } from '../../../engine/data/samples/chance.ts';
import type { DrawTools } from '../../../engine/data/samples/draw-record.ts';
import { drawRecord } from '../../../engine/data/samples/draw-record.ts';
import { readByRules } from '../../../engine/data/samples/target-failures.ts';
import { Validators } from '../../../engine/data/validators.ts';
import { loadFiles } from '../../../engine/metadata/load-files.ts';
import { compile } from '../../../engine/model/compile.ts';
import { resolve } from '../../../engine/overlay/resolve.ts';
import { catalogues } from '../../../src/catalogues.ts';
import { targetRuleFiles } from '../api/target-rule-files.ts';
import { exampleSources } from '../diff/example-sides.ts';

const sources = new Map([
  ...exampleSources,
  ...Object.entries(targetRuleFiles).map(
    ([name, value]) => [name, JSON.stringify(value).replaceAll('"banco"', '"bairro"')] as const,
  ),
]);
const { model } = compile(resolve(loadFiles(sources), undefined), catalogues);
const today = '2026-11-28';
const tools: DrawTools = {
  validators: new Validators(),
  recipes: { fields: {}, words: {}, entities: {} },
  moment: { today, timeZone: 'America/Sao_Paulo', now: Date.parse(today) },
};

interface Claim {
  readonly apolice_id: number | null;
  readonly valor: number | null;
  readonly dia: string | null;
  readonly gasto: number;
  readonly despesas: readonly { readonly servico_id: number | null; readonly quantidade: number | null }[];
}

it('draws none that breaks one, of the record or of its rows', () => {
  const people = [
    { id: 1, sexo: 'F', nascimento: '2026-06-01' },
    { id: 2, sexo: 'M', nascimento: '1980-01-01' },
  ];
  const policies = [
    { id: 1, limite: 700, segurado_id: 1, suspensa: false },
    { id: 2, limite: 5000, segurado_id: 2, suspensa: true },
    { id: 3, limite: 1e9, segurado_id: 2, suspensa: false },
  ];
  const services = [
    { id: 1, maximo: 3, sexo: 'F' },
    { id: 2, maximo: 9, sexo: null },
  ];
  const rows: Readonly<Record<string, readonly object[]>> = { segurado: people, apolice: policies, servico: services };
  const entity = model.entities['sinistro'];
  if (entity === undefined) throw new Error('no claims');
  const drawn = Array.from({ length: 200 }, (_, index) =>
    drawRecord(tools, entity, {
      chance: new Chance(1, index),
      seed: 1,
      index,
      attempt: 0,
      record: {},
      parent: undefined,
      today,
      rows: (name) => (rows[name] ?? []) as readonly Record<string, unknown>[],
      idAt: (_name, place) => place + 1,
    }),
  ).filter((record) => record !== undefined) as unknown as readonly Claim[];
  // Most come out good, and of every policy there are some.
  expect(drawn.length).toBeGreaterThan(150);
  expect(new Set(drawn.map(({ apolice_id }) => apolice_id))).toEqual(new Set([null, 1, 2, 3]));
  const hers = drawn.filter(({ apolice_id }) => apolice_id === 1).flatMap(({ despesas }) => despesas);
  expect(new Set(hers.map(({ servico_id }) => servico_id))).toEqual(new Set([null, 1, 2]));
  const broken = drawn.filter(({ apolice_id, valor, dia, gasto, despesas }) => {
    const policy = policies.find(({ id }) => id === apolice_id);
    const person = people.find(({ id }) => id === policy?.segurado_id);
    const rowsBroken = despesas.some(({ servico_id, quantidade }) => {
      const service = services.find(({ id }) => id === servico_id);
      const isMany = service !== undefined && quantidade !== null && quantidade > service.maximo;
      return isMany || (service?.sexo === 'F' && person?.sexo !== 'F');
    });
    if (policy === undefined || person === undefined) return rowsBroken;
    return (
      rowsBroken ||
      Math.max(valor ?? 0, gasto ?? 0) > policy.limite ||
      (policy.suspensa && valor !== null) ||
      (dia !== null && dia < person.nascimento)
    );
  });
  expect(broken).toEqual([]);
});

it('reads of the targets what the rules do', () => {
  const readOf = (name: string) => {
    const entity = model.entities[name];
    return new Set(entity === undefined ? [] : readByRules(model, entity));
  };
  expect(readOf('apolice')).toEqual(new Set(['limite', 'teto', 'provas', 'suspensa', 'segurado_id']));
  expect(readOf('segurado')).toEqual(new Set(['nascimento', 'sexo']));
  expect(readOf('sinistro')).toEqual(new Set());
});
