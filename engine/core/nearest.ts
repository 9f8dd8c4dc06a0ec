/** Edit distance with transposition of neighbours (optimal string alignment), stopped once it exceeds `limit`. */
const distance = (a: string, b: string, limit: number): number => {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const current = [i];
    let best = i;
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min((previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      current.push(cost);
      best = Math.min(best, cost);
    }
    if (best > limit) return limit + 1;
    before = previous;
    previous = current;
  }
  return previous[b.length] ?? limit + 1;
};

/** The one candidate that begins with the whole name and goes on with another word: `tipo-posto` of `tipo-posto-atendimento`. */
const longerBy = (name: string, candidates: readonly string[]): string | undefined => {
  if (name.length < 4) return undefined;
  const longer = candidates.filter((candidate) => /^[-_]/.test(candidate.slice(name.length)));
  const found = longer.filter((candidate) => candidate.toLowerCase().startsWith(name));
  return found.length === 1 ? found[0] : undefined;
};

/**
 * The candidate closest to `name`, case ignored, or undefined where none is near enough to be a slip of the hand
 * (more than a third of the letters wrong, at most 3). Ties go to the first candidate; before one with more than one wrong
 * letter, or none at all, goes the only one that `name` is the beginning of.
 */
export const nearest = (name: string, candidates: Iterable<string>): string | undefined => {
  const wanted = name.toLowerCase();
  let limit = Math.min(3, Math.max(1, Math.floor(wanted.length / 3)));
  let found: string | undefined;
  let closest = Number.POSITIVE_INFINITY;
  const all = [...candidates];
  for (const candidate of all) {
    const cost = distance(wanted, candidate.toLowerCase(), limit);
    if (cost <= limit) {
      found = candidate;
      if (cost === 0) return found;
      limit = cost - 1;
      closest = cost;
    }
  }
  return closest > 1 ? (longerBy(wanted, all) ?? found) : found;
};
