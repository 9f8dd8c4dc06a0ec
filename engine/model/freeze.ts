/** Freezes a value and all below it, in place. Frozen parts are taken as frozen through and through. */
export const freeze = <T>(value: T): T => {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const key in value) freeze(value[key]);
  }
  return value;
};
