/** 'Alterações em lote': what the person changed in bulk, and the way back. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BatchPlan } from '../../../../engine/contract/batch.ts';
import type { Import } from '../../../../engine/contract/import.ts';
import { launchBrowser } from '../../../support/browser.ts';
import type { BrowserProduct } from '../../../support/browser-product.ts';
import { openBrowserProduct } from '../../../support/browser-product.ts';
import { openSession, rows } from '../../shell/open-session.ts';

let product: BrowserProduct;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([openBrowserProduct({ rowsOf: ['bancos'] }), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

const door = '/alteracoes-em-lote';
const call = async (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object): Promise<unknown> =>
  product.call(method, path, body);

it('lists each of them, shows what taking it back does and what stays, and takes it back', async () => {
  const banks = (await call('GET', '/bancos?select=id,nome&order=codigo&limit=3')) as readonly {
    readonly id: number;
    readonly nome: string;
  }[];
  const wanted = { path: '/bancos', operation: 'update', ids: banks.map(({ id }) => id), values: { nome: 'Igual' } };
  const plan = (await call('POST', door, wanted)) as BatchPlan;
  await call('POST', `${door}/${plan.id}/aplicar`, { seal: plan.seal });
  await call('PATCH', `/bancos?id=eq.${banks[2]?.id}`, { nome: 'Outro nome' });

  const { page, auditThemes, close } = await openSession(browser, product.url);
  await page.getByRole('button', { name: /^Menu do usuário/ }).click();
  await page.getByRole('menuitem', { name: 'Alterações em lote' }).click();
  await page.getByRole('heading', { name: 'Alterações em lote', level: 1 }).waitFor();
  await page.getByRole('main').getByRole('listitem').first().waitFor();
  const [first] = await page.getByRole('main').getByRole('listitem').allInnerTexts();
  expect(first?.replace(/\s+/g, ' ')).toMatch(
    /^Alteração em Bancos? Lote 1 3 registros gravados .* pode ser desfeita até [\d/]{10} Desfazer$/,
  );
  await auditThemes('the list of batches');
  await page.getByRole('button', { name: 'Desfazer o lote 1' }).click();
  const dialog = page.getByRole('dialog', { name: 'Desfazer o lote 1' });
  await dialog.getByText('2 serão gravados').waitFor();
  await dialog.getByText('Alterado depois do lote, fica como está: Nome.').waitFor();
  const sample = dialog.getByRole('region', { name: 'Como ficam os registros que mudam' });
  expect((await sample.getByRole('definition').allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))).toEqual(
    [banks[0], banks[1]].map((bank) => `Nome Igual${bank?.nome}`),
  );
  // Every record is told: their values are not counted once more.
  expect(await dialog.getByRole('table', { name: 'Nome' }).count()).toBe(0);
  await auditThemes('what taking back does');
  await dialog.getByRole('button', { name: 'Desfazer em 2 registros' }).click();
  await page.getByText('2 registros voltaram ao que eram.').waitFor();
  await dialog.waitFor({ state: 'detached' });
  await expect
    .poll(async () =>
      (await page.getByRole('main').getByRole('listitem').allInnerTexts()).map((text) => text.split('\n')[0]),
    )
    .toEqual([expect.stringMatching(/^Alteração desfeita em Banco/), expect.stringMatching(/^Alteração em Banco/)]);
  await page.getByText('Desfeita pelo lote 2', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Desfazer o lote 1' }).count()).toBe(0);
  expect(
    ((await call('GET', '/bancos?select=nome&order=codigo&limit=3')) as { nome: string }[]).map(({ nome }) => nome),
  ).toEqual([banks[0]?.nome, banks[1]?.nome, 'Outro nome']);

  await page.getByRole('button', { name: 'Refazer o lote 1' }).click();
  await page
    .getByRole('dialog', { name: 'Refazer o lote 1' })
    .getByRole('button', { name: 'Refazer em 2 registros' })
    .click();
  await page.getByText('Refeito em 2 registros.').waitFor();
  // Of the chain but one can be taken back, and each tells its place in it.
  await expect
    .poll(async () =>
      (await page.getByRole('main').getByRole('listitem').allInnerTexts()).map((text) =>
        text
          .replace(/\s+/g, ' ')
          .replaceAll(/\d+ registros gravados|(há|agora)[^A-Z]*/g, '')
          .replaceAll(/ +/g, ' ')
          .trim(),
      ),
    )
    .toEqual([
      'Alteração refeita em Banco Lote 3 refaz o lote 1',
      'Alteração desfeita em Banco Sem efeito desde o lote 3 Lote 2 desfaz o lote 1 1 recusado',
      'Alteração em Banco Desfeita, e refeita pelo lote 3 Lote 1 Desfazer',
    ]);
  await auditThemes('batches that take back one another');
  expect(await page.getByRole('main').getByRole('button').allInnerTexts()).toEqual(['Desfazer']);
  await close();
});

