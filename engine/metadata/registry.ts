/** `columns.json`: how a registry is reached, who may open it and what its screens show. */

import type { Static } from 'typebox';
import Type from 'typebox';
import { descriptionKey, schemaKey } from './common-keys.ts';
import { history } from './history.ts';
import { indexes } from './indexes.ts';
import { listParts } from './list-parts.ts';
import { logNames, logWords } from './logs.ts';
import { noOverlap } from './no-overlap.ts';
import { snakeCase, snakeCaseWords } from './property.ts';
import { relationOf, relationOfWords } from './relation-of.ts';
import { report, reportSearch } from './report.ts';
import { ScreenField } from './screen-field.ts';
import { searchParameters } from './search-parameters.ts';
import { States } from './states.ts';

const path = '^(/[a-z0-9]+(-[a-z0-9]+)*)+$';
const pathWords = 'uma rota que começa com / e usa minúsculas, dígitos e hífens: /especialidades';

const Permission = Type.Object(
  {
    action: Type.Optional(Type.String({ default: 'list', description: 'Action of the route.' })),
    subject: Type.String({
      minLength: 1,
      description: 'Subject of the route, and of the record operations unless `subject` says otherwise.',
    }),
  },
  { additionalProperties: false, description: 'The pair that opens the route.' },
);

const Column = Type.Union([
  Type.String({ description: 'A field, or a field of a to-one relation: `cidade.nome`.' }),
  Type.Object(
    {
      field: Type.String({ description: 'A field, or a field of a to-one relation: `cidade.nome`.' }),
      title: Type.Optional(
        Type.String({
          description:
            'Heading of the column. Default: the title of the field; of `cidade.nome` that of `nome`, so such a column is worth a title of its own.',
        }),
      ),
      width: Type.Optional(
        Type.Integer({ minimum: 32, maximum: 800, description: 'Pixels. Default: by the field type.' }),
      ),
    },
    { additionalProperties: false },
  ),
]);

const FixedValue = Type.Union([
  Type.String(),
  Type.Number(),
  Type.Boolean(),
  Type.Array(Type.String(), { minItems: 2, uniqueItems: true }),
]);

const Section = Type.Object(
  {
    title: Type.String({ minLength: 1, description: 'Heading of the section, in Portuguese.' }),
    tab: Type.Optional(
      Type.String({
        minLength: 1,
        description: 'The tab of the form that the section stands on. Those without one stand on the first tab.',
      }),
    ),
    fields: Type.Array(Type.String(), {
      minItems: 1,
      uniqueItems: true,
      description:
        'Fields and arrays of the entity, in order; each stands in one section. An array in none has its own.',
    }),
  },
  { additionalProperties: false },
);

const Lookup = Type.Object(
  {
    field: Type.String({ description: 'The field whose value is asked for: one of the entity, no relation.' }),
    fields: Type.Array(Type.String(), {
      minItems: 1,
      uniqueItems: true,
      description: 'Fields of the answer, beside the id.',
    }),
  },
  {
    additionalProperties: false,
    description: 'A short call: GET `<route>/<field>/<value>` answers with all rows that have the value.',
  },
);

const answerName = '^[a-z][A-Za-z0-9]*$';
const Autocomplete = Type.Object(
  {
    path: Type.Optional(
      Type.String({
        pattern: '^[a-z][A-Za-z0-9-]*$',
        patternErrorMessage: 'um segmento de endereço: findPrestador',
        description:
          'Further name of the call: GET `<path>/<term>` answers as GET `<route>/<term>` does, and pickers use it.',
      }),
    ),
    minimum: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 20,
        default: 2,
        description: 'Characters that are typed before a picker of this registry searches.',
      }),
    ),
    validity: Type.Optional(
      Type.Object(
        {
          from: Type.String({ description: 'Date field of the first day.' }),
          until: Type.String({ description: 'Date field of the last day.' }),
        },
        {
          additionalProperties: false,
          description:
            'When a record is valid; an empty day is without end. The call then takes `date=YYYY-MM-DD`. It only chooses among records: that those of one key are not valid on the same day is for `noOverlap` to say, over the same two fields.',
        },
      ),
    ),
    answer: Type.Optional(
      Type.Record(
        Type.String({ pattern: answerName }),
        Type.Union([Type.String(), Type.Record(Type.String({ pattern: answerName }), Type.String())]),
        {
          minProperties: 1,
          description:
            'What the call answers beside id, natural key and label: names of our own, each of a field, or of an object of fields, which is null where all of them are empty.',
        },
      ),
    ),
  },
  {
    additionalProperties: false,
    description: 'How records are found while one types: by pickers, and in GET `<route>/<term>`.',
  },
);

