/**
 * The schema of one field: standard JSON Schema 2020-12, so that RJSF draws it, Ajv validates it and any editor reads
 * it, plus the `x-` keywords below for what JSON Schema does not know. Anything else is an error.
 */

import type { Static } from 'typebox';
import Type from 'typebox';
import { sequencePattern } from '../core/sequence.ts';
import { clientDefaultNames, schemaKey } from './common-keys.ts';
import { arrayExpressionKeys, fieldExpressionKeys, locked, rules } from './expression-keys.ts';
import { indexes } from './indexes.ts';
import { noOverlap } from './no-overlap.ts';

export const snakeCase = '^[a-z][a-z0-9]*(_[a-z0-9]+)*$';
export const snakeCaseWords = 'minúsculas sem acento, dígitos e sublinhado, começando por letra: tipo_guia';

/** Of a number; beyond them a binary fraction holds too few digits before the point. */
export const mostPlaces = 8;

/** Which records of a target may be pointed at, by the names of its fields. */
export const narrowing = (description: string) =>
  Type.Record(
    Type.String(),
    Type.Union([
      Type.String(),
      Type.Number(),
      Type.Boolean(),
      Type.Array(Type.String(), { minItems: 2, uniqueItems: true }),
      Type.Object(
        { field: Type.String({ description: 'The field of this record, or `parent.` and one of its owner.' }) },
        { additionalProperties: false },
      ),
    ]),
    { minProperties: 1, description },
  );

export type Narrowing = Type.Static<ReturnType<typeof narrowing>>;

const Relation = Type.Object(
  {
    // Which names there are, and the nearest of them, is known where all files are read together.
    entity: Type.String({ minLength: 1, description: 'The entity pointed at.' }),
    label: Type.Optional(
      Type.String({
        description:
          'How a row of the target is written here; `{field}` names a field of the target, and what stands in brackets is left out where a list has no room. Default: the label of the target.',
      }),
    ),
    onDelete: Type.Optional(
      Type.Enum(['refuse', 'clear'], {
        default: 'refuse',
        description: 'What deleting the target does here: refuse it, or empty this field.',
      }),
    ),
    minimum: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 20,
        description: 'Characters that are typed before the picker searches. Default: what the target says, else 2.',
      }),
    ),
    single: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'The picker chooses by itself where its search finds one record alone.',
      }),
    ),
    date: Type.Optional(
      Type.String({
        description:
          'A date field of this record, on which what it points at must be valid; the target says by which fields, in `autocomplete.validity`. The picker offers those alone, and no write takes another; while the date is empty it narrows nothing. What a record points at already may stay, until the relation or the date changes.',
      }),
    ),
    where: Type.Optional(
      narrowing(
        'Which records of the target may be pointed at: for each of these fields of the target its value, one of several codes, or `{ "field": "empresa" }`, what a field of this record holds (of rows that a record owns also `parent.empresa`, a field of the record). The picker offers those alone, and no write takes another; while the field of this record is empty it narrows nothing. What a record points at already may stay, until the relation or the field that it rests on changes.',
      ),
    ),
    known: Type.Optional(
      Type.Union(
        [
          Type.Literal(true),
          Type.Array(Type.String({ description: 'A field of the target that is known by this relation.' }), {
            minItems: 1,
            uniqueItems: true,
          }),
        ],
        {
          description:
            'Whoever reads the record and this field knows what it points at by its name, whatever rights and scope of the target say: by id, the fields of the label here, and those that are listed. By this relation alone, in rows, filters, order, sums, quick search, files and history; the list of the target, its records, their history and attachments, every picker and every other relation to it stay as they are. What is hidden from a person, or covered, stays so. Nobody points anew at a record that is out of the own sight; what a record points at already may stay. No secret is known so, and nothing sensitive, be it of the label. For whom a record is about, such as the patient of a claim: `true`, or `["cartao_saude"]`.',
        },
      ),
    ),
  },
  { additionalProperties: false, description: 'A many-to-one relation. The column is `<field>_id`.' },
);

export const attachmentTypeNames = [
  'pdf',
  'png',
  'jpeg',
  'webp',
  'tiff',
  'docx',
  'xlsx',
  'zip',
  'xml',
  'csv',
  'txt',
] as const;

const AttachmentRule = Type.Object(
  {
    types: Type.Array(Type.Enum(attachmentTypeNames), {
      minItems: 1,
      uniqueItems: true,
      description: 'What the files may be. It is their content that tells; of xml, csv and txt text and the ending.',
    }),
    maxSize: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100, default: 10, description: 'Megabytes of one file, at most.' }),
    ),
    many: Type.Optional(Type.Boolean({ default: false, description: 'Several files, at most 20, instead of one.' })),
  },
  {
    additionalProperties: false,
    description: 'Files that people attach to the record. Not in rows that a record owns.',
  },
);

const PersonalData = Type.Enum(['public', 'personal', 'sensitive'], {
  description:
    'Class of personal data (LGPD, Lei 13.709/2018, art. 5): personal, or sensitive (health, biometrics ...). Groups read it open, covered or not at all; who is given sensitive values is noted; a file of a list with such a column says so, and who made it.',
});

