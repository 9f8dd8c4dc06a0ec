/** A field that is renamed with the change declared: one line, and what else differs of it beside that. */
import { describe, expect, it } from 'vitest';
import type { Difference } from '../../../engine/diff/change.ts';
import { compileSide } from '../../../engine/diff/compile-side.ts';
import { listDifferences } from '../../../engine/diff/list-differences.ts';
import { writePlace } from '../../../engine/diff/summarize.ts';
import type { SourceFiles } from '../../../engine/metadata/documents.ts';
import { changesFile, renameField } from '../../../engine/model/rename/rename-field.ts';
import { catalogues } from '../../../src/catalogues.ts';
import { exampleSources, sideOf } from './example-sides.ts';

const base = sideOf();
const schema = 'schemas/localizacao/bairros/schema.json';

const renamed = (sources: SourceFiles, entity: string, field: string, to: string): SourceFiles =>
  new Map([
    ...sources,
    ...renameField(sources, catalogues, { entity, field, to, since: '2026-11-22', why: 'Mudança de nome.' }),
  ]);
const put = (sources: SourceFiles, file: string, before: string, after: string): SourceFiles => {
  const text = sources.get(file) ?? '';
  expect(text).toContain(before);
  return new Map([...sources, [file, text.replace(before, after)]]);
};
const differencesTo = (sources: SourceFiles): readonly Difference[] => {
  const side = compileSide(sources, catalogues);
  expect(side.issues.filter(({ severity }) => severity === 'error')).toEqual([]);
  return listDifferences(base, side);
};
const told = (sources: SourceFiles): readonly string[] =>
  differencesTo(sources).map(
    ({ effect, schema: bears, allClients, from, to, thing, words }) =>
      `${effect} ${bears ?? '-'} ${allClients ? 'all' : '-'} ${writePlace(from)} ${writePlace(to)} ${[...thing, words].join(' | ')}`,
  );
const one = (name: string, from: string, to: string, line: number, title: string): string =>
  `changes safe all ${schema}:${line}:5 ${schema}:${line}:5 Bairro | campo '${title}' | '${from}' passa a chamar-se '${to}' na API; ${name}`;
const answers = 'o nome anterior ainda responde';

const renamable = Object.values(base.clients[0]?.model.entities ?? {}).flatMap(({ name, fields, owner, view, log }) =>
  view !== undefined || log !== undefined
    ? []
    : fields
        .filter((field) => field.name !== owner?.relation && field.name !== owner?.position)
        .map((field): [string, string] => [name, field.name]),
);

describe('a declared rename', () => {
  it.each(renamable)('of %s.%s is one change, and nothing is lost or gained', (entity, field) => {
    const differences = differencesTo(renamed(exampleSources, entity, field, 'nome_novo'));
    expect(
      differences.map(({ path, effect, schema: bears, derived }) => [path.join('/'), effect, bears, derived]),
    ).toEqual([[`entities/${entity}/fields/nome_novo/column`, 'changes', 'safe', false]]);
  });

  it('tells of both names, and of what else differs of the field', () => {
    const sources = renamed(exampleSources, 'bairro', 'nome', 'denominacao');
    expect(told(sources)).toEqual([one(answers, 'nome', 'denominacao', 14, 'Nome')]);
    expect(
      told(put(sources, schema, '"maxLength": 60\n    },\n    "uf"', '"maxLength": 50\n    },\n    "uf"')),
    ).toEqual([
      one(answers, 'nome', 'denominacao', 14, 'Nome'),
      `tightens needs-scan all ${schema}:17:7 ${schema}:17:7 Bairro | campo 'Nome' | muda o máximo de caracteres de 60 para 50`,
    ]);
  });

  it('is told by the names on the wire, and once where a field was renamed twice', () => {
    const twice = renamed(renamed(exampleSources, 'bairro', 'uf', 'estado'), 'bairro', 'estado', 'estado_sede');
    expect(told(twice)).toEqual([one(answers, 'uf', 'estado_sede', 19, 'Estado')]);
    const relation = told(renamed(exampleSources, 'bairro', 'vizinho', 'bairro_ao_lado'));
    expect(relation).toEqual([expect.stringContaining("'vizinho_id' passa a chamar-se 'bairro_ao_lado_id' na API")]);
  });

  it('takes the former name from callers where another field has it', () => {
    const sources = put(
      renamed(exampleSources, 'bairro', 'nome', 'denominacao'),
      schema,
      '"ativo": {',
      '"nome": { "title": "Nome curto", "type": "string" },\n    "ativo": {',
    );
    expect(told(sources)).toEqual([
      one('o nome anterior não responde mais', 'nome', 'denominacao', 14, 'Nome').replace('changes', 'loses'),
      expect.stringContaining("ganha o campo 'Nome curto'"),
    ]);
  });

  it('that nobody declares is a loss, as it is for the rows that there are', () => {
    const sources = new Map(renamed(exampleSources, 'bairro', 'nome', 'denominacao'));
    sources.delete(changesFile);
    const [first] = differencesTo(sources);
    expect([first?.words, first?.effect, first?.schema]).toEqual(["perde o campo 'Nome'", 'loses', 'lossy']);
  });
});
