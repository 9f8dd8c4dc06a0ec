/** Pictures of screens with and without a client's file, by a real browser. `npm test` builds the screens first. */
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import type { Pictures, ScreenPictures } from '../../../engine/commands/contract.ts';
import { openPglite } from '../../../engine/data/pglite/open-pglite.ts';
import { takePictures } from '../../../src/pictures/take-pictures.ts';
import { launchBrowser } from '../../support/browser.ts';
import { readRealFiles } from '../../support/real-files.ts';

const root = join(import.meta.dirname, '../../..');
const rowsOf = ['bancos', 'indexadores', 'feriados'];
const client = { name: 'copass', title: 'Copass' };
const overlay = {
  ...client,
  fields: { banco: { nome: { label: 'Nome por extenso' } } },
  screens: { feriados: { enabled: false } },
};

const pngSize = (picture: Uint8Array | undefined): readonly [string, number, number] => {
  const bytes = Buffer.from(picture ?? []);
  return [bytes.toString('latin1', 1, 4), bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
};

const asAddress = (picture: Uint8Array | undefined): string =>
  `data:image/png;base64,${Buffer.from(picture ?? []).toString('base64')}`;

/** How many pixels of two pictures are clearly another; edges of letters are smoothed a little otherwise each time. In the browser. */
const differingPixels = async (addresses: readonly string[]): Promise<number> => {
  const [one, other] = await Promise.all(
    addresses.map(async (address) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = canvas.getContext('2d');
      context?.drawImage(image, 0, 0);
      return context?.getImageData(0, 0, image.width, image.height).data ?? new Uint8ClampedArray();
    }),
  );
  if (one?.length !== other?.length) return Number.POSITIVE_INFINITY;
  let count = 0;
  for (let at = 0; at < (one?.length ?? 0); at += 4)
    if ([0, 1, 2].some((channel) => Math.abs((one?.[at + channel] ?? 0) - (other?.[at + channel] ?? 0)) > 64))
      count += 1;
  return count;
};

describe('pictures of the screens that a client changes', () => {
  let pictures: Pictures;
  const screen = (path: string): ScreenPictures | undefined =>
    pictures.kind === 'taken' ? pictures.screens.find((one) => one.path === path) : undefined;
  const options = {
    root,
    pages: join(root, 'dist'),
    samples: false,
    open: () => openPglite({ folder: 'memory://', template: inject('pgliteTemplates').users }),
  };
  const request = async () => {
    const files = new Map(
      [...(await readRealFiles())].filter(
        ([path]) => !path.endsWith('/data.csv') || rowsOf.some((folder) => path.endsWith(`/${folder}/data.csv`)),
      ),
    );
    const withClient = (document: object) => new Map([...files, ['clients/copass.json', JSON.stringify(document)]]);
    return {
      client: 'copass',
      before: withClient(client),
      after: withClient(overlay),
      screens: ['/bancos', '/indexadores', '/feriados', '/nada'],
    };
  };

  beforeAll(async () => {
    pictures = await takePictures(await request(), { ...options, launch: launchBrowser });
  }, 300_000);

  it('are of list and record, of every screen that a side has', () => {
    const shapes =
      pictures.kind === 'taken' &&
      pictures.screens.map(({ path, title, pairs }) => [
        path,
        title,
        pairs.map(({ what, before, after }) => [what, before !== undefined, after !== undefined]),
      ]);
    expect(shapes).toEqual([
      [
        '/bancos',
        'Banco',
        [
          ['list', true, true],
          ['record', true, true],
        ],
      ],
      [
        '/indexadores',
        'Indexador',
        [
          ['list', true, true],
          ['record', true, true],
        ],
      ],
      [
        '/feriados',
        'Feriado',
        [
          ['list', true, false],
          ['record', true, false],
        ],
      ],
    ]);
  });

  it('show what is another, and are the same where nothing is', async () => {
    const browser = await launchBrowser();
    const page = await browser.newPage();
    const changed = async (path: string) =>
      Promise.all(
        (screen(path)?.pairs ?? []).map(async ({ what, before, after }) => [
          what,
          (await page.evaluate(differingPixels, [before, after].map(asAddress))) > 100,
        ]),
      );
    expect([await changed('/bancos'), await changed('/indexadores')]).toEqual([
      [
        ['list', true],
        ['record', true],
      ],
      [
        ['list', false],
        ['record', false],
      ],
    ]);
    await browser.close();
  });

  it('are PNGs of what is worked in, beside the menu', () => {
    const sizes = screen('/bancos')?.pairs.map(({ before }) => pngSize(before));
    for (const [kind, width, height] of sizes ?? []) {
      expect(kind).toBe('PNG');
      expect(width).toBeGreaterThan(400);
      expect(width).toBeLessThan(1280);
      expect(height).toBeGreaterThan(500);
    }
    expect(sizes).toHaveLength(2);
  });

  it('are none where no browser is there, and nothing is started for them', async () => {
    const without = await takePictures(await request(), {
      ...options,
      open: () => Promise.reject(new Error('nothing is started')),
      launch: () => Promise.reject(new Error('no browser')),
    });
    expect(without).toEqual({ kind: 'no-browser' });
  });
});
