/** Relations of a file: which record a name means, whatever else the file and the registry hold. */
import { beforeAll, expect, it } from 'vitest';
import type { Database } from '../../../engine/data/database.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller } from '../../support/product.ts';
import { administrator, startTestProduct } from '../../support/product.ts';
import { applyFile, checkFile, refusalsOf, sendFile } from './import-stage.ts';

const text = (title: string, maxLength = 60) => ({ title, type: 'string', maxLength });
const columns = (entity: string, path: string, names: readonly string[]) => ({
  entity,
  path,
  title: entity,
  icon: 'table',
  permission: { subject: entity },
  parent: '/',
  columns: names,
});
const files = {
  'schemas/teste/donos/schema.json': {
    title: 'Dono',
    type: 'object',
    required: ['nome'],
    properties: { nome: text('Nome'), cidade: text('Cidade') },
  },
  'schemas/teste/donos/columns.json': { ...columns('dono', '/donos', ['nome', 'cidade']), label: '{nome} - {cidade}' },
  'schemas/teste/bens/schema.json': {
    title: 'Bem',
    type: 'object',
    required: ['codigo'],
    properties: {
      codigo: { ...text('Código'), 'x-unique': true },
      dono: { title: 'Dono', 'x-relation': { entity: 'dono' } },
    },
  },
  'schemas/teste/bens/columns.json': columns('bem', '/bens', ['codigo', 'dono']),
  'schemas/teste/lugares/schema.json': {
    title: 'Lugar',
    type: 'object',
    required: ['codigo', 'nome'],
    properties: { codigo: { ...text('Código'), 'x-unique': true }, nome: { ...text('Nome'), 'x-unique': true } },
  },
  'schemas/teste/lugares/columns.json': { ...columns('lugar', '/lugares', ['codigo', 'nome']), label: '{nome}' },
  'schemas/teste/rotas/schema.json': {
    title: 'Rota',
    type: 'object',
    required: ['nome'],
    properties: {
      nome: { ...text('Nome'), 'x-unique': true },
      paradas: {
        title: 'Paradas',
        type: 'array',
        maxItems: 5,
        items: {
          title: 'Parada',
          type: 'object',
          properties: { lugar: { title: 'Lugar', 'x-relation': { entity: 'lugar' } } },
        },
      },
    },
  },
  'schemas/teste/rotas/columns.json': columns('rota', '/rotas', ['nome']),
};

