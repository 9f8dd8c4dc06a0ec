/** Imports: the rows of a file as one change of a registry. Taking it back with what was wrong is no call of JSON. */
import Type from 'typebox';
import { SealedBatch } from '../batch.ts';
import type { Import, ImportDetail } from '../import.ts';
import { ImportChoices, importStates } from '../import.ts';
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
import { fileName } from '../openapi/describe-attachments.ts';
import { planSchema, summarySchema } from './batch-calls.ts';
import { jobSchema, tooManyJobs } from './job-calls.ts';

const tag = 'Importações';

const importId = inPath(
  'importacao',
  'Identificação da importação.',
  { type: 'string', format: 'uuid' },
  '3c1f7a52-6f0e-4c5b-8a1d-9f2b7d4e6a10',
);

const members = {
  id: uuid(),
  path: text('Rota da tela.'),
  title: text('Título da tela.'),
  state: Type.Enum([...importStates], {
    description:
      '`sent`: falta dizer as colunas; `checking`: as linhas são conferidas; `planned`: a prévia está pronta; `applying`: é gravada; `applied`: foi gravada; `failed`: o arquivo não pôde ser conferido.',
  }),
  createdAt: moment(),
  file: closed({ name: text(), size: whole('Em bytes.') }),
  job: orNull(jobSchema, 'O trabalho em andamento, ou o último.'),
  batch: orNull(summarySchema, 'O lote a que as linhas chegaram, depois de conferidas.'),
};

const fields = list(
  closed({
    field: text(),
    title: text(),
    required: flag('Um registro novo precisa dele.'),
    called: text('O que as pessoas chamam seus valores.'),
    by: list(closed({ field: text(), title: text() })),
    rows: Type.Optional(
      closed(
        { list: text(), title: text(), limit: whole('Linhas que um registro pode ter.') },
        { description: 'De um campo das linhas que o registro tem: a lista delas.' },
      ),
    ),
  }),
);
const keys = list(closed({ fields: list(text()), title: text() }));

const told = schemaOf<Import>()(
  closed(members, { $id: 'Importacao', description: 'Um arquivo cujas linhas são incluídas ou alteradas de uma vez.' }),
);

const detail = schemaOf<ImportDetail>()(
  closed(
    {
      ...members,
      format: text('Como o arquivo foi lido.'),
      sheets: list(closed({ name: text(), hidden: flag('Oculta.') })),
      sheet: orNull(text(), 'A planilha cujas colunas são dadas.'),
      columns: list(
        closed({
          column: whole('A partir de 0.'),
          title: text(),
          samples: list(text()),
          list: Type.Optional(text('De JSON: a lista de objetos de que a coluna é uma chave.')),
        }),
      ),
      fields,
      keys,
      load: orNull(
        closed({ fields, keys, columns: ImportChoices.properties.columns }),
        'O que há para escolher numa carga de dados existentes (`load`), e o que se propõe das colunas; nulo: os registros não têm situações, ou quem chama não tem a permissão `carga`.',
      ),
      choices: ImportChoices,
      doubts: list(
        closed(
          { column: whole('A partir de 0.'), fields: list(text()) },
          {
            description:
              'Uma coluna cujo título serve a mais de um campo, ou que divide um campo com outra: fica por dizer.',
          },
        ),
      ),
      plan: orNull(planSchema, 'A prévia, enquanto as permissões são as mesmas.'),
      fresh: whole('Dos registros que serão gravados, os novos.'),
      states: list(
        closed(
          { field: text('O campo da situação.'), state: text('O valor.'), title: text(), rows: whole('Registros.') },
          {
            description: 'De uma carga de dados existentes: quantos dos novos entram em cada situação.',
          },
        ),
      ),
    },
    { $id: 'ImportacaoInteira', description: 'Uma importação, com o que há para escolher e conferir.' },
  ),
);

const missing = {
  404: 'A importação não existe, é de outra pessoa, ou o registro não está mais ao alcance de quem chama.',
};

export const sendImportCall = {
  method: 'POST',
  path: '/importacoes',
  tag,
  id: 'send_import',
  summary: 'Enviar um arquivo',
  description:
    'O corpo é o próprio arquivo: CSV, XLSX ou JSON, de até 100 MB e 1.000.000 de linhas; o que ele é se vê pelo conteúdo. A resposta diz as colunas e propõe a que campos vão. Nada é gravado: segue-se `conferir`, e depois `aplicar`.',
  parameters: [
    inQuery('path', 'Rota da tela.', { type: 'string' }, { required: true, example: '/bancos' }),
    inQuery('name', 'Nome do arquivo.', { type: 'string' }, { example: 'bancos.xlsx' }),
  ],
  file: ['application/octet-stream'],
  answers: { 201: { description: 'A importação, com o que há para escolher.', schema: detail } },
  refusals: [400, ...signedIn, 404, 413, 422, 429],
  meanings: {
    404: 'A rota não existe.',
    413: 'O arquivo é maior do que o limite.',
    422: 'O arquivo está vazio, ou não é de um destes tipos.',
  },
} as const satisfies ApiCall;

