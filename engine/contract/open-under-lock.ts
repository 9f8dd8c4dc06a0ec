/**
 * What a record that is closed as a whole leaves open to the user who has the screen, and what tells it. In: the screen as
 * that user has it.
 */
import { keysIn } from '../expressions/keys-in.ts';
import type { FieldPath } from '../model/screen-types.ts';
import type { Condition } from '../model/types.ts';
import { pathsTo } from './behind-values.ts';
import type { ScreenModel } from './screen-model.ts';

type Screen = Pick<ScreenModel, 'entity' | 'form' | 'behind'>;

interface OpenPart {
  readonly title: string;
  /** What closes or hides it all the same. */
  readonly conditions: readonly Condition[];
}

/** Fields and lists of rows that the user writes and the lock does not close. */
export const openUnderLock = ({ entity, form }: Screen): readonly OpenPart[] => {
  const { conditions = [], lock } = entity.expressions ?? {};
  const written = (form.schema['properties'] ?? {}) as object;
  const parts = [
    ...entity.fields.map(({ column, title }) => ({ key: column, title })),
    ...entity.children.map(({ name, title }) => ({ key: name, title })),
  ];
  return parts
    .filter(({ key }) => Object.hasOwn(written, key) && lock?.keys.includes(key) !== true)
    .map(({ key, title }) => ({
      title,
      conditions: conditions.filter((one) => one.key === key && one.kind !== 'required'),
    }));
};

/** What a row of the list must hold for it to be told whether anything in its record is open; lists of rows it never holds. */
export const neededByLock = (screen: Screen): readonly FieldPath[] => {
  const { lock } = screen.entity.expressions ?? {};
  const open = openUnderLock(screen);
  // What no condition closes is open whatever the row holds.
  if (lock === undefined || open.some(({ conditions }) => conditions.length === 0)) return [];
  const read = [lock, ...open.flatMap(({ conditions }) => conditions)].flatMap(
    ({ expression }) => keysIn(expression.tree).own,
  );
  const held = new Set([
    ...screen.entity.fields.map(({ column }) => column),
    ...(screen.behind ?? []).map(({ key }) => key),
  ]);
  return pathsTo(
    read.filter((key) => held.has(key)),
    screen.behind,
  );
};