it('of an import tells the file, and of what is taken back which records go and which change', async () => {
  const lines = ['codigo;nome', '900;Banco Novo', '901;Outro Novo', `001;Banco Mudado`].join('\n');
  const { page, go, auditThemes, close } = await openSession(browser, product.url, {
    path: '/importacoes?rota=/bancos',
  });
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Escolher arquivo…' }).click();
  await (await chooser).setFiles({ name: 'bancos.csv', mimeType: 'text/csv', buffer: Buffer.from(lines) });
  await page.getByRole('button', { name: 'Conferir' }).click();
  await page.getByRole('button', { name: 'Gravar 3 registros' }).click();
  await page.getByRole('heading', { name: 'Gravado' }).waitFor();
  const [found] = (await call('GET', '/importacoes')) as readonly Import[];
  await go('/alteracoes-em-lote');
  const entry = page.getByRole('main').getByRole('listitem').first();
  await entry.getByText(/^Importação de bancos\.csv em Banco/).waitFor();
  expect(await entry.getByRole('link', { name: 'bancos.csv' }).getAttribute('href')).toBe(`/importacoes/${found?.id}`);
  await entry.getByRole('button', { name: /^Desfazer o lote/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Desfazer o lote/ });
  await dialog.getByText('1 será gravado').waitFor();
  await dialog.getByText('2 serão apagados').waitFor();
  const names = async (region: string) =>
    dialog.getByRole('region', { name: region }).getByRole('term').allInnerTexts();
  expect(await names('Alguns dos que serão apagados')).toEqual([]);
  expect(await names('Registros que serão apagados')).toEqual(['900 - Banco Novo', '901 - Outro Novo']);
  expect(await names('Como ficam os registros que mudam')).toHaveLength(1);
  await auditThemes('what taking an import back does');
  await dialog.getByRole('button', { name: 'Desfazer em 3 registros' }).click();
  await page.getByText(/^Importação de bancos\.csv desfeita em Banco/).waitFor();
  await close();
});

/** Nobody is at it any more where nothing was written for a while: the last word comes from an hour ahead, so that a slow machine sees it too. */
const lately = `clock_timestamp() + interval '1 hour'`;
/** As the server writes it whose batch goes on: 1,000 records in ten seconds. */
const going = (id: string) =>
  product.database.query({
    text: `insert into fichario.batch_progress (batch_id, first, done, began, at)
      select $1::text::uuid, 0, 1000, t.at - interval '10 seconds', t.at from (select ${lately} as at) t`,
    values: [id],
  });
/** As the server writes it that makes a plan of 2,500 records: 1,000 in ten seconds. */
const planning = (key: string) =>
  product.database.query({
    text: `insert into fichario.batch_progress (batch_id, first, done, total, usuario_id, began, at)
      select $1::text::uuid, 0, 1000, 2500, u.id, t.at - interval '10 seconds', t.at
      from usuario u, (select ${lately} as at) t where u.login = 'admin'`,
    values: [key],
  });
