/** Gives, for a text, the function from offset to line and column, both from 1. The lines are counted on first use. */
export const placeIn = (text: string): ((offset: number) => { readonly line: number; readonly column: number }) => {
  let starts: number[] | undefined;
  const linesOf = (): number[] => {
    const found = [0];
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) found.push(at + 1);
    return found;
  };
  return (offset) => {
    starts ??= linesOf();
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
};
