/** Text in lines of a width. In: a measure of texts. Out: lines; where they are too few for all of it, the last one ends in `…`. */

const more = '…';

/** The longest beginning that fits; at least one character, so that there is an end. */
const longest = (text: string, fits: (part: string) => boolean): number => {
  let [low, high] = [1, text.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(text.slice(0, middle))) low = middle;
    else high = middle - 1;
  }
  return low;
};

export const fitText = (
  text: string,
  width: number,
  lines: number,
  measure: (text: string) => number,
): readonly string[] => {
  const fits = (part: string): boolean => measure(part) <= width;
  const found: string[] = [];
  let rest = text;
  while (found.length < lines - 1 && !fits(rest)) {
    const most = longest(rest, fits);
    const blank = rest.lastIndexOf(' ', most);
    const end = blank > 0 ? blank : most;
    found.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  if (fits(rest)) return [...found, rest];
  const end = longest(rest, (part) => fits(part.trimEnd() + more));
  return [...found, rest.slice(0, end).trimEnd() + more];
};
