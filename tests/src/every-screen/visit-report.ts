/** A report, gone through as by a person who asks for all that there is: its parameters, its sheet, its file. */
import { expect } from 'vitest';
import type { SearchDescriptor } from '../../../engine/contract/screen-model.ts';
import type { Row } from '../../support/records/record-shape.ts';
import type { FormAtHand } from './fill-form.ts';
import type { ScreenPage } from './screen-page.ts';
import { step } from './visit-rows.ts';

/** Conditions by which a field that must be filled in leaves nothing out. */
const widest = async ({ ask }: FormAtHand, { key, type, match, target }: SearchDescriptor): Promise<string[][]> => {
  if (match === 'range')
    return [
      [key, type === 'month' ? 'gte.1900-01' : type === 'date-time' ? 'gte.1900-01-01T00:00:00Z' : 'gte.1900-01-01'],
    ];
  const { body } = await ask('GET', `${target}?select=id&limit=50`);
  return [[key, `in.(${(body as readonly Row[]).map(({ id }) => id).join()})`]];
};

export const visitReport = async ({ page, go, takeProblems }: ScreenPage, hand: FormAtHand): Promise<void> => {
  const { model, ask, texts } = hand;
  const { path, title } = model.screen;
  const generate = texts['report.generate'] ?? '';
  const required = model.search.filter(({ key }) => model.report?.required.includes(key));
  const conditions = (await Promise.all(required.map((field) => widest(hand, field)))).flat();

  await step('parameters', async () => {
    await go(path);
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
    await page.getByRole('button', { name: generate, exact: true }).waitFor();
    for (const { label } of model.search)
      expect(await page.locator('#fi-main').getByText(label).count()).toBeGreaterThan(0);
  });

  await step('sheet', async () => {
    const search = new URLSearchParams(conditions).toString();
    // An address that says all makes it at once, also where its form stands open.
    if (search !== '') await go(`${path}?${search}`);
    else await page.getByRole('button', { name: generate, exact: true }).click();
    const { body } = await ask('GET', `${path}?select=n:count()&${search}`);
    const [{ n = 0 } = {}] = body as readonly { readonly n?: number }[];
    if (n === 0) await page.getByRole('heading', { name: texts['report.empty.title'] ?? '' }).waitFor();
    else await page.locator('#fi-main article tr[data-line="grand"]').waitFor();
  });

  await step('no complaints', async () => expect(takeProblems()).toEqual([]));
};
