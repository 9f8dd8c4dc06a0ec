import { createRequire } from 'node:module';
import { beforeAll, expect, test } from 'vitest';
import { withFields } from '../../../engine/access/visible-entity.ts';
import type { MenuModel, ScreenModel } from '../../../engine/contract/screen-model.ts';
import { Validators } from '../../../engine/data/validators.ts';
import * as formats from '../../../engine/fields/formats.ts';
import type { Entity } from '../../../engine/model/types.ts';
import { forEachDatabase } from '../../support/databases.ts';
import fc from '../../support/laws.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import { administrator, createUser, refusalBody, refusalOf, startTestProduct } from '../../support/product.ts';
import { clinicFiles } from './clinic-files.ts';

type Make = (require: (name: string) => unknown) => Check;
type Check = ((record: unknown) => boolean) & { errors?: readonly object[] | null };

/** What the browser gives a module for what it requires. */
const required: Readonly<Record<string, unknown>> = {
  'fichario/formats': formats,
  'ajv/dist/runtime/ucs2length': { default: createRequire(import.meta.url)('ajv/dist/runtime/ucs2length').default },
  'ajv/dist/runtime/equal': { default: createRequire(import.meta.url)('ajv/dist/runtime/equal').default },
};
const evaluate = async (text: string): Promise<Check> => {
  const module = (await import(`data:text/javascript,${encodeURIComponent(text)}`)) as { default: Make };
  return module.default((name) => {
    if (!Object.hasOwn(required, name)) throw new Error(`the browser has no ${name}`);
    return required[name];
  });
};

/** Values of every kind, good ones for some field often enough. */
const value = fc.oneof(
  fc.constantFrom<unknown>(
    'abc',
    'ação',
    '😀😀😀',
    '',
    null,
    1,
    99,
    -5,
    0.07,
    1.005,
    314917123.58,
    true,
    '2026-02-28',
    '2026-02-30',
    '2026-02',
    '08:30',
    '2026-02-28T10:00:00-03:00',
    'ABERTA',
    'CANCELADA',
    '31104500',
    '52998224725',
    '12ABC34501DE35',
    'a@b.br',
    'https://x.br',
    '3133334444',
    'ABC1234',
    [],
    {},
  ),
  fc.string(),
  fc.double(),
  fc.integer(),
);

