/** One registry, gone through as by a person who works in it. Every step that fails says which it is. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { parseListQuery } from '../../../engine/contract/list-query.ts';
import type { ScreenModel } from '../../../engine/contract/screen-model.ts';
import { dayInZone } from '../../../engine/core/day-in-zone.ts';
import type { Field } from '../../../engine/model/types.ts';
import { narrowedValues } from '../../../engine/ui/runtime/list-action.ts';
import type { RecordMaker } from '../../support/records/record-maker.ts';
import type { RecordShape, Row } from '../../support/records/record-shape.ts';
import type { FormAtHand } from './fill-form.ts';
import { atField, differences, fillForm, pickRelated, reach, typedText } from './fill-form.ts';
import type { ScreenPage } from './screen-page.ts';
import { atRest, rowOf, step, visitRowMenu } from './visit-rows.ts';

/** What is known of a registry before a browser opens it. */
export interface RegistryVisit {
  readonly path: string;
  readonly model: ScreenModel;
  readonly shape: RecordShape;
  /** A record that is there. */
  readonly id: number;
  readonly row: Row;
  /** One that is to be typed. */
  readonly next: Row;
}

interface RefusedField {
  readonly field: string;
  readonly message: string;
}

const editor = (page: Page): Locator => page.locator('[data-record-editor]');
const save = (page: Page): Promise<void> => page.keyboard.press('Control+s');

const sameRecord = (sent: Row, stored: Row): void => {
  const different = differences(sent, stored);
  if (different.length > 0) throw new Error(different.join('; '));
};

const hasFocus = async (page: Page, id: string | undefined): Promise<void> => {
  const reached = page.waitForFunction((wanted) => document.activeElement?.id === wanted, id);
  await reached.catch(async () => {
    const there = await page.evaluate(() => document.activeElement?.id);
    throw new Error(`the focus is at '${there}' and not at '${id}'`);
  });
};

const refusedFields = (body: unknown): readonly RefusedField[] => (body as { fields?: RefusedField[] }).fields ?? [];

/** What stands in the way of the form's going: the person is told, and so is the test. */
const saved = async (page: Page): Promise<void> => {
  const gone = editor(page).waitFor({ state: 'detached' });
  await gone.catch(async () => {
    const alerts = await page.getByRole('alert').allTextContents();
    throw new Error(`it is not saved: ${alerts.join(' | ') || 'and nothing says why'}`);
  });
};

/** What a new form has of fields that begin with the present. */
const presentValues = ({ entity }: ScreenModel): Row =>
  Object.fromEntries(
    entity.fields.flatMap(({ column, type, beginsNow }) => {
      if (beginsNow !== true) return [];
      return [[column, type === 'date' ? dayInZone('America/Sao_Paulo') : new Date().toISOString()]];
    }),
  );

const noDay = '31/02/2020';

/** Faulty values of a field that a person might type, and how they reach the server. */
const faultyValues = (field: Field, value: unknown): readonly { readonly text: string; readonly wire: unknown }[] => {
  const text = typedText(field, value);
  const masked = (field.mask ?? field.format) !== undefined;
  const tooLong = 'x'.repeat((field.maxLength ?? 0) + 1);
  switch (field.type) {
    case 'date':
      return [{ text: noDay, wire: noDay }];
    case 'integer':
    case 'decimal':
    case 'money':
    case 'percent':
      return [
        { text: 'abc', wire: 'abc' },
        ...(field.maximum === undefined ? [] : [{ text: String(field.maximum + 1), wire: field.maximum + 1 }]),
      ];
    case 'text':
    case 'long-text':
      return [
        ...(text.length > 1 ? [{ text: text.slice(0, -1), wire: text.slice(0, -1) }] : []),
        // A mask takes no more than it has room for.
        ...(masked || field.maxLength === undefined ? [] : [{ text: tooLong, wire: tooLong }]),
      ];
    default:
      return [];
  }
};

interface Fault {
  readonly field: Field;
  readonly text: string;
  readonly message: string;
}

const order = ['text', 'date', 'integer', 'decimal', 'money', 'percent', 'long-text'];
const rank = ({ type, mask, format, pattern }: Field): number =>
  (mask ?? format ?? pattern) === undefined ? order.indexOf(type) + 10 : 0;

/** What is chosen from a list nobody types wrong. */
const isChosen = async (hand: FormAtHand, column: string): Promise<boolean> =>
  (await (await reach(hand, column)).getAttribute('role')) === 'combobox';

