/** What files came to at one start, read by the next. */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../engine/data/open-database.ts';
import { readConfiguration } from '../../src/configuration.ts';
import { loadKept } from '../../src/kept-product.ts';
import type { ServedProduct } from '../../src/load-product.ts';
import { loadProduct } from '../../src/load-product.ts';
import { startProduct } from '../../src/start-product.ts';
import { createPostgresDatabase } from '../support/databases.ts';
import { administrator } from '../support/product.ts';
import { readRealFiles } from '../support/real-files.ts';

let root: string;
let loads: number;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'fichario-kept-'));
  loads = 0;
  await write('schemas/base/cores/columns.json', '{}');
  await write('clients/a.json', '{}');
  await write('engine/model/compile.ts', 'export {};');
  await write('src/load-product.ts', 'export {};');
  await write('package.json', '{}');
  await write('package-lock.json', '{}');
});
afterEach(() => rm(root, { recursive: true }));

const write = async (path: string, text: string): Promise<void> => {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
};

/** As small as one may be; `shared` stands in two places, and one value is there and undefined. */
const small = (): ServedProduct => {
  const shared = { name: 'cor', mask: undefined };
  return {
    model: { entities: { cor: shared }, screens: [{ entity: shared }] },
    messages: { texts: { nome: 'Çédilha' } },
    rows: { cor: { file: 'data.csv', header: ['nome'], rows: [['azul']], lines: [2], digest: 'd' } },
    schemaDigest: 'e',
  } as unknown as ServedProduct;
};

const start = async (client = 'a', load = small): Promise<ServedProduct> => {
  const { product, written } = await loadKept({
    files: root,
    code: root,
    client,
    folder: join(root, '.cache'),
    load: async () => {
      loads += 1;
      return load();
    },
  });
  await written;
  return product;
};

const keptFile = async (): Promise<string> => {
  const [name = ''] = await readdir(join(root, '.cache'));
  return join(root, '.cache', name);
};

