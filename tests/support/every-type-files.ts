/** One registry with a field of every type and every form of text, added to the real files. */

const text = (title: string, more: object = {}) => ({ title, type: 'string', ...more });

export const everyTypeFiles: Readonly<Record<string, object>> = {
  'schemas/code-lists/cor-teste.json': {
    title: 'Cor',
    options: [
      { value: 'AZUL', label: 'Azul', tone: 'info' },
      { value: 'VERDE', label: 'Verde', tone: 'success' },
    ],
  },
  'schemas/teste/modelos/schema.json': {
    title: 'Modelo',
    type: 'object',
    required: ['nome'],
    properties: {
      nome: text('Nome', { maxLength: 20_000 }),
      notas: text('Notas', { format: 'multiline' }),
      cor: text('Cor', { 'x-code-list': 'cor-teste' }),
      placa: text('Placa', { 'x-mask': 'AAA-#X##' }),
      cpf: text('CPF', { format: 'cpf' }),
      cnpj: text('CNPJ', { format: 'cnpj' }),
      documento: text('Documento', { format: 'cpf-cnpj' }),
      cns: text('CNS', { format: 'cns' }),
      pis: text('PIS', { format: 'pis' }),
      cep: text('CEP', { format: 'cep' }),
      fone: text('Telefone', { format: 'phone' }),
      email: text('E-mail', { format: 'email' }),
      sitio: text('Sítio', { format: 'uri' }),
      quantidade: { title: 'Quantidade', type: 'integer' },
      taxa: { title: 'Taxa', type: 'number', 'x-scale': 3 },
      preco: { title: 'Preço', type: 'number', format: 'money' },
      desconto: { title: 'Desconto', type: 'number', format: 'percent' },
      ativo: { title: 'Ativo', type: 'boolean' },
      dia: text('Dia', { format: 'date' }),
      mes: text('Mês', { format: 'month' }),
      ano: { title: 'Ano', type: 'integer', format: 'year' },
      hora: text('Hora', { format: 'time' }),
      momento: text('Momento', { format: 'date-time' }),
      instante: text('Instante', { format: 'date-time', 'x-seconds': true }),
      cidade: { title: 'Cidade', 'x-relation': { entity: 'cidade', label: '{nome} - {uf}' } },
    },
  },
  'schemas/teste/modelos/columns.json': {
    entity: 'modelo',
    path: '/modelos',
    title: 'Modelos',
    icon: 'table',
    permission: { subject: 'modelo' },
    parent: '/',
    columns: ['nome', 'cpf', 'cnpj', 'documento', 'cns', 'pis', 'cep', 'fone', 'placa', 'ano', 'instante'],
    search: ['nome', 'cpf', 'cns', 'cep', 'fone', 'placa'],
    batch: ['notas', 'fone'],
  },
};
