/** Jobs as people meet them: a long list asked for behind, found again, cancelled, tried again, its file taken. */
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import type { BrowserProduct } from '../../support/browser-product.ts';
import { openBrowserProduct } from '../../support/browser-product.ts';
import { openSession, rows } from '../shell/open-session.ts';

const banks = 1_500;

let product: BrowserProduct;
let browser: Browser;

/** A job of somebody as if a process had it: nothing runs it here. */
const putJob = async (login: string, title: string, state: string, more = ''): Promise<void> => {
  await product.database.query({
    text: `insert into fichario.job (kind, title, usuario_id, login, origin, input, queue_id, state, done, total, attempts, started_at, run_at, finished_at
        ${more === '' ? '' : ', problem, log, file_name, file_type, file_size, file_expires_at'})
      select 'exportar-csv', $2::text, id, login, 'screen', '{}', gen_random_uuid(), $3::text, 500, 2000, 1,
        now() - interval '11 seconds', now() - interval '10 seconds',
        case when $3::text in ('done', 'failed', 'cancelled') then now() - interval '1 hour' end
        ${more === '' ? '' : `, ${more}`}
      from usuario where login = $1::text`,
    values: [login, title, state],
  });
};
const clear = (): Promise<unknown> => product.database.query({ text: 'delete from fichario.job', values: [] });