describe('what the files come to', () => {
  it('is loaded once, and is the same for the next start', async () => {
    expect(await start()).toStrictEqual(small());
    const next = await start();
    expect(loads).toBe(1);
    expect(next).toStrictEqual(small());
    const { entities, screens } = next.model as unknown as { entities: { cor: object }; screens: { entity: object }[] };
    expect(screens[0]?.entity).toBe(entities.cor);
    expect(Object.isFrozen(entities.cor)).toBe(true);
    expect(await readdir(join(root, '.cache'))).toHaveLength(1);
  });

  it.each([
    ['a file', () => write('schemas/base/cores/columns.json', '{ }')],
    ['a client', () => write('clients/a.json', '{ }')],
    ['a new file', () => write('schemas/base/cores/data.csv', 'nome\n')],
    ['a file that is gone', () => rm(join(root, 'clients/a.json'))],
    ['the code of the engine', () => write('engine/model/compile.ts', 'export { };')],
    ['the code of the product', () => write('src/catalogues.ts', 'export {};')],
    ['its version', () => write('package.json', '{ }')],
    ['its packages', () => write('package-lock.json', '{ }')],
  ])('is loaded anew after a change of %s', async (_what, change) => {
    await start();
    await change();
    await start();
    expect(loads).toBe(2);
    await start();
    expect(loads).toBe(2);
  });

  it.each([
    ['a text for people', () => write('schemas/README.md', 'x')],
    ['a screen', () => write('engine/screens/registry.view.tsx', 'x')],
    ['what is generated', () => write('schemas/language/record.schema.json', 'x')],
  ])('is kept after a change of %s', async (_what, change) => {
    await start();
    await change();
    await start();
    expect(loads).toBe(1);
  });

  it('is not kept as that of files which were changed while they were loaded', async () => {
    await loadKept({
      files: root,
      code: root,
      client: 'a',
      folder: join(root, '.cache'),
      load: async () => {
        await write('clients/a.json', '{"new":true}');
        return small();
      },
    }).then(({ written }) => written);
    await write('clients/a.json', '{}');
    await start();
    expect(loads).toBe(1);
  });

  it('is kept for each client by itself', async () => {
    await start('a');
    await start('b');
    await start('a');
    await start('b');
    expect(loads).toBe(2);
  });

  it.each([
    ['cut off', (bytes: Buffer) => bytes.subarray(0, -1)],
    ['changed in one bit', (bytes: Buffer) => Buffer.from(bytes.map((byte, at) => (at === 70 ? byte ^ 1 : byte)))],
    ['empty', () => Buffer.alloc(0)],
  ])('is loaded anew where what was kept is %s', async (_how, damage) => {
    await start();
    const file = await keptFile();
    await writeFile(file, damage(await readFile(file)));
    expect(await start()).toStrictEqual(small());
    expect(loads).toBe(2);
    await start();
    expect(loads).toBe(2);
  });

  it('is not kept where loading it is refused, nor where there is no place for it', async () => {
    const refuse = (): ServedProduct => {
      throw new Error('a file has a fault');
    };
    await expect(start('a', refuse)).rejects.toThrow('a file has a fault');
    await expect(start('a', refuse)).rejects.toThrow('a file has a fault');
    await write('.cache', 'a file where the folder should be');
    expect(await start()).toStrictEqual(small());
    expect(await start()).toStrictEqual(small());
    expect(loads).toBe(4);
  });

  it('serves as the files do, and no file is asked for but by who asks who set a label', async () => {
    const answers: unknown[] = [];
    const explained: unknown[] = [];
    let asked = 0;
    const reads: number[] = [];
    const { url, drop } = await createPostgresDatabase({ from: 'product' });
    for (const _ of ['loaded', 'kept']) {
      const product = await startProduct({
        sources: () => {
          asked += 1;
          return readRealFiles();
        },
        keep: async (load) => {
          const { product: found, written } = await loadKept({
            files: root,
            code: root,
            client: 'copass',
            folder: join(root, '.cache'),
            load,
          });
          await written;
          return found;
        },
        open: () => openDatabase({ url, folder: '', poolSize: 2 }),
        configuration: readConfiguration({
          LOG_LEVEL: 'silent',
          ADMIN_LOGIN: administrator.login,
          ADMIN_PASSWORD: administrator.password,
        }),
        pages: undefined,
      });
      const ask = (method: 'GET' | 'POST', path: string, authorization: string, payload?: object) =>
        product.app.inject({ method, url: `/api${path}`, headers: { authorization }, ...(payload && { payload }) });
      const body = { userId: administrator.login, password: administrator.password };
      const { token } = (await ask('POST', '/auth/token/issue', '', body)).json();
      const given = await Promise.all(
        ['/model', '/model/screen?path=/bancos', '/bancos?select=codigo,nome&limit=3', '/openapi.json'].map((path) =>
          ask('GET', path, `Bearer ${token}`),
        ),
      );
      answers.push(given.map(({ statusCode, body: text }) => [statusCode, text]));
      reads.push(asked);
      explained.push((await ask('GET', '/bancada/explicacao?alvo=banco.nome', `Bearer ${token}`)).json());
      reads.push(asked);
      await product.close();
    }
    await drop();
    expect(reads).toEqual([1, 2, 2, 3]);
    expect(explained[1]).toEqual(explained[0]);
    expect(explained[0]).toMatchObject({
      target: 'banco.nome',
      properties: expect.arrayContaining([expect.objectContaining({ name: 'label', value: 'Nome' })]),
    });
    expect(answers[1]).toEqual(answers[0]);
    expect((answers[1] as [number, string][]).map(([status]) => status)).toEqual([200, 200, 200, 200]);
  });

  it('is the product of the real files to the last value', async () => {
    const real = loadProduct(await readRealFiles(), 'nuclep');
    const given = () => ({ model: real.model, messages: real.messages, rows: real.rows });
    await start('nuclep', given);
    expect(await start('nuclep', given)).toStrictEqual(given());
    expect(loads).toBe(1);
  });
});
