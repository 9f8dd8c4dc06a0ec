/**
 * A second small product, in which every key stands that the first leaves out: the reference shows each key as these
 * files write it. The tests validate and compile it, so that no key is shown in a way that is refused.
 */
import { exampleFile as file } from './example-file.ts';

const fields = {
  nome: {
    title: 'Nome',
    description: 'Como a pessoa se apresenta.',
    type: 'string',
    minLength: 2,
    maxLength: 60,
    examples: ['Maria do Carmo', 'João Pedro'],
    'x-help': 'Sem abreviar.',
    'x-personal-data': 'personal',
  },
  sigla: { title: 'Sigla', type: 'string', maxLength: 10, pattern: '[A-Z]{2,10}', 'x-unique': true },
  lote: { title: 'Lote', type: 'string', 'x-mask': '####/##' },
  tipo: {
    title: 'Tipo',
    type: 'string',
    'x-code-list': 'tipo-pedido',
    'x-codes': ['CONSULTA', 'EXAME'],
    default: 'CONSULTA',
  },
  uf: { title: 'Estado', type: 'string', 'x-code-list': 'estado', default: 'MG', 'x-client-default': 'uf' },
  motivo: {
    title: 'Motivo',
    type: 'string',
    maxLength: 200,
    'x-visible-when': "tipo == 'EXAME'",
    'x-required-when': 'quantidade > 1',
    'x-read-only-when': '!empty(usado_em)',
  },
  dia: { title: 'Dia', type: 'string', format: 'date', 'x-begins-now': true },
  ate: { title: 'Até', type: 'string', format: 'date' },
  usado_em: { title: 'Momento do uso', type: 'string', format: 'date-time', 'x-seconds': true, readOnly: true },
  quantidade: { title: 'Quantidade', type: 'integer', minimum: 1, maximum: 99, default: 1 },
  valor: { title: 'Valor', type: 'number', format: 'money' },
  total: { title: 'Total', type: 'number', format: 'money', 'x-computed': 'quantidade * valor' },
  dose: { title: 'Dose', type: 'number', 'x-scale': 3, multipleOf: 0.25 },
  chave: { title: 'Chave', type: 'string', maxLength: 40, writeOnly: true },
  origem: { title: 'Origem', type: 'string', maxLength: 20, 'x-visible': false },
  prestador: {
    title: 'Prestador',
    'x-relation': {
      entity: 'prestador',
      label: '{nome} ({uf})',
      onDelete: 'clear',
      minimum: 3,
      single: true,
      date: 'dia',
      where: { uf: { field: 'uf' } },
    },
  },
  desde: { title: 'Prestador desde', type: 'string', format: 'date', 'x-filled-from': 'prestador.inicio' },
};

const rules = [
  {
    when: "tipo == 'EXAME'",
    must: 'quantidade <= 10',
    message: 'Um pedido de exame tem até 10 exames.',
    fields: ['quantidade'],
  },
];

