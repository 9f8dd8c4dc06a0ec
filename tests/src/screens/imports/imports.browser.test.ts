/** Imports as people meet them: a file sent, its columns said, what it changes looked at, written and taken back. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Import } from '../../../../engine/contract/import.ts';
import { launchBrowser } from '../../../support/browser.ts';
import type { BrowserProduct } from '../../../support/browser-product.ts';
import { openBrowserProduct } from '../../../support/browser-product.ts';
import { openSession, rows } from '../../shell/open-session.ts';

let product: BrowserProduct;
let browser: Browser;

beforeAll(async () => {
  [product, browser] = await Promise.all([openBrowserProduct({ rowsOf: ['paises'] }), launchBrowser()]);
  await product.runtime.jobs.ready;
  await product.database.query({
    text: `insert into banco (codigo, nome, nome_reduzido) values
      ('001', 'Banco do Brasil S.A.', 'BB'), ('033', 'Santander', 'SANTANDER'), ('104', 'Caixa', 'CAIXA')`,
    values: [],
  });
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

const file = (name: string, ...lines: readonly string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(`${lines.join('\r\n')}\r\n`),
});
/** Two that are new, one that changes, one that is so already, two that are refused. */
const october = (name: string) =>
  file(
    name,
    'COMPE;Nome da instituição;Nome reduzido;Observação',
    '900;Banco Novo S.A.;NOVO;a',
    '901;Outro Banco Novo S.A.;;b',
    '033;Banco Santander (Brasil) S.A.;SANTANDER;c',
    '104;Caixa;CAIXA;d',
    '9X2;Código com letra;;e',
    '902;;;f',
  );

const banks = async (): Promise<readonly string[]> =>
  ((await product.call('GET', '/bancos?select=codigo,nome&order=codigo')) as { codigo: string; nome: string }[]).map(
    ({ codigo, nome }) => `${codigo} ${nome}`,
  );
const before = ['001 Banco do Brasil S.A.', '033 Santander', '104 Caixa'];

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const fieldOf = (page: Page, column: string) =>
  page.getByRole('combobox', { name: `Campo da coluna ${column}`, exact: true });
const choose = async (page: Page, column: string, field: string): Promise<void> => {
  await fieldOf(page, column).click();
  await page.getByRole('option', { name: field, exact: true }).click();
};
const send = async (page: Page, sent: ReturnType<typeof file>): Promise<void> => {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Escolher arquivo…' }).click();
  await (await chooser).setFiles(sent);
};
const sums = async (page: Page): Promise<readonly string[]> =>
  page.getByRole('status').getByRole('listitem').allInnerTexts();
const saved = async (page: Page, button: string): Promise<readonly [string, string]> => {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const taken = await download;
  const { readFile } = await import('node:fs/promises');
  return [taken.suggestedFilename(), await readFile(await taken.path(), 'utf8')];
};

