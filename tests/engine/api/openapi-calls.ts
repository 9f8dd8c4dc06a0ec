/** Every call that is no registry, asked for what the document says of it: one function for each kind of call. */
import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import type { Json, Placed } from '../../support/openapi-document.ts';
import type { Caller, CallOptions, TestProduct } from '../../support/product.ts';
import type { DocumentedApi } from './openapi-caller.ts';

export interface CallStage {
  readonly api: DocumentedApi;
  readonly product: TestProduct;
  readonly admin: Caller;
  /** Has a session and no right. */
  readonly nobody: Caller;
  /** Has no session. */
  readonly anonymous: Caller;
  /** Makes a user and logs in; ids are found by login. */
  readonly login: (name: string, rights: readonly string[]) => Promise<Caller>;
}

const password = 'senha-de-teste';
const nobodysId = '00000000-0000-4000-8000-000000000000';

/** The refusals of bodies: no JSON, another type, too long. */
export const refuseBodies = async (api: DocumentedApi, placed: Placed, url: string, who?: Caller): Promise<void> => {
  await api.ask(placed, url, [400], { body: {} }, who);
  await api.ask(placed, url, [413], { body: 'x'.repeat(9 * 1024 * 1024) }, who);
  await api.ask(placed, url, [415], { text: 'a', headers: { 'content-type': 'application/x-outro' } }, who);
};

const userId = async ({ product }: CallStage, login: string): Promise<number> => {
  const { rows } = await product.database.query<{ id: string }>({
    text: 'select id::text as id from usuario where login = $1::text',
    values: [login],
  });
  return Number(rows[0]?.id);
};

const idOf = (answer: { json: () => unknown }): string => String((answer.json() as readonly Json[])[0]?.['id']);

export const askPasswords = async (stage: CallStage): Promise<void> => {
  const { api, product, anonymous } = stage;
  const person = await stage.login('dona-da-senha', []);
  const body = (senha: string, login = 'dona-da-senha') => ({ body: { login, senha } });
  const [confirm, change] = [
    api.placed('/usuarios/validar-senha', 'put'),
    api.placed('/usuarios/alterar-senha', 'put'),
  ];
  for (const placed of [confirm, change]) {
    await api.ask(placed, placed.path, [403], body(password, 'outra'), person);
    await refuseBodies(api, placed, placed.path, person);
    await api.ask(placed, placed.path, [401], body(password), anonymous);
  }
  await api.ask(change, change.path, [409], body('outra-senha-boa'), person);
  await api.ask(confirm, confirm.path, [422], body('errada'), person);
  await api.ask(confirm, confirm.path, [204], body(password), person);
  await api.ask(change, change.path, [422], body('a'), person);
  await api.ask(change, change.path, [204], body('outra-senha-boa'), person);

  const forgotten = api.placed('/auth/password/forgotten', 'post');
  await api.ask(forgotten, forgotten.path, [202], { body: { userId: 'ninguem-tem-este' } }, anonymous);
  await refuseBodies(api, forgotten, forgotten.path, anonymous);
  const token = 'um-endereco-de-uso-unico-dos-testes';
  await product.database.query({
    text: `insert into fichario.password_reset (token_hash, usuario_id, expires_at)
      values (decode($1::text, 'hex'), $2::text::bigint, now() + interval '1 hour')`,
    values: [createHash('sha256').update(token).digest('hex'), String(await userId(stage, 'dona-da-senha'))],
  });
  const check = api.placed('/auth/password/reset/check', 'post');
  await api.ask(check, check.path, [200], { body: { token } }, anonymous);
  const reset = api.placed('/auth/password/reset', 'post');
  for (const placed of [check, reset]) {
    const more = placed === reset ? { senha: 'mais-uma-senha' } : {};
    await api.ask(placed, placed.path, [422], { body: { token: 'nenhum', ...more } }, anonymous);
    await refuseBodies(api, placed, placed.path, anonymous);
  }
  await api.ask(reset, reset.path, [204], { body: { token, senha: 'mais-uma-senha' } }, anonymous);
};

