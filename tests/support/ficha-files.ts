/** A registry of providers, and of the records that each of them has, confined to whoever works for it. */
export const simpleRegistry = (entity: string, path: string, more: object = {}): object => ({
  entity,
  path,
  title: path.slice(1),
  parent: '/base',
  permission: { subject: entity },
  ...more,
});

/** `more`: further fields of the records. */
export const fichaFiles = (more: object = {}): Readonly<Record<string, object>> => ({
  'schemas/base/credenciados/schema.json': {
    title: 'Credenciado',
    type: 'object',
    required: ['nome'],
    properties: { nome: { title: 'Nome', type: 'string', maxLength: 40, 'x-unique': true } },
  },
  'schemas/base/credenciados/columns.json': simpleRegistry('credenciado', '/credenciados', { search: ['nome'] }),
  'schemas/base/fichas/schema.json': {
    title: 'Ficha',
    type: 'object',
    required: ['numero', 'credenciado'],
    properties: {
      numero: { title: 'Número', type: 'string', maxLength: 10, 'x-unique': true },
      credenciado: { title: 'Credenciado', 'x-relation': { entity: 'credenciado', label: '{nome}' } },
      valor: { title: 'Valor', type: 'number', format: 'money' },
      itens: {
        title: 'Itens',
        type: 'array',
        items: { title: 'Item', type: 'object', properties: { nome: { title: 'Nome', type: 'string', maxLength: 9 } } },
      },
      ...more,
    },
  },
  'schemas/base/fichas/columns.json': simpleRegistry('ficha', '/fichas', {
    search: ['numero'],
    provider: 'credenciado',
    scope: [{ role: 'prestador', field: 'credenciado' }],
  }),
});