describe('a file of records', () => {
  it('is sent from the list, said by columns, looked at, written, and taken back', async () => {
    const { page, close } = await openSession(browser, product.url, { path: '/bancos' });
    await rows(page).first().waitFor();
    await page.getByRole('button', { name: 'Mais', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Importar…' }).click();
    await heading(page, 'Importações').waitFor();
    expect(await page.getByRole('combobox', { name: 'Cadastro' }).inputValue()).toBe('Banco');
    await send(page, october('bancos de outubro.csv'));

    await heading(page, 'Importação de bancos de outubro.csv').waitFor();
    const trail = page.getByRole('navigation', { name: 'Caminho da tela' }).getByRole('listitem');
    expect((await trail.allInnerTexts()).slice(-2)).toEqual(['Importações', 'Importação']);
    expect(await trail.getByRole('link', { name: 'Importações' }).getAttribute('href')).toBe('/importacoes');
    // Known by its title; the others are said.
    expect(await fieldOf(page, 'Nome reduzido').inputValue()).toBe('Nome reduzido');
    expect(await fieldOf(page, 'COMPE').inputValue()).toBe('Não importar');
    await page.getByText('Nenhuma coluna traz Código, Nome.', { exact: false }).waitFor();
    await choose(page, 'COMPE', 'Código');
    await choose(page, 'Nome da instituição', 'Nome');
    await page.getByText('Nenhuma coluna traz', { exact: false }).waitFor({ state: 'detached' });
    await fieldOf(page, 'Observação').click();
    expect(
      await page
        .getByRole('option', { name: 'Nome (já vem de Nome da instituição)' })
        .getAttribute('data-combobox-disabled'),
    ).toBe('true');
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Reconhecer registros que já existem por' }).click();
    await page.getByRole('option', { name: 'Código', exact: true }).click();
    expect(await page.getByRole('radio', { name: 'Incluir e alterar' }).isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Conferir' }).click();

    await heading(page, 'O que vai mudar').waitFor();
    expect(await sums(page)).toEqual(['2 novos', '1 será alterado', '1 já está assim', '2 serão recusados']);
    const refused = page.getByRole('table', { name: 'Linhas recusadas' });
    expect((await refused.getByRole('row').allInnerTexts()).map((text) => text.split(/\s*\t\s*/)[1])).toEqual([
      'Quais',
      'Linha 6',
      'Linha 7',
    ]);
    await page.getByText('Santander', { exact: true }).first().waitFor();
    expect(await banks()).toEqual(before);
    const [name, content] = await saved(page, 'Baixar as linhas recusadas');
    expect(name).toBe('bancos de outubro-problemas.csv');
    expect(content).toContain('9X2;Código com letra');
    expect(content).not.toContain('Banco Novo');

    await page.getByRole('button', { name: 'Gravar 3 registros' }).click();
    await heading(page, 'Gravado').waitFor();
    expect(await sums(page)).toEqual(['3 registros gravados', '1 linha já estava assim', '2 linhas recusadas']);
    expect(await banks()).toEqual([
      '001 Banco do Brasil S.A.',
      '033 Banco Santander (Brasil) S.A.',
      '104 Caixa',
      '900 Banco Novo S.A.',
      '901 Outro Banco Novo S.A.',
    ]);

    await page.getByRole('button', { name: 'Desfazer' }).click();
    const dialog = page.getByRole('dialog', { name: /^Desfazer o lote/ });
    await dialog.getByText('2 serão apagados').waitFor();
    expect(await dialog.getByRole('status').getByRole('listitem').allInnerTexts()).toEqual([
      '1 será gravado',
      '2 serão apagados',
    ]);
    await dialog.getByRole('button', { name: 'Desfazer em 3 registros' }).click();
    await heading(page, 'Desfeita').waitFor();
    expect(await banks()).toEqual(before);

    await page.getByText(/^Desfeita pelo lote \d+\./).waitFor();
    await page.getByRole('button', { name: 'Refazer' }).click();
    await page
      .getByRole('dialog', { name: /^Refazer o lote/ })
      .getByRole('button', { name: /^Refazer em/ })
      .click();
    await heading(page, 'Gravado').waitFor();
    expect(await banks()).toHaveLength(5);
    await page.getByText(/^Desfeita, e refeita pelo lote \d+\./).waitFor();
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await dialog.getByRole('button', { name: 'Desfazer em 3 registros' }).click();
    await heading(page, 'Desfeita').waitFor();
    expect(await banks()).toEqual(before);
    await page.getByRole('main').getByRole('link', { name: 'Importações' }).click();
    await page.getByRole('listitem').filter({ hasText: 'bancos de outubro.csv' }).getByText('Desfeita').waitFor();
    await page.getByRole('link', { name: 'Abrir Banco' }).waitFor({ state: 'detached' });
    await close();
  });

  it('is written only whole where that is asked, and the columns can be changed until then', async () => {
    const { page, close } = await openSession(browser, product.url, { path: '/importacoes?rota=/bancos' });
    await send(page, october('inteiro.csv'));
    await heading(page, 'Importação de inteiro.csv').waitFor();
    // As such a file was said before.
    expect(await fieldOf(page, 'COMPE').inputValue()).toBe('Código');
    await page.getByRole('checkbox', { name: 'Gravar só se todas as linhas estiverem certas' }).check();
    await page.getByRole('button', { name: 'Conferir' }).click();
    await heading(page, 'O que vai mudar').waitFor();
    expect(await page.getByRole('button', { name: 'Gravar 3 registros' }).isDisabled()).toBe(true);
    await page.getByText('Nada é gravado enquanto houver linha recusada', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Mudar as colunas' }).click();
    await heading(page, 'O que cada coluna traz').waitFor();
    await page.getByRole('button', { name: 'Voltar à prévia' }).click();
    await heading(page, 'O que vai mudar').waitFor();
    await page.getByRole('button', { name: 'Mudar as colunas' }).click();
    await page.getByRole('checkbox', { name: 'Gravar só se todas as linhas estiverem certas' }).uncheck();
    await page.getByRole('radio', { name: 'Só incluir' }).check();
    await page.getByRole('button', { name: 'Conferir' }).click();
    await page.getByRole('button', { name: 'Gravar 2 registros' }).waitFor();
    expect(await sums(page)).toEqual(['2 novos', '4 serão recusados']);
    await page.getByRole('main').getByRole('link', { name: 'Importações' }).click();
    const item = page.getByRole('listitem').filter({ hasText: 'inteiro.csv' });
    await item.getByText('Pronta para gravar').waitFor();
    await item.getByRole('button', { name: 'Descartar a importação de inteiro.csv' }).click();
    await item.waitFor({ state: 'detached' });
    expect(await banks()).toEqual(before);
    await close();
  });

  it('gives its plain name to what comes back, and keeps what was said of its columns until that is sent', async () => {
    const { page, close } = await openSession(browser, product.url, { path: '/importacoes?rota=/bancos' });
    await send(page, file('bancos.csv', 'Compensação;Instituição', '9X3;Errado', '960;Certo'));
    await heading(page, 'Importação de bancos.csv').waitFor();
    await choose(page, 'Compensação', 'Código');
    await page.getByRole('combobox', { name: 'Reconhecer registros que já existem por' }).click();
    await page.getByRole('option', { name: 'Código', exact: true }).click();
    const empty = page.getByText('Uma célula vazia apaga o valor do campo.', { exact: false });
    await empty.waitFor();
    await page.getByRole('radio', { name: 'Só incluir' }).check();
    await empty.waitFor({ state: 'detached' });
    const said = async () => [
      await fieldOf(page, 'Compensação').inputValue(),
      await fieldOf(page, 'Instituição').inputValue(),
      await page.getByRole('radio', { name: 'Só incluir' }).isChecked(),
    ];
    await page.getByRole('main').getByRole('link', { name: 'Importações' }).click();
    await page.getByRole('link', { name: 'bancos.csv', exact: true }).click();
    await heading(page, 'O que cada coluna traz').waitFor();
    expect(await said()).toEqual(['Código', 'Não importar', true]);
    await choose(page, 'Instituição', 'Nome');
    await page.reload();
    await heading(page, 'O que cada coluna traz').waitFor();
    expect(await said()).toEqual(['Código', 'Nome', true]);
    await page.getByRole('button', { name: 'Conferir' }).click();
    await heading(page, 'O que vai mudar').waitFor();
    expect(
      await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('fichario.import:'))),
    ).toEqual([]);
    expect((await saved(page, 'Baixar as linhas recusadas'))[0]).toBe('bancos-problemas.csv');
    await page.getByRole('main').getByRole('link', { name: 'Importações' }).click();
    await page.getByRole('button', { name: 'Descartar a importação de bancos.csv' }).click();
    await close();
  });

  it('is said and looked at by the keyboard alone', async () => {
    const { page, close } = await openSession(browser, product.url, { path: '/importacoes?rota=/bancos' });
    const button = page.getByRole('button', { name: 'Escolher arquivo…' });
    const chooser = page.waitForEvent('filechooser');
    await button.press('Enter');
    await (await chooser).setFiles(file('teclado.csv', 'Sigla;Código', 'TEC;950'));
    await heading(page, 'Importação de teclado.csv').waitFor();
    await fieldOf(page, 'Sigla').focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Nome');
    await page.getByRole('option', { name: 'Nome', exact: true }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => fieldOf(page, 'Sigla').inputValue()).toMatch(/^Nome/);
    await page.getByRole('button', { name: 'Conferir' }).focus();
    await page.keyboard.press('Enter');
    await heading(page, 'O que vai mudar').waitFor();
    // What was pressed is gone: the keyboard goes on from the heading.
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('O que vai mudar');
    await page.getByRole('main').getByRole('link', { name: 'Importações' }).click();
    await page.getByRole('button', { name: 'Descartar a importação de teclado.csv' }).click();
    await close();
  });
});

describe('what is no file for it', () => {
  it('is refused with what it is and what to do, and another may be sent', async () => {
    const { page, close } = await openSession(browser, product.url, { path: '/importacoes?rota=/bancos' });
    await send(page, { name: 'bancos.xls', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\nnada') });
    const alert = page.getByRole('main').getByRole('alert');
    await alert.getByText(/^O arquivo é PDF, que não se lê aqui\. .*XLSX/).waitFor();
    await send(page, file('sem nada.csv'));
    await alert.getByText(/PDF/).waitFor({ state: 'detached' });
    await alert.waitFor();
    expect(await page.getByRole('button', { name: 'Escolher arquivo…' }).isEnabled()).toBe(true);
    await close();
  });

  it('is not sent where it is too large, where there are two, or where no registry is chosen', async () => {
    const { page, close } = await openSession(browser, product.url, { path: '/importacoes' });
    const asked: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && asked.push(request.url()));
    expect(await page.getByRole('button', { name: 'Escolher arquivo…' }).isDisabled()).toBe(true);
    /** Drops files of these sizes, whose content nobody reads. */
    const drop = (...sizes: readonly number[]) =>
      page.evaluate((all) => {
        const transfer = new DataTransfer();
        for (const [index, size] of all.entries()) {
          const one = new File(['x'], `grande-${index}.csv`);
          Object.defineProperty(one, 'size', { value: size });
          transfer.items.add(one);
        }
        const box = document.querySelector('#fi-import-hint')?.parentElement;
        const event = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: transfer });
        // A browser gives copies of the files, with sizes of their own.
        Object.defineProperty(event.dataTransfer, 'files', {
          value: all.map((size, index) =>
            Object.defineProperty(new File(['x'], `grande-${index}.csv`), 'size', { value: size }),
          ),
        });
        return box?.dispatchEvent(event);
      }, sizes);
    const alert = page.getByRole('main').getByRole('alert');
    await drop(10);
    await alert.getByText('Escolha antes o cadastro que recebe as linhas.').waitFor();
    await page.getByRole('combobox', { name: 'Cadastro' }).click();
    await page.getByRole('option', { name: 'Banco', exact: true }).click();
    await expect.poll(() => page.getByRole('button', { name: 'Escolher arquivo…' }).isEnabled()).toBe(true);
    await drop(10, 10);
    await alert.getByText('Solte um arquivo por vez.').waitFor();
    await drop(101 * 1024 * 1024);
    await alert.getByText(/^grande-0\.csv tem 101 MB, e um arquivo pode ter até 100 MB\./).waitFor();
    expect(asked.filter((url) => url.includes('/importacoes'))).toEqual([]);
    await close();
  });

  it('is not offered to who may neither include nor change, and names no such registry', async () => {
    const { page, go, close } = await openSession(browser, product.url, { path: '/bancos', login: 'consulta' });
    await rows(page).first().waitFor();
    await page.getByRole('button', { name: 'Mais', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Exportar…' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Importar…' }).count()).toBe(0);
    await go('/importacoes?rota=/bancos');
    await page.getByText('Você não pode incluir nem alterar registros de nenhum cadastro.', { exact: false }).waitFor();
    expect(await page.getByRole('combobox', { name: 'Cadastro' }).count()).toBe(0);
    await close();
  });

  it('is not offered to who has no right on imports, whatever else may be written', async () => {
    const rule = `where assunto = 'importacao' and grupo_id in
      (select m.grupo_id from usuario_grupo m join usuario u on u.id = m.usuario_id where u.login = 'operador')`;
    const offered = async (): Promise<readonly number[]> => {
      const { page, close } = await openSession(browser, product.url, { path: '/bancos', login: 'operador' });
      await rows(page).first().waitFor();
      await page.getByRole('button', { name: 'Mais', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Exportar…' }).waitFor();
      const ofList = await page.getByRole('menuitem', { name: 'Importar…' }).count();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: /operador/ }).click();
      await page.getByRole('menuitem', { name: 'Sair' }).waitFor();
      const ofUser = await page.getByRole('menuitem', { name: 'Importações' }).count();
      await close();
      return [ofList, ofUser];
    };
    expect(await offered()).toEqual([1, 1]);
    await product.database.execute(`update regra set ativo = false ${rule}`);
    expect(await offered()).toEqual([0, 0]);
    await product.database.execute(`update regra set ativo = true ${rule}`);
  });

  it('tells an address of nothing, and of an import of somebody else, as what is not there', async () => {
    const { page, go, close } = await openSession(browser, product.url, { path: '/importacoes?rota=/eventos-acesso' });
    await page.getByText('Em /eventos-acesso não há um cadastro', { exact: false }).waitFor();
    await go('/importacoes/00000000-0000-4000-8000-000000000000');
    await page
      .getByRole('alert')
      .getByText(/^Esta importação não existe ou não é sua\./)
      .waitFor();
    await close();
  });
});

