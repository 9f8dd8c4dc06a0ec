import { parse } from 'content-disposition';
import { beforeAll, expect, it } from 'vitest';
import type { Job, JobDetail } from '../../../engine/contract/job.ts';
import { isOver } from '../../../engine/contract/job.ts';
import type { Database } from '../../../engine/data/database.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import { administrator, insertRow, startTestProduct } from '../../support/product.ts';
import { exported as exportedAtOnce, readBook } from './stage.ts';

const files = {
  'schemas/teste/prontuarios/schema.json': {
    title: 'Prontuário',
    type: 'object',
    required: ['codigo'],
    properties: {
      codigo: { title: 'Código', type: 'string', maxLength: 10, 'x-unique': true },
      paciente: { title: 'Paciente', type: 'string', maxLength: 60, 'x-personal-data': 'personal' },
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
    columns: ['codigo', 'paciente', 'laudo'],
    label: '{codigo}',
    sort: ['codigo'],
  },
};

forEachDatabase((open) => {
  let database: Database;
  let product: TestProduct;

  beforeAll(async () => {
    database = await open({ from: 'product' });
    product = await startTestProduct(database, { files });
    const chief = await product.as(administrator.login, administrator.password);
    await insertRow(chief, '/prontuarios', { codigo: 'P1', laudo: '=1+1' });
    await insertRow(chief, '/prontuarios', { codigo: 'P2' });
    await insertRow(chief, '/prontuarios', { codigo: 'P3', laudo: 'bom' });
  });

  const exported = async (caller: Caller): Promise<{ readonly id: string; readonly text: string }> => {
    const body = { kind: 'exportar-csv', input: { path: '/prontuarios', search: '', columns: ['codigo', 'laudo'] } };
    const { id } = (await caller.call('POST', '/api/trabalhos', { body })).json() as Job;
    for (;;) {
      const job = (await caller.call('GET', `/api/trabalhos/${id}`)).json() as JobDetail;
      if (isOver(job.state)) return { id, text: (await caller.call('GET', `/api/trabalhos/${id}/arquivo`)).body };
      await caller.call('GET', '/api/trabalhos/agora?wait=1');
    }
  };
  const noted = async (): Promise<readonly unknown[]> => {
    const { rows } = await database.query({
      text: `select login, door, path, request, array_to_json(fields)::text as fields, rows from fichario.sensitive_read`,
      values: [],
    });
    return rows;
  };

  it('notes who was given sensitive values by a file, and covers what the person sees covered', async () => {
    const covered = await exported(await product.enter('coberto', ['prontuario:list']));
    expect(covered.text.split('\r\n')).toEqual([
      '\uFEFFCódigo;Laudo',
      'P1;•••',
      expect.stringMatching(/^P2;/),
      'P3;•••',
      '',
    ]);
    expect(await noted()).toEqual([]);
    const open = await exported(await product.enter('leitor', ['prontuario:list'], { sensitive: 'ABERTO' }));
    expect(open.text).toBe("\uFEFFCódigo;Laudo\r\nP1;'=1+1\r\nP2;\r\nP3;bom\r\n");
    expect(await noted()).toEqual([
      {
        login: 'leitor',
        door: 'rows',
        path: '/prontuarios',
        request: open.id,
        fields: '["prontuario.laudo"]',
        rows: 2,
      },
    ]);
  });

  it('notes them for a file that is answered at once too', async () => {
    const reader = await product.enter('leitora', ['prontuario:list'], { sensitive: 'ABERTO' });
    const before = (await noted()).length;
    for (const format of ['csv', 'xlsx', 'json'] as const) {
      const answer = await exportedAtOnce(reader, format, { path: '/prontuarios', search: '', columns: ['laudo'] });
      expect(answer.statusCode).toBe(200);
    }
    const mine = { login: 'leitora', door: 'rows', path: '/prontuarios', fields: '["prontuario.laudo"]', rows: 2 };
    expect((await noted()).slice(before)).toEqual(Array(3).fill({ ...mine, request: expect.any(String) }));
  });

  const nameOf = (answer: { headers: Record<string, unknown> }): string =>
    parse(String(answer.headers['content-disposition'])).parameters['filename']?.replace(/\d{4}-\d\d-\d\d/, 'dia') ??
    '';

  it('says in the name of the file that it has personal data, and whose it is', async () => {
    const person = await product.enter('ana.maria', ['prontuario:list']);
    const named = async (format: 'csv' | 'xlsx' | 'json', columns: readonly string[]) =>
      nameOf(await exportedAtOnce(person, format, { path: '/prontuarios', search: '', columns }));
    expect(await named('csv', ['codigo'])).toBe('prontuarios-dia.csv');
    expect(await named('csv', ['codigo', 'paciente'])).toBe('prontuarios-dia-dados-pessoais-ana.maria.csv');
    // Covered too.
    expect(await named('json', ['laudo'])).toBe('prontuarios-dia-dados-sensiveis-ana.maria.json');
  });

  it('says so in a workbook on its last sheet, its pages and in its properties, and in nothing that is read as rows', async () => {
    const person = await product.enter('bia', ['prontuario:list']);
    const asked = { path: '/prontuarios', search: 'order=codigo', columns: ['codigo', 'paciente', 'laudo'] };
    const [rows, about] = await readBook((await exportedAtOnce(person, 'xlsx', asked)).rawPayload);
    expect(rows?.data.map(([first]) => first)).toEqual(['Código', 'P1', 'P2', 'P3']);
    expect(about).toEqual({
      sheet: 'Sobre este arquivo',
      data: [
        ['Sobre este arquivo', null],
        ['Conteúdo', 'Este arquivo contém dados pessoais sensíveis, protegidos pela Lei 13.709/2018 (LGPD).'],
        ['Colunas com esses dados', 'Paciente, Laudo'],
        ['Gerado por', 'bia'],
        ['Gerado em', expect.stringMatching(/^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/)],
        ['Tela', 'Prontuários (/prontuarios)'],
        ['Referência', expect.stringMatching(/./)],
        ['Uso', expect.stringContaining('finalidade')],
        ['Linhas', '3'],
      ],
    });
    const plain = await readBook((await exportedAtOnce(person, 'xlsx', { ...asked, columns: ['codigo'] })).rawPayload);
    expect(plain.map(({ sheet }) => sheet)).toEqual(['Prontuários']);
  });
});
