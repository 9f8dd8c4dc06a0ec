/** Why somebody sees a screen, a record, a field or does not: the answer beside what the same person's requests meet. */
import { beforeAll, describe, expect, test } from 'vitest';
import { commands } from '../../../engine/commands/index.ts';
import { runCommandLine } from '../../../engine/commands/run.ts';
import { describeWhy } from '../../../engine/contract/describe-why.ts';
import type { WhyAnswer } from '../../../engine/contract/why.ts';
import { fillText } from '../../../engine/core/messages.ts';
import type { Database } from '../../../engine/data/database.ts';
import messages from '../../../schemas/messages/pt-BR.json' with { type: 'json' };
import { catalogues } from '../../../src/catalogues.ts';
import { demonstrationPeople } from '../../../src/session/demonstration-people.ts';
import { readGroupGrants } from '../../../src/session/session-store.ts';
import { findPerson } from '../../../src/why/find-person.ts';
import { clinicFiles } from '../../engine/api/clinic-files.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { codeList, registry, text, transition } from '../../support/fixture-fields.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import { actFor, administrator, insertRow, refusalBody, refusalOf, startTestProduct } from '../../support/product.ts';
import { readRealFiles } from '../../support/real-files.ts';

const declared = {
  ...clinicFiles,
  'schemas/teste/outros/columns.json': {
    entity: 'clinica',
    path: '/outros',
    title: 'Só de outro cliente',
    permission: { subject: 'clinica' },
    parent: '/',
    clients: ['nuclep'],
    sort: ['codigo'],
  },
  'schemas/teste/emprestimos-da-clinica/columns.json': {
    entity: 'clinica',
    path: '/emprestimos-da-clinica',
    title: 'Empréstimos',
    permission: { subject: 'clinica' },
    parent: '/',
    flag: 'financeiro.emprestimo',
    sort: ['codigo'],
  },
};

const fase = codeList('Fase', { ABERTA: 'Aberta', FEITA: 'Feita' });
const vistorias = {
  'schemas/code-lists/fase.json': fase,
  'schemas/teste/vistorias/schema.json': {
    title: 'Vistoria',
    type: 'object',
    required: ['numero', 'fase'],
    properties: {
      numero: text('Número', { maxLength: 10, 'x-unique': true }),
      fase: text('Fase', { 'x-code-list': 'fase' }),
      parecer: text('Parecer', { readOnly: true }),
    },
  },
  'schemas/teste/vistorias/columns.json': registry('vistorias', 'vistoria', 'Vistorias', {
    columns: ['numero'],
    states: {
      field: 'fase',
      initial: 'ABERTA',
      transitions: [
        transition('reprovar', ['ABERTA'], 'FEITA', {
          fields: ['parecer'],
          required: ['parecer'],
          effects: [{ creates: 'ressalva', fields: { vistoria: 'id' } }],
        }),
      ],
    },
  }),
  'schemas/teste/ressalvas/schema.json': {
    title: 'Ressalva',
    type: 'object',
    properties: {
      vistoria: { title: 'Vistoria', 'x-relation': { entity: 'vistoria', label: '{numero}', known: true } },
    },
  },
  'schemas/teste/ressalvas/columns.json': registry('ressalvas', 'ressalva', 'Ressalvas', { columns: ['vistoria'] }),
};

const extra = Object.entries({ ...declared, ...vistorias });

const files = new Map([
  ...(await readRealFiles()),
  ...extra.map(([path, value]): [string, string] => [path, JSON.stringify(value)]),
]);

const texts: Readonly<Record<string, string>> = messages.texts;
const say = (key: string, params: Readonly<Record<string, unknown>> = {}): string =>
  fillText(texts[key] ?? key, params);

