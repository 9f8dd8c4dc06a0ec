/**
 * Addresses of compiled validators. A browser imports a module without the caller's token, so the address itself says
 * which fields are kept from the caller, and that this installation gave it (AES-256-GCM): nobody reads a name from it,
 * any process can answer, and the same fields have the same address, so that browsers keep the module.
 */
import type { KeyObject } from 'node:crypto';
import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import type { BrowserValidator } from '../data/validators.ts';
import type { Entity } from '../model/types.ts';
import type { Compiled } from './runtime.ts';

/** The length tells of the names no more than this. */
const block = 256;

/** The first bytes are of the text itself: no two texts share them, and the same text is always sealed alike. */
const seal = (key: KeyObject, digest: string, text: string): string => {
  const padded = text.padEnd(Math.ceil(text.length / block) * block);
  const iv = createHmac('sha256', key).update(`${digest}.${padded}`).digest().subarray(0, 12);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(digest));
  const body = Buffer.concat([cipher.update(padded, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
};

/** undefined: not sealed here, or not for this digest. */
const unseal = (key: KeyObject, digest: string, sealed: string): string | undefined => {
  const bytes = Buffer.from(sealed, 'base64url');
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
      .setAAD(Buffer.from(digest))
      .setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
};

/** `entity` holds the fields that the caller writes; the digest makes another text another address. */
export const validatorAddress = (compiled: Compiled, key: KeyObject, entity: Entity): string => {
  const { digest } = compiled.validators.browser(entity);
  const kept = compiled.model.entities[entity.name]?.fields.filter((field) => !entity.fields.includes(field)) ?? [];
  const subject = JSON.stringify([entity.name, ...kept.map((field) => field.name)]);
  return `/api/validators/${digest}.${seal(key, digest, subject)}.js`;
};

/** The module of an address; undefined where it was not given here, or was given for files that have changed since. */
export const findValidator = (compiled: Compiled, key: KeyObject, file: string): BrowserValidator | undefined => {
  const [digest = '', sealed = ''] = file.split('.');
  const subject = unseal(key, digest, sealed);
  if (subject === undefined) return undefined;
  const [name = '', ...kept] = JSON.parse(subject) as string[];
  const entity = compiled.model.entities[name];
  if (!entity) return undefined;
  const fields = entity.fields.filter((field) => !kept.includes(field.name));
  const found = compiled.validators.browser(fields.length === entity.fields.length ? entity : { ...entity, fields });
  return found.digest === digest ? found : undefined;
};
