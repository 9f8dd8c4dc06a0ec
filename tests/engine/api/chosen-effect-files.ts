/** Fixture registries whose transitions move some of the others: a barge, and its bales that note where they leave it. */
import { codeList, date, registry, relation, text, transition } from '../../support/fixture-fields.ts';

export const chosenEffectFiles: Readonly<Record<string, object>> = {
  'schemas/code-lists/situacao-barca.json': codeList('Situação da barca', { NO_PORTO: 'No porto', NO_MAR: 'No mar' }),
  'schemas/code-lists/situacao-fardo.json': codeList('Situação do fardo', {
    A_BORDO: 'A bordo',
    EM_TERRA: 'Em terra',
    PERDIDO: 'Perdido',
  }),
  'schemas/code-lists/carga-fardo.json': codeList('Carga do fardo', { FRUTA: 'Fruta', FERRO: 'Ferro' }),
  'schemas/teste/barcas/schema.json': {
    title: 'Barca',
    type: 'object',
    required: ['nome', 'situacao'],
    properties: {
      nome: text('Nome', { maxLength: 30, 'x-unique': true }),
      situacao: text('Situação', { 'x-code-list': 'situacao-barca' }),
      porto: relation('Porto', 'banco'),
      chegada: date('Chegada'),
    },
  },
  'schemas/teste/barcas/columns.json': registry('barcas', 'barca', 'Barcas', {
    columns: ['nome', 'situacao'],
    sort: ['nome'],
    states: {
      field: 'situacao',
      initial: 'NO_MAR',
      transitions: [
        transition('atracar', ['NO_MAR'], 'NO_PORTO', {
          fields: ['porto', 'chegada'],
          required: ['porto', 'chegada'],
          effects: [
            {
              each: 'fardo.barca',
              transition: 'descarregar',
              only: "carga == 'FRUTA' && paradas.all(p, p.motivo != 'Vistoria')",
              fields: {
                paradas: [{ motivo: "'Chegada de ' + nome", quando: 'chegada', lugar: 'porto' }],
              },
            },
          ],
        }),
        transition('esvaziar', ['NO_PORTO'], 'NO_MAR', {
          effects: [
            {
              each: 'fardo.barca',
              transition: 'descarregar',
              only: "carga == 'FERRO'",
              strict: true,
              fields: { paradas: [{ motivo: "'Resto'" }] },
            },
          ],
        }),
      ],
    },
  }),
  'schemas/teste/fardos/schema.json': {
    title: 'Fardo',
    type: 'object',
    required: ['marca', 'situacao', 'carga'],
    properties: {
      marca: text('Marca', { maxLength: 10, 'x-unique': true }),
      situacao: text('Situação', { 'x-code-list': 'situacao-fardo' }),
      carga: text('Carga', { 'x-code-list': 'carga-fardo' }),
      barca: relation('Barca', 'barca'),
      paradas: {
        title: 'Paradas',
        type: 'array',
        readOnly: true,
        items: {
          title: 'Parada',
          type: 'object',
          required: ['motivo'],
          properties: {
            motivo: text('Motivo', { maxLength: 30 }),
            quando: date('Quando'),
            lugar: relation('Lugar', 'banco'),
            nota: text('Nota', { maxLength: 20 }),
          },
        },
      },
    },
  },
  'schemas/teste/fardos/columns.json': registry('fardos', 'fardo', 'Fardos', {
    columns: ['marca', 'situacao'],
    sort: ['marca'],
    states: {
      field: 'situacao',
      initial: 'A_BORDO',
      transitions: [
        transition('descarregar', ['A_BORDO'], 'EM_TERRA', {
          rows: { paradas: { add: { fields: ['motivo', 'quando', 'lugar', 'nota'] } } },
        }),
        transition('inspecionar', ['A_BORDO', 'EM_TERRA'], undefined, {
          rows: { paradas: { add: { set: { motivo: "'Vistoria'" } } } },
        }),
        transition('perder', ['A_BORDO', 'EM_TERRA'], 'PERDIDO'),
      ],
    },
  }),
};
