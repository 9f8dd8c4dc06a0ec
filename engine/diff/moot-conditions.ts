/**
 * Conditions that come or go with a static word above them: a hidden field has none, one that is always required or
 * read-only is so without. Of what such a word says already nothing is told, and what it hid was there to nobody.
 */
import type { Condition, Model } from '../model/types.ts';
import type { Change } from './change.ts';

type Kind = Condition['kind'];

/** Whether the part, by its wire name, is written by nobody there, so that no lock closes it. */
const isUnwritten = ({ entities }: Model, entity: string, key: string): boolean => {
  const { fields = [], children = [] } = entities[entity] ?? {};
  const part = fields.find(({ column }) => column === key) ?? children.find(({ name }) => name === key);
  return part === undefined || !part.visible || part.readOnly;
};

/** Whether what the condition says holds there anyway, or is said of what nobody sees. */
const mootIn = ({ entities }: Model, entity: string, { key, kind }: Condition): boolean => {
  const declared = entities[entity];
  const field = declared?.fields.find(({ column }) => column === key);
  const part = field ?? declared?.children.find(({ name }) => name === key);
  if (part === undefined) return false;
  const always: Readonly<Record<Kind, boolean>> = {
    visible: !part.visible,
    readOnly: !part.visible || part.readOnly,
    required: field?.required === true,
  };
  return always[kind];
};

/** The change as it is for people; undefined where it is none for them. */
export const withoutMoot = (change: Change, before: Model, after: Model): Change | undefined => {
  const [part, entity = '', section, list, kind, ofItem] = change.path;
  const closes = (list === 'lock' && kind === 'keys') || (list === 'lockedWith' && ofItem === 'closes');
  if (part === 'entities' && section === 'expressions' && closes) {
    const side = change.kind === 'removed' ? after : before;
    const key = String(change.kind === 'removed' ? change.before : change.after);
    return isUnwritten(side, entity, key) ? undefined : change;
  }
  if (part !== 'entities' || section !== 'expressions' || list !== 'conditions') return change;
  if (change.kind === 'removed') return mootIn(after, entity, change.before as Condition) ? undefined : change;
  const given = change.kind === 'added' && mootIn(before, entity, change.after as Condition);
  return given ? { ...change, effect: 'changes' } : change;
};
