/** Columns that a person may add to a list: fields of related records and those of the system, as far as the rights go. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { GridColumn, ScreenModel } from '../../../engine/contract/screen-model.ts';
import { selectOf } from '../../../engine/contract/write-select.ts';
import type { Database } from '../../../engine/data/database.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import { administrator, createUser, startTestProduct } from '../../support/product.ts';
import { clinicFiles } from './clinic-files.ts';

const related = ({ of }: GridColumn): boolean => of === 'related';
const system = ({ of }: GridColumn): boolean => of === 'system';

forEachDatabase((open) => {
  let database: Database;
  let product: TestProduct;
  let admin: Caller;

  beforeAll(async () => {
    database = await open({ from: 'product' });
    product = await startTestProduct(database, { files: clinicFiles });
    admin = await product.as(administrator.login, administrator.password);
    for (const body of [
      { codigo: '0001', nome: 'Alfa', telefone: '3133334444' },
      { codigo: '0002', nome: 'Beta' },
    ])
      await admin.call('POST', '/api/clinicas', { body });
    for (const body of [
      { numero: 'G1', clinica_id: 2, diagnostico: 'X' },
      { numero: 'G2', clinica_id: 1, diagnostico: 'Y' },
      { numero: 'G3' },
    ])
      await admin.call('POST', '/api/fichas', { body });
  });

  const login = async (name: string, rights: readonly string[], hidden: readonly string[] = []): Promise<Caller> => {
    const user = await createUser(database, name, rights, { hidden });
    return product.as(user.login, user.password);
  };
  const screenOf = async (who: Caller, path: string): Promise<ScreenModel> =>
    (await who.call('GET', `/api/model/screen?path=${path}`)).json() as ScreenModel;
  const keysOf = (columns: readonly GridColumn[]) => columns.map(({ key }) => key);
  const rows = async (who: Caller, screen: ScreenModel, column: GridColumn, query: string) => {
    const answer = await who.call(
      'GET',
      `/api${screen.screen.path}?select=${encodeURIComponent(selectOf(screen, [column]))}&${query}`,
    );
    expect([column.key, answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([
      column.key,
      200,
      '',
    ]);
    return answer.json() as Readonly<Record<string, unknown>>[];
  };

  describe('columns that may be added', () => {
    test('are the fields of related records by their relation, and who and when of the record', async () => {
      const { moreColumns } = await screenOf(admin, '/fichas');
      expect(moreColumns.filter(related).map(({ key, title }) => [key, title])).toEqual([
        ['clinica.codigo', 'Clínica: Código'],
        ['clinica.nome', 'Clínica: Nome'],
        ['clinica.cnpj', 'Clínica: CNPJ'],
        ['clinica.telefone', 'Clínica: Telefone'],
      ]);
      expect(moreColumns.filter(system).map(({ key, title }) => [key, title])).toEqual([
        ['criado_em', 'Criado em'],
        ['criado_por_login', 'Criado por'],
        ['alterado_em', 'Alterado em'],
        ['alterado_por_login', 'Alterado por'],
        ['versao', 'Versão'],
      ]);
      // What the screen shows already is not offered once more.
      const recursos = await screenOf(admin, '/recursos');
      expect(keysOf(recursos.columns)).toEqual(['motivo', 'ficha', 'ficha.diagnostico', 'ficha.numero']);
      expect(keysOf(recursos.moreColumns.filter(related))).toEqual([
        'ficha.valor',
        'ficha.situacao',
        'ficha.protocolo',
      ]);
    });

    test('are each read and sorted by the API, as the list asks for them', async () => {
      for (const path of ['/fichas', '/clinicas', '/recursos']) {
        const screen = await screenOf(admin, path);
        for (const column of screen.moreColumns)
          await rows(admin, screen, column, column.sortable ? `order=${column.orderBy}.desc` : '');
      }
      const fichas = await screenOf(admin, '/fichas');
      const name = fichas.moreColumns.find(({ key }) => key === 'clinica.nome');
      if (!name) throw new Error('no column');
      expect(await rows(admin, fichas, name, `order=${name.orderBy}.asc`)).toEqual([
        { id: 2, versao: 1, clinica: { id: 1, nome: 'Alfa' } },
        { id: 1, versao: 1, clinica: { id: 2, nome: 'Beta' } },
        { id: 3, versao: 1, clinica: null },
      ]);
      expect(await rows(admin, fichas, name, 'and=(clinica.nome.eq.Beta)')).toEqual([
        { id: 1, versao: 1, clinica: { id: 2, nome: 'Beta' } },
      ]);
    });

    test('tell who created and changed a record by the login name, to be filtered and sorted by, without a right on users', async () => {
      const clerk = await login('escriturario', ['ficha:list', 'ficha:view', 'ficha:update']);
      expect((await clerk.call('PATCH', '/api/fichas?numero=eq.G3', { body: { diagnostico: 'Z' } })).statusCode).toBe(
        204,
      );
      const fichas = await screenOf(clerk, '/fichas');
      const column = (name: string): GridColumn => {
        const found = fichas.moreColumns.find(({ key }) => key === name);
        if (!found) throw new Error(`no column ${name}`);
        return found;
      };
      const maker = column('criado_por_login');
      const query = 'criado_por_login=eq.chefe&criado_por=gte.1&criado_em=gte.2020-01-01&order=id&limit=2';
      expect(await rows(clerk, fichas, maker, query)).toEqual(
        [1, 2].map((id) => ({ id, versao: 1, criado_por_login: 'chefe' })),
      );
      const changer = column('alterado_por_login');
      const byChange = `order=${changer.orderBy}.asc.nullslast,id`;
      expect(await rows(clerk, fichas, changer, byChange)).toEqual([
        { id: 3, versao: 2, alterado_por_login: 'escriturario' },
        { id: 1, versao: 1, alterado_por_login: null },
        { id: 2, versao: 1, alterado_por_login: null },
      ]);
      const ids = async (filter: string) => (await rows(clerk, fichas, changer, filter)).map(({ id }) => id);
      expect(await ids('alterado_por_login=has.ESCRIT')).toEqual([3]);
      expect(await ids('alterado_por_login=neq.chefe')).toEqual([3]);
      expect(await ids('alterado_por_login=is.null&order=id')).toEqual([1, 2]);
      // Where nobody has changed it, what is asked of the login is unknown, however it is negated.
      for (const [filter, found] of [
        ['alterado_por_login=not.eq.escriturario', []],
        ['alterado_por_login=not.eq.ninguem', [3]],
        ['alterado_por_login=in.(escriturario,chefe)', [3]],
        ['not.or=(alterado_por_login.eq.ninguem)', [3]],
        ['not.and=(alterado_por_login.eq.escriturario,numero.eq.G1)', [2, 3]],
        ['not.or=(alterado_por_login.not.eq.escriturario,alterado_por_login.like.x*)', [3]],
        ['or=(alterado_por_login.gt.f,numero.eq.G1)', [1]],
        ['alterado_por_login=isdistinct.escriturario', [1, 2]],
      ] as const)
        expect([filter, await ids(`${filter}&order=id`)]).toEqual([filter, found]);
      const first = await clerk.call('GET', `/api/fichas?select=id&${byChange}&limit=1`);
      const cursor = String(first.headers['fichario-next-cursor']);
      const rest = await clerk.call('GET', `/api/fichas?select=id&${byChange}&limit=2&cursor=${cursor}`);
      expect([rest.statusCode, rest.json()]).toEqual([200, [{ id: 1 }, { id: 2 }]]);
      // Not brought by `*`, and in CSV as anywhere.
      expect(Object.keys(((await clerk.call('GET', '/api/fichas?limit=1')).json() as object[])[0] ?? {})).not.toContain(
        'criado_por_login',
      );
      const csv = await clerk.call('GET', '/api/fichas?select=numero,alterado_por_login&numero=eq.G3', {
        headers: { accept: 'text/csv' },
      });
      expect(csv.body).toBe('numero,alterado_por_login\nG3,escriturario\n');
    });

    test('end where the rights do: of the record, of its relation, of a field of the related record', async () => {
      const reads = ['ficha:list', 'ficha:view', 'clinica:list', 'clinica:view'];
      const offered = async (who: Caller) => {
        const { moreColumns } = await screenOf(who, '/fichas');
        return keysOf(moreColumns.filter((one) => related(one) || system(one)));
      };
      const everySystem = ['criado_em', 'criado_por_login', 'alterado_em', 'alterado_por_login', 'versao'];
      const cut = await login('recorte', reads, ['clinica.cnpj', 'clinica.telefone']);
      expect(await offered(cut)).toEqual(['clinica.codigo', 'clinica.nome', ...everySystem]);
      const without = await login('sem-clinica', reads, ['ficha.clinica']);
      expect(await offered(without)).toEqual(everySystem);
      // Only the list of the records, and nothing of the clinics.
      const lister = await login('so-lista', ['ficha:list']);
      expect(await offered(lister)).toEqual(['versao']);
      for (const key of ['criado_em', 'criado_por_login', 'clinica(nome)', 'clinica(cnpj)'])
        expect((await lister.call('GET', `/api/fichas?select=id,${key}`)).statusCode, key).toBe(400);
    });

    test('are kept in a saved view, and left out of it for whom they are not', async () => {
      const shown = ['numero', 'clinica.telefone', 'criado_em'];
      const layout = { shown, widths: { 'clinica.telefone': 150 } };
      const query = 'criado_em=gte.2020-01-01&order=clinica%28telefone%29.asc';
      const body = { screen: '/fichas', name: 'Telefones', shared: true, content: { query, layout } };
      expect((await admin.call('POST', '/api/views', { body })).statusCode).toBe(201);
      const seen = async (who: Caller) => {
        const [view] = (await who.call('GET', '/api/views?screen=/fichas')).json() as { content: unknown }[];
        return view?.content;
      };
      expect(await seen(admin)).toEqual({ query, layout });
      for (const key of ['clinica.banco', 'clinica.nada', 'nada.nome', 'chave', 'busca', 'clinica.criado_em']) {
        const other = { ...body, name: key, content: { query: '', layout: { shown: ['numero', key] } } };
        expect([key, (await admin.call('POST', '/api/views', { body: other })).statusCode]).toEqual([key, 400]);
      }
      const lister = await login('so-lista-2', ['ficha:list', 'clinica:list'], ['clinica.telefone']);
      expect(await seen(lister)).toEqual({ query: '', layout: { shown: ['numero'], widths: {} } });
    });
  });
});
