import { nearest } from '../../core/nearest.ts';
import { phrases } from '../../core/words.ts';
import type { Search } from '../../metadata/registry.ts';
import { codeListNamed } from '../code-list-named.ts';
import type { SearchParameter } from '../screen-types.ts';
import type { Field, Model } from '../types.ts';
import { reservedNames } from '../types.ts';
import { createValueCheck } from '../value-problem.ts';
import type { ScreenUse } from './screen-fields.ts';
import { usableField } from './screen-fields.ts';

type Written = NonNullable<Search['parameters']>[number];

/** Why the screen cannot open with it; undefined where it can. */
const defaultProblem = (
  { catalogues }: ScreenUse,
  field: Field,
  value: NonNullable<Written['default']>,
  codeLists: Model['codeLists'],
): { readonly reason: string; readonly near?: string | undefined } | undefined => {
  if (typeof value !== 'string') return field.type === 'date' ? undefined : { reason: phrases.notDate };
  const labels = (codeListNamed(codeLists, field.codeList)?.options ?? []).map(({ label }) => label);
  const reason = labels.includes(value) ? undefined : createValueCheck(field, catalogues)(value);
  return reason === undefined ? undefined : { reason, near: nearest(value, [...labels, ...(field.codes ?? [])]) };
};

/** The names of filters in the address of the screen; undefined where search.json names none. */
export const compileParameters = (
  use: ScreenUse,
  codeLists: Model['codeLists'],
): readonly SearchParameter[] | undefined => {
  const { screen, entity, catalogues } = use;
  const { search } = screen;
  const said = search?.value.parameters;
  if (search === undefined || said === undefined) return undefined;
  const names = said.map(({ name }) => name);
  const taken = new Set([...reservedNames, ...entity.fields.flatMap(({ name, column }) => [name, column])]);
  return said.flatMap((written, index): SearchParameter[] => {
    const { name, operator = 'eq', format, default: begins } = written;
    const at = (key: string): string => `/parameters/${index}/${key}`;
    const refuse = (key: string, reason: string, near?: string): void =>
      use.report(
        'MODEL_SEARCH_FIELD',
        search.origin(at(key)),
        { screen: screen.folder, field: written.field, reason },
        near,
      );
    if (taken.has(name)) refuse('name', phrases.parameterTaken(name));
    if (names.indexOf(name) < index) refuse('name', phrases.parameterRepeated(name));
    const found = usableField(use, written.field, at('field'), '/search', 'search');
    if (found === undefined) return [];
    const { field, path } = found;
    if (!catalogues.fieldTypes[field.type].operators.includes(operator))
      refuse(written.operator === undefined ? 'field' : 'operator', phrases.operatorUnsuited(operator));
    if (format !== undefined && field.type !== 'date') refuse('format', phrases.notDate);
    const problem = begins === undefined ? undefined : defaultProblem(use, field, begins, codeLists);
    if (problem !== undefined) refuse('default', problem.reason, problem.near);
    return [
      {
        name,
        path,
        operator,
        ...(format === undefined ? {} : { format }),
        ...(begins === undefined ? {} : { default: begins }),
      },
    ];
  });
};
