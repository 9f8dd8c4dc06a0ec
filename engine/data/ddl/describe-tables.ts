import { oncePer } from '../../core/once-per.ts';
import { readSequence } from '../../core/sequence.ts';
import { limitWords, phrases } from '../../core/words.ts';
import { fieldTypes } from '../../fields/index.ts';
import { hasTable } from '../../model/has-table.ts';
import type { Entity, Field, Index, Model } from '../../model/types.ts';
import { noOverlapConstraints } from './no-overlap.ts';
import { objectName } from './object-name.ts';
import { quoteIdentifier, quoteLiteral } from './quote.ts';
import type { ColumnSpec, ConstraintSpec, IndexSpec, TableSpec } from './table-spec.ts';
import { canonicalType, identity } from './table-spec.ts';

/** The table of each entity that has one, in the order of the model. Pure: equal models give equal tables. */
export const describeTables = (model: Model): readonly TableSpec[] =>
  Object.values(model.entities).filter(hasTable).map(tableWith(model.codeLists));

const describeTable = (codeLists: Model['codeLists'], entity: Entity): TableSpec => ({
  entity: entity.name,
  owner: entity.fields.find((field) => field.name === entity.owner?.relation)?.column,
  columns: [
    ...firstColumns,
    ...entity.fields.map((field) => describeColumn(entity, field)),
    ...lastColumns,
    ...searchColumns(entity),
  ],
  constraints: [
    ...entity.fields.flatMap((field) => fieldConstraints(codeLists, entity, field)),
    ...uniqueConstraints(entity),
    ...noOverlapConstraints(entity),
  ],
  indexes: [...sortIndexes(entity), ...searchIndexes(entity)],
});

const tableWith = oncePer((codeLists: Model['codeLists']) =>
  oncePer((entity: Entity) => describeTable(codeLists, entity)),
);

const systemColumn = (name: string, type: string, parts: Partial<ColumnSpec> = {}): ColumnSpec => ({
  name,
  field: undefined,
  type: canonicalType(type),
  required: false,
  default: undefined,
  numbered: false,
  generated: undefined,
  secret: false,
  ...parts,
});

const firstColumns: readonly ColumnSpec[] = [systemColumn('id', 'bigint', { required: true, generated: identity })];

/** Who wrote is kept as a number without foreign key: a user may be deleted, what the user did may not. */
const lastColumns: readonly ColumnSpec[] = [
  systemColumn('versao', 'integer', { required: true, default: '1' }),
  systemColumn('criado_em', 'timestamptz', { required: true, default: 'now()' }),
  systemColumn('criado_por', 'bigint'),
  systemColumn('alterado_em', 'timestamptz'),
  systemColumn('alterado_por', 'bigint'),
];

/** Of one counter for each text around it; `next_number` of the base schema keeps them. */
const numberDefault = (entity: Entity, field: Field, text: string): string => {
  const { before, digits, after } = readSequence(text);
  const call = `fichario.next_number(${[`${entity.name}.${field.name}`, before, after].map(quoteLiteral).join(', ')}, ${digits})`;
  return field.type === 'text' ? call : `(${call})::integer`;
};

const defaultOf = (entity: Entity, field: Field): string | undefined => {
  if (field.sequence !== undefined) return numberDefault(entity, field, field.sequence);
  return field.default === undefined ? undefined : quoteLiteral(String(field.default));
};

const describeColumn = (entity: Entity, field: Field): ColumnSpec => ({
  name: field.column,
  field: field.name,
  type: canonicalType(fieldTypes[field.type].sqlType(field)),
  required: field.required,
  default: defaultOf(entity, field),
  numbered: field.sequence !== undefined,
  ...(field.sequence === undefined ? {} : { sequence: field.sequence }),
  generated: undefined,
  secret: field.writeOnly,
});

const check = (entity: Entity, field: Field, limit: string, expression: string, rule: string): ConstraintSpec => ({
  name: objectName([entity.name, field.column, limit], 'check'),
  rule,
  kind: 'check',
  fields: [field.name],
  columns: [field.column],
  definition: `check (${expression})`,
});

/** Of one field: the limits of its value, and the foreign key of a relation. */
const fieldConstraints = (codeLists: Model['codeLists'], entity: Entity, field: Field): ConstraintSpec[] => {
  const column = quoteIdentifier(field.column);
  const { minLength, maxLength, minimum, maximum, relation } = field;
  // The whole list: what a client narrows is said to who writes, not to rows that are there.
  const codes = field.codeList === undefined ? undefined : codeLists[field.codeList]?.options.map(({ value }) => value);
  return [
    minLength !== undefined &&
      check(entity, field, 'min_length', `char_length(${column}) >= ${minLength}`, words('minLength', minLength)),
    maxLength !== undefined &&
      check(entity, field, 'max_length', `char_length(${column}) <= ${maxLength}`, words('maxLength', maxLength)),
    minimum !== undefined && check(entity, field, 'minimum', `${column} >= ${minimum}`, words('minimum', minimum)),
    maximum !== undefined && check(entity, field, 'maximum', `${column} <= ${maximum}`, words('maximum', maximum)),
    codes !== undefined &&
      check(entity, field, 'codes', `${column} in (${codes.map(quoteLiteral).join(', ')})`, words('enum', codes)),
    relation !== undefined && foreignKey(entity, field, relation),
  ].filter((constraint) => constraint !== false);
};

