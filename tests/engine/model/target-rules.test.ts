/** Rules that read what relations point at: what is read for each, and where nothing may be read. */
import { expect, it } from 'vitest';
import { rules, targetRuleFiles } from '../api/target-rule-files.ts';
import type { Spoil } from './compile-spoiled.ts';
import { compileSpoiled, problemsIn } from './compile-spoiled.ts';

const file = 'schemas/teste/sinistros/schema.json';

const compiled = (...spoil: Spoil) => compileSpoiled(targetRuleFiles, { at: file, spoil });
const problemsOf = (...spoil: Spoil) => problemsIn(compiled(...spoil));

it('stand apart from those that read their record alone, each with what is to be read for it', () => {
  const { model } = compiled();
  const told = (name: string) =>
    model.entities[name]?.expressions?.targetRules?.map(({ message, keys, must }) => [message, keys, must.targets]);
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
    "'apolice.segurado.indicado_por' aponta para outro registro, e os campos dele só se leem em x-rules, nas transições e no when das ações, por no máximo duas relações seguidas",
  ],
  [
    'a computed field',
    'sum(despesas.map(d, d.valor))',
    'apolice.limite',
    "'apolice' aponta para outro registro, e os campos dele só se leem em x-rules, nas transições e no when das ações, por no máximo duas relações seguidas",
  ],
])('are refused for %s', (_what, text, other, problem, suggestion?: string) => {
  expect(problemsOf([text, other])).toEqual([['MODEL_EXPRESSION', problem, suggestion]]);
});
