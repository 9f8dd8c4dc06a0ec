/** A place in a metadata file. `line` and `column` start at 1; `pointer` is a JSON Pointer (RFC 6901). */
export interface Origin {
  readonly file: string;
  readonly pointer: string;
  readonly line: number;
  readonly column: number;
}
