/** What can be wrong with one field of `schema.json`, a function each. What a client caused is said of its overlay. */
import { placesOf } from '../../core/decimal.ts';
import { toPointer } from '../../core/json.ts';
import { nearest } from '../../core/nearest.ts';
import { plainName } from '../../core/plain-name.ts';
import { isDigits, sequenceLength } from '../../core/sequence.ts';
import { phrases } from '../../core/words.ts';
import { positionField } from '../../metadata/owned-rows.ts';
import type { Property } from '../../metadata/property.ts';
import { mostPlaces } from '../../metadata/property.ts';
import type { Declaration } from '../../overlay/base-index.ts';
import { isOverlay } from '../../overlay/resolved.ts';
import { codeListNamed } from '../code-list-named.ts';
import type { Catalogues } from '../contracts.ts';
import type { Report } from '../report.ts';
import type { Field, Model } from '../types.ts';
import { reservedNames } from '../types.ts';
import { createValueCheck } from '../value-problem.ts';
import { checkUnwritable } from './check-unwritable.ts';
import { limitProblems, maskProblem } from './sound-property.ts';

interface Subject {
  readonly screen: Declaration;
  readonly property: Property;
  readonly field: Field;
  readonly codeLists: Model['codeLists'];
  /** The fields above it. */
  readonly before: readonly Field[];
  readonly catalogues: Catalogues;
  readonly report: Report;
}

/** Keywords that every type takes. */
const common: ReadonlySet<string> = new Set([
  'title',
  'description',
  'type',
  'readOnly',
  'writeOnly',
  'x-unique',
  'x-help',
  'x-personal-data',
  'x-visible',
  'x-visible-when',
  'x-required-when',
  'x-read-only-when',
  'x-computed',
  'x-begins',
  'x-filled-from',
]);

const at = ({ screen, field }: Subject, ...rest: string[]) =>
  screen.record.origin(toPointer(['properties', field.name, ...rest]), true);
const entityOf = ({ screen }: Subject): string => screen.registry.value.entity;

const checkName = (subject: Subject): void => {
  const { field, before, report, screen } = subject;
  const engineOwn = screen.owner === undefined ? [] : [screen.owner.entity, `${screen.owner.entity}_id`, positionField];
  const names = [field.name, field.column];
  if (names.some((name) => reservedNames.has(name) || engineOwn.includes(name)))
    report('MODEL_FIELD_RESERVED', at(subject), { field: field.name });
  if (before.some((other) => other.column === field.column))
    report('MODEL_FIELD_DUPLICATE', at(subject), { entity: entityOf(subject), column: field.column });
};

/** Keywords of what is written as a JSON value: no relation, no files. */
const ofValues: ReadonlySet<string> = new Set(['default', 'x-client-default']);

/** The JSON types, to try which of them a `format` asks for. */
const types = ['string', 'number', 'integer', 'boolean'] as const;

/** Why no field type fits, as what to change. */
const typeProblem = (property: Property, catalogues: Catalogues): string => {
  const { type, format } = property;
  if (property['x-relation'] !== undefined && type !== undefined) return phrases.relationAlone;
  if (property['x-code-list'] !== undefined) return phrases.typeOfCodes;
  if (format === undefined) return type === undefined ? phrases.typeMissing : phrases.typeOdd;
  const wanted = types.find((one) => catalogues.typeOf({ ...property, type: one }) !== undefined);
  return wanted === undefined ? phrases.typeOdd : phrases.typeOfFormat(format, wanted);
};

const checkType = (subject: Subject): void => {
  const { property, field, catalogues, report } = subject;
  const type = catalogues.typeOf(property);
  if (type === undefined || (property['x-relation'] !== undefined && type !== 'relation')) {
    report('LANGUAGE_FIELD_TYPE_UNKNOWN', at(subject), {
      field: field.name,
      problem: typeProblem(property, catalogues),
    });
    return;
  }
  if (type === 'attachment' && subject.screen.owner !== undefined) {
    report('LANGUAGE_FIELD_TYPE_UNKNOWN', at(subject), { field: field.name, problem: phrases.rowFiles });
    return;
  }
  const { keywords } = catalogues.fieldTypes[type];
  for (const keyword of Object.keys(property)) {
    const suits = ofValues.has(keyword)
      ? property.type !== undefined
      : common.has(keyword) || keywords.includes(keyword === 'x-codes' ? 'x-code-list' : keyword);
    if (suits) continue;
    const origin = at(subject, keyword);
    if (isOverlay(origin)) {
      const key = keyword.replace(/^x-/, '');
      report('OVERLAY_KEY_UNSUITED', origin, { entity: entityOf(subject), field: field.name, key, type });
    } else {
      // A list of codes is named before some of it are.
      const meant = keyword === 'x-codes' && type === 'text' ? 'x-code-list' : undefined;
      report('LANGUAGE_FIELD_KEYWORD', origin, { field: field.name, keyword, type }, meant);
    }
  }
};

const checkMask = (subject: Subject): void => {
  const { 'x-mask': mask } = subject.property;
  const problem = mask === undefined ? undefined : maskProblem(mask);
  if (mask !== undefined && problem !== undefined)
    subject.report('MODEL_MASK_INVALID', at(subject, 'x-mask'), { mask, problem });
};

const checkLimits = (subject: Subject): void => {
  const { property, field, report } = subject;
  for (const { keyword, problem } of limitProblems(property))
    report('MODEL_LIMITS', at(subject, keyword), { entity: entityOf(subject), field: field.name, problem });
};

