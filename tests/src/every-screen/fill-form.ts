/** A form filled in as a person does: by what is drawn for a field, with what one types or picks there. */
import type { Locator, Page } from 'playwright-core';
import { relationLabel } from '../../../engine/contract/column-text.ts';
import type { RelationTarget, ScreenModel } from '../../../engine/contract/screen-model.ts';
import { formatMoment, formatMomentSeconds } from '../../../engine/fields/date-text.ts';
import { fieldTypes } from '../../../engine/fields/index.ts';
import type { Entity, Field, Model } from '../../../engine/model/types.ts';
import type { Ask } from '../../support/records/record-maker.ts';
import type { Row } from '../../support/records/record-shape.ts';

export const timeZone = 'America/Sao_Paulo';
const quickly = { timeout: 12_000 } as const;

/** What a person types for a value. */
export const typedText = (field: Field, value: unknown): string => {
  const text = String(value);
  switch (field.type) {
    case 'date':
      return text.split('-').reverse().join('/');
    case 'month':
      return text.split('-').reverse().join('/');
    case 'date-time':
      return (field.seconds === true ? formatMomentSeconds : formatMoment)(text, timeZone);
    case 'integer':
    case 'decimal':
    case 'money':
    case 'percent':
      return text.replace('.', ',');
    default:
      return text;
  }
};

export interface FormAtHand {
  readonly page: Page;
  /** Words of the screens, by key. */
  readonly texts: Readonly<Record<string, string>>;
  readonly model: ScreenModel;
  readonly entities: Model['entities'];
  readonly ask: Ask;
}

