/** The call that answers with the file of a list at once. */
import Type from 'typebox';
import { exportFormats } from '../../engine/contract/export.ts';
import type { ApiCall } from '../../engine/contract/openapi/api-call.ts';
import { bodied, signedIn } from '../../engine/contract/openapi/call-parts.ts';
import { fileName } from '../../engine/contract/openapi/describe-attachments.ts';
import { listAskedMembers } from './list-asked.ts';

const ExportAsked = Type.Object(
  { format: Type.Enum([...exportFormats], { description: 'O formato do arquivo.' }), ...listAskedMembers },
  { additionalProperties: false },
);

const file = { schema: { type: 'string', format: 'binary' } };

export const exportRows = {
  method: 'POST',
  path: '/exportacoes',
  tag: 'Exportação',
  id: 'export_rows',
  summary: 'Exportar uma lista ou um relatório',
  description:
    'Todas as linhas que a consulta encontra, com as colunas pedidas e os direitos de quem chama, lidas enquanto o arquivo é recebido. Se as permissões ou a sessão mudarem no meio, a resposta é interrompida. CSV como a lista mostra, separado por ponto e vírgula, em UTF-8: um texto que começaria uma fórmula leva um apóstrofo na frente. XLSX com números, datas e momentos como tais. JSON com os valores da API, cada relação como `{ "id", "label" }`. Um relatório só de grupos tem `columns` vazio: o arquivo tem uma coluna por nível, a quantidade e as somas; em JSON as chaves são as de `select`, como `data::month`, `count()` e `valor.sum()`. PDF, só de relatórios e de até 50.000 linhas, tem os grupos com subtotais, o que foi pedido e a numeração em cada página. Um arquivo com dados pessoais diz isso no nome e, em XLSX e PDF, também nas páginas e nas propriedades; em XLSX, ainda na última planilha. O mesmo em segundo plano é um trabalho: `POST /trabalhos`, tipos `exportar-csv`, `exportar-xlsx`, `exportar-json` e `exportar-pdf`.',
  body: {
    schema: ExportAsked,
    example: { format: 'xlsx', path: '/bancos', search: 'order=codigo.asc', columns: ['codigo', 'nome'] },
  },
  answers: {
    200: {
      description: 'O arquivo.',
      headers: { 'Content-Disposition': fileName },
      content: {
        'text/csv': file,
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': file,
        'application/pdf': file,
        'application/json': { schema: { type: 'array', items: { type: 'object' } } },
      },
    },
  },
  refusals: [...signedIn, ...bodied, 404, 429],
  meanings: {
    404: 'Não há tela nessa rota.',
    429: 'Quem chama pediu 60 arquivos no último minuto; Retry-After diz quando voltar.',
  },
} as const satisfies ApiCall;
