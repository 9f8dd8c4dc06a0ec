/** What the development server tells the screens of files that it does not serve. */

/** One line of `fichario validate`. */
export interface FileProblem {
  /** `file:line:column`; null where no line of a file is at fault, but what the database holds. */
  readonly place: string | null;
  readonly code: string;
  readonly message: string;
  /** What to do next; null where nothing helps. */
  readonly hint: string | null;
}

/** Name of the event by which the screens are told, and by which they ask. The good news is an empty list. */
export const problemsEvent = 'fichario:problems';
