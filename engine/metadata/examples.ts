import { exampleFile as file } from './example-file.ts';

/**
 * The examples of the reference page: one small product. They are loaded and compiled by the tests, so a page that shows
 * something refused does not pass.
 */
export const examples: ReadonlyMap<string, string> = new Map([
  [
    'schemas/localizacao/bairros/schema.json',
    file({
      $schema: '../../language/record.schema.json',
      title: 'Bairro',
      description: 'Bairros das cidades atendidas.',
      type: 'object',
      required: ['codigo', 'nome', 'uf'],
      properties: {
        codigo: { title: 'Código', type: 'string', 'x-mask': '#####', 'x-unique': true },
        nome: { title: 'Nome', type: 'string', maxLength: 60 },
        uf: { title: 'Estado', type: 'string', 'x-code-list': 'estado', default: 'MG' },
        inauguracao: { title: 'Inauguração', type: 'string', format: 'date' },
        taxa: { title: 'Taxa', type: 'number', format: 'money', minimum: 0 },
        vizinho: {
          title: 'Vizinho',
          'x-relation': {
            entity: 'bairro',
            label: '{nome} ({uf})',
            onDelete: 'clear',
            where: { uf: { field: 'uf' }, ativo: true },
          },
        },
        ativo: { title: 'Ativo', type: 'boolean', default: true },
        feiras: {
          title: 'Feiras',
          type: 'array',
          maxItems: 7,
          'x-help': 'Uma linha para cada feira do bairro.',
          items: {
            title: 'Feira',
            type: 'object',
            required: ['rua'],
            properties: {
              rua: { title: 'Rua', type: 'string', maxLength: 60, 'x-unique': true },
              inicio: { title: 'Início', type: 'string', format: 'time' },
            },
          },
        },
        contatos: { title: 'Contatos', type: 'array', items: { $ref: '../../parts/contato.json' } },
      },
    }),
  ],
  [
    'schemas/localizacao/bairros/columns.json',
    file({
      $schema: '../../language/registry.schema.json',
      entity: 'bairro',
      path: '/bairros',
      title: 'Bairro',
      icon: 'map-pin',
      parent: '/localizacao',
      permission: { subject: 'bairro' },
      label: '{codigo} - {nome}',
      columns: ['codigo', { field: 'nome', width: 320 }, 'uf', { field: 'vizinho.nome', title: 'Vizinho' }],
      sort: ['nome'],
      indexes: [['nome']],
      search: ['nome', 'codigo'],
      batch: ['uf', 'ativo'],
      inline: ['nome', 'uf'],
      detail: { fields: ['inauguracao', 'vizinho.uf'], list: 'feiras', columns: ['rua', 'inicio'], limit: 7 },
      linked: ['bairro.vizinho'],
      actions: [
        {
          name: 'vizinhanca',
          title: 'Ver quem tem este vizinho',
          icon: 'map',
          open: { screen: 'bairros', filter: { vizinho: '{id}' } },
        },
        { name: 'desativar', title: 'Desativar', icon: 'ban', change: { ativo: false }, when: 'ativo' },
        {
          name: 'novo-ao-lado',
          title: 'Incluir um vizinho',
          icon: 'plus',
          open: { screen: 'bairros', values: { uf: '{uf}', vizinho: '{id}', taxa: '{vizinho.taxa}' } },
        },
        {
          name: 'mapa',
          title: 'Abrir no mapa',
          icon: 'map-pin',
          link: 'https://www.openstreetmap.org/search?query={nome}',
        },
      ],
      buttons: [
        { name: 'novo-mg', title: 'Novo em Minas', icon: 'plus', open: { screen: 'bairros', values: { uf: 'MG' } } },
      ],
      sections: [
        { title: 'Identificação', fields: ['codigo', 'nome', 'uf', 'ativo'] },
        { title: 'Outros dados', fields: ['inauguracao', 'taxa', 'vizinho', 'feiras'] },
      ],
    }),
  ],
  [
    'schemas/localizacao/bairros/search.json',
    file({
      $schema: '../../language/search.schema.json',
      fields: [
        { field: 'nome', match: 'contains' },
        { field: 'inauguracao', label: 'Período', match: 'range', desc: 'Data de inauguração.' },
        { field: 'uf', match: 'any' },
      ],
    }),
  ],
  [
    'schemas/localizacao/bairros/data.csv',
    'codigo,nome,uf,vizinho,ativo\n00001,Centro,MG,,true\n00002,Savassi,MG,00001,true\n',
  ],
  [
    'schemas/localizacao/menu.json',
    file({
      $schema: '../language/menu.schema.json',
      groups: [{ path: '/localizacao', title: 'Localização', icon: 'map', parent: '/', order: 10 }],
      links: [
        { path: '/link/ibge', href: 'https://www.ibge.gov.br/', title: 'IBGE', icon: 'globe', parent: '/localizacao' },
      ],
    }),
  ],
  [
    'schemas/parts/contato.json',
    file({
      $schema: '../language/part.schema.json',
      title: 'Contato',
      description: 'Um meio de falar com alguém.',
      type: 'object',
      required: ['valor'],
      properties: {
        valor: {
          title: 'Contato',
          type: 'string',
          maxLength: 100,
          'x-personal-data': 'personal',
          examples: ['contato@exemplo.com.br', 'Ramal 42'],
        },
        principal: { title: 'Principal', type: 'boolean', default: false },
      },
    }),
  ],
  [
    'schemas/code-lists/estado.json',
    file({
      $schema: '../language/code-list.schema.json',
      title: 'Estado',
      description: 'Unidades da federação (IBGE).',
      options: [
        { value: 'MG', label: 'Minas Gerais' },
        { value: 'RJ', label: 'Rio de Janeiro', tone: 'info' },
      ],
    }),
  ],
  [
    'schemas/flags.json',
    file({
      $schema: './language/flags.schema.json',
      flags: { 'beneficiario.cartao': { default: false, description: 'Oferece ao beneficiário o cartão virtual.' } },
    }),
  ],
  [
    'schemas/changes.json',
    file({
      $schema: './language/changes.schema.json',
      changes: [
        {
          what: 'rename',
          entity: 'bairro',
          from: 'denominacao',
          field: 'nome',
          since: '1.4',
          why: 'O nome que os Correios usam.',
        },
        { what: 'remove', entity: 'bairro', field: 'zona', since: '1.4', why: 'Ninguém a preenchia.' },
      ],
    }),
  ],
  [
    'clients/exemplo.json',
    file({
      $schema: '../schemas/language/client.schema.json',
      name: 'exemplo',
      title: 'Plano Exemplo',
      theme: { accent: 'green', logo: 'E' },
      defaults: { uf: 'RJ', percentualAutorizacao: 80 },
      flags: { 'beneficiario.cartao': true },
      fields: {
        bairro: {
          codigo: { label: 'Código municipal', mask: '#.####' },
          uf: { codes: ['RJ', 'MG'], default: 'RJ' },
          taxa: { visible: false },
          feiras: { label: 'Feiras livres', required: true },
        },
        bairro_feiras: { inicio: { label: 'Começa às' } },
      },
      screens: { bairros: { title: 'Bairro atendido', columns: ['nome', 'codigo', 'uf'], pageSize: 100 } },
      base: {
        'flags.beneficiario.cartao': false,
        'bairro.codigo.label': 'Código',
        'bairro.codigo.mask': '#####',
        'bairro.uf.codes': ['MG', 'RJ'],
        'bairro.uf.default': 'MG',
        'bairro.taxa.visible': true,
        'bairro.feiras.label': 'Feiras',
        'bairro.feiras.required': false,
        'bairro_feiras.inicio.label': 'Início',
        'bairros.title': 'Bairro',
        'bairros.columns': ['codigo', 'nome', 'uf', 'vizinho.nome'],
        'bairros.pageSize': 50,
      },
    }),
  ],
]);

