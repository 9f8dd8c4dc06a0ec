/** A registry whose records have files, as a person meets it. `imagens` is what is said of the field with many files. */
export const reportFiles = (imagens: object): Readonly<Record<string, object>> => ({
  'schemas/base/laudos/schema.json': {
    title: 'Laudo',
    type: 'object',
    required: ['titulo'],
    properties: {
      titulo: { title: 'Título', type: 'string', maxLength: 60 },
      imagens: { title: 'Imagens', ...imagens },
      termo: { title: 'Termo', 'x-attachment': { types: ['txt'] } },
    },
  },
  'schemas/base/laudos/columns.json': {
    entity: 'laudo',
    path: '/laudos',
    title: 'Laudo',
    parent: '/base',
    permission: { subject: 'laudo' },
    columns: ['titulo', 'imagens', 'termo'],
  },
});