const RowScope = Type.Object(
  {
    role: Type.Enum(['prestador', 'beneficiario'], {
      description:
        'The role that is confined. `prestador`: a provider and, as that provider, an administrative provider. `beneficiario`: a beneficiary and a dependent, each with the own record alone: a relation to the holder shows the family to the holder, and nothing to a dependent. Staff of the operator and administrators are not confined; a user with none of the roles named here sees no row.',
    }),
    field: Type.String({
      description: "The relation that must point at the user's own record; `id` where the row itself is that record.",
    }),
  },
  {
    additionalProperties: false,
    description: 'Confines users of a role to their own rows, on reading and on writing.',
  },
);

const screenParts = {
  title: Type.String({
    minLength: 1,
    description: 'Title of the screen, in Portuguese. `{cliente}` is replaced by the name of the client.',
  }),
  icon: Type.Optional(Type.String({ description: 'Name of an icon of lucide, in kebab-case.' })),
  parent: Type.String({ description: 'Path of the menu entry above; `/` is the home.' }),
  clients: Type.Optional(
    Type.Array(Type.String(), { minItems: 1, uniqueItems: true, description: 'Only for these clients. Default: all.' }),
  ),
  flag: Type.Optional(Type.String({ description: 'Only where this flag of the client is on.' })),
  hidden: Type.Optional(Type.Boolean({ description: 'Reachable, but in no menu and on no tile.' })),
  order: Type.Optional(Type.Integer({ description: 'Place among its siblings; equal places sort by title.' })),
};

