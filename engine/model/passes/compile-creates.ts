import { nearest } from '../../core/nearest.ts';
import { phrases } from '../../core/words.ts';
import type { Vocabulary } from '../../expressions/check.ts';
import { fieldIn } from '../../metadata/property.ts';
import { askedNames } from '../../metadata/states.ts';
import type { DraftEntity } from '../draft.ts';
import { isAssigned, pathOf } from '../draft.ts';
import type { CreateEffect, GivenField } from '../state-types.ts';
import type { Field } from '../types.ts';
import type { Part, Place, Reading, WrittenScalar, WrittenValue } from './compile-given.ts';
import { givenOf, refuse, whenOf } from './compile-given.ts';
import { moveVocabulary } from './compile-linked-rows.ts';

const words = phrases.effects;

/** A field that a new record, or a row, may be given; undefined where it cannot, which is reported. */
export const newField = (reading: Part, target: DraftEntity, name: string, at: Place): Field | undefined => {
  const field = target.byName.get(name);
  if (field === undefined)
    return refuse(reading, at, words.noField(name, target.name), nearest(name, target.byName.keys()));
  const property = fieldIn(target.screen.record.value, name);
  const given = property?.['x-computed'] !== undefined || property?.['x-sequence'] !== undefined;
  if (given || target.screen.registry.value.states?.field === name) return refuse(reading, at, words.engineGives(name));
  if (field.attachment !== undefined) return refuse(reading, at, phrases.states.files(name));
  if (field.writeOnly) return refuse(reading, at, phrases.states.secret(name));
  return field;
};

/**
 * Reports what a new record, or a row, must have and neither is given nor has by itself. What a client alone requires is
 * refused where the transition is made, which its screens may never offer.
 */
export const checkComplete = (
  reading: Part,
  target: DraftEntity,
  given: ReadonlySet<string>,
  at: Place,
  {
    problem = words.createRequires,
    fills = true,
  }: {
    readonly problem?: (entity: string, field: string) => string;
    /** Whether what a relation is given fills the fields that rest on it. */
    readonly fills?: boolean;
  } = {},
): void => {
  const { states } = target.screen.registry.value;
  for (const { name, required, default: constant, begins } of target.fields) {
    const property = fieldIn(target.screen.record.value, name);
    const engines = property?.['x-computed'] !== undefined || property?.['x-sequence'] !== undefined;
    const filled = fills && given.has(pathOf(property?.['x-filled-from'] ?? '')[0] ?? '');
    const ofClient = isAssigned(target.screen.record, '/required', name);
    const isPlace = target.screen.owner !== undefined && property === undefined;
    if (
      required &&
      constant === undefined &&
      !(fills && begins !== undefined) &&
      !engines &&
      !filled &&
      !isPlace &&
      !ofClient &&
      states?.field !== name &&
      !given.has(name)
    )
      refuse(reading, at, problem(target.name, name));
  }
  for (const { name, minItems } of target.children)
    if (minItems > 0 && !given.has(name)) refuse(reading, at, problem(target.name, name));
};

interface Created {
  readonly target: DraftEntity;
  readonly source: DraftEntity;
  readonly vocabulary: Vocabulary;
}

const newRows = (
  reading: Reading,
  { target, source, vocabulary }: Created,
  name: string,
  value: WrittenValue,
): CreateEffect['lists'][number] | undefined => {
  const { find } = reading.subject;
  const owned = find(target.children.find((child) => child.name === name)?.entity ?? '');
  if (owned === undefined) return undefined;
  if (!Array.isArray(value)) return refuse(reading, ['fields', name], words.listOnly(name));
  const items = (value as readonly Readonly<Record<string, WrittenScalar>>[]).map((row, index) => {
    checkComplete(reading, owned, new Set(Object.keys(row)), ['fields', name, index]);
    return Object.entries(row).flatMap(([part, one]): GivenField[] => {
      const at = ['fields', name, index, part];
      const field = newField(reading, owned, part, at);
      const given = field && givenOf(reading, { source, vocabulary, field, entity: owned.name, at }, one);
      return field === undefined || given === undefined ? [] : [{ key: field.column, value: given }];
    });
  });
  return { name, items };
};

