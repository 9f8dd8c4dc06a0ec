/** The way back through pages that know only their successor: the cursors visited, the first page being `undefined`. */
export interface CursorStack {
  readonly cursors: readonly (string | undefined)[];
}

export const firstPage: CursorStack = { cursors: [undefined] };

export const currentCursor = ({ cursors }: CursorStack): string | undefined => cursors.at(-1);

/** Pages before the present one. */
export const pageIndex = ({ cursors }: CursorStack): number => cursors.length - 1;

export const advance = (stack: CursorStack, next: string): CursorStack => ({ cursors: [...stack.cursors, next] });

export const goBack = (stack: CursorStack): CursorStack =>
  stack.cursors.length > 1 ? { cursors: stack.cursors.slice(0, -1) } : stack;
