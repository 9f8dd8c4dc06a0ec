import { expect, test } from 'vitest';
import { constraintFields } from '../../../engine/data/ddl/constraint-fields.ts';
import { describeTables } from '../../../engine/data/ddl/describe-tables.ts';
import { objectName } from '../../../engine/data/ddl/object-name.ts';
import { planSchemaChange } from '../../../engine/data/ddl/plan-schema-change.ts';
import { quoteIdentifier, quoteLiteral } from '../../../engine/data/ddl/quote.ts';
import { createEntity, createField, createModel, smallModel } from '../../support/small-model.ts';

test('makes the tables, constraints, indexes and history of a small model as written down', async () => {
  const steps = planSchemaChange([], describeTables(smallModel));
  const sql = steps.map((step) => (step.kind === 'refuse' ? `refused: ${step.refusal.code}` : step.sql));
  await expect(`${sql.join('\n\n')}\n`).toMatchFileSnapshot('ddl.small-model.sql');
});

/** An entity that points at others. */
const pointing = (name: string, ...targets: readonly string[]) =>
  createEntity({
    name,
    fields: targets.map((entity) =>
      createField({ name: `de_${entity}`, type: 'relation', relation: { entity, label: [], onDelete: 'refuse' } }),
    ),
  });

test('makes new tables with their foreign keys, each after those it points at, and closes a circle at the end', () => {
  const was = describeTables(createModel(pointing('estado')));
  const wanted = describeTables(
    createModel(
      pointing('aluno', 'turma', 'aluno', 'estado'),
      pointing('turma', 'escola'),
      pointing('escola', 'diretor'),
      pointing('diretor', 'escola'),
      pointing('estado', 'diretor'),
    ),
  );
  const told = planSchemaChange(was, wanted).flatMap((step) => {
    const [, made] = (step.kind !== 'refuse' && /^create table public\."(\w+)"/.exec(step.sql)) || [];
    const keys = step.kind === 'refuse' ? [] : [...step.sql.matchAll(/foreign key \("(\w+)"\)/g)];
    return made === undefined && keys.length === 0
      ? []
      : [[made ?? `${step.kind} ${step.entity}`, ...keys.map(([, key]) => key)]];
  });
  expect(told).toEqual([
    ['diretor'],
    ['escola', 'de_diretor_id'],
    ['turma', 'de_escola_id'],
    ['aluno', 'de_turma_id', 'de_aluno_id', 'de_estado_id'],
    ['apply diretor', 'de_escola_id'],
    // Of a table that was there: its rows are held against it.
    ['check estado', 'de_diretor_id'],
  ]);
});

test('plans nothing but the renewal of what writes the history where nothing changed', () => {
  const tables = describeTables(smallModel);
  const steps = planSchemaChange(tables, tables);
  const sql = steps.map((step) => (step.kind === 'refuse' ? step.refusal.code : step.sql));
  const renewed = sql.filter((text) => !text.startsWith('create or replace')).map((text) => text.split('\n')[0]);
  expect(renewed).toEqual([
    'alter table historico."cidade" add column if not exists _origem text;',
    'alter table historico."distrito" add column if not exists _origem text;',
  ]);
});

test('describes equal tables for equal models', () => {
  expect(describeTables(structuredClone(smallModel))).toEqual(describeTables(smallModel));
});

test('indexes each relation once, whether an index declared begins with it or not', () => {
  const relation = { entity: 'cidade', label: [], onDelete: 'refuse' } as const;
  const [table] = describeTables(
    createModel(
      createEntity({
        name: 'bairro',
        fields: [
          createField({ name: 'origem', type: 'relation', relation }),
          createField({ name: 'destino', type: 'relation', relation }),
          createField({ name: 'outra', type: 'relation', relation }),
        ],
        indexes: [
          { columns: ['origem_id', 'destino_id'], unique: false },
          { columns: ['destino_id', 'origem_id'], unique: true },
        ],
      }),
    ),
  );
  expect(table?.indexes.map((index) => index.columns)).toEqual([
    ['origem_id', 'destino_id', 'id'],
    ['outra_id', 'id'],
  ]);
});

test('says of each constraint what it is about, and nothing of names that are not its own', () => {
  const rows: readonly [string, unknown][] = [
    ['cidade_codigo_key', { kind: 'unique', entity: 'cidade', fields: ['codigo'] }],
    ['cidade_nome_max_length_check', { kind: 'check', entity: 'cidade', fields: ['nome'] }],
    ['cidade_uf_not_null', { kind: 'not-null', entity: 'cidade', fields: ['uf'] }],
    ['distrito_cidade_id_fkey', { kind: 'foreign', entity: 'distrito', fields: ['cidade'] }],
    ['distrito_pkey', undefined],
  ];
  for (const [name, expected] of rows) expect(constraintFields(smallModel, name)).toEqual(expected);
});

test('keeps long names within what PostgreSQL keeps, and apart from each other', () => {
  expect(objectName(['banco', 'codigo'], 'key')).toBe('banco_codigo_key');
  const long = 'procedimento_autorizado_por_operadora_de_origem';
  const names = [objectName([long, 'primeiro_campo'], 'fkey'), objectName([long, 'segundo_campo'], 'fkey')];
  expect(new Set(names).size).toBe(2);
  for (const name of names) {
    expect(name.length).toBeLessThanOrEqual(63);
    expect(name).toMatch(/^procedimento_autorizado_.*_fkey$/);
  }
});

test('quotes names and texts so that nothing in them ends the quotation', () => {
  expect(quoteIdentifier('a"b')).toBe('"a""b"');
  expect(quoteLiteral("D'Ávila \\")).toBe("'D''Ávila \\'");
});
