/** All rows of a list as a file, by the keyboard alone: begun, followed, given up. */
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { batchFiles } from '../../support/batch-files.ts';
import { launchBrowser } from '../../support/browser.ts';
import { openBrowserProduct } from '../../support/browser-product.ts';
import { readBook } from '../exports/stage.ts';
import { openSession, pressKeys, rows } from './open-session.ts';

/** More than two of the portions that the server reads. */
const count = 2300;

let product: Awaited<ReturnType<typeof openBrowserProduct>>;
let browser: Browser;
let token = '';

const call = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object): Promise<unknown> => {
  const answer = await product.app.inject({
    method,
    url: `/api${url}`,
    headers: { ...(token === '' ? {} : { authorization: `Bearer ${token}` }) },
    ...(payload === undefined ? {} : { payload }),
  });
  if (answer.statusCode >= 300) throw new Error(answer.body);
  return answer.body === '' ? undefined : answer.json();
};
beforeAll(async () => {
  [product, browser] = await Promise.all([openBrowserProduct({ files: batchFiles, rowsOf: [] }), launchBrowser()]);
  ({ token } = (await call('POST', '/auth/token/issue', { userId: 'admin', password: 'admin-demo' })) as {
    token: string;
  });
  await call(
    'POST',
    '/obras',
    Array.from({ length: count }, (_, at) => ({ codigo: String(at + 1).padStart(5, '0'), nome: `Obra ${at + 1}` })),
  );
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Exportar Obras' });
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '');
const focusedRadio = (page: Page) =>
  page.evaluate(() => (document.activeElement instanceof HTMLInputElement ? document.activeElement.value : ''));
const press = pressKeys;
/** From the rows to the dialog, without the mouse. */
const openDialog = async (page: Page) => {
  await rows(page).first().waitFor();
  await press(page, 'j');
  for (let turn = 0; turn < 12 && (await focused(page)) !== 'Mais'; turn += 1) await press(page, 'Shift+Tab');
  await press(page, 'Enter');
  // The menu takes the focus itself; an arrow before that would be taken back.
  await page.locator('[role=menu]:focus, [role=menu] :focus').waitFor();
  for (let turn = 0; turn < 6 && (await focused(page)) !== 'Exportar…'; turn += 1) await press(page, 'ArrowDown');
  await press(page, 'Enter');
  await dialog(page).waitFor();
  await expect.poll(() => focused(page)).toBe('Baixar');
};

describe('the file of a list', () => {
  it('is begun and closed by the keyboard alone, with every row in it', async () => {
    const { page, close } = await openSession(browser, product.url, { path: '/obras' });
    await openDialog(page);
    const download = page.waitForEvent('download');
    await press(page, 'Enter');
    const lines = (await readFile(await (await download).path(), 'utf8')).split('\r\n');
    expect([lines.length, lines[1]?.split(';')[0], lines[count]?.split(';')[0], lines.at(-1)]).toEqual([
      count + 2,
      '00001',
      '02300',
      '',
    ]);
    await dialog(page)
      .getByText(/^obras-\d{4}-\d\d-\d\d\.csv foi gravado, com \d+ KB\.$/)
      .waitFor();
    await expect.poll(() => focused(page)).toBe('Fechar');
    await press(page, 'Enter');
    await dialog(page).waitFor({ state: 'detached' });
    await close();
  });

  it('is given up in the middle by the keyboard alone: nothing more is asked for, and no file comes', async () => {
    const { page, close } = await openSession(browser, product.url, { path: '/obras' });
    const givenUp = Promise.withResolvers<void>();
    let parts = 0;
    let files = 0;
    page.on('download', () => {
      files += 1;
    });
    // Before the keys: a page may send what it asks for at once past a route that was laid just then.
    await page.route('**/api/exportacoes', async (route) => {
      parts += 1;
      await givenUp.promise;
      return route.fallback();
    });
    await openDialog(page);
    const left = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/exportacoes'));
    await press(page, 'Enter');
    await dialog(page).getByText('Lendo a lista…').waitFor();
    await expect.poll(() => parts).toBe(1);
    await expect.poll(() => focused(page)).toBe('Cancelar');
    await press(page, 'Enter');
    await dialog(page).waitFor({ state: 'detached' });
    await left;
    givenUp.resolve();
    // The list answers as before, from where the dialog was opened.
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Mais');
    await press(page, 'n');
    await page.getByRole('dialog', { name: 'Incluir obra' }).waitFor();
    expect([parts, files]).toEqual([1, 0]);
    await close();
  });

  it('is a workbook or JSON where that is chosen, by the keyboard too', async () => {
    const { page, audit, close } = await openSession(browser, product.url, { path: '/obras' });
    await openDialog(page);
    const chosen = dialog(page).getByRole('radio', { name: 'XLSX (Excel)' });
    for (let turn = 0; turn < 8 && (await focusedRadio(page)) !== 'csv'; turn += 1) await press(page, 'Shift+Tab');
    await press(page, 'ArrowRight');
    expect(await chosen.isChecked()).toBe(true);
    await audit('export dialog');
    // At any width what ends the dialog stands in one line.
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const tops = ['Cancelar', 'Baixar'].map((name) => dialog(page).getByRole('button', { name }).boundingBox());
      const [cancel, begin] = await Promise.all(tops);
      expect(begin?.y).toBe(cancel?.y);
    }
    const [book] = await Promise.all([
      page.waitForEvent('download'),
      dialog(page).getByRole('button', { name: 'Baixar' }).click(),
    ]);
    expect(book.suggestedFilename()).toMatch(/^obras-\d{4}-\d\d-\d\d\.xlsx$/);
    const [sheet] = await readBook(await readFile(await book.path()));
    expect([sheet?.sheet, sheet?.data.length, sheet?.data[count]?.[0]]).toEqual(['Obras', count + 1, '02300']);
    await dialog(page).getByRole('button', { name: 'Fechar' }).last().click();

    await openDialog(page);
    await dialog(page).getByText('JSON', { exact: true }).click();
    await dialog(page).getByText('Para outros programas').waitFor();
    const [json] = await Promise.all([
      page.waitForEvent('download'),
      dialog(page).getByRole('button', { name: 'Baixar' }).click(),
    ]);
    const rowsOf = JSON.parse(await readFile(await json.path(), 'utf8')) as readonly { codigo: string }[];
    expect([rowsOf.length, rowsOf[0]?.codigo]).toEqual([count, '00001']);
    await close();
  });

  it('is offered where nothing is found, for that may be otherwise on the day of a schedule', async () => {
    const { page, close } = await openSession(browser, product.url, {
      path: '/obras?entrega=gte.@today&entrega=lte.@today',
    });
    await page.getByText('Nenhum registro atende aos filtros aplicados.').waitFor();
    await page.getByRole('button', { name: 'Mais', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Exportar…' }).click();
    await dialog(page)
      .getByText(/^0 linhas: todas as que os filtros encontram\./)
      .waitFor();
    await dialog(page).getByRole('button', { name: 'Agendar…' }).click();
    await dialog(page)
      .getByText(/Os períodos do filtro serão os do dia de cada arquivo\.$/)
      .waitFor();
    await close();
  });

  it('that breaks off is not stored, and says why', async () => {
    const { page, close } = await openSession(browser, product.url, { path: '/obras' });
    let files = 0;
    page.on('download', () => {
      files += 1;
    });
    await openDialog(page);
    // As a connection that is cut in the middle of the body.
    await page.evaluate(() => {
      const send = window.fetch;
      window.fetch = async (input, init) => {
        if (!String(input).endsWith('/exportacoes')) return send(input, init);
        const answer = await send(input, init);
        let sent = false;
        const body = new ReadableStream({
          pull: (controller) => {
            if (sent) return controller.error(new TypeError('cut'));
            sent = true;
            controller.enqueue(new Uint8Array(2048));
          },
        });
        return new Response(body, { status: answer.status, headers: answer.headers });
      };
    });
    await press(page, 'Enter');
    await dialog(page).getByText('O arquivo não veio inteiro').waitFor();
    await dialog(page).getByRole('button', { name: 'Tentar novamente' }).waitFor();
    expect(files).toBe(0);
    await close();
  });
});
