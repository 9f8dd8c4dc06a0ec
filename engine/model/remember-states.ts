import type { ResolvedFiles } from '../overlay/resolved.ts';
import type { Catalogues } from './contracts.ts';
import type { DraftEntity } from './draft.ts';
import type { Memo } from './memo.ts';
import { compileStates, limitedIn } from './passes/compile-states.ts';
import type { Names } from './passes/index-names.ts';
import type { Passed } from './report.ts';
import type { Model, States } from './types.ts';

interface Around {
  readonly files: ResolvedFiles;
  readonly names: Names;
  readonly drafts: ReadonlyMap<string, DraftEntity>;
  readonly codeLists: Model['codeLists'];
  readonly catalogues: Catalogues;
}

/** The states of each entity, compiled again only where something that they rest on is another. */
export const rememberStates = (memo: Memo, { files, names, drafts, codeLists, catalogues }: Around) => {
  const isLimited = limitedIn(files);
  // Sets are made for each compilation: by these texts two are the same.
  const known = JSON.stringify([[...names.flags], [...names.clients]]);
  return (draft: DraftEntity): Passed<States | undefined> => {
    const limits: readonly boolean[] | undefined = draft.screen.registry.value.states?.transitions.map((_, index) =>
      isLimited(draft, index),
    );
    // No entity is called as these are, with a slash.
    const others = new Map<string, unknown>([
      ['/codes', codeLists],
      ['/known', known],
      ['/limits', limits?.join()],
    ]);
    return memo(
      draft,
      (name): unknown => (others.has(name) ? others.get(name) : drafts.get(name)),
      (find) => {
        find('/codes');
        find('/limits');
        const around = {
          find: (name: string) => find(name) as DraftEntity | undefined,
          known: () => {
            find('/known');
            return names;
          },
          codeLists,
          isLimited: (index: number) => limits?.[index] === true,
        };
        return compileStates(draft, around, catalogues);
      },
    );
  };
};
