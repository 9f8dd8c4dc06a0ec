/** `schemas/changes.json`: what may be done to the data that is there. Nothing is dropped, cut or renamed that it does not name. */

import type { Static } from 'typebox';
import Type from 'typebox';
import { descriptionKey, schemaKey } from './common-keys.ts';
import { snakeCase, snakeCaseWords } from './property.ts';

const name = (description: string) =>
  Type.String({ pattern: snakeCase, patternErrorMessage: snakeCaseWords, description });

const common = {
  entity: name('The entity; of rows that a record owns `<owner>_<array>`.'),
  since: Type.String({
    pattern: '^(\\d{4}-\\d{2}-\\d{2}|\\d+\\.\\d+(\\.\\d+)?)$',
    patternErrorMessage: 'uma data AAAA-MM-DD ou uma versão: 1.4',
    description:
      'The version of the product, or the day, since which the files say so. Of a rename the version: by it the former name ends.',
  }),
  why: Type.String({ minLength: 1, description: 'Why, for who reads the plan and the record of changes.' }),
};

const Rename = Type.Object(
  {
    what: Type.Literal('rename', {
      description:
        'The field has another name; its values and its history stay. The API takes the former name too while this stands in the file, until the next minor version after `since` (`1.4`: through every 1.4.x). Where `since` is a day no version ends it, and validation tells so.',
    }),
    ...common,
    from: name('The name that it had.'),
    field: name('The name that it has.'),
  },
  { additionalProperties: false, title: 'rename' },
);

const Remove = Type.Object(
  {
    what: Type.Literal('remove', {
      description:
        'The column of the field is dropped, from the history too; without `field` the tables of the entity.',
    }),
    ...common,
    field: Type.Optional(name('The field that left the files. Absent: the whole entity.')),
  },
  { additionalProperties: false, title: 'remove' },
);

const Retype = Type.Object(
  {
    what: Type.Literal('retype', {
      description:
        'The field has another type. Its values are converted, and the change is refused while one of them cannot be. Whole numbers that become a relation are ids of its records: the change is refused while one has no record. Otherwise, from or to a relation the values are dropped.',
    }),
    ...common,
    field: name('The field.'),
    to: Type.Enum(
      [
        'text',
        'long-text',
        'integer',
        'decimal',
        'money',
        'percent',
        'boolean',
        'date',
        'date-time',
        'time',
        'month',
        'year',
        'code',
        'relation',
        'attachment',
      ],
      { description: 'The type that it has now.' },
    ),
  },
  { additionalProperties: false, title: 'retype' },
);

const Shrink = Type.Object(
  {
    what: Type.Literal('shrink', {
      description: 'Texts that are longer are cut, numbers with more decimal places are rounded.',
    }),
    ...common,
    field: name('The field.'),
    to: Type.Integer({ minimum: 0, description: 'The `maxLength` of the text, or the decimal places of the number.' }),
  },
  { additionalProperties: false, title: 'shrink' },
);

export const Changes = Type.Object(
  {
    $schema: schemaKey,
    description: descriptionKey,
    changes: Type.Array(Type.Union([Rename, Remove, Retype, Shrink]), {
      description: 'In the order in which they were decided. One that was made everywhere may leave the file.',
    }),
  },
  {
    additionalProperties: false,
    title: 'changes.json',
    description:
      'What may be done to data that is there: a field renamed, removed, of another type or shorter, an entity removed. `npm run -s fichario -- plan` shows what it comes to in a database, `apply` does it; a start renames, and refuses the others.',
  },
);
export type Changes = Static<typeof Changes>;
export type Change = Changes['changes'][number];