beforeAll(async () => {
  [product, browser] = await Promise.all([openBrowserProduct({ rowsOf: [] }), launchBrowser()]);
  // What is put there as running is not taken for what a process before had left.
  await product.runtime.jobs.ready;
  await product.database.query({
    text: `insert into banco (codigo, nome) select lpad(n::text, 4, '0'), 'Banco ' || n from generate_series(1, $1::text::integer) n`,
    values: [String(banks)],
  });
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

const mine = (page: Page) => page.getByRole('region', { name: 'Meus trabalhos' });
const everybodys = (page: Page) => page.getByRole('region', { name: 'Trabalhos de todos' });
const itemOf = (page: Page, title: string) => mine(page).getByRole('listitem').filter({ hasText: title });

describe('a list that is written behind', () => {
  it('is asked for in the dialog of the file; an alert says when it is there and leads to it', async () => {
    await clear();
    const { page, close } = await openSession(browser, product.url, { path: '/bancos', login: 'consulta' });
    await rows(page).first().waitFor();
    await page.getByRole('button', { name: 'Mais', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Exportar…' }).click();
    await page.getByRole('button', { name: 'Gerar em segundo plano' }).click();
    await page.getByRole('dialog', { name: /^Exportar/ }).waitFor({ state: 'detached' });
    const alert = page.getByRole('status').filter({ hasText: 'Arquivo pronto' });
    await alert.waitFor();
    const download = page.waitForEvent('download');
    await alert.getByRole('button', { name: 'Baixar' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^bancos-\d{4}-\d\d-\d\d\.csv$/);
    const lines = (await readFile(await file.path(), 'utf8')).split('\r\n');
    expect([lines.length, lines[1]?.split(';')[0]]).toEqual([banks + 2, '0001']);
    await close();
  });

  it('is found again on its page, and above the list of generated files', async () => {
    const { page, go, close } = await openSession(browser, product.url, { path: '/trabalhos', login: 'consulta' });
    await itemOf(page, 'Banco em CSV').getByText('Concluído').waitFor();
    await itemOf(page, 'Banco em CSV').getByText('1.500 linhas').waitFor();
    expect(await everybodys(page).count()).toBe(0);
    await go('/arquivos-gerados');
    const made = page.getByRole('region', { name: 'Gerados por você em segundo plano' });
    const download = page.waitForEvent('download');
    await made.getByRole('button', { name: /^Baixar bancos-/ }).click();
    await download;
    await close();
  });
});

describe('a list that is written again and again', () => {
  const schedules = (page: Page) => page.getByRole('region', { name: 'Agendados' });

  it('is scheduled in the dialog of the file by the keyboard, told of among the jobs, and removed there', async () => {
    const { page, go, auditThemes, close } = await openSession(browser, product.url, {
      path: '/bancos?nome=ilike.*9*&criado_em=gte.@year',
      login: 'consulta',
    });
    await rows(page).first().waitFor();
    await page.getByRole('button', { name: 'Mais', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Exportar…' }).click();
    const dialog = page.getByRole('dialog', { name: /^Exportar/ });
    await dialog.getByRole('button', { name: 'Agendar…' }).press('Enter');
    await expect.poll(() => dialog.getByLabel('Repetir').evaluate((one) => one === document.activeElement)).toBe(true);
    await dialog.getByLabel('Repetir').selectOption('Todo mês');
    await dialog.getByLabel('Dia do mês').selectOption('31');
    await dialog.getByLabel('Repetir').selectOption('Toda semana');
    await dialog.getByLabel('Dia da semana').selectOption('Sexta-feira');
    await dialog.getByLabel('Hora').fill('2530');
    await dialog.getByRole('button', { name: 'Agendar', exact: true }).press('Enter');
    await dialog.getByText('Informe a hora, como 07:00.').waitFor();
    const atHour = () => dialog.getByLabel('Hora').evaluate((one) => one === document.activeElement);
    await expect.poll(atHour).toBe(true);
    await dialog.getByRole('button', { name: 'Agendar', exact: true }).press('Enter');
    await expect.poll(atHour).toBe(true);
    await dialog.getByLabel('Hora').fill('1830');
    await dialog.getByLabel('Nome').fill('Bancos com 9');
    await auditThemes('a file that is scheduled');
    await dialog.getByRole('button', { name: 'Agendar', exact: true }).press('Enter');
    await page
      .getByText('O arquivo será gerado toda sexta-feira às 18:30. O agendamento está em Trabalhos.', { exact: true })
      .waitFor();
    await dialog.waitFor({ state: 'detached' });

    await go('/trabalhos');
    const item = schedules(page).getByRole('listitem');
    await item.getByText('CSV', { exact: true }).waitFor();
    await item.getByText(/^próximo: \d\d\/\d\d\/\d{4} 18:30$/).waitFor();
    await product.database.query({
      text: `update fichario.job_schedule set last_at = '2026-11-20T21:30:00Z', problem = 'Você já tem 20 trabalhos em andamento.'`,
      values: [],
    });
    await go('/trabalhos');
    await item.getByText('Em 20/11/2026 18:30 não foi gerado: Você já tem 20 trabalhos em andamento.').waitFor();
    await auditThemes('what is scheduled');
    const { rows: kept } = await product.database.query<{ input: string; rhythm: string }>({
      text: 'select input::text as input, rhythm::text as rhythm from fichario.job_schedule',
      values: [],
    });
    expect(kept.map(({ input, rhythm }) => [JSON.parse(input), JSON.parse(rhythm)])).toEqual([
      [
        {
          path: '/bancos',
          // The period as it is said, not its days.
          search: 'nome=ilike.*9*&criado_em=gte.%40year&order=codigo.asc',
          columns: expect.arrayContaining(['codigo']),
        },
        { every: 'week', on: 5, at: '18:30' },
      ],
    ]);
    await item.getByRole('link', { name: 'Bancos com 9' }).click();
    await page.getByRole('list', { name: 'Filtros aplicados' }).getByText('9').waitFor();
    await page.goBack();
    await item.getByRole('button', { name: 'Remover o agendamento: Bancos com 9, toda sexta-feira às 18:30' }).click();
    await page.getByText('O agendamento foi removido.').waitFor();
    await schedules(page).waitFor({ state: 'detached' });
    await close();
  });
});

describe('jobs under way and over', () => {
  const furnish = async (): Promise<void> => {
    await clear();
    await putJob('admin', 'Em curso', 'running');
    await putJob(
      'admin',
      'Com falha',
      'failed',
      `'O disco encheu.', '[{"at": "2026-11-22T10:00:00Z", "text": "Li 500 linhas."}]', null, null, 0, null`,
    );
    await putJob('admin', 'Expirado', 'done', `null, '[]', 'a.csv', 'text/csv', 10, now() - interval '1 day'`);
    await putJob(
      'operador',
      'De outra pessoa',
      'done',
      `null, '[]', 'b.csv', 'text/csv', 10, now() + interval '1 day'`,
    );
  };

  it('are told of in the top bar with rate and time, and cancelled by the keyboard', async () => {
    await furnish();
    const { page, close } = await openSession(browser, product.url, { path: '/' });
    const indicator = page.getByRole('button', { name: '1 trabalho em andamento, 25 %' });
    await indicator.focus();
    await page.keyboard.press('Enter');
    const panel = page.getByRole('dialog', { name: /^1 trabalho em andamento/ });
    await panel.getByText('500 de 2.000').waitFor();
    await panel.getByText(/^\d+ por segundo$/).waitFor();
    await panel.getByText(/^faltam cerca de \d+ s$/).waitFor();
    await panel.getByRole('link', { name: 'Ver trabalhos' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Trabalhos' }).waitFor();
    await mine(page).getByRole('button', { name: 'Cancelar: Em curso' }).focus();
    await page.keyboard.press('Enter');
    await itemOf(page, 'Em curso').getByText('Cancelado').waitFor();
    await indicator.waitFor({ state: 'detached' });
    await close();
  });

  it('say what went wrong and what they noted; what has expired is not offered', async () => {
    await furnish();
    const { page, close } = await openSession(browser, product.url, { path: '/trabalhos' });
    await itemOf(page, 'Com falha').getByText('O disco encheu.').waitFor();
    await mine(page).getByRole('button', { name: 'Anotações de Com falha' }).click();
    await mine(page).getByRole('list', { name: 'Anotações' }).getByText('Li 500 linhas.').waitFor();
    await itemOf(page, 'Expirado')
      .getByText(/^arquivo apagado em /)
      .waitFor();
    expect(
      await itemOf(page, 'Expirado')
        .getByRole('button', { name: /^Baixar/ })
        .count(),
    ).toBe(0);
    // What it was asked for is nothing that the kind takes: it fails again, and says so.
    await mine(page).getByRole('button', { name: 'Tentar de novo: Com falha' }).click();
    await page.getByRole('alert').filter({ hasText: "'Com falha' falhou" }).waitFor();
    await close();
  });

  it('are those of all for who administers them, by state and kind, without the files of others', async () => {
    await furnish();
    const { page, close } = await openSession(browser, product.url, { path: '/trabalhos' });
    const other = everybodys(page).getByRole('listitem').filter({ hasText: 'De outra pessoa' });
    await other.getByText('operador', { exact: true }).waitFor();
    expect(await other.getByRole('button', { name: /^Baixar/ }).count()).toBe(0);
    const own = everybodys(page).getByRole('listitem').filter({ hasText: 'Com falha' });
    await own.getByText('admin', { exact: true }).waitFor();
    await everybodys(page).getByRole('combobox', { name: 'Situação' }).click();
    await page.getByRole('option', { name: 'Falhou' }).click();
    await other.waitFor({ state: 'detached' });
    expect(await everybodys(page).getByRole('listitem').count()).toBe(1);
    await close();
  });

  it('are told apart from none that the filters let through', async () => {
    await clear();
    const { page, close } = await openSession(browser, product.url, { path: '/trabalhos' });
    await everybodys(page).getByText('Ninguém pediu trabalhos nos últimos 30 dias.').waitFor();
    await everybodys(page).getByRole('combobox', { name: 'Situação' }).click();
    await page.getByRole('option', { name: 'Falhou' }).click();
    await everybodys(page).getByText('Nenhum trabalho atende aos filtros.').waitFor();
    await close();
  });

  it.each([
    ['wide', 1440, 900],
    ['a phone', 390, 844],
  ] as const)('have no serious finding of axe, %s, in both themes', async (_what, width, height) => {
    await furnish();
    const { page, go, auditThemes, close } = await openSession(browser, product.url, {
      path: '/trabalhos',
      width,
      height,
    });
    await mine(page).getByRole('button', { name: 'Anotações de Com falha' }).click();
    await mine(page).getByRole('list', { name: 'Anotações' }).waitFor();
    await everybodys(page).getByText('De outra pessoa').waitFor();
    await auditThemes('jobs');
    await page.getByRole('button', { name: /^1 trabalho em andamento/ }).click();
    await page.getByRole('dialog', { name: /^1 trabalho em andamento/ }).waitFor();
    await auditThemes('the panel of the top bar');
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await go('/arquivos-gerados');
    await page.getByRole('region', { name: 'Gerados por você em segundo plano' }).waitFor();
    await auditThemes('the list of generated files');
    await close();
  });
});
