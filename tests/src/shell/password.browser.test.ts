/** Passwords on the screens: the change of one's own, the expired one, the forgotten one; and the sessions they end. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Letter } from '../../../src/mail/transport.ts';
import { launchBrowser } from '../../support/browser.ts';
import { openBrowserProduct } from '../../support/browser-product.ts';
import { openPage, openSession, rows } from './open-session.ts';

const letters: Letter[] = [];
let product: Awaited<ReturnType<typeof openBrowserProduct>>;
let browser: Browser;
beforeAll(async () => {
  const transport = {
    send: async (letter: Letter) => {
      letters.push(letter);
    },
    close: () => undefined,
  };
  [product, browser] = await Promise.all([openBrowserProduct({ rowsOf: ['bancos'], transport }), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Alterar senha' });
const entryOf = (page: Page) => page.getByRole('menuitem', { name: 'Alterar senha' });
const openMenu = (page: Page) => page.getByRole('button', { name: /^Menu do usuário/ }).click();
const write = async (page: Page, typed: Partial<Record<'senhaAtual' | 'senha' | 'senhaConf', string>>) => {
  for (const [name, value] of Object.entries(typed)) await page.locator(`input[name=${name}]`).fill(value);
};
const send = (page: Page) => page.getByRole('button', { name: 'Alterar senha' }).click();
const signInAs = async (page: Page, login: string, password: string) => {
  await page.getByLabel('Usuário').fill(login);
  await page.locator('input[name=password]').fill(password);
  await page.getByRole('button', { name: 'Entrar' }).click();
};
/** What is asked about passwords, in order: path, and status of the answer. */
const watchCalls = (page: Page): string[] => {
  const calls: string[] = [];
  page.on('response', (response) => {
    const path = /\/api(\/(usuarios\/.*-senha|auth\/(me|password\/.*)))$/.exec(response.url())?.[1];
    if (path !== undefined) calls.push(`${path} ${response.status()}`);
  });
  return calls;
};

it('offers the change of the password where the client has it switched on, and nowhere else [frame-user-menu-change-password]', async () => {
  const { page, close } = await openSession(browser, product.url, { login: 'consulta' });
  await openMenu(page);
  await entryOf(page).waitFor();
  await page.route('**/api/auth/me', async (route) => {
    const { 'if-none-match': _tag, ...headers } = route.request().headers();
    const answer = await route.fetch({ headers });
    const me = (await answer.json()) as { client: { flags: object } };
    const flags = { ...me.client.flags, 'acesso.alterarsenha': false };
    await route.fulfill({ response: answer, json: { ...me, client: { ...me.client, flags } } });
  });
  await page.reload();
  await openMenu(page);
  await page.getByRole('menuitem', { name: 'Sair' }).waitFor();
  expect(await entryOf(page).count()).toBe(0);
  await close();
});

it('changes the password: the current one is validated first, and only then the new one is sent [entities-password-form-login] [password-inputs-maximum-25] [password-plain-pattern] [calls-alterar-senha-only-after-validation]', async () => {
  const { page, auditThemes, close } = await openSession(browser, product.url, { login: 'consulta' });
  const calls = watchCalls(page);
  const bodies: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().includes('senha')) bodies.push(request.postDataJSON());
  });
  await openMenu(page);
  await entryOf(page).click();
  await send(page);
  for (const text of ['Informe a Senha Atual', 'Informe a Nova Senha', 'Informe a Confirmação da Nova Senha'])
    await dialogOf(page).getByText(text).waitFor();
  await auditThemes('the change of the password, with errors');
  for (const name of ['senhaAtual', 'senha', 'senhaConf']) {
    const input = page.locator(`input[name=${name}]`);
    await input.pressSequentially('a'.repeat(30));
    expect(await input.inputValue()).toBe('a'.repeat(25));
  }
  await write(page, { senhaAtual: 'consulta-demo', senha: 'com acento', senhaConf: 'outra' });
  await send(page);
  await dialogOf(page).getByText('Nova Senha inválida').waitFor();
  await dialogOf(page).getByText('As senhas informadas não são iguais').waitFor();
  expect(calls).toEqual([]);

  await write(page, { senhaAtual: 'errada', senha: 'consulta_2', senhaConf: 'consulta_2' });
  await send(page);
  await dialogOf(page).getByText('A senha atual não confere.').waitFor();
  expect(calls).toEqual(['/usuarios/validar-senha 422']);
  await write(page, { senhaAtual: 'consulta-demo' });
  await send(page);
  await page.getByText('Senha alterada. As suas outras sessões foram encerradas.').waitFor();
  await dialogOf(page).waitFor({ state: 'hidden' });
  await expect
    .poll(() => calls.slice(1))
    .toEqual(['/usuarios/validar-senha 204', '/usuarios/alterar-senha 204', '/auth/me 304']);
  expect(bodies).toEqual([
    { login: 'consulta', senha: 'errada' },
    { login: 'consulta', senha: 'consulta-demo' },
    { login: 'consulta', senha: 'consulta_2' },
  ]);
  await close();
});

