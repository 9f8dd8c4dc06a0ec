/** What the fields that a transition asks for begin with, as it says where it asks for them. */
import { phrases } from '../../core/words.ts';
import type { Vocabulary } from '../../expressions/check.ts';
import type { Expression, Tree } from '../../expressions/types.ts';
import type { AskedList } from '../../metadata/states.ts';
import { codeListNamed } from '../code-list-named.ts';
import type { BegunField } from '../state-types.ts';
import type { Field } from '../types.ts';
import type { Subject } from './compile-expressions.ts';
import { checkWritten, expectedOf, typeOf } from './compile-expressions.ts';
import type { AskedHere } from './compile-narrowed.ts';

const words = phrases.states;

interface BegunHere extends Pick<AskedHere, 'draft' | 'origin' | 'refuse'> {
  /** Its draft is that of the record, of which the expressions speak. */
  readonly subject: Subject;
  readonly vocabulary: Vocabulary;
  /** Of the transition, for what is told. */
  readonly name: string;
}

/** The texts that a tree may come to, as far as they are written in it. */
const textsOf = (tree: Tree): readonly string[] => {
  if (tree[0] === 'value') return typeof tree[1] === 'string' ? [tree[1]] : [];
  if (tree[0] !== 'call') return [];
  const [, name, args] = tree;
  if (name === '?:') return args.slice(1).flatMap(textsOf);
  return name === 'coalesce' ? args.flatMap(textsOf) : [];
};

/** A text that is no value of the list; the whole list counts, which a client may narrow. */
export const oddCode = ({ codeLists }: Subject, field: Field, { tree }: Expression): string | undefined => {
  const options = codeListNamed(codeLists, field.codeList)?.options;
  return options && textsOf(tree).find((text) => options.every(({ value }) => value !== text));
};

/** Reports MODEL_EXPRESSION, MODEL_TRANSITION. `fields`: those that are asked for. */
export const compileBegins = (
  { subject, vocabulary, draft, name: transition, origin, refuse }: BegunHere,
  asked: AskedList,
  fields: readonly Field[],
): readonly BegunField[] =>
  asked.flatMap((one, index): BegunField[] => {
    if (typeof one === 'string' || one.begins === undefined) return [];
    const field = fields.find(({ name }) => name === one.field);
    if (field === undefined) return [];
    const at = [index, 'begins'];
    const expected = expectedOf(typeOf(field, subject));
    if (expected === undefined) {
      refuse(at, words.begunUntyped(field.name));
      return [];
    }
    const place = {
      source: String(one.begins),
      place: origin(at),
      entity: draft.name,
      field: field.name,
      keyword: `${transition}.begins`,
    };
    const value = checkWritten(subject, place, { ...vocabulary, once: true }, expected);
    if (value === undefined) return [];
    const odd = oddCode(subject, field, value);
    if (odd !== undefined) refuse(at, words.codeUnknown(odd));
    return [{ key: field.column, value }];
  });
