import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

type Json = { [key: string]: Json | undefined } & { readonly length?: number };
const root = new URL('../../', import.meta.url);
const read = (file: string): Json => JSON.parse(readFileSync(new URL(file, root), 'utf8'));

/** Rows of the catalogue of routes (document 1 section 2), and the natural key of each. */
const routes = [
  { folder: 'base/bancos', path: '/bancos', title: 'Banco', subject: 'banco', parent: '/base' },
  { folder: 'base/feriados', path: '/feriados', title: 'Feriado', subject: 'feriado', parent: '/base' },
  { folder: 'localizacao/cidades', path: '/cidades', title: 'Cidade', subject: 'cidade', parent: '/localizacao' },
  {
    folder: 'localizacao/distritos',
    path: '/distritos',
    title: 'Distrito',
    subject: 'distrito',
    parent: '/localizacao',
  },
];

describe('registries', () => {
  it.each(routes)('opens $path as the catalogue has it', ({ folder, path, title, subject, parent }) => {
    const columns = read(`schemas/${folder}/columns.json`);
    expect(columns).toMatchObject({ path, title, parent, permission: { subject } });
    expect(columns.permission?.action ?? 'list').toBe('list');
    expect(read(`schemas/${folder}/schema.json`).title).toBe(title);
    expect(folder.endsWith(path)).toBe(true);
  });

  it.each(routes)('has `ativo`, true unless said otherwise, in $folder', ({ folder }) => {
    expect(read(`schemas/${folder}/schema.json`).properties?.ativo).toMatchObject({ type: 'boolean', default: true });
  });

  it.each([
    ['cadastro', '/cadastro', 'Cadastro', '/'],
    ['base', '/base', 'Base', '/cadastro'],
    ['localizacao', '/localizacao', 'Localização', '/cadastro'],
  ])('hangs the group %s where the catalogue has it', (module, path, title, parent) => {
    expect(read(`schemas/${module}/menu.json`).groups).toMatchObject([
      { path, title, parent, permission: { subject: module } },
    ]);
  });

  it('lets every signed-in user name banks, cities and districts, and only those', () => {
    const open = routes.filter(({ folder }) => read(`schemas/${folder}/columns.json`).reference);
    expect(open.map(({ path }) => path)).toEqual(['/bancos', '/cidades', '/distritos']);
  });

  it.each([
    ['usuarios', '/usuarios'],
    ['regras', '/regras'],
    ['grupos', '/grupos'],
    ['config-permissoes', undefined],
    ['migracoes-usuario', undefined],
  ])('keeps %s of the access module at %s and without initial rows', (folder, path) => {
    expect(read(`schemas/acesso/${folder}/columns.json`).path).toBe(path);
    expect(existsSync(new URL(`schemas/acesso/${folder}/data.csv`, root))).toBe(false);
  });

  it('never shows the hash of a password', () => {
    expect(read('schemas/acesso/usuarios/schema.json').properties?.senha_hash).toMatchObject({
      writeOnly: true,
      'x-visible': false,
    });
  });
});

describe('code lists and flags', () => {
  it('has the 27 units of the federation in the order of their names', () => {
    const options = read('schemas/code-lists/uf.json').options as unknown as { value: string; label: string }[];
    expect(options).toHaveLength(27);
    expect(options.map(({ label }) => label)).toEqual(
      options.map(({ label }) => label).toSorted((a, b) => a.localeCompare(b, 'pt-BR')),
    );
    expect(options.find(({ value }) => value === 'MG')?.label).toBe('Minas Gerais');
  });

  it('declares every flag that the documents name', () => {
    expect(Object.keys(read('schemas/flags.json').flags ?? {})).toEqual(
      expect.arrayContaining([
        'financeiro.emprestimo',
        'financeiro.integracaobancaria.extratobb',
        'beneficiario.gui.autorizacao.acompanharautorizacaobeneficiario',
        'auditoria.anexo.fluxo.novo',
        'autorizador.preautorizacao',
      ]),
    );
  });
});

describe('relations to what is one of many with numbers alone', () => {
  /** The field of each registry by which somebody chooses a bill or a protocol. */
  it.each([
    ['faturamento/faturamentos-reembolsos', 'conta_pagar', '{numero} - {valor_liquido}[ (vence em {vencimento})]'],
    ['faturamento/faturamentos-reembolsos', 'protocolo', '{numero} - {valor_apresentado}'],
    ['faturamento/faturamentos-prestadores', 'conta_pagar', '{numero} - {valor_liquido}[ (vence em {vencimento})]'],
    ['faturamento/faturamentos-prestadores', 'protocolo', '{numero} - {valor_apresentado}'],
    ['faturamento/recursos-glosas', 'protocolo', '{numero} - {valor_apresentado}'],
    ['financeiro/solicitacoes-pagamentos-prestadores', 'protocolo', '{numero} - {valor_apresentado}'],
    ['financeiro/agrupamentos-faturamentos', 'conta_pagar', '{numero} - {valor_liquido}[ (vence em {vencimento})]'],
    ['financeiro/acertos-beneficiarios', 'conta_receber', '{numero} - {valor}[ (vence em {vencimento})]'],
    ['financeiro/emprestimos', 'refinancia', '{contrato} - {saldo_devedor}'],
  ])('say in %s, by %s, what they come to', (folder, field, label) => {
    expect(read(`schemas/${folder}/schema.json`).properties?.[field]?.['x-relation']).toMatchObject({ label });
  });
});