const newFields = (reading: Reading, created: Created): Pick<CreateEffect, 'fields' | 'lists'> => {
  const { target } = created;
  const fields: GivenField[] = [];
  const lists: CreateEffect['lists'][number][] = [];
  for (const [name, value] of Object.entries(reading.written.fields ?? {})) {
    const at = ['fields', name];
    if (target.children.some((child) => child.name === name)) {
      const list = newRows(reading, created, name, value);
      if (list !== undefined) lists.push(list);
      continue;
    }
    const field = newField(reading, target, name, at);
    if (field === undefined) continue;
    if (Array.isArray(value)) refuse(reading, at, words.notList(name));
    const given = Array.isArray(value)
      ? undefined
      : givenOf(reading, { ...created, field, entity: target.name, at }, value as WrittenScalar);
    if (given !== undefined) fields.push({ key: field.column, value: given });
  }
  return { fields, lists };
};

/** The relation that is to point at the new record, by its wire name. */
const intoOf = (reading: Reading, { target, source }: Created): string | undefined => {
  const { written, transition, subject } = reading;
  const { into } = written;
  if (into === undefined) return undefined;
  const field = source.byName.get(into);
  if (field?.relation?.entity !== target.name)
    return refuse(
      reading,
      ['into'],
      words.intoUnlike(into, target.name),
      nearest(
        into,
        source.fields.flatMap((one) => (one.relation?.entity === target.name ? [one.name] : [])),
      ),
    );
  const ownFields =
    source === subject.draft ? [...askedNames(transition.fields), ...Object.keys(transition.set ?? {})] : [];
  if (ownFields.includes(into)) refuse(reading, ['into'], words.intoWritten(into));
  return field.column;
};

export const compileCreate = (reading: Reading, name: string): readonly CreateEffect[] => {
  const { subject, written, transition } = reading;
  const { draft, find } = subject;
  for (const key of ['transition', 'strict', 'only'] as const)
    if (written[key] !== undefined) refuse(reading, [key], words.onlyMoving(key));
  const target = find(name);
  if (target === undefined || target.screen.query !== undefined || target.screen.registry.value.log !== undefined) {
    refuse(reading, ['creates'], words.noEntity(name));
    return [];
  }
  if (target.screen.owner !== undefined) {
    refuse(reading, ['creates'], words.ownedNew(name));
    return [];
  }
  const child = draft.children.find((one) => one.name === written.rows);
  if (written.rows !== undefined && child === undefined) {
    const names = draft.children.map((one) => one.name);
    refuse(reading, ['rows'], words.noRows(written.rows), nearest(written.rows, names));
    return [];
  }
  const source = child === undefined ? draft : find(child.entity);
  if (source === undefined) return [];
  if (written.into !== undefined && transition.rows?.[written.rows ?? ''] !== undefined)
    refuse(reading, ['into'], words.intoAdded(written.rows ?? ''));
  const vocabulary = moveVocabulary({ ...subject, draft: source });
  const created = { target, source, vocabulary };
  const { fields, lists } = newFields(reading, created);
  checkComplete(reading, target, new Set(Object.keys(written.fields ?? {})), ['creates']);
  const into = intoOf(reading, created);
  const back = target.fields.find(
    ({ column, relation }) =>
      relation?.entity === draft.name &&
      fields.some(({ key, value }) => key === column && 'relation' in value && value.relation === 'id'),
  );
  if (written.into === undefined && back === undefined) refuse(reading, ['creates'], words.lost);
  return [
    {
      kind: 'create',
      entity: target.name,
      ...(child !== undefined && { rows: child.name }),
      ...(into !== undefined && { into }),
      ...(into === undefined && back !== undefined && { back: back.name }),
      when: whenOf(reading, source, vocabulary),
      fields,
      lists,
    },
  ];
};