export const askSessions = async (stage: CallStage): Promise<void> => {
  const { api, product, anonymous } = stage;
  const left = api.placed('/auth/session', 'get');
  await api.ask(left, '/auth/session?wait=0', [200]);
  await api.ask(left, '/auth/session?wait=11', [400]);
  await api.ask(left, '/auth/session', [401], {}, anonymous);
  await api.ask(api.placed('/auth/account', 'get'), '/auth/account', [200]);

  const person = await stage.login('quem-sai', []);
  const own = api.placed('/auth/sessions', 'get');
  const end = api.placed('/auth/sessions/{sessao}', 'delete');
  await api.ask(end, `/auth/sessions/${nobodysId}`, [404], {}, person);
  const mine = await api.ask(own, own.path, [200], {}, person);
  await api.ask(end, `/auth/sessions/${idOf(mine)}`, [204], {}, person);
  await api.ask(own, own.path, [401], {}, person);

  const [list, endAll, endOne, issue, invite] = [
    api.placed('/usuarios/{id}/sessoes', 'get'),
    api.placed('/usuarios/{id}/sessoes', 'delete'),
    api.placed('/usuarios/{id}/sessoes/{sessao}', 'delete'),
    api.placed('/usuarios/{id}/senha-temporaria', 'post'),
    api.placed('/usuarios/{id}/convite', 'post'),
  ];
  const at = `/usuarios/${await userId(stage, 'quem-sai')}`;
  await product.as('quem-sai', password);
  const his = await api.ask(list, `${at}/sessoes`, [200]);
  await api.ask(endOne, `${at}/sessoes/${idOf(his)}`, [204]);
  await api.ask(endOne, `${at}/sessoes/${idOf(his)}`, [404]);
  await api.ask(endAll, `${at}/sessoes`, [204]);
  await api.ask(invite, `${at}/convite`, [422]);
  await product.database.query({
    text: `update usuario set email = 'a@exemplo.com.br' where login = 'quem-sai'`,
    values: [],
  });
  await api.ask(invite, `${at}/convite`, [202]);
  await api.ask(issue, `${at}/senha-temporaria`, [200]);
  for (const [placed, rest] of [
    [list, 'sessoes'],
    [endAll, 'sessoes'],
    [issue, 'senha-temporaria'],
    [invite, 'convite'],
  ] as const)
    await api.ask(placed, `/usuarios/999999/${rest}`, [404]);

  const events = api.placed('/acesso/eventos', 'get');
  const told = await api.ask(events, '/acesso/eventos?login=quem-sai&kind=sessionEnded&limit=10', [200]);
  expect((told.json() as readonly Json[]).length).toBeGreaterThan(1);
  await api.ask(events, '/acesso/eventos', [200]);
  await api.ask(events, '/acesso/eventos?kind=nada', [400]);
};

export const askRights = async (stage: CallStage): Promise<void> => {
  const { api } = stage;
  await stage.login('tem-grupo', ['ficha:list']);
  for (const path of [
    '/acesso/permissoes',
    '/acesso/permissoes/grupos',
    '/acesso/permissoes/campos',
    '/acesso/permissoes/sem-efeito',
  ])
    await api.askTagged(api.placed(path, 'get'), path);
  const groups = await stage.admin.call('GET', '/api/acesso/permissoes/grupos');
  const group = (groups.json() as readonly Json[]).find(({ name }) => name === 'tem-grupo');
  const [read, change] = [
    api.placed('/acesso/permissoes/{grupo}', 'get'),
    api.placed('/acesso/permissoes/{grupo}', 'put'),
  ];
  const url = `/acesso/permissoes/${String(group?.['id'])}`;
  const { base } = (await api.askTagged(read, url)).json() as { readonly base: string };
  const body = { base, grant: ['ficha:view'], revoke: ['ficha:list'], fields: { 'ficha.valor': 'masked' } };
  await api.ask(change, url, [422], { body: { ...body, grant: ['assunto-que-nao-ha:list'] } });
  await api.ask(change, url, [200], { body });
  await api.ask(change, url, [412], { body });
  await refuseBodies(api, change, url);
  await api.ask(read, '/acesso/permissoes/999999', [404]);
  await api.ask(change, '/acesso/permissoes/999999', [404], { body });
};

