/** Registries of providers and of what points at them, as the files of a product declare the search for a provider. */
export const providerFiles: Readonly<Record<string, object>> = {
  'schemas/pessoa/prestadores/schema.json': {
    title: 'Prestador',
    type: 'object',
    required: ['codigo', 'nome'],
    properties: {
      codigo: { title: 'Código', type: 'string', 'x-mask': '######', 'x-unique': true },
      nome: { title: 'Nome', type: 'string', maxLength: 80 },
      inicio: { title: 'Início', type: 'string', format: 'date' },
      fim: { title: 'Fim', type: 'string', format: 'date' },
    },
  },
  'schemas/pessoa/prestadores/columns.json': {
    entity: 'prestador',
    path: '/prestadores',
    title: 'Prestador',
    permission: { subject: 'prestador' },
    parent: '/',
    label: '{codigo} - {nome}',
    columns: ['codigo', 'nome', 'inicio', 'fim'],
    sort: ['codigo'],
    search: ['codigo', 'nome'],
    autocomplete: { path: 'findPrestador', minimum: 5, validity: { from: 'inicio', until: 'fim' } },
  },
  'schemas/pessoa/atendimentos/schema.json': {
    title: 'Atendimento',
    type: 'object',
    required: ['descricao'],
    properties: {
      descricao: { title: 'Descrição', type: 'string', maxLength: 40 },
      data: { title: 'Data', type: 'string', format: 'date' },
      prestador: { title: 'Prestador', 'x-relation': { entity: 'prestador', single: true, date: 'data' } },
      cidade: { title: 'Cidade', 'x-relation': { entity: 'cidade' } },
      banco: { title: 'Banco', 'x-relation': { entity: 'banco', minimum: 3 } },
    },
  },
  'schemas/pessoa/atendimentos/columns.json': {
    entity: 'atendimento',
    path: '/atendimentos',
    title: 'Atendimento',
    permission: { subject: 'atendimento' },
    parent: '/',
    columns: ['descricao', 'data'],
  },
};
