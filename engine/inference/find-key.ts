import { strengthen, succession } from './confidence.ts';
import type { Fact, ProposedField } from './types.ts';
import { says, speaking, wordsOf } from './words.ts';

const documents: ReadonlySet<string> = new Set(['cpf', 'cnpj', 'cpf-cnpj', 'cns', 'pis']);

/** How well a field identifies: by what it is and by its name, the more the better; undefined for what never does. */
const worth = (field: ProposedField, place: number): number | undefined => {
  const { type, format, 'x-mask': mask, maxLength = 0 } = field.property;
  const words = wordsOf(field.header);
  if (!field.required || type === 'boolean' || field.options !== undefined) return undefined;
  const first = place === 0 ? 15 : 0;
  if (says(words, foreign)) return 5;
  if (documents.has(format ?? '')) return 40 + first;
  if (format === 'month') return 30 + first;
  if (format === 'date') return 12 + first;
  if (format === 'year') return 8;
  if (format !== undefined && format !== 'email' && format !== 'uri') return undefined;
  if (format === 'uri') return undefined;
  const code = says(words, speaking.code) || words.some((word) => word === 'id' || word === 'sigla');
  if (field.property['x-relation'] !== undefined) return 18 + first;
  if (field.property['x-code-list'] !== undefined) return 6 + first;
  if (type === 'integer') return says(words, speaking.quantity) ? undefined : (code ? 45 : 5) + first;
  if (type !== 'string') return undefined;
  if (mask !== undefined) return (code ? 50 : 25) + first;
  if (format === 'email') return 10;
  return (code ? 42 : maxLength <= 60 ? 14 : 9) + first;
};

/** Codes of something else that the row only names. */
const foreign: ReadonlySet<string> = new Set(['agencia', 'ag', 'conta', 'ddd', 'cep', 'lote', 'banco', 'empresa']);

const distinct = (fields: readonly ProposedField[], rows: number): boolean => {
  const seen = new Set<string>();
  for (let row = 0; row < rows; row += 1) seen.add(fields.map(({ cells }) => cells[row]).join('\u0000'));
  return seen.size === rows;
};

const pairs = <T>(items: readonly T[]): readonly (readonly T[])[] =>
  items.flatMap((one, index) => items.slice(index + 1).map((other) => [one, other]));
const triples = <T>(items: readonly T[]): readonly (readonly T[])[] =>
  items.flatMap((one, index) => pairs(items.slice(index + 1)).map((two) => [one, ...two]));

export interface FoundKey {
  readonly fields: readonly ProposedField[];
  readonly fact: Fact;
}

/**
 * The fields that identify a row: one, else two, else three that no two rows share, of those of a kind that identifies
 * (codes and documents before names and dates; never amounts). undefined where there are none, or fewer than two rows.
 */
export const findKey = (fields: readonly ProposedField[], rows: number): FoundKey | undefined => {
  if (rows < 2) return undefined;
  const able = fields
    .flatMap((field, place) => {
      const value = worth(field, place);
      return value === undefined ? [] : [{ field, value, place }];
    })
    .sort((a, b) => b.value - a.value || a.place - b.place)
    .slice(0, 10);
  // A new code list may be part of a key.
  const partial = fields.flatMap((field, place) =>
    field.required && field.options !== undefined ? [{ field, value: 8, place }] : [],
  );
  const parts = [...able, ...partial].sort((a, b) => b.value - a.value || a.place - b.place);
  const groups = [able.map((one) => [one]), pairs(parts), triples(parts)];
  for (const group of groups) {
    const [best] = group
      .filter((members) =>
        distinct(
          members.map(({ field }) => field),
          rows,
        ),
      )
      .map((members) => ({ members, value: members.reduce((sum, { value }) => sum + value, 0) }))
      .sort((a, b) => b.value - a.value);
    if (best === undefined) continue;
    const chosen = [...best.members].sort((a, b) => a.place - b.place).map(({ field }) => field);
    const strong = best.value / chosen.length >= 40;
    return {
      fields: chosen,
      fact: {
        kind: 'unique',
        said: `chave natural: ${chosen.map(({ name }) => name).join(', ')}`,
        evidence: `${rows} de ${rows} linhas sem repetição${strong ? '; o cabeçalho é de um código ou documento' : ''}`,
        confidence: strengthen(succession(rows, rows) * (chosen.length === 1 ? 1 : 0.8), strong),
      },
    };
  }
  return undefined;
};

/** Documents of which no two rows have the same, beside the key: ten of them at least, and of the record itself. */
export const isUniqueDocument = (field: ProposedField): boolean => {
  const values = field.cells.filter((cell) => cell !== '');
  return (
    documents.has(field.property.format ?? '') &&
    values.length >= 10 &&
    new Set(values).size === values.length &&
    !says(wordsOf(field.header), new Set(['titular', 'responsavel', 'mae', 'pai', 'conjuge', 'representante', 'socio']))
  );
};
