/** Rights in `data.csv`. In: the cells of a row of rules or of field rights. Out: the right that it names and nothing has. */
import type { Catalogues } from '../../engine/model/contracts.ts';
import { fieldProblem } from './read-permissions.ts';
import { catalogueOf, pairProblem } from './rights-catalogue.ts';

export const rightRows: Catalogues['rightRows'] = {
  regra: (row, model) => {
    const [subject, action] = [row.get('assunto'), row.get('acao')];
    // A rule that sleeps gives nothing; a cell that lacks is reported as such.
    if (!subject || !action || row.get('ativo') === 'false') return undefined;
    const problem = pairProblem(catalogueOf(model), subject, action);
    return (
      problem && {
        field: problem.unknown === 'subject' ? 'assunto' : 'acao',
        right: `${subject}:${action}`,
        suggestion: problem.suggestion,
      }
    );
  },
  config_permissao: (row, model) => {
    const [entity, field] = [row.get('entidade'), row.get('campo')];
    if (!entity || !field) return undefined;
    const problem = fieldProblem(model, entity, field);
    if (problem === undefined) return undefined;
    return {
      field: model.entities[entity] === undefined ? 'entidade' : 'campo',
      right: `${entity}.${field}`,
      suggestion: problem ?? undefined,
    };
  },
};
