/** Writing one record, audited: the bare twin's statements meet the same triggers, constraints and indexes. */
import { bareAddress, compareSides } from './compare-sides.ts';
import type { Effort } from './measure.ts';
import type { Report } from './report.ts';
import type { Site } from './site.ts';

export const benchWrite = async (report: Report, site: Site, effort: Effort): Promise<void> => {
  const record = (code: string, turn: number): string =>
    JSON.stringify({
      codigo: code,
      nome: 'Registro Novo',
      cidade_id: site.cities[turn % site.cities.length],
      grupo: 0,
      pontos: turn % 1000,
      ativo: true,
    });
  await compareSides(
    report,
    site,
    'insert one record',
    {
      product: {
        url: site.product.url,
        ask: (turn) => site.ask('POST', '', { body: record(`produto-${turn}`, turn) }),
      },
      bare: {
        url: site.bare.url,
        ask: (turn) => ({ method: 'POST', path: bareAddress('insert'), body: record(`bare-${turn}`, turn) }),
      },
    },
    effort,
  );
  const id = (turn: number): number => 1 + ((turn * 7919) % site.rows);
  const change = (turn: number): string => JSON.stringify({ observacao: `Conferido na volta ${turn}` });
  await compareSides(
    report,
    site,
    'update one record',
    {
      product: {
        url: site.product.url,
        ask: (turn) => site.ask('PATCH', `?id=eq.${id(turn)}`, { body: change(turn) }),
      },
      bare: {
        url: site.bare.url,
        ask: (turn) => ({ method: 'PATCH', path: bareAddress('update', id(turn)), body: change(turn) }),
      },
    },
    effort,
  );
};