forEachDatabase((open) => {
  let database: Database;
  let chief: Caller;
  beforeAll(async () => {
    database = await open({ from: 'product' });
    chief = await (await startTestProduct(database, { files })).as(administrator.login, administrator.password);
    // Between the first and the last of a name there are more records than any answer is long.
    await database.query({
      text: `insert into dono (nome, cidade) select nome, cidade from (
          values (0, 'José da Silva', null), (0, 'Ana Lima', 'Ouro Preto'), (20001, 'José da Silva', null),
            (20001, 'Ana Lima', null), (20001, 'Rui Reis', 'Sabará'), (20001, 'Rui Reis', 'Sabará'),
            (20001, 'Eva Dias', 'Caeté'), (20001, 'EVA DIAS', 'Caeté'), (20001, 'Maria', 'Mariana')
          union all
          select n, case when n % 2 = 0 then 'Maria' else 'Maria Aparecida ' || (n % 40) end, 'Cidade ' || n
          from generate_series(1, 20000) n
        ) as d(n, nome, cidade) order by n, cidade nulls last`,
      values: [],
    });
    // What is the code of one is the name of another.
    await database.query({
      text: `insert into lugar (codigo, nome) values ('A', 'B'), ('B', 'C'), ('X', 'Y')`,
      values: [],
    });
  });

  /** Of each name the city of the record that it means, or why it means none. */
  const meaning = async (names: readonly string[]): Promise<readonly (string | null)[]> => {
    const file = ['Código;Dono', ...names.map((name, line) => `b${line};${name}`), ''].join('\n');
    const planned = await checkFile(chief, await sendFile(chief, '/bens', file));
    const refused = new Map(refusalsOf(planned).flatMap(([message, lines]) => lines.map((line) => [line, message])));
    await applyFile(chief, planned);
    const { rows } = await database.query<{ codigo: string; cidade: string | null }>({
      text: `delete from bem using dono where dono.id = bem.dono_id returning bem.codigo, dono.cidade`,
      values: [],
    });
    const cities = new Map(rows.map(({ codigo, cidade }) => [codigo, cidade]));
    return names.map((_, line) => refused.get(`Linha ${line + 2}`) ?? cities.get(`b${line}`) ?? null);
  };
  const several = (name: string): string => `Dono: há mais de um '${name}'. Diga-o por um campo que só ele tenha.`;
  const none = (name: string): string => `Dono: não há '${name}', ou você não pode vê-lo.`;
  const common = Array.from({ length: 20 }, (_, n) => `Maria Aparecida ${n * 2 + 1}`);

  it.each([
    ['alone in the file', []],
    ['beside names that thousands have', ['Maria', ...common]],
  ])('of several records of one name none is meant: %s', async (_, others) => {
    const names = ['José da Silva', ...others, 'Rui Reis - Sabará', 'Eva Dias - Caeté'];
    expect(await meaning(names)).toEqual(names.map(several));
  });

  it('of thousands of one name the label means the one that it is of', async () => {
    expect(await meaning(['Maria - Mariana', 'Maria - Cidade 2', 'Maria - Cidade 19998', 'Maria - mariana'])).toEqual([
      'Mariana',
      'Cidade 2',
      'Cidade 19998',
      'Mariana',
    ]);
    expect(await meaning(['Maria - Cidade 1', 'Maria - '])).toEqual([none('Maria - Cidade 1'), none('Maria -')]);
  });

  it('the whole label of one that is a part of those of others means the one', async () => {
    expect(await meaning(['Ana Lima', 'Ana Lima - Ouro Preto'])).toEqual([null, 'Ouro Preto']);
  });

  it('a name means the same whatever the other lines say', async () => {
    for (const names of [['josé da silva'], ['ana lima', 'Ana Lima - Ouro Preto'], ['ANA LIMA', 'Ouro Preto']])
      expect((await meaning(names))[0]).toBe(none(names[0] ?? ''));
  });

  it('the same name in two rows of a list means by each the field that was said of it', async () => {
    const file = [
      'Nome;Paradas 1: Lugar Código;Paradas 2: Lugar Nome;Paradas 3: Lugar Código',
      'r;A;B;B',
      's;X;Y;A',
      't;Y;X;A',
      'u;A;Y;C',
      '',
    ].join('\n');
    const detail = await sendFile(chief, '/rotas', file);
    expect(detail.choices.columns).toMatchObject([
      { field: 'nome' },
      { field: 'paradas.lugar_id', row: 1, by: 'codigo' },
      { field: 'paradas.lugar_id', row: 2, by: 'nome' },
      { field: 'paradas.lugar_id', row: 3, by: 'codigo' },
    ]);
    const planned = await checkFile(chief, detail);
    expect(refusalsOf(planned)).toEqual([
      [
        "Lugar (Paradas, linha 1): não há 'Y', ou você não pode vê-lo. Lugar (Paradas, linha 2): não há 'X', ou você não pode vê-lo.",
        ['Linha 4'],
      ],
      ["Lugar (Paradas, linha 3): não há 'C', ou você não pode vê-lo.", ['Linha 5']],
    ]);
    await applyFile(chief, planned);
    const stops = (...codes: readonly string[]) => codes.map((codigo) => ({ lugar: { codigo } }));
    expect((await chief.call('GET', '/api/rotas?select=nome,paradas(lugar(codigo))&order=nome')).json()).toEqual([
      { nome: 'r', paradas: stops('A', 'A', 'B') },
      { nome: 's', paradas: stops('X', 'X', 'A') },
    ]);
  });
});
