import { launchBrowser } from './src/pictures/browser.ts';
const browser = await launchBrowser();
const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'pt-BR' });
const page = await context.newPage(); page.setDefaultTimeout(60000);
await page.goto('http://127.0.0.1:3201/auth');
await page.getByLabel('Usuário').fill('operador'); await page.getByLabel('Senha', { exact: true }).fill('operador-demo'); await page.getByRole('button', { name: 'Entrar' }).click();
await page.waitForURL((u) => !u.pathname.startsWith('/auth'));
page.on('pageerror', (e) => console.log('PAGEERROR', e.message)); page.on('console', (m) => { if (m.type() === 'error') console.log('CONSOLE', m.text().slice(0, 200)); });
for (const path of process.argv.slice(2)) {
  await page.goto(`http://127.0.0.1:3201${path}`); await page.waitForLoadState('networkidle'); await page.waitForTimeout(800);
  const name = path.replaceAll(/\W+/g, '_');
  await page.screenshot({ path: `/tmp/w1${name}.png` });
}
await browser.close();
