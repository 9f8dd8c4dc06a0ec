/** The examples of the language page, with the fixtures in which fields are named wherever else files may name them. */
import { begunFiles } from '../api/begun-files.ts';
import { begunMoveFiles } from '../api/begun-move-files.ts';
import { chosenEffectFiles } from '../api/chosen-effect-files.ts';
import { createFiles } from '../api/create-files.ts';
import { effectFiles } from '../api/effect-files.ts';
import { filledFiles } from '../api/filled-files.ts';
import { linkedFiles } from '../api/linked-files.ts';
import { lockedFiles } from '../api/locked-files.ts';
import { movesByRelationFiles } from '../api/moves-by-relation-files.ts';
import { narrowedMoveFiles } from '../api/narrowed-move-files.ts';
import { targetRuleFiles } from '../api/target-rule-files.ts';
import { writtenRowFiles } from '../api/written-row-files.ts';
import { exampleSources } from './example-sides.ts';

const fixtures = Object.entries({
  ...begunFiles,
  ...begunMoveFiles,
  ...effectFiles,
  ...chosenEffectFiles,
  ...createFiles,
  ...filledFiles,
  ...linkedFiles,
  ...lockedFiles,
  ...movesByRelationFiles,
  ...narrowedMoveFiles,
  ...targetRuleFiles,
  ...writtenRowFiles,
});

/** The examples have no banks: relations to these lead to `bairro`. Nor have they users, of whom one would begin as oneself. */
const written = (value: object): string =>
  JSON.stringify(value, (_key, one: unknown) =>
    typeof one === 'object' && one !== null && 'x-begins' in one && one['x-begins'] === 'caller()' ? undefined : one,
  ).replaceAll('"banco"', '"bairro"');

export const namingSources: ReadonlyMap<string, string> = new Map([
  ...exampleSources,
  ...fixtures.map(([file, value]) => [file, written(value)] as const),
]);
