/** Where it stands who was given a record's sensitive values. In: the screen as one user has it. Out: the list to open. */
import type { Access } from '../access/access.ts';
import { isSensitive } from '../access/field-right.ts';
import { comparableFields } from '../access/visible-entity.ts';
import type { RegistryScreen } from '../model/screen-types.ts';
import type { Entity, LabelPart, Model } from '../model/types.ts';
import type { OpenEffect } from './screen-model.ts';

const holdsSensitive = (entity: Entity): boolean =>
  entity.fields.some((field) => isSensitive(entity, field)) ||
  entity.children.some((child) => holdsSensitive(child.entity));

/** undefined where there is nothing sensitive to read, and where the user may not open the record of it or ask for one record. */
export const sensitiveReaders = (
  model: Model,
  access: Access,
  entity: Entity,
  path: string,
): OpenEffect | undefined => {
  if (!holdsSensitive(entity)) return undefined;
  const list = model.screens.find(
    (one): one is RegistryScreen =>
      one.kind === 'registry' &&
      model.entities[one.entity]?.log === 'sensitive-reads' &&
      access.can(one.permission.action, one.permission.subject),
  );
  const log = list && model.entities[list.entity];
  if (list === undefined || log === undefined) return undefined;
  const asked = comparableFields(model, access, log, list);
  const named: Readonly<Record<string, readonly LabelPart[]>> = { rota: [{ text: path }], registro: [{ field: 'id' }] };
  const filter = Object.entries(named).flatMap(([name, value]) =>
    asked.filter((field) => field.name === name).map(({ column }) => ({ column, value })),
  );
  return filter.length < 2 ? undefined : { kind: 'open', path: list.path, filter, values: [] };
};