it('stands over everything while the password is expired, also after a reload, until there is a new one; then the work goes on [password-expired-opens-automatically] [password-expired-cannot-be-closed] [password-expired-user-reloaded] [password-strict-banner]', async () => {
  await product.call('PATCH', '/grupos?nome=like.Cadastro*', { valida_senha: true });
  await product.call('PATCH', '/usuarios?login=eq.operador', { senha_expirada: true });
  const { page, go, audit, close } = await openPage(browser, product.url);
  await go('/bancos?limit=25');
  await signInAs(page, 'operador', 'operador-demo');
  await dialogOf(page).getByText('A sua senha expirou. Altere-a para continuar.').waitFor();
  await dialogOf(page).getByText('O seu grupo exige uma senha forte').waitFor();
  await page.reload();
  await dialogOf(page).waitFor();
  await page.keyboard.press('Escape');
  await page.mouse.click(10, 450);
  expect(await dialogOf(page).getByRole('button', { name: 'Fechar' }).count()).toBe(0);
  expect(await dialogOf(page).getByRole('button', { name: 'Cancelar' }).count()).toBe(0);
  await dialogOf(page).getByRole('button', { name: 'Sair' }).click();
  await page.getByRole('dialog', { name: 'Confirmação' }).getByRole('button', { name: 'Não' }).click();
  expect(await rows(page).count()).toBe(0);

  await write(page, { senhaAtual: 'operador-demo', senha: 'aB3' });
  const rules = dialogOf(page).getByRole('list', { name: 'Regras da senha' }).getByRole('listitem');
  const states = () =>
    rules.evaluateAll((items) => items.map((item) => item.querySelector('[aria-label]')?.getAttribute('aria-label')));
  expect(await rules.allInnerTexts()).toEqual([
    'Deve ter no mínimo 6 carateres',
    'Deve ter ao menos uma letra minúscula',
    'Deve ter ao menos uma letra maiúscula',
    'Deve ter ao menos um número',
    'Deve ter ao menos um caracter especial',
  ]);
  expect(await states()).toEqual(['falta cumprir', 'cumprida', 'cumprida', 'cumprida', 'falta cumprir']);
  await send(page);
  await audit('an expired password, with errors');
  await write(page, { senha: 'aB3#56', senhaConf: 'aB3#56' });
  expect(await states()).toEqual(Array(5).fill('cumprida'));
  const calls = watchCalls(page);
  // On a slow machine what is read anew has come before it is drawn that it is asked for.
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 20 });
  await send(page);
  await dialogOf(page).waitFor({ state: 'hidden' });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  expect(calls).toContain('/auth/me 200');
  await rows(page).first().waitFor();
  const { pathname, search } = new URL(page.url());
  expect(pathname + search).toBe('/bancos?limit=25');

  // It expires while one works: the screen stays, and goes on afterwards.
  await product.call('PATCH', '/usuarios?login=eq.operador', { senha_expirada: true });
  await page.getByRole('button', { name: 'Próxima página' }).click();
  await dialogOf(page).waitFor();
  // Nor is anybody held by it where the user could not be read anew.
  await page.route('**/api/auth/me', (route) => route.fulfill({ status: 429, json: { code: 'X', message: '' } }));
  await write(page, { senhaAtual: 'aB3#56', senha: 'aB3#57', senhaConf: 'aB3#57' });
  await send(page);
  await dialogOf(page).waitFor({ state: 'hidden' });
  await expect.poll(() => page.locator('footer').textContent()).toContain('26–50');
  await close();
});