/** Says of which field a step failed. */
export const atField = async <T>(path: string, block: () => Promise<T>): Promise<T> => {
  try {
    return await block();
  } catch (error) {
    throw new Error(`at the field ${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
};

const controlOf = (page: Page, path: string): Locator =>
  page.locator(`[data-record-editor] #fi-form_${path.replaceAll('.', '_')}`);

/** Opens the tab and the section in which the control stands. */
export const reach = async ({ page, model, texts }: FormAtHand, path: string): Promise<Locator> => {
  const control = controlOf(page, path);
  if ((await control.count()) > 0) return control;
  const [first] = path.split('.');
  const name = model.entity.fields.find(({ column }) => column === first)?.name ?? first ?? '';
  const section = model.screen.sections.find(({ fields }) => fields.includes(name));
  const editor = page.locator('[data-record-editor]');
  const tab = editor
    .getByRole('tab')
    .filter({ hasText: section?.tab ?? texts['form.tab.first'] ?? '' })
    .first();
  // By key: a line that leaves the page moves what is clicked.
  if ((await tab.count()) > 0) await tab.press('Enter', quickly);
  const fold = editor.getByRole('button', { name: section?.title ?? texts['form.section.rest'] ?? '', exact: true });
  const folded = fold.and(page.locator('[aria-expanded="false"]'));
  if ((await folded.count()) > 0) await folded.press('Enter', quickly);
  // What follows the first frame.
  await control.waitFor(quickly);
  return control;
};

const pickCode = async ({ page, model }: FormAtHand, control: Locator, field: Field, value: unknown): Promise<void> => {
  const label = model.codeLists[field.codeList ?? '']?.find((option) => option.value === String(value))?.label;
  if (label === undefined) throw new Error(`the code list ${field.codeList} has no ${String(value)}`);
  // What was typed before goes in first: a line that leaves the page moves what is clicked.
  await control.focus(quickly);
  await control.click(quickly);
  if ((await control.getAttribute('readonly')) === null) await control.fill(label, quickly);
  await page.getByRole('option', { name: label, exact: true }).first().click(quickly);
};

/** A text by which the target is found: of its label where that is searched, else of what is, else a day or a number. */
const termOf = (target: RelationTarget, entity: Entity | undefined, row: Row): string => {
  const named = target.label.flatMap((part) => ('field' in part ? [part.field] : []));
  const searched = entity?.search ?? [];
  const order = [...named.filter((name) => searched.includes(name)), ...searched, ...named];
  const fields = order.flatMap((name) => entity?.fields.find((field) => field.name === name) ?? []);
  const held = fields.filter(({ name }) => row[name] !== null && row[name] !== undefined);
  const texts = held.flatMap(({ name, type }) =>
    fieldTypes[type].operators.includes('has') ? [String(row[name])] : [],
  );
  const values = held.flatMap((field) => (fieldTypes[field.type].typed ? [typedText(field, row[field.name])] : []));
  const term = texts.find((text) => text.length >= Math.max(2, target.minimum)) ?? texts[0] ?? values[0];
  if (term === undefined) throw new Error(`nothing that names ${target.entity} ${String(row['id'])} can be typed`);
  return term;
};

/** Types what finds the record and picks it. */
export const pickRelated = async (
  hand: FormAtHand,
  control: Locator,
  target: RelationTarget,
  id: unknown,
): Promise<void> => {
  const { page, model, entities, ask } = hand;
  const entity = entities[target.entity];
  const searched = entity?.search ?? [];
  const select = [target.select, ...searched.filter((name) => !target.select.split(',').includes(name))].join();
  const { body } = await ask('GET', `${target.path}?id=eq.${String(id)}&select=${select}`);
  const [row] = body as readonly Row[];
  if (row === undefined) throw new Error(`${target.path} has no ${String(id)}`);
  const term = termOf(target, entity, row);
  const label = relationLabel(model, target, row);
  await control.fill(term, quickly);
  const option = page.getByRole('option', { name: label, exact: true }).first();
  const clear = control.locator('..').locator(`button[aria-label="${hand.texts['control.clear']}"]`);
  // What is found alone may be chosen already.
  const isChosen = async (): Promise<boolean> =>
    target.single && (await control.inputValue()) === label && (await clear.count()) > 0;
  const until = performance.now() + quickly.timeout;
  while (!((await option.isVisible()) || (await isChosen()))) {
    if (performance.now() > until) {
      const offered = await page.getByRole('option').allTextContents();
      throw new Error(`'${term}' does not find '${label}', only: ${offered.join(' | ')}`);
    }
    await page.waitForTimeout(50);
  }
  if (!(await isChosen())) await option.click(quickly);
};

/** `path` is the wire path: `nome`, `enderecos.0.cep`. */
const fillField = async (
  hand: FormAtHand,
  path: string,
  field: Field,
  targets: readonly RelationTarget[],
  value: unknown,
): Promise<void> => {
  const { page } = hand;
  const control = await reach(hand, path);
  switch (field.type) {
    case 'boolean':
      return control.setChecked(value === true, quickly);
    case 'code':
      return pickCode(hand, control, field, value);
    case 'relation': {
      const target = targets.find(({ column }) => column === field.column);
      if (!target) throw new Error('the form has no target for it');
      return pickRelated(hand, control, target, value);
    }
    default:
      await control.fill(typedText(field, value), quickly);
      // The product may have a list of its own for a text.
      if ((await control.getAttribute('role')) === 'combobox')
        await page
          .locator('[data-combobox-option]:visible')
          .filter({ hasText: `(${typedText(field, value)})` })
          .click(quickly);
  }
};

/** What others show or hide comes after them. */
const inOrder = ({ fields, expressions }: Entity): readonly Field[] => {
  const shown = new Set(expressions?.conditions.flatMap(({ key, kind }) => (kind === 'visible' ? [key] : [])));
  return fields.toSorted((one, other) => Number(shown.has(one.column)) - Number(shown.has(other.column)));
};

/** What a form begins with nobody types. */
const isTyped = (field: Field, record: Row): boolean =>
  field.column in record && record[field.column] !== field.default;

/** Fills in the fields of the record in the order of the entity, then its rows. */
export const fillForm = async (hand: FormAtHand, record: Row): Promise<void> => {
  const { page, model } = hand;
  for (const field of inOrder(model.entity))
    if (isTyped(field, record))
      await atField(field.column, () => fillField(hand, field.column, field, model.relations, record[field.column]));
  for (const child of model.entity.children) {
    const rows = (record[child.name] ?? []) as readonly Row[];
    for (const [index, row] of rows.entries()) {
      const [first] = child.entity.fields.flatMap(({ column }) => (column in row ? [column] : []));
      if (first === undefined) continue;
      await atField(child.name, async () => {
        const add = await reach(hand, child.name);
        if ((await controlOf(page, `${child.name}.${index}.${first}`).count()) === 0) await add.press('Enter', quickly);
      });
      for (const field of inOrder(child.entity)) {
        const path = `${child.name}.${index}.${field.column}`;
        const targets = model.childRelations[child.name] ?? [];
        if (isTyped(field, row)) await atField(path, () => fillField(hand, path, field, targets, row[field.column]));
      }
    }
  }
};

/** The same values, as they come back: moments in any zone, numbers in any writing. */
const sameValue = (one: unknown, other: unknown): boolean => {
  if (typeof one === 'number') return one === Number(other);
  // Hours come back with their seconds.
  if (typeof one === 'string' && /^\d\d:\d\d$/.test(one)) return String(other).startsWith(one);
  const moments = [one, other].every((value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value));
  return moments ? Date.parse(String(one)) === Date.parse(String(other)) : one === other;
};

/** Of a stored record, by wire path, what is not as it was sent. */
export const differences = (sent: Row, stored: Row, prefix = ''): readonly string[] =>
  Object.entries(sent).flatMap(([name, value]) => {
    const there = stored[name];
    if (Array.isArray(value))
      return value.flatMap((row: Row, index) =>
        differences(row, (there as readonly Row[] | undefined)?.[index] ?? {}, `${prefix}${name}.${index}.`),
      );
    return sameValue(value, there) ? [] : [`${prefix}${name}: ${String(value)} was typed, ${String(there)} is stored`];
  });
