/** `fields` of columns.json: what a further screen says of a field in its own way, in the words in which a client does. */
import type { Static } from 'typebox';
import Type from 'typebox';
import { FieldPatch } from './client.ts';

const { label, help } = FieldPatch.properties;

export const ScreenField = Type.Object(
  {
    label,
    help,
    required: Type.Optional(
      Type.Literal(true, { description: 'true: asked for here. What the entity asks for is asked for everywhere.' }),
    ),
    readOnly: Type.Optional(
      Type.Literal(true, {
        description: 'true: shown here, never written. What is closed by the entity is closed everywhere.',
      }),
    ),
    default: Type.Optional(
      Type.Union([Type.String(), Type.Number(), Type.Boolean()], {
        description: 'What new records begin with here; of a field that is read-only or not in `only` what they get.',
      }),
    ),
  },
  { additionalProperties: false, minProperties: 1 },
);
export type ScreenField = Static<typeof ScreenField>;