it('goes on when it is left, and an alert says when it is ready and leads to it', async () => {
  const { page, go, close } = await openSession(browser, product.url, { path: '/importacoes?rota=/cbos' });
  const lines = Array.from({ length: 20_000 }, (_, n) => `Ocupação ${n};${String(n).padStart(6, '0')}`);
  await send(page, file('longo.csv', 'Descrição;Código', ...lines));
  await heading(page, 'Importação de longo.csv').waitFor();
  const begun = page.waitForResponse((answer) => answer.url().endsWith('/conferir') && answer.status() === 202);
  await page.getByRole('button', { name: 'Conferir' }).click();
  await begun;
  await page.getByRole('main').getByRole('link', { name: 'Importações' }).click();
  const alert = page.getByRole('status').filter({ hasText: 'Conferência pronta' });
  await alert.waitFor({ timeout: 120_000 });
  await page.getByRole('listitem').filter({ hasText: 'longo.csv' }).getByText('Pronta para gravar').waitFor();
  await alert.getByRole('button', { name: 'Ver' }).click();
  await heading(page, 'O que vai mudar').waitFor();
  const [found] = (await product.call('GET', '/importacoes')) as readonly Import[];
  expect(new URL(page.url()).pathname).toBe(`/importacoes/${found?.id}`);
  // Its job leads there too, as long as the import is there.
  await go('/trabalhos');
  const jobs = page.getByRole('region', { name: 'Meus trabalhos' });
  await jobs.getByRole('link', { name: 'Abrir a importação de longo.csv' }).click();
  await heading(page, 'O que vai mudar').waitFor();
  await product.database.query({
    text: 'delete from fichario.import where id = $1::text::uuid',
    values: [found?.id ?? ''],
  });
  await go('/trabalhos');
  await jobs.getByText('Conferir longo.csv').waitFor();
  await expect.poll(() => jobs.getByRole('link', { name: 'Abrir a importação de longo.csv' }).count()).toBe(0);
  await close();
});

