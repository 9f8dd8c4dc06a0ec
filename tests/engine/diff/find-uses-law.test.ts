/**
 * The law of `impact`: wherever the files name a field, it tells of a use there. What names a field is said by `rename`,
 * which knows nothing of uses. Every field of the examples with `npm test`, of the product with `npm run test:all`.
 */
import { getLocation } from 'jsonc-parser';
import { expect, it } from 'vitest';
import { toPointer } from '../../../engine/core/json.ts';
import { compileSide } from '../../../engine/diff/compile-side.ts';
import { findUses } from '../../../engine/diff/find-uses.ts';
import { renamingEdits } from '../../../engine/model/rename/rename-field.ts';
import type { Entity, Field } from '../../../engine/model/types.ts';
import { catalogues } from '../../../src/catalogues.ts';
import { everything } from '../../support/drawn-sample.ts';
import { realSources } from './example-sides.ts';
import { namingSources } from './naming-sources.ts';

const sources = everything ? realSources : namingSources;
const { raw, clients } = compileSide(sources, catalogues);

/** `pointer`: of a JSON file. */
interface Place {
  readonly file: string;
  readonly pointer?: string;
}

/** Where in a file, whatever the place in a list. */
const partOf = ({ pointer }: Place): string | undefined => pointer?.split('/').slice(0, 2).join('/');

/** Where a field is declared, and what a client says to have found in the base: no use of it. */
const declares = ({ file, pointer }: Place, entity: Entity, { name }: Field): boolean => {
  if (pointer !== undefined)
    return /^\/base\/|\/required\/\d+$/.test(pointer) || pointer.endsWith(`/properties/${name}`);
  return raw.screens.some(({ registry, query }) => registry.value.entity === entity.name && query?.file === file);
};

/** What the engine itself writes has no other name. */
const isOwn = ({ owner, log }: Entity, { name }: Field): boolean =>
  log !== undefined || name === owner?.relation || name === owner?.position;

const placesThatName = (entity: Entity, field: Field): readonly Place[] => {
  const [base] = clients;
  if (base === undefined || isOwn(entity, field)) return [];
  const edits = renamingEdits(raw, sources, base.model, { entity, field, to: 'outro_nome' }) ?? [];
  return edits
    .map(({ file, start }): Place => {
      const text = sources.get(file) ?? '';
      return file.endsWith('.json') ? { file, pointer: toPointer(getLocation(text, start + 1).path) } : { file };
    })
    .filter((place) => !declares(place, entity, field));
};

const placesTold = (entity: Entity, field: Field): readonly Place[] =>
  clients.flatMap(({ files, model }) => {
    const own = model.entities[entity.name];
    const asked = own?.fields.find(({ name }) => name === field.name);
    return own && asked ? findUses(files, model, own, asked).flatMap(({ origin }) => origin ?? []) : [];
  });

it('tells of a use wherever a field is named', { timeout: 3 * 60 * 60_000 }, () => {
  let named = 0;
  const untold = Object.values(clients[0]?.model.entities ?? {}).flatMap((entity) =>
    entity.fields.flatMap((field) => {
      const places = placesThatName(entity, field);
      const told = places.length === 0 ? [] : placesTold(entity, field);
      named += places.length;
      return places
        .filter(
          (place) => !told.some((one) => one.file === place.file && partOf(one) === (partOf(place) ?? partOf(one))),
        )
        .map(({ file, pointer }) => `${entity.name}.${field.name}: ${file} ${pointer}`);
    }),
  );
  expect(untold).toEqual([]);
  // Of the examples most fields are used, or the law would hold of nothing.
  expect(named).toBeGreaterThan(50);
});
