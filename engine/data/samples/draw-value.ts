/** One value of a field, from what the files say of it alone. In: the field, what it is drawn with. Out: a wire value. */
import { addDays } from '../../expressions/calendar.ts';
import { fieldTypes } from '../../fields/index.ts';
import type { Entity, Field } from '../../model/types.ts';
import { ownerPrefix } from '../../model/types.ts';
import type { Row } from '../given-rows.ts';
import { drawCnpj, drawCns, drawCpf, drawPis } from './check-digits.ts';
import { fittingText } from './fitting-text.ts';
import type { Draw, SampleRecipes } from './recipe.ts';

const formatted: Readonly<Record<string, (draw: Draw) => string>> = {
  cpf: ({ chance }) => drawCpf(chance),
  cnpj: ({ chance }) => drawCnpj(chance),
  'cpf-cnpj': ({ chance }) => (chance.holds(0.5) ? drawCpf(chance) : drawCnpj(chance)),
  cns: ({ chance }) => drawCns(chance),
  pis: ({ chance }) => drawPis(chance),
  cep: ({ chance }) => `3${chance.digits(4)}${chance.of(['000', '010', '120', '250', '380'])}`,
  phone: ({ chance }) => `31${chance.holds(0.7) ? `9${chance.digits(8)}` : `3${chance.digits(7)}`}`,
  // Domains that nobody can own (RFC 2606).
  email: ({ chance, index }) => `contato${index + 1}${chance.digits(2)}@exemplo.com.br`,
  uri: ({ chance, index }) => `https://www.exemplo.com.br/${index + 1}${chance.digits(2)}`,
};

/** Counts the records; one that has no place under its number gets one further on. */
const numberOf = ({ index, attempt }: Draw): number => index + 1 + attempt * 1009;

const padded = (number: number, length: number): string =>
  String(number % 10 ** Math.min(length, 12)).padStart(length, '0');

/** Lengths of a code that only counts, the usual ones first. */
const codeLengths = [6, 4, 3, 8, 2, 5, 7, 1, 9, 10, 11, 12, 13, 14, 15];

/** Counts on from record to record where digits will do, as codes do; else by chance. */
const patternText = (field: Field, pattern: string, draw: Draw): string => {
  const { chance } = draw;
  const most = field.maxLength ?? 99;
  const fits = new RegExp(pattern, 'u');
  const length = codeLengths.find((one) => one <= most && fits.test(padded(numberOf(draw), one)));
  if (length !== undefined) return padded(numberOf(draw), length);
  return fittingText(pattern, {
    of: (items) => chance.of(items),
    times: (least, most) => chance.whole(least, Math.min(most ?? least + 6, least + 6)),
  });
};

/** Codes count on; names say what they are the name of, and which one. */
const plainText = (entity: Entity, field: Field, draw: Draw): string => {
  const most = field.maxLength ?? 200;
  const number = String(numberOf(draw));
  if (most <= 12) return padded(numberOf(draw), Math.min(most, Math.max(field.minLength ?? 0, 3)));
  const labels = entity.label.some((part) => 'field' in part && part.field === field.name);
  const what = labels || entity.naturalKey.includes(field.name) ? entity.title : field.title;
  return `${what.slice(0, most - number.length - 1)} ${number}`.padEnd(field.minLength ?? 0, '.');
};

/** What people write into the field. */
export type Wording = SampleRecipes['words'][string];

/** One of the examples that the files give, in turn, for those of one record may belong together. Where values must differ, each once. */
const exampleOf = (entity: Entity, field: Field, { chance, index, attempt, parent }: Draw): string | undefined => {
  const { examples } = field;
  if (examples === undefined) return;
  const apart = field.unique || entity.naturalKey.join() === field.name;
  if (apart) return attempt === 0 ? examples[index] : undefined;
  return parent === undefined ? examples[(index + attempt) % examples.length] : chance.of(examples);
};

const textValue = (entity: Entity, field: Field, draw: Draw, word: Wording | undefined): string => {
  const { pattern } = fieldTypes[field.type].valueSchema(field);
  const example = exampleOf(entity, field, draw);
  // A client may ask for another form than the files that give the examples.
  if (example !== undefined && (typeof pattern !== 'string' || new RegExp(pattern, 'u').test(example))) return example;
  const made = formatted[field.format ?? ''];
  if (made) return made(draw);
  if (typeof pattern === 'string') return patternText(field, pattern, draw);
  const written = word?.(draw);
  const fits = written !== undefined && written.length <= (field.maxLength ?? written.length);
  return fits ? written : plainText(entity, field, draw);
};

