/** Batches: one change of many records, planned, applied and taken back. */
import Type from 'typebox';
import type { BatchOutcomes, BatchPlan, BatchResult, BatchSummary, PlanNow } from '../batch.ts';
import { batchLimit, batchOperations, batchStates, SealedBatch, WantedBatch } from '../batch.ts';
import type { ApiCall } from '../openapi/api-call.ts';
import { schemaOf } from '../openapi/api-call.ts';
import {
  bodied,
  closed,
  flag,
  inPath,
  inQuery,
  list,
  moment,
  orNull,
  signedIn,
  text,
  uuid,
  whole,
} from '../openapi/call-parts.ts';

const tag = 'Alterações em lote';

const batchId = inPath(
  'lote',
  'Identificação do lote.',
  { type: 'string', format: 'uuid' },
  '0b7c0c6e-2f0b-4e0c-9a53-5d2f4f1c7a11',
);

const record = { id: orNull(whole(), 'Nulo: um registro novo, que ainda não tem.'), label: text() };
const value = (description: string) => Type.Unknown({ description });

const progress = closed({
  done: whole('Registros que já tiveram sua vez.'),
  total: whole(),
  rate: orNull(Type.Number(), 'Registros por segundo.'),
  remaining: orNull(Type.Number(), 'Segundos que faltam.'),
});

/** By what a plan is followed while it is made. */
const followed = inQuery('previa', 'Um UUID escolhido por quem chama: por ele se pergunta até onde a prévia chegou.', {
  type: 'string',
  format: 'uuid',
});

const summary = {
  id: uuid(),
  number: whole('Por ele as pessoas o chamam.'),
  seal: text('O selo, com o qual a prévia é aplicada, e continua o que foi interrompido.'),
  operation: Type.Enum([...batchOperations], {
    description: '`restore`, `revive` e `remove` desfazem uma alteração, uma exclusão e uma inclusão.',
  }),
  path: text('Rota da tela.'),
  title: text('Título da tela.'),
  state: Type.Enum([...batchStates]),
  login: text('De quem fez a prévia.'),
  plannedAt: moment(),
  appliedAt: orNull(moment()),
  rows: whole('Registros escolhidos.'),
  changes: whole('Dos quais serão gravados.'),
  same: whole('Dos quais já estão assim.'),
  refused: whole('Dos quais são recusados.'),
  written: whole('Gravados até agora.'),
  undoes: orNull(uuid(), 'O lote que este desfaz.'),
  undoneBy: orNull(uuid(), 'O lote que desfez este.'),
  chain: orNull(
    closed({
      first: whole('Número do primeiro dos lotes que se desfazem um ao outro.'),
      operation: Type.Enum([...batchOperations], { description: 'O que o primeiro fez.' }),
      step: whole('0: é o primeiro; ímpar: desfaz o que ele fez; par: refaz.'),
      undoneBy: orNull(whole(), 'Número do lote desde o qual este está sem efeito.'),
      redoneBy: orNull(whole(), 'Do primeiro: número do lote que o refez.'),
    }),
    'Nulo: não desfaz outro nem foi desfeito.',
  ),
  file: orNull(
    closed({ name: text(), import: orNull(uuid(), 'A importação, enquanto existe.') }),
    'De uma importação, e do que a desfaz: o arquivo.',
  ),
  loads: Type.Optional(Type.Literal(true, { description: 'De uma carga de dados existentes, e do que a desfaz.' })),
  undoUntil: orNull(moment(), 'Até quando pode ser desfeito; nulo: não foi aplicado.'),
  expired: flag('O prazo para desfazê-lo terminou, e o que houve com cada registro não é mais guardado.'),
  progress: orNull(progress, 'De um lote com muitos registros, enquanto é aplicado.'),
};

const refusals = list(
  closed(
    { message: text(), rows: whole('Registros recusados por isto.'), records: list(closed(record)) },
    { $id: 'RecusaDeLote' },
  ),
);

export const summarySchema = schemaOf<BatchSummary>()(closed(summary, { $id: 'ResumoDeLote' }));

