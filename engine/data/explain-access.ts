/**
 * Why a person sees a screen, a record, a field, or does not. In: the access made from the person's stored rights. Out:
 * the decisions that the plan of the person's own requests rests on, taken by the same functions.
 */
import type { Access } from '../access/access.ts';
import { unlimited } from '../access/access.ts';
import { isOffered } from '../access/may-act.ts';
import { isLoadOffered, loadAction } from '../access/may-load.ts';
import { moveBar } from '../access/may-move.ts';
import { reachOf, readableChildren, readableFields, writableEntity } from '../access/visible-entity.ts';
import { parseRequest } from '../contract/request.ts';
import type { WhyAnswer, WhyBar, WhyField, WhyOperation, WhyRow, WhyScreen } from '../contract/why.ts';
import { Refusal } from '../core/errors.ts';
import { nearest } from '../core/nearest.ts';
import { writableChildren, writableFields } from '../fields/record-schema.ts';
import { confines, isClosedTo } from '../model/confines.ts';
import type { FileFacts } from '../model/file-facts.ts';
import type { Screen } from '../model/screen-types.ts';
import type { Transition } from '../model/state-types.ts';
import type { Entity, Field, Model } from '../model/types.ts';
import { scopeRoles } from '../model/types.ts';
import { countRows } from './count-rows.ts';
import type { Database } from './database.ts';
import { knownByRelation } from './known-by-relation.ts';
import type { ListContext } from './plan/context.ts';
import { listContext } from './plan/context.ts';
import { checkReach } from './plan/plan-read.ts';
import { confinedBy } from './plan/row-scope.ts';

export interface AccessQuestion {
  /** Of the screen: `/bancos`. */
  readonly path: string;
  readonly id: number | undefined;
  /** By the name in the files; `contatos.valor` of an owned row. */
  readonly field: string | undefined;
}

/** Reads the files of the model; asked only for what the model does not show. */
export type ReadFacts = () => Promise<FileFacts>;

const recordActions = ['view', 'insert', 'update', 'delete', 'audit'] as const;

const decisionOf = (access: Access, { permission }: Screen) =>
  permission === undefined ? null : access.decide(permission.action, permission.subject);

const trailOf = (model: Model, screen: Screen): readonly string[] => {
  const above = screen.parent === '/' ? undefined : model.screens.find(({ path }) => path === screen.parent);
  return above ? [...trailOf(model, above), above.title] : [];
};

/** Of several screens on one path the first that the person may open, as everywhere. */
const findScreen = (model: Model, access: Access, path: string): Screen | undefined => {
  const screens = model.screens.filter((screen) => screen.path === path);
  return screens.find((screen) => decisionOf(access, screen)?.granted ?? true) ?? screens[0];
};

const isOpen = (model: Model, access: Access, screen: Screen): boolean => {
  const decision = decisionOf(access, screen);
  if (decision !== null) return decision.granted;
  // A group without a pair shows when a child shows; a drawn screen without one is everybody's.
  const children = model.screens.filter((one) => one.parent === screen.path && one.path !== screen.path);
  return screen.kind !== 'group' || children.some((child) => isOpen(model, access, child));
};

/** Raises ROUTE_UNKNOWN. */
const explainScreen = async (
  model: Model,
  access: Access,
  path: string,
  readFacts: ReadFacts,
): Promise<[Screen | undefined, WhyScreen]> => {
  const screen = findScreen(model, access, path);
  if (screen !== undefined)
    return [
      screen,
      {
        path,
        title: screen.title,
        kind: screen.kind,
        trail: trailOf(model, screen),
        limits: [],
        decision: decisionOf(access, screen),
        open: isOpen(model, access, screen),
      },
    ];
  const facts = await readFacts();
  const written = facts.entry(path);
  if (written === undefined) throw new Refusal('ROUTE_UNKNOWN', { path }, { suggestion: nearest(path, facts.paths) });
  return [undefined, { ...written, trail: [], decision: null, open: false }];
};

const isReachable = (context: ListContext, id: number): boolean => {
  try {
    checkReach(context, parseRequest(`id=eq.${id}`));
    return true;
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown;
    return false;
  }
};

/** Whether the person has no right to read the record beyond that of naming it, which not every record gives. */
const isNamed = ({ model, access, entity, screen }: ListContext): boolean =>
  entity.referenceForStaff !== undefined && reachOf(model, access, entity, screen) === 'reference';

/** The same of whom the entity confines: of every record, for its names are read beyond the scope. */
const isNamedBeyond = ({ model, access, entity, screen }: ListContext): boolean =>
  entity.referenceBeyondScope !== undefined &&
  confinedBy(access, entity) !== undefined &&
  reachOf(model, access, entity, screen) === 'reference';

