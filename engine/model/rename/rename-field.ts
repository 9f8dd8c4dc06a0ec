/**
 * A field under another name, in every file that names it. In: the text of the files. Out: the files that change. The
 * compiler is the proof: what it makes of the new files must be what it made of the old ones, but for the name.
 */
import { renameWords } from '../../core/change-words.ts';
import { Refusal } from '../../core/errors.ts';
import type { Json } from '../../core/json.ts';
import { isJsonObject } from '../../core/json.ts';
import type { RawFiles, RawScreen, SourceFiles } from '../../metadata/documents.ts';
import { loadFiles } from '../../metadata/load-files.ts';
import { sharingPart } from '../../metadata/owned-rows.ts';
import { isQuery } from '../../metadata/parse-query.ts';
import { snakeCase } from '../../metadata/property.ts';
import { resolve } from '../../overlay/resolve.ts';
import { compile } from '../compile.ts';
import type { Catalogues } from '../contracts.ts';
import type { Entity, Field, Model } from '../types.ts';
import { reservedNames } from '../types.ts';
import { validate } from '../validate.ts';
import type { Edit } from './edits.ts';
import { applyEdits, editableJson } from './edits.ts';
import type { Place } from './find-references.ts';
import { clientEdits, recordEdits, registryEdits, searchEdits } from './find-references.ts';
import { renameNames } from './rename-names.ts';
import { renameInQuery, renameOutput } from './rename-query.ts';

export const changesFile = 'schemas/changes.json';

export interface RenameRequest {
  readonly entity: string;
  readonly field: string;
  readonly to: string;
  /** Of the change in changes.json: the version of the product, and why. */
  readonly since: string;
  readonly why: string;
}

/** The files that change, by path; raises COMMAND_RENAME where it cannot be all of them. */
export const renameField = (
  sources: SourceFiles,
  catalogues: Catalogues,
  request: RenameRequest,
): ReadonlyMap<string, string> => {
  const { entity: name, field: from, to } = request;
  const refuse = (problem: string): Refusal => new Refusal('COMMAND_RENAME', { target: `${name}.${from}`, problem });
  const files = loadFiles(sources);
  if (hasErrors(files, catalogues)) throw refuse(renameWords.faulty);
  const { model } = compile(resolve(files, undefined), catalogues);
  const entity = Object.hasOwn(model.entities, name) ? model.entities[name] : undefined;
  if (entity === undefined) throw refuse(renameWords.noEntity(name));
  const field = entity.fields.find((one) => one.name === from);
  const problem = whyNot(entity, field, from, to);
  if (field === undefined || problem !== undefined) throw refuse(problem ?? renameWords.noField(name, from));

  const entities = sharingPart(files.screens, entity.name);
  const renamed = renamedTexts(files, sources, model, { entity, field, to });
  if (renamed === undefined) throw refuse(renameWords.output);
  const changed = new Map(renamed);
  const stored = [...entities].filter((one) => model.entities[one]?.view === undefined);
  if (stored.length > 0) changed.set(changesFile, withChanges(sources.get(changesFile), stored, request));

  const after = new Map([...sources, ...changed]);
  const left = proof(sources, after, catalogues, from, to);
  if (left !== undefined) throw refuse(left);
  return changed;
};

interface Renaming {
  readonly entity: Entity;
  readonly field: Field;
  readonly to: string;
}

/**
 * The files that name the field, with its other name; undefined: what a query gives cannot be given another name. No
 * databases are told of it, and nothing is proved.
 */
export const renamedTexts = (
  files: RawFiles,
  sources: SourceFiles,
  model: Model,
  renaming: Renaming,
): ReadonlyMap<string, string> | undefined => {
  const edits = renamingEdits(files, sources, model, renaming);
  return (
    edits &&
    new Map(
      [...Map.groupBy(edits, (edit) => edit.file)].map(([file, own]) => [
        file,
        withoutIdleNames(file, applyEdits(sources.get(file) ?? '', own)),
      ]),
    )
  );
};

/** A column that a query gives under its own name needs no second one. */
const withoutIdleNames = (file: string, text: string): string =>
  isQuery(file) ? text.replace(/\b(\w+) as \1\b/g, '$1') : text;

const whyNot = (entity: Entity, field: Field | undefined, from: string, to: string): string | undefined => {
  if (field === undefined) return renameWords.noField(entity.name, from);
  if (from === to) return renameWords.same;
  if (!new RegExp(snakeCase).test(to) || reservedNames.has(to)) return renameWords.badName(to);
  if (
    entity.fields.some(({ name, column }) => name === to || column === to) ||
    entity.children.some(({ name }) => name === to)
  )
    return renameWords.taken(to);
  if (entity.log !== undefined || from === entity.owner?.relation || from === entity.owner?.position)
    return renameWords.engineOwn;
  return undefined;
};

const hasErrors = (files: RawFiles, catalogues: Catalogues): boolean =>
  validate(files, catalogues).some(({ severity }) => severity === 'error');

/**
 * Every place of the files that names the field, as the change that gives it another name; undefined: what a query gives
 * cannot be given another name.
 */
export const renamingEdits = (
  files: RawFiles,
  sources: SourceFiles,
  model: Model,
  { entity, field, to }: Renaming,
): readonly Edit[] | undefined =>
  collectEdits(
    files,
    sources,
    model,
    { entities: sharingPart(files.screens, entity.name), from: field.name, to },
    field,
  );

