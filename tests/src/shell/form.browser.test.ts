/** Forms in depth, in a real browser: what is typed, many sections, neighbours, defaults, copies, saves. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { closed, field, focused, formStage, names, typeInto } from './form-stage.ts';

const { call, create, open, start } = formStage();

const record = (page: Page) => new URL(page.url()).searchParams.get('_record');

/** The middle of an element, from the top. */
const middle = async (page: Page, selector: string): Promise<number> => {
  const box = await page.locator(selector).boundingBox();
  if (box === null) throw new Error(`${selector} is not drawn`);
  return box.y + box.height / 2;
};

describe('a form', () => {
  it('leaves each field in its place when something is wrong with it', async () => {
    const { page, close } = await start('/digitadas?_record=new', 'idade');
    const places = () =>
      Promise.all(['idade', 'valor', 'dia'].map(async (name) => (await field(page, name).boundingBox())?.x));
    const before = await places();
    for (const name of ['idade', 'dia']) await typeInto(page, name, '9,9');
    await page.keyboard.press('Control+s');
    await page.locator('#fi-form_dia__error').waitFor();
    expect(await places()).toEqual(before);
    await close();
  });

  it('writes what a check says beside it, on the line of the controls around it', async () => {
    const { page, close } = await start('/cbos?_record=new', 'grupo');
    const [grupo, ativo, said] = await Promise.all(
      ['#fi-form_grupo', '#fi-form_ativo', 'label[for="fi-form_ativo"]'].map((one) => middle(page, one)),
    );
    expect(Math.abs((ativo ?? 0) - (grupo ?? 0))).toBeLessThan(2);
    expect(Math.abs((said ?? 0) - (grupo ?? 0))).toBeLessThan(2);
    const box = await field(page, 'ativo').boundingBox();
    const label = await page.locator('label[for="fi-form_ativo"]').boundingBox();
    expect(label?.x).toBeGreaterThan((box?.x ?? 0) + (box?.width ?? 0));
    await page.locator('label[for="fi-form_ativo"]').click();
    expect(await field(page, 'ativo').isChecked()).toBe(false);
    await close();
  });
});

describe('what is typed', () => {
  it('takes the option of a short list that begins so, with Tab and with Enter', async () => {
    const { page, close } = await start('/digitadas?_record=new', 'sexo');
    expect(await typeInto(page, 'sexo', 'fem')).toBe('Feminino');
    expect(await typeInto(page, 'sexo', 'm', 'Enter')).toBe('Masculino');
    expect(await field(page, 'sexo').getAttribute('aria-expanded')).toBe('false');
    expect(record(page)).toBe('new');
    await close();
  });

  it('is the day that it says, with whatever marks between', async () => {
    const { page, close } = await start('/digitadas?_record=new', 'dia');
    for (const typed of ['5/1/85', '1985-01-05', '5.1.1985']) {
      await field(page, 'dia').fill('');
      expect(await typeInto(page, 'dia', typed)).toBe('05/01/1985');
    }
    await close();
  });

  it('is stored without blanks that nobody sees, and keeps them while it is typed', async () => {
    const { page, close } = await start('/digitadas?_record=new', 'nome');
    await field(page, 'nome').focus();
    await page.keyboard.type('  Maria   ', { delay: 60 });
    await page.waitForTimeout(300);
    expect(await field(page, 'nome').inputValue()).toBe('  Maria   ');
    await page.keyboard.type('Teste  ');
    await field(page, 'historico').fill('  um\n\n  dois \n');
    await page.keyboard.press('Control+s');
    await closed(page);
    expect(await call('GET', '/digitadas?select=nome,historico')).toEqual([
      { nome: 'Maria Teste', historico: '  um\n\n  dois' },
    ]);
    await close();
  });

  it('is never shown as another number than the one that is held', async () => {
    const { page, close } = await start('/digitadas?_record=new', 'idade');
    expect(await typeInto(page, 'idade', '12,5')).toBe('12,5');
    expect(await typeInto(page, 'valor', '1234,125')).toBe('1.234,125');
    await close();
  });
});

