/**
 * Portuguese phrases that fill the parameters of issues (`problem`, `expected`, `reason`). They are here and not in
 * `schemas/messages/pt-BR.json` because that file is itself checked by the loader, which must be able to say what is
 * wrong with it before it is read.
 */

import { placesOf } from './decimal.ts';

/** A JSON type, with its article. */
export const typeWords: Readonly<Record<string, string>> = {
  string: 'um texto',
  integer: 'um número inteiro',
  number: 'um número',
  boolean: 'true ou false',
  array: 'uma lista',
  object: 'um objeto',
  null: 'null',
};

export const typeOfJson = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;

/** By the names that jsonc-parser gives its errors. */
export const syntaxWords: Readonly<Record<string, string>> = {
  InvalidSymbol: 'há um símbolo que não pertence a JSON',
  InvalidNumberFormat: 'há um número mal escrito',
  PropertyNameExpected: 'falta o nome de uma chave, entre aspas duplas',
  ValueExpected: 'falta um valor',
  ColonExpected: 'faltam dois-pontos',
  CommaExpected: 'falta uma vírgula',
  CloseBraceExpected: 'falta fechar com }',
  CloseBracketExpected: 'falta fechar com ]',
  EndOfFileExpected: 'há texto depois do fim',
  InvalidCommentToken: 'comentários não são aceitos; use "description"',
  UnexpectedEndOfComment: 'há um comentário sem fim',
  UnexpectedEndOfString: 'falta fechar as aspas',
  UnexpectedEndOfNumber: 'há um número incompleto',
  InvalidUnicode: 'há uma sequência \\u inválida',
  InvalidEscapeCharacter: 'há um caractere inválido depois da barra',
  InvalidCharacter: 'há um caractere inválido',
};

const quoteList = (values: readonly unknown[]): string => values.map((value) => `'${value}'`).join(', ');

/** What a keyword of JSON Schema expects of a value, in words. */
export const limitWords: Readonly<Record<string, (limit: unknown) => string>> = {
  enum: (values) =>
    (values as unknown[]).length === 0 ? 'um valor da lista' : `um de ${quoteList(values as unknown[])}`,
  const: (value) => `'${value}'`,
  pattern: (pattern) => `um texto na forma ${pattern}`,
  format: (format) => (format === 'regex' ? 'uma expressão regular' : `o formato ${format}`),
  minLength: (limit) => (limit === 1 ? 'um texto que não seja vazio' : `ao menos ${limit} caracteres`),
  maxLength: (limit) => `no máximo ${limit} caracteres`,
  minItems: (limit) => (limit === 1 ? 'ao menos um item' : `ao menos ${limit} itens`),
  maxItems: (limit) => `no máximo ${limit} itens`,
  uniqueItems: () => 'itens sem repetição',
  minProperties: (limit) => (limit === 1 ? 'ao menos uma chave' : `ao menos ${limit} chaves`),
  minimum: (limit) => `no mínimo ${limit}`,
  maximum: (limit) => `no máximo ${limit}`,
  exclusiveMinimum: (limit) => `mais que ${limit}`,
  multipleOf: (step) => {
    const places = placesOf(Number(step));
    if (Number(step) !== Number(`1e-${places}`)) return `um múltiplo de ${step}`;
    return places === 0
      ? 'um número inteiro'
      : `no máximo ${places} ${places === 1 ? 'casa decimal' : 'casas decimais'}`;
  },
};

