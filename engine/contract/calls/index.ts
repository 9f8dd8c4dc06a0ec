/** The calls of every product, in the order of the document. */
import type { ApiCall } from '../openapi/api-call.ts';
import { accountCalls } from './account-calls.ts';
import { archiveCalls } from './archive-calls.ts';
import { batchCalls } from './batch-calls.ts';
import { helpCalls } from './help-calls.ts';
import { importCalls } from './import-calls.ts';
import { jobCalls } from './job-calls.ts';
import { modelCalls } from './model-calls.ts';
import { sessionCalls } from './session-calls.ts';
import { settingCalls } from './setting-calls.ts';

export const engineCalls: readonly ApiCall[] = [
  ...sessionCalls,
  ...accountCalls,
  ...settingCalls,
  ...batchCalls,
  ...importCalls,
  ...jobCalls,
  ...archiveCalls,
  ...modelCalls,
  ...helpCalls,
];
