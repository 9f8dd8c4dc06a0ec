/** A form in a real browser, over registries of its own: many fields, many sections, rows, relations of every kind. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import type { BrowserProduct } from '../../support/browser-product.ts';
import { openBrowserProduct } from '../../support/browser-product.ts';
import { providerFiles } from '../../support/provider-files.ts';
import type { Session, SessionOptions } from './open-session.ts';
import { openSession } from './open-session.ts';

const text = (title: string) => ({ title, type: 'string', maxLength: 40 });
/** Fields of `/largas` and `/fichas`. */
export const names = Array.from({ length: 50 }, (_, at) => `campo_${at + 1}`);

const named = (entity: string, title: string) => ({
  entity,
  path: `/${entity}s`,
  title,
  parent: '/base',
  permission: { subject: entity },
  columns: ['nome'],
  search: ['nome'],
});

const files: Readonly<Record<string, object>> = {
  ...providerFiles,
  'schemas/base/firmas/schema.json': {
    title: 'Firma',
    type: 'object',
    required: ['nome'],
    properties: { nome: text('Nome') },
  },
  'schemas/base/firmas/columns.json': named('firma', 'Firma'),
  'schemas/base/salas/schema.json': {
    title: 'Sala',
    type: 'object',
    required: ['nome'],
    properties: {
      nome: text('Nome'),
      firma: { title: 'Firma', 'x-relation': { entity: 'firma' } },
      sala: { title: 'Sala ao lado', 'x-relation': { entity: 'sala', where: { firma: { field: 'firma' } } } },
    },
  },
  'schemas/base/salas/columns.json': named('sala', 'Sala'),
  'schemas/base/fichas/schema.json': {
    title: 'Ficha',
    type: 'object',
    required: ['campo_1', 'campo_50'],
    properties: Object.fromEntries(names.map((name) => [name, text(name.replace('_', ' '))])),
  },
  'schemas/base/fichas/columns.json': {
    entity: 'ficha',
    path: '/fichas',
    title: 'Ficha',
    parent: '/base',
    permission: { subject: 'ficha' },
    columns: ['campo_1'],
    sections: Array.from({ length: 5 }, (_, at) => ({
      title: `Parte ${at + 1}`,
      ...(at === 4 ? { tab: 'Outros' } : {}),
      fields: names.slice(at * 10, at * 10 + 10),
    })),
  },
  'schemas/base/largas/schema.json': {
    title: 'Larga',
    type: 'object',
    required: ['campo_1'],
    properties: {
      ...Object.fromEntries(names.slice(0, 20).map((name) => [name, text(name.replace('_', ' '))])),
      campo_10: { ...text('campo 10'), minLength: 3 },
    },
  },
  'schemas/base/largas/columns.json': {
    entity: 'larga',
    path: '/largas',
    title: 'Larga',
    parent: '/base',
    permission: { subject: 'larga' },
    columns: ['campo_1'],
    sections: [{ title: 'Parte', fields: names.slice(0, 20) }],
  },
  'schemas/base/exigidas/schema.json': {
    title: 'Exigida',
    type: 'object',
    required: ['nome', 'uf', 'firma'],
    properties: {
      nome: text('Nome'),
      uf: { title: 'Estado', type: 'string', 'x-code-list': 'uf' },
      firma: { title: 'Firma', 'x-relation': { entity: 'firma' } },
      partes: {
        title: 'Partes',
        type: 'array',
        items: {
          title: 'Parte',
          type: 'object',
          required: ['uf'],
          properties: { uf: { title: 'Estado', type: 'string', 'x-code-list': 'uf' }, nota: text('Nota') },
        },
      },
    },
  },
  'schemas/base/exigidas/columns.json': named('exigida', 'Exigida'),
  'schemas/base/digitadas/schema.json': {
    title: 'Digitada',
    type: 'object',
    properties: {
      idade: { title: 'Idade', type: 'integer' },
      valor: { title: 'Valor', type: 'number', format: 'money' },
      dia: { title: 'Dia', type: 'string', format: 'date' },
      nome: text('Nome'),
      historico: { title: 'Histórico', type: 'string', format: 'multiline' },
      sexo: { title: 'Sexo', type: 'string', 'x-code-list': 'sexo' },
    },
  },
  'schemas/base/digitadas/columns.json': {
    entity: 'digitada',
    path: '/digitadas',
    title: 'Digitada',
    parent: '/base',
    permission: { subject: 'digitada' },
    columns: ['idade'],
  },
  'schemas/base/escalas/schema.json': {
    title: 'Escala',
    type: 'object',
    required: ['nome'],
    properties: {
      nome: { ...text('Nome'), 'x-unique': true },
      setor: text('Setor'),
      regra: { ...text('Regra'), default: 'automática' },
      limite: { title: 'Limite', type: 'integer', default: 30 },
      turnos: {
        title: 'Turnos',
        type: 'array',
        maxItems: 300,
        items: {
          title: 'Turno',
          type: 'object',
          required: ['local'],
          properties: {
            local: text('Local'),
            vagas: { title: 'Vagas', type: 'integer', minimum: 0 },
            dia: { title: 'Dia', type: 'string', format: 'date' },
            tipo: { ...text('Tipo'), default: 'diurno' },
          },
        },
      },
    },
  },
  'schemas/base/escalas/columns.json': {
    entity: 'escala',
    path: '/escalas',
    title: 'Escala',
    parent: '/base',
    permission: { subject: 'escala' },
    columns: ['nome', 'setor'],
    sort: ['nome'],
    pageSize: 25,
  },
};

export const field = (page: Page, path: string) => page.locator(`#fi-form_${path.replaceAll('.', '_')}`);
export const focused = (page: Page) => page.evaluate(() => document.activeElement?.id.replace('fi-form_', ''));
export const closed = (page: Page) => page.getByRole('dialog').waitFor({ state: 'detached' });

/** Types into a field as a person does, and goes on to the next. */
export const typeInto = async (page: Page, path: string, typed: string, key = 'Tab'): Promise<string> => {
  await field(page, path).focus();
  await page.keyboard.type(typed);
  await page.keyboard.press(key);
  return field(page, path).inputValue();
};

export interface FormStage {
  readonly call: BrowserProduct['call'];
  /** Gives the id of the new record. */
  readonly create: (path: string, values: object) => Promise<number>;
  readonly open: (options?: SessionOptions) => Promise<Session>;
  /** Opens a form, and waits for one of its fields. */
  readonly start: (path: string, wait: string, options?: SessionOptions) => Promise<Session>;
}

/** To be called where the tests are declared: the product is there before the first and gone after the last. */
export const formStage = (): FormStage => {
  let product: BrowserProduct;
  let browser: Browser;
  beforeAll(async () => {
    [product, browser] = await Promise.all([openBrowserProduct({ files, rowsOf: ['bancos'] }), launchBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });
  const call: BrowserProduct['call'] = (...asked) => product.call(...asked);
  const open: FormStage['open'] = (options) => openSession(browser, product.url, options);
  return {
    call,
    create: async (path, values) => ((await call('POST', path, values)) as { id: number }[])[0]?.id ?? 0,
    open,
    start: async (path, wait, options) => {
      const session = await open(options);
      await session.go(path);
      await field(session.page, wait).waitFor();
      return session;
    },
  };
};