forEachDatabase((open) => {
  let database: Database;
  let product: TestProduct;
  let admin: Caller;
  let clerk: Caller;
  let provider: Caller;
  /** A record of the provider's clinic, and one of another. */
  let ids: readonly [own: number, other: number];

  beforeAll(async () => {
    database = await open({ from: 'product' });
    product = await startTestProduct(database, { files: Object.fromEntries(extra) });
    admin = await product.as(administrator.login, administrator.password);
    const clinics = [
      await insertRow(admin, '/clinicas', { codigo: '0001', nome: 'Primeira' }),
      await insertRow(admin, '/clinicas', { codigo: '0002', nome: 'Segunda' }),
    ] as const;
    ids = [
      await insertRow(admin, '/fichas', { numero: 'a', clinica_id: clinics[0] }),
      await insertRow(admin, '/fichas', { numero: 'b', clinica_id: clinics[1] }),
    ];
    clerk = await product.enter('balcao', ['ficha:manage', 'clinica:list', 'banco:list'], {
      hidden: ['ficha.diagnostico'],
    });
    provider = await product.enter('clinica1', ['ficha:list', 'ficha:view'], {
      roles: { operadora: false, prestador: true, prestador_registro: clinics[0] },
    });
    await product.enter('escritorio', ['ficha:list', 'ficha:view'], { roles: { operadora: false, prestador: true } });
    await actFor(database, 'escritorio', clinics);
    await product.enter('semdireito', []);
  });

  const ask = async (query: string, who: Caller = admin) => who.call('GET', `/api/acesso/por-que?${query}`);
  const why = async (query: string, who: Caller = admin): Promise<WhyAnswer> => {
    const answer = await ask(query, who);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json() as WhyAnswer;
  };
  /** Outcome, title and reasons of what is said, operations left out. */
  const said = (answer: WhyAnswer) =>
    describeWhy(answer, say)
      .filter(({ about }) => about !== 'operation')
      .map(({ outcome, title, reasons }) => [outcome, title, ...reasons]);

  test('what groups hold is read as those who are in them have it', async () => {
    const held = await readGroupGrants(database);
    const person = await findPerson(database, 'balcao');
    expect(person?.grants.groups.length).toBeGreaterThan(0);
    for (const group of person?.grants.groups ?? []) expect(held).toContainEqual(group);
    expect(held.map(({ name }) => name)).toEqual(held.map(({ name }) => name).toSorted());
  });

  describe('why', () => {
    test('a screen is open names the rule that grants it, and one that is not the rule that is missing', async () => {
      const open_ = await why('usuario=balcao&tela=/clinicas');
      expect(open_.screen).toMatchObject({
        open: true,
        decision: {
          granted: true,
          pair: 'clinica:list',
          reason: { kind: 'rule', group: 'balcao', pair: 'clinica:list' },
        },
      });
      expect(open_.operations.map(({ action, decision }) => [action, decision.granted])).toEqual([
        ['view', false],
        ['insert', false],
        ['update', false],
        ['delete', false],
        ['audit', false],
      ]);
      expect(said(open_)).toEqual([['yes', 'Vê a tela Clínicas', 'O grupo balcao tem a regra clinica:list.']]);
      expect(said(await why('usuario=balcao&tela=/fichas'))).toEqual([
        ['yes', 'Vê a tela Fichas', 'O grupo balcao tem a regra ficha:manage, que inclui ficha:list.'],
      ]);
      expect(said(await why('usuario=semdireito&tela=/fichas'))).toEqual([
        ['no', 'Não vê a tela Fichas', 'Nenhum grupo da pessoa tem a regra ficha:list.'],
      ]);
      expect(said(await why(`usuario=${administrator.login}&tela=/fichas`))).toEqual([
        ['yes', 'Vê a tela Fichas', 'Administra o sistema e pode tudo.'],
      ]);
    });

    test('a transition is refused names what else it needs: a right to what it creates, or a field', async () => {
      const rights = ['vistoria:list', 'vistoria:view', 'vistoria:update'];
      const unable = await product.enter('semressalva', rights);
      await product.enter('semparecer', [...rights, 'ressalva:insert'], { hidden: ['vistoria.parecer'] });
      await product.enter('comressalva', [...rights, 'ressalva:insert']);
      const lines = async (login: string) =>
        describeWhy(await why(`usuario=${login}&tela=/vistorias`), say)
          .filter(({ title }) => title === 'Reprovar')
          .map(({ outcome, reasons, group, by }) => [outcome, ...reasons, group?.name, by]);
      expect(await lines('semressalva')).toEqual([
        [
          'no',
          'A transição também grava em Ressalva.',
          'Nenhum grupo da pessoa tem a regra ressalva:insert.',
          undefined,
          'rules',
        ],
      ]);
      expect(await lines('semparecer')).toEqual([
        [
          'no',
          'A transição grava em Vistoria o campo Parecer, que não está aberto à pessoa.',
          'Nos direitos por campo de semparecer, está como oculto.',
          'semparecer',
          'fields',
        ],
      ]);
      expect(await lines('comressalva')).toEqual([
        ['yes', 'O grupo comressalva tem a regra vistoria:update.', 'comressalva', 'rules'],
      ]);
      const id = await insertRow(admin, '/vistorias', { numero: 'v1' });
      const answer = await unable.call('PATCH', `/api/vistorias?id=eq.${id}&transition=reprovar`, {
        body: { parecer: 'x' },
      });
      expect(refusalOf(answer)).toEqual({
        status: 403,
        body: await refusalBody('ACCESS_MOVE_FOLLOWED', {
          transition: 'Reprovar',
          action: 'insert',
          title: 'Ressalva',
        }),
      });
    });

    test('one may not make a transition oneself names no field: it may be one that one is not to know of', async () => {
      const kept = await product.enter('semcampo', ['vistoria:list', 'vistoria:update', 'ressalva:insert'], {
        hidden: ['vistoria.parecer'],
      });
      const answer = (await kept.call('GET', '/api/acesso/por-que?tela=/vistorias')).json() as WhyAnswer;
      expect(answer.operations.find(({ title }) => title === 'Reprovar')?.bar).toEqual({ title: 'Vistoria' });
      expect(JSON.stringify(answer)).not.toContain('Parecer');
      expect(describeWhy(answer, say).find(({ title }) => title === 'Reprovar')?.reasons).toEqual([
        'A transição grava em Vistoria um campo fechado à pessoa.',
      ]);
    });

    test('nobody has a screen names the file that takes it away', async () => {
      expect((await why('usuario=balcao&tela=/outros')).screen).toEqual({
        path: '/outros',
        title: 'Só de outro cliente',
        kind: 'registry',
        trail: [],
        limits: [
          {
            kind: 'clients',
            value: 'nuclep',
            place: expect.stringMatching(/^schemas\/teste\/outros\/columns\.json:\d+:\d+$/),
          },
        ],
        decision: null,
        open: false,
      });
      expect((await why('usuario=balcao&tela=/emprestimos-da-clinica')).screen.limits).toEqual([
        {
          kind: 'flag',
          value: 'financeiro.emprestimo',
          place: expect.stringMatching(/^schemas\/flags\.json:\d+:\d+$/),
        },
      ]);
    });

    test('a record is seen or not follows from the row scope, as in the list', async () => {
      const [own, other] = ids;
      const listed = (await provider.call('GET', '/api/fichas?select=id')).json() as { id: number }[];
      expect(listed.map(({ id }) => id)).toEqual([own]);
      const row = async (login: string, id: number) => (await why(`usuario=${login}&tela=/fichas&registro=${id}`)).row;
      const scopes = [{ role: 'prestador', field: 'clinica', title: 'Clínica', own: [expect.any(Number)] }];
      const base = {
        exists: true,
        reachable: true,
        unconfined: false,
        confines: true,
        named: false,
        beyond: false,
        openTo: [],
        scopes,
      };
      expect(await row('clinica1', own)).toEqual({ ...base, id: own, visible: true });
      expect(await row('clinica1', other)).toEqual({ ...base, id: other, visible: false });
      expect(await row('clinica1', 999)).toMatchObject({ exists: false, visible: false });
      expect(await row('balcao', other)).toMatchObject({ unconfined: true, visible: true });
      expect(await row('semdireito', own)).toMatchObject({ exists: true, reachable: false, visible: false });
      const lines = said(await why(`usuario=clinica1&tela=/fichas&registro=${other}`));
      expect(lines[1]?.[0]).toBe('no');
      expect(lines[1]?.[2]).toMatch(
        /^Vê só os registros em que Clínica é \d+, o cadastro da pessoa como Prestador, e este não é um deles\.$/,
      );
    });

    test('whoever acts for several is told of all of them', async () => {
      const [own, other] = ids;
      const outside = await insertRow(admin, '/fichas', {
        numero: 'c',
        clinica_id: await insertRow(admin, '/clinicas', { codigo: '0003', nome: 'Terceira' }),
      });
      const reasons = async (id: number) => {
        const [, line] = said(await why(`usuario=escritorio&tela=/fichas&registro=${id}`));
        return [line?.[0], String(line?.[2]).replace(/\d+/g, '0')];
      };
      const among = ['yes', 'Em Clínica está um dos cadastros da pessoa como Prestador: 0, 0.'];
      expect([await reasons(own), await reasons(other), await reasons(outside)]).toEqual([
        among,
        among,
        [
          'no',
          'Vê só os registros em que Clínica é um destes, os cadastros da pessoa como Prestador, e este não é um deles: 0, 0.',
        ],
      ]);
    });

    test('of the users the staff without a right on them see the colleagues, whom all may name', async () => {
      const users = (await provider.call('GET', '/api/usuarios?select=id')).statusCode;
      const { rows } = await database.query<{ id: number; login: string }>({
        text: "select id::int as id, login from usuario where login in ('balcao', 'clinica1') order by login",
        values: [],
      });
      const of = async (login: string, id = 0) => {
        const answer = await why(`usuario=${login}&tela=/usuarios&registro=${id}`);
        const [, line] = said(answer);
        return [answer.row?.named, answer.row?.visible, line?.[2]];
      };
      const [colleague, guest] = rows.map(({ id }) => id);
      const known = 'É um dos registros que toda a equipe da operadora pode indicar, sem outro direito sobre eles.';
      const unknown =
        'Sem direito sobre o cadastro, a equipe da operadora só vê os registros que pode indicar, e este não é um deles.';
      expect(await of('balcao', colleague)).toEqual([true, true, known]);
      expect(await of('balcao', guest)).toEqual([true, false, unknown]);
      expect([users, await of('clinica1', colleague)]).toEqual([
        403,
        [false, false, 'Falta uma destas permissões: usuario:list, usuario:view.'],
      ]);
    });

    test('a field is seen or not names the group, the reach or the file', async () => {
      const field = async (login: string, path: string, name: string) =>
        (await why(`usuario=${login}&tela=${path}&campo=${name}`)).field;
      expect(await field('balcao', '/fichas', 'diagnostico')).toEqual({
        name: 'ficha.diagnostico',
        title: 'Diagnóstico',
        decision: { level: 'hidden', reason: { kind: 'fieldRight', groups: ['balcao'] } },
        reach: 'record',
        readable: false,
        writable: false,
        secret: false,
        place: null,
        known: [],
      });
      expect(await field('clinica1', '/fichas', 'diagnostico')).toMatchObject({ readable: true, writable: true });
      expect(await field('balcao', '/clinicas', 'cnpj')).toMatchObject({ reach: 'list', readable: false });
      expect(await field('balcao', '/fichas', 'chave')).toMatchObject({
        secret: true,
        readable: false,
        writable: true,
      });
      expect(await field(administrator.login, '/bancos', 'aceita_cnab400')).toMatchObject({
        decision: { level: 'hidden', reason: { kind: 'client', key: 'banco.aceita_cnab400' } },
        place: expect.stringMatching(/^clients\/copass\.json:\d+:\d+$/),
      });
      expect(said(await why('usuario=balcao&tela=/clinicas&campo=cnpj'))[1]).toEqual([
        'no',
        'Não vê o campo CNPJ',
        'Pela tela só se leem os campos que a lista mostra. Para os outros falta ver registros inteiros: clinica:list, clinica:view.',
        'Nenhum grupo da pessoa restringe o campo.',
      ]);
    });

    test('a relation says what it makes known of records that the person does not see', async () => {
      const rights = ['ressalva:list', 'ressalva:view'];
      await product.enter('ressalvas', rights);
      await product.enter('ressalvas e vistorias', [...rights, 'vistoria:list', 'vistoria:view']);
      const lines = async (login: string) =>
        said(await why(`usuario=${encodeURIComponent(login)}&tela=/ressalvas&campo=vistoria`))[1];
      const seen = ['yes', 'Vê o campo Vistoria', 'Nenhum grupo da pessoa restringe o campo.'];
      expect(await lines('ressalvas')).toEqual([
        ...seen,
        'De cada registro apontado, mesmo fora do alcance da pessoa, esta relação dá a conhecer: Número.',
      ]);
      expect(await lines('ressalvas e vistorias')).toEqual(seen);
    });

    test('is what the person meets, on every screen', async () => {
      const callers = { balcao: clerk, clinica1: provider };
      for (const [login, caller] of Object.entries(callers))
        for (const screen of product.runtime.current.model.screens) {
          if (screen.kind !== 'registry' || screen.alternativeOf !== undefined) continue;
          const { screen: told } = await why(`usuario=${login}&tela=${screen.path}`);
          const met = await caller.call('GET', `/api/model/screen?path=${screen.path}`);
          expect([screen.path, told.open]).toEqual([screen.path, met.statusCode === 200]);
        }
    });
  });

  describe('asking why', () => {
    test('is for who manages everything, and about a screen for oneself', async () => {
      const denied = { status: 403, body: await refusalBody('ACCESS_DENIED', { action: 'manage', title: 'Por que' }) };
      for (const query of ['usuario=balcao&tela=/fichas', 'tela=/fichas&registro=1', 'tela=/fichas&campo=numero'])
        expect(refusalOf(await ask(query, clerk))).toEqual(denied);
      expect((await why('tela=/clinicas', clerk)).screen.open).toBe(true);
      const own = await why('tela=/recursos', clerk);
      expect([own.person.login, own.screen.decision?.pair, own.screen.open]).toEqual(['balcao', 'recurso:list', false]);
      // What other clients have is none of their business.
      expect((await ask('tela=/outros', clerk)).statusCode).toBe(404);
      const answer = await product.app.inject({ url: '/api/acesso/por-que?tela=/fichas' });
      expect(answer.statusCode).toBe(401);
    });

    test('tells no name that is kept, and where logins are nothing of anybody else', async () => {
      const asked = async (login: string, parts: object) => {
        const who = await product.enter(login, ['all:manage'], parts);
        const [other, own, none] = [
          await ask('usuario=balcao&tela=/fichas', who),
          await ask('tela=/fichas', who),
          await ask('usuario=ninguem&tela=/fichas', who),
        ];
        return { other, own, none };
      };
      const covered = await asked('nomes', { masked: ['usuario.nome'] });
      expect((covered.other.json() as WhyAnswer).person).toMatchObject({ login: 'balcao', name: '•••' });
      const kept = await asked('logins', { hidden: ['usuario.login'] });
      const missing = { status: 404, body: await refusalBody('RECORD_MISSING', { title: 'Usuário' }) };
      expect([refusalOf(kept.other), refusalOf(kept.none)]).toEqual([missing, missing]);
      expect((kept.own.json() as WhyAnswer).person.login).toBe('logins');
    });

    test('refuses what it does not know, with the nearest name', async () => {
      expect(refusalOf(await ask('usuario=balcao&tela=/ficha'))).toEqual({
        status: 404,
        body: await refusalBody('ROUTE_UNKNOWN', { path: '/ficha' }, { suggestion: '/fichas' }),
      });
      expect(refusalOf(await ask('usuario=balcao&tela=/fichas&campo=numer'))).toEqual({
        status: 400,
        body: await refusalBody(
          'REQUEST_COLUMN_UNKNOWN',
          { column: 'numer', entity: 'Ficha' },
          { suggestion: 'numero' },
        ),
      });
      expect((await ask('usuario=ninguem&tela=/fichas')).statusCode).toBe(404);
      for (const query of ['usuario=balcao', 'usuario=balcao&tela=/fichas&registro=x', 'tela=/a&tela=/b'])
        expect((await ask(query)).statusCode).toBe(400);
    });
  });

  test('explain --user prints the same', async () => {
    const run = (line: string) =>
      runCommandLine(line.split(' '), commands, {
        catalogues,
        people: demonstrationPeople,
        read: async () => files,
        write: async () => undefined,
        openData: () => Promise.reject(new Error('not asked for')),
        open: async () => ({
          client: 'copass',
          timeZone: 'America/Sao_Paulo',
          database,
          find: (login) => findPerson(database, login),
          close: async () => undefined,
        }),
        demonstrate: () => Promise.reject(new Error('not asked for')),
      });
    const { text, exitCode } = await run(`explain --user balcao ficha.diagnostico ${ids[0]}`);
    expect(exitCode).toBe(0);
    const answer = await why(`usuario=balcao&tela=/fichas&registro=${ids[0]}&campo=diagnostico`);
    const told = describeWhy(answer, say);
    expect(text.split('\n').slice(0, 2)).toEqual(['balcao em /fichas', 'grupos: balcao']);
    for (const { title, reasons } of told) for (const line of [title, ...reasons]) expect(text).toContain(line);
    expect(JSON.parse((await run(`explain --user balcao ficha.diagnostico ${ids[0]} --json`)).text)).toEqual(answer);
    expect((await run('explain --user balcao distritos --client nuclep')).text).toMatch(
      /não {3}Não vê a tela Distrito\n {6}nuclep não usa esta tela \(clients\/nuclep\.json:\d+:\d+\)\./,
    );
    for (const [line, problem] of [
      ['explain --user ninguem fichas', 'não há usuário com este login'],
      ['explain --user balcao gias', "'gias' não existe"],
      ['explain --user balcao fichas x', 'é o id de um registro'],
      ['explain ficha.numero 5', 'o id de um registro só vai com --user'],
    ] as const) {
      const refused = await run(line);
      expect([line, refused.exitCode, refused.text.includes(problem)]).toEqual([line, 2, true]);
    }
  });
});
