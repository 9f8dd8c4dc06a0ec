/** How files name a relation of another entity: `conta_receber.responsavel`. */
export const relationOf = '^[a-z][a-z0-9_]*\\.[a-z][a-z0-9_]*$';
export const relationOfWords = 'uma entidade e uma relação dela, com um ponto entre as duas: conta_receber.responsavel';
