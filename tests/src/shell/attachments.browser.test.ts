/** Files of a record in a real browser: chosen, dropped, refused, taken out, saved, listed and taken down. */
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import { openBrowserProduct } from '../../support/browser-product.ts';
import { reportFiles } from '../../support/report-files.ts';
import { openSession } from './open-session.ts';

const files: Readonly<Record<string, object>> = {
  ...reportFiles({
    'x-help': 'As do exame.',
    'x-attachment': { types: ['pdf', 'png'], maxSize: 1, many: true },
  }),
  'schemas/base/provas/schema.json': {
    title: 'Prova',
    type: 'object',
    required: ['titulo'],
    properties: {
      titulo: { title: 'Título', type: 'string', maxLength: 40 },
      imagem: { title: 'Imagem', 'x-attachment': { types: ['pdf'], maxSize: 1 } },
      nota: { title: 'Nota', type: 'string', maxLength: 40 },
    },
  },
  'schemas/base/provas/columns.json': {
    entity: 'prova',
    path: '/provas',
    title: 'Prova',
    parent: '/base',
    permission: { subject: 'prova' },
    columns: ['titulo'],
    sections: [
      { title: 'Dados', fields: ['titulo', 'imagem'] },
      { title: 'Outros dados', tab: 'Outros', fields: ['nota'] },
    ],
  },
};

let product: Awaited<ReturnType<typeof openBrowserProduct>>;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([openBrowserProduct({ files }), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

const soon = { timeout: 15_000 };
const pdf = (name: string, size = 20) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(`%PDF-1.4\n${'x'.repeat(size)}\n`, 'latin1'),
});
const choose = async (page: Page, button: RegExp, chosen: readonly ReturnType<typeof pdf>[]): Promise<void> => {
  const dialog = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button }).click();
  await (await dialog).setFiles([...chosen]);
};
const field = (page: Page, title: string) =>
  page.locator('[data-span]').filter({ has: page.getByText(title, { exact: true }) });

