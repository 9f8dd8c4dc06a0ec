/**
 * `schemas/base/bancos/data.csv`: every institution with a COMPE code, from the Central Bank's list of STR participants
 * (ParticipantesSTR.csv) as @br-validators/core carries it. Names stay as published, runs of spaces made one.
 * Renew: `node tests/data-sources/bancos.ts`.
 */
import { getAllBancos } from '@br-validators/core/bancos';
import { saveCsv, toCsv } from './csv.ts';

export const file = 'schemas/base/bancos/data.csv';

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

export const bancos = (): string =>
  toCsv(
    ['codigo', 'ispb', 'nome', 'nome_reduzido', 'ativo'],
    getAllBancos()
      .filter((banco) => /^\d{3}$/.test(banco.codigo))
      .map((banco) => [banco.codigo, banco.ispb, oneLine(banco.nome), oneLine(banco.nomeReduzido), true] as const)
      .toSorted((a, b) => (a[0] < b[0] ? -1 : 1)),
  );

if (import.meta.main) saveCsv(file, bancos());
