import { phrases } from '../../core/words.ts';
import type { Registry } from '../../metadata/registry.ts';
import type { RegistryScreen } from '../screen-types.ts';
import type { ScreenUse } from './screen-fields.ts';
import { namedField } from './screen-fields.ts';

const silent = (): void => undefined;

/**
 * Rule `sections`: what `sections` says, less what is hidden; else what the screen says whose folder declares the entity;
 * else one with every visible field. An array of rows that no section names has one of its own, after them.
 */
export const compileSections = (use: ScreenUse): RegistryScreen['sections'] => {
  const { screen, entity } = use;
  const own = screen.registry.value.sections;
  if (own !== undefined) return sectionsOf(use, own);
  // What is wrong with them is told where they are written.
  return sectionsOf({ ...use, report: silent }, entity.screen.registry.value.sections);
};

const sectionsOf = (use: ScreenUse, written: Registry['sections']): RegistryScreen['sections'] => {
  const { screen, entity, report } = use;
  const { registry } = screen;
  const visible = entity.fields.filter((field) => field.visible);
  const arrays = entity.children.filter((child) => child.visible);
  const own = (array: (typeof arrays)[number]) => ({ title: array.title, fields: [array.name] });
  if (written === undefined)
    return [
      { title: entity.screen.record.value.title, fields: visible.map((field) => field.name) },
      ...arrays.map(own),
    ];

  const placed = new Set<string>();
  /** A name that does not exist may have been meant for a field that then is nowhere. */
  let misnamed = false;
  const refuse = (pointer: string, field: string, reason: string): void =>
    report('MODEL_SECTION_FIELD', registry.origin(pointer), { screen: screen.folder, field, reason });
  const sections = written.map((section, at) => ({
    title: section.title,
    ...(section.tab === undefined ? {} : { tab: section.tab }),
    fields: section.fields.filter((name, index) => {
      const pointer = `/sections/${at}/fields/${index}`;
      const array = entity.children.find((child) => child.name === name);
      if (array !== undefined) {
        if (placed.has(name)) refuse(pointer, name, phrases.twice);
        placed.add(name);
        return array.visible;
      }
      const found = namedField(use, name, pointer);
      if (found === undefined) {
        misnamed = true;
        return false;
      }
      if (found.path.length > 1) refuse(pointer, name, phrases.dotted);
      else if (placed.has(name)) refuse(pointer, name, phrases.twice);
      placed.add(name);
      return found.path.length === 1 && found.field.visible;
    }),
  }));
  const { filter = {} } = registry.value;
  // What every record of the screen has is not asked for.
  const fixed = ({ name }: { readonly name: string }): boolean =>
    Object.hasOwn(filter, name) && !Array.isArray(filter[name]);
  for (const field of visible.filter((one) => !fixed(one)))
    if (field.required && !field.readOnly && field.default === undefined && !placed.has(field.name))
      refuse('/sections', field.name, phrases.requiredOutside);
    else if (!misnamed && !placed.has(field.name))
      report('MODEL_SECTION_ABSENT', registry.origin('/sections', true), { screen: screen.folder, field: field.name });
  return [
    ...sections.filter((section) => section.fields.length > 0),
    ...arrays.filter((array) => !placed.has(array.name)).map(own),
  ];
};
