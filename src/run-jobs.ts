/** `server.ts` begins it where jobs have a process of their own. From the code that Node compiled the last time, as there. */
import { enableCompileCache } from 'node:module';
import { cacheFolder } from './cache-folder.ts';

enableCompileCache(cacheFolder);
await import('./jobs/serve-jobs.ts');
