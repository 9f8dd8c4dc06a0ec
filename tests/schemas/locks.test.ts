/** Registries with states: which of their records are closed to changes, and how. */
import { expect, it } from 'vitest';
import { readParsedFiles } from '../../engine/metadata/load-files.ts';
import { loadProduct } from '../../src/load-product.ts';

const { model } = loadProduct(await readParsedFiles('.'), 'copass');
const stateful = Object.values(model.entities).filter(({ states }) => states !== undefined);

it('closes the records of every registry with states in some of them, but for people, providers and runs that only jobs write', () => {
  const open = stateful.filter(({ expressions }) => expressions?.lock === undefined).map(({ name }) => name);
  expect(open.toSorted()).toEqual(['arquivo_gerado', 'beneficiario', 'importacao', 'prestador']);
});

it('closes with their owner what is counted, paid or sent with it', () => {
  const closed = stateful.flatMap(({ name, expressions }) =>
    (expressions?.lockedWith ?? []).map(({ must }) => `${name} ${must.source}`),
  );
  expect(closed.toSorted()).toEqual([
    "glosa guia: situacao in ['BLOQUEADA', 'ANALISADA', 'PAGA', 'CANCELADA']",
    "item_autorizacao autorizacao: !(situacao in ['EM_ANALISE', 'AGUARDANDO_DOCUMENTACAO', 'AGUARDANDO_JUSTIFICATIVA'])",
    "item_guia guia: situacao in ['BLOQUEADA', 'ANALISADA', 'PAGA', 'CANCELADA']",
    "remessa_pagamento_conta remessa: situacao != 'GERADA'",
  ]);
});
