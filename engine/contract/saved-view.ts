/** A saved view: a name for the address of a list and for how its columns are arranged. Of one person, or shared. */
import type { ListLayout } from './list-layout.ts';

export const viewLimits = {
  /** Views of one person on one screen. */
  count: 100,
  /** Characters. */
  name: 60,
  query: 8000,
  /** Columns of a layout. */
  columns: 200,
} as const;

export interface ViewContent {
  /** What the address of the list says after the question mark: filters, `q`, `order`, `limit`. */
  readonly query: string;
  readonly layout: ListLayout;
}

/** Body of `POST /views`. */
export interface NewView {
  /** Route of the screen. */
  readonly screen: string;
  readonly name: string;
  readonly shared?: boolean;
  readonly content: ViewContent;
}

/** Body of `PATCH /views/{id}`: what changes. */
export type ViewChange = Partial<Pick<NewView, 'name' | 'shared' | 'content'>>;

/** A view as one person gets it. */
export interface SavedView {
  readonly id: number;
  readonly screen: string;
  readonly name: string;
  readonly shared: boolean;
  /** Whether it is the caller's own. */
  readonly own: boolean;
  /** Login of its owner; null where that person is no more. */
  readonly owner: string | null;
  /** Whether the caller may change and delete it. */
  readonly editable: boolean;
  readonly versao: number;
  readonly content: ViewContent;
  /** How many filters, sorts and columns the caller may not see, and which `content` therefore does not have. */
  readonly omitted: number;
}
