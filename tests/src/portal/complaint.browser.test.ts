/** A member of the plan writes to the ombudsman on a phone, in few fields, and reads the answer there. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dayInZone } from '../../../engine/core/day-in-zone.ts';
import { launchBrowser } from '../../support/browser.ts';
import type { BrowserProduct } from '../../support/browser-product.ts';
import { openBrowserProduct } from '../../support/browser-product.ts';
import { openSession } from '../shell/open-session.ts';

let product: BrowserProduct;
let browser: Browser;

beforeAll(async () => {
  [product, browser] = await Promise.all([openBrowserProduct({ rowsOf: [] }), launchBrowser()]);
  await product.database.execute(`
    insert into beneficiario (id, codigo, nome, data_nascimento, sexo, nome_mae, data_inclusao, envio_sib)
      overriding system value values (1, '1', 'Ana', '1980-01-01', '3', 'Rita', '2021-01-01', false);
    update usuario set beneficiario_registro_id = 1, versao = versao + 1 where login = 'beneficiario';`);
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

interface Complaint {
  readonly id: number;
  readonly canal: string;
  readonly manifestante: string;
  readonly beneficiario_id: number;
  readonly situacao: string;
  readonly prazo: string | null;
}

it('asks a member for what only the member knows, gives the rest, and shows the answer', async () => {
  const { page, go, audit, messages, close } = await openSession(browser, product.url, {
    login: 'beneficiario',
    path: '/manifestacoes-registradas?_record=new',
    width: 390,
    height: 844,
  });
  const form = page.getByRole('form').or(page.locator('form')).first();
  await page.getByLabel('Conte o que aconteceu').waitFor();
  const labels = (await form.locator('label:visible').allTextContents()).map((one) => one.replace(/[ *]+$/, ''));
  expect(labels.filter((one) => /Canal|Manifestante|Respons|Procedência|Reaberturas|Atendimento/.test(one))).toEqual(
    [],
  );
  await page
    .getByRole('combobox', { name: 'O que você quer fazer?' })
    .or(page.getByRole('textbox', { name: 'O que você quer fazer?' }))
    .first()
    .click();
  await page.getByRole('option', { name: 'Reclamação' }).click();
  await page
    .getByRole('combobox', { name: 'Sobre o que é?' })
    .or(page.getByRole('textbox', { name: 'Sobre o que é?' }))
    .first()
    .click();
  await page.getByRole('option', { name: 'Financeiro' }).click();
  await page.getByLabel('Resuma em uma frase').fill('O boleto não chegou');
  await page.getByLabel('Conte o que aconteceu').fill('Não recebi o boleto de novembro.');
  await audit('the complaint of a member on a phone');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await page.getByText('O boleto não chegou').first().waitFor();
  const stored = (await product.call('GET', '/manifestacoes-registradas')) as readonly Complaint[];
  expect(stored).toMatchObject([
    { canal: 'PORTAL', manifestante: 'BENEFICIARIO', beneficiario_id: 1, situacao: 'ABERTA', prazo: null },
  ]);
  const id = stored[0]?.id;
  const address = `/manifestacoes-registradas?id=eq.${id}`;
  const answer = { resposta: 'Enviamos a segunda via.', procedencia: 'PROCEDENTE' };
  // Whoever treats it is offered a day by which it is answered.
  await product.call('PATCH', `${address}&transition=tratar`, { responsavel_id: 1 });
  expect(await product.call('GET', address)).toMatchObject([
    { prazo: dayInZone('America/Sao_Paulo', new Date(Date.now() + 9 * 86_400_000)) },
  ]);
  await product.call('PATCH', `${address}&transition=responder`, answer);
  await go(`/manifestacoes-registradas?_record=view.${id}`);
  await page.getByText('Enviamos a segunda via.').first().waitFor();
  await page.getByText('O que respondemos').first().waitFor();
  const shown = await page.locator('main').innerText();
  expect(shown).toContain('Respondemos até');
  expect(shown).not.toMatch(/Responsável pela|Procedência|Canal|Recomendação/);
  await audit('the answer to a member on a phone');
  expect(messages).toEqual([]);
  await close();
});

it('begins with the own record and at the first field that is not said, with no list open over it', async () => {
  const { page, messages, close } = await openSession(browser, product.url, {
    login: 'beneficiario',
    path: '/solicitacoes-reembolso?_record=new',
    width: 390,
    height: 844,
  });
  const own = page.getByLabel('De quem é o pedido').first();
  await expect.poll(() => own.inputValue()).toContain(' - ');
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
  expect(await own.evaluate((control) => control === document.activeElement)).toBe(false);
  expect(await page.getByRole('listbox').count()).toBe(0);
  expect(messages).toEqual([]);
  await close();
});
