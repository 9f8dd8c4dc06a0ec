/** Forms in depth, in a real browser: many sections, tabs, related records, copies, neighbours, drafts, long lists of rows. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import type { BrowserProduct } from '../../support/browser-product.ts';
import { openBrowserProduct } from '../../support/browser-product.ts';
import { providerFiles } from '../../support/provider-files.ts';
import type { Session, SessionOptions } from './open-session.ts';
import { openSession, signIn } from './open-session.ts';

const text = (title: string) => ({ title, type: 'string', maxLength: 40 });
const names = Array.from({ length: 50 }, (_, at) => `campo_${at + 1}`);

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
const create = async (path: string, values: object): Promise<number> =>
  ((await call('POST', path, values)) as { id: number }[])[0]?.id ?? 0;

const field = (page: Page, path: string) => page.locator(`#fi-form_${path.replaceAll('.', '_')}`);
const focused = (page: Page) => page.evaluate(() => document.activeElement?.id.replace('fi-form_', ''));
const record = (page: Page) => new URL(page.url()).searchParams.get('_record');
/** What waits for a pause of the person, or for a call. */
const patient = { timeout: 45_000 } as const;
const closed = (page: Page) => page.getByRole('dialog').waitFor({ state: 'detached' });

const start = async (path: string, wait: string, options: SessionOptions = {}): Promise<Session> => {
  const session = await openSession(browser, product.url, options);
  await session.go(path);
  await field(session.page, wait).waitFor();
  return session;
};

/** The middle of an element, from the top. */
const middle = async (page: Page, selector: string): Promise<number> => {
  const box = await page.locator(selector).boundingBox();
  if (box === null) throw new Error(`${selector} is not drawn`);
  return box.y + box.height / 2;
};

describe('a form', () => {
  it('leaves each field in its place when something is wrong with it', async () => {
    const { page, close } = await start('/digitadas?_record=new', 'idade');
    const places = () =>
      Promise.all(['idade', 'valor', 'dia'].map(async (name) => (await field(page, name).boundingBox())?.x));
    const before = await places();
    for (const name of ['idade', 'dia']) await typeInto(page, name, '9,9');
    await page.keyboard.press('Control+s');
    await page.locator('#fi-form_dia__error').waitFor();
    expect(await places()).toEqual(before);
    await close();
  });

  it('writes what a check says beside it, on the line of the controls around it', async () => {
    const { page, close } = await start('/cbos?_record=new', 'grupo');
    const [grupo, ativo, said] = await Promise.all(
      ['#fi-form_grupo', '#fi-form_ativo', 'label[for="fi-form_ativo"]'].map((one) => middle(page, one)),
    );
    expect(Math.abs((ativo ?? 0) - (grupo ?? 0))).toBeLessThan(2);
    expect(Math.abs((said ?? 0) - (grupo ?? 0))).toBeLessThan(2);
    const box = await field(page, 'ativo').boundingBox();
    const label = await page.locator('label[for="fi-form_ativo"]').boundingBox();
    expect(label?.x).toBeGreaterThan((box?.x ?? 0) + (box?.width ?? 0));
    await page.locator('label[for="fi-form_ativo"]').click();
    expect(await field(page, 'ativo').isChecked()).toBe(false);
    await close();
  });
});

/** Types into a field as a person does, and goes on to the next. */
const typeInto = async (page: Page, path: string, typed: string, key = 'Tab'): Promise<string> => {
  await field(page, path).focus();
  await page.keyboard.type(typed);
  await page.keyboard.press(key);
  return field(page, path).inputValue();
};

