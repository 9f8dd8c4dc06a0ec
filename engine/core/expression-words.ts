/** What can be wrong with an expression, in Portuguese: the `problem` of its issue. Beside `words.ts`, for the same reason. */

const kindWords: Readonly<Record<string, string>> = {
  text: 'um texto',
  integer: 'um número inteiro',
  decimal: 'um número decimal',
  boolean: 'verdadeiro ou falso',
  date: 'uma data',
  month: 'um mês',
  time: 'uma hora',
  moment: 'um momento',
  relation: 'uma relação',
  list: 'uma lista',
  row: 'uma linha',
  null: 'vazio',
  opaque: 'um valor que só se testa com empty()',
};

const either = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ou ${words.at(-1)}`;

const kindWord = (kind: string): string => kindWords[kind] ?? kind;

export const expressionWords = {
  empty: 'a expressão está vazia',
  end: 'a expressão termina antes da hora',
  unexpected: (text: string) => `não se esperava '${text}'`,
  assignment: "para comparar se usa '==', não '='",
  logic: "'e', 'ou' e 'não' se escrevem '&&', '||' e '!'",
  unterminated: 'falta fechar as aspas do texto',
  reserved: (name: string) => `'${name}' é uma palavra reservada da linguagem`,
  tooLong: 'a expressão é longa demais; divida-a em campos calculados',
  syntax: 'a expressão não está bem escrita',
  unsupported: (text: string) => `'${text}' não faz parte da linguagem`,
  nameUnknown: (name: string) => `não existe '${name}'`,
  functionUnknown: (name: string) => `não existe a função '${name}'`,
  functionBare: (name: string) => `'${name}' é uma função; escreva '${name}(...)'`,
  arity: (name: string, expected: number, found: number) =>
    `'${name}' recebe ${expected === 0 ? 'nenhum argumento' : expected === 1 ? '1 argumento' : `${expected} argumentos`}, não ${found}`,
  argument: (name: string, place: number, expected: readonly string[], found: string) =>
    `o ${place}º argumento de '${name}' deve ser ${either(expected.map(kindWord))}, não ${kindWord(found)}`,
  operand: (operator: string, found: string) => `'${operator}' não se aplica a ${kindWord(found)}`,
  operands: (operator: string, a: string, b: string) => `'${operator}' não se aplica a ${kindWord(a)} e ${kindWord(b)}`,
  dayAndMoment: 'uma data e um momento não se comparam; use dayOf(momento), o dia em que ele cai',
  dates: 'datas não se somam nem se subtraem assim; use addDays, daysBetween e as outras funções de data',
  code: (value: string, values: readonly string[]) =>
    `'${value}' não é um valor da lista: ${values.slice(0, 12).join(', ')}${values.length > 12 ? ', ...' : ''}`,
  day: (value: string) => `'${value}' não é uma data AAAA-MM-DD`,
  dayLiteral: "date() recebe um texto escrito na própria expressão: date('2026-12-31')",
  branches: (a: string, b: string) => `os dois lados de '?:' diferem: ${kindWord(a)} e ${kindWord(b)}`,
  items: 'os itens da lista são de tipos diferentes',
  number: 'o número é grande demais',
  result: (expected: string, found: string) => `a expressão deve dar ${kindWord(expected)}, e dá ${kindWord(found)}`,
  resultRelation: (entity: string, other: string | undefined, found: string) =>
    `a expressão deve apontar para um registro de '${entity}', e ${other === undefined ? `dá ${kindWord(found)}` : `aponta para um de '${other}'`}`,
  resultNothing: 'a expressão dá sempre vazio',
  roundHint: 'a expressão dá um número decimal e o campo é inteiro; use floor, ceil ou outro tipo de campo',
  macro: (name: string) => `'${name}' se escreve lista.${name}(x, ...)`,
  macroDepth: 'há listas dentro de listas demais',
  macroList: (name: string, found: string) => `'${name}' percorre uma lista, não ${kindWord(found)}`,
  shadow: (name: string) => `'${name}' já é um nome aqui; escolha outro para o item`,
  rowBare: (name: string) => `'${name}' é uma linha; diga qual campo: ${name}.campo`,
  dotted: (name: string) => `'${name}' não tem campos`,
  behind: (name: string) =>
    `'${name}' aponta para outro registro, e os campos dele só se leem em x-rules, nas transições e no when das ações, por no máximo duas relações seguidas`,
  parentBare: "diga qual campo do registro: 'parent.campo'",
  secret: (name: string) => `'${name}' é um segredo e não se lê`,
  computedType: 'um campo deste tipo não se calcula',
  computedNumbered: (field: string) => `'${field}' só tem valor depois de gravado`,
  computedParent: 'um campo calculado de linha não lê o registro a que a linha pertence',
  computedAlone: (key: string) => `o valor é calculado, e '${key}' não tem efeito`,
  hiddenRequired: 'o campo é sempre obrigatório; oculto, ninguém poderia preenchê-lo (use x-required-when)',
  alwaysHidden: 'o campo está sempre oculto',
  alwaysRequired: 'o campo é sempre obrigatório',
  alwaysReadOnly: 'o campo é sempre só de leitura',
  lockedAlready: "'x-locked' já fecha o campo na mesma condição",
  lockedNever: (word: string) => `ninguém escreve o campo ('${word}'): a exceção não tem efeito`,
  lockedNothing: "não diz o que fecha o registro: falta 'when' ou 'with'",
  lockedWithOpen: (field: string) => `o que '${field}' aponta nunca se fecha: não tem 'x-locked'`,
  lockedWithRows: (field: string) =>
    `o que fecha o registro em '${field}' lê mais que campos dele (linhas de uma lista), e daqui só se leem campos`,
  requiredReadOnly: 'o campo é só de leitura, e ninguém poderia preenchê-lo',
  nowOutside: "'now()' só vale em 'set' de uma transição; aqui use 'today()'",
  callerOutside:
    "'caller()', quem pede, só vale nas transições ('states.transitions': when, rules, begins, set, rows, effects); aqui ninguém pede",
  callerUnknown: "'caller()' é quem pede, e nenhuma entidade diz com 'login' quem são os usuários",
  callerDotted: "de 'caller()' só se pergunta quem é; os campos do usuário não se leem",
  constant: 'a expressão não lê nenhum campo: é sempre o mesmo',
} as const;
