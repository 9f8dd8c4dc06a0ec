/** The lock of a record (`x-locked`): what it closes, what is refused, where it is said. */
import { expect, it } from 'vitest';
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

it('is explained by the places that say it', () => {
  const files = loadFiles(
    new Map([
      ...exampleSources,
      ...Object.entries(lockedFiles).map(([name, one]) => [name, JSON.stringify(one)] as const),
    ]),
  );
  const resolved = resolve(files, undefined);
  const explained = createExplainer(resolved, compile(resolved, catalogues).model).explain('nota');
  const of = (name: string) => explained.find(({ target }) => target === `nota.${name}`);
  expect(of('lockedWhen')).toMatchObject({ value: "situacao == 'PAGA'", origin: { pointer: '/x-locked/when' } });
  expect(of('lockedFields')).toMatchObject({
    value: ['codigo', 'valor', 'pagamento', 'comprovantes', 'linhas'],
    rule: ruleWords.locked,
  });
  expect(of('lockedFields')?.inputs.map(({ pointer }) => pointer)).toEqual([
    '/x-locked/when',
    '/x-locked/except',
    '/properties/total/x-computed',
    '/states/field',
  ]);
});
