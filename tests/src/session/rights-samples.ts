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
const ofViews: readonly {
  readonly entity: string;
  readonly set: string;
  /** The same of rows that it owns. */
  readonly rows?: { readonly of: string; readonly set: string };
}[] = [
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
  {
    entity: 'prestador',
    set: "situacao = 'ATIVO', fim_servico = null",
    rows: { of: 'prestador_especialidades', set: 'inicio = current_date - 400, fim = null' },
  },
  { entity: 'conta_receber', set: "situacao = 'VENCIDA', vencimento = current_date - 45, valor_pago = null" },
  { entity: 'conta_pagar', set: "situacao = 'PREVISTA'" },
  { entity: 'conta_pagar', set: "situacao = 'PAGA'" },
  { entity: 'adesao', set: "situacao = 'ATIVA', data_adesao = current_date - 400, data_cancelamento = null" },
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

/** Records that a report tells of are made on the screen of their own. */
const makingScreenOf = (screen: RegistryScreen): RegistryScreen => {
  const { path } = model.entities[screen.entity] ?? {};
  const home = screen.report === undefined ? undefined : registryScreens.find((one) => one.path === path);
  return home ?? screen;
};

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
  /** What no call writes. Gives its id. */
  const write = async ({ name }: Entity, row: Row): Promise<number> => {
    const columns = Object.keys(row).join(', ');
    const { rows } = await database.query<{ id: string }>({
      text: `insert into ${name} (${columns}) select ${columns} from json_populate_record(null::${name}, $1::text::json) returning id::text as id`,
      values: [JSON.stringify(row)],
    });
    return Number(rows[0]?.id);
  };
  /** A row in each list that transitions alone write. */
  const fillClosed = async ({ children }: Entity, id: number): Promise<void> => {
    for (const { entity } of children.filter(({ readOnly }) => readOnly)) {
      if (entity.owner === undefined) continue;
      const { relation, position } = entity.owner;
      const owner = entity.fields.find(({ name }) => name === relation)?.column ?? '';
      await write(entity, { ...(await maker.draw(shapeOf(model, entity), whole)), [owner]: id, [position]: 0 });
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
  const ownColumns = async (entity: Entity): Promise<Row> => {
    const row = await maker.draw(shapeOf(model, entity), whole);
    return Object.fromEntries(Object.entries(row).filter(([, value]) => !Array.isArray(value)));
  };
  /** A record that the report is of: what its filter asks for is written at once, for a new record is not there yet. */
  const tellOf = async (screen: RegistryScreen): Promise<void> => {
    const entity = entityOf(screen);
    const home = makingScreenOf(screen);
    const make = async (): Promise<number> => {
      if (home === screen) return write(entity, await ownColumns(entity));
      // Of people those who are the users of the matrix, each of whom sees that one alone.
      const isPerson = entity.scope.some(({ field }) => field === 'id');
      const made =
        isPerson || screen.filter === undefined ? maker.target(entity.name) : maker.insert(placeOf(home), whole);
      return Number((await made).id);
    };
    const id = await make();
    await fillClosed(entity, id);
    for (const { field, values } of screen.filter ?? []) {
      const column = entity.fields.find(({ name }) => name === field)?.column;
      await database.execute(`update ${entity.name} set ${column} = '${values[0]}' where id = ${id}`);
    }
    byScreen.set(screen, await read(screen, `&id=eq.${id}`));
  };
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
    if (!hasTable(entity) || screen.report !== undefined) continue;
    const isFirst = entity.path === screen.path;
    const { id } = await (isFirst ? maker.target(entity.name) : maker.insert(placeOf(screen), whole));
    await fillClosed(entity, Number(id));
    byScreen.set(screen, await read(screen, `&id=eq.${id}`));
  }
  for (const screen of registryScreens)
    if (screen.report !== undefined && hasTable(entityOf(screen))) await tellOf(screen);
  for (const { entity, set, rows } of ofViews) {
    const screen = registryScreens.find((one) => one.entity === entity);
    if (!screen) throw new Error(`no registry of ${entity}`);
    const { id } = await maker.insert(placeOf(screen), whole);
    await database.execute(`update ${entity} set ${set} where id = ${id}`);
    if (rows) await database.execute(`update ${rows.of} set ${rows.set} where ${entity}_id = ${id}`);
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
      const home = makingScreenOf(screen);
      const place = makingPlaceOf(home);
      const isTaken = home.report === undefined && hasTable(entityOf(screen));
      const row = drawn.get(screen) ?? (isTaken ? maker.find(place, whole) : maker.draw(place.shape, whole));
      drawn.set(screen, row);
      return row;
    },
  };
};
