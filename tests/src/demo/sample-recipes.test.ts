/** The demonstration data of the product, without a database: every registry has some, and the same each time. */
import { describe, expect, it } from 'vitest';
import type { Row } from '../../../engine/data/given-rows.ts';
import { isRow } from '../../../engine/data/given-rows.ts';
import type { DrawTools } from '../../../engine/data/samples/draw-record.ts';
import { recordFailures } from '../../../engine/data/samples/draw-record.ts';
import { drawRows, Taken, wholeRows } from '../../../engine/data/samples/draw-rows.ts';
import { sampleOrder } from '../../../engine/data/samples/sample-order.ts';
import { Validators } from '../../../engine/data/validators.ts';
import { readSourceFiles } from '../../../engine/metadata/load-files.ts';
import type { Entity } from '../../../engine/model/types.ts';
import { sampleRecipes } from '../../../src/demo/index.ts';
import { loadProduct } from '../../../src/load-product.ts';

const today = '2026-11-20';
const { model } = loadProduct(await readSourceFiles(`${import.meta.dirname}/../../..`), 'copass');
const order = sampleOrder(model, sampleRecipes.entities);

/** Records of each entity, the same number of each. */
const drawAll = (count: number, seed: number, names: ReadonlySet<string>) => {
  const refused: string[] = [];
  const tools: DrawTools = {
    validators: new Validators(),
    recipes: sampleRecipes,
    moment: { today, timeZone: 'America/Sao_Paulo', now: Date.parse(`${today}T12:00:00Z`) },
    refused: (entity, failures) =>
      refused.push(...failures.map(({ code, at }) => `${entity.name}.${at.field} ${code}`)),
  };
  const rows = new Map<string, Row[]>();
  for (const entity of order) {
    const own: Row[] = [];
    rows.set(entity.name, own);
    if (!names.has(entity.name)) continue;
    const keep = (row: Row): Row => {
      const record = { ...row, id: own.length + 1 };
      own.push(record);
      return record;
    };
    drawRows(tools, entity, new Taken(entity, []), {
      seed,
      first: 0,
      count,
      today,
      rows: (name) => rows.get(name) ?? [],
      idAt: (name, place) => {
        const id = rows.get(name)?.[place]?.['id'];
        return typeof id === 'number' ? id : undefined;
      },
      keep,
    });
  }
  return { rows, refused };
};

const all = new Set(order.map(({ name }) => name));
// The first two accounts that something may be booked on are the fourth and the fifth.
const some = drawAll(5, 1, all);
const drawn = drawAll(8, 1, all);