/** Keywords of one property. Which of them a field may hold depends on its field type; that is checked by the type. */
export const Property = Type.Object(
  {
    title: Type.String({ minLength: 1, description: 'The label, in Portuguese.' }),
    description: Type.Optional(Type.String({ description: 'What the field means; shown in the help screens.' })),
    examples: Type.Optional(
      Type.Array(Type.String({ minLength: 1 }), {
        minItems: 1,
        uniqueItems: true,
        description:
          'Of a text: what people write into it, invented. Demonstration records hold these in turn, each only once where values must differ; the help and the description of the API show the first ones.',
      }),
    ),
    type: Type.Optional(
      Type.Enum(['string', 'integer', 'number', 'boolean'], {
        description: 'JSON type of the value. Absent on a relation and on attachments.',
      }),
    ),
    format: Type.Optional(
      Type.Enum(
        [
          'date',
          'date-time',
          'time',
          'month',
          'year',
          'email',
          'uri',
          'multiline',
          'money',
          'percent',
          'cpf',
          'cnpj',
          'cpf-cnpj',
          'cns',
          'pis',
          'cep',
          'phone',
        ],
        {
          description:
            'Narrows the type: a string to a date, an integer to a year, a number to money in BRL or a percentage as shown (100 is 100 %) ... Documents, postal codes and phones are stored bare and shown with their punctuation.',
        },
      ),
    ),
    minLength: Type.Optional(Type.Integer({ minimum: 0, description: 'Fewest characters of a text.' })),
    maxLength: Type.Optional(Type.Integer({ minimum: 1, description: 'Most characters of a text.' })),
    pattern: Type.Optional(
      Type.String({
        format: 'regex',
        description:
          'Regular expression that the whole text must hold; see x-mask first. Where it takes capitals and no small letters, these become capitals as they are typed.',
      }),
    ),
    minimum: Type.Optional(Type.Number({ description: 'Least value of a number.' })),
    maximum: Type.Optional(Type.Number({ description: 'Greatest value of a number.' })),
    multipleOf: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        description: 'Step of a number, with no more decimal places than the field keeps (`x-scale`).',
      }),
    ),
    default: Type.Optional(
      Type.Union([Type.String(), Type.Number(), Type.Boolean()], { description: 'Value of a new record.' }),
    ),
    'x-client-default': Type.Optional(
      Type.Enum(clientDefaultNames, {
        description: 'The value of this name among the `defaults` of the client takes the place of `default`.',
      }),
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
      }),
    ),
    'x-unique': Type.Optional(
      Type.Boolean({
        description: 'No two records share the value. The first unique required field is the natural key.',
      }),
    ),
    'x-relation': Type.Optional(Relation),
    'x-attachment': Type.Optional(AttachmentRule),
    'x-code-list': Type.Optional(
      Type.String({ minLength: 1, description: 'The values allowed: a file of schemas/code-lists, by its name.' }),
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
    ...fieldExpressionKeys,
    'x-help': Type.Optional(Type.String({ description: 'One line under the field, in Portuguese.' })),
    'x-personal-data': Type.Optional(PersonalData),
    'x-sequence': Type.Optional(
      Type.String({
        pattern: sequencePattern,
        description:
          'The number of a new record, given by the engine and by nobody else: `{yyyy}{mm}{dd}{000000}`. `{0...}` is a counter of so many digits, `{yyyy}`, `{yy}`, `{mm}` and `{dd}` the day of the insertion, by which the counter begins anew; all else stands as it is. Of a text or a whole number that is `x-unique`; the field is required and read-only. Numbers follow each other without gaps, in the order in which records are kept, behind those that records had before it. Not in rows that a record owns.',
      }),
    ),
    'x-begins-now': Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'The form of a new record begins with the present: the day, the month, the year, the hour or the moment, which may be changed. Callers of the API say it themselves.',
      }),
    ),
    'x-filled-from': Type.Optional(
      Type.String({
        minLength: 1,
        description:
          'Where the value comes from while nobody says it: `guia.beneficiario`, a relation of this record and a field of what it points at, of the same type (a CPF or a CNPJ also into `cpf-cnpj`). The form fills it in when the relation is chosen, and lets it follow while nobody has typed another; every write fills what it does not name, before anything is asked of the record, as far as the caller may read it there. What is there, and `null`, is never written over. It is a copy: what changes there later does not come here. In rows that a record owns, a relation of the row.',
      }),
    ),
    'x-seconds': Type.Optional(
      Type.Boolean({
        default: false,
        description: 'The seconds of a date-time are typed and shown too: DD/MM/YYYY HH:mm:ss.',
      }),
    ),
    'x-scale': Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: mostPlaces,
        description: 'Decimal places of a number or percentage; money has two. Default: 2, of a percentage 4.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type Property = Static<typeof Property>;

