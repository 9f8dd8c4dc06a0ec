/** GET /settings, PUT and DELETE /settings/{key}: what the caller keeps for the screens. Everybody has their own only. */
import type { FastifyInstance } from 'fastify';
import { dropSetting, putSetting, settingsOfCaller } from '../contract/calls/setting-calls.ts';
import { isSettingKey, isStorable, settingLimits } from '../contract/user-setting.ts';
import { Refusal } from '../core/errors.ts';
import type { Json } from '../core/json.ts';
import { CsvText } from '../data/csv-rows.ts';
import { takeTurn } from '../data/take-turn.ts';
import { readSettings, removeSetting, writeSetting } from '../data/user-settings.ts';
import { addCall } from './add-call.ts';
import { authenticate } from './authenticate.ts';
import type { Runtime } from './runtime.ts';
import { sendTagged } from './send-tagged.ts';

/** Writes a minute; the screens put several changes into one. */
const writesPerMinute = 240;

const checkedKey = (key: string): string => {
  if (isSettingKey(key)) return key;
  throw new Refusal('SETTING_KEY_INVALID', { key: key.slice(0, 60) });
};

export const settingRoutes = (app: FastifyInstance, runtime: Runtime): void => {
  addCall(app, settingsOfCaller, async (request, reply) => {
    const { access } = await authenticate(runtime, request, { expired: true });
    return sendTagged(request, reply, await readSettings(runtime.database, access.userId));
  });

  addCall(app, putSetting, async (request, reply) => {
    const { access } = await authenticate(runtime, request, { expired: true });
    const key = checkedKey(request.params.chave);
    if (request.body instanceof CsvText) throw new Refusal('REQUEST_CONTENT_TYPE', { type: 'text/csv' });
    if (request.body === undefined) throw new Refusal('SETTING_VALUE_INVALID', { problem: 'falta o valor' });
    if (!isStorable(request.body))
      throw new Refusal('SETTING_VALUE_INVALID', {
        problem: `há um caractere que não se guarda, ou listas e objetos em mais de ${settingLimits.depth} níveis`,
      });
    await takeTurn(runtime.database, `setting:${access.userId}`, writesPerMinute);
    await writeSetting(runtime.database, access.userId, key, request.body as Json);
    return reply.status(204).send();
  });

  addCall(app, dropSetting, async (request, reply) => {
    const { access } = await authenticate(runtime, request);
    await removeSetting(runtime.database, access.userId, checkedKey(request.params.chave));
    return reply.status(204).send();
  });
};
