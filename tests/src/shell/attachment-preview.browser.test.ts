/** Files of a record seen in a real browser: by keyboard alone from sending to saving, each kind in its dialog, and what cannot be shown. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import { openBrowserProduct } from '../../support/browser-product.ts';
import { reportFiles } from '../../support/report-files.ts';
import { openSession } from './open-session.ts';

const files = reportFiles({ 'x-attachment': { types: ['pdf', 'png', 'zip'], many: true } });

const soon = { timeout: 45_000 };

interface Sample {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}
const sample = (name: string, buffer: Buffer): Sample => ({ name, mimeType: 'application/octet-stream', buffer });

let product: Awaited<ReturnType<typeof openBrowserProduct>>;
let browser: Browser;
let picture: Buffer;
let report: Buffer;
beforeAll(async () => {
  [product, browser] = await Promise.all([openBrowserProduct({ files, rowsOf: [] }), launchBrowser()]);
  const maker = await browser.newPage({ viewport: { width: 300, height: 200 } });
  await maker.setContent('<body style="margin:0;background:linear-gradient(teal,navy)">');
  picture = await maker.screenshot({ type: 'png' });
  await maker.setContent(
    `<h1>Laudo médico</h1>${Array.from({ length: 30 }, (_, n) => `<h2 style="break-before:page">Folha ${n + 2}</h2>`).join('')}`,
  );
  report = await maker.pdf({ format: 'A4' });
  await maker.close();
  await store({ titulo: 'Guardado' }, sample('guardado.pdf', report));
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

/** The first record, of which the others may read. */
const store = async (values: object, { name, buffer }: Sample): Promise<void> => {
  const post = async (url: string, payload: object | Buffer, headers: Readonly<Record<string, string>> = {}) => {
    const answer = await product.app.inject({ method: 'POST', url, payload, headers });
    if (answer.statusCode >= 300) throw new Error(answer.body);
    return answer.body === '' ? {} : answer.json();
  };
  const { token } = (await post('/api/auth/token/issue', { userId: 'admin', password: 'admin-demo' })) as {
    token: string;
  };
  const authorization = `Bearer ${token}`;
  const file = (await post(`/api/anexos/laudos/imagens?name=${name}`, buffer, {
    authorization,
    'content-type': 'application/octet-stream',
  })) as { id: string };
  await post('/api/laudos', { ...values, imagens: [file] }, { authorization });
};

/** Locked with a password that nobody knows: the keys of its encryption open nothing. */
const locked = Buffer.from(
  [
    '%PDF-1.4',
    '1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj',
    '2 0 obj << /Type /Pages /Kids [] /Count 0 >> endobj',
    `3 0 obj << /Filter /Standard /V 1 /R 2 /P -4 /O <${'41'.repeat(32)}> /U <${'42'.repeat(32)}> >> endobj`,
    `trailer << /Root 1 0 R /Encrypt 3 0 R /Size 4 /ID [<${'43'.repeat(16)}> <${'43'.repeat(16)}>] >>`,
    '%%EOF',
  ].join('\n'),
);

/** Without a listener from the beginning a key may be quicker than Playwright, and the browser opens its own dialog. */
const expectChoosers = (page: Page): void => void page.on('filechooser', () => undefined);

/** Presses a key until the focus is on what is called so. */
const reach = async (page: Page, name: string, key = 'Tab'): Promise<void> => {
  const now = () =>
    page.evaluate(() => {
      const { activeElement: one } = document;
      return one?.getAttribute('aria-label') ?? one?.textContent ?? '';
    });
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press(key);
    if ((await now()) === name) return;
  }
  throw new Error(`the focus never comes to '${name}'`);
};

const attach = async (page: Page, chosen: readonly Sample[]): Promise<void> => {
  const dialog = page.waitForEvent('filechooser');
  await page.keyboard.press('Enter');
  await (await dialog).setFiles([...chosen]);
  for (const { name } of chosen) await page.getByText(name, { exact: true }).waitFor();
  await expect.poll(() => page.getByRole('progressbar').count(), soon).toBe(0);
};

