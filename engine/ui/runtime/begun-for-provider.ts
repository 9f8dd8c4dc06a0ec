/** The screen as whoever acts for several providers has it while one is chosen: a new record begins as that one's. Pure. */
import type { ScreenModel } from '../../contract/screen-model.ts';

export const begunForProvider = (model: ScreenModel, provider: number | null): ScreenModel => {
  const { ownProvider: column, form } = model;
  const { properties } = form.schema as { readonly properties?: Readonly<Record<string, object>> };
  const property = column === undefined ? undefined : properties?.[column];
  if (column === undefined || property === undefined || provider === null) return model;
  const schema = { ...form.schema, properties: { ...properties, [column]: { ...property, default: provider } } };
  return { ...model, form: { ...form, schema } };
};
