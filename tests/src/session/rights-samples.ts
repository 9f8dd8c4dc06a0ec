/** Records for the live test of the matrix of rights: one of each registry, and of each list that shows only some of them. */
import type { Database } from '../../../engine/data/database.ts';
import { hasTable } from '../../../engine/model/has-table.ts';
import { screenEntity } from '../../../engine/model/screen-entity.ts';
import type { Entity, Field, RegistryScreen } from '../../../engine/model/types.ts';
import { loadProduct } from '../../../src/load-product.ts';
import type { Caller } from '../../support/product.ts';
import { fileMemory, readRealFiles } from '../../support/real-files.ts';
import { sampleRecord } from '../../support/sample-record.ts';

export type Row = Readonly<Record<string, unknown>>;

export const { model } = loadProduct(await readRealFiles(), 'copass', fileMemory);

/** What the rules of a registry ask of its records, beside what the fields do. */
const suited: Readonly<Record<string, (seed: number) => Row>> = {
  // Of a person, whose bills stand in the list of those too.
  prestador: () => ({ tipo_pessoa: 'FISICA' }),
  // Words that stand in no record that it points at, by which its search finds it too.
  autorizacao: (seed) => ({ protocolo: `77007700${seed}`, cartao: `88008800${seed}` }),
  feriado: () => ({ abrangencia: 'MUNICIPAL', uf: 'MG' }),
  regra: (seed) => ({ assunto: 'banco', acao: seed === 1 ? 'list' : 'view' }),
};
export interface Sample {
  readonly id: number;
  /** As the administrator reads it, owned rows whole. */
  readonly row: Row;
}

/** Of the entities that something points at on a day, and of which periods may meet: valid on all of them. */
const everValid = new Map(
  Object.values(model.entities).flatMap(({ fields }) =>
    fields.flatMap(({ relation }): (readonly [string, Row])[] =>
      relation?.valid === undefined || model.entities[relation.entity]?.noOverlap !== undefined
        ? []
        : [[relation.entity, { [relation.valid.from]: '1900-01-01', [relation.valid.until]: '2999-12-31' }]],
    ),
  ),
);

export const recordOf = (entity: Entity, seed: number, samples: ReadonlyMap<string, Sample>): Row => ({
  // One that is being made has no id yet.
  ...sampleRecord(entity, seed, (name) => samples.get(name)?.id || undefined),
  ...everValid.get(entity.name),
  ...suited[entity.name]?.(seed),
});

/** What a target must have, by wire names; undefined where the sample has it. */
const lackOf = ({ relation }: Field, samples: ReadonlyMap<string, Sample>): Row | undefined => {
  const target = model.entities[relation?.entity ?? ''];
  const sample = samples.get(target?.name ?? '');
  const wanted = (relation?.where ?? []).flatMap((one): { column: string; values: readonly unknown[] }[] =>
    'values' in one
      ? [{ column: target?.fields.find(({ name }) => name === one.field)?.column ?? one.field, values: one.values }]
      : [],
  );
  if (relation?.valid !== undefined)
    wanted.push(
      { column: relation.valid.from, values: ['1900-01-01'] },
      { column: relation.valid.until, values: ['2999-12-31'] },
    );
  if (
    sample === undefined ||
    wanted.every(({ column, values }) => values.some((value) => value === sample.row[column]))
  )
    return undefined;
  return Object.fromEntries(wanted.map(({ column, values }) => [column, values[0]]));
};

/** Gives the record what must be as in the samples that it points at; of two that want another thing it keeps the first. */
const agree = (entity: Entity, body: Record<string, unknown>, samples: ReadonlyMap<string, Sample>): void => {
  const agreed = new Map<string, unknown>();
  for (const { column, required, relation } of entity.fields) {
    const sample = samples.get(relation?.entity ?? '');
    if (relation === undefined || sample === undefined || body[column] !== sample.id) continue;
    const wanted = (relation.where ?? []).flatMap((one): (readonly [string, unknown])[] => {
      const own = 'from' in one ? entity.fields.find(({ name }) => name === one.from) : undefined;
      return own === undefined || own.relation ? [] : [[own.column, sample.row[one.field]]];
    });
    if (!required && wanted.some(([own, value]) => agreed.has(own) && agreed.get(own) !== value)) delete body[column];
    else
      for (const [own, value] of wanted) {
        agreed.set(own, value);
        body[own] = value;
      }
  }
};

/** Whether another record that points at the same ones would be of the same period. */
const isOneOfIts = (target: Entity | undefined): boolean =>
  target?.noOverlap?.some(({ key }) =>
    key.every((column) => target.fields.some((field) => field.column === column && field.relation)),
  ) ?? false;

const partsOf = (entity: Entity): readonly Entity[] => [entity, ...entity.children.map((child) => child.entity)];

/** The entities that a record must point at, directly or through others. */
const neededBy = (entity: Entity): ReadonlySet<string> => {
  const needed = new Set<string>([entity.name]);
  for (const name of needed)
    for (const { relation, required } of partsOf(model.entities[name] ?? entity).flatMap(({ fields }) => fields))
      if (required && relation) needed.add(relation.entity);
  return needed;
};

const registryScreens = model.screens.filter((screen): screen is RegistryScreen => screen.kind === 'registry');

/** Further records, as they come to be in time, without which some view has no row: what is set there that no new one has, in SQL. */
const ofViews: readonly { readonly entity: string; readonly set: string }[] = [
  { entity: 'integracao', set: "tipo = 'ATENDIMENTO'" },
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
  ...['ABATIMENTO_COPARTICIPACAO', 'COPARTICIPACAO_PROTOCOLADA', 'RECEBIMENTO', 'RECEBIMENTO_PAGO'].map((type) => ({
    entity: 'reconhecimento_contabil',
    set: `tipo = '${type}'`,
  })),
];

