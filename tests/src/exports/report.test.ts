/** Files of reports: groups as CSV, XLSX and JSON, pages as PDF; read back by readers that are not ours. */
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import { accessOf } from '../../../engine/api/authenticate.ts';
import type { ExportFormat } from '../../../engine/contract/export.ts';
import { formatsOf } from '../../../engine/contract/export.ts';
import type { Job, JobDetail } from '../../../engine/contract/job.ts';
import { isOver } from '../../../engine/contract/job.ts';
import type { Database } from '../../../engine/data/database.ts';
import type { AnyJobKind, JobContext } from '../../../engine/jobs/job-kind.ts';
import { exportList } from '../../../src/exports/export-list.ts';
import { writeReport } from '../../../src/exports/write-report.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import { administrator, insertRow, refusalBody, refusalOf, startTestProduct } from '../../support/product.ts';
import { readPdf } from './read-pdf.ts';
import { reportFiles } from './report-files.ts';
import { exported, openedAs, readBook } from './stage.ts';

const withRows = {
  path: '/lancamentos-por-oficina',
  search: 'data=gte.2026-01-01&data=lte.2026-12-31',
  columns: ['numero', 'data', 'obs', 'valor'],
};
const groups = { path: '/lancamentos-sintetico', search: '', columns: [] };
const bySector = { path: '/lancamentos-por-setor', search: '', columns: [] };

