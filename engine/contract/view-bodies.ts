/** The bodies that write saved views, as the server checks them: `NewView` and `ViewChange` of `saved-view.ts`. */
import Type from 'typebox';
import { columnWidths } from './list-layout.ts';
import { viewLimits } from './saved-view.ts';

const key = Type.String({ minLength: 1, maxLength: 160, pattern: '^[a-z0-9_.]+$' });
const keys = Type.Array(key, { maxItems: viewLimits.columns });

const layout = Type.Object(
  {
    shown: Type.Optional(keys),
    widths: Type.Optional(
      Type.Record(key, Type.Integer(columnWidths), { maxProperties: viewLimits.columns, additionalProperties: false }),
    ),
    pinned: Type.Optional(keys),
    density: Type.Optional(Type.Union([Type.Literal('compact'), Type.Literal('normal'), Type.Literal('comfortable')])),
  },
  { additionalProperties: false },
);

/** Something to read in it, and no control characters. */
const name = Type.String({ minLength: 1, maxLength: viewLimits.name, pattern: '^\\P{C}*[^\\p{C}\\s]\\P{C}*$' });
const content = Type.Object(
  { query: Type.String({ maxLength: viewLimits.query }), layout },
  { additionalProperties: false },
);

export const NewViewBody = Type.Object(
  {
    screen: Type.String({ minLength: 1, maxLength: 300 }),
    name,
    shared: Type.Optional(Type.Boolean()),
    content,
  },
  { additionalProperties: false },
);

export const ViewChangeBody = Type.Object(
  { name: Type.Optional(name), shared: Type.Optional(Type.Boolean()), content: Type.Optional(content) },
  { additionalProperties: false, minProperties: 1 },
);