export const listImportsCall = {
  method: 'GET',
  path: '/importacoes',
  tag,
  id: 'own_imports',
  summary: 'As próprias importações',
  description: 'As dos últimos sete dias, as mais novas primeiro.',
  parameters: [inQuery('path', 'Só as desta rota.', { type: 'string' }, { example: '/bancos' })],
  answers: { 200: { description: 'As importações.', schema: list(told) } },
  refusals: [400, ...signedIn],
} as const satisfies ApiCall;

export const readImportCall = {
  method: 'GET',
  path: '/importacoes/{importacao}',
  tag,
  id: 'read_import',
  summary: 'Uma importação',
  description: 'O que se sabe do arquivo, o que se pode escolher e, depois da conferência, a prévia.',
  parameters: [importId, inQuery('sheet', 'As colunas desta planilha.', { type: 'string' })],
  answers: { 200: { description: 'A importação.', schema: detail } },
  refusals: [...signedIn, 404, 422],
  meanings: { ...missing, 422: 'O arquivo não tem a planilha.' },
} as const satisfies ApiCall;

export const checkImportCall = {
  method: 'POST',
  path: '/importacoes/{importacao}/conferir',
  tag,
  id: 'check_import',
  summary: 'Conferir as linhas',
  description:
    'Diz o que é cada coluna. Um trabalho lê todas as linhas e faz a prévia; nada é gravado. As linhas que um registro tem vêm como listas de JSON, com as chaves como colunas (`contatos[].tipo`, campo `contatos.tipo`); em CSV e XLSX cada coluna é um campo de uma linha (`Contatos[1].Tipo`, com `row` 1). O arquivo diz a lista inteira: as linhas que não estão nela são apagadas, e `[]`, ou só células vazias, apaga todas; sem a chave ou com null, ou sem coluna da lista, o registro fica com as que tem. Os ids das linhas não são lidos: valem os valores. Com `load` (carga de dados existentes, permissão `carga`) cada registro novo entra na situação que o arquivo diz.',
  parameters: [importId],
  body: {
    schema: ImportChoices,
    example: { columns: [{ column: 0, field: 'codigo' }], key: ['codigo'], mode: 'upsert', whole: false },
  },
  answers: { 202: { description: 'A importação, em conferência.', schema: told } },
  refusals: [...signedIn, ...bodied, 404, 409, 422, 429],
  meanings: {
    ...missing,
    409: 'Está em andamento, ou já foi gravada.',
    403: 'Quem chama não pode incluir ou alterar, ou pede uma carga de dados existentes sem a permissão `carga`.',
    422: 'As colunas não estão certas, os registros de que se pede uma carga não têm situações, ou quem chama já tem 20 trabalhos em andamento.',
    429: tooManyJobs,
  },
} as const satisfies ApiCall;

export const applyImportCall = {
  method: 'POST',
  path: '/importacoes/{importacao}/aplicar',
  tag,
  id: 'apply_import',
  summary: 'Gravar a prévia',
  description: 'Um trabalho grava o que a prévia diz; desfaz-se como qualquer lote.',
  parameters: [importId],
  body: { schema: SealedBatch, example: { seal: 'O selo da prévia' } },
  answers: { 202: { description: 'A importação, em gravação.', schema: told } },
  refusals: [...signedIn, ...bodied, 404, 409, 412, 422, 429],
  meanings: {
    ...missing,
    409: 'Está em andamento, não foi conferida, já foi gravada, ou pede todas as linhas e alguma é recusada.',
    412: 'O selo não é o da prévia.',
    422: 'Quem chama já tem 20 trabalhos em andamento.',
    429: tooManyJobs,
  },
} as const satisfies ApiCall;

export const dropImportCall = {
  method: 'DELETE',
  path: '/importacoes/{importacao}',
  tag,
  id: 'drop_import',
  summary: 'Descartar uma importação',
  description: 'O arquivo e a prévia vão embora; o que foi gravado fica.',
  parameters: [importId],
  answers: { 204: { description: 'Foi descartada.' } },
  refusals: [...signedIn, 404, 409],
  meanings: { ...missing, 409: 'Está em andamento.' },
} as const satisfies ApiCall;

export const importProblemsCall = {
  method: 'GET',
  path: '/importacoes/{importacao}/problemas',
  tag,
  id: 'import_problems',
  summary: 'O arquivo com os problemas',
  description:
    'O próprio arquivo, com o que está errado em cada linha numa coluna `Problemas` (em JSON, na chave `_problemas`). Corrigido, pode ser enviado de novo: a coluna é ignorada.',
  parameters: [
    importId,
    inQuery(
      'only',
      'Só o cabeçalho e as linhas recusadas.',
      { type: 'string', enum: ['refused'] },
      { example: 'refused' },
    ),
  ],
  answers: {
    200: {
      description: 'O arquivo.',
      headers: { 'Content-Disposition': fileName },
      content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
    },
  },
  refusals: [400, ...signedIn, 404, 409],
  meanings: { ...missing, 409: 'As linhas ainda não foram conferidas.' },
} as const satisfies ApiCall;

export const importCalls = [
  listImportsCall,
  readImportCall,
  checkImportCall,
  applyImportCall,
  importProblemsCall,
  dropImportCall,
];
