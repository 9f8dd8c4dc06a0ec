/**
 * A masked field is read covered, through every door that gives values, and cannot be asked about: its name in a filter,
 * an order, a search or a sum gets what a name that does not exist gets. It is never written.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import type { ScreenModel } from '../../../engine/contract/screen-model.ts';
import type { Database } from '../../../engine/data/database.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import { administrator, insertRow, refusalBody, refusalOf, startTestProduct } from '../../support/product.ts';

const text = (title: string, more: object = {}) => ({ title, type: 'string', ...more });

const files = {
  'schemas/teste/pacientes/schema.json': {
    title: 'Paciente',
    type: 'object',
    required: ['codigo', 'nome'],
    properties: {
      codigo: text('Código', { maxLength: 10, 'x-unique': true }),
      nome: text('Nome', { maxLength: 60 }),
      cpf: text('CPF', { format: 'cpf', 'x-personal-data': 'personal' }),
      documento: text('Documento', { format: 'cpf-cnpj' }),
      cns: text('CNS', { format: 'cns' }),
      email: text('E-mail', { format: 'email' }),
      telefone: text('Telefone', { format: 'phone' }),
      nascimento: text('Nascimento', { format: 'date' }),
      peso: { title: 'Peso', type: 'integer' },
      dobro: { title: 'Dobro do peso', type: 'integer', 'x-computed': 'peso * 2' },
      fumante: { title: 'Fumante', type: 'boolean' },
      estado: text('Estado', { 'x-code-list': 'uf' }),
      cidade: { title: 'Cidade', 'x-relation': { entity: 'cidade' } },
      laudo: text('Laudo', { format: 'multiline', 'x-personal-data': 'sensitive' }),
    },
  },
  'schemas/teste/pacientes/columns.json': {
    entity: 'paciente',
    path: '/pacientes',
    title: 'Pacientes',
    icon: 'table',
    permission: { subject: 'paciente' },
    parent: '/',
    columns: ['codigo', 'nome', 'cpf', 'nascimento', 'cidade', 'peso'],
    sort: ['nome'],
    indexes: [['nome']],
    search: ['codigo', 'nome'],
    label: '{codigo} - {nome}',
    batch: ['nome', 'peso'],
    inline: ['peso'],
  },
  'schemas/teste/consultas/schema.json': {
    title: 'Consulta',
    type: 'object',
    required: ['motivo'],
    properties: {
      motivo: text('Motivo', { maxLength: 60 }),
      paciente: { title: 'Paciente', 'x-relation': { entity: 'paciente' } },
    },
  },
  'schemas/teste/consultas/columns.json': {
    entity: 'consulta',
    path: '/consultas',
    title: 'Consultas',
    icon: 'table',
    permission: { subject: 'consulta' },
    parent: '/',
    columns: ['motivo', 'paciente', 'paciente.cpf'],
  },
};

const maskedNames = [
  'nome',
  'cpf',
  'documento',
  'cns',
  'email',
  'telefone',
  'nascimento',
  'peso',
  'fumante',
  'estado',
  'cidade',
] as const;
const pairs = ['paciente', 'consulta', 'cidade'].flatMap((subject) =>
  ['list', 'view', 'insert', 'update', 'delete', 'audit'].map((action) => `${subject}:${action}`),
);
const ana = {
  codigo: 'A1',
  nome: 'Ana Maria',
  cpf: '52998224725',
  documento: '11222333000181',
  cns: '700501572752009',
  email: 'ana@exemplo.com.br',
  telefone: '31987654321',
  nascimento: '1980-02-03',
  peso: 61,
  fumante: true,
  estado: 'MG',
  laudo: 'sigiloso',
};
const coveredAna = {
  codigo: 'A1',
  nome: '•••',
  cpf: '***.982.247-**',
  documento: '**.***.***/0001-81',
  cns: '•••2009',
  email: 'a***@exemplo.com.br',
  telefone: '•••4321',
  nascimento: null,
  peso: null,
  dobro: null,
  fumante: null,
  estado: null,
  cidade_id: null,
  laudo: '•••',
};

