import { nearest } from '../../core/nearest.ts';
import type { Catalogues } from '../contracts.ts';
import type { Passed, Report } from '../report.ts';
import { collect } from '../report.ts';
import { reservedRoutes } from '../types.ts';
import type { Names } from './index-names.ts';
import type { Entry } from './list-entries.ts';

/** Whether `folder` is the route's last segments joined by '-': `/relatorio/ans/sib` lives in `sib`, `ans-sib` or `relatorio-ans-sib`. */
const isNamedAfter = (folder: string, path: string, alternative: boolean): boolean => {
  const segments = path.split('/').slice(1);
  return segments.some((_, index) => {
    const name = segments.slice(index).join('-');
    // A second screen on the route needs another name: it adds a word of its own.
    return folder === name || (alternative && folder.startsWith(`${name}-`));
  });
};

const checkNames = (entry: Entry, names: Names, catalogues: Catalogues, report: Report): void => {
  const { icon, flag, kind, screen, view } = entry;
  if (icon !== undefined && !catalogues.icons.has(icon))
    report('MODEL_ICON_UNKNOWN', entry.origin('icon'), { icon }, nearest(icon, catalogues.icons));
  if (flag !== undefined && !names.flags.has(flag))
    report('MODEL_FLAG_MISSING', entry.origin('flag'), { flag }, nearest(flag, names.flags));
  for (const [index, client] of (entry.clients ?? []).entries())
    if (!names.clients.has(client))
      report('MODEL_CLIENT_MISSING', entry.origin(`clients/${index}`), { client }, nearest(client, names.clients));
  if (screen !== undefined && !catalogues.screenKinds.has(kind))
    report('MODEL_SCREEN_KIND', entry.origin('kind'), { kind }, nearest(kind, catalogues.screenKinds));
  if (view !== undefined && !catalogues.views.has(view))
    report('MODEL_VIEW_UNKNOWN', entry.origin('view'), { view }, nearest(view, catalogues.views));
  const [, first = ''] = entry.path.split('/');
  if (reservedRoutes.has(first)) report('MODEL_ROUTE_RESERVED', entry.origin('path'), { path: entry.path });
  const alternative = screen?.registry.value.alternativeOf !== undefined;
  if (screen !== undefined && !isNamedAfter(screen.folder, entry.path, alternative))
    report('MODEL_ROUTE_FOLDER', entry.origin('path'), { path: entry.path, folder: screen.folder });
};

const checkAlternative = (entry: Entry, names: Names, report: Report): void => {
  const other = entry.screen?.registry.value.alternativeOf;
  if (other === undefined) return;
  const target = names.screens.get(other);
  if (target !== undefined && target !== entry.screen && target.registry.value.path === entry.path) return;
  const same = [...names.screens.values()].filter(
    (screen) => screen !== entry.screen && screen.registry.value.path === entry.path,
  );
  report(
    'MODEL_ALTERNATIVE_MISSING',
    entry.origin('alternativeOf'),
    { screen: other },
    same[0]?.folder ??
      nearest(
        other,
        [...names.screens.keys()].filter((name) => name !== other),
      ),
  );
};

const checkParents = (entries: readonly Entry[], report: Report): void => {
  const parents = new Map(entries.toReversed().map((entry) => [entry.path, entry.parent]));
  for (const entry of entries) {
    const { path, parent } = entry;
    if (parent !== '/' && !parents.has(parent)) {
      report('MODEL_PARENT_MISSING', entry.origin('parent'), { path, parent }, nearest(parent, parents.keys()));
      continue;
    }
    const seen = new Set<string>();
    let above: string | undefined = parent;
    while (above !== undefined && above !== '/' && above !== path && !seen.has(above)) {
      seen.add(above);
      above = parents.get(above);
    }
    if (above === path) report('MODEL_PARENT_CYCLE', entry.origin('parent'), { path });
  }
};

/** Further names of calls stand beside the routes: none twice. */
const checkCalls = (entries: readonly Entry[], routes: ReadonlyMap<string, Entry>, report: Report): void => {
  const owners = new Map<string, string>();
  for (const { screen } of entries) {
    const name = screen?.registry.value.autocomplete?.path;
    if (screen === undefined || name === undefined) continue;
    const path = `/${name}`;
    const origin = screen.registry.origin('/autocomplete/path');
    const other = owners.get(path) ?? routes.get(path)?.file;
    if (other !== undefined) report('MODEL_ROUTE_DUPLICATE', origin, { path, other });
    else owners.set(path, screen.registry.file);
    if (reservedRoutes.has(name)) report('MODEL_ROUTE_RESERVED', origin, { path });
  }
};

/** Routes, parents, icons, flags and clients of every entry, whoever it is limited to. */
export const checkEntries = (entries: readonly Entry[], names: Names, catalogues: Catalogues): Passed<undefined> =>
  collect((report) => {
    const owners = new Map<string, Entry>();
    for (const entry of entries) {
      const owner = owners.get(entry.path);
      if (owner === undefined) owners.set(entry.path, entry);
      const alternatives = [owner, entry].some((one) => one?.screen?.registry.value.alternativeOf !== undefined);
      if (owner !== undefined && !alternatives)
        report('MODEL_ROUTE_DUPLICATE', entry.origin('path'), { path: entry.path, other: owner.file });
      checkNames(entry, names, catalogues, report);
      checkAlternative(entry, names, report);
    }
    checkCalls(entries, owners, report);
    checkParents(entries, report);
    return undefined;
  });