/** `columns.json` of a registry. */
export const Registry = Type.Object(
  {
    $schema: schemaKey,
    description: descriptionKey,
    kind: Type.Optional(Type.String({ default: 'registry', description: 'Kind of screen.' })),
    enabled: Type.Optional(
      Type.Boolean({ default: true, description: 'false: only clients whose overlay enables the screen have it.' }),
    ),
    entity: Type.String({
      pattern: snakeCase,
      patternErrorMessage: snakeCaseWords,
      description: 'The entity, a singular word: its table, overlay key and `explain` key.',
    }),
    path: Type.Optional(
      Type.String({
        pattern: path,
        patternErrorMessage: pathWords,
        description:
          'Route of the screen and of the API resource; its last part is the name of the folder. Absent: an entity without a screen.',
      }),
    ),
    ...screenParts,
    title: Type.Optional(
      Type.String({
        minLength: 1,
        description:
          'What one record is called, in the singular and in Portuguese; the title of the screen too. `{cliente}` is replaced by the name of the client.',
      }),
    ),
    parent: Type.Optional(screenParts.parent),
    permission: Type.Optional(Permission),
    subject: Type.Optional(
      Type.String({ description: 'Subject of view, insert, update, delete and audit. Default: that of the route.' }),
    ),
    alternativeOf: Type.Optional(
      Type.String({
        description: 'Folder of the screen whose route this one shares; the first that the user may open wins.',
      }),
    ),
    label: Type.Optional(
      Type.String({
        description:
          'How one record is written elsewhere: `{codigo} - {nome}`. What stands in brackets is left out by a list that has no room for all of it, `[{codigo} - ]{nome}`: a code that people do not know their records by. Default: the first two text fields.',
      }),
    ),
    reference: Type.Optional(
      Type.Boolean({ description: 'Every signed-in user reads id, natural key and label, whatever the rights.' }),
    ),
    referenceBeyondScope: Type.Optional(
      Type.Union(
        [
          Type.Literal(true),
          Type.Array(Type.String({ description: 'A field that is known of every record.' }), {
            minItems: 1,
            uniqueItems: true,
          }),
        ],
        {
          description:
            'With `reference` and `scope`: whom the scope confines still meets the other records by their names, wherever a relation leads to them and where one is picked: by id, natural key and label, and by the fields that are listed here as known of all. Every other field of such a record is empty for that user, also where it is filtered, sorted, summed or searched by. The list, single records, history, attachments and writes stay within the scope. A view may open what these fields tell to all of a role by `openTo`. For what is confidential of each and known of all, such as the provider of an authorisation: `true`, or `["nome_fantasia", "cidade"]`.',
        },
      ),
    ),
    referenceForStaff: Type.Optional(
      Type.Record(Type.String(), FixedValue, {
        minProperties: 1,
        description:
          'Everybody of the staff of the operator reads id, natural key and label of the records that have this value in the field, or one of these codes, whatever the rights, and may so point at them; of the others nothing. Users confined to rows of their own read none. For what not all may know: `{ "ativo": true }`. Where `reference` says it of every record, there is nothing to add.',
      }),
    ),
    login: Type.Optional(
      Type.String({
        description:
          'Of the entity whose records are the users: the field with the login name, by which lists tell who created and changed a record.',
      }),
    ),
    log: Type.Optional(
      Type.Enum([...logNames], {
        description: `The rows are those that the engine keeps of itself, and nobody writes them; the fields of schema.json are some of those named here. ${logWords}`,
      }),
    ),
    filter: Type.Optional(
      Type.Record(Type.String(), FixedValue, {
        minProperties: 1,
        description:
          'The screen is of the records that have this value in the field, or one of these codes: `{ "tipo": "REEMBOLSO" }`. The list, its search, counts and every call of the route show those alone; a new record gets the value, which the route neither asks for nor changes. Several screens over one entity so divide its records; the folder that holds schema.json shows all of them where it has no filter.',
      }),
    ),
    columns: Type.Optional(
      Type.Array(Column, { minItems: 1, description: 'Columns of the list, in order. Default: the first six fields.' }),
    ),
    sort: Type.Optional(
      Type.Array(
        Type.String({
          pattern: '^-?[a-z]',
          patternErrorMessage: 'o nome de um campo, com - na frente para ordem decrescente: -descricao',
          description: 'A field of the list; a leading minus sorts descending.',
        }),
        {
          minItems: 1,
          uniqueItems: true,
          description:
            'Default order; a leading minus sorts descending: `"sort": ["-descricao"]`. An index must cover it: `indexes`, or a unique field.',
        },
      ),
    ),
    pageSize: Type.Optional(
      Type.Integer({ minimum: 10, maximum: 1000, default: 50, description: 'Rows of a page of the list.' }),
    ),
    search: Type.Optional(
      Type.Array(Type.String(), {
        minItems: 1,
        uniqueItems: true,
        description:
          'What the quick search reads, and the search panel where there is no search.json: text fields, whole numbers and years, and relations to registries with a quick search of these. The quick search finds a record that has all the words, in its texts or as one of its numbers (`21` is 21, and no part of 210), and one whose related record has them: with `beneficiario` the requests of a person by name, card or CPF. Beside a search.json no other fields, and none on a screen that declares no entity.',
      }),
    ),
    batch: Type.Optional(
      Type.Array(Type.String(), {
        uniqueItems: true,
        description:
          'Fields that the screen offers to change on many records at once. The API takes every field that the caller may write.',
      }),
    ),
    ...listParts,
    linked: Type.Optional(
      Type.Array(Type.String({ pattern: relationOf, patternErrorMessage: relationOfWords }), {
        minItems: 1,
        uniqueItems: true,
        description:
          'Relations of other registries that point here, each as `entity.relation`, in the order in which a record tells how many records point at it. All others follow, in the order of the menu.',
      }),
    ),
    autocomplete: Type.Optional(Autocomplete),
    lookups: Type.Optional(
      Type.Array(Lookup, {
        minItems: 1,
        description:
          'Short calls that answer with all rows of one value, in the order of the list: `/cidades/uf/MG`. Beside them every registry answers GET `<route>/<term>` with what its quick search finds: label, and as `detail` whom it concerns, by the relations of `search`, and its state.',
      }),
    ),
    sections: Type.Optional(
      Type.Array(Section, {
        minItems: 1,
        description:
          'Sections of the form. Default: those of the screen beside schema.json; else one, with every field.',
      }),
    ),
    only: Type.Optional(
      Type.Array(Type.String(), {
        minItems: 1,
        uniqueItems: true,
        description:
          'Of a screen that declares no entity: the fields and arrays that it has; `itens.valor` is a field of the rows of an array, which then has those alone that are named. Through its route no other is read, written or asked about, as if the entity had none of that name; a field that the entity gains stays out. New records through it need a value of what is required and not here: `default` in `fields`, `x-begins-now`, or `withheld` says that none are made.',
      }),
    ),
    fields: Type.Optional(
      Type.Record(Type.String(), ScreenField, {
        minProperties: 1,
        description:
          'Of a screen that declares no entity: what it says of fields in its own way, also of those of rows (`itens.valor`), over what schema.json and the client say. Of a field that is not in `only` it says the `default` alone, which new records get.',
      }),
    ),
    unique: Type.Optional(
      Type.Array(Type.Array(Type.String(), { minItems: 2 }), {
        description: 'Combinations of fields that no two records share.',
      }),
    ),
    noOverlap,
    indexes: indexes(
      'Further indexes, each a list of fields. Of rows that the record owns: `x-indexes` beside their list.',
    ),
    naturalKey: Type.Optional(
      Type.Array(Type.String(), {
        minItems: 1,
        description: 'What identifies a record outside the database. Default: the first unique required field.',
      }),
    ),
    states: Type.Optional(States),
    history,
    report,
    withheld: Type.Optional(
      Type.Array(Type.Enum(['insert', 'update', 'delete']), {
        minItems: 1,
        uniqueItems: true,
        description:
          'What nobody does with the records, whatever the rights: they are made elsewhere (by an import, by a transition of another record), or stay as they are. Transitions remain. Of a view with `record`: what its rows and its button do not lead to. On a screen that declares no entity: what nobody does through it.',
      }),
    ),
    record: Type.Optional(
      Type.String({
        description:
          'Of a view: the relation to the record that a row stands for. View, edit, delete and history of a row, and the button for a new one, lead to the screen of that record.',
      }),
    ),
    provider: Type.Optional(
      Type.String({
        description:
          'The relation to the provider that the screen works for: the header asks for one of everybody who is no provider, and the list shows the records of that one alone.',
      }),
    ),
    scope: Type.Optional(
      Type.Array(RowScope, { minItems: 1, description: 'Which rows the users of a role are confined to.' }),
    ),
    openTo: Type.Optional(
      Type.Array(Type.Enum(['prestador', 'beneficiario']), {
        uniqueItems: true,
        description:
          'The roles of confined users that see every row; with `[]` none of them sees one, and the registry is of the staff alone. Without it the roles that `scope` does not name see none; without `scope` either everybody with the right sees every row, which is refused where records point at a provider, at a beneficiary or at a record that is confined itself.',
      }),
    ),
  },
  {
    additionalProperties: false,
    title: 'columns.json',
    description:
      'Route, permission, list, form and search of a registry. What is about the entity (label, subject, reference, referenceForStaff, login, unique, noOverlap, indexes, naturalKey, scope, openTo, states, history) stands beside its schema.json alone; without `path` there is no screen, and no key about one.',
  },
);
export type Registry = Static<typeof Registry>;

