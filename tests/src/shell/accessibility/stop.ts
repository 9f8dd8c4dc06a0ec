/** What is looked at on the way through the screens, and the places that the steps to it name. */
import type { Locator, Page } from 'playwright-core';
import type { BrowserProduct } from '../../../support/browser-product.ts';
import { rows } from '../open-session.ts';

/** What is looked at, where it is, and what opens it; several looks where one stop shows several things in turn. */
export interface Stop {
  readonly what: string;
  readonly path: string;
  readonly login?: string;
  /** Steps to what is to be seen; gives what must be there. The screen itself where there are none. */
  readonly open?: (page: Page, look: (what: string) => Promise<void>, call: BrowserProduct['call']) => Promise<Locator>;
}

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
export const dialog = (page: Page, name?: string | RegExp) =>
  page.getByRole('dialog', name === undefined ? {} : { name });
export const field = (page: Page, path: string) => page.locator(`#fi-form_${path.replaceAll('.', '_')}`);
export const palette = (page: Page) => page.getByRole('dialog', { name: 'Buscar telas, registros e ações' });
export const card = (page: Page) => page.getByRole('button', { name: /^Ações de/ }).first();
export const gridCell = (page: Page, row: number, column: string) =>
  rows(page).nth(row).locator(`[col-id="${column}"]`);
export const faults = (page: Page) => page.getByRole('alert').first();
export const first = async (page: Page): Promise<Locator> => {
  await rows(page).first().waitFor();
  return rows(page).first();
};
export const openMore = async (page: Page, item: string): Promise<void> => {
  await first(page);
  await button(page, 'Mais').click();
  await page.getByRole('menu').getByText(item, { exact: true }).click();
};
export const choose = async (page: Page, count: number): Promise<void> => {
  await first(page);
  for (let at = 0; at < count; at += 1) await rows(page).nth(at).getByRole('checkbox').first().click();
};
export const edit = async (page: Page, column: string): Promise<void> => {
  await first(page);
  await gridCell(page, 0, column).evaluate((cell: HTMLElement) => cell.focus());
  await page.keyboard.press('F2');
};
export const save = (page: Page) => page.keyboard.press('Control+s');
