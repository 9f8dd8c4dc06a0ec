/** What the reference says of expressions. A test holds it against the language itself. */
import type { ReferenceSection } from './reference.ts';

/** What a function takes and gives, by its name. */
export const functionTexts: Readonly<Record<string, readonly [takes: string, gives: string]>> = {
  empty: ['any', 'Whether the field has no value; of an array, whether it has no rows.'],
  coalesce: ['any, the same', 'The first, or where it is empty the second.'],
  today: [
    '',
    'The day, in the zone of the installation. A condition asks for it each time; a computed value is that of the day on which the record was last written.',
  ],
  now: ['', 'The moment of the request; only in `set` and `begins` of a transition, and in `x-begins`.'],
  caller: [
    '',
    'The user who asks, a relation to the entity with `login`; only in transitions and in `x-begins`, where nobody asks (the product itself, demonstration data) `null`. `"when": "solicitante != caller()"` keeps who asked for it from approving it; `{ "field": "aprovador", "begins": "caller()" }` begins with the person. Of a batch it is who applies it. The user\'s fields are not read.',
  ],
  dayOf: [
    'moment',
    'The day on which a moment falls, in the zone of the installation: `dayOf(recebido_em) <= prazo`. A day and a moment are not compared otherwise.',
  ],
  date: ['text', "The day that a text writes: `date('2026-12-31')`."],
  daysBetween: ['date, date', 'Days from the first to the second.'],
  monthsBetween: ['date, date', 'Whole months from the first to the second.'],
  yearsBetween: [
    'date, date',
    'Whole years from the first to the second: in a condition `yearsBetween(nascimento, today()) >= 18` is of age today.',
  ],
  addDays: ['date, integer', 'The day so many days later.'],
  addMonths: ['date, integer', 'The same day so many months later, or the last of a shorter month.'],
  addYears: ['date, integer', 'The same day so many years later.'],
  yearMonth: ['date', 'The month of a day with its year, as fields of months hold it: `2026-12`.'],
  year: ['date', 'The year of a day.'],
  month: ['date', 'The month of a day, from 1.'],
  day: ['date', 'The day of the month.'],
  size: ['text or list', 'Characters of a text; items of a list, rows of an array.'],
  sum: ['list of numbers', 'The sum of a list of numbers, empty ones aside: `sum(itens.map(i, i.valor))`.'],
  greatest: [
    'list of numbers',
    'The greatest of a list of numbers, empty ones aside: `greatest(vias.map(v, v.numero))`.',
  ],
  least: ['list of numbers', 'The least of a list of numbers, empty ones aside.'],
  min: ['number, number', 'The lesser of two numbers.'],
  max: ['number, number', 'The greater of two numbers.'],
  abs: ['number', 'Without the sign.'],
  round: ['number, integer', 'To so many decimal places, half away from zero: `round(2.345, 2)` is 2.35.'],
  floor: ['number', 'The whole number at or below.'],
  ceil: ['number', 'The whole number at or above.'],
  startsWith: ['text, text', 'Whether a text begins with another.'],
  endsWith: ['text, text', 'Whether a text ends with another.'],
  contains: ['text, text', 'Whether a text holds another.'],
  substring: [
    'text, integer, integer',
    'The characters from one place up to another, from 0: `substring(codigo, 0, 3)`.',
  ],
  upper: ['text', 'In capitals.'],
  lower: ['text', 'In small letters.'],
  trim: ['text', 'Without blanks at either end.'],
  digits: ['text', 'Only its digits.'],
  string: ['integer', 'A whole number as text.'],
};

/** A record with one expression of each kind, as the page shows it. */
export const expressionExample = {
  title: 'Contrato',
  type: 'object',
  required: ['codigo', 'tipo'],
  properties: {
    codigo: { title: 'Código', type: 'string', maxLength: 10, 'x-unique': true },
    tipo: { title: 'Tipo', type: 'string', 'x-code-list': 'tipo-contrato' },
    empresa: {
      title: 'Empresa',
      type: 'string',
      'x-visible-when': "tipo == 'EMPRESARIAL'",
      'x-required-when': "tipo == 'EMPRESARIAL'",
    },
    inicio: { title: 'Início', type: 'string', format: 'date' },
    fim: { title: 'Fim', type: 'string', format: 'date' },
    encerrado: { title: 'Encerrado', type: 'boolean', default: false },
    parcelas: {
      title: 'Parcelas',
      type: 'array',
      items: {
        title: 'Parcela',
        type: 'object',
        properties: {
          vencimento: { title: 'Vencimento', type: 'string', format: 'date', 'x-read-only-when': 'parent.encerrado' },
          vidas: { title: 'Vidas', type: 'integer' },
          valor: { title: 'Valor por vida', type: 'number', format: 'money' },
          total: { title: 'Total', type: 'number', format: 'money', 'x-computed': 'vidas * valor' },
        },
      },
    },
    total: { title: 'Total', type: 'number', format: 'money', 'x-computed': 'sum(parcelas.map(p, p.total))' },
  },
  'x-rules': [
    { must: 'fim >= inicio', message: 'O fim deve ser depois do início.', fields: ['fim', 'inicio'] },
    { when: 'encerrado', must: '!empty(fim)', message: 'Um contrato encerrado tem fim.', fields: ['fim'] },
  ],
} as const;

