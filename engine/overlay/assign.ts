/** The overlay as a list of assignments. Here it is seen which of them hit nothing: those are reported and left out. */
import type { Issue } from '../core/errors.ts';
import { createIssue } from '../core/errors.ts';
import type { Json } from '../core/json.ts';
import { equalJson, toPointer, valueAt } from '../core/json.ts';
import { nearest } from '../core/nearest.ts';
import { phrases } from '../core/words.ts';
import type { FieldPatch, ScreenPatch } from '../metadata/client.ts';
import type { RawDocument, RawScreen } from '../metadata/documents.ts';
import { fieldIn, fieldsIn, isArrayProperty } from '../metadata/property.ts';
import type { BaseIndex, Declaration } from './base-index.ts';
import { declares, hasPath } from './base-index.ts';
import type { Assignment } from './resolved.ts';
import type { FieldKey } from './rules.ts';
import { columnField, fieldRules, keysOf, screenRules } from './rules.ts';
import { weakening } from './weakening.ts';

export interface Assigned {
  readonly assignments: readonly Assignment[];
  readonly issues: readonly Issue[];
}

type Client = RawDocument<'client'>;

/** The value that holds where the patch says nothing, as the overlay would write it. */
const currentValue = (
  client: Client,
  declaration: Declaration,
  field: string,
  key: FieldKey,
  index: BaseIndex,
): Json | undefined => {
  const rule = fieldRules[key];
  const named = key === 'default' && fieldIn(declaration.record.value, field)?.['x-client-default'];
  if (named && client.value.defaults?.[named] !== undefined) return client.value.defaults[named];
  const at = valueAt(declaration.record.value as unknown as Json, rule.pointer(field));
  if (rule.member) return Array.isArray(at) && at.includes(field);
  if (at !== undefined || key !== 'codes') return at ?? rule.absent;
  const list = fieldIn(declaration.record.value, field)?.['x-code-list'];
  return index.codeLists.get(list ?? '')?.options.map((option) => option.value);
};

const assignField = (
  client: Client,
  index: BaseIndex,
  declaration: Declaration,
  entity: string,
  field: string,
  patch: FieldPatch,
): Assigned => {
  const assignments: Assignment[] = [];
  const issues: Issue[] = [];
  const property = declaration.record.value.properties[field];
  if (property === undefined) return { assignments, issues };
  for (const key of keysOf(patch)) {
    const rule = fieldRules[key];
    const sourcePointer = toPointer(['fields', entity, field, key]);
    const origin = client.origin(sourcePointer, true);
    const target = `${entity}.${field}.${key}`;
    const written = patch[key] as Json;
    if (rule.suits?.(property) === false) {
      const type = isArrayProperty(property) || property['x-relation'] === undefined ? property.type : 'relation';
      issues.push(createIssue('OVERLAY_KEY_UNSUITED', origin, { entity, field, key, type: type ?? '' }));
      continue;
    }
    const value = rule.removable && written === null ? undefined : written;
    const previous = currentValue(client, declaration, field, key, index);
    if (equalJson(value, previous)) issues.push(createIssue('OVERLAY_REDUNDANT', origin, { target }));
    else if (patch.visible === false && !['visible', 'required', 'default'].includes(key))
      issues.push(createIssue('OVERLAY_SHADOWED', origin, { target, by: `${entity}.${field}.visible` }));
    else if (patch.because === undefined) {
      const problem = weakening(declaration, field, key, previous, value);
      if (problem !== undefined) issues.push(createIssue('OVERLAY_WEAKENS', origin, { target, problem }));
    }
    assignments.push({
      target,
      document: declaration.record,
      pointer: rule.pointer(field),
      member: rule.member ? field : undefined,
      value,
      previous,
      source: client,
      sourcePointer,
    });
  }
  return {
    assignments,
    issues: [
      ...issues,
      ...idleReason(client, ['fields', entity, field], patch),
      ...missingCodes(client, index, declaration, entity, field, patch),
    ],
  };
};

/** A reason for nothing: what it explained is not there, or has been taken away. */
const idleReason = (client: Client, path: readonly string[], patch: FieldPatch | ScreenPatch): readonly Issue[] =>
  patch.because === undefined || keysOf(patch).length > 0
    ? []
    : [
        createIssue('OVERLAY_REDUNDANT', client.origin(toPointer([...path, 'because']), true), {
          target: [...path.slice(1), 'because'].join('.'),
        }),
      ];

const missingCodes = (
  client: Client,
  index: BaseIndex,
  declaration: Declaration,
  entity: string,
  field: string,
  patch: FieldPatch,
): readonly Issue[] => {
  const property = fieldIn(declaration.record.value, field);
  const list = property?.['x-code-list'];
  const options = index.codeLists.get(list ?? '')?.options.map((option) => option.value);
  if (list === undefined || options === undefined) return [];
  const known = property?.['x-codes'] ?? options;
  return (patch.codes ?? []).flatMap((value, position) =>
    known.includes(value)
      ? []
      : [
          createIssue(
            'OVERLAY_CODE_MISSING',
            client.origin(toPointer(['fields', entity, field, 'codes', position])),
            { entity, field, value, list },
            nearest(value, known),
          ),
        ],
  );
};

