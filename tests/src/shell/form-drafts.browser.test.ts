/** Drafts of a form, in a real browser: kept, given up, merged with what others wrote. */
import { describe, expect, it } from 'vitest';
import { closed, field, formStage } from './form-stage.ts';
import { signIn } from './open-session.ts';

const { call, create, open, start } = formStage();

/** What waits for a pause of the person, or for a call. */
const patient = { timeout: 45_000 } as const;

describe('a draft', () => {
  /** A draft of a record that somebody else has changed since; the page knows it by now. */
  const outrun = async () => {
    const id = await create('/escalas', { nome: 'Antes', setor: 'A' });
    const { page, close } = await start(`/escalas?_record=edit.${id}`, 'nome');
    page.on('dialog', (dialog) => void dialog.accept());
    await field(page, 'nome').fill('Minha');
    await expect
      .poll(
        () => page.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith('fichario.draft'))),
        patient,
      )
      .toBe(true);
    await call('PATCH', `/escalas?id=eq.${id}`, { nome: 'Deles', setor: 'B' });
    await page.reload();
    return { id, page, close };
  };

  it('is there after the page died, and is gone when it is discarded or saved', async () => {
    const { page, go, audit, close } = await open();
    const kept = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('fichario.draft')));
    page.on('dialog', (dialog) => void dialog.accept());
    const slow = Promise.withResolvers<void>();
    await page.route('**/api/auth/draft-key', async (route) => {
      await slow.promise;
      await route.continue();
    });
    await go('/escalas?_record=new');
    await field(page, 'nome').fill('Rascunho secreto');
    // Put away before the key is there, it is kept when the key comes.
    await page.evaluate(() => dispatchEvent(new Event('pagehide')));
    expect(await kept()).toEqual([]);
    slow.resolve();
    await expect.poll(kept, patient).toHaveLength(1);
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('secreto');
    await page.reload();
    await page.getByText(/^Há um rascunho de \d\d:\d\d\.$/).waitFor();
    await audit('offer');
    expect(await field(page, 'nome').inputValue()).toBe('');
    await page.getByRole('button', { name: 'Restaurar' }).click();
    await expect.poll(() => field(page, 'nome').inputValue()).toBe('Rascunho secreto');
    await page.reload();
    await page.getByRole('button', { name: 'Descartar' }).click();
    await expect.poll(kept, patient).toEqual([]);
    await field(page, 'nome').fill('Salvo');
    await expect.poll(kept, patient).toHaveLength(1);
    await page.keyboard.press('Control+s');
    await closed(page);
    expect(await kept()).toEqual([]);
    await go('/escalas?_record=new');
    await field(page, 'nome').waitFor();
    expect(await page.getByText('Há um rascunho').count()).toBe(0);
    await close();
  });

  it('survives the end of the session, and goes when the work is given up', async () => {
    const { page, close } = await start('/escalas?_record=new', 'nome');
    await field(page, 'nome').fill('Sessão perdida');
    await page.evaluate(async () => {
      const { token: own } = JSON.parse(localStorage.getItem('fichario.session') ?? '{}') as { token: string };
      await fetch('/api/auth/token/revoke', { method: 'POST', headers: { authorization: `Bearer ${own}` } });
    });
    await page.keyboard.press('Control+s');
    await page.waitForURL(/\/auth\?redirect=/);
    await signIn(page);
    await page.getByRole('button', { name: 'Restaurar' }).click();
    await expect.poll(() => field(page, 'nome').inputValue()).toBe('Sessão perdida');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Continuar editando' }).click();
    await page.getByRole('dialog', { name: 'Descartar alterações?' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Descartar' }).click();
    await closed(page);
    expect(await page.evaluate(() => JSON.stringify(Object.keys(localStorage)))).not.toContain('fichario.draft');
    await close();
  });

  it('holds the last key also where the session ends right after it', async () => {
    const { page, close } = await start('/escalas?_record=new', 'nome');
    // At once, as a step of the browser takes longer than the form waits for the next key.
    await field(page, 'nome').evaluate((input: HTMLInputElement) => {
      const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
      write?.call(input, 'Última tecla');
      input.dispatchEvent(new Event('input', { bubbles: true }));
      localStorage.removeItem('fichario.session');
      dispatchEvent(new StorageEvent('storage', { key: 'fichario.session' }));
    });
    await page.waitForURL(/\/auth\?redirect=/);
    await signIn(page);
    await page.getByRole('button', { name: 'Restaurar' }).click();
    await expect.poll(() => field(page, 'nome').inputValue()).toBe('Última tecla');
    await close();
  });

  it('of a record that moved on is merged field by field', async () => {
    const { id, page, close } = await outrun();
    await page.getByText('O registro foi alterado depois dele').waitFor();
    await page.getByRole('button', { name: 'Restaurar' }).click();
    await page.getByRole('radio', { name: /Minha/ }).click();
    await page.getByRole('button', { name: 'Usar as escolhas' }).click();
    await expect.poll(() => field(page, 'nome').inputValue()).toBe('Minha');
    expect(await field(page, 'setor').inputValue()).toBe('B');
    await page.keyboard.press('Control+s');
    await closed(page);
    expect(await call('GET', `/escalas?id=eq.${id}&select=nome,setor`)).toEqual([{ nome: 'Minha', setor: 'B' }]);
    await close();
  });

  it('whose merge is put off goes on as it was typed, and asks again before anything is overwritten', async () => {
    const { id, page, close } = await outrun();
    await page.getByRole('button', { name: 'Restaurar' }).click();
    await page.getByRole('button', { name: 'Voltar à edição' }).click();
    await page.getByRole('button', { name: 'Voltar à edição' }).waitFor({ state: 'detached' });
    await expect.poll(() => field(page, 'nome').inputValue()).toBe('Minha');
    await page.keyboard.press('Control+s');
    await page.getByRole('radio', { name: /Deles/ }).click();
    await page.getByRole('button', { name: 'Salvar com as escolhas' }).click();
    await closed(page);
    expect(await call('GET', `/escalas?id=eq.${id}&select=nome,setor`)).toEqual([{ nome: 'Deles', setor: 'B' }]);
    await close();
  });
});
