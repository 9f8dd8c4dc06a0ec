/** `banco:list` taken apart; the action stands behind the last colon. */
export const splitPair = (pair: string): { readonly subject: string; readonly action: string } => {
  const at = pair.lastIndexOf(':');
  return { subject: pair.slice(0, Math.max(at, 0)), action: pair.slice(at + 1) };
};
