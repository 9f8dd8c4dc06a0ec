/** The calls of the notices in force, open to whoever has a session. */
import Type from 'typebox';
import type { ApiCall } from '../../engine/contract/openapi/api-call.ts';
import { schemaOf } from '../../engine/contract/openapi/api-call.ts';
import { closed, inPath, list, orNull, signedIn, text, uuid, whole } from '../../engine/contract/openapi/call-parts.ts';
import { fileAnswers, fileParts } from '../../engine/contract/openapi/describe-attachments.ts';
import { attachmentTypes } from '../../engine/fields/attachment.ts';
import type { Notice } from './notice.ts';

const tag = 'Início';

const day = () => Type.String({ format: 'date' });
const notices = list(
  schemaOf<Notice>()(
    closed(
      {
        id: whole(),
        versao: whole('Cresce quando o aviso muda.'),
        titulo: text(),
        conteudo: text(),
        inicio: day(),
        fim: Type.Optional(orNull(day())),
        prioridade: Type.Optional(whole()),
        anexo: Type.Optional(
          orNull(list(closed({ id: uuid(), name: text(), type: text(), size: whole('Em bytes.') }))),
        ),
      },
      { $id: 'Aviso', description: 'Um aviso que vale hoje.' },
    ),
  ),
);

export const noticesAtStart = {
  method: 'GET',
  path: '/avisos/inicio',
  tag,
  id: 'start_notices',
  summary: 'Avisos da tela inicial',
  description: 'Os que valem hoje para os papéis de quem chama e aparecem na tela inicial.',
  tagged: true,
  answers: { 200: { description: 'Os avisos, os mais urgentes primeiro.', schema: notices } },
  refusals: signedIn,
} as const satisfies ApiCall;

export const noticesInForce = {
  method: 'GET',
  path: '/avisos/vigentes',
  tag,
  id: 'notices_in_force',
  summary: 'Avisos que valem hoje',
  description: 'Todos os que valem hoje para os papéis de quem chama.',
  tagged: true,
  answers: { 200: { description: 'Os avisos, os mais urgentes primeiro.', schema: notices } },
  refusals: signedIn,
} as const satisfies ApiCall;

export const noticeFile = {
  method: 'GET',
  path: '/avisos/vigentes/{id}/{anexo}',
  tag,
  id: 'notice_file',
  summary: 'Baixar o anexo de um aviso',
  description: 'O conteúdo do arquivo de um aviso que vale hoje, inteiro ou em parte.',
  parameters: [
    inPath('id', 'Id do aviso.', { type: 'integer', minimum: 1 }, 1),
    inPath(
      'anexo',
      'O `id` do arquivo em `anexo`.',
      { type: 'string', format: 'uuid' },
      '00000000-0000-4000-8000-000000000000',
    ),
    ...fileParts,
  ],
  answers: fileAnswers(Object.values(attachmentTypes)),
  refusals: [...signedIn, 404, 416],
} as const satisfies ApiCall;

export const noticeCalls: readonly ApiCall[] = [noticesAtStart, noticesInForce, noticeFile];
