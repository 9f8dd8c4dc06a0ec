/** Fixture registries whose transitions read what their record points at: drums of a lot, which stands in a store. */
import { codeList, money, registry, relation, text, transition } from '../../support/fixture-fields.ts';

export const messages = {
  checked: 'O tambor só se libera com o lote conferido.',
  open: 'O armazém do lote está fechado.',
  reserved: 'O tambor já tem quem o espere.',
} as const;

export const movesByRelationFiles: Readonly<Record<string, object>> = {
  'schemas/code-lists/situacao-lote.json': codeList('Situação do lote', {
    ABERTO: 'Aberto',
    CONFERIDO: 'Conferido',
    VAZIO: 'Vazio',
  }),
  'schemas/code-lists/situacao-tambor.json': codeList('Situação do tambor', {
    GUARDADO: 'Guardado',
    LIBERADO: 'Liberado',
    RETIRADO: 'Retirado',
  }),
  'schemas/teste/armazens/schema.json': {
    title: 'Armazém',
    type: 'object',
    required: ['nome', 'aberto'],
    properties: {
      nome: text('Nome', { maxLength: 20 }),
      aberto: { title: 'Aberto', type: 'boolean', default: true },
      agencia: relation('Agência', 'banco'),
    },
  },
  'schemas/teste/armazens/columns.json': registry('armazens', 'armazem', 'Armazéns', {
    columns: ['nome'],
    sort: ['nome'],
    indexes: [['nome']],
    openTo: ['prestador'],
  }),
  'schemas/teste/lotes/schema.json': {
    title: 'Lote',
    type: 'object',
    required: ['numero', 'situacao'],
    properties: {
      numero: text('Número', { maxLength: 10, 'x-unique': true }),
      situacao: text('Situação', { 'x-code-list': 'situacao-lote' }),
      armazem: relation('Armazém', 'armazem'),
      dono: relation('Dono', 'banco'),
    },
  },
  'schemas/teste/lotes/columns.json': registry('lotes', 'lote', 'Lotes', {
    columns: ['numero', 'situacao'],
    sort: ['numero'],
    scope: [{ role: 'prestador', field: 'dono' }],
    states: {
      field: 'situacao',
      initial: 'ABERTO',
      transitions: [
        transition('conferir', ['ABERTO'], 'CONFERIDO'),
        transition('soltar', ['ABERTO', 'CONFERIDO'], undefined, {
          effects: [{ each: 'tambor.lote', transition: 'liberar' }],
        }),
        transition('esvaziar', ['CONFERIDO'], 'VAZIO'),
      ],
    },
  }),
  'schemas/teste/tambores/schema.json': {
    title: 'Tambor',
    type: 'object',
    required: ['nome', 'situacao'],
    properties: {
      nome: text('Nome', { maxLength: 20 }),
      lote: relation('Lote', 'lote'),
      valor: money('Valor'),
      reservado: { title: 'Reservado', type: 'boolean', default: false },
      situacao: text('Situação', { 'x-code-list': 'situacao-tambor' }),
    },
  },
  'schemas/teste/tambores/columns.json': registry('tambores', 'tambor', 'Tambores', {
    columns: ['nome', 'situacao'],
    sort: ['nome'],
    indexes: [['nome']],
    openTo: ['prestador'],
    states: {
      field: 'situacao',
      initial: 'GUARDADO',
      transitions: [
        transition('liberar', ['GUARDADO'], 'LIBERADO', {
          when: "lote.situacao in ['CONFERIDO', 'VAZIO']",
          message: messages.checked,
        }),
        transition('guardar', ['LIBERADO'], 'GUARDADO'),
        transition('retirar', ['LIBERADO'], 'RETIRADO', {
          when: 'lote.armazem.aberto',
          message: messages.open,
          effects: [{ through: 'lote', transition: 'esvaziar' }],
        }),
        transition('avaliar', ['GUARDADO'], undefined, {
          when: "!reservado && lote.situacao == 'ABERTO'",
          message: messages.reserved,
          fields: ['lote', 'valor'],
        }),
      ],
    },
  }),
};
