/**
 * Fixture registries of a small clinic, added to the real files: every field type, a relation to each kind of target
 * (reference, plain, confined), row scope, a secret, a field hidden by the base, and one reachable by two screens.
 */

const record = (
  title: string,
  required: readonly string[],
  properties: Readonly<Record<string, object>>,
): Readonly<Record<string, unknown>> => ({ title, type: 'object', required, properties });

const registry = (
  entity: string,
  path: string,
  title: string,
  more: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> => ({
  entity,
  path,
  title,
  icon: 'table',
  permission: { subject: entity },
  parent: '/',
  ...more,
});

const text = (title: string, more: object = {}) => ({ title, type: 'string', ...more });

export const clinicFiles: Readonly<Record<string, object>> = {
  'schemas/code-lists/situacao-teste.json': {
    title: 'Situação',
    options: [
      { value: 'ABERTA', label: 'Aberta' },
      { value: 'FECHADA', label: 'Fechada', tone: 'success' },
      { value: 'CANCELADA', label: 'Cancelada', tone: 'danger' },
    ],
  },

  // who works there; users of the role prestador point at one
  'schemas/teste/clinicas/schema.json': record('Clínica', ['codigo', 'nome'], {
    codigo: text('Código', { 'x-mask': '####', 'x-unique': true }),
    nome: text('Nome', { maxLength: 60 }),
    cnpj: text('CNPJ', { format: 'cnpj' }),
    telefone: text('Telefone', { format: 'phone' }),
    banco: { title: 'Banco', 'x-relation': { entity: 'banco' } },
  }),
  'schemas/teste/clinicas/columns.json': registry('clinica', '/clinicas', 'Clínicas', {
    columns: ['codigo', 'nome', 'telefone'],
    sort: ['codigo'],
    search: ['nome', 'codigo'],
    label: '{codigo} - {nome}',
  }),
  // a second door to the same entity, which shows less
  'schemas/teste/clinicas-publicas/columns.json': registry('clinica', '/clinicas-publicas', 'Clínicas, só os nomes', {
    permission: { subject: 'clinicapublica' },
    columns: ['nome'],
    sort: ['codigo'],
  }),

  // confined to the user's own clinic
  'schemas/teste/fichas/schema.json': record('Ficha', ['numero'], {
    numero: text('Número', { maxLength: 20, 'x-unique': true }),
    clinica: { title: 'Clínica', 'x-relation': { entity: 'clinica' } },
    valor: { title: 'Valor', type: 'number', format: 'money', minimum: 0, maximum: 900000 },
    situacao: { title: 'Situação', type: 'string', 'x-code-list': 'situacao-teste', default: 'ABERTA' },
    diagnostico: text('Diagnóstico', { maxLength: 100 }),
    protocolo: text('Protocolo', { readOnly: true, default: 'sem protocolo' }),
    chave: text('Chave de acesso', { writeOnly: true, maxLength: 50 }),
    interno: text('Uso interno', { 'x-visible': false, default: 'segredo-da-casa' }),
  }),
  'schemas/teste/fichas/columns.json': registry('ficha', '/fichas', 'Fichas', {
    columns: ['numero', 'clinica', 'valor', 'situacao'],
    sort: ['numero'],
    search: ['numero', 'diagnostico'],
    batch: ['situacao', 'diagnostico'],
    sections: [
      { title: 'Ficha', fields: ['numero', 'clinica', 'valor'] },
      { title: 'Clínico', fields: ['diagnostico', 'situacao'] },
    ],
    scope: [{ role: 'prestador', field: 'clinica' }],
    unique: [['clinica', 'diagnostico']],
    label: '{numero}',
  }),
  'schemas/teste/fichas/search.json': {
    fields: [
      { field: 'numero', match: 'contains' },
      { field: 'diagnostico', match: 'contains' },
      { field: 'situacao', match: 'any' },
      { field: 'clinica.codigo', match: 'equals' },
    ],
  },

  // not confined itself, but points at what is
  'schemas/teste/recursos/schema.json': record('Recurso de ficha', ['motivo'], {
    motivo: text('Motivo', { maxLength: 60 }),
    ficha: { title: 'Ficha', 'x-relation': { entity: 'ficha', label: '{numero} {diagnostico}' } },
  }),
  'schemas/teste/recursos/columns.json': registry('recurso', '/recursos', 'Recursos', {
    columns: ['motivo', 'ficha', 'ficha.diagnostico', 'ficha.numero'],
    openTo: ['prestador', 'beneficiario'],
    search: ['motivo'],
  }),

  // one field of every type, with every limit
  'schemas/teste/amostras/schema.json': record('Amostra', ['nome', 'quantidade'], {
    nome: text('Nome', { minLength: 3, maxLength: 10 }),
    quantidade: { title: 'Quantidade', type: 'integer', minimum: 1, maximum: 99 },
    taxa: { title: 'Taxa', type: 'number', 'x-scale': 3, minimum: -5, maximum: 5 },
    preco: { title: 'Preço', type: 'number', format: 'money' },
    desconto: { title: 'Desconto', type: 'number', format: 'percent' },
    ativa: { title: 'Ativa', type: 'boolean', default: true },
    dia: { title: 'Dia', type: 'string', format: 'date' },
    instante: { title: 'Instante', type: 'string', format: 'date-time' },
    hora: { title: 'Hora', type: 'string', format: 'time' },
    mes: { title: 'Mês', type: 'string', format: 'month' },
    situacao: { title: 'Situação', type: 'string', 'x-code-list': 'situacao-teste', 'x-codes': ['ABERTA', 'FECHADA'] },
    cep: text('CEP', { 'x-mask': '#####-###' }),
    cpf: text('CPF', { format: 'cpf' }),
    cnpj: text('CNPJ', { format: 'cnpj' }),
    documento: text('Documento', { format: 'cpf-cnpj' }),
    email: text('E-mail', { format: 'email' }),
    sitio: text('Sítio', { format: 'uri' }),
    fone: text('Fone', { format: 'phone' }),
    placa: text('Placa', { pattern: '^[A-Z]{3}[0-9]{4}$', 'x-help': 'três letras e quatro números' }),
    notas: text('Notas', { format: 'multiline', maxLength: 500 }),
    protocolo: text('Protocolo', { readOnly: true, default: 'automático' }),
    cidade: { title: 'Cidade', 'x-relation': { entity: 'cidade' } },
  }),
  'schemas/teste/amostras/columns.json': registry('amostra', '/amostras', 'Amostras', {
    columns: ['nome', 'quantidade', 'cidade', 'dia'],
    search: ['nome', 'notas'],
  }),

  // the users themselves, through a door of their own, for the secrets among their fields
  'schemas/acesso/usuarios-teste/columns.json': registry('usuario', '/usuarios-teste', 'Usuários', {
    permission: { subject: 'usuario' },
    columns: ['login', 'nome'],
  }),
};