/** Has uploads wait, and gives what lets them go on. */
const hold = async (page: Page): Promise<() => void> => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/anexos/**', async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  return () => release();
};

it('files are sent as they are chosen, refused in words, saved with the record and taken down again', async () => {
  const { page, audit, close } = await openSession(browser, product.url, { path: '/laudos' });
  await page.getByRole('button', { name: 'Novo' }).first().click();
  await page.getByRole('textbox', { name: 'Título' }).fill('Exame');
  await choose(page, /^Anexar arquivos: Imagens$/, [
    pdf('a.pdf', 600_000),
    pdf('b.pdf'),
    pdf('grande.pdf', 1_100_000),
    { name: 'falso.png', mimeType: 'image/png', buffer: Buffer.from('nada') },
  ]);
  const images = field(page, 'Imagens');
  await expect.poll(() => images.getByRole('listitem').allInnerTexts(), soon).toEqual(['a.pdf\n586 KB', 'b.pdf\n1 KB']);
  await expect
    .poll(() => images.getByRole('alert').getByRole('paragraph').allInnerTexts(), soon)
    .toEqual([
      'grande.pdf não foi anexado: passa do limite de 1 MB.',
      "falso.png não foi anexado. O conteúdo de 'falso.png' não é de um tipo aceito em Imagens. Envie um arquivo destes tipos: PDF, PNG.",
    ]);
  await audit('files in a form');

  await page.getByRole('button', { name: 'Retirar b.pdf' }).click();
  await expect.poll(() => images.getByRole('listitem').count(), soon).toBe(1);
  // One file takes the place of another where the field holds one.
  const note = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from('Termo') });
  await choose(page, /^Anexar arquivo: Termo$/, [note('antigo.txt')]);
  await expect
    .poll(() => field(page, 'Termo').getByRole('listitem').allInnerTexts(), soon)
    .toEqual(['antigo.txt\n1 KB']);
  await choose(page, /^Trocar arquivo: Termo$/, [note('novo.txt')]);
  await expect.poll(() => field(page, 'Termo').getByRole('listitem').allInnerTexts(), soon).toEqual(['novo.txt\n1 KB']);
  await page.getByRole('button', { name: 'Salvar' }).click();

  const row = page.locator('.ag-row').filter({ hasText: 'Exame' });
  await expect.poll(() => row.locator('[col-id="imagens"]').innerText(), soon).toMatch(/^1\s*1 arquivo$/);
  await page.goto(`${product.url}/laudos?_record=view.1`);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Baixar a.pdf' }).click();
  const taken = await download;
  expect(taken.suggestedFilename()).toBe('a.pdf');
  expect((await readFile(await taken.path())).equals(pdf('a.pdf', 600_000).buffer)).toBe(true);
  await audit('files of a record');
  await close();
});

it('files are dropped on the field, and a record is not saved while one is on its way', async () => {
  const { page, close } = await openSession(browser, product.url, { path: '/laudos?_record=new' });
  await page.getByRole('textbox', { name: 'Título' }).fill('Solto');
  const release = await hold(page);
  const transfer = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(['%PDF-1.4\nsolto\n'], 'solto.pdf', { type: 'application/pdf' }));
    return data;
  });
  const images = field(page, 'Imagens');
  const zone = images.getByRole('button', { name: 'Anexar arquivos: Imagens' });
  for (const event of ['dragover', 'drop']) await zone.dispatchEvent(event, { dataTransfer: transfer });
  await expect.poll(() => images.getByRole('progressbar').count(), soon).toBe(1);
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect
    .poll(() => page.getByText('Aguarde terminar o envio dos arquivos de Imagens.').first().isVisible(), soon)
    .toBe(true);
  release();
  await expect.poll(() => images.getByRole('progressbar').count(), soon).toBe(0);
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect.poll(() => page.locator('.ag-row').filter({ hasText: 'Solto' }).count(), soon).toBe(1);
  await close();
});

const input = (page: Page, name: string) => page.locator(`#fi-form_${name}`);
const save = async (page: Page): Promise<void> => {
  await page.keyboard.press('Control+s');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
};
const fake = { ...pdf('falso.pdf'), buffer: Buffer.from('nada') };

it('a file arrives while another tab of the form is open, and says there why it does not', async () => {
  const { page, close } = await openSession(browser, product.url, { path: '/provas?_record=new' });
  await input(page, 'titulo').fill('Aba');
  const release = await hold(page);
  await choose(page, /^Anexar arquivo: Imagem/, [pdf('a.pdf')]);
  await expect.poll(() => page.getByRole('progressbar').count(), soon).toBe(1);
  await page.getByRole('tab', { name: /^Outros/ }).click();
  await input(page, 'nota').fill('enquanto envia');
  const answer = page.waitForResponse('**/api/anexos/**');
  release();
  await (await answer).finished();
  await save(page);
  expect(await product.call('GET', '/provas?titulo=eq.Aba&select=imagem,nota')).toMatchObject([
    { imagem: [{ name: 'a.pdf' }], nota: 'enquanto envia' },
  ]);
  const again = await hold(page);
  await page.goto(`${product.url}/provas?_record=new`);
  await choose(page, /^Anexar arquivo: Imagem/, [fake]);
  await page.getByRole('tab', { name: /^Outros/ }).click();
  await input(page, 'nota').waitFor();
  again();
  await page.getByText(/^falso\.pdf não foi anexado/).waitFor();
  await close();
});

it('a file stays until the one that takes its place has come', async () => {
  const { page, close } = await openSession(browser, product.url, { path: '/provas?_record=new' });
  await input(page, 'titulo').fill('Troca');
  await choose(page, /^Anexar arquivo: Imagem/, [pdf('bom.pdf')]);
  await page.getByRole('button', { name: 'Retirar bom.pdf' }).waitFor();
  const shown = async () =>
    (await field(page, 'Imagem').getByRole('listitem').allInnerTexts()).map((line) => line.split('\n')[0]);
  const replace = (file: ReturnType<typeof pdf>) => choose(page, /^Trocar arquivo: Imagem/, [file]);
  // Refused here, refused by the server, given up.
  for (const refused of [pdf('grande.pdf', 1_100_000), fake]) {
    await replace(refused);
    await page.getByText(`${refused.name} não foi anexado`).first().waitFor();
    expect(await shown()).toEqual(['bom.pdf']);
  }
  const release = await hold(page);
  await replace(pdf('lento.pdf'));
  await page.getByRole('button', { name: 'Cancelar o envio de lento.pdf' }).click();
  await expect.poll(shown, soon).toEqual(['bom.pdf']);
  release();
  await replace(pdf('novo.pdf'));
  await page.getByRole('button', { name: 'Retirar novo.pdf' }).waitFor();
  await save(page);
  expect(await product.call('GET', '/provas?titulo=eq.Troca&select=imagem')).toMatchObject([
    { imagem: [{ name: 'novo.pdf' }] },
  ]);
  await close();
});
