/**
 * The compiler. In: the resolved files of one client, or of none. Out: the model, frozen, and every MODEL issue.
 *
 *   files ─ index-names ──────► who is called what
 *         ─ compile-code-lists► code lists
 *         ─ compile-fields ───► drafts: each entity from its own files
 *         ─ link-entities ────► entities: relations, labels, keys, indexes, conditions and computed fields
 *         ─ compile-view ─────► views: what each value comes from
 *         ─ check-scopes ─────► what is about one person says who sees it
 *         ─ check-rows ───────► initial rows hold against them
 *         ─ compile-changes ──► what may be done to the data that is there
 *         ─ list-entries ─────► groups and screens as the menu has them
 *         ─ check-entries ────► routes, parents, icons, flags, clients
 *         ─ limit-entries ────► those that this client has
 *         ─ check-shadowed ───► its overlay speaks of nothing else
 *         ─ compile-screens ──► lists, search panels, forms
 *         ─ compile-actions ──► what rows and lists offer to do, which may lead to other screens
 *         ─ compile-states ─► how records go from state to state
 *         ─ check-hidden ─────► none of that needs what this client hides
 *         ─ check-created ────► what transitions create stands on a screen of this client
 *         ─ order-screens ────► menu order
 *         ─ own-children ─────► each entity holds its owned rows
 *         ─ check-rights ─────► initial rows name rights that there are
 *         ─ freeze
 *
 * The order is that of need: each pass reads only what the passes above it gave. What depends on one entity's files is
 * remembered by their identity (`memo.ts`), so that another client costs what its overlay touches.
 */
import type { Issue } from '../core/errors.ts';
import { settleIssues } from '../core/faults.ts';
import { arrangeIssues } from '../core/issues.ts';
import { partsFolder } from '../metadata/owned-rows.ts';
import { flagValues } from '../overlay/resolve.ts';
import type { ResolvedFiles } from '../overlay/resolved.ts';
import type { Catalogues } from './contracts.ts';
import type { DraftEntity } from './draft.ts';
import { freeze } from './freeze.ts';
import { identify } from './identify.ts';
import type { Memo } from './memo.ts';
import { createMemo } from './memo.ts';
import { checkCreated } from './passes/check-created.ts';
import { checkEntries } from './passes/check-entries.ts';
import { checkHidden } from './passes/check-hidden.ts';
import { checkRights } from './passes/check-rights.ts';
import { checkRows } from './passes/check-rows.ts';
import { checkScopes } from './passes/check-scopes.ts';
import { checkShadowed } from './passes/check-shadowed.ts';
import { compileActions } from './passes/compile-actions.ts';
import { compileChanges, formerNamesOf } from './passes/compile-changes.ts';
import { compileCodeLists } from './passes/compile-code-lists.ts';
import { settleEffects } from './passes/compile-effects.ts';
import { compileFields } from './passes/compile-fields.ts';
import { compileGroups } from './passes/compile-groups.ts';
import { compileScreen } from './passes/compile-screens.ts';
import { compileView } from './passes/compile-view.ts';
import { indexNames } from './passes/index-names.ts';
import { limitEntries } from './passes/limit-entries.ts';
import type { LinkedEntity } from './passes/link-entities.ts';
import { linkEntity } from './passes/link-entities.ts';
import { listEntries } from './passes/list-entries.ts';
import { orderScreens } from './passes/order-screens.ts';
import { ownChildren } from './passes/own-children.ts';
import { rememberStates } from './remember-states.ts';
import type { Passed } from './report.ts';
import type { Screen } from './screen-types.ts';
import type { Model } from './types.ts';

interface Memos {
  /** How many compilations there have been. */
  rounds: number;
  readonly codeLists: Memo;
  readonly fields: Memo;
  readonly entities: Memo;
  readonly views: Memo;
  readonly rows: Memo;
  readonly screens: Memo;
  readonly states: Memo;
  readonly stated: Memo;
  readonly owned: Memo;
}
/** What is looked up beside entities, of which none is called so. */
const usersKey = '/users';
const memosOf = new WeakMap<Catalogues, Memos>();
const memosFor = (catalogues: Catalogues): Memos => {
  let memos = memosOf.get(catalogues);
  if (memos === undefined) {
    const round = () => created.rounds;
    const created: Memos = {
      rounds: 0,
      codeLists: createMemo(round),
      fields: createMemo(round),
      entities: createMemo(round),
      views: createMemo(round),
      rows: createMemo(round),
      screens: createMemo(round),
      states: createMemo(round),
      stated: createMemo(round),
      owned: createMemo(round),
    };
    memosOf.set(catalogues, created);
    memos = created;
  }
  memos.rounds += 1;
  return memos;
};

export interface Compiled {
  readonly model: Model;
  /** What compiling found, in order; `files.issues` is not repeated. With an error among them the model is not to be run. */
  readonly issues: readonly Issue[];
}

