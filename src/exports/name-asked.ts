/** What a file was asked for, in words: records that it names are called as the asker may know them. */
import type { Access } from '../../engine/access/access.ts';
import type { Runtime } from '../../engine/api/runtime.ts';
import type { AskedWord } from '../../engine/contract/asked-words.ts';
import { askedRecords, askedWords } from '../../engine/contract/asked-words.ts';
import type { ReadRequest } from '../../engine/contract/request.ts';
import type { ScreenModel } from '../../engine/contract/screen-model.ts';
import { nameRecords } from '../../engine/data/name-records.ts';
import { textsOf } from './file-texts.ts';

/** Records of one entity that are called by their names; the others by their numbers. */
const mostNames = 20;

export const nameAsked = async (
  runtime: Runtime,
  access: Access,
  model: ScreenModel,
  request: ReadRequest,
): Promise<readonly AskedWord[]> => {
  const { database, current, timeZone } = runtime;
  const context = { model: current.model, access, timeZone };
  const names = new Map<string, ReadonlyMap<number, string>>();
  for (const [name, ids] of askedRecords(model, request)) {
    const entity = current.model.entities[name];
    if (entity !== undefined) names.set(name, await nameRecords(database, context, entity, ids.map(Number), mostNames));
  }
  return askedWords(model, request, {
    texts: textsOf(runtime),
    timeZone,
    nameOf: (entity, id) => names.get(entity)?.get(Number(id)),
  });
};
