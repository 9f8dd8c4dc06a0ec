import { createHash } from 'node:crypto';

/** PostgreSQL cuts longer names off, silently. */
const longest = 63;

/**
 * The name of a constraint, index or function: `banco_codigo_key`. Always the same for the same parts; a name that would
 * be too long keeps its beginning and its suffix and holds a digest of the whole between them.
 */
export const objectName = (parts: readonly string[], suffix: string): string => {
  const whole = [...parts, suffix].join('_');
  if (whole.length <= longest) return whole;
  const digest = createHash('sha256').update(whole).digest('hex').slice(0, 8);
  const end = `_${digest}_${suffix}`;
  return `${parts.join('_').slice(0, longest - end.length)}${end}`;
};
