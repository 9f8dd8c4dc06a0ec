/** Which sensitive values an answer gives out: by its plan, and by the values that are in its rows. */
import { expect, test } from 'vitest';
import { parseRequest } from '../../../engine/contract/request.ts';
import type { Statement } from '../../../engine/data/database.ts';
import { listContext } from '../../../engine/data/plan/context.ts';
import { planRead } from '../../../engine/data/plan/plan-read.ts';
import {
  noteRows,
  SensitiveReads,
  sensitiveIn,
  sensitivePlaces,
  writeSensitiveReads,
} from '../../../engine/data/sensitive-reads.ts';
import type { Model } from '../../../engine/model/types.ts';
import { createEntity } from '../../support/small-model.ts';
import { entityOf, everything, model as plain, screenAt, who } from './plan/plan-stage.ts';

const sensitive = (name: string, ...fields: string[]) => {
  const entity = entityOf(name);
  return createEntity({
    ...entity,
    fields: entity.fields.map((field) =>
      fields.includes(field.name) ? { ...field, personalData: 'sensitive' as const } : field,
    ),
  });
};
const entities = [sensitive('guia', 'nota', 'dia'), sensitive('medico', 'renda'), sensitive('exame', 'nome')];
const model: Model = {
  ...plain,
  entities: { ...plain.entities, ...Object.fromEntries(entities.map((one) => [one.name, one])) },
};

const placesOf = (url: string, access = everything): readonly string[] => {
  const [path = '', query = ''] = url.split('?', 2);
  const { output } = planRead(listContext(model, access, screenAt(path), 'UTC'), parseRequest(query), undefined);
  return sensitivePlaces(output).map((place) => `${place.path.join('.')}=${place.field}`);
};

test('the places of a plan that hold a sensitive value as it is, wherever the answer has them', () => {
  expect(
    [
      '/guias?select=id,numero,nota,d:dia,criado_em',
      '/guias?select=id,medico(nome,r:renda),...revisor(renda)',
      '/guias?select=id,ex:exames(nome,guia(nota)),itens(count)',
      '/guias?select=id,valor',
    ].map((url) => placesOf(url)),
  ).toEqual([
    ['nota=guia.nota', 'd=guia.dia'],
    ['medico.r=medico.renda', 'renda=medico.renda'],
    ['ex.nome=exame.nome', 'ex.guia.nota=guia.nota'],
    [],
  ]);
  const covered = who(['guia:list', 'guia:view'], { masked: ['guia.nota'] });
  expect(placesOf('/guias?select=nota,dia', covered)).toEqual(['dia=guia.dia']);
});

test('only a value that is there is given out, and a row counts once', () => {
  const places = [
    { path: ['nota'], field: 'guia.nota' },
    { path: ['medico', 'renda'], field: 'medico.renda' },
    { path: ['exames', 'nome'], field: 'exame.nome' },
    { path: ['exames', 'guia', 'dia'], field: 'guia.dia' },
  ];
  expect(
    [
      [],
      [{ nota: null, medico: null, exames: [] }],
      [{ medico: { renda: null }, exames: [{ nome: null }, null] }, {}],
      [{ nota: '', medico: { renda: 0 } }, { nota: 'a' }, { nota: null }],
      [{ exames: [{ nome: null }, { nome: false, guia: { dia: null } }] }],
      [{ nota: 'a' }, { exames: [{ guia: null }, { guia: { dia: '2026-01-01' } }] }],
      [{ nota: ['a'], medico: 'x', exames: 7 }],
      ['a', 1, null],
    ].map((rows) => sensitiveIn(places, rows)),
  ).toEqual([
    { fields: [], rows: 0 },
    { fields: [], rows: 0 },
    { fields: [], rows: 0 },
    { fields: ['guia.nota', 'medico.renda'], rows: 2 },
    { fields: ['exame.nome'], rows: 1 },
    { fields: ['guia.dia', 'guia.nota'], rows: 2 },
    { fields: ['guia.nota'], rows: 1 },
    { fields: [], rows: 0 },
  ]);
});

const noted = (query: string, body: string | undefined, places = [{ path: ['nota'], field: 'guia.nota' }]) => {
  const reads = new SensitiveReads();
  noteRows(listContext(model, everything, screenAt('/guias'), 'UTC', reads), 'rows', places, parseRequest(query), body);
  return reads.notes;
};
const given = '[{"nota":"a"},{"nota":null}]';
const note = { door: 'rows', path: '/guias', record: undefined, filter: [], fields: ['guia.nota'], rows: 1 };

test('a note names the record that was asked for and what it was filtered by, and no value', () => {
  expect(noted('', given)).toEqual([note]);
  expect(noted('id=eq.7&nota=eq.segredo', given)).toEqual([{ ...note, record: '7', filter: ['id', 'nota'] }]);
  expect(noted('id=gt.7&or=(nota.is.null,medico.nome.eq.x,and(nota.eq.a,dia.is.null))&q=b', given)).toEqual([
    { ...note, filter: ['id', 'nota', 'medico.nome', 'dia', 'q'] },
  ]);
  // Another condition on the id neither stands for it nor hides it.
  for (const query of ['id=gte.1&id=eq.7', 'id=in.(1,2)&id=eq.7', 'id=not.eq.3&id=eq.7'])
    expect(noted(query, given)).toEqual([{ ...note, record: '7', filter: ['id'] }]);
  expect(noted('nota=eq.x&id=eq.7', given)).toEqual([{ ...note, record: '7', filter: ['nota', 'id'] }]);
});

test('nothing is noted of what gives nothing out', () => {
  expect([noted('', '[]'), noted('', '[{"nota":null}]'), noted('', undefined), noted('', given, [])]).toEqual([
    [],
    [],
    [],
    [],
  ]);
  // Nor where nobody listens.
  const context = listContext(model, everything, screenAt('/guias'), 'UTC');
  noteRows(context, 'rows', [{ path: ['nota'], field: 'guia.nota' }], parseRequest(''), given);
  expect(context.reads).toBeUndefined();
});

test('one row tells of everything that a request gave out, and none of what gave out nothing', async () => {
  const sent: Statement[] = [];
  const database = {
    query: async <Row>(statement: Statement) => {
      sent.push(statement);
      const rows: Row[] = [];
      return { rows, affected: 0 };
    },
    execute: async () => undefined,
  };
  const reader = { userId: 4, login: 'ana', requestId: 'r', origin: 'screen' };
  const reads = new SensitiveReads();
  reads.add({ ...note, door: 'rows', fields: [], rows: 0 });
  await writeSensitiveReads(database, reads, reader);
  expect(sent).toEqual([]);
  reads.add({ ...note, door: 'rows', record: '7', filter: ['nota', 'id'], rows: 2 });
  reads.add({ ...note, door: 'sum', filter: ['id'], fields: ['guia.dia', 'guia.nota'], rows: 3 });
  await writeSensitiveReads(database, reads, reader);
  const alone = new SensitiveReads();
  alone.add({ ...note, door: 'write' });
  await writeSensitiveReads(database, alone, reader);
  expect(sent.map(({ values }) => values)).toEqual([
    ['4', 'ana', 'r', 'screen', 'rows', '/guias', '7', '["id","nota"]', '["guia.dia","guia.nota"]', '5'],
    ['4', 'ana', 'r', 'screen', 'write', '/guias', null, '[]', '["guia.nota"]', '1'],
  ]);
});
