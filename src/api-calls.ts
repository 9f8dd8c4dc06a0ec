/** The calls of this product that are no registry, in the order of the document. */
import { engineCalls } from '../engine/contract/calls/index.ts';
import type { ApiCall } from '../engine/contract/openapi/api-call.ts';
import { accessCalls } from './access/access-calls.ts';
import { exportRows } from './exports/export-call.ts';
import { noticeCalls } from './notices/notice-calls.ts';
import { registryUpdateNeed } from './portal/registry-update-call.ts';
import { whyCall } from './why/why-call.ts';

export const apiCalls: readonly ApiCall[] = [
  ...engineCalls,
  exportRows,
  ...noticeCalls,
  registryUpdateNeed,
  ...accessCalls,
  whyCall,
];
