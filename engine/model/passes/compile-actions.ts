import { toPointer } from '../../core/json.ts';
import { nearest } from '../../core/nearest.ts';
import { phrases } from '../../core/words.ts';
import { isBeyond } from '../../expressions/keys-in.ts';
import type { Expression } from '../../expressions/types.ts';
import type { RawScreen } from '../../metadata/documents.ts';
import type { Registry } from '../../metadata/registry.ts';
import type { ResolvedFiles } from '../../overlay/resolved.ts';
import { isPatched } from '../../overlay/resolved.ts';
import type { Catalogues } from '../contracts.ts';
import type { DraftEntity, FindEntity, FoundField } from '../draft.ts';
import { filledFields } from '../filled-fields.ts';
import { limitsOf } from '../limits.ts';
import type { ActionEffect, ActionValue, ScreenAction } from '../list-parts.ts';
import type { Passed, Report } from '../report.ts';
import { collect } from '../report.ts';
import type { FieldPath, RegistryScreen } from '../screen-types.ts';
import type { Field, LabelPart, Model, Scalar } from '../types.ts';
import { createValueCheck } from '../value-problem.ts';
import { checkWritten, vocabularyOf } from './compile-expressions.ts';
import { reachingVocabulary } from './compile-target-rules.ts';
import type { Names } from './index-names.ts';
import { parseLabel } from './parse-label.ts';
import type { ScreenUse } from './screen-fields.ts';
import { namedField, usableField } from './screen-fields.ts';

type Kind = 'actions' | 'buttons';
type Written = NonNullable<Registry['actions']>[number];

/** One action as it is being read. */
interface Reading {
  readonly use: ScreenUse;
  readonly kind: Kind;
  readonly action: Written;
  readonly pointer: string;
  readonly names: Names;
  readonly find: FindEntity;
  readonly codeLists: Model['codeLists'];
}

const refuse = ({ use, action }: Reading, pointer: string, problem: string): undefined => {
  use.report('MODEL_ACTION_INVALID', use.screen.registry.origin(pointer), {
    screen: use.screen.folder,
    action: action.name,
    problem,
  });
  return undefined;
};

interface Template {
  readonly parts: readonly LabelPart[];
  readonly reads: readonly FieldPath[];
}

/**
 * The parts of `{field} ...` with fields by their wire name; undefined where one of them cannot be read here. `beyond`:
 * also fields behind to-one relations.
 */
const template = (reading: Reading, text: string, pointer: string, beyond = false): Template | undefined => {
  const { use, kind } = reading;
  const parts: LabelPart[] = [];
  const reads: FieldPath[] = [];
  for (const part of parseLabel(text)) {
    if ('text' in part || part.field === 'id') {
      if ('field' in part && kind === 'buttons') return refuse(reading, pointer, phrases.noRow);
      parts.push(part);
      continue;
    }
    if (kind === 'buttons') return refuse(reading, pointer, phrases.noRow);
    const found = usableField(use, part.field, pointer, '/actions');
    if (found === undefined) return undefined;
    const { field, path } = found;
    if (path.length > 1 && !beyond) return refuse(reading, pointer, phrases.fieldProblem(part.field, phrases.dotted));
    parts.push({ field: [...path.slice(0, -1), field.column].join('.') });
    reads.push(path);
  }
  return { parts, reads };
};

/** What is wrong with a value that the files write for a field; undefined where nothing is. */
const problemOf = (field: Field, value: Scalar | null, catalogues: Catalogues): string | undefined => {
  if (value === null) return field.required ? phrases.required : undefined;
  if (field.relation !== undefined) return phrases.relation;
  const fieldType = catalogues.fieldTypes[field.type];
  const { type } = fieldType.valueSchema(field);
  const fits = type === 'integer' || type === 'number' ? typeof value === 'number' : typeof value === type;
  return fits
    ? createValueCheck(field, catalogues)(String(value))
    : phrases.expected(fieldType.written ?? fieldType.expected);
};

/**
 * What is wrong with a fixed value. Where the client narrowed the field (codes, required, read-only) the action is
 * simply not there for it: the base does not know.
 */
