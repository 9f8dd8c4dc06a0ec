/**
 * The `cursor` of keyset paging: the sort keys of a page's last row, encrypted (AES-256-GCM) so that nothing of a row
 * is read from it, and bound to resource, filter, order and rights, so that it opens only the list it came from.
 */
import type { KeyObject } from 'node:crypto';
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { Refusal } from '../core/errors.ts';

/** Key values as PostgreSQL writes them; null for an empty one. */
export type CursorKeys = readonly (string | null)[];

/** Short digest of everything that a cursor is bound to. */
export const cursorBinding = (parts: readonly unknown[]): Buffer =>
  createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, 16);

/** `secret` is a key of 32 bytes, shared by all processes of an installation. */
export const sealCursor = (secret: KeyObject, binding: Buffer, keys: CursorKeys): string => {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', secret, iv).setAAD(binding);
  const body = Buffer.concat([cipher.update(JSON.stringify(keys), 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
};

/** Raises REQUEST_CURSOR_INVALID where the text is not a cursor, or one of another list, user or secret. */
export const openCursor = (secret: KeyObject, binding: Buffer, text: string): CursorKeys => {
  try {
    const bytes = Buffer.from(text, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', secret, bytes.subarray(0, 12), { authTagLength: 16 })
      .setAAD(binding)
      .setAuthTag(bytes.subarray(12, 28));
    return JSON.parse(
      Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8'),
    ) as CursorKeys;
  } catch (cause) {
    throw new Refusal('REQUEST_CURSOR_INVALID', {}, { cause });
  }
};
