/**
 * `schemas/localizacao/cidades/data.csv`: the municipalities of IBGE, from @br-validators/core.
 *
 * DDD only where it is certain. The package lists area codes by state, so it says the municipality's code only in the
 * states that have a single one (AC, AL, AP, DF, MS, PB, RN, RO, RR, SE, TO); in the others it is left to the operator.
 * SIAFI, health region and CEP range are in no source here: its CEP prefixes are those seen in the 2022 census, not the
 * ranges of the Correios. Renew: `node tests/data-sources/cidades.ts`.
 */
import { getAllMunicipios } from '@br-validators/core/ibge';
import { ANATEL_DDDS, getDddInfo } from '@br-validators/core/telefone';
import { saveCsv, toCsv } from './csv.ts';

export const file = 'schemas/localizacao/cidades/data.csv';

/** IBGE codes of the 26 state capitals and of Brasília (Constituição, art. 18, § 1º). */
export const capitals: Readonly<Record<string, string>> = {
  AC: '1200401',
  AL: '2704302',
  AM: '1302603',
  AP: '1600303',
  BA: '2927408',
  CE: '2304400',
  DF: '5300108',
  ES: '3205309',
  GO: '5208707',
  MA: '2111300',
  MG: '3106200',
  MS: '5002704',
  MT: '5103403',
  PA: '1501402',
  PB: '2507507',
  PE: '2611606',
  PI: '2211001',
  PR: '4106902',
  RJ: '3304557',
  RN: '2408102',
  RO: '1100205',
  RR: '1400100',
  RS: '4314902',
  SC: '4205407',
  SE: '2800308',
  SP: '3550308',
  TO: '1721000',
};

/** State to area code, for the states that have exactly one. */
const onlyDdd = (): ReadonlyMap<string, string> => {
  const found = new Map<string, string[]>();
  for (const ddd of ANATEL_DDDS) {
    const uf = getDddInfo(ddd)?.uf ?? '';
    found.set(uf, [...(found.get(uf) ?? []), ddd]);
  }
  return new Map([...found].flatMap(([uf, [ddd, ...others]]) => (ddd && others.length === 0 ? [[uf, ddd]] : [])));
};

export const cidades = (): string => {
  const ddds = onlyDdd();
  return toCsv(
    ['ibge', 'nome', 'uf', 'capital', 'ddd', 'ativo'],
    getAllMunicipios()
      .map(({ codigo, nome, uf }) => ({ ibge: String(codigo), nome, uf }))
      .toSorted((a, b) => (a.ibge < b.ibge ? -1 : 1))
      .map(({ ibge, nome, uf }) => [ibge, nome, uf, capitals[uf] === ibge, ddds.get(uf), true]),
  );
};

if (import.meta.main) saveCsv(file, cidades());
