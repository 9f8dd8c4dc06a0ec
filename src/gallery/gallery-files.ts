/** The registry that the gallery shows: a field of every type and every form, each with a value, as files of metadata. */
const text = (title: string, more: object = {}): object => ({ title, type: 'string', ...more });

/** A field of every type and every form of text that needs no other file. */
export const fieldsOfEveryForm: Readonly<Record<string, object>> = {
  placa: text('Máscara', { 'x-mask': 'AAA-#X##', 'x-help': 'Três letras, e o resto como na placa.' }),
  cpf: text('CPF', { format: 'cpf' }),
  cnpj: text('CNPJ', { format: 'cnpj' }),
  documento: text('CPF ou CNPJ', { format: 'cpf-cnpj' }),
  cns: text('CNS', { format: 'cns' }),
  pis: text('PIS', { format: 'pis' }),
  cep: text('CEP', { format: 'cep' }),
  fone: text('Telefone', { format: 'phone' }),
  email: text('E-mail', { format: 'email' }),
  sitio: text('Endereço na internet', { format: 'uri' }),
  quantidade: { title: 'Número inteiro', type: 'integer' },
  taxa: { title: 'Número decimal', type: 'number', 'x-scale': 3 },
  preco: { title: 'Valor em reais', type: 'number', format: 'money' },
  desconto: { title: 'Percentagem', type: 'number', format: 'percent' },
  ativo: { title: 'Sim ou não', type: 'boolean' },
  dia: text('Data', { format: 'date' }),
  mes: text('Mês', { format: 'month' }),
  ano: { title: 'Ano', type: 'integer', format: 'year' },
  hora: text('Hora', { format: 'time' }),
  momento: text('Data e hora', { format: 'date-time' }),
  instante: text('Data e hora com segundos', { format: 'date-time', 'x-seconds': true }),
};

export const galleryFiles: Readonly<Record<string, object>> = {
  'schemas/code-lists/galeria-situacao.json': {
    title: 'Situação',
    options: [
      { value: 'ATIVA', label: 'Ativa', tone: 'success' },
      { value: 'SUSPENSA', label: 'Suspensa', tone: 'warning' },
      { value: 'CANCELADA', label: 'Cancelada', tone: 'danger' },
      { value: 'ANALISE', label: 'Em análise', tone: 'info' },
    ],
  },
  'schemas/galeria/galeria/schema.json': {
    title: 'Amostra',
    type: 'object',
    properties: {
      nome: text('Texto', { maxLength: 12_000, 'x-help': 'Como está escrito no documento.' }),
      notas: text('Texto de várias linhas', { format: 'multiline' }),
      situacao: text('Lista de códigos', { 'x-code-list': 'galeria-situacao' }),
      cidade: { title: 'Relação', 'x-relation': { entity: 'cidade', label: '{nome} - {uf}' } },
      ...fieldsOfEveryForm,
      arquivos: { title: 'Arquivos', 'x-attachment': { types: ['pdf', 'png'], many: true }, 'x-help': 'Do documento.' },
    },
  },
  'schemas/galeria/galeria/columns.json': {
    entity: 'galeria_campo',
    path: '/galeria',
    title: 'Galeria de campos',
    icon: 'shapes',
    permission: { subject: 'galeriacampo' },
    parent: '/',
    columns: ['nome'],
  },
};

export type GalleryValues = Readonly<Record<string, unknown>>;

const filled: GalleryValues = {
  nome: 'Maria da Conceição',
  notas: 'Primeira linha.\nSegunda linha.',
  placa: 'ABC1D23',
  situacao: 'ATIVA',
  cpf: '52998224725',
  cnpj: '12ABC34501DE35',
  documento: '11222333000181',
  cns: '700500810000008',
  pis: '12012345672',
  cep: '30140071',
  fone: '31999998888',
  email: 'contato@exemplo.com.br',
  sitio: 'https://www.exemplo.com.br',
  quantidade: 1234,
  taxa: 0.125,
  preco: 1234567.89,
  desconto: 12.5,
  ativo: true,
  dia: '2026-03-31',
  mes: '2026-03',
  ano: 2026,
  hora: '08:30:00',
  momento: '2026-03-31T11:30:00+00:00',
  instante: '2026-03-31T11:30:09+00:00',
  arquivos: [
    { id: '3f0c9a52-7d4e-4b1a-9c55-0f5d2c1b7a90', name: 'contrato.pdf', type: 'application/pdf', size: 480_000 },
  ],
};

const long = 'Operadora de planos de saúde com um nome que não cabe em linha nenhuma '.repeat(12).trim();
const hostile = '<b>negrito</b> <script>alert(1)</script> \u202eovitartsuli\u202c \u2067עברית\u2069 👩‍👩‍👧‍👦';

/** What the gallery shows one after the other. */
export interface GalleryState {
  readonly key: string;
  readonly title: string;
  readonly values: GalleryValues;
  readonly readOnly: boolean;
  readonly required: boolean;
  readonly failing: boolean;
}

const state = (key: string, title: string, values: GalleryValues, more: Partial<GalleryState> = {}): GalleryState => ({
  key,
  title,
  values,
  readOnly: false,
  required: false,
  failing: false,
  ...more,
});

export const galleryStates: readonly GalleryState[] = [
  state('vazio', 'Vazio', {}),
  state('preenchido', 'Preenchido', filled),
  state('obrigatorio', 'Obrigatório', {}, { required: true }),
  state('erro', 'Com erro', filled, { failing: true }),
  state('leitura', 'Só de leitura', filled, { readOnly: true }),
  state('longo', 'Texto longo', { ...filled, nome: long, notas: `${long}\n${'W'.repeat(2000)}` }),
  state('hostil', 'Texto hostil', { ...filled, nome: hostile, notas: hostile }),
];

/** What a failing field says. */
export const galleryFailure = 'O valor deste campo não confere. Corrija e salve de novo.';
