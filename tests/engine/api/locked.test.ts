/** Records and lists that are closed to changes (`x-locked`, `x-read-only-when` of a list), at every door that writes. */
import { describe, expect, test } from 'vitest';
import type { ScreenModel } from '../../../engine/contract/screen-model.ts';
import { planBatch } from '../../support/batches.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { fixtureStage } from '../../support/fixture-stage.ts';
import { insertRow } from '../../support/product.ts';
import { lockedFiles } from './locked-files.ts';

interface Line {
  readonly id: number;
  readonly nome: string;
}
interface Note {
  readonly id: number;
  readonly linhas: readonly Line[];
}
interface Refused {
  readonly fields?: readonly { readonly field: string; readonly code: string; readonly message: string }[];
}

const whole = '*,linhas(id,nome,preco,paga,subtotal),anotacoes(id,texto)';
const noRows = 'As linhas de Linhas não podem ser alteradas neste registro.';
const closed = (title: string) => `${title} não pode ser alterado neste registro.`;

forEachDatabase((open) => {
  const stage = fixtureStage(open, lockedFiles);
  const { next } = stage;
  const patch = (path: string, filter: string, body: object) =>
    stage.admin.call('PATCH', `/api/${path}?${filter}`, { body });
  const read = async (id: number): Promise<Note> => {
    const [found] = (await stage.admin.call('GET', `/api/notas?id=eq.${id}&select=${whole}`)).json() as Note[];
    if (found === undefined) throw new Error(`no note ${id}`);
    return found;
  };
  const pay = async (row: object = {}): Promise<Note> => {
    const linhas = [{ nome: 'a', preco: 2 }, { nome: 'b' }];
    const id = await insertRow(stage.admin, '/notas', { codigo: next(), valor: 5, linhas, ...row });
    const answer = await patch('notas', `id=eq.${id}&transition=pagar`, {
      pagamento: '2026-03-01',
      linhas: [{ nome: 'tarifa' }],
    });
    if (answer.statusCode !== 204) throw new Error(answer.body);
    return read(id);
  };
  const told = (answer: { statusCode: number; json: () => unknown }) => {
    const { fields = [] } = answer.statusCode === 204 ? {} : (answer.json() as Refused);
    return [answer.statusCode, fields.map(({ field, message }) => [field, message])];
  };

  test('a transition writes what its own end closes: fields, rows that are there, and one more', async () => {
    const { id: _id, ...note } = await pay();
    expect(note).toMatchObject({
      situacao: 'PAGA',
      pagamento: '2026-03-01',
      total: 6,
      linhas: [
        { nome: 'a', preco: 2, paga: true, subtotal: 4 },
        { nome: 'b', preco: null, paga: true, subtotal: null },
        { nome: 'tarifa', preco: 1, paga: true, subtotal: 2 },
      ],
    });
  });

  describe('a closed record', () => {
    test('refuses each field that is changed, those told at once, and keeps what stays open', async () => {
      const { id } = await pay();
      const before = await read(id);
      const body = { codigo: next(), valor: 6, pagamento: null, observacao: 'x' };
      expect(told(await patch('notas', `id=eq.${id}`, body))).toEqual([
        422,
        [
          ['codigo', closed('Código')],
          ['valor', closed('Valor')],
          ['pagamento', closed('Pagamento')],
        ],
      ]);
      expect(await read(id)).toEqual(before);
      const open = { observacao: 'x', anotacoes: [{ texto: 'y' }] };
      expect(told(await patch('notas', `id=eq.${id}`, open))).toEqual([204, []]);
      expect(await read(id)).toMatchObject({ valor: 5, observacao: 'x', anotacoes: [{ texto: 'y' }] });
    });

    test('takes itself as it stands for no change', async () => {
      const note = await pay();
      const { id, situacao: _state, total: _total, versao: _version, ...rest } = note as Note & Record<string, unknown>;
      const linhas = note.linhas.map((line) => ({ ...line, subtotal: undefined }));
      const fields = Object.fromEntries(Object.entries(rest).filter(([key]) => !/^(cri|alter)/.test(key)));
      expect(told(await patch('notas', `id=eq.${id}`, { ...fields, linhas }))).toEqual([204, []]);
      expect((await read(id)).linhas).toEqual(note.linhas);
    });

    test.each<readonly [how: string, change: (lines: readonly Line[]) => readonly object[]]>([
      ['replaced by others', (lines) => lines.map(({ nome }) => ({ nome }))],
      ['replaced by the same without their ids', (lines) => lines.map(({ id: _id, ...line }) => line)],
      ['taken away', (lines) => lines.slice(1)],
      ['taken away, all of them', () => []],
      ['added to', (lines) => [...lines, { nome: 'c' }]],
      ['moved', (lines) => lines.toReversed()],
      ['changed', ([line, ...others]) => [{ ...line, nome: 'z' }, ...others]],
    ])('refuses its list where rows are %s', async (_how, change) => {
      const note = await pay();
      const linhas = change(note.linhas).map(({ subtotal: _subtotal, ...line }: { subtotal?: unknown }) => line);
      expect(told(await patch('notas', `id=eq.${note.id}`, { linhas }))).toEqual([422, [['linhas', noRows]]]);
      expect(await read(note.id)).toEqual(note);
    });

    test('is closed to an upsert too', async () => {
      const codigo = next();
      const note = await pay({ codigo });
      const answer = await stage.admin.call('POST', '/api/notas?on_conflict=codigo', {
        body: { codigo, valor: 9 },
        headers: { prefer: 'resolution=merge-duplicates' },
      });
      expect(told(answer)).toEqual([422, [['valor', closed('Valor')]]]);
      expect(await read(note.id)).toEqual(note);
    });

    test('is told of in a batch, which changes the others', async () => {
      const paid = await pay();
      const free = await insertRow(stage.admin, '/notas', { codigo: next(), valor: 1 });
      const plan = await planBatch(stage.admin, {
        path: '/notas',
        operation: 'update',
        ids: [paid.id, free],
        values: { pagamento: '2026-05-05' },
      });
      expect(plan).toMatchObject({
        ...{ rows: 2, changes: 1, same: 0, refused: 1 },
        refusals: [{ rows: 1, message: closed('Pagamento'), records: [{ id: paid.id }] }],
      });
    });

    test('opens again by the transition that leads out of it', async () => {
      const { id } = await pay();
      expect(told(await patch('notas', `id=eq.${id}&transition=reabrir`, {}))).toEqual([204, []]);
      expect(told(await patch('notas', `id=eq.${id}`, { valor: 8, linhas: [] }))).toEqual([204, []]);
      expect(await read(id)).toMatchObject({ valor: 8, pagamento: null, linhas: [] });
    });
  });

  test('a field with a condition of its own is closed by either', async () => {
    const id = await insertRow(stage.admin, '/notas', { codigo: next(), valor: 5 });
    expect(told(await patch('notas', `id=eq.${id}&transition=conferir`, {}))).toEqual([204, []]);
    expect(told(await patch('notas', `id=eq.${id}`, { valor: 8, codigo: next() }))).toEqual([
      422,
      [['valor', closed('Valor')]],
    ]);
  });

  test('a list with a condition of its own is closed by itself, and opens in the same write as its record', async () => {
    const id = await insertRow(stage.admin, '/agendas', {
      codigo: next(),
      fechada: false,
      horarios: [{ hora: '08:00' }],
    });
    const change = (body: object) => patch('agendas', `id=eq.${id}`, body);
    expect(told(await change({ fechada: true, horarios: [] }))).toEqual([
      422,
      [['horarios', 'As linhas de Horários não podem ser alteradas neste registro.']],
    ]);
    expect(told(await change({ fechada: true, codigo: next() }))).toEqual([204, []]);
    expect(told(await change({ fechada: false, horarios: [] }))).toEqual([204, []]);
  });

  test('rows of which a part is closed neither come nor go, and change in what is open', async () => {
    const rows = [{ sala: 'A' }, { sala: 'B' }];
    const id = await insertRow(stage.admin, '/agendas', { codigo: next(), fechada: true, vagas: rows });
    const stored = async () => {
      const found = await stage.admin.call('GET', `/api/agendas?id=eq.${id}&select=vagas(id,sala,livre)`);
      return (found.json() as { vagas: { id: number; sala: string; livre: boolean }[] }[])[0]?.vagas ?? [];
    };
    const [first, second] = await stored();
    const gone = 'As linhas de Vagas não podem ser alteradas neste registro.';
    const change = async (vagas: readonly unknown[]) => told(await patch('agendas', `id=eq.${id}`, { vagas }));
    expect(await change([first])).toEqual([422, [['vagas', gone]]]);
    expect(await change([{ ...first, sala: 'C' }, second])).toEqual([422, [['vagas.0.sala', expect.any(String)]]]);
    expect(await change([first, second, { sala: 'C' }])).toEqual([422, [['vagas.2.sala', expect.any(String)]]]);
    expect(await change(rows)).toEqual([422, [['vagas', gone]]]);
    expect(await change([second, { ...first, livre: false }])).toEqual([204, []]);
    expect(await stored()).toEqual([second, { ...first, livre: false }]);
  });

  test('the screen has what it needs to close the form', async () => {
    const { entity } = (await stage.admin.call('GET', '/api/model/screen?path=/notas')).json() as ScreenModel;
    const { conditions, lock } = entity.expressions ?? {};
    expect(conditions?.map(({ key, kind, expression }) => [key, kind, expression.source])).toEqual([
      ['valor', 'readOnly', "situacao == 'CONFERIDA'"],
    ]);
    expect([lock?.expression.source, lock?.keys]).toEqual([
      "situacao == 'PAGA'",
      ['codigo', 'valor', 'pagamento', 'comprovantes', 'linhas'],
    ]);
  });
});
