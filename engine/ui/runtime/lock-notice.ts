/** What is told of a record that is closed as a whole: over its form, and before anybody opens one for nothing. */

import { useMemo } from 'react';
import { openUnderLock } from '../../contract/open-under-lock.ts';
import type { ScreenModel } from '../../contract/screen-model.ts';
import { evaluate } from '../../expressions/evaluate.ts';
import type { Moment } from '../../expressions/functions.ts';
import { isBeyond, keysIn, ownKey } from '../../expressions/keys-in.ts';
import { momentIn } from '../../expressions/moment-in.ts';
import type { Expression, Tree } from '../../expressions/types.ts';
import type { Row } from '../store/api.ts';
import { storedValues } from './change-problems.ts';
import type { RecordValues } from './record-values.ts';
import type { Texts } from './texts.ts';
import { useTexts } from './texts.ts';
import { useTimeZone } from './time-zone.ts';

const listed = new Intl.ListFormat('pt-BR', { type: 'conjunction' });

/** The parts of a condition of which one is enough, those that hold. */
const holding = (tree: Tree, record: RecordValues, moment: Moment): readonly Tree[] => {
  if (tree[0] === 'call' && tree[1] === '||') return tree[2].flatMap((part) => holding(part, record, moment));
  return evaluate(tree, { record, ...moment }) === true ? [tree] : [];
};

/** By their titles. */
interface LockedParts {
  /** Whose values close the record, or where the records are that do. */
  readonly because: readonly string[];
  /** Nothing of its own closes it. */
  readonly byOthers: boolean;
  /** What may be changed all the same. */
  readonly open: readonly string[];
}

/** undefined where the record is open, or where the row does not hold what would tell. */
const lockedParts = (model: ScreenModel, row: Row, moment: Moment): LockedParts | undefined => {
  const { expressions, fields, children } = model.entity;
  if (expressions?.lock === undefined) return undefined;
  const record = storedValues(model, row);
  const holds = ({ tree }: Expression): boolean | undefined =>
    keysIn(tree).own.every((key) => Object.hasOwn(record, key))
      ? evaluate(tree, { record, ...moment }) === true
      : undefined;
  const { expression } = expressions.lock;
  if (holds(expression) !== true) return undefined;
  const closing = holding(expression.tree, record, moment).map((tree) => keysIn(tree).own);
  const own = closing.filter((keys) => !keys.some(isBeyond));
  const read = (own.length > 0 ? own : closing).flat().map(ownKey);
  const open = openUnderLock(model).filter(({ conditions }) =>
    conditions.every((one) => (holds(one.expression) ?? one.kind === 'visible') === (one.kind === 'visible')),
  );
  return {
    because: [
      ...fields.filter(({ column }) => read.includes(column)),
      ...children.filter(({ name }) => read.includes(name)),
    ].map(({ title }) => title),
    byOthers: own.length === 0,
    open: open.map(({ title }) => title),
  };
};

const lockNotice = (texts: Texts, { because, byOthers, open }: LockedParts): string => {
  const reason = texts(byOthers ? 'form.locked.others' : 'form.locked.own', { fields: listed.format(because) });
  return open.length === 0
    ? texts('form.locked', { reason })
    : texts('form.locked.but', { reason, open: listed.format(open) });
};

/** Why nothing at all of a record may be changed; undefined where anything may, or where the row does not tell. */
export const closedWhole = (model: ScreenModel, texts: Texts, row: Row, moment: Moment): string | undefined => {
  const locked = lockedParts(model, row, moment);
  return locked?.open.length === 0 ? lockNotice(texts, locked) : undefined;
};

interface LockNotice {
  readonly notice: string;
  /** Nothing at all may be changed. */
  readonly whole: boolean;
}

/** undefined where the record is open, or not there. */
export const useLockNotice = (model: ScreenModel, row: Row | undefined): LockNotice | undefined => {
  const texts = useTexts();
  const timeZone = useTimeZone();
  return useMemo(() => {
    const locked = row && lockedParts(model, row, momentIn(timeZone));
    return locked && { notice: lockNotice(texts, locked), whole: locked.open.length === 0 };
  }, [model, texts, row, timeZone]);
};