describe('what is typed', () => {
  it('takes the option of a short list that begins so, with Tab and with Enter', async () => {
    const { page, close } = await start('/digitadas?_record=new', 'sexo');
    expect(await typeInto(page, 'sexo', 'fem')).toBe('Feminino');
    expect(await typeInto(page, 'sexo', 'm', 'Enter')).toBe('Masculino');
    expect(await field(page, 'sexo').getAttribute('aria-expanded')).toBe('false');
    expect(record(page)).toBe('new');
    await close();
  });

  it('is the day that it says, with whatever marks between', async () => {
    const { page, close } = await start('/digitadas?_record=new', 'dia');
    for (const typed of ['5/1/85', '1985-01-05', '5.1.1985']) {
      await field(page, 'dia').fill('');
      expect(await typeInto(page, 'dia', typed)).toBe('05/01/1985');
    }
    await close();
  });

  it('is stored without blanks that nobody sees, and keeps them while it is typed', async () => {
    const { page, close } = await start('/digitadas?_record=new', 'nome');
    await field(page, 'nome').focus();
    await page.keyboard.type('  Maria   ', { delay: 60 });
    await page.waitForTimeout(300);
    expect(await field(page, 'nome').inputValue()).toBe('  Maria   ');
    await page.keyboard.type('Teste  ');
    await field(page, 'historico').fill('  um\n\n  dois \n');
    await page.keyboard.press('Control+s');
    await closed(page);
    expect(await call('GET', '/digitadas?select=nome,historico')).toEqual([
      { nome: 'Maria Teste', historico: '  um\n\n  dois' },
    ]);
    await close();
  });

  it('is never shown as another number than the one that is held', async () => {
    const { page, close } = await start('/digitadas?_record=new', 'idade');
    expect(await typeInto(page, 'idade', '12,5')).toBe('12,5');
    expect(await typeInto(page, 'valor', '1234,125')).toBe('1.234,125');
    await close();
  });
});

/** Which of the elements are in sight whole. */
const inSight = (page: Page, ...selectors: readonly string[]) =>
  page.evaluate(
    (wanted) =>
      Promise.all(
        wanted.map(
          (one) =>
            new Promise<boolean>((resolve) => {
              const observer = new IntersectionObserver(([seen]) => {
                observer.disconnect();
                resolve((seen?.intersectionRatio ?? 0) > 0.99);
              });
              observer.observe(document.querySelector(one) ?? document.createElement('p'));
            }),
        ),
      ),
    selectors,
  );

describe('a form on a phone', () => {
  it('leads to a fault with its label above it and what is wrong below', async () => {
    const { page, close } = await start('/largas?_record=new', 'campo_1', { width: 390, height: 844 });
    const parts = ['label[for="fi-form_campo_10"]', '#fi-form_campo_10', '#fi-form_campo_10__error'];
    for (const name of ['campo_1', 'campo_10']) await field(page, name).fill('x');
    // Its label is just out of sight.
    await field(page, 'campo_10').evaluate((input) => {
      let scroller = input.parentElement;
      while (scroller && getComputedStyle(scroller).overflowY === 'visible') scroller = scroller.parentElement;
      scroller?.scrollBy(0, input.getBoundingClientRect().top - scroller.getBoundingClientRect().top);
    });
    expect(await inSight(page, ...parts.slice(0, 2))).toEqual([false, true]);
    await page.keyboard.press('Control+s');
    await expect.poll(() => focused(page)).toBe('campo_10');
    await expect.poll(() => inSight(page, ...parts)).toEqual([true, true, true]);
    await close();
  });
});