export const planSchema = schemaOf<BatchPlan>()(
  closed(
    {
      ...summary,
      fields: list(
        closed(
          {
            field: text(),
            title: text(),
            pairs: list(closed({ before: value('Antes.'), after: value('Depois.'), rows: whole() })),
            others: whole('Registros de pares que não estão na lista.'),
          },
          { description: 'Quantos registros vão de um valor a outro; relações pelos nomes dos seus registros.' },
        ),
      ),
      refusals,
      sample: list(
        closed({
          ...record,
          changes: list(closed({ field: text(), before: value('Antes.'), after: value('Depois.') })),
          lists: Type.Optional(
            list(
              closed(
                {
                  field: text('Nome da lista.'),
                  rows: list(
                    closed({
                      kind: Type.Enum(['come', 'change', 'go'], {
                        description: '`come`: é incluída; `change`: muda, ou só de lugar; `go`: é apagada.',
                      }),
                      place: whole('O lugar na lista, a partir de 1.'),
                      from: Type.Optional(whole('De uma que só muda de lugar: o de antes.')),
                      changes: list(closed({ field: text(), before: value('Antes.'), after: value('Depois.') })),
                    }),
                  ),
                  others: whole('Linhas que não são ditas uma a uma.'),
                },
                { description: 'As linhas que são do registro.' },
              ),
            ),
          ),
          gone: Type.Optional(Type.Literal(true, { description: 'É apagado.' })),
        }),
      ),
      owned: list(closed({ title: text(), rows: whole('Linhas que vão com os registros.') })),
      followed: Type.Optional(
        list(
          closed(
            {
              title: text(),
              what: Type.Enum(['moved', 'created', 'removed', 'cleared', 'pointed']),
              transition: Type.Optional(text('A transição feita neles, ou desfeita.')),
              rows: whole('Quantos.'),
            },
            { description: 'Registros de outras telas que mudam, vêm ou vão por causa da transição.' },
          ),
        ),
      ),
      lists: list(
        closed(
          {
            field: text(),
            title: text(),
            come: whole('Linhas incluídas.'),
            change: whole('Linhas que mudam.'),
            go: whole('Linhas apagadas.'),
          },
          { description: 'Linhas que são dos registros e gravadas com eles.' },
        ),
      ),
      removed: whole('Dos que serão gravados, os que são apagados.'),
    },
    { $id: 'PreviaDeLote', description: 'O que o lote fará.' },
  ),
);

const result = schemaOf<BatchResult>()(
  closed({ ...summary, refusals }, { $id: 'ResultadoDeLote', description: 'O que o lote fez.' }),
);

export const planBatchCall = {
  method: 'POST',
  path: '/alteracoes-em-lote',
  tag,
  id: 'plan_batch',
  summary: 'Prévia de uma alteração em lote',
  description:
    `Até ${batchLimit} registros: os que \`filter\` escolhe, ou os de \`ids\`. Nada é gravado: a resposta diz o que cada campo passa a valer, ` +
    'em quantos registros, e quais são recusados e por quê. O selo prende a prévia às versões lidas. Quem desliga antes da resposta interrompe a prévia, e nada dela fica.',
  parameters: [followed],
  body: {
    schema: WantedBatch,
    example: { path: '/bancos', operation: 'update', ids: [1, 2], values: { nome: 'Banco do Povo' } },
  },
  answers: { 201: { description: 'A prévia, selada.', schema: planSchema } },
  refusals: [...signedIn, ...bodied, 404, 422],
  meanings: { 404: 'A rota não existe.', 422: 'São registros demais, ou os valores não são válidos.' },
} as const satisfies ApiCall;

export const applyBatchCall = {
  method: 'POST',
  path: '/alteracoes-em-lote/{lote}/aplicar',
  tag,
  id: 'apply_batch',
  summary: 'Aplicar a prévia',
  description:
    'Grava o que a prévia diz. Se um dos registros mudou, saiu do filtro ou entrou nele depois dela, nada é gravado. ' +
    'Um lote interrompido no meio é levado ao fim aplicando-o de novo.',
  parameters: [batchId],
  body: { schema: SealedBatch, example: { seal: 'o selo da prévia' } },
  answers: { 200: { description: 'O que foi feito.', schema: result } },
  refusals: [...signedIn, ...bodied, 404, 409, 412],
  meanings: {
    404: 'O lote não existe ou não é de quem chama.',
    409: 'Já foi aplicado, ou o que ele desfaz já foi desfeito.',
    412: 'O selo é outro, ou os registros mudaram depois da prévia.',
  },
} as const satisfies ApiCall;

