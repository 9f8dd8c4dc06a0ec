/** Files that are saved while somebody works on their screens, in a real browser on the development server. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openPglite } from '../../../engine/data/pglite/open-pglite.ts';
import { launchBrowser } from '../../support/browser.ts';
import type { DevelopmentProduct } from '../../support/development-product.ts';
import { openDevelopmentProduct } from '../../support/development-product.ts';
import type { Session } from './open-session.ts';
import { openSession } from './open-session.ts';

const text = (title: string) => ({ title, type: 'string', maxLength: 40 });
const wide = 'schemas/base/largas/schema.json';
const names = Array.from({ length: 30 }, (_, at) => `campo_${at + 1}`);

/** One registry for each test that changes tables: what is added to them is not taken away by taking back the file. */
const fichas = [
  'ficha',
  'ficha_nova',
  'ficha_mascara',
  'ficha_oculta',
  'ficha_linhas',
  'ficha_lista',
  'ficha_quebrada',
] as const;
type Ficha = (typeof fichas)[number];
const routeOf = (ficha: Ficha): string => `/${ficha.replace('_', '-')}`;
const schemaOf = (ficha: Ficha): string => `schemas/base${routeOf(ficha)}/schema.json`;
const columnsOf = (ficha: Ficha): string => `schemas/base${routeOf(ficha)}/columns.json`;

const fichaFiles = (ficha: Ficha) => ({
  [schemaOf(ficha)]: {
    title: 'Ficha',
    type: 'object',
    required: ['nome'],
    properties: {
      nome: text('Nome'),
      apelido: text('Apelido'),
      placa: text('Placa'),
      turnos: {
        title: 'Turnos',
        type: 'array',
        items: { title: 'Turno', type: 'object', required: ['local'], properties: { local: text('Local') } },
      },
    },
  },
  [columnsOf(ficha)]: {
    entity: ficha,
    path: routeOf(ficha),
    title: 'Ficha',
    parent: '/base',
    permission: { subject: 'ficha' },
    columns: ['nome', 'apelido'],
    search: ['nome', 'apelido'],
    sort: ['nome'],
    indexes: [['nome']],
    sections: [
      { title: 'Pessoa', fields: ['nome', 'apelido'] },
      { title: 'Resto', fields: ['placa', 'turnos'] },
    ],
  },
});

const files = {
  ...Object.assign({}, ...fichas.map(fichaFiles)),
  [wide]: {
    title: 'Larga',
    type: 'object',
    required: ['campo_1'],
    properties: Object.fromEntries(names.map((name) => [name, text(name.replace('_', ' '))])),
  },
  'schemas/base/largas/columns.json': {
    entity: 'larga',
    path: '/largas',
    title: 'Larga',
    parent: '/base',
    permission: { subject: 'larga' },
    columns: ['campo_1'],
    sections: Array.from({ length: 5 }, (_, at) => ({
      title: `Parte ${at + 1}`,
      ...(at === 4 ? { tab: 'Outros' } : {}),
      fields: names.slice(at * 6, at * 6 + 6),
    })),
  },
};

let development: DevelopmentProduct;
let browser: Browser;
const stored = new Map<Ficha, readonly number[]>();
/** The address of a form that changes a record. */
const editing = (ficha: Ficha): string => `${routeOf(ficha)}?_record=edit.${stored.get(ficha)?.[3]}`;
beforeAll(async () => {
  [development, browser] = await Promise.all([
    openDevelopmentProduct(() => openPglite({ folder: 'memory://', template: inject('pgliteTemplates').users }), files),
    launchBrowser(),
  ]);
  const { app } = development.product;
  const issued = await app.inject({
    method: 'POST',
    url: '/api/auth/token/issue',
    payload: { userId: 'admin', password: 'admin-demo' },
  });
  for (const ficha of fichas) {
    const answer = await app.inject({
      method: 'POST',
      url: `/api${routeOf(ficha)}?select=id`,
      headers: {
        authorization: `Bearer ${(issued.json() as { token: string }).token}`,
        prefer: 'return=representation',
      },
      payload: Array.from({ length: ficha === 'ficha_lista' ? 60 : 4 }, (_, at) => ({
        nome: `Pessoa ${String(at).padStart(2, '0')}`,
        apelido: 'comum',
        turnos: [{ local: 'Portaria' }],
      })),
    });
    stored.set(
      ficha,
      (answer.json() as { id: number }[]).map(({ id }) => id),
    );
  }
  // Vite makes ready what a first visit asks for, and begins anew where it finds more.
  const { page, close } = await openSession(browser, development.url, { path: '/ficha?_record=new' });
  await field(page, 'nome').waitFor({ timeout: 90_000 });
  await close();
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await development?.close();
});

