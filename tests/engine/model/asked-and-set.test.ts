/** A field that a transition asks for is set by it as well where what was typed goes on into the expression, and nowhere else. */
import { expect, it } from 'vitest';
import { stateFiles } from '../api/state-files.ts';
import { compileSpoiled, problemsIn } from './compile-spoiled.ts';

const answering = '"set":{"data_resposta"';
const problemsOf = (set: string) =>
  problemsIn(
    compileSpoiled(stateFiles, {
      at: 'schemas/teste/queixas/columns.json',
      spoil: [[answering, `"set":{${set},"data_resposta"`]],
    }),
  ).map(([, problem]) => problem);

it('reads what was typed, and is refused where it would write over it', () => {
  expect(problemsOf(`"responsavel":"coalesce(responsavel, 'Ouvidoria')"`)).toEqual([]);
  for (const overwritten of [`"'Ouvidoria'"`, '"assunto"', 'null'])
    expect(problemsOf(`"responsavel":${overwritten}`)).toEqual([
      "'responsavel' está em 'fields' e em 'set'; fique com um dos dois",
    ]);
});
