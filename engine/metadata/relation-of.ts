/** How files name a relation of another entity: `conta_receber.responsavel`. */
export const relationOf = '^[a-z][a-z0-9_]*\\.[a-z][a-z0-9_]*$';
/** A relation of the record itself, or one of another entity to it. */
export const linkedBy = '^[a-z][a-z0-9_]*(\\.[a-z][a-z0-9_]*)?$';
export const linkedByWords =
  'uma relação deste registro, ou uma entidade e a relação dela com este: conta_receber.responsavel';
export const relationOfWords = 'uma entidade e uma relação dela, com um ponto entre as duas: conta_receber.responsavel';
