/** Rules that read what relations point at: what is read for each, and where nothing may be read. */
import { expect, it } from 'vitest';
import { loadFiles } from '../../../engine/metadata/load-files.ts';
import { compile } from '../../../engine/model/compile.ts';
import { resolve } from '../../../engine/overlay/resolve.ts';
import { catalogues } from '../../../src/catalogues.ts';
import { rules, targetRuleFiles } from '../api/target-rule-files.ts';
import { exampleSources } from '../diff/example-sides.ts';

const file = 'schemas/teste/sinistros/schema.json';

/** `spoil`: a text of the file and what stands in its place. */
const compiled = (...spoil: readonly (readonly [text: string, other: string])[]) => {
  const sources = new Map([
    ...exampleSources,
    ...Object.entries(targetRuleFiles).map(
      ([name, value]) => [name, JSON.stringify(value).replaceAll('"banco"', '"bairro"')] as const,
    ),
  ]);
  for (const [text, other] of spoil) {
    const before = sources.get(file) ?? '';
    expect(before).toContain(text);
    sources.set(file, before.replace(text, other));
  }
  return compile(resolve(loadFiles(sources), undefined), catalogues);
};
const problemsOf = (...spoil: readonly (readonly [text: string, other: string])[]) =>
  compiled(...spoil).issues.map(({ code, params, suggestion }) => [
    code,
    'problem' in params ? params.problem : undefined,
    suggestion,
  ]);

it('stand apart from those that read their record alone, each with what is to be read for it', () => {
  const { model } = compiled();
  const told = (name: string) =>
    model.entities[name]?.expressions?.targetRules?.map(({ message, keys, targets }) => [message, keys, targets]);
  expect(told('sinistro')).toEqual([
    [rules.limit, ['valor'], [{ relation: 'apolice_id', entity: 'apolice', columns: ['limite'] }]],
    [rules.suspended, ['apolice_id'], [{ relation: 'apolice_id', entity: 'apolice', columns: ['suspensa'] }]],
    [
      rules.unborn,
      ['dia'],
      [
        { relation: 'apolice_id', entity: 'apolice', columns: ['segurado_id'] },
        { relation: 'apolice_id.segurado_id', entity: 'segurado', columns: ['nascimento'] },
      ],
    ],
    [rules.spent, ['despesas'], [{ relation: 'apolice_id', entity: 'apolice', columns: ['limite'] }]],
    [rules.parts, ['parcela'], [{ relation: 'apolice_id', entity: 'apolice', columns: ['teto'] }]],
    [rules.proofs, ['provas'], [{ relation: 'apolice_id', entity: 'apolice', columns: ['provas'] }]],
  ]);
  expect(told('sinistro_despesas')).toEqual([
    [rules.quantity, ['quantidade'], [{ relation: 'servico_id', entity: 'servico', columns: ['maximo'] }]],
    [
      rules.sex,
      ['servico_id'],
      [
        { relation: 'servico_id', entity: 'servico', columns: ['sexo'] },
        { relation: 'apolice_id', ofOwner: true, entity: 'apolice', columns: ['segurado_id'] },
        { relation: 'apolice_id.segurado_id', ofOwner: true, entity: 'segurado', columns: ['sexo'] },
      ],
    ],
  ]);
  expect(model.entities['sinistro']?.expressions?.rules).toEqual([]);
});

it('are told at the relation where they name no field', () => {
  const { model } = compiled([`,"message":"${rules.unborn}","fields":["dia"]`, `,"message":"${rules.unborn}"`]);
  expect(model.entities['sinistro']?.expressions?.targetRules?.[2]?.keys).toEqual(['apolice_id', 'dia']);
});

it.each([
  ['a name that is not there', 'apolice.limite"', 'apolice.limte"', "não existe 'apolice.limte'", 'limite'],
  [
    'a value of another type',
    'valor <= apolice.limite',
    "apolice.limite == 'x'",
    "'==' não se aplica a um número decimal e um texto",
  ],
  [
    'a relation behind two',
    'apolice.segurado.nascimento <= dia',
    'apolice.segurado.indicado_por.nome == numero',
    "'apolice.segurado.indicado_por' aponta para outro registro, e os campos dele só se leem em x-rules, por no máximo duas relações seguidas",
  ],
  [
    'a computed field',
    'sum(despesas.map(d, d.valor))',
    'apolice.limite',
    "'apolice' aponta para outro registro, e os campos dele só se leem em x-rules, por no máximo duas relações seguidas",
  ],
])('are refused for %s', (_what, text, other, problem, suggestion?: string) => {
  expect(problemsOf([text, other])).toEqual([['MODEL_EXPRESSION', problem, suggestion]]);
});
