/** `node src/build-screens.ts`: the screens are there, and those of this code. */
import { join } from 'node:path';
import { buildScreens } from './built-screens.ts';

const root = join(import.meta.dirname, '..');
await buildScreens(root, async () => (await import('vite')).build({ root, logLevel: 'warn' }));
