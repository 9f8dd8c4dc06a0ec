import type { RawFiles } from '../metadata/documents.ts';
import type { Field, LabelPart, Model } from '../model/types.ts';
import type { Known, KnownRegistry } from './types.ts';

const isName = ({ type }: Field): boolean => type === 'text';
const tells = ({ type, writeOnly }: Field): boolean => !writeOnly && (type === 'text' || type === 'code');

const labelFields = (label: readonly LabelPart[]): readonly string[] =>
  label.flatMap((part) => ('field' in part ? part.field : []));

/** What the files say of registries with initial rows, and all code lists: what columns are held against. */
export const knownRegistries = (files: RawFiles, model: Model): Known => {
  const registries = files.screens.flatMap(({ registry, rows, record }): KnownRegistry[] => {
    const entity = record === undefined ? undefined : model.entities[registry.value.entity];
    if (entity === undefined || rows === undefined || entity.naturalKey.length === 0) return [];
    const fields = new Map(entity.fields.map((field) => [field.name, field]));
    const named = [
      ...entity.naturalKey,
      ...entity.fields.filter(({ unique }) => unique).map(({ name }) => name),
      ...labelFields(entity.label),
    ];
    return [
      {
        entity: entity.name,
        title: registry.value.title ?? entity.title,
        path: entity.path,
        naturalKey: entity.naturalKey,
        names: [...new Set(named)].filter((name) => {
          const field = fields.get(name);
          return field !== undefined && isName(field) && rows.header.includes(name);
        }),
        label: labelFields(entity.label).filter((name) => rows.header.includes(name)),
        telling: entity.fields.filter(tells).map(({ name }) => name),
        titles: new Map(entity.fields.map(({ name, title }) => [name, title])),
        codeLists: new Map(
          entity.fields.flatMap(({ name, codeList }) => (codeList === undefined ? [] : [[name, codeList] as const])),
        ),
        rows: rows.rows.map((row) => new Map(rows.header.map((name, index) => [name, row[index] ?? '']))),
      },
    ];
  });
  const codeLists = Object.entries(model.codeLists).map(([name, { title, options }]) => ({ name, title, options }));
  return { registries, codeLists };
};