export const keyExamples: ReadonlyMap<string, string> = new Map([
  [
    'schemas/code-lists/tipo-pedido.json',
    file({
      title: 'Tipo do pedido',
      domain: 'tipospedido',
      options: [
        { value: 'CONSULTA', label: 'Consulta' },
        { value: 'EXAME', label: 'Exame' },
        { value: 'CIRURGIA', label: 'Cirurgia' },
      ],
    }),
  ],
  [
    'schemas/code-lists/situacao-pedido.json',
    file({
      title: 'Situação do pedido',
      options: [
        { value: 'ABERTO', label: 'Aberto', tone: 'info' },
        { value: 'NEGADO', label: 'Negado', tone: 'danger' },
        { value: 'FECHADO', label: 'Fechado', tone: 'success' },
      ],
    }),
  ],
  [
    'schemas/flags.json',
    file({
      description: 'Recursos que um cliente liga ou desliga.',
      flags: {
        'beneficiario.cartao': { default: false, description: 'Oferece ao beneficiário o cartão virtual.' },
        'pedido.externo': { default: false, description: 'Recebe pedidos de outras operadoras.' },
      },
    }),
  ],
  [
    'schemas/rede/menu.json',
    file({
      description: 'O menu da rede e dos pedidos.',
      groups: [
        {
          path: '/rede',
          title: 'Rede',
          icon: 'building-2',
          parent: '/',
          permission: { action: 'access', subject: 'rede' },
        },
        {
          path: '/rede/externa',
          title: 'Rede externa',
          icon: 'globe',
          parent: '/rede',
          clients: ['exemplo'],
          flag: 'pedido.externo',
          hidden: false,
        },
      ],
      links: [
        {
          path: '/link/ans',
          href: 'https://www.gov.br/ans',
          title: 'ANS',
          parent: '/rede',
          permission: { action: 'access', subject: 'ans' },
          clients: ['exemplo'],
          flag: 'pedido.externo',
          hidden: true,
          order: 90,
        },
      ],
      screens: [
        {
          path: '/direitos',
          view: 'permissions',
          title: 'Direitos',
          icon: 'shield',
          parent: '/rede',
          permission: 'everyone',
          clients: ['exemplo'],
          flag: 'pedido.externo',
          hidden: true,
          order: 80,
          search: true,
        },
      ],
    }),
  ],
  [
    'schemas/rede/prestadores/schema.json',
    file({
      title: 'Prestador',
      type: 'object',
      required: ['codigo', 'nome', 'inicio'],
      properties: {
        codigo: { title: 'Código', type: 'string', 'x-mask': '######', 'x-unique': true },
        nome: { title: 'Nome', type: 'string', maxLength: 80 },
        cpf: { title: 'CPF', type: 'string', format: 'cpf' },
        uf: { title: 'Estado', type: 'string', 'x-code-list': 'estado' },
        inicio: { title: 'Início', type: 'string', format: 'date' },
        fim: { title: 'Fim', type: 'string', format: 'date' },
      },
      'x-rules': [{ must: 'fim >= inicio', message: 'O fim deve ser depois do início.', fields: ['fim'] }],
    }),
  ],
  [
    'schemas/rede/prestadores/columns.json',
    file({
      description: 'Quem atende os beneficiários.',
      kind: 'registry',
      enabled: false,
      entity: 'prestador',
      path: '/prestadores',
      title: 'Prestador de {cliente}',
      icon: 'stethoscope',
      parent: '/rede',
      order: 10,
      permission: { action: 'list', subject: 'prestador' },
      subject: 'prestador',
      reference: true,
      label: '[{codigo} - ]{nome}',
      naturalKey: ['codigo'],
      unique: [['nome', 'uf']],
      noOverlap: [{ key: ['nome'], ranges: [['inicio', 'fim']] }],
      indexes: [['nome']],
      sort: ['nome'],
      pageSize: 100,
      search: ['nome', 'codigo'],
      autocomplete: {
        path: 'findPrestador',
        minimum: 3,
        validity: { from: 'inicio', until: 'fim' },
        answer: { estado: 'uf', pessoa: { cpf: 'cpf' } },
      },
      lookups: [{ field: 'uf', fields: ['nome'] }],
      sections: [
        { title: 'Identificação', fields: ['codigo', 'nome', 'cpf', 'uf'] },
        { title: 'Vigência', tab: 'Contrato', fields: ['inicio', 'fim'] },
      ],
      scope: [{ role: 'prestador', field: 'id' }],
      history: { keepYears: 10 },
    }),
  ],
  [
    'schemas/rede/pedidos/schema.json',
    file({
      title: 'Pedido',
      type: 'object',
      required: ['numero', 'situacao', 'itens'],
      properties: {
        numero: {
          title: 'Número',
          type: 'string',
          maxLength: 14,
          'x-unique': true,
          'x-sequence': '{yyyy}{mm}{dd}{000000}',
        },
        situacao: { title: 'Situação', type: 'string', 'x-code-list': 'situacao-pedido' },
        ...fields,
        entrega: { title: 'Entrega', 'x-relation': { entity: 'item_pedido' } },
        guia: {
          title: 'Guia assinada',
          'x-attachment': { types: ['pdf', 'png', 'jpeg'], maxSize: 20, many: true },
        },
        itens: {
          title: 'Itens',
          description: 'O que se pede.',
          type: 'array',
          minItems: 1,
          'x-read-only-when': "situacao == 'ABERTO'",
          'x-indexes': [['dia']],
          items: {
            title: 'Item',
            description: 'Um exame ou uma consulta.',
            type: 'object',
            properties: fields,
            'x-rules': rules,
            'x-no-overlap': [{ key: ['sigla'], ranges: [['dia', 'ate']] }],
          },
        },
        autorizados: {
          title: 'Autorizados',
          type: 'array',
          readOnly: true,
          'x-visible': false,
          'x-visible-when': "situacao == 'FECHADO'",
          items: { $ref: '../../parts/parcela.json' },
        },
      },
      'x-locked': { when: "situacao == 'FECHADO'", except: ['guia'] },
      'x-rules': rules,
    }),
  ],
  [
    'schemas/parts/parcela.json',
    file({
      title: 'Parcela',
      type: 'object',
      properties: fields,
      'x-rules': rules,
      'x-no-overlap': [{ key: ['sigla'], ranges: [['dia', 'ate']] }],
    }),
  ],
  [
    'schemas/rede/pedidos/columns.json',
    file({
      entity: 'pedido',
      path: '/pedidos',
      title: 'Pedido',
      icon: 'clipboard-list',
      parent: '/rede',
      clients: ['exemplo'],
      flag: 'pedido.externo',
      hidden: false,
      permission: { subject: 'pedido' },
      columns: ['numero', 'nome', 'quantidade', 'total', 'situacao'],
      sort: ['-numero'],
      totals: ['total'],
      detail: { list: 'item_pedido.pedido', title: 'Entregas' },
      linked: ['item_pedido.pedido'],
      actions: [
        {
          name: 'entregas',
          title: 'Ver as entregas',
          icon: 'package',
          open: { screen: 'itens-pedidos', filter: { pedido: '{id}' } },
          when: "situacao == 'FECHADO'",
          permission: { action: 'list', subject: 'itempedido' },
          clients: ['exemplo'],
          flag: 'pedido.externo',
        },
      ],
      buttons: [
        {
          name: 'abertos',
          title: 'Ver os exames',
          icon: 'filter',
          open: { screen: 'pedidos', filter: { tipo: 'EXAME' } },
          permission: { action: 'view', subject: 'pedido' },
          clients: ['exemplo'],
          flag: 'pedido.externo',
        },
        { name: 'consulta', title: 'Marcar como consulta', icon: 'tag', change: { tipo: 'CONSULTA' } },
        { name: 'manual', title: 'Abrir o manual', icon: 'book', link: 'https://www.gov.br/ans' },
      ],
      states: {
        field: 'situacao',
        initial: 'ABERTO',
        linked: { entregas: 'item_pedido.pedido' },
        removable: ['ABERTO'],
        transitions: [
          {
            name: 'negar',
            title: 'Negar',
            icon: 'x',
            from: ['ABERTO'],
            to: 'NEGADO',
            action: 'negar',
            when: "!empty(prestador) && !entregas.exists(e, e.situacao == 'FECHADO')",
            message: 'Só se nega um pedido com prestador e sem entrega fechada.',
            rules: [
              {
                when: 'size(entregas) > 1',
                must: '!empty(motivo)',
                message: 'Diga por que se nega um pedido com várias entregas.',
                fields: ['motivo'],
              },
            ],
            fields: [
              'motivo',
              { field: 'dia', begins: 'today()' },
              { field: 'prestador', where: { uf: { field: 'uf' } } },
            ],
            required: ['motivo'],
            set: { usado_em: 'now()' },
            rows: {
              itens: {
                change: {
                  when: 'quantidade > 0',
                  set: { quantidade: 0, sigla: { path: 'parent.prestador.nome' }, prestador: { record: { uf: 'MG' } } },
                },
                add: {
                  fields: ['quantidade'],
                  required: ['quantidade'],
                  set: { sigla: { path: 'prestador.nome' }, prestador: { record: { uf: 'MG' } } },
                },
              },
            },
            effects: [
              {
                each: 'item_pedido.pedido',
                transition: 'negar',
                when: 'quantidade > 0',
                only: 'empty(motivo)',
                fields: { motivo: 'motivo' },
                clients: ['exemplo'],
                flag: 'pedido.externo',
              },
            ],
            clients: ['exemplo'],
            flag: 'pedido.externo',
          },
          {
            name: 'repassar',
            title: 'Repassar',
            icon: 'forward',
            from: ['ABERTO'],
            rows: {
              itens: {
                add: {
                  fields: [
                    { field: 'prestador', where: { uf: { field: 'parent.uf' } }, begins: 'prestador' },
                    { field: 'quantidade', begins: 1 },
                  ],
                },
              },
            },
          },
          {
            name: 'fechar',
            title: 'Fechar',
            icon: 'check',
            from: ['ABERTO'],
            to: 'FECHADO',
            rows: {
              itens: {
                add: {
                  when: 'empty(motivo)',
                  former: { dia: 'dia', sigla: { path: 'prestador.nome' }, prestador: { record: { uf: 'MG' } } },
                },
              },
            },
            effects: [
              {
                creates: 'item_pedido',
                rows: 'itens',
                when: 'quantidade > 0',
                fields: { pedido: 'id', motivo: { path: 'prestador.nome' } },
              },
              {
                creates: 'item_pedido',
                into: 'entrega',
                fields: { pedido: 'id', prestador: { record: { uf: 'MG' } }, volumes: [{ peso: 1.5 }] },
              },
            ],
          },
        ],
      },
      scope: [{ role: 'prestador', field: 'prestador' }],
      openTo: ['beneficiario'],
    }),
  ],
  [
    'schemas/rede/pedidos/search.json',
    file({
      description: 'Por que se procuram pedidos.',
      fields: [{ field: 'tipo', match: 'any' }],
      parameters: [
        { name: 'inicio', field: 'dia', operator: 'gte', format: 'DD/MM/YYYY', default: { days: -360 } },
        { name: 'statusPedido', field: 'situacao', default: 'Aberto' },
      ],
    }),
  ],
  [
    'schemas/rede/exames/columns.json',
    file({
      entity: 'pedido',
      path: '/exames',
      title: 'Exame',
      icon: 'flask-conical',
      parent: '/rede',
      hidden: true,
      permission: { action: 'exame', subject: 'pedido' },
      columns: ['numero', 'nome'],
      sort: ['-numero'],
      filter: { tipo: 'EXAME' },
    }),
  ],
  [
    'schemas/rede/exames-proprios/columns.json',
    file({
      entity: 'pedido',
      path: '/exames',
      title: 'Exame próprio',
      icon: 'flask-conical',
      parent: '/rede',
      alternativeOf: 'exames',
      permission: { action: 'exameproprio', subject: 'pedido' },
      columns: ['numero', 'dia'],
      sort: ['-numero'],
      filter: { tipo: 'EXAME' },
      only: ['numero', 'dia', 'nome', 'valor', 'situacao', 'itens'],
      fields: {
        dia: { label: 'Quando você fez o exame', help: 'O dia que está no recibo.', required: true },
        valor: { readOnly: true },
        quantidade: { default: 2 },
      },
    }),
  ],
  [
    'schemas/rede/itens-pedidos/schema.json',
    file({
      title: 'Entrega',
      type: 'object',
      required: ['pedido', 'situacao'],
      properties: {
        pedido: { title: 'Pedido', 'x-relation': { entity: 'pedido' } },
        situacao: { title: 'Situação', type: 'string', 'x-code-list': 'situacao-pedido' },
        prestador: {
          title: 'Prestador',
          'x-relation': { entity: 'prestador' },
          'x-filled-from': 'pedido.prestador',
        },
        motivo: { title: 'Motivo', type: 'string', maxLength: 200 },
        volumes: {
          title: 'Volumes',
          type: 'array',
          items: { title: 'Volume', type: 'object', properties: { peso: { title: 'Peso', type: 'number' } } },
        },
      },
      'x-locked': { with: ['pedido'] },
    }),
  ],
  [
    'schemas/rede/itens-pedidos/columns.json',
    file({
      entity: 'item_pedido',
      path: '/itens-pedidos',
      title: 'Entrega',
      icon: 'package',
      parent: '/rede',
      permission: { subject: 'itempedido' },
      referenceForStaff: { situacao: 'ABERTO' },
      columns: ['pedido', 'situacao', 'motivo'],
      openTo: [],
      withheld: ['delete'],
      states: {
        field: 'situacao',
        initial: 'ABERTO',
        transitions: [
          {
            name: 'negar',
            effectOnly: true,
            title: 'Negar',
            icon: 'x',
            from: ['ABERTO'],
            to: 'NEGADO',
            fields: ['motivo'],
          },
          { name: 'fechar', title: 'Fechar', icon: 'check', from: ['ABERTO'], to: 'FECHADO' },
          {
            name: 'reabrir',
            title: 'Reabrir',
            icon: 'undo-2',
            from: ['NEGADO'],
            to: 'ABERTO',
            effects: [{ through: 'pedido', transition: 'fechar', strict: true }],
          },
        ],
      },
    }),
  ],
  [
    'schemas/rede/pedidos-abertos/schema.json',
    file({
      title: 'Pedido aberto',
      type: 'object',
      properties: {
        pedido: { title: 'Pedido', 'x-relation': { entity: 'pedido' } },
        prestador: { title: 'Prestador', 'x-relation': { entity: 'prestador' } },
      },
    }),
  ],
  [
    'schemas/rede/pedidos-abertos/query.sql',
    `select p.id, p.id as pedido_id, p.prestador_id from pedido p where p.situacao = 'ABERTO'\n`,
  ],
  [
    'schemas/rede/pedidos-abertos/columns.json',
    file({
      entity: 'pedido_aberto',
      path: '/pedidos-abertos',
      title: 'Pedidos abertos',
      icon: 'list-todo',
      parent: '/rede',
      permission: { subject: 'pedidoaberto' },
      columns: ['pedido', 'prestador'],
      record: 'pedido',
      provider: 'prestador',
      scope: [{ role: 'prestador', field: 'prestador' }],
    }),
  ],
  [
    'schemas/rede/eventos/schema.json',
    file({
      title: 'Entrada',
      type: 'object',
      properties: {
        momento: { title: 'Momento', type: 'string', format: 'date-time', readOnly: true },
        login: { title: 'Usuário', type: 'string', maxLength: 60, readOnly: true },
      },
    }),
  ],
  [
    'schemas/rede/eventos/columns.json',
    file({
      entity: 'evento',
      path: '/eventos',
      title: 'Entradas',
      icon: 'shield',
      parent: '/rede',
      permission: { subject: 'evento' },
      label: '{login}',
      log: 'access',
      columns: ['momento', 'login'],
    }),
  ],
  [
    'schemas/rede/pessoas/schema.json',
    file({
      title: 'Usuário',
      type: 'object',
      required: ['login'],
      properties: { login: { title: 'Login', type: 'string', maxLength: 60, 'x-unique': true } },
    }),
  ],
  [
    'schemas/rede/pessoas/columns.json',
    file({
      entity: 'pessoa',
      path: '/pessoas',
      title: 'Usuário',
      icon: 'users',
      parent: '/rede',
      permission: { subject: 'pessoa' },
      columns: ['login'],
      login: 'login',
    }),
  ],
  [
    'schemas/changes.json',
    file({
      description: 'O que pode mudar nos dados que existem.',
      changes: [
        { what: 'retype', entity: 'pedido', field: 'quantidade', to: 'integer', since: '1.4', why: 'Só há inteiros.' },
        { what: 'shrink', entity: 'pedido', field: 'nome', to: 60, since: '1.4', why: 'O limite da TISS.' },
      ],
    }),
  ],
  [
    'clients/outro.json',
    file({
      description: 'Um plano de outra cidade, com códigos livres.',
      name: 'outro',
      title: 'Outro Plano',
      theme: { accent: 'indigo' },
      defaults: {
        conselho: 'CRM',
        uf: 'MG',
        percentualAutorizacao: 100,
        formatoData: 'DD/MM/YYYY',
        formatoDataHora: 'DD/MM/YYYY HH:mm',
      },
      base: {
        'bairro.inauguracao.readOnly': false,
        'bairro.inauguracao.help': null,
        'bairro.codigo.mask': '#####',
        'prestadores.enabled': false,
        'prestadores.history': { keepYears: 10 },
        'feiras-manha.enabled': true,
      },
      fields: {
        bairro: {
          inauguracao: { readOnly: true, help: 'Vem da prefeitura.' },
          codigo: { mask: null, because: 'A cidade usa códigos livres.' },
        },
      },
      screens: {
        prestadores: { enabled: true, history: { keepYears: 5 }, because: 'O contrato pede cinco anos.' },
        'feiras-manha': { enabled: false },
      },
    }),
  ],
  [
    'clients/terceiro.json',
    file({
      name: 'terceiro',
      title: 'Terceiro Plano',
      flags: { 'beneficiario.cartao': true },
      base: { 'flags.beneficiario.cartao': false },
    }),
  ],
]);
