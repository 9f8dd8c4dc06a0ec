/** What `search.json` declares beyond its panel: names of filters in the address of the screen, and what it opens with. */
import Type from 'typebox';

export const searchParameters = Type.Optional(
  Type.Array(
    Type.Object(
      {
        name: Type.String({
          pattern: '^[a-z][A-Za-z0-9]*$',
          patternErrorMessage: 'letras e dígitos, começando por minúscula: statusAutorizacao',
          description: 'The name in the address: `?inicio=01/12/2026`.',
        }),
        field: Type.String({ description: 'A field, or a field of a to-one relation.' }),
        operator: Type.Optional(
          Type.Enum(['eq', 'gte', 'lte', 'has'], {
            default: 'eq',
            description:
              'How the field is compared with the value: eq (equals), gte (from), lte (until), has (contains).',
          }),
        ),
        format: Type.Optional(
          Type.Enum(['DD/MM/YYYY'], {
            description: 'How a date is written in the address. Default: YYYY-MM-DD. Codes are written by their label.',
          }),
        ),
        default: Type.Optional(
          Type.Union(
            [
              Type.String({ minLength: 1 }),
              Type.Object(
                { days: Type.Integer({ minimum: -36500, maximum: 36500, description: 'Days from today.' }) },
                { additionalProperties: false },
              ),
            ],
            {
              description:
                'What the screen opens with: a value, as the API writes it or the label of a code, or `{ "days": -360 }`, a day counted from today. Opened without the first parameter that has a default, the screen goes on to the address with all defaults that are missing in it; what is there stays.',
            },
          ),
        ),
      },
      { additionalProperties: false },
    ),
    {
      minItems: 1,
      description:
        'Filters with a name of their own in the address of the screen. The panel and the chips show them as the filters that they are.',
    },
  ),
);
