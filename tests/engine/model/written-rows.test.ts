/** What transitions write to rows of their own records, as it is declared: what is taken of it, and what is refused in which words. */
import { expect, it } from 'vitest';
import { writtenRowFiles } from '../api/written-row-files.ts';
import type { Spoil } from './compile-spoiled.ts';
import { compileSpoiled, problemsIn } from './compile-spoiled.ts';

const file = 'schemas/teste/armarios/columns.json';

const compiled = (spoil: Spoil, at = file, overlay?: object) => compileSpoiled(writtenRowFiles, { at, spoil, overlay });
const problemsOf = (...spoil: Spoil) =>
  problemsIn(compiled(spoil)).map(([, problem, suggestion]) => [problem, suggestion]);

it('is compiled into the change, and the row that comes with what is asked for and set', () => {
  const { model, issues } = compiled([]);
  expect(issues).toEqual([]);
  const rows = model.entities['armario']?.states?.transitions.find(({ name }) => name === 'copiar')?.rows;
  expect(rows).toMatchObject([
    {
      list: 'chaves',
      change: { fields: [{ key: 'situacao', value: { source: "'NULA'" } }], emptied: ['segredo'] },
      add: {
        asked: ['motivo', 'feitio', 'segredo'],
        required: ['motivo'],
        fields: [
          { key: 'via', value: { source: 'size(chaves) + 1' } },
          { key: 'preco', value: { from: { relation: 'modelo_id' }, steps: [{ entity: 'feitio', column: 'preco' }] } },
          { key: 'feita_em', value: { source: 'today()' } },
        ],
        former: [],
      },
    },
  ]);
});

it.each<[string, readonly [string, string], string, string?]>([
  [
    'an unknown list',
    ['"chaves":{"change"', '"chave":{"change"'],
    "'chave' não é uma lista de linhas deste registro",
    'chaves',
  ],
  [
    'an unknown field',
    ['"fields":["motivo"', '"fields":["motivos"'],
    "'armario_chaves' não tem o campo 'motivos'",
    'motivo',
  ],
  [
    'the same field twice',
    ['"set":{"via"', '"set":{"segredo":"\'a\'","via"'],
    "'segredo' está em 'fields' e em 'set'; fique com um dos dois",
  ],
  [
    'a field of set and former',
    ['"set":{"para":"dono"}', '"set":{"para":"dono","de":"dono"}'],
    "'de' está também em 'set'; fique com um dos dois",
  ],
  [
    'what is required and not asked for',
    ['"required":["motivo"]', '"required":["preco"]'],
    "'preco' está em 'required' e não em 'fields'",
  ],
  [
    'a condition of what is asked for',
    ['"add":{"fields"', '"add":{"when":"true == true","fields"'],
    "'when' e 'fields' não combinam: o que se pede é para uma linha que vem sempre",
  ],
  [
    'a row without what it must have',
    ['"via":"size(chaves) + 1",', ''],
    "uma linha de 'armario_chaves' exige 'via', que não vem de 'fields' nem de 'set'",
  ],
  ['an emptied field that must be there', ['"segredo":null', '"via":null'], 'é obrigatório'],
])('refuses %s', (_, spoil, problem, suggestion) => {
  const found = problemsOf(spoil);
  expect(found.map(([one]) => one)).toContainEqual(expect.stringContaining(problem));
  if (suggestion !== undefined) expect(found.map(([, one]) => one)).toContain(suggestion);
});

it('refuses an effect that does not give the row that the transition asks for, and a value of another type', () => {
  const predios = 'schemas/teste/predios/columns.json';
  const asked = compiled([['"transition":"recolher"', '"transition":"copiar"']], predios);
  expect(asked.issues.map(({ params }) => params)).toContainEqual(
    expect.objectContaining({ problem: "'copiar' exige 'chaves.motivo', que o efeito não dá em 'fields'" }),
  );
  expect(compiled([['"preco":"coalesce(preco, 0) + 1"', '"preco":"\'x\'"']]).issues).toHaveLength(1);
});

it('is not written where a client hides the list, which is told of', () => {
  const { model, issues } = compiled([], file, { fields: { armario: { donos: { visible: false } } } });
  const moves = model.entities['armario']?.states?.transitions;
  expect(moves?.map(({ name, rows }) => [name, rows?.map(({ list }) => list)])).toEqual([
    ['copiar', ['chaves']],
    ['passar', undefined],
    ['marcar', ['chaves']],
    ['recolher', ['chaves']],
  ]);
  expect(issues.map(({ code, params }) => [code, 'problem' in params && params.problem])).toEqual([
    ['OVERLAY_WEAKENS', "oculto, 'Passar' não escreve mais linhas de 'donos'"],
    ['OVERLAY_WEAKENS', "oculto, 'Recolher' não escreve mais linhas de 'donos'"],
  ]);
});
