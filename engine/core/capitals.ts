/** Of a regular expression, whether it takes capital letters and none of the small ones, whatever else it takes. */

const inClass = /\[(?:\\.|[^\]\\])*\]/g;
const capitals = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

export const takesCapitalsOnly = (pattern: string): boolean => {
  const classes = (pattern.match(inClass) ?? []).map((one) => new RegExp(one, 'u'));
  const outside = pattern.replaceAll(inClass, '').replaceAll(/\\(?:d|[^A-Za-z])/g, '');
  // A point and the other classes of letters take small ones too.
  if (/[a-z.\\]/.test(outside)) return false;
  const takes = (letter: string): boolean => outside.includes(letter) || classes.some((one) => one.test(letter));
  return capitals.some(takes) && !capitals.some((letter) => takes(letter.toLowerCase()));
};
