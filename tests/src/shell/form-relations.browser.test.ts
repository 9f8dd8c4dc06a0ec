/** Related records in a form, in a real browser: searched, offered, typed, included over the form. */
import { describe, expect, it } from 'vitest';
import { closed, field, formStage, typeInto } from './form-stage.ts';

const { call, create, start } = formStage();

describe('a related record', () => {
  it('is searched from the declared minimum on, and the one that is found alone is chosen', async () => {
    await create('/credenciados', { codigo: '000777', nome: 'Hospital das Acácias' });
    const { page, audit, close } = await start('/exames?_record=new', 'credenciado_id');
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('findCredenciado')) asked.push(decodeURIComponent(new URL(request.url()).pathname));
    });
    await field(page, 'credenciado_id').pressSequentially('acac');
    await page.getByText('Digite ao menos 5 caracteres').waitFor();
    await audit('minimum');
    await page.keyboard.type('ias');
    await expect.poll(() => field(page, 'credenciado_id').inputValue()).toBe('000777 - Hospital das Acácias');
    expect(asked).toEqual(['/api/findCredenciado/acacias']);
    await close();
  });

  it('is offered where it fits what stands beside it, and told at its field once it fits no more', async () => {
    for (const name of ['Norte', 'Sul']) {
      const firma_id = await create('/firmas', { nome: `Firma ${name}` });
      await create('/salas', { nome: `Sala ${name}`, firma_id });
    }
    const { page, audit, close } = await start('/salas?_record=new', 'sala_id');
    const choose = async (name: string, typed: string, option: string): Promise<void> => {
      await field(page, name).fill(typed);
      await page.getByRole('option', { name: option, exact: true }).click();
    };
    const offered = () => page.getByRole('option').allTextContents();
    const calls: string[] = [];
    page.on('request', (request) => void calls.push(new URL(request.url()).pathname));
    await field(page, 'firma_id').focus();
    await field(page, 'nome').focus();
    await field(page, 'firma_id').click();
    await page.getByRole('option', { name: 'Firma Sul', exact: true }).waitFor();
    expect(calls.filter((path) => path.includes('/firmas'))).toEqual(['/api/firmas']);
    await choose('firma_id', 'norte', 'Firma Norte');
    await field(page, 'sala_id').press('ArrowDown');
    await page.getByRole('option', { name: 'Sala Norte', exact: true }).waitFor();
    expect(await offered()).not.toContain('Sala Sul');
    await field(page, 'sala_id').fill('sala');
    await page.getByRole('option', { name: 'Sala Norte', exact: true }).waitFor();
    expect(await offered()).not.toContain('Sala Sul');
    await page.getByRole('option', { name: 'Sala Norte', exact: true }).click();
    await choose('firma_id', 'sul', 'Firma Sul');
    const told = page.getByText('Sala ao lado não combina mais com o que foi alterado neste registro.').first();
    await told.waitFor();
    await audit('a record that fits no more');
    await expect.poll(() => field(page, 'sala_id').inputValue()).toBe('Sala Norte');
    await choose('sala_id', 'sala', 'Sala Sul');
    await told.waitFor({ state: 'detached' });
    await close();
  });

  it('is taken by Tab and Enter where it is found alone, and where it is not the field says what became of the text', async () => {
    for (const nome of ['Clínica Alfa', 'Clínica Beta']) await create('/firmas', { nome });
    const { page, close } = await start('/salas?_record=new', 'firma_id');
    const offered = page.getByRole('option', { name: 'Clínica Alfa', exact: true });
    for (const key of ['Tab', 'Enter']) {
      await field(page, 'firma_id').fill('alfa');
      await offered.waitFor();
      await page.keyboard.press(key);
      await expect.poll(() => field(page, 'firma_id').inputValue()).toBe('Clínica Alfa');
      await field(page, 'firma_id').fill('');
    }
    // Before it is known what is found.
    await typeInto(page, 'firma_id', 'clínica');
    await page.getByText('Escolha um dos registros encontrados para “clínica”.').waitFor();
    await typeInto(page, 'firma_id', 'beta');
    await expect.poll(() => field(page, 'firma_id').inputValue()).toBe('Clínica Beta');
    expect(await page.getByText('Escolha um dos registros').count()).toBe(0);
    // Who comes back to a field that has a record looks for another.
    await field(page, 'nome').focus();
    await field(page, 'firma_id').click();
    await page.keyboard.type('alfa');
    await offered.waitFor();
    await page.keyboard.press('Tab');
    await expect.poll(() => field(page, 'firma_id').inputValue()).toBe('Clínica Alfa');
    await close();
  });

  it('is included over the form where there is none, and then chosen', async () => {
    const { page, audit, close } = await start('/exames?_record=new', 'banco_id');
    await field(page, 'descricao').fill('Consulta');
    await field(page, 'banco_id').fill('banco inexistente');
    await page.getByRole('option', { name: 'Incluir banco…' }).click();
    await field(page, 'codigo').waitFor();
    await audit('stacked form');
    await field(page, 'codigo').fill('987');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Continuar editando' }).click();
    await page.getByRole('dialog', { name: 'Descartar alterações?' }).waitFor({ state: 'detached' });
    const stacked = page.getByRole('dialog', { name: 'Incluir banco' });
    await stacked.locator('#fi-form_nome').fill('Banco novo');
    await page.keyboard.press('Control+s');
    await stacked.waitFor({ state: 'detached' });
    await expect.poll(() => field(page, 'banco_id').inputValue()).toContain('Banco novo');
    await page.keyboard.press('Control+s');
    await closed(page);
    const [saved] = (await call('GET', '/exames?descricao=eq.Consulta&select=banco(codigo)')) as unknown[];
    expect(saved).toEqual({ banco: { codigo: '987' } });
    await close();
  });
});
