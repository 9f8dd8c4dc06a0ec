/** Loads of what was under way elsewhere: records come in the states that they are in, by a right of its own, on both databases. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ImportChoices, ImportDetail } from '../../../engine/contract/import.ts';
import type { HistoryEntry } from '../../../engine/contract/screen-model.ts';
import type { Database } from '../../../engine/data/database.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import { administrator, refusalBody, startTestProduct } from '../../support/product.ts';
import { applyFile, checkFile, door, readImport, refusalsOf, sendFile, undoBatch, whenOver } from './import-stage.ts';
import { loadFiles } from './load-files.ts';

const path = '/contratos';
const every = ['list', 'view', 'insert', 'update', 'delete', 'audit'].map((action) => `contrato:${action}`);

const file = [
  'Número;Situação;Titular;Início;Fim;Valor;Ativado em;Data do cancelamento;Motivo;Contrato anterior',
  '2019/0007;Cancelado;Ana;10/01/2019;31/03/2020;100,50;11/01/2019 09:30;31/03/2020;Mudou de cidade;',
  '2020/0001;ATIVO;Bia;01/02/2020;;80;01/02/2020 08:00;;;ANT-1',
  'X-9;Rascunho;Clara;01/03/2020;;;;;;',
].join('\n');

forEachDatabase((open) => {
  let database: Database;
  let product: TestProduct;
  let chief: Caller;

  const run = (text: string) => database.query<Record<string, unknown>>({ text, values: [] });
  const contracts = async (select = 'numero, situacao, titular') =>
    (await run(`select ${select} from contrato order by numero`)).rows.map((row) => Object.values(row));
  /** As the screen does: what is proposed of a load stands for what is proposed otherwise. */
  const choose = ({ load, choices }: ImportDetail, more: Partial<ImportChoices> = {}): ImportChoices => ({
    ...choices,
    columns: load?.columns ?? [],
    key: ['numero'],
    mode: 'insert',
    load: true,
    ...more,
  });
  const check = async (caller: Caller, text: string, more: Partial<ImportChoices> = {}) => {
    const detail = await sendFile(caller, path, text);
    return checkFile(caller, detail, choose(detail, more));
  };

  beforeAll(async () => {
    database = await open({ from: 'product' });
    product = await startTestProduct(database, { client: 'teste', files: loadFiles });
    chief = await product.as(administrator.login, administrator.password);
  });
  beforeEach(async () => {
    await run('delete from contrato');
    await run(`delete from fichario.sequence where key = 'contrato.numero'`);
    await run('delete from fichario.import_choice');
    await run(`insert into contrato (numero, titular, inicio) values ('ANT-1', 'Antiga', '2018-01-01')`);
  });

  it('bring records in their states with what only transitions write, and can be taken back and done again', async () => {
    const detail = await sendFile(chief, path, file);
    // Nothing of it where nobody asks for a load.
    expect(detail.choices).toEqual({
      columns: [
        { column: 2, field: 'titular' },
        { column: 3, field: 'inicio' },
        { column: 5, field: 'valor' },
        { column: 7, field: 'data_cancelamento' },
      ],
      key: [],
      mode: 'insert',
      whole: false,
    });
    expect(detail.fields.map(({ field }) => field)).toEqual(['titular', 'inicio', 'valor', 'data_cancelamento']);
    expect(detail.load?.fields.map(({ field, required }) => [field, required])).toEqual([
      ['numero', false],
      ['situacao', false],
      ['titular', true],
      ['inicio', true],
      ['fim', false],
      ['valor', false],
      ['ativado_em', false],
      ['data_cancelamento', false],
      ['motivo', false],
      ['anterior_id', false],
      ['parcelas.vencimento', true],
      ['parcelas.paga_em', false],
    ]);
    expect(detail.load?.keys).toEqual([{ fields: ['numero'], title: 'Número' }]);
    expect(detail.load?.columns.map(({ field }) => field)).toEqual([
      'numero',
      'situacao',
      'titular',
      'inicio',
      'fim',
      'valor',
      'ativado_em',
      'data_cancelamento',
      'motivo',
      'anterior_id',
    ]);
    const planned = await checkFile(chief, detail, choose(detail));
    expect([planned.batch, refusalsOf(planned)]).toMatchObject([
      { operation: 'import', loads: true, rows: 3, changes: 3, refused: 0 },
      [],
    ]);
    expect(planned.choices.load).toBe(true);
    expect(planned.states).toEqual([
      { field: 'situacao', state: 'RASCUNHO', title: 'Rascunho', rows: 1 },
      { field: 'situacao', state: 'ATIVO', title: 'Ativo', rows: 1 },
      { field: 'situacao', state: 'CANCELADO', title: 'Cancelado', rows: 1 },
    ]);
    expect(planned.plan?.sample[0]?.changes).toContainEqual({ field: 'situacao', before: null, after: 'CANCELADO' });
    expect(await contracts()).toEqual([['ANT-1', 'RASCUNHO', 'Antiga']]);
    const done = await applyFile(chief, planned);
    expect(done).toMatchObject({ state: 'applied', batch: { written: 3, refused: 0, loads: true } });
    const select = `numero, situacao, titular, inicio::text as inicio, fim::text as fim, valor::text as valor, dobro::text as dobro,
      ativado_em at time zone 'America/Sao_Paulo' = '2019-01-11 09:30' as ativado, data_cancelamento::text as cancelado, motivo,
      (select p.numero from contrato p where p.id = contrato.anterior_id) as anterior, versao`;
    const after = [
      [
        '2019/0007',
        'CANCELADO',
        'Ana',
        '2019-01-10',
        '2020-03-31',
        '100.50',
        '201.00',
        true,
        '2020-03-31',
        'Mudou de cidade',
        null,
        1,
      ],
      ['2020/0001', 'ATIVO', 'Bia', '2020-02-01', null, '80.00', '160.00', false, null, null, 'ANT-1', 1],
      ['ANT-1', 'RASCUNHO', 'Antiga', '2018-01-01', null, null, null, null, null, null, null, 1],
      ['X-9', 'RASCUNHO', 'Clara', '2020-03-01', null, null, null, null, null, null, null, 1],
    ];
    expect(await contracts(select)).toEqual(after);
    const withdrawn = await undoBatch(chief, done.batch?.id);
    expect(withdrawn).toMatchObject({ operation: 'withdraw', loads: true, written: 3, refused: 0 });
    expect(await contracts()).toEqual([['ANT-1', 'RASCUNHO', 'Antiga']]);
    const again = await undoBatch(chief, withdrawn.id);
    expect(again).toMatchObject({ operation: 'reinstate', loads: true, written: 3 });
    expect(await contracts(select.replace(', versao', ''))).toEqual(after.map((row) => row.slice(0, -1)));
    expect(await undoBatch(chief, again.id)).toMatchObject({ operation: 'withdraw', written: 3, refused: 0 });
  });

  it('go on with their transitions from there, and their history tells where they began', async () => {
    const done = await applyFile(chief, await check(chief, file));
    const move = (number: string, name: string) =>
      chief.call('PATCH', `/api/contratos?numero=eq.${encodeURIComponent(number)}&transition=${name}`, { body: {} });
    expect((await move('2019/0007', 'arquivar')).statusCode).toBe(204);
    expect((await move('2020/0001', 'arquivar')).statusCode).toBe(422);
    expect(await contracts('numero, situacao')).toContainEqual(['2019/0007', 'ARQUIVADO']);
    const [one] = (await run(`select id::integer as id from contrato where numero = '2019/0007'`)).rows;
    const entries = (await chief.call('GET', `/api/contratos/${one?.['id']}/historico`)).json() as HistoryEntry[];
    expect(entries.map(({ operation, import: by }) => [operation, by])).toEqual([
      ['update', undefined],
      ['insert', { number: done.batch?.number, loads: true }],
    ]);
    expect(entries[1]?.changes).toContainEqual({
      field: 'situacao',
      title: 'Situação',
      before: null,
      after: 'CANCELADO',
    });
  });

  describe('numbers', () => {
    const year = String(new Date().getFullYear());
    const next = async (titular: string) =>
      (
        (
          await chief.call('POST', '/api/contratos?select=numero', {
            body: { titular, inicio: '2026-01-01' },
            headers: { prefer: 'return=representation' },
          })
        ).json() as { numero: string }[]
      )[0]?.numero;

    it('of the other system are kept, and the engine goes on behind them', async () => {
      expect(await next('Um')).toBe(`${year}/0001`);
      await applyFile(
        chief,
        await check(
          chief,
          [
            'Número;Titular;Início',
            `${year}/0041;A;01/01/2026`,
            `${year}/0017;B;01/01/2026`,
            'VELHO 99;C;01/01/2026',
          ].join('\n'),
        ),
      );
      expect(await next('Dois')).toBe(`${year}/0042`);
    });

    it('are given by the engine where the file has none of them, and only then', async () => {
      const planned = await check(chief, 'Situação;Titular;Início\nAtivo;A;01/01/2026\n', { key: [] });
      await applyFile(chief, planned);
      expect(await contracts()).toContainEqual([`${year}/0001`, 'ATIVO', 'A']);
      const holed = await check(chief, 'Número;Titular;Início\nN-1;B;01/01/2026\n;C;01/01/2026\n', { key: [] });
      expect([holed.batch?.changes, refusalsOf(holed)]).toEqual([1, [['Informe Número.', ['Linha 3']]]]);
    });
  });

  describe('lines', () => {
    it('hold what holds of every record, whatever its state, each told by its line', async () => {
      const planned = await check(
        chief,
        [
          'Número;Situação;Titular;Início;Fim;Data do cancelamento',
          // Required by its state.
          'R-1;Cancelado;A;01/01/2020;;',
          // A rule of the registry.
          'R-2;Cancelado;B;01/01/2020;;01/01/2019',
          // No state at all, one that nobody knows.
          'R-3;;C;01/01/2020;;',
          'R-4;Perdido;D;01/01/2020;;',
          // One that this client leaves out.
          'R-8;Migrado;G;01/01/2020;;',
          // Unique, and periods that meet.
          'R-5;Ativo;E;01/01/2020;31/12/2020;',
          'R-5;Ativo;F;01/01/2020;;',
          'R-6;Ativo;E;01/06/2020;;',
          // A transition would not be made of it: it is there already.
          'R-7;Ativo;Ninguém;01/01/2020;;',
        ].join('\n'),
      );
      expect(refusalsOf(planned)).toEqual([
        ['Informe Data do cancelamento.', ['Linha 2']],
        ['O cancelamento não pode ser antes do início.', ['Linha 3']],
        ['Informe Situação.', ['Linha 4']],
        ["Situação: 'Perdido' não é um código da lista.", ['Linha 5']],
        ["Situação: 'Migrado' não é um código da lista.", ['Linha 6']],
        ['Número: já está numa linha acima deste arquivo, e vale a primeira.', ['Linha 8']],
        [expect.stringContaining('se sobrepõe a este no intervalo de Início a Fim'), ['Linha 9']],
      ]);
      expect(planned.batch).toMatchObject({ rows: 9, changes: 2, refused: 7 });
      await applyFile(chief, planned);
      expect(await contracts()).toEqual([
        ['ANT-1', 'RASCUNHO', 'Antiga'],
        ['R-5', 'ATIVO', 'E'],
        ['R-7', 'ATIVO', 'Ninguém'],
      ]);
    });

    it('of records that are there are refused, and leave them as they are', async () => {
      const text = 'Número;Situação;Titular;Início\nANT-1;Ativo;Outra;01/01/2020\nN-1;Ativo;Nova;01/01/2020\n';
      const planned = await check(chief, text);
      expect([planned.batch?.changes, refusalsOf(planned)]).toEqual([
        1,
        [
          [
            'Contrato: já existe com o mesmo valor de Número, e a carga de dados existentes não muda registros que já estão aqui.',
            ['Linha 2'],
          ],
        ],
      ]);
      // Known by nothing, it is the number that is taken.
      const unknown = await check(chief, text, { key: [] });
      expect([unknown.batch?.changes, unknown.batch?.refused]).toEqual([1, 1]);
      await applyFile(chief, planned);
      expect(await contracts()).toEqual([
        ['ANT-1', 'RASCUNHO', 'Antiga'],
        ['N-1', 'ATIVO', 'Nova'],
      ]);
    });

    it('bring lists that only transitions write', async () => {
      const planned = await check(
        chief,
        'Número;Situação;Titular;Início;Parcelas[1].Vencimento;Parcelas[1].Paga em;Parcelas[2].Vencimento\nL-1;Ativo;A;01/01/2020;10/01/2020;11/01/2020;10/02/2020\n',
      );
      await applyFile(chief, planned);
      expect(
        (await run(`select vencimento::text as v, paga_em::text as p from contrato_parcelas order by 1`)).rows,
      ).toEqual([
        { v: '2020-01-10', p: '2020-01-11' },
        { v: '2020-02-10', p: null },
      ]);
    });
  });

  describe('the right', () => {
    const denied = () => refusalBody('ACCESS_DENIED', { action: 'carga', title: 'Contratos' });
    const ask = async (caller: Caller, detail: ImportDetail, choices: ImportChoices) => {
      const answer = await caller.call('POST', `${door}/${detail.id}/conferir`, { body: choices });
      return [answer.statusCode, answer.json()];
    };

    it('is none of those to insert and to change, and all that it opens is closed without it', async () => {
      const clerk = await product.enter('ivo', [...every, 'contrato:ativar', 'contrato:cancelar']);
      const detail = await sendFile(clerk, path, file);
      expect([detail.load, detail.states]).toEqual([null, []]);
      const columns = (await sendFile(chief, path, file)).load?.columns ?? [];
      expect(await ask(clerk, detail, choose(detail, { columns }))).toEqual([403, await denied()]);
      expect(await ask(clerk, detail, choose(detail, { columns, key: [], load: false }))).toEqual([
        422,
        await refusalBody('IMPORT_CHOICES', {
          problem: "'numero' não é um campo que se preenche em Contrato",
        }),
      ]);
      // As ever, by every other door.
      const row = { titular: 'A', inicio: '2020-01-01', situacao: 'ATIVO' };
      expect((await chief.call('POST', '/api/contratos', { body: row })).statusCode).toBe(422);
      expect(await contracts()).toHaveLength(1);
    });

    it('stands beside that to insert', async () => {
      const loader = await product.enter(
        'lara',
        ['list', 'view', 'update', 'carga'].map((one) => `contrato:${one}`),
      );
      const detail = await sendFile(loader, path, file);
      expect(detail.load).toBeNull();
      expect(
        await ask(loader, detail, choose(detail, { columns: [{ column: 2, field: 'titular' }], key: [] })),
      ).toEqual([403, await refusalBody('ACCESS_DENIED', { action: 'insert', title: 'Contratos' })]);
    });

    it('leaves closed what the groups close of fields', async () => {
      const held = await product.enter('hugo', [...every, 'contrato:carga'], { readOnly: ['contrato.situacao'] });
      const detail = await sendFile(held, path, file);
      expect(detail.load?.fields.map(({ field }) => field)).not.toContain('situacao');
      expect(await ask(held, detail, choose(detail, { columns: [{ column: 1, field: 'situacao' }], key: [] }))).toEqual(
        [
          422,
          await refusalBody('IMPORT_CHOICES', { problem: "'situacao' não é um campo que se preenche em Contrato" }),
        ],
      );
    });

    it('is asked again when what was looked at is written, and when it is taken back', async () => {
      const loader = await product.enter('lia', [...every, 'contrato:carga']);
      const planned = await check(loader, file);
      const revoke = async () => {
        await run(`delete from regra where acao = 'carga' and grupo_id in (select grupo_id from usuario_grupo
          where usuario_id = (select id from usuario where login = 'lia'))`);
        product.runtime.sessions.forget();
      };
      const done = await applyFile(
        loader,
        await check(
          loader,
          'Número;Situação;Titular;Início\nA-1;Ativo;Davi;01/01/2020\nA-2;Arquivado;Eva;01/01/2020\n',
        ),
      );
      expect(done.batch).toMatchObject({ state: 'applied', written: 2, refused: 0 });
      await revoke();
      const failed = await applyFile(loader, planned);
      expect([failed.job?.state, failed.job?.problem]).toEqual(['failed', (await denied()).message]);
      expect(await contracts()).toHaveLength(3);
      // Without it the states keep their records, as they keep all others.
      const undone = await undoBatch(loader, done.batch?.id);
      expect([undone.written, undone.refused]).toEqual([0, 2]);
      expect(undone.refusals.map(({ message }) => message)).toEqual([expect.stringContaining("'Rascunho'")]);
    });
  });

  it('only begin records, of registries that have states', async () => {
    const detail = await sendFile(chief, path, file);
    const ask = async (one: ImportDetail, choices: ImportChoices) => {
      const answer = await chief.call('POST', `${door}/${one.id}/conferir`, { body: choices });
      return [answer.statusCode, answer.json()];
    };
    for (const mode of ['upsert', 'update'] as const)
      expect(await ask(detail, choose(detail, { mode }))).toEqual([
        422,
        await refusalBody('IMPORT_CHOICES', { problem: 'a carga de dados existentes só inclui registros novos' }),
      ]);
    const banks = await sendFile(chief, '/bancos', 'Código;Nome\n101;Um\n');
    expect(banks.load).toBeNull();
    expect(await ask(banks, { ...banks.choices, mode: 'insert', load: true })).toEqual([
      422,
      await refusalBody('IMPORT_STATELESS', { title: 'Banco' }),
    ]);
  });

  it('are what they were asked to be after a run that was cut off, and are proposed again for such a file', async () => {
    const planned = await check(chief, file);
    await run(`update fichario.job set state = 'failed', problem = 'cortado' where id = '${planned.job?.id}'`);
    const answer = await chief.call('POST', `/api/trabalhos/${planned.job?.id}/repetir`);
    expect(answer.statusCode).toBe(200);
    const again = await whenOver(chief, { ...planned, job: answer.json() as NonNullable<ImportDetail['job']> });
    expect(again).toMatchObject({
      states: planned.states,
      batch: { loads: true, changes: 3 },
      choices: { load: true },
    });
    expect((await readImport(chief, planned)).choices).toEqual(planned.choices);
    expect((await sendFile(chief, path, file)).choices).toEqual(planned.choices);
    const done = await applyFile(chief, again);
    expect(done.batch).toMatchObject({ written: 3 });
    expect(await contracts()).toHaveLength(4);
  });
});
