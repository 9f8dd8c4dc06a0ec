/** What issues say of a query.sql: phrases for `problem`, beside those of `words.ts`. */
export const queryWords = {
  empty: 'o arquivo não tem consulta',
  many: 'há mais de uma instrução; deixe um só SELECT',
  noSelect: 'a instrução não é um SELECT',
  part: (part: string) => `'${part}' não se usa em uma consulta`,
  values: 'VALUES não se usa em uma consulta; leia de uma entidade',
  into: 'INTO grava uma tabela, e uma consulta só lê',
  locking: 'FOR UPDATE e FOR SHARE travam registros, e uma consulta só lê',
  pages: 'ORDER BY, LIMIT e OFFSET não vão na consulta de fora; a lista ordena e pagina',
  recursive: 'WITH RECURSIVE não se usa em uma consulta',
  writing: 'dentro de WITH só vai SELECT',
  star: "'*' não diz quais colunas; escreva o nome de cada uma",
  schema: (name: string) => `'${name}' tem um esquema na frente; escreva só o nome da entidade`,
  from: 'em FROM só vão entidades, JOIN com ON e SELECT entre parênteses com nome',
  joinColumns: 'USING e NATURAL não dizem de que lado vem a coluna; escreva ON',
  aliasColumns: 'os nomes de colunas depois do nome da tabela não se usam; nomeie as colunas dentro do SELECT',
  nameTwice: (name: string) => `há duas tabelas com o nome '${name}'; dê outro nome a uma delas`,
  ambiguous: (name: string) => `a coluna '${name}' existe em mais de uma tabela; escreva o nome da tabela na frente`,
  function: (name: string) => `a função '${name}' não está entre as que se usam em uma consulta`,
  type: (name: string) => `o tipo '${name}' não está entre os que se usam em uma consulta`,
  operator: 'o operador não pode ter um esquema na frente',
  currentDate:
    "o dia do banco é o de UTC; escreva (current_timestamp at time zone 'America/Sao_Paulo')::date em vez de current_date",
  unnamed: 'a coluna não tem nome; escreva «as» e o nome',
  columnTwice: (name: string) => `há duas colunas com o nome '${name}'`,
  unequal: 'os dois lados têm números diferentes de colunas',
  idAbsent: "falta a coluna 'id', que identifica cada linha",
  idSource: "'id' se faz só dos ids de entidades, para que continue o mesmo e não se repita",
  columnAbsent: (column: string) => `falta a coluna '${column}', do campo de schema.json`,
  columnExtra: (column: string) => `a coluna '${column}' não é 'id' nem um campo de schema.json`,
  relation: (entity: string) => `uma relação com '${entity}'`,
  scopeAbsent: (roles: readonly string[]) =>
    roles.length === 0
      ? "falta 'openTo', que diz quem a vê"
      : `falta 'scope' com ${roles.map((role) => `'${role}'`).join(' ou ')}`,
  scopeOpen: (role: string) => `'openTo' a abre por inteiro ao papel '${role}', que nela não vê todas`,
  scopeUnknown: (role: string) => `nela ninguém com o papel '${role}' vê linhas`,
  scopeColumn: (field: string, columns: readonly string[]) =>
    `o campo '${field}' não é a coluna por que ela se limita, ${columns.map((column) => `'${column}'`).join(' ou ')}`,
  notTable: (name: string) => `'${name}' não tem tabela própria, e uma consulta só lê das que têm`,
} as const;
