/**
 * Addresses of compiled validators. A browser imports a module without the caller's token, so the address itself says
 * which fields the caller writes and proves (HMAC-SHA-256) that this installation gave it; any process can answer.
 */
import type { KeyObject } from 'node:crypto';
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { BrowserValidator } from '../data/validators.ts';
import type { Entity } from '../model/types.ts';
import type { Compiled } from './runtime.ts';

const prove = (key: KeyObject, text: string): Buffer => createHmac('sha256', key).update(text).digest().subarray(0, 16);

/** `entity` holds the fields that the caller writes; the digest makes another text another address. */
export const validatorAddress = (compiled: Compiled, key: KeyObject, entity: Entity): string => {
  const { digest } = compiled.validators.browser(entity);
  const kept = compiled.model.entities[entity.name]?.fields.filter((field) => !entity.fields.includes(field)) ?? [];
  const subject = Buffer.from(JSON.stringify([entity.name, ...kept.map((field) => field.name)])).toString('base64url');
  const proof = prove(key, `${digest}.${subject}`).toString('base64url');
  return `/api/validators/${digest}.${subject}.${proof}.js`;
};

/** The module of an address; undefined where it was not given here, or was given for files that have changed since. */
export const findValidator = (compiled: Compiled, key: KeyObject, file: string): BrowserValidator | undefined => {
  const [digest = '', subject = '', proof = ''] = file.split('.');
  const given = Buffer.from(proof, 'base64url');
  const right = prove(key, `${digest}.${subject}`);
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
  const [name = '', ...kept] = JSON.parse(Buffer.from(subject, 'base64url').toString('utf8')) as string[];
  const entity = compiled.model.entities[name];
  if (!entity) return undefined;
  const fields = entity.fields.filter((field) => !kept.includes(field.name));
  const found = compiled.validators.browser(fields.length === entity.fields.length ? entity : { ...entity, fields });
  return found.digest === digest ? found : undefined;
};
