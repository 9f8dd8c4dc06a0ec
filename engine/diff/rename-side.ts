/**
 * The older files under the names that fields have by now. In: both sides. Out: the older side with every rename that the
 * newer declares made in it, so that what is compared differs by more than a name; and the renames, each to be told once.
 */
import type { Json } from '../core/json.ts';
import { equalJson } from '../core/json.ts';
import type { Change as DeclaredChange } from '../metadata/changes.ts';
import type { SourceFiles } from '../metadata/documents.ts';
import { formatJson } from '../metadata/format-json.ts';
import { changesFile, renamedTexts } from '../model/rename/rename-field.ts';
import type { Field, Model } from '../model/types.ts';
import type { Side } from './compile-side.ts';
import { isSound } from './compile-side.ts';

export interface DeclaredRename {
  readonly entity: string;
  readonly from: string;
  readonly to: string;
}

const fieldOf = (model: Model | undefined, entity: string, name: string): Field | undefined =>
  model !== undefined && Object.hasOwn(model.entities, entity)
    ? model.entities[entity]?.fields.find((field) => field.name === name)
    : undefined;

/** The renames that the newer side declares of fields that the older still has under the name before. */
export const declaredRenames = (before: Side, after: Side): readonly DeclaredRename[] => {
  const [old, now] = [before.clients[0]?.model, after.clients[0]?.model];
  return (now?.changes ?? []).flatMap((change) => {
    if (change.what !== 'rename') return [];
    const { entity, from, field: to } = change;
    const had = fieldOf(old, entity, from) !== undefined && fieldOf(old, entity, to) === undefined;
    return had && fieldOf(now, entity, to) !== undefined ? [{ entity, from, to }] : [];
  });
};

const renameIn = (side: Side, { entity: name, from, to }: DeclaredRename): SourceFiles | undefined => {
  const model = side.clients[0]?.model;
  const [entity, field] = [model?.entities[name], fieldOf(model, name, from)];
  // Rows that a part describes have it with those of their first owner.
  if (model === undefined || entity === undefined || field === undefined) return side.sources;
  const texts = renamedTexts(side.raw, side.sources, model, { entity, field, to });
  return texts && new Map([...side.sources, ...texts]);
};

/** As the newer side declares the renames: no difference of the two lies in that. */
const withDeclared = (before: Side, after: Side, renames: readonly DeclaredRename[]): SourceFiles => {
  const known = before.raw.changes?.value.changes ?? [];
  const entities = new Set(renames.map(({ entity }) => entity));
  const isNew = (change: DeclaredChange): boolean =>
    change.what === 'rename' && entities.has(change.entity) && !known.some((one) => equalJson(one as Json, change));
  const added = (after.raw.changes?.value.changes ?? []).filter(isNew);
  const value = { ...after.raw.changes?.value, changes: [...known, ...added] };
  return new Map([...before.sources, [changesFile, formatJson(value as Json)]]);
};

export interface RenamedSide {
  readonly side: Side;
  readonly renames: readonly DeclaredRename[];
}

/**
 * The older side as it is where nothing is renamed, where its own files have errors, and where what comes of the renames
 * is not sound: then a rename is told as what went and what came. `openSqlParser` comes before where there are some.
 */
export const underNewNames = (before: Side, after: Side): RenamedSide => {
  const asItIs: RenamedSide = { side: before, renames: [] };
  const renames = isSound(before) ? declaredRenames(before, after) : [];
  if (renames.length === 0) return asItIs;
  let sources = withDeclared(before, after, renames);
  for (const rename of renames) {
    const renamed = renameIn(before.compileOther(sources, []), rename);
    if (renamed === undefined) return asItIs;
    sources = renamed;
  }
  const side = before.compileOther(sources);
  return isSound(side) ? { side, renames } : asItIs;
};
