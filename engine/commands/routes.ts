import type { Screen } from '../model/screen-types.ts';
import type { Entity, Model } from '../model/types.ts';
import { compileProject } from './compile-project.ts';
import type { Command, Page } from './contract.ts';

/** A route as checks against the specification read it. `module` of a page: home. */
interface Route {
  readonly path: string;
  readonly title: string;
  /** `list`: a registry whose rows are those of others, in a query, or what the engine keeps of itself. `report`: one that is told group by group. */
  readonly kind: Screen['kind'] | 'list' | 'report';
  readonly module: string;
  /** Path of the entry above. */
  readonly parent: string;
  readonly action?: string;
  readonly subject?: string;
  readonly clients?: readonly string[];
  readonly flag?: string;
  readonly search?: true;
  readonly hidden?: true;
  readonly public?: true;
}

const hasSearch = (screen: Screen): boolean =>
  screen.kind === 'registry' ? screen.search.length > 0 : screen.kind === 'screen' && screen.search;

const shows = (entity: Entity | undefined): boolean => (entity?.view ?? entity?.log) !== undefined;

const kindOf = (model: Model, screen: Screen): Route['kind'] => {
  if (screen.kind !== 'registry') return screen.kind;
  if (screen.report !== undefined) return 'report';
  return shows(model.entities[screen.entity]) ? 'list' : 'registry';
};

const listRoutes = (model: Model): readonly Route[] =>
  model.screens.map((screen) => ({
    path: screen.path,
    title: screen.title,
    kind: kindOf(model, screen),
    module: screen.module,
    parent: screen.parent,
    ...screen.permission,
    ...(screen.clients && { clients: screen.clients }),
    ...(screen.flag !== undefined && { flag: screen.flag }),
    ...(hasSearch(screen) && { search: true }),
    ...(screen.hidden && { hidden: true }),
  }));

const listPages = (pages: readonly Page[]): readonly Route[] =>
  pages.map((page) => ({ ...page, module: 'home', parent: '/' }));

const asTable = (routes: readonly Route[]): string => {
  const cells = routes.map(({ path, kind, subject, action, title }) => [
    path,
    kind,
    subject === undefined ? '' : `${subject}:${action}`,
    title,
  ]);
  const widths = [0, 1, 2].map((column) => Math.max(0, ...cells.map((row) => row[column]?.length ?? 0)));
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};

/** Every route of the base: what all clients together can reach. */
export const routes: Command = {
  name: 'routes',
  usage: '[--json]',
  summary: 'lista as rotas de todas as telas, sem limite de cliente',
  help: `Mostra rota, tipo, permissão e título de cada grupo e tela, na ordem do menu.

  --json   uma lista JSON de {path, title, kind, module, parent, action, subject, clients?, flag?, search?, hidden?, public?}

Exemplo:
  npm run -s fichario -- routes --json | jq '.[].path'`,
  options: { json: { type: 'boolean' } },
  positionals: { least: 0, most: 0 },
  run: async ({ values }, project) => {
    const { model } = await compileProject(project, undefined);
    const list = [...listPages(project.pages ?? []), ...listRoutes(model)];
    return { text: values.json === true ? JSON.stringify(list, null, 2) : asTable(list), exitCode: 0 };
  },
};
