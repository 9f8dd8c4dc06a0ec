import type { RJSFSchema } from '@rjsf/utils';
import type { ScreenModel } from '../../contract/screen-model.ts';

type Properties = Readonly<Record<string, unknown>>;

const propertiesOf = (schema: unknown): Properties =>
  ((schema as RJSFSchema | undefined)?.properties ?? {}) as Properties;

/** By the order of the fields. */
const together = (order: readonly string[], own: Properties, computed: Properties): Properties => {
  const all = { ...own, ...computed };
  const named = order.filter((name) => Object.hasOwn(all, name));
  return Object.fromEntries(
    [...new Set([...Object.keys(own).filter((name) => !named.includes(name)), ...named])].map((name) => [
      name,
      all[name],
    ]),
  );
};

/** The schema that the form draws: what is sent, and among it the computed fields, which are only shown. */
export const drawnSchema = ({ form, entity }: ScreenModel): RJSFSchema => {
  const schema = form.schema as RJSFSchema;
  const arrays = Object.entries(form.computedRows).flatMap(([name, computed]) => {
    const array = propertiesOf(schema)[name] as RJSFSchema | undefined;
    const owned = entity.children.find((child) => child.name === name)?.entity;
    if (array === undefined || owned === undefined) return [];
    const order = owned.fields.map(({ column }) => column);
    const items = array.items as RJSFSchema;
    return [
      [name, { ...array, items: { ...items, properties: together(order, propertiesOf(items), computed) } }] as const,
    ];
  });
  const order = entity.fields.map(({ column }) => column);
  const own = { ...propertiesOf(schema), ...Object.fromEntries(arrays) };
  return {
    ...schema,
    properties: together([...order, ...entity.children.map(({ name }) => name)], own, form.computed),
  } as RJSFSchema;
};
