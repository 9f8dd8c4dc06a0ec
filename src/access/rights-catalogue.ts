/**
 * The rights there are. In: the model. Out: every subject with where it comes from, and the actions. A pair is known when
 * both are, also where no screen asks for it yet; what a group holds beyond that is a right on something that no longer exists.
 */

import { isOffered } from '../../engine/access/may-act.ts';
import { isLoadOffered, loadAction } from '../../engine/access/may-load.ts';
import { jobsRight } from '../../engine/contract/job.ts';
import { nearest } from '../../engine/core/nearest.ts';
import type { Model } from '../../engine/model/types.ts';
import { modellingRight } from '../workbench/modelling-right.ts';
import { reportCodes } from './report-codes.ts';

/** Document 2 section 6, in its order; `update`, `delete`, `audit` and `carga` are ours beside it. */
const routeActions = [
  'list',
  'view',
  'insert',
  'manage',
  'all',
  'exportacao',
  'ura',
  'removecartoes',
  'analisecomsc',
  'estornoremessa',
  'autanexo',
  'autrealizadas',
  'autconsulta',
  'autguiasemonus',
  'autguiacomprovantepresencial',
  'authistorico',
  'autinternacao',
  'autodonto',
  'autspsadt',
  'orcamento',
  'preautorizar',
  'acompanharautorizacaobeneficiario',
] as const;
const recordActions = ['update', 'delete', 'audit'] as const;
const reportAction = /^rep\d{3}$/;
/** Subjects that stand for no screen of their own. */
const generalSubjects = ['all', 'report'] as const;

export interface Subject {
  readonly name: string;
  /** Of the screens that ask for it; empty where only records do. */
  readonly titles: readonly string[];
  readonly paths: readonly string[];
  /** undefined for `all`, `report` and the rights of no screen of the files, which are of no module. */
  readonly module?: string | undefined;
  /** Actions that a screen or a record asks of it. */
  readonly actions: readonly string[];
}

/** A folder of the files, named as the menu names it. */
export interface ModuleEntry {
  readonly name: string;
  readonly title: string;
}

export interface RightsCatalogue {
  /** Those of the subjects, by title. */
  readonly modules: readonly ModuleEntry[];
  readonly subjects: readonly Subject[];
  /** Every action that may be granted: those of the specification, those of transitions, the report codes of both and of the screens. */
  readonly actions: readonly string[];
  /** What the reports of a code are called, by code; one that no report has yet is not among them. */
  readonly reports: Readonly<Record<string, string>>;
}

interface Draft {
  readonly titles: Set<string>;
  readonly paths: Set<string>;
  readonly actions: Set<string>;
  module: string | undefined;
}

