/** Keys of `columns.json` and `search.json` that make a screen a report. */
import Type from 'typebox';
import { periodNames } from '../core/period-names.ts';

const group = Type.String({
  description: 'A field of the entity, or a field of what one of its relations points at: `prestador.cidade`.',
});

export const report = Type.Optional(
  Type.Object(
    {
      groups: Type.Optional(
        Type.Array(
          Type.Union([
            group,
            Type.Object(
              {
                field: group,
                by: Type.Optional(
                  Type.Enum(['month', 'year'], {
                    description:
                      'Of a date: the part of it that is one group. Where the rows are told, of the last level alone.',
                  }),
                ),
              },
              { additionalProperties: false },
            ),
          ]),
          {
            minItems: 1,
            maxItems: 3,
            description:
              'What the rows are put together by, outermost first. Each group has a heading, and at its end how many rows it has and the sums of the columns of `totals`. Without groups the rows alone are told, with the sums of all.',
          },
        ),
      ),
      rows: Type.Optional(
        Type.Boolean({ default: true, description: 'false: the groups are told alone, each in one line (sintético).' }),
      ),
    },
    {
      additionalProperties: false,
      description:
        'The screen is a report: its search panel is filled in first, and its rows are then told level by level, to be read, printed and saved as PDF, XLSX or CSV. It reads as the list of the screen would, by the same filters and rights, and writes nothing; so it stands in a folder of its own, beside a query.sql or without schema.json. `columns`, `totals`, `sort`, `filter` and `only` say what it is made of.',
    },
  ),
);

/** Keys of a field of `search.json`. */
export const reportSearch = {
  required: Type.Optional(Type.Literal(true, { description: 'Of a report: it is made once this is filled in.' })),
  begins: Type.Optional(
    Type.Enum([...periodNames], {
      description:
        'Of a report, of a date that is matched by `range`: the period that stands in it when the screen opens, counted from today: `lastMonth`.',
    }),
  ),
};
