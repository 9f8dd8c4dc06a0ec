/** GET /bancada/explicacao: who set what a label says, for who models, over the files that are served. */
import { beforeAll, describe, expect, it } from 'vitest';
import { propertyOf } from '../../../src/workbench/explanation.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import { refusalBody, refusalOf, startTestProduct } from '../../support/product.ts';

const schemaFile = 'schemas/teste/frotas/schema.json';
const columnsFile = 'schemas/teste/frotas/columns.json';
const searchFile = 'schemas/teste/frotas/search.json';
const clientFile = 'clients/copass.json';

const written = (value: object): string => JSON.stringify(value, null, 2);
const text = (title: string, more: object = {}) => ({ title, type: 'string', maxLength: 40, ...more });

const schema = (nome: string) =>
  written({
    title: 'Frota',
    type: 'object',
    required: ['nome'],
    properties: {
      nome: text(nome, { 'x-help': 'Como todos a chamam.' }),
      situacao: { title: 'Situação', type: 'string', 'x-code-list': 'uf' },
      cidade: { title: 'Cidade', 'x-relation': { entity: 'cidade' } },
      carros: {
        title: 'Carros',
        type: 'array',
        items: { title: 'Carro', type: 'object', required: ['placa'], properties: { placa: text('Placa') } },
      },
    },
  });

const columns = written({
  entity: 'frota',
  path: '/frotas',
  title: 'Frotas',
  parent: '/base',
  permission: { subject: 'frota' },
  columns: ['nome', { field: 'situacao', title: 'UF' }, 'cidade.nome', { field: 'cidade.uf', title: 'Estado' }],
  search: ['nome'],
  sections: [{ title: 'Dados', fields: ['nome', 'situacao'] }],
  actions: [{ name: 'limpar', title: 'Limpar a situação', icon: 'eraser', change: { situacao: 'MG' } }],
  buttons: [{ name: 'cidades', title: 'Ver as cidades', icon: 'map', open: { screen: 'cidades' } }],
});

const search = written({
  fields: [{ field: 'nome', label: 'Como se chama' }, { field: 'cidade' }],
});

const view = {
  'schemas/teste/frotas-vistas/schema.json': written({
    title: 'Frota vista',
    type: 'object',
    properties: { frota: { title: 'Frota', 'x-relation': { entity: 'frota' } }, nome: text('Nome visto') },
  }),
  'schemas/teste/frotas-vistas/columns.json': written({
    entity: 'frota_vista',
    path: '/frotas-vistas',
    title: 'Frotas vistas',
    parent: '/base',
    permission: { subject: 'frota_vista' },
    columns: ['nome', 'frota.nome'],
  }),
  'schemas/teste/frotas-vistas/query.sql': 'select f.id, f.id as frota_id, f.nome from frota f',
};

const client = written({
  $schema: '../schemas/language/client.schema.json',
  name: 'copass',
  title: 'Copass',
  fields: { frota: { nome: { label: 'Nome da frota', required: false, because: 'Não há nome nas antigas.' } } },
  screens: { frotas: { title: 'Nossas frotas' } },
});

let nome = 'Nome';
const files = (): Record<string, string> => ({
  [schemaFile]: schema(nome),
  [columnsFile]: columns,
  [searchFile]: search,
  [clientFile]: client,
  ...view,
});

