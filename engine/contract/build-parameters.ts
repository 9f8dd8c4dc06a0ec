import type { RegistryScreen } from '../model/screen-types.ts';
import type { AddressParameter, ScreenModel } from './screen-model.ts';
import type { Sight } from './sight.ts';
import { optionsOf } from './sight.ts';

/** The names of filters in the address, of those that the user may filter by. */
export const addressParameters = (sight: Sight, screen: RegistryScreen): Pick<ScreenModel, 'parameters'> => {
  const parameters = (screen.parameters ?? []).flatMap((one): AddressParameter[] => {
    const located = sight.locate(one.path);
    if (!located || sight.covers(located)) return [];
    const { field } = located;
    const options = optionsOf(sight, field);
    return [
      {
        name: one.name,
        key: one.path.length === 1 ? field.column : one.path.join('.'),
        operator: one.operator,
        options: options?.map(({ label, value }) => ({ label, key: value })) ?? null,
        format: one.format ?? null,
        default: one.default ?? null,
      },
    ];
  });
  return parameters.length === 0 ? {} : { parameters };
};