/** Small ones more often than large ones. */
const numberValue = (field: Field, draw: Draw): number => {
  const { minimum, maximum, multipleOf } = fieldTypes[field.type].valueSchema(field);
  const step = Number(multipleOf ?? 1);
  const usual = field.type === 'money' ? 5000 : field.type === 'percent' ? 60 : 120;
  const least = Math.max(Number(minimum), 0);
  const most = Math.max(least, Math.min(Number(maximum), least + usual));
  if (field.unique) return least + (numberOf(draw) % 1_000_000) * Math.max(step, 1);
  const wide = field.type === 'money' ? 0.01 : Math.max(step, field.type === 'percent' ? 0.5 : 1);
  const first = Math.ceil(least / wide);
  const last = Math.max(first, Math.floor(most / wide));
  const value = (first + Math.floor(draw.chance.next() ** 2 * (last - first + 1))) * wide;
  return Number(value.toFixed(field.scale ?? 4));
};

/** Within the three years up to today. */
const dayValue = ({ chance, today }: Draw): string => addDays(today, -chance.whole(0, 1095)) ?? today;

/** An even five minutes of the hours in which people work. */
const timeValue = ({ chance }: Draw): string =>
  `${String(chance.whole(7, 18)).padStart(2, '0')}:${String(chance.whole(0, 11) * 5).padStart(2, '0')}`;

/** Whether a record may be pointed at: its fields, by wire names, as the relation asks. */
export const mayPointAt = (
  entity: Entity,
  { relation }: Field,
  { record, parent }: Draw,
): ((target: Row) => boolean) => {
  const terms = (relation?.where ?? []).flatMap(
    (one): { readonly column: string; readonly values: readonly unknown[] }[] => {
      if ('values' in one) return [{ column: one.field, values: one.values }];
      const above = one.from.startsWith(ownerPrefix);
      const isKey = (name: string): boolean => entity.fields.some((other) => other.name === name && other.relation);
      const name = above ? one.from.slice(ownerPrefix.length) : one.from;
      const beside = above ? parent : record;
      const key = above ? beside !== undefined && `${name}_id` in beside : isKey(name);
      const value = beside?.[key ? `${name}_id` : name];
      const nothing = value === undefined || value === null;
      return nothing ? [] : [{ column: key ? `${one.field}_id` : one.field, values: [value] }];
    },
  );
  const { date, valid } = relation ?? {};
  const day = date === undefined || valid === undefined ? undefined : record[date];
  const isValid = (target: Row): boolean => {
    if (valid === undefined || day === undefined || day === null) return true;
    const [from, until] = [target[valid.from] ?? '', target[valid.until] ?? '9999'].map(String) as [string, string];
    return from <= String(day) && String(day) <= until;
  };
  return (target) => isValid(target) && terms.every(({ column, values }) => values.includes(target[column]));
};

/** The first that does, from one by chance on. */
const targetOf = (entity: Entity, field: Field, draw: Draw): unknown => {
  const targets = draw.rows(field.relation?.entity ?? '');
  if (targets.length === 0) return undefined;
  if (field.relation?.where === undefined && field.relation?.valid === undefined) return draw.chance.of(targets)['id'];
  const fits = mayPointAt(entity, field, draw);
  const start = draw.chance.whole(0, targets.length - 1);
  for (let step = 0; step < targets.length; step += 1) {
    const target = targets[(start + step) % targets.length];
    if (target !== undefined && fits(target)) return target['id'];
  }
  return undefined;
};

/** undefined: there can be none, for a relation without a record to point at, and for files. */
export const drawValue = (entity: Entity, field: Field, draw: Draw, word?: Wording): unknown => {
  if (field.codes) return field.codes.length === 0 ? undefined : draw.chance.of(field.codes);
  switch (field.type) {
    case 'relation':
      return targetOf(entity, field, draw);
    case 'attachment':
      return undefined;
    case 'boolean':
      return draw.chance.holds(0.5);
    case 'integer':
    case 'decimal':
    case 'money':
    case 'percent':
      return numberValue(field, draw);
    case 'year':
      return Number(draw.today.slice(0, 4)) - draw.chance.whole(0, 3);
    case 'date':
      return dayValue(draw);
    case 'date-time':
      return `${dayValue(draw)}T${timeValue(draw)}:00-03:00`;
    case 'month':
      return dayValue(draw).slice(0, 7);
    case 'time':
      return timeValue(draw);
    default:
      return textValue(entity, field, draw, word);
  }
};
