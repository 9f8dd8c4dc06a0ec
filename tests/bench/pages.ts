/** Cursors into the list, with what the bare twin needs in their place. */
import { openConnection } from './connection.ts';
import type { Site } from './site.ts';

/** Where a page begins: after that row. */
export interface PageStart {
  readonly cursor: string;
  readonly nome: string;
  readonly id: number;
}

export const pageSize = 50;
const largestPage = 1000;

/** The starts of `count` pages that follow each other, the first one after `skip` rows (a multiple of 1,000). */
export const findPages = async (site: Site, skip: number, count: number): Promise<readonly PageStart[]> => {
  const connection = await openConnection(site.product.url);
  const found: PageStart[] = [];
  let cursor: string | undefined;
  const step = async (limit: number): Promise<PageStart | undefined> => {
    const more = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const answer = await connection.ask(site.ask('GET', `?select=id,nome&order=nome.asc&limit=${limit}${more}`));
    const rows = JSON.parse(answer.body.toString('utf8')) as { id: number; nome: string }[];
    cursor = answer.header('fichario-next-cursor');
    const last = rows.at(-1);
    return cursor === undefined || last === undefined ? undefined : { cursor, ...last };
  };
  for (let row = 0; row < skip; row += largestPage) await step(largestPage);
  while (found.length < count) {
    const page = await step(pageSize);
    if (page === undefined) break;
    found.push(page);
  }
  connection.close();
  return found;
};