const field = (page: Page, path: string) => page.locator(`#fi-form_${path.replaceAll('.', '_')}`);
const label = (page: Page, path: string) => page.locator(`label[for="fi-form_${path}"]`);
const patient = { timeout: 45_000 } as const;

const start = async (path: string, wait?: string): Promise<Session> => {
  const session = await openSession(browser, development.url, { path });
  if (wait !== undefined) await field(session.page, wait).waitFor({ timeout: 60_000 });
  return session;
};

/** Which control has the focus, and where in its text. */
const place = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement as HTMLInputElement;
    return [at.id.replace('fi-form_', ''), at.value, at.selectionStart];
  });

const typeInto = async (page: Page, path: string, value: string): Promise<void> => {
  await field(page, path).click();
  await page.keyboard.type(value);
};

/** A change of the files that is taken back at the end. */
const during = async (path: string, run: () => Promise<void>): Promise<void> => {
  const before = await development.read(path);
  try {
    await run();
  } finally {
    const told = development.said.length;
    await development.save(path, before);
    await expect.poll(() => development.said.length, patient).toBeGreaterThan(told);
  }
};

let labels = 0;
/** Another label of a field, seen on the screen. */
const relabel = async (page: Page, path: string, name: string): Promise<void> => {
  labels += 1;
  const title = `Rótulo ${labels}`;
  await development.edit(path, (document) => {
    document.properties[name].title = title;
  });
  await expect.poll(() => label(page, name).textContent(), patient).toContain(title);
};

describe.each([
  ['a new record in a drawer', () => '/ficha?_record=new', schemaOf('ficha'), 'nome', 'apelido'],
  ['a record that is changed in a drawer', () => editing('ficha'), schemaOf('ficha'), 'nome', 'apelido'],
  ['a new record on a page', () => '/largas?_record=new', wide, 'campo_1', 'campo_2'],
])('the form of %s, while its files are saved', (_what, path, file, first, second) => {
  it('shows the new label and keeps what is typed, the focus, the caret and the guard', async () => {
    const { page, close } = await start(path(), second);
    await during(file, async () => {
      await field(page, first).fill('Outro nome');
      await typeInto(page, second, ' e mais');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('ArrowLeft');
      const before = await place(page);
      await relabel(page, file, second);
      expect(await place(page)).toEqual(before);
      expect(await field(page, first).inputValue()).toBe('Outro nome');
      await page.getByText('2 campos alterados e não salvos').waitFor();
      // What is typed after that goes where it went.
      await page.keyboard.type('X');
      expect((await place(page))[1]).toBe(`${String(before[1]).slice(0, -2)}X${String(before[1]).slice(-2)}`);
      await page.getByRole('button', { name: 'Cancelar' }).click();
      await page.getByRole('dialog', { name: 'Descartar alterações?' }).waitFor();
    });
    await close();
  });
});

/** Waits until a change has reached the screen, by a label that comes with it. */
const change = async (
  page: Page,
  ficha: Ficha,
  // biome-ignore lint/suspicious/noExplicitAny: a file of the language
  make: (properties: any) => void,
): Promise<void> => {
  labels += 1;
  const title = `Nome ${labels}`;
  await development.edit(schemaOf(ficha), (document) => {
    document.properties.nome.title = title;
    make(document.properties);
  });
  await expect.poll(() => label(page, 'nome').textContent(), patient).toContain(title);
};

