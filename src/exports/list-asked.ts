import Type from 'typebox';
import { requestLimits } from '../../engine/contract/request-limits.ts';

/** What a file is asked for by; also of what is not left to a job. */
export const listAskedMembers = {
  path: Type.String({ pattern: '^/', maxLength: 200, description: 'Rota da tela.' }),
  search: Type.String({
    maxLength: requestLimits.query,
    description: 'O que escolhe e ordena as linhas, como na consulta da lista.',
  }),
  columns: Type.Array(Type.String({ maxLength: 200 }), {
    maxItems: requestLimits.items,
    description: 'As colunas, na ordem do arquivo; de um relatório só de grupos, nenhuma.',
  }),
  provider: Type.Optional(
    Type.Integer({ minimum: 1, description: 'O prestador escolhido, para quem é da operadora.' }),
  ),
};