/** Holds the next plan until it is given up; gives the key that it is followed by, and when it was given up. */
const holdPlan = async (page: Page) => {
  const held = Promise.withResolvers<string>();
  await page.route(/\/alteracoes-em-lote(\/[^/]+\/desfazer)?\?previa=/, (route) => {
    held.resolve(new URL(route.request().url()).searchParams.get('previa') ?? '');
  });
  const gone = page.waitForEvent('requestfailed', (request) => request.url().includes('?previa='));
  return {
    key: held.promise,
    gone: async () => {
      expect((await gone).failure()?.errorText).toBe('net::ERR_ABORTED');
      await page.unrouteAll();
    },
  };
};
/** Holds what applies a batch until it is let go; gives the batch. */
const holdApply = async (page: Page) => {
  const held = Promise.withResolvers<string>();
  const freed = Promise.withResolvers<void>();
  await page.route('**/alteracoes-em-lote/*/aplicar', async (route) => {
    held.resolve(new URL(route.request().url()).pathname.split('/').at(-2) ?? '');
    await freed.promise;
    await route.continue();
  });
  return { id: held.promise, free: () => freed.resolve() };
};

it('of many records shows how far it is, can be left, and is found again', async () => {
  await product.database.query({
    text: `insert into banco (codigo, nome, ativo) select n::text, 'Banco do lote', true from generate_series(10001, 12500) n`,
    values: [],
  });
  const { page, auditThemes, close } = await openSession(browser, product.url, {
    path: '/bancos?nome=eq.Banco do lote',
  });
  await rows(page).first().waitFor();
  await rows(page).first().getByRole('checkbox').click();
  await page.keyboard.press('Control+a');
  await page.getByRole('button', { name: /^Selecionar todos os 2\.500/ }).click();
  await page
    .getByRole('toolbar')
    .getByRole('button', { name: /^Alterar/ })
    .click();
  const dialog = page.getByRole('dialog', { name: /^Alterar 2\.500/ });
  await dialog.getByRole('combobox', { name: 'Campos a alterar' }).fill('Ativo');
  await page.getByRole('option', { name: 'Ativo', exact: true }).click();
  await dialog.getByRole('table').getByText('Não').first().waitFor();
  for (const way of ['Cancelar', 'Escape']) {
    const plan = await holdPlan(page);
    await dialog.getByRole('button', { name: /^Alterar 2\.500/ }).click();
    await planning(await plan.key);
    for (const words of [
      '1.000 de 2.500',
      '100 por segundo',
      'Nada foi gravado ainda. Cancelar interrompe a conferência.',
    ])
      await dialog.getByText(words).waitFor();
    await dialog.getByRole('button', { name: 'Cancelar' }).and(page.locator(':focus')).waitFor();
    if (way === 'Escape') await page.keyboard.press('Escape');
    else {
      await auditThemes('a batch that is planned');
      await dialog.getByRole('button', { name: 'Cancelar' }).click();
    }
    await plan.gone();
    // What was asked is there to be asked again.
    await dialog
      .getByRole('button', { name: /^Alterar 2\.500/ })
      .and(page.locator(':focus'))
      .waitFor();
    await dialog.getByRole('checkbox', { name: 'Ativo' }).waitFor();
    expect(await dialog.getByRole('alert').count()).toBe(0);
  }
  const apply = await holdApply(page);
  await dialog.getByRole('button', { name: /^Alterar 2\.500/ }).click();
  await dialog.getByRole('button', { name: 'Alterar 2.500 registros' }).click();
  await going(await apply.id);
  for (const words of ['1.000 de 2.500', '100 por segundo', /^faltam cerca de 1[0-9] s$/])
    await dialog.getByText(words).waitFor();
  await auditThemes('a batch that goes on');
  await dialog.getByRole('button', { name: 'Sair e deixar gravando' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Menu do usuário/ }).click();
  await page.getByRole('menuitem', { name: 'Alterações em lote' }).click();
  const entry = page.getByRole('main').getByRole('listitem').first();
  await entry.getByText('Gravando').waitFor();
  await entry.getByText('1.000 de 2.500').waitFor();
  expect(await entry.getByRole('button').count()).toBe(0);
  await auditThemes('the list while a batch goes on');
  apply.free();
  await page.getByText('2.500 registros alterados.').waitFor();
  await entry.getByText('2.500 registros gravados').waitFor();
  await page.unrouteAll();

  const back = await holdPlan(page);
  await entry.getByRole('button', { name: /^Desfazer o lote/ }).click();
  await planning(await back.key);
  const asked = page.getByRole('dialog', { name: /^Desfazer o lote/ });
  await asked.getByText('1.000 de 2.500').waitFor();
  await auditThemes('what takes a batch back, planned');
  await asked.getByRole('button', { name: 'Cancelar' }).click();
  await asked.waitFor({ state: 'detached' });
  await back.gone();

  const undone = await holdApply(page);
  await entry.getByRole('button', { name: /^Desfazer o lote/ }).click();
  const undo = page.getByRole('dialog', { name: /^Desfazer o lote/ });
  await undo.getByRole('button', { name: 'Desfazer em 2.500 registros' }).click();
  await going(await undone.id);
  await undo.getByText('1.000 de 2.500').waitFor();
  await undo.getByRole('table', { name: 'Ativo' }).waitFor();
  expect(await undo.getByRole('region', { name: 'Como ficam alguns dos que mudam' }).getByRole('term').count()).toBe(
    20,
  );
  await undo.getByRole('button', { name: 'Fechar' }).last().click();
  await undo.waitFor({ state: 'detached' });
  undone.free();
  await page.getByText('2.500 registros voltaram ao que eram.').waitFor();
  await close();
});

