/** What is said of changes to data that is there: why one of changes.json is void, and what a step of a plan does. */
export const changeWords = {
  entityThere: (entity: string) => `a entidade '${entity}' está nos arquivos`,
  entityGone: (entity: string) => `a entidade '${entity}' não está nos arquivos`,
  fieldThere: (field: string) => `o campo '${field}' está nos arquivos`,
  fieldGone: (field: string) => `o campo '${field}' não está nos arquivos`,
  sameName: 'o nome é o mesmo',
  otherType: (type: string) => `o campo é do tipo ${type}`,
  otherLimit: (limit: number | undefined) =>
    limit === undefined ? 'o campo não tem limite de caracteres nem casas decimais' : `o limite do campo é ${limit}`,
} as const;

/** One line each, a verb first. */
export const stepWords = {
  createTable: 'cria a tabela',
  insertRow: (file: string, line: number) => `insere a linha ${line} de ${file}`,
  dropTables: 'apaga as tabelas e os históricos',
  removedEntity: 'o cadastro saiu dos arquivos',
  addColumn: (column: string) => `cria a coluna ${column}`,
  addGenerated: (column: string) => `cria a coluna calculada ${column}, que reescreve a tabela`,
  dropGenerated: (column: string) => `retira a coluna calculada ${column}, que se faz de novo das outras`,
  dropColumn: (column: string) => `apaga a coluna ${column} e os seus valores`,
  dropHistory: (column: string) => `apaga a coluna ${column} do histórico`,
  removedField: (column: string) => `a coluna ${column} saiu dos arquivos`,
  rename: (from: string, to: string) => `muda o nome da coluna ${from} para ${to}, na tabela e no histórico`,
  renameObject: (from: string, to: string) => `muda o nome de ${from} para ${to}`,
  retype: (column: string, before: string, after: string) =>
    `muda o tipo da coluna ${column}, de ${before} para ${after}`,
  retypeHistory: (column: string) =>
    `muda o tipo da coluna ${column} no histórico; o que não se converte fica sem valor`,
  wholeHistory: (column: string) => `muda o tipo da coluna ${column} no histórico`,
  widenHistory: (column: string) => `deixa o histórico da coluna ${column} guardar qualquer número de casas`,
  cut: (column: string, limit: number) => `corta em ${limit} caracteres os textos da coluna ${column}`,
  round: (column: string, before: string, after: string) => `arredonda a coluna ${column}, de ${before} para ${after}`,
  setDefault: (column: string) => `muda o valor padrão da coluna ${column}`,
  passNumbers: (column: string) => `continua a numeração da coluna ${column} depois dos números que há`,
  dropDefault: (column: string) => `retira o valor padrão da coluna ${column}`,
  optional: (column: string) => `deixa a coluna ${column} ser vazia`,
  required: (column: string) => `exige um valor na coluna ${column}`,
  someValue: (column: string) => `um valor na coluna ${column}`,
  dropHeld: (column: string) =>
    `retira da coluna ${column} a exigência provisória de um valor, que uma mudança interrompida deixou`,
  addRule: (rule: string) => `passa a exigir ${rule}`,
  holdRule: (rule: string) => `passa a exigir do que se grava ${rule}`,
  proveRule: (rule: string) => `exige dos registros que há ${rule}`,
  addUniqueIndex: (columns: string) => `constrói o índice único de ${columns}`,
  dropLoose: (name: string) => `retira o índice ${name}, que uma mudança interrompida deixou`,
  dropRule: (rule: string) => `deixa de exigir ${rule}`,
  addIndex: (columns: string) => `cria o índice de ${columns}`,
  dropIndex: (columns: string) => `retira o índice de ${columns}`,
  createHistory: 'cria o histórico',
  addHistory: (column: string) => `cria a coluna ${column} no histórico`,
  fillHistory: (column: string) => `põe os valores da coluna ${column} nas versões atuais do histórico`,
  hideHistory: (column: string) => `tira do histórico os valores da coluna ${column}, que passou a ser um segredo`,
  renewHistory: 'renova as funções e os gatilhos do histórico',
  renewAttachments: 'renova os gatilhos dos anexos',
  dropView: 'retira a consulta que saiu dos arquivos',
  views: 'faz de novo as consultas',
  compute: 'calcula de novo os campos calculados, em partes de mil registros',
  castable: (type: string) => `um valor que se possa ler como ${type}`,
  /** What a plan rests on, in the order of its seal. */
  parts: ['o banco', 'os arquivos', 'os passos', 'os registros que se perdem ou não cabem'],
  places: (places: number) => `no máximo ${places} casas decimais`,
} as const;

/** Why a field cannot have another name. */
export const renameWords = {
  faulty: "há erros nos arquivos; veja-os com 'validate'",
  noEntity: (entity: string) => `a entidade '${entity}' não existe`,
  noField: (entity: string, field: string) =>
    `'${entity}' não tem o campo '${field}'; listas de linhas não mudam de nome`,
  same: 'o nome é o mesmo',
  badName: (name: string) => `'${name}' não serve de nome de campo`,
  taken: (name: string) => `já existe um campo '${name}'`,
  engineOwn: 'o campo é do próprio motor',
  output: 'não se sabe onde o query.sql dá nome à coluna; escreva "as" com o nome dela',
  broken: (place: string) => `depois da mudança os arquivos teriam um erro em ${place}`,
  differs: (client: string) => `depois da mudança os arquivos diriam outra coisa (${client})`,
} as const;
