/** The call of document 1 section 7 that asks whether a beneficiary should confirm the own data. */
import type { ApiCall } from '../../engine/contract/openapi/api-call.ts';
import { schemaOf } from '../../engine/contract/openapi/api-call.ts';
import { closed, flag, signedIn } from '../../engine/contract/openapi/call-parts.ts';
import type { RegistryUpdateNeed } from './registry-update-route.ts';

export const registryUpdateNeed = {
  method: 'GET',
  path: '/beneficiarios/beneficiario-logado-requer-atualizacao-cadastral',
  tag: 'Início',
  id: 'registry_update_need',
  summary: 'Se o beneficiário precisa atualizar o cadastro',
  description: 'De quem não é beneficiário, nunca.',
  answers: {
    200: { description: 'Se precisa.', schema: schemaOf<RegistryUpdateNeed>()(closed({ requer: flag() })) },
  },
  refusals: signedIn,
} as const satisfies ApiCall;
