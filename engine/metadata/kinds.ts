/** The kinds of metadata file, each with its schema. In: nothing. Out: the language, as a table. */
import type { TSchema } from 'typebox';
import { Changes } from './changes.ts';
import { Client } from './client.ts';
import { Part, RecordSchema } from './property.ts';
import { CodeList, Flags, Menu, Registry, Search } from './registry.ts';

export const kinds = {
  record: { schema: RecordSchema, where: 'schemas/<module>/<screen>/schema.json' },
  registry: { schema: Registry, where: 'schemas/<module>/<screen>/columns.json' },
  part: { schema: Part, where: 'schemas/parts/<name>.json' },
  search: { schema: Search, where: 'schemas/<module>/<screen>/search.json' },
  menu: { schema: Menu, where: 'schemas/<module>/menu.json' },
  'code-list': { schema: CodeList, where: 'schemas/code-lists/<name>.json' },
  flags: { schema: Flags, where: 'schemas/flags.json' },
  changes: { schema: Changes, where: 'schemas/changes.json' },
  client: { schema: Client, where: 'clients/<client>.json' },
} as const satisfies Record<string, { schema: TSchema; where: string }>;

export type Kind = keyof typeof kinds;
