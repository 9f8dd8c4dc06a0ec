/**
 * `node src/server.ts`: starts the product for a person, from the code that Node compiled the last time. The rest is
 * imported after that is said, or it would be compiled anew.
 */
import { enableCompileCache } from 'node:module';
import { cacheFolder } from './cache-folder.ts';

// A folder that cannot be written to costs the time alone.
enableCompileCache(cacheFolder);
await import('./serve-product.ts');
