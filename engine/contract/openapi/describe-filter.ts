import { fieldTypes } from '../../fields/index.ts';
import type { RegistryScreen } from '../../model/screen-types.ts';
import type { Field, Model } from '../../model/types.ts';

/** Which records the route is of; undefined where it is of all of them. What is kept from the caller has no name. */
export const describeFilter = (model: Model, screen: RegistryScreen, fields: readonly Field[]): string | undefined => {
  if (screen.filter === undefined) return undefined;
  const said = screen.filter.flatMap(({ field: name, values }) => {
    const field = fields.find((one) => one.name === name);
    if (field === undefined) return [];
    const options = field.codeList === undefined ? undefined : model.codeLists[field.codeList]?.options;
    const written = values.map((value) =>
      fieldTypes[field.type].format(value, field, { timeZone: 'UTC', ...(options && { options }) }),
    );
    return [`${field.title}: ${written.join(' ou ')}`];
  });
  return said.length === 0 ? 'Mostra parte dos registros.' : `Mostra só os registros com ${said.join('; ')}.`;
};
