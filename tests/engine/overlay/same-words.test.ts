/** A client's file that is saved again: what says the same in the same place is the same object, and all else is not. */

import { expect, it } from 'vitest';
import { createFileMemory } from '../../../engine/metadata/file-memory.ts';
import { loadFiles } from '../../../engine/metadata/load-files.ts';
import { resolve } from '../../../engine/overlay/resolve.ts';
import type { ResolvedFiles } from '../../../engine/overlay/resolved.ts';
import { becauseOf, isPatched, originOf } from '../../../engine/overlay/resolved.ts';
import fc from '../../support/laws.ts';

const names = ['rua', 'vila', 'praca'] as const;
const base = new Map(
  names.flatMap((name): [string, string][] => [
    [
      `schemas/localizacao/${name}s/schema.json`,
      JSON.stringify({
        title: name,
        type: 'object',
        required: ['nome'],
        properties: { nome: { title: 'Nome', type: 'string' }, uf: { title: 'UF', type: 'string' } },
      }),
    ],
    [
      `schemas/localizacao/${name}s/columns.json`,
      JSON.stringify({
        entity: name,
        path: `/${name}s`,
        parent: '/',
        permission: { subject: name },
        columns: ['nome', 'uf'],
      }),
    ],
  ]),
);

interface Patch {
  readonly label: string;
  readonly because?: string;
  readonly required?: boolean;
  readonly columns?: readonly string[];
}
type Overlay = Readonly<Partial<Record<(typeof names)[number], Patch>>>;

const textOf = (overlay: Overlay, blankLines: number): string =>
  '\n'.repeat(blankLines) +
  JSON.stringify(
    {
      name: 'exemplo',
      title: 'E',
      fields: Object.fromEntries(
        Object.entries(overlay).map(([name, { columns: _columns, ...nome }]) => [name, { nome }]),
      ),
      screens: Object.fromEntries(
        Object.entries(overlay).flatMap(([name, { columns }]) => (columns ? [[`${name}s`, { columns }]] : [])),
      ),
    },
    null,
    2,
  );

const resolved = (text: string, remember = createFileMemory()): ResolvedFiles =>
  resolve(loadFiles(new Map([...base, ['clients/exemplo.json', text]]), remember), 'exemplo');

/** All that is told of a resolved project: values, and where each was said. */
const tellOf = (files: ResolvedFiles) =>
  files.screens.map(({ folder, record, registry }) =>
    [record, registry].map((document) => ({
      folder,
      value: document?.value,
      places: ['/properties/nome/title', '/required/0', '/columns/0', '/columns', '/title'].map((pointer) =>
        document?.origin(pointer),
      ),
      said:
        document && isPatched(document)
          ? document.assignments.map((one) => [one.target, one.value, one.previous, originOf(one), becauseOf(one)])
          : [],
    })),
  );

const patch: fc.Arbitrary<Patch> = fc.record(
  {
    label: fc.constantFrom('A', 'B'),
    because: fc.constantFrom('Assim se diz.', 'É outra.'),
    required: fc.constant(false),
    columns: fc.constantFrom(['uf', 'nome'], ['uf']),
  },
  { requiredKeys: ['label'] },
);
const overlay: fc.Arbitrary<Overlay> = fc.record({ rua: patch, vila: patch, praca: patch }, { requiredKeys: [] });

it('law: after any other text before it, it tells what it tells read for the first time', () => {
  fc.assert(
    fc.property(overlay, overlay, fc.nat(2), fc.nat(2), (before, after, lines, others) => {
      const remember = createFileMemory();
      resolved(textOf(before, lines), remember);
      expect(tellOf(resolved(textOf(after, others), remember))).toEqual(tellOf(resolved(textOf(after, others))));
    }),
    { numRuns: 300 },
  );
});

const screenOf = (files: ResolvedFiles, folder: string) => files.screens.find((screen) => screen.folder === folder);

it('keeps the object of what says the same in the same place', () => {
  const remember = createFileMemory();
  const first = resolved(textOf({ rua: { label: 'A' }, vila: { label: 'A' } }, 0), remember);
  const next = resolved(textOf({ rua: { label: 'B' }, vila: { label: 'A' } }, 0), remember);
  expect(screenOf(next, 'vilas')).toBe(screenOf(first, 'vilas'));
  expect(screenOf(next, 'ruas')).not.toBe(screenOf(first, 'ruas'));
  const moved = resolved(textOf({ rua: { label: 'B' }, vila: { label: 'A' } }, 1), remember);
  expect(screenOf(moved, 'vilas')).not.toBe(screenOf(next, 'vilas'));
});