forEachDatabase((open) => {
  let database: Database;
  let product: TestProduct;
  let chief: Caller;
  let clerk: Caller;
  let cityId = 0;
  let id = 0;

  beforeAll(async () => {
    database = await open({ from: 'product' });
    product = await startTestProduct(database, { files });
    chief = await product.as(administrator.login, administrator.password);
    clerk = await product.enter('balcao', pairs, { masked: maskedNames.map((name) => `paciente.${name}`) });
    cityId = await insertRow(chief, '/cidades', { nome: 'Ouro Preto', uf: 'MG', ibge: '3146107' });
    id = await insertRow(chief, '/pacientes', { ...ana, cidade_id: cityId });
    await insertRow(chief, '/consultas', { motivo: 'Dor', paciente_id: id });
  });

  const get = async (caller: Caller, url: string) => (await caller.call('GET', `/api${url}`)).json() as unknown;

  describe('values are covered', () => {
    test('in rows, in one record and under another name', async () => {
      const [row] = (await get(clerk, '/pacientes?select=*')) as Record<string, unknown>[];
      expect(row).toMatchObject(coveredAna);
      expect(await get(clerk, `/pacientes?id=eq.${id}&select=a:cpf,b:nome::text,c:nascimento`)).toEqual([
        { a: '***.982.247-**', b: '•••', c: null },
      ]);
      expect(await get(chief, '/pacientes?select=cpf,peso,dobro')).toEqual([{ cpf: ana.cpf, peso: 61, dobro: 122 }]);
    });

    test('in CSV, in an embed, in a label', async () => {
      const csv = await clerk.call('GET', '/api/pacientes?select=codigo,cpf,peso', { headers: { accept: 'text/csv' } });
      expect(
        csv.body
          .replace(/\uFEFF/, '')
          .trim()
          .split(/\r?\n/),
      ).toEqual(['codigo,cpf,peso', 'A1,***.982.247-**,']);
      expect(await get(clerk, '/consultas?select=motivo,paciente(codigo,nome,cpf)')).toEqual([
        { motivo: 'Dor', paciente: { codigo: 'A1', nome: '•••', cpf: '***.982.247-**' } },
      ]);
      expect(await get(clerk, '/pacientes/A1')).toMatchObject([{ label: 'A1 - •••' }]);
      expect(await get(clerk, '/pacientes/Ana')).toEqual([]);
    });

    test('in what a write gives back, in the history and in its labels', async () => {
      const changed = await clerk.call('PATCH', `/api/pacientes?id=eq.${id}&select=codigo,cpf,laudo`, {
        body: { codigo: 'A1' },
        headers: { prefer: 'return=representation' },
      });
      expect(changed.json()).toEqual([{ codigo: 'A1', cpf: '***.982.247-**', laudo: '•••' }]);
      await chief.call('PATCH', `/api/pacientes?id=eq.${id}`, { body: { nome: 'Ana M. Souza', peso: 62 } });
      const history = JSON.stringify(await get(clerk, `/pacientes/${id}/historico`));
      for (const secret of ['Ana', ana.cpf, ana.cns, ana.telefone, '1980', 'sigiloso', 'Ouro Preto', '61', '62'])
        expect([secret, history.includes(`"${secret}`) || history.includes(`:${secret},`)]).toEqual([secret, false]);
      expect(history).toContain('***.982.247-**');
      await chief.call('PATCH', `/api/pacientes?id=eq.${id}`, { body: { nome: ana.nome, peso: ana.peso } });
    });
  });

  test('values of other people with the same covered form give the same answers', async () => {
    const urls = [
      '/pacientes?select=codigo,nome,cpf,documento,cns,email,telefone,nascimento,peso,dobro,fumante,estado,cidade_id,laudo',
      '/pacientes?select=codigo,nome&order=codigo&limit=5',
      '/pacientes?q=maria',
      '/pacientes?q=a1&select=codigo',
      '/pacientes/maria',
      '/consultas?select=motivo,paciente(nome,cpf)',
    ];
    const answers = async () => Promise.all(urls.map(async (url) => (await clerk.call('GET', `/api${url}`)).body));
    const before = await answers();
    const other = { ...ana, nome: 'Bia', cpf: '11198224703', email: 'aline@exemplo.com.br', cns: '898001160652009' };
    await database.query({
      text: `update paciente set nome = $1::text, email = $2::text, nascimento = '1990-01-01', peso = 90, dobro = 180, fumante = false, estado = 'SP', cidade_id = null, laudo = 'outro'`,
      values: [other.nome, other.email],
    });
    expect(await answers()).toEqual(before);
    await database.query({
      text: `update paciente set nome = $1::text, email = $2::text, nascimento = '1980-02-03', peso = 61, dobro = 122, fumante = true, estado = 'MG', cidade_id = $3::text::bigint, laudo = 'sigiloso'`,
      values: [ana.nome, ana.email, String(cityId)],
    });
  });

  describe('values cannot be asked about', () => {
    const questions = (name: string): readonly string[] => [
      `${name}=eq.1`,
      `${name}=not.is.null`,
      `${name}=in.(1,2)`,
      `${name}=has.a`,
      `or=(id.eq.1,${name}.is.null)`,
      `order=${name}`,
      `order=id,${name}.desc`,
      `select=${name}.max()`,
      `select=count(),${name}.count()`,
      `select=${name}(id)`,
      `select=${name}!inner(id)`,
      `${name}.nome=eq.1`,
      `order=${name}(nome)`,
    ];
    const absent = 'zzzzzzzzzzzz';

    test.each([...maskedNames, 'cidade_id', 'dobro', 'laudo'])('%s: as of a name that does not exist', async (name) => {
      const ask = async (query: string) => {
        const answer = await clerk.call('GET', `/api/pacientes?${query}`);
        const count = await clerk.call('HEAD', `/api/pacientes?${query}`, { headers: { prefer: 'count=exact' } });
        return [answer.statusCode, count.statusCode, answer.body.replace(/ Você quis dizer [^"]*/g, '')];
      };
      for (const [index, query] of questions(name).entries()) {
        const same = await ask(questions(absent)[index] ?? '');
        expect([query, ...(await ask(query))]).toEqual([
          query,
          ...same.map((part) => (typeof part === 'string' ? part.replaceAll(absent, name) : part)),
        ]);
      }
    });

    test('a cast of what is covered is only to text', async () => {
      expect((await clerk.call('GET', '/api/pacientes?select=nascimento::timestamp')).statusCode).toBe(400);
    });

    test('not through a relation, in an embed or in an update', async () => {
      for (const url of ['/consultas?paciente.cpf=eq.52998224725', '/consultas?order=paciente(nome)'])
        expect([url, (await clerk.call('GET', `/api${url}`)).statusCode]).toEqual([url, 400]);
      for (const method of ['PATCH', 'DELETE'] as const)
        expect(
          (await clerk.call(method, '/api/pacientes?cpf=eq.52998224725', { body: { codigo: 'X' } })).statusCode,
        ).toBe(400);
    });
  });

  test('a masked or read-only field is refused by name, in a new record and in a change; without it both are written', async () => {
    const reader = await product.enter('leitor', pairs, { readOnly: ['paciente.peso', 'paciente.cidade'] });
    for (const [caller, field, value] of [
      [clerk, 'cpf', ana.cpf],
      [clerk, 'cpf', null],
      [clerk, 'cidade_id', 1],
      [reader, 'peso', 61],
      [reader, 'cidade_id', 1],
    ] as const) {
      const refused = {
        status: 403,
        body: await refusalBody('RECORD_FIELD_READ_ONLY', { field }, { at: { field } }),
      };
      const created = await caller.call('POST', '/api/pacientes', { body: { codigo: 'B', [field]: value } });
      expect(refusalOf(created).body).toEqual(refused.body);
      const changed = await caller.call('PATCH', `/api/pacientes?id=eq.${id}`, { body: { [field]: value } });
      expect(refusalOf(changed).body).toEqual(refused.body);
    }
    expect((await clerk.call('PATCH', `/api/pacientes?id=eq.${id}`, { body: { codigo: 'A1' } })).statusCode).toBe(204);
    const own = await reader.call('POST', '/api/pacientes', { body: { codigo: 'C3', nome: 'Caio' } });
    expect(own.statusCode).toBe(201);
    // The name is required, and nobody who has it masked can give one.
    const missing = await clerk.call('POST', '/api/pacientes', { body: { codigo: 'D4' } });
    expect(missing.statusCode).toBe(403);
    await chief.call('DELETE', '/api/pacientes?codigo=eq.C3');
  });

  test('the screen draws what is covered as text, and offers nothing that asks about it or writes it', async () => {
    const model = (await get(clerk, '/model/screen?path=/pacientes')) as ScreenModel;
    expect(model.columns.map(({ key, cell, sortable, covered }) => [key, cell, sortable, covered ?? false])).toEqual([
      ['codigo', 'text', true, false],
      ['nome', 'text', false, true],
      ['cpf', 'text', false, true],
      ['nascimento', 'text', false, true],
      ['cidade', 'text', false, true],
      ['peso', 'text', false, true],
    ]);
    expect(model.entity.fields.find(({ name }) => name === 'nascimento')).toMatchObject({
      type: 'text',
      readOnly: true,
      covered: true,
    });
    expect([model.order, model.batch, model.inline, model.rights.insert, model.rights.update]).toEqual([
      '',
      [],
      [],
      false,
      true,
    ]);
    expect(model.relations).toEqual([]);
    expect((await clerk.call('GET', model.form.validator)).statusCode).toBe(200);
    expect(Object.keys((model.form.schema as { properties: object }).properties)).toEqual(['codigo']);
    expect(Object.keys(model.form.computed).toSorted()).toEqual(
      [...maskedNames.filter((name) => name !== 'cidade'), 'cidade_id', 'dobro', 'laudo'].toSorted(),
    );
    expect((await get(clerk, `/pacientes?select=${model.recordSelect}&id=eq.${id}`)) as unknown).toMatchObject([
      coveredAna,
    ]);
  });

  test('the description of the API has covered values as texts, and no filter for them', async () => {
    const { components } = (await get(clerk, '/openapi.json')) as {
      readonly components: {
        readonly parameters: Readonly<Record<string, unknown>>;
        readonly schemas: Readonly<Record<string, { readonly properties?: Readonly<Record<string, unknown>> }>>;
      };
    };
    const filters = Object.keys(components.parameters).filter((name) => /^pacientes\W/.test(name));
    expect(filters.map((name) => name.replace(/^pacientes\W/, '')).toSorted()).toEqual(['codigo', 'id']);
    expect(components.schemas['pacientes']?.properties).toMatchObject({
      nascimento: { type: ['string', 'null'] },
      peso: { type: ['string', 'null'] },
      cidade_id: { type: ['string', 'null'] },
    });
  });

  test('of several groups the widest counts; a class of personal data is opened by a row', async () => {
    const seen = async (caller: Caller) => get(caller, '/pacientes?select=cpf,laudo');
    const covered = await product.enter('coberto', pairs, { personal: 'MASCARADO' });
    expect(await seen(covered)).toEqual([{ cpf: '***.982.247-**', laudo: '•••' }]);
    const closed = await product.enter('fechado', pairs, { personal: 'OCULTO', sensitive: 'OCULTO' });
    expect((await closed.call('GET', '/api/pacientes?select=cpf')).statusCode).toBe(400);
    await database.query({
      text: `insert into config_permissao (grupo_id, entidade, campo, visivel, mascarado, somente_leitura)
        select id, 'paciente', 'laudo', true, false, false from grupo where nome = 'coberto'`,
      values: [],
    });
    await database.query({
      text: `insert into usuario_grupo (usuario_id, grupo_id) select u.id, g.id from usuario u, grupo g
        where u.login = 'fechado' and g.nome = 'coberto'`,
      values: [],
    });
    await expect.poll(() => seen(closed)).toEqual([{ cpf: '***.982.247-**', laudo: 'sigiloso' }]);
  });
});