export interface Samples {
  /** The record, pointing at nothing that its relations may not point at. */
  readonly pointed: (entity: Entity, record: Row) => Promise<Row>;
  readonly byEntity: ReadonlyMap<string, Sample>;
  readonly byScreen: ReadonlyMap<RegistryScreen, Sample>;
}

/** One record of each registry, those that others point at first, and of each screen that shows only some of them. */
export const createSamples = async (admin: Caller, database: Database): Promise<Samples> => {
  const byEntity = new Map<string, Sample>();
  const byScreen = new Map<RegistryScreen, Sample>();
  const sampleIn = ([row]: readonly Row[], screen: RegistryScreen): Sample => {
    if (row === undefined) throw new Error(`no record of ${screen.entity} at ${screen.path}`);
    return { id: row['id'] as number, row };
  };
  const wholeOf = (entity: Entity): string => ['*', ...entity.children.map(({ name }) => `${name}(*)`)].join();
  const insert = async (screen: RegistryScreen, entity: Entity, body: Row): Promise<readonly Row[]> => {
    const answer = await admin.call('POST', `/api${screen.path}?select=${wholeOf(entity)}`, {
      body,
      headers: { prefer: 'return=representation' },
    });
    if (answer.statusCode !== 201) throw new Error(`${screen.path}: ${answer.body}`);
    return answer.json() as Row[];
  };
  /** Targets of another purpose than the sample has, by entity and what makes them fit. */
  const others = new Map<string, unknown>();
  const otherOf = async (name: string, lack: Row): Promise<unknown> => {
    const key = `${name} ${JSON.stringify(lack)}`;
    const screen = registryScreens.find((one) => one.entity === name);
    const entity = screen && screenEntity(model, screen);
    if (entity && !others.has(key)) {
      const unfit = entity.fields.filter((field) => !field.required && lackOf(field, byEntity) !== undefined);
      const given = Object.entries(recordOf(entity, 2 + others.size, byEntity));
      const { [entity.states?.key ?? '']: state, ...rest } = lack;
      const body = {
        ...Object.fromEntries(given.filter(([key]) => !unfit.some(({ column }) => column === key))),
        ...rest,
      };
      const { id } = sampleIn(await insert(screen, entity, body), screen);
      // No new record is in another state than the first.
      if (state !== undefined)
        await database.query({
          text: `update ${name} set ${entity.states?.key} = $2::text where id = $1::text::bigint`,
          values: [String(id), String(state)],
        });
      others.set(key, id);
    }
    return others.get(key);
  };
  const pointed = async (entity: Entity, record: Row): Promise<Row> => {
    const body: Record<string, unknown> = { ...record };
    for (const field of entity.fields) {
      const lack = lackOf(field, byEntity);
      if (body[field.column] === undefined || !field.relation || lack === undefined) continue;
      if (!field.required && isOneOfIts(model.entities[field.relation.entity])) delete body[field.column];
      else body[field.column] = await otherOf(field.relation.entity, lack);
    }
    agree(entity, body, byEntity);
    for (const { name, entity: owned } of entity.children) {
      const rows = body[name];
      if (Array.isArray(rows)) body[name] = await Promise.all(rows.map((row: Row) => pointed(owned, row)));
    }
    return body;
  };
  const make = async (screen: RegistryScreen, entity: Entity, seed: number): Promise<void> => {
    const body = await pointed(entity, recordOf(entity, seed, byEntity));
    byScreen.set(screen, sampleIn(await insert(screen, entity, body), screen));
  };
  const visit = async (name: string): Promise<void> => {
    const screen = registryScreens.find((one) => one.entity === name);
    const entity = screen && screenEntity(model, screen);
    if (!entity || byEntity.has(name) || !hasTable(entity)) return;
    byEntity.set(name, { id: 0, row: {} });
    for (const { relation } of partsOf(entity).flatMap(({ fields }) => fields)) {
      const target = relation && model.entities[relation.entity];
      // What cannot be before one that is being made comes after it, and is not pointed at.
      const waits = target && [...neededBy(target)].some((needed) => byEntity.get(needed)?.id === 0);
      if (target && !waits) await visit(target.name);
    }
    await make(screen, entity, 1);
    const made = byScreen.get(screen);
    if (made) byEntity.set(name, made);
  };
  for (const { entity } of registryScreens) await visit(entity);
  for (const [index, { entity: name, set }] of ofViews.entries()) {
    const screen = registryScreens.find((one) => one.entity === name);
    const entity = screen && screenEntity(model, screen);
    if (!entity) throw new Error(`no registry of ${name}`);
    const body = await pointed(entity, recordOf(entity, 302 + 7 * index, byEntity));
    const { id } = sampleIn(await insert(screen, entity, body), screen);
    await database.execute(`update ${name} set ${set} where id = ${id}`);
  }
  for (const [index, screen] of registryScreens.entries()) {
    const entity = screenEntity(model, screen);
    if (!entity || byScreen.has(screen)) continue;
    if (hasTable(entity)) await make(screen, entity, 1 + index);
    // What is read from elsewhere has what the records made there give.
    else {
      const answer = await admin.call('GET', `/api${screen.path}?limit=1&select=${wholeOf(entity)}`);
      if (answer.statusCode !== 200) throw new Error(`${screen.path}: ${answer.body}`);
      const rows = answer.json() as Row[];
      byScreen.set(screen, sampleIn(rows, screen));
    }
  }
  return { pointed, byEntity, byScreen };
};
