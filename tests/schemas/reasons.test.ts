/** Reasons are of kinds: every field that asks for one offers, and takes, those that fit what it justifies. */
import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { forEachDatabase } from '../support/databases.ts';
import type { Caller } from '../support/product.ts';
import { administrator, insertRow, startTestProduct } from '../support/product.ts';

interface Property {
  readonly 'x-relation'?: { readonly entity: string; readonly where?: Readonly<Record<string, unknown>> };
  readonly items?: { readonly properties?: Readonly<Record<string, Property>> };
}

interface Asking {
  readonly field: string;
  readonly kinds: readonly string[];
  readonly active: unknown;
}

interface AskedReason {
  readonly transition: string;
  readonly kinds: readonly string[];
}

const schemas = new URL('../../schemas/', import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, schemas), 'utf8');

const reasonsOf = (path: string, properties: Readonly<Record<string, Property>>): readonly Asking[] =>
  Object.entries(properties).flatMap(([name, property]) => {
    const { entity, where } = property['x-relation'] ?? {};
    const rows = reasonsOf(`${path} ${name}`, property.items?.properties ?? {});
    if (entity !== 'motivo') return rows;
    const kinds = [where?.['aplicacao'] ?? []].flat().map(String);
    return [{ field: `${path} ${name}`, kinds, active: where?.['ativo'] }, ...rows];
  });

const views = new Set(
  readdirSync(schemas, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('query.sql'))
    .map((file) => file.replace('/query.sql', '')),
);
const asking = readdirSync(schemas, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('/schema.json') && !views.has(file.replace('/schema.json', '')))
  .flatMap((file) => {
    const { properties } = JSON.parse(read(file)) as { readonly properties: Readonly<Record<string, Property>> };
    return reasonsOf(file.replace('/schema.json', ''), properties);
  });

interface Transition {
  readonly name: string;
  readonly effectOnly?: boolean;
  readonly fields?: readonly Asked[];
  readonly rows?: Readonly<Record<string, { readonly add?: { readonly fields?: readonly Asked[] } }>>;
}
type Asked = string | { readonly field: string; readonly where: Readonly<Record<string, unknown>> };

/** The kinds that the field of the folder takes, whatever the transition. */
const kindsOfField = (transition: string): readonly string[] => {
  const [folder] = transition.split(' ');
  return asking
    .filter(({ field }) => field.startsWith(`${folder} `) && field.endsWith(' motivo'))
    .flatMap(({ kinds }) => kinds);
};

/** What people are asked for in a field that is called a reason and no more: it serves several transitions. */
const asked = readdirSync(schemas, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('/columns.json'))
  .flatMap((file): AskedReason[] => {
    const folder = file.replace('/columns.json', '');
    const { states } = JSON.parse(read(file)) as { readonly states?: { readonly transitions: readonly Transition[] } };
    const ofFields = (fields: readonly Asked[] = [], list = ''): readonly Asked[] =>
      fields.filter((one) => {
        const name = typeof one === 'string' ? one : one.field;
        return (
          name === 'motivo' && asking.some(({ field }) => field === [folder, list, name].filter(Boolean).join(' '))
        );
      });
    return (states?.transitions ?? [])
      .filter(({ effectOnly }) => effectOnly !== true)
      .flatMap(({ name, fields, rows = {} }) =>
        [...ofFields(fields), ...Object.entries(rows).flatMap(([list, { add }]) => ofFields(add?.fields, list))].map(
          (one) => ({
            transition: `${folder} ${name}`,
            kinds: typeof one === 'string' ? [] : [one.where['aplicacao'] ?? []].flat().map(String),
          }),
        ),
      );
  });

describe('transitions that ask for a reason, in a field that serves several', () => {
  it('take those of what they do', () => {
    const done = [
      ['suspender', ['SUSPENSAO']],
      ['reativar', ['REABERTURA']],
      ['reabrir', ['REABERTURA']],
      ['negar', ['NEGATIVA']],
      ['recusar', ['NEGATIVA']],
      ['devolver', ['NEGATIVA', 'CANCELAMENTO']],
      ['estornar', ['ESTORNO']],
      ['cancelar', ['CANCELAMENTO']],
    ] as const;
    const shared = asked.filter(({ transition }) => kindsOfField(transition).length > 1);
    expect(shared.length).toBeGreaterThan(25);
    const odd = shared.filter(
      ({ transition, kinds }) =>
        !done.some(([name, own]) => transition.includes(` ${name}`) && JSON.stringify(kinds) === JSON.stringify(own)),
    );
    expect(odd).toEqual([]);
  });
});

