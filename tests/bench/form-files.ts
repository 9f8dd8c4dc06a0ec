/**
 * The two registries whose forms are measured: 300 fields in 12 sections, masked, searched, conditional and computed ones
 * among them, and a record that owns 1,000 rows.
 */

type Property = Readonly<Record<string, unknown>>;

/** One of each kind that a section holds, in turn; every section begins with a plain text. */
const kinds: readonly (readonly [name: string, property: Property])[] = [
  ['texto', { title: 'Nome', type: 'string', maxLength: 60 }],
  ['mascara', { title: 'Registro', type: 'string', 'x-mask': '###.###-AA' }],
  ['documento', { title: 'CPF ou CNPJ', type: 'string', format: 'cpf-cnpj' }],
  ['valor', { title: 'Valor', type: 'number', format: 'money', minimum: 0 }],
  ['data', { title: 'Data', type: 'string', format: 'date' }],
  ['cidade', { title: 'Cidade', 'x-relation': { entity: 'cidade', label: '{nome} - {uf}' } }],
  ['uf', { title: 'Estado', type: 'string', 'x-code-list': 'uf' }],
  ['observacao', { title: 'Observação', type: 'string', format: 'multiline', maxLength: 400 }],
  ['quantidade', { title: 'Quantidade', type: 'integer', minimum: 0, 'x-help': 'Somente números inteiros.' }],
  ['ativo', { title: 'Ativo', type: 'boolean' }],
  ['telefone', { title: 'Telefone', type: 'string', format: 'phone' }],
  ['percentual', { title: 'Percentual', type: 'number', format: 'percent', minimum: 0, maximum: 100 }],
];

export const sectionCount = 12;
export const sectionFields = 25;
export const rowCount = 1000;

/** `texto_1_0`: kind, section from 1, place in it. */
export const fieldName = (kind: string, section: number, place: number): string => `${kind}_${section}_${place}`;

const sectionsOf = Array.from({ length: sectionCount }, (_, at) => ({
  title: `Seção ${at + 1}`,
  fields: Array.from({ length: sectionFields }, (_, place) => {
    const [kind] = kinds[place % kinds.length] as (typeof kinds)[number];
    return fieldName(place === sectionFields - 1 ? 'total' : kind, at + 1, place);
  }),
}));

/** What depends on other fields of its section: two conditions and a computed field. */
const dependent = (name: string): Property => {
  const [kind, section, place] = name.split('_');
  const beside = (other: string, at: number): string => fieldName(other, Number(section), at);
  if (kind === 'total')
    return {
      title: 'Total',
      type: 'number',
      format: 'money',
      'x-computed': `${beside('valor', 3)} * ${beside('quantidade', 8)}`,
    };
  if (kind === 'observacao' && place === '7') return { 'x-visible-when': `!empty(${beside('texto', 0)})` };
  if (kind === 'telefone' && place === '10') return { 'x-required-when': `${beside('ativo', 9)}` };
  return {};
};

const property = (name: string): Property => {
  const [, found = {}] = kinds.find(([kind]) => name.startsWith(`${kind}_`)) ?? [];
  return { ...found, ...dependent(name) };
};

const registry = (entity: string, path: string, more: object): object => ({
  entity,
  path,
  title: entity,
  permission: { subject: entity },
  parent: '/',
  ...more,
});

/** By path below the root. */
export const formFiles: Readonly<Record<string, object>> = {
  'schemas/medida/formularios/schema.json': {
    title: 'Formulário',
    type: 'object',
    required: ['texto_1_0', 'texto_12_0'],
    properties: Object.fromEntries(
      sectionsOf.flatMap(({ fields }) => fields.map((name) => [name, property(name)] as const)),
    ),
  },
  'schemas/medida/formularios/columns.json': registry('formulario', '/formularios', {
    columns: ['texto_1_0'],
    sections: sectionsOf,
  }),
  'schemas/medida/tabelas/schema.json': {
    title: 'Tabela',
    type: 'object',
    required: ['nome'],
    properties: {
      nome: { title: 'Nome', type: 'string', maxLength: 60 },
      linhas: {
        title: 'Linhas',
        type: 'array',
        maxItems: rowCount,
        items: {
          title: 'Linha',
          type: 'object',
          required: ['descricao'],
          properties: {
            descricao: { title: 'Descrição', type: 'string', maxLength: 60 },
            codigo: { title: 'Código', type: 'string', 'x-mask': '##.##' },
            valor: { title: 'Valor', type: 'number', format: 'money' },
            inicio: { title: 'Início', type: 'string', format: 'date' },
            uf: { title: 'Estado', type: 'string', 'x-code-list': 'uf' },
          },
        },
      },
    },
  },
  'schemas/medida/tabelas/columns.json': registry('tabela', '/tabelas', { columns: ['nome'] }),
};

/** The record of 1,000 rows, as it is sent. */
export const tableRecord = {
  nome: 'Tabela de mil linhas',
  linhas: Array.from({ length: rowCount }, (_, at) => ({
    descricao: `Linha ${at + 1}`,
    codigo: String(1000 + at),
    valor: at + 0.5,
    inicio: '2026-01-15',
    uf: 'MG',
  })),
};
