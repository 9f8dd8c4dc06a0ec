/** What of a registry its screen shows, and how: columns, search panel, order. The choices of a person in a hurry. */
import type { Proposal, ProposedField } from './types.ts';
import { wordsOf } from './words.ts';

const naming = 'nome razao descricao titulo termo denominacao apelido fantasia assunto norma ocupacao documento'.split(
  ' ',
);

const isPlainText = ({ property, options }: ProposedField): boolean =>
  options === undefined &&
  property.type === 'string' &&
  property['x-code-list'] === undefined &&
  property['x-mask'] === undefined &&
  property.format === undefined;

const isLong = ({ property }: ProposedField): boolean => property.format === 'multiline';
const isKind = ({ property, options }: ProposedField, kind: 'relation' | 'code' | 'boolean' | 'text'): boolean => {
  if (kind === 'relation') return property['x-relation'] !== undefined;
  if (kind === 'code') return options !== undefined || property['x-code-list'] !== undefined;
  if (kind === 'boolean') return property.type === 'boolean';
  const temporal = ['date', 'date-time', 'time', 'month'].includes(property.format ?? '');
  return property.type === 'string' && !isKind({ property, options } as ProposedField, 'code') && !temporal;
};

/** The text that a record is known by: by its header, else the first free text that is no code. */
export const nameField = ({ fields, naturalKey }: Proposal): ProposedField | undefined => {
  const texts = fields.filter(isPlainText);
  return (
    texts.find((field) => wordsOf(field.header).some((word) => naming.includes(word))) ??
    texts.find(({ name, property }) => !naturalKey.includes(name) && (property.maxLength ?? 0) >= 20) ??
    texts[0]
  );
};

type Column = string | { readonly field: string; readonly title: string };

const mostColumns = 8;

/** Key and name first, then as in the sheet, long texts last and only where there is room. */
export const listColumns = (proposal: Proposal): readonly Column[] => {
  const { fields, naturalKey, derived } = proposal;
  const name = nameField(proposal)?.name;
  const rank = (field: ProposedField): number =>
    naturalKey.includes(field.name) ? 0 : field.name === name ? 1 : isLong(field) ? 3 : 2;
  const ordered = fields
    .map((field, place) => ({ field, place }))
    .sort((a, b) => rank(a.field) - rank(b.field) || a.place - b.place)
    .map(({ field }): Column => field.name);
  const beside = derived.filter(({ labelled }) => !labelled).map(({ path, title }): Column => ({ field: path, title }));
  const columns = ordered.slice(0, mostColumns);
  for (const column of beside) {
    const relation = typeof column === 'object' ? (column.field.split('.')[0] ?? '') : column;
    const at = columns.indexOf(relation);
    if (at >= 0) columns.splice(at + 1, 0, column);
  }
  return columns;
};

export interface SearchField {
  readonly field: string;
  readonly match?: 'contains' | 'equals' | 'range' | 'any';
}

const searchOf = (field: ProposedField): SearchField => {
  const { property, name } = field;
  if (isKind(field, 'relation') || isKind(field, 'boolean')) return { field: name };
  if (isKind(field, 'code')) return { field: name, match: 'any' };
  if (isKind(field, 'text'))
    return { field: name, match: property['x-mask'] === undefined && isPlainText(field) ? 'contains' : 'equals' };
  return { field: name, match: 'range' };
};

const mostSearched = 10;

/** Key and name, then what one chooses by: codes, relations, days, yes or no. Amounts only where there is nothing else. */
export const searchFields = (proposal: Proposal): readonly SearchField[] => {
  const name = nameField(proposal)?.name;
  const rank = (field: ProposedField): number => {
    if (field.name === name) return 0;
    if (proposal.naturalKey.includes(field.name)) return 1;
    if (isKind(field, 'code') || isKind(field, 'relation') || isKind(field, 'boolean')) return 2;
    if (isLong(field)) return 9;
    return field.property.type === 'string' ? 3 : 5;
  };
  const ranked = proposal.fields
    .filter((field) => !isLong(field))
    .map((field, place) => ({ field, place, rank: rank(field) }))
    .sort((a, b) => a.rank - b.rank || a.place - b.place);
  const useful = ranked.filter((one) => one.rank < 5);
  return (useful.length > 0 ? useful : ranked).slice(0, mostSearched).map(({ field }) => searchOf(field));
};

/** Text fields of the quick search: key, name, documents. */
export const quickSearch = (proposal: Proposal): readonly string[] => {
  const name = nameField(proposal)?.name;
  const texts = proposal.fields.filter((field) => isKind(field, 'text') && !isLong(field));
  const first = texts.filter((field) => proposal.naturalKey.includes(field.name) || field.name === name);
  const rest = texts.filter((field) => !first.includes(field) && (isPlainText(field) || field.property['x-unique']));
  return [...first, ...rest].slice(0, 4).map((field) => field.name);
};

/** Fields that are the same for many records: not those of the key. */
export const batchFields = ({ fields, naturalKey }: Proposal): readonly string[] =>
  fields
    .filter((field) => !naturalKey.includes(field.name) && field.property['x-unique'] !== true)
    .filter((field) => isKind(field, 'code') || isKind(field, 'relation') || isKind(field, 'boolean'))
    .map(({ name }) => name);

/** The default order, by the natural key where all of it is plain; else the name, which needs an index then. */
export const sortFields = (proposal: Proposal): { readonly sort: readonly string[]; readonly index: boolean } => {
  const key = proposal.fields.filter(({ name }) => proposal.naturalKey.includes(name));
  if (key.length > 0 && !key.some((field) => isKind(field, 'relation'))) {
    const late = key.length === 1 && ['date', 'month'].includes(key[0]?.property.format ?? '');
    return { sort: proposal.naturalKey.map((name) => (late ? `-${name}` : name)), index: false };
  }
  const name = nameField(proposal)?.name;
  return name === undefined ? { sort: [], index: false } : { sort: [name], index: true };
};

/** `{codigo} - {nome}`; undefined where neither is a plain value. */
export const recordLabel = (proposal: Proposal): string | undefined => {
  const name = nameField(proposal)?.name;
  const key = proposal.fields.filter(
    (field) => proposal.naturalKey.includes(field.name) && !isKind(field, 'relation') && field.name !== name,
  );
  const parts = [
    ...key.slice(0, name === undefined ? 3 : 1).map((field) => field.name),
    ...(name === undefined ? [] : [name]),
  ];
  return parts.length === 0 ? undefined : parts.map((part) => `{${part}}`).join(' - ');
};