describe('a form of many sections', () => {
  it('takes the page, draws what is open, and leads to a fault in what is closed or on another tab', async () => {
    const { page, audit, close } = await start('/fichas?_record=new', 'campo_1');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await field(page, 'campo_1').count()).toBe(1);
    await page.getByRole('button', { name: 'Parte 2', exact: true }).last().click();
    expect(await field(page, 'campo_11').count()).toBe(0);
    await page.getByText('0 de 10 preenchidos').waitFor();
    expect(await field(page, 'campo_50').count()).toBe(0);
    await audit('sections');
    await page.keyboard.press('Control+s');
    await expect.poll(() => focused(page)).toBe('campo_1');
    expect(await page.getByRole('alert').textContent()).toContain('Corrija 2 campos para salvar:');
    await audit('faults');
    await page.getByRole('link', { name: 'Informe campo 50.' }).click();
    await expect.poll(() => focused(page)).toBe('campo_50');
    // The summary grows shorter as the button goes down, and the tabs below it move from under the pointer: no click comes.
    await page.evaluate(() => {
      const input = document.activeElement as HTMLInputElement;
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'fim');
      input.dispatchEvent(new Event('input', { bubbles: true }));
      const tab = [...document.querySelectorAll('[role="tab"]')].find((one) => one.textContent?.startsWith('Geral'));
      tab?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }));
    });
    await page.getByRole('tab', { name: /^Geral/, selected: true }).waitFor();
    await page.getByRole('link', { name: 'Informe campo 50.' }).waitFor({ state: 'detached' });
    await field(page, 'campo_1').fill('início');
    await page.keyboard.press('Control+s');
    await field(page, 'campo_1').waitFor({ state: 'detached' });
    expect(await call('GET', '/fichas?select=campo_1,campo_50')).toEqual([{ campo_1: 'início', campo_50: 'fim' }]);
    await close();
  });

  it('keeps what was typed a moment before its section is closed', async () => {
    const { page, close } = await start('/fichas?_record=new', 'campo_1');
    await field(page, 'campo_1').focus();
    // In one turn of the browser: no clock can pass between the key and the click.
    await page.evaluate(() => {
      const input = document.activeElement as HTMLInputElement;
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'guardado');
      input.dispatchEvent(new Event('input', { bubbles: true }));
      document.querySelector<HTMLButtonElement>('#fi-section-0 button[aria-expanded]')?.click();
    });
    await field(page, 'campo_1').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Parte 1', exact: true }).first().click();
    expect(await field(page, 'campo_1').inputValue()).toBe('guardado');
    await close();
  });
});

describe('a section of more fields than the first frame holds', () => {
  it('has the values of them all, counts none as changed, and keeps those that nobody touched', async () => {
    const stored = Object.fromEntries(names.slice(0, 20).map((name) => [name, `valor de ${name}`]));
    const id = await create('/largas', stored);
    const { page, close } = await start(`/largas?_record=edit.${id}`, 'campo_20');
    const shown = await Promise.all(names.slice(0, 20).map((name) => field(page, name).inputValue()));
    expect(shown).toEqual(Object.values(stored));
    expect(await page.getByText(/alterado.* e não salvo/).count()).toBe(0);
    await field(page, 'campo_1').fill('outro');
    await field(page, 'campo_20').fill('último');
    await page.getByText('2 campos alterados e não salvos').waitFor();
    await page.keyboard.press('Control+s');
    await closed(page);
    expect(await call('GET', `/largas?id=eq.${id}&select=${names.slice(0, 20).join(',')}`)).toEqual([
      { ...stored, campo_1: 'outro', campo_20: 'último' },
    ]);
    await close();
  });
});