/** A view over the registry of the examples. */
export const viewExample: ReadonlyMap<string, string> = new Map([
  [
    'schemas/localizacao/feiras-manha/schema.json',
    file({
      $schema: '../../language/record.schema.json',
      title: 'Feira da manhã',
      type: 'object',
      properties: {
        bairro: { title: 'Bairro', 'x-relation': { entity: 'bairro' } },
        rua: { title: 'Rua', type: 'string', maxLength: 60 },
        inicio: { title: 'Início', type: 'string', format: 'time' },
        contatos: { title: 'Contatos do bairro', type: 'integer' },
      },
    }),
  ],
  [
    'schemas/localizacao/feiras-manha/columns.json',
    file({
      $schema: '../../language/registry.schema.json',
      entity: 'feira_manha',
      path: '/feiras-manha',
      title: 'Feiras da manhã',
      icon: 'store',
      parent: '/localizacao',
      permission: { subject: 'feiramanha' },
      label: '{rua}',
      columns: ['bairro', 'rua', 'inicio', 'contatos'],
      sort: ['inicio', 'rua'],
      search: ['rua'],
      record: 'bairro',
    }),
  ],
  [
    'schemas/localizacao/feiras-manha/query.sql',
    `select f.id, f.bairro_id, f.rua, f.inicio,
  (select count(*) from bairro_contatos c where c.bairro_id = b.id)::integer as contatos
from bairro_feiras f
  join bairro b on b.id = f.bairro_id
where b.ativo and f.inicio < time '12:00'
`,
  ],
]);
