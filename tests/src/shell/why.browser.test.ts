/** "Por que…?": an administrator finds the rule that decides for somebody; who is refused a screen reads what to ask for. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import { openBrowserProduct } from '../../support/browser-product.ts';
import { openSession } from './open-session.ts';

let product: Awaited<ReturnType<typeof openBrowserProduct>>;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([openBrowserProduct({ rowsOf: [] }), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

it('shows an administrator what somebody may do on the open screen, and leads to the group that says so', async () => {
  const session = await openSession(browser, product.url, { login: 'admin', path: '/intercambios' });
  const { page } = session;
  await page.getByRole('heading', { name: 'Intercâmbio', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Mais', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Por que…?' }).click();
  const panel = page.getByRole('dialog').filter({ hasText: 'Por que vê ou não vê?' });
  await panel.getByPlaceholder('Digite o login ou o nome').fill('atend');
  await page.getByRole('option', { name: 'atendente - Atendimento da operadora' }).click();
  await panel.getByText('O grupo Atendimento (demonstração) tem a regra unimed:list.').waitFor();
  await panel.getByText('Nenhum grupo da pessoa tem a regra unimed:delete.').waitFor();
  await panel.getByPlaceholder('Qualquer campo').fill('Chave');
  await page.getByRole('option', { name: 'Chave Pix', exact: true }).click();
  await panel.getByText('Não vê o campo Chave Pix').waitFor();
  await panel.getByText('Nos direitos por campo de Atendimento (demonstração), está como oculto.').waitFor();
  await panel.getByRole('textbox', { name: 'Registro (id)' }).fill('7');
  await panel.getByText('Não existe registro com o id 7.').waitFor();
  await session.auditThemes('the panel of why');
  await page.setViewportSize({ width: 390, height: 844 });
  await panel.getByText('Não existe registro com o id 7.').waitFor();
  await session.audit('the panel of why on a phone');
  await page.setViewportSize({ width: 1440, height: 900 });
  await panel.getByRole('link', { name: 'Abrir os direitos por campo de Atendimento (demonstração)' }).click();
  await page.waitForURL(/\/config-permissoes\?grupo=\d+&aba=campos$/);
  await panel.waitFor({ state: 'hidden' });
  // From any screen, by the keyboard.
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Buscar' }).fill('por que');
  await page.getByRole('option', { name: 'Por que…?' }).waitFor();
  await page.keyboard.press('Enter');
  await panel.waitFor();
  expect(session.messages).toEqual([]);
  await session.close();
});

it('tells who is refused a screen which permission to ask for, and offers no questions about others', async () => {
  const session = await openSession(browser, product.url, { login: 'beneficiario', path: '/bancos' });
  const { page } = session;
  await page
    .getByText(
      'Você não tem acesso a Banco: falta a permissão Listar. Se precisa dela, peça a quem administra o sistema.',
      { exact: true },
    )
    .waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Buscar' }).fill('por que');
  await page.getByRole('option', { name: 'Sair' }).waitFor({ state: 'hidden' });
  expect(await page.getByRole('option', { name: 'Por que…?' }).count()).toBe(0);
  expect(session.messages).toEqual([]);
  await session.close();
});
