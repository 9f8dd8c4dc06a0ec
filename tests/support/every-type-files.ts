/** One registry with a field of every type and every form of text, added to the real files. */
import { fieldsOfEveryForm } from '../../src/gallery/gallery-files.ts';

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
      ...fieldsOfEveryForm,
      documento: text('Documento', { format: 'cpf-cnpj' }),
      sitio: text('Sítio', { format: 'uri' }),
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