it('is not planned any more once the page that waits for it is left', async () => {
  const wanted = { path: '/bancos', operation: 'update', filter: 'codigo=eq.104', values: { nome: 'Mais um nome' } };
  const done = (await call('POST', door, wanted)) as BatchPlan;
  await call('POST', `${door}/${done.id}/aplicar`, { seal: done.seal });
  const { page, close } = await openSession(browser, product.url, { path: door });
  const entry = page.getByRole('main').getByRole('listitem').first();
  await entry.getByRole('link', { name: /^Banco/ }).click();
  await rows(page).first().getByRole('checkbox').click();
  await page
    .getByRole('toolbar')
    .getByRole('button', { name: /^Alterar/ })
    .click();
  const dialog = page.getByRole('dialog', { name: /^Alterar/ });
  await dialog.getByRole('combobox', { name: 'Campos a alterar' }).fill('Ativo');
  await page.getByRole('option', { name: 'Ativo', exact: true }).click();
  const plan = await holdPlan(page);
  await dialog.getByRole('button', { name: /^Alterar/ }).click();
  await plan.key;
  await page.goBack();
  await plan.gone();

  const back = await holdPlan(page);
  await entry.getByRole('button', { name: /^Desfazer o lote/ }).click();
  await back.key;
  await page.goForward();
  await back.gone();
  await rows(page).first().waitFor();
  await close();
});

it('says until when each of them can be undone, and of an old one that it no longer can', async () => {
  const wanted = { path: '/bancos', operation: 'update', filter: 'codigo=eq.104', values: { nome: 'Sem volta' } };
  for (const age of ['200 days', undefined]) {
    const plan = (await call('POST', door, { ...wanted, values: { nome: `Nome ${age}` } })) as BatchPlan;
    await call('POST', `${door}/${plan.id}/aplicar`, { seal: plan.seal });
    if (age === undefined) continue;
    await product.database.query({
      text: `update fichario.batch set undo_until = '2026-01-31T12:00:00Z' where id = $1::text::uuid`,
      values: [plan.id],
    });
  }
  const { page, auditThemes, close } = await openSession(browser, product.url, { path: '/alteracoes-em-lote' });
  const entries = page.getByRole('main').getByRole('listitem');
  await entries
    .first()
    .getByText(/^pode ser desfeita até \d\d\/\d\d\/20\d\d$/)
    .waitFor();
  await entries
    .first()
    .getByRole('button', { name: /^Desfazer/ })
    .waitFor();
  await entries.nth(1).getByText('não pode mais ser desfeita', { exact: true }).waitFor();
  expect(await entries.nth(1).getByRole('button').count()).toBe(0);
  await auditThemes('batches that can and cannot be undone');
  await close();
});
