/** What `columns.json` declares of the states of a record: the field that holds them, where they begin, how they move. */

import Type from 'typebox';
import { transitionRules } from './expression-keys.ts';
import { narrowing, snakeCase, snakeCaseWords } from './property.ts';
import { relationOf, relationOfWords } from './relation-of.ts';

const transitionName = '^[a-z][a-z0-9]*(-[a-z0-9]+)*$';
const transitionNameWords = 'minúsculas sem acento, dígitos e hífens, começando por letra: responder';

const expression = (description: string) => Type.String({ minLength: 1, maxLength: 1000, description });

const fieldList = (description: string) =>
  Type.Optional(Type.Array(Type.String(), { minItems: 1, uniqueItems: true, description }));

/** A field that is asked for: its name, or with it what it begins with, and which records a relation may be given here. */
const askedList = (description: string) =>
  Type.Optional(
    Type.Array(
      Type.Union([
        Type.String(),
        Type.Object(
          {
            field: Type.String({ description: 'The field, by its name.' }),
            where: Type.Optional(
              narrowing(
                'Of a relation, which records it may be given here, beside what the field itself says (`x-relation.where`), in the same words. The dialog offers those alone, and no other is taken, be it the one that stood there before.',
              ),
            ),
            begins: Type.Optional(
              Type.Union(
                [
                  expression(
                    'An expression over the record as it is stored, what it points at and the lists of `linked`, also `today()`, `now()` and `caller()`, who asks; it gives what the field takes: `valor - coalesce(desconto, 0)`, `"\'PIX\'"`.',
                  ),
                  Type.Number(),
                  Type.Boolean(),
                ],
                {
                  description:
                    'What the field begins with where the record has no value in it: the dialog shows it, to be changed or emptied, and so begins each record for itself where the field is left out of a call, a batch or an effect. `null` leaves it empty. It is worked out only for those who may read all that it reads.',
                },
              ),
            ),
          },
          {
            additionalProperties: false,
            minProperties: 2,
            description:
              'A field with what it begins with, or a relation of which only some records are meant here: the reasons of one kind.',
          },
        ),
      ]),
      { minItems: 1, uniqueItems: true, description },
    ),
  );

/** Who has it. */
const limits = {
  clients: Type.Optional(
    Type.Array(Type.String(), {
      minItems: 1,
      uniqueItems: true,
      description: 'Only for these clients. Default: all.',
    }),
  ),
  flag: Type.Optional(Type.String({ description: 'Only where this flag of the client is on.' })),
};

const Scalar = Type.Union([
  expression(
    'A relation of this record (or `id`, this record itself) or an expression over it, which gives a relation where the field is one: `guia.beneficiario`; where others are found or created through rows of the row, and of the record as `parent.motivo`.',
  ),
  Type.Number(),
  Type.Boolean(),
  Type.Object(
    {
      path: Type.String({
        minLength: 1,
        description: 'A field of a record that this one points at: `prestador.fornecedor`.',
      }),
    },
    {
      additionalProperties: false,
      description: 'What stands in a field of another record, however many relations lead there.',
    },
  ),
  Type.Object(
    {
      record: Type.Union(
        [
          Type.String({ minLength: 1 }),
          Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()]), { minProperties: 1 }),
        ],
        {
          description:
            'The value of its natural key, or the values of some of its fields: `{ "natureza": "REEMBOLSO", "ativo": true }`; of several such records the first that was made.',
        },
      ),
    },
    {
      additionalProperties: false,
      description: 'For a relation: always the same record. Without one there the transition is refused.',
    },
  ),
]);

