/** The lock of a record (`x-locked`): what it closes, what is refused, where it is said. */
import { expect, it } from 'vitest';
import { expressionWords as words } from '../../../engine/core/expression-words.ts';
import { ruleWords } from '../../../engine/core/words.ts';
import { loadFiles } from '../../../engine/metadata/load-files.ts';
import { compile } from '../../../engine/model/compile.ts';
import { createExplainer } from '../../../engine/model/explain.ts';
import { resolve } from '../../../engine/overlay/resolve.ts';
import { catalogues } from '../../../src/catalogues.ts';
import { lockedFiles } from '../api/locked-files.ts';
import { exampleSources } from '../diff/example-sides.ts';
import type { Spoil } from './compile-spoiled.ts';
import { compileSpoiled, problemsIn } from './compile-spoiled.ts';

const compiled = (spoil: Spoil = [], overlay?: object) =>
  compileSpoiled(lockedFiles, { at: 'schemas/teste/notas/schema.json', spoil, overlay });
const closedIn = ({ model }: ReturnType<typeof compiled>) => model.entities['nota']?.expressions?.lock?.keys;

it('closes every field and list that is written, but for what it excepts and what it reads', () => {
  const whole = compiled();
  expect(whole.issues).toEqual([]);
  expect(closedIn(whole)).toEqual(['codigo', 'valor', 'pagamento', 'comprovantes', 'linhas']);
});

it('closes nothing that a client hides or makes read-only', () => {
  const fields = { nota: { valor: { visible: false }, pagamento: { readOnly: true }, linhas: { visible: false } } };
  expect(closedIn(compiled([], { fields }))).toEqual(['codigo', 'comprovantes']);
});

it.each<[string, readonly [string, string], readonly unknown[]]>([
  [
    'an exception that is no field',
    ['"observacao","ano', '"observacoes","ano'],
    [['MODEL_FIELD_MISSING', undefined, 'observacao']],
  ],
  [
    'a state that is not there',
    [`"when":"situacao == 'PAGA'"`, `"when":"situacao == 'PAGO'"`],
    [['MODEL_EXPRESSION', expect.stringContaining('PAGO'), 'PAGA']],
  ],
])('refuses %s', (_what, spoil, told) => {
  expect(problemsIn(compiled([spoil]))).toEqual(told);
});

const delivery = (spoil: Spoil = []) =>
  compileSpoiled(lockedFiles, { at: 'schemas/teste/entregas/schema.json', spoil });

it('closes a record with what it points at, through two relations', () => {
  const { model, issues } = delivery();
  expect(issues).toEqual([]);
  const of = (entity: string) =>
    model.entities[entity]?.expressions?.lockedWith?.map(({ keys, must, closes }) => ({
      keys,
      source: must.source,
      closes,
      targets: must.targets,
    }));
  const note = "situacao == 'PAGA'";
  expect(of('entrega')).toEqual([
    {
      keys: ['nota_id'],
      source: `nota: ${note}`,
      closes: ['codigo', 'nota_id', 'peso', 'volumes'],
      targets: [{ relation: 'nota_id', entity: 'nota', columns: ['situacao'] }],
    },
  ]);
  expect(of('canhoto')).toEqual([
    {
      keys: ['entrega_id'],
      source: `entrega: ${note} || entrega.nota: ${note}`,
      closes: ['codigo', 'entrega_id', 'valor', 'vias'],
      targets: [
        { relation: 'entrega_id', entity: 'entrega', columns: ['situacao', 'nota_id'] },
        { relation: 'entrega_id.nota_id', entity: 'nota', columns: ['situacao'] },
      ],
    },
  ]);
});

it.each<[string, Spoil, readonly unknown[]]>([
  [
    'a relation that is not there',
    [['"with":["nota"]', '"with":["notas"]']],
    [['MODEL_FIELD_MISSING', undefined, 'nota']],
  ],
  [
    'a field that is no relation',
    [['"with":["nota"]', '"with":["peso"]']],
    [['MODEL_FIELD_MISSING', undefined, undefined]],
  ],
  [
    'what is never closed',
    [['"entity":"nota"', '"entity":"agenda"']],
    [['MODEL_CONDITION', words.lockedWithOpen('nota'), undefined]],
  ],
  [
    'nothing at all',
    [[`"when":"situacao == 'PAGA'","with":["nota"],`, '']],
    [['MODEL_CONDITION', words.lockedNothing, undefined]],
  ],
])('refuses to close with %s', (_what, spoil, told) => {
  expect(problemsIn(delivery(spoil))).toEqual(told);
});

it('refuses to close with what is closed by its rows', () => {
  const at = 'schemas/teste/notas/schema.json';
  const spoil: Spoil = [[`"when":"situacao == 'PAGA'"`, `"when":"linhas.exists(l, l.paga)"`]];
  expect(problemsIn(compileSpoiled(lockedFiles, { at, spoil }))).toContainEqual([
    'MODEL_CONDITION',
    words.lockedWithRows('nota'),
    undefined,
  ]);
});

it('is explained by the places that say it', () => {
  const files = loadFiles(
    new Map([
      ...exampleSources,
      ...Object.entries(lockedFiles).map(([name, one]) => [name, JSON.stringify(one)] as const),
    ]),
  );
  const resolved = resolve(files, undefined);
  const explainer = createExplainer(resolved, compile(resolved, catalogues).model);
  const explained = ['nota', 'entrega'].flatMap((entity) => explainer.explain(entity));
  const of = (name: string, entity = 'nota') => explained.find(({ target }) => target === `${entity}.${name}`);
  expect(of('lockedWith', 'entrega')).toMatchObject({
    value: ["nota: situacao == 'PAGA'"],
    origin: { pointer: '/x-locked/with' },
  });
  expect(of('lockedWhen')).toMatchObject({ value: "situacao == 'PAGA'", origin: { pointer: '/x-locked/when' } });
  expect(of('lockedFields')).toMatchObject({
    value: ['codigo', 'valor', 'pagamento', 'comprovantes', 'linhas'],
    rule: ruleWords.locked,
  });
  expect(of('lockedFields')?.inputs.map(({ pointer }) => pointer)).toEqual([
    '/x-locked/when',
    '/x-locked/except',
    '/properties',
    '/properties/total/x-computed',
    '/states/field',
  ]);
});
