import { expect, test } from 'vitest';
import type { FieldLevel } from '../../../engine/access/access.ts';
import { fieldLevels, isSensitive } from '../../../engine/access/field-right.ts';
import { covers, keeps } from '../../../engine/access/keeps.ts';
import {
  comparableFields,
  missingRights,
  readableFields,
  writableEntity,
} from '../../../engine/access/visible-entity.ts';
import { writableFields } from '../../../engine/fields/record-schema.ts';
import type { Field } from '../../../engine/model/types.ts';
import { accessOf, groupOf } from '../../support/grants.ts';
import fc from '../../support/laws.ts';
import { createChild, createEntity, createField, createModel } from '../../support/small-model.ts';

const pessoa = createEntity({
  name: 'pessoa',
  fields: [
    createField({ name: 'codigo', type: 'text' }),
    createField({ name: 'nome', type: 'text', personalData: 'personal', required: true }),
    createField({ name: 'doenca', type: 'text', personalData: 'sensitive' }),
    createField({ name: 'interno', type: 'text', visible: false }),
    createField({ name: 'soma', type: 'integer', readOnly: true }),
  ],
  expressions: {
    computed: [
      {
        key: 'soma',
        expression: { source: 'doenca', tree: ['field', 'doenca', 'text'], reads: ['doenca'], parentReads: [] },
      },
    ],
    conditions: [],
    rules: [],
    dependents: {},
  },
});
const model = createModel(pessoa);
const named = (name: string): Field => {
  const found = pessoa.fields.find((field) => field.name === name);
  if (!found) throw new Error(name);
  return found;
};
const [doenca, soma] = [named('doenca'), named('soma')];

const pairs = ['pessoa:list', 'pessoa:view', 'pessoa:insert', 'pessoa:update'];

const level = fc.constantFrom(...fieldLevels);
const group = fc
  .tuple(fc.dictionary(fc.constantFrom(...pessoa.fields.map(({ name }) => `pessoa.${name}`)), level), level, level)
  .map(([fields, personal, sensitive]) => groupOf(pairs, fields, { personal, sensitive }));
const groups = fc.array(group, { minLength: 1, maxLength: 3 });
const rank = (one: FieldLevel): number => fieldLevels.indexOf(one);

test('a group more never narrows a field', () => {
  fc.assert(
    fc.property(groups, group, (held, more) => {
      for (const field of pessoa.fields) {
        const before = accessOf(held).fieldRight(pessoa, field).level;
        for (const joined of [
          [...held, more],
          [more, ...held],
        ])
          expect(rank(accessOf(joined).fieldRight(pessoa, field).level)).toBeLessThanOrEqual(rank(before));
      }
    }),
  );
});

test('what may be written may be asked about, what may be asked about may be read, and nothing hidden is read', () => {
  fc.assert(
    fc.property(groups, (held) => {
      const access = accessOf(held);
      const written = writableFields(writableEntity(access, pessoa)).map(({ name }) => name);
      const compared = comparableFields(model, access, pessoa).map(({ name }) => name);
      const read = readableFields(model, access, pessoa).map(({ name }) => name);
      expect(read).toEqual(expect.arrayContaining(compared));
      expect(compared).toEqual(expect.arrayContaining(written));
      expect(read).toEqual(pessoa.fields.filter((field) => !keeps(access, pessoa, field)).map(({ name }) => name));
      expect(compared).toEqual(read.filter((name) => !covers(access, pessoa, named(name))));
    }),
  );
});

test('a computed value is never wider than what it is worked out from', () => {
  fc.assert(
    fc.property(groups, (held) => {
      const access = accessOf(held);
      const from = access.fieldRight(pessoa, doenca).level;
      const own = rank(access.fieldRight(pessoa, soma).level);
      expect(own >= rank(from) || rank(from) < rank('masked')).toBe(true);
    }),
  );
});

test('each level has its reason', () => {
  const groupA = groupOf(pairs, { 'pessoa.codigo': 'hidden' }, { name: 'A', sensitive: 'masked' });
  const groupB = groupOf(pairs, { 'pessoa.codigo': 'readOnly' }, { name: 'B', sensitive: 'hidden' });
  const access = accessOf([groupA, groupB]);
  expect(pessoa.fields.map((field) => access.fieldRight(pessoa, field))).toEqual([
    { level: 'readOnly', reason: { kind: 'fieldRight', groups: ['B'] } },
    { level: 'open', reason: { kind: 'personalData', class: 'personal', groups: ['A', 'B'] } },
    { level: 'masked', reason: { kind: 'personalData', class: 'sensitive', groups: ['A'] } },
    { level: 'hidden', reason: { kind: 'client', key: 'pessoa.interno' } },
    { level: 'masked', reason: { kind: 'computedFrom', field: 'pessoa.doenca' } },
  ]);
  expect(access.fieldRight(pessoa, doenca)).toBe(access.fieldRight(pessoa, doenca));
});

test('a row that opens a field opens it against the default of its class', () => {
  const access = accessOf([groupOf(pairs, { 'pessoa.doenca': 'open' }, { sensitive: 'hidden' })]);
  expect(access.fieldRight(pessoa, doenca)).toEqual({
    level: 'open',
    reason: { kind: 'fieldRight', groups: ['Teste'] },
  });
  expect(access.fieldRight(pessoa, soma).level).toBe('open');
});

test('personal data is kept from who has no group, and nothing but what the files leave out from an administrator', () => {
  const levelsOf = (access: ReturnType<typeof accessOf>) =>
    pessoa.fields.map((field) => access.fieldRight(pessoa, field).level);
  expect(levelsOf(accessOf([]))).toEqual(['open', 'hidden', 'hidden', 'hidden', 'hidden']);
  const closed = groupOf(pairs, { 'pessoa.codigo': 'hidden' }, { personal: 'hidden', sensitive: 'hidden' });
  expect(levelsOf(accessOf([closed], { admin: true }))).toEqual(['open', 'open', 'open', 'hidden', 'open']);
});

test('an array of rows that is masked is hidden, for there is no covered form of rows', () => {
  const rows = createEntity({ name: 'pessoa_contatos', fields: [createField({ name: 'valor', type: 'text' })] });
  const child = createChild('contatos', rows);
  const of = (one: FieldLevel) =>
    accessOf([groupOf(pairs, { 'pessoa.contatos': one })]).fieldRight({ ...pessoa, children: [child] }, child).level;
  expect(fieldLevels.map(of)).toEqual(['open', 'readOnly', 'hidden', 'hidden']);
});

test('a required field that the user cannot give is told', () => {
  const missing = (one: FieldLevel) =>
    missingRights(accessOf([groupOf(pairs, { 'pessoa.nome': one })]), pessoa).map(({ name }) => name);
  expect(fieldLevels.map(missing)).toEqual([[], ['nome'], ['nome'], ['nome']]);
});

test('what is worked out from sensitive data is sensitive', () => {
  expect(pessoa.fields.map((field) => isSensitive(pessoa, field))).toEqual([false, false, true, false, true]);
});
