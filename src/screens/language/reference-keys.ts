/** `entity` of `properties.*.x-relation.entity`. */
export const nameOf = (key: string): string => key.slice(key.lastIndexOf('.') + 1);

/** `properties.*.x-relation` of it; of a key of the file itself nothing. */
export const parentOf = (key: string): string => key.slice(0, Math.max(key.lastIndexOf('.'), 0));
