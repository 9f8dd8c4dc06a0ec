/** Ids by the place of their record, in the room of their gaps: those of millions that came one after the other take a line. */
export class IdRuns {
  /** Place and id of the first of each run. */
  private readonly places: number[] = [];
  private readonly firsts: number[] = [];
  private count = 0;

  /** Of records after those that are there, in order. */
  add(id: number, count = 1): void {
    const last = this.firsts.length - 1;
    const next = (this.firsts[last] ?? 0) + this.count - (this.places[last] ?? 0);
    if (last < 0 || next !== id) {
      this.places.push(this.count);
      this.firsts.push(id);
    }
    this.count += count;
  }

  at(place: number): number | undefined {
    if (place < 0 || place >= this.count) return undefined;
    let [low, high] = [0, this.places.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.places[middle] ?? 0) <= place) low = middle;
      else high = middle - 1;
    }
    return (this.firsts[low] ?? 0) + place - (this.places[low] ?? 0);
  }
}