forEachDatabase((open) => {
  let product: TestProduct;
  let admin: Caller;

  beforeAll(async () => {
    const database = await open({ from: 'product' });
    product = await startTestProduct(database, { files: clinicFiles });
    admin = await product.as(administrator.login, administrator.password);
  });

  const login = async (
    name: string,
    permissions: readonly string[],
    hidden: readonly string[] = [],
  ): Promise<Caller> => {
    const user = await createUser(product.database, name, permissions, { hidden });
    return product.as(user.login, user.password);
  };
  const menuOf = async (who: Caller): Promise<MenuModel> => (await who.call('GET', '/api/model')).json() as MenuModel;
  const screenOf = async (who: Caller, path: string): Promise<ScreenModel> =>
    (await who.call('GET', `/api/model/screen?path=${path}`)).json() as ScreenModel;
  const tree = async (who: Caller): Promise<string[]> =>
    (await menuOf(who)).entries.map(({ path, parent, kind }) => `${parent} ${path} ${kind}`);

  test('shows each user the entries whose pair is held, under the nearest group that is open', async () => {
    const whole = await tree(admin);
    const shown = /^\/(acesso|localizacao|gerenciador|links)? |^\/(cadastro|util) \S+ group$/;
    expect(whole.filter((entry) => shown.test(entry))).toEqual([
      '/ /cadastro group',
      '/cadastro /acesso group',
      '/acesso /usuarios registry',
      '/acesso /regras registry',
      '/acesso /grupos registry',
      '/acesso /config-permissoes screen',
      '/acesso /clonar-usuario screen',
      '/acesso /migracao-usuario screen',
      '/acesso /eventos-acesso registry',
      '/acesso /leituras-sensiveis registry',
      '/cadastro /base group',
      '/cadastro /fundamento group',
      '/cadastro /localizacao group',
      '/localizacao /cidades registry',
      '/localizacao /distritos registry',
      '/localizacao /intercambios registry',
      '/localizacao /paises registry',
      '/cadastro /pessoa group',
      '/ /principal group',
      '/ /contrato group',
      '/ /financeiro group',
      '/ /atendimentos registry',
      '/ /adesao-aeromedico registry',
      '/ /adesao-odonto registry',
      '/ /solicitacoes-adesoes registry',
      '/ /protocolos-documentos registry',
      '/ /faturamento group',
      '/ /ouvidoria group',
      '/ /operadora group',
      '/ /relatorio group',
      '/ /util group',
      '/util /analise group',
      '/util /exportacao group',
      '/util /gerenciador group',
      '/gerenciador /avisos registry',
      '/ /notices screen',
      '/ /ura screen',
      '/ /ajuda screen',
      '/ /links group',
      '/links /link/ans link',
      '/ /amostras registry',
      '/ /clinicas registry',
      '/ /clinicas-publicas registry',
      '/ /fichas registry',
      '/ /recursos registry',
      '/ /usuarios-teste registry',
    ]);
    expect(await tree(await login('lugar', ['distrito:list', 'localizacao:list']))).toEqual([
      '/ /localizacao group',
      '/localizacao /distritos registry',
      '/ /notices screen',
    ]);
    expect(await tree(await login('solto', ['distrito:list', 'cadastro:list']))).toEqual([
      '/ /cadastro group',
      '/cadastro /distritos registry',
      '/ /notices screen',
    ]);
    expect(await tree(await login('vazio', ['base:list', 'distrito:view']))).toEqual([
      '/ /base group',
      '/ /notices screen',
    ]);
  });

  test('gives the texts of the screens and the zone of the installation with the menu', async () => {
    const { texts, timeZone } = await menuOf(admin);
    expect(timeZone).toBe('America/Sao_Paulo');
    expect(texts).toMatchObject({ 'errors.VALIDATION_REQUIRED': 'Informe {field}.' });
    expect(Object.keys(texts).filter((key) => key.startsWith('errors.'))).toHaveLength(36);
  });

  test('names with the menu who is signed in, also to whoever sees no users, or of them no names', async () => {
    const idOf = async (name: string): Promise<number> =>
      ((await admin.call('GET', `/api/usuarios?login=eq.${name}&select=id`)).json() as { id: number }[])[0]?.id ?? 0;
    const callerOf = async (who: Caller) => (await menuOf(who)).caller;
    const [blind, masked] = [
      await login('sozinho', ['base:list']),
      await login('mascara', ['usuario:list'], ['usuario.nome']),
    ];
    for (const [who, name] of [
      [blind, 'sozinho'],
      [masked, 'mascara'],
    ] as const)
      expect(await callerOf(who)).toEqual({ id: await idOf(name), entity: 'usuario', label: `${name} - ${name}` });
  });

  test('gives a screen all that it is drawn from, relations and code lists included', async () => {
    const screen = await screenOf(await login('inteiro', ['distrito:manage']), '/distritos');
    expect(screen.rights).toEqual({ view: true, insert: true, update: true, delete: true, audit: true });
    expect(screen.columns.map(({ key, title, cell, orderBy, entity }) => [key, title, cell, orderBy, entity])).toEqual([
      ['codigo', 'Código IBGE', 'mono', 'codigo', 'distrito'],
      ['nome', 'Nome', 'text', 'nome', 'distrito'],
      ['cidade.nome', 'Cidade', 'text', 'cidade(nome)', 'cidade'],
      ['cidade.uf', 'Estado', 'code', 'cidade(uf)', 'cidade'],
      ['ativo', 'Ativo', 'check', 'ativo', 'distrito'],
    ]);
    expect([screen.select, screen.recordSelect, screen.order, screen.quickSearch, screen.batch]).toEqual([
      'id,versao,codigo,nome,ativo,cidade(id,nome,uf)',
      'id,versao,codigo,nome,cidade_id,ativo,cidade(id,nome,uf)',
      'nome.asc',
      ['Nome', 'Código IBGE'],
      ['cidade_id', 'ativo'],
    ]);
    expect(screen.relations).toEqual([
      {
        field: 'cidade',
        column: 'cidade_id',
        entity: 'cidade',
        path: '/cidades',
        select: 'id,nome,uf',
        label: [{ field: 'nome' }, { text: ' - ' }, { field: 'uf' }],
        call: '/cidades',
        minimum: 2,
        single: false,
        date: null,
        where: [],
        opens: false,
        create: false,
      },
    ]);
    expect(screen.codeLists['uf']?.find(({ value: code }) => code === 'MG')).toEqual({
      value: 'MG',
      label: 'Minas Gerais',
      tone: 'neutral',
    });
    expect(screen.form.schema).toEqual({
      type: 'object',
      title: 'Distrito',
      properties: {
        codigo: {
          title: 'Código IBGE',
          type: ['string', 'null'],
          pattern: '^[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]$',
        },
        nome: { title: 'Nome', type: 'string', minLength: 1, maxLength: 60 },
        cidade_id: { title: 'Cidade', type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
        ativo: { title: 'Ativo', type: 'boolean', default: true },
      },
      required: ['nome', 'cidade_id', 'ativo'],
      additionalProperties: false,
    });
  });

  test('describes a search field by key, label, type, mask, list, desc and format [entities-search-field-descriptor]', async () => {
    const { search } = await screenOf(admin, '/fichas');
    expect(search).toEqual([
      {
        key: 'numero',
        label: 'Número',
        type: 'text',
        mask: null,
        list: null,
        desc: null,
        format: null,
        match: 'contains',
        target: null,
      },
      {
        key: 'diagnostico',
        label: 'Diagnóstico',
        type: 'text',
        mask: null,
        list: null,
        desc: null,
        format: null,
        match: 'contains',
        target: null,
      },
      {
        key: 'situacao',
        label: 'Situação',
        type: 'code',
        mask: null,
        list: [
          { label: 'Aberta', key: 'ABERTA' },
          { label: 'Fechada', key: 'FECHADA' },
          { label: 'Cancelada', key: 'CANCELADA' },
        ],
        desc: null,
        format: null,
        match: 'any',
        target: null,
      },
      {
        key: 'clinica.codigo',
        label: 'Código',
        type: 'text',
        mask: '####',
        list: null,
        desc: null,
        format: null,
        match: 'equals',
        target: null,
      },
    ]);
  });

  test('gives each option of a list a label and a key [entities-select-option]', async () => {
    const { search } = await screenOf(admin, '/fichas');
    const [option] = search.find(({ key }) => key === 'situacao')?.list ?? [];
    expect(option).toEqual({ label: 'Aberta', key: 'ABERTA' });
  });

  test('offers a relation no address where the target is closed', async () => {
    const screen = await screenOf(await login('sem-clinica', ['ficha:manage']), '/fichas');
    expect(screen.relations).toEqual([
      {
        field: 'clinica',
        column: 'clinica_id',
        entity: 'clinica',
        path: null,
        select: 'id',
        label: [],
        call: null,
        minimum: 2,
        single: false,
        date: null,
        where: [],
        opens: false,
        create: false,
      },
    ]);
    // To insert a target, its screen must open.
    const offer = async (name: string, ...more: readonly string[]) =>
      (await screenOf(await login(name, ['ficha:manage', ...more]), '/fichas')).relations.map(({ path, create }) => [
        path,
        create,
      ]);
    expect(await offer('insere-clinica', 'clinica:view', 'clinica:insert')).toEqual([['/clinicas', false]]);
    expect(await offer('lista-clinica', 'clinica:view', 'clinica:list')).toEqual([['/clinicas', false]]);
    expect(await offer('abre-clinica', 'clinica:list', 'clinica:insert')).toEqual([['/clinicas', true]]);
  });

  test('answers what the caller already has with 304 and no body, and anew when the rights differ', async () => {
    const reader = await login('leitor', ['ficha:list']);
    for (const url of ['/api/model', '/api/model/screen?path=/fichas', '/api/auth/me', '/api/openapi.json']) {
      const first = await admin.call('GET', url);
      expect(first.headers['cache-control']).toBe('private, no-cache');
      const again = await admin.call('GET', url, { headers: { 'if-none-match': String(first.headers['etag']) } });
      expect([again.statusCode, again.body, again.headers['etag']]).toEqual([304, '', first.headers['etag']]);
      const other = await reader.call('GET', url, { headers: { 'if-none-match': String(first.headers['etag']) } });
      expect(other.statusCode).toBe(200);
    }
  });

  test('refuses a screen that is none, whatever is sent for its path', async () => {
    for (const [query, path] of [
      ['?path=/nada', '/nada'],
      ['', ''],
      ['?path=/a&path=/b', '/a,/b'],
    ] as const)
      expect(refusalOf(await admin.call('GET', `/api/model/screen${query}`))).toEqual({
        status: 404,
        body: await refusalBody('ROUTE_UNKNOWN', { path }),
      });
  });

  test('serves the validator of a form to who knows its address, for ever', async () => {
    const { form } = await screenOf(admin, '/amostras');
    expect(form.validator).toMatch(/^\/api\/validators\/[0-9a-f]{32}\.[\w-]+\.js$/);
    const answer = await product.app.inject({ method: 'GET', url: form.validator });
    expect(answer.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect((await screenOf(admin, '/amostras')).form.validator).toBe(form.validator);
    // Another process of the installation, which has not handed out the address, answers it too.
    const twin = await startTestProduct(product.database, { files: clinicFiles });
    expect((await twin.app.inject({ method: 'GET', url: form.validator })).body).toBe(answer.body);
    await twin.app.close();
    const [, digest = '', sealed = ''] = /validators\/(.*)\.(.*)\.js/.exec(form.validator) ?? [];
    const plain = Buffer.from(JSON.stringify(['banco'])).toString('base64url');
    for (const file of [
      `${'0'.repeat(32)}.${sealed}`,
      `${digest}.${sealed.slice(0, -4)}`,
      `${digest}.${sealed.slice(4)}AAAA`,
      `${digest}.${plain}`,
      `${digest}.`,
      digest,
      '%00',
    ]) {
      const url = `/api/validators/${file}.js`;
      const refused = await product.app.inject({ method: 'GET', url });
      expect([file, refusalOf(refused)]).toEqual([
        file,
        { status: 404, body: await refusalBody('ROUTE_UNKNOWN', { path: url }) },
      ]);
    }
  });

  test('gives the browser a validator that judges every record as the server does', async () => {
    const entity = product.runtime.current.model.entities['amostra'] as Entity;
    const { form } = await screenOf(admin, '/amostras');
    const browser = await evaluate((await admin.call('GET', form.validator)).body);
    const server = new Validators().of(entity, false);
    const columns = [...entity.fields.filter((field) => !field.readOnly).map((field) => field.column), 'naoha'];
    let good = 0;
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...columns), value), { maxLength: 5 }), (pairs) => {
        const record = { nome: 'abc', quantidade: 1, ...Object.fromEntries(pairs) };
        const failures = server(record);
        good += failures.length === 0 ? 1 : 0;
        expect([browser(record), browser.errors ?? []]).toEqual([failures.length === 0, failures]);
      }),
      { numRuns: 1500 },
    );
    expect(good).toBeGreaterThan(50);
  });

  test('cuts the validator down to the fields that the user may write', async () => {
    const screen = await screenOf(await login('cortado', ['amostra:manage'], ['amostra.cep']), '/amostras');
    const entity = product.runtime.current.model.entities['amostra'] as Entity;
    const browser = await evaluate((await admin.call('GET', screen.form.validator)).body);
    const record = { nome: 'abc', quantidade: 1, cep: '31104500' };
    expect(browser(record)).toBe(false);
    expect(browser.errors).toEqual(
      new Validators().of(
        withFields(
          entity,
          entity.fields.filter(({ name }) => name !== 'cep'),
        ),
        false,
      )(record),
    );
  });
});