const refuseValue = (reading: Reading, pointer: string, { entity, field }: FoundField, problem: string): undefined => {
  const { record } = entity.screen;
  const place = toPointer(['properties', field.name]);
  const narrowed =
    isPatched(record) &&
    record.assignments.some(
      (one) => one.pointer.startsWith(`${place}/`) || (one.pointer === '/required' && one.member === field.name),
    );
  return narrowed ? undefined : refuse(reading, pointer, phrases.fieldProblem(field.name, problem));
};

const targetValues = (
  reading: Reading,
  target: DraftEntity,
  key: 'filter' | 'values',
): readonly ActionValue[] | undefined => {
  const { use, action, pointer } = reading;
  const values: ActionValue[] = [];
  for (const [name, text] of Object.entries(action.open?.[key] ?? {})) {
    const at = `${pointer}/open/${key}/${name}`;
    const found = usableField({ ...use, entity: target }, name, at, '/actions');
    const filled = found && template(reading, text, at, key === 'values');
    if (found === undefined || filled === undefined) {
      // A client that hides a field goes without its value, not without the action.
      if (key === 'values') continue;
      return undefined;
    }
    if (found.path.length > 1) return refuse(reading, at, phrases.fieldProblem(name, phrases.dotted));
    const { field } = found;
    const { parts, reads } = filled;
    const fixed = parts.every((part) => 'text' in part);
    // A fixed text is held against the type; what a row brings is known then alone.
    const problem = fixed && field.relation === undefined ? createValueCheck(field, use.catalogues)(text) : undefined;
    if (fixed && field.relation !== undefined) return refuse(reading, at, phrases.fieldProblem(name, phrases.relation));
    if (problem !== undefined) return refuseValue(reading, at, found, problem);
    values.push({ column: field.column, value: parts, reads });
  }
  return values.length === 0 && action.open?.[key] !== undefined ? undefined : values;
};

const openEffect = (reading: Reading): ActionEffect | undefined => {
  const { use, action, pointer, names, find } = reading;
  const { open } = action;
  if (open === undefined) return undefined;
  const screen = names.screens.get(open.screen);
  const target = screen && find(screen.registry.value.entity);
  if (screen === undefined) {
    use.report(
      'MODEL_ACTION_SCREEN',
      use.screen.registry.origin(`${pointer}/open/screen`),
      { screen: open.screen, action: action.name, from: use.screen.folder },
      nearest(open.screen, names.screens.keys()),
    );
    return undefined;
  }
  if (target === undefined) return undefined;
  if (open.filter !== undefined && open.values !== undefined)
    return refuse(reading, `${pointer}/open`, phrases.filterAndValues);
  const filter = targetValues(reading, target, 'filter');
  const values = targetValues(reading, target, 'values');
  if (filter === undefined || values === undefined) return undefined;
  return { kind: 'open', screen: open.screen, path: screen.registry.value.path ?? '', filter, values };
};

const changeEffect = (reading: Reading): ActionEffect | undefined => {
  const { use, action, pointer, kind } = reading;
  const values: Record<string, Scalar | null> = {};
  for (const [name, value] of Object.entries(action.change ?? {})) {
    const at = `${pointer}/change/${name}`;
    const found = namedField(use, name, at);
    if (found === undefined) return undefined;
    const { field, path } = found;
    const problem =
      path.length > 1
        ? phrases.dotted
        : field.readOnly
          ? phrases.readOnly
          : kind === 'buttons' && field.unique
            ? phrases.unique
            : problemOf(field, value, use.catalogues);
    if (problem !== undefined) return refuseValue(reading, at, found, problem);
    if (usableField(use, name, at, '/actions') === undefined) return undefined;
    values[field.column] = value;
  }
  return { kind: 'change', values };
};

const linkEffect = (reading: Reading): ActionEffect | undefined => {
  const href = template(reading, reading.action.link ?? '', `${reading.pointer}/link`);
  return href && { kind: 'link', href: href.parts };
};

/** Of the fields of the row, and of what it points at: a list reads no arrays. */
const whenOf = (reading: Reading): Expression | undefined => {
  const { use, kind, action, pointer, find, codeLists } = reading;
  const { when } = action;
  if (when === undefined) return undefined;
  if (kind === 'buttons') return refuse(reading, `${pointer}/when`, phrases.noRow);
  const { entity, catalogues, report } = use;
  const subject = { draft: entity, find, codeLists, catalogues, report };
  const { names, ...vocabulary } = vocabularyOf(subject);
  const arrays = new Set(entity.children.map(({ name }) => name));
  const ofRow = new Map([...names].filter(([name]) => !arrays.has(name)));
  const place = {
    source: when,
    place: use.screen.registry.origin(`${pointer}/when`),
    field: action.name,
    keyword: `when de '${action.name}'`,
  };
  return checkWritten(subject, place, reachingVocabulary({ ...vocabulary, names: ofRow }, subject), 'boolean');
};

