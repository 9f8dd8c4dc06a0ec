/** The pictures that the README shows, made anew from the product itself. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import type { Format, Scheme } from '../../src/pictures/watched-page.ts';
import { openWatchedPage } from '../../src/pictures/watched-page.ts';
import { root } from '../support/built-product.ts';
import type { PicturedProduct } from './open-product.ts';

interface ReadmePicture {
  readonly name: string;
  readonly path: (firstRecord: number) => string;
  /** Whose first record the path may name. */
  readonly screen: string;
  readonly drawn: string;
  readonly format: Format;
  readonly scheme: Scheme;
}

const wide: Format = { width: 1440, height: 900, phone: false };
const phone: Format = { width: 390, height: 844, phone: true };

const pictures: readonly ReadmePicture[] = [
  {
    name: 'list',
    screen: '/cidades',
    path: () => '/cidades?uf=in.(MG,ES)&order=nome.asc',
    drawn: '#fi-main [aria-busy="false"] .ag-row',
    format: wide,
    scheme: 'light',
  },
  {
    name: 'form',
    screen: '/cids',
    path: (id) => `/cids?_record=edit.${id}`,
    drawn: '[role="dialog"] form',
    format: wide,
    scheme: 'dark',
  },
  {
    name: 'phone',
    screen: '/feriados',
    path: () => '/feriados?data=gte.2026-01-01&order=data.asc',
    drawn: '#fi-main [aria-busy="false"] li',
    format: phone,
    scheme: 'light',
  },
];

/** Writes them to `folder`, below the checkout's root, and gives what went wrong meanwhile. */
export const takeReadmePictures = async (
  browser: Browser,
  product: PicturedProduct,
  folder: string,
): Promise<readonly string[]> => {
  await mkdir(join(root, folder), { recursive: true });
  const problems: string[] = [];
  for (const { name, screen, path, drawn, format, scheme } of pictures) {
    const model = product.screens.find((one) => one.path === screen);
    if (!model) throw new Error(`no screen ${screen}`);
    const page = await openWatchedPage(browser, product.url, format, scheme);
    await page.show(path((await product.firstRecord(model)) ?? 0), drawn);
    await writeFile(join(root, folder, `${name}.png`), await page.picture());
    problems.push(...page.takeProblems().map((problem) => `${name}: ${problem}`));
    await page.close();
  }
  return problems;
};
