/** `schemas/messages/pt-BR.json`: the file behind `Messages` of the core. */
import type { Static } from 'typebox';
import Type from 'typebox';
import { schemaKey } from './common-keys.ts';

const Text = Type.Object(
  {
    message: Type.String({ minLength: 1, description: 'What happened. `{name}` is filled with a parameter.' }),
    details: Type.Optional(
      Type.String({ minLength: 1, description: 'More of what happened, for clients that show it.' }),
    ),
    hint: Type.Optional(Type.String({ minLength: 1, description: 'What to do next.' })),
  },
  { additionalProperties: false },
);

export const MessagesFile = Type.Object(
  {
    $schema: schemaKey,
    errors: Type.Record(Type.String(), Text, { description: 'Text of each refusal, by its code.' }),
    issues: Type.Record(Type.String(), Text, { description: 'Text of each finding in the files, by its code.' }),
    texts: Type.Record(Type.String(), Type.String(), { description: 'Words of the screens, by dotted key.' }),
    suggestion: Type.String({ minLength: 1, description: 'Asks whether `{name}` was meant.' }),
  },
  { additionalProperties: false, title: 'Messages', description: 'Every text that the engine itself says.' },
);
export type MessagesFile = Static<typeof MessagesFile>;