const effects = { open: openEffect, change: changeEffect, link: linkEffect } as const;
const effectKeys = ['open', 'change', 'link'] as const;

const compileAction = (reading: Reading, known: ReadonlySet<string>): ScreenAction | undefined => {
  const { use, action, pointer } = reading;
  const { origin } = use.screen.registry;
  const said = effectKeys.filter((key) => action[key] !== undefined);
  const [key] = said;
  if (known.has(action.name)) refuse(reading, `${pointer}/name`, phrases.actionRepeated);
  if (!use.catalogues.icons.has(action.icon))
    use.report(
      'MODEL_ICON_UNKNOWN',
      origin(`${pointer}/icon`),
      { icon: action.icon },
      nearest(action.icon, use.catalogues.icons),
    );
  if (key === undefined || said.length > 1) return refuse(reading, pointer, phrases.oneEffect);
  const effect = effects[key](reading);
  const when = whenOf(reading);
  if (effect === undefined || (when === undefined && action.when !== undefined)) return undefined;
  const templates =
    effect.kind === 'open' ? effect.filter.map(({ value }) => value) : effect.kind === 'link' ? [effect.href] : [];
  const own = when?.reads.filter((key) => !isBeyond(key)) ?? [];
  const columns = new Set([...filledFields(templates), ...own]);
  return {
    name: action.name,
    title: action.title,
    icon: action.icon,
    permission: action.permission,
    effect,
    when,
    reads: use.entity.fields.filter((field) => columns.has(field.column)).map((field) => field.name),
  };
};

const checkLimits = (reading: Reading): void => {
  const { use, action, pointer, names } = reading;
  const { origin } = use.screen.registry;
  if (action.flag !== undefined && !names.flags.has(action.flag))
    use.report(
      'MODEL_FLAG_MISSING',
      origin(`${pointer}/flag`),
      { flag: action.flag },
      nearest(action.flag, names.flags),
    );
  for (const [index, client] of (action.clients ?? []).entries())
    if (!names.clients.has(client))
      use.report(
        'MODEL_CLIENT_MISSING',
        origin(`${pointer}/clients/${index}`),
        { client },
        nearest(client, names.clients),
      );
};

interface Around {
  readonly files: ResolvedFiles;
  readonly names: Names;
  readonly find: FindEntity;
  readonly catalogues: Catalogues;
  readonly codeLists: Model['codeLists'];
}

const compileList = (screen: RawScreen, entity: DraftEntity, kind: Kind, around: Around, report: Report) => {
  const { files, names, find, catalogues, codeLists } = around;
  const isLimited = limitsOf(files);
  const known = new Set<string>();
  const use: ScreenUse = { screen, entity, find, catalogues, report };
  return (screen.registry.value[kind] ?? []).flatMap((action, index): ScreenAction[] => {
    const reading: Reading = { use, kind, action, pointer: `/${kind}/${index}`, names, find, codeLists };
    checkLimits(reading);
    const compiled = compileAction(reading, known);
    known.add(action.name);
    return compiled === undefined || isLimited(action) ? [] : [compiled];
  });
};

/** The screen with its actions and buttons. Those that open a screen which the client does not have are left out. */
export const compileActions = (
  screen: RegistryScreen,
  raw: RawScreen,
  entity: DraftEntity,
  paths: ReadonlySet<string>,
  around: Around,
): Passed<RegistryScreen> =>
  collect((report) => {
    if (raw.registry.value.actions === undefined && raw.registry.value.buttons === undefined) return screen;
    const reached = ({ effect }: ScreenAction): boolean => effect.kind !== 'open' || paths.has(effect.path);
    return {
      ...screen,
      actions: compileList(raw, entity, 'actions', around, report).filter(reached),
      buttons: compileList(raw, entity, 'buttons', around, report).filter(reached),
    };
  });
