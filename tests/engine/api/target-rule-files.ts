/** Fixture registries whose rules read what their relations point at: claims of a policy, and what each spends on. */
import { codeList, date, money, registry, relation, text, transition } from '../../support/fixture-fields.ts';

export const rules = {
  limit: 'O valor passa do limite da apólice.',
  suspended: 'A apólice está suspensa.',
  unborn: 'O segurado nasceu depois do sinistro.',
  spent: 'As despesas passam do limite da apólice.',
  quantity: 'A quantidade passa da que o serviço permite.',
  parts: 'As parcelas passam do teto da apólice.',
  proofs: 'As provas são mais do que a apólice aceita.',
  self: 'Ninguém indica a si mesmo.',
  sex: 'O serviço não é para o sexo do segurado.',
} as const;

export const targetRuleFiles: Readonly<Record<string, object>> = {
  'schemas/code-lists/sexo-segurado.json': codeList('Sexo', { F: 'Feminino', M: 'Masculino' }),
  'schemas/code-lists/situacao-sinistro.json': codeList('Situação do sinistro', { ABERTO: 'Aberto', PAGO: 'Pago' }),
  'schemas/teste/segurados/schema.json': {
    title: 'Segurado',
    type: 'object',
    required: ['nome'],
    properties: {
      nome: text('Nome', { maxLength: 20 }),
      sexo: text('Sexo', { 'x-code-list': 'sexo-segurado' }),
      nascimento: date('Nascimento'),
      indicado_por: relation('Indicado por', 'segurado'),
    },
    'x-rules': [{ must: 'empty(indicado_por) || indicado_por != id', message: rules.self, fields: ['indicado_por'] }],
  },
  'schemas/teste/segurados/columns.json': registry('segurados', 'segurado', 'Segurados', {
    columns: ['nome'],
    sort: ['nome'],
    indexes: [['nome']],
    openTo: ['prestador'],
  }),
  'schemas/teste/apolices/schema.json': {
    title: 'Apólice',
    type: 'object',
    required: ['numero'],
    properties: {
      numero: text('Número', { maxLength: 10 }),
      provas: { title: 'Provas', type: 'integer' },
      limite: money('Limite'),
      teto: money('Teto'),
      suspensa: { title: 'Suspensa', type: 'boolean', default: false },
      segurado: relation('Segurado', 'segurado'),
      dono: relation('Dono', 'banco'),
    },
  },
  'schemas/teste/apolices/columns.json': registry('apolices', 'apolice', 'Apólices', {
    columns: ['numero'],
    sort: ['numero'],
    indexes: [['numero']],
    scope: [{ role: 'prestador', field: 'dono' }],
  }),
  'schemas/teste/servicos/schema.json': {
    title: 'Serviço',
    type: 'object',
    required: ['nome'],
    properties: {
      nome: text('Nome', { maxLength: 20 }),
      maximo: { title: 'Máximo', type: 'integer' },
      sexo: text('Sexo', { 'x-code-list': 'sexo-segurado' }),
    },
  },
  'schemas/teste/servicos/columns.json': registry('servicos', 'servico', 'Serviços', {
    columns: ['nome'],
    sort: ['nome'],
    indexes: [['nome']],
    openTo: ['prestador'],
  }),
  'schemas/teste/sinistros/schema.json': {
    title: 'Sinistro',
    type: 'object',
    required: ['numero', 'situacao'],
    properties: {
      numero: text('Número', { maxLength: 10, 'x-unique': true }),
      apolice: relation('Apólice', 'apolice'),
      valor: money('Valor'),
      dia: date('Dia'),
      observacao: text('Observação', { maxLength: 20 }),
      situacao: text('Situação', { 'x-code-list': 'situacao-sinistro' }),
      gasto: money('Gasto', { 'x-computed': 'sum(despesas.map(d, d.valor))' }),
      parcela: money('Parcela'),
      parcelas: money('Duas parcelas', { 'x-computed': '2 * parcela' }),
      provas: {
        title: 'Provas',
        type: 'array',
        items: {
          title: 'Prova',
          type: 'object',
          properties: {
            folhas: { title: 'Folhas', type: 'integer' },
            paginas: { title: 'Páginas', type: 'integer', 'x-computed': '2 * folhas' },
          },
        },
      },
      despesas: {
        title: 'Despesas',
        type: 'array',
        items: {
          title: 'Despesa',
          type: 'object',
          properties: {
            servico: relation('Serviço', 'servico'),
            quantidade: { title: 'Quantidade', type: 'integer' },
            valor: money('Valor'),
          },
          'x-rules': [
            { must: 'quantidade <= servico.maximo', message: rules.quantity, fields: ['quantidade'] },
            {
              when: '!empty(servico.sexo)',
              must: 'servico.sexo == parent.apolice.segurado.sexo',
              message: rules.sex,
              fields: ['servico'],
            },
          ],
        },
      },
    },
    'x-rules': [
      { must: 'valor <= apolice.limite', message: rules.limit, fields: ['valor'] },
      { when: 'apolice.suspensa == true', must: 'empty(valor)', message: rules.suspended, fields: ['apolice'] },
      { must: 'apolice.segurado.nascimento <= dia', message: rules.unborn, fields: ['dia'] },
      { must: 'gasto <= apolice.limite', message: rules.spent, fields: ['despesas'] },
      { must: 'parcelas <= apolice.teto', message: rules.parts, fields: ['parcela'] },
      {
        must: 'size(provas) <= apolice.provas',
        message: rules.proofs,
        fields: ['provas'],
      },
    ],
  },
  'schemas/teste/sinistros/columns.json': registry('sinistros', 'sinistro', 'Sinistros', {
    columns: ['numero', 'valor'],
    sort: ['numero'],
    batch: ['valor'],
    openTo: ['prestador'],
    states: {
      field: 'situacao',
      initial: 'ABERTO',
      transitions: [transition('pagar', ['ABERTO'], 'PAGO', { fields: ['valor'] })],
    },
  }),
};