const collectEdits = (
  files: RawFiles,
  sources: SourceFiles,
  model: Model,
  renaming: Place['renaming'],
  field: Field,
): readonly Edit[] | undefined => {
  const { entities, from, to } = renaming;
  const text = (file: string): string => sources.get(file) ?? '';
  const jsons = new Map<string, ReturnType<typeof editableJson>>();
  const json = (file: string) => {
    const found = jsons.get(file) ?? editableJson(file, text(file));
    jsons.set(file, found);
    return found;
  };
  const place: Place = { model, names: renameNames(model, renaming), renaming, json };
  const folders = files.screens.filter(({ owner }) => owner === undefined);
  const entityOf = (folder: string): string | undefined =>
    folders.find((screen) => screen.folder === folder && screen.registry.value.path !== undefined)?.registry.value
      .entity;
  const edits: Edit[] = [];
  const [column, renamed] = [field.column, field.relation === undefined ? to : `${to}_id`];
  for (const screen of folders) {
    const { registry, record, search, rows, query } = screen;
    const { entity } = registry.value;
    edits.push(...registryEdits(place, registry, entityOf));
    if (record !== undefined)
      edits.push(...recordEdits(place, record.file, record.value as unknown as Json, '', entity, undefined));
    if (search !== undefined) edits.push(...searchEdits(place, search, entity));
    if (rows !== undefined && entities.has(entity)) edits.push(...headerEdits(rows.file, text(rows.file), from, to));
    if (query === undefined) continue;
    edits.push(...renameInQuery(model, query.file, text(query.file), { entities, from: column, to: renamed }));
    if (!entities.has(entity)) continue;
    const output = renameOutput(query.file, text(query.file), column, renamed);
    if (output === undefined) return undefined;
    edits.push(...output);
  }
  edits.push(...partEdits(place, files), ...files.clients.flatMap((client) => clientEdits(place, client, entityOf)));
  return edits;
};

/** Rows that a part describes, of each of their owners. */
const partEdits = (place: Place, files: RawFiles): Edit[] =>
  files.screens.flatMap((screen: RawScreen) =>
    screen.owner === undefined || screen.record?.file.startsWith('schemas/parts/') !== true
      ? []
      : recordEdits(
          place,
          screen.record.file,
          screen.record.value as unknown as Json,
          '',
          screen.registry.value.entity,
          screen.owner.entity,
        ),
  );

/** The header of a data.csv: its first line. */
const headerEdits = (file: string, source: string, from: string, to: string): Edit[] => {
  const [header = ''] = source.split(/\r?\n/, 1);
  const found = new RegExp(`(^\\uFEFF?|,)("?)${from}\\2(?=,|$)`).exec(header);
  if (found === null) return [];
  const end = found.index + found[0].length - (found[2] ?? '').length;
  return [{ file, start: end - from.length, end, text: to }];
};

/** The file of changes with what the databases are to be told. */
const withChanges = (source: string | undefined, entities: readonly string[], request: RenameRequest): string => {
  const { field: from, to: field, since, why } = request;
  const lines = entities.map(
    (entity) =>
      `    ${JSON.stringify({ what: 'rename', entity, from, field, since, why })
        .replace(/([{,:])(?=")/g, '$1 ')
        .replace(/\}$/, ' }')}`,
  );
  if (source === undefined)
    return `{\n  "$schema": "./language/changes.schema.json",\n  "changes": [\n${lines.join(',\n')}\n  ]\n}\n`;
  const end = source.lastIndexOf(']');
  const before = source.slice(0, end).trimEnd();
  return `${before}${before.endsWith('[') ? '' : ','}\n${lines.join(',\n')}\n  ${source.slice(end)}`;
};

/**
 * What a model says, with both names as one; how queries are written, files are digested and sources are sorted aside.
 */
const comparable = (model: Model, from: string, to: string): string => {
  const { changes: _changes, formerNames: _formerNames, ...rest } = model;
  const name = new RegExp(`\\b${from}(?=(_id)?\\b)`, 'g');
  const plain = (value: unknown): string => JSON.stringify(value).replace(name, to);
  const text = JSON.stringify(rest, (key, value: unknown) => {
    if (key === 'initialRows' && isJsonObject(value)) return value['file'];
    if (key === 'sql') return undefined;
    return Array.isArray(value) && isJsonObject(value[0]) && 'part' in value[0] ? value.map(plain).toSorted() : value;
  });
  return text.replace(name, to);
};

/** undefined: nothing but the name is another. Else what is. */
const proof = (
  before: SourceFiles,
  after: SourceFiles,
  catalogues: Catalogues,
  from: string,
  to: string,
): string | undefined => {
  const [old, files] = [loadFiles(before), loadFiles(after)];
  const [first] = validate(files, catalogues).filter(({ severity }) => severity === 'error');
  if (first !== undefined)
    return renameWords.broken(`${first.origin.file}:${first.origin.line}:${first.origin.column} ${first.code}`);
  for (const client of [undefined, ...files.clients.map(({ name }) => name)]) {
    const [a, b] = [old, files].map((raw) => comparable(compile(resolve(raw, client), catalogues).model, from, to));
    if (a !== b) return renameWords.differs(client ?? 'base');
  }
  return undefined;
};
