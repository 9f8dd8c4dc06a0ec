/** What a client narrows or asks for beside the others leaves none of its registries without demonstration data. */
import { expect, it } from 'vitest';
import { isRow } from '../../../engine/data/given-rows.ts';
import { readSourceFiles } from '../../../engine/metadata/load-files.ts';
import { loadProduct } from '../../../src/load-product.ts';
import { drawSmall } from './draw-small.ts';

const files = await readSourceFiles(`${import.meta.dirname}/../../..`);

const drawnFor = (client: string) => {
  const { model, rows } = loadProduct(files, client);
  const names = Object.keys(model.entities);
  const drawn = drawSmall(model, rows, new Set(names), { today: '2026-11-20', seed: 1 });
  return { drawn, counts: Object.fromEntries(names.map((name) => [name, drawn.rows(name).length])) };
};

it('gives a client that narrows codes and asks for more as many records of each registry as one that does not', () => {
  const { counts } = drawnFor('fixmecopass');
  expect(counts['beneficiario']).toBe(600);
  const { drawn, counts: ofNuclep } = drawnFor('nuclep');
  expect(ofNuclep).toEqual(counts);
  // Required there, and left out of dependants elsewhere; of contacts e-mails alone.
  const people = drawn.rows('beneficiario');
  expect(people.filter(({ rendimento }) => typeof rendimento !== 'number')).toEqual([]);
  const contacts = people.flatMap(({ contatos }) => (Array.isArray(contatos) ? contatos.filter(isRow) : []));
  expect([...new Set(contacts.map(({ tipo }) => tipo))]).toEqual(['EMAIL']);
});
