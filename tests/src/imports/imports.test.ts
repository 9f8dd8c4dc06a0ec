/** Imports from the file to the way back, as a person goes through them, on both databases. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BatchSummary } from '../../../engine/contract/batch.ts';
import type { Import, ImportChoices } from '../../../engine/contract/import.ts';
import type { Job } from '../../../engine/contract/job.ts';
import type { Database } from '../../../engine/data/database.ts';
import { sweepImports } from '../../../engine/data/import/store.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import { administrator, refusalBody, startTestProduct } from '../../support/product.ts';
import {
  applyFile,
  checkFile,
  door,
  post,
  readImport,
  refusalsOf,
  sendFile,
  undoBatch,
  whenOver,
} from './import-stage.ts';

forEachDatabase((open) => {
  let database: Database;
  let product: TestProduct;
  let chief: Caller;

  const run = (text: string) => database.query({ text, values: [] });
  const banks = async () =>
    (
      await database.query<{ codigo: string; nome: string; versao: number }>({
        text: 'select codigo, nome, versao from banco order by codigo',
        values: [],
      })
    ).rows.map(({ codigo, nome, versao }) => [codigo, nome, versao]);
  const names = async () => (await banks()).map(([codigo, nome]) => [codigo, nome]);

  beforeAll(async () => {
    database = await open({ from: 'product' });
    product = await startTestProduct(database);
    chief = await product.as(administrator.login, administrator.password);
  });
  beforeEach(async () => {
    await run('delete from banco');
    await run(`insert into banco (codigo, nome) values ('101', 'Antigo'), ('102', 'Igual')`);
  });

  const file = 'Código;Nome;Observação\r\n101;Novo nome;x\r\n102;Igual;\r\n103;Banco Três;\r\n104;"Banco; Quatro";\r\n';

  it('is read, proposed, looked at, written and taken back, and that too', async () => {
    const detail = await sendFile(chief, '/bancos', file, 'bancos.csv');
    expect(detail).toMatchObject({
      state: 'sent',
      path: '/bancos',
      title: 'Banco',
      file: { name: 'bancos.csv', size: Buffer.byteLength(file) },
      format: 'CSV, UTF-8, separado por ;',
      sheets: [],
      sheet: null,
      columns: [
        { column: 0, title: 'Código', samples: ['101', '102', '103', '104'] },
        { column: 1, title: 'Nome', samples: ['Novo nome', 'Igual', 'Banco Três', 'Banco; Quatro'] },
        { column: 2, title: 'Observação', samples: ['x'] },
      ],
      choices: {
        columns: [
          { column: 0, field: 'codigo' },
          { column: 1, field: 'nome' },
        ],
        key: ['codigo'],
        mode: 'upsert',
        whole: false,
      },
      job: null,
      batch: null,
      plan: null,
    });
    const planned = await checkFile(chief, detail);
    expect(planned).toMatchObject({
      state: 'planned',
      fresh: 2,
      batch: { operation: 'import', rows: 4, changes: 3, same: 1, refused: 0, state: 'planned' },
      plan: {
        fields: [
          { field: 'nome', title: 'Nome', pairs: [{ before: 'Antigo', after: 'Novo nome', rows: 1 }], others: 0 },
        ],
        refusals: [],
      },
    });
    expect(await banks()).toEqual([
      ['101', 'Antigo', 1],
      ['102', 'Igual', 1],
    ]);
    const done = await applyFile(chief, planned);
    expect(done).toMatchObject({ state: 'applied', batch: { state: 'applied', written: 3, refused: 0 } });
    const after = [
      ['101', 'Novo nome', 2],
      ['102', 'Igual', 1],
      ['103', 'Banco Três', 1],
      ['104', 'Banco; Quatro', 1],
    ];
    expect(await banks()).toEqual(after);
    const withdrawn = await undoBatch(chief, done.batch?.id);
    expect(withdrawn).toMatchObject({ operation: 'withdraw', written: 3, refused: 0 });
    expect(await banks()).toEqual([
      ['101', 'Antigo', 3],
      ['102', 'Igual', 1],
    ]);
    const again = await undoBatch(chief, withdrawn.id);
    expect(again).toMatchObject({ operation: 'reinstate', written: 3 });
    // The batch outlives the import: it keeps the name of the file, and leads there as long as there is a place to lead to.
    const files = async () =>
      ((await chief.call('GET', '/api/alteracoes-em-lote?limit=3')).json() as BatchSummary[]).map((batch) => [
        batch.operation,
        batch.file,
      ]);
    const known = ({ id, file: { name } }: Import, there = true) => ({ name, import: there ? id : null });
    const operations = ['reinstate', 'withdraw', 'import'];
    expect(await files()).toEqual(operations.map((operation) => [operation, known(done)]));
    expect((await chief.call('DELETE', `${door}/${done.id}`)).statusCode).toBe(204);
    expect(await files()).toEqual(operations.map((operation) => [operation, known(done, false)]));
    expect(await names()).toEqual(after.map(([codigo, nome]) => [codigo, nome]));
  });

  it('remembers how the columns of such a file were said', async () => {
    const first = await sendFile(chief, '/bancos', 'A;B\n201;Um\n');
    expect(first.choices).toEqual({ columns: [], key: [], mode: 'insert', whole: false });
    const choices = {
      columns: [
        { column: 1, field: 'nome' },
        { column: 0, field: 'codigo' },
      ],
      key: ['codigo'],
      mode: 'upsert' as const,
      whole: true,
    };
    await checkFile(chief, first, choices);
    expect((await sendFile(chief, '/bancos', 'A;B\n202;Dois\n')).choices).toEqual(choices);
    expect((await sendFile(chief, '/bancos', 'A;C\n202;Dois\n')).choices.columns).toEqual([]);
    const other = await product.enter('nina', ['banco:list', 'banco:view', 'banco:insert', 'banco:update']);
    expect((await sendFile(other, '/bancos', 'A;B\n202;Dois\n')).choices.columns).toEqual([]);
  });

  it('remembers nothing of what no row fitted, and still what was said before it', async () => {
    const text = 'D;E\n401;Um\n402;Dois\n';
    const proposed = async () => (await sendFile(chief, '/bancos', text)).choices;
    const columns = (first: string, second: string) => [
      { column: 0, field: first },
      { column: 1, field: second },
    ];
    const [right, swapped] = [columns('codigo', 'nome'), columns('nome', 'codigo')];
    const said = { key: ['codigo'], mode: 'upsert' as const, whole: false };
    const nothing = await proposed();
    const check = async (file: string, more: Partial<ImportChoices>) => {
      const { batch } = await checkFile(chief, await sendFile(chief, '/bancos', file), { ...said, ...more });
      return [batch?.rows, batch?.refused];
    };
    expect(await check(text, { columns: swapped })).toEqual([2, 2]);
    expect(await proposed()).toEqual(nothing);
    expect(await check('D;E\n', { columns: right })).toEqual([0, 0]);
    expect(await proposed()).toEqual(nothing);
    // One row is enough, be it one that changes nothing.
    expect(await check('D;E\n102;Igual\n402;\n', { columns: right })).toEqual([2, 1]);
    expect(await proposed()).toEqual({ ...said, columns: right });
    expect(await check(text, { columns: swapped })).toEqual([2, 2]);
    expect(await proposed()).toEqual({ ...said, columns: right });
  });

  describe('rows', () => {
    const wrong = [
      'Código;Nome',
      '301;Certo',
      '301;Repetido no arquivo',
      ';Sem código',
      `302;${'x'.repeat(300)}`,
      '101;Mudado',
      '303;',
      '30000000000000;Longo',
    ].join('\n');

    /** By the place of the line in the file. */
    const told: Readonly<Record<number, string>> = {
      2: 'Código: já está numa linha acima deste arquivo, e vale a primeira.',
      3: 'Informe Código.',
      4: 'Nome passa do limite de caracteres, 150.',
      6: 'Informe Nome.',
      7: 'Código não segue o formato 000.',
    };

    it('that are wrong are refused with their lines, and the others written', async () => {
      const planned = await checkFile(chief, await sendFile(chief, '/bancos', wrong));
      expect(planned.batch).toMatchObject({ rows: 7, changes: 2, same: 0, refused: 5 });
      expect(refusalsOf(planned)).toEqual(
        Object.entries(told).map(([index, message]) => [message, [`Linha ${Number(index) + 1}`]]),
      );
      const back = async (rest = '') => {
        const answer = await chief.call('GET', `${door}/${planned.id}/problemas${rest}`);
        expect(answer.headers['content-disposition']).toBe('attachment; filename=arquivo-problemas.csv');
        return answer.body;
      };
      const returned = wrong.split('\n').map((line, index) => {
        const text = index === 0 ? 'Problemas' : told[index];
        return text === undefined ? line : `${line};"${text}"`;
      });
      expect(await back()).toBe(`${returned.join('\n')}\n`);
      const refused = returned.filter((_, index) => index === 0 || told[index] !== undefined);
      expect(await back('?only=refused')).toBe(`${refused.join('\n')}\n`);
      // Mended and sent again it is as it was meant, without the column that was put there.
      const again = await sendFile(chief, '/bancos', await back());
      expect(again.columns.map(({ title }) => title)).toEqual(['Código', 'Nome']);
      const done = await applyFile(chief, planned);
      expect(done.batch).toMatchObject({ state: 'applied', written: 2, refused: 5 });
      expect(await names()).toEqual([
        ['101', 'Mudado'],
        ['102', 'Igual'],
        ['301', 'Certo'],
      ]);
    });

    it('are all written or none, where it was so asked', async () => {
      const planned = await checkFile(chief, await sendFile(chief, '/bancos', wrong), { whole: true });
      const answer = await chief.call('POST', `${door}/${planned.id}/aplicar`, { body: { seal: planned.batch?.seal } });
      expect([answer.statusCode, answer.json()]).toEqual([409, await refusalBody('IMPORT_WHOLE', { count: 5 })]);
      expect(planned.state).toBe('planned');
      const right = await checkFile(chief, await sendFile(chief, '/bancos', file), { whole: true });
      // Somebody takes the code of a new record meanwhile.
      await run(`insert into banco (codigo, nome) values ('104', 'De outra pessoa')`);
      const failed = await applyFile(chief, right);
      expect([failed.state, failed.job?.state, failed.job?.problem]).toEqual([
        'planned',
        'failed',
        (await refusalBody('IMPORT_WHOLE', { count: 1 })).message,
      ]);
      expect(await names()).toEqual([
        ['101', 'Antigo'],
        ['102', 'Igual'],
        ['104', 'De outra pessoa'],
      ]);
    });

    it('whose records changed after the look are not written, and nothing else is', async () => {
      const planned = await checkFile(chief, await sendFile(chief, '/bancos', file));
      await run(`update banco set nome = 'De outra pessoa', versao = versao + 1 where codigo = '101'`);
      const failed = await applyFile(chief, planned);
      expect([failed.state, failed.job?.state]).toEqual(['planned', 'failed']);
      expect(failed.job?.problem).toContain('mudou depois da prévia');
      expect(await names()).toEqual([
        ['101', 'De outra pessoa'],
        ['102', 'Igual'],
      ]);
    });

    it('are only new ones, or only known ones, as it was asked', async () => {
      const insert = await checkFile(chief, await sendFile(chief, '/bancos', file), { mode: 'insert' });
      expect([insert.batch?.changes, refusalsOf(insert)]).toEqual([
        2,
        [['Banco: já existe com o mesmo valor de Código, e a importação só inclui.', ['Linha 2', 'Linha 3']]],
      ]);
      const update = await checkFile(chief, await sendFile(chief, '/bancos', file), { mode: 'update' });
      expect([update.batch?.changes, refusalsOf(update)]).toEqual([
        1,
        [['Banco: não existe com este valor de Código, e a importação só altera.', ['Linha 4', 'Linha 5']]],
      ]);
    });

    it('of many parts are written whole, and found again where a run was cut off', async () => {
      const many = 6_200;
      const jobs = () => run('select id from cbos');
      const lines = Array.from({ length: many }, (_, at) => `${String(100_000 + at)};Nome ${at}`);
      const detail = await sendFile(chief, '/cbos', `Código;Descrição\n${lines.join('\n')}\n`);
      const planned = await checkFile(chief, detail);
      expect(planned.batch).toMatchObject({ rows: many, changes: many, same: 0, refused: 0 });
      // As if the process had ended behind the last thing it kept: the run after it begins there.
      await run(`update fichario.job set state = 'failed', problem = 'cortado' where id = '${planned.job?.id}'`);
      const answer = await chief.call('POST', `/api/trabalhos/${planned.job?.id}/repetir`);
      expect(answer.statusCode).toBe(200);
      const again = await whenOver(chief, { ...planned, job: answer.json() as NonNullable<Import['job']> });
      expect(again.batch).toMatchObject({ rows: many, changes: many, same: 0, refused: 0 });
      expect(again.plan?.sample).toEqual(planned.plan?.sample);
      const before = (await jobs()).rows.length;
      await applyFile(chief, again);
      expect((await jobs()).rows.length).toBe(before + many);
      await undoBatch(chief, planned.batch?.id);
      expect((await jobs()).rows.length).toBe(before);
    });
  });

  it('is not looked at again by an old job once it was written', async () => {
    const choices = { mode: 'upsert', whole: false } as const;
    const planned = await checkFile(chief, await sendFile(chief, '/bancos', file), choices);
    const done = await applyFile(chief, planned);
    await run(`update fichario.job set state = 'failed', problem = 'cortado' where id = '${planned.job?.id}'`);
    const answer = await chief.call('POST', `/api/trabalhos/${planned.job?.id}/repetir`);
    expect(answer.statusCode).toBe(200);
    const again = await whenOver(chief, { ...planned, job: answer.json() as NonNullable<Import['job']> });
    expect(again).toMatchObject({ state: 'applied', batch: { id: done.batch?.id, state: 'applied', written: 3 } });
    const job = (await chief.call('GET', `/api/trabalhos/${planned.job?.id}`)).json() as Job;
    expect([job.state, job.problem]).toEqual([
      'failed',
      (await refusalBody('IMPORT_APPLIED', { name: done.file.name })).message,
    ]);
    const { rows } = await database.query<{ n: number }>({
      text: 'select count(*)::integer as n from fichario.import_key where import_id = $1::text::uuid',
      values: [done.id],
    });
    expect(rows).toEqual([{ n: 0 }]);
  });

  it('refuses columns that are none, keys that are none, and a file without a registry', async () => {
    const detail = await sendFile(chief, '/bancos', file);
    const refused = async (body: object) => {
      const answer = await chief.call('POST', `${door}/${detail.id}/conferir`, {
        body: { ...detail.choices, ...body },
      });
      return [answer.statusCode, (answer.json() as { message: string }).message];
    };
    const start = 'As colunas da importação não estão certas: ';
    expect(await refused({ columns: [{ column: 0, field: 'senha' }] })).toEqual([
      422,
      `${start}'senha' não é um campo que se preenche em Banco.`,
    ]);
    expect(await refused({ columns: [{ column: 9, field: 'codigo' }] })).toEqual([
      422,
      `${start}o arquivo não tem a coluna 10.`,
    ]);
    expect(
      await refused({
        columns: [
          { column: 0, field: 'codigo' },
          { column: 1, field: 'codigo' },
        ],
      }),
    ).toEqual([422, `${start}o campo Código aparece mais de uma vez.`]);
    expect(await refused({ key: ['nome'] })).toEqual([
      422,
      `${start}os registros não são reconhecidos por esses campos.`,
    ]);
    expect(await refused({ columns: [{ column: 1, field: 'nome' }] })).toEqual([
      422,
      `${start}os registros são reconhecidos por Código, que nenhuma coluna traz.`,
    ]);
    expect(await refused({ key: [] })).toEqual([
      422,
      `${start}para alterar é preciso dizer por que campos os registros são reconhecidos.`,
    ]);
    expect((await refused({ key: 'codigo' }))[0]).toBe(400);
    expect((await post(chief, '/nao-ha', file)).statusCode).toBe(404);
    expect((await post(chief, '/bancos', '')).json()).toEqual(
      await refusalBody('IMPORT_EMPTY', { name: 'arquivo.csv' }),
    );
  });

  it('is of whoever sent it, as long as the registry is open to them', async () => {
    const clerk = await product.enter('lia', ['banco:list', 'banco:view', 'banco:insert']);
    const own = await sendFile(clerk, '/bancos', file);
    expect(own.choices.mode).toBe('insert');
    const missing = [404, await refusalBody('IMPORT_MISSING', {})];
    const refused = async (caller: Caller, method: 'GET' | 'POST' | 'DELETE', rest = '', body?: object) => {
      const answer = await caller.call(method, `${door}/${own.id}${rest}`, body === undefined ? {} : { body });
      return [answer.statusCode, answer.json()];
    };
    for (const caller of [chief, await product.enter('tom', ['banco:list', 'banco:insert'])]) {
      expect(await refused(caller, 'GET')).toEqual(missing);
      expect(await refused(caller, 'POST', '/conferir', own.choices)).toEqual(missing);
      expect(await refused(caller, 'POST', '/aplicar', { seal: 'x' })).toEqual(missing);
      expect(await refused(caller, 'DELETE')).toEqual(missing);
    }
    // Who may only insert changes nothing, whatever is asked.
    const changes = await checkFile(clerk, own, { mode: 'upsert' });
    expect([changes.state, changes.job?.problem]).toEqual([
      'failed',
      "Você não tem acesso a Banco: falta a permissão 'Alterar'.",
    ]);
    const reader = await product.enter('ada', ['banco:list', 'banco:view']);
    expect((await post(reader, '/bancos', file)).statusCode).toBe(403);
    await run(`delete from regra where grupo_id in (select grupo_id from usuario_grupo
      where usuario_id = (select id from usuario where login = 'lia'))`);
    product.runtime.sessions.forget();
    expect(await refused(clerk, 'GET')).toEqual(missing);
    expect((await clerk.call('GET', door)).json()).toEqual([]);
  });

  it('is listed, thrown away, and gone after a week; what it wrote stays', async () => {
    const clerk = await product.enter('rosa', ['banco:list', 'banco:view', 'banco:insert', 'banco:update']);
    const one = await sendFile(clerk, '/bancos', file, 'um.csv');
    const two = await checkFile(clerk, await sendFile(clerk, '/bancos', file, 'dois.csv'));
    const listed = async () =>
      ((await clerk.call('GET', `${door}?path=/bancos`)).json() as Import[]).map(({ file: { name }, state }) => [
        name,
        state,
      ]);
    expect(await listed()).toEqual([
      ['dois.csv', 'planned'],
      ['um.csv', 'sent'],
    ]);
    const done = await applyFile(clerk, two);
    expect((await clerk.call('DELETE', `${door}/${one.id}`)).statusCode).toBe(204);
    expect((await clerk.call('DELETE', `${door}/${done.id}`)).statusCode).toBe(204);
    expect(await listed()).toEqual([]);
    expect((await readImport(clerk, one)) as unknown).toEqual(await refusalBody('IMPORT_MISSING', {}));
    expect((await names()).length).toBe(4);
    const { rows } = await database.query<{ n: number }>({
      text: `select count(*)::integer as n from fichario.import_chunk where import_id in ($1::text::uuid, $2::text::uuid)`,
      values: [one.id, done.id],
    });
    expect(rows).toEqual([{ n: 0 }]);
    const kept = await sendFile(clerk, '/bancos', file, 'de hoje.csv');
    const old = await sendFile(clerk, '/bancos', file, 'da semana passada.csv');
    const broken = await sendFile(clerk, '/bancos', file, 'que não chegou.csv');
    await run(`update fichario.import set created_at = now() - interval '6 days 23 hours' where id = '${kept.id}'`);
    await run(`update fichario.import set created_at = now() - interval '7 days 1 minute' where id = '${old.id}'`);
    await run(
      `update fichario.import set format = null, created_at = now() - interval '61 minutes' where id = '${broken.id}'`,
    );
    expect(await sweepImports(database)).toBe(2);
    expect(await listed()).toEqual([['de hoje.csv', 'sent']]);
  });
});
