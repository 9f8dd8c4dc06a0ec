/** What the workbench and its server say to each other. */
import type { IssueReport } from '../../engine/core/issues.ts';

/** Texts that are not saved yet, by path; null: the file is to go. */
export type Drafts = Readonly<Record<string, string | null>>;

/** A file of `schemas` or `clients`. `tag` stands for its content. */
export interface FileEntry {
  readonly path: string;
  readonly tag: string;
}

export interface FileContent extends FileEntry {
  readonly text: string;
}

export interface FileTree {
  readonly files: readonly FileEntry[];
  readonly clients: readonly { readonly name: string; readonly title: string }[];
  /** The one that is served. */
  readonly client: string;
}

export interface ScreenEntry {
  /** `schemas/base/bancos`. */
  readonly folder: string;
  readonly path: string;
  readonly title: string;
}

/** Everything that `validate` says of the files with the drafts over them, and the screens that they make. */
export interface Checked {
  readonly issues: readonly IssueReport[];
  readonly screens: readonly ScreenEntry[];
}

export interface Suggestion {
  readonly label: string;
  readonly sort: 'key' | 'value' | 'name';
  /** In one or two words. */
  readonly detail: string;
  readonly info: string;
  /** A template: `${1}` is a place to fill in. Takes the place of `from` to `to`, in UTF-16 units. */
  readonly insert: string;
  readonly from: number;
  readonly to: number;
}

export interface Hint {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** What a file becomes; `tag` is of the content that it had for the person, null: it was not there. */
export interface FileChange {
  readonly text: string | null;
  readonly tag: string | null;
}

/** A product that serves the drafts to one person, over a database of its own that nobody keeps. */
export interface Preview {
  /** `http://127.0.0.1:40001`. */
  readonly address: string;
  /** Of the person's session there. */
  readonly token: string;
  readonly client: string;
  readonly login: string;
}

/** A new registry that is not saved yet. */
export interface NewRegistry {
  /** Text by path. */
  readonly files: Readonly<Record<string, string>>;
  /** Route of its screen. */
  readonly path: string;
  /** What was found out, with evidence and confidence, in Portuguese. */
  readonly report: string;
}

/** What has one answer, mended: a name written otherwise, a line that repeats the base, notes of the base. */
export interface Mended {
  /** Text by path. */
  readonly files: Readonly<Record<string, string>>;
  readonly count: number;
}
