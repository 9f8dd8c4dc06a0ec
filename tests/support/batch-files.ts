/**
 * A fixture registry that is changed many rows at a time and in its cells: fields of several kinds, a long code list, and
 * conditions and rules that read what the list does not show.
 */
export const batchFiles: Readonly<Record<string, object>> = {
  'schemas/code-lists/fase-obra.json': {
    title: 'Fase da obra',
    options: [
      { value: 'PROJETO', label: 'Projeto' },
      { value: 'FUNDACAO', label: 'Fundação' },
      { value: 'ESTRUTURA', label: 'Estrutura' },
      { value: 'ALVENARIA', label: 'Alvenaria' },
      { value: 'COBERTURA', label: 'Cobertura' },
      { value: 'INSTALACOES', label: 'Instalações' },
      { value: 'ACABAMENTO', label: 'Acabamento' },
      { value: 'ENTREGUE', label: 'Entregue' },
    ],
  },
  'schemas/code-lists/situacao-obra.json': {
    title: 'Situação da obra',
    options: [
      { value: 'ABERTA', label: 'Aberta' },
      { value: 'ENCERRADA', label: 'Encerrada' },
    ],
  },
  'schemas/teste/obras/schema.json': {
    title: 'Obra',
    type: 'object',
    required: ['codigo', 'nome', 'fase', 'situacao'],
    properties: {
      codigo: { title: 'Código', type: 'string', maxLength: 10, 'x-unique': true },
      nome: { title: 'Nome', type: 'string', maxLength: 40 },
      fase: { title: 'Fase', type: 'string', 'x-code-list': 'fase-obra', default: 'PROJETO' },
      seguinte: { title: 'Fase seguinte', type: 'string', 'x-code-list': 'fase-obra' },
      anterior: { title: 'Situação anterior', type: 'string', 'x-code-list': 'situacao-obra' },
      situacao: { title: 'Situação', type: 'string', 'x-code-list': 'situacao-obra', default: 'ABERTA' },
      orcamento: {
        title: 'Orçamento',
        type: 'number',
        format: 'money',
        'x-read-only-when': "situacao == 'ENCERRADA'",
      },
      gasto: { title: 'Gasto', type: 'number', format: 'money', default: 0 },
      saldo: { title: 'Saldo', type: 'number', format: 'money', 'x-computed': 'orcamento - gasto' },
      motivo: {
        title: 'Motivo',
        type: 'string',
        maxLength: 40,
        'x-visible-when': "situacao == 'ENCERRADA'",
        'x-required-when': "situacao == 'ENCERRADA'",
      },
      limite: { title: 'Limite', type: 'number', format: 'money' },
      entrega: { title: 'Entrega', type: 'string', format: 'date' },
    },
    'x-rules': [{ must: 'gasto <= limite', message: 'O gasto passa do limite da obra.', fields: ['gasto'] }],
  },
  'schemas/teste/obras/columns.json': {
    entity: 'obra',
    path: '/obras',
    title: 'Obras',
    icon: 'table',
    permission: { subject: 'obra' },
    parent: '/',
    label: '{codigo}',
    columns: ['codigo', 'nome', 'fase', 'situacao', 'orcamento', 'gasto', 'saldo', 'motivo', 'entrega'],
    sort: ['codigo'],
    search: ['codigo', 'nome', 'fase'],
    batch: ['fase', 'situacao', 'orcamento', 'gasto', 'entrega'],
    inline: ['nome', 'fase', 'situacao', 'orcamento', 'gasto', 'motivo', 'entrega'],
  },
};