const explainRow = async (database: Database, context: ListContext, id: number): Promise<WhyRow> => {
  const request = parseRequest(`id=eq.${id}`);
  const isThere = async (access: Access): Promise<boolean> =>
    (await countRows(database, { ...context, access }, request, 'exact')).total > 0;
  const { access, entity } = context;
  const exists = await isThere(unlimited);
  const reachable = isReachable(context, id);
  const keptBy = access.rowsKeptBy(entity);
  return {
    id,
    exists,
    reachable,
    visible: reachable && (await isThere(access)),
    unconfined: access.unconfined,
    ...(keptBy !== undefined && { keptBy }),
    confines: confines(entity),
    named: isNamed(context),
    beyond: isNamedBeyond(context),
    openTo: scopeRoles.filter((role) => access.own[role].length > 0 && !isClosedTo(entity, role)),
    scopes: entity.scope.map((scope) => ({
      ...scope,
      title: entity.fields.find(({ name }) => name === scope.field)?.title ?? entity.title,
      own: access.own[scope.role],
    })),
  };
};

/** Raises REQUEST_COLUMN_UNKNOWN. */
const findField = (
  entity: Entity,
  name: string,
): { readonly of: Entity; readonly array?: string; readonly field: Field } => {
  const [first = '', second] = name.split('.');
  const child = second === undefined ? undefined : entity.children.find((one) => one.name === first);
  const of = child?.entity ?? entity;
  const wanted = child ? second : name;
  const field = of.fields.find((one) => one.name === wanted || one.column === wanted);
  if (field) return { of, field, ...(child && { array: child.name }) };
  const known = [
    ...entity.fields.map((one) => one.name),
    ...entity.children.flatMap((one) => one.entity.fields.map((inner) => `${one.name}.${inner.name}`)),
  ];
  throw new Refusal(
    'REQUEST_COLUMN_UNKNOWN',
    { column: name, entity: entity.title },
    { suggestion: nearest(name, known) },
  );
};

const explainField = async (
  { model, access, entity, screen }: ListContext,
  name: string,
  readFacts: ReadFacts,
): Promise<WhyField> => {
  const { of, array, field } = findField(entity, name);
  const own = writableEntity(access, entity);
  const written = array === undefined ? own : writableChildren(own).find((child) => child.name === array)?.entity;
  const read =
    array === undefined
      ? readableFields(model, access, entity, screen)
      : readableChildren(model, access, entity, screen).some((child) => child.name === array)
        ? readableFields(model, access, of)
        : [];
  return {
    name: `${of.name}.${field.name}`,
    title: field.title,
    decision: access.fieldRight(of, field),
    reach: reachOf(model, access, entity, screen),
    readable: read.includes(field),
    writable: written !== undefined && writableFields(written).some((one) => one.name === field.name),
    secret: field.writeOnly,
    known: read.includes(field) ? knownByRelation(model, access, field).map(({ title }) => title) : [],
    place: field.visible ? null : (await readFacts()).placeOf(`${of.name}.${field.name}.visible`),
  };
};

const barOf = ({ model, access, entity }: ListContext, transition: Transition): WhyBar | undefined => {
  const bar = moveBar(model, access, entity, transition);
  if (bar === undefined || bar.kind === 'none') return undefined;
  const { title, subject } = bar.entity;
  if (bar.kind === 'right') return { title, right: access.decide(bar.action, subject) };
  return { title, field: { title: bar.field.title, decision: access.fieldRight(bar.entity, bar.field) } };
};

const explainTransition = (context: ListContext, transition: Transition): WhyOperation => {
  const { action, title } = transition;
  const decision = context.access.decide(action, context.entity.subject);
  const bar = decision.granted ? barOf(context, transition) : undefined;
  return { action, title, decision, ...(bar !== undefined && { bar }) };
};

const explainOperations = (context: ListContext): readonly WhyOperation[] => [
  ...recordActions
    .filter((action) => isOffered(context.entity, action))
    .map((action) => ({ action, decision: context.access.decide(action, context.entity.subject) })),
  ...(isLoadOffered(context.entity)
    ? [{ action: loadAction, decision: context.access.decide(loadAction, context.entity.subject) }]
    : []),
  ...(context.entity.states?.transitions ?? []).map((transition) => explainTransition(context, transition)),
];

/** Raises ROUTE_UNKNOWN, REQUEST_COLUMN_UNKNOWN, each with the nearest name. */
export const explainAccess = async (
  { database, timeZone }: { readonly database: Database; readonly timeZone: string },
  model: Model,
  access: Access,
  readFacts: ReadFacts,
  { path, id, field }: AccessQuestion,
): Promise<Omit<WhyAnswer, 'person'>> => {
  const [screen, explained] = await explainScreen(model, access, path, readFacts);
  if (screen?.kind !== 'registry') return { screen: explained, operations: [], row: null, field: null };
  const context = listContext(model, access, screen, timeZone);
  return {
    screen: explained,
    operations: explainOperations(context),
    row: id === undefined ? null : await explainRow(database, context, id),
    field: field === undefined ? null : await explainField(context, field, readFacts),
  };
};
