/** What is told of a record beside its fields: its history, who points at it. Schemas that point at one another. */
import { linkedMost } from '../linked-records.ts';
import type { Json } from './json.ts';
import { ref } from './json.ts';

const text = { type: 'string' } as const;

const object = (properties: Json, description?: string, optional: readonly string[] = []): Json => ({
  type: 'object',
  ...(description === undefined ? {} : { description }),
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  properties,
  additionalProperties: false,
});

export const historySchemas: Json = {
  Alteracao: object(
    {
      operation: { enum: ['insert', 'update', 'delete'] },
      at: { type: 'string', format: 'date-time' },
      settled: {
        type: 'string',
        format: 'date-time',
        description:
          'O momento a partir do qual tudo o que a gravação fez está feito, também nas listas: serve a `as_of`.',
      },
      by: { type: ['string', 'null'], description: 'Login; nulo quando foi o próprio produto.' },
      origin: {
        description: 'De onde veio a alteração; nulo quando foi o próprio produto, ou feita no banco de dados.',
        anyOf: [object({ channel: { enum: ['screen', 'api'] }, address: text }), { type: 'null' }],
      },
      import: {
        ...object(
          {
            number: { type: 'integer', description: 'O número do lote.' },
            loads: { const: true, description: 'Foi uma carga de dados existentes.' },
          },
          undefined,
          ['loads'],
        ),
        description: 'Só do que veio de um arquivo: a importação que o gravou, ou refez.',
      },
      version: { type: 'integer' },
      changes: { type: 'array', items: ref('schemas', 'CampoAlterado') },
      archivedUntil: {
        type: 'string',
        format: 'date-time',
        description:
          'Só da mais antiga, quando o que veio antes já saiu do banco de dados: ela é o que valia neste momento, e só uma inclusão diz o que mudou.',
      },
    },
    undefined,
    ['import', 'archivedUntil'],
  ),
  Ligados: object(
    {
      path: { ...text, description: 'A rota da lista.' },
      column: { ...text, description: 'A relação: `<path>?<column>=eq.<id>` lista os registros.' },
      title: { ...text, description: 'O título da lista.' },
      relation: { ...text, description: 'O título da relação, quando os registros da lista também apontam por outra.' },
      icon: text,
      total: { type: 'integer', minimum: 1, maximum: linkedMost },
      more: { type: 'boolean', description: 'Há mais do que `total`, ou pode haver.' },
    },
    undefined,
    ['relation'],
  ),
  Excluido: object({
    id: { type: 'integer' },
    label: text,
    at: { type: 'string', format: 'date-time' },
    by: { type: ['string', 'null'], description: 'Login; nulo quando foi no banco de dados.' },
    origin: { anyOf: [object({ channel: { enum: ['screen', 'api'] }, address: text }), { type: 'null' }] },
  }),
  Restaurado: object({
    id: { type: 'integer' },
    left: {
      type: 'array',
      description: 'Os campos que não voltaram ao valor que tinham, porque é o próprio produto que os preenche.',
      items: object({ field: text, title: text }),
    },
  }),
  CampoAlterado: {
    type: 'object',
    required: ['field', 'title', 'before', 'after'],
    properties: {
      field: text,
      title: text,
      before: { description: 'Valor antes; de uma relação, o rótulo; de uma lista, os rótulos das linhas de `rows`.' },
      after: { description: 'Valor depois; de uma relação, o rótulo; de uma lista, os rótulos das linhas de `rows`.' },
      rows: {
        type: 'array',
        description: 'Só de uma lista: as linhas incluídas, alteradas ou movidas, na ordem, e depois as apagadas.',
        items: ref('schemas', 'LinhaAlterada'),
      },
    },
    additionalProperties: false,
  },
  LinhaAlterada: object({
    operation: { enum: ['insert', 'update', 'delete'] },
    label: text,
    from: { type: ['integer', 'null'], description: 'Posição antes, a partir de 1; nula se a linha não existia.' },
    to: { type: ['integer', 'null'], description: 'Posição depois, a partir de 1; nula se a linha foi apagada.' },
    moved: { type: 'boolean', description: 'Se a linha trocou de lugar com outras.' },
    changes: { type: 'array', items: ref('schemas', 'CampoAlterado') },
  }),
};
