/** Fixture registries whose transitions read what points at their records: a load, its boxes, the notes about it. */
import { codeList, money, registry, relation, text, transition } from '../../support/fixture-fields.ts';

export const noBox = 'Inclua ao menos um caixote inteiro antes de fechar a carga.';

export const linkedFiles: Readonly<Record<string, object>> = {
  'schemas/code-lists/situacao-carga.json': codeList('Situação da carga', {
    ABERTA: 'Aberta',
    FECHADA: 'Fechada',
    ENVIADA: 'Enviada',
  }),
  'schemas/code-lists/situacao-caixote.json': codeList('Situação do caixote', {
    INTEIRO: 'Inteiro',
    AVARIADO: 'Avariado',
    ENTREGUE: 'Entregue',
  }),
  'schemas/teste/cargas/schema.json': {
    title: 'Carga',
    type: 'object',
    required: ['numero', 'situacao'],
    properties: {
      numero: text('Número', { maxLength: 10, 'x-unique': true }),
      situacao: text('Situação', { 'x-code-list': 'situacao-carga' }),
      caixas_inteiras: { title: 'Caixas inteiras', type: 'integer', readOnly: true },
      valor: money('Valor', { readOnly: true }),
      peso: { title: 'Peso', type: 'integer', readOnly: true },
      doca: relation('Doca', 'doca', { readOnly: true }),
    },
  },
  'schemas/teste/cargas/columns.json': registry('cargas', 'carga', 'Cargas', {
    columns: ['numero', 'situacao'],
    openTo: ['prestador', 'beneficiario'],
    sort: ['numero'],
    states: {
      field: 'situacao',
      initial: 'ABERTA',
      linked: { caixotes: 'caixote.carga', bilhetes: 'bilhete.carga' },
      transitions: [
        transition('fechar', ['ABERTA'], 'FECHADA', {
          when: "caixotes.exists(v, v.situacao == 'INTEIRO')",
          message: noBox,
          set: {
            caixas_inteiras: "size(caixotes.filter(v, v.situacao == 'INTEIRO'))",
            valor: 'sum(caixotes.map(v, v.valor))',
          },
        }),
        transition('enviar', ['FECHADA'], 'ENVIADA', {
          effects: [{ each: 'caixote.carga', transition: 'entregar', when: 'size(bilhetes) == 0' }],
        }),
        transition('pesar', ['FECHADA'], 'FECHADA', {
          fields: ['peso'],
          rules: [
            { must: 'peso > 0', message: 'O peso é maior que zero.' },
            {
              when: 'size(bilhetes) > 0',
              must: 'peso <= 10 * size(caixotes)',
              message: 'Com bilhete, o peso não passa de 10 por caixote.',
              fields: ['peso', 'valor'],
            },
          ],
        }),
        transition('atracar', ['FECHADA'], 'FECHADA', {
          fields: ['doca'],
          rules: [{ must: 'doca.livre', message: 'A doca está ocupada.', fields: ['doca'] }],
        }),
        transition('partir', ['FECHADA'], 'ENVIADA', {
          when: 'doca.livre',
          message: 'A carga parte de uma doca livre.',
        }),
        transition('reabrir', ['FECHADA'], 'ABERTA', { set: { caixas_inteiras: null, valor: null } }),
      ],
    },
  }),
  'schemas/teste/caixotes/schema.json': {
    title: 'Caixote',
    type: 'object',
    required: ['nome', 'situacao', 'valor'],
    properties: {
      nome: text('Nome', { maxLength: 20 }),
      carga: relation('Carga', 'carga'),
      dono: relation('Dono', 'banco'),
      valor: money('Valor'),
      situacao: text('Situação', { 'x-code-list': 'situacao-caixote' }),
    },
  },
  'schemas/teste/caixotes/columns.json': registry('caixotes', 'caixote', 'Caixotes', {
    columns: ['nome', 'situacao'],
    sort: ['nome'],
    indexes: [['nome']],
    scope: [{ role: 'prestador', field: 'dono' }],
    states: {
      field: 'situacao',
      initial: 'INTEIRO',
      transitions: [transition('avariar', ['INTEIRO'], 'AVARIADO'), transition('entregar', ['INTEIRO'], 'ENTREGUE')],
    },
  }),
  'schemas/teste/docas/schema.json': {
    title: 'Doca',
    type: 'object',
    required: ['nome', 'livre'],
    properties: { nome: text('Nome', { maxLength: 20 }), livre: { title: 'Livre', type: 'boolean' } },
  },
  'schemas/teste/docas/columns.json': registry('docas', 'doca', 'Docas', {
    columns: ['nome'],
    sort: ['nome'],
    indexes: [['nome']],
    openTo: ['prestador', 'beneficiario'],
  }),
  'schemas/teste/bilhetes/schema.json': {
    title: 'Bilhete',
    type: 'object',
    required: ['texto', 'carga'],
    properties: { texto: text('Texto', { maxLength: 20 }), carga: relation('Carga', 'carga') },
  },
  'schemas/teste/bilhetes/columns.json': registry('bilhetes', 'bilhete', 'Bilhetes', {
    columns: ['texto'],
    sort: ['texto'],
    indexes: [['texto']],
    openTo: ['prestador', 'beneficiario'],
  }),
};
