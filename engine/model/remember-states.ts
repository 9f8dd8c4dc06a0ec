import type { ResolvedFiles } from '../overlay/resolved.ts';
import type { Catalogues } from './contracts.ts';
import type { DraftEntity } from './draft.ts';
import { limitsOf } from './limits.ts';
import type { Memo } from './memo.ts';
import { compileStates } from './passes/compile-states.ts';
import type { Names } from './passes/index-names.ts';
import type { Passed } from './report.ts';
import type { States } from './state-types.ts';
import type { Model } from './types.ts';

interface Around {
  readonly files: ResolvedFiles;
  readonly names: Names;
  readonly drafts: ReadonlyMap<string, DraftEntity>;
  readonly codeLists: Model['codeLists'];
  readonly catalogues: Catalogues;
}

/** The states of each entity, compiled again only where something that they rest on is another. */
export const rememberStates = (memo: Memo, { files, names, drafts, codeLists, catalogues }: Around) => {
  const isLimited = limitsOf(files);
  // The sets are made for each compilation: by this text two are the same.
  const named = JSON.stringify([[...names.flags], [...names.clients], names.users]);
  return (draft: DraftEntity): Passed<States | undefined> => {
    const moves = draft.screen.registry.value.states?.transitions ?? [];
    const limits = moves.flatMap((one) => [one, ...(one.effects ?? [])]).map(isLimited);
    // No entity is called as these are, with a slash.
    const others = new Map<string, unknown>([
      ['/codes', codeLists],
      ['/names', named],
      ['/limits', limits.join()],
    ]);
    return memo(
      draft,
      (name): unknown => (others.has(name) ? others.get(name) : drafts.get(name)),
      (find) => {
        for (const name of others.keys()) find(name);
        const entity = (name: string) => find(name) as DraftEntity | undefined;
        return compileStates(draft, { find: entity, names, codeLists, isLimited }, catalogues);
      },
    );
  };
};
