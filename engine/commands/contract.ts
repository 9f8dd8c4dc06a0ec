/**
 * What a command of the `fichario` command line is. In: arguments and the project, given. Out: text and exit code, so
 * that tests need no process. Commands are thin, like API resources.
 */
import type { ParseArgsOptionsConfig } from 'node:util';
import type { Grants, GroupGrants } from '../access/access.ts';
import type { ApiCall } from '../contract/openapi/api-call.ts';
import type { WhyPerson } from '../contract/why.ts';
import type { Database } from '../data/database.ts';
import type { SchemaOptions } from '../data/ddl/apply-schema.ts';
import type { SampleSize } from '../data/samples/recipe.ts';
import type { SourceFiles } from '../metadata/documents.ts';
import type { Catalogues } from '../model/contracts.ts';
import type { Model } from '../model/types.ts';
import type { Person } from './rights-matrix.ts';

/** The database behind the project. */
export interface DataStore {
  /** Whom it serves. */
  readonly client: string;
  /** IANA zone of its days. */
  readonly timeZone: string;
  readonly database: Database;
  /** Folder of the files of versions that left it. */
  readonly archives: string;
  readonly schemaOptions: SchemaOptions;
  /** What each active group holds, by name. Absent: the database knows of no groups. */
  readonly groups?: () => Promise<readonly GroupGrants[]>;
  readonly close: () => Promise<void>;
}

/** The same with the people who sign in. */
export interface Installation extends Omit<DataStore, 'archives' | 'schemaOptions' | 'groups'> {
  readonly find: (login: string) => Promise<{ readonly person: WhyPerson; readonly grants: Grants } | undefined>;
}

/** A page that the product draws without a file about it. */
export interface Page {
  /** `*`: whatever is no route. */
  readonly path: string;
  readonly title: string;
  readonly kind: 'group' | 'screen';
  /** Open without a session. */
  readonly public?: true;
}

/** Where the project is worked at: the files of the person, the person, and where the screens are to be seen. */
export interface Desk {
  /** Where the screens are served: `http://127.0.0.1:3000`. */
  readonly address: string;
  /** Zone of moments that do not say theirs. */
  readonly timeZone: string;
  /** Bytes of a file by its path from where the command was called; undefined where there is none to be read. */
  readonly readFile: (path: string) => Promise<Uint8Array | undefined>;
  /** Writes new files, by path below the project root: all of them or none. Gives those that exist, and then wrote none. */
  readonly create: (files: ReadonlyMap<string, string>) => Promise<readonly string[]>;
  /** The answer to a question, trimmed. Absent where nobody is at a terminal. Raises COMMAND_ARGUMENT where the input ends. */
  readonly ask?: (question: string) => Promise<string>;
}

/** The project as it was. Raises COMMAND_ARGUMENT where there is no such revision, no repository, or no git. */
export interface History {
  /** Of a branch, a tag or a commit; `commit` is its full name. */
  readonly read: (revision: string) => Promise<{ readonly commit: string; readonly sources: SourceFiles }>;
  /** What the next commit will have. */
  readonly staged: () => Promise<SourceFiles>;
  /** The commit at which two revisions parted. */
  readonly common: (one: string, other: string) => Promise<string>;
}

/** Screens to be pictured under two sets of files. */
export interface PictureRequest {
  readonly client: string;
  readonly before: SourceFiles;
  readonly after: SourceFiles;
  /** Their routes. */
  readonly screens: readonly string[];
}

/** Of one screen: its list, and a record as it is changed, else as it is read. */
export interface ScreenPictures {
  readonly path: string;
  readonly title: string;
  /** PNG; absent where that side has no such screen. */
  readonly pairs: readonly {
    readonly what: 'list' | 'record';
    readonly before: Uint8Array | undefined;
    readonly after: Uint8Array | undefined;
  }[];
}

export type Pictures =
  | { readonly kind: 'taken'; readonly screens: readonly ScreenPictures[] }
  | { readonly kind: 'no-browser' };

/** The project that commands work on. */
export interface Project {
  readonly catalogues: Catalogues;
  /** Shown among the routes. Default: none. */
  readonly pages?: readonly Page[];
  /** The calls that are no registry, for the description of the API. Default: none. */
  readonly calls?: readonly ApiCall[];
  /** Whose rights are shown: one of each group of the demonstration. */
  readonly people: (model: Model) => readonly Person[];
  /** As it is, which may be without tables. Raises what opening a database raises. */
  readonly openData: () => Promise<DataStore>;
  /** Raises what opening a database raises. */
  readonly open: () => Promise<Installation>;
  /** Fills that database, which it makes where there is none; gives the records made, by entity. */
  readonly demonstrate: (asked: {
    readonly size: SampleSize;
    readonly seed: number;
  }) => Promise<Readonly<Record<string, number>>>;
  /** The text of every file below `schemas/` and `clients/`. */
  readonly read: () => Promise<SourceFiles>;
  /** Absent: nothing new is begun. */
  readonly desk?: Desk;
  /** Default: none, and `diff` refuses. */
  readonly history?: History;
  /** Default: nothing is pictured, as without a browser. */
  readonly picture?: (asked: PictureRequest) => Promise<Pictures>;
  /** Writes a file that was asked for, by path from where the command was called, over what is there. */
  readonly save?: (path: string, text: string) => Promise<void>;
  /** A line about work that goes on, beside the output. Default: nobody hears it. */
  readonly tell?: (line: string) => void;
  /** Writes generated files, by path below the project root. */
  readonly write: (files: ReadonlyMap<string, string>) => Promise<void>;
}

export interface CommandOutput {
  /** For standard output, without the last line break. */
  readonly text: string;
  /**
   * 0: done, nothing wrong. 1: done, and something is wrong. 2: not understood; of `diff`: something is lost or weaker; of
   * `plan`: there is something to do.
   */
  readonly exitCode: 0 | 1 | 2;
  /** The text says why nothing was done: it goes to standard error. */
  readonly refused?: true;
}

export interface CommandArguments {
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
  readonly positionals: readonly string[];
}

export interface Command {
  readonly name: string;
  /** What follows the name: `<entidade>.<campo> [--client X]`. */
  readonly usage: string;
  /** One line, in Portuguese. */
  readonly summary: string;
  /** What the command teaches: several lines, in Portuguese, with examples. */
  readonly help: string;
  readonly options: ParseArgsOptionsConfig;
  /** How many arguments without a dash it takes. */
  readonly positionals: { readonly least: number; readonly most: number };
  /** Exit code of a refusal. Default: 2, of faulty files 1. */
  readonly refusedWith?: 1;
  readonly run: (given: CommandArguments, project: Project) => Promise<CommandOutput>;
}