/** `search.json`: the search panel, where the one derived from `columns.json` is not enough. */
export const Search = Type.Object(
  {
    $schema: schemaKey,
    description: descriptionKey,
    fields: Type.Array(
      Type.Object(
        {
          field: Type.String({ description: 'A field, or a field of a to-one relation.' }),
          label: Type.Optional(
            Type.String({ description: 'What it is called in the panel. Default: the title of the field.' }),
          ),
          match: Type.Optional(
            Type.Enum(['contains', 'equals', 'range', 'any'], {
              description:
                'contains (text), equals, range (from and to), any (several values). Default: by the field type.',
            }),
          ),
          desc: Type.Optional(Type.String({ description: 'One line of help under the field.' })),
          ...reportSearch,
        },
        { additionalProperties: false },
      ),
      { minItems: 1, description: 'The fields of the panel, in order.' },
    ),
    parameters: searchParameters,
  },
  { additionalProperties: false, title: 'search.json', description: 'The search panel of a screen.' },
);
export type Search = Static<typeof Search>;

/** `schemas/<module>/menu.json`: the groups of a module, its drawn screens and its links out of the product. Screens hang themselves below by their `parent`. */
export const Menu = Type.Object(
  {
    $schema: schemaKey,
    description: descriptionKey,
    groups: Type.Array(
      Type.Object(
        {
          path: Type.String({ pattern: path, patternErrorMessage: pathWords, description: 'Route of the group.' }),
          ...screenParts,
          permission: Type.Optional(Permission),
        },
        { additionalProperties: false },
      ),
      { description: 'The groups, in any order.' },
    ),
    links: Type.Optional(
      Type.Array(
        Type.Object(
          {
            path: Type.String({
              pattern: path,
              patternErrorMessage: pathWords,
              description: 'Route of the entry inside the product; opening it leaves for `href`.',
            }),
            href: Type.String({
              pattern: '^https://[A-Za-z0-9.-]+(/[^\\s<>"]*)?$',
              patternErrorMessage: 'um endereço https completo: https://www.gov.br/ans',
              description: 'The page of another site.',
            }),
            ...screenParts,
            permission: Type.Optional(Permission),
          },
          { additionalProperties: false },
        ),
        { minItems: 1, description: 'Entries that leave the product for another site, in any order.' },
      ),
    ),
    screens: Type.Optional(
      Type.Array(
        Type.Object(
          {
            path: Type.String({ pattern: path, patternErrorMessage: pathWords, description: 'Route of the screen.' }),
            view: Type.String({
              pattern: '^[a-z][a-z0-9]*(-[a-z0-9]+)*$',
              patternErrorMessage: 'minúsculas, dígitos e hífens: clone-user',
              description: 'Name of the view of the product that draws the screen.',
            }),
            ...screenParts,
            permission: Type.Union([Permission, Type.Literal('everyone')], {
              description: 'The pair that opens the route; `everyone`: every signed-in user opens it.',
            }),
            search: Type.Optional(Type.Boolean({ description: 'The screen has a search panel of its own.' })),
          },
          { additionalProperties: false },
        ),
        { minItems: 1, description: 'Screens that are no registry and are drawn by a view of the product.' },
      ),
    ),
  },
  {
    additionalProperties: false,
    title: 'menu.json',
    description:
      'The menu groups of a module, its screens drawn by a view of the product, and its links to other sites.',
  },
);
export type Menu = Static<typeof Menu>;

