/** A list over other registries, gone through as by a person who works in it. */
import { expect } from 'vitest';
import type { Row } from '../../support/records/record-shape.ts';
import type { FormAtHand } from './fill-form.ts';
import { pickRelated } from './fill-form.ts';
import type { ScreenPage } from './screen-page.ts';
import { atRest, rowOf, step, visitCsv, visitPanel, visitRowMenu } from './visit-rows.ts';

const buttons = [
  ['Visualizar', 'view', 'view'],
  ['Editar', 'update', 'edit'],
  ['Histórico', 'audit', 'history'],
] as const;

/** Where a row stands for a record, its buttons lead there. */
const visitRecord = async ({ page, model }: FormAtHand, row: Row, id: number): Promise<void> => {
  const { record } = model;
  const target = record === undefined ? undefined : { path: record.path, id: row[record.column] };
  const rights = record?.rights ?? model.rights;
  for (const [name, right, mode] of buttons) {
    if (!rights[right] || (target !== undefined && typeof target.id !== 'number')) continue;
    await step(`button '${name}'`, async () => {
      await rowOf(page, id).hover();
      await rowOf(page, id).getByRole('button', { name, exact: true }).click();
      await page.waitForURL((address) => address.searchParams.get('_record') === `${mode}.${String(target?.id ?? id)}`);
      expect(new URL(page.url()).pathname).toBe(target?.path ?? model.screen.path);
      await page.locator('[data-record-panel] :is(dl, form, li[data-operation])').first().waitFor();
      await page.goBack();
      await page.waitForURL(
        (address) => address.pathname === model.screen.path && !address.searchParams.has('_record'),
      );
      await rowOf(page, id).waitFor();
    });
  }
};

/** The first row of all that there are, with what the list asks for; undefined where there is none. */
const firstRow = async ({ ask, model }: FormAtHand): Promise<Row | undefined> => {
  const select = [...new Set([...model.select.split(/,(?![^(]*\))/), '*'])].join();
  const { body } = await ask('GET', `${model.screen.path}?select=${encodeURIComponent(select)}&limit=1`);
  return (body as readonly Row[])[0];
};

export const visitList = async ({ page, go, takeProblems }: ScreenPage, hand: FormAtHand): Promise<void> => {
  const { model, ask } = hand;
  const { path, title } = model.screen;
  const row = await firstRow(hand);
  const id = Number(row?.['id']);

  await step('open', async () => {
    await go(path);
    const provider = model.relations.find(({ column }) => column === model.provider);
    if (provider) {
      const { body } = await ask('GET', `${provider.path}?select=id&limit=1`);
      const [first] = body as readonly Row[];
      await pickRelated(hand, page.locator('#fi-provider'), provider, row?.[provider.column] ?? first?.['id']);
    }
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
    await atRest(page);
    await page.locator('#fi-main :is(.ag-row, h2)').first().waitFor();
  });

  await step('panel without a row', async () => {
    if (row === undefined) await visitPanel(hand, {}, 0);
  });

  if (row !== undefined) {
    await step('row', async () => {
      await go(`${path}?id=eq.${id}`);
      await rowOf(page, id).waitFor();
    });
    await step('search', async () => {
      const term = hand.entities[model.entity.name]?.search.flatMap((name) => {
        const value = row[name];
        return typeof value === 'string' && value.length > 1 ? [value] : [];
      })[0];
      if (model.quickSearch.length === 0 || term === undefined) return;
      await page.locator('input[data-quick-search]').fill(term);
      await page.waitForURL((address) => address.searchParams.get('q') === term);
      await atRest(page);
      await rowOf(page, id).waitFor();
    });
    await step('panel', () => visitPanel(hand, row, id));
    await step('file', () => visitCsv(hand, row));
    await step('record', () => visitRecord(hand, row, id));
    await step('menu of the row', () => visitRowMenu(hand, id));
  }
  await step('no complaints', async () => expect(takeProblems()).toEqual([]));
};
