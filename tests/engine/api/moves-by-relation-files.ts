/** Fixture registries whose transitions read what their record points at: pieces of a lot, which stands in a store. */
import { codeList, money, registry, relation, text, transition } from '../../support/fixture-fields.ts';

export const messages = {
  checked: 'A peça só se libera com o lote conferido.',
  open: 'O armazém do lote está fechado.',
  reserved: 'A peça já tem quem a espere.',
} as const;

export const movesByRelationFiles: Readonly<Record<string, object>> = {
  'schemas/code-lists/situacao-lote.json': codeList('Situação do lote', {
    ABERTO: 'Aberto',
    CONFERIDO: 'Conferido',
    VAZIO: 'Vazio',
  }),
  'schemas/code-lists/situacao-peca.json': codeList('Situação da peça', {
    GUARDADA: 'Guardada',
    LIBERADA: 'Liberada',
    RETIRADA: 'Retirada',
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
          effects: [{ each: 'peca.lote', transition: 'liberar' }],
        }),
        transition('esvaziar', ['CONFERIDO'], 'VAZIO'),
      ],
    },
  }),
  'schemas/teste/pecas/schema.json': {
    title: 'Peça',
    type: 'object',
    required: ['nome', 'situacao'],
    properties: {
      nome: text('Nome', { maxLength: 20 }),
      lote: relation('Lote', 'lote'),
      valor: money('Valor'),
      reservada: { title: 'Reservada', type: 'boolean', default: false },
      situacao: text('Situação', { 'x-code-list': 'situacao-peca' }),
    },
  },
  'schemas/teste/pecas/columns.json': registry('pecas', 'peca', 'Peças', {
    columns: ['nome', 'situacao'],
    sort: ['nome'],
    indexes: [['nome']],
    openTo: ['prestador'],
    states: {
      field: 'situacao',
      initial: 'GUARDADA',
      transitions: [
        transition('liberar', ['GUARDADA'], 'LIBERADA', {
          when: "lote.situacao in ['CONFERIDO', 'VAZIO']",
          message: messages.checked,
        }),
        transition('guardar', ['LIBERADA'], 'GUARDADA'),
        transition('retirar', ['LIBERADA'], 'RETIRADA', {
          when: 'lote.armazem.aberto',
          message: messages.open,
          effects: [{ through: 'lote', transition: 'esvaziar' }],
        }),
        transition('avaliar', ['GUARDADA'], undefined, {
          when: "!reservada && lote.situacao == 'ABERTO'",
          message: messages.reserved,
          fields: ['lote', 'valor'],
        }),
      ],
    },
  }),
};