export const undoBatchCall = {
  method: 'POST',
  path: '/alteracoes-em-lote/{lote}/desfazer',
  tag,
  id: 'undo_batch',
  summary: 'Prévia de desfazer um lote',
  description:
    'Os valores de antes, campo a campo, onde ninguém os alterou depois do lote. É um lote como os outros: aplica-se com o selo dele.',
  parameters: [batchId, followed],
  answers: { 201: { description: 'A prévia, selada.', schema: planSchema } },
  refusals: [...signedIn, 400, 404, 409],
  meanings: {
    404: 'O lote não existe ou não é de quem chama.',
    409: 'Não foi aplicado até o fim, já foi desfeito, só refez outro, ou o prazo para desfazê-lo terminou.',
  },
} as const satisfies ApiCall;

export const readPlanNowCall = {
  method: 'GET',
  path: '/alteracoes-em-lote/previas/{previa}',
  tag,
  id: 'read_plan_now',
  summary: 'Até onde chegou uma prévia',
  description: 'De uma prévia de muitos registros que quem chama pediu, enquanto é feita.',
  parameters: [
    inPath(
      'previa',
      'O UUID dado em `previa`.',
      { type: 'string', format: 'uuid' },
      '5b1f9d3a-2c6e-4f0d-8a47-9e3c5d7b1f20',
    ),
  ],
  answers: {
    200: {
      description: 'Até onde chegou.',
      schema: schemaOf<PlanNow>()(
        closed({ progress: orNull(progress, 'Nulo: nenhuma é feita com este UUID, ou tem poucos registros.') }),
      ),
    },
  },
  refusals: [...signedIn],
} as const satisfies ApiCall;

export const readBatchCall = {
  method: 'GET',
  path: '/alteracoes-em-lote/{lote}',
  tag,
  id: 'read_batch',
  summary: 'Um lote',
  description: 'O que foi feito até agora, e o que foi recusado.',
  parameters: [batchId],
  answers: { 200: { description: 'O lote.', schema: result } },
  refusals: [...signedIn, 404],
  meanings: { 404: 'O lote não existe ou não é de quem chama.' },
} as const satisfies ApiCall;

export const readBatchRowsCall = {
  method: 'GET',
  path: '/alteracoes-em-lote/{lote}/registros',
  tag,
  id: 'read_batch_rows',
  summary: 'O que foi feito de cada registro',
  description: 'Os registros gravados, e os recusados com o motivo. Da prévia, os que ela diz que serão recusados.',
  parameters: [batchId],
  answers: {
    200: {
      description: 'Os registros.',
      schema: schemaOf<BatchOutcomes>()(
        closed(
          {
            written: list(whole()),
            refusals: list(
              closed({
                id: whole('De um registro novo, o lugar dele.'),
                label: text(),
                message: text(),
                fields: Type.Optional(list(closed({ field: text(), message: text() }))),
                gone: Type.Optional(
                  Type.Literal(true, { description: 'Foi nomeado e já não está entre os registros.' }),
                ),
              }),
            ),
          },
          { $id: 'RegistrosDeLote' },
        ),
      ),
    },
  },
  refusals: [...signedIn, 404, 409],
  meanings: {
    404: 'O lote não existe ou não é de quem chama.',
    409: 'O prazo para desfazê-lo terminou: o que houve com cada registro não é mais guardado.',
  },
} as const satisfies ApiCall;

export const listBatchesCall = {
  method: 'GET',
  path: '/alteracoes-em-lote',
  tag,
  id: 'applied_batches',
  summary: 'Lotes aplicados',
  description: 'Os de quem chama, do mais novo ao mais antigo.',
  parameters: [
    inQuery('before', 'Só os de número menor.', { type: 'integer', minimum: 1 }),
    inQuery('limit', 'Quantos.', { type: 'integer', minimum: 1, maximum: 200, default: 50 }),
  ],
  answers: { 200: { description: 'Os lotes.', schema: Type.Array(summarySchema) } },
  refusals: [...signedIn, 400],
} as const satisfies ApiCall;

export const batchCalls: readonly ApiCall[] = [
  planBatchCall,
  listBatchesCall,
  readPlanNowCall,
  readBatchCall,
  readBatchRowsCall,
  applyBatchCall,
  undoBatchCall,
];