describe('the records beside', () => {
  it('are reached by keys and buttons, over the end of a page, and the focus says where one is', async () => {
    for (let at = 1; at <= 27; at += 1) await create('/escalas', { nome: `Escala ${String(at).padStart(2, '0')}` });
    const { page, audit, close } = await openSession(browser, product.url, { path: '/escalas' });
    await page.locator('.ag-row').nth(23).waitFor();
    const ids = ((await call('GET', '/escalas?select=id&order=nome&limit=27')) as { id: number }[]).map(({ id }) => id);
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await expect.poll(() => record(page)).toBe(`view.${ids[0]}`);
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H2');
    await audit('view');
    expect(await page.getByRole('button', { name: 'Registro anterior' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Próximo registro' }).click();
    await expect.poll(() => record(page)).toBe(`view.${ids[1]}`);
    await page.keyboard.press('Alt+PageUp');
    await expect.poll(() => record(page)).toBe(`view.${ids[0]}`);
    for (let at = 1; at <= 25; at += 1) {
      await page.keyboard.press('Alt+PageDown');
      await expect.poll(() => record(page)).toBe(`view.${ids[at]}`);
    }
    await page.keyboard.press('Alt+PageUp');
    await expect.poll(() => record(page)).toBe(`view.${ids[24]}`);
    await page.keyboard.press('Escape');
    await closed(page);
    await close();
  });
});

describe('a field that begins with a default', () => {
  it('is stored empty where it is emptied, and is empty in a copy', async () => {
    const { page, close, go } = await start('/escalas?_record=new', 'nome');
    expect([await field(page, 'regra').inputValue(), await field(page, 'limite').inputValue()]).toEqual([
      'automática',
      '30',
    ]);
    for (const emptied of ['regra', 'limite']) await field(page, emptied).fill('');
    await field(page, 'nome').fill('Sem limite');
    await page.getByRole('button', { name: 'Incluir turno' }).click();
    await field(page, 'turnos.0.local').fill('Ala A');
    await field(page, 'turnos.0.tipo').fill('');
    await page.keyboard.press('Control+s');
    await closed(page);
    const stored = (nome: string) =>
      call('GET', `/escalas?nome=eq.${nome}&select=id,regra,limite,turnos(local,tipo)`) as Promise<{ id: number }[]>;
    const empty = { id: expect.any(Number), regra: null, limite: null, turnos: [{ local: 'Ala A', tipo: null }] };
    const kept = await stored('Sem limite');
    expect(kept).toEqual([empty]);
    await go(`/escalas?_record=copy.${kept[0]?.id}`);
    await field(page, 'nome').fill('Sem limite 2');
    await page.keyboard.press('Control+s');
    await closed(page);
    expect(await stored('Sem limite 2')).toEqual([empty]);
    await close();
  });
});

describe('a copy', () => {
  it('begins with what the original holds, less what each record has of its own, and says so', async () => {
    const id = await create('/escalas', { nome: 'Original', setor: 'UTI', turnos: [{ local: 'Ala A', vagas: 2 }] });
    const { page, audit, close } = await openSession(browser, product.url, { path: `/escalas?_record=view.${id}` });
    await page.getByRole('dialog').getByRole('button', { name: 'Duplicar' }).click();
    await page.getByText('Preencha o que é próprio de cada um: Nome.').waitFor();
    expect(await field(page, 'nome').inputValue()).toBe('');
    expect(await field(page, 'setor').inputValue()).toBe('UTI');
    await audit('copy');
    await field(page, 'nome').fill('Cópia');
    await page.keyboard.press('Control+s');
    await closed(page);
    expect(await call('GET', '/escalas?nome=eq.C%C3%B3pia&select=setor,turnos(local,vagas)')).toEqual([
      { setor: 'UTI', turnos: [{ local: 'Ala A', vagas: 2 }] },
    ]);
    await close();
  });
});

describe('a form that waits for its save', () => {
  it.each(['PATCH', 'POST'])(
    'stays open with what is typed until the %s is answered, and saves it next',
    async (method) => {
      const nome = `Demorada ${method}`;
      const id = method === 'PATCH' ? await create('/escalas', { nome, setor: 'UTI' }) : 0;
      const { page, close } = await start(`/escalas?_record=${id === 0 ? 'new' : `edit.${id}`}`, 'nome');
      const [sent, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      let first = true;
      await page.route('**/api/escalas**', async (route) => {
        if (first && route.request().method() === method) {
          first = false;
          sent.resolve();
          await answered.promise;
        }
        await route.fallback();
      });
      await field(page, 'nome').fill(`${nome} 1`);
      await page.keyboard.press('Control+s');
      await sent.promise;
      await field(page, 'setor').fill('Triagem');
      answered.resolve();
      await page.getByText('Registro salvo, menos o que foi digitado depois.').waitFor();
      const stored = () => call('GET', `/escalas?nome=like.${encodeURIComponent(`${nome}*`)}&select=nome,setor`);
      expect(await stored()).toEqual([{ nome: `${nome} 1`, setor: id === 0 ? null : 'UTI' }]);
      expect(await field(page, 'setor').inputValue()).toBe('Triagem');
      expect(await focused(page)).toBe('setor');
      await page.keyboard.press('Control+s');
      await field(page, 'setor').waitFor({ state: 'detached' });
      expect(await stored()).toEqual([{ nome: `${nome} 1`, setor: 'Triagem' }]);
      await close();
    },
  );
});

describe('a related record', () => {
  it('is searched from the declared minimum on, and the one that is found alone is chosen', async () => {
    await create('/credenciados', { codigo: '000777', nome: 'Hospital das Acácias' });
    const { page, audit, close } = await start('/exames?_record=new', 'credenciado_id');
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('findCredenciado')) asked.push(decodeURIComponent(new URL(request.url()).pathname));
    });
    await field(page, 'credenciado_id').pressSequentially('acac');
    await page.getByText('Digite ao menos 5 caracteres').waitFor();
    await audit('minimum');
    await page.keyboard.type('ias');
    await expect.poll(() => field(page, 'credenciado_id').inputValue()).toBe('000777 - Hospital das Acácias');
    expect(asked).toEqual(['/api/findCredenciado/acacias']);
    await close();
  });

  it('is offered where it fits what stands beside it, and told at its field once it fits no more', async () => {
    for (const name of ['Norte', 'Sul']) {
      const firma_id = await create('/firmas', { nome: `Firma ${name}` });
      await create('/salas', { nome: `Sala ${name}`, firma_id });
    }
    const { page, audit, close } = await start('/salas?_record=new', 'sala_id');
    const choose = async (name: string, typed: string, option: string): Promise<void> => {
      await field(page, name).fill(typed);
      await page.getByRole('option', { name: option, exact: true }).click();
    };
    const offered = () => page.getByRole('option').allTextContents();
    const calls: string[] = [];
    page.on('request', (request) => void calls.push(new URL(request.url()).pathname));
    await field(page, 'firma_id').focus();
    await field(page, 'nome').focus();
    await field(page, 'firma_id').click();
    await page.getByRole('option', { name: 'Firma Sul', exact: true }).waitFor();
    expect(calls.filter((path) => path.includes('/firmas'))).toEqual(['/api/firmas']);
    await choose('firma_id', 'norte', 'Firma Norte');
    await field(page, 'sala_id').press('ArrowDown');
    await page.getByRole('option', { name: 'Sala Norte', exact: true }).waitFor();
    expect(await offered()).not.toContain('Sala Sul');
    await field(page, 'sala_id').fill('sala');
    await page.getByRole('option', { name: 'Sala Norte', exact: true }).waitFor();
    expect(await offered()).not.toContain('Sala Sul');
    await page.getByRole('option', { name: 'Sala Norte', exact: true }).click();
    await choose('firma_id', 'sul', 'Firma Sul');
    const told = page.getByText('Sala ao lado não combina mais com o que foi alterado neste registro.').first();
    await told.waitFor();
    await audit('a record that fits no more');
    await expect.poll(() => field(page, 'sala_id').inputValue()).toBe('Sala Norte');
    await choose('sala_id', 'sala', 'Sala Sul');
    await told.waitFor({ state: 'detached' });
    await close();
  });

  it('is taken by Tab and Enter where it is found alone, and where it is not the field says what became of the text', async () => {
    for (const nome of ['Clínica Alfa', 'Clínica Beta']) await create('/firmas', { nome });
    const { page, close } = await start('/salas?_record=new', 'firma_id');
    const offered = page.getByRole('option', { name: 'Clínica Alfa', exact: true });
    for (const key of ['Tab', 'Enter']) {
      await field(page, 'firma_id').fill('alfa');
      await offered.waitFor();
      await page.keyboard.press(key);
      await expect.poll(() => field(page, 'firma_id').inputValue()).toBe('Clínica Alfa');
      await field(page, 'firma_id').fill('');
    }
    // Before it is known what is found.
    await typeInto(page, 'firma_id', 'clínica');
    await page.getByText('Escolha um dos registros encontrados para “clínica”.').waitFor();
    await typeInto(page, 'firma_id', 'beta');
    await expect.poll(() => field(page, 'firma_id').inputValue()).toBe('Clínica Beta');
    expect(await page.getByText('Escolha um dos registros').count()).toBe(0);
    // Who comes back to a field that has a record looks for another.
    await field(page, 'nome').focus();
    await field(page, 'firma_id').click();
    await page.keyboard.type('alfa');
    await offered.waitFor();
    await page.keyboard.press('Tab');
    await expect.poll(() => field(page, 'firma_id').inputValue()).toBe('Clínica Alfa');
    await close();
  });

  it('is included over the form where there is none, and then chosen', async () => {
    const { page, audit, close } = await start('/exames?_record=new', 'banco_id');
    await field(page, 'descricao').fill('Consulta');
    await field(page, 'banco_id').fill('banco inexistente');
    await page.getByRole('option', { name: 'Incluir banco…' }).click();
    await field(page, 'codigo').waitFor();
    await audit('stacked form');
    await field(page, 'codigo').fill('987');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Continuar editando' }).click();
    await page.getByRole('dialog', { name: 'Descartar alterações?' }).waitFor({ state: 'detached' });
    const stacked = page.getByRole('dialog', { name: 'Incluir banco' });
    await stacked.locator('#fi-form_nome').fill('Banco novo');
    await page.keyboard.press('Control+s');
    await stacked.waitFor({ state: 'detached' });
    await expect.poll(() => field(page, 'banco_id').inputValue()).toContain('Banco novo');
    await page.keyboard.press('Control+s');
    await closed(page);
    const [saved] = (await call('GET', '/exames?descricao=eq.Consulta&select=banco(codigo)')) as unknown[];
    expect(saved).toEqual({ banco: { codigo: '987' } });
    await close();
  });
});

describe('a draft', () => {
  /** A draft of a record that somebody else has changed since; the page knows it by now. */
  const outrun = async () => {
    const id = await create('/escalas', { nome: 'Antes', setor: 'A' });
    const { page, close } = await start(`/escalas?_record=edit.${id}`, 'nome');
    page.on('dialog', (dialog) => void dialog.accept());
    await field(page, 'nome').fill('Minha');
    await expect
      .poll(
        () => page.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith('fichario.draft'))),
        patient,
      )
      .toBe(true);
    await call('PATCH', `/escalas?id=eq.${id}`, { nome: 'Deles', setor: 'B' });
    await page.reload();
    return { id, page, close };
  };

  it('is there after the page died, and is gone when it is discarded or saved', async () => {
    const { page, go, audit, close } = await openSession(browser, product.url);
    const kept = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('fichario.draft')));
    page.on('dialog', (dialog) => void dialog.accept());
    const slow = Promise.withResolvers<void>();
    await page.route('**/api/auth/draft-key', async (route) => {
      await slow.promise;
      await route.continue();
    });
    await go('/escalas?_record=new');
    await field(page, 'nome').fill('Rascunho secreto');
    // Put away before the key is there, it is kept when the key comes.
    await page.evaluate(() => dispatchEvent(new Event('pagehide')));
    expect(await kept()).toEqual([]);
    slow.resolve();
    await expect.poll(kept, patient).toHaveLength(1);
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('secreto');
    await page.reload();
    await page.getByText(/^Há um rascunho de \d\d:\d\d\.$/).waitFor();
    await audit('offer');
    expect(await field(page, 'nome').inputValue()).toBe('');
    await page.getByRole('button', { name: 'Restaurar' }).click();
    await expect.poll(() => field(page, 'nome').inputValue()).toBe('Rascunho secreto');
    await page.reload();
    await page.getByRole('button', { name: 'Descartar' }).click();
    await expect.poll(kept, patient).toEqual([]);
    await field(page, 'nome').fill('Salvo');
    await expect.poll(kept, patient).toHaveLength(1);
    await page.keyboard.press('Control+s');
    await closed(page);
    expect(await kept()).toEqual([]);
    await go('/escalas?_record=new');
    await field(page, 'nome').waitFor();
    expect(await page.getByText('Há um rascunho').count()).toBe(0);
    await close();
  });

  it('survives the end of the session, and goes when the work is given up', async () => {
    const { page, close } = await start('/escalas?_record=new', 'nome');
    await field(page, 'nome').fill('Sessão perdida');
    await page.evaluate(async () => {
      const { token: own } = JSON.parse(localStorage.getItem('fichario.session') ?? '{}') as { token: string };
      await fetch('/api/auth/token/revoke', { method: 'POST', headers: { authorization: `Bearer ${own}` } });
    });
    await page.keyboard.press('Control+s');
    await page.waitForURL(/\/auth\?redirect=/);
    await signIn(page);
    await page.getByRole('button', { name: 'Restaurar' }).click();
    await expect.poll(() => field(page, 'nome').inputValue()).toBe('Sessão perdida');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Continuar editando' }).click();
    await page.getByRole('dialog', { name: 'Descartar alterações?' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Descartar' }).click();
    await closed(page);
    expect(await page.evaluate(() => JSON.stringify(Object.keys(localStorage)))).not.toContain('fichario.draft');
    await close();
  });

  it('holds the last key also where the session ends right after it', async () => {
    const { page, close } = await start('/escalas?_record=new', 'nome');
    // At once, as a step of the browser takes longer than the form waits for the next key.
    await field(page, 'nome').evaluate((input: HTMLInputElement) => {
      const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
      write?.call(input, 'Última tecla');
      input.dispatchEvent(new Event('input', { bubbles: true }));
      localStorage.removeItem('fichario.session');
      dispatchEvent(new StorageEvent('storage', { key: 'fichario.session' }));
    });
    await page.waitForURL(/\/auth\?redirect=/);
    await signIn(page);
    await page.getByRole('button', { name: 'Restaurar' }).click();
    await expect.poll(() => field(page, 'nome').inputValue()).toBe('Última tecla');
    await close();
  });

  it('of a record that moved on is merged field by field', async () => {
    const { id, page, close } = await outrun();
    await page.getByText('O registro foi alterado depois dele').waitFor();
    await page.getByRole('button', { name: 'Restaurar' }).click();
    await page.getByRole('radio', { name: /Minha/ }).click();
    await page.getByRole('button', { name: 'Usar as escolhas' }).click();
    await expect.poll(() => field(page, 'nome').inputValue()).toBe('Minha');
    expect(await field(page, 'setor').inputValue()).toBe('B');
    await page.keyboard.press('Control+s');
    await closed(page);
    expect(await call('GET', `/escalas?id=eq.${id}&select=nome,setor`)).toEqual([{ nome: 'Minha', setor: 'B' }]);
    await close();
  });

  it('whose merge is put off goes on as it was typed, and asks again before anything is overwritten', async () => {
    const { id, page, close } = await outrun();
    await page.getByRole('button', { name: 'Restaurar' }).click();
    await page.getByRole('button', { name: 'Voltar à edição' }).click();
    await page.getByRole('button', { name: 'Voltar à edição' }).waitFor({ state: 'detached' });
    await expect.poll(() => field(page, 'nome').inputValue()).toBe('Minha');
    await page.keyboard.press('Control+s');
    await page.getByRole('radio', { name: /Deles/ }).click();
    await page.getByRole('button', { name: 'Salvar com as escolhas' }).click();
    await closed(page);
    expect(await call('GET', `/escalas?id=eq.${id}&select=nome,setor`)).toEqual([{ nome: 'Deles', setor: 'B' }]);
    await close();
  });
});

