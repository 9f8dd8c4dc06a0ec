/** Records for the live test of the matrix of rights: one of each registry, and of each list that shows only some of them. */
import type { Database } from '../../../engine/data/database.ts';
import { hasTable } from '../../../engine/model/has-table.ts';
import { screenEntity } from '../../../engine/model/screen-entity.ts';
import type { RegistryScreen } from '../../../engine/model/screen-types.ts';
import type { Entity } from '../../../engine/model/types.ts';
import { loadProduct } from '../../../src/load-product.ts';
import type { Caller } from '../../support/product.ts';
import { fileMemory, readRealFiles } from '../../support/real-files.ts';
import { whole } from '../../support/records/record-drawer.ts';
import type { RecordPlace } from '../../support/records/record-maker.ts';
import { RecordMaker } from '../../support/records/record-maker.ts';
import type { Row } from '../../support/records/record-shape.ts';
import { shapeOf } from '../../support/records/record-shape.ts';
import { settleIn } from '../../support/records/settle-in.ts';

export const { model } = loadProduct(await readRealFiles(), 'copass', fileMemory);

export interface Sample {
  readonly id: number;
  /** As the administrator reads it, owned rows whole. */
  readonly row: Row;
}

/** Further records, as they come to be in time, without which some view has no row: what is set there that no new one has, in SQL. */
const ofViews: readonly { readonly entity: string; readonly set: string }[] = [
  { entity: 'integracao', set: "tipo = 'ATENDIMENTO'" },
  { entity: 'integracao', set: "tipo = 'BENEFICIARIO'" },
  {
    entity: 'autorizacao',
    set: "situacao = 'EXECUTADA', etapa = 'PRE_AUTORIZACAO', encaminhada_auditoria = true, tipo_guia = 'ODONTOLOGICA'",
  },
  { entity: 'autorizacao', set: "encaminhada_auditoria = true, tipo_guia = 'CONSULTA'" },
  { entity: 'auditoria', set: "tipo = 'PARCIAL'" },
  {
    entity: 'item_autorizacao',
    set: "situacao = 'AUTORIZADO', autorizacao_id = (select id from autorizacao where situacao = 'EXECUTADA')",
  },
  { entity: 'lancamento_coparticipacao', set: "situacao = 'PROTOCOLADA'" },
  ...[
    'ABATIMENTO_COPARTICIPACAO',
    'ABATIMENTO_RENEGOCIACAO',
    'COPARTICIPACAO_PROTOCOLADA',
    'RECEBIMENTO',
    'RECEBIMENTO_PAGO',
  ].map((type) => ({ entity: 'reconhecimento_contabil', set: `tipo = '${type}'` })),
];

export interface Samples {
  readonly of: (screen: RegistryScreen) => Sample;
  /** One that could be inserted there, with a value in each field. */
  readonly fresh: (screen: RegistryScreen) => Promise<Row>;
}

const registryScreens = model.screens.filter((screen): screen is RegistryScreen => screen.kind === 'registry');

const entityOf = (screen: RegistryScreen): Entity => {
  const entity = screenEntity(model, screen);
  if (!entity) throw new Error(`no registry of ${screen.entity}`);
  return entity;
};

const placeOf = (screen: RegistryScreen): RecordPlace => ({
  path: screen.path,
  shape: shapeOf(model, entityOf(screen)),
});

/** Where who makes the samples inserts: a screen that shares its route is in its own way to others alone. */
const makingPlaceOf = (screen: RegistryScreen): RecordPlace => {
  const entity = screen.alternativeOf === undefined ? undefined : model.entities[screen.entity];
  return entity === undefined ? placeOf(screen) : { path: screen.path, shape: shapeOf(model, entity) };
};

/** One record of each registry, and of each screen that shows only some of them. */
export const createSamples = async (admin: Caller, database: Database): Promise<Samples> => {
  const settle = settleIn(database);
  const maker = RecordMaker.of(model, {
    ask: async (method, path, body, headers = {}) => {
      const answer = await admin.call(method, `/api${path}`, { ...(body === undefined ? {} : { body }), headers });
      return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json() };
    },
    targets: whole,
    settle: ({ shape: { name } }, id, lacking) => settle(name, id, lacking),
  });
  /** A row in each list that transitions alone write. */
  const fillClosed = async ({ children }: Entity, id: number): Promise<void> => {
    for (const { entity } of children.filter(({ readOnly }) => readOnly)) {
      if (entity.owner === undefined) continue;
      const { relation, position } = entity.owner;
      const owner = entity.fields.find(({ name }) => name === relation)?.column ?? '';
      const row = { ...(await maker.draw(shapeOf(model, entity), whole)), [owner]: id, [position]: 0 };
      const columns = Object.keys(row).join(', ');
      await database.query({
        text: `insert into ${entity.name} (${columns}) select ${columns} from json_populate_record(null::${entity.name}, $1::text::json)`,
        values: [JSON.stringify(row)],
      });
    }
  };
  const read = async (screen: RegistryScreen, filter: string): Promise<Sample> => {
    const select = ['*', ...entityOf(screen).children.map(({ name }) => `${name}(*)`)].join();
    const answer = await admin.call('GET', `/api${screen.path}?select=${select}&limit=1${filter}`);
    if (answer.statusCode !== 200) throw new Error(`${screen.path}: ${answer.body}`);
    const [row] = answer.json() as Row[];
    if (row === undefined) throw new Error(`no record of ${screen.entity} at ${screen.path}`);
    return { id: row['id'] as number, row };
  };
  const byScreen = new Map<RegistryScreen, Sample>();
  // Of a person, whose bills stand in the list of those too: all records point at this one.
  await maker.target('prestador', { tipo_pessoa: 'FISICA' });
  // Of the users one whom all of the staff may name.
  await maker.target('usuario', { operadora: true, ativo: true, bloqueado: false });
  // A plan with shared costs, for what is only of such.
  await maker.settleTarget('produto', { fator_moderador: 'COPARTICIPACAO' });
  // An opinion is of a prolongation and of its guide, and no call lets the guide of the others be that of a stay.
  await maker.settleTarget('prorrogacao', { internacao_id: (await maker.target('autorizacao')).id });
  for (const screen of registryScreens) {
    const entity = entityOf(screen);
    if (!hasTable(entity)) continue;
    const isFirst = entity.path === screen.path;
    const { id } = await (isFirst ? maker.target(entity.name) : maker.insert(placeOf(screen), whole));
    await fillClosed(entity, Number(id));
    byScreen.set(screen, await read(screen, `&id=eq.${id}`));
  }
  for (const { entity, set } of ofViews) {
    const screen = registryScreens.find((one) => one.entity === entity);
    if (!screen) throw new Error(`no registry of ${entity}`);
    const { id } = await maker.insert(placeOf(screen), whole);
    await database.execute(`update ${entity} set ${set} where id = ${id}`);
  }
  // What is read from elsewhere has what the records made there give.
  for (const screen of registryScreens) if (!byScreen.has(screen)) byScreen.set(screen, await read(screen, ''));
  const drawn = new Map<RegistryScreen, Promise<Row>>();
  return {
    of: (screen) => {
      const sample = byScreen.get(screen);
      if (!sample) throw new Error(`no record of ${screen.path}`);
      return sample;
    },
    fresh: (screen) => {
      const place = makingPlaceOf(screen);
      const row =
        drawn.get(screen) ?? (hasTable(entityOf(screen)) ? maker.find(place, whole) : maker.draw(place.shape, whole));
      drawn.set(screen, row);
      return row;
    },
  };
};
