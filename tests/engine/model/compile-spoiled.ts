/** Fixture registries beside the examples of the language page, compiled with some text of a file in place of another. */
import { expect } from 'vitest';
import { loadFiles } from '../../../engine/metadata/load-files.ts';
import { compile } from '../../../engine/model/compile.ts';
import { resolve } from '../../../engine/overlay/resolve.ts';
import { catalogues } from '../../../src/catalogues.ts';
import { exampleSources } from '../diff/example-sides.ts';

/** Texts of the file, each with what stands in its place. */
export type Spoil = readonly (readonly [text: string, other: string])[];

/**
 * The model and all issues. The examples have no banks: relations to these lead to `bairro`. `at`: the file that is
 * spoilt. `overlay`: of the client `exemplo`; without it there is no client.
 */
export const compileSpoiled = (
  files: Readonly<Record<string, object>>,
  { at, spoil = [], overlay }: { readonly at: string; readonly spoil?: Spoil; readonly overlay?: object | undefined },
) => {
  const sources = new Map([
    ...exampleSources,
    ...Object.entries(files).map(
      ([name, value]) => [name, JSON.stringify(value).replaceAll('"banco"', '"bairro"')] as const,
    ),
    ...(overlay
      ? [['clients/exemplo.json', JSON.stringify({ name: 'exemplo', title: 'X', ...overlay })] as const]
      : []),
  ]);
  for (const [text, other] of spoil) {
    const before = sources.get(at) ?? '';
    expect(before).toContain(text);
    sources.set(at, before.replace(text, other));
  }
  const resolved = resolve(loadFiles(sources), overlay && 'exemplo');
  const { model, issues } = compile(resolved, catalogues);
  return { model, issues: [...resolved.issues, ...issues] };
};

/** What is told, as `problem` where there is one, and what is suggested. */
export const problemsIn = ({ issues }: Pick<ReturnType<typeof compileSpoiled>, 'issues'>) =>
  issues.map(({ code, params, suggestion }) => [code, 'problem' in params ? params.problem : undefined, suggestion]);
