/** Fields that begin by an expression: in which order, what of them is left where a client says something else, what is wrong. */
import { describe, expect, it } from 'vitest';
import type { FieldPatch } from '../../../engine/metadata/client.ts';
import { loadFiles } from '../../../engine/metadata/load-files.ts';
import { compile } from '../../../engine/model/compile.ts';
import { createExplainer } from '../../../engine/model/explain.ts';
import { resolve } from '../../../engine/overlay/resolve.ts';
import { catalogues } from '../../../src/catalogues.ts';
import { registry, text } from '../../support/fixture-fields.ts';
import { begunFiles } from '../api/begun-files.ts';
import { namingSources } from '../diff/naming-sources.ts';

type Patches = Readonly<Record<string, Readonly<Record<string, FieldPatch>>>>;
type Property = Readonly<Record<string, unknown>>;

const users = {
  'schemas/teste/usuarios/schema.json': {
    title: 'Usuário',
    type: 'object',
    required: ['login'],
    properties: { login: text('Login', { maxLength: 30, 'x-unique': true }) },
  },
  'schemas/teste/usuarios/columns.json': registry('usuarios', 'usuario', 'Usuários', {
    columns: ['login'],
    login: 'login',
  }),
};

const charges = 'schemas/teste/cobrancas/schema.json';

const userSources = Object.entries(users).map(([file, value]) => [file, JSON.stringify(value)] as const);

/** As the files of the naming have it, with what begins by a user, whom those do not have. */
const written = JSON.stringify(begunFiles[charges]);

/** `fields`: what the client says; `properties`: what the file of the charges says instead. */
const modelOf = (fields: Patches = {}, properties: Readonly<Record<string, Property>> = {}) => {
  const client = { name: 'exemplo', title: 'Exemplo', fields };
  const record = JSON.parse(written) as {
    readonly properties: Readonly<Record<string, Property>>;
  };
  const changed = { ...record, properties: { ...record.properties, ...properties } };
  const files = loadFiles(
    new Map([
      ...namingSources,
      ...userSources,
      [charges, JSON.stringify(changed)],
      ['clients/exemplo.json', JSON.stringify(client)],
    ]),
  );
  const resolved = resolve(files, 'exemplo');
  const { model, issues } = compile(resolved, catalogues);
  const told = [...files.issues, ...resolved.issues, ...issues].filter(
    ({ severity, origin }) => severity === 'error' && [charges, 'clients/exemplo.json'].includes(origin.file),
  );
  return { resolved, model, told: told.map(({ code, origin }) => `${code} ${origin.pointer}`) };
};

const begunIn = (fields?: Patches, entity = 'cobranca') => {
  const { model, told } = modelOf(fields);
  expect(told).toEqual([]);
  const { fields: all = [], expressions } = model.entities[entity] ?? {};
  const begins = (expressions?.begins ?? []).map(({ key }) => key);
  // A field says that it begins where it does, and nowhere else.
  expect(all.flatMap(({ column, begins: source }) => (source === undefined ? [] : [column])).sort()).toEqual(
    [...begins].sort(),
  );
  return begins;
};

const whole = ['valor', 'vencimento', 'fim', 'limite', 'multa', 'responsavel_id', 'soma'];
const without = (...names: readonly string[]) => whole.filter((name) => !names.includes(name));

it('stand in the order of need, and what rests on rows is marked', () => {
  const { model } = modelOf();
  const begins = model.entities['cobranca']?.expressions?.begins ?? [];
  expect(begins.map(({ key, afterRows }) => [key, afterRows === true])).toEqual(
    whole.map((key) => [key, key === 'soma']),
  );
  expect(begins.find(({ key }) => key === 'valor')?.value.targets).toEqual([
    { relation: 'tarifa_id', entity: 'tabela_tarifa', columns: ['preco'] },
  ]);
});

describe('a client', () => {
  it.each<[string, Patches, readonly string[]]>([
    ['that says nothing', {}, whole],
    ['that hides the field', { cobranca: { fim: { visible: false } } }, without('fim')],
    ['that closes the field', { cobranca: { limite: { readOnly: true } } }, without('limite')],
    ['that gives it a default', { cobranca: { multa: { default: 1 } } }, without('multa')],
    ['that hides what it reads', { cobranca: { emissao: { visible: false } } }, without('vencimento')],
    ['that hides what it reads elsewhere', { tabela_tarifa: { preco: { visible: false } } }, without('valor')],
    ['that calls it otherwise and asks for it', { cobranca: { fim: { label: 'Até', required: true } } }, whole],
  ])('%s', (_what, fields, expected) => {
    expect(begunIn(fields)).toEqual(expected);
  });

  it('that hides what rows read of their record', () => {
    expect(begunIn({}, 'cobranca_itens')).toEqual(['valor', 'vence']);
    expect(begunIn({ cobranca: { vencimento: { visible: false, required: false } } }, 'cobranca_itens')).toEqual([
      'valor',
    ]);
  });

  it('is told of where it takes an expression away', () => {
    const explained = (fields: Patches) => {
      const { resolved, model } = modelOf(fields);
      return createExplainer(resolved, model).explain('cobranca.fim.begins')[0]?.value;
    };
    expect(explained({})).toBe('addMonths(vencimento, 12)');
    expect(explained({ cobranca: { fim: { readOnly: true } } })).toBeUndefined();
  });
});

const begun = (begins: string, more: Property = {}): Property => ({
  title: 'X',
  type: 'string',
  maxLength: 30,
  'x-begins': begins,
  ...more,
});

describe('is refused', () => {
  it.each<[string, Readonly<Record<string, Property>>, readonly string[]]>([
    ['a circle of two', { a: begun('b'), b: begun('a') }, ['MODEL_EXPRESSION_CYCLE /properties/a/x-begins']],
    ['a value of itself', { a: begun('a') }, ['MODEL_EXPRESSION_CYCLE /properties/a/x-begins']],
    [
      'a circle by a computed field',
      {
        a: { title: 'A', type: 'integer', 'x-begins': 'b' },
        b: { title: 'B', type: 'integer', 'x-computed': 'a + 1' },
      },
      ['MODEL_EXPRESSION_CYCLE /properties/b/x-computed'],
    ],
    ['another type', { a: begun('prazo') }, ['MODEL_EXPRESSION /properties/a/x-begins']],
    [
      'another entity',
      { a: { title: 'A', 'x-relation': { entity: 'acordo' }, 'x-begins': 'tarifa' } },
      ['MODEL_EXPRESSION /properties/a/x-begins'],
    ],
    ['a name that there is not', { a: begun('notaa') }, ['MODEL_EXPRESSION /properties/a/x-begins']],
    [
      'a secret',
      { a: begun('chave'), chave: { title: 'C', type: 'string', writeOnly: true } },
      ['MODEL_EXPRESSION /properties/a/x-begins'],
    ],
    ['a constant', { a: begun("'x'") }, ['MODEL_BEGINS /properties/a/x-begins']],
    ['beside a default', { a: begun('nota', { default: 'x' }) }, ['MODEL_BEGINS /properties/a/x-begins']],
    [
      'personal data of a stricter class',
      { a: begun('b'), b: { title: 'B', type: 'string', 'x-personal-data': 'personal' } },
      ['MODEL_BEGINS /properties/a/x-begins'],
    ],
  ])('%s', (_what, properties, expected) => {
    expect(modelOf({}, properties).told).toEqual(expected);
  });
});