describe('a long list of rows', () => {
  it('draws those in sight alone, and leads to a fault far below', async () => {
    const turnos = Array.from({ length: 300 }, (_, at) => ({ local: `Local ${at + 1}`, vagas: at }));
    const id = await create('/escalas', { nome: 'Longa', turnos });
    const { page, audit, close } = await start(`/escalas?_record=edit.${id}`, 'turnos.0.local');
    expect(await page.locator('[id$="_local"]').count()).toBeLessThan(60);
    await audit('rows in a window');
    await page.locator('fieldset li').first().getByRole('textbox').first().focus();
    for (const key of ['Tab', 'Tab', 'Tab', 'Tab']) await page.keyboard.press(key);
    await page.getByRole('button', { name: 'Mover a linha 1 para baixo' }).click();
    await expect.poll(() => field(page, 'turnos.0.local').inputValue()).toBe('Local 2');
    await page.evaluate(() => {
      const list = document.querySelector('fieldset ol');
      list?.lastElementChild?.scrollIntoView();
    });
    await page.mouse.move(900, 600);
    await page.mouse.wheel(0, 100_000);
    await field(page, 'turnos.299.local').waitFor();
    await field(page, 'turnos.299.local').fill('');
    await field(page, 'turnos.299.vagas').focus();
    await page.mouse.wheel(0, -100_000);
    await field(page, 'nome').fill('Longa demais');
    await page.keyboard.press('Control+s');
    await expect.poll(() => focused(page)).toBe('turnos_299_local');
    await page.keyboard.type('Último');
    await page.keyboard.press('Control+s');
    await closed(page);
    const [stored] = (await call('GET', `/escalas?id=eq.${id}&select=turnos(local)`)) as {
      turnos: { local: string }[];
    }[];
    expect([0, 1, 299].map((at) => stored?.turnos[at]?.local)).toEqual(['Local 2', 'Local 1', 'Último']);
    await close();
  });

  it('says nothing against a new row before somebody has been in it, or the record is sent again', async () => {
    const { page, close } = await start('/escalas?_record=new', 'nome');
    await page.keyboard.press('Control+s');
    await page.locator('#fi-form_nome__error').waitFor();
    await page.getByRole('button', { name: 'Incluir turno' }).click();
    await expect.poll(() => focused(page)).toBe('turnos_0_local');
    const wrong = page.locator('#fi-form_turnos_0_local__error');
    expect(await wrong.count()).toBe(0);
    await field(page, 'setor').focus();
    await wrong.waitFor();
    await page.getByRole('button', { name: 'Incluir turno' }).click();
    await page.keyboard.press('Control+s');
    await page.locator('#fi-form_turnos_1_local__error').waitFor();
    await close();
  });

  it('takes an area of a spreadsheet, and gives a row back that was taken out', async () => {
    const { page, close } = await start('/escalas?_record=new', 'nome');
    await field(page, 'nome').fill('Colada');
    await page.getByRole('button', { name: 'Incluir turno' }).click();
    await expect.poll(() => focused(page)).toBe('turnos_0_local');
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.setData('text/plain', 'Ala A\t1.200\t31/01/2026\r\nAla B\t3\t\r\n');
      document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
    });
    await expect.poll(() => field(page, 'turnos.1.local').inputValue()).toBe('Ala B');
    expect(await field(page, 'turnos.0.dia').inputValue()).toBe('31/01/2026');
    await page.getByRole('button', { name: 'Retirar a linha 1' }).click();
    await expect.poll(() => field(page, 'turnos.0.local').inputValue()).toBe('Ala B');
    await page.getByRole('button', { name: 'Desfazer a retirada' }).click();
    await expect.poll(() => field(page, 'turnos.0.local').inputValue()).toBe('Ala A');
    await page.keyboard.press('Control+s');
    await closed(page);
    expect(await call('GET', '/escalas?nome=eq.Colada&select=turnos(local,vagas,dia)')).toEqual([
      {
        turnos: [
          { local: 'Ala A', vagas: 1200, dia: '2026-01-31' },
          { local: 'Ala B', vagas: 3, dia: null },
        ],
      },
    ]);
    await close();
  });
});
