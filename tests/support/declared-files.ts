/** Fixture registries whose list declares everything that a list can: expanded rows, actions, buttons, totals, cells to write in. */
import { registry } from './fixture-registry.ts';

export const declaredFiles: Readonly<Record<string, object>> = {
  'schemas/code-lists/situacao-conta.json': {
    title: 'Situação',
    options: [
      { value: 'ABERTA', label: 'Aberta', tone: 'info' },
      { value: 'PAGA', label: 'Paga', tone: 'success' },
    ],
  },
  'schemas/teste/contas/schema.json': {
    title: 'Conta',
    type: 'object',
    required: ['numero', 'descricao', 'situacao'],
    properties: {
      numero: { title: 'Número', type: 'string', maxLength: 10, 'x-unique': true },
      descricao: { title: 'Descrição', type: 'string', minLength: 3, maxLength: 40 },
      situacao: { title: 'Situação', type: 'string', 'x-code-list': 'situacao-conta', default: 'ABERTA' },
      vencimento: { title: 'Vencimento', type: 'string', format: 'date' },
      valor: { title: 'Valor', type: 'number', format: 'money', minimum: 0, maximum: 1000000 },
      parcelas: { title: 'Parcelas', type: 'integer', minimum: 1, maximum: 48 },
      cidade: { title: 'Cidade', 'x-relation': { entity: 'cidade' } },
      conferida: { title: 'Conferida', type: 'boolean', default: false },
      observacao: { title: 'Observação', type: 'string', format: 'multiline' },
      itens: {
        title: 'Itens',
        type: 'array',
        items: {
          title: 'Item',
          type: 'object',
          required: ['nome'],
          properties: {
            nome: { title: 'Nome', type: 'string', maxLength: 40 },
            preco: { title: 'Preço', type: 'number', format: 'money' },
          },
        },
      },
    },
  },
  'schemas/teste/contas/columns.json': registry('conta', '/contas', 'Contas', {
    label: '{numero}',
    columns: ['numero', 'descricao', 'situacao', 'vencimento', 'valor', 'parcelas', 'cidade', 'conferida'],
    sort: ['numero'],
    search: ['numero', 'descricao'],
    batch: ['situacao', 'vencimento', 'cidade'],
    detail: { fields: ['observacao', 'cidade.uf'], list: 'itens', columns: ['nome', 'preco'], limit: 2 },
    inline: ['numero', 'descricao', 'situacao', 'vencimento', 'valor', 'parcelas', 'cidade', 'conferida'],
    totals: ['valor', 'parcelas'],
    actions: [
      {
        name: 'pagamentos',
        title: 'Ver pagamentos',
        icon: 'receipt',
        open: { screen: 'pagamentos', filter: { conta: '{id}' } },
      },
      {
        name: 'pagar',
        title: 'Incluir pagamento',
        icon: 'plus',
        open: {
          screen: 'pagamentos',
          values: { conta: '{id}', valor: '{valor}', local: '{cidade.nome}/{cidade.uf}' },
        },
      },
      {
        name: 'quitar',
        title: 'Marcar como paga',
        icon: 'check',
        change: { situacao: 'PAGA', conferida: true },
        when: "situacao == 'ABERTA'",
      },
      {
        name: 'mapa',
        title: 'Abrir no mapa',
        icon: 'map',
        link: 'https://exemplo.com.br/contas/{numero}?d={descricao}',
      },
      {
        name: 'gerir',
        title: 'Só de quem gere',
        icon: 'lock',
        link: 'https://exemplo.com.br/',
        permission: { action: 'manage', subject: 'conta' },
      },
    ],
    buttons: [
      { name: 'conferir', title: 'Conferir', icon: 'check-check', change: { conferida: true } },
      { name: 'todos-pagamentos', title: 'Pagamentos', icon: 'receipt', open: { screen: 'pagamentos' } },
    ],
  }),
  'schemas/teste/pagamentos/schema.json': {
    title: 'Pagamento',
    type: 'object',
    required: ['conta', 'valor'],
    properties: {
      conta: { title: 'Conta', 'x-relation': { entity: 'conta', label: '{numero}' } },
      valor: { title: 'Valor', type: 'number', format: 'money' },
      dia: { title: 'Dia', type: 'string', format: 'date' },
      local: { title: 'Local', type: 'string', maxLength: 60 },
    },
  },
  'schemas/teste/pagamentos/columns.json': registry('pagamento', '/pagamentos', 'Pagamentos', {
    columns: ['conta', 'dia', 'valor'],
    label: '{dia} {valor}',
    detail: { fields: ['conta.descricao'] },
  }),
  // the same accounts, opened to what was paid for them
  'schemas/teste/contas-pagas/columns.json': registry('conta', '/contas-pagas', 'Contas pagas', {
    columns: ['numero', 'valor'],
    sort: ['numero'],
    detail: { list: 'pagamento.conta', title: 'Pagamentos', columns: ['dia', 'valor'], limit: 2 },
  }),
};
