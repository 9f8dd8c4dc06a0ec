/** The model of the real files: the base in full, each client as its difference. Read as a diff; renew with `vitest run -u`. */
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
const modelOf = (client: string | undefined): Json =>
  JSON.parse(JSON.stringify(compile(resolve(files, client), catalogues).model)) as Json;
const base = modelOf(undefined);

it('of the base is the golden one', async () => {
  await expect(`${JSON.stringify(base, null, 2)}\n`).toMatchFileSnapshot(join(root, 'tests/golden/base/model.json'));
});

it.each(files.clients.map((client) => client.name))('of %s differs from the base as golden', async (client) => {
  const lines = describeDifference(base, modelOf(client));
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(join(root, `tests/golden/${client}/model.txt`));
});
