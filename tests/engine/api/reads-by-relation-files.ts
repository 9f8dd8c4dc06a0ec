/**
 * Fixture registries whose transitions read what their record points at beside their condition: stays by a request, which asks
 * for a kind of room; what is asked of them, what they set, which of their effects come to be and what these give.
 */
import { codeList, money, registry, relation, text, transition } from '../../support/fixture-fields.ts';

export const messages = {
  accepted: 'A estadia só se autoriza com o pedido aceito.',
  floor: 'O tipo de quarto do pedido fica além do terceiro andar.',
  days: 'A estadia tem mais diárias que o pedido.',
  dear: 'A diária custa mais do que o pedido cobre.',
  bill: 'A conta da estadia passa do que o pedido cobre.',
} as const;

const integer = (title: string) => ({ title, type: 'integer' });

export const readsByRelationFiles: Readonly<Record<string, object>> = {
  'schemas/code-lists/situacao-pedido.json': codeList('Situação do pedido', {
    ABERTO: 'Aberto',
    ACEITO: 'Aceito',
    FECHADO: 'Fechado',
  }),
  'schemas/code-lists/situacao-estadia.json': codeList('Situação da estadia', {
    NOVA: 'Nova',
    AUTORIZADA: 'Autorizada',
    COBRADA: 'Cobrada',
    ENCERRADA: 'Encerrada',
  }),
  'schemas/code-lists/situacao-conta.json': codeList('Situação da conta', { EMITIDA: 'Emitida', PAGA: 'Paga' }),
  'schemas/teste/quartos/schema.json': {
    title: 'Tipo de quarto',
    type: 'object',
    required: ['nome', 'andar'],
    properties: { nome: text('Nome', { maxLength: 20 }), andar: integer('Andar'), preco: money('Preço') },
  },
  'schemas/teste/quartos/columns.json': registry('quartos', 'quarto', 'Tipos de quarto', {
    columns: ['nome'],
    sort: ['nome'],
    indexes: [['nome']],
    openTo: ['prestador'],
  }),
  'schemas/teste/pedidos/schema.json': {
    title: 'Pedido',
    type: 'object',
    required: ['numero', 'situacao'],
    properties: {
      numero: text('Número', { maxLength: 10, 'x-unique': true }),
      situacao: text('Situação', { 'x-code-list': 'situacao-pedido' }),
      quarto: relation('Tipo de quarto', 'quarto'),
      diarias: integer('Diárias'),
      cobre: money('Cobre até'),
      dono: relation('Dono', 'banco'),
    },
  },
  'schemas/teste/pedidos/columns.json': registry('pedidos', 'pedido', 'Pedidos', {
    columns: ['numero', 'situacao'],
    sort: ['numero'],
    scope: [{ role: 'prestador', field: 'dono' }],
    states: {
      field: 'situacao',
      initial: 'ABERTO',
      transitions: [
        transition('aceitar', ['ABERTO'], 'ACEITO'),
        transition('chamar', ['ABERTO', 'ACEITO'], undefined, {
          effects: [{ each: 'estadia.pedido', transition: 'autorizar', only: 'quarto.andar != 2' }],
        }),
        transition('fechar', ['ACEITO'], 'FECHADO', { fields: ['diarias'] }),
      ],
    },
  }),
  'schemas/teste/contas/schema.json': {
    title: 'Conta',
    type: 'object',
    required: ['situacao'],
    properties: {
      valor: money('Valor'),
      quarto: relation('Tipo de quarto', 'quarto'),
      situacao: text('Situação', { 'x-code-list': 'situacao-conta' }),
    },
  },
  'schemas/teste/contas/columns.json': registry('contas', 'conta', 'Contas', {
    columns: ['valor', 'situacao'],
    sort: ['valor'],
    indexes: [['valor']],
    openTo: ['prestador'],
    states: {
      field: 'situacao',
      initial: 'EMITIDA',
      transitions: [transition('pagar', ['EMITIDA'], 'PAGA')],
    },
  }),
  'schemas/teste/estadias/schema.json': {
    title: 'Estadia',
    type: 'object',
    required: ['nome', 'situacao'],
    properties: {
      nome: text('Nome', { maxLength: 20 }),
      pedido: relation('Pedido', 'pedido'),
      quarto: relation('Tipo de quarto', 'quarto'),
      diarias: integer('Diárias'),
      preco: money('Preço da diária'),
      conta: relation('Conta', 'conta'),
      valor: money('Valor'),
      extras: {
        title: 'Extras',
        type: 'array',
        items: {
          type: 'object',
          title: 'Extra',
          required: ['quarto'],
          properties: {
            quarto: relation('Tipo de quarto', 'quarto'),
            valor: money('Valor'),
            conta: relation('Conta', 'conta'),
          },
        },
      },
      situacao: text('Situação', { 'x-code-list': 'situacao-estadia' }),
    },
    'x-rules': [{ must: 'preco <= pedido.cobre', message: messages.dear, fields: ['preco'] }],
  },
  'schemas/teste/estadias/columns.json': registry('estadias', 'estadia', 'Estadias', {
    columns: ['nome', 'situacao'],
    sort: ['nome'],
    indexes: [['nome']],
    openTo: ['prestador'],
    actions: [
      {
        name: 'quartos',
        title: 'Ver quartos',
        icon: 'files',
        open: { screen: 'quartos', filter: { nome: '{nome}' } },
        when: "pedido.situacao == 'ACEITO' && pedido.quarto.andar < 3",
      },
    ],
    states: {
      field: 'situacao',
      initial: 'NOVA',
      transitions: [
        transition('autorizar', ['NOVA'], 'AUTORIZADA', {
          fields: ['pedido'],
          rules: [
            { must: "pedido.situacao == 'ACEITO'", message: messages.accepted, fields: ['pedido'] },
            { must: 'quarto.andar <= 3', message: messages.floor, fields: ['quarto'] },
            {
              must: 'coalesce(diarias, 0) <= coalesce(pedido.diarias, 99)',
              message: messages.days,
              fields: ['diarias'],
            },
          ],
          set: { quarto: 'pedido.quarto', preco: 'pedido.quarto.preco', diarias: 'coalesce(diarias, pedido.diarias)' },
          rows: {
            extras: { change: { when: '!empty(quarto.preco)', set: { valor: 'quarto.preco + parent.pedido.cobre' } } },
          },
        }),
        transition('cobrar', ['AUTORIZADA'], 'COBRADA', {
          fields: ['valor'],
          rules: [
            {
              must: "conta.valor <= pedido.cobre && conta.situacao == 'EMITIDA'",
              message: messages.bill,
              fields: ['valor'],
            },
          ],
          effects: [
            {
              creates: 'conta',
              into: 'conta',
              when: 'pedido.cobre > 0.0',
              fields: {
                valor: 'valor + coalesce(quarto.preco, 0.0)',
                quarto: 'empty(quarto) ? pedido.quarto : quarto',
              },
            },
          ],
        }),
        transition('encerrar', ['AUTORIZADA', 'COBRADA'], 'ENCERRADA', {
          effects: [
            { through: 'conta', transition: 'pagar' },
            {
              through: 'pedido',
              transition: 'fechar',
              when: "conta.situacao == 'PAGA' || pedido.quarto.andar == 1",
              fields: { diarias: 'pedido.diarias - diarias' },
            },
            {
              creates: 'conta',
              rows: 'extras',
              when: 'quarto.andar > 1 && parent.pedido.diarias > 0',
              fields: { valor: 'quarto.preco', quarto: 'quarto' },
              into: 'conta',
            },
          ],
        }),
        transition('avaliar', ['NOVA'], undefined, {
          rows: { extras: { change: { set: { valor: 'parent.pedido.cobre' } } } },
        }),
        transition('faturar', ['NOVA'], undefined, {
          effects: [
            {
              creates: 'conta',
              rows: 'extras',
              into: 'conta',
              when: 'parent.pedido.diarias > 1',
              fields: { valor: 'parent.pedido.quarto.preco' },
            },
          ],
        }),
        transition('voltar', ['AUTORIZADA', 'COBRADA'], 'NOVA', { set: { conta: null } }),
      ],
    },
  }),
};