export const compile = (files: ResolvedFiles, catalogues: Catalogues): Compiled => {
  const issues: Issue[] = [];
  const take = <T>(passed: Passed<T>): T => {
    issues.push(...passed.issues);
    return passed.value;
  };
  const memos = memosFor(catalogues);

  const names = take(indexNames(files));
  const codeLists = take(
    memos.codeLists(
      files.codeLists,
      () => undefined,
      () => compileCodeLists(files),
    ),
  );

  const drafts = new Map<string, DraftEntity>();
  for (const [name, screen] of names.entities)
    drafts.set(
      name,
      take(
        memos.fields(
          screen,
          () => codeLists,
          (find) => compileFields(screen, find(''), catalogues),
        ),
      ),
    );

  const linked = new Map<string, LinkedEntity>();
  for (const [name, draft] of drafts)
    linked.set(
      name,
      take(
        memos.entities(
          draft,
          (other): unknown => (other === usersKey ? names.users : drafts.get(other)),
          (find) =>
            linkEntity(
              draft,
              (other) => find(other) as DraftEntity | undefined,
              drafts.keys(),
              catalogues,
              codeLists,
              () => find(usersKey) as string | undefined,
            ),
        ),
      ),
    );

  const findLinked = (name: string) => linked.get(name);
  for (const [name, entity] of linked)
    if (entity.draft.screen.query !== undefined)
      linked.set(
        name,
        take(memos.views(entity, findLinked, (find) => compileView(entity, find, linked.keys(), catalogues))),
      );

  take(checkScopes(linked));

  for (const entity of linked.values()) {
    const { rows } = entity.draft.screen;
    if (rows !== undefined) take(memos.rows(entity, findLinked, (find) => checkRows(entity, rows, find, catalogues)));
  }

  const changes = take(compileChanges(files, drafts, catalogues.version));
  const formerNames = formerNamesOf(changes, drafts, catalogues.version);
  const entries = listEntries(files);
  take(checkEntries(entries, names, catalogues));
  const limited = limitEntries(entries, files);
  take(checkShadowed({ files, entries, own: limited, linked }));
  const own = new Set(limited.map((entry) => entry.screen ?? entry.path));
  const paths = new Set(limited.map((entry) => entry.path));
  const around = { files, names, find: (name: string) => drafts.get(name), catalogues };

  const screens: Screen[] = files.menus.flatMap(compileGroups).filter((group) => own.has(group.path));
  for (const screen of files.screens) {
    if (!own.has(screen)) continue;
    const { entity } = screen.registry.value;
    if (!linked.has(entity)) continue;
    // Two declare the entity: reported, and the fields of the other say nothing about this screen.
    if (screen.record !== undefined && names.entities.get(entity) !== screen) continue;
    const compiled = memos.screens(screen, findLinked, (find) => {
      const shown = find(entity);
      return shown && compileScreen(screen, shown, (name) => find(name)?.draft, catalogues, codeLists);
    });
    const draft = drafts.get(entity);
    if (compiled !== undefined && draft !== undefined)
      screens.push(take(compileActions(take(compiled), screen, draft, paths, { ...around, codeLists })));
  }

  const statesOf = rememberStates(memos.states, { ...around, drafts, codeLists });
  const stated = [...linked.values()].map((one) => {
    const states = take(statesOf(one.draft));
    if (states === undefined) return one;
    return memos.stated(
      one,
      () => states,
      (find) => ({ ...one, entity: { ...one.entity, states: find('') } }),
    );
  });
  const settled = take(
    settleEffects(
      stated.map(({ entity }) => entity),
      drafts,
    ),
  );
  take(checkHidden(settled, drafts));
  take(checkCreated(settled, entries, limited));
  const withStates = stated.map((one, index) => ({ draft: one.draft, entity: settled[index] ?? one.entity }));
  const routes = routesOf(screens, drafts);
  const identity = identify(files.client);
  const model: Model = {
    client: identity,
    entities: ownChildren(withStates, routes, memos.owned),
    screens: orderScreens(screens.map((screen) => nameClient(screen, identity?.title))),
    codeLists,
    flags: flagValues(files),
    ...(changes.length > 0 && { changes }),
    ...(formerNames.length > 0 && { formerNames }),
  };
  // A client may lack a screen that a row of the base gives to those of others.
  if (files.client === undefined) take(checkRights(linked.values(), model, catalogues));
  return { model: freeze(model), issues: saidOnce(arrangeIssues(settleIssues(issues, files.faults))) };
};

/** A fault in a part is found in the rows of each owner: the first says it. */
const saidOnce = (issues: readonly Issue[]): readonly Issue[] => {
  const said = new Set<string>();
  return issues.filter(({ code, origin }) => {
    if (!origin.file.startsWith(partsFolder)) return true;
    const key = `${code} ${origin.file} ${origin.pointer}`;
    const first = !said.has(key);
    said.add(key);
    return first;
  });
};

/** `{cliente}` in titles; without a client it stays. */
const nameClient = (screen: Screen, client: string | undefined): Screen =>
  client === undefined || !screen.title.includes('{cliente}')
    ? screen
    : { ...screen, title: screen.title.replaceAll('{cliente}', client) };

/** The route under which each entity is reached: that of its own folder, else of the first screen that shows it; one that shows all its records before one that shows some. */
const routesOf = (
  screens: readonly Screen[],
  drafts: ReadonlyMap<string, DraftEntity>,
): ReadonlyMap<string, string> => {
  const routes = new Map<string, { readonly path: string; readonly rank: number }>();
  for (const screen of screens) {
    if (screen.kind !== 'registry') continue;
    const home = drafts.get(screen.entity)?.screen;
    const isHome = home?.folder === screen.folder && home.module === screen.module;
    // A report tells of records and shows none: it is the route of what has no other place, a query of its own.
    if (screen.report !== undefined && !isHome) continue;
    const rank = (screen.filter === undefined ? 2 : 0) + (isHome ? 1 : 0);
    if (rank > (routes.get(screen.entity)?.rank ?? -1)) routes.set(screen.entity, { path: screen.path, rank });
  }
  return new Map([...routes].map(([entity, { path }]) => [entity, path]));
};
