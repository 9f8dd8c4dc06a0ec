import { globSync, readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import react from '@vitejs/plugin-react';
import type { ComponentType } from 'react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const iconPackage = dirname(fileURLToPath(import.meta.resolve('lucide-react/package.json')));
const { version } = JSON.parse(readFileSync(join(iconPackage, 'package.json'), 'utf8')) as { version: string };
const iconFolder = join(iconPackage, 'dist/esm/icons');
/** Named by version, so that the files may be kept for ever. */
const iconAddress = `assets/icons-${version}`;

const drawIcon = async (name: string): Promise<string> => {
  const module = (await import(pathToFileURL(join(iconFolder, `${name}.mjs`)).href)) as { default: ComponentType };
  return renderToStaticMarkup(createElement(module.default));
};

/**
 * The icons that metadata may name, as one file each. A registry dropped in after the build may name any of them, and a
 * table of 2,400 lazy chunks would cost every visitor 67 KB of names.
 */
const screenIcons = (): Plugin => ({
  name: 'screen-icons',
  configureServer: (server) => {
    server.middlewares.use(`/${iconAddress}`, (request, response) => {
      const name = /^\/([a-z0-9-]+)\.svg$/.exec(request.url ?? '')?.[1] ?? '';
      drawIcon(name).then(
        (svg) => response.setHeader('content-type', 'image/svg+xml').end(svg),
        () => response.writeHead(404).end(),
      );
    });
  },
  async generateBundle() {
    const names = readdirSync(iconFolder).flatMap((file) => /^([a-z0-9-]+)\.mjs$/.exec(file)?.[1] ?? []);
    for (const name of names) {
      if (name === 'index') continue;
      this.emitFile({ type: 'asset', fileName: `${iconAddress}/${name}.svg`, source: await drawIcon(name) });
    }
  },
});

const markdown = 'markdown-to-jsx/react';

/** What RJSF would draw Markdown with: 30 KB that no form of ours needs, for descriptions here are plain text. */
const plainDescriptions = (): Plugin => ({
  name: 'plain-descriptions',
  enforce: 'pre',
  resolveId: (id) => (id === markdown ? `\0${markdown}` : undefined),
  load: (id) => (id === `\0${markdown}` ? 'export const Markdown = ({ children }) => children;' : undefined),
});

/** Smaller than this is a packet or two, compressed or not. */
const packets = 2048;
const compress = promisify(brotliCompress);

/** Each script and style compressed once, and not anew for everyone who fetches it: the server takes `.br` where there is one. */
const compressed = (): Plugin => ({
  name: 'compressed',
  apply: 'build',
  writeBundle: async ({ dir = '' }, bundle) => {
    const texts = Object.values(bundle).flatMap((file) =>
      /\.(js|mjs|css)$/.test(file.fileName)
        ? [{ name: file.fileName, bytes: Buffer.from(file.type === 'chunk' ? file.code : file.source) }]
        : [],
    );
    await Promise.all(
      texts
        .filter(({ bytes }) => bytes.length >= packets)
        .map(async ({ name, bytes }) => {
          // Of 11, 6 keeps nine tenths of what is saved, in a twentieth of the time: every start builds.
          const params = { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
          await writeFile(join(dir, `${name}.br`), await compress(bytes, { params }));
        }),
    );
  },
});

/** Groups of texts that are needed before any model is there; all others come with the menu. */
const firstGroups: ReadonlySet<string> = new Set([
  'action',
  'failure',
  'frame',
  'message',
  'network',
  'password',
  'product',
  'signIn',
  'state',
]);

const readFirstTexts = (): Readonly<Record<string, string>> => {
  const file = join(import.meta.dirname, 'schemas/messages/pt-BR.json');
  const { texts, errors } = JSON.parse(readFileSync(file, 'utf8')) as {
    texts: Record<string, string>;
    errors: Record<string, { message: string }>;
  };
  return Object.fromEntries([
    ...Object.entries(texts).filter(([key]) => firstGroups.has(key.split('.')[0] ?? '')),
    // A forgotten password is set anew without a session, by the same rules.
    ...Object.entries(errors).flatMap(([code, { message }]) =>
      code.startsWith('VALIDATION_PASSWORD_') ? [[`errors.${code}`, message]] : [],
    ),
  ]);
};

/** Test files that put something in a module's place: each in a process of its own, for the next would find it there. */
const testsApart = globSync('tests/**/*.test.{ts,tsx}', { cwd: import.meta.dirname })
  .filter((file) => readFileSync(join(import.meta.dirname, file), 'utf8').includes('vi.mock('))
  .map((file) => file.replaceAll(sep, '/'));

/** Start before the others, for they are long. All others are those that are neither. */
const testsInBrowser = ['tests/**/*.browser.test.ts'];

/** Of the tests alone: a build has no need of their tool. */
const sequence = process.env['VITEST'] ? { sequencer: (await import('./tests/support/long-first.ts')).LongFirst } : {};

const floatingParts =
  /node_modules\/(@floating-ui\/|@mantine\/core\/esm\/(components\/(Popover|Menu|Tooltip|Drawer|Modal|ModalBase|ScrollArea|FocusTrap)\/|utils\/Floating\/))/;

export default defineConfig({
  plugins: [react(), screenIcons(), plainDescriptions(), compressed()],
  define: {
    'import.meta.env.ICON_FOLDER': JSON.stringify(`/${iconAddress}`),
    'import.meta.env.FIRST_TEXTS': JSON.stringify(readFirstTexts()),
  },
  build: {
    outDir: 'dist',
    target: 'es2024',
    manifest: true,
    // Fonts, marks and styles stay files: the content policy allows no inline ones but images.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1500,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // What floats over a page is in one file: split among those who share a piece of it, it compresses worse.
        codeSplitting: { groups: [{ name: 'floating', includeDependenciesRecursively: false, test: floatingParts }] },
      },
    },
  },
  test: {
    projects: [
      { extends: true, test: { name: 'apart', include: testsApart } },
      // What one file has loaded and compiled serves the next, half the time of a small one.
      { extends: true, test: { name: 'browser', include: testsInBrowser, exclude: testsApart, isolate: false } },
      {
        extends: true,
        test: {
          name: 'together',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: [...testsApart, ...testsInBrowser],
          isolate: false,
        },
      },
    ],
    sequence,
    globalSetup: ['tests/support/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // For what hangs: a test that ends within seconds may take minutes where other work has the processors.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // A browser under load takes its time; what never comes still fails.
    expect: { poll: { timeout: 30_000 } },
  },
});
