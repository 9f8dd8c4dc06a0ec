/**
 * Fixture registries for relations to many, added to the real files: rows that a record owns, two relations to one
 * target, a confined registry, and one of which a field is hidden.
 */
const registry = (entity: string, path: string, title: string, more: object): object => ({
  entity,
  path,
  title,
  icon: 'table',
  permission: { subject: entity },
  parent: '/',
  ...more,
});
const record = (title: string, properties: object): object => ({
  title,
  type: 'object',
  required: ['nome'],
  properties,
});
const nome = { title: 'Nome', type: 'string', maxLength: 60, 'x-unique': true };
const relation = (title: string, entity: string) => ({ title, 'x-relation': { entity } });

export const embedFiles: Readonly<Record<string, object>> = {
  'schemas/teste/pesquisas/schema.json': record('Pesquisa', {
    nome,
    resumo: { title: 'Resumo', type: 'string', format: 'multiline' },
    cidade: { title: 'Cidade', 'x-relation': { entity: 'cidade', where: { ativo: true } } },
    perguntas: {
      title: 'Perguntas',
      type: 'array',
      items: {
        title: 'Pergunta',
        type: 'object',
        required: ['texto'],
        properties: {
          texto: { title: 'Texto', type: 'string' },
          nota: { title: 'Nota', type: 'integer' },
          cidade: relation('Cidade', 'cidade'),
          secreta: { title: 'Secreta', type: 'string', writeOnly: true },
        },
      },
    },
    interno: { title: 'Interno', type: 'array', 'x-visible': false, items: record('Linha', { nome }) },
  }),
  'schemas/teste/pesquisas/columns.json': registry('pesquisa', '/pesquisas', 'Pesquisas', {
    columns: ['nome', 'cidade'],
    sort: ['nome'],
    search: ['nome'],
  }),
  'schemas/teste/viagens/schema.json': record('Viagem', {
    nome,
    origem: relation('Origem', 'cidade'),
    destino: relation('Destino', 'cidade'),
    distrito: relation('Distrito', 'distrito'),
    motivo: { title: 'Motivo', type: 'string' },
  }),
  'schemas/teste/viagens/columns.json': registry('viagem', '/viagens', 'Viagens', {
    columns: ['nome', 'origem', 'destino', 'distrito'],
    sort: ['nome'],
  }),
  // every signed-in user reads what names its rows, and the relation is part of that
  'schemas/teste/pracas/schema.json': {
    ...record('Praça', { nome, cidade: relation('Cidade', 'cidade') }),
    required: ['nome', 'cidade'],
  },
  'schemas/teste/pracas/columns.json': registry('praca', '/pracas', 'Praças', {
    columns: ['nome', 'cidade'],
    reference: true,
    naturalKey: ['cidade', 'nome'],
    unique: [['cidade', 'nome']],
  }),
  // confined to the rows that point at the user's own
  'schemas/teste/casas/schema.json': record('Casa', { nome }),
  'schemas/teste/casas/columns.json': registry('casa', '/casas', 'Casas', { columns: ['nome'] }),
  'schemas/teste/visitas-casas/schema.json': record('Visita', {
    nome,
    casa: relation('Casa', 'casa'),
    cidade: relation('Cidade', 'cidade'),
  }),
  'schemas/teste/visitas-casas/columns.json': registry('visita', '/visitas-casas', 'Visitas', {
    columns: ['nome', 'cidade'],
    scope: [{ role: 'prestador', field: 'casa' }],
  }),
};
