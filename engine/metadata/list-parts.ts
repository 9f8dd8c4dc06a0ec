/** What `columns.json` declares for a list beyond its columns: expanded rows, row actions, buttons, totals, cells that are written in. */

import Type from 'typebox';

const actionName = '^[a-z][a-z0-9]*(-[a-z0-9]+)*$';
const actionNameWords = 'minúsculas sem acento, dígitos e hífens, começando por letra: ver-distritos';

/** What an expanded row shows. At least one of `fields` and `list`; that is checked apart, to say it in one sentence. */
const Detail = Type.Object(
  {
    fields: Type.Optional(
      Type.Array(Type.String(), {
        minItems: 1,
        uniqueItems: true,
        description: 'Fields, also of to-one relations (`cidade.uf`), read when the row is opened.',
      }),
    ),
    list: Type.Optional(
      Type.String({
        description:
          'Rows under the record: an array of the entity, or `entity.relation` for the registry whose relation points here.',
      }),
    ),
    title: Type.Optional(
      Type.String({ minLength: 1, description: 'Heading of the list. Default: that of the array or of the screen.' }),
    ),
    columns: Type.Optional(
      Type.Array(Type.String(), {
        minItems: 1,
        uniqueItems: true,
        description: 'Columns of the list: fields of its rows. Default: the first four fields.',
      }),
    ),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 50, default: 10, description: 'Most rows of the list that are shown.' }),
    ),
  },
  { additionalProperties: false, description: 'What a row shows when it is expanded.' },
);

const rowValues = 'A fixed text, or `{field}` for a value of the row; `{id}` for its id.';

const actionParts = {
  name: Type.String({
    pattern: actionName,
    patternErrorMessage: actionNameWords,
    description: 'What the action is called in the files; unique within its list.',
  }),
  title: Type.String({ minLength: 1, description: 'What the person reads, a verb first, in Portuguese.' }),
  icon: Type.String({ description: 'Name of an icon of lucide, in kebab-case.' }),
  open: Type.Optional(
    Type.Object(
      {
        screen: Type.String({ description: 'Folder of the registry screen to open.' }),
        filter: Type.Optional(
          Type.Record(Type.String(), Type.String(), {
            minProperties: 1,
            description: `The list it opens with: for each field of that screen what it must equal. ${rowValues}`,
          }),
        ),
        values: Type.Optional(
          Type.Record(Type.String(), Type.String(), {
            minProperties: 1,
            description: `Opens a new record there, with these fields filled in. ${rowValues} \`{relation.field}\` for one of the record that it points at. The row is read when the form opens; what the person may not read is left to be filled in.`,
          }),
        ),
      },
      { additionalProperties: false, description: 'Opens another screen.' },
    ),
  ),
  change: Type.Optional(
    Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]), {
      minProperties: 1,
      description:
        'Sets fields to fixed values, after a confirmation; null empties. Of a button: on the selected rows. Needs `update`.',
    }),
  ),
  link: Type.Optional(
    Type.String({
      pattern: '^https://[A-Za-z0-9.-]+(/[^\\s<>"]*)?$',
      patternErrorMessage: 'um endereço https completo: https://www.ans.gov.br/{codigo}',
      description: 'Opens a page of another site in a new tab; `{field}` after the host stands for a value of the row.',
    }),
  ),
  when: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1000,
      description:
        'Of an action of a row: offered only while this expression is true of the row, and to who reads its fields. Also of what the row points at (`guia.situacao`): who may not read that is offered the action all the same. What a change may do, the rules of the record say.',
    }),
  ),
  permission: Type.Optional(
    Type.Object(
      {
        action: Type.String({ minLength: 1, description: 'Action, such as `update`.' }),
        subject: Type.String({ minLength: 1, description: 'Subject of the action.' }),
      },
      { additionalProperties: false, description: 'Needed beside what the target needs anyway.' },
    ),
  ),
  clients: Type.Optional(
    Type.Array(Type.String(), { minItems: 1, uniqueItems: true, description: 'Only for these clients. Default: all.' }),
  ),
  flag: Type.Optional(Type.String({ description: 'Only where this flag of the client is on.' })),
};

/** `open`, `change` or `link`, exactly one; that is checked apart. */
const Action = Type.Object(actionParts, { additionalProperties: false });

/** Keys of `columns.json`. */
export const listParts = {
  detail: Type.Optional(Detail),
  actions: Type.Optional(
    Type.Array(Action, {
      minItems: 1,
      maxItems: 12,
      description:
        'Actions of a row, in the menu at its end. Each says one of `open`, `change` and `link`; who may not do one does not see it.',
    }),
  ),
  buttons: Type.Optional(
    Type.Array(Action, {
      minItems: 1,
      maxItems: 4,
      description: 'Buttons over the list, as `actions`, without values of a row.',
    }),
  ),
  totals: Type.Optional(
    Type.Array(Type.String(), {
      minItems: 1,
      uniqueItems: true,
      description: 'Numeric columns whose sum over all that the filter finds stands under the list.',
    }),
  ),
  inline: Type.Optional(
    Type.Array(Type.String(), {
      minItems: 1,
      uniqueItems: true,
      description: 'Columns that are changed in the list itself: fields of the entity that a person may write.',
    }),
  ),
};