const required = Type.Optional(
  Type.Array(Type.String(), { uniqueItems: true, description: 'The fields that must have a value.' }),
);
const rowTitle = Type.String({ minLength: 1, description: 'What one row is called, in the singular.' });
const rowFields = Type.Record(Type.String(), Property, {
  minProperties: 1,
  description: 'The fields of a row by name, in the order of the form: any that a record may have, but no arrays.',
});

/** The rows of an array: `$ref` alone, or all of the others; which of the two is checked apart, to say it in one sentence. */
const Rows = Type.Object(
  {
    $ref: Type.Optional(
      Type.String({
        description: 'The file of schemas/parts that describes a row, relative to this file. Nothing stands beside it.',
      }),
    ),
    title: Type.Optional(rowTitle),
    description: Type.Optional(Type.String({ description: 'What one row means.' })),
    type: Type.Optional(Type.Literal('object', { description: 'Always object.' })),
    required,
    properties: Type.Optional(rowFields),
    'x-rules': rules,
    'x-no-overlap': noOverlap,
  },
  { additionalProperties: false, description: 'What one row holds.' },
);

export const defaultMaxItems = 200;

/** Rows that the record owns: a table of their own, written together with the record. */
const ArrayProperty = Type.Object(
  {
    title: Type.String({ minLength: 1, description: 'The label of the list of rows, in Portuguese.' }),
    description: Type.Optional(Type.String({ description: 'What the rows mean; shown in the help screens.' })),
    type: Type.Literal('array', { description: 'The record owns rows: a list in the form, a table of their own.' }),
    items: Type.Optional(Rows),
    minItems: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'Fewest rows. The array must be in `required`, which alone asks for one.',
      }),
    ),
    maxItems: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1000, default: defaultMaxItems, description: 'Most rows.' }),
    ),
    readOnly: Type.Optional(Type.Boolean({ description: 'Shown, never written by a caller.' })),
    'x-visible': Type.Optional(
      Type.Boolean({
        default: true,
        description: 'false: the rows are in no screen and in no answer of the API, unless a client shows them.',
      }),
    ),
    ...arrayExpressionKeys,
    'x-indexes': indexes(
      'Further indexes of the rows, each a list of their fields, for views that read them in that order: `[["validade"]]`. One of the record and the position of its rows is always there.',
    ),
    'x-help': Type.Optional(Type.String({ description: 'One line under the label, in Portuguese.' })),
  },
  {
    additionalProperties: false,
    title: 'array',
    description: 'Rows that the record owns: entity `<owner>_<array>`, written together with the record.',
  },
);
export type ArrayProperty = Static<typeof ArrayProperty>;

/** `schema.json` of a registry. */
export const RecordSchema = Type.Object(
  {
    $schema: schemaKey,
    title: Type.String({ minLength: 1, description: 'What one record is called, in the singular.' }),
    description: Type.Optional(Type.String({ description: 'What the registry is for; becomes its help page.' })),
    type: Type.Literal('object', { description: 'Always object.' }),
    required,
    properties: Type.Record(Type.String(), Type.Union([Property, ArrayProperty]), {
      minProperties: 1,
      description: 'The fields by name, in the order of the form, and the arrays of rows that the record owns.',
    }),
    'x-locked': locked,
    'x-rules': rules,
  },
  {
    additionalProperties: false,
    title: 'schema.json',
    description: 'The record of a registry, as JSON Schema 2020-12.',
  },
);
export type RecordSchema = Static<typeof RecordSchema>;

/** `schemas/parts/<name>.json`: rows that several registries own. */
export const Part = Type.Object(
  {
    $schema: schemaKey,
    title: rowTitle,
    description: Type.Optional(Type.String({ description: 'What one row means.' })),
    type: Type.Literal('object', { description: 'Always object.' }),
    required,
    properties: rowFields,
    'x-rules': rules,
    'x-no-overlap': noOverlap,
  },
  {
    additionalProperties: false,
    title: 'Part',
    description:
      'Rows that several registries own, each in a table of its own: `"items": { "$ref": "../../parts/contato.json" }`. `x-unique` here, as in any row, is unique within the record.',
  },
);
export type Part = Static<typeof Part>;

export const isArrayProperty = (property: Property | ArrayProperty | undefined): property is ArrayProperty =>
  property?.type === 'array';

/** The field of that name; undefined where there is none, or rows. */
export const fieldIn = ({ properties }: RecordSchema, name: string): Property | undefined => {
  const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
  return isArrayProperty(property) ? undefined : property;
};

/** Fields by name, in order. */
export const fieldsIn = ({ properties }: RecordSchema): readonly (readonly [string, Property])[] =>
  Object.entries(properties).flatMap(([name, property]) =>
    isArrayProperty(property) ? [] : [[name, property] as const],
  );

/** Arrays by name, in order. */
export const arraysIn = ({ properties }: RecordSchema): readonly (readonly [string, ArrayProperty])[] =>
  Object.entries(properties).flatMap(([name, property]) =>
    isArrayProperty(property) ? [[name, property] as const] : [],
  );