/** Everything else that a `problem` or a `reason` says. */
export const phrases = {
  expected: (expected: string) => `esperado ${expected}`,
  keyAdvice: 'Remova a chave ou corrija o nome.',
  besideRef: "Ao lado de '$ref' não vai mais nada: a parte descreve a linha inteira. Remova a chave.",
  screenKeyAdvice: "Sem 'path' não há tela: informe 'path' ou remova a chave.",
  entityKeyAdvice: 'Ela é da entidade: fica na pasta que tem o schema.json.',
  notExpected: (value: string, problem: string) => `o valor é '${value}', ${problem}`,
  relationAlone: "numa relação não se informa 'type'; retire-o",
  typeMissing: "falta 'type'",
  typeOfFormat: (format: string, type: string) => `'format': '${format}' pede 'type': '${type}'`,
  typeOfCodes: "'x-code-list' pede 'type': 'string' e nenhum 'format'",
  typeOdd: 'a combinação de chaves não forma um tipo',
  minimumOverMaximum: (least: number, most: number) => `'minimum' (${least}) é maior que 'maximum' (${most})`,
  minLengthOverMaxLength: (least: number, most: number) => `'minLength' (${least}) é maior que 'maxLength' (${most})`,
  minItemsOptional: "'minItems' pede linhas, e a lista não está em 'required'",
  minItemsOverMaxItems: (least: number, most: number) => `'minItems' (${least}) é maior que 'maxItems' (${most})`,
  maskTooLong: (length: number, most: number) => `a máscara pede ${length} caracteres, mais que 'maxLength' (${most})`,
  maskTooShort: (length: number, least: number) =>
    `a máscara pede ${length} caracteres, menos que 'minLength' (${least})`,
  notText: 'seu tipo não se pesquisa como texto',
  required: 'é obrigatório e está vazio',
  unrepeated: 'um valor que não se repete',
  existing: 'um registro que existe',
  rule: (message: string) => `a linha não atende a uma regra: «${message}»`,
  computedColumn: 'o valor é calculado; retire a coluna',
  columnAbsent: 'é obrigatório e não tem coluna em data.csv',
  repeated: (line: number) => `repete o valor da linha ${line}`,
  keyUnknown: (entity: string) => `que não é chave de nenhuma linha inicial de '${entity}'`,
  targetWithoutRows: (entity: string) => `'${entity}' não tem linhas iniciais com chave natural`,
  masked: (mask: string) => `um valor na máscara ${mask}`,
  maskEmpty: 'não aceita nenhum caractere',
  maskEscape: "termina em '!' sem o caractere seguinte",
  unique: 'seu valor não se repete entre registros',
  readOnly: 'é só de leitura',
  hidden: 'está oculto',
  secret: 'é um segredo',
  rows: 'uma lista de linhas',
  rowNumber: (number: number) => `linha ${number}`,
  row: 'uma linha com os campos da lista',
  ownId: 'o id de uma linha da lista',
  dotted: 'pertence a outra entidade',
  ownFiles: 'cada arquivo é de um só registro',
  rowFiles: 'as linhas de uma lista não têm anexos; informe o campo no registro',
  relation: 'é uma relação',
  notDate: 'não é uma data',
  noValidity: (entity: string) => `'${entity}' não diz em 'autocomplete.validity' quando os seus registros valem`,
  twice: 'aparece em mais de uma seção',
  noList: 'não é uma lista da entidade nem a relação de outra entidade',
  noRelationHere: (field: string, here: string) => `'${field}' não é uma relação que aponte para '${here}'`,
  listAbsent: "só vale junto com 'list'",
  detailEmpty: "não informa 'fields' nem 'list'",
  notSummed: 'só se somam números e valores',
  noColumn: "não está em 'columns'",
  longText: 'um texto de várias linhas não cabe na célula',
  noRow: 'um botão não parte de uma linha; retire o que está entre chaves',
  fieldProblem: (field: string, problem: string) => `o campo '${field}': ${problem}`,
  filterAndValues: "'filter' abre a lista e 'values' abre um registro novo; informe um dos dois",
  actionRepeated: 'o nome já é de outra ação da lista',
  oneEffect: "informe exatamente um de 'open', 'change' e 'link'",
  requiredOutside: 'é obrigatório e não está em nenhuma seção',
  matchUnsuited: (match: string) => `a comparação '${match}' não serve a seu tipo`,
  rangeReversed: 'o mínimo passa do máximo',
  csvColumns: (found: number, expected: number) => `a linha tem ${found} das ${expected} colunas do cabeçalho`,
  csvSemicolons: 'o separador é ponto e vírgula; use vírgula',
  csvQuotes: 'há aspas sem fechar ou fora de lugar',
  csvEmpty: 'falta o cabeçalho',
  csvHeaderTwice: (name: string) => `a coluna '${name}' aparece duas vezes no cabeçalho`,
  clientNeeded: 'depende do cliente; informe também --client <cliente>',
  anotherShape: 'outra forma',
} as const;

/** The rules that give a value where no file does, as `explain` cites them. */
export const ruleWords = {
  absent: 'a linguagem não pede e nenhum arquivo informa',
  language: 'padrão da linguagem',
  notRequired: "não está em 'required'",
  type: "tipo de campo reconhecido por 'type', 'format', 'x-relation' e 'x-code-list'",
  minItems: "'required' pede uma linha; sem ele, nenhuma",
  ownedEntity: 'o nome da entidade seguido do nome da lista',
  column: 'o nome do campo; numa relação, o nome seguido de _id',
  codes: 'todos os valores da lista de códigos, na ordem dela',
  entityLabel: 'os dois primeiros campos de texto; sem nenhum, o primeiro campo',
  relationLabel: 'o rótulo da entidade apontada',
  naturalKey: 'o primeiro campo único e obrigatório',
  indexes: 'campos únicos, chave natural, combinações únicas, "indexes" e relações',
  subject: 'o assunto da rota; sem rota, o nome da entidade',
  title: 'o título de schema.json',
  columns: 'os seis primeiros campos visíveis',
  sort: 'a chave natural, se visível e sem relações; depois o id',
  search: "os campos de 'search', cada um comparado conforme o seu tipo",
  sections: 'uma seção com todos os campos visíveis',
  route: 'a rota da primeira tela que mostra a entidade',
  client: 'padrão do produto',
  accent: 'padrão do produto',
  logo: 'a inicial do título',
} as const;
