/**
 * Where a field is filled from (`x-filled-from`): the names, held against both entities, and whether each value that may
 * stand there is one that may stand here.
 */
import { toPointer } from '../../core/json.ts';
import { nearest } from '../../core/nearest.ts';
import { phrases } from '../../core/words.ts';
import type { Property } from '../../metadata/property.ts';
import { fieldIn } from '../../metadata/property.ts';
import type { DraftEntity, FindEntity } from '../draft.ts';
import { baseOf, isAssigned, pathOf } from '../draft.ts';
import type { Report } from '../report.ts';
import type { Field, FieldSource, PersonalDataClass } from '../types.ts';
import { ownerPrefix } from '../types.ts';

/** Keywords that say themselves what a new record has here. */
const besideFilled = [
  'x-computed',
  'x-sequence',
  'default',
  'x-client-default',
  'x-begins-now',
  'x-begins',
] as const satisfies readonly (keyof Property)[];

const strictness: Readonly<Record<PersonalDataClass, number>> = { public: 0, personal: 1, sensitive: 2 };

const propertyOf = ({ screen }: DraftEntity, name: string): Property | undefined =>
  fieldIn(baseOf(screen.record).value, name);

/** By the base: a client may hide what it will, and with it what is filled from there. */
const isHidden = (draft: DraftEntity, name: string): boolean => propertyOf(draft, name)?.['x-visible'] === false;

/** Formats whose every value is also one of the format. */
const narrowerFormats: Readonly<Record<string, readonly string[]>> = { 'cpf-cnpj': ['cpf', 'cnpj'] };

const fitsFormat = ({ field, source }: Ends): boolean =>
  field.format === source.format || narrowerFormats[field.format ?? '']?.includes(source.format ?? '') === true;

interface Ends {
  readonly field: Field;
  readonly source: Field;
}

/** Where a limit is written here, it must be written there as well, and no wider. */
const limitProblem = (ends: Ends): string | undefined => {
  const { field, source } = ends;
  const least = (['minLength', 'minimum'] as const).find((key) => {
    const [own, other] = [field[key], source[key]];
    return own !== undefined && (other === undefined || other < own);
  });
  const most = (['maxLength', 'maximum', 'scale'] as const).find((key) => {
    const [own, other] = [field[key], source[key]];
    return own !== undefined && (other === undefined || other > own);
  });
  const format = field.format === undefined || fitsFormat(ends) ? undefined : 'format';
  const same = (['mask', 'pattern', 'multipleOf'] as const).find(
    (key) => field[key] !== undefined && field[key] !== source[key],
  );
  const keyword = least ?? most ?? format ?? same;
  if (keyword === undefined) return undefined;
  const written = { mask: 'x-mask', scale: 'x-scale' } as const;
  return phrases.filledShape(source.name, keyword === 'mask' || keyword === 'scale' ? written[keyword] : keyword);
};

/** Why a value that is good there might not be good here. */
const fitProblem = (ends: Ends): string | undefined => {
  const { field, source } = ends;
  if (field.attachment !== undefined || source.attachment !== undefined) return phrases.filledFiles;
  if (source.type !== field.type) return phrases.filledType(source.name);
  if (field.type === 'date-time') return phrases.filledMoment;
  if (field.relation?.entity !== source.relation?.entity)
    return phrases.filledTarget(source.name, field.relation?.entity ?? '');
  if (field.codeList !== source.codeList) return phrases.filledList(source.name);
  if (strictness[source.personalData] > strictness[field.personalData]) return phrases.filledClass(source.name);
  const odd = (source.codes ?? []).filter((code) => field.codes?.includes(code) === false);
  return odd.length > 0 ? phrases.filledCodes(source.name, odd) : limitProblem(ends);
};

/** What a client narrows is asked of each value as it is written. */
const isNarrowed = (draft: DraftEntity, { name }: Field): boolean =>
  (['x-codes', 'x-mask'] as const).some((key) => isAssigned(draft.screen.record, toPointer(['properties', name, key])));

