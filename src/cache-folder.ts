import { join } from 'node:path';

/** What one start leaves for the next to be quick; may be taken away at any time. */
export const cacheFolder = join(import.meta.dirname, '../node_modules/.cache/fichario');