export const askCopies = async (stage: CallStage): Promise<void> => {
  const { api } = stage;
  await stage.login('original', ['ficha:list']);
  const origem = await userId(stage, 'original');
  const preview = api.placed('/acesso/clonar-usuario/{id}', 'get');
  await api.askTagged(preview, `/acesso/clonar-usuario/${origem}`);
  await api.ask(preview, '/acesso/clonar-usuario/999999', [404]);
  const clone = api.placed('/acesso/clonar-usuario', 'post');
  const copy = { origem, login: 'copia', nome: 'Cópia', grupos: true, configuracoes: true, visoes: true };
  await api.ask(clone, clone.path, [201], { body: copy });
  await api.ask(clone, clone.path, [409], { body: copy });
  await api.ask(clone, clone.path, [422], { body: { ...copy, login: 'copia-2', email: 'x' } });
  await api.ask(clone, clone.path, [404], { body: { ...copy, login: 'copia-3', origem: 999999 } });
  await refuseBodies(api, clone, clone.path);

  const migrate = api.placed('/acesso/migracoes-usuario', 'post');
  const other = { usuario: origem, login: 'outro-nome', tipo: 'OPERADORA' };
  await api.ask(migrate, migrate.path, [409], { body: { ...other, login: 'copia' } });
  await api.ask(migrate, migrate.path, [422], { body: { ...other, tipo: 'PRESTADOR' } });
  await api.ask(migrate, migrate.path, [404], { body: { ...other, usuario: 999999 } });
  await api.ask(migrate, migrate.path, [204], { body: other });
  await refuseBodies(api, migrate, migrate.path);
  await api.askTagged(api.placed('/acesso/migracoes-usuario', 'get'), '/acesso/migracoes-usuario');
};

export const askReasons = async ({ api, nobody, anonymous }: CallStage): Promise<void> => {
  const why = api.placed('/acesso/por-que', 'get');
  for (const more of ['', '&registro=1', '&campo=numero', '&usuario=ninguem&registro=1&campo=valor'])
    await api.ask(why, `/acesso/por-que?tela=/fichas${more}`, [200]);
  await api.ask(why, '/acesso/por-que?tela=/fichas', [200], {}, nobody);
  await api.ask(why, '/acesso/por-que?tela=/fichas&campo=valor', [403], {}, nobody);
  await api.ask(why, '/acesso/por-que', [400]);
  await api.ask(why, '/acesso/por-que?tela=/nada', [404]);
  const explain = api.placed('/bancada/explicacao', 'get');
  for (const target of ['ficha.numero', 'fichas%23title'])
    await api.ask(explain, `${explain.path}?alvo=${target}`, [200]);
  await api.ask(explain, `${explain.path}?alvo=ficha.nada`, [400]);
  await api.ask(explain, `${explain.path}?alvo=ficha.numero`, [403], {}, nobody);
  await api.ask(explain, `${explain.path}?alvo=ficha.numero`, [401], {}, anonymous);
};

export const askNotices = async ({ api, product }: CallStage): Promise<void> => {
  const aviso = await api.insert('/avisos', 'full');
  const [file] = aviso['anexo'] as readonly [Json];
  await product.database.query({
    text: `update aviso set publico = 'TODOS', exibe_no_inicio = true, inicio = current_date - 1, fim = null where id = $1::text::bigint`,
    values: [String(aviso['id'])],
  });
  for (const path of ['/avisos/inicio', '/avisos/vigentes']) {
    const answer = await api.askTagged(api.placed(path, 'get'), path);
    expect((answer.json() as readonly Json[]).map(({ id }) => id)).toContain(aviso['id']);
  }
  const take = api.placed('/avisos/vigentes/{id}/{anexo}', 'get');
  const url = `/avisos/vigentes/${String(aviso['id'])}/${String(file['id'])}`;
  const whole = await api.askTagged(take, url);
  await api.ask(take, url, [206], { headers: { range: 'bytes=1-3' } });
  await api.ask(take, url, [416], { headers: { range: `bytes=${whole.rawPayload.length}-` } });
  await api.ask(take, `/avisos/vigentes/999999/${String(file['id'])}`, [404]);
  const need = api.placed('/beneficiarios/beneficiario-logado-requer-atualizacao-cadastral', 'get');
  await api.ask(need, need.path, [200]);
};

