/** One mistake, one message: what follows from a fault is not said beside it. On the product's own files, spoilt in one place. */
import { expect, it } from 'vitest';
import type { Change } from './spoil.ts';
import { issuesAfter } from './spoil.ts';

const codesAfter = (...changes: readonly Change[]): readonly string[] =>
  issuesAfter(changes).map(({ origin, code }) => `${origin.file} ${code}`);

const bancos = 'schemas/base/bancos';
const cidades = 'schemas/localizacao/cidades';
const exame: readonly Change[] = [
  [
    'schemas/base/exames/schema.json',
    '',
    '{ "title": "Exame", "type": "object", "required": ["codigo"], "properties": { "codigo": { "title": "Código", "type": "string", "x-unique": true }, "sigla": { "title": "Sigla", "type": "string" } } }',
  ],
  [
    'schemas/base/exames/columns.json',
    '',
    '{ "entity": "banco", "path": "/exames", "parent": "/base", "permission": { "subject": "exame" }, "columns": ["codigo", "sigla"], "sort": ["codigo"], "search": ["sigla"], "batch": ["sigla"], "sections": [{ "title": "Exame", "fields": ["codigo", "sigla"] }] }',
  ],
];
const other = (folder: string): readonly Change[] =>
  exame.map(([file, before, after]) => [
    file.replace('exames', folder),
    before,
    after.replace('/exames', `/${folder}`),
  ]);

it.each<readonly [string, readonly Change[], string]>([
  [
    'a lost brace in schema.json',
    [[`${cidades}/schema.json`, '},', ',']],
    `${cidades}/schema.json LANGUAGE_JSON_SYNTAX`,
  ],
  [
    'a lost brace in columns.json',
    [[`${cidades}/columns.json`, '},', ',']],
    `${cidades}/columns.json LANGUAGE_JSON_SYNTAX`,
  ],
  [
    'a lost brace in columns.json of what a query reads from',
    [[`${bancos}/columns.json`, '},', ',']],
    `${bancos}/columns.json LANGUAGE_JSON_SYNTAX`,
  ],
  ['a lost brace in an overlay', [['clients/copass.json', '},', ',']], 'clients/copass.json LANGUAGE_JSON_SYNTAX'],
  ['a lost comma in a menu', [['schemas/base/menu.json', ',', ' ']], 'schemas/base/menu.json LANGUAGE_JSON_SYNTAX'],
  [
    'a lost comma in a code list',
    [['schemas/code-lists/uf.json', ',', ' ']],
    'schemas/code-lists/uf.json LANGUAGE_JSON_SYNTAX',
  ],
  ['a lost comma in the flags', [['schemas/flags.json', ',', ' ']], 'schemas/flags.json LANGUAGE_JSON_SYNTAX'],
  [
    'a path without slash',
    [[`${cidades}/columns.json`, '"/cidades"', '"cidades"']],
    `${cidades}/columns.json LANGUAGE_VALUE_INVALID`,
  ],
  [
    'a path of a group without slash',
    [['schemas/base/menu.json', '"/base"', '"base"']],
    'schemas/base/menu.json LANGUAGE_VALUE_INVALID',
  ],
  [
    'a path that is no text',
    [[`${cidades}/columns.json`, '"/cidades"', '5']],
    `${cidades}/columns.json LANGUAGE_VALUE_TYPE`,
  ],
  [
    'a path under a wrong key',
    [[`${cidades}/columns.json`, '"path"', '"Path"']],
    `${cidades}/columns.json LANGUAGE_KEY_UNKNOWN`,
  ],
  ['no path', [[`${cidades}/columns.json`, '"path": "/cidades",', '']], `${cidades}/columns.json LANGUAGE_KEY_UNKNOWN`],
  [
    'an option of a code list without value',
    [['schemas/code-lists/uf.json', '"value": "RO"', '"Value": "RO"']],
    'schemas/code-lists/uf.json LANGUAGE_KEY_UNKNOWN',
  ],
  [
    'an entity in upper case',
    [[`${cidades}/columns.json`, '"cidade"', '"Cidade"']],
    `${cidades}/columns.json LANGUAGE_VALUE_INVALID`,
  ],
  [
    'no entity',
    [[`${cidades}/columns.json`, /"entity": "cidade",/, '']],
    `${cidades}/columns.json LANGUAGE_KEY_MISSING`,
  ],
  ['an entity that another has', exame, 'schemas/base/exames/columns.json MODEL_ENTITY_DUPLICATE'],
  [
    'the same in a folder that comes before',
    other('ajustes'),
    'schemas/base/ajustes/columns.json MODEL_ENTITY_DUPLICATE',
  ],
  [
    'an unknown mask',
    [[`${bancos}/schema.json`, '"x-mask": "###"', '"x-mask": "999"']],
    `${bancos}/schema.json MODEL_MASK_INVALID`,
  ],
  [
    'an unknown code list',
    [[`${cidades}/schema.json`, '"x-code-list": "uf"', '"x-code-list": "ufs"']],
    `${cidades}/schema.json MODEL_CODE_LIST_MISSING`,
  ],
  [
    'a field name with accents',
    [[`${bancos}/schema.json`, '"nome_reduzido":', '"Nome_Reduzído":']],
    `${bancos}/schema.json LANGUAGE_FIELD_NAME`,
  ],
  [
    'two fields with one name',
    [[`${bancos}/schema.json`, '"nome_reduzido":', '"nome":']],
    `${bancos}/schema.json LANGUAGE_KEY_DUPLICATE`,
  ],
  [
    'a relation to nothing',
    [['schemas/localizacao/distritos/schema.json', '"entity": "cidade"', '"entity": "cidde"']],
    'schemas/localizacao/distritos/schema.json MODEL_ENTITY_MISSING',
  ],
  [
    'an unknown type',
    [[`${bancos}/schema.json`, '"type": "boolean"', '"type": "simnao"']],
    `${bancos}/schema.json LANGUAGE_VALUE_INVALID`,
  ],
  [
    'a keyword without its x-',
    [['schemas/localizacao/distritos/schema.json', '"x-relation"', '"relation"']],
    'schemas/localizacao/distritos/schema.json LANGUAGE_KEY_UNKNOWN',
  ],
  ['rows parted by semicolons', [[`${cidades}/data.csv`, /,/g, ';']], `${cidades}/data.csv LANGUAGE_CSV_SYNTAX`],
  ['a file in Latin-1', [[`${cidades}/data.csv`, /ã/g, '\uFFFD']], `${cidades}/data.csv LANGUAGE_ENCODING`],
])('says %s once', (_, changes, expected) => {
  expect(codesAfter(...changes)).toEqual([expected]);
});

it('still says a mistake that has nothing to do with the fault', () => {
  expect(
    codesAfter(
      ['schemas/base/menu.json', ',', ' '],
      [`${bancos}/columns.json`, '"sort": ["codigo"]', '"sort": ["codgo"]'],
    ),
  ).toEqual([`${bancos}/columns.json MODEL_FIELD_MISSING`, 'schemas/base/menu.json LANGUAGE_JSON_SYNTAX']);
});
