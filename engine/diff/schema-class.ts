/** What a change asks of the tables, from the steps that lead from the one model's tables to the other's. */
import { describeTables } from '../data/ddl/describe-tables.ts';
import { planSchemaChange } from '../data/ddl/plan-schema-change.ts';
import type { SchemaStep } from '../data/ddl/schema-step.ts';
import type { Field, Model } from '../model/types.ts';
import type { Change, SchemaClass } from './change.ts';
import { schemaClasses } from './change.ts';
import { same } from './compare.ts';

/** What no change does by itself costs values. */
const classOf = (step: SchemaStep): SchemaClass => (step.kind === 'refuse' ? 'lossy' : step.class);

/** The graver of two. */
const graver = (a: SchemaClass | undefined, b: SchemaClass | undefined): SchemaClass | undefined =>
  schemaClasses.findLast((one) => one === a || one === b);

/** By entity, then by field; `*` for the table whole. */
export type SchemaChange = ReadonlyMap<string, ReadonlyMap<string, SchemaClass>>;

/** The gravest of what is done to these fields or columns of the entity. */
const classOfFields = (schema: SchemaChange, entity: string, fields: Iterable<string>): SchemaClass | undefined =>
  [...fields].reduce<SchemaClass | undefined>(
    (found, field) => graver(found, schema.get(entity)?.get(field)),
    undefined,
  );

/** Keys of a field that its column or its constraints are made from. */
const tableKeys: ReadonlySet<string> = new Set<keyof Field>([
  ...([
    'column',
    'type',
    'required',
    'unique',
    'writeOnly',
    'default',
    'sequence',
    'scale',
    'codeList',
    'relation',
  ] as const),
  ...(['minLength', 'maxLength', 'minimum', 'maximum'] as const),
]);

/** What the tables must bear for one change of the model; undefined: nothing. */
export const classOfChange = (
  schema: SchemaChange,
  { path, before, after }: Change,
  model: Model,
): SchemaClass | undefined => {
  if (schema.size === 0) return undefined;
  const [part, name = '', section, item = '', key] = path;
  if (part === 'codeLists' && (section !== 'options' || path.length > 4)) return undefined;
  if (part === 'codeLists')
    return Object.values(model.entities).reduce<SchemaClass | undefined>((found, { name: entity, fields }) => {
      const own = fields.filter(({ codeList }) => codeList === name).map((field) => field.name);
      return graver(found, classOfFields(schema, entity, own));
    }, undefined);
  if (part !== 'entities') return undefined;
  if (section === undefined) return classOfFields(schema, name, ['*']);
  if (section === 'fields')
    return key === undefined || tableKeys.has(key) ? classOfFields(schema, name, [item]) : undefined;
  if (section === 'search') return classOfFields(schema, name, ['busca']);
  if (section !== 'indexes' && section !== 'noOverlap') return undefined;
  const columns = JSON.stringify([before, after]).matchAll(/"([a-z0-9_]+)"/g);
  return classOfFields(
    schema,
    name,
    columns.map(([, column = '']) => column),
  );
};

/** Steps over a model whose tables stay as they are come to nothing. */
export const classifySchema = (before: Model, after: Model): SchemaChange => {
  const [olds, nows] = [describeTables(before), describeTables(after)];
  const known = new Map(olds.map((table) => [table.entity, table]));
  const changed = nows.filter((table) => !same(known.get(table.entity), table));
  const touched = new Set(changed.map(({ entity }) => entity));
  const wanted = new Set(nows.map(({ entity }) => entity));
  const from = olds.filter(({ entity }) => touched.has(entity) || !wanted.has(entity));
  // Triggers are made anew at every start.
  const always = new Set(
    planSchemaChange(changed, changed, after.changes).flatMap((step) => ('sql' in step ? [step.sql] : [])),
  );
  const found = new Map<string, Map<string, SchemaClass>>();
  for (const step of planSchemaChange(from, changed, after.changes)) {
    if ('sql' in step && always.has(step.sql)) continue;
    const fields = found.get(step.entity) ?? new Map<string, SchemaClass>();
    // A new table has no rows to read or to keep from anybody.
    const own = known.has(step.entity) ? classOf(step) : 'safe';
    for (const field of step.field.split(', ')) fields.set(field, graver(fields.get(field), own) ?? 'safe');
    found.set(step.entity, fields);
  }
  return found;
};