describe('the demonstration data', () => {
  it('come after what they point at, wherever they must, and but for these wherever they may', () => {
    const place = new Map(order.map(({ name }, index) => [name, index]));
    const early = order.flatMap((entity) =>
      entity.fields.flatMap(({ relation, required, name }) =>
        relation &&
        relation.entity !== entity.name &&
        (place.get(relation.entity) ?? -1) > (place.get(entity.name) ?? 0)
          ? [{ field: `${entity.name}.${name}`, required }]
          : [],
      ),
    );
    expect(early.filter(({ required }) => required)).toEqual([]);
    // Where registries point at each other, one of them has no such record to point at yet.
    expect(early.map(({ field }) => field).sort()).toEqual([
      'acerto_beneficiario.conta_receber',
      'atendimento_cliente.manifestacao',
      'consulta_elegibilidade.prestador',
      'conta_receber.acordo',
      'conta_receber.regularizacao',
      'conta_receber.remessa',
      'credito_bancario.conta_receber',
      'grupo_acesso_procedimento.prestador',
      'lancamento_contabil.produto',
      'mapeamento_plano_conta.produto',
      'operadora.responsavel_tecnico',
      'pacote.prestador',
      'permissao_data.prestador',
      'profissional.prestador',
      'programa_saude.responsavel',
      'servico_aps.responsavel',
      'tipo_imposto.fornecedor',
      'usuario.beneficiario_registro',
      'usuario.prestador_registro',
    ]);
  });

  it('point only at what their relations may point at', () => {
    const columnOf = (entity: string | undefined, name: string): string =>
      model.entities[entity ?? '']?.fields.find((field) => field.name === name)?.column ?? name;
    const odd = (entity: Entity, record: Row, owner: Entity | undefined, above: Row): readonly string[] => [
      ...entity.fields.flatMap(({ name, column, relation }) => {
        const target = drawn.rows.get(relation?.entity ?? '')?.find(({ id }) => id === record[column]);
        if (target === undefined) return [];
        const { states } = model.entities[relation?.entity ?? ''] ?? {};
        const broken = (relation?.where ?? []).filter((one) => {
          // A state goes on after it was pointed at.
          if (one.field === states?.key) return false;
          const value = target[columnOf(relation?.entity, one.field)];
          if ('values' in one) return !one.values.includes(value as string);
          const [first = '', second] = one.from.split('.');
          const own =
            second === undefined ? record[columnOf(entity.name, first)] : above[columnOf(owner?.name, second)];
          return own !== null && own !== undefined && own !== value;
        });
        const { date, valid } = relation ?? {};
        const [day, from, until] = [record[date ?? ''], target[valid?.from ?? ''], target[valid?.until ?? '']];
        // Those of the files, which are invented here alone, are all valid when they are needed.
        const known = model.entities[relation?.entity ?? '']?.initialRows !== undefined;
        const late = !known && typeof day === 'string' && (day < String(from ?? '') || day > String(until ?? '9999'));
        return [...broken.map(({ field }) => field), ...(late ? [`${day}`] : [])].map(
          (by) => `${entity.name}.${name} by ${by}`,
        );
      }),
      ...entity.children.flatMap((child) => {
        const rows = record[child.name];
        return Array.isArray(rows) ? rows.filter(isRow).flatMap((row) => odd(child.entity, row, entity, record)) : [];
      }),
    ];
    expect([
      ...new Set(
        order.flatMap((entity) =>
          (drawn.rows.get(entity.name) ?? []).flatMap((row) => odd(entity, row, undefined, {})),
        ),
      ),
    ]).toEqual([]);
  });

  it('name no registry and no field that there is not', () => {
    expect(Object.keys(sampleRecipes.entities).filter((name) => !all.has(name))).toEqual([]);
    const names = new Set(Object.values(model.entities).flatMap(({ fields }) => fields.map(({ name }) => name)));
    expect(Object.keys(sampleRecipes.fields).filter((name) => !names.has(name))).toEqual([]);
    const known = new Set(
      Object.values(model.entities).flatMap(({ name, fields }) =>
        fields.flatMap((field) => [field.name, `${name}.${field.name}`]),
      ),
    );
    expect(Object.keys(sampleRecipes.words).filter((name) => !known.has(name))).toEqual([]);
  });

  it('call no text after its field or its registry', () => {
    const calledAfter = (entity: Entity, row: Row): readonly string[] =>
      entity.fields.flatMap(({ name, column, title }) => {
        const value = row[column];
        const called = /^(.+) \d+$/.exec(typeof value === 'string' ? value : '')?.[1];
        return called !== undefined && [title, entity.title].some((one) => one.startsWith(called))
          ? [`${entity.name}.${name}: ${String(value)}`]
          : [];
      });
    const made = order.filter(
      ({ name, login, initialRows }) =>
        login === undefined && (sampleRecipes.entities[name]?.count.small ?? (initialRows ? 0 : 1)) > 0,
    );
    const found = made.flatMap((entity) =>
      (drawn.rows.get(entity.name) ?? []).flatMap((row) => [
        ...calledAfter(entity, row),
        ...entity.children.flatMap((child) => {
          const rows = row[child.name];
          return Array.isArray(rows) ? rows.filter(isRow).flatMap((one) => calledAfter(child.entity, one)) : [];
        }),
      ]),
    );
    expect(found).toEqual([]);
  });

  it('are there for every registry that nobody keeps them from, each good as the API takes it', () => {
    const { rows, refused } = some;
    const lacking = [...rows].filter(([, own]) => own.length === 0).map(([name]) => name);
    expect(lacking.map((name) => [name, refused.filter((one) => one.startsWith(`${name}.`))])).toEqual([]);
  });

  it('that a recipe gives whole are good as they are', () => {
    const { rows } = some;
    // As many as recipes count on, one and the same again and again.
    const many = new Map(
      [...rows].map(([name, own]) => [name, Array.from({ length: 80 }, (_, at) => own[at % own.length] ?? {})]),
    );
    const tools = {
      validators: new Validators(),
      recipes: sampleRecipes,
      moment: { today, timeZone: 'America/Sao_Paulo' },
    };
    const given = order.filter(({ name }) => sampleRecipes.entities[name]?.whole);
    expect(given.map(({ name }) => name)).toContain('item_guia');
    const asked = {
      seed: 1,
      first: 0,
      count: 60,
      today,
      rows: (name: string) => many.get(name) ?? [],
      idAt: (_: string, place: number) => place + 1,
    };
    const drawn = given.map((entity) => ({
      entity,
      whole: [...wholeRows(tools, entity, { ...asked, keep: (row) => row })],
    }));
    const failures = drawn.flatMap(({ entity, whole }) =>
      whole.flatMap((row) =>
        recordFailures(tools, entity, row, asked.rows).map(({ code, at }) => `${entity.name}.${at.field} ${code}`),
      ),
    );
    expect([...new Set(failures)]).toEqual([]);
    // Written as one table: what the first does not name, no other does.
    const shapes = drawn.map(({ whole }) => new Set(whole.map((row) => Object.keys(row).toSorted().join())).size);
    expect(shapes).toEqual(given.map(() => 1));
  });

  it('are the same from the same seed, and others from another', () => {
    const few = new Set(['cidade', 'grau_parentesco', 'empresa', 'beneficiario']);
    const first = drawAll(6, 1, few);
    expect(drawAll(6, 1, few).rows).toEqual(first.rows);
    expect(drawAll(6, 2, few).rows.get('beneficiario')).not.toEqual(first.rows.get('beneficiario'));
  });

  it('are families: dependants come after their holder, with his plan of work and younger than they may be', () => {
    const people =
      drawAll(40, 3, new Set(['cidade', 'grau_parentesco', 'motivo_desligamento', 'empresa', 'beneficiario'])).rows.get(
        'beneficiario',
      ) ?? [];
    expect(people).toHaveLength(40);
    const dependants = people.filter((row) => row['tipo_vinculo'] === 'DEPENDENTE');
    expect(dependants.length).toBeGreaterThan(15);
    for (const one of dependants) {
      const holder = people.find((row) => row['id'] === one['titular_id']);
      expect(holder?.['tipo_vinculo']).toBe('TITULAR');
      expect(one['empresa_id']).toBe(holder?.['empresa_id']);
    }
  });
});
