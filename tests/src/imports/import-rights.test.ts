/** Imports of what not everybody may read: what is noted, what is told once rights change, and rows without a key. */
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../../engine/data/database.ts';
import { clinicFiles } from '../../engine/api/clinic-files.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { TestProduct } from '../../support/product.ts';
import { administrator, insertRow, startTestProduct } from '../../support/product.ts';
import { applyFile, checkFile, readImport, refusalsOf, sendFile } from './import-stage.ts';

const files = {
  'schemas/teste/prontuarios/schema.json': {
    title: 'Prontuário',
    type: 'object',
    required: ['nome'],
    properties: {
      codigo: { title: 'Código', type: 'string', maxLength: 10, 'x-unique': true },
      nome: { title: 'Nome', type: 'string', maxLength: 60 },
      laudo: { title: 'Laudo', type: 'string', maxLength: 60, 'x-personal-data': 'sensitive' },
    },
  },
  'schemas/teste/prontuarios/columns.json': {
    entity: 'prontuario',
    path: '/prontuarios',
    title: 'Prontuários',
    icon: 'table',
    permission: { subject: 'prontuario' },
    parent: '/',
    columns: ['codigo', 'nome'],
    search: ['codigo'],
    label: '{nome}',
  },
};
const pairs = ['list', 'view', 'insert', 'update'].map((action) => `prontuario:${action}`);
const path = '/prontuarios';
const file = 'Código;Nome;Laudo\nP1;Ana;ruim\nP2;Bia;bom\nP3;Clara;bom\n';

forEachDatabase((open) => {
  let database: Database;
  let product: TestProduct;

  const run = (text: string) => database.query<Record<string, unknown>>({ text, values: [] });

  beforeAll(async () => {
    database = await open({ from: 'product' });
    product = await startTestProduct(database, { files: { ...files, ...clinicFiles } });
  });
  beforeEach(async () => {
    await run('delete from prontuario');
    await run('delete from fichario.sensitive_read');
    await run(`insert into prontuario (codigo, nome, laudo) values ('P1', 'Ana', 'bom'), ('P2', 'Bia', 'bom')`);
  });

  it('note who was shown sensitive values: for the look, and not for the writing, which shows none', async () => {
    const notes = async () =>
      (
        await run(
          'select login, door, path, request, array_to_json(fields)::text as fields from fichario.sensitive_read order by at',
        )
      ).rows;
    const reader = await product.enter('leitor', pairs, { sensitive: 'ABERTO' });
    const planned = await checkFile(reader, await sendFile(reader, path, file));
    expect(planned.plan?.fields).toEqual([
      expect.objectContaining({ field: 'laudo', pairs: [{ before: 'bom', after: 'ruim', rows: 1 }] }),
    ]);
    const one = { login: 'leitor', door: 'write', path, fields: '["prontuario.laudo"]' };
    expect(await notes()).toEqual([{ ...one, request: planned.job?.id }]);
    const done = await applyFile(reader, planned);
    expect(done.batch).toMatchObject({ state: 'applied', written: 2 });
    expect(await notes()).toHaveLength(1);
  });

  it('note nothing where the values are covered, and show none', async () => {
    const covered = await product.enter('coberto', pairs);
    const planned = await checkFile(covered, await sendFile(covered, path, 'Código;Nome\nP1;Ana Maria\n'));
    expect(planned.batch).toMatchObject({ changes: 1, refused: 0 });
    expect(JSON.stringify(planned)).not.toContain('bom');
    expect((await run('select 1 as note from fichario.sensitive_read')).rows).toEqual([]);
  });

  it('tell no more of a look that was taken with other rights, only how many rows it was of', async () => {
    const clerk = await product.enter('lia', pairs, { sensitive: 'ABERTO' });
    const planned = await checkFile(clerk, await sendFile(clerk, path, file));
    expect([planned.plan === null, planned.fresh]).toEqual([false, 1]);
    await run(`delete from regra where acao = 'insert' and grupo_id in (select grupo_id from usuario_grupo
      where usuario_id = (select id from usuario where login = 'lia'))`);
    product.runtime.sessions.forget();
    const now = await readImport(clerk, planned);
    expect([now.state, now.plan, now.fresh, now.batch?.rows]).toEqual(['planned', null, 0, 3]);
    // And it is written with today's rights.
    const refused = await applyFile(clerk, planned);
    expect([refused.state, refused.job?.state, refused.job?.problem]).toEqual([
      'planned',
      'failed',
      "Você não tem acesso a Prontuários: falta a permissão 'Incluir'.",
    ]);
    expect((await run(`select nome, laudo from prontuario order by codigo`)).rows).toEqual([
      { nome: 'Ana', laudo: 'bom' },
      { nome: 'Bia', laudo: 'bom' },
    ]);
  });

  it('refuse a row that is known by nothing, by its line, and write the others', async () => {
    const clerk = await product.enter('rui', pairs, { sensitive: 'ABERTO' });
    const planned = await checkFile(
      clerk,
      await sendFile(clerk, path, 'Código;Nome\nP1;Ana Maria\n;Sem código\nP9;Nova\n;Outra\n'),
    );
    expect(planned.choices.key).toEqual(['codigo']);
    expect([planned.batch?.changes, refusalsOf(planned)]).toEqual([
      2,
      [['Código: vazio, e é por ele que o registro seria reconhecido.', ['Linha 3', 'Linha 5']]],
    ]);
    await applyFile(clerk, planned);
    expect((await run('select codigo, nome from prontuario order by codigo')).rows).toEqual([
      { codigo: 'P1', nome: 'Ana Maria' },
      { codigo: 'P2', nome: 'Bia' },
      { codigo: 'P9', nome: 'Nova' },
    ]);
  });

  it('find no record by its name that is not within the reach of their sender', async () => {
    const chief = await product.as(administrator.login, administrator.password);
    const [south, north] = [
      await insertRow(chief, '/clinicas', { codigo: '0001', nome: 'Sul' }),
      await insertRow(chief, '/clinicas', { codigo: '0002', nome: 'Norte' }),
    ];
    const own = await insertRow(chief, '/fichas', { numero: 'S1', diagnostico: 'x', clinica_id: south });
    await insertRow(chief, '/fichas', { numero: 'N1', diagnostico: 'y', clinica_id: north });
    const confined = await product.enter('do-sul', ['recurso:manage', 'ficha:list', 'ficha:view'], {
      roles: { operadora: false, prestador: true, prestador_registro: south },
    });
    const planned = await checkFile(
      confined,
      await sendFile(confined, '/recursos', 'Motivo;Ficha número\num;S1\ndois;N1\ntrês;N1 y\nquatro;N9\n'),
    );
    expect(planned.batch).toMatchObject({ rows: 4, changes: 1, refused: 3 });
    // As what is not there at all.
    const unknown = (text: string) => `Ficha: não há '${text}', ou você não pode vê-lo.`;
    expect(refusalsOf(planned)).toEqual([
      [unknown('N1'), ['Linha 3']],
      [unknown('N1 y'), ['Linha 4']],
      [unknown('N9'), ['Linha 5']],
    ]);
    await applyFile(confined, planned);
    expect((await run('select motivo, ficha_id::integer as ficha from recurso')).rows).toEqual([
      { motivo: 'um', ficha: own },
    ]);
  });
});
