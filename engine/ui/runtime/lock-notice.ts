/** What is told over the form of a record that is closed as a whole. */
import { useMemo } from 'react';
import type { ScreenModel } from '../../contract/screen-model.ts';
import { dayInZone } from '../../core/day-in-zone.ts';
import { evaluate } from '../../expressions/evaluate.ts';
import type { Moment } from '../../expressions/functions.ts';
import { keysIn, ownKey } from '../../expressions/keys-in.ts';
import type { Tree } from '../../expressions/types.ts';
import { isLocked } from '../../fields/record-expressions.ts';
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

const lockNotice = (model: ScreenModel, texts: Texts, row: Row, moment: Moment): string | undefined => {
  const { expressions, fields, children } = model.entity;
  const { lock } = expressions ?? {};
  const record = storedValues(model, row);
  if (!expressions || !lock || !isLocked(expressions, record, moment)) return undefined;
  const parts = [
    ...fields.map((field) => ({ ...field, key: field.column })),
    ...children.map((child) => ({ ...child, key: child.name })),
  ];
  const read = holding(lock.expression.tree, record, moment).flatMap((tree) => keysIn(tree).own.map(ownKey));
  const titles = (some: typeof parts): string => listed.format(some.map(({ title }) => title));
  const reason = titles(parts.filter(({ key }) => read.includes(key)));
  const open = parts.filter(({ key, readOnly }) => !readOnly && !lock.keys.includes(key));
  if (open.length === 0) return texts('form.locked', { fields: reason });
  return texts('form.locked.but', { fields: reason, open: titles(open) });
};

/** undefined where the record is open, or not there. */
export const useLockNotice = (model: ScreenModel, row: Row | undefined): string | undefined => {
  const texts = useTexts();
  const timeZone = useTimeZone();
  return useMemo(
    () => (row === undefined ? undefined : lockNotice(model, texts, row, { today: dayInZone(timeZone) })),
    [model, texts, row, timeZone],
  );
};