it('sends a link to whoever forgot the password, which leads once to a new one and stays in no history', async () => {
  await product.call('PATCH', '/usuarios?login=eq.consulta', { email: 'consulta@exemplo.com.br' });
  const { page, go, audit, close } = await openPage(browser, product.url);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const neutral = 'Se este usuário existe e tem e-mail, enviamos para ele um link que vale por 30 minutos.';
  for (const login of ['ninguem', 'consulta']) {
    await go('/auth');
    await page.getByRole('link', { name: 'Esqueceu a senha?' }).click();
    await page.getByRole('heading', { name: 'Esqueci a senha' }).waitFor();
    if (login === 'ninguem') await audit('forgotten password');
    await page.getByLabel('Usuário').fill(login);
    await page.getByRole('button', { name: 'Enviar link' }).click();
    await page.getByText(neutral).waitFor();
  }
  const links = () => letters.filter(({ text }) => text.includes('/redefinir-senha#'));
  await expect.poll(() => links().map(({ to }) => to.address)).toEqual(['consulta@exemplo.com.br']);
  const token = /\/redefinir-senha#([\w-]+)/.exec(links()[0]?.text ?? '')?.[1] ?? '';
  expect(token.length).toBeGreaterThan(20);

  await go(`/redefinir-senha#${token}`);
  await page.getByRole('heading', { name: 'Criar uma nova senha' }).waitFor();
  expect(page.url()).toBe(`${product.url}/redefinir-senha`);
  await page.getByText('De 5 a 25 caracteres').waitFor();
  await audit('a new password by a link');
  await write(page, { senha: 'consulta_3', senhaConf: 'consulta_3' });
  await page.getByRole('button', { name: 'Gravar a nova senha' }).click();
  await page.waitForURL('**/senha-atualizada');
  await page.goBack();
  expect(page.url()).not.toContain(token);
  expect(asked.filter((url) => url.includes(token))).toEqual([]);

  await go(`/redefinir-senha#${token}`);
  await page.getByText('Este link não pode mais ser usado').waitFor();
  await page.getByRole('link', { name: 'Pedir um novo link' }).waitFor();
  await go('/auth');
  await signInAs(page, 'consulta', 'consulta_3');
  await page.waitForURL((address) => address.pathname === '/');
  await close();
});

it('shows where one is signed in, and ends the other sessions', async () => {
  const { page, auditThemes, close } = await openSession(browser, product.url, {
    path: '/minha-conta',
    ownSession: true,
  });
  const other = await openSession(browser, product.url, { path: '/bancos', ownSession: true });
  await rows(other.page).first().waitFor();
  const sessions = page.getByRole('region', { name: 'Sessões' });
  await page.reload();
  const current = sessions.getByRole('listitem').filter({ hasText: 'Este dispositivo' });
  await current.waitFor();
  expect(await current.innerText()).toContain('Chrome em Linux');
  expect(await current.getByRole('button').count()).toBe(0);
  await page.getByRole('region', { name: 'Senha' }).getByText('Não expira').waitFor();
  await auditThemes('the account');
  const ends = sessions.getByRole('button', { name: /^Encerrar a sessão/ });
  while ((await ends.count()) > 0) {
    const before = await ends.count();
    await ends.first().click();
    await expect.poll(() => ends.count()).toBe(before - 1);
  }
  // What a session showed goes with it, though nobody touches the screen.
  await other.page.waitForURL('**/auth?redirect=*');
  await other.close();
  await close();
});
