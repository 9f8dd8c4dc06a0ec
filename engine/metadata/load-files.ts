/**
 * The loader. In: the text of every file below `schemas/` and `clients/`. Out: the documents, each checked against its
 * kind, with the place of every value, and every issue of every file.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Issue } from '../core/errors.ts';
import { createIssue } from '../core/errors.ts';
import { anyName, lostName, settleIssues } from '../core/faults.ts';
import { arrangeIssues } from '../core/issues.ts';
import type { Json } from '../core/json.ts';
import { isJsonObject } from '../core/json.ts';
import { checkEncoding } from './check-encoding.ts';
import type { ScreenFolder } from './check-folders.ts';
import { checkFolders, startOf } from './check-folders.ts';
import type { RawDocument, RawFiles, RawScreen, SourceFiles } from './documents.ts';
import type { FileMemory } from './file-memory.ts';
import { noMemory } from './file-memory.ts';
import { meantPlace, placeOf } from './file-place.ts';
import { findFaults } from './find-faults.ts';
import type { Kind } from './kinds.ts';
import { loadDocument } from './load-document.ts';
import { messagesFile } from './load-messages.ts';
import { ownedRows } from './owned-rows.ts';
import { parseCsv } from './parse-csv.ts';
import { isQuery, openSqlParser, parseAhead, parseQuery } from './parse-query.ts';
import { sourcePaths } from './source-paths.ts';

const readTexts = async (root: string, paths: readonly string[]): Promise<SourceFiles> => {
  const sources = new Map<string, string>();
  // In portions: systems bound the number of open files.
  for (let at = 0; at < paths.length; at += 64) {
    const portion = paths.slice(at, at + 64);
    const texts = await Promise.all(portion.map((path) => readFile(join(root, path), 'utf8')));
    for (const [index, path] of portion.entries()) sources.set(path, texts[index] ?? '');
  }
  return sources;
};

/**
 * The text of every file below `schemas/` and `clients/` of a project folder, by path with forward slashes. Bytes that
 * are no UTF-8 become U+FFFD, which loading refuses.
 */
export const readSourceFiles = async (root: string): Promise<SourceFiles> => {
  const paths = await sourcePaths(root);
  const parser = paths.some(isQuery) ? openSqlParser() : undefined;
  const sources = await readTexts(root, paths);
  await parser;
  return sources;
};

/** The same for who loads these files and no others, the queries parsed apart: no parser comes into memory. */
export const readParsedFiles = async (root: string): Promise<SourceFiles> => {
  const paths = await sourcePaths(root);
  const queries = await readTexts(root, paths.filter(isQuery));
  const [sources] = await Promise.all([readTexts(root, paths), parseAhead([...queries.values()])]);
  // One that was written in between is another text.
  return new Map([...sources, ...queries]);
};

/** What is not there while a file of the kind cannot be used; screens say it of their folder. */
const provides: Readonly<Partial<Record<Kind, (name: string) => string>>> = {
  menu: () => lostName('route', anyName),
  'code-list': (name) => lostName('list', name),
  flags: () => lostName('flag', anyName),
  client: (name) => lostName('client', name),
};

/** What can be read of a columns.json, usable or not. */
const salvageOf = (written: Json | undefined): ScreenFolder['salvage'] => {
  const { entity, path } = isJsonObject(written) ? written : {};
  return {
    ...(typeof entity === 'string' && { entity }),
    ...(typeof path === 'string' && { path }),
    hasPath: path !== undefined,
  };
};

/**
 * Parses and checks all files. Files beyond use are reported and left out; the others are given even where they have
 * faults, mended, so that the stages after can report theirs in the same run. Never throws. With a memory, what has not
 * changed since is as it was.
 */
