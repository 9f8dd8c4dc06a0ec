import { expressionWords as words } from '../../core/expression-words.ts';
import { toPointer } from '../../core/json.ts';
import type { Property } from '../../metadata/property.ts';
import { fieldIn } from '../../metadata/property.ts';
import { isOverlay } from '../../overlay/resolved.ts';
import type { DraftEntity } from '../draft.ts';
import type { Report } from '../report.ts';

type Keyword = 'x-visible-when' | 'x-required-when' | 'x-read-only-when' | 'x-computed';
type Static = 'required' | keyof Property;

/** Two words about a field that cannot both be meant. `clientToo`: a client that says the second contradicts as well. */
interface Contradiction {
  readonly keyword: Keyword;
  readonly with: Static;
  readonly problem: string;
  readonly clientToo?: true;
}

const contradictions: readonly Contradiction[] = [
  { keyword: 'x-visible-when', with: 'required', problem: words.hiddenRequired, clientToo: true },
  { keyword: 'x-visible-when', with: 'x-visible', problem: words.alwaysHidden },
  { keyword: 'x-required-when', with: 'required', problem: words.alwaysRequired },
  { keyword: 'x-required-when', with: 'readOnly', problem: words.requiredReadOnly, clientToo: true },
  { keyword: 'x-required-when', with: 'x-visible', problem: words.alwaysHidden },
  { keyword: 'x-read-only-when', with: 'readOnly', problem: words.alwaysReadOnly },
  { keyword: 'x-read-only-when', with: 'x-visible', problem: words.alwaysHidden },
  { keyword: 'x-computed', with: 'required', problem: words.computedAlone('required'), clientToo: true },
  { keyword: 'x-computed', with: 'default', problem: words.computedAlone('default'), clientToo: true },
  { keyword: 'x-computed', with: 'readOnly', problem: words.computedAlone('readOnly') },
  { keyword: 'x-computed', with: 'writeOnly', problem: words.computedAlone('writeOnly') },
  { keyword: 'x-computed', with: 'x-required-when', problem: words.computedAlone('x-required-when') },
  { keyword: 'x-computed', with: 'x-read-only-when', problem: words.computedAlone('x-read-only-when') },
];

/** Whether the static word is said of the field. */
const says = (property: Property, required: boolean, word: Static): boolean => {
  if (word === 'required') return required;
  return word === 'x-visible' ? property[word] === false : property[word] !== undefined && property[word] !== false;
};

/** Conditions and static words of a field that contradict each other, or of which one says nothing. */
export const conditionProblems = ({ name: entity, screen, fields }: DraftEntity, report: Report): void => {
  const { record } = screen;
  for (const { name } of fields) {
    const property = fieldIn(record.value, name);
    if (property === undefined) continue;
    const place = record.value.required?.indexOf(name) ?? -1;
    for (const { keyword, with: word, problem, clientToo } of contradictions) {
      if (property[keyword] === undefined || !says(property, place >= 0, word)) continue;
      const said = record.origin(
        word === 'required' ? `/required/${place}` : toPointer(['properties', name, word]),
        true,
      );
      // What a client narrows for good stands above a condition, unless nobody could obey both.
      if (isOverlay(said) && clientToo !== true) continue;
      const origin = isOverlay(said) ? said : record.origin(toPointer(['properties', name, keyword]), true);
      report('MODEL_CONDITION', origin, { entity, field: name, keyword, problem });
    }
  }
};