/** A fault that the server refuses at its field, with what it says. */
const findFault = async (hand: FormAtHand, path: string, record: Row): Promise<Fault | undefined> => {
  const { ask, model } = hand;
  const typed = model.entity.fields.filter(({ column, type }) => column in record && order.includes(type));
  for (const field of typed.toSorted((one, other) => rank(one) - rank(other)))
    for (const { text, wire } of faultyValues(field, record[field.column])) {
      const { status, body } = await ask('POST', path, { ...record, [field.column]: wire }, { prefer: 'tx=rollback' });
      const refused = status === 422 ? refusedFields(body).filter((one) => one.field === field.column) : [];
      const [first] = refused;
      if (first === undefined) continue;
      if (await isChosen(hand, field.column)) break;
      return { field, text, message: first.message };
    }
  return undefined;
};

/** A change of one field that is taken. */
const findChange = async (
  { ask, model }: FormAtHand,
  path: string,
  id: number,
  record: Row,
  other: Row,
): Promise<readonly [field: Field, value: unknown] | undefined> => {
  const fields = model.entity.fields.filter(({ column, type }) => column in record && order.includes(type));
  for (const field of fields.toSorted((a, b) => order.indexOf(a.type) - order.indexOf(b.type))) {
    const value = other[field.column];
    if (value === undefined || value === record[field.column]) continue;
    const { status } = await ask('PATCH', `${path}?id=eq.${id}`, { [field.column]: value }, { prefer: 'tx=rollback' });
    if (status < 300) return [field, value];
  }
  return undefined;
};