export const loadFiles = (sources: SourceFiles, remember: FileMemory = noMemory): RawFiles => {
  const issues: Issue[] = [];
  const screens = new Map<string, ScreenFolder>();
  const menus: RawDocument<'menu'>[] = [];
  const codeLists: RawDocument<'code-list'>[] = [];
  const clients: RawDocument<'client'>[] = [];
  const parts = { usable: new Map<string, RawDocument<'part'>>(), broken: new Set<string>() };
  let flags: RawDocument<'flags'> | undefined;
  let changes: RawDocument<'changes'> | undefined;

  const lost: string[] = [];

  /** What a file says wrong; of one in another encoding that alone, for the rest may follow from it. */
  const found = (file: string, text: string, own: readonly Issue[]): void => {
    const encoding = checkEncoding(file, text);
    issues.push(...(encoding === undefined ? own : [encoding]));
  };
  const load = <K extends Kind>(kind: K, file: string, name: string, text: string): RawDocument<K> | undefined => {
    const loaded = remember(file, [text], () => loadDocument(kind, file, name, text));
    found(file, text, loaded.issues);
    // Behind a faulty option of a code list any value may stand.
    const usable = kind !== 'code-list' || !loaded.issues.some(({ origin }) => origin.pointer.startsWith('/options'));
    const provided = provides[kind];
    if ((loaded.document === undefined || !usable) && provided !== undefined) lost.push(provided(name));
    return usable ? loaded.document : undefined;
  };
  const screenAt = (module: string, folder: string): ScreenFolder => {
    const path = `schemas/${module}/${folder}`;
    let screen = screens.get(path);
    if (screen === undefined) {
      screen = {
        module,
        folder,
        path,
        files: [],
        record: undefined,
        registry: undefined,
        search: undefined,
        rows: undefined,
        query: undefined,
        salvage: { hasPath: false },
      };
      screens.set(path, screen);
    }
    return screen;
  };
  const loadScreenFile = (screen: ScreenFolder, file: string, name: string, text: string): void => {
    screen.files.push(name);
    if (name === 'schema.json') screen.record = load('record', file, screen.folder, text);
    else if (name === 'columns.json') {
      const {
        document,
        written,
        issues: own,
      } = remember(file, [text], () => loadDocument('registry', file, screen.folder, text));
      found(file, text, own);
      screen.registry = document;
      screen.salvage = salvageOf(written);
    } else if (name === 'search.json') screen.search = load('search', file, screen.folder, text);
    else if (name === 'query.sql') {
      const parsed = remember(file, [text], () => parseQuery(file, text));
      found(file, text, parsed.issues);
      screen.query = parsed.query;
    } else {
      const parsed = remember(file, [text], () => parseCsv(file, text));
      found(file, text, parsed.issues);
      screen.rows = parsed.rows;
    }
  };
  const push = <T>(list: T[], item: T | undefined): void => {
    if (item !== undefined) list.push(item);
  };

  for (const file of [...sources.keys()].sort()) {
    if (file === messagesFile) continue;
    const text = sources.get(file) ?? '';
    const place = placeOf(file);
    if (place === undefined) {
      issues.push(createIssue('LANGUAGE_FILE_UNUSED', startOf(file), { file }, meantPlace(file)));
    } else if (place.kind === 'screen') loadScreenFile(screenAt(place.module, place.folder), file, place.name, text);
    else if (place.kind === 'flags') flags = load('flags', file, place.name, text);
    else if (place.kind === 'changes') changes = load('changes', file, place.name, text);
    else if (place.kind === 'menu') push(menus, load('menu', file, place.name, text));
    else if (place.kind === 'part') {
      const part = load('part', file, place.name, text);
      if (part === undefined) parts.broken.add(file);
      else parts.usable.set(file, part);
    } else if (place.kind === 'code-list') push(codeLists, load('code-list', file, place.name, text));
    else push(clients, load('client', file, place.name, text));
  }
  const drafts = [...screens.values()];
  const folders = drafts.flatMap(({ module, folder, path, files, record, registry, search, rows, query }) => {
    const rowsLost = files.includes('data.csv') && rows === undefined;
    return registry === undefined
      ? []
      : remember(`${path}/`, [record, registry, search, rows, query, rowsLost], (): RawScreen[] => [
          { module, folder, record, registry, search, rows, ...(query && { query }), owner: undefined, rowsLost },
        ]);
  });
  const allParts = [...parts.usable.values(), ...parts.broken];
  const owned = new Map(
    folders.map((screen) => [
      screen,
      remember(`${screen.registry.file} rows`, [screen, ...allParts], () => ownedRows(screen, parts)),
    ]),
  );
  const used = new Set<string>();
  for (const rows of owned.values()) {
    lost.push(...rows.lost);
    for (const file of rows.used) used.add(file);
  }
  const faults = findFaults(issues, drafts, lost);
  issues.push(...settleIssues(checkFolders(drafts), faults));
  for (const rows of owned.values()) issues.push(...settleIssues(rows.issues, faults));
  // A part may be named in a record beyond use.
  if (drafts.every(({ files, record, registry }) => !files.includes('schema.json') || (record && registry)))
    for (const file of parts.usable.keys())
      if (!used.has(file)) issues.push(createIssue('LANGUAGE_FILE_UNUSED', startOf(file), { file }));
  return {
    screens: folders.flatMap((screen) => [screen, ...(owned.get(screen)?.screens ?? [])]),
    menus,
    codeLists: remember('schemas/code-lists/', codeLists, () => codeLists),
    flags,
    changes,
    clients,
    faults,
    issues: arrangeIssues(issues),
  };
};
