/** What a list offers for its rows and as a whole, tried out: the menu of a row, the search panel, the file. */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { columnText } from '../../../engine/contract/column-text.ts';
import type { SearchDescriptor } from '../../../engine/contract/screen-model.ts';
import { csvLine } from '../../../engine/contract/table-text.ts';
import { momentIn } from '../../../engine/expressions/moment-in.ts';
import { actionsOf } from '../../../engine/ui/runtime/fitting.ts';
import type { Row as StoredRow } from '../../../engine/ui/store/api.ts';
import type { Row } from '../../support/records/record-shape.ts';
import type { FormAtHand } from './fill-form.ts';
import { timeZone, typedText } from './fill-form.ts';

export const rowOf = (page: Page, id: number): Locator => page.locator(`#fi-main .ag-row[row-id="${id}"]`).first();

/** Nothing is being read any more. */
export const atRest = (page: Page): Promise<void> => page.locator('#fi-main [aria-busy="false"]').first().waitFor();

/** Of the step that failed. */
export const step = async (name: string, block: () => Promise<void>): Promise<void> => {
  try {
    await block();
  } catch (error) {
    throw new Error(`step '${name}': ${error instanceof Error ? error.message : String(error)}`);
  }
};

const openMenu = async (page: Page, id: number): Promise<void> => {
  const row = rowOf(page, id);
  await row.hover();
  await row.locator('[data-row-menu]').click();
  await page.getByRole('menuitem').first().waitFor();
};

/** Once what it asks is drawn. */
const dismiss = async (page: Page, name: 'Cancelar' | 'Voltar'): Promise<void> => {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
};

const goBack = async (page: Page, path: string): Promise<void> => {
  await page.goBack();
  await page.waitForURL((address) => address.pathname === path);
};

/** Every entry of the row's menu that this screen declares, and every move of its record: each leads somewhere. */
export const visitRowMenu = async ({ page, model, ask }: FormAtHand, id: number): Promise<void> => {
  const { path } = model.screen;
  await rowOf(page, id).waitFor();
  // As the list reads it: what conditions read of other records stands in no record of itself.
  const { body } = await ask('GET', `${path}?id=eq.${id}&select=${encodeURIComponent(model.select)}`);
  const offered = actionsOf(model, (body as readonly StoredRow[])[0] ?? { id }, momentIn(timeZone));
  for (const action of model.actions) {
    const { title, effect } = action;
    await step(`action '${title}'`, async () => {
      await openMenu(page, id);
      const entry = page.getByRole('menuitem', { name: title, exact: true });
      if (!offered.includes(action)) {
        expect(await entry.count()).toBe(0);
        await page.keyboard.press('Escape');
      } else if (effect.kind === 'link') {
        expect(await entry.getAttribute('href')).toMatch(/^(https?|mailto|tel):/);
        await page.keyboard.press('Escape');
      } else if (effect.kind === 'open') {
        const before = page.url();
        await entry.click();
        await page.waitForURL((address) => address.href !== before);
        expect(new URL(page.url()).pathname).toBe(effect.path);
        await page.locator('#fi-main h1, [data-record-panel] h2').first().waitFor();
        await atRest(page);
        await goBack(page, path);
        await rowOf(page, id).waitFor();
      } else {
        await entry.click();
        await dismiss(page, 'Cancelar');
      }
    });
  }
  for (const { title } of model.states?.transitions ?? []) {
    await openMenu(page, id);
    const entry = page.getByRole('menuitem', { name: title, exact: true });
    if ((await entry.count()) === 0) {
      await page.keyboard.press('Escape');
      continue;
    }
    await step(`move '${title}'`, async () => {
      await entry.click();
      await dismiss(page, 'Voltar');
    });
  }
};

const typedTypes: ReadonlySet<string> = new Set([
  'text',
  'long-text',
  'date',
  'integer',
  'decimal',
  'money',
  'month',
  'year',
]);

/** The first field of the panel into which the value of the row can be typed. */
const typable = (
  { model }: FormAtHand,
  row: Row,
): readonly [descriptor: SearchDescriptor, text: string] | undefined => {
  for (const descriptor of model.search) {
    const field = model.entity.fields.find(({ column }) => column === descriptor.key);
    const value = field && row[field.column];
    if (!field || value === null || value === undefined || value === '') continue;
    if (typedTypes.has(field.type) && field.codes === undefined) return [descriptor, typedText(field, value)];
  }
  return undefined;
};

/** One field of the search panel, with what the row holds: the row is among what is found. */
export const visitPanel = async (hand: FormAtHand, row: Row, id: number): Promise<void> => {
  const { page, model } = hand;
  if (model.search.length === 0) return;
  const panel = page.getByRole('form', { name: 'Busca' });
  if ((await panel.count()) === 0) await page.getByRole('button', { name: 'Painel de busca' }).click();
  const labels = await panel.locator('label').allTextContents();
  for (const { label } of model.search) expect(labels, 'fields of the panel').toContain(label);
  const found = typable(hand, row);
  if (found) {
    const [{ label, match }, text] = found;
    await step(`filter '${label}'`, async () => {
      await panel
        .getByLabel(match === 'range' ? `${label}, de` : label, { exact: true })
        .first()
        .fill(text);
      const before = page.url();
      await panel.getByRole('button', { name: 'Buscar', exact: true }).click();
      await page.waitForURL((address) => address.href !== before);
      await atRest(page);
      await rowOf(page, id).waitFor();
    });
  }
  await panel.getByRole('button', { name: 'Fechar o painel de busca' }).click();
};

/** The file has the titles of the columns, and of the row what the list shows of it. */
export const visitCsv = async ({ page, model }: FormAtHand, row: Row): Promise<void> => {
  const { columns } = model;
  await page.getByRole('toolbar').getByRole('button', { name: 'Mais', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Exportar…' }).click();
  const dialog = page.getByRole('dialog', { name: /^Exportar/ });
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Baixar' }).click();
  const lines = (await readFile(await (await download).path(), 'utf8')).replace('\ufeff', '').split('\r\n');
  await dialog.getByRole('button', { name: 'Fechar' }).last().click();
  await dialog.waitFor({ state: 'detached' });
  const line = csvLine(columns.map((column) => columnText(model, column, row, timeZone))).trimEnd();
  expect(`${lines[0]}\r\n`).toBe(csvLine(columns.map(({ title }) => title)));
  expect(lines).toContain(line);
};