/** `no action` and not `restrict`: the same here, but one SQLSTATE (23503) on every version; 18 says 23001 for restrict. */
const foreignKey = (entity: Entity, field: Field, relation: NonNullable<Field['relation']>): ConstraintSpec => ({
  name: objectName([entity.name, field.column], 'fkey'),
  rule: phrases.existing,
  kind: 'foreign',
  fields: [field.name],
  columns: [field.column],
  target: relation.entity,
  definition:
    `foreign key (${quoteIdentifier(field.column)}) references public.${quoteIdentifier(relation.entity)} (id) ` +
    `on delete ${deletions[relation.onDelete]}`,
});

const deletions = { refuse: 'no action', clear: 'set null', cascade: 'cascade' } as const;

const words = (keyword: string, limit: unknown): string => limitWords[keyword]?.(limit) ?? keyword;

const columnList = (columns: readonly string[]): string => columns.map(quoteIdentifier).join(', ');

/** Those declared and those of single fields, each once. */
const uniqueIndexes = (entity: Entity): readonly (readonly string[])[] => {
  const single = entity.fields.filter((field) => field.unique).map((field) => [field.column]);
  const declared = entity.indexes.filter((index) => index.unique).map((index) => index.columns);
  return [...new Map([...single, ...declared].map((columns) => [columns.join(), columns])).values()];
};

const fieldNames = (entity: Entity, columns: readonly string[]): string[] =>
  columns.map((column) => entity.fields.find((field) => field.column === column)?.name ?? column);

const uniqueConstraints = (entity: Entity): ConstraintSpec[] =>
  uniqueIndexes(entity).map((columns) => ({
    name: objectName([entity.name, ...columns], 'key'),
    kind: 'unique',
    rule: phrases.unrepeated,
    fields: fieldNames(entity, columns).filter((name) => name !== entity.owner?.relation),
    columns,
    // A combination with an empty part is still one combination; a single empty value is no value at all. Rows of one
    // record may exchange their values in one statement.
    definition:
      entity.owner === undefined
        ? `unique ${columns.length > 1 ? 'nulls not distinct ' : ''}(${columnList(columns)})`
        : `unique (${columnList(columns)}) deferrable`,
  }));

/** Every list pages by its sort and then by id, so each index ends in id; deleting a target needs the relation's, and the quick search its numbers'. */
const sortIndexes = (entity: Entity): IndexSpec[] => {
  const declared = entity.indexes.filter((index) => !index.unique).map((index) => withId(index.columns));
  const covered = new Set([...declared.map(([first]) => first), ...uniqueIndexes(entity).map(([first]) => first)]);
  const numbers = new Set(entity.searchNumbers ?? []);
  const found = entity.fields
    .filter((field) => (field.relation !== undefined || numbers.has(field.name)) && !covered.has(field.column))
    .map((field) => withId([field.column]));
  return [...new Map([...declared, ...found].map((columns) => [columns.join(), columns])).values()].map((columns) => ({
    name: objectName([entity.name, ...columns.slice(0, -1)], 'idx'),
    columns,
    definition: `using btree (${columnList(columns)})`,
  }));
};

const withId = (columns: Index['columns']): readonly string[] => [...columns.filter((column) => column !== 'id'), 'id'];

/** The quick search's fields without accents and capitals; undefined where there are none. */
export const searchExpression = (entity: Entity): string | undefined => {
  if (entity.search.length === 0) return undefined;
  const texts = entity.search.map((name) => {
    const field = entity.fields.find((candidate) => candidate.name === name);
    if (field === undefined) throw new Error(`search of ${entity.name} names ${name}, which is no field`);
    const column = quoteIdentifier(field.column);
    return `coalesce(${fieldTypes[field.type].castType === 'text' ? column : `${column}::text`}, '')`;
  });
  return `fichario.normalize(${texts.join(" || ' ' || ")})`;
};

/** `busca`, kept by the database. */
const searchColumns = (entity: Entity): ColumnSpec[] => {
  const expression = searchExpression(entity);
  if (expression === undefined) return [];
  return [systemColumn('busca', 'text collate "C"', { generated: `always as (${expression}) stored` })];
};

const searchIndexes = (entity: Entity): IndexSpec[] =>
  entity.search.length === 0
    ? []
    : [
        {
          name: objectName([entity.name, 'busca'], 'idx'),
          columns: ['busca'],
          definition: 'using gin (busca public.gin_trgm_ops)',
        },
      ];