/** The names from which the value of the field comes, in order, as far as they lead; ends where one comes twice. */
const circleOf = (draft: DraftEntity, name: string): readonly string[] | undefined => {
  const passed: string[] = [];
  for (let next: string | undefined = name; next !== undefined; ) {
    if (passed.includes(next)) return next === name ? [...passed, next] : undefined;
    passed.push(next);
    const written: string | undefined = propertyOf(draft, next)?.['x-filled-from'];
    next = written === undefined ? undefined : pathOf(written)[0];
  }
  return undefined;
};

/** What the file of the field itself contradicts. */
const ownProblem = (draft: DraftEntity, field: Field): string | undefined => {
  const property = propertyOf(draft, field.name);
  const beside = besideFilled.find((keyword) => property?.[keyword] !== undefined && property[keyword] !== false);
  if (beside !== undefined) return phrases.filledBeside(beside);
  const closing = (['readOnly', 'writeOnly'] as const).find((keyword) => property?.[keyword] === true);
  if (closing !== undefined) return phrases.filledClosed(closing);
  if (draft.screen.registry.value.states?.field === field.name) return phrases.filledState;
  if (isHidden(draft, field.name)) return phrases.filledHidden(field.name);
  return undefined;
};

/**
 * Undefined where it is filled from nothing: the file does not say it or says it wrong, which is reported as MODEL_FILLED or
 * MODEL_FIELD_MISSING, or the client hides an end of it, closes the field or gives it a default.
 */
export const compileFilled = (
  draft: DraftEntity,
  field: Field,
  find: FindEntity,
  report: Report,
): FieldSource | undefined => {
  const { record, owner } = draft.screen;
  const from = fieldIn(record.value, field.name)?.['x-filled-from'];
  if (from === undefined || draft.screen.query !== undefined) return undefined;
  const origin = record.origin(toPointer(['properties', field.name, 'x-filled-from']));
  const refuse = (reason: string, suggestion?: string): undefined => {
    report('MODEL_FILLED', origin, { entity: draft.name, field: field.name, from, reason }, suggestion);
    return undefined;
  };
  const missing = (entity: DraftEntity, name: string, suggestion: string | undefined): undefined => {
    report('MODEL_FIELD_MISSING', origin, { entity: entity.name, field: name }, suggestion);
    return undefined;
  };
  const contradicted = ownProblem(draft, field);
  if (contradicted !== undefined) return refuse(contradicted);
  const [name = '', sourceName, ...more] = pathOf(from);
  // What owns the row is no choice of the row's.
  const own = draft.fields.filter((one) => one.name !== owner?.entity);
  const relations = own.flatMap((one) => (one.relation === undefined ? [] : [one.name]));
  if (owner !== undefined && `${name}.` === ownerPrefix) return refuse(phrases.filledOwner);
  if (sourceName === undefined || more.length > 0) return refuse(phrases.filledPath);
  const relation = own.find((one) => one.name === name);
  const meant = (near: string | undefined, rest: string): string | undefined => near && `${near}.${rest}`;
  if (relation === undefined) return missing(draft, name, meant(nearest(name, relations), sourceName));
  if (relation.relation === undefined) return refuse(phrases.filledNoRelation(name));
  const circle = circleOf(draft, field.name);
  if (circle !== undefined) return refuse(phrases.filledItself(circle));
  const target = find(relation.relation.entity);
  // An entity that does not exist is reported where the relation is declared.
  if (target === undefined) return undefined;
  const source = target.byName.get(sourceName);
  if (source === undefined) {
    const near = nearest(sourceName, target.byName.keys());
    return missing(target, sourceName, near && `${name}.${near}`);
  }
  if (source.writeOnly) return refuse(phrases.filledSecret(source.name));
  if (isHidden(draft, name)) return refuse(phrases.filledHidden(name));
  if (isHidden(target, sourceName)) return refuse(phrases.filledHidden(sourceName));
  const fit = isNarrowed(draft, field) || isNarrowed(target, source) ? undefined : fitProblem({ field, source });
  if (fit !== undefined) return refuse(fit);
  const open = field.visible && !field.readOnly && field.default === undefined;
  return open && relation.visible && source.visible ? { relation: name, field: sourceName } : undefined;
};
