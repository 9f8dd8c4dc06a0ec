/** Fixture registries whose records own rows: an array with every kind of field, one that must have rows, one only read. */

const text = (title: string, more: object = {}) => ({ title, type: 'string', ...more });

export const owningFiles: Readonly<Record<string, object>> = {
  'schemas/teste/enquetes/schema.json': {
    title: 'Enquete',
    type: 'object',
    required: ['nome'],
    properties: {
      nome: text('Nome', { maxLength: 60, 'x-unique': true }),
      prestador: { title: 'Banco dono', 'x-relation': { entity: 'banco' } },
      perguntas: {
        title: 'Perguntas',
        type: 'array',
        maxItems: 5,
        items: {
          type: 'object',
          title: 'Pergunta',
          required: ['enunciado'],
          properties: {
            enunciado: text('Enunciado', { maxLength: 100 }),
            codigo: text('Código', { maxLength: 10, 'x-unique': true }),
            peso: { title: 'Peso', type: 'number', 'x-scale': 2, default: 1, minimum: 0, maximum: 100 },
            obrigatoria: { title: 'Obrigatória', type: 'boolean', default: false },
            hora: { title: 'Hora', type: 'string', format: 'time' },
            instante: { title: 'Instante', type: 'string', format: 'date-time' },
            protocolo: text('Protocolo', { readOnly: true, default: 'automático' }),
            interno: text('Uso interno', { 'x-visible': false, default: 'segredo' }),
            banco: { title: 'Banco', 'x-relation': { entity: 'banco' } },
          },
        },
      },
      notas: {
        title: 'Notas',
        type: 'array',
        items: { type: 'object', title: 'Nota', properties: { texto: text('Texto') } },
      },
    },
  },
  'schemas/teste/enquetes/columns.json': {
    entity: 'enquete',
    path: '/enquetes',
    title: 'Enquetes',
    permission: { subject: 'enquete' },
    parent: '/',
    columns: ['nome', 'prestador'],
    sort: ['nome'],
    scope: [{ role: 'prestador', field: 'prestador' }],
    icon: 'table',
  },
  'schemas/teste/roteiros/schema.json': {
    title: 'Roteiro',
    type: 'object',
    required: ['nome', 'etapas'],
    properties: {
      nome: text('Nome', { maxLength: 60 }),
      etapas: {
        title: 'Etapas',
        type: 'array',
        items: { type: 'object', title: 'Etapa', required: ['titulo'], properties: { titulo: text('Título') } },
      },
    },
  },
  'schemas/teste/roteiros/columns.json': {
    entity: 'roteiro',
    path: '/roteiros',
    title: 'Roteiros',
    permission: { subject: 'roteiro' },
    parent: '/',
    icon: 'table',
  },
};
