/**
 * A name as the language writes it: unaccented snake_case. `Descrição` gives `descricao`, `dataInicio` `data_inicio`,
 * `/Especialidades` `especialidades`. A name that is right already comes back as it is; parts behind dots stay parts.
 */
export const plainName = (name: string): string =>
  name
    .split('.')
    .map((part) =>
      part
        .normalize('NFD')
        .replace(/\p{Mn}/gu, '')
        .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '_')
        .replace(/^[_\d]+|_+$/g, ''),
    )
    .join('.');