describe('fields that ask for a reason', () => {
  it('name the kinds that they take, and take none that is out of use', () => {
    expect(asking.length).toBeGreaterThan(60);
    expect(asking.filter(({ kinds, active }) => kinds.length === 0 || active !== true)).toEqual([]);
  });

  it('take the kind that their name says', () => {
    const named = [
      ['motivo_estorno', 'ESTORNO'],
      ['motivo_cancelamento', 'CANCELAMENTO'],
      ['motivo_reabertura', 'REABERTURA'],
      ['motivo_negativa', 'NEGATIVA'],
      ['motivo_bloqueio', 'BLOQUEIO'],
      ['motivo_dispensa', 'DISPENSA'],
      ['motivo_glosa', 'GLOSA'],
    ] as const;
    const odd = named.flatMap(([name, kind]) =>
      asking.filter(({ field, kinds }) => field.endsWith(` ${name}`) && !kinds.includes(kind)),
    );
    expect(odd).toEqual([]);
  });

  it('find at least two reasons of each kind in the rows that the product brings', () => {
    const rows: readonly Readonly<Record<string, string>>[] = parse(read('fundamento/motivos/data.csv'), {
      columns: true,
    });
    const brought = Map.groupBy(
      rows.filter(({ ativo }) => ativo === 'true'),
      ({ aplicacao }) => aplicacao,
    );
    const scarce = asking.filter(({ kinds }) => kinds.some((kind) => (brought.get(kind)?.length ?? 0) < 2));
    expect(scarce).toEqual([]);
  });
});

forEachDatabase((open) => {
  let admin: Caller;

  const idOf = async (code: string): Promise<number> =>
    (await admin.call('GET', `/api/motivos?codigo=eq.${code}&select=id`)).json()[0].id;
  const go = async (id: number, transition: string, body: object) => {
    const answer = await admin.call('PATCH', `/api/contas-receber?id=eq.${id}&transition=${transition}`, { body });
    return answer.statusCode === 204 ? 'done' : answer.json<{ readonly details: string }>().details;
  };

  beforeAll(async () => {
    const product = await startTestProduct(await open({ from: 'product' }));
    admin = await product.as(administrator.login, administrator.password);
    await product.database.execute(`
      insert into motivo (codigo, descricao, aplicacao, ativo) values ('G1', 'Glosa', 'GLOSA', true),
        ('C1', 'Engano', 'CANCELAMENTO', true), ('C2', 'Antigo', 'CANCELAMENTO', false), ('D1', 'Custo', 'DISPENSA', true),
        ('S1', 'Falta de pagamento', 'SUSPENSAO', true), ('R1', 'Pagou', 'REABERTURA', true);
      insert into plano_conta (codigo, descricao, natureza, grau, analitica, indicador, inicio)
        values ('1.2', 'A receber', 'ATIVO', 2, true, 'D', '2020-01-01');
      insert into tipo_conta_receber (codigo, descricao, conta_contabil_id) select 'M', 'Mensalidade', id from plano_conta;`);
  });

  test('a bill is cancelled for a reason of cancelling that is in use, and let go for one of letting go', async () => {
    const billOf = () =>
      insertRow(admin, '/contas-receber', {
        tipo_id: 1,
        documento_pagador: '15350946056',
        competencia: '2026-01',
        emissao: '2026-01-01',
        vencimento: '2026-01-10',
        valor: 100,
      });
    const [denial, slip, old, cost] = await Promise.all(['G1', 'C1', 'C2', 'D1'].map(idOf));
    const [cancelled, dropped] = [await billOf(), await billOf()];
    const not = 'Motivo do cancelamento não aceita o registro escolhido: ';
    expect(await go(cancelled, 'cancelar', { motivo_cancelamento_id: denial })).toBe(
      `${not}Aplicação tem de ser 'Cancelamento'.`,
    );
    expect(await go(cancelled, 'cancelar', { motivo_cancelamento_id: old })).toBe(`${not}Ativo tem de ser sim.`);
    expect(await go(cancelled, 'cancelar', { motivo_cancelamento_id: slip })).toBe('done');
    expect(await go(dropped, 'dispensar', { motivo_dispensa_id: slip })).toBe(
      "Motivo da baixa não aceita o registro escolhido: Aplicação tem de ser 'Dispensa de cobrança'.",
    );
    expect(await go(dropped, 'dispensar', { motivo_dispensa_id: cost })).toBe('done');
  });

  test('a person is suspended for a reason of suspending, and comes back for one of reopening', async () => {
    const id = await insertRow(admin, '/beneficiarios', {
      codigo: 'V1',
      nome: 'Vera Reis',
      cpf: '15350946056',
      data_nascimento: '1985-03-04',
      sexo: '3',
      nome_mae: 'Rute',
      data_inclusao: '2021-01-01',
      envio_sib: false,
    });
    const move = async (transition: string, code: string) => {
      const body = { historico: [{ motivo_id: await idOf(code) }] };
      const answer = await admin.call('PATCH', `/api/beneficiarios?id=eq.${id}&transition=${transition}`, { body });
      return answer.statusCode === 204 ? 'done' : answer.json<{ readonly details: string }>().details;
    };
    const not = 'Motivo (Histórico de situação, linha 1) não aceita o registro escolhido: ';
    expect(await move('suspender', 'R1')).toBe(`${not}Aplicação tem de ser 'Suspensão'.`);
    expect(await move('suspender', 'S1')).toBe('done');
    const next = not.replace('linha 1', 'linha 2');
    expect(await move('reativar', 'S1')).toBe(`${next}Aplicação tem de ser 'Reabertura'.`);
    expect(await move('reativar', 'R1')).toBe('done');
  });
});
