/** The model of the real files: the base in full, a file for each module, each client as its difference. Read as a diff; renew with `vitest run tests/engine/model/golden.test.ts -u`. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Json } from '../../../engine/core/json.ts';
import { loadFiles, readSourceFiles } from '../../../engine/metadata/load-files.ts';
import { compile } from '../../../engine/model/compile.ts';
import { resolve } from '../../../engine/overlay/resolve.ts';
import { catalogues } from '../../../src/catalogues.ts';
import { describeDifference } from './describe-difference.ts';

const root = join(import.meta.dirname, '../../..');
const files = loadFiles(await readSourceFiles(root));
/** As JSON; the rows that an entity owns stand among the entities, and here by name alone. */
const modelOf = (client: string | undefined) => {
  const { entities, ...rest } = compile(resolve(files, client), catalogues).model;
  const named = Object.values(entities).map(({ children, ...entity }) => [
    entity.name,
    { ...entity, children: children.map((child) => ({ ...child, entity: child.entity.name })) },
  ]);
  return JSON.parse(JSON.stringify({ ...rest, entities: Object.fromEntries(named) })) as {
    readonly [key: string]: Json;
    readonly entities: Readonly<Record<string, { readonly module: string } & { readonly [key: string]: Json }>>;
    readonly screens: readonly ({ readonly module: string } & { readonly [key: string]: Json })[];
  };
};
const base = modelOf(undefined);
const modules = [...new Set([...Object.values(base.entities), ...base.screens].map(({ module }) => module))].sort();

it.each(modules)('of the base and module %s is the golden one', async (module) => {
  const part = {
    entities: Object.fromEntries(Object.entries(base.entities).filter(([, entity]) => entity.module === module)),
    screens: base.screens.filter((screen) => screen.module === module),
  };
  await expect(`${JSON.stringify(part, null, 2)}\n`).toMatchFileSnapshot(
    join(root, `tests/golden/base/${module}.json`),
  );
});

it('of the base has the modules, code lists and flags of the golden one', async () => {
  const { entities: _entities, screens: _screens, ...rest } = base;
  const text = JSON.stringify({ ...rest, modules }, null, 2);
  await expect(`${text}\n`).toMatchFileSnapshot(join(root, 'tests/golden/base/model.json'));
});

it.each(files.clients.map((client) => client.name))('of %s differs from the base as golden', async (client) => {
  const lines = describeDifference(base as unknown as Json, modelOf(client) as unknown as Json);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(join(root, `tests/golden/${client}/model.txt`));
});
