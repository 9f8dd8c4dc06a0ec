/** `clients/<client>.json`: one client. It narrows and renames; it cannot change a type, run code or widen permissions. */

import type { Static } from 'typebox';
import Type from 'typebox';
import { descriptionKey, schemaKey } from './common-keys.ts';
import { history } from './history.ts';

/** Also what the name of the file must be. */
export const clientName = '^[a-z][a-z0-9]*$';

/** Screens write and read dates in one way; another one in a file would be passed over, and so is refused. */
const dateFormats = ['DD/MM/YYYY'];
const momentFormats = ['DD/MM/YYYY HH:mm'];

const becauseKey = Type.Optional(
  Type.String({
    minLength: 1,
    description:
      'Why this client differs, for who reads `explain` and the onboarding report. Asked for where the overlay weakens the base: a value no longer required, a mask taken away or wider, a field opened to writing, one hidden that a condition, a transition or `noOverlap` asks for or reads, a screen turned off whose records a transition creates.',
  }),
);

export const FieldPatch = Type.Object(
  {
    visible: Type.Optional(
      Type.Boolean({ description: 'false: the field is in no screen and in no answer of the API.' }),
    ),
    readOnly: Type.Optional(Type.Boolean({ description: 'true: shown, never written by a caller.' })),
    required: Type.Optional(Type.Boolean({ description: 'Whether a record must have a value here.' })),
    label: Type.Optional(Type.String({ minLength: 1, description: 'What the field is called.' })),
    mask: Type.Optional(
      Type.Union([Type.String({ minLength: 1 }), Type.Null()], { description: 'null removes the mask.' }),
    ),
    default: Type.Optional(
      Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()], {
        description: 'null removes the default.',
      }),
    ),
    help: Type.Optional(Type.String({ description: 'One line under the field.' })),
    codes: Type.Optional(
      Type.Array(Type.String(), {
        minItems: 1,
        uniqueItems: true,
        description: 'The values of the code list that remain, in this order.',
      }),
    ),
    because: becauseKey,
  },
  { additionalProperties: false, minProperties: 1 },
);
export type FieldPatch = Static<typeof FieldPatch>;

export const ScreenPatch = Type.Object(
  {
    enabled: Type.Optional(Type.Boolean({ description: 'false: the screen does not exist for this client.' })),
    title: Type.Optional(Type.String({ minLength: 1, description: 'What the screen is called.' })),
    columns: Type.Optional(
      Type.Array(Type.String(), {
        minItems: 1,
        uniqueItems: true,
        description: 'The columns of the list, in this order.',
      }),
    ),
    pageSize: Type.Optional(Type.Integer({ minimum: 10, maximum: 1000, description: 'Rows of a page of the list.' })),
    history,
    because: becauseKey,
  },
  { additionalProperties: false, minProperties: 1 },
);
export type ScreenPatch = Static<typeof ScreenPatch>;

export const Client = Type.Object(
  {
    $schema: schemaKey,
    description: descriptionKey,
    name: Type.String({
      pattern: clientName,
      patternErrorMessage: 'só letras minúsculas sem acento e dígitos, começando por letra: copass',
      description: 'The installation identifier; equal to the name of the file.',
    }),
    title: Type.String({
      minLength: 1,
      description: 'Name of the client as its users read it; replaces `{cliente}` in titles.',
    }),
    theme: Type.Optional(
      Type.Object(
        {
          accent: Type.Optional(
            Type.Enum(['teal', 'blue', 'indigo', 'violet', 'grape', 'green', 'cyan', 'orange', 'red'], {
              default: 'teal',
              description: 'Accent colour of buttons, links and selections.',
            }),
          ),
          logo: Type.Optional(
            Type.String({
              maxLength: 2,
              minLength: 1,
              description: 'One or two letters of the mark in the top bar. Default: the initial of the title.',
            }),
          ),
        },
        { additionalProperties: false, description: 'How the screens look.' },
      ),
    ),
    defaults: Type.Optional(
      Type.Object(
        {
          conselho: Type.Optional(Type.String({ default: 'CRM', description: 'Council of professionals.' })),
          uf: Type.Optional(
            Type.String({
              pattern: '^[A-Z]{2}$',
              patternErrorMessage: 'a sigla de um estado, duas letras maiúsculas: MG',
              default: 'MG',
              description: 'State, a value of the code list uf.',
            }),
          ),
          percentualAutorizacao: Type.Optional(
            Type.Number({ minimum: 0, maximum: 100, default: 100, description: 'Authorisation percentage.' }),
          ),
          formatoData: Type.Optional(
            Type.Enum(dateFormats, { description: 'How dates are written: there is one way.' }),
          ),
          formatoDataHora: Type.Optional(
            Type.Enum(momentFormats, {
              description: 'How moments are written: there is one way; `x-seconds` of a field adds its seconds.',
            }),
          ),
        },
        { additionalProperties: false, description: 'Values that new records and screens start from.' },
      ),
    ),
    flags: Type.Optional(
      Type.Record(Type.String(), Type.Boolean(), {
        description: 'Flags of schemas/flags.json that differ from their default.',
      }),
    ),
    fields: Type.Optional(
      Type.Record(Type.String(), Type.Record(Type.String(), FieldPatch), {
        description:
          'By entity, then by field. An array stands among the fields of its owner (label, help, visible, readOnly, required); the fields of its rows under `<owner>_<array>`.',
      }),
    ),
    screens: Type.Optional(
      Type.Record(Type.String(), ScreenPatch, { description: 'By screen: the name of its folder.' }),
    ),
    base: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description:
          'What the base said when each of the above was written, by target (`banco.codigo.label`, `bancos.columns`, `flags.x.y`); null: nothing. Written by `fichario overlay rebase` and `validate --fix`, never by hand: where the base says something else today, validation tells so.',
      }),
    ),
  },
  { additionalProperties: false, title: 'Client', description: 'The overlay of one client over the base files.' },
);
export type Client = Static<typeof Client>;
