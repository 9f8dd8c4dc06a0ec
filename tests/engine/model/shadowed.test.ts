/** What an overlay says of things that its client does not have is told of, with what stands in the way. */
import { expect, it } from 'vitest';
import { fixFiles } from '../../../engine/commands/fix-files.ts';
import { examples } from '../../../engine/metadata/examples.ts';
import { createFileMemory } from '../../../engine/metadata/file-memory.ts';
import { loadFiles, readSourceFiles } from '../../../engine/metadata/load-files.ts';
import { openSqlParser } from '../../../engine/metadata/parse-query.ts';
import { compile } from '../../../engine/model/compile.ts';
import { resolve } from '../../../engine/overlay/resolve.ts';
import { catalogues } from '../../../src/catalogues.ts';

await openSqlParser();
const real = await readSourceFiles(`${import.meta.dirname}/../../..`);
const memory = createFileMemory();

/** What is told of an overlay over the files, as `target < by`. */
const shadowed = (overlay: object, sources: ReadonlyMap<string, string> = real): readonly string[] => {
  const client = JSON.stringify({ name: 'pjf', title: 'PJF', ...overlay });
  const files = resolve(loadFiles(new Map([...sources, ['clients/pjf.json', client]]), memory), 'pjf');
  return [...files.issues, ...compile(files, catalogues).issues]
    .filter(({ code }) => code === 'OVERLAY_SHADOWED')
    .map(({ params, origin }) => {
      expect(origin.file).toBe('clients/pjf.json');
      return `${params['target']} < ${params['by']}`;
    });
};

const flag = 'financeiro.integracaobancaria.extratobb';

it.each([
  [
    'a flag whose only screen is of another client',
    { flags: { [flag]: true } },
    [`flags.${flag} < extrato-bb.clients`],
  ],
  ['a flag with a screen of this client', { flags: { 'financeiro.emprestimo': true } }, []],
  ['a flag that no file asks, but the product', { flags: { 'acesso.alterarsenha': false } }, []],
  [
    'the screen of another client, with a flag that is off',
    { screens: { 'extrato-bb': { title: 'Extrato' } } },
    [`extrato-bb.title < extrato-bb.clients, flags.${flag}`],
  ],
  [
    'each key of the screen of another client, also that it is enabled or not',
    { screens: { 'taxas-cartao': { pageSize: 100, enabled: false, because: 'Outro.' } } },
    ['taxas-cartao.pageSize < taxas-cartao.enabled', 'taxas-cartao.enabled < taxas-cartao.clients'],
  ],
  [
    'a screen behind a flag that is off',
    { screens: { emprestimos: { pageSize: 100 } } },
    ['emprestimos.pageSize < flags.financeiro.emprestimo'],
  ],
  [
    'a screen behind a flag that it turns on',
    { flags: { 'financeiro.emprestimo': true }, screens: { emprestimos: { pageSize: 100 } } },
    [],
  ],
  [
    'a field of an entity that only another client sees',
    { fields: { taxa_cartao: { valor: { label: 'Custo' } } } },
    ['taxa_cartao.valor.label < taxas-cartao.clients'],
  ],
  [
    'a field of an entity whose only screen the overlay turns off',
    { fields: { distrito: { codigo: { label: 'Número' } } }, screens: { distritos: { enabled: false } } },
    ['distrito.codigo.label < distritos.enabled'],
  ],
  [
    'but not the field that labels are made of, nor what hides it',
    {
      fields: { distrito: { nome: { label: 'Bairro' }, codigo: { visible: false } } },
      screens: { distritos: { enabled: false } },
    },
    [],
  ],
  ['a field of a screen that is there', { fields: { distrito: { codigo: { label: 'Número' } } } }, []],
  [
    'nor a field that a list may have for a column, through a relation',
    { fields: { cidade: { codigo_ibge: { label: 'IBGE' } } }, screens: { cidades: { enabled: false } } },
    [],
  ],
  [
    'nor how long a history is kept, which is of the records',
    { screens: { 'taxas-cartao': { history: { keepYears: 5 } } } },
    [],
  ],
])('tells of %s', { timeout: 60_000 }, (_what, overlay, told) => {
  expect(shadowed(overlay).toSorted()).toEqual(told.toSorted());
});

const folder = 'schemas/localizacao/feiras';
const other = (registry: object): ReadonlyMap<string, string> =>
  new Map([
    ...examples,
    [
      `${folder}/schema.json`,
      JSON.stringify({
        title: 'Feira',
        type: 'object',
        properties: {
          nome: { title: 'Nome', type: 'string', maxLength: 40 },
          bancas: {
            title: 'Bancas',
            type: 'array',
            items: {
              title: 'Banca',
              type: 'object',
              properties: { dono: { title: 'Dono', type: 'string', maxLength: 9 } },
            },
          },
        },
      }),
    ],
    [
      `${folder}/columns.json`,
      JSON.stringify({
        entity: 'feira',
        path: '/feiras',
        title: 'Feira',
        icon: 'map',
        permission: { subject: 'feira' },
        parent: '/localizacao',
        columns: ['nome'],
        ...registry,
      }),
    ],
  ]);

it.each([
  [
    'are told of with the screen of their owner',
    { clients: ['exemplo'] },
    ['feira_bancas.dono.label < feiras.clients'],
  ],
  ['are not where their owner has a screen', {}, []],
])('rows that a record owns %s', (_what, registry, told) => {
  expect(shadowed({ fields: { feira_bancas: { dono: { label: 'Feirante' } } } }, other(registry))).toEqual(told);
});

it('what a fault may hide is not told of', () => {
  const broken = new Map([...other({ clients: ['exemplo'] }), ['schemas/localizacao/menu.json', '{ "groups": [']]);
  expect(shadowed({ screens: { feiras: { title: 'F' } } }, other({ clients: ['exemplo'] }))).toHaveLength(1);
  expect(shadowed({ screens: { feiras: { title: 'F' } } }, broken)).toEqual([]);
});

it('is mended by taking it away', () => {
  const client = {
    name: 'pjf',
    title: 'PJF',
    screens: { feiras: { title: 'F' }, bairros: { pageSize: 100 } },
    fields: { feira: { nome: { label: 'N' } } },
    base: { 'feiras.title': 'Feira', 'bairros.pageSize': 50, 'feira.nome.label': 'Nome' },
  };
  const sources = new Map([...other({ clients: ['exemplo'] }), ['clients/pjf.json', JSON.stringify(client)]]);
  const { files } = fixFiles(sources, catalogues);
  const { base, screens, fields } = JSON.parse(files.get('clients/pjf.json') ?? '{}');
  expect({ base, screens, fields }).toEqual({
    base: { 'bairros.pageSize': 50 },
    screens: { bairros: { pageSize: 100 } },
    fields: undefined,
  });
});
