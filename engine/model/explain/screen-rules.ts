/** The rules that give what the files of a screen leave open: each in words, with the places that it reads. */
import { toPointer } from '../../core/json.ts';
import type { Origin } from '../../core/origin.ts';
import { ruleWords } from '../../core/words.ts';
import type { RawScreen } from '../../metadata/documents.ts';
import { arraysIn } from '../../metadata/property.ts';
import type { Search } from '../../metadata/registry.ts';
import { isOverlay } from '../../overlay/resolved.ts';
import { columnField } from '../../overlay/rules.ts';
import { defaultColumns } from '../passes/compile-screens.ts';
import type { RegistryScreen } from '../screen-types.ts';
import type { Entity } from '../types.ts';
import type { Derivation } from './answer.ts';
import { derive } from './answer.ts';
import { entityRules, fieldInputs, firstFields, hiding, limitInputs, visibilityOf } from './entity-rules.ts';
import { typing } from './field-rules.ts';
import { propertyPointer, whole, written } from './places.ts';
import type { Sources } from './sources.ts';

export interface ScreenSubject {
  readonly sources: Sources;
  readonly screen: RawScreen;
  /** As the client has it; undefined where it has it not. */
  readonly shown: RegistryScreen | undefined;
  readonly entity: Entity | undefined;
}

type ScreenRule = (subject: ScreenSubject) => Derivation;

const recordOf = ({ sources, screen }: ScreenSubject) => sources.declarations.get(screen.registry.value.entity)?.record;

/** Of a screen that the client has not there is nothing to derive. */
const limits = ({ sources, screen }: ScreenSubject): readonly Origin[] =>
  limitInputs(sources, sources.entryOf.get(screen));

const clientTitle = ({ sources: { files } }: ScreenSubject, title: string | undefined): readonly Origin[] =>
  title?.includes('{cliente}') ? written(files.client, '/title') : [];

const searchFields = ({ search, registry }: RawScreen): Search['fields'] =>
  search?.value.fields ?? (registry.value.search ?? []).map((field) => ({ field }));

/**
 * The title of a field where the column has none of its own, or where a client's word goes before that: what the screen
 * calls the field, which stands above both.
 */
const titleInputs = ({ sources, screen }: ScreenSubject, path: string, own: string | undefined): readonly Origin[] => {
  const said = fieldInputs(sources, screen.registry.value.entity, path, ['title']).filter(
    (origin) => own === undefined || isOverlay(origin),
  );
  if (own !== undefined && said.length === 0) return [];
  const label = written(screen.registry, toPointer(['fields', path, 'label']));
  return label.length > 0 ? [...said.filter(isOverlay), ...label] : said;
};

/** Which fields the screen has at all. */
const ownFields = ({ screen }: ScreenSubject): readonly Origin[] => written(screen.registry, '/only');

const columns: ScreenRule = (subject) => {
  const { screen, shown, sources } = subject;
  if (screen.registry.value.columns !== undefined) return derive(ruleWords.columns);
  const names = shown?.columns.map(({ path }) => path.join('.')) ?? [];
  return derive(
    ruleWords.columns,
    firstFields(sources, screen.registry.value.entity, names, defaultColumns),
    ownFields(subject),
    limits(subject),
  );
};

const search: ScreenRule = (subject) => {
  const { screen, sources } = subject;
  const { entity } = screen.registry.value;
  return derive(
    ruleWords.search,
    screen.search === undefined ? written(screen.registry, '/search') : [],
    searchFields(screen).flatMap(({ field }) => fieldInputs(sources, entity, field, hiding)),
    limits(subject),
  );
};

export const screenRules = {
  absent: () => derive(ruleWords.absent),
  language: () => derive(ruleWords.language),
  title: (subject) => {
    const record = recordOf(subject);
    const said = subject.screen.registry.value.title;
    return derive(
      ruleWords.title,
      said === undefined ? written(record, '/title') : [],
      clientTitle(subject, said ?? record?.value.title),
    );
  },
  /** The action is `list`, the subject that of the records. */
  permission: ({ screen: { registry } }) => {
    const said = registry.value.permission?.subject ?? registry.value.subject;
    return derive(
      ruleWords.permission,
      registry.value.permission?.subject === undefined
        ? written(registry, said === undefined ? '/entity' : '/subject')
        : [],
    );
  },
  columns,
  /** What stands above the columns: their own title, or that of the field. */
  list: (subject) => {
    const { screen, sources } = subject;
    const { columns: named, entity } = screen.registry.value;
    const { words, inputs } = columns(subject);
    if (named === undefined) return derive(words, inputs);
    return derive(
      words,
      named.flatMap((column) => {
        const path = columnField(column);
        const own = typeof column === 'string' ? undefined : column.title;
        return [...titleInputs(subject, path, own), ...fieldInputs(sources, entity, path, hiding)];
      }),
      limits(subject),
    );
  },
  sort: (subject) => {
    const { screen, sources, entity } = subject;
    if (screen.registry.value.sort !== undefined || entity === undefined) return derive(ruleWords.sort);
    return derive(
      ruleWords.sort,
      entityRules.naturalKey(sources, entity).inputs,
      entity.naturalKey.flatMap((field) => visibilityOf(sources, entity.name, field)),
      limits(subject),
    );
  },
  search,
  /** How each field is compared, and what it is called there, unless search.json says it. */
  panel: (subject) => {
    const { screen, sources } = subject;
    const { words, inputs } = search(subject);
    const { entity } = screen.registry.value;
    return derive(
      words,
      inputs,
      searchFields(screen).flatMap(({ field, label, match }) => [
        ...titleInputs(subject, field, label),
        ...(match === undefined ? fieldInputs(sources, entity, field, typing) : []),
      ]),
    );
  },
  sections: (subject) => {
    const { screen, sources } = subject;
    const record = recordOf(subject);
    const { entity, sections = sources.declarations.get(entity)?.registry.value.sections } = screen.registry.value;
    if (sections === undefined)
      return derive(
        ruleWords.sections,
        written(record, '/title'),
        whole(record, '/properties'),
        ownFields(subject),
        limits(subject),
      );
    return derive(
      ruleWords.sections,
      sections.flatMap(({ fields }) => fields.flatMap((field) => visibilityOf(sources, entity, field))),
      // An array that no section names has one of its own.
      record === undefined ? [] : arraysIn(record.value).flatMap(([name]) => whole(record, propertyPointer(name))),
      ownFields(subject),
      limits(subject),
    );
  },
} as const satisfies Record<string, ScreenRule>;
