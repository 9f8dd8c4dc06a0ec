/** Fixture registries and a view of them: orders of people, and the queue of those that are not called off. */

const registry = (entity: string, path: string, title: string, more: object): object => ({
  entity,
  path,
  title,
  icon: 'table',
  permission: { subject: entity.replaceAll('_', '') },
  parent: '/',
  ...more,
});
const text = (title: string, more: object = {}) => ({ title, type: 'string', maxLength: 60, ...more });
const cpf = { title: 'CPF', type: 'string', format: 'cpf', 'x-personal-data': 'personal' };
const situation = { title: 'Situação', type: 'string', 'x-code-list': 'situacao-pedido' };
const money = { title: 'Valor', type: 'number', format: 'money' };

export const queueQuery = `-- Os pedidos que ainda correm.
select p.id, p.numero, p.comprador_id, c.nome as nome_comprador, c.cpf, p.situacao, p.valor,
  p.id as pedido_id, p.laudo, upper(left(p.laudo, 1)) as inicial, p.loja_id, p.dia,
  (select count(*) from pedido_itens i where i.pedido_id = p.id and i.nome <> 'brinde')::integer as partes
from pedido p
  left join comprador c on c.id = p.comprador_id
where p.situacao <> 'CANCELADO';
`;

export const viewFiles: Readonly<Record<string, string | object>> = {
  'schemas/code-lists/situacao-pedido.json': {
    title: 'Situação',
    options: [
      { value: 'NOVO', label: 'Novo', tone: 'info' },
      { value: 'ENVIADO', label: 'Enviado', tone: 'success' },
      { value: 'CANCELADO', label: 'Cancelado', tone: 'danger' },
    ],
  },
  'schemas/teste/lojas/schema.json': {
    title: 'Loja',
    type: 'object',
    required: ['nome'],
    properties: { nome: text('Nome') },
  },
  'schemas/teste/lojas/columns.json': registry('loja', '/lojas', 'Lojas', { columns: ['nome'] }),
  'schemas/teste/compradores/schema.json': {
    title: 'Comprador',
    type: 'object',
    required: ['nome'],
    properties: { nome: text('Nome'), cpf },
  },
  'schemas/teste/compradores/columns.json': registry('comprador', '/compradores', 'Compradores', {
    columns: ['nome', 'cpf'],
  }),
  'schemas/teste/pedidos/schema.json': {
    title: 'Pedido',
    type: 'object',
    required: ['numero', 'situacao'],
    properties: {
      numero: text('Número', { maxLength: 10, 'x-unique': true }),
      comprador: { title: 'Comprador', 'x-relation': { entity: 'comprador' } },
      loja: { title: 'Loja', 'x-relation': { entity: 'loja' } },
      situacao: { ...situation, default: 'NOVO' },
      valor: money,
      dia: { title: 'Dia', type: 'string', format: 'date' },
      laudo: text('Laudo', { 'x-personal-data': 'sensitive' }),
      senha: text('Senha', { writeOnly: true }),
      itens: {
        title: 'Itens',
        type: 'array',
        items: { title: 'Item', type: 'object', required: ['nome'], properties: { nome: text('Nome') } },
      },
    },
  },
  'schemas/teste/pedidos/columns.json': registry('pedido', '/pedidos', 'Pedidos', {
    columns: ['numero', 'situacao'],
    scope: [{ role: 'prestador', field: 'loja' }],
  }),
  'schemas/teste/fila-pedidos/schema.json': {
    title: 'Pedido na fila',
    type: 'object',
    properties: {
      numero: text('Número', { maxLength: 10 }),
      pedido: { title: 'Pedido', 'x-relation': { entity: 'pedido' } },
      comprador: { title: 'Comprador', 'x-relation': { entity: 'comprador' } },
      nome_comprador: text('Nome do comprador'),
      cpf: { title: 'CPF', type: 'string', format: 'cpf' },
      loja: { title: 'Loja', 'x-relation': { entity: 'loja' } },
      situacao: situation,
      valor: money,
      dia: { title: 'Dia', type: 'string', format: 'date' },
      laudo: text('Laudo'),
      inicial: text('Inicial do laudo', { maxLength: 1 }),
      partes: { title: 'Itens', type: 'integer' },
    },
  },
  'schemas/teste/fila-pedidos/columns.json': registry('fila_pedido', '/fila-pedidos', 'Fila de pedidos', {
    columns: ['numero', 'nome_comprador', 'situacao', 'valor', 'partes', { field: 'comprador.cpf' }],
    sort: ['dia', 'numero'],
    search: ['numero', 'nome_comprador'],
    totals: ['valor'],
    record: 'pedido',
    scope: [{ role: 'prestador', field: 'loja' }],
  }),
  'schemas/teste/fila-pedidos/query.sql': queueQuery,
};
