import { compileSide } from '../../../engine/diff/compile-side.ts';
import { findUses } from '../../../engine/diff/find-uses.ts';
import { catalogues } from '../../../src/catalogues.ts';
import { exampleSources } from './example-sides.ts';

/** What `impact` says of the transitions of `owner` that use a field, with these files beside the examples. Raises where there is none. */
export const transitionUses = (fixtures: Readonly<Record<string, object>>, owner: string) => {
  const files = Object.entries(fixtures).map(([file, value]) => [file, JSON.stringify(value)] as const);
  const [base] = compileSide(new Map([...exampleSources, ...files]), catalogues).clients;
  return (name: string, column: string): readonly string[] => {
    const entity = base?.model.entities[name];
    const field = entity?.fields.find((one) => one.name === column);
    if (base === undefined || entity === undefined || field === undefined) throw new Error(`no ${name}.${column}`);
    return findUses(base.files, base.model, entity, field).flatMap(({ kind, where, words }) =>
      kind === 'state' && where === owner && words.startsWith('transição') ? [words] : [],
    );
  };
};
