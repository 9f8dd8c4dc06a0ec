/**
 * The header by which a request that is sent again is known (draft-ietf-httpapi-idempotency-key-header-07): a string of
 * structured fields (RFC 9651, 3.3.3) that the caller makes up, once for each request.
 */
export const idempotencyHeader = 'Idempotency-Key';

/** Characters of a key, at most. */
export const longestKey = 255;

/** Hours that a key is known, at least. */
export const keyHours = 24;

/** A key as the header has it; it holds no quotes and no backslashes. */
export const quotedKey = (key: string): string => `"${key}"`;