it('files are attached, seen, replaced, taken out and saved by keyboard alone', async () => {
  const { page, audit, close } = await openSession(browser, product.url, { path: '/laudos?_record=new' });
  expectChoosers(page);
  await page.getByRole('textbox', { name: 'Título' }).focus();
  await page.keyboard.type('Por teclado');
  await reach(page, 'Anexar arquivos: Imagens');
  await attach(page, [sample('exame.png', picture), sample('laudo.pdf', report), sample('demais.png', picture)]);

  // Seen before the record is saved: nothing is fetched back for it.
  await reach(page, 'Ver exame.png', 'Shift+Tab');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'exame.png' });
  const shown = dialog.getByRole('img', { name: 'Imagem exame.png' });
  await expect.poll(() => shown.evaluate((one: HTMLImageElement) => one.naturalWidth), soon).toBe(300);
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('Conteúdo de exame.png');
  await audit('an image');
  await page.keyboard.press('+');
  await expect.poll(() => shown.evaluate((one) => one.clientWidth), soon).toBe(450);
  await page.keyboard.press('-');
  await page.keyboard.press('ArrowRight');
  const pdf = page.getByRole('dialog', { name: 'laudo.pdf' });
  await expect
    .poll(() => pdf.getByRole('region', { name: 'Página 1 de 31' }).innerText(), soon)
    .toContain('Laudo médico');
  await audit('a PDF');
  // Pages are drawn as they come near.
  expect(await pdf.getByText('Folha 31').count()).toBe(0);
  await page.keyboard.press('End');
  await expect.poll(() => pdf.getByText('Folha 31').count(), soon).toBe(1);
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('dialog', { name: 'laudo.pdf' }).count(), soon).toBe(0);
  // The form is still there, and so is the place in it.
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('Ver exame.png');

  await reach(page, 'Retirar demais.png');
  await page.keyboard.press('Enter');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('Anexar arquivos: Imagens');
  await reach(page, 'Anexar arquivo: Termo');
  await attach(page, [sample('antigo.txt', Buffer.from('Antigo'))]);
  await attach(page, [sample('novo.txt', Buffer.from('Não é sim', 'latin1'))]);
  await audit('a form with files');
  await page.keyboard.press('Control+s');
  const row = page.locator('.ag-row').filter({ hasText: 'Por teclado' });
  await expect.poll(() => row.locator('[col-id="imagens"]').innerText(), soon).toMatch(/^2\s*2 arquivos$/);

  // As it is stored, in the form and in the view.
  for (const mode of ['edit', 'view']) {
    await page.goto(`${product.url}/laudos?_record=${mode}.2`);
    await page.getByRole('button', { name: 'Ver novo.txt' }).waitFor();
    await reach(page, 'Ver novo.txt');
    await page.keyboard.press('Enter');
    const text = page.getByRole('dialog', { name: 'novo.txt' });
    await expect.poll(() => text.locator('pre').innerText(), soon).toBe('Não é sim');
    await audit(`a text, ${mode}`);
    await page.keyboard.press('Escape');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Ver novo.txt');
    await expect.poll(() => page.locator('img[src^="blob:"]').evaluateAll((all) => all.length), soon).toBe(1);
  }
  await close();
});

