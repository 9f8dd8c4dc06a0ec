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
  PropertyNameExpected: 'falta o nome de uma chave, entre aspas duplas, ou sobra a vírgula antes deste ponto',
  ValueExpected: 'falta um valor',
  ColonExpected: 'faltam dois-pontos',
  CommaExpected: 'falta uma vírgula antes deste ponto',
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

const joined = new Intl.ListFormat('pt-BR', { type: 'conjunction' });
const either = new Intl.ListFormat('pt-BR', { type: 'disjunction' });
const joinList = (values: readonly string[]): string => joined.format(values);

const decimalPlaces = (count: number): string => `${count} ${count === 1 ? 'casa decimal' : 'casas decimais'}`;

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
    return places === 0 ? 'um número inteiro' : `no máximo ${decimalPlaces(places)}`;
  },
};

/** Everything else that a `problem` or a `reason` says. */
export const phrases = {
  momentForm: (text: string) =>
    `'${text}' não é uma data AAAA-MM-DD nem um momento como 2026-03-12T14:30 ou 2026-03-12T14:30:00-03:00`,
  momentAhead: (text: string) => `o momento '${text}' ainda não passou; uma data vale pelo seu fim`,
  momentBefore: (title: string, since: string) => `o histórico de ${title} começa em ${since}`,
  momentArchived: (title: string, since: string) =>
    `o histórico de ${title} é guardado desde ${since}; o que veio antes está em arquivo`,
  viewThen: (title: string) => `${title} vem de uma consulta, da qual não se guarda histórico`,
  expected: (expected: string) => `esperado ${expected}`,
  calledIn: (title: string, names: readonly string[], more: boolean) =>
    names.length === 0 ? title : `${title} (${joinList(more ? [...names, 'outros'] : names)})`,
  listOf: (list: string, owner: string) => `${list} de ${owner}`,
  moreRecords: (count: number) => (count === 1 ? 'mais 1 registro' : `mais ${count} registros`),
  keyAdvice: 'Remova a chave ou corrija o nome.',
  besideRef: "Ao lado de '$ref' não vai mais nada: a parte descreve a linha inteira. Remova a chave.",
  screenKeyAdvice: "Sem 'path' não há tela: informe 'path' ou remova a chave.",
  entityKeyAdvice: 'Ela é da entidade: fica na pasta que tem o schema.json.',
  furtherKeyAdvice: 'Ela é de uma tela que mostra a entidade de outra pasta; aqui o schema.json já diz.',
  noDefault: 'só um campo de um valor, sem relação nem arquivo, começa com um',
  givenByEngine: 'o valor vem do próprio sistema',
  onlyEverything: 'a lista traz todos os campos, e sem ela vale o mesmo; remova-a',
  onlyWhole: "a lista já está em 'only' por inteiro; retire um dos dois",
  rowsDefault: "das linhas só o schema.json diz com que começam; remova 'default'",
  hiddenEverywhere: "não aparece em nenhuma tela; retire-o de 'only'",
  saidOutside: (key: string) => `não está em 'only', e ninguém lê '${key}'; inclua-o em 'only' ou remova '${key}'`,
  saidAlready: (key: string) => `'${key}' repete o que a entidade já diz; remova-o`,
  arrayRequired: "uma lista é obrigatória por 'minItems', no schema.json; remova 'required'",
  requiredConditional: "só aparece quando vale 'x-visible-when', e não pode ser sempre obrigatório",
  requiredNowhere:
    "é obrigatório, e por esta tela ninguém o informa; dê um 'default' em 'fields', inclua-o em 'only' ou retire 'insert' com 'withheld'",
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
  stepFine: (step: number, places: number, kept: number) =>
    `'multipleOf' ${step} tem ${decimalPlaces(places)}, e o campo guarda ${kept === 0 ? 'só números inteiros' : `no máximo ${decimalPlaces(kept)}`}`,
  stepAdvice: (kept: number, scale: number | undefined) => {
    const coarser = kept === 0 ? "um 'multipleOf' inteiro" : `um 'multipleOf' de no máximo ${decimalPlaces(kept)}`;
    return scale === undefined ? coarser : `"x-scale": ${scale} no campo, ou ${coarser}`;
  },
  maskTooLong: (length: number, most: number) => `a máscara pede ${length} caracteres, mais que 'maxLength' (${most})`,
  maskTooShort: (length: number, least: number) =>
    `a máscara pede ${length} caracteres, menos que 'minLength' (${least})`,
  maskAgainstFormat: (length: number, format: string, lengths: readonly number[]) =>
    `a máscara pede ${length} caracteres, e um valor de 'format' ${format} tem ${lengths.join(' ou ')}`,
  noLongerRequired: 'o valor deixa de ser obrigatório',
  openToWriting: 'o campo só de leitura passa a ser digitado',
  maskTakenAway: 'a máscara deixa de ser conferida',
  maskWider: 'a máscara aceita o que a da base recusa',
  notAsked: (condition: string | undefined, transitions: readonly string[]) =>
    `oculto, o valor deixa de ser pedido ${[
      ...(condition === undefined ? [] : [`quando «${condition}»`]),
      ...(transitions.length === 0 ? [] : [`em ${transitions.map((title) => `'${title}'`).join(', ')}`]),
    ].join(' e ')}`,
  notText: 'seu tipo não se pesquisa por palavras',
  notSearched: (entity: string) => `a busca rápida de '${entity}' não lê nenhum texto nem número`,
  required: 'é obrigatório e está vazio',
  unrepeated: 'um valor que não se repete',
  apart: (fields: string) => `que ${fields} não se sobreponham entre registros`,
  inOrder: (first: string) => `um valor que não venha antes de '${first}'`,
  sameIn: (fields: readonly string[]) =>
    ` com ${fields.length === 1 ? 'o mesmo valor' : 'os mesmos valores'} em ${joinList(fields)}`,
  /** Of each range the ends that the reader knows of: both, or one. */
  meetsIn: (ranges: readonly (readonly string[])[]) => {
    const whole = ranges.filter((ends) => ends.length === 2).map(([first, last]) => `de ${first} a ${last}`);
    const alone = ranges.flatMap((ends) => (ends.length === 1 ? ends : []));
    const said =
      whole.length === 0 ? [] : [`${whole.length === 1 ? 'no intervalo' : 'nos intervalos'} ${joinList(whole)}`];
    if (alone.length > 0) said.push(`em ${joinList(alone)}`);
    return said.length === 0 ? 'em outro campo' : joinList(said);
  },
  notBefore: (last: string, first: string) => `${last} não pode ser anterior a ${first}.`,
  notLess: (last: string, first: string) => `${last} não pode ser menor que ${first}.`,
  noFixed: 'só códigos, sim e não, textos e números inteiros têm um valor fixo',
  keyAbsent: (key: string) => `falta '${key}'`,
  referenceOfAll: "'reference' já diz de todos os registros",
  noFixedList: 'só um código tem vários valores; informe um só',
  computed: 'seu valor é calculado',
  fixedAsked: (key: string) => `está em '${key}', e nesta tela o seu valor é fixo`,
  parameterTaken: (name: string) => `'${name}' já é o nome de um filtro da tela; escolha outro`,
  parameterRepeated: (name: string) => `'${name}' já é o nome de outro parâmetro`,
  operatorUnsuited: (operator: string) => `o operador '${operator}' não serve a seu tipo`,
  noKey: 'um campo deste tipo não serve de chave',
  noRange: 'só datas, meses, anos, horas, momentos e números formam um intervalo',
  rangeOfOne: 'um intervalo tem dois campos diferentes, o primeiro e o último',
  rangeOfTwoTypes: (first: string) => `não tem o mesmo tipo de '${first}', com que forma o intervalo`,
  existing: 'um registro que existe',
  rule: (message: string) => `a linha não atende a uma regra: «${message}»`,
  computedColumn: 'o valor é calculado; retire a coluna',
  columnAbsent: 'é obrigatório e não tem coluna em data.csv',
  repeated: (line: number) => `repete o valor da linha ${line}`,
  repeatedTogether: (fields: readonly string[], line: number) =>
    `repete os valores de ${quoteList(fields)} da linha ${line}`,
  overlapsLine: (ends: readonly string[], same: readonly string[], line: number) =>
    `${quoteList(ends)} se sobrepõem aos da linha ${line}${same.length === 0 ? '' : `, com o mesmo valor em ${quoteList(same)}`}`,
  repeatsRecord: (fields: readonly string[], record: string) =>
    `${fields.length === 1 ? 'repete o valor' : 'repete os valores'} de ${quoteList(fields)} do ${record}`,
  overlapsRecord: (ends: readonly string[], same: readonly string[], record: string) =>
    `${quoteList(ends)} se sobrepõem aos do ${record}${same.length === 0 ? '' : `, com o mesmo valor em ${quoteList(same)}`}`,
  recordNamed: (id: string, key: string | undefined) =>
    key === undefined ? `registro de id ${id}` : `registro '${key}' (id ${id})`,
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
  sequenceOfRows: 'as linhas de uma lista não são numeradas; numere o registro',
  sequenceBeside: (keyword: string) => `retire '${keyword}': o sistema dá o número, e ninguém mais`,
  sequenceShared: "acrescente 'x-unique': true",
  sequenceDigits: 'o campo é um número inteiro e o texto tem mais que algarismos',
  sequenceLong: (length: number, limit: number) => `o número tem ${length} caracteres, e maxLength é ${limit}`,
  rowFiles: 'as linhas de uma lista não têm anexos; informe o campo no registro',
  relation: 'é uma relação',
  notDate: 'não é uma data',
  noRelation: 'não é uma relação da própria entidade',
  ownRecords: 'a entidade tem os próprios registros, e só a linha de uma consulta está por outro',
  noValidity: (entity: string) => `'${entity}' não diz em 'autocomplete.validity' quando os seus registros valem`,
  noConstant: 'de um campo deste tipo não se informa um valor fixo',
  noConstantList: 'só uma lista de códigos aceita vários valores',
  noComparison: 'por um campo deste tipo não se escolhem registros',
  sensitive: 'é um dado pessoal sensível, que a escolha daria a conhecer',
  sensitiveKnown: 'é um dado pessoal sensível, que só conhece quem pode ver o próprio registro',
  anotherType: (from: string) => `'${from}' não é do mesmo tipo`,
  noOwner: (from: string) => `'${from}' seria um campo do registro dono, e este registro não é linha de outro`,
  filledPath: 'informe uma relação e um campo do registro apontado, com um ponto entre eles',
  filledOwner: 'as linhas de uma lista são preenchidas por relações delas mesmas; indique uma relação da linha',
  filledNoRelation: (name: string) => `'${name}' não é uma relação`,
  filledBeside: (keyword: string) => `retire '${keyword}': os dois dariam o valor`,
  filledClosed: (keyword: string) => `retire '${keyword}': nele ninguém veria ou gravaria o valor`,
  filledState: 'a situação só muda por transições',
  filledFiles: 'cada arquivo é de um só registro',
  filledItself: (circle: readonly string[]) => `o valor dependeria dele mesmo: ${circle.join(' → ')}`,
  filledHidden: (name: string) => `'${name}' está oculto`,
  filledSecret: (name: string) => `'${name}' é um segredo`,
  filledMoment: 'de um campo deste tipo não se copia o valor',
  filledType: (name: string) => `'${name}' não é do mesmo tipo`,
  filledTarget: (name: string, entity: string) => `'${name}' não aponta para '${entity}'`,
  filledList: (name: string) => `'${name}' não é da mesma lista de códigos`,
  filledCodes: (name: string, codes: readonly string[]) =>
    `'${name}' pode ter códigos que o campo não aceita: ${codes.join(', ')}`,
  filledShape: (name: string, keyword: string) => `'${name}' pode ter um valor que '${keyword}' do campo não aceita`,
  filledClass: (name: string) =>
    `'${name}' é um dado pessoal de classe mais estrita; dê ao campo a mesma em 'x-personal-data'`,
  begunState: "a situação inicial é dita por 'states'",
  begunUntyped: 'deste tipo de campo nenhuma expressão dá o valor',
  begunFills: (name: string) =>
    `'${name}' é preenchido a partir deste campo, que a expressão só dá depois; retire um dos dois`,
  begunAfterRows: (name: string) => `'parent.${name}' depende de linhas do registro, que começam antes dele`,
  begunNumbered: (name: string) => `'${name}' só recebe o seu número quando o registro é gravado`,
  begunCode: (value: string) => `'${value}' não é um código da lista do campo`,
  begunConstant: "o valor é sempre o mesmo; use 'default'",
  mustBe: (title: string, labels: readonly string[]) => `${title} tem de ser ${either.format(labels)}`,
  mustBeSame: (title: string, from: string) =>
    title === from ? `${title} não é o mesmo deste registro` : `${title} não é o mesmo que ${from} deste registro`,
  mustBeValid: (day: string, from: string) => `não vale em ${day} (${from})`,
  yesNo: (value: boolean) => (value ? 'sim' : 'não'),
  lockedWith: (title: string) =>
    `O registro em '${title}' está fechado a alterações, e este com ele: não pode ser incluído, alterado nem excluído.`,
  notOffered: 'não é um dos que podem ser escolhidos aqui',
  callerNotOffered: 'quem faz isto não é um dos que podem estar aqui',
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
  report: {
    apart:
      "a tela de um registro não é relatório; ponha-o em outra pasta, sem 'schema.json', ou ao lado de um 'query.sql'",
    unread: (key: string) => `'${key}' não vai junto com 'report': um relatório só se lê`,
    nothing: "sem linhas nem grupos não há o que mostrar; informe 'groups'",
    ungrouped: 'por um texto de várias linhas não se agrupa',
    notDate: "só uma data tem 'by'",
    partInside: "'by' só vale no último nível, onde as linhas são mostradas",
    repeated: 'já é um dos níveis',
    only: (key: string) => `'${key}' só vale na tela de um relatório ('report' em 'columns.json')`,
    noPeriod: "'begins' só vale em uma data que se busca por período ('match': 'range')",
  },
  withheld: { insert: 'inclui', update: 'altera', delete: 'apaga' },
  states: {
    fieldType: (field: string) => `o campo '${field}' não tem lista de códigos`,
    fieldOdd: (field: string, key: string) => `em '${field}', '${key}' não vai junto com estados; retire-o`,
    /** By the key of an overlay; of `codes` see `initialTaken`. */
    clientSays: {
      visible: 'oculto, ninguém faria uma transição, nem um administrador',
      default: "quem diz a situação em que um registro começa é 'states.initial'",
      readOnly: 'já é assim: só uma transição o muda',
    } as Readonly<Record<string, string>>,
    clientAdvice: (key: string) =>
      key === 'codes'
        ? "Devolva o valor a 'codes'."
        : `Retire '${key}' do ajuste; para que alguém não veja ou não mude o campo, use as permissões do grupo.`,
    initialTaken: (value: string) => `a lista não tem mais '${value}', com que todo registro começa`,
    codeUnknown: (value: string) => `'${value}' não é um valor da lista do campo`,
    repeated: 'o nome já é de outra transição',
    dead: (from: readonly string[]) => `nenhum registro chega a ${quoteList(from)}, de onde ela parte`,
    messageAlone: "'message' explica 'when', que falta",
    messageMissing: "falta 'message': o que a pessoa lê onde 'when' não vale",
    rows: (field: string) => `'${field}' é uma lista de linhas, que uma transição não pede`,
    requiredUnasked: (field: string) => `'${field}' está em 'required' e não em 'fields'`,
    askedState: (field: string) => `'${field}' guarda o estado, que é a própria transição que muda`,
    askedTwice: (field: string) => `'${field}' está duas vezes em 'fields'`,
    narrowsValue: (field: string) => `'${field}' não é uma relação, e só de uma relação 'where' escolhe registros`,
    narrowsToNone: (field: string) =>
      `nenhum registro serve: o campo '${field}' só aceita, por 'x-relation.where', outros valores`,
    begunUntyped: (field: string) => `'${field}' é de um tipo para o qual 'begins' não tem valor; retire 'begins'`,
    askedAndSet: (field: string) => `'${field}' está em 'fields' e em 'set'; fique com um dos dois`,
    computed: (field: string) => `'${field}' é calculado`,
    hidden: (field: string) => `'${field}' está oculto`,
    secret: (field: string) => `'${field}' é um segredo`,
    files: (field: string) => `'${field}' guarda anexos`,
    linkedTaken: (name: string) => `'${name}' já é um nome deste registro; chame a lista de outro modo`,
    linkedUnread: (name: string) => `nenhuma transição lê a lista '${name}'`,
    untyped: (field: string) => `'${field}' é de um tipo a que 'set' só dá null`,
    setNarrowed: (field: string) =>
      `'${field}' só aceita alguns registros ('where' ou 'date' da relação), e o que 'set' dá ninguém escolhe; peça-o em 'fields', ou dê-lhe 'caller()'`,
  },
  /** What a client hides and is needed: of an error what never comes to be, of a warning what comes to be less. */
  hiddenNeeded: {
    whenNever: (transition: string, when: string) =>
      `a transição '${transition}' nunca se faz: «${when}» não se cumpre`,
    setEmpty: (transition: string, field: string) =>
      `a transição '${transition}' é sempre recusada: deixa vazio '${field}', que é obrigatório`,
    createEmpty: (transition: string, entity: string, field: string) =>
      `a transição '${transition}' é recusada sempre que cria '${entity}', onde '${field}' é obrigatório`,
    moveEmpty: (transition: string, made: string, entity: string, field: string) =>
      `a transição '${transition}' é recusada sempre que leva a '${made}', de '${entity}', que pede '${field}'`,
    whenUnmet: (transition: string, when: string) =>
      `oculto, tem sempre o mesmo valor, com que «${when}», de '${transition}', não se cumpre`,
    readEmpty: (transition: string, when: string) => `oculto, conta como vazio em «${when}», de '${transition}'`,
    effectNever: (transition: string, entity: string, when: string) =>
      `oculto, de '${transition}' nada segue para '${entity}': «${when}» não se cumpre`,
    emptied: (transition: string, field: string, entity: string) =>
      `oculto, '${transition}' deixa vazio '${field}' de '${entity}'`,
    unreached: (transition: string, entity: string) => `oculto, '${transition}' não chega mais a '${entity}'`,
    rowsUnwritten: (transition: string, list: string) => `oculto, '${transition}' não escreve mais linhas de '${list}'`,
    outOfReach: (transition: string, entity: string) =>
      `'${transition}', de '${entity}', cria registros que ninguém mais lista nem leva adiante`,
    keyShared: "oculto, é igual em todos os registros para 'noOverlap', que os mantém separados",
    advice: (takesDefault: boolean) =>
      takesDefault
        ? "Retire 'visible' do ajuste, ou informe ao lado, em 'default', o valor que todos os registros terão."
        : "Retire 'visible' do ajuste; para que alguém não veja o campo, use as permissões do grupo.",
    begunEmpty: (transition: string, field: string) => `oculto, em '${transition}' o campo '${field}' começa vazio`,
    rangeIgnored: "oculto, não separa mais os registros em 'noOverlap'",
  },
  effects: {
    eitherWay:
      "um efeito diz 'each' (os registros que apontam para este), 'through' (aqueles para que este aponta) ou 'creates' (um novo), um só dos três",
    transitionMissing: "falta 'transition': a transição que os outros registros fazem",
    onlyMoving: (key: string) => `'${key}' não combina com 'creates': um registro novo não vem de outra situação`,
    onlyCreating: (key: string) => `'${key}' só combina com 'creates'`,
    ownedNew: (entity: string) => `'${entity}' são linhas de outro registro; crie-o, e dê-as com ele`,
    lost: "diga em 'into' a relação que fica apontando para o novo registro, ou dê 'id' a uma relação dele: de outro modo ninguém o reencontra, nem quem desfaz",
    intoUnlike: (field: string, entity: string) => `'${field}' não é uma relação com '${entity}'`,
    intoWritten: (field: string) => `'${field}' está também em 'fields' ou 'set' da transição; fique com um dos dois`,
    intoAdded: (list: string) =>
      `a transição escreve linhas de '${list}' ela mesma; crie o registro sem 'into', apontando para este`,
    engineGives: (field: string) => `o motor dá o valor de '${field}'`,
    createRequires: (entity: string, field: string) =>
      `um registro de '${entity}' exige '${field}', que o efeito não dá`,
    noField: (field: string, entity: string) => `'${entity}' não tem o campo '${field}'`,
    listOnly: (field: string) => `'${field}' é uma lista de linhas; dê a lista delas`,
    notList: (field: string) => `'${field}' não é uma lista de linhas`,
    noPath: (path: string) => `'${path}' não leva de relação em relação até um campo`,
    pathUnlike: (path: string, field: string) => `'${path}' não é do tipo de '${field}'`,
    keyless: (entity: string) =>
      `a chave natural de '${entity}' não é um só campo de texto; não há como nomear um registro`,
    valueUnlike: (field: string, value: string) => `'${field}' não tem o valor '${value}'`,
    recordUnlike: (field: string) => `'${field}' não é uma relação; 'record' só se dá a uma`,
    noEntity: (entity: string) => `'${entity}' não é uma entidade com registros`,
    owned: (entity: string) => `'${entity}' são linhas de outro registro, que não têm transições próprias`,
    noRelation: (name: string, entity: string) => `'${name}' não é uma relação de '${entity}'`,
    pointsElsewhere: (each: string, entity: string) => `'${each}' aponta para '${entity}', não para este registro`,
    tooLong: (through: string) => `'${through}' passa por mais de uma lista; diga a relação, ou a lista e a relação`,
    noRows: (name: string) => `'${name}' não é uma lista de linhas deste registro`,
    noTransition: (name: string, entity: string) => `'${entity}' não tem a transição '${name}'`,
    requires: (transition: string, field: string) =>
      `'${transition}' exige '${field}', que o efeito não dá em 'fields'`,
    oneRow: (transition: string, list: string) => `'${transition}' acrescenta uma só linha a '${list}'; dê só uma`,
    unasked: (transition: string, field: string) => `'${transition}' não pede '${field}'`,
    relationUnlike: (field: string, entity: string) =>
      `'${field}' é uma relação com '${entity}'; dê uma relação deste registro com a mesma entidade, ou 'id'`,
    cycle: (way: readonly string[]) => `os efeitos voltam ao começo: ${way.join(' → ')}`,
  },
  rowsWritten: {
    twice: (field: string) => `'${field}' está também em 'set'; fique com um dos dois`,
    askedAlways: "'when' e 'fields' não combinam: o que se pede é para uma linha que vem sempre",
    requires: (list: string, field: string) =>
      `uma linha de '${list}' exige '${field}', que não vem de 'fields' nem de 'set'`,
  },
  /** What becomes of other records beside being moved. */
  followed: { created: 'novo registro', removed: 'exclusão' },
  requiredOutside: 'é obrigatório e não está em nenhuma seção',
  searchBehind: (name: string) =>
    `'${name}' é uma relação de outro registro, e só as desta tela têm seletor; busque por um campo desta tela`,
  quickSearchElsewhere: (folder: string) =>
    `o painel é o de search.json, e a busca rápida é a que '${folder}' declara com a entidade`,
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
  viewClass: 'a classe mais estrita do que a consulta lê para o campo',
  viewSources: 'o que a consulta lê para o campo',
  minItems: "'required' pede uma linha; sem ele, nenhuma",
  ownedEntity: 'o nome da entidade seguido do nome da lista',
  states: '"states" de columns.json',
  transitions: 'as transições que pedem o campo ou o gravam, em "states" de columns.json',
  engineGives: "o motor dá o valor, por 'x-computed' ou 'x-sequence'",
  viewRows: 'as linhas vêm de uma consulta, e ninguém as grava',
  engineField: 'campo do próprio motor: de que registro é a linha, e em que posição',
  locked: "o que se escreve no registro, menos o que 'x-locked' excetua ou lê",
  moot: 'a condição não acrescenta nada ao que o campo já diz sempre',
  column: 'o nome do campo; numa relação, o nome seguido de _id',
  codes: 'todos os valores da lista de códigos, na ordem dela',
  entityLabel: 'os dois primeiros campos de texto; sem nenhum, o primeiro campo',
  relationLabel: 'o rótulo da entidade apontada',
  naturalKey: 'o primeiro campo único e obrigatório',
  indexes: 'campos únicos, chave natural, combinações únicas, "indexes" (de linhas, "x-indexes") e relações',
  subject: 'o assunto da rota; sem rota, o nome da entidade',
  title: 'o título de schema.json',
  permission: "o direito 'list' do assunto dos registros",
  columns: 'os seis primeiros campos visíveis',
  sort: 'a chave natural, se visível e sem relações; depois o id',
  search: "os campos de 'search', cada um comparado conforme o seu tipo",
  sections: 'as seções da tela da própria entidade; sem elas, uma com todos os campos visíveis',
  route: 'a rota da primeira tela que mostra a entidade',
  client: 'padrão do produto',
  accent: 'padrão do produto',
  logo: 'a inicial do título',
} as const;
