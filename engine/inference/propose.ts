/**
 * From a table to a registry.
 *
 *   sheet ─ read each column ─► the first that fits: form, code list or relation, number, new list, text
 *         ─ find-derived ─────► columns that a relation tells anyway
 *         ─ name ─────────────► fields with names and titles, required where no cell is empty
 *         ─ find-key ─────────► what identifies a row
 */
import { strengthen, succession } from './confidence.ts';
import type { ReadColumn } from './find-derived.ts';
import { findDerived } from './find-derived.ts';
import { findKey, isUniqueDocument } from './find-key.ts';
import { guessKnownList, guessNewList } from './guess-code-list.ts';
import { guessForm } from './guess-form.ts';
import { guessNumber } from './guess-number.ts';
import { guessRelation } from './guess-relation.ts';
import { guessText } from './guess-text.ts';
import { fieldName, titleOf } from './name-field.ts';
import { nearDays } from './near-days.ts';
import type { Fact, Known, Proposal, ProposedField, Reading, Sheet } from './types.ts';
import { generic, says, shared, speaking, wordsOf } from './words.ts';

interface Settings {
  /** Zone of moments that do not say theirs. */
  readonly timeZone: string;
  /** What the registry will be called, where that is known: a sign among code lists of one kind. */
  readonly subject: string;
}

/** A code list before a registry, which costs a join, unless the registry is the surer of the two. */
const surer = (list: Reading | undefined, relation: Reading | undefined): Reading | undefined => {
  const [ofList, ofRelation] = [list, relation].map((reading) => reading?.facts[0]?.confidence ?? 0);
  return (ofRelation ?? 0) > (ofList ?? 0) ? relation : list;
};

const readColumn = (sheet: Sheet, at: number, known: Known, settings: Settings): Reading => {
  const column = sheet.columns[at] ?? { header: '', cells: [] };
  const words = wordsOf(column.header);
  const context = wordsOf(settings.subject);
  const reading =
    guessForm(column, words, settings) ??
    surer(guessKnownList(column, words, context, known), guessRelation(sheet.columns, at, words, known)) ??
    guessNumber(column, words) ??
    guessNewList(column, words) ??
    guessText(column, words);
  const near = nearDays(column, reading, settings);
  return near === undefined ? reading : { ...reading, near };
};

/** `Código do banco` is `banco`: what points at a row is called by the row. */
const pointing = (header: string, reading: Reading, known: Known): string => {
  const registry = known.registries.find(({ entity }) => entity === reading.property['x-relation']?.entity);
  if (registry === undefined) return header;
  const words = wordsOf(header);
  const own = new Set([...generic, ...registry.names.flatMap((name) => wordsOf(name))]);
  if (words.every((word) => own.has(word)) && shared(words, wordsOf(registry.entity)) === 0) return registry.title;
  const rest = titleOf(header).replace(
    /^(c[oó]d(igo)?\.?|n[º°o]\.?|n[uú]mero|nome|descri[cç][aã]o|id|sigla) (d[aeo]s? )?(?=\S)/i,
    '',
  );
  return rest.replace(/\p{L}/u, (letter) => letter.toUpperCase());
};

const requiredFact = (reading: Reading): Fact => ({
  kind: 'required',
  said: 'obrigatório',
  evidence: `nenhuma das ${reading.cells.length} linhas está sem valor`,
  confidence: succession(reading.cells.length, reading.cells.length),
});

const nameFields = (columns: readonly ReadColumn[], known: Known): readonly ProposedField[] => {
  const taken = new Set<string>();
  return columns.map(({ column, reading }, place): ProposedField => {
    const called = reading.renamed?.title ?? pointing(column.header, reading, known);
    const name = fieldName(reading.renamed?.name ?? called, place, taken);
    taken.add(name);
    if (reading.property['x-relation'] !== undefined) taken.add(`${name}_id`);
    const required = reading.cells.length > 0 && reading.cells.every((cell) => cell !== '');
    return {
      ...reading,
      header: column.header,
      name,
      title: titleOf(called) || `Coluna ${place + 1}`,
      required,
      facts: required ? [...reading.facts, requiredFact(reading)] : reading.facts,
    };
  });
};

/** Documents of people make a sheet one about people: then names and addresses are theirs (LGPD, art. 5). */
const classPersonal = (fields: readonly ProposedField[]): readonly ProposedField[] => {
  const ofPerson = ({ property: { format } }: ProposedField): boolean => ['cpf', 'cns', 'pis'].includes(format ?? '');
  const people = fields.some(ofPerson);
  return fields.map((field) => {
    const beside = people && field.property.type === 'string' && says(wordsOf(field.header), speaking.personal);
    if (!ofPerson(field) && !beside) return field;
    const fact: Fact = {
      kind: 'personal',
      said: 'dado pessoal',
      evidence: ofPerson(field) ? 'documento de uma pessoa' : 'ao lado de um documento de pessoa',
      confidence: strengthen(0.8, ofPerson(field)),
    };
    return { ...field, property: { ...field.property, 'x-personal-data': 'personal' }, facts: [...field.facts, fact] };
  });
};

const markUnique = (fields: readonly ProposedField[], key: readonly string[]): readonly ProposedField[] =>
  fields.map((field) => {
    const alone = key.length === 1 && key[0] === field.name && field.property['x-relation'] === undefined;
    if (!alone && !isUniqueDocument(field)) return field;
    const count = field.cells.filter((cell) => cell !== '').length;
    const fact: Fact = {
      kind: 'unique',
      said: 'único',
      evidence: `${count} de ${count} valores sem repetição`,
      confidence: strengthen(succession(count, count), alone),
    };
    return { ...field, property: { ...field.property, 'x-unique': true }, facts: [...field.facts, fact] };
  });

/** The registry that a table is taken for. Every row of the table fits it but for the misfits of each field. */
export const propose = (sheet: Sheet, known: Known, settings: Settings): Proposal => {
  const columns = sheet.columns.map(
    (column, at): ReadColumn => ({ column, reading: readColumn(sheet, at, known, settings) }),
  );
  const draft = new Map(columns.map((column, at) => [column, nameFields(columns, known)[at]?.name ?? '']));
  const derived = findDerived(columns, (column) => draft.get(column) ?? '', known);
  const kept = columns.filter((column) => !derived.has(column));
  const named = nameFields(kept, known);
  // A name that was taken by a column now left out may have changed.
  const names = new Map(kept.map((column, at) => [draft.get(column) ?? '', named[at]?.name ?? '']));
  const key = findKey(named, sheet.lines.length);
  const naturalKey = key?.fields.map(({ name }) => name) ?? [];
  return {
    fields: classPersonal(markUnique(named, naturalKey)),
    derived: [...derived.values()].map((column) => {
      const [relation = '', field = ''] = column.path.split('.');
      return { ...column, path: `${names.get(relation) ?? relation}.${field}` };
    }),
    naturalKey,
    keyFact: key?.fact,
    rows: sheet.lines.length,
    lines: sheet.lines,
    notes: sheet.notes,
  };
};