const Effect = Type.Object(
  {
    each: Type.Optional(
      Type.String({
        minLength: 1,
        description: 'The records that point at this one: their entity and the relation, with a dot between.',
      }),
    ),
    through: Type.Optional(
      Type.String({
        minLength: 1,
        description:
          'The records that this one points at, or did where the transition empties the relation: a relation of it, or a list of rows and a relation of these, with a dot between.',
      }),
    ),
    transition: Type.Optional(
      Type.String({
        pattern: transitionName,
        patternErrorMessage: transitionNameWords,
        description: 'The transition of theirs that is made. Those in a state that it does not leave stay as they are.',
      }),
    ),
    strict: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'With `transition`: the whole is refused where one of the records is in a state that it neither leaves nor leads to.',
      }),
    ),
    creates: Type.Optional(
      Type.String({
        minLength: 1,
        description:
          'A record of this entity is created. Who makes the transition needs its right to insert, unless its registry withholds it: then records come by this way alone.',
      }),
    ),
    only: Type.Optional(
      expression(
        'With `transition`: only the records of which this is true, as they stand; it speaks of them, not of the one that moves them.',
      ),
    ),
    rows: Type.Optional(
      Type.String({ minLength: 1, description: 'With `creates`: one for each row of this list, and not one alone.' }),
    ),
    into: Type.Optional(
      Type.String({
        minLength: 1,
        description:
          'With `creates`: the relation of this record, or with `rows` of the row, that is to point at the new one. Where it points at one already none is created.',
      }),
    ),
    when: Type.Optional(
      expression(
        'Only while this is true of the record as it has become; of a row where the records are found or created through rows.',
      ),
    ),
    fields: Type.Optional(
      Type.Record(
        Type.String(),
        Type.Union([
          ...Scalar.anyOf,
          Type.Array(Type.Record(Type.String(), Scalar), {
            minItems: 1,
            maxItems: 20,
            description:
              'For a list of rows: with `creates` those of the new record, with `transition` the one row whose fields it asks for.',
          }),
        ]),
        {
          minProperties: 1,
          description:
            'What is given to the fields that the transition asks for; with `creates`, to those of the new record, also such as are read-only elsewhere.',
        },
      ),
    ),
    ...limits,
  },
  {
    additionalProperties: false,
    description:
      'What follows from this transition for other records, in the same write: they are moved by a transition of theirs, or created. All of it happens, or nothing. Who makes the first needs the right of the other too.',
  },
);

const RowValue = Type.Union([...Scalar.anyOf, Type.Null()]);

const RowsWritten = Type.Object(
  {
    change: Type.Optional(
      Type.Object(
        {
          when: Type.Optional(
            expression(
              'Only the rows of which this is true; `parent.motivo` is a field of the record as it has become.',
            ),
          ),
          set: Type.Record(Type.String(), RowValue, {
            minProperties: 1,
            description:
              'What is given to fields of the rows: a text is an expression over the row, or the name of a relation of it; null empties.',
          }),
        },
        { additionalProperties: false, description: 'What becomes of the rows that are there already.' },
      ),
    ),
    add: Type.Optional(
      Type.Object(
        {
          when: Type.Optional(expression('Only while this is true of the record as it has become.')),
          fields: askedList('Fields of the row that are asked for, in order. No attachments.'),
          required: fieldList('Those of `fields` that must have a value, beside those that every row must have.'),
          set: Type.Optional(
            Type.Record(Type.String(), Scalar, {
              minProperties: 1,
              description:
                'What is given to other fields of the row: a text is an expression over the record as it has become, or the name of a relation of it.',
            }),
          ),
          former: Type.Optional(
            Type.Record(Type.String(), Scalar, {
              minProperties: 1,
              description: 'The same of the record as it was before the transition: where it came from.',
            }),
          ),
        },
        { additionalProperties: false, description: 'A row that comes at the end of the list.' },
      ),
    ),
  },
  { additionalProperties: false, minProperties: 1 },
);

