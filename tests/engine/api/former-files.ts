/**
 * Fixture registries whose fields were called otherwise: texts, a key, a relation that leads on and one that points back,
 * a field of rows that a record owns, files, one of a day, one of this version and one of a version that is over.
 */
const day = '2026-11-22';
const rename = (entity: string, from: string, field: string, since = day) => ({
  what: 'rename',
  entity,
  from,
  field,
  since,
  why: 'teste',
});

const registry = (entity: string, path: string, title: string, more: object): object => ({
  entity,
  path,
  title,
  icon: 'table',
  permission: { subject: entity },
  parent: '/',
  ...more,
});

export const formerFiles: Readonly<Record<string, object>> = {
  'schemas/changes.json': {
    changes: [
      rename('obra', 'codigo', 'sigla'),
      rename('obra', 'nome', 'titulo', '2026-11-20'),
      rename('obra', 'cidade', 'municipio'),
      rename('obra', 'segredo', 'reservado'),
      rename('obra', 'velho', 'antigo', '0.0.9'),
      rename('obra', 'paginas', 'folhas', '0.1'),
      rename('obra', 'imagem', 'capa'),
      rename('obra_capitulos', 'conteudo', 'texto'),
      rename('copia', 'livro', 'obra'),
    ],
  },
  'schemas/teste/obras/schema.json': {
    title: 'Obra',
    type: 'object',
    required: ['sigla', 'titulo'],
    properties: {
      sigla: { title: 'Sigla', type: 'string', maxLength: 10, 'x-unique': true },
      titulo: { title: 'Título', type: 'string', maxLength: 60 },
      municipio: { title: 'Município', 'x-relation': { entity: 'cidade' } },
      reservado: { title: 'Reservado', type: 'string' },
      antigo: { title: 'Antigo', type: 'string' },
      folhas: { title: 'Folhas', type: 'integer' },
      capa: { title: 'Capa', 'x-attachment': { types: ['txt'] } },
      capitulos: {
        title: 'Capítulos',
        type: 'array',
        items: {
          title: 'Capítulo',
          type: 'object',
          required: ['texto'],
          properties: { texto: { title: 'Texto', type: 'string' } },
        },
      },
    },
  },
  'schemas/teste/obras/columns.json': registry('obra', '/obras', 'Obras', {
    columns: ['sigla', 'titulo', 'municipio', 'municipio.uf'],
    sort: ['sigla'],
    search: ['sigla', 'titulo'],
    lookups: [{ field: 'titulo', fields: ['sigla', 'titulo'] }],
  }),
  'schemas/teste/copias/schema.json': {
    title: 'Cópia',
    type: 'object',
    required: ['numero'],
    properties: {
      numero: { title: 'Número', type: 'integer', 'x-unique': true },
      obra: { title: 'Obra', 'x-relation': { entity: 'obra' } },
    },
  },
  'schemas/teste/copias/columns.json': registry('copia', '/copias', 'Cópias', {
    columns: ['numero', 'obra'],
    sort: ['numero'],
  }),
};