it('what cannot be shown says why, and can be saved', async () => {
  const { page, audit, close } = await openSession(browser, product.url, {
    path: '/laudos?_record=new',
    dark: true,
    width: 390,
    height: 844,
  });
  expectChoosers(page);
  await page.getByRole('textbox', { name: 'Título' }).fill('Estragados');
  await page.getByRole('button', { name: 'Anexar arquivos: Imagens' }).focus();
  await attach(page, [
    sample('inteira.png', picture),
    sample('cortada.png', Buffer.concat([picture.subarray(0, 40), Buffer.alloc(200)])),
    sample('vazio.pdf', Buffer.from('%PDF-1.4\nnada\n')),
    sample('fechado.pdf', locked),
    sample('pacote.zip', Buffer.concat([Buffer.from('PK\u0005\u0006', 'latin1'), Buffer.alloc(18)])),
  ]);
  // A kind that is not shown is not offered.
  expect(await page.getByRole('button', { name: 'Ver pacote.zip' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Ver inteira.png' }).click();
  await page.locator('[aria-label="Conteúdo de inteira.png"]:focus').waitFor();
  await audit('an image on a phone');
  const expected = [
    [
      'cortada.png',
      'O conteúdo não pôde ser lido: o arquivo pode estar danificado. Baixe-o para abrir em outro programa.',
    ],
    [
      'vazio.pdf',
      'O conteúdo não pôde ser lido: o arquivo pode estar danificado. Baixe-o para abrir em outro programa.',
    ],
    ['fechado.pdf', 'O documento está protegido por senha. Baixe-o e abra-o em um leitor de PDF.'],
  ] as const;
  for (const [name, problem] of expected) {
    await page.keyboard.press('ArrowRight');
    const dialog = page.getByRole('dialog', { name });
    await expect.poll(() => dialog.getByText(problem).count(), { ...soon, message: name }).toBe(1);
    await audit(name);
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Baixar', exact: true }).click();
    expect((await download).suggestedFilename()).toBe(name);
    await dialog.getByRole('region', { name: `Conteúdo de ${name}` }).focus();
  }
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => page.getByRole('dialog', { name: 'fechado.pdf' }).count()).toBe(1);
  await page.keyboard.press('Escape');
  await close();
});

it('a file that is gone from the record since it was read is told of in its dialog', async () => {
  const { page, close } = await openSession(browser, product.url, { path: '/laudos?_record=view.1' });
  await page.getByRole('button', { name: 'Ver guardado.pdf' }).waitFor();
  await page.route('**/api/anexos/**', (route) =>
    route.fulfill({
      status: 404,
      contentType: 'application/json',
      body: JSON.stringify({ message: 'O arquivo não está neste registro de Laudo.', hint: 'Atualize o registro.' }),
    }),
  );
  await page.getByRole('button', { name: 'Ver guardado.pdf' }).click();
  const dialog = page.getByRole('dialog', { name: 'guardado.pdf' });
  await expect
    .poll(() => dialog.getByText('O arquivo não está neste registro de Laudo. Atualize o registro.').count(), soon)
    .toBe(1);
  await close();
});

/** Two pages, the first with the word, and as many bytes between them that no page needs. */
const longPdf = (word: string, between: number): Buffer => {
  const stream = (text: string) => `<< /Length ${text.length} >> stream\n${text}\nendstream`;
  const page = (content: number) =>
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents ${content} 0 R /Resources << /Font << /F 7 0 R >> >> >>`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>',
    page(5),
    page(6),
    stream(`BT /F 24 Tf 40 100 Td (${word}) Tj ET`),
    stream('BT /F 24 Tf 40 100 Td (Fim) Tj ET'),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    stream('x'.repeat(between)),
  ];
  let text = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const place = text.length;
    text += `${index + 1} 0 obj ${object} endobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  return Buffer.from(
    `${text}xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}trailer << /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`,
    'latin1',
  );
};

it('of a long PDF only the parts that are looked at are fetched; taken off its record it is found in the history, and erased there', async () => {
  const long = longPdf('Resumo', 6_000_000);
  await store({ titulo: 'Longo' }, sample('longo.pdf', long));
  const [stored] = (await product.call('GET', '/laudos?titulo=eq.Longo&select=id')) as [{ id: number }];
  const { page, audit, close } = await openSession(browser, product.url, { path: `/laudos?_record=view.${stored.id}` });
  /** Status and length of each answer. */
  const answers: (readonly [number, number])[] = [];
  page.on('response', (answer) => {
    if (answer.url().includes('/anexos/')) answers.push([answer.status(), Number(answer.headers()['content-length'])]);
  });
  await page.getByRole('button', { name: 'Ver longo.pdf' }).click();
  const pdf = page.getByRole('dialog', { name: 'longo.pdf' });
  await expect.poll(() => pdf.getByRole('region', { name: 'Página 1 de 2' }).innerText(), soon).toContain('Resumo');
  // The first is given up when its headers have said that there are parts.
  await expect.poll(() => answers.length, soon).toBeGreaterThan(1);
  expect(answers.slice(1).filter(([status, length]) => status !== 206 || length > 2 ** 20)).toEqual([]);
  await page.keyboard.press('Escape');

  await product.call('PATCH', `/laudos?id=eq.${stored.id}`, { imagens: [] });
  await page.goto(`${product.url}/laudos?_record=history.${stored.id}`);
  const removed = page.getByRole('listitem').filter({ hasText: 'Retirado' }).last();
  await removed.getByRole('button', { name: 'Ver longo.pdf' }).click();
  await expect.poll(() => pdf.getByRole('region', { name: 'Página 1 de 2' }).innerText(), soon).toContain('Resumo');
  await page.keyboard.press('Escape');
  await audit('a history with files');
  await removed.getByRole('button', { name: 'Apagar longo.pdf definitivamente' }).click();
  const asked = page.getByRole('dialog', { name: 'Apagar o conteúdo do arquivo?' });
  await audit('the question before a file is erased');
  await asked.getByRole('button', { name: 'Apagar definitivamente' }).click();
  await removed.getByText('conteúdo apagado').waitFor();
  await removed.getByRole('button', { name: 'Ver longo.pdf' }).click();
  await expect
    .poll(() => pdf.getByText(/O conteúdo deste arquivo foi apagado definitivamente em/).count(), soon)
    .toBe(1);
  await close();
});
