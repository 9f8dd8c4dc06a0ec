/** What is wrong inside owned rows, said with the compiled validator that form and API share. */
import { describe, expect, it } from 'vitest';
import { Validators } from '../../../engine/data/validators.ts';
import { describeFailures } from '../../../engine/fields/describe-failure.ts';
import { examples } from '../../../engine/metadata/examples.ts';
import { loadFiles } from '../../../engine/metadata/load-files.ts';
import { compile } from '../../../engine/model/compile.ts';
import { resolve } from '../../../engine/overlay/resolve.ts';
import { catalogues } from '../../../src/catalogues.ts';

const { model } = compile(resolve(loadFiles(examples), 'exemplo'), catalogues);
const bairro = model.entities['bairro'];
if (bairro === undefined) throw new Error('the examples have no bairro');
const validators = new Validators();

const good = { codigo: '00003', nome: 'Centro', uf: 'MG', ativo: true, feiras: [{ rua: 'A' }] };
const failuresOf = (record: Readonly<Record<string, unknown>>, partial = false) =>
  describeFailures(validators.of(bairro, partial)(record), bairro, record).map(({ code, params, at }) => [
    at.field,
    code,
    params,
  ]);

describe('owned rows', () => {
  it('are good with rows as the record wants them, or absent from a change', () => {
    expect(failuresOf(good)).toEqual([]);
    expect(failuresOf({ ...good, feiras: [{ id: 4, rua: 'A', inicio: null }, { rua: 'B' }], contatos: [] })).toEqual(
      [],
    );
    expect(failuresOf({ nome: 'Sede' }, true)).toEqual([]);
  });

  it.each<[string, object, readonly unknown[]]>([
    [
      'none where there must be one',
      { feiras: [] },
      [['feiras', 'VALIDATION_MIN_ITEMS', { field: 'Feiras livres', limit: 1 }]],
    ],
    ['no array', { feiras: undefined }, [['feiras', 'VALIDATION_MIN_ITEMS', { field: 'Feiras livres', limit: 1 }]]],
    [
      'too many',
      { feiras: Array.from({ length: 8 }, (_, index) => ({ rua: `R${index}` })) },
      [['feiras', 'VALIDATION_MAX_ITEMS', { field: 'Feiras livres', limit: 7 }]],
    ],
    [
      'a text',
      { feiras: 'A' },
      [['feiras', 'VALIDATION_TYPE', { field: 'Feiras livres', expected: 'uma lista de linhas' }]],
    ],
    [
      'a row that is none',
      { feiras: [{ rua: 'A' }, 'B'] },
      [
        [
          'feiras.1',
          'VALIDATION_TYPE',
          { field: 'Feiras livres, linha 2', expected: 'uma linha com os campos da lista' },
        ],
      ],
    ],
    [
      'a missing and an empty field, each in its row, and one of the record first',
      { nome: '', feiras: [{ rua: 'A' }, { inicio: '08:00' }, { rua: '' }] },
      [
        ['nome', 'VALIDATION_REQUIRED', { field: 'Nome' }],
        ['feiras.1.rua', 'VALIDATION_REQUIRED', { field: 'Rua (Feiras livres, linha 2)' }],
        ['feiras.2.rua', 'VALIDATION_REQUIRED', { field: 'Rua (Feiras livres, linha 3)' }],
      ],
    ],
    [
      'a text that is too long',
      { feiras: [{ rua: 'x'.repeat(61) }] },
      [['feiras.0.rua', 'VALIDATION_MAX_LENGTH', { field: 'Rua (Feiras livres, linha 1)', limit: 60 }]],
    ],
    [
      'a field that rows do not have, and those that only the engine writes',
      {
        feiras: [
          { rua: 'A', posicao: 1 },
          { rua: 'B', bairro_id: 1 },
        ],
      },
      [
        ['feiras.0.posicao', 'VALIDATION_UNKNOWN', { field: 'feiras.0.posicao' }],
        ['feiras.1.bairro_id', 'VALIDATION_UNKNOWN', { field: 'feiras.1.bairro_id' }],
      ],
    ],
    [
      'an id that is none',
      { feiras: [{ id: 'x', rua: 'A' }] },
      [
        [
          'feiras.0.id',
          'VALIDATION_TYPE',
          { field: 'id (Feiras livres, linha 1)', expected: 'o id de uma linha da lista' },
        ],
      ],
    ],
  ])('refuse %s', (_, change, expected) => {
    expect(failuresOf({ ...good, ...change })).toEqual(expected);
  });
});

describe('a text that its pattern refuses', () => {
  it.each([
    ['Como na placa da rua.', 'Como na placa da rua'],
    ['três letras', 'três letras'],
    [undefined, 'um texto'],
  ])('is told %j without a second full stop', (help, expected) => {
    const fields = bairro.fields.map((field) => (field.column === 'nome' ? { ...field, help } : field));
    const failure = { keyword: 'pattern', instancePath: '/nome', params: {} };
    expect(describeFailures([failure], { ...bairro, fields }, good)).toEqual([
      { code: 'VALIDATION_FORMAT', params: { field: 'Nome', expected }, at: { entity: 'bairro', field: 'nome' } },
    ]);
  });
});
