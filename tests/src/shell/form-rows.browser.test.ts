/** Long lists of rows in a form, in a real browser. */
import { describe, expect, it } from 'vitest';
import { closed, field, focused, formStage } from './form-stage.ts';

const { call, create, start } = formStage();

describe('a long list of rows', () => {
  it('draws those in sight alone, and leads to a fault far below', async () => {
    const turnos = Array.from({ length: 300 }, (_, at) => ({ local: `Local ${at + 1}`, vagas: at }));
    const id = await create('/escalas', { nome: 'Longa', turnos });
    const { page, audit, close } = await start(`/escalas?_record=edit.${id}`, 'turnos.0.local');
    expect(await page.locator('[id$="_local"]').count()).toBeLessThan(60);
    await audit('rows in a window');
    await page.locator('fieldset li').first().getByRole('textbox').first().focus();
    for (const key of ['Tab', 'Tab', 'Tab', 'Tab']) await page.keyboard.press(key);
    await page.getByRole('button', { name: 'Mover a linha 1 para baixo' }).click();
    await expect.poll(() => field(page, 'turnos.0.local').inputValue()).toBe('Local 2');
    await page.evaluate(() => {
      const list = document.querySelector('fieldset ol');
      list?.lastElementChild?.scrollIntoView();
    });
    await page.mouse.move(900, 600);
    await page.mouse.wheel(0, 100_000);
    await field(page, 'turnos.299.local').waitFor();
    await field(page, 'turnos.299.local').fill('');
    await field(page, 'turnos.299.vagas').focus();
    await page.mouse.wheel(0, -100_000);
    await field(page, 'nome').fill('Longa demais');
    await page.keyboard.press('Control+s');
    await expect.poll(() => focused(page)).toBe('turnos_299_local');
    await page.keyboard.type('Último');
    await page.keyboard.press('Control+s');
    await closed(page);
    const [stored] = (await call('GET', `/escalas?id=eq.${id}&select=turnos(local)`)) as {
      turnos: { local: string }[];
    }[];
    expect([0, 1, 299].map((at) => stored?.turnos[at]?.local)).toEqual(['Local 2', 'Local 1', 'Último']);
    await close();
  });

  it('says nothing against a new row before somebody has been in it, or the record is sent again', async () => {
    const { page, close } = await start('/escalas?_record=new', 'nome');
    await page.keyboard.press('Control+s');
    await page.locator('#fi-form_nome__error').waitFor();
    await page.getByRole('button', { name: 'Incluir turno' }).click();
    await expect.poll(() => focused(page)).toBe('turnos_0_local');
    const wrong = page.locator('#fi-form_turnos_0_local__error');
    expect(await wrong.count()).toBe(0);
    await field(page, 'setor').focus();
    await wrong.waitFor();
    await page.getByRole('button', { name: 'Incluir turno' }).click();
    await page.keyboard.press('Control+s');
    await page.locator('#fi-form_turnos_1_local__error').waitFor();
    await close();
  });

  it('takes an area of a spreadsheet, and gives a row back that was taken out', async () => {
    const { page, close } = await start('/escalas?_record=new', 'nome');
    await field(page, 'nome').fill('Colada');
    await page.getByRole('button', { name: 'Incluir turno' }).click();
    await expect.poll(() => focused(page)).toBe('turnos_0_local');
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.setData('text/plain', 'Ala A\t1.200\t31/01/2026\r\nAla B\t3\t\r\n');
      document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
    });
    await expect.poll(() => field(page, 'turnos.1.local').inputValue()).toBe('Ala B');
    expect(await field(page, 'turnos.0.dia').inputValue()).toBe('31/01/2026');
    await page.getByRole('button', { name: 'Retirar a linha 1' }).click();
    await expect.poll(() => field(page, 'turnos.0.local').inputValue()).toBe('Ala B');
    await page.getByRole('button', { name: 'Desfazer a retirada' }).click();
    await expect.poll(() => field(page, 'turnos.0.local').inputValue()).toBe('Ala A');
    await page.keyboard.press('Control+s');
    await closed(page);
    expect(await call('GET', '/escalas?nome=eq.Colada&select=turnos(local,vagas,dia)')).toEqual([
      {
        turnos: [
          { local: 'Ala A', vagas: 1200, dia: '2026-01-31' },
          { local: 'Ala B', vagas: 3, dia: null },
        ],
      },
    ]);
    await close();
  });
});