export const rightsCatalogue = (model: Model): RightsCatalogue => {
  const drafts = new Map<string, Draft>();
  const draftOf = (name: string, module: string | undefined): Draft => {
    const draft = drafts.get(name) ?? { titles: new Set(), paths: new Set(), actions: new Set(), module };
    drafts.set(name, draft);
    return draft;
  };
  const ofMoves = new Set<string>();
  for (const name of generalSubjects) draftOf(name, undefined).actions.add('manage');
  for (const code of reportCodes) draftOf('report', undefined).actions.add(code);
  for (const { subject, action, title } of [modellingRight, jobsRight]) {
    draftOf(subject, undefined).actions.add(action);
    draftOf(subject, undefined).titles.add(title);
  }
  for (const screen of model.screens) {
    if (screen.permission === undefined) continue;
    const draft = draftOf(screen.permission.subject, screen.module);
    draft.titles.add(screen.title);
    draft.paths.add(screen.path);
    draft.actions.add(screen.permission.action);
  }
  for (const entity of Object.values(model.entities)) {
    // Owned rows are read and written with their owner.
    if (entity.owner !== undefined) continue;
    const draft = draftOf(entity.subject, entity.module);
    if (draft.titles.size === 0) draft.titles.add(entity.title);
    const more = ['insert', ...recordActions].filter((action) => isOffered(entity, action));
    const moves = (entity.states?.transitions ?? []).map(({ action }) => action);
    const load = isLoadOffered(entity) ? [loadAction] : [];
    for (const action of ['list', 'view', ...more, ...load, ...moves]) draft.actions.add(action);
    for (const action of moves) ofMoves.add(action);
  }
  const known = new Set<string>([...routeActions, ...recordActions, loadAction, ...[...ofMoves].sort()]);
  const subjects = [...drafts]
    .map(([name, { titles, paths, actions, module }]): Subject => {
      const asked = [...known].filter((action) => action === 'manage' || actions.has(action));
      return { name, titles: [...titles], paths: [...paths], module, actions: [...asked, ...codesIn(actions)] };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  return {
    modules: modulesOf(model),
    subjects,
    actions: [...known, ...codesIn(new Set(subjects.flatMap(({ actions }) => actions)))],
    reports: reportTitles(model),
  };
};

/** Several reports may share a code. */
const reportTitles = ({ screens }: Model): RightsCatalogue['reports'] => {
  const asking = screens.filter(({ permission }) => permission !== undefined && reportAction.test(permission.action));
  const byCode = Map.groupBy(asking, ({ permission }) => permission?.action ?? '');
  return Object.fromEntries(
    [...byCode].map(([code, some]) => [code, [...new Set(some.map(({ title }) => title))].join(', ')]),
  );
};

const collator = new Intl.Collator('pt-BR');

/** A module is called what its first group is, or its own screen where it has no group. */
const modulesOf = (model: Model): readonly ModuleEntry[] => {
  const named = new Map<string, string>();
  for (const { module, title, kind } of model.screens)
    if (!named.has(module) && kind === 'group') named.set(module, title);
  for (const { module, title } of [...model.screens, ...Object.values(model.entities)])
    if (!named.has(module)) named.set(module, title);
  return [...named].map(([name, title]) => ({ name, title })).sort((a, b) => collator.compare(a.title, b.title));
};

const codesIn = (actions: ReadonlySet<string>): readonly string[] =>
  [...actions].filter((action) => reportAction.test(action)).sort();

interface Names {
  readonly subjects: ReadonlySet<string>;
  readonly actions: ReadonlySet<string>;
}

const names = new WeakMap<RightsCatalogue, Names>();

/** Looked up for thousands of rules at a time: made once. */
export const namesOf = (catalogue: RightsCatalogue): Names => {
  const known = names.get(catalogue) ?? {
    subjects: new Set(catalogue.subjects.map(({ name }) => name)),
    actions: new Set(catalogue.actions),
  };
  names.set(catalogue, known);
  return known;
};

/** What is wrong with a pair; undefined where subject and action are both known. */
export const pairProblem = (
  catalogue: RightsCatalogue,
  subject: string,
  action: string,
): { readonly unknown: 'subject' | 'action'; readonly suggestion: string | undefined } | undefined => {
  const { subjects, actions } = namesOf(catalogue);
  const isSubject = subjects.has(subject);
  const isAction = actions.has(action);
  if (isSubject && isAction) return undefined;
  const meant = isSubject ? subject : nearest(subject, subjects);
  // Of a number that is none nobody knows which was meant.
  const meantAction = isAction ? action : reportAction.test(action) ? undefined : nearest(action, actions);
  return {
    unknown: isSubject ? 'action' : 'subject',
    suggestion: meant === undefined || meantAction === undefined ? undefined : `${meant}:${meantAction}`,
  };
};

const catalogues = new WeakMap<Model, RightsCatalogue>();

/** That of a model that is served: made once. */
export const catalogueOf = (model: Model): RightsCatalogue => {
  const known = catalogues.get(model) ?? rightsCatalogue(model);
  catalogues.set(model, known);
  return known;
};
