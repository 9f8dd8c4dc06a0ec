/** The past on the screen: a list as it was, records that were deleted, a record at two moments; by keyboard, on a phone. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { batchFiles } from '../../support/batch-files.ts';
import { launchBrowser } from '../../support/browser.ts';
import { openBrowserProduct } from '../../support/browser-product.ts';
import { openSession, rows } from './open-session.ts';

let product: Awaited<ReturnType<typeof openBrowserProduct>>;
let browser: Browser;
let token = '';

const call = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object): Promise<unknown> => {
  const answer = await product.app.inject({
    method,
    url: `/api${url}`,
    headers: { ...(token === '' ? {} : { authorization: `Bearer ${token}` }), prefer: 'return=representation' },
    ...(payload === undefined ? {} : { payload }),
  });
  if (answer.statusCode >= 300) throw new Error(answer.body);
  return answer.body === '' ? undefined : answer.json();
};
const create = async (codigo: string, nome: string): Promise<number> =>
  ((await call('POST', '/obras', { codigo, nome, gasto: 1, limite: 9 })) as [{ id: number }])[0].id;

beforeAll(async () => {
  [product, browser] = await Promise.all([openBrowserProduct({ files: batchFiles, rowsOf: [] }), launchBrowser()]);
  ({ token } = (await call('POST', '/auth/token/issue', { userId: 'admin', password: 'admin-demo' })) as {
    token: string;
  });
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

it('shows a list as it was, with nothing that writes, and leads back to today', async () => {
  const id = await create('A1', 'Ponte velha');
  const [{ settled }] = (await call('GET', `/obras/${id}/historico`)) as [{ settled: string }];
  await call('PATCH', `/obras?id=eq.${id}`, { nome: 'Ponte nova' });
  const address = `/obras?codigo=eq.A1&_as_of=${encodeURIComponent(settled)}`;
  const { page, go, auditThemes, close } = await openSession(browser, product.url, { path: address });
  await rows(page).getByText('Ponte velha').waitFor();
  await page.getByText(/^Dados como em \d\d\/\d\d\/\d{4} \d\d:\d\d$/).waitFor();
  expect(await page.getByRole('button', { name: /^(Novo|Nova)/ }).count()).toBe(0);
  await auditThemes('a list of the past');
  // A record opened from it is of the same moment.
  await go(`${address}&_record=view.${id}`);
  await page.locator('[data-record-panel]').getByText('Ponte velha').first().waitFor();
  expect(await page.locator('[data-record-panel]').getByRole('button', { name: 'Editar' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Voltar a hoje' }).click();
  await rows(page).getByText('Ponte nova').waitFor();
  expect(new URL(page.url()).searchParams.has('_as_of')).toBe(false);
  await page.getByRole('button', { name: /^(Novo|Nova)/ }).waitFor();
  await close();
});

it('asks for the moment by the keyboard, and says what is none', async () => {
  const { page, audit, close } = await openSession(browser, product.url, { path: '/obras' });
  await page.getByRole('button', { name: 'Mais', exact: true }).press('Enter');
  await page.getByRole('menuitem', { name: 'Ver como em…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Ver os dados como eram em' });
  await dialog.waitFor();
  await page.keyboard.press('Enter');
  await dialog.getByText('Informe dia e hora, como 12/03/2026 14:30.').waitFor();
  await page.keyboard.type('31122999 1000');
  await page.keyboard.press('Enter');
  await dialog.getByText('Este momento ainda não passou.').waitFor();
  await audit('the moment asked for');
  await dialog.getByRole('textbox').fill('01/01/2001 10:00');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  // Before there was a history.
  await page.getByText('o histórico de Obra começa em').first().waitFor();
  await page.getByText('Dados como em 01/01/2001 10:00').waitFor();
  await close();
});

it('shows the moment at one click after one that was none', async () => {
  const { page, close } = await openSession(browser, product.url, { path: '/obras' });
  await page.getByRole('button', { name: 'Mais', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Ver como em…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ver os dados como eram em' });
  const show = dialog.getByRole('button', { name: 'Mostrar' });
  await show.click();
  await dialog.getByRole('alert').waitFor();
  await dialog.getByRole('textbox').fill('01/01/2001 10:00');
  // As a hand does it: where the button stands when the pointer gets there.
  const place = await show.boundingBox();
  await page.mouse.move((place?.x ?? 0) + 10, (place?.y ?? 0) + (place?.height ?? 0) - 3);
  await page.mouse.down();
  await page.mouse.up();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Dados como em 01/01/2001 10:00').waitFor();
  await close();
});

it('finds what was deleted, and brings it back, on a phone too', async () => {
  for (const [codigo, width] of [
    ['B1', 1440],
    ['B2', 390],
  ] as const) {
    const id = await create(codigo, 'Muro');
    await call('DELETE', `/obras?id=eq.${id}`);
    const { page, auditThemes, close } = await openSession(browser, product.url, {
      path: '/obras',
      width,
      height: 844,
    });
    await page.getByRole('button', { name: 'Mais', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Apagados' }).click();
    const panel = page.locator('[data-record-panel]');
    await panel.getByText('apagado por admin').first().waitFor();
    await panel.getByRole('textbox', { name: 'Buscar entre os apagados' }).fill(codigo);
    await panel.getByText(codigo, { exact: true }).waitFor();
    await auditThemes('what was deleted');
    await panel.getByRole('button', { name: `Restaurar ${codigo}` }).click();
    await page.getByText(`${codigo} foi restaurado`).first().waitFor();
    await panel.getByText('Nada do que foi apagado corresponde à busca.').waitFor();
    expect(await call('GET', `/obras?select=id&codigo=eq.${codigo}`)).toEqual([{ id }]);
    await close();
  }
});

it('compares a record at two moments and takes a field back, by the rules of any change', async () => {
  const id = await create('C1', 'Túnel');
  await call('PATCH', `/obras?id=eq.${id}`, { nome: 'Viaduto', limite: 5, gasto: 5 });
  await call('PATCH', `/obras?id=eq.${id}`, { fase: 'ENTREGUE' });
  const { page, auditThemes, close } = await openSession(browser, product.url, {
    path: `/obras?codigo=eq.C1&_record=history.${id}`,
  });
  await page.getByRole('button', { name: 'Comparar momentos' }).press('Enter');
  const part = page.getByRole('region', { name: 'Comparar momentos' });
  await part.getByText('Projeto').waitFor();
  await part.getByRole('combobox', { name: 'Como era em' }).click();
  await page.getByRole('option').last().click();
  await part.getByText('Túnel').waitFor();
  await auditThemes('two moments of a record');
  await part.getByRole('button', { name: 'Restaurar Nome' }).click();
  await page.getByText('O registro voltou ao que era nesses campos.').waitFor();
  await part.getByRole('button', { name: 'Restaurar Nome' }).waitFor({ state: 'detached' });
  expect(await call('GET', `/obras?select=nome,fase,limite&id=eq.${id}`)).toEqual([
    { nome: 'Túnel', fase: 'ENTREGUE', limite: 5 },
  ]);
  // The computed one is worked out anew, so all that is given comes back.
  await part.getByRole('button', { name: 'Restaurar tudo' }).click();
  await expect
    .poll(() => call('GET', `/obras?select=nome,fase,limite,gasto&id=eq.${id}`))
    .toEqual([{ nome: 'Túnel', fase: 'PROJETO', limite: 9, gasto: 1 }]);
  await part.getByText('Nada mudou entre esses momentos.').waitFor();
  await close();
});
