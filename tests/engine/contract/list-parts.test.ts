/** What a list offers beyond its columns, by what the caller may do and see. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createAccess } from '../../../engine/access/access.ts';
import { buildScreenModel } from '../../../engine/contract/build-screen-model.ts';
import { loadFiles, readSourceFiles } from '../../../engine/metadata/load-files.ts';
import { compile } from '../../../engine/model/compile.ts';
import { resolve } from '../../../engine/overlay/resolve.ts';
import {
  givenValues,
  linkAddress,
  openAddress,
  startingSelect,
  startingValues,
} from '../../../engine/ui/runtime/list-action.ts';
import { parseSource } from '../../../engine/ui/runtime/record-address.ts';
import { catalogues } from '../../../src/catalogues.ts';
import { declaredFiles } from '../../support/declared-files.ts';
import { staffGrants } from '../../support/grants.ts';

const sources = new Map(await readSourceFiles(join(import.meta.dirname, '../../..')));
for (const [path, value] of Object.entries(declaredFiles)) sources.set(path, JSON.stringify(value));
const { model, issues } = compile(resolve(loadFiles(sources), undefined), catalogues);

const modelFor = (path: string, permissions: readonly string[], hidden: readonly string[] = []) => {
  const screen = model.screens.find((one) => one.path === path);
  if (screen?.kind !== 'registry') throw new Error(`no screen ${path}`);
  return buildScreenModel(model, createAccess(staffGrants(permissions, hidden)), screen, () => '/validator.js');
};
const all = ['conta:manage', 'pagamento:manage', 'cidade:manage'];
const names = (list: readonly { readonly name: string }[]): readonly string[] => list.map(({ name }) => name);

it('compiles the fixture without a word', () => {
  expect(issues.filter(({ origin }) => origin.file.startsWith('schemas/teste/'))).toEqual([]);
});

describe('the actions and buttons of a list', () => {
  it('are all there for who may do all, with what they read of a row in `select`', () => {
    const screen = modelFor('/contas', all);
    expect(names(screen.actions)).toEqual(['pagamentos', 'pagar', 'quitar', 'mapa', 'gerir']);
    expect(names(screen.buttons)).toEqual(['conferir', 'todos-pagamentos']);
    expect(screen.needs).toEqual([['numero'], ['descricao'], ['situacao']]);
    // As the files have them they are not sent: they name what the caller may not know.
    expect(screen.screen).toMatchObject({ actions: [], buttons: [], totals: [], inline: [], detail: undefined });
  });

  it.each<readonly [string, readonly string[], readonly string[], readonly string[], readonly string[]]>([
    [
      'without update there is nothing to change',
      ['conta:list', 'conta:view', 'pagamento:manage'],
      [],
      ['pagamentos', 'pagar', 'mapa'],
      ['todos-pagamentos'],
    ],
    ['without the other screen nothing leads there', ['conta:manage'], [], ['quitar', 'mapa', 'gerir'], ['conferir']],
    [
      'without insert there no new record begins there',
      ['conta:manage', 'pagamento:list'],
      [],
      ['pagamentos', 'quitar', 'mapa', 'gerir'],
      ['conferir', 'todos-pagamentos'],
    ],
    [
      'with the field that its address is made of kept, an action is not there',
      all,
      ['conta.descricao'],
      ['pagamentos', 'pagar', 'quitar', 'gerir'],
      ['conferir', 'todos-pagamentos'],
    ],
    [
      'with a field kept that a new record begins with, the action is there',
      all,
      ['conta.valor'],
      ['pagamentos', 'pagar', 'quitar', 'mapa', 'gerir'],
      ['conferir', 'todos-pagamentos'],
    ],
    [
      'with the field that it sets kept, an action is not there',
      all,
      ['conta.conferida'],
      ['pagamentos', 'pagar', 'mapa', 'gerir'],
      ['todos-pagamentos'],
    ],
    [
      'with the field kept that tells whom it is offered for, an action is not there',
      all,
      ['conta.situacao'],
      ['pagamentos', 'pagar', 'mapa', 'gerir'],
      ['conferir', 'todos-pagamentos'],
    ],
    [
      'with the field that it filters by kept, an action is not there',
      all,
      ['pagamento.conta'],
      ['quitar', 'mapa', 'gerir'],
      ['conferir', 'todos-pagamentos'],
    ],
  ])('%s', (_why, permissions, hidden, actions, buttons) => {
    const screen = modelFor('/contas', permissions, hidden);
    expect([names(screen.actions), names(screen.buttons)]).toEqual([actions, buttons]);
  });

  it('lead to addresses in which values of the row keep their place', () => {
    const { actions } = modelFor('/contas', all);
    const effectOf = (name: string) => actions.find((action) => action.name === name)?.effect;
    const row = { id: 7, numero: '1/2?', descricao: 'a&b #c', valor: 10.5 };
    const [open, fresh, link] = [effectOf('pagamentos'), effectOf('pagar'), effectOf('mapa')];
    if (open?.kind !== 'open' || fresh?.kind !== 'open' || link?.kind !== 'link') throw new Error('other effects');
    expect(openAddress(open, row)).toBe('/pagamentos?conta_id=eq.7');
    expect(linkAddress(link, row)).toBe('https://exemplo.com.br/contas/1%2F2%3F?d=a%26b%20%23c');
    const source = { path: '/contas', id: 7, action: 'pagar' };
    const params = new URLSearchParams(openAddress(fresh, row, source).split('?')[1]);
    expect([...params]).toEqual([
      ['_record', 'new'],
      ['_from', '/contas.7.pagar'],
    ]);
    expect(parseSource(params.get('_from'))).toEqual(source);
  });

  it('begin a new record with what the person may read of the row, as it is when the form opens', () => {
    const began = (hidden: readonly string[]) => {
      const effect = modelFor('/contas', all, hidden).actions.find(({ name }) => name === 'pagar')?.effect;
      if (effect?.kind !== 'open') throw new Error('another effect');
      const row = { id: 7, valor: 10.5, cidade: { id: 3, nome: 'Ouro Preto', uf: 'MG' } };
      const given = givenValues(modelFor('/pagamentos', all), startingValues(effect, row), 'America/Sao_Paulo');
      return [startingSelect(effect), given];
    };
    const local = 'Ouro Preto/MG';
    expect(began([])).toEqual(['id,valor,cidade(id,nome,uf)', { conta_id: 7, valor: 10.5, local }]);
    expect(began(['conta.valor'])).toEqual(['id,cidade(id,nome,uf)', { conta_id: 7, local }]);
    expect(began(['cidade.uf'])).toEqual(['id,valor', { conta_id: 7, valor: 10.5 }]);
    expect(began(['conta.cidade', 'conta.valor'])).toEqual(['id', { conta_id: 7 }]);
  });

  it('begin a new record without what a client hides, and are gone where nothing is left', () => {
    const valuesFor = (fields: Readonly<Record<string, object>>) => {
      const client = JSON.stringify({ name: 'oculta', title: 'Oculta', fields });
      const files = loadFiles(new Map([...sources, ['clients/oculta.json', client]]));
      const screen = compile(resolve(files, 'oculta'), catalogues).model.screens.find(({ path }) => path === '/contas');
      if (screen?.kind !== 'registry') throw new Error('no screen');
      return screen.actions.flatMap(({ name, effect }) =>
        name === 'pagar' && effect.kind === 'open' ? [effect.values.map(({ column }) => column)] : [],
      );
    };
    const hidden = { visible: false };
    expect([
      valuesFor({}),
      valuesFor({ conta: { valor: hidden } }),
      valuesFor({ pagamento: { local: hidden } }),
      valuesFor({
        pagamento: { conta: { ...hidden, required: false }, valor: { ...hidden, required: false }, local: hidden },
      }),
    ]).toEqual([[['conta_id', 'valor', 'local']], [['conta_id', 'local']], [['conta_id', 'valor']], []]);
  });

  it.each([null, '', '/contas', '/contas.7', '/contas.x.pagar', 'contas.7.pagar', '/contas.7.', '//fora.7.pagar?a'])(
    'are not named by an address that says %s',
    (text) => {
      expect(parseSource(text)).toBeUndefined();
    },
  );

  it.each(['', '{', '[1]', '"x"', '{"nada": "1"}', '{"conta_id": "abc"}', '{"conta_id": 7}', '{"__proto__": "1"}'])(
    'take nothing from an address that says %s',
    (text) => {
      const params = new URLSearchParams({ _values: text });
      expect(givenValues(modelFor('/pagamentos', all), params, 'America/Sao_Paulo')).toEqual({});
    },
  );
});

describe('what an opened row shows', () => {
  it('is asked for in one request: fields, and rows of its own, one more than are shown', () => {
    const { detail } = modelFor('/contas', all);
    expect(detail).toMatchObject({
      select: 'id,observacao,cidade(id,uf),_rows:itens(id,nome,preco)',
      limits: '_rows.limit=3',
      list: { key: '_rows', title: 'Itens', limit: 2, all: null },
    });
  });

  it('are rows of another registry through the relation that is named, with the way to all of them', () => {
    expect(modelFor('/contas-pagas', all).detail).toMatchObject({
      select: 'id,_rows:pagamentos!conta(id,dia,valor)',
      limits: '_rows.limit=3',
      list: { title: 'Pagamentos', all: { path: '/pagamentos', column: 'conta_id' } },
    });
  });

  it.each<readonly [string, string, readonly string[], readonly string[]]>([
    ['the registry is closed to the caller', '/contas-pagas', ['conta:manage'], []],
    ['the relation is kept from the caller', '/contas-pagas', all, ['pagamento.conta']],
    ['the columns are kept from the caller', '/contas-pagas', all, ['pagamento.dia', 'pagamento.valor']],
    ['all of it is kept from the caller', '/contas', all, ['conta.observacao', 'conta.cidade', 'conta.itens']],
  ])('is nothing where %s', (_why, path, permissions, hidden) => {
    expect(modelFor(path, permissions, hidden).detail).toBeNull();
  });
});

describe('sums and cells', () => {
  it('are those of the columns that the caller may read and write', () => {
    const screen = modelFor('/contas', all);
    expect(screen.totals).toEqual({
      columns: ['valor', 'parcelas'],
      select: 'valor:valor.sum()::text,parcelas:parcelas.sum()::text',
    });
    expect(screen.inline).toContain('cidade_id');
    const less = modelFor('/contas', all, ['conta.valor', 'conta.cidade']);
    expect(less.totals).toEqual({ columns: ['parcelas'], select: 'parcelas:parcelas.sum()::text' });
    expect(less.inline).toEqual(['numero', 'descricao', 'situacao', 'vencimento', 'parcelas', 'conferida']);
    const reader = modelFor('/contas', ['conta:list', 'conta:view'], ['conta.valor', 'conta.parcelas']);
    expect([reader.totals, reader.inline]).toEqual([null, []]);
    // Cells are changed by who may change, not by who may insert.
    expect(modelFor('/contas', ['conta:list', 'conta:view', 'conta:insert']).inline).toEqual([]);
  });
});