/** A step that the places of the field cannot hold: the database would round what is written in it. */
const checkStep = (subject: Subject): void => {
  const { field, catalogues, report } = subject;
  const { multipleOf: step } = field;
  const { scale, keywords } = catalogues.fieldTypes[field.type];
  if (step === undefined || scale === undefined) return;
  const [places, kept] = [placesOf(step), scale(field)];
  if (places <= kept) return;
  const advice = phrases.stepAdvice(kept, keywords.includes('x-scale') && places <= mostPlaces ? places : undefined);
  const problem = phrases.stepFine(step, places, kept);
  report('MODEL_STEP', at(subject, 'multipleOf'), { entity: entityOf(subject), field: field.name, problem, advice });
};

/** Lists are written with hyphens, and so are their files. */
const nearestList = (list: string, codeLists: Model['codeLists']): string | undefined =>
  nearest(plainName(list.replace(/^.*\/|\.json$/g, '')).replaceAll('_', '-'), Object.keys(codeLists));

const checkCodes = (subject: Subject): void => {
  const { property, field, codeLists, screen, report } = subject;
  const list = property['x-code-list'];
  if (list === undefined) return;
  const codeList = codeListNamed(codeLists, list);
  if (codeList === undefined) {
    report('MODEL_CODE_LIST_MISSING', at(subject, 'x-code-list'), { list }, nearestList(list, codeLists));
    return;
  }
  const known = codeList.options.map((option) => option.value);
  for (const [index, value] of (property['x-codes'] ?? []).entries()) {
    const origin = screen.record.origin(toPointer(['properties', field.name, 'x-codes', index]));
    // What a client narrows to is checked with its overlay.
    if (!known.includes(value) && !isOverlay(origin))
      report(
        'MODEL_CODE_MISSING',
        origin,
        { entity: entityOf(subject), field: field.name, value, list },
        nearest(value, known),
      );
  }
};

const jsonTypes: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  number: (value) => typeof value === 'number',
  integer: Number.isInteger,
};

/** The present day or moment is no default: a form begins with it by a key of its own. */
const meantDefault = ({ field, catalogues }: Subject): string | undefined =>
  catalogues.fieldTypes[field.type].keywords.includes('x-begins-now') &&
  /^(today|now|hoje|agora)\b/i.test(String(field.default))
    ? '"x-begins-now": true'
    : undefined;

const checkDefault = (subject: Subject): void => {
  const { property, field, catalogues, report } = subject;
  if (field.default === undefined || property.type === undefined) return;
  const problem = jsonTypes[property.type]?.(field.default)
    ? createValueCheck(field, catalogues)(String(field.default))
    : phrases.expected(catalogues.fieldTypes[field.type].written ?? catalogues.fieldTypes[field.type].expected);
  if (problem === undefined) return;
  // A client that narrows the codes or changes the mask says also what new records start from.
  const origin =
    ['default', 'x-codes', 'x-mask'].map((key) => at(subject, key)).find(isOverlay) ?? at(subject, 'default');
  const place = { entity: entityOf(subject), field: field.name };
  if (isOverlay(origin)) report('OVERLAY_DEFAULT_INVALID', origin, { ...place, value: String(field.default), problem });
  else report('MODEL_DEFAULT_INVALID', origin, { ...place, problem }, meantDefault(subject));
};

/** An example that a client's mask or limit no longer takes is left out where examples are used, and no fault of the base. */
const checkExamples = (subject: Subject): void => {
  const { screen, field, catalogues, report } = subject;
  if (field.examples === undefined || ['x-mask', 'x-codes'].some((key) => isOverlay(at(subject, key)))) return;
  const problemOf = createValueCheck(field, catalogues);
  for (const [index, example] of field.examples.entries()) {
    const problem = problemOf(example);
    if (problem === undefined) continue;
    const origin = screen.record.origin(toPointer(['properties', field.name, 'examples', index]));
    report('MODEL_EXAMPLE_INVALID', origin, { entity: entityOf(subject), field: field.name, example, problem });
  }
};

/** What contradicts a number that the engine gives. */
const besideSequence = [
  'default',
  'readOnly',
  'writeOnly',
  'x-client-default',
  'x-computed',
  'x-required-when',
  'x-read-only-when',
  'x-attachment',
] as const satisfies readonly (keyof Property)[];

const sequenceProblem = ({ screen, property, field }: Subject, sequence: string): string | undefined => {
  if (screen.owner !== undefined) return phrases.sequenceOfRows;
  const odd = besideSequence.find((keyword) => property[keyword] !== undefined);
  if (odd !== undefined) return phrases.sequenceBeside(odd);
  if (property['x-unique'] !== true) return phrases.sequenceShared;
  if (field.type === 'integer' && !isDigits(sequence)) return phrases.sequenceDigits;
  const length = sequenceLength(sequence);
  const { maxLength } = property;
  return maxLength !== undefined && maxLength < length ? phrases.sequenceLong(length, maxLength) : undefined;
};

const checkSequence = (subject: Subject): void => {
  const { property, field, report } = subject;
  const sequence = property['x-sequence'];
  const problem = sequence === undefined ? undefined : sequenceProblem(subject, sequence);
  if (problem === undefined) return;
  report('MODEL_SEQUENCE', at(subject, 'x-sequence'), { entity: entityOf(subject), field: field.name, problem });
};

export const checkField = (subject: Subject): void => {
  checkName(subject);
  checkType(subject);
  checkMask(subject);
  checkLimits(subject);
  checkStep(subject);
  checkCodes(subject);
  checkDefault(subject);
  checkExamples(subject);
  checkSequence(subject);
  checkUnwritable(subject.screen, subject.field, subject.report);
};