forEachDatabase((open) => {
  let database: Database;
  let product: TestProduct;
  let chief: Caller;
  let ids: readonly number[];

  beforeAll(async () => {
    database = await open({ from: 'product' });
    product = await startTestProduct(database, { files: reportFiles });
    chief = await product.as(administrator.login, administrator.password);
    const made = [];
    for (const nome of ['Álcool & Cia', 'Zeta']) made.push(await insertRow(chief, '/oficinas', { nome }));
    ids = made;
    const [one, two] = made;
    for (const row of [
      { numero: 1, data: '2026-10-05', oficina_id: one, setor: '=1+1', valor: 10.5, taxa: 1, paciente: 'Eva' },
      { numero: 2, data: '2026-10-20', oficina_id: one, setor: 'Ação', valor: 1234.56, obs: 'Linha\nde duas' },
      { numero: 3, data: '2026-11-01', oficina_id: one, setor: 'Ação', valor: 5, taxa: 2.25 },
      { numero: 4, data: '2026-11-30', oficina_id: two, valor: -3 },
      { numero: 5, oficina_id: two, setor: 'Ação' },
      { numero: 6, data: '2026-11-30', obs: 'Sem oficina 日本', valor: 7 },
    ])
      await insertRow(chief, '/lancamentos', row);
  });

  /** Money is written with a blank that does not break. */
  const plain = (text: string): string => text.replaceAll('\u00a0', ' ');
  const linesOf = async (caller: Caller, asked: typeof groups): Promise<readonly (readonly string[])[]> => {
    const answer = await exported(caller, 'csv', asked);
    expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)]);
    return parse(plain(answer.body), { bom: true, delimiter: ';' }) as string[][];
  };
  const pagesOf = async (caller: Caller, asked: Parameters<typeof exported>[2]) => {
    const answer = await exported(caller, 'pdf', asked);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
    return readPdf(answer.rawPayload);
  };
  const made = (login: string): unknown =>
    expect.stringMatching(new RegExp(`^Gerado em \\d\\d/\\d\\d/\\d{4} \\d\\d:\\d\\d por ${login}$`));

  describe('the groups of a report', () => {
    it('are the lines of a CSV, and a formula in one is made harmless', async () => {
      expect(await linesOf(chief, groups)).toEqual([
        ['Oficina', 'Data', 'Quantidade', 'Valor', 'Taxa'],
        ['Álcool & Cia', '10/2026', '2', 'R$ 1.245,06', 'R$ 1,00'],
        ['Álcool & Cia', '11/2026', '1', 'R$ 5,00', 'R$ 2,25'],
        ['Zeta', '11/2026', '1', '-R$ 3,00', ''],
        ['Zeta', 'Não informado', '1', '', ''],
        ['Não informado', '11/2026', '1', 'R$ 7,00', ''],
      ]);
      expect(await linesOf(chief, { ...bySector, search: 'order=valor.desc&data=gte.2026-01-01' })).toEqual([
        ['Setor', 'Quantidade', 'Valor'],
        ["'=1+1", '1', 'R$ 10,50'],
        ['Ação', '2', 'R$ 1.239,56'],
        ['Não informado', '2', 'R$ 4,00'],
      ]);
    });

    it('are numbers and months in a workbook', async () => {
      const [sheet, ...more] = await readBook((await exported(chief, 'xlsx', groups)).rawPayload);
      expect(more).toEqual([]);
      const month = (at: number): Date => new Date(Date.UTC(2026, at - 1, 1));
      expect(sheet).toEqual({
        sheet: 'Lançamentos, sintético',
        data: [
          ['Oficina', 'Data', 'Quantidade', 'Valor', 'Taxa'],
          ['Álcool & Cia', month(10), 2, 1245.06, 1],
          ['Álcool & Cia', month(11), 1, 5, 2.25],
          ['Zeta', month(11), 1, -3, null],
          ['Zeta', 'Não informado', 1, null, null],
          ['Não informado', month(11), 1, 7, null],
        ],
      });
    });

    it('are what the API answers in JSON', async () => {
      const [one, two] = ids;
      const first = { id: one, label: 'Álcool & Cia' };
      const second = { id: two, label: 'Zeta' };
      const group = (
        oficina: unknown,
        month: string | null,
        count: number,
        valor: number | null,
        taxa: number | null,
      ) => ({
        oficina,
        'data::month': month,
        'count()': count,
        'valor.sum()': valor,
        'taxa.sum()': taxa,
      });
      expect((await exported(chief, 'json', groups)).json()).toEqual([
        group(first, '2026-10', 2, 1245.06, 1),
        group(first, '2026-11', 1, 5, 2.25),
        group(second, '2026-11', 1, -3, null),
        group(second, null, 1, null, null),
        group(null, '2026-11', 1, 7, null),
      ]);
    });

    it('are of the moment that they are asked for as of', async () => {
      const { rows } = await database.query<{ at: string }>({
        text: `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`,
        values: [],
      });
      await database.query({ text: 'update lancamento set valor = 100 where numero = 1', values: [] });
      const then = await linesOf(chief, { ...groups, search: `numero=eq.1&as_of=${rows[0]?.at}` });
      const now = await linesOf(chief, { ...groups, search: 'numero=eq.1' });
      await database.query({ text: 'update lancamento set valor = 10.5 where numero = 1', values: [] });
      expect([then[1]?.[3], now[1]?.[3]]).toEqual(['R$ 10,50', 'R$ 100,00']);
    });

    it('have columns of their own, and rows those that are asked for', async () => {
      const refused = async (asked: Parameters<typeof exported>[2]) => refusalOf(await exported(chief, 'csv', asked));
      expect(await refused({ ...groups, columns: ['valor'] })).toEqual({
        status: 400,
        body: await refusalBody('REQUEST_BODY_INVALID', {
          problem: "um relatório só de grupos tem colunas próprias: 'columns' deve ser []",
        }),
      });
      const none = await refusalBody('REQUEST_BODY_INVALID', { problem: "'columns' deve ter ao menos uma coluna" });
      expect(await refused({ ...withRows, columns: [] })).toEqual({ status: 400, body: none });
      expect(await refused({ path: '/lancamentos', search: '', columns: [] })).toEqual({ status: 400, body: none });
    });

    it('have nothing of what the caller may not read, or reads covered', async () => {
      const rights = ['lancamento:list', 'oficina:list'];
      const titles = async (login: string, parts: object, asked = groups) =>
        (await linesOf(await product.enter(login, rights, parts), asked))[0];
      expect(await titles('semtaxa', { hidden: ['lancamento.taxa'] })).toEqual([
        'Oficina',
        'Data',
        'Quantidade',
        'Valor',
      ]);
      expect(await titles('semoficina', { hidden: ['lancamento.oficina'] })).toEqual([
        'Data',
        'Quantidade',
        'Valor',
        'Taxa',
      ]);
      // Of what is called by nothing nothing is left.
      expect(await titles('semnome', { hidden: ['oficina.nome'] })).toEqual(['Data', 'Quantidade', 'Valor', 'Taxa']);
      expect(await titles('encoberto', { masked: ['lancamento.setor', 'lancamento.valor'] }, bySector)).toEqual([
        'Quantidade',
      ]);
      const none = await product.enter('ninguem', ['oficina:list']);
      expect((await exported(none, 'csv', groups)).statusCode).toBe(403);
    });
  });

  it('of a report with rows are its rows, by its levels whatever they are sorted by', async () => {
    const numbers = async (search: string) =>
      (await linesOf(chief, { ...withRows, search, columns: ['numero'] } as never)).slice(1).flat();
    expect(await numbers('')).toEqual(['1', '2', '3', '4', '5', '6']);
    expect(await numbers('order=numero.desc')).toEqual(['1', '2', '3', '4', '5', '6']);
    expect(await numbers('order=valor.desc')).toEqual(['1', '2', '3', '4', '5', '6']);
  });

  describe('a PDF', () => {
    it('has the rows under their groups, with subtotals, and says what was asked', async () => {
      const pdf = await pagesOf(chief, withRows);
      expect(pdf.pages).toEqual([
        [
          'Lançamentos por oficina | Copass Saúde',
          'Data: 01/01/2026 a 31/12/2026',
          made('chefe'),
          'Número | Data | Observação | Valor',
          'Álcool & Cia',
          '10/2026',
          '1 | 05/10/2026 | R$ 10,50',
          '2 | 20/10/2026 | Linha de duas | R$ 1.234,56',
          'Total de 10/2026 (2 registros; Taxa: R$ 1,00) | R$ 1.245,06',
          '11/2026',
          '3 | 01/11/2026 | R$ 5,00',
          'Total de 11/2026 (1 registro; Taxa: R$ 2,25) | R$ 5,00',
          'Total de Álcool & Cia (3 registros; Taxa: R$ 3,25) | R$ 1.250,06',
          'Zeta',
          '11/2026',
          '4 | 30/11/2026 | -R$ 3,00',
          'Total de 11/2026 (1 registro) | -R$ 3,00',
          'Total de Zeta (1 registro) | -R$ 3,00',
          'Não informado',
          '11/2026',
          '6 | 30/11/2026 | Sem oficina ?? | R$ 7,00',
          'Total de 11/2026 (1 registro) | R$ 7,00',
          'Total de Não informado (1 registro) | R$ 7,00',
          'Total geral (5 registros; Taxa: R$ 3,25) | R$ 1.254,06',
          'Página 1 de 1',
        ],
      ]);
      expect(pdf.sizes).toEqual([[595, 842]]);
      expect([pdf.language, pdf.info['Title'], pdf.info['Author'], pdf.info['Keywords']]).toEqual([
        'pt-BR',
        'Lançamentos por oficina',
        'chefe',
        undefined,
      ]);
    });

    it('has the groups alone where the report has no rows', async () => {
      expect((await pagesOf(chief, groups)).pages).toEqual([
        [
          'Lançamentos, sintético | Copass Saúde',
          made('chefe'),
          'Oficina / Data | Quantidade | Valor | Taxa',
          'Álcool & Cia',
          '10/2026 | 2 | R$ 1.245,06 | R$ 1,00',
          '11/2026 | 1 | R$ 5,00 | R$ 2,25',
          'Total de Álcool & Cia | 3 | R$ 1.250,06 | R$ 3,25',
          'Zeta',
          '11/2026 | 1 | -R$ 3,00',
          'Não informado | 1',
          'Total de Zeta | 2 | -R$ 3,00',
          'Não informado',
          '11/2026 | 1 | R$ 7,00',
          'Total de Não informado | 1 | R$ 7,00',
          'Total geral | 6 | R$ 1.254,06 | R$ 3,25',
          'Página 1 de 1',
        ],
      ]);
    });

    it('tells of the name of a group in a line of its own where a sum has the first column, and lies down where it is broad', async () => {
      const search = 'numero=eq.3';
      const first = await pagesOf(chief, { ...withRows, search, columns: ['valor', 'numero'] });
      expect(first.pages[0]?.slice(3)).toEqual([
        'Valor | Número',
        'Álcool & Cia',
        '11/2026',
        'R$ 5,00 | 3',
        'Total de 11/2026 (1 registro; Taxa: R$ 2,25)',
        'R$ 5,00',
        'Total de Álcool & Cia (1 registro; Taxa: R$ 2,25)',
        'R$ 5,00',
        'Total geral (1 registro; Taxa: R$ 2,25)',
        'R$ 5,00',
        'Página 1 de 1',
      ]);
      const columns = ['numero', 'data', 'oficina', 'setor', 'obs', 'paciente', 'valor', 'taxa'];
      const broad = await pagesOf(chief, { ...withRows, search, columns });
      expect(broad.sizes).toEqual([[842, 595]]);
      // The heads of the groups say the workshop.
      expect(broad.pages[0]?.[3]).toBe('Número | Data | Setor | Observação | Paciente | Valor | Taxa');
      const alone = await pagesOf(chief, { ...withRows, search, columns: ['oficina'] });
      expect(alone.pages[0]?.slice(3, 7)).toEqual(['Oficina', 'Álcool & Cia', '11/2026', 'Álcool & Cia']);
    });

    it('of nothing says so by its totals', async () => {
      const { pages } = await pagesOf(chief, { ...withRows, search: 'numero=eq.99' });
      expect(pages[0]?.slice(3)).toEqual([
        'Número | Data | Observação | Valor',
        'Total geral (0 registros)',
        'Página 1 de 1',
      ]);
    });

    it('says on each page and in its name and properties that it has personal data', async () => {
      const asked = { path: '/lancamentos-por-paciente', search: '', columns: [] };
      const answer = await exported(chief, 'pdf', asked);
      expect(answer.headers['content-disposition']).toMatch(/-dados-pessoais-chefe\.pdf$/);
      const pdf = await readPdf(answer.rawPayload);
      expect(pdf.info['Keywords']).toBe('LGPD, dados pessoais');
      expect(pdf.pages[0]?.slice(-2)).toEqual([
        expect.stringMatching(
          /^Contém dados pessoais \(LGPD\)\. Gerado por chefe em .*, de Lançamentos por paciente\.$/,
        ),
        'Página 1 de 1',
      ]);
    });

    it('is of reports alone, at once and as a job', async () => {
      const formats = async (path: string) =>
        formatsOf((await openedAs(product, administrator.login, { path, search: '', columns: ['numero'] })).list.model);
      expect(await formats('/lancamentos')).toEqual(['csv', 'xlsx', 'json']);
      expect(await formats('/lancamentos-por-oficina')).toEqual(['csv', 'xlsx', 'json', 'pdf']);
      const list = { path: '/lancamentos', search: '', columns: ['numero'] };
      const refusal = { status: 422, body: await refusalBody('EXPORT_PDF_REPORT', { title: 'Lançamentos' }) };
      expect(refusalOf(await exported(chief, 'pdf', list))).toEqual(refusal);
      const job = await chief.call('POST', '/api/trabalhos', { body: { kind: 'exportar-pdf', input: list } });
      expect(refusalOf(job)).toEqual(refusal);
    });
  });

  describe('what was asked for is told in words', () => {
    const wordsOf = async (search: string, path = '/lancamentos-por-oficina') => {
      const { list } = await openedAs(product, administrator.login, { path, search, columns: ['numero'] });
      return (await list.asked()).map(({ label, text }) => plain(`${label}: ${text}`));
    };

    it.each([
      ['', []],
      ['data=gte.2026-11-01', ['Data: a partir de 01/11/2026']],
      ['data=lte.2026-11-30&data=gte.2026-11-01', ['Data: 01/11/2026 a 30/11/2026']],
      ['setor=is.null&obs=not.is.null', ['Setor: vazio', 'Observação: exceto vazio']],
      ['setor=has.Ação&obs=like.Li*', ["Setor: contém 'Ação'", "Observação: começa com 'Li'"]],
      ['valor=gt.1234.5&numero=in.(1,2)', ['Valor: maior que R$ 1.234,50', 'Número: 1, 2']],
      ['numero=in.(1,2,3,4,5,6,7)', ['Número: 7 valores']],
      [
        'or=(setor.eq.a,and(valor.gte.1,taxa.is.null))',
        ['Filtro: Setor a ou (Valor a partir de R$ 1,00 e Taxa vazio)'],
      ],
      ['and=(oficina.nome.eq.Zeta)', ['Oficina: Nome: Zeta']],
      [
        'criado_em=gte.2026-11-01T00:00:00-03:00&criado_em=lt.2026-12-01T00:00:00-03:00',
        ['Criado em: a partir de 01/11/2026 00:00', 'Criado em: antes de 01/12/2026 00:00'],
      ],
    ])('%s', async (search, words) => {
      expect(await wordsOf(search)).toEqual(words);
    });

    it('and a record by its name, where the caller may know it', async () => {
      expect(await wordsOf(`oficina_id=in.(${ids.join()},999)`)).toEqual(['Oficina: Álcool & Cia, Zeta, #999']);
    });
  });

  describe('as a job', () => {
    const ended = async (caller: Caller, { id }: Job): Promise<JobDetail> => {
      for (;;) {
        const job = (await caller.call('GET', `/api/trabalhos/${id}`)).json() as JobDetail;
        if (isOver(job.state)) return job;
        await caller.call('GET', '/api/trabalhos/agora?wait=1');
      }
    };

    it('each file is what is answered at once', async () => {
      for (const format of ['csv', 'json', 'pdf'] satisfies readonly ExportFormat[]) {
        const body = { kind: `exportar-${format}`, input: groups };
        const answer = await chief.call('POST', '/api/trabalhos', { body });
        expect([answer.statusCode, answer.body]).toEqual([202, expect.any(String)]);
        const job = await ended(chief, answer.json() as Job);
        expect(job).toMatchObject({ state: 'done', done: 5, total: 5 });
        expect(job.file?.name).toMatch(new RegExp(`^lancamentos-sintetico-\\d{4}-\\d\\d-\\d\\d\\.${format}$`));
        const file = await chief.call('GET', `/api/trabalhos/${job.id}/arquivo`);
        const once = await exported(chief, format, groups);
        if (format !== 'pdf') expect(file.body).toBe(once.body);
        else {
          expect(job.title).toBe('Lançamentos, sintético em PDF');
          const [one, other] = [await readPdf(file.rawPayload), await readPdf(once.rawPayload)];
          const told = ({ pages }: typeof one) => pages.flat().filter((line) => !line.startsWith('Gerado em'));
          expect(told(one)).toEqual(told(other));
        }
      }
    });

    it('a PDF that was left half-way begins anew, with nothing of the first try in it', async () => {
      const kind: AnyJobKind = exportList(() => product.runtime, 'pdf');
      let saved: Buffer[] = [Buffer.from('%PDF of a run that has died')];
      let restarts = 0;
      const context: JobContext<object> = {
        id: 'j1',
        owner: { userId: 1, login: administrator.login },
        rights: async () => {
          const grants = await product.runtime.sessions.grantsOf(administrator.login);
          if (grants === undefined) throw new Error('nobody');
          return accessOf(grants);
        },
        origin: 'api',
        attempt: 2,
        state: { rows: 1, cursor: '', file: null, key: 'whatever', at: '2026-11-22T15:00:00.000Z' },
        signal: new AbortController().signal,
        progress: () => undefined,
        log: (text) => expect.unreachable(text),
        save: async (_, bytes) => {
          saved.push(Buffer.from(bytes ?? []));
        },
        restart: async () => {
          restarts += 1;
          saved = [];
        },
      };
      expect(await kind.run(withRows, context)).toMatchObject({ type: 'application/pdf' });
      expect(restarts).toBe(1);
      expect((await readPdf(Buffer.concat(saved))).pages[0]?.at(-2)).toBe(
        'Total geral (5 registros; Taxa: R$ 3,25) | R$ 1.254,06',
      );
    });
  });

  // Last: the rows stay.
  describe('of many', { timeout: 120_000 }, () => {
    const many = 50_001;

    beforeAll(async () => {
      await database.query({
        text: `insert into lancamento (numero, setor, valor) select n, 'S' || lpad(n::text, 5, '0'), n
          from generate_series(1000, 999 + $1::text::integer) n`,
        values: [String(many)],
      });
    }, 120_000);

    it('groups come all, each once and in order, from as many pages as they take', async () => {
      const lines = await linesOf(chief, { ...bySector, search: 'numero=gte.1000' });
      expect(lines.length).toBe(many + 1);
      expect(lines.slice(1).every(([setor], at) => setor === `S${String(at + 1000).padStart(5, '0')}`)).toBe(true);
      expect(lines.at(-1)).toEqual(['S51000', '1', 'R$ 51.000,00']);
    });

    it('are too many for a PDF, of rows as of groups, and it says what holds them', async () => {
      const refusal = { status: 422, body: await refusalBody('EXPORT_PDF_LONG', { maximum: 50_000 }) };
      for (const asked of [
        { ...withRows, search: 'numero=gte.1000' },
        { ...bySector, search: 'numero=gte.1000' },
      ]) {
        expect(refusalOf(await exported(chief, 'pdf', asked))).toEqual(refusal);
        const job = await chief.call('POST', '/api/trabalhos', { body: { kind: 'exportar-pdf', input: asked } });
        expect(refusalOf(job)).toEqual(refusal);
      }
    });

    it('fill pages, each with the titles of its columns and the groups that go on', async () => {
      const { list, described } = await openedAs(product, administrator.login, {
        ...withRows,
        search: 'numero=gte.1000&numero=lt.3000',
      });
      const parts: Buffer[] = [];
      for await (const { bytes } of writeReport(list, described)) parts.push(bytes);
      // As it goes, not at its end.
      expect(parts[0]?.length).toBeGreaterThan(10_000);
      const { pages } = await readPdf(Buffer.concat(parts));
      expect(pages.length).toBeGreaterThan(20);
      for (const [at, lines] of pages.entries()) {
        expect(lines.slice(3, 6)).toEqual([
          made('chefe'),
          'Número | Data | Observação | Valor',
          at === 0 ? 'Não informado' : 'Não informado (continuação)',
        ]);
        expect(lines.at(-1)).toBe(`Página ${at + 1} de ${pages.length}`);
      }
      const numbers = pages.flat().flatMap((line) => /^(\d+\.?\d*) \| R\$/.exec(line)?.[1] ?? []);
      expect(numbers.map((text) => Number(text.replace('.', '')))).toEqual(
        Array.from({ length: 2000 }, (_, at) => at + 1000),
      );
      expect(pages.at(-1)?.at(-2)).toBe('Total geral (2.000 registros) | R$ 3.999.000,00');
      const cut = writeReport(list, described, 1999);
      await expect(cut.next()).rejects.toMatchObject({ code: 'EXPORT_PDF_LONG', params: { maximum: 1999 } });
    });
  });
});