describe('a form that is being filled', () => {
  it('has a new field beside what is typed, and its default with it', async () => {
    const { page, close } = await start(editing('ficha_nova'), 'placa');
    await typeInto(page, 'placa', 'abc');
    const before = await place(page);
    // As many as would have it opened on a page: it stays where it is.
    await change(page, 'ficha_nova', (properties) => {
      for (const name of names) properties[name] = { ...text(`Novo ${name}`), default: 'padrão' };
    });
    await field(page, 'campo_30').waitFor();
    expect(await field(page, 'campo_30').inputValue()).toBe('padrão');
    expect(await place(page)).toEqual(before);
    await page.getByText('1 campo alterado e não salvo').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(1);
    await page.keyboard.press('Control+s');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await close();
  });

  it('keeps focus and caret where another control takes the place of the one that has them', async () => {
    const { page, close } = await start(`${routeOf('ficha_mascara')}?_record=new`, 'placa');
    await typeInto(page, 'placa', 'abc1');
    await page.keyboard.press('ArrowLeft');
    await change(page, 'ficha_mascara', (properties) => {
      properties.placa = { title: 'Placa', type: 'string', 'x-mask': 'AAA####' };
    });
    await expect.poll(() => place(page)).toEqual(['placa', 'ABC1', 3]);
    await change(page, 'ficha_mascara', (properties) => {
      properties.placa = { title: 'Placa', type: 'string', 'x-mask': 'AAA-####' };
    });
    expect((await place(page))[0]).toBe('placa');
    await page.keyboard.press('End');
    await page.keyboard.type('234');
    expect(await field(page, 'placa').inputValue()).toBe('ABC-1234');
    await close();
  });

  it('takes the focus to its title where the field is gone that had it, and has the value again with the field', async () => {
    const { page, close } = await start(`${routeOf('ficha_oculta')}?_record=new`, 'placa');
    await field(page, 'nome').fill('Alguém');
    await typeInto(page, 'placa', 'XYZ');
    await change(page, 'ficha_oculta', (properties) => {
      properties.placa['x-visible'] = false;
    });
    expect(await field(page, 'placa').count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Incluir ficha');
    expect(await field(page, 'nome').inputValue()).toBe('Alguém');
    await page.getByText('1 campo alterado e não salvo').waitFor();
    await change(page, 'ficha_oculta', (properties) => {
      delete properties.placa['x-visible'];
    });
    expect(await field(page, 'placa').inputValue()).toBe('XYZ');
    await page.getByText('2 campos alterados e não salvos').waitFor();
    await close();
  });

  it('keeps the rows that a record owns, with a new column in them', async () => {
    const { page, close } = await start(editing('ficha_linhas'), 'turnos.0.local');
    await page.getByRole('button', { name: 'Incluir turno' }).click();
    await page.keyboard.type('Balcão');
    const before = await place(page);
    await change(page, 'ficha_linhas', (properties) => {
      properties.turnos.items.properties.vagas = { title: 'Vagas', type: 'integer', default: 2 };
    });
    expect(await place(page)).toEqual(before);
    expect(await field(page, 'turnos.0.vagas').inputValue()).toBe('2');
    expect(await field(page, 'turnos.1.vagas').inputValue()).toBe('2');
    await page.keyboard.press('Control+s');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await close();
  });

  it('keeps what is typed in a section that has another title, or another before it', async () => {
    const { page, close } = await start('/largas?_record=new', 'campo_1');
    const file = 'schemas/base/largas/columns.json';
    await during(file, async () => {
      await typeInto(page, 'campo_2', 'abc');
      const before = await place(page);
      await development.edit(file, (document) => {
        document.sections[0].title = 'Começo';
        document.sections[0].fields.shift();
        document.sections.unshift({ title: 'Antes', fields: ['campo_1'] });
      });
      await page.getByRole('heading', { name: 'Começo' }).waitFor();
      expect(await place(page)).toEqual(before);
      await development.edit(file, (document) => {
        for (const section of document.sections) section.tab = section.tab === undefined ? 'Principal' : 'Mais';
      });
      await page.getByRole('tab', { name: 'Mais' }).waitFor();
      expect(await place(page)).toEqual(before);
    });
    await close();
  });
});

describe('the list', () => {
  it('keeps its place, the selection and the text of the search where its files are saved', async () => {
    const { page, close } = await start(routeOf('ficha_lista'));
    const row = (name: string) => page.locator('.ag-row', { hasText: name }).first();
    const viewport = page.locator('.ag-grid-viewport');
    const top = () => viewport.evaluate((body) => body.scrollTop);
    const scrollTo = async (to: number) => {
      await viewport.evaluate((body, wanted) => body.scrollTo({ top: wanted }), to);
      await expect.poll(top).toBe(to);
    };
    // What is found begins at the top: nothing is scrolled before it is there.
    const found = page.waitForResponse((answer) => {
      const { pathname, searchParams } = new URL(answer.url());
      return searchParams.get('q') === 'pessoa' && pathname.startsWith('/api/') && answer.request().method() === 'GET';
    });
    await page.getByRole('searchbox').first().fill('pessoa');
    await (await found).finished();
    await expect.poll(() => new URL(page.url()).searchParams.get('q'), patient).toBe('pessoa');
    await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0);
    await row('Pessoa 01').getByRole('checkbox').check();
    await row('Pessoa 02').getByRole('checkbox').check();
    await scrollTo(400);
    await development.edit(schemaOf('ficha_lista'), (document) => {
      document.properties.apelido.title = 'Como o chamam';
      document.properties.sala = text('Sala');
    });
    await development.edit(columnsOf('ficha_lista'), (document) => {
      document.columns.push('sala');
    });
    await page.getByRole('columnheader', { name: 'Como o chamam' }).waitFor();
    await page.getByRole('columnheader', { name: 'Sala' }).waitFor();
    await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0);
    expect(await top()).toBe(400);
    expect(await page.getByRole('searchbox').first().inputValue()).toBe('pessoa');
    await scrollTo(0);
    await expect.poll(() => row('Pessoa 01').getByRole('checkbox').isChecked()).toBe(true);
    expect(await row('Pessoa 02').getByRole('checkbox').isChecked()).toBe(true);
    expect(await row('Pessoa 03').getByRole('checkbox').isChecked()).toBe(false);
    await close();
  });
});