/** Which of the elements are in sight whole. */
const inSight = (page: Page, ...selectors: readonly string[]) =>
  page.evaluate(
    (wanted) =>
      Promise.all(
        wanted.map(
          (one) =>
            new Promise<boolean>((resolve) => {
              const observer = new IntersectionObserver(([seen]) => {
                observer.disconnect();
                resolve((seen?.intersectionRatio ?? 0) > 0.99);
              });
              observer.observe(document.querySelector(one) ?? document.createElement('p'));
            }),
        ),
      ),
    selectors,
  );

describe('a form on a phone', () => {
  it('leads to a fault with its label above it and what is wrong below', async () => {
    const { page, close } = await start('/largas?_record=new', 'campo_1', { width: 390, height: 844 });
    const parts = ['label[for="fi-form_campo_10"]', '#fi-form_campo_10', '#fi-form_campo_10__error'];
    for (const name of ['campo_1', 'campo_10']) await field(page, name).fill('x');
    // Its label is just out of sight.
    await field(page, 'campo_10').evaluate((input) => {
      let scroller = input.parentElement;
      while (scroller && getComputedStyle(scroller).overflowY === 'visible') scroller = scroller.parentElement;
      scroller?.scrollBy(0, input.getBoundingClientRect().top - scroller.getBoundingClientRect().top);
    });
    expect(await inSight(page, ...parts.slice(0, 2))).toEqual([false, true]);
    await page.keyboard.press('Control+s');
    await expect.poll(() => focused(page)).toBe('campo_10');
    await expect.poll(() => inSight(page, ...parts)).toEqual([true, true, true]);
    await close();
  });
});

describe('a form with lists to choose from', () => {
  it('leads to what is wrong with no list over it, by button and keys, and opens the list when it is asked for', async () => {
    await create('/firmas', { nome: 'Alfa' });
    const { page, close } = await start('/exigidas?_record=new', 'nome');
    const lists = async () => ({
      shown: await page.getByRole('listbox').count(),
      open: await page.locator('[aria-expanded="true"][aria-haspopup="listbox"]').count(),
    });
    const none = { shown: 0, open: 0 };
    const leadsTo = async (path: string) => {
      await expect.poll(() => focused(page)).toBe(path.replaceAll('.', '_'));
      const id = `#fi-form_${path.replaceAll('.', '_')}`;
      await expect.poll(() => inSight(page, id, `${id}__error`)).toEqual([true, true]);
      expect(await lists()).toEqual(none);
    };
    await field(page, 'nome').fill('Um');
    await page.getByRole('button', { name: 'Salvar' }).click();
    await leadsTo('uf');
    // Once more, while it has the focus and its list is open.
    await page.keyboard.press('ArrowDown');
    await page.getByRole('option', { name: 'Acre' }).waitFor();
    await page.keyboard.press('Control+s');
    await leadsTo('uf');
    await page.keyboard.type('minas');
    await page.keyboard.press('Enter');
    expect(await field(page, 'uf').inputValue()).toBe('Minas Gerais');
    await page.keyboard.press('Control+s');
    await leadsTo('firma_id');
    await page.keyboard.type('alf');
    await page.getByRole('option', { name: 'Alfa' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Incluir parte' }).click();
    await page.keyboard.press('Control+s');
    await leadsTo('partes.0.uf');
    await page.keyboard.type('acre');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+s');
    await field(page, 'nome').waitFor({ state: 'detached' });
    expect(await call('GET', '/exigidas?select=nome,uf,partes(uf)')).toEqual([
      { nome: 'Um', uf: 'MG', partes: [{ uf: 'AC' }] },
    ]);
    await close();
  });
});

describe('a form of many sections', () => {
  it('takes the page, draws what is open, and leads to a fault in what is closed or on another tab', async () => {
    const { page, audit, close } = await start('/fichas?_record=new', 'campo_1');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await field(page, 'campo_1').count()).toBe(1);
    await page.getByRole('button', { name: 'Parte 2', exact: true }).last().click();
    expect(await field(page, 'campo_11').count()).toBe(0);
    await page.getByText('0 de 10 preenchidos').waitFor();
    expect(await field(page, 'campo_50').count()).toBe(0);
    await audit('sections');
    await page.keyboard.press('Control+s');
    await expect.poll(() => focused(page)).toBe('campo_1');
    expect(await page.getByRole('alert').textContent()).toContain('Corrija 2 campos para salvar:');
    await audit('faults');
    await page.getByRole('link', { name: 'Informe campo 50.' }).click();
    await expect.poll(() => focused(page)).toBe('campo_50');
    // The summary grows shorter as the button goes down, and the tabs below it move from under the pointer: no click comes.
    await page.evaluate(() => {
      const input = document.activeElement as HTMLInputElement;
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'fim');
      input.dispatchEvent(new Event('input', { bubbles: true }));
      const tab = [...document.querySelectorAll('[role="tab"]')].find((one) => one.textContent?.startsWith('Geral'));
      tab?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }));
    });
    await page.getByRole('tab', { name: /^Geral/, selected: true }).waitFor();
    await page.getByRole('link', { name: 'Informe campo 50.' }).waitFor({ state: 'detached' });
    await field(page, 'campo_1').fill('início');
    await page.keyboard.press('Control+s');
    await field(page, 'campo_1').waitFor({ state: 'detached' });
    expect(await call('GET', '/fichas?select=campo_1,campo_50')).toEqual([{ campo_1: 'início', campo_50: 'fim' }]);
    await close();
  });

  it('keeps what was typed a moment before its section is closed', async () => {
    const { page, close } = await start('/fichas?_record=new', 'campo_1');
    await field(page, 'campo_1').focus();
    // In one turn of the browser: no clock can pass between the key and the click.
    await page.evaluate(() => {
      const input = document.activeElement as HTMLInputElement;
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'guardado');
      input.dispatchEvent(new Event('input', { bubbles: true }));
      document.querySelector<HTMLButtonElement>('#fi-section-0 button[aria-expanded]')?.click();
    });
    await field(page, 'campo_1').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Parte 1', exact: true }).first().click();
    expect(await field(page, 'campo_1').inputValue()).toBe('guardado');
    await close();
  });
});

