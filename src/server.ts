/**
 * `node src/server.ts`: starts the product for a person, from the code that Node compiled the last time. The rest is
 * imported after that is said, or it would be compiled anew.
 */
import { enableCompileCache } from 'node:module';
import { cacheFolder } from './cache-folder.ts';

// A folder that cannot be written to costs the time alone.
enableCompileCache(cacheFolder);
// Asked before anything is awaited: it may be gone before the product is ready.
const shell = process.ppid;
const { beginStart } = await import('./open-configured.ts');
// The embedded database takes as long to open as the product to be imported: both go on at once.
const begun = beginStart(process.env);
await begun.catch(() => undefined);
const { serve } = await import('./serve-product.ts');
await serve(begun, shell);
