/** The call that tells who set what a label says. */
import Type from 'typebox';
import type { ApiCall } from '../../engine/contract/openapi/api-call.ts';
import { schemaOf } from '../../engine/contract/openapi/api-call.ts';
import { closed, inQuery, list, orNull, signedIn, text, whole } from '../../engine/contract/openapi/call-parts.ts';
import type { LabelExplanation } from './explanation.ts';
import { modellingRight } from './modelling-right.ts';

const place = { file: text(), line: whole(), column: whole() };
const layer = {
  value: Type.Unknown(),
  origin: orNull(closed(place), 'Nulo se nenhum arquivo o define.'),
  rule: orNull(text(), 'A regra que o deriva; nula se um arquivo o define.'),
};

export const explanationCall = {
  method: 'GET',
  path: '/bancada/explicacao',
  tag: 'Bancada',
  id: 'label_explanation',
  summary: 'Quem definiu o que está na tela',
  description: 'O valor de um rótulo, o arquivo, a linha e a coluna que o definiram, e as camadas que perderam.',
  right: modellingRight,
  parameters: [
    inQuery(
      'alvo',
      'Entidade, campo, lista ou parte de uma tela: `banco.nome`, `contrato.titulares.nome`, `bancos#columns.nome`.',
      { type: 'string' },
      { required: true, example: 'banco.nome' },
    ),
  ],
  answers: {
    200: {
      description: 'O que está na tela, depois o mais que alguém definiu.',
      schema: schemaOf<LabelExplanation>()(
        closed({
          target: text(),
          properties: list(
            closed({
              target: text(),
              name: text(),
              ...layer,
              because: orNull(text(), 'Por que o cliente difere, nas palavras dele.'),
              inputs: list(closed(place)),
              lost: list(closed(layer)),
            }),
          ),
        }),
      ),
    },
  },
  refusals: [400, ...signedIn, 409],
  meanings: { 409: 'Os arquivos mudaram desde que o servidor os leu.' },
} as const satisfies ApiCall;
