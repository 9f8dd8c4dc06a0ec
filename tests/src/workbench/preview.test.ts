/** The product with drafts in it, beside the one that is served. */
import { afterAll, expect, inject, it } from 'vitest';
import { openPglite } from '../../../engine/data/pglite/open-pglite.ts';
import { readConfiguration } from '../../../src/configuration.ts';
import { withDrafts } from '../../../src/workbench/check-drafts.ts';
import { createPreviews } from '../../../src/workbench/preview.ts';
import { staffGrants } from '../../support/grants.ts';
import { readRealFiles } from '../../support/real-files.ts';

const told: string[] = [];
const configuration = readConfiguration({
  LOG_LEVEL: 'silent',
  // What the served product writes to is out of reach of a preview.
  DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'a@example.org',
  PUBLIC_URL: 'http://example.org',
});
const previews = createPreviews({
  configuration,
  pages: async () => undefined,
  open: () => openPglite({ folder: 'memory://', template: inject('pgliteTemplates').product }),
  tell: (port) => told.push(port),
});
afterAll(() => previews.close());

const schema = 'schemas/base/bancos/schema.json';

it('shows drafts to a person with their rights, over records of its own', async () => {
  const files = new Map([...(await readRealFiles())].filter(([path]) => !path.endsWith('.csv')));
  const draft = (path: string, change: (text: string) => string) => ({ [path]: change(files.get(path) ?? '') });
  const renamed = draft(schema, (text) => text.replace('"title": "Código"', '"title": "Número do banco"'));
  const show = (drafts: Parameters<typeof withDrafts>[1], client: string, permissions: readonly string[]) =>
    previews.show({
      sources: withDrafts(files, drafts),
      client,
      login: permissions.join(),
      grants: staffGrants(permissions),
      path: '/bancos',
    });
  const read = async (preview: { address: string; token: string }, path: string) => {
    const answer = await fetch(`${preview.address}/api${path}`, {
      headers: { authorization: `Bearer ${preview.token}` },
    });
    return { status: answer.status, body: (await answer.json()) as never };
  };
  const titleOf = async (preview: { address: string; token: string }) => {
    const { body } = await read(preview, '/model/screen?path=/bancos');
    const { entity } = body as { entity: { fields: { name: string; title: string }[] } };
    return entity.fields.find(({ name }) => name === 'codigo')?.title;
  };

  const all = await show(renamed, 'copass', ['all:manage']);
  expect(await titleOf(all)).toBe('Número do banco');
  // There is something to see.
  expect(((await read(all, '/bancos?select=id')).body as unknown[]).length).toBeGreaterThan(0);

  // Somebody else's rights, in the same preview.
  const some = await show(renamed, 'copass', ['banco:list']);
  expect(some.address).toBe(all.address);
  expect((await read(some, '/bancos?select=id')).status).toBe(200);
  expect((await read(some, '/grupos?select=id')).status).toBe(403);

  // A client whose rules the records of before break: they are nobody's, and it begins anew.
  const other = await show(renamed, 'nuclep', ['all:manage']);
  expect(other.address).not.toBe(all.address);
  const { body: me } = await read(other, '/auth/me');
  expect((me as { client: { name: string } }).client.name).toBe('nuclep');

  // A draft with a fault is refused, and what was good is served on.
  const faulty = draft(schema, (text) => text.replace('"type": "string"', '"type": "texto"'));
  await expect(show(faulty, 'nuclep', ['all:manage'])).rejects.toMatchObject({
    code: 'WORKBENCH_PREVIEW_FAULTY',
    params: { count: 1 },
  });
  // In the client's own words.
  expect(await titleOf(other)).toBe('Código COMPE');

  expect(told.map((port) => port !== '')).toEqual([true, true, true]);
});
