/** Periods, ages and values that may not meet: what records of one key keep apart. Of records in `columns.json`, of rows beside their fields. */
import Type from 'typebox';

export const noOverlap = Type.Optional(
  Type.Array(
    Type.Object(
      {
        key: Type.Optional(
          Type.Array(Type.String(), {
            minItems: 1,
            uniqueItems: true,
            description:
              'Fields of which all must be equal, an empty one as another empty one. Default: all records are held against each other; of rows those of their record, which they always are.',
          }),
        ),
        ranges: Type.Array(Type.Array(Type.String(), { minItems: 2, maxItems: 2 }), {
          minItems: 1,
          uniqueItems: true,
          description:
            'First and last field of each range, both of one type (date, month, year, time, moment or number) and both within it; an empty one is without end. The last may not be before the first: the engine refuses it, in the words of an x-rule where there is one that says so.',
        }),
      },
      { additionalProperties: false },
    ),
    {
      minItems: 1,
      description:
        'What may not overlap: two records with the same key may not meet in all of the ranges at once. `"noOverlap": [{ "key": ["produto"], "ranges": [["inicio", "fim"], ["idade_inicial", "idade_final"]] }]`',
    },
  ),
);
