import { expect, it } from 'vitest';
import { fillDrawn } from '../../../engine/data/samples/fill-drawn.ts';
import { compileSide } from '../../../engine/diff/compile-side.ts';
import type { Entity } from '../../../engine/model/types.ts';
import { catalogues } from '../../../src/catalogues.ts';
import { namingSources } from '../diff/naming-sources.ts';

const { clients } = compileSide(namingSources, catalogues);
const entityOf = (name: string): Entity => {
  const entity = clients[0]?.model.entities[name];
  if (entity === undefined) throw new Error(`no ${name}`);
  return entity;
};
const known = { estadia: [{ id: 3, paciente_id: 7, regime: null, diaria: 5, urgente: false }] };
const rows = (entity: string) => (entity === 'estadia' ? known.estadia : []);

it('gives a record that is drawn what a form would have filled in, but for what is known beforehand', () => {
  const record = { estadia_id: 3, paciente_id: 1, regime: 'CLINICO', diaria: 9, urgente: true };
  expect(fillDrawn(entityOf('prolongamento'), record, {}, rows)).toEqual({ paciente_id: 7, diaria: 5, urgente: false });
  expect(fillDrawn(entityOf('prolongamento'), record, { diaria: 9 }, rows)).toEqual({ paciente_id: 7, urgente: false });
  expect(fillDrawn(entityOf('prolongamento'), { ...record, estadia_id: null }, {}, rows)).toEqual({});
});