export const askBatches = async (stage: CallStage): Promise<void> => {
  const { api, nobody, product } = stage;
  const made = await api.insert('/fichas', 'full');
  const [plan, apply, undo, read, list] = [
    api.placed('/alteracoes-em-lote', 'post'),
    api.placed('/alteracoes-em-lote/{lote}/aplicar', 'post'),
    api.placed('/alteracoes-em-lote/{lote}/desfazer', 'post'),
    api.placed('/alteracoes-em-lote/{lote}', 'get'),
    api.placed('/alteracoes-em-lote', 'get'),
  ];
  const ids = [made['id']];
  const wanted = { path: '/fichas', operation: 'update', ids, values: { valor: 7 } };
  const planned = async (body: object = wanted): Promise<Json> =>
    (await api.ask(plan, plan.path, [201], { body })).json() as Json;
  await refuseBodies(api, plan, plan.path);
  await api.ask(plan, plan.path, [404], { body: { ...wanted, path: '/nada' } });
  await api.ask(plan, plan.path, [422], { body: { ...wanted, values: { valor: 'sete' } } });
  await api.ask(plan, plan.path, [403], { body: wanted }, nobody);
  const [first, late] = [await planned(), await planned()];
  const at = (placed: Placed, batch: Json): string => placed.path.replace('{lote}', String(batch['id']));
  const seal = (batch: Json): CallOptions => ({ body: { seal: batch['seal'] } });
  await refuseBodies(api, apply, at(apply, first));
  await api.ask(apply, at(apply, { id: nobodysId }), [404], seal(first));
  await api.ask(apply, at(apply, first), [412], seal(late));
  await api.ask(undo, at(undo, first), [409]);
  await api.ask(undo, at(undo, { id: nobodysId }), [404]);
  await api.ask(apply, at(apply, first), [200], seal(first));
  await api.ask(apply, at(apply, first), [409], seal(first));
  await api.ask(apply, at(apply, late), [412], seal(late));
  const back = (await api.ask(undo, at(undo, first), [201])).json() as Json;
  await api.ask(apply, at(apply, back), [200], seal(back));
  await api.ask(read, at(read, first), [200]);
  await api.ask(read, at(read, first), [404], {}, nobody);
  const rows = api.placed('/alteracoes-em-lote/{lote}/registros', 'get');
  expect((await api.ask(rows, at(rows, first), [200])).json()).toEqual({ written: ids, refusals: [] });
  await api.ask(rows, at(rows, first), [404], {}, nobody);
  const now = api.placed('/alteracoes-em-lote/previas/{previa}', 'get');
  for (const key of [nobodysId, 'a'])
    expect((await api.ask(now, now.path.replace('{previa}', key), [200])).json()).toEqual({ progress: null });
  await api.ask(plan, `${plan.path}?previa=a`, [400], { body: wanted });
  await api.ask(undo, `${at(undo, first)}?previa=a`, [400]);
  await planned({ path: '/fichas', operation: 'delete', ids });
  const [batch] = (await api.ask(list, `${list.path}?limit=1`, [200])).json() as readonly Json[];
  expect(batch?.['id']).toBe(back['id']);
  await api.ask(list, `${list.path}?limit=0`, [400]);
  await product.database.query({
    text: `update fichario.batch set undo_until = now() - interval '1 hour' where id = $1::text::uuid`,
    values: [String(back['id'])],
  });
  await api.ask(rows, at(rows, back), [409]);
};

/** The path with something in the place of each parameter, and what a body at least is. */
const blind = ({ path, method }: Placed): readonly [url: string, more: CallOptions] => [
  path
    .replace('{sessao}', nobodysId)
    .replace('{anexo}', nobodysId)
    .replace('{nome}', 'ufs')
    .replace('{chave}', 'a')
    .replace(/\{\w+\}/g, '1'),
  method === 'get' || method === 'delete' ? {} : { body: {} },
];

/** Each of the calls, by who has no session and by who must change the password first: whatever else is asked. */
export const askClosed = async (
  { api, anonymous }: CallStage,
  calls: readonly Placed[],
  expired: Caller,
): Promise<void> => {
  for (const placed of calls) {
    const [url, more] = blind(placed);
    const query = placed.path === '/model/screen' ? '?path=/fichas' : placed.path === '/views' ? '?screen=/fichas' : '';
    const { responses } = placed.operation;
    const open = placed.operation.security !== undefined;
    if (responses['401'] && !open) await api.ask(placed, `${url}${query}`, [401], more, anonymous);
    if (responses['403'] && !/^\/usuarios\/(validar|alterar)-senha$/.test(placed.path))
      await api.ask(placed, `${url}${query}`, [403], more, expired);
  }
};