/** The section on conditions, computed fields and rules. */
export const expressionSection: ReferenceSection = {
  name: 'expressions',
  title: 'Expressions: conditions, computed fields, rules',
  isPath: false,
  texts: [
    'A small total language with the syntax of CEL: names of fields, texts in quotes, numbers, `true`, `false`, `null`, `[lists]`; `== != < <= > >=`, `+ - * / %`, `&& || !`, `in`, `a ? b : c`, functions as `f(x, y)` or `x.f(y)`, and over the rows of an array `itens.all(i, i.valor > 0)`, `exists`, `filter`, `map`. A field is named as in the file; of a relation only whether it is the same or empty can be asked; the fields of what it points at are read by `x-rules`, by `x-begins`, by all that transitions say (`when`, `rules`, `set`, `begins`, `rows`, effects) and by the `when` of actions, through two relations at most: `valor <= contrato.limite`, `parent.guia.pessoa.sexo`. Conditions and computed values of fields do not. In `x-rules` `id` is the record itself: `empty(matriz) || matriz != id`. Transitions also read lists of linked records (`states.linked`). In the rows of an array `parent.campo` reads the record. A secret is never read.',
    'Every expression is checked when the files are: names, types, values of code lists, circles between fields that are computed or begin by an expression. What passes cannot fail later. An empty field is `null`: arithmetic, `<` and text functions of it are `null`, `==` and `!=` take it as a value, `&&` and `||` answer where one side decides. A condition holds when it is true; **a rule is broken only when it is false**, so `fim >= inicio` says nothing while one of them is empty. Numbers are decimals as they are written (0.1 + 0.2 is 0.3); `/` divides without truncating and by zero gives `null`. Texts have no order.',
    'The same code runs in the form, in the API, in imports and over initial rows, always over the whole resulting record: a change is laid over what is stored. A field hidden by its condition leaves the form, keeps its value and is not asked for. `x-read-only-when` is asked of the record as it would become: a change of the value is refused, the same value is none. Of a list it closes the rows: none is added, changed, moved or removed. A row in which a field is closed neither comes nor goes. `x-locked` closes the record as a whole, every field and list of it, those to come as well, but for what it excepts and what it reads; a transition writes all the same, also what its own end closes. By `with` a record is closed with what it points at, through two relations at most: it neither comes to a closed one, changes in what the lock closes, leaves it, nor is deleted. Computed fields are worked out in the order of need, are stored, and take no value from a caller; a computed field of rows reads its row alone. `x-begins` is worked out once, of a new record: of what is given, filled and begun before it, rows before what rests on them. What is read of what a record points at is read whole, whoever asks, and nobody changes it until the write ends. A rule that reads such is asked by the server alone, when the record is saved. It is asked again when the record changes in what the rule reads of it, not because the other one changed; of initial rows it is not asked. A rule or condition that reads what the person may not see is kept by the server, which says that a rule is broken and not which; a computed field is kept from whoever may not see what it is computed from. To hide a field in a file (`x-visible`, `visible` of a client) is about screens and answers, not about secrets: a shown field that is computed from it still tells of it, of which `validate` warns where a client does so; what somebody must not know is kept by the rights of the group.',
    'Static words stand above conditions: a field that a client hides has none, one that a client requires is always required. A client cannot change an expression. What contradicts itself (required and hidden by condition; computed and required) is an error, said of the client where the client caused it.',
  ],
  keys: [],
  tables: [
    {
      heads: ['function', 'takes', 'gives'],
      rows: Object.entries(functionTexts).map(([name, [takes, gives]]) => [`\`${name}\``, takes, gives]),
    },
  ],
  examples: [{ form: 'json', text: JSON.stringify(expressionExample, null, 2) }],
};