/** Where a piece of text stands in a file; the second time, where it says so. */
const at = (file: string, piece: string, from = 0): { file: string; line: number; column: number } => {
  const whole = files()[file] ?? '';
  const found = whole.indexOf(piece, from);
  if (found < 0) throw new Error(`${file} does not have ${piece}`);
  const before = whole.slice(0, found).split('\n');
  return { file, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
};

const by = (origin: object) => ({ origin, rule: null });
const byRule = (rule: string) => ({ origin: null, rule });

forEachDatabase((open) => {
  let product: TestProduct;
  let modeller: Caller;
  let clerk: Caller;
  beforeAll(async () => {
    product = await startTestProduct(await open({ from: 'product' }), {
      files: new Proxy(
        {},
        {
          ownKeys: () => Object.keys(files()),
          get: (_, key) => files()[String(key)],
          getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
        },
      ),
    });
    modeller = await product.enter('modela', ['modelagem:manage']);
    clerk = await product.enter('atende', ['frota:manage', 'modelagem:list']);
  });

  const ask = async (target: string, caller = modeller) => {
    const answer = await caller.call('GET', `/api/bancada/explicacao?alvo=${encodeURIComponent(target)}`);
    return { status: answer.statusCode, body: answer.json() as { target: string; properties: { name: string }[] } };
  };
  const first = async (target: string) => {
    const { status, body } = await ask(target);
    if (status !== 200) throw new Error(JSON.stringify(body));
    return { target: body.target, first: body.properties[0], rest: body.properties.slice(1).map(({ name }) => name) };
  };

  it('tells of a field who set its label, what lost, and the rest that somebody set', async () => {
    expect(await ask('frota.nome')).toEqual({
      status: 200,
      body: {
        target: 'frota.nome',
        properties: [
          {
            target: 'frota.nome.label',
            name: 'label',
            value: 'Nome da frota',
            ...by(at(clientFile, '"Nome da frota"')),
            because: 'Não há nome nas antigas.',
            inputs: [],
            lost: [{ value: 'Nome', ...by(at(schemaFile, '"Nome"')) }],
          },
          {
            target: 'frota.nome.required',
            name: 'required',
            value: false,
            ...by(at(clientFile, 'false')),
            because: 'Não há nome nas antigas.',
            inputs: [],
            lost: [{ value: true, ...by(at(schemaFile, '"nome"')) }],
          },
          {
            target: 'frota.nome.help',
            name: 'help',
            value: 'Como todos a chamam.',
            ...by(at(schemaFile, '"Como todos')),
            because: null,
            inputs: [],
            lost: [],
          },
          {
            target: 'frota.nome.maxLength',
            name: 'maxLength',
            value: 40,
            ...by(at(schemaFile, '40')),
            because: null,
            inputs: [],
            lost: [],
          },
        ],
      },
    });
  });

  const label = (target: string, value: string, layer: object, lost: object[] = []) => ({
    target,
    name: target.slice(target.lastIndexOf('.') + 1),
    value,
    ...layer,
    because: null,
    inputs: [],
    lost,
  });
  const cityName = { file: 'schemas/localizacao/cidades/schema.json' };

  describe('of every label', () => {
    it.each([
      ['frota.cidade_id', 'frota.cidade', () => label('frota.cidade.label', 'Cidade', by(at(schemaFile, '"Cidade"')))],
      ['frota', 'frota', () => label('frota.title', 'Frota', by(at(schemaFile, '"Frota"')))],
      ['frota.carros', 'frota.carros', () => label('frota.carros.label', 'Carros', by(at(schemaFile, '"Carros"')))],
      [
        'frota.carros.placa',
        'frota_carros.placa',
        () => label('frota_carros.placa.label', 'Placa', by(at(schemaFile, '"Placa"'))),
      ],
      [
        'frota_carros.placa',
        'frota_carros.placa',
        () => label('frota_carros.placa.label', 'Placa', by(at(schemaFile, '"Placa"'))),
      ],
      [
        'frota_vista.nome',
        'frota_vista.nome',
        () =>
          label('frota_vista.nome.label', 'Nome visto', {
            origin: { file: 'schemas/teste/frotas-vistas/schema.json', line: 12, column: 16 },
            rule: null,
          }),
      ],
      [
        'frotas#columns.situacao',
        'frotas#columns.situacao',
        () =>
          label('frotas#columns.situacao.title', 'UF', by(at(columnsFile, '"UF"')), [
            { value: 'Situação', ...by(at(schemaFile, '"Situação"')) },
          ]),
      ],
      [
        'frotas#search.nome',
        'frotas#search.nome',
        () =>
          label('frotas#search.nome.label', 'Como se chama', by(at(searchFile, '"Como se chama"')), [
            { value: 'Nome da frota', ...by(at(clientFile, '"Nome da frota"')) },
            { value: 'Nome', ...by(at(schemaFile, '"Nome"')) },
          ]),
      ],
      [
        'frotas#search.cidade_id',
        'frotas#search.cidade_id',
        () => label('frota.cidade.label', 'Cidade', by(at(schemaFile, '"Cidade"'))),
      ],
      [
        'frotas#sections.Dados',
        'frotas#sections.Dados',
        () => label('frotas#sections.Dados.title', 'Dados', by(at(columnsFile, '"Dados"'))),
      ],
      [
        'frotas#actions.limpar',
        'frotas#actions.limpar',
        () => label('frotas#actions.limpar.title', 'Limpar a situação', by(at(columnsFile, '"Limpar a'))),
      ],
      [
        'frotas#buttons.cidades',
        'frotas#buttons.cidades',
        () => label('frotas#buttons.cidades.title', 'Ver as cidades', by(at(columnsFile, '"Ver as'))),
      ],
      [
        'frotas#title',
        'frotas#title',
        () =>
          label('frotas.title', 'Nossas frotas', by(at(clientFile, '"Nossas frotas"')), [
            { value: 'Frotas', ...by(at(columnsFile, '"Frotas"')) },
          ]),
      ],
    ])('%s', async (target, named, expected) => {
      const found = await first(target);
      expect({ target: found.target, first: found.first }).toEqual({ target: named, first: expected() });
    });

    it('behind a relation it is that of the other entity, under the title of the column where there is one', async () => {
      expect(await first('frotas#columns.cidade.nome')).toMatchObject({
        first: { target: 'cidade.nome.label', origin: cityName, lost: [] },
      });
      expect(await first('frotas#columns.cidade.uf')).toMatchObject({
        first: {
          target: 'frotas#columns.cidade.uf.title',
          value: 'Estado',
          ...by(at(columnsFile, '"Estado"')),
          lost: [{ origin: cityName }],
        },
      });
      expect(await first('frotas-vistas#columns.frota.nome')).toMatchObject({
        first: { target: 'frota.nome.label', value: 'Nome da frota', ...by(at(clientFile, '"Nome da frota"')) },
      });
    });

    it('where no file says it, it is the rule', async () => {
      const { first: title } = await first('frotas#sections.Outra');
      expect(title).toMatchObject({ value: 'Outra', ...byRule((title as { rule?: string }).rule ?? '') });
      expect((title as { rule?: string }).rule).toMatch(/\w/);
    });
  });

  describe('is refused', () => {
    it('to who does not model', async () => {
      const denied = await refusalBody('ACCESS_DENIED', { action: 'manage', title: 'Bancada' });
      expect(await ask('frota.nome', clerk)).toEqual({ status: 403, body: denied });
      // Also where there is nothing of the kind: it tells nobody what there is.
      expect(await ask('nada', clerk)).toEqual({ status: 403, body: denied });
      const answer = await product.app.inject({ url: '/api/bancada/explicacao?alvo=frota.nome' });
      expect(answer.statusCode).toBe(401);
    });

    it.each([
      ['frota.nomi', 'nomi', 'frota.nomi', 'nome'],
      ['frotta.nome', 'frotta', 'frotta.nome', 'frota'],
      ['frota.carros.plaka', 'plaka', 'frota.carros.plaka', 'placa'],
      ['frota.nome.maior', 'maior', 'frota.nome.maior', undefined],
      ['frotas#colums.nome', 'colums', 'frotas#colums.nome', 'columns'],
      ['frotas#columns.nomi', 'nomi', 'frotas#columns.nomi', 'nome'],
      ['frotas#actions.limpa', 'limpa', 'frotas#actions.limpa', 'limpar'],
      ['frotas#transitions.x', 'x', 'frotas#transitions.x', undefined],
      ['nenhuma#title', 'nenhuma', 'nenhuma#title', undefined],
      ['constructor.nome', 'constructor', 'constructor.nome', undefined],
      ['frotas#constructor', 'constructor', 'frotas#constructor', undefined],
    ])('of %s, which there is not', async (target, name, whole, suggestion) => {
      expect(await ask(target)).toEqual({
        status: 400,
        body: await refusalBody(
          'REQUEST_QUERY_INVALID',
          { parameter: 'alvo', problem: `'${name}' não existe em '${whole}'` },
          suggestion === undefined ? {} : { suggestion },
        ),
      });
    });

    it.each(['', '?alvo=', '?alvo=frota&alvo=banco'])('without one target: %s', async (query) => {
      expect(refusalOf(await modeller.call('GET', `/api/bancada/explicacao${query}`))).toEqual({
        status: 400,
        body: await refusalBody('REQUEST_QUERY_INVALID', {
          parameter: 'alvo',
          problem: 'aparece uma vez, e não vazio',
        }),
      });
    });
  });

  it('tells of the files that are served: of newer ones once they are', async () => {
    const before = await first('frota.nome');
    nome = '';
    await expect(product.reload()).rejects.toThrow('START_FILES_INVALID');
    nome = 'Nome';
    expect(await first('frota.nome')).toEqual(before);
    nome = 'Denominação';
    await product.reload();
    expect((await first('frota.nome')).first).toMatchObject({
      value: 'Nome da frota',
      lost: [{ value: 'Denominação', ...by(at(schemaFile, '"Denominação"')) }],
    });
    nome = 'Nome';
    await product.reload();
  });
});

it('a derived value is told with the places that its rule read, one that somebody set without', () => {
  const place = { file: 'a.json', pointer: '/title', line: 2, column: 3 };
  const derived = { target: 'a.b.label', value: 'B', origin: undefined, rule: 'regra', inputs: [place], lost: [] };
  const told = { file: 'a.json', line: 2, column: 3 };
  expect([propertyOf(derived), propertyOf({ ...derived, origin: place, rule: undefined })]).toEqual([
    {
      target: 'a.b.label',
      name: 'label',
      value: 'B',
      origin: null,
      rule: 'regra',
      because: null,
      inputs: [told],
      lost: [],
    },
    { target: 'a.b.label', name: 'label', value: 'B', origin: told, rule: null, because: null, inputs: [], lost: [] },
  ]);
});
