/** Answer of `GET <route>/<id>/ligados`: who points at a record. */

/** Records of a list that point at the record by one relation. */
export interface LinkedRecords {
  /** Route of the list. */
  readonly path: string;
  /** Wire name of the relation: `<path>?<column>=eq.<id>` lists them. */
  readonly column: string;
  /** Of the list. */
  readonly title: string;
  /** Title of the relation, where records of the list may point by another as well. */
  readonly relation?: string;
  /** Name of an icon of lucide. */
  readonly icon: string;
  /** At most `linkedMost`. */
  readonly total: number;
  /** There are more than `total`, or there may be. */
  readonly more: boolean;
}

/** So many are counted of each list. */
export const linkedMost = 1000;