describe('a broken file', () => {
  it('is told of in the frame, with its line, until it is good again; also on a page that comes meanwhile', async () => {
    const { page, audit, close } = await start(`${routeOf('ficha_quebrada')}?_record=new`, 'nome');
    const banner = page.locator('[data-file-problems]');
    await during(schemaOf('ficha_quebrada'), async () => {
      await typeInto(page, 'nome', 'Alguém');
      const before = await place(page);
      await development.edit(schemaOf('ficha_quebrada'), (document) => {
        document.properties.nome.tittle = 'Nome';
      });
      await banner.waitFor();
      const lines = (await development.read(schemaOf('ficha_quebrada'))).split('\n');
      const at = lines.findIndex((line) => line.includes('tittle'));
      const told = `${schemaOf('ficha_quebrada')}:${at + 1}:${(lines[at]?.indexOf('"') ?? 0) + 1}`;
      expect(await banner.textContent()).toBe(
        `Os arquivos têm um erro. A tela continua com a versão anterior deles.${told} LANGUAGE_KEY_UNKNOWN A chave 'tittle' não existe aqui. Remova a chave ou corrija o nome.`,
      );
      expect(await place(page)).toEqual(before);
      await audit('a broken file');
      const other = await start('/bancos');
      await other.page.locator('[data-file-problems]').getByText(told).waitFor();
      await other.close();
    });
    await banner.waitFor({ state: 'detached' });
    expect((await place(page))[1]).toBe('Alguém');
    await close();
  });

  it('that cannot be read at all, and what the database refuses, are told of as well', async () => {
    const { page, close } = await start(routeOf('ficha_quebrada'), undefined);
    const banner = page.locator('[data-file-problems]');
    await during(schemaOf('ficha_quebrada'), async () => {
      const good = await development.read(schemaOf('ficha_quebrada'));
      await development.save(schemaOf('ficha_quebrada'), good.slice(0, 200));
      await banner
        .getByText(`${schemaOf('ficha_quebrada')}:`)
        .first()
        .waitFor();
      await development.save(schemaOf('ficha_quebrada'), good);
      await banner.waitFor({ state: 'detached' });
      await development.edit(schemaOf('ficha_quebrada'), (document) => {
        delete document.properties.apelido;
      });
      await banner.getByText('columns.json').first().waitFor();
    });
    await banner.waitFor({ state: 'detached' });
    await close();
  });
});
