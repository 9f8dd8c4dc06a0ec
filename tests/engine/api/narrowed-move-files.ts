/** Fixture registries whose transitions take the causes of one kind alone: canoes of a river, and fleets that stop theirs. */
import { codeList, registry, relation, text, transition } from '../../support/fixture-fields.ts';

const causes = (narrowing: object) => ({ field: 'causa', where: narrowing });

export const narrowedMoveFiles: Readonly<Record<string, object>> = {
  'schemas/code-lists/tipo-causa.json': codeList('Tipo da causa', { PERDA: 'Perda', DANO: 'Dano', VOLTA: 'Volta' }),
  'schemas/code-lists/situacao-canoa.json': codeList('Situação da canoa', {
    NO_CAIS: 'No cais',
    PARADA: 'Parada',
    VENDIDA: 'Vendida',
  }),
  'schemas/teste/rios/schema.json': {
    title: 'Rio',
    type: 'object',
    required: ['nome'],
    properties: { nome: text('Nome', { maxLength: 30, 'x-unique': true }) },
  },
  'schemas/teste/rios/columns.json': registry('rios', 'rio', 'Rios', { columns: ['nome'], sort: ['nome'] }),
  'schemas/teste/causas/schema.json': {
    title: 'Causa',
    type: 'object',
    required: ['nome', 'tipo', 'ativa'],
    properties: {
      nome: text('Nome', { maxLength: 30, 'x-unique': true }),
      tipo: text('Tipo', { 'x-code-list': 'tipo-causa' }),
      ativa: { title: 'Ativa', type: 'boolean', default: true },
      rio: relation('Rio', 'rio'),
    },
  },
  'schemas/teste/causas/columns.json': registry('causas', 'causa', 'Causas', {
    columns: ['nome', 'tipo'],
    sort: ['nome'],
    search: ['nome'],
  }),
  'schemas/teste/frotas/schema.json': {
    title: 'Frota',
    type: 'object',
    required: ['nome', 'situacao'],
    properties: {
      nome: text('Nome', { maxLength: 30, 'x-unique': true }),
      situacao: text('Situação', { 'x-code-list': 'situacao-canoa' }),
      causa: relation('Causa', 'causa'),
    },
  },
  'schemas/teste/frotas/columns.json': registry('frotas', 'frota', 'Frotas', {
    columns: ['nome', 'situacao'],
    sort: ['nome'],
    states: {
      field: 'situacao',
      initial: 'NO_CAIS',
      transitions: [
        transition('recolher', ['NO_CAIS'], 'PARADA', {
          fields: ['causa'],
          effects: [{ each: 'canoa.frota', transition: 'parar', fields: { causa: 'causa' } }],
        }),
        transition('avariar', ['NO_CAIS'], 'VENDIDA', {
          fields: ['causa'],
          effects: [{ each: 'canoa.frota', transition: 'anotar', fields: { diario: [{ causa: 'causa' }] } }],
        }),
      ],
    },
  }),
  'schemas/teste/canoas/schema.json': {
    title: 'Canoa',
    type: 'object',
    required: ['nome', 'situacao'],
    properties: {
      nome: text('Nome', { maxLength: 30, 'x-unique': true }),
      situacao: text('Situação', { 'x-code-list': 'situacao-canoa' }),
      rio: relation('Rio', 'rio'),
      frota: relation('Frota', 'frota'),
      causa: relation('Causa', 'causa', { 'x-relation': { entity: 'causa', where: { ativa: true } } }),
      diario: {
        title: 'Diário',
        type: 'array',
        readOnly: true,
        items: {
          title: 'Nota',
          type: 'object',
          required: ['causa'],
          properties: {
            causa: relation('Causa da nota', 'causa'),
            nota: text('Nota', { maxLength: 30 }),
          },
        },
      },
    },
  },
  'schemas/teste/canoas/columns.json': registry('canoas', 'canoa', 'Canoas', {
    columns: ['nome', 'situacao'],
    sort: ['nome'],
    states: {
      field: 'situacao',
      initial: 'NO_CAIS',
      transitions: [
        transition('parar', ['NO_CAIS'], 'PARADA', {
          fields: [causes({ tipo: ['PERDA', 'DANO'] })],
          required: ['causa'],
        }),
        transition('soltar', ['PARADA'], 'NO_CAIS', {
          fields: [causes({ tipo: 'VOLTA', rio: { field: 'rio' } })],
        }),
        transition('vender', ['NO_CAIS', 'PARADA'], 'VENDIDA', { fields: ['causa'] }),
        transition('anotar', ['NO_CAIS', 'PARADA'], undefined, {
          rows: { diario: { add: { fields: [causes({ tipo: 'DANO', rio: { field: 'parent.rio' } }), 'nota'] } } },
        }),
      ],
    },
  }),
};