it('says of one that is under way what is done, in the list and on its page, until it is done', async () => {
  const { page, go, close } = await openSession(browser, product.url, { path: '/importacoes?rota=/cbos' });
  await send(page, file('andamento.csv', 'Descrição;Código', 'Ocupação em andamento;909090'));
  await heading(page, 'Importação de andamento.csv').waitFor();
  await page.getByRole('button', { name: 'Conferir' }).click();
  await heading(page, 'O que vai mudar').waitFor();
  const { pathname } = new URL(page.url());
  const say = (state: string, finished: string) =>
    product.database.query({
      text: `update fichario.job set state = $1::text, finished_at = ${finished}
        where id = (select job_id from fichario.import where name = 'andamento.csv')`,
      values: [state],
    });
  await say('running', 'null');
  await go('/importacoes');
  const item = page.getByRole('listitem').filter({ hasText: 'andamento.csv' });
  await item.getByText('Conferindo').waitFor();
  await go(pathname);
  await heading(page, 'Conferindo as linhas').waitFor();
  await say('done', 'now()');
  await heading(page, 'O que vai mudar').waitFor();
  await go('/importacoes');
  await item.getByText('Pronta para gravar').waitFor();
  await close();
});

it.each([
  ['wide', 1440, 900],
  ['a phone', 390, 844],
] as const)(
  'has no serious finding of axe, %s, in both themes, and nothing beside the screen',
  async (what, width, height) => {
    const { page, auditThemes, close } = await openSession(browser, product.url, {
      path: '/importacoes?rota=/bancos',
      width,
      height,
    });
    const fits = async () =>
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await heading(page, 'Importações').waitFor();
    await page.getByText('Minhas importações').waitFor();
    await auditThemes('the list of imports');
    await fits();
    await send(page, october(`${what}.csv`));
    await heading(page, 'O que cada coluna traz').waitFor();
    await auditThemes('the columns');
    await fits();
    // As such a file was said before, it is but included.
    await page.getByRole('radio', { name: 'Incluir e alterar' }).check();
    await page.getByRole('button', { name: 'Conferir' }).click();
    await heading(page, 'O que vai mudar').waitFor();
    await auditThemes('what changes');
    await fits();
    await page.getByRole('button', { name: 'Gravar 3 registros' }).click();
    await heading(page, 'Gravado').waitFor();
    await auditThemes('what became of it');
    await fits();
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await page.getByRole('button', { name: 'Desfazer em 3 registros' }).click();
    await heading(page, 'Desfeita').waitFor();
    await close();
  },
);
