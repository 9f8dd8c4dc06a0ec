import { expressionWords as words } from '../../core/expression-words.ts';
import { toPointer } from '../../core/json.ts';
import type { ArrayProperty, Property } from '../../metadata/property.ts';
import { isArrayProperty } from '../../metadata/property.ts';
import { isOverlay } from '../../overlay/resolved.ts';
import type { DraftEntity } from '../draft.ts';
import { isAssigned } from '../draft.ts';
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

const ofLists = contradictions.filter(({ keyword }) => keyword === 'x-read-only-when');

/** Whether the static word is said of the field or list. */
const says = (property: Readonly<Record<string, unknown>>, required: boolean, word: Static): boolean => {
  if (word === 'required') return required;
  return word === 'x-visible' ? property[word] === false : property[word] !== undefined && property[word] !== false;
};

/** What the lock of the record says already, and what it excepts from what nobody writes. */
const lockProblems = ({ name: entity, screen, fields, children }: DraftEntity, report: Report): void => {
  const { record } = screen;
  const lock = record.value['x-locked'];
  if (lock === undefined) return;
  const refuse = (field: string, keyword: string, problem: string, ...place: readonly (string | number)[]): void =>
    report('MODEL_CONDITION', record.origin(toPointer(place), true), { entity, field, keyword, problem });
  if (lock.when === undefined && lock.with === undefined) refuse('x-locked', 'when', words.lockedNothing, 'x-locked');
  for (const { name } of [...fields, ...children]) {
    const own = record.value.properties[name]?.['x-read-only-when'];
    if (own !== undefined && own === lock.when && lock.except?.includes(name) !== true)
      refuse(name, 'x-read-only-when', words.lockedAlready, 'properties', name, 'x-read-only-when');
  }
  for (const [place, name] of (lock.except ?? []).entries()) {
    const property = record.value.properties[name];
    const never = (['readOnly', 'x-computed', 'x-sequence'] as const).find(
      (word) => property !== undefined && word in property && Reflect.get(property, word) !== false,
    );
    if (never === undefined || isAssigned(record, toPointer(['properties', name, never]))) continue;
    refuse(name, 'x-locked', words.lockedNever(never), 'x-locked', 'except', place);
  }
};

/** Conditions and static words of a field that contradict each other, or of which one says nothing. */
export const conditionProblems = (draft: DraftEntity, report: Report): void => {
  lockProblems(draft, report);
  const { name: entity, screen, fields, children } = draft;
  const { record } = screen;
  for (const { name } of [...fields, ...children]) {
    const property: (Property | ArrayProperty) | undefined = record.value.properties[name];
    if (property === undefined) continue;
    const place = record.value.required?.indexOf(name) ?? -1;
    for (const { keyword, with: word, problem, clientToo } of isArrayProperty(property) ? ofLists : contradictions) {
      if (!(keyword in property) || !says(property, place >= 0, word)) continue;
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