export const visitRegistry = async (
  { page, go, takeProblems }: ScreenPage,
  hand: FormAtHand,
  maker: RecordMaker,
  { path, model, shape, id, row, next }: RegistryVisit,
): Promise<void> => {
  const { ask } = hand;

  await step('open', async () => {
    await go(path);
    const provider = model.relations.find(({ column }) => column === model.provider);
    if (provider) await pickRelated(hand, page.locator('#fi-provider'), provider, row[provider.column]);
    await page.getByRole('heading', { level: 1, name: model.screen.title, exact: true }).waitFor();
    await page.locator('#fi-main .ag-row').first().waitFor();
  });

  await step('search', async () => {
    const term = hand.entities[model.entity.name]?.search.flatMap((name) => {
      const value = row[name];
      return typeof value === 'string' && value.length > 1 ? [value] : [];
    })[0];
    if (model.quickSearch.length === 0 || term === undefined) return rowOf(page, id).waitFor();
    await page.locator('input[data-quick-search]').fill(term);
    await page.waitForURL((address) => address.searchParams.get('q') === term);
    await atRest(page);
    await rowOf(page, id).waitFor();
  });

  if (!model.rights.insert || model.record !== undefined) return;

  await step('new', async () => {
    await page.getByRole('toolbar').getByRole('button', { name: 'Novo', exact: true }).click();
    await editor(page).locator('form').waitFor();
  });

  await step('what is missing is told', async () => {
    // What begins in the form rests on the present day that stands there.
    const given = model.begins === undefined ? {} : presentValues(model);
    const { status, body } = await ask('POST', path, given, { prefer: 'tx=rollback' });
    if (status < 300) return;
    // The form has the present day of those already, and what the list is narrowed to.
    const narrowed = narrowedValues(model, parseListQuery(new URL(page.url()).searchParams));
    const begun = new Set([
      ...model.entity.fields.flatMap(({ column, beginsNow }) => (beginsNow === true ? [column] : [])),
      ...Object.keys(narrowed),
    ]);
    const refused = refusedFields(body).filter(({ field }) => !begun.has(field));
    if (refused.length === 0) return;
    await save(page);
    const links = editor(page).getByRole('alert').getByRole('link');
    await links.first().waitFor();
    const listed = await links.evaluateAll((all) =>
      all.map((one) => ({ at: one.getAttribute('href')?.slice(1) ?? '', message: one.textContent })),
    );
    const wanted = new Map(refused.map(({ field, message }) => [`fi-form_${field.replaceAll('.', '_')}`, message]));
    // An array that must have rows begins with them, and each of its rows tells what it wants.
    const arrays = model.entity.children.map(({ name }) => `fi-form_${name}`);
    for (const array of arrays) wanted.delete(array);
    const told = listed.filter(({ at }) => !arrays.some((array) => at.startsWith(array)));
    for (const { at, message } of told) expect(message, at).toBe(wanted.get(at));
    // Not more than these are listed.
    if (listed.length < 12) expect(told.map(({ at }) => at).toSorted()).toEqual([...wanted.keys()].toSorted());
    await hasFocus(page, listed[0]?.at);
  });

  await step('fill in', () => fillForm(hand, next));

  await step('what is wrong is told', async () => {
    const fault = await findFault(hand, path, next);
    if (fault === undefined) return;
    const { column } = fault.field;
    await atField(column, async () => {
      const control = await reach(hand, column);
      await control.fill(fault.text);
      await save(page);
      const error = page.locator(`#fi-form_${column}__error`);
      await error.waitFor();
      const told = await error.textContent();
      expect(told).toBe(fault.message);
      // What began by it has nothing to rest on then, and may stand before it.
      const faulty = await editor(page)
        .locator('[id^="fi-form_"][id$="__error"]')
        .evaluateAll((all) => all.map(({ id }) => id.replace(/__error$/, '')));
      await hasFocus(page, model.begins === undefined ? `fi-form_${column}` : faulty[0]);
      await control.fill(typedText(fault.field, next[column]));
    });
  });

  let made = 0;
  await step('save', async () => {
    // Others write at the same time: the newest record may be theirs.
    const kept = page.waitForResponse(
      (answer) =>
        answer.request().method() === 'POST' && new URL(answer.url()).pathname === `/api${path}` && answer.ok(),
    );
    await save(page);
    made = Number(/id=eq\.(\d+)$/.exec((await (await kept).headerValue('location')) ?? '')?.[1]);
    await saved(page);
    const select = ['*', ...model.entity.children.map(({ name }) => `${name}(*)`)].join();
    const { body } = await ask('GET', `${path}?id=eq.${made}&select=${select}`);
    const [stored = {}] = body as readonly Row[];
    sameRecord(next, stored);
    const ofProvider = model.provider === undefined ? '' : `&${model.provider}=eq.${String(next[model.provider])}`;
    await go(`${path}?id=eq.${made}${ofProvider}`);
    await rowOf(page, made).waitFor();
  });

  let changed: Field | undefined;
  await step('edit', async () => {
    if (!model.rights.update) return;
    const other = await maker.draw(shape, { field: ({ key }) => key in next });
    const change = await findChange(hand, path, made, next, other);
    if (change === undefined) return;
    const [field, value] = change;
    await rowOf(page, made).hover();
    await rowOf(page, made).getByRole('button', { name: 'Editar', exact: true }).click();
    await editor(page).locator('form').waitFor();
    await atField(field.column, async () => {
      const control = await reach(hand, field.column);
      await control.fill(typedText(field, value));
      await save(page);
      await saved(page);
      const { body } = await ask('GET', `${path}?id=eq.${made}`);
      const [stored = {}] = body as readonly Row[];
      sameRecord({ [field.column]: value, versao: 2 }, stored);
    });
    changed = field;
  });

  await step('history', async () => {
    if (!model.rights.audit) return;
    await rowOf(page, made).hover();
    await rowOf(page, made).getByRole('button', { name: 'Histórico', exact: true }).click();
    const entries = page.locator('[data-record-panel] li[data-operation]');
    await entries.first().waitFor();
    const told = await entries.evaluateAll((all) =>
      all.map((one) => `${one.getAttribute('data-operation')} ${one.textContent}`),
    );
    if (changed) {
      expect(told[0]).toContain('update admin alterou');
      expect(told[0]).toContain(changed.title);
    }
    expect(told.at(-1)).toContain('insert admin incluiu');
    expect(told).toHaveLength(changed ? 2 : 1);
    await page.keyboard.press('Escape');
    await page.locator('[data-record-panel]').waitFor({ state: 'detached' });
  });

  await step('menu of the row', () => visitRowMenu(hand, made));

  await step('delete', async () => {
    if (!model.rights.delete) return;
    await rowOf(page, made).hover();
    await rowOf(page, made).getByRole('button', { name: 'Apagar', exact: true }).click();
    const asked = page.getByRole('dialog');
    await asked.getByRole('button', { name: 'Apagar', exact: true }).click();
    await page.getByRole('heading', { name: 'Nenhum registro encontrado' }).waitFor();
    const { body } = await ask('GET', `${path}?id=eq.${made}`);
    expect(body).toEqual([]);
  });

  await step('no complaints', async () => expect(takeProblems()).toEqual([]));
};
