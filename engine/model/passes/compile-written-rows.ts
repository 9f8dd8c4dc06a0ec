/** What a transition writes to lists of rows that the record owns, as it is declared: rows that change, and one that comes. */
import { toPointer } from '../../core/json.ts';
import { nearest } from '../../core/nearest.ts';
import { phrases } from '../../core/words.ts';
import { askedNames } from '../../metadata/states.ts';
import type { DraftEntity } from '../draft.ts';
import { isAssigned } from '../draft.ts';
import type { GivenField, RowsAddition, RowsChange, RowsWritten } from '../state-types.ts';
import type { Field } from '../types.ts';
import { compileBegins } from './compile-begins.ts';
import { checkComplete, newField } from './compile-creates.ts';
import type { Declared, Part, Place, WrittenTransition } from './compile-given.ts';
import { conditionIn, givenOf, refuse } from './compile-given.ts';
import { moveVocabulary } from './compile-linked-rows.ts';
import { compileNarrowed, placeOfAsked } from './compile-narrowed.ts';

const words = phrases.rowsWritten;

type Written = NonNullable<WrittenTransition['rows']>[string];

/** A list as it is being read: its rows. */
interface Listed extends Part {
  readonly owned: DraftEntity;
  readonly written: Written;
}

const changeOf = (listed: Listed): RowsChange | undefined => {
  const { subject, owned, written } = listed;
  if (written.change === undefined) return undefined;
  const vocabulary = moveVocabulary({ ...subject, draft: owned });
  const emptied: string[] = [];
  const fields = Object.entries(written.change.set).flatMap(([name, value]): GivenField[] => {
    const at = ['change', 'set', name];
    const field = newField(listed, owned, name, at);
    if (field === undefined) return [];
    if (value === null) {
      if (field.required) refuse(listed, at, phrases.fieldProblem(name, phrases.required));
      emptied.push(field.column);
      return [];
    }
    const given = givenOf(listed, { source: owned, vocabulary, field, entity: owned.name, at }, value);
    return given === undefined ? [] : [{ key: field.column, value: given }];
  });
  const when = conditionIn(listed, owned, vocabulary, written.change.when, 'change', 'when');
  return { when, fields, emptied };
};

/** A field of the row that a person fills in; one that a client hides is not asked for there. */
const askedField = (listed: Listed, name: string, place: Place): readonly Field[] => {
  const { owned } = listed;
  const at = ['add', 'fields', ...place];
  const field = newField(listed, owned, name, at);
  if (field === undefined) return [];
  if (field.visible) return [field];
  if (!isAssigned(owned.screen.record, `/properties/${name}/x-visible`))
    refuse(listed, at, phrases.states.hidden(name));
  return [];
};

const additionOf = (listed: Listed): RowsAddition | undefined => {
  const { subject, owned, written } = listed;
  const { draft } = subject;
  const { add } = written;
  if (add === undefined) return undefined;
  const vocabulary = moveVocabulary(subject);
  const { fields: listedFields = [] } = add;
  const names = askedNames(listedFields);
  const asked = names.flatMap((name, place) => askedField(listed, name, placeOfAsked(listedFields, place)));
  const here = {
    subject,
    vocabulary,
    name: listed.transition.name,
    draft: owned,
    origin: (place: Place, key?: boolean) =>
      draft.screen.registry.origin(
        toPointer(['states', 'transitions', listed.index, ...listed.within, 'add', 'fields', ...place]),
        key,
      ),
    refuse: (place: Place, problem: string) => refuse(listed, ['add', 'fields', ...place], problem),
  };
  const narrowed = compileNarrowed(here, listedFields, asked);
  const begins = compileBegins(here, listedFields, asked);
  if (add.when !== undefined && add.fields !== undefined) refuse(listed, ['add', 'when'], words.askedAlways);
  const givenIn = (part: 'set' | 'former'): readonly GivenField[] =>
    Object.entries(add[part] ?? {}).flatMap(([name, value]): GivenField[] => {
      const at = ['add', part, name];
      const field = newField(listed, owned, name, at);
      if (names.includes(name)) refuse(listed, at, phrases.states.askedAndSet(name));
      if (part === 'former' && add.set?.[name] !== undefined) refuse(listed, at, words.twice(name));
      const given = field && givenOf(listed, { source: draft, vocabulary, field, entity: owned.name, at }, value);
      return field === undefined || given === undefined ? [] : [{ key: field.column, value: given }];
    });
  for (const [place, name] of (add.required ?? []).entries())
    if (!names.includes(name)) refuse(listed, ['add', 'required', place], phrases.states.requiredUnasked(name));
  const given = new Set([...names, ...Object.keys({ ...add.set, ...add.former })]);
  // It writes what it says.
  checkComplete(listed, owned, given, ['add'], { problem: words.requires, fills: false });
  return {
    when: conditionIn(listed, draft, vocabulary, add.when, 'add', 'when'),
    asked: asked.map(({ name }) => name),
    ...(narrowed.length > 0 && { narrowed }),
    ...(begins.length > 0 && { begins }),
    required: asked
      .filter(({ name, required }) => required || add.required?.includes(name) === true)
      .map(({ column }) => column),
    fields: givenIn('set'),
    former: givenIn('former'),
  };
};

/** Reports MODEL_TRANSITION. */
export const compileWrittenRows = (declared: Declared): readonly RowsWritten[] => {
  const { draft, find } = declared.subject;
  return Object.entries(declared.transition.rows ?? {}).flatMap(([list, written]): RowsWritten[] => {
    const part: Part = { ...declared, within: ['rows', list] };
    const child = draft.children.find(({ name }) => name === list);
    const owned = child && find(child.entity);
    if (child === undefined || owned === undefined) {
      const names = draft.children.map(({ name }) => name);
      refuse(part, [], phrases.effects.noRows(list), nearest(list, names));
      return [];
    }
    if (!child.visible) {
      // What nobody meets on a screen of the client is not written there either.
      if (!isAssigned(draft.screen.record, `/properties/${list}/x-visible`))
        refuse(part, [], phrases.states.hidden(list));
      return [];
    }
    const listed: Listed = { ...part, owned, written };
    const change = changeOf(listed);
    const add = additionOf(listed);
    return [{ list, ...(change && { change }), ...(add && { add }) }];
  });
};
