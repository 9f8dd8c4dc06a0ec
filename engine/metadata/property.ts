/**
 * The schema of one field: standard JSON Schema 2020-12, so that RJSF draws it, Ajv validates it and any editor reads
 * it, plus the `x-` keywords below for what JSON Schema does not know. Anything else is an error.
 */

import type { Static } from 'typebox';
import Type from 'typebox';
import { schemaKey } from './common-keys.ts';

export const snakeCase = '^[a-z][a-z0-9]*(_[a-z0-9]+)*$';
export const snakeCaseWords = 'minúsculas sem acento, dígitos e sublinhado, começando por letra: tipo_guia';

const Relation = Type.Object(
  {
    entity: Type.String({
      pattern: snakeCase,
      patternErrorMessage: snakeCaseWords,
      description: 'The entity pointed at.',
      examples: ['cidade'],
    }),
    label: Type.Optional(
      Type.String({
        description:
          'How a row of the target is written here; `{field}` names a field of the target. Default: the label of the target.',
        examples: ['{nome} - {uf}'],
      }),
    ),
    onDelete: Type.Optional(
      Type.Enum(['refuse', 'clear'], {
        default: 'refuse',
        description: 'What deleting the target does here: refuse it, or empty this field.',
      }),
    ),
  },
  { additionalProperties: false, description: 'A many-to-one relation. The column is `<field>_id`.' },
);

const PersonalData = Type.Enum(['public', 'personal', 'sensitive'], {
  description:
    'Class of personal data (LGPD, Lei 13.709/2018, art. 5): personal, or sensitive (health, biometrics ...).',
});

/** Keywords of one property. Which of them a field may hold depends on its field type; that is checked by the type. */
export const Property = Type.Object(
  {
    title: Type.String({ minLength: 1, description: 'The label, in Portuguese.' }),
    description: Type.Optional(Type.String({ description: 'What the field means; shown in the help screens.' })),
    type: Type.Optional(
      Type.Enum(['string', 'integer', 'number', 'boolean'], {
        description: 'JSON type of the value. Absent on a relation.',
      }),
    ),
    format: Type.Optional(
      Type.Enum(
        [
          'date',
          'date-time',
          'time',
          'month',
          'email',
          'uri',
          'multiline',
          'money',
          'percent',
          'cpf',
          'cnpj',
          'cpf-cnpj',
          'phone',
        ],
        {
          description:
            'Narrows the type: a string to a date, a number to money in BRL or a percentage as shown (100 is 100 %) ...',
        },
      ),
    ),
    minLength: Type.Optional(Type.Integer({ minimum: 0, description: 'Fewest characters of a text.' })),
    maxLength: Type.Optional(Type.Integer({ minimum: 1, description: 'Most characters of a text.' })),
    pattern: Type.Optional(
      Type.String({
        format: 'regex',
        description: 'Regular expression that the whole text must hold; see x-mask first.',
      }),
    ),
    minimum: Type.Optional(Type.Number({ description: 'Least value of a number.' })),
    maximum: Type.Optional(Type.Number({ description: 'Greatest value of a number.' })),
    multipleOf: Type.Optional(Type.Number({ exclusiveMinimum: 0, description: 'Step of a number.' })),
    default: Type.Optional(
      Type.Union([Type.String(), Type.Number(), Type.Boolean()], { description: 'Value of a new record.' }),
    ),
    readOnly: Type.Optional(Type.Boolean({ description: 'Shown, never written by a caller.' })),
    writeOnly: Type.Optional(
      Type.Boolean({ description: 'A secret: written, never read, filtered or sorted by anyone.' }),
    ),
    'x-mask': Type.Optional(
      Type.String({
        minLength: 1,
        description:
          "Input mask: # digit, X alphanumeric, S letter, A upper-case letter, a lower-case letter, ! escapes the next character. The value is stored without the mask's literals.",
        examples: ['#####-###'],
      }),
    ),
    'x-unique': Type.Optional(
      Type.Boolean({
        description: 'No two records share the value. The first unique required field is the natural key.',
      }),
    ),
    'x-relation': Type.Optional(Relation),
    'x-code-list': Type.Optional(
      Type.String({
        pattern: '^[a-z][a-z0-9-]*$',
        patternErrorMessage: 'o nome de um arquivo de schemas/code-lists, em minúsculas com hífens: tipo-guia',
        description: 'The values allowed: a file of schemas/code-lists.',
        examples: ['uf'],
      }),
    ),
    'x-codes': Type.Optional(
      Type.Array(Type.String(), {
        minItems: 1,
        uniqueItems: true,
        description: 'Which values of the code list are allowed here, in this order. Default: all of them.',
      }),
    ),
    'x-visible': Type.Optional(
      Type.Boolean({
        default: true,
        description: 'false: the field is in no screen and in no answer of the API, unless a client shows it.',
      }),
    ),
    'x-help': Type.Optional(Type.String({ description: 'One line under the field, in Portuguese.' })),
    'x-personal-data': Type.Optional(PersonalData),
    'x-scale': Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 8,
        description: 'Decimal places of a number. Default 2; of a percentage 4.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type Property = Static<typeof Property>;

/** `schema.json` of a registry. */
export const RecordSchema = Type.Object(
  {
    $schema: schemaKey,
    title: Type.String({ minLength: 1, description: 'What one record is called, in the singular.' }),
    description: Type.Optional(Type.String({ description: 'What the registry is for; becomes its help page.' })),
    type: Type.Literal('object', { description: 'Always object.' }),
    required: Type.Optional(
      Type.Array(Type.String(), { uniqueItems: true, description: 'The fields that must have a value.' }),
    ),
    properties: Type.Record(Type.String(), Property, {
      minProperties: 1,
      description: 'The fields by name, in the order of the form.',
    }),
  },
  {
    additionalProperties: false,
    title: 'schema.json',
    description: 'The record of a registry, as JSON Schema 2020-12.',
  },
);
export type RecordSchema = Static<typeof RecordSchema>;