/** The assignments under `fields` of an overlay. */
export const assignFields = (client: Client, index: BaseIndex): Assigned => {
  const parts = Object.entries(client.value.fields ?? {}).flatMap(([entity, patches]): Assigned[] => {
    const declaration = index.entities.get(entity);
    if (declaration === undefined) {
      const origin = client.origin(toPointer(['fields', entity]), true);
      const suggestion = nearest(entity, index.entities.keys());
      return [{ assignments: [], issues: [createIssue('OVERLAY_ENTITY_MISSING', origin, { entity }, suggestion)] }];
    }
    const { properties } = declaration.record.value;
    return Object.entries(patches).map(([field, patch]): Assigned => {
      if (Object.hasOwn(properties, field)) return assignField(client, index, declaration, entity, field, patch);
      const origin = client.origin(toPointer(['fields', entity, field]), true);
      const suggestion = nearest(field, Object.keys(properties));
      return {
        assignments: [],
        issues: [createIssue('OVERLAY_FIELD_MISSING', origin, { entity, field }, suggestion)],
      };
    });
  });
  return joinAssigned(parts);
};

/** What `defaults` of an overlay gives to the fields that name one of them; a patch of the field itself goes before. */
export const assignDefaults = (client: Client, index: BaseIndex): readonly Assignment[] =>
  index.clientDefaults.flatMap(({ declaration, field, name }) => {
    const value = client.value.defaults?.[name];
    const { entity } = declaration.registry.value;
    const pointer = fieldRules.default.pointer(field);
    const previous = valueAt(declaration.record.value as unknown as Json, pointer);
    if (value === undefined || value === previous) return [];
    if (client.value.fields?.[entity]?.[field]?.default !== undefined) return [];
    // A state that is none is told of where the client says it, once.
    if (name === 'uf' && index.codeLists.get(name)?.options.every((option) => option.value !== value)) return [];
    return [
      {
        target: `${entity}.${field}.default`,
        document: declaration.record,
        pointer,
        member: undefined,
        value,
        previous,
        source: client,
        sourcePointer: toPointer(['defaults', name]),
      },
    ];
  });

const assignScreen = (client: Client, index: BaseIndex, screen: RawScreen, patch: ScreenPatch): Assigned => {
  const assignments: Assignment[] = [];
  const issues: Issue[] = [];
  const registry = screen.registry.value;
  const { folder } = screen;
  for (const key of keysOf(patch)) {
    const rule = screenRules[key];
    const sourcePointer = toPointer(['screens', folder, key]);
    const origin = client.origin(sourcePointer, true);
    const target = `${folder}.${key}`;
    if (rule.ofEntity && !declares(screen)) {
      issues.push(createIssue('LANGUAGE_KEY_UNKNOWN', origin, { key, advice: phrases.entityKeyAdvice }));
      continue;
    }
    const written = patch[key] as Json;
    const at = valueAt(registry as unknown as Json, rule.pointer);
    const previous = at === undefined ? rule.absent : (rule.revert?.(at) ?? at);
    if (equalJson(written, previous)) issues.push(createIssue('OVERLAY_REDUNDANT', origin, { target }));
    else if (patch.enabled === false && key !== 'enabled')
      issues.push(createIssue('OVERLAY_SHADOWED', origin, { target, by: `${folder}.enabled` }));
    assignments.push({
      target,
      document: screen.registry,
      pointer: rule.pointer,
      member: undefined,
      value: rule.convert?.(written, registry) ?? written,
      previous,
      source: client,
      sourcePointer,
    });
  }
  issues.push(...idleReason(client, ['screens', folder], patch));
  // An entity of another's name is reported as such; its columns are not those of the other.
  const home = index.entities.get(registry.entity);
  if (screen.record !== undefined && home?.record !== screen.record) return { assignments, issues };
  const shown = new Set((registry.columns ?? []).map(columnField));
  const record = index.entities.get(registry.entity)?.record.value;
  const names = (record === undefined ? [] : fieldsIn(record)).map(([name]) => name);
  for (const [position, field] of (patch.columns ?? []).entries())
    if (!shown.has(field) && !hasPath(index, registry.entity, field))
      issues.push(
        createIssue(
          'OVERLAY_COLUMN_MISSING',
          client.origin(toPointer(['screens', folder, 'columns', position])),
          { screen: folder, field },
          nearest(field, [...shown, ...names]),
        ),
      );
  return { assignments, issues };
};

/** The assignments under `screens` of an overlay. */
export const assignScreens = (client: Client, index: BaseIndex): Assigned =>
  joinAssigned(
    Object.entries(client.value.screens ?? {}).map(([folder, patch]): Assigned => {
      const screen = index.screens.get(folder);
      if (screen !== undefined) return assignScreen(client, index, screen, patch);
      const origin = client.origin(toPointer(['screens', folder]), true);
      const suggestion = nearest(folder, index.screens.keys());
      return {
        assignments: [],
        issues: [createIssue('OVERLAY_SCREEN_MISSING', origin, { screen: folder }, suggestion)],
      };
    }),
  );

const joinAssigned = (parts: readonly Assigned[]): Assigned => ({
  assignments: parts.flatMap((part) => part.assignments),
  issues: parts.flatMap((part) => part.issues),
});
