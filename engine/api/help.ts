/** The help, as the caller may see it: GET /ajuda and GET /ajuda/{modulo}. */
import type { FastifyInstance } from 'fastify';
import { buildHelpIndex, buildHelpModule } from '../contract/build-help.ts';
import { readHelp, readHelpModule } from '../contract/calls/help-calls.ts';
import { Refusal } from '../core/errors.ts';
import { fieldTypes } from '../fields/index.ts';
import { addCall, requireRight } from './add-call.ts';
import { authenticate } from './authenticate.ts';
import type { Runtime } from './runtime.ts';
import { sendTagged } from './send-tagged.ts';

export const helpRoutes = (app: FastifyInstance, runtime: Runtime): void => {
  addCall(app, readHelp, async (request, reply) => {
    const { access } = await authenticate(runtime, request);
    requireRight(access, readHelp);
    return sendTagged(request, reply, buildHelpIndex(runtime.current.model, access));
  });

  addCall(app, readHelpModule, async (request, reply) => {
    const { access } = await authenticate(runtime, request);
    requireRight(access, readHelpModule);
    const { model } = runtime.current;
    const help = buildHelpModule(model, access, (field) => fieldTypes[field.type].called(field), request.params.modulo);
    if (help === undefined) throw new Refusal('ROUTE_UNKNOWN', { path: request.url });
    return sendTagged(request, reply, help);
  });
};
