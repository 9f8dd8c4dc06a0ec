/** `history` of `columns.json`: how long the versions of the records stay in the database. */
import Type from 'typebox';

export const history = Type.Optional(
  Type.Object(
    {
      keepYears: Type.Integer({
        minimum: 1,
        maximum: 100,
        description: 'Years after which a version that no longer holds leaves the database.',
      }),
    },
    {
      additionalProperties: false,
      description:
        'How long the history of the records, and of the rows that they own, stays in the database: `{ "keepYears": 10 }`. Older versions go, once a day, into a file of the folder of data; the version that held at that moment and all since stay, so that lists, records and undo reach back so far and no further. Not beside a `data.csv`, whose rows are told by the history to be taken away or never yet there. Default: for ever.',
    },
  ),
);
