/** What columns are proposed to be, by the words that Brazilian spreadsheets use, over every registry of the product. */
import { describe, expect, it, test } from 'vitest';
import type { ImportTarget } from '../../../engine/contract/import-fields.ts';
import { openFields } from '../../../engine/contract/import-fields.ts';
import { proposeImport } from '../../../engine/contract/propose-import.ts';
import { spokenAlike } from '../../../engine/inference/spoken-alike.ts';
import { spokenName } from '../../../engine/inference/spoken-name.ts';
import { loadFiles } from '../../../engine/metadata/load-files.ts';
import { compile } from '../../../engine/model/compile.ts';
import { plainField } from '../../../engine/model/plain-field.ts';
import type { Entity } from '../../../engine/model/types.ts';
import { resolve } from '../../../engine/overlay/resolve.ts';
import { catalogues } from '../../../src/catalogues.ts';
import fc from '../../support/laws.ts';
import { fileMemory, readRealFiles } from '../../support/real-files.ts';

const { model } = compile(resolve(loadFiles(await readRealFiles(), fileMemory), 'copass'), catalogues);
const entities = Object.values(model.entities).filter((entity) => openFields({ writable: entity }).length > 1);
const targetOf = (writable: Entity): ImportTarget => ({ model, writable, columns: [], namesOf: () => [] });
const propose = (target: ImportTarget, titles: readonly string[]) =>
  proposeImport(
    target,
    titles.map((title, column) => ({ column, title, samples: [] })),
    [],
    { insert: true, update: false },
  );

/** A registry of these fields, each by its title alone. */
const registryOf = (titles: readonly string[]): ImportTarget => {
  const [any] = entities;
  if (any === undefined) throw new Error('no entity');
  const fields = titles.map((title, index) =>
    plainField({ name: `f${index}`, type: 'text', title, required: false, readOnly: false }),
  );
  return targetOf({ ...any, title: 'Peça', fields, children: [] });
};

describe('a column by another word for the same', () => {
  it.each<[fields: readonly string[], titles: readonly string[], expected: readonly (string | undefined)[]]>([
    [
      ['Cidade', 'UF'],
      ['Município', 'Estado'],
      ['Cidade', 'UF'],
    ],
    [
      ['Município', 'Estado'],
      ['CIDADE', 'Uf'],
      ['Município', 'Estado'],
    ],
    [
      ['Telefone', 'E-mail'],
      ['Fone', 'EMAIL'],
      ['Telefone', 'E-mail'],
    ],
    [['Telefone'], ['Celular'], ['Telefone']],
    [
      ['Telefone', 'Celular'],
      ['Celular', 'Fone'],
      ['Celular', 'Telefone'],
    ],
    [['CPF'], ['CPF/CNPJ'], ['CPF']],
    [['CPF/CNPJ'], ['Documento'], ['CPF/CNPJ']],
    [['Data de nascimento'], ['Nascimento'], ['Data de nascimento']],
    [['Nascimento'], ['Dt. Nasc.'], ['Nascimento']],
    [
      ['Endereço', 'Razão social'],
      ['Logradouro', 'Nome'],
      ['Endereço', 'Razão social'],
    ],
    // Written as the field is it goes before, wherever in the file that is, and the other word means nothing more.
    [['Cidade'], ['Município', 'Cidade'], [undefined, 'Cidade']],
    [['Cidade'], ['Cidade', 'Município'], ['Cidade', undefined]],
    [['Cidade', 'Município'], ['Município'], ['Município']],
    [['CPF'], ['CNPJ'], [undefined]],
    [['Nome'], ['Sobrenome', 'Endereço'], [undefined, undefined]],
  ])('of the fields %j, of %j', (fields, titles, expected) => {
    const { choices, doubts } = propose(registryOf(fields), titles);
    const found = titles.map((_, at) => {
      const field = choices.columns.find(({ column }) => column === at)?.field;
      return field === undefined ? undefined : fields[Number(field.slice(1))];
    });
    expect([found, doubts]).toEqual([expected, []]);
  });

  it('is left to who sends the file where it may be of two fields, or two columns may be of one', () => {
    const two = propose(registryOf(['CPF', 'CNPJ']), ['Documento']);
    expect([two.choices.columns, two.doubts]).toEqual([[], [{ column: 0, fields: ['CPF', 'CNPJ'] }]]);
    const one = propose(registryOf(['Telefone']), ['Fone', 'Celular']);
    expect([one.choices.columns, one.doubts]).toEqual([
      [],
      [
        { column: 0, fields: ['Telefone'] },
        { column: 1, fields: ['Telefone'] },
      ],
    ]);
  });
});

const words =
  'Município,CIDADE,UF,estado,Fone,Telefone,Celular,E-mail,email,CPF,CNPJ,CPF/CNPJ,Documento,Nascimento'.split(',');
const more =
  'Data de nascimento,Dt. Nasc.,Logradouro,Endereço,Rua,Nome,Nome completo,Razão social,WhatsApp,Outra'.split(',');

/** Registries with a field that has another word. */
const worded = entities.filter((entity) =>
  openFields({ writable: entity }).some(({ title }) => spokenAlike(spokenName(title, entity.title)).length > 0),
);

test('no two columns are proposed for one field, and none before the one that is written as it is', () => {
  let byWord = 0;
  fc.assert(
    fc.property(fc.gen(), (given) => {
      const entity = given(fc.constantFrom, ...worded);
      const fields = openFields({ writable: entity });
      const titles = given(() =>
        fc.uniqueArray(
          fc.oneof(
            fc.constantFrom(...words, ...more),
            fc.constantFrom(...fields.flatMap(({ title, name }) => [title, title.toUpperCase(), name])),
          ),
          { maxLength: 12 },
        ),
      );
      const { columns } = propose(targetOf(entity), titles).choices;
      expect(new Set(columns.map(({ field }) => field)).size).toBe(columns.length);
      const named = new Map(
        [...Map.groupBy(fields, ({ title }) => title)].flatMap(([title, [only, ...others]]) =>
          only !== undefined && others.length === 0 ? [[only.column, title] as const] : [],
        ),
      );
      for (const { column, field } of columns) {
        const title = named.get(field);
        const isOwn = fields.some(
          (one) => one.column === field && [one.title, one.name, one.column].includes(titles[column] ?? ''),
        );
        if (title === undefined || isOwn) continue;
        expect(titles).not.toContain(title);
        if (spokenAlike(spokenName(titles[column] ?? '', entity.title)).includes(spokenName(title, entity.title)))
          byWord += 1;
      }
    }),
    { numRuns: 200 },
  );
  expect(byWord).toBeGreaterThan(10);
});