/** `schemas/code-lists/<name>.json`. */
export const CodeList = Type.Object(
  {
    $schema: schemaKey,
    title: Type.String({ minLength: 1, description: 'What one value is called.' }),
    description: Type.Optional(Type.String({ description: 'What it lists and the source of the codes.' })),
    domain: Type.Optional(
      Type.String({
        pattern: '^[a-z][a-z0-9-]*$',
        patternErrorMessage: 'minúsculas e hífens: ufs',
        description: 'Name under which GET `dominios/<name>` answers with the values, each a `key` and a `label`.',
      }),
    ),
    options: Type.Array(
      Type.Object(
        {
          value: Type.String({ minLength: 1, maxLength: 40, description: 'What is stored.' }),
          label: Type.String({ minLength: 1, description: 'What people read.' }),
          tone: Type.Optional(
            Type.Enum(['neutral', 'success', 'warning', 'danger', 'info'], {
              default: 'neutral',
              description: 'Colour of the dot beside the word.',
            }),
          ),
        },
        { additionalProperties: false },
      ),
      { minItems: 1, description: 'The values, in the order in which they are offered.' },
    ),
  },
  {
    additionalProperties: false,
    title: 'Code list',
    description: 'Values shared by several registries, with their labels.',
  },
);
export type CodeList = Static<typeof CodeList>;

/** `schemas/flags.json`: every configuration flag there is. */
export const Flags = Type.Object(
  {
    $schema: schemaKey,
    description: descriptionKey,
    flags: Type.Record(
      Type.String(),
      Type.Object(
        {
          default: Type.Boolean({ description: 'What holds where a client says nothing.' }),
          description: Type.String({ minLength: 1, description: 'What it switches on, in Portuguese.' }),
        },
        { additionalProperties: false },
      ),
      { description: 'Each flag by its name.' },
    ),
  },
  { additionalProperties: false, title: 'flags.json', description: 'The configuration flags, declared once.' },
);
export type Flags = Static<typeof Flags>;