const Transition = Type.Object(
  {
    name: Type.String({
      pattern: transitionName,
      patternErrorMessage: transitionNameWords,
      description: 'What the transition is called in the files and in the API.',
    }),
    title: Type.String({ minLength: 1, description: 'What its button says, a verb first, in Portuguese.' }),
    icon: Type.String({ description: 'Name of an icon of lucide, in kebab-case.' }),
    from: Type.Array(Type.String(), {
      minItems: 1,
      uniqueItems: true,
      description: 'The states that it leaves: values of the field.',
    }),
    to: Type.Optional(
      Type.String({
        description: 'The state that it leads to. Without it the record stays in the state that it is in.',
      }),
    ),
    action: Type.Optional(
      Type.String({
        pattern: '^[a-z][a-z0-9]*$',
        patternErrorMessage: 'minúsculas e dígitos: responder',
        default: 'update',
        description: 'The right that it needs, on the subject of the entity, and the only one.',
      }),
    ),
    when: Type.Optional(
      expression(
        "It may be made only while this is true of the record as it is stored, also of what its relations point at: `guia.situacao == 'ABERTA'`. Where the person may read all of that it is not offered otherwise. It may ask who asks: `solicitante != caller()`.",
      ),
    ),
    message: Type.Optional(
      Type.String({
        minLength: 1,
        description: 'What the person is told where `when` does not hold, in Portuguese.',
      }),
    ),
    rules: transitionRules,
    fields: askedList(
      'Fields that are asked for and written with it, in order; also such as are read-only elsewhere. No lists of rows, no attachments.',
    ),
    required: fieldList('Those of `fields` that must have a value afterwards.'),
    set: Type.Optional(
      Type.Record(
        Type.String(),
        Type.Union([
          expression(
            'An expression over the record with what was asked for, and over what it points at: `pedido.acomodacao`, into a relation to records of the same kind; also `now()`, the moment of the request, and `caller()`, who makes it.',
          ),
          Type.Number(),
          Type.Boolean(),
          Type.Null(),
        ]),
        {
          minProperties: 1,
          description:
            'Fields that the engine sets with it, whoever may write them: a text is an expression (`"today()"`, `"\'NORMAL\'"`), null empties. Of one of `fields` it reads what was typed: `"valor": "coalesce(valor, soma)"` fills in what was left empty.',
        },
      ),
    ),
    rows: Type.Optional(
      Type.Record(Type.String({ pattern: snakeCase, patternErrorMessage: snakeCaseWords }), RowsWritten, {
        minProperties: 1,
        description:
          'What it writes to lists of rows that the record owns, by the name of the list: rows that are there are changed, and one is added.',
      }),
    ),
    effects: Type.Optional(
      Type.Array(Effect, {
        minItems: 1,
        maxItems: 10,
        description: 'What follows from it for other records, in order.',
      }),
    ),
    ...limits,
    effectOnly: Type.Optional(
      Type.Literal(true, {
        description:
          'It follows from a transition of another record, as an effect of it, and by nothing else: it has no button and no call.',
      }),
    ),
  },
  { additionalProperties: false },
);

export const States = Type.Object(
  {
    field: Type.String({
      description: 'The field that holds the state: one with a code list. No caller writes it but by a transition.',
    }),
    initial: Type.String({ description: 'The state of a new record; the default of the field.' }),
    linked: Type.Optional(
      Type.Record(
        Type.String({ pattern: snakeCase, patternErrorMessage: snakeCaseWords }),
        Type.String({
          pattern: relationOf,
          patternErrorMessage: relationOfWords,
          description:
            'Their entity and its relation to this one, with a dot between: `item_guia.guia`. What the record itself points at is read by the name of that relation, without a list.',
        }),
        {
          minProperties: 1,
          maxProperties: 10,
          description:
            "Records that this one is linked with, each kind under a name. The expressions of the transitions (`when`, `rules`, `set`, `begins`, and those of effects) read them like a list of rows: `itens.exists(i, i.situacao == 'NEGADO')`, `sum(itens.map(i, i.valor))`. They are read as they stand before the transition, whole, and nobody changes them until it ends.",
        },
      ),
    ),
    removable: fieldList('The states in which a record may be deleted. Default: all.'),
    transitions: Type.Array(Transition, {
      minItems: 1,
      maxItems: 40,
      description: 'How a record goes from one state to another, in the order of the buttons.',
    }),
  },
  {
    additionalProperties: false,
    description:
      'The states of a record. A transition is `PATCH <route>?id=eq.1&transition=<name>`, with the fields that it asks for.',
  },
);

export type AskedList = NonNullable<Type.Static<typeof Transition>['fields']>;

/** The names of the fields that are asked for, in order. */
export const askedNames = (asked: AskedList = []): readonly string[] =>
  asked.map((one) => (typeof one === 'string' ? one : one.field));

/** Those that begin with a value. */
export const begunNames = (asked: AskedList = []): readonly string[] =>
  asked.flatMap((one) => (typeof one === 'string' || one.begins === undefined ? [] : [one.field]));
