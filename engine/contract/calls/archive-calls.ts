/** Versions that left the database, in files: for who may do everything. */
import type { HistoryArchive } from '../history-archive.ts';
import { archivesPath, archivesRight } from '../history-archive.ts';
import type { ApiCall } from '../openapi/api-call.ts';
import { schemaOf } from '../openapi/api-call.ts';
import { closed, inPath, list, moment, signedIn, text, whole } from '../openapi/call-parts.ts';
import { fileName, fileSize } from '../openapi/describe-attachments.ts';

const tag = 'Trabalhos';

const archive = schemaOf<HistoryArchive>()(
  closed(
    {
      id: whole(),
      entity: text('Nome da entidade.'),
      title: text('Título do cadastro.'),
      until: moment('O que não valia mais neste momento está neste arquivo, ou em um anterior.'),
      rows: whole('Versões no arquivo.'),
      file: text('Nome do arquivo.'),
      size: whole('Em bytes.'),
      sha256: text('Do arquivo, em hexadecimal.'),
    },
    { $id: 'HistoricoArquivado', description: 'Um arquivo de versões que saíram do banco de dados.' },
  ),
);

export const historyArchives = {
  method: 'GET',
  path: archivesPath,
  tag,
  id: 'archived_history',
  summary: 'Os arquivos de histórico',
  description:
    "O que saiu do banco de dados de cada cadastro que diz em 'history' por quanto tempo guarda o histórico.",
  right: archivesRight,
  answers: { 200: { description: 'Os arquivos, os mais novos primeiro.', schema: list(archive) } },
  refusals: signedIn,
} as const satisfies ApiCall;

export const historyArchiveFile = {
  method: 'GET',
  path: '/trabalhos/historico-arquivado/{id}/arquivo',
  tag,
  id: 'archived_history_file',
  summary: 'Baixar um arquivo de histórico',
  description:
    'Linhas JSON em gzip: `{"table": …, "version": {…}}`, de cada registro a versão mais antiga primeiro. Quem baixa dados sensíveis fica anotado.',
  right: archivesRight,
  parameters: [inPath('id', 'O arquivo.', { type: 'integer' }, 1)],
  answers: {
    200: {
      description: 'O arquivo.',
      headers: { 'Content-Disposition': fileName, 'Content-Length': fileSize },
      content: { 'application/gzip': { schema: { type: 'string', format: 'binary' } } },
    },
  },
  refusals: [...signedIn, 404],
  meanings: { 404: 'O arquivo não existe, ou não está na pasta de dados deste processo.' },
} as const satisfies ApiCall;

export const archiveCalls: readonly ApiCall[] = [historyArchives, historyArchiveFile];