describe('a section of more fields than the first frame holds', () => {
  it('has the values of them all, counts none as changed, and keeps those that nobody touched', async () => {
    const stored = Object.fromEntries(names.slice(0, 20).map((name) => [name, `valor de ${name}`]));
    const id = await create('/largas', stored);
    const { page, close } = await start(`/largas?_record=edit.${id}`, 'campo_20');
    const shown = await Promise.all(names.slice(0, 20).map((name) => field(page, name).inputValue()));
    expect(shown).toEqual(Object.values(stored));
    expect(await page.getByText(/alterado.* e não salvo/).count()).toBe(0);
    await field(page, 'campo_1').fill('outro');
    await field(page, 'campo_20').fill('último');
    await page.getByText('2 campos alterados e não salvos').waitFor();
    await page.keyboard.press('Control+s');
    await closed(page);
    expect(await call('GET', `/largas?id=eq.${id}&select=${names.slice(0, 20).join(',')}`)).toEqual([
      { ...stored, campo_1: 'outro', campo_20: 'último' },
    ]);
    await close();
  });
});

describe('the records beside', () => {
  it('are reached by keys and buttons, over the end of a page, and the focus says where one is', async () => {
    for (let at = 1; at <= 27; at += 1) await create('/escalas', { nome: `Escala ${String(at).padStart(2, '0')}` });
    const { page, audit, close } = await open({ path: '/escalas' });
    await page.locator('.ag-row').nth(23).waitFor();
    const ids = ((await call('GET', '/escalas?select=id&order=nome&limit=27')) as { id: number }[]).map(({ id }) => id);
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await expect.poll(() => record(page)).toBe(`view.${ids[0]}`);
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H2');
    await audit('view');
    expect(await page.getByRole('button', { name: 'Registro anterior' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Próximo registro' }).click();
    await expect.poll(() => record(page)).toBe(`view.${ids[1]}`);
    await page.keyboard.press('Alt+PageUp');
    await expect.poll(() => record(page)).toBe(`view.${ids[0]}`);
    for (let at = 1; at <= 25; at += 1) {
      await page.keyboard.press('Alt+PageDown');
      await expect.poll(() => record(page)).toBe(`view.${ids[at]}`);
    }
    await page.keyboard.press('Alt+PageUp');
    await expect.poll(() => record(page)).toBe(`view.${ids[24]}`);
    await page.keyboard.press('Escape');
    await closed(page);
    await close();
  });
});

describe('a field that begins with a default', () => {
  it('is stored empty where it is emptied, and is empty in a copy', async () => {
    const { page, close, go } = await start('/escalas?_record=new', 'nome');
    expect([await field(page, 'regra').inputValue(), await field(page, 'limite').inputValue()]).toEqual([
      'automática',
      '30',
    ]);
    for (const emptied of ['regra', 'limite']) await field(page, emptied).fill('');
    await field(page, 'nome').fill('Sem limite');
    await page.getByRole('button', { name: 'Incluir turno' }).click();
    await field(page, 'turnos.0.local').fill('Ala A');
    await field(page, 'turnos.0.tipo').fill('');
    await page.keyboard.press('Control+s');
    await closed(page);
    const stored = (nome: string) =>
      call('GET', `/escalas?nome=eq.${nome}&select=id,regra,limite,turnos(local,tipo)`) as Promise<{ id: number }[]>;
    const empty = { id: expect.any(Number), regra: null, limite: null, turnos: [{ local: 'Ala A', tipo: null }] };
    const kept = await stored('Sem limite');
    expect(kept).toEqual([empty]);
    await go(`/escalas?_record=copy.${kept[0]?.id}`);
    await field(page, 'nome').fill('Sem limite 2');
    await page.keyboard.press('Control+s');
    await closed(page);
    expect(await stored('Sem limite 2')).toEqual([empty]);
    await close();
  });
});

describe('a copy', () => {
  it('begins with what the original holds, less what each record has of its own, and says so', async () => {
    const id = await create('/escalas', { nome: 'Original', setor: 'UTI', turnos: [{ local: 'Ala A', vagas: 2 }] });
    const { page, audit, close } = await open({ path: `/escalas?_record=view.${id}` });
    await page.getByRole('dialog').getByRole('button', { name: 'Duplicar' }).click();
    await page.getByText('Preencha o que é próprio de cada um: Nome.').waitFor();
    expect(await field(page, 'nome').inputValue()).toBe('');
    expect(await field(page, 'setor').inputValue()).toBe('UTI');
    await audit('copy');
    await field(page, 'nome').fill('Cópia');
    await page.keyboard.press('Control+s');
    await closed(page);
    expect(await call('GET', '/escalas?nome=eq.C%C3%B3pia&select=setor,turnos(local,vagas)')).toEqual([
      { setor: 'UTI', turnos: [{ local: 'Ala A', vagas: 2 }] },
    ]);
    await close();
  });
});

describe('a form that waits for its save', () => {
  it.each(['PATCH', 'POST'])(
    'stays open with what is typed until the %s is answered, and saves it next',
    async (method) => {
      const nome = `Demorada ${method}`;
      const id = method === 'PATCH' ? await create('/escalas', { nome, setor: 'UTI' }) : 0;
      const { page, close } = await start(`/escalas?_record=${id === 0 ? 'new' : `edit.${id}`}`, 'nome');
      const [sent, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      let first = true;
      await page.route('**/api/escalas**', async (route) => {
        if (first && route.request().method() === method) {
          first = false;
          sent.resolve();
          await answered.promise;
        }
        await route.fallback();
      });
      await field(page, 'nome').fill(`${nome} 1`);
      await page.keyboard.press('Control+s');
      await sent.promise;
      await field(page, 'setor').fill('Triagem');
      answered.resolve();
      await page.getByText('Registro salvo, menos o que foi digitado depois.').waitFor();
      const stored = () => call('GET', `/escalas?nome=like.${encodeURIComponent(`${nome}*`)}&select=nome,setor`);
      expect(await stored()).toEqual([{ nome: `${nome} 1`, setor: id === 0 ? null : 'UTI' }]);
      expect(await field(page, 'setor').inputValue()).toBe('Triagem');
      expect(await focused(page)).toBe('setor');
      await page.keyboard.press('Control+s');
      await field(page, 'setor').waitFor({ state: 'detached' });
      expect(await stored()).toEqual([{ nome: `${nome} 1`, setor: 'Triagem' }]);
      await close();
    },
  );
});
